//! Tables as a worker process sees them: it loads them from the store, and appends to the store.

use std::sync::Arc;

use async_trait::async_trait;
use tablee_core::text;
use tablee_protocol::{Code, Problem, Progress};

use super::TableClient;
use crate::bus::Bus;
use crate::cluster::{Cluster, TableNote};
use crate::store::{RatingUpdate, Store, StoreError};
use crate::table::aggregate::TableAggregate;
use crate::table::{decide, now};

/// How often a change is decided again after a conflict.
const ATTEMPTS: usize = 5;

/// The tables of a store, for a worker process. Clones share the connections.
#[derive(Clone)]
pub struct StoreClient {
    store: Arc<dyn Store>,
    cluster: Arc<Cluster>,
}

impl StoreClient {
    /// The tables of this store. The servers learn of changes over the bus.
    pub fn new(store: Arc<dyn Store>, bus: Arc<dyn Bus>) -> StoreClient {
        let cluster = Arc::new(Cluster::new(bus));
        let sending = cluster.clone();
        tokio::spawn(async move { sending.send_loop().await });
        StoreClient { store, cluster }
    }

    async fn load(&self, table: &str) -> Result<TableAggregate, Problem> {
        let stored = self.store.load(table).await?;
        let no_such_table = || Problem::new(Code::Unknown, text!("there is no such table", "cette table n’existe pas"));
        TableAggregate::load(table, stored.ok_or_else(no_such_table)?).map_err(|why| Problem::new(Code::Damaged, why))
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
        Ok(self.load(table).await?.bot_position(played))
    }

    async fn submit_bot_move(&self, table: &str, played: u32, mv: String, node: &str) -> Result<(), Problem> {
        for _ in 0..ATTEMPTS {
            let mut state = self.load(table).await?;
            decide::play_bot(&mut state, played, &mv, now())?;
            if state.pending().is_empty() || self.append(&mut state, Vec::new(), node).await? {
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

    async fn rate(&self, table: &str, node: &str) -> Result<(), Problem> {
        for _ in 0..ATTEMPTS {
            let mut state = self.load(table).await?;
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
