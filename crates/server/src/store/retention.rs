//! Queries of retention: idle tables, guests and keys, and people to erase.

use std::collections::BTreeSet;

use async_trait::async_trait;
use tablee_protocol::{Event, Progress};

use super::rows::person_named;
use super::{Cursor, StoreError};

/// Idle tables, guests and keys, found by index and in batches.
#[async_trait]
pub trait RetentionStore: Send + Sync + 'static {
    /// Takes a lease until a time, unless another node has it. Returns whether it was taken.
    async fn take_lease(&self, name: &str, now: u64, until: u64) -> Result<bool, StoreError>;

    /// A batch of tables where nothing has happened since a time, oldest first.
    async fn idle_tables(&self, query: &IdleQuery, most: u32) -> Result<Vec<Cursor>, StoreError>;

    /// Deletes a closed table, where no game ever began, with everything that belongs to it. Returns whether there was
    /// one: a table with another progress stays.
    async fn delete_closed(&self, table: &str) -> Result<bool, StoreError>;

    /// Notes that a key was used.
    async fn note_key_use(&self, key: &str, now: u64) -> Result<(), StoreError>;

    /// Deletes guests none of whose keys was used since a time, at most this many. Returns how many.
    async fn forget_guests(&self, since: u64, most: u32) -> Result<u64, StoreError>;

    /// Deletes keys that were not used since a time, at most this many. Returns how many.
    async fn forget_keys(&self, since: u64, most: u32) -> Result<u64, StoreError>;

    /// Notes that people asked to be erased, unless that is known.
    async fn note_erased(&self, people: &[String]) -> Result<(), StoreError>;

    /// The people who asked to be erased, and are back: a backup was restored.
    async fn still_to_erase(&self) -> Result<Vec<String>, StoreError>;

    /// A page of the people who were erased, in ascending order: those after a person, or from the beginning.
    async fn erased(&self, after: &str, most: u32) -> Result<Vec<String>, StoreError>;

    /// Removes what is left of deleted and rewritten rows. It may take long, and disturbs nobody.
    async fn remove_remains(&self) -> Result<(), StoreError>;
}

/// Which idle tables to list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IdleQuery {
    /// Their progress.
    pub state: Progress,
    /// Whether they are public.
    pub public: bool,
    /// Nothing has happened there since this time, in milliseconds since 1970.
    pub since: u64,
    /// Where the last batch ended: tables that cannot end do not come again before all others.
    pub after: Option<Cursor>,
}

impl IdleQuery {
    /// Where the batch begins, as the database compares it.
    pub(super) fn bound(&self) -> (i64, &str) {
        Cursor::lower_bound(self.after.as_ref())
    }
}

/// The people whom stored events name, each once. Damaged events name nobody.
pub(super) fn people_named(bodies: &[String]) -> BTreeSet<String> {
    let events = bodies.iter().filter_map(|body| serde_json::from_str::<Event>(body).ok());
    events.filter_map(|event| person_named(&event).map(str::to_owned)).collect()
}

/// The statements, the same in both databases.
pub(super) mod sql {
    pub const TAKE_LEASE: &str = "INSERT INTO house (name, value) VALUES ($1, $2)
        ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE CAST(house.value AS BIGINT) <= $3";

    pub const IDLE: &str = r#"SELECT changed, id FROM tables
        WHERE state = $1 AND public = $2 AND changed < $3 AND (changed, id) > ($5, $6)
            AND (SELECT at FROM events WHERE "table" = tables.id ORDER BY version DESC LIMIT 1) < $3
        ORDER BY changed, id LIMIT $4"#;

    pub const BODIES: &str = r#"SELECT body FROM events WHERE "table" = $1"#;

    pub const DELETE_MENTION: &str = r#"DELETE FROM mentions WHERE person = $1 AND "table" = $2"#;

    pub const DELETE_EVENTS: &str = r#"DELETE FROM events WHERE "table" = $1"#;

    pub const DELETE_ANALYSIS: &str = r#"DELETE FROM analyses WHERE "table" = $1"#;

    /// Its seats and its chat go with it.
    pub const DELETE_CLOSED: &str = "DELETE FROM tables WHERE id = $1 AND state = 'closed'";

    pub const NOTE_KEY_USE: &str = "UPDATE keys SET used = $2 WHERE id = $1";

    pub const FORGET_GUESTS: &str = "DELETE FROM people WHERE id IN (
            SELECT keys.person FROM keys CROSS JOIN people AS owner
            WHERE owner.id = keys.person AND keys.used < $1 AND owner.account IS NULL
                AND NOT EXISTS (SELECT 1 FROM keys AS other WHERE other.person = keys.person AND other.used >= $1)
            ORDER BY keys.used LIMIT $2
        )";

    pub const FORGET_KEYS: &str = "DELETE FROM keys WHERE id IN (SELECT id FROM keys WHERE used < $1 ORDER BY used LIMIT $2)";

    pub const NOTE_ERASED: &str = "INSERT INTO erased (person) VALUES ($1) ON CONFLICT (person) DO NOTHING";

    pub const ERASED: &str = "INSERT INTO erased (person, done) VALUES ($1, TRUE) ON CONFLICT (person) DO UPDATE SET done = TRUE";

    pub const ALL_ERASED: &str = "SELECT person FROM erased WHERE done AND person > $1 ORDER BY person LIMIT $2";

    pub const STILL_TO_ERASE: &str = "SELECT person FROM erased WHERE NOT done ORDER BY person";
}
