//! The hub: what the tasks of a server share. Each room of it has a file.
//!
//! | file | what is in it |
//! |---|---|
//! | `mod.rs` | starting; requests to tables, which are loaded when needed |
//! | `registry.rs` | the tables in memory |
//! | `opening.rs` | opening tables |
//! | `connections.rs` | connections, turn notices, event streams |
//! | `lobby.rs` | the lobby: what it shows, and its changes |
//! | `upkeep.rs` | heartbeats, deadlines of unloaded tables, outages of the store, resync |
//! | `shutdown.rs` | closing all connections before the process ends |

mod connections;
mod lobby;
mod opening;
mod registry;
mod shutdown;
mod upkeep;

use std::collections::HashSet;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tablee_core::{Text, text};
use tablee_protocol::{Act, Acted, Code, Command, LegalMoves, Problem, Progress, Scope, Summary, TableView};
use tokio::sync::{Semaphore, oneshot};

use crate::addresses::LastAddresses;
use crate::blocking::{self, BlockingPool};
use crate::bus::Bus;
use crate::cluster::{Cluster, receive_table_notes};
use crate::connection::Connection;
use crate::job_permits::JobPermits;
use crate::limits::{Address, Resyncs, SpectatorCaps};
use crate::metrics::Metrics;
use crate::people::Authenticated;
use crate::store::Store;
use crate::table::{Answer, LifecycleRequest, PersonRequest, Reply, Request, TableTask, fit_into_page, now};
use crate::work_queue::JobQueue;
use connections::Connections;
pub use lobby::LOBBY_WATCHED_EVERY;
use lobby::Lobby;
pub use opening::NewTablePlan;
pub use registry::IdlePlace;
use registry::Registry;
use shutdown::Shutdown;
use upkeep::Upkeep;

/// How often a request is sent to a table that is just being unloaded.
const ATTEMPTS: usize = 3;

/// How many lists of legal moves may wait for a core. Each takes little time.
const MOVES_QUEUE: usize = 512;

/// The longest id of a table. Longer ones are refused without a look into the store.
const LONGEST_ID: usize = 32;

/// State that the tasks of a server share. Clones share the same hub.
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
    /// The metrics of this process.
    pub metrics: Metrics,
    /// How long the player to move must be away before others may claim the game.
    pub claim_after: Duration,
    /// How many may watch a table.
    pub spectators: SpectatorCaps,
    /// How many tables stay in memory that nobody watches.
    pub idle_tables: Option<NonZeroU32>,
}

