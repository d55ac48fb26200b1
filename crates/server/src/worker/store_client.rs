//! Tables as a worker process sees them: it loads them from the store, and appends to the store.

use std::sync::Arc;

use async_trait::async_trait;
use tablee_core::text;
use tablee_protocol::{Code, Problem, Progress};

use super::TableClient;
use crate::bus::Bus;
use crate::cluster::{Cluster, ClusterNote, TableNote};
use crate::cores::Payer;
use crate::store::{RatingUpdate, Store, StoreError};
use crate::table::aggregate::TableAggregate;
use crate::table::{decide, now};
use crate::work_queue::{Job, JobQueue};

/// How often a change is decided again after a conflict.
const ATTEMPTS: usize = 5;

/// The tables of a store, for a worker process. Clones share the connections.
#[derive(Clone)]
pub struct StoreClient {
    store: Arc<dyn Store>,
    jobs: Arc<dyn JobQueue>,
    cluster: Arc<Cluster>,
}

impl StoreClient {
    /// The tables of this store. The servers learn of changes over the bus.
    pub fn new(store: Arc<dyn Store>, jobs: Arc<dyn JobQueue>, bus: Arc<dyn Bus>) -> StoreClient {
        let cluster = Arc::new(Cluster::new(bus));
        let sending = cluster.clone();
        tokio::spawn(async move { sending.send_loop().await });
        StoreClient { store, jobs, cluster }
    }

    async fn load(&self, table: &str) -> Result<TableAggregate, Problem> {
        let stored = self.store.load(table).await?;
        let no_such_table = || Problem::new(Code::Unknown, text!("there is no such table", "cette table n’existe pas"));
        TableAggregate::load(table, stored.ok_or_else(no_such_table)?).map_err(|why| Problem::new(Code::Damaged, why))
    }

    /// Appends the pending events; returns whether they are stored. If not, the table has changed: load it again.
    /// The next bot has the same payer.
    async fn append(
        &self,
        state: &mut TableAggregate,
        ratings: Vec<RatingUpdate>,
        next_payer: Option<&Payer>,
    ) -> Result<bool, Problem> {
        let append = state.pending_append(ratings);
        let rows = append.events.clone();
        match self.store.append(append).await {
            Ok(()) => {}
            Err(StoreError::Conflict) => return Ok(false),
            Err(unavailable) => return Err(unavailable.into()),
        }
        let events = state.pending().to_vec();
        state.mark_stored();
        let shared = state.shared();
        if events.iter().any(|numbered| numbered.event.changes_summary()) && shared.opened().public {
            self.cluster.publish_lobby_change();
        }
        self.cluster.publish_table_note(shared.id(), &TableNote::Appended { events: rows });
        // For nodes without the table in memory. On the others, the table knows that it has sent its notice.
        if let Some(person) = state.person_to_move() {
            let (person, table, game) = (person.id.clone(), shared.id().to_owned(), shared.opened().game.clone());
            self.cluster.publish_note(&ClusterNote::Turn { person, table, game, played: shared.played() });
        }
        // If this fails, a server that has the table in memory, or scans for such tables, pushes the job again. It also
        // knows whether anyone watches a game of bots alone.
        let mut due = state.due_job().filter(|_| !state.is_bots_alone());
        if let (Some(Job::Think { payer, .. }), Some(same)) = (&mut due, next_payer) {
            payer.clone_from(same);
        }
        if let Some(job) = due
            && let Err(error) = self.jobs.push(&job).await
        {
            tracing::warn!(table = state.shared().id(), ?error, "cannot push a job");
        }
        Ok(true)
    }
}

#[async_trait]
impl TableClient for StoreClient {
    async fn load_position(&self, table: &str, played: u32) -> Result<Option<(String, String)>, Problem> {
        Ok(self.load(table).await?.bot_position(played))
    }

    async fn submit_bot_move(&self, table: &str, played: u32, mv: String, payer: &Payer) -> Result<(), Problem> {
        for _ in 0..ATTEMPTS {
            let mut state = self.load(table).await?;
            decide::play_bot(&mut state, played, &mv, now())?;
            if state.pending().is_empty() || self.append(&mut state, Vec::new(), Some(payer)).await? {
                return Ok(());
            }
        }
        Err(StoreError::Conflict.into())
    }

    async fn finished_record(&self, table: &str) -> Result<Option<String>, Problem> {
        let state = self.load(table).await?;
        let over = state.shared().progress() == Progress::Over;
        Ok(state.shared().table().filter(|_| over).map(|table| table.record()))
    }

    async fn rate(&self, table: &str) -> Result<(), Problem> {
        for _ in 0..ATTEMPTS {
            let mut state = self.load(table).await?;
            if !state.rating_is_due() {
                return Ok(());
            }
            let ratings = state.new_ratings(&*self.store).await?;
            if self.append(&mut state, ratings, None).await? {
                return Ok(());
            }
        }
        Err(StoreError::Conflict.into())
    }
}
