//! The store of what makes ratings believable: their history, who played whom lately, and from where.

use async_trait::async_trait;

use super::{Cursor, StoreError};

/// The history of ratings, and what their weight depends on.
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

    /// Notes that a person came from an address, of which only a hash is known.
    async fn note_address(&self, person: &str, hash: &str, now: u64) -> Result<(), StoreError>;

    /// Whether a person came from an address lately, of which only a hash is known.
    async fn came_from(&self, person: &str, hash: &str) -> Result<bool, StoreError>;

    /// Whether two people came from the same address since a time.
    async fn same_address(&self, one: &str, other: &str, since: u64) -> Result<bool, StoreError>;

    /// Forgets addresses that were not seen since a time.
    async fn forget_addresses(&self, since: u64) -> Result<(), StoreError>;

    /// Stores a single fact, unless it is there already; returns the one that is stored.
    async fn keep_fact(&self, name: &str, value: &str) -> Result<String, StoreError>;
}

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
        WHERE mine.person = $1 AND mine.seen >= $3 AND EXISTS (
            SELECT 1 FROM addresses AS other WHERE other.person = $2 AND other.hash = mine.hash AND other.seen >= $3
        )";

    pub const FORGET_ADDRESSES: &str = "DELETE FROM addresses WHERE seen < $1";

    pub const KEEP_FACT: &str = "INSERT INTO house (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING";

    pub const FACT: &str = "SELECT value FROM house WHERE name = $1";
}
