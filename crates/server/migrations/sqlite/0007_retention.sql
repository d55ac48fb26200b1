-- When a key was last used, noted once a day at most: keys and guests that do not come back are forgotten.
ALTER TABLE keys ADD COLUMN used INTEGER NOT NULL DEFAULT 0;
UPDATE keys SET used = unixepoch() * 1000;
CREATE INDEX keys_by_use ON keys (used);

-- People who asked to be erased. A restored backup may bring them back; then they are not done, and are erased again.
CREATE TABLE erased (
    person TEXT PRIMARY KEY,
    done   INTEGER NOT NULL DEFAULT FALSE
) WITHOUT ROWID;
CREATE INDEX erased_to_do ON erased (person) WHERE NOT done;
