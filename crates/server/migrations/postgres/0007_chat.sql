-- Chat, apart from the events of a table: the latest lines of each table. Older tables also have lines among their events.
CREATE TABLE chat (
    -- Grows from line to line, and is never used twice.
    n      BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    "table" TEXT COLLATE "C" NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    -- When it was written, in milliseconds since 1970.
    at     BIGINT NOT NULL,
    -- The id and the name of the person who wrote it, and whether it was a guest.
    person TEXT COLLATE "C" NOT NULL,
    name   TEXT NOT NULL,
    guest  BOOLEAN NOT NULL,
    line   TEXT NOT NULL
);
CREATE INDEX chat_by_table ON chat ("table", n);
CREATE INDEX chat_by_person ON chat (person, n);
