-- Lists and searches by index, in the order in which they are shown: the latest first, and by id where two changed at the same time.

-- What lists need of a table, in the rows of its seats.
ALTER TABLE seats ADD COLUMN game TEXT NOT NULL DEFAULT '';
ALTER TABLE seats ADD COLUMN state TEXT NOT NULL DEFAULT '';
ALTER TABLE seats ADD COLUMN changed INTEGER NOT NULL DEFAULT 0;
UPDATE seats SET game = tables.game, state = tables.state, changed = tables.changed,
    -- Nobody searches for players at private tables.
    name = CASE WHEN tables.public THEN seats.name ELSE '' END
FROM tables WHERE tables.id = seats."table";
DROP INDEX seats_by_subject;
DROP INDEX seats_by_name;
CREATE INDEX seats_by_subject ON seats (subject, state, changed, "table", seat);
CREATE INDEX seats_by_name ON seats (name, game, state, changed, "table") WHERE name <> '';

DROP INDEX tables_by_state;
DROP INDEX tables_to_rate;
CREATE INDEX tables_by_state ON tables (state, public, changed, id);
CREATE INDEX tables_by_game ON tables (state, public, game, changed, id);
CREATE INDEX tables_to_rate ON tables (changed, id) WHERE rating_due;

DROP INDEX keys_by_person;
CREATE INDEX keys_by_person ON keys (person, made, id);
CREATE INDEX ratings_by_subject ON ratings (subject, game);

-- Which tables have events that name a person: for the export and the erasure of their data.
CREATE TABLE mentions (
    person  TEXT NOT NULL,
    "table" TEXT NOT NULL,
    PRIMARY KEY (person, "table")
) WITHOUT ROWID;
INSERT OR IGNORE INTO mentions (person, "table")
SELECT person, "table" FROM (
    SELECT "table", CASE WHEN json_valid(body) THEN CASE body ->> 'is'
        WHEN 'opened' THEN body ->> '$.host.id'
        WHEN 'sat' THEN body ->> '$.who.person.id'
        WHEN 'said' THEN body ->> '$.by.id'
        WHEN 'reserved' THEN body ->> 'person'
    END END AS person FROM events
) WHERE person IS NOT NULL;
