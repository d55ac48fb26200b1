//! Cluster upkeep: heartbeats, deadlines of unloaded tables, outages of the store, resync after lost notes.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use tablee_protocol::{Code, Shared};
use tokio::sync::watch;

use super::{Hub, lock};
use crate::clock::follow_system_clock;
use crate::cluster::HEARTBEAT;
use crate::secrets;
use crate::store::{Cursor, Store, StoreError, TurnRow};
use crate::table::{LifecycleRequest, NodeRequest, now};

/// When to retry a table that could not be woken.
const RETRY_WAKE_AFTER: Duration = Duration::from_secs(5);

/// A heartbeat that is late by more than this means that the machine was paused.
const PAUSE: Duration = Duration::from_secs(2);

/// How many words of 16 characters are written to see whether there is room for appends again: 256 KiB.
const PROBE_WORDS: usize = 16 * 1024;

/// How many games a scan of all reads at once.
const SCAN_PAGE: u32 = 500;

/// How often the seats to move of unloaded tables are stored, and how many at once.
const NOTE_TURNS_EVERY: Duration = Duration::from_millis(250);
const MOST_TURNS: usize = 200;

/// A time in which nothing could be stored. No clock runs out because of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outage {
    /// When it began, in milliseconds since 1970.
    pub since: u64,
    /// When it ended; `None` while it lasts.
    pub until: Option<u64>,
}

impl Outage {
    /// Whether some of it fell into the current turn at a table.
    fn falls_into_turn(self, shared: &Shared) -> bool {
        shared.clocks().is_some_and(|clocks| clocks.since < self.until.unwrap_or(u64::MAX))
    }
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
    /// The seats to move of unloaded tables that are still to be noted in the store.
    turns: Mutex<BTreeMap<String, TurnRow>>,
    /// Serialises full scans of all games.
    scan_lock: tokio::sync::Mutex<()>,
    /// The last outage of the store, or of the machine.
    store_outage: Mutex<Option<Outage>>,
    /// An append has failed, and nothing as long was written since.
    appends_fail: AtomicBool,
    /// The time since which a node that left was silent, until it was noted. Its players could not move.
    departure: Mutex<Option<Outage>>,
    /// The time of the last heartbeat.
    beats: watch::Sender<Instant>,
}

