-- The same as in SQLite, where it is explained too.
CREATE TABLE rating_history (
    subject TEXT COLLATE "C" NOT NULL,
    game    TEXT COLLATE "C" NOT NULL,
    at      BIGINT NOT NULL,
    "table" TEXT COLLATE "C" NOT NULL,
    before  DOUBLE PRECISION NOT NULL,
    after   DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (subject, game, at, "table")
);
CREATE INDEX rating_history_by_time ON rating_history (subject, at, "table");
CREATE INDEX rating_history_by_table ON rating_history ("table", subject);

DROP INDEX ratings_best;
CREATE INDEX ratings_best ON ratings (game, rating, subject) WHERE games >= 10;

CREATE TABLE addresses (
    person TEXT COLLATE "C" NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    hash   TEXT COLLATE "C" NOT NULL,
    seen   BIGINT NOT NULL,
    PRIMARY KEY (person, hash)
);
CREATE INDEX addresses_by_time ON addresses (seen);
