//! The store: tables, events and people, in SQLite or PostgreSQL.
//!
//! An event is stored before it is broadcast. Its number is unique at its table, so an append after an old version is
//! refused as a conflict. That is how concurrent nodes are kept apart.
//!
//! | file | what is in it |
//! |---|---|
//! | `mod.rs` | the trait `TableStore`: tables and their events |
//! | `chat.rs` | the trait `ChatStore`: lines of chat at tables |
//! | `lists.rs` | the trait `ListStore`: lists and searches of tables, with their statements |
//! | `people.rs` | the trait `PeopleStore`: people, keys, accounts, ratings |
//! | `ratings.rs` | the trait `RatingStore`: the history of ratings, and what their weight depends on |
//! | `retention.rs` | the trait `RetentionStore`: idle tables, guests and keys; people to erase |
//! | `shares.rs` | the trait `ShareStore`: games shared by a short link |
//! | `sqlite.rs`, `sqlite/` | all of them in SQLite, for a single server; snapshots for backups |
//! | `postgres.rs`, `postgres/` | all of them in PostgreSQL, which several servers share |
//! | `migrations.rs` | the schemas of both databases, version by version |
//! | `group_commit.rs` | group commit: changes that arrive during one commit share the next |
//! | `connections.rs` | tests that long work, lists and heartbeats do not wait for each other |
//! | `rows.rs` | encoding of rows, the same in both stores |
//! | `plans.rs` | tests that lists use indexes |

pub mod chat;
#[cfg(test)]
mod connections;
mod group_commit;
pub mod lists;
mod migrations;
pub mod people;
#[cfg(test)]
mod plans;
pub mod postgres;
pub mod ratings;
pub mod retention;
mod rows;
pub mod shares;
pub mod sqlite;

use std::sync::Arc;

use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use tablee_core::{Seat, Text, text};
use tablee_games::shuffle::Seed;
use tablee_protocol::{Code, Event, Numbered, Problem, Summary};

pub use chat::ChatStore;
pub use lists::{Cursor, HostedTable, ListStore, TableFilter, TableQuery, TurnRow};
pub use people::PeopleStore;
pub use ratings::RatingStore;
pub use retention::{IdleQuery, RetentionStore};
pub use rows::subject;
pub use shares::ShareStore;

/// Tables, chat, people and shared games.
pub trait Store: TableStore + ListStore + ChatStore + PeopleStore + RatingStore + RetentionStore + ShareStore {
    /// The same store over separate connections, for work that takes long, such as export and erasure. Lists and
    /// games do not wait for it.
    fn for_long_work(&self) -> Arc<dyn Store>;
}

/// Why the store refused or failed.
#[derive(Clone, Debug)]
pub enum StoreError {
    /// The change is based on an old version: another one was stored first. Nothing was stored.
    Conflict,
    /// An outage: the store does not answer.
    Unavailable(String),
    /// What is stored cannot be read, and waiting does not help. Other tables are not affected.
    Damaged(String),
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Problem {
        let why: Text = match error {
            StoreError::Damaged(_) => {
                let why = text!(
                    "the stored data of this table are damaged",
                    "les données enregistrées de cette table sont endommagées"
                );
                return Problem::new(Code::Damaged, why);
            }
            StoreError::Conflict => {
                text!("something else changed at the same moment; try again", "autre chose a changé au même moment ; réessayez")
            }
            StoreError::Unavailable(_) => text!(
                "the server cannot store anything at the moment; nothing has changed",
                "le serveur ne peut rien enregistrer pour le moment ; rien n’a changé"
            ),
        };
        Problem { wait: Some(1), ..Problem::new(Code::Unavailable, why) }
    }
}

