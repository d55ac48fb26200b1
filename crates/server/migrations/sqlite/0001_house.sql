-- People. A guest has a name and keys; an account also a pass phrase, and a name that nobody else has.
CREATE TABLE people (
    id      TEXT PRIMARY KEY,
    name    TEXT NOT NULL,
    -- The account's name in lower case, by which it is found.
    account TEXT UNIQUE,
    -- argon2id, in the PHC string format.
    phrase  TEXT,
    made    INTEGER NOT NULL
) WITHOUT ROWID;

-- Secrets by which people and their programs are known. Only their SHA-256 is kept.
CREATE TABLE keys (
    id     TEXT PRIMARY KEY,
    person TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    hash   BLOB NOT NULL,
    label  TEXT NOT NULL,
    scopes TEXT NOT NULL,
    made   INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX keys_by_person ON keys (person);

-- Tables. What happened there is in the events; this is what lists show of it, and what stays secret.
CREATE TABLE tables (
    id      TEXT PRIMARY KEY,
    game    TEXT NOT NULL,
    state   TEXT NOT NULL,
    public  INTEGER NOT NULL,
    opened  INTEGER NOT NULL,
    changed INTEGER NOT NULL,
    summary TEXT NOT NULL,
    -- The seed of all draws, told when the game is over.
    seed    BLOB,
    -- The secret of the invitation.
    invite  TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX tables_by_state ON tables (state, public, changed);

-- Who sits, sat or is awaited where, and who opened the table (seat -1).
CREATE TABLE seats (
    "table" TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat    INTEGER NOT NULL,
    -- A person's id, or `bot:level3`.
    subject TEXT NOT NULL,
    -- The name in lower case, by which finished games are searched.
    name    TEXT NOT NULL,
    PRIMARY KEY ("table", seat)
) WITHOUT ROWID;
CREATE INDEX seats_by_subject ON seats (subject);
CREATE INDEX seats_by_name ON seats (name);

-- The event log: one row an event, and no number twice. Rows lie in the order in which they happened, so that those of one commit share
-- pages, whatever their tables; the index does too, since tables opened at about the same time have ids next to each other.
CREATE TABLE events (
    "table" TEXT NOT NULL,
    version INTEGER NOT NULL,
    at      INTEGER NOT NULL,
    body    TEXT NOT NULL,
    PRIMARY KEY ("table", version)
);

-- How good somebody is at a game, after so many games.
CREATE TABLE ratings (
    game        TEXT NOT NULL,
    subject     TEXT NOT NULL,
    rating      REAL NOT NULL,
    uncertainty REAL NOT NULL,
    games       INTEGER NOT NULL,
    PRIMARY KEY (game, subject)
) WITHOUT ROWID;
CREATE INDEX ratings_best ON ratings (game, rating);

-- Single facts, such as when the server was last alive.
CREATE TABLE house (
    name  TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;