struct Inner {
    store: Arc<dyn Store>,
    jobs: Arc<dyn JobQueue>,
    analyses: Arc<dyn JobQueue>,
    cluster: Option<Cluster>,
    metrics: Metrics,
    claim_after: Duration,
    registry: Registry,
    connections: Connections,
    lobby: Lobby,
    upkeep: Upkeep,
    shutdown: Shutdown,
    addresses: LastAddresses,
    job_permits: JobPermits,
    spectators: SpectatorCaps,
    /// Lists legal moves.
    moves: BlockingPool,
    resyncs: Resyncs,
    /// The cores that stored tables are played through on.
    loads: Semaphore,
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
        let Parts { store, jobs, analyses, bus, metrics, claim_after, spectators, idle_tables } = parts;
        let outage = upkeep::outage_before_start(&*store, bus.is_some()).await?;
        let addresses = LastAddresses::open(&*store).await?;
        let cluster = bus.map(Cluster::new);
        // Subscribe before any table is loaded, so that no note about a loaded table is missed.
        let mut table_notes = Vec::new();
        if let Some(cluster) = &cluster {
            for subject in cluster.table_subjects() {
                let subscribed = cluster.subscribe(&subject).await;
                let subscribed = subscribed.map_err(|error| Problem::new(Code::Unavailable, error.into()))?;
                table_notes.push((subject, subscribed));
            }
        }
        let hub = Hub(Arc::new(Inner {
            store,
            jobs,
            analyses,
            cluster,
            metrics,
            claim_after,
            registry: Registry::new(idle_tables),
            connections: Connections::default(),
            lobby: Lobby::default(),
            upkeep: Upkeep::after(outage),
            shutdown: Shutdown::default(),
            addresses,
            job_permits: JobPermits::default(),
            spectators,
            moves: BlockingPool::with_queue(MOVES_QUEUE),
            resyncs: Resyncs::default(),
            loads: Semaphore::new(std::thread::available_parallelism().map_or(1, |cores| cores.get() / 2).max(1)),
        }));
        for (subject, messages) in table_notes {
            tokio::spawn(receive_table_notes(hub.clone(), subject, messages));
        }
        tokio::spawn(hub.clone().send_notes());
        tokio::spawn(hub.clone().lobby_loop());
        tokio::spawn(hub.clone().note_turns_loop());
        hub.start_upkeep(outage.is_some()).await?;
        Ok(hub)
    }

    /// Wakes the tables that need it, and starts the heartbeat.
    async fn start_upkeep(&self, after_outage: bool) -> Result<(), Problem> {
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

    /// The permits to push bots' jobs.
    pub fn job_permits(&self) -> &JobPermits {
        &self.0.job_permits
    }

    /// The queue of analyses.
    pub fn analyses(&self) -> &dyn JobQueue {
        &*self.0.analyses
    }

    /// The cluster, if there are other nodes.
    pub fn cluster(&self) -> Option<&Cluster> {
        self.0.cluster.as_ref()
    }

    /// The metrics of this process.
    pub fn metrics(&self) -> &Metrics {
        &self.0.metrics
    }

    /// How long the player to move must be away before others may claim the game. Without a clock it is longer.
    pub fn claim_after(&self) -> Duration {
        self.0.claim_after
    }

    /// The addresses that people came from last.
    pub fn addresses(&self) -> &LastAddresses {
        &self.0.addresses
    }

    /// How many may watch a table.
    pub fn spectator_caps(&self) -> SpectatorCaps {
        self.0.spectators
    }

    /// How often refused acts have the store read.
    pub fn resyncs(&self) -> &Resyncs {
        &self.0.resyncs
    }

    /// Does work for which a stored game is played through: few at a time, on threads of its own.
    ///
    /// # Errors
    /// If the work panicked.
    pub async fn load<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Problem> {
        let _core = self.0.loads.acquire().await.map_err(|_| unreachable_table())?;
        tokio::task::spawn_blocking(work).await.map_err(|error| blocking::failed(&error))
    }

    /// The tables in memory.
    pub fn registry(&self) -> &Registry {
        &self.0.registry
    }

    /// Sends a request to a table, which is loaded if need be.
    ///
    /// # Errors
    /// If there cannot be such a table, or it is unloaded again and again.
    pub async fn send(&self, table: &str, request: impl Into<Request>) -> Result<(), Problem> {
        if table.len() > LONGEST_ID || !table.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            return Err(no_such_table());
        }
        let load = || {
            // The channel is there before the table is loaded, so that notes about newer events wait in it.
            let (task, requests) = TableTask::channel();
            TableTask::load(self.clone(), table, requests);
            task
        };
        let mut request = request.into();
        // If the table is just being unloaded, it is loaded again.
        for _ in 0..ATTEMPTS {
            match self.0.registry.get_or_load(table, load).send(request).await {
                Ok(()) => return Ok(()),
                Err(back) => request = back.0,
            }
        }
        Err(unreachable_table())
    }

    /// Sends a request to a table, and waits for the reply.
    pub async fn request<T, R: Into<Request>>(&self, table: &str, request: impl FnOnce(Answer<T>) -> R) -> Result<T, Problem> {
        let (reply, answer) = oneshot::channel();
        self.send(table, request(reply)).await?;
        // The task ended without a reply. The table can be loaded again in a moment.
        answer.await.map_err(|_| unreachable_table())?
    }

    /// A person acts at a table.
    ///
    /// # Errors
    /// Why the act is refused.
    pub async fn act(&self, table: &str, by: &Authenticated, act: Act) -> Result<Acted, Problem> {
        match act {
            Act::Rematch => {
                let answer = self.rematch(table, by, None).await?;
                Ok(Acted { events: Vec::new(), answer: Some(answer), turn: None })
            }
            Act::Command(command) => {
                self.request(table, |reply| PersonRequest::Act { by: by.person(), command, reply: Reply::Waiting(reply) }).await
            }
        }
    }

    /// Finds or opens the table of a rematch, and has the person sit down there: one click each is enough.
    ///
    /// # Errors
    /// Why there is no rematch.
    pub async fn rematch(
        &self,
        table: &str,
        by: &Authenticated,
        connection: Option<(Arc<Connection>, u32)>,
    ) -> Result<String, Problem> {
        let person = by.person();
        let there = self.request(table, |reply| PersonRequest::Rematch { by: person, connection, reply }).await?;
        let sit = Command::Sit { seat: None, salt: None, invite: None };
        let sat =
            self.request(&there, |reply| PersonRequest::Act { by: by.person(), command: sit, reply: Reply::Waiting(reply) });
        // They may have a seat already, or the host of the rematch has changed the seats: the page shows the table.
        if let Err(problem) = sat.await {
            tracing::debug!(table = there, %problem, "no seat at the table of a rematch");
        }
        Ok(there)
    }

    /// A table with a page of its events after a version.
    ///
    /// # Errors
    /// If there is no such table, or it is private.
    pub async fn view(
        &self,
        table: &str,
        by: Option<&Authenticated>,
        invite: Option<&str>,
        from: u32,
    ) -> Result<TableView, Problem> {
        let (person, invite) = (by.map(|by| by.me.id.clone()), invite.map(str::to_owned));
        let may_invite = by.is_some_and(|by| by.require_scope(Scope::Play).is_ok());
        let mut view = self.request(table, |reply| PersonRequest::View { from, person, invite, may_invite, reply }).await?;
        fit_into_page(&mut view);
        Ok(view)
    }

    /// The legal moves at a table, for the player whose turn it is.
    ///
    /// # Errors
    /// If it is not this person's turn, or too many lists are being made.
    pub async fn legal_moves(&self, table: &str, by: &Authenticated, address: Address) -> Result<LegalMoves, Problem> {
        let moves = self.request(table, |reply| PersonRequest::LegalMoves { by: by.person(), reply }).await?;
        self.0.moves.run(address, || moves.list()).await
    }

    /// The record of a table.
    ///
    /// # Errors
    /// If there is no such table, it is private, or the game has not begun.
    pub async fn record(&self, table: &str, by: Option<&Authenticated>, invite: Option<&str>) -> Result<String, Problem> {
        let (person, invite) = (by.map(|by| by.me.id.clone()), invite.map(str::to_owned));
        self.request(table, |reply| PersonRequest::Record { person, invite, reply }).await
    }

    /// The summary of a table, with the seat to move. It is for everyone only if the table is public.
    ///
    /// # Errors
    /// If there is no such table, or it cannot be loaded.
    pub async fn summary(&self, table: &str) -> Result<Summary, Problem> {
        self.summary_and_ply(table).await.map(|(summary, _)| summary)
    }

    /// The same, with the version of the last ply.
    ///
    /// # Errors
    /// If there is no such table, or it cannot be loaded.
    pub async fn summary_and_ply(&self, table: &str) -> Result<(Summary, u32), Problem> {
        self.request(table, |reply| PersonRequest::Summary { reply }).await
    }

    /// The summaries of tables, with the seat to move. Few of them are loaded for it.
    ///
    /// # Errors
    /// If a table cannot be loaded.
    pub async fn summaries(&self, tables: &[String]) -> Result<Vec<Summary>, Problem> {
        let mut summaries = self.0.store.summaries_with_turn(tables).await?;
        let mut damaged = HashSet::new();
        for known in summaries.iter_mut().filter(|known| known.state == Progress::Playing) {
            // A table in memory knows best. One whose turn was not noted is loaded, and notes it when it is unloaded.
            if known.turn.is_none() || self.registry().is_loaded(&known.table) {
                match self.summary(&known.table).await {
                    Ok(summary) => *known = summary,
                    // It was logged. It must not hide the other tables.
                    Err(problem) if problem.code == Code::Damaged => drop(damaged.insert(known.table.clone())),
                    Err(problem) => return Err(problem),
                }
            }
        }
        // A game may just have ended.
        summaries.retain(|known| !damaged.contains(&known.table));
        Ok(summaries)
    }

    /// Closes an open table, or takes the player to move out of a game, if nothing has happened there since a time.
    ///
    /// # Errors
    /// If the table cannot be loaded, or the event cannot be stored.
    pub async fn expire(&self, table: &str, since: u64) -> Result<(), Problem> {
        self.request(table, |reply| LifecycleRequest::Expire { since, reply }).await
    }

    /// Unloads a table on all nodes, because its stored events were rewritten.
    pub async fn unload(&self, table: &str) {
        let _ = self.request(table, |reply| LifecycleRequest::Unload { reply }).await;
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
