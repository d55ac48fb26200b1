-- The same as in SQLite, where it is explained too.
CREATE INDEX addresses_by_hash ON addresses (hash, seen, person);

CREATE TABLE opponent_networks (
    person  TEXT COLLATE "C" NOT NULL,
    network TEXT COLLATE "C" NOT NULL,
    "table" TEXT COLLATE "C" NOT NULL,
    at      BIGINT NOT NULL,
    PRIMARY KEY (person, network, "table")
);
CREATE INDEX opponent_networks_by_time ON opponent_networks (at);