impl Upkeep {
    /// Nothing known yet, after this outage.
    pub(super) fn after(outage: Option<Outage>) -> Upkeep {
        Upkeep {
            deadlines: Mutex::default(),
            idle_tables: Mutex::default(),
            turns: Mutex::default(),
            scan_lock: tokio::sync::Mutex::default(),
            store_outage: Mutex::new(outage),
            appends_fail: AtomicBool::new(false),
            departure: Mutex::default(),
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
                if self.note_pause(last, now()) {
                    self.refund_all().await;
                }
            }
            beat = Instant::now();
            if let Some(true) = follow_system_clock(|before, after| self.note_pause(before, after)) {
                self.refund_all().await;
            }
            self.0.upkeep.beats.send_replace(beat);
            let now = now();
            match self.record_heartbeat(now).await {
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

    /// Records a heartbeat. While appends fail, only after a longer write has succeeded: a full disk may have room for a
    /// heartbeat, and none for appends.
    async fn record_heartbeat(&self, now: u64) -> Result<(), StoreError> {
        let appends_fail = &self.0.upkeep.appends_fail;
        if appends_fail.swap(false, Ordering::SeqCst) {
            let filler: String = (0..PROBE_WORDS).map(|_| format!("{:016x}", secrets::random_u64())).collect();
            if let Err(error) = self.0.store.write_probe(&filler).await {
                appends_fail.store(true, Ordering::SeqCst);
                return Err(error);
            }
        }
        self.0.store.record_heartbeat(now).await
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

    /// Notes that the server did nothing between these times. Returns whether tables are to refund them now: an outage of
    /// the store that lasts is refunded when it ends.
    fn note_pause(&self, since: u64, until: u64) -> bool {
        tracing::warn!(seconds = (until - since) / 1000, "the machine was paused, or its clock has jumped");
        let mut outage = lock(&self.0.upkeep.store_outage);
        if matches!(*outage, Some(Outage { until: None, .. })) {
            return false;
        }
        *outage = Some(Outage { since, until: Some(until) });
        true
    }

    /// All tables refund the last outage.
    async fn refund_all(&self) {
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

    /// Notes that an append has failed: an outage of the store has begun.
    pub fn on_append_failed(&self) {
        self.0.upkeep.appends_fail.store(true, Ordering::SeqCst);
        self.on_store_outage();
    }

    /// Notes that an outage of the store has begun.
    fn on_store_outage(&self) {
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
        self.refund_all().await;
    }

    /// Whether the store cannot be written: the last heartbeat or append has failed.
    pub fn in_store_outage(&self) -> bool {
        matches!(*lock(&self.0.upkeep.store_outage), Some(Outage { until: None, .. }))
    }

    /// The last outage, if it fell into the current turn at this table.
    pub fn outage_during(&self, shared: &Shared) -> Option<Outage> {
        let outage = *lock(&self.0.upkeep.store_outage);
        outage.filter(|outage| outage.falls_into_turn(shared))
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
        if let Err(error) = self.scan().await {
            tracing::warn!(?error, "cannot scan for unattended tables: the store cannot be read");
        }
    }

    /// Goes through all games in progress and all games to be rated, a page at a time, and loads those tables of which
    /// nothing is known.
    async fn scan(&self) -> Result<(), StoreError> {
        let idle: HashSet<String> = lock(&self.0.upkeep.idle_tables).clone();
        let due: HashSet<String> = lock(&self.0.upkeep.deadlines).iter().map(|(_, table)| table.clone()).collect();
        let mut still_idle = HashSet::new();
        for public in [true, false] {
            let mut after = None;
            loop {
                let page = self.0.store.playing(public, after.as_ref(), SCAN_PAGE).await?;
                for Cursor { table, .. } in &page {
                    if idle.contains(table) {
                        still_idle.insert(table.clone());
                    } else if !due.contains(table) {
                        self.wake_unless_loaded(table).await;
                    }
                }
                if page.len() < SCAN_PAGE as usize {
                    break;
                }
                after = page.into_iter().next_back();
            }
        }
        // Those that were noted meanwhile stay.
        lock(&self.0.upkeep.idle_tables).retain(|table| still_idle.contains(table) || !idle.contains(table));
        let mut after = None;
        loop {
            let page = self.0.store.unrated(after.as_ref(), SCAN_PAGE).await?;
            for Cursor { table, .. } in &page {
                self.wake_unless_loaded(table).await;
            }
            if page.len() < SCAN_PAGE as usize {
                return Ok(());
            }
            after = page.into_iter().next_back();
        }
    }

    /// Loads a table. One after the other, so that clients who reconnect meanwhile do not wait.
    async fn wake_unless_loaded(&self, table: &str) {
        if !self.registry().is_loaded(table) {
            let _ = self.request(table, |reply| LifecycleRequest::Wake { reply }).await;
        }
    }

    /// Notes the seat to move of a table that is being unloaded. It is stored soon, with those of others.
    pub fn note_turn(&self, turn: TurnRow) {
        lock(&self.0.upkeep.turns).insert(turn.table.clone(), turn);
    }

    /// Stores the noted seats to move, for as long as the process runs. If it fails they are lost, and a table is loaded
    /// when somebody lists it.
    pub(super) async fn note_turns_loop(self) {
        loop {
            tokio::time::sleep(NOTE_TURNS_EVERY).await;
            let some: Vec<TurnRow> = {
                let mut turns = lock(&self.0.upkeep.turns);
                std::iter::from_fn(|| turns.pop_first()).take(MOST_TURNS).map(|(_, turn)| turn).collect()
            };
            if !some.is_empty()
                && let Err(error) = self.0.store.note_turns(&some).await
            {
                tracing::debug!(?error, "cannot note whose turn it is");
            }
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

    /// Another node has left, after it was silent for a while: all tables in memory forget its presence. Its players get
    /// that time back, since they could not move; so do those at tables that are loaded now because of it.
    pub async fn on_node_left(&self, node: &str, silent: Duration) {
        let now = now();
        let since = now.saturating_sub(u64::try_from(silent.as_millis()).unwrap_or(u64::MAX));
        *lock(&self.0.upkeep.departure) = Some(Outage { since, until: Some(now) });
        self.registry().send_to_all(|| NodeRequest::Left { node: node.to_owned(), since }).await;
    }

    /// The time in which a node that left was silent, if it fell into the current turn at this table.
    pub fn departure_during(&self, shared: &Shared) -> Option<Outage> {
        let departure = *lock(&self.0.upkeep.departure);
        departure.filter(|silence| silence.falls_into_turn(shared))
    }

    /// Sends notes to the other nodes, for as long as the process runs.
    pub(super) async fn send_notes(self) {
        if let Some(cluster) = self.cluster() {
            cluster.send_loop().await;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tablee_protocol::{Act, Clock, Command, Event, Me, NewTable, Scope, SeatPlan};
    use tokio::time::{sleep, timeout};

    use super::*;
    use crate::clock::set_system_clock_ahead;
    use crate::hub::Parts;
    use crate::limits::{Address, SpectatorCaps};
    use crate::people::Authenticated;
    use crate::store::sqlite::Sqlite;
    use crate::work_queue::JobQueue;
    use crate::work_queue::local::LocalJobQueue;

    const TIMEOUT: Duration = Duration::from_secs(30);

    async fn hub(store: Arc<dyn Store>) -> Hub {
        let queue = || Arc::new(LocalJobQueue::default()) as Arc<dyn JobQueue>;
        let parts = Parts {
            store,
            jobs: queue(),
            analyses: queue(),
            bus: None,
            metrics: Default::default(),
            claim_after: Duration::from_secs(60),
            spectators: SpectatorCaps { of_table: None, of_address: None },
            idle_tables: None,
        };
        Hub::start(parts).await.expect("it starts")
    }

    fn person(name: &str) -> Authenticated {
        let scopes = vec![Scope::Play];
        Authenticated { me: Me { id: name.to_owned(), name: name.to_owned(), account: false, scopes }, key: String::new() }
    }

    /// A game of Rumis between Anna, who is to move, and Bob, with a minute each.
    async fn game(hub: &Hub) -> String {
        let new = NewTable {
            game: "rumis".to_owned(),
            options: [("players".to_owned(), "2".to_owned())].into(),
            clock: Clock::Game { seconds: 60, increment: 0 },
            public: true,
            rated: false,
            seats: vec![SeatPlan::Me, SeatPlan::Open],
            salt: None,
        };
        let table = hub.open(&person("anna"), new).await.expect("it opens").table;
        let sit = Command::Sit { seat: None, salt: None, invite: None };
        hub.act(&table, &person("bob"), Act::Command(sit)).await.expect("the seat is free");
        hub.act(&table, &person("anna"), Act::Command(Command::Begin)).await.expect("all seats are taken");
        table
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn nobody_loses_on_time_when_the_clock_of_the_system_jumps() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = Sqlite::open(&folder.path().join("tablee.db"), Default::default()).await.expect("it opens");
        let hub = hub(Arc::new(store)).await;
        let table = game(&hub).await;
        let (before, hour) = (now(), Duration::from_secs(3600));
        set_system_clock_ahead(hour);
        let follows = async {
            while now() < before + 3_600_000 {
                sleep(Duration::from_millis(5)).await;
            }
        };
        timeout(TIMEOUT, follows).await.expect("the server follows the clock of the system");
        let refunded = async {
            loop {
                let events = hub.view(&table, None, None, 0).await.expect("it is public").events;
                assert!(!events.iter().any(|event| matches!(event.event, Event::Flagged { .. })), "Anna has lost on time");
                if let Some(ms) = events.iter().find_map(|event| match &event.event {
                    Event::Clock { ms } => Some(ms.clone()),
                    _ => None,
                }) {
                    return ms;
                }
                sleep(Duration::from_millis(5)).await;
            }
        };
        let left = timeout(TIMEOUT, refunded).await.expect("the time is refunded");
        assert!(left[0] > 50_000 && left[1] == 60_000, "{left:?}");
        let legal = hub
            .legal_moves(&table, &person("anna"), Address(std::net::Ipv4Addr::LOCALHOST.into()))
            .await
            .expect("it is her turn");
        let mv = Command::Move { v: legal.v, mv: legal.moves[0].mv.clone() };
        hub.act(&table, &person("anna"), Act::Command(mv)).await.expect("she has time left");
    }
}
