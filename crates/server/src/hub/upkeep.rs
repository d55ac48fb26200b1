//! What follows from there being other nodes, and from the store having been away.

use std::collections::HashSet;
use std::time::Duration;

use tablee_protocol::{Code, Shared};
use tokio::sync::mpsc::error::TrySendError;

use super::{Hub, lock};
use crate::cluster::{Cluster, ClusterNote, HEARTBEAT};
use crate::store::{Store, StoreError};
use crate::table::{Request, now};

/// After how long a table is woken again that could not be.
const TRY_AGAIN: Duration = Duration::from_secs(5);

/// When nothing could be stored before this start: from the last sign of life on. Nothing, if another node is alive.
pub(super) async fn outage_before_start(store: &dyn Store, among_others: bool) -> Result<Option<(u64, Option<u64>)>, StoreError> {
    let Some(last) = store.last_alive().await? else { return Ok(None) };
    if among_others {
        // Whoever is alive says so in the meantime.
        tokio::time::sleep(HEARTBEAT.mul_f32(1.5)).await;
        if store.last_alive().await? != Some(last) {
            return Ok(None);
        }
    }
    // Whoever noted it may have had a clock that was ahead.
    Ok(Some((last.min(now()), Some(now()))))
}

impl Hub {
    /// Notes that the server is alive, and wakes tables whose time has run out.
    pub(super) async fn heartbeat_loop(self) {
        let mut noted = now();
        loop {
            tokio::time::sleep(HEARTBEAT).await;
            let now = now();
            match self.0.store.note_alive(now).await {
                Ok(()) => {
                    self.on_store_recovered(noted, now).await;
                    noted = now;
                }
                Err(error) => {
                    tracing::error!(?error, "the store cannot be reached");
                    self.on_store_outage();
                }
            }
            let due: Vec<_> = {
                let mut deadlines = lock(&self.0.deadlines);
                let later = deadlines.split_off(&(now + 1, String::new()));
                std::mem::replace(&mut *deadlines, later).into_iter().collect()
            };
            if !due.is_empty() {
                // Beside this, since others rest on hearing every second that this one is alive.
                tokio::spawn(self.clone().wake(due));
            }
        }
    }

    /// Wakes tables whose time has run out. Those that cannot be woken now, since the store is away, are soon tried again.
    async fn wake(self, due: Vec<(u64, String)>) {
        for (_, table) in due {
            let woken = self.ask(&table, |reply| Request::Summary { reply }).await.and_then(|summary| summary);
            if woken.is_err_and(|problem| problem.code == Code::Unavailable) {
                lock(&self.0.deadlines).insert((now() + TRY_AGAIN.as_millis() as u64, table));
            }
        }
    }

    /// Nothing can be stored: until it can, no clock runs out. (Workers look after no clocks.)
    pub fn on_store_outage(&self) {
        if self.is_worker() {
            return;
        }
        let mut away = lock(&self.0.store_outage);
        if !matches!(*away, Some((_, None))) {
            *away = Some((now(), None));
        }
    }

    /// Things can be stored again. If they could not, that time does not count.
    async fn on_store_recovered(&self, noted: u64, now: u64) {
        {
            let mut away = lock(&self.0.store_outage);
            let Some((since, None)) = *away else { return };
            *away = Some((since.min(noted), Some(now)));
        }
        tracing::info!("things can be stored again");
        for table in self.loaded_tables() {
            let _ = self.send(&table, Request::StoreRecovered).await;
        }
    }

    /// From and until when nothing could be stored, if that was so while somebody at this table was thinking.
    pub fn outage_during(&self, shared: &Shared) -> Option<(u64, Option<u64>)> {
        let away = *lock(&self.0.store_outage);
        away.filter(|(_, until)| shared.clocks().is_some_and(|clocks| clocks.since < until.unwrap_or(u64::MAX)))
    }

    /// The ids of all tables in memory.
    fn loaded_tables(&self) -> Vec<String> {
        lock(&self.0.tables).keys().cloned().collect()
    }

    /// Whether a table is in memory here.
    pub fn is_loaded(&self, table: &str) -> bool {
        lock(&self.0.tables).get(table).is_some_and(|table| !table.is_closed())
    }

