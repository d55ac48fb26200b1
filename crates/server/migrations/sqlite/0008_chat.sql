-- Chat, apart from the events of a table: the latest lines of each table. Older tables also have lines among their events.
CREATE TABLE chat (
    -- Grows from line to line, and is never used twice.
    n      INTEGER PRIMARY KEY AUTOINCREMENT,
    "table" TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    -- When it was written, in milliseconds since 1970.
    at     INTEGER NOT NULL,
    -- The id and the name of the person who wrote it, and whether it was a guest.
    person TEXT NOT NULL,
    name   TEXT NOT NULL,
    guest  INTEGER NOT NULL,
    line   TEXT NOT NULL
);
CREATE INDEX chat_by_table ON chat ("table", n);
CREATE INDEX chat_by_person ON chat (person, n);
