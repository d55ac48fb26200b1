-- Games that are over and still to be rated.
ALTER TABLE tables ADD COLUMN rating_due INTEGER NOT NULL DEFAULT FALSE;
CREATE INDEX tables_to_rate ON tables (changed) WHERE rating_due;

-- What was found out about finished games, as JSON. There are no names in it.
CREATE TABLE analyses (
    "table" TEXT PRIMARY KEY,
    body    TEXT NOT NULL
);
