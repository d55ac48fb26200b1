//! The hub: all tables in memory and all connections of a process.
//!
//! | file | what is in it |
//! |---|---|
//! | `mod.rs` | starting; requests to tables, which are loaded when needed; graceful shutdown |
//! | `open_table.rs` | opening tables and rematches |
//! | `connections.rs` | connections, turn notices, the lobby, event streams |
//! | `upkeep.rs` | heartbeats, deadlines of unloaded tables, outages of the store, resync, notes of other nodes |
//! | `worker_requests.rs` | requests from workers: load a position, submit a bot's move, rate a game |

mod connections;
mod open_table;
mod upkeep;
mod worker_requests;

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tablee_core::{Text, text};
use tablee_protocol::{Act, Acted, Code, LegalMoves, Problem, Summary, TableView};
use tokio::sync::{mpsc, oneshot, watch};

use crate::bots::Bots;
use crate::bus::Bus;
use crate::cluster::{Cluster, receive_table_notes};
use crate::connection::Connection;
use crate::metrics::Metrics;
use crate::people::Authenticated;
use crate::store::Store;
use crate::table::{Reply, Request, TableTask, now};
use crate::work_queue::JobQueue;
pub use upkeep::Outage;

/// How often a request is sent to a table that is just being unloaded.
const ATTEMPTS: usize = 3;

/// The longest id of a table. Longer ones are refused without a look into the store.
const LONGEST_ID: usize = 32;

/// All tables in memory and all connections of a process. Clones share the same hub.
#[derive(Clone)]
pub struct Hub(Arc<Inner>);

/// The parts of a hub.
pub struct Parts {
    /// Tables, people and heartbeats.
    pub store: Arc<dyn Store>,
    /// The queue of jobs that tables wait for.
    pub jobs: Arc<dyn JobQueue>,
    /// The queue of analyses. They take longer, and no table should wait for them.
    pub analyses: Arc<dyn JobQueue>,
    /// The bus to other nodes, in a cluster.
    pub bus: Option<Arc<dyn Bus>>,
    /// The bots of this process.
    pub bots: Bots,
    /// The metrics of this process.
    pub metrics: Metrics,
    /// Whether the process is a server or a worker.
    pub role: Role,
}

/// The role of a process.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// It serves clients, sends heartbeats and watches deadlines.
    Server,
    /// It does jobs.
    Worker,
}

struct Inner {
    store: Arc<dyn Store>,
    jobs: Arc<dyn JobQueue>,
    analyses: Arc<dyn JobQueue>,
    cluster: Option<Cluster>,
    bots: Bots,
    metrics: Metrics,
    role: Role,
    /// The tables in memory.
    tables: Mutex<HashMap<String, mpsc::Sender<Request>>>,
    /// The deadlines of unloaded tables.
    deadlines: Mutex<BTreeSet<(u64, String)>>,
    /// Unloaded tables with a game in progress and no deadline: a person is to move, and nothing is due until then.
    idle_tables: Mutex<HashSet<String>>,
    /// Tables whose queue was too full for a note. They resync as soon as there is room.
    overflowed: Mutex<HashSet<String>>,
    /// Serialises full scans of all games.
    scan_lock: tokio::sync::Mutex<()>,
    /// Connections with a key, by person.
    people: Mutex<HashMap<String, Vec<Arc<Connection>>>>,
    /// Connections without a key.
    anonymous: Mutex<HashMap<u64, Arc<Connection>>>,
    /// Connections that are subscribed to the lobby.
    lobby: Mutex<HashMap<u64, Arc<Connection>>>,
    /// The last outage of the store.
    store_outage: Mutex<Option<Outage>>,
    /// Whether the server is shutting down. Every socket and event stream holds a receiver while it is open.
    stopping: watch::Sender<bool>,
}

