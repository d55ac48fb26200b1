//! Tables as a worker process sees them: it loads them from the store, and appends to the store.
//!
//! A bot's move needs its table three times, and soon again for the next one. So tables are kept for a short time, and only
//! the events that were stored since are read.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use tablee_core::text;
use tablee_protocol::{Code, Problem, Progress};
use tokio::time::{Instant, sleep};

use super::TableClient;
use crate::bus::Bus;
use crate::cluster::{Cluster, TableNote};
use crate::store::{RatingUpdate, Store, StoreError};
use crate::table::aggregate::TableAggregate;
use crate::table::{decide, now};

/// How often a change is decided again after a conflict.
const ATTEMPTS: usize = 5;

/// How many tables are kept, and for how long since all of their events were read. Names of erased people are in those
/// events, so the time is short.
const MOST_KEPT: usize = 1000;
const KEEP: Duration = Duration::from_secs(60);

/// The tables of a store, for a worker process. Clones share the connections.
#[derive(Clone)]
pub struct StoreClient {
    store: Arc<dyn Store>,
    cluster: Arc<Cluster>,
    kept: Arc<Mutex<HashMap<String, Loaded>>>,
}

/// A table, and when all of its events were read.
struct Loaded {
    state: TableAggregate,
    at: Instant,
}

impl StoreClient {
    /// The tables of this store. The servers learn of changes over the bus.
    pub fn new(store: Arc<dyn Store>, bus: Arc<dyn Bus>) -> StoreClient {
        let cluster = Arc::new(Cluster::new(bus));
        let sending = cluster.clone();
        tokio::spawn(async move { sending.send_loop().await });
        let client = StoreClient { store, cluster, kept: Arc::default() };
        tokio::spawn(client.clone().forget_loop());
        client
    }

    fn kept(&self) -> MutexGuard<'_, HashMap<String, Loaded>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Forgets tables that were kept for long enough, for as long as the process runs.
    async fn forget_loop(self) {
        loop {
            sleep(KEEP / 4).await;
            self.kept().retain(|_, loaded| loaded.at.elapsed() < KEEP);
        }
    }

    /// Keeps a table for its next job.
    fn keep(&self, table: &str, loaded: Loaded) {
        let mut kept = self.kept();
        if kept.len() < MOST_KEPT {
            kept.insert(table.to_owned(), loaded);
        }
    }

    /// Loads a table; if it was kept, with the events since then.
    async fn load(&self, table: &str) -> Result<Loaded, Problem> {
        let kept = self.kept().remove(table).filter(|kept| kept.at.elapsed() < KEEP);
        if let Some(mut kept) = kept
            && self.catch_up(&mut kept.state).await?
        {
            return Ok(kept);
        }
        let at = Instant::now();
        let stored = self.store.load(table).await?;
        let no_such_table = || Problem::new(Code::Unknown, text!("there is no such table", "cette table n’existe pas"));
        let state = TableAggregate::load(table, stored.ok_or_else(no_such_table)?);
        Ok(Loaded { state: state.map_err(|why| Problem::new(Code::Damaged, why))?, at })
    }

    /// Applies the events that were stored since. Returns false if the table must be loaded again: it was deleted or
    /// rewritten.
    async fn catch_up(&self, state: &mut TableAggregate) -> Result<bool, Problem> {
        let known = state.shared().version() - 1;
        // The last known event is read again, to see that it is still there.
        let events = self.store.events_after(state.shared().id(), known).await?;
        let Some((_, new)) = events.split_first().filter(|(last, _)| state.events_after(known).first() == Some(*last)) else {
            return Ok(false);
        };
        if new.iter().any(|event| state.apply(event.clone()).is_err()) {
            return Ok(false);
        }
        state.mark_stored();
        Ok(true)
    }

    /// Appends the pending events; returns whether they are stored. If not, the table has changed: load it again.
    ///
    /// The node that waits for them tells all others who care, and pushes the job that follows. If it is gone or the
    /// note is lost, the nodes that have the table in memory find the events in the store.
    async fn append(&self, state: &mut TableAggregate, ratings: Vec<RatingUpdate>, node: &str) -> Result<bool, Problem> {
        let append = state.pending_append(ratings);
        let events = append.events.clone();
        match self.store.append(append).await {
            Ok(()) => {}
            Err(StoreError::Conflict) => return Ok(false),
            Err(unavailable) => return Err(unavailable.into()),
        }
        state.mark_stored();
        let table = state.shared().id();
        match node {
            // A node of an older version has pushed the job.
            "" => self.cluster.publish_table_note(table, &TableNote::Appended { events }),
            node => self.cluster.send_table_note([node], table, &TableNote::AppendedByWorker { events }),
        }
        Ok(true)
    }
}

#[async_trait]
impl TableClient for StoreClient {
    async fn load_position(&self, table: &str, played: u32) -> Result<Option<(String, String)>, Problem> {
        let loaded = self.load(table).await?;
        let position = loaded.state.bot_position(played);
        self.keep(table, loaded);
        Ok(position)
    }

