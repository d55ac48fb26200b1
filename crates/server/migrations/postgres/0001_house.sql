-- The same tables as in SQLite, where they are explained too. What is looked up or ordered is compared byte by byte, whatever the
-- language of the database.

-- People. A guest has a name and keys; an account also a pass phrase, and a name that nobody else has.
CREATE TABLE people (
    id      TEXT COLLATE "C" PRIMARY KEY,
    name    TEXT NOT NULL,
    -- The account's name in lower case, by which it is found.
    account TEXT COLLATE "C" UNIQUE,
    -- argon2id, in the PHC string format.
    phrase  TEXT,
    made    BIGINT NOT NULL
);

-- Secrets by which people and their programs are known. Only their SHA-256 is kept.
CREATE TABLE keys (
    id     TEXT COLLATE "C" PRIMARY KEY,
    person TEXT COLLATE "C" NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    hash   BYTEA NOT NULL,
    label  TEXT NOT NULL,
    scopes TEXT NOT NULL,
    made   BIGINT NOT NULL
);
CREATE INDEX keys_by_person ON keys (person);

-- Tables. What happened there is in the events; this is what lists show of it, and what stays secret.
CREATE TABLE tables (
    id         TEXT COLLATE "C" PRIMARY KEY,
    game       TEXT COLLATE "C" NOT NULL,
    state      TEXT COLLATE "C" NOT NULL,
    public     BOOLEAN NOT NULL,
    opened     BIGINT NOT NULL,
    changed    BIGINT NOT NULL,
    summary    TEXT NOT NULL,
    -- The seed of all draws, told when the game is over.
    seed       BYTEA,
    -- The secret of the invitation.
    invite     TEXT NOT NULL,
    -- Whether the game is over and still to be rated.
    rating_due BOOLEAN NOT NULL DEFAULT FALSE
);
CREATE INDEX tables_by_state ON tables (state, public, changed);
CREATE INDEX tables_to_rate ON tables (changed) WHERE rating_due;

-- Who sits, sat or is awaited where, and who opened the table (seat -1).
CREATE TABLE seats (
    "table" TEXT COLLATE "C" NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat    INTEGER NOT NULL,
    -- A person's id, or `bot:level3`.
    subject TEXT COLLATE "C" NOT NULL,
    -- The name in lower case, by which finished games are searched.
    name    TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY ("table", seat)
);
CREATE INDEX seats_by_subject ON seats (subject);
CREATE INDEX seats_by_name ON seats (name);

-- The event log: one row an event, and no number twice.
CREATE TABLE events (
    "table" TEXT COLLATE "C" NOT NULL,
    version INTEGER NOT NULL,
    at      BIGINT NOT NULL,
    body    TEXT NOT NULL,
    PRIMARY KEY ("table", version)
);

-- How good somebody is at a game, after so many games.
CREATE TABLE ratings (
    game        TEXT COLLATE "C" NOT NULL,
    subject     TEXT COLLATE "C" NOT NULL,
    rating      DOUBLE PRECISION NOT NULL,
    uncertainty DOUBLE PRECISION NOT NULL,
    games       INTEGER NOT NULL,
    PRIMARY KEY (game, subject)
);
CREATE INDEX ratings_best ON ratings (game, rating);

-- What was found out about finished games, as JSON. There are no names in it.
CREATE TABLE analyses (
    "table" TEXT COLLATE "C" PRIMARY KEY,
    body    TEXT NOT NULL
);

-- Single facts, such as when a server was last alive.
CREATE TABLE house (
    name  TEXT COLLATE "C" PRIMARY KEY,
    value TEXT NOT NULL
);
