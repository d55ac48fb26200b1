-- How each game changed ratings. It is shown to people, and says how often the same players met lately.
CREATE TABLE rating_history (
    -- A person's id, or `bot:level3`.
    subject TEXT NOT NULL,
    game    TEXT NOT NULL,
    at      INTEGER NOT NULL,
    "table" TEXT NOT NULL,
    before  REAL NOT NULL,
    after   REAL NOT NULL,
    PRIMARY KEY (subject, game, at, "table")
) WITHOUT ROWID;
CREATE INDEX rating_history_by_time ON rating_history (subject, at, "table");
CREATE INDEX rating_history_by_table ON rating_history ("table", subject);

-- The list of the best leaves out ratings after a few games.
DROP INDEX ratings_best;
CREATE INDEX ratings_best ON ratings (game, rating, subject) WHERE games >= 10;

-- From where people with an account came in the last days: a salted hash, so that a game between two people at the same
-- address does not count.
CREATE TABLE addresses (
    person TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    hash   TEXT NOT NULL,
    seen   INTEGER NOT NULL,
    PRIMARY KEY (person, hash)
) WITHOUT ROWID;
CREATE INDEX addresses_by_time ON addresses (seen);