    async fn submit_bot_move(&self, table: &str, played: u32, mv: String, node: &str) -> Result<(), Problem> {
        for _ in 0..ATTEMPTS {
            let mut loaded = self.load(table).await?;
            let state = &mut loaded.state;
            decide::play_bot(state, played, &mv, now())?;
            if state.pending().is_empty() || self.append(state, Vec::new(), node).await? {
                self.keep(table, loaded);
                return Ok(());
            }
        }
        Err(StoreError::Conflict.into())
    }

    async fn finished_record(&self, table: &str) -> Result<Option<String>, Problem> {
        let state = self.load(table).await?.state;
        let over = state.shared().progress() == Progress::Over;
        Ok(state.shared().table().filter(|_| over).map(|table| table.record()))
    }

    async fn rate(&self, table: &str, node: &str) -> Result<(), Problem> {
        for _ in 0..ATTEMPTS {
            let mut state = self.load(table).await?.state;
            if !state.rating_is_due() {
                return Ok(());
            }
            let ratings = state.new_ratings(&*self.store).await?;
            if self.append(&mut state, ratings, node).await? {
                return Ok(());
            }
        }
        Err(StoreError::Conflict.into())
    }
}

#[cfg(all(test, debug_assertions))]
mod tests {
    use tablee_core::Seat;
    use tablee_games::{Counts, GameId, plan};
    use tablee_protocol::{Clock, Command, Event, Opened, Person};

    use super::*;
    use crate::bus::local::LocalBus;
    use crate::metrics::Metrics;
    use crate::store::sqlite::Sqlite;
    use crate::store::{NewTableRow, TableStore};
    use crate::table::decide::{Known, decide};

    /// Does something, and counts the moves that it reads.
    async fn moves_read<T>(work: impl Future<Output = Result<T, Problem>>) -> (T, usize) {
        let before = Counts::of_this_thread().read;
        let done = work.await.expect("the store answers");
        (done, Counts::of_this_thread().read - before)
    }

    fn first_move(state: &TableAggregate) -> String {
        let (_, moves) = state.shared().table().expect("the game is on").legal_moves(1);
        moves[0].0.clone()
    }

    /// A table where Anna plays against a bot, which is to move.
    fn table() -> (TableAggregate, Person) {
        let anna = Person { id: "anna".to_owned(), name: "Anna".to_owned(), guest: false };
        let game = plan(GameId::Rumis, &[("players".to_owned(), "2".to_owned())]).expect("two can play it");
        let opened = Opened {
            game: GameId::Rumis.name().to_owned(),
            options: game.options,
            seats: 2,
            host: anna.clone(),
            clock: Clock::None,
            public: true,
            rated: false,
            commitment: None,
        };
        let mut state = TableAggregate::open("table", None, String::new(), Event::Opened(opened), 0).expect("it opens");
        let sit = Command::Sit { seat: Some(Seat::new(0)), salt: None, invite: None };
        for command in [sit, Command::Bot { seat: Seat::new(1), bot: "level1".to_owned() }, Command::Begin] {
            decide(&mut state, &anna, command, Known::default(), 1).expect("it is allowed");
        }
        let act = Command::Move { v: state.shared().version(), mv: first_move(&state) };
        decide(&mut state, &anna, act, Known::default(), 2).expect("it is legal");
        (state, anna)
    }

    #[tokio::test]
    async fn a_worker_reads_only_what_is_new_at_a_table_that_it_knows() {
        let folder = tempfile::tempdir().unwrap();
        let store = Arc::new(Sqlite::open(&folder.path().join("tablee.db"), Metrics::default()).await.unwrap());
        let (mut state, anna) = table();
        let (events, summary) = (state.pending_rows(), state.shared().summary());
        let row = NewTableRow { table: "table".to_owned(), seed: None, invite: String::new(), events, summary };
        store.create(row).await.unwrap();
        state.mark_stored();
        let client = StoreClient::new(store.clone(), Arc::new(LocalBus::default()));

        let played = state.shared().played();
        let (position, read) = moves_read(client.load_position("table", played)).await;
        assert!(position.is_some_and(|(_, bot)| bot == "level1"));
        assert_eq!(read, 1, "all moves");
        let (again, read) = moves_read(client.load_position("table", played)).await;
        assert_eq!((again.is_some(), read), (true, 0));
        let ((), read) = moves_read(client.submit_bot_move("table", played, first_move(&state), "node")).await;
        assert_eq!(read, 1, "its own move");

        // Anna answers.
        let new = store.events_after("table", state.shared().version()).await.unwrap();
        new.into_iter().for_each(|event| state.apply(event).expect("it fits"));
        state.mark_stored();
        let act = Command::Move { v: state.shared().version(), mv: first_move(&state) };
        decide(&mut state, &anna, act, Known::default(), 3).expect("it is legal");
        store.append(state.pending_append(Vec::new())).await.unwrap();
        state.mark_stored();
        let played = state.shared().played();
        let (position, read) = moves_read(client.load_position("table", played)).await;
        assert_eq!((position.is_some(), read), (true, 1), "her move");

        // After a while, names may have been erased.
        client.kept().values_mut().for_each(|loaded| loaded.at = Instant::now() - KEEP);
        let (position, read) = moves_read(client.load_position("table", played)).await;
        assert_eq!((position.is_some(), read), (true, 3), "all moves");
    }
}
