//! Cluster upkeep: heartbeats, deadlines of unloaded tables, outages of the store, resync after lost notes.

use std::collections::{BTreeSet, HashSet};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use tablee_protocol::{Code, Shared};
use tokio::sync::watch;

use super::{Hub, lock};
use crate::clock::follow_system_clock;
use crate::cluster::HEARTBEAT;
use crate::store::{Store, StoreError};
use crate::table::{LifecycleRequest, NodeRequest, now};

/// When to retry a table that could not be woken.
const RETRY_WAKE_AFTER: Duration = Duration::from_secs(5);

/// A heartbeat that is late by more than this means that the machine was paused.
const PAUSE: Duration = Duration::from_secs(2);

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

/// The state of upkeep: tables that are not in memory, and outages.
pub struct Upkeep {
    /// The deadlines of unloaded tables.
    deadlines: Mutex<BTreeSet<(u64, String)>>,
    /// Unloaded tables with a game in progress and no deadline: a person is to move, and nothing is due until then.
    idle_tables: Mutex<HashSet<String>>,
    /// Serialises full scans of all games.
    scan_lock: tokio::sync::Mutex<()>,
    /// The last outage of the store, or of the machine.
    store_outage: Mutex<Option<Outage>>,
    /// The time of the last heartbeat.
    beats: watch::Sender<Instant>,
}

impl Upkeep {
    /// Nothing known yet, after this outage.
    pub(super) fn after(outage: Option<Outage>) -> Upkeep {
        Upkeep {
            deadlines: Mutex::default(),
            idle_tables: Mutex::default(),
            scan_lock: tokio::sync::Mutex::default(),
            store_outage: Mutex::new(outage),
            beats: watch::Sender::new(Instant::now()),
        }
    }
}

