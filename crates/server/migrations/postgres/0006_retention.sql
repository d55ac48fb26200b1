-- The same as in SQLite, where it is explained too.
ALTER TABLE keys ADD COLUMN used BIGINT NOT NULL DEFAULT 0;
UPDATE keys SET used = (extract(epoch FROM now()) * 1000)::bigint;
CREATE INDEX keys_by_use ON keys (used);

CREATE TABLE erased (
    person TEXT COLLATE "C" PRIMARY KEY,
    done   BOOLEAN NOT NULL DEFAULT FALSE
);
CREATE INDEX erased_to_do ON erased (person) WHERE NOT done;