/// Locks a mutex. A panic cannot leave the data half changed, so a poisoned lock is usable.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Hub {
    /// Starts a hub, and resumes all games in progress.
    ///
    /// # Errors
    /// If store or bus do not answer.
    pub async fn start(parts: Parts) -> Result<Hub, Problem> {
        let Parts { store, jobs, analyses, bus, bots, metrics, role } = parts;
        let outage = match role {
            Role::Server => upkeep::outage_before_start(&*store, bus.is_some()).await?,
            Role::Worker => None,
        };
        let cluster = bus.map(Cluster::new);
        // Subscribe before any table is loaded, so that no note about a loaded table is missed.
        let table_notes = match &cluster {
            Some(cluster) => {
                let subscribed = cluster.subscribe_to_table_notes().await;
                Some(subscribed.map_err(|error| Problem::new(Code::Unavailable, error.into()))?)
            }
            None => None,
        };
        let hub = Hub(Arc::new(Inner {
            store,
            jobs,
            analyses,
            cluster,
            bots,
            metrics,
            role,
            tables: Mutex::default(),
            deadlines: Mutex::default(),
            idle_tables: Mutex::default(),
            overflowed: Mutex::default(),
            scan_lock: tokio::sync::Mutex::default(),
            people: Mutex::default(),
            anonymous: Mutex::default(),
            lobby: Mutex::default(),
            store_outage: Mutex::new(outage),
            stopping: watch::Sender::new(false),
        }));
        if let Some(table_notes) = table_notes {
            tokio::spawn(receive_table_notes(hub.clone(), table_notes));
            tokio::spawn(hub.clone().send_notes());
        }
        match role {
            Role::Worker => drop(tokio::spawn(hub.clone().resync_on_bus_reconnect())),
            Role::Server => hub.start_server(outage.is_some()).await?,
        }
        Ok(hub)
    }

    /// Wakes the tables that need it, and starts the heartbeat.
    async fn start_server(&self, after_outage: bool) -> Result<(), Problem> {
        if after_outage && self.cluster().is_some() {
            // Before the first heartbeat: after it, other starting nodes no longer see that there was an outage whose
            // time is to be refunded.
            self.wake_unattended_tables(true).await;
            self.0.store.record_heartbeat(now()).await?;
        } else {
            self.0.store.record_heartbeat(now()).await?;
            let hub = self.clone();
            tokio::spawn(async move { hub.wake_unattended_tables(true).await });
        }
        tokio::spawn(self.clone().heartbeat_loop());
        Ok(())
    }

    /// Tables, people and heartbeats.
    pub fn store(&self) -> &dyn Store {
        &*self.0.store
    }

    /// The queue of jobs that tables wait for.
    pub fn jobs(&self) -> &dyn JobQueue {
        &*self.0.jobs
    }

    /// The queue of analyses.
    pub fn analyses(&self) -> &dyn JobQueue {
        &*self.0.analyses
    }

    /// The cluster, if there are other nodes.
    pub fn cluster(&self) -> Option<&Cluster> {
        self.0.cluster.as_ref()
    }

    /// Whether this process is a worker.
    pub fn is_worker(&self) -> bool {
        self.0.role == Role::Worker
    }

    /// The bots of this process.
    pub fn bots(&self) -> &Bots {
        &self.0.bots
    }

    /// The metrics of this process.
    pub fn metrics(&self) -> &Metrics {
        &self.0.metrics
    }

    /// The number of tables in memory.
    pub fn table_count(&self) -> usize {
        lock(&self.0.tables).len()
    }

    /// The channel to a table. The table is loaded if it is not in memory.
    fn table(&self, id: &str) -> mpsc::Sender<Request> {
        let mut tables = lock(&self.0.tables);
        match tables.get(id).filter(|table| !table.is_closed()) {
            Some(table) => table.clone(),
            None => {
                let (table, requests) = TableTask::channel();
                // The channel is there before the table is loaded, so that notes about newer events wait in it.
                tables.insert(id.to_owned(), table.clone());
                TableTask::load(self.clone(), id, requests);
                table
            }
        }
    }

    /// Sends a request to a table, which is loaded if need be.
    ///
    /// # Errors
    /// If there cannot be such a table, or it is unloaded again and again.
    pub async fn send(&self, table: &str, request: Request) -> Result<(), Problem> {
        if table.len() > LONGEST_ID || !table.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            return Err(no_such_table());
        }
        let mut request = request;
        // If the table is just being unloaded, it is loaded again.
        for _ in 0..ATTEMPTS {
            match self.table(table).send(request).await {
                Ok(()) => return Ok(()),
                Err(back) => request = back.0,
            }
        }
        Err(unreachable_table())
    }

    /// Sends a request to a table, and waits for the reply.
    async fn request<T>(&self, table: &str, request: impl FnOnce(oneshot::Sender<T>) -> Request) -> Result<T, Problem> {
        let (reply, answer) = oneshot::channel();
        self.send(table, request(reply)).await?;
        // The task ended without a reply. The table can be loaded again in a moment.
        answer.await.map_err(|_| unreachable_table())
    }

    /// Removes a table from memory.
    pub fn remove_table(&self, table: &str) {
        lock(&self.0.tables).remove(table);
    }

    /// Removes a table from memory if it is idle; returns whether it was. No task can look up the table between the check
    /// and the removal.
    pub fn remove_table_if(&self, table: &str, idle: impl FnOnce() -> bool) -> bool {
        let mut tables = lock(&self.0.tables);
        let idle = idle();
        if idle {
            tables.remove(table);
        }
        idle
    }

    /// A person acts at a table.
    ///
    /// # Errors
    /// Why the act is refused.
    pub async fn act(&self, table: &str, by: &Authenticated, act: Act) -> Result<Acted, Problem> {
        match act {
            Act::Rematch => {
                let answer = self.rematch(table, &by.person(), None).await?;
                Ok(Acted { events: Vec::new(), answer: Some(answer), turn: None })
            }
            Act::Command(command) => {
                self.request(table, |reply| Request::Act { by: by.person(), command, reply: Reply::Waiting(reply) }).await?
            }
        }
    }

    /// A table with all its events.
    ///
    /// # Errors
    /// If there is no such table, or it is private.
    pub async fn view(&self, table: &str, by: Option<&Authenticated>, invite: Option<&str>) -> Result<TableView, Problem> {
        let (person, invite) = (by.map(|by| by.me.id.clone()), invite.map(str::to_owned));
        self.request(table, |reply| Request::View { person, invite, reply }).await?
    }

    /// The legal moves at a table, for the player whose turn it is.
    ///
    /// # Errors
    /// If it is not this person's turn.
    pub async fn legal_moves(&self, table: &str, by: &Authenticated) -> Result<LegalMoves, Problem> {
        self.request(table, |reply| Request::LegalMoves { by: by.person(), reply }).await?
    }

    /// The record of a table.
    ///
    /// # Errors
    /// If there is no such table, it is private, or the game has not begun.
    pub async fn record(&self, table: &str, by: Option<&Authenticated>, invite: Option<&str>) -> Result<String, Problem> {
        let (person, invite) = (by.map(|by| by.me.id.clone()), invite.map(str::to_owned));
        self.request(table, |reply| Request::Record { person, invite, reply }).await?
    }

    /// The summary of a table, with the seat to move. It is for everyone only if the table is public.
    ///
    /// # Errors
    /// If there is no such table, or it cannot be loaded.
    pub async fn summary(&self, table: &str) -> Result<Summary, Problem> {
        self.request(table, |reply| Request::Summary { reply }).await?
    }

    /// The summaries of tables, with the seat to move.
    ///
    /// # Errors
    /// If a table cannot be loaded.
    pub async fn summaries(&self, tables: &[String]) -> Result<Vec<Summary>, Problem> {
        let mut summaries = Vec::with_capacity(tables.len());
        for table in tables {
            match self.summary(table).await {
                Ok(summary) => summaries.push(summary),
                // It was logged. It must not hide the other tables.
                Err(problem) if problem.code == Code::Damaged => {}
                Err(problem) => return Err(problem),
            }
        }
        Ok(summaries)
    }

    /// Closes an open table, or takes the player to move out of a game, if nothing has happened there since a time.
    ///
    /// # Errors
    /// If the table cannot be loaded, or the event cannot be stored.
    pub async fn expire(&self, table: &str, since: u64) -> Result<(), Problem> {
        self.request(table, |reply| Request::Expire { since, reply }).await?
    }

    /// Unloads a table on all nodes, because its stored events were rewritten.
    pub async fn unload(&self, table: &str) {
        let _ = self.request(table, |reply| Request::Unload { reply }).await;
    }

    /// Whether the server is shutting down. [`Hub::close`] waits until all receivers are dropped.
    pub fn stopping(&self) -> watch::Receiver<bool> {
        self.0.stopping.subscribe()
    }

    /// Graceful shutdown: closes all connections, and waits until they have ended.
    pub async fn close(&self) {
        self.0.stopping.send_replace(true);
        for connections in lock(&self.0.people).values() {
            connections.iter().for_each(|connection| connection.close());
        }
        lock(&self.0.anonymous).values().for_each(|connection| connection.close());
        self.0.stopping.closed().await;
    }
}

fn invalid(why: Text) -> Problem {
    Problem::new(Code::Invalid, why)
}

fn no_such_table() -> Problem {
    Problem::new(Code::Unknown, text!("there is no such table", "cette table n’existe pas"))
}

fn unreachable_table() -> Problem {
    Problem::new(Code::Unavailable, text!("the table cannot be reached", "la table est injoignable"))
}