/// Tables and their events.
#[async_trait]
pub trait TableStore: Send + Sync + 'static {
    /// Stores a new table with its first events.
    async fn create(&self, new: NewTableRow) -> Result<(), StoreError>;

    /// Appends events to a table: all or none, and durably. Many tables share one commit.
    async fn append(&self, append: Append) -> Result<(), StoreError>;

    /// Loads a table with all its events.
    async fn load(&self, table: &str) -> Result<Option<StoredTable>, StoreError>;

    /// The events of a table after a version.
    async fn events_after(&self, table: &str, version: u32) -> Result<Vec<Numbered>, StoreError>;

    /// The last version of each of these tables, in any order. Unknown tables are left out.
    async fn versions(&self, tables: &[String]) -> Result<Vec<(String, u32)>, StoreError>;

    /// Replaces events of a table, and its summary: to erase a person's name and chat.
    async fn rewrite(&self, table: &str, events: &[Numbered], summary: &Summary) -> Result<(), StoreError>;

    /// The analysis of a finished game, as JSON.
    async fn analysis(&self, table: &str) -> Result<Option<String>, StoreError>;

    /// Stores the analysis of a finished game, unless there is one (idempotent).
    async fn keep_analysis(&self, table: &str, body: &str) -> Result<(), StoreError>;

    /// Records a heartbeat, in milliseconds since 1970. If several servers share the store, the value grows with each
    /// one, by at least 1, even if their clocks differ.
    async fn record_heartbeat(&self, now: u64) -> Result<(), StoreError>;

    /// Writes and deletes a row as long as many appends together: whether there is room for appends again.
    async fn write_probe(&self, filler: &str) -> Result<(), StoreError>;

    /// The last heartbeat of any server that shares the store.
    async fn last_heartbeat(&self) -> Result<Option<u64>, StoreError>;
}

/// A new table, as it is stored.
#[derive(Clone, Debug)]
pub struct NewTableRow {
    /// The id of the table.
    pub table: String,
    /// The seed of all draws.
    pub seed: Option<Seed>,
    /// The secret of the invitation.
    pub invite: String,
    /// The events of the opening: opened, and who sat down with it.
    pub events: Vec<StoredEvent>,
    /// Its summary, for lists.
    pub summary: Summary,
}

/// Events to be appended to a table.
#[derive(Clone, Debug)]
pub struct Append {
    /// The id of the table.
    pub table: String,
    /// The events, with the numbers after the last one; at least one.
    pub events: Vec<StoredEvent>,
    /// The new summary, if it changes.
    pub summary: Option<Summary>,
    /// The ratings that change with the events.
    pub ratings: Vec<RatingUpdate>,
    /// Whether the game is still to be rated, if that changes.
    pub rating_due: Option<bool>,
}

/// An event as it is stored, and as nodes send it to each other.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct StoredEvent {
    /// The number of the event at its table, from 1.
    pub v: u32,
    /// When it happened, in milliseconds since 1970.
    pub at: u64,
    /// The event as JSON, without number and time.
    pub body: String,
    /// The id of the person that a new event names, so that it is found for their export and erasure.
    #[serde(skip)]
    pub names: Option<String>,
}

impl StoredEvent {
    /// Encodes an event.
    pub fn new(v: u32, at: u64, event: &Event) -> StoredEvent {
        let body = serde_json::to_string(event).expect("events can be written as JSON");
        StoredEvent { v, at, body, names: rows::person_named(event).map(str::to_owned) }
    }

    /// Decodes the event.
    pub fn read(&self) -> Result<Numbered, StoreError> {
        let event = match serde_json::from_str(&self.body) {
            Ok(MoveBody { seat, mv, ms, .. }) => Event::Move { seat, mv, ms },
            Err(_) => {
                serde_json::from_str(&self.body).map_err(|error| StoreError::Damaged(format!("event {}: {error}", self.v)))?
            }
        };
        if event == Event::Unknown {
            // Clients skip such an event, but nothing can be decided without knowing it.
            return Err(StoreError::Damaged(format!("event {}: a later version of the server wrote it", self.v)));
        }
        Ok(Numbered { v: self.v, at: self.at, event })
    }
}

/// The event of a move. Most events are, and this type is read in one go: a choice by its tag is kept in memory first, and
/// then read again.
#[derive(Deserialize)]
struct MoveBody {
    #[serde(rename = "is")]
    _is: MoveTag,
    seat: Seat,
    mv: String,
    #[serde(default)]
    ms: Option<u64>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum MoveTag {
    Move,
}

/// A rating that changes.
#[derive(Clone, Debug)]
pub struct RatingUpdate {
    /// The game's id.
    pub game: String,
    /// A person's id, or `bot:level3`.
    pub subject: String,
    /// The number of rated games before this one. If it has changed meanwhile, the update is a conflict.
    pub games_before: u32,
    /// The rating before the game, for the history.
    pub before: f64,
    /// When the game was rated, in milliseconds since 1970.
    pub at: u64,
    /// The new rating.
    pub rating: f64,
    /// The standard deviation of the estimate.
    pub uncertainty: f64,
    /// The networks that a person's opponents came from, as hashes.
    pub networks: Vec<String>,
}

/// A table as it is stored.
#[derive(Clone, Debug)]
pub struct StoredTable {
    /// The seed of all draws.
    pub seed: Option<Seed>,
    /// The secret of the invitation.
    pub invite: String,
    /// All events.
    pub events: Vec<Numbered>,
}
