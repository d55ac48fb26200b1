//! Where everything is kept.
//!
//! An event is stored before anyone is told of it. The number of an event is unique at its table, so whoever appends with old knowledge
//! is refused, be it another task or another server.
//!
//! | file | what is in it |
//! |---|---|
//! | `mod.rs` | what a store of tables does |
//! | `people.rs` | what a store of people does |
//! | `sqlite.rs`, `sqlite/` | both in one file on disk |
//! | `postgres.rs`, `postgres/` | both in a PostgreSQL, which several servers share |
//! | `migrations.rs` | the schemas of both databases, version by version |
//! | `queue.rs` | those who want to store events, gathered for one commit |
//! | `rows.rs` | what is written into rows, the same in all stores |

mod group_commit;
mod migrations;
pub mod people;
pub mod postgres;
mod rows;
pub mod sqlite;

use async_trait::async_trait;
use tablee_core::{Text, text};
use tablee_games::shuffle::Seed;
use tablee_protocol::{Code, Event, Numbered, Problem, Summary, TableStatus};

pub use people::PeopleStore;
pub use rows::subject;

/// Everything that is kept.
pub trait Store: TableStore + PeopleStore {}

impl<S: TableStore + PeopleStore> Store for S {}

/// Why something could not be stored or found.
#[derive(Clone, Debug)]
pub enum StoreError {
    /// Somebody else was faster: what the change rests on is no longer so. Nothing was stored.
    Conflict,
    /// The store cannot be reached, or is broken.
    Unavailable(String),
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Problem {
        let why: Text = match error {
            StoreError::Conflict => text!(
                "something else happened at the same moment; try again",
                "autre chose s’est passé au même moment ; réessayez"
            ),
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
    /// Keeps a new table with its first events.
    async fn create(&self, new: NewTableRow) -> Result<(), StoreError>;

    /// Adds events to a table, all or none, durably. Many tables share one commit.
    async fn append(&self, append: Append) -> Result<(), StoreError>;

    /// A table with all its events.
    async fn load(&self, table: &str) -> Result<Option<StoredTable>, StoreError>;

    /// The events of a table after a version.
    async fn events_after(&self, table: &str, version: u32) -> Result<Vec<Numbered>, StoreError>;

    /// The last version of each of these tables, in any order; what there is not is left out.
    async fn versions(&self, tables: &[String]) -> Result<Vec<(String, u32)>, StoreError>;

    /// Tables in short, the latest first.
    async fn tables(&self, query: &TableQuery) -> Result<Vec<Summary>, StoreError>;

    /// The ids of all tables where a game is on.
    async fn playing(&self) -> Result<Vec<String>, StoreError>;

    /// Replaces events of a table by others with the same numbers, and its summary: for erasing names and words.
    async fn rewrite(&self, table: &str, events: &[Numbered], summary: &Summary) -> Result<(), StoreError>;

    /// The ids of all tables whose game is still to be rated, those that ended first before the others.
    async fn unrated(&self) -> Result<Vec<String>, StoreError>;

    /// What was found out about a finished game, as JSON.
    async fn analysis(&self, table: &str) -> Result<Option<String>, StoreError>;

    /// Keeps what was found out about a finished game. What is kept already stays as it is.
    async fn keep_analysis(&self, table: &str, body: &str) -> Result<(), StoreError>;

    /// Notes that the server is alive, in thousandths of a second since 1970. Where several servers share a store, the latest counts, and
    /// every note shows: it is at least one more than the last.
    async fn record_heartbeat(&self, now: u64) -> Result<(), StoreError>;

    /// When the server was last alive, or any of those that share the store.
    async fn last_heartbeat(&self) -> Result<Option<u64>, StoreError>;
}

/// A new table.
#[derive(Clone, Debug)]
pub struct NewTableRow {
    /// Its id.
    pub table: String,
    /// The seed of all draws.
    pub seed: Option<Seed>,
    /// The secret of the invitation.
    pub invite: String,
    /// The first events.
    pub events: Vec<StoredEvent>,
    /// The table in short.
    pub summary: Summary,
}

/// Events to be added to a table.
#[derive(Clone, Debug)]
pub struct Append {
    /// The table.
    pub table: String,
    /// The events, numbered on from the last; at least one.
    pub events: Vec<StoredEvent>,
    /// The table in short, if that changes.
    pub summary: Option<Summary>,
    /// Ratings that change with it.
    pub ratings: Vec<RatingUpdate>,
    /// Whether the table's game is still to be rated, if that changes.
    pub rating_due: Option<bool>,
}

/// An event as it is stored.
#[derive(Clone, Debug)]
pub struct StoredEvent {
    /// Its number.
    pub v: u32,
    /// When.
    pub at: u64,
    /// The event as JSON, without number and time.
    pub body: String,
}

impl StoredEvent {
    /// An event to be stored.
    pub fn new(v: u32, at: u64, event: &Event) -> StoredEvent {
        StoredEvent { v, at, body: serde_json::to_string(event).expect("events have a form in JSON") }
    }

    /// It as it was.
    pub fn read(self) -> Result<Numbered, StoreError> {
        let event = serde_json::from_str(&self.body).map_err(|error| StoreError::Unavailable(error.to_string()))?;
        Ok(Numbered { v: self.v, at: self.at, event })
    }
}

/// A rating that changes.
#[derive(Clone, Debug)]
pub struct RatingUpdate {
    /// The game's id.
    pub game: String,
    /// A person's id, or `bot:level3`.
    pub subject: String,
    /// After how many games it was what the change rests on.
    pub games_before: u32,
    /// The new rating.
    pub rating: f64,
    /// Its uncertainty.
    pub uncertainty: f64,
}

/// A table as it is stored.
#[derive(Clone, Debug)]
pub struct StoredTable {
    /// The seed of all draws.
    pub seed: Option<Seed>,
    /// The secret of the invitation.
    pub invite: String,
    /// Everything that happened.
    pub events: Vec<Numbered>,
}

/// Which tables are wanted. Only public ones are ever found this way.
#[derive(Clone, Debug)]
pub struct TableQuery {
    /// How far they are.
    pub state: TableStatus,
    /// Of which game.
    pub game: Option<String>,
    /// With which player: the name, whole or its beginning.
    pub player: Option<String>,
    /// Only those that changed before this time.
    pub before: Option<u64>,
    /// How many at most.
    pub most: u32,
}
