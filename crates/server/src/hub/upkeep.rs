//! Cluster upkeep: heartbeats, deadlines of unloaded tables, outages of the store, resync after lost notes.

use std::collections::HashSet;
use std::time::Duration;

use tablee_protocol::{Code, Shared};
use tokio::sync::mpsc::error::TrySendError;

use super::{Hub, lock};
use crate::cluster::{Cluster, ClusterNote, HEARTBEAT};
use crate::store::{Store, StoreError};
use crate::table::{Request, now};

/// When to retry a table that could not be woken.
const RETRY_WAKE_AFTER: Duration = Duration::from_secs(5);

/// A time in which nothing could be stored. No clock runs out because of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outage {
    /// When it began, in milliseconds since 1970.
    pub since: u64,
    /// When it ended; `None` while it lasts.
    pub until: Option<u64>,
}

/// The outage before this start: since the last heartbeat of any server. `None` if another node is alive.
pub(super) async fn outage_before_start(store: &dyn Store, in_cluster: bool) -> Result<Option<Outage>, StoreError> {
    let Some(last) = store.last_heartbeat().await? else { return Ok(None) };
    if in_cluster {
        // A node that is alive records a heartbeat within this time.
        tokio::time::sleep(HEARTBEAT.mul_f32(1.5)).await;
        if store.last_heartbeat().await? != Some(last) {
            return Ok(None);
        }
    }
    // Another node wrote the heartbeat; its clock may run ahead of ours.
    Ok(Some(Outage { since: last.min(now()), until: Some(now()) }))
}

impl Hub {
    /// Records a heartbeat every second, which also detects outages of the store; and wakes tables at their deadlines.
    pub(super) async fn heartbeat_loop(self) {
        let mut last = now();
        loop {
            tokio::time::sleep(HEARTBEAT).await;
            let now = now();
            match self.0.store.record_heartbeat(now).await {
                Ok(()) => {
                    self.on_store_recovered(last, now).await;
                    last = now;
                }
                Err(error) => {
                    tracing::error!(?error, "store outage: cannot record a heartbeat");
                    self.on_store_outage();
                }
            }
            let due: Vec<_> = {
                let mut deadlines = lock(&self.0.deadlines);
                let later = deadlines.split_off(&(now + 1, String::new()));
                std::mem::replace(&mut *deadlines, later).into_iter().collect()
            };
            if !due.is_empty() {
                // In a task of its own: other nodes rely on a heartbeat every second.
                tokio::spawn(self.clone().wake(due));
            }
        }
    }

    /// Loads tables whose deadline has come. Those that cannot be loaded in an outage are tried again soon.
    async fn wake(self, due: Vec<(u64, String)>) {
        for (_, table) in due {
            let woken = self.request(&table, |reply| Request::Summary { reply }).await.and_then(|summary| summary);
            if woken.is_err_and(|problem| problem.code == Code::Unavailable) {
                lock(&self.0.deadlines).insert((now() + RETRY_WAKE_AFTER.as_millis() as u64, table));
            }
        }
    }

    /// Notes that an outage of the store has begun. Workers do not need to know: they watch no clocks.
    pub fn on_store_outage(&self) {
        if self.is_worker() {
            return;
        }
        let mut outage = lock(&self.0.store_outage);
        if !matches!(*outage, Some(Outage { until: None, .. })) {
            *outage = Some(Outage { since: now(), until: None });
        }
    }

    /// Ends the outage of the store, if there is one, and has all tables refund its time. The outage may have begun at
    /// any time after the last heartbeat.
    async fn on_store_recovered(&self, last_heartbeat: u64, now: u64) {
        {
            let mut outage = lock(&self.0.store_outage);
            let Some(Outage { since, until: None }) = *outage else { return };
            *outage = Some(Outage { since: since.min(last_heartbeat), until: Some(now) });
        }
        tracing::info!("the store has recovered");
        for table in self.loaded_tables() {
            let _ = self.send(&table, Request::StoreRecovered).await;
        }
    }

    /// Whether the store cannot be written: the last heartbeat or append has failed.
    pub fn in_store_outage(&self) -> bool {
        matches!(*lock(&self.0.store_outage), Some(Outage { until: None, .. }))
    }

    /// The last outage, if it fell into the current turn at this table.
    pub fn outage_during(&self, shared: &Shared) -> Option<Outage> {
        let outage = *lock(&self.0.store_outage);
        let in_turn = |until: Option<u64>| shared.clocks().is_some_and(|clocks| clocks.since < until.unwrap_or(u64::MAX));
        outage.filter(|outage| in_turn(outage.until))
    }

    /// The ids of all tables in memory.
    fn loaded_tables(&self) -> Vec<String> {
        lock(&self.0.tables).keys().cloned().collect()
    }

    /// Whether a table is in memory on this node.
    pub fn is_loaded(&self, table: &str) -> bool {
        lock(&self.0.tables).get(table).is_some_and(|table| !table.is_closed())
    }

