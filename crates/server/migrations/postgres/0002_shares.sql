-- Games that were shared by a short link. The id is the beginning of a hash of the record, so a record is stored once.
CREATE TABLE shares (
    id      TEXT COLLATE "C" PRIMARY KEY,
    -- When it was last read, in milliseconds since 1970; noted once a day at most.
    read_at BIGINT NOT NULL,
    -- The length of the record in bytes.
    size    BIGINT NOT NULL,
    record  TEXT NOT NULL
);
-- Holds all that the upkeep looks at, so that it reads no records.
CREATE INDEX shares_by_reading ON shares (read_at DESC, id, size);
