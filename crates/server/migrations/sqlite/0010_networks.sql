-- Who was at an address lately: people at one address share a cap of tables with bots.
CREATE INDEX addresses_by_hash ON addresses (hash, seen, person);

-- From which networks (as salted hashes) the opponents of a person's rated games of the last days came: games against ever
-- new accounts from one network count less and less.
CREATE TABLE opponent_networks (
    person  TEXT NOT NULL,
    network TEXT NOT NULL,
    "table" TEXT NOT NULL,
    at      INTEGER NOT NULL,
    PRIMARY KEY (person, network, "table")
) WITHOUT ROWID;
CREATE INDEX opponent_networks_by_time ON opponent_networks (at);
