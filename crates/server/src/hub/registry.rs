//! The registry of tables in memory: a channel to the task of each.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex};

use tokio::sync::mpsc;
use tokio::sync::mpsc::error::TrySendError;

use super::lock;
use crate::table::{LifecycleRequest, NodeRequest, Request};

/// The tables in memory. Clones share the same registry.
#[derive(Clone, Default)]
pub struct Registry(Arc<Inner>);

#[derive(Default)]
struct Inner {
    tables: Mutex<HashMap<String, mpsc::Sender<Request>>>,
    /// Tables whose queue was too full for a note. They resync as soon as there is room.
    overflowed: Mutex<HashSet<String>>,
    idle: Mutex<IdleTables>,
    /// How many tables may be idle.
    most_idle: Option<NonZeroU32>,
}

/// The tables that nobody watches and that wait for nothing, by the order in which they were last used.
#[derive(Default)]
struct IdleTables {
    last: u64,
    in_order: BTreeMap<u64, String>,
}

/// The place of a table among the idle ones, until it is dropped.
pub struct IdlePlace {
    registry: Registry,
    number: u64,
}

impl Drop for IdlePlace {
    fn drop(&mut self) {
        lock(&self.registry.0.idle).in_order.remove(&self.number);
    }
}

impl Registry {
    /// An empty registry, where so many tables may be idle.
    pub fn new(most_idle: Option<NonZeroU32>) -> Registry {
        Registry(Arc::new(Inner { most_idle, ..Inner::default() }))
    }

    /// A table was used, and is idle from now on. If too many are, the one that was not used for longest is unloaded.
    pub fn on_idle(&self, table: &str) -> IdlePlace {
        let (number, oldest) = {
            let mut idle = lock(&self.0.idle);
            idle.last += 1;
            let number = idle.last;
            idle.in_order.insert(number, table.to_owned());
            let too_many = self.0.most_idle.is_some_and(|most| idle.in_order.len() > most.get() as usize);
            (number, too_many.then(|| idle.in_order.pop_first()).flatten())
        };
        if let Some(task) = oldest.and_then(|(_, oldest)| self.get(&oldest)) {
            // A table with a full queue is not idle.
            let _ = task.try_send(LifecycleRequest::UnloadIfIdle.into());
        }
        IdlePlace { registry: self.clone(), number }
    }

    /// The number of tables in memory.
    pub fn len(&self) -> usize {
        lock(&self.0.tables).len()
    }

    /// The ids of all tables in memory.
    pub fn ids(&self) -> Vec<String> {
        lock(&self.0.tables).keys().cloned().collect()
    }

    pub fn insert(&self, table: &str, task: mpsc::Sender<Request>) {
        lock(&self.0.tables).insert(table.to_owned(), task);
    }

    /// The channel to a table. If it is not in memory, `load` makes it.
    pub fn get_or_load(&self, table: &str, load: impl FnOnce() -> mpsc::Sender<Request>) -> mpsc::Sender<Request> {
        let mut tables = lock(&self.0.tables);
        match tables.get(table).filter(|task| !task.is_closed()) {
            Some(task) => task.clone(),
            None => {
                let task = load();
                tables.insert(table.to_owned(), task.clone());
                task
            }
        }
    }

    /// The channel to a table, if it is in memory.
    fn get(&self, table: &str) -> Option<mpsc::Sender<Request>> {
        lock(&self.0.tables).get(table).cloned()
    }

    /// Whether a table is in memory.
    pub fn is_loaded(&self, table: &str) -> bool {
        self.get(table).is_some_and(|task| !task.is_closed())
    }

    pub fn remove(&self, table: &str) {
        lock(&self.0.tables).remove(table);
    }

    /// Removes a table if it is idle; returns whether it was. No task can look up the table between the check and the
    /// removal.
    pub fn remove_if(&self, table: &str, idle: impl FnOnce() -> bool) -> bool {
        let mut tables = lock(&self.0.tables);
        let idle = idle();
        if idle {
            tables.remove(table);
        }
        idle
    }

    /// Sends a request to a table, if it is in memory.
    pub async fn send_if_loaded(&self, table: &str, request: impl Into<Request>) {
        if let Some(task) = self.get(table) {
            // A table that is just being unloaded reads the store when it is loaded again.
            let _ = task.send(request.into()).await;
        }
    }

    /// Sends a request to each table in memory.
    pub async fn send_to_all<R: Into<Request>>(&self, request: impl Fn() -> R) {
        for table in self.ids() {
            self.send_if_loaded(&table, request()).await;
        }
    }

    /// Delivers another node's note to a table, if it is in memory.
    pub fn deliver_note(&self, table: &str, node: &str, note: &[u8]) {
        let Some(task) = self.get(table) else { return };
        // A copy: a slice would keep the whole message with all its notes in memory.
        let note = NodeRequest::Note { node: node.to_owned(), note: note.to_vec() };
        if let Err(TrySendError::Full(_)) = task.try_send(note.into())
            && lock(&self.0.overflowed).insert(table.to_owned())
        {
            let (registry, table) = (self.clone(), table.to_owned());
            tokio::spawn(async move {
                // Other tables do not wait for a busy one. Once it has room, it resyncs.
                let room = task.reserve().await;
                lock(&registry.0.overflowed).remove(&table);
                room.map(|room| room.send(NodeRequest::Resync.into()))
            });
        }
    }

    /// Leaves a turn notice to the table, if it is in memory; returns whether it is.
    pub fn forward_turn(&self, table: &str, played: u32) -> bool {
        let request = NodeRequest::NotifyTurn { played };
        // If its queue is full, the events that wait there lead to the turn notice.
        self.get(table).is_some_and(|task| !matches!(task.try_send(request.into()), Err(TrySendError::Closed(_))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::TableTask;

    #[test]
    fn the_table_that_was_not_used_for_longest_is_asked_to_unload() {
        let registry = Registry::new(NonZeroU32::new(2));
        let mut requests: Vec<_> = ["a", "b", "c"]
            .map(|table| {
                let (task, requests) = TableTask::channel();
                registry.insert(table, task);
                requests
            })
            .into();
        let mut places: Vec<_> = ["a", "b"].map(|table| registry.on_idle(table)).into();
        // It is used again.
        drop(places.remove(0));
        places.push(registry.on_idle("a"));
        assert!(requests.iter_mut().all(|requests| requests.try_recv().is_err()));
        places.push(registry.on_idle("c"));
        let asked = requests.iter_mut().map(|requests| requests.try_recv().is_ok());
        assert_eq!(asked.collect::<Vec<_>>(), [false, true, false]);
        drop(places);
        assert!(lock(&registry.0.idle).in_order.is_empty());
    }
}