impl Hub {
    /// Records a heartbeat every second, which also detects outages of the store, pauses of the machine and jumps of its
    /// clock; and wakes tables at their deadlines.
    pub(super) async fn heartbeat_loop(self) {
        let (mut last, mut beat) = (now(), Instant::now());
        loop {
            tokio::time::sleep(HEARTBEAT).await;
            // Since the last heartbeat, not since the sleep began: the pause may have come while one was being stored.
            if beat.elapsed() > HEARTBEAT + PAUSE {
                // Nothing ran for a while, as when a virtual machine is paused.
                self.on_pause(last, now()).await;
            }
            beat = Instant::now();
            if let Some((before, after)) = follow_system_clock() {
                self.on_pause(before, after).await;
            }
            self.0.upkeep.beats.send_replace(beat);
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
                let mut deadlines = lock(&self.0.upkeep.deadlines);
                let later = deadlines.split_off(&(now + 1, String::new()));
                std::mem::replace(&mut *deadlines, later).into_iter().collect()
            };
            if !due.is_empty() {
                // In a separate task: other nodes rely on a heartbeat every second.
                tokio::spawn(self.clone().wake(due));
            }
        }
    }

    /// Loads tables whose deadline has come. Those that cannot be loaded in an outage are tried again soon.
    async fn wake(self, due: Vec<(u64, String)>) {
        for (_, table) in due {
            let woken = self.request(&table, |reply| LifecycleRequest::Wake { reply }).await;
            if woken.is_err_and(|problem| problem.code == Code::Unavailable) {
                lock(&self.0.upkeep.deadlines).insert((now() + RETRY_WAKE_AFTER.as_millis() as u64, table));
            }
        }
    }

    /// The server did nothing between these times: all tables refund them.
    async fn on_pause(&self, since: u64, until: u64) {
        tracing::warn!(seconds = (until - since) / 1000, "the machine was paused, or its clock has jumped");
        {
            let mut outage = lock(&self.0.upkeep.store_outage);
            // An outage of the store that lasts is refunded when it ends.
            if matches!(*outage, Some(Outage { until: None, .. })) {
                return;
            }
            *outage = Some(Outage { since, until: Some(until) });
        }
        self.registry().send_to_all(|| LifecycleRequest::StoreRecovered).await;
    }

    /// Waits for the next heartbeat, if the last one is late: a table must not end a game by a deadline before the
    /// heartbeat has seen that the machine was paused.
    pub async fn wait_for_heartbeat(&self) {
        let mut beats = self.0.upkeep.beats.subscribe();
        let late = beats.borrow_and_update().elapsed() > HEARTBEAT + PAUSE / 2;
        if late {
            let _ = tokio::time::timeout(PAUSE, beats.changed()).await;
        }
    }

    /// Notes that an outage of the store has begun.
    pub fn on_store_outage(&self) {
        let mut outage = lock(&self.0.upkeep.store_outage);
        if !matches!(*outage, Some(Outage { until: None, .. })) {
            *outage = Some(Outage { since: now(), until: None });
        }
    }

    /// Ends the outage of the store, if there is one, and has all tables refund its time. The outage may have begun at
    /// any time after the last heartbeat.
    async fn on_store_recovered(&self, last_heartbeat: u64, now: u64) {
        {
            let mut outage = lock(&self.0.upkeep.store_outage);
            let Some(Outage { since, until: None }) = *outage else { return };
            *outage = Some(Outage { since: since.min(last_heartbeat), until: Some(now) });
        }
        tracing::info!("the store has recovered");
        self.registry().send_to_all(|| LifecycleRequest::StoreRecovered).await;
    }

    /// Whether the store cannot be written: the last heartbeat or append has failed.
    pub fn in_store_outage(&self) -> bool {
        matches!(*lock(&self.0.upkeep.store_outage), Some(Outage { until: None, .. }))
    }

    /// The last outage, if it fell into the current turn at this table.
    pub fn outage_during(&self, shared: &Shared) -> Option<Outage> {
        let outage = *lock(&self.0.upkeep.store_outage);
        let in_turn = |until: Option<u64>| shared.clocks().is_some_and(|clocks| clocks.since < until.unwrap_or(u64::MAX));
        outage.filter(|outage| in_turn(outage.until))
    }

    /// Whether there was an outage after a time, or there is one.
    pub fn outage_after(&self, time: u64) -> bool {
        lock(&self.0.upkeep.store_outage).is_some_and(|outage| outage.until.is_none_or(|until| until > time))
    }

    /// Scans all games, and loads every table that needs it: a bot is to move, a clock runs, a rating is due.
    ///
    /// Tables with a known deadline, or known to wait for a person, are skipped; unless `all` are to be loaded, because
    /// another node has left and what is known here may be old.
    pub async fn wake_unattended_tables(&self, all: bool) {
        let _scan = self.0.upkeep.scan_lock.lock().await;
        if all {
            // Cleared first: if the store cannot be read now, the next scan loads them all.
            lock(&self.0.upkeep.idle_tables).clear();
            lock(&self.0.upkeep.deadlines).clear();
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
            let mut idle_tables = lock(&self.0.upkeep.idle_tables);
            idle_tables.retain(|table| playing.contains(table));
            lock(&self.0.upkeep.deadlines).iter().map(|(_, table)| table).chain(idle_tables.iter()).cloned().collect()
        };
        let playing = playing.into_iter().filter(|table| !known.contains(table));
        for table in playing.chain(unrated).filter(|table| !self.registry().is_loaded(table)) {
            // One after the other, so that clients who reconnect meanwhile do not wait.
            let _ = self.request(&table, |reply| LifecycleRequest::Wake { reply }).await;
        }
    }

    /// Notes an unloaded table with a game in progress: its deadline, or that it waits for a person.
    pub fn note_unloaded(&self, table: &str, deadline: Option<u64>) {
        match deadline {
            Some(deadline) => drop(lock(&self.0.upkeep.deadlines).insert((deadline, table.to_owned()))),
            None if self.cluster().is_some() => drop(lock(&self.0.upkeep.idle_tables).insert(table.to_owned())),
            None => {}
        }
    }

    /// Compares the versions of all tables in memory with the store. Tables that are behind resync.
    pub async fn resync_with_store(&self) {
        let tables = self.registry().ids();
        if tables.is_empty() {
            return;
        }
        match self.0.store.versions(&tables).await {
            Ok(versions) => {
                for (table, version) in versions {
                    self.registry().send_if_loaded(&table, NodeRequest::StoredVersion { version }).await;
                }
            }
            Err(error) => tracing::warn!(?error, "cannot resync: the store cannot be read"),
        }
    }

    /// Has all tables in memory resync and exchange presence: notes may have been lost while the bus was disconnected.
    pub async fn on_bus_reconnect(&self) {
        self.registry().send_to_all(|| NodeRequest::Resync).await;
    }

    /// Another node has joined: all tables in memory ask for its presence.
    pub async fn on_node_joined(&self) {
        self.registry().send_to_all(|| NodeRequest::Joined).await;
    }

    /// Another node has left: all tables in memory forget its presence.
    pub async fn on_node_left(&self, node: &str) {
        self.registry().send_to_all(|| NodeRequest::Left { node: node.to_owned() }).await;
    }

    /// Sends notes to the other nodes, for as long as the process runs.
    pub(super) async fn send_notes(self) {
        if let Some(cluster) = self.cluster() {
            cluster.send_loop().await;
        }
    }
}
