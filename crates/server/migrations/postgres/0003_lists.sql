-- The same as in SQLite, where it is explained too.

ALTER TABLE seats ADD COLUMN game TEXT COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE seats ADD COLUMN state TEXT COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE seats ADD COLUMN changed BIGINT NOT NULL DEFAULT 0;
UPDATE seats SET game = tables.game, state = tables.state, changed = tables.changed,
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

CREATE TABLE mentions (
    person  TEXT COLLATE "C" NOT NULL,
    "table" TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (person, "table")
);
-- Ids have letters and digits only. A quotation mark within a text is escaped, so no text looks like these fields.
INSERT INTO mentions (person, "table")
SELECT person, "table" FROM (
    SELECT "table", CASE
        WHEN body LIKE '{"is":"opened"%' THEN substring(body FROM '"host":\{"id":"([A-Za-z0-9]+)"')
        WHEN body LIKE '{"is":"sat"%' THEN substring(body FROM '"person":\{"id":"([A-Za-z0-9]+)"')
        WHEN body LIKE '{"is":"said"%' THEN substring(body FROM '"by":\{"id":"([A-Za-z0-9]+)"')
        WHEN body LIKE '{"is":"reserved"%' THEN substring(body FROM '"person":"([A-Za-z0-9]+)"')
    END AS person FROM events
) AS named WHERE person IS NOT NULL
ON CONFLICT DO NOTHING;
