-- What the name of an account looks like (see validation.rs), so that no two accounts can be taken for each other. The server fills it
-- in for accounts from before.
ALTER TABLE people ADD COLUMN looks TEXT;
CREATE UNIQUE INDEX people_by_looks ON people (looks) WHERE looks IS NOT NULL;
CREATE INDEX people_without_looks ON people (id) WHERE account IS NOT NULL AND looks IS NULL;