    /// Scans all games, and loads every table that needs it: a bot is to move, a clock runs, a rating is due.
    ///
    /// Tables with a known deadline, or known to wait for a person, are skipped; unless `all` are to be loaded, because
    /// another node has left and what is known here may be old.
    pub async fn wake_unattended_tables(&self, all: bool) {
        let _scan = self.0.scan_lock.lock().await;
        if all {
            // Cleared first: if the store cannot be read now, the next scan loads them all.
            lock(&self.0.idle_tables).clear();
            lock(&self.0.deadlines).clear();
        }
        let (playing, unrated) = match (self.0.store.playing().await, self.0.store.unrated().await) {
            (Ok(playing), Ok(unrated)) => (playing, unrated),
            (Err(error), _) | (_, Err(error)) => {
                tracing::warn!(?error, "cannot scan for unattended tables: the store cannot be read");
                return;
            }
        };
        let known: HashSet<String> = {
            let playing: HashSet<&String> = playing.iter().collect();
            let mut idle_tables = lock(&self.0.idle_tables);
            idle_tables.retain(|table| playing.contains(table));
            lock(&self.0.deadlines).iter().map(|(_, table)| table).chain(idle_tables.iter()).cloned().collect()
        };
        let playing = playing.into_iter().filter(|table| !known.contains(table));
        for table in playing.chain(unrated).filter(|table| !self.is_loaded(table)) {
            // One after the other, so that clients who reconnect meanwhile do not wait.
            let _ = self.request(&table, |reply| Request::Summary { reply }).await;
        }
    }

    /// Notes an unloaded table with a game in progress: its deadline, or that it waits for a person.
    pub fn note_unloaded(&self, table: &str, deadline: Option<u64>) {
        match deadline {
            // Workers wake no tables.
            _ if self.is_worker() => {}
            Some(deadline) => drop(lock(&self.0.deadlines).insert((deadline, table.to_owned()))),
            None if self.cluster().is_some() => drop(lock(&self.0.idle_tables).insert(table.to_owned())),
            None => {}
        }
    }

    /// Compares the versions of all tables in memory with the store. Tables that are behind resync.
    pub async fn resync_with_store(&self) {
        let tables = self.loaded_tables();
        if tables.is_empty() {
            return;
        }
        match self.0.store.versions(&tables).await {
            Ok(versions) => {
                for (table, version) in versions {
                    self.send_if_loaded(&table, Request::StoredVersion { version }).await;
                }
            }
            Err(error) => tracing::warn!(?error, "cannot resync: the store cannot be read"),
        }
    }

    /// Has all tables in memory resync and exchange presence: notes may have been lost while the bus was disconnected.
    pub async fn on_bus_reconnect(&self) {
        for table in self.loaded_tables() {
            self.send_if_loaded(&table, Request::Resync).await;
        }
    }

    /// Calls [`Hub::on_bus_reconnect`] after every reconnect, in a worker. Servers do more then; see `cluster.rs`.
    pub(super) async fn resync_on_bus_reconnect(self) {
        let Some(mut connected) = self.cluster().map(Cluster::connected) else { return };
        while connected.changed().await.is_ok() {
            if *connected.borrow_and_update() {
                self.on_bus_reconnect().await;
            }
        }
    }

    /// Another node has joined: all tables in memory ask for its presence.
    pub async fn on_node_joined(&self) {
        for table in self.loaded_tables() {
            self.send_if_loaded(&table, Request::NodeJoined).await;
        }
    }

    /// Another node has left: all tables in memory forget its presence.
    pub async fn on_node_left(&self, node: &str) {
        for table in self.loaded_tables() {
            self.send_if_loaded(&table, Request::NodeLeft { node: node.to_owned() }).await;
        }
    }

    /// Sends notes to the other nodes, for as long as the process runs.
    pub(super) async fn send_notes(self) {
        if let Some(cluster) = self.cluster() {
            cluster.send_loop().await;
        }
    }

    /// Delivers another node's note to a table, if it is in memory.
    pub fn deliver_note(&self, table: &str, node: &str, note: &[u8]) {
        let loaded = lock(&self.0.tables).get(table).cloned();
        if let Some(loaded) = loaded
            // A copy: a slice would keep the whole message with all its notes in memory.
            && let Err(TrySendError::Full(_)) = loaded.try_send(Request::Note { node: node.to_owned(), note: note.to_vec() })
            && lock(&self.0.overflowed).insert(table.to_owned())
        {
            let (hub, table) = (self.clone(), table.to_owned());
            tokio::spawn(async move {
                // Other tables do not wait for a busy one. Once it has room, it resyncs.
                let room = loaded.reserve().await;
                lock(&hub.0.overflowed).remove(&table);
                room.map(|room| room.send(Request::Resync))
            });
        }
    }

    async fn send_if_loaded(&self, table: &str, request: Request) {
        let loaded = lock(&self.0.tables).get(table).cloned();
        if let Some(loaded) = loaded {
            // A table that is just being unloaded reads the store when it is loaded again.
            let _ = loaded.send(request).await;
        }
    }

    /// Has nodes without the table in memory send a person a turn notice.
    pub fn notify_turn_on_other_nodes(&self, person: &str, table: &str, game: &str, played: u32) {
        if let Some(cluster) = self.cluster() {
            let (person, table, game) = (person.to_owned(), table.to_owned(), game.to_owned());
            cluster.publish_note(&ClusterNote::Turn { person, table, game, played });
        }
    }

    /// Leaves a turn notice to the table, if it is in memory; returns whether it is.
    pub fn forward_turn_to_table(&self, table: &str, played: u32) -> bool {
        let loaded = lock(&self.0.tables).get(table).cloned();
        // If its queue is full, the events that wait there lead to the turn notice.
        loaded.is_some_and(|loaded| !matches!(loaded.try_send(Request::NotifyTurn { played }), Err(TrySendError::Closed(_))))
    }
}
