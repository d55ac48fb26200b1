-- The same as in SQLite, where it is explained too.
ALTER TABLE people ADD COLUMN looks TEXT COLLATE "C";
CREATE UNIQUE INDEX people_by_looks ON people (looks) WHERE looks IS NOT NULL;
CREATE INDEX people_without_looks ON people (id) WHERE account IS NOT NULL AND looks IS NULL;
