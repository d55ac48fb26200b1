//! The store of ratings: their history, and the recent opponents and addresses that decide how much a game counts.

use async_trait::async_trait;

use super::{Cursor, StoreError};

/// The history of ratings, and the facts that their weight depends on.
#[async_trait]
pub trait RatingStore: Send + Sync + 'static {
    /// How a subject's rating at a game changed, latest first.
    async fn rating_history(
        &self,
        subject: &str,
        game: &str,
        before: Option<&Cursor>,
        most: u32,
    ) -> Result<Vec<RatingPointRow>, StoreError>;

    /// The number of rated games of a person with another subject since a time, at any game.
    async fn games_together(&self, person: &str, other: &str, since: u64) -> Result<u32, StoreError>;

    /// The number of rated games of a person since a time, at any game, against opponents from these networks.
    async fn games_against_networks(&self, person: &str, networks: &[String], since: u64) -> Result<u32, StoreError>;

    /// Notes that a person came from an address and its network, of which only hashes are known.
    async fn note_address(&self, person: &str, hashes: &AddressHashes, now: u64) -> Result<(), StoreError>;

    /// The address that a person last came from.
    async fn last_address(&self, person: &str) -> Result<Option<String>, StoreError>;

    /// The networks that a person came from since a time.
    async fn networks_of(&self, person: &str, since: u64) -> Result<Vec<String>, StoreError>;

    /// Whether a person came from an address lately, of which only a hash is known.
    async fn came_from(&self, person: &str, hash: &str) -> Result<bool, StoreError>;

    /// Whether two people came from the same address since a time.
    async fn same_address(&self, one: &str, other: &str, since: u64) -> Result<bool, StoreError>;

    /// The number of unfinished tables whose hosts came from this address since a time. It counts to `most`.
    async fn tables_from(&self, address: &str, since: u64, most: u32) -> Result<u32, StoreError>;

    /// The number of unfinished tables with bots, whose hosts came from this address since a time. It counts to `most`.
    async fn tables_with_bots_from(&self, address: &str, since: u64, most: u32) -> Result<u32, StoreError>;

    /// Forgets addresses that were not seen since a time, and the networks of opponents before it.
    async fn forget_addresses(&self, since: u64) -> Result<(), StoreError>;

    /// Stores a single fact, unless it is there already; returns the one that is stored.
    async fn keep_fact(&self, name: &str, value: &str) -> Result<String, StoreError>;
}

/// Salted hashes of an address.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AddressHashes {
    /// The hash of the address itself.
    pub address: String,
    /// The hash of its network. It begins with [`NETWORK`].
    pub network: String,
}

/// Hashes of networks begin so: the same table has those of addresses.
pub const NETWORK: &str = "net:";

/// A change of a rating, as stored.
#[derive(Clone, PartialEq, Debug)]
pub struct RatingPointRow {
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// The table of the game.
    pub table: String,
    /// The rating before the game.
    pub before: f64,
    /// The rating after it.
    pub after: f64,
}

/// The statements, the same in both databases.
pub(super) mod sql {
    pub const HISTORY: &str = r#"SELECT at, "table", before, after FROM rating_history
        WHERE subject = $1 AND game = $2 AND (at, "table") < ($3, $4) ORDER BY at DESC, "table" DESC LIMIT $5"#;

    /// Goes through the games of the person, who has few of them; a bot may have very many.
    pub const TOGETHER: &str = r#"SELECT count(*) FROM rating_history AS mine
        WHERE mine.subject = $1 AND mine.at >= $2 AND EXISTS (
            SELECT 1 FROM rating_history AS other WHERE other."table" = mine."table" AND other.subject = $3
        )"#;

    pub const INSERT_POINT: &str =
        r#"INSERT INTO rating_history (subject, game, at, "table", before, after) VALUES ($1, $2, $3, $4, $5, $6)"#;

    pub const NOTE_ADDRESS: &str = "INSERT INTO addresses (person, hash, seen) VALUES ($1, $2, $3)
        ON CONFLICT (person, hash) DO UPDATE SET seen = excluded.seen";

    pub const CAME_FROM: &str = "SELECT count(*) FROM addresses WHERE person = $1 AND hash = $2";

    pub const SAME_ADDRESS: &str = "SELECT count(*) FROM addresses AS mine
        WHERE mine.person = $1 AND mine.seen >= $3 AND mine.hash NOT LIKE 'net:%' AND EXISTS (
            SELECT 1 FROM addresses AS other WHERE other.person = $2 AND other.hash = mine.hash AND other.seen >= $3
        )";

    pub const LAST_ADDRESS: &str =
        "SELECT hash FROM addresses WHERE person = $1 AND hash NOT LIKE 'net:%' ORDER BY seen DESC LIMIT 1";

    pub const NETWORKS_OF: &str = "SELECT hash FROM addresses WHERE person = $1 AND hash LIKE 'net:%' AND seen >= $2";

    pub const INSERT_NETWORK: &str = r#"INSERT INTO opponent_networks (person, network, "table", at) VALUES ($1, $2, $3, $4)
        ON CONFLICT DO NOTHING"#;

    /// An address may have very many people. The latest are enough to find those of one who opens tables now.
    pub const TABLES_FROM: &str = r#"SELECT count(*) FROM (
            SELECT 1 FROM (SELECT person FROM addresses WHERE hash = $1 AND seen >= $2 ORDER BY seen DESC LIMIT 1000) AS here
            JOIN seats AS host ON host.subject = here.person AND host.state IN ('open', 'playing') AND host.seat = -1
            LIMIT $3
        ) AS found"#;

    /// The same with a bot on one of the seats.
    pub const BOT_TABLES_FROM: &str = r#"SELECT count(*) FROM (
            SELECT 1 FROM (SELECT person FROM addresses WHERE hash = $1 AND seen >= $2 ORDER BY seen DESC LIMIT 1000) AS here
            JOIN seats AS host ON host.subject = here.person AND host.state IN ('open', 'playing') AND host.seat = -1
            WHERE EXISTS (SELECT 1 FROM seats AS bot WHERE bot."table" = host."table" AND bot.subject LIKE 'bot:%')
            LIMIT $3
        ) AS found"#;

    pub const FORGET_ADDRESSES: &str = "DELETE FROM addresses WHERE seen < $1";

    pub const FORGET_NETWORKS: &str = "DELETE FROM opponent_networks WHERE at < $1";

    pub const KEEP_FACT: &str = "INSERT INTO house (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING";

    pub const FACT: &str = "SELECT value FROM house WHERE name = $1";
}
