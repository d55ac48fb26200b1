//! What retention asks of the store: idle tables, guests and keys, and people to erase.

use async_trait::async_trait;
use tablee_protocol::Progress;

use super::StoreError;

/// Idle tables, guests and keys, found by index and in batches.
#[async_trait]
pub trait RetentionStore: Send + Sync + 'static {
    /// Takes a lease until a time, unless another node has it. Returns whether it was taken.
    async fn take_lease(&self, name: &str, now: u64, until: u64) -> Result<bool, StoreError>;

    /// The ids of tables with this progress where nothing has happened since a time, oldest first.
    async fn idle_tables(&self, state: Progress, since: u64, most: u32) -> Result<Vec<String>, StoreError>;

    /// Notes that a key was used.
    async fn note_key_use(&self, key: &str, now: u64) -> Result<(), StoreError>;

    /// Deletes guests none of whose keys was used since a time, at most so many. Returns how many.
    async fn forget_guests(&self, since: u64, most: u32) -> Result<u64, StoreError>;

    /// Deletes keys that were not used since a time, at most so many. Returns how many.
    async fn forget_keys(&self, since: u64, most: u32) -> Result<u64, StoreError>;

    /// Notes that people asked to be erased, unless that is known.
    async fn note_erased(&self, people: &[String]) -> Result<(), StoreError>;

    /// The people who asked to be erased, and are back: a backup was restored.
    async fn still_to_erase(&self) -> Result<Vec<String>, StoreError>;
}

/// The statements, the same in both databases.
pub(super) mod sql {
    pub const TAKE_LEASE: &str = "INSERT INTO house (name, value) VALUES ($1, $2)
        ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE CAST(house.value AS BIGINT) <= $3";

    pub const IDLE: &str = r#"SELECT id FROM tables
        WHERE state = $1 AND public = $2 AND changed < $3
            AND (SELECT at FROM events WHERE "table" = tables.id ORDER BY version DESC LIMIT 1) < $3
        ORDER BY changed, id LIMIT $4"#;

    pub const NOTE_KEY_USE: &str = "UPDATE keys SET used = $2 WHERE id = $1";

    pub const FORGET_GUESTS: &str = "DELETE FROM people WHERE id IN (
            SELECT keys.person FROM keys JOIN people AS owner ON owner.id = keys.person
            WHERE keys.used < $1 AND owner.account IS NULL
                AND NOT EXISTS (SELECT 1 FROM keys AS other WHERE other.person = keys.person AND other.used >= $1)
            ORDER BY keys.used LIMIT $2
        )";

    pub const FORGET_KEYS: &str = "DELETE FROM keys WHERE id IN (SELECT id FROM keys WHERE used < $1 ORDER BY used, id LIMIT $2)";

    pub const NOTE_ERASED: &str = "INSERT INTO erased (person) VALUES ($1) ON CONFLICT (person) DO NOTHING";

    pub const ERASED: &str = "INSERT INTO erased (person, done) VALUES ($1, TRUE) ON CONFLICT (person) DO UPDATE SET done = TRUE";

    pub const STILL_TO_ERASE: &str = "SELECT person FROM erased WHERE NOT done ORDER BY person";
}