    /// Wakes every table where there is something to do that nobody may be doing: bots think on, clocks run on, ratings change. Those of
    /// which it is known when there will be something to do, or that somebody has to move, only if `all` are to be woken: when another
    /// node is gone, what is known here may be old.
    pub async fn wake_unattended_tables(&self, all: bool) {
        let _alone = self.0.scan_lock.lock().await;
        if all {
            // Forgotten first: if the store cannot be read now, the next look wakes them all.
            lock(&self.0.idle_tables).clear();
            lock(&self.0.deadlines).clear();
        }
        let (playing, unrated) = match (self.0.store.playing().await, self.0.store.unrated().await) {
            (Ok(playing), Ok(unrated)) => (playing, unrated),
            (Err(error), _) | (_, Err(error)) => {
                tracing::warn!(?error, "the store cannot be read");
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
            // One after the other, so that people who come back meanwhile do not wait.
            let _ = self.ask(&table, |reply| Request::Summary { reply }).await;
        }
    }

    /// Remembers of a table that is let go when it is to be woken, or that it need not be.
    pub fn note_unloaded(&self, table: &str, deadline: Option<u64>) {
        match deadline {
            // Nobody would wake it.
            _ if self.is_worker() => {}
            Some(deadline) => drop(lock(&self.0.deadlines).insert((deadline, table.to_owned()))),
            None if self.cluster().is_some() => drop(lock(&self.0.idle_tables).insert(table.to_owned())),
            None => {}
        }
    }

    /// Lets every table in memory look into the store if it has missed something.
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
            Err(error) => tracing::warn!(?error, "the store cannot be read"),
        }
    }

    /// The other nodes can be heard again: every table in memory looks what it has missed, and tells who is there.
    pub async fn on_bus_reconnect(&self) {
        for table in self.loaded_tables() {
            self.send_if_loaded(&table, Request::Resync).await;
        }
    }

    /// The same each time, for as long as the program runs. (Servers have more to do then, and see to it themselves.)
    pub(super) async fn resync_on_bus_reconnect(self) {
        let Some(mut connected) = self.cluster().map(Cluster::connected) else { return };
        while connected.changed().await.is_ok() {
            if *connected.borrow_and_update() {
                self.on_bus_reconnect().await;
            }
        }
    }

    /// A node is there that was not: who is there with it?
    pub async fn on_node_joined(&self) {
        for table in self.loaded_tables() {
            self.send_if_loaded(&table, Request::NodeJoined).await;
        }
    }

    /// Another node is gone, and everyone who was there.
    pub async fn on_node_left(&self, node: &str) {
        for table in self.loaded_tables() {
            self.send_if_loaded(&table, Request::NodeLeft { node: node.to_owned() }).await;
        }
    }

    /// Sends the other nodes what they are to be told, for as long as the program runs.
    pub(super) async fn send_notes(self) {
        if let Some(cluster) = self.cluster() {
            cluster.send_loop().await;
        }
    }

    /// Lets a table in memory hear what another node says about it.
    pub fn deliver_note(&self, table: &str, node: &str, note: &[u8]) {
        let there = lock(&self.0.tables).get(table).cloned();
        if let Some(there) = there
            // A copy, since the message has notes about others in it too, and is not to be kept for this one.
            && let Err(TrySendError::Full(_)) = there.try_send(Request::Note { node: node.to_owned(), note: note.to_vec() })
            && lock(&self.0.overflowed).insert(table.to_owned())
        {
            let (hub, table) = (self.clone(), table.to_owned());
            tokio::spawn(async move {
                // Nobody else waits for a table that is busy. Once it has time it is told that it missed something.
                let place = there.reserve().await;
                lock(&hub.0.overflowed).remove(&table);
                place.map(|place| place.send(Request::Resync))
            });
        }
    }

    async fn send_if_loaded(&self, table: &str, request: Request) {
        let there = lock(&self.0.tables).get(table).cloned();
        if let Some(there) = there {
            // If it is let go just now, it will read everything anew when it is needed.
            let _ = there.send(request).await;
        }
    }

    /// Tells somebody that it is their turn, on the nodes where the table is not in memory.
    pub fn tell_turn_elsewhere(&self, person: &str, table: &str, game: &str, played: u32) {
        if let Some(cluster) = self.cluster() {
            let (person, table, game) = (person.to_owned(), table.to_owned(), game.to_owned());
            cluster.publish_note(&ClusterNote::Turn { person, table, game, played });
        }
    }

    /// Leaves it to a table in memory to tell whose turn it is; tells whether there is one.
    pub fn forward_turn_to_table(&self, table: &str, played: u32) -> bool {
        let there = lock(&self.0.tables).get(table).cloned();
        // One that has no time just now has more to tell than this.
        there.is_some_and(|there| !matches!(there.try_send(Request::NotifyTurn { played }), Err(TrySendError::Closed(_))))
    }
}
