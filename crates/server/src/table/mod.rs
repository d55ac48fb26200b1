//! A table in memory: one task per table, which handles one request after another.
//!
//! A request is decided, its events are appended to the store, and only then broadcast. Nobody sees an event that is
//! not stored.
//!
//! | file | what is in it |
//! |---|---|
//! | `mod.rs` | the task: loading, waiting for requests and deadlines, unloading |
//! | `request.rs` | the requests, which other tasks send, grouped by who asks |
//! | `people.rs` | requests from people: acts, subscribe, unsubscribe, views |
//! | `workers.rs` | requests from the worker of this process |
//! | `resync.rs` | requests about other nodes: their notes, and resync from the store |
//! | `decide.rs` | from an act to the events that follow: pure functions |
//! | `ending.rs` | the same for games that end early: resigning, claiming, aborting, abandoned games |
//! | `away.rs` | how long the player to move has been away |
//! | `require.rs` | what acts require, and refusals in words |
//! | `aggregate.rs` | the table folded from its events, with its secrets and the events not yet stored |
//! | `append.rs` | appending events to the store; conflicts, reloading |
//! | `chat.rs` | chat, apart from the events |
//! | `broadcast.rs` | broadcasting events, presence and turns to subscribers and other nodes |
//! | `presence.rs` | who is connected to a table, on one node or on all; how often that is broadcast |
//! | `spectators.rs` | how many may watch a table |
//! | `removed.rs` | guests who come back after the host has removed them |
//! | `moves.rs` | the legal moves, listed elsewhere |
//! | `due_job.rs` | the job a table waits for: a bot's move or a rating |
//! | `checked_once.rs` | the test that moves are read once and draws thrown once |
//! | `rematch.rs` | the table where the same people play again |

pub mod aggregate;
mod append;
mod away;
mod broadcast;
mod chat;
#[cfg(all(test, debug_assertions))]
mod checked_once;
pub mod decide;
mod due_job;
mod ending;
mod moves;
mod people;
mod presence;
mod rematch;
mod removed;
mod request;
mod require;
mod resync;
mod spectators;
mod workers;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use tablee_core::text;
use tablee_protocol::{Code, Problem, Progress};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep, sleep_until};

pub use crate::clock::now;
use crate::cluster::TableNote;
use crate::connection::Connection;
use crate::hub::{Hub, IdlePlace};
use crate::store::{NewTableRow, StoreError, TurnRow};
use aggregate::TableAggregate;
pub use broadcast::{encode, fit_into_page};
use due_job::PendingJob;
pub use moves::UnlistedMoves;
use presence::{Presence, PresencePace};
pub use request::{Answer, LifecycleRequest, NodeRequest, PersonRequest, Reply, Request, Subscribed, WorkerRequest};

/// How many requests a table queues. Senders beyond that wait (backpressure).
const QUEUE: usize = 64;

/// How long an unused table stays in memory while its game may go on, and after its game is over.
const IDLE: Duration = Duration::from_secs(60);
const IDLE_WHEN_OVER: Duration = Duration::from_secs(2);

/// A game with so many events is not played through by the tasks of tables, which others would wait for.
const LONG_GAME: usize = 50;

/// How long a table waits for a job before it pushes the job again.
const RETRY_JOB_AFTER: Duration = Duration::from_secs(10);

/// How long to wait after a deadline could not be stored.
const RETRY_DEADLINE_AFTER: Duration = Duration::from_secs(1);

/// How long to wait before it is asked again whether other nodes were heard of since a deadline.
const NODE_PAUSE: Duration = Duration::from_millis(50);

/// How often a change is decided again after a conflict.
const ATTEMPTS: usize = 5;

/// The next step of the task after a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Next {
    /// Wait for the next request.
    Continue,
    /// End the task. The hub loads the table again when it is needed.
    Unload,
}

/// The task of a table in memory.
pub struct TableTask {
    id: String,
    hub: Hub,
    state: TableAggregate,
    /// Connections on this node that get the table's events.
    subscribers: Vec<Arc<Connection>>,
    chat: chat::Chat,
    /// The other nodes that have this table in memory. Notes about it go only to them.
    peers: HashSet<String>,
    /// Presence on other nodes, by node.
    remote_presence: HashMap<String, Presence>,
    presence_pace: PresencePace,
    requests: mpsc::Receiver<Request>,
    /// The job the table waits for.
    pending_job: Option<PendingJob>,
    /// The version for which the player to move was last notified.
    turn_notified_at: Option<u32>,
    /// Since when the player to move is away.
    away: Option<away::AwaySince>,
    /// How often people have sat down since the table was loaded, by address.
    sits: HashMap<String, usize>,
    /// The addresses of people whom the host has removed.
    removed: removed::RemovedAddresses,
    /// The person whose act is being decided.
    asker: Option<String>,
    /// When the table was last used.
    last_used: Instant,
    /// The place among the idle tables since then, if it is idle.
    idle_place: Option<IdlePlace>,
    /// Whether it was opened here and never used since.
    unused: bool,
}

impl TableTask {
    fn new(hub: Hub, state: TableAggregate, requests: mpsc::Receiver<Request>) -> TableTask {
        let id = state.shared().id().to_owned();
        TableTask {
            id,
            hub,
            state,
            subscribers: Vec::new(),
            chat: chat::Chat::default(),
            peers: HashSet::new(),
            remote_presence: HashMap::new(),
            presence_pace: PresencePace::default(),
            requests,
            pending_job: None,
            turn_notified_at: None,
            away: None,
            sits: HashMap::new(),
            removed: removed::RemovedAddresses::default(),
            asker: None,
            last_used: Instant::now(),
            idle_place: None,
            unused: false,
        }
    }

    /// The channel over which a table gets its requests.
    pub fn channel() -> (mpsc::Sender<Request>, mpsc::Receiver<Request>) {
        mpsc::channel(QUEUE)
    }

    /// Starts the task of a new table. The table is stored first; `stored` gets the result.
    pub fn open(hub: Hub, mut state: TableAggregate, row: NewTableRow, requests: mpsc::Receiver<Request>, stored: Answer<()>) {
        tokio::spawn(async move {
            let id = state.shared().id().to_owned();
            if let Err(error) = hub.store().create(row).await {
                let problem = Problem::from(error);
                let _ = stored.send(Err(problem.clone()));
                return refuse_all(&hub, &id, requests, &problem).await;
            }
            hub.metrics().events_stored(state.pending());
            state.mark_stored();
            if state.shared().opened().public {
                hub.on_lobby_change();
            }
            let _ = stored.send(Ok(()));
            let mut task = TableTask::new(hub, state, requests);
            task.unused = true;
            task.run().await;
        });
    }

    /// Starts the task of a stored table. If the table cannot be loaded, all requests are refused.
    pub fn load(hub: Hub, id: &str, requests: mpsc::Receiver<Request>) {
        let id = id.to_owned();
        tokio::spawn(async move {
            match load(&hub, &id).await {
                Ok(state) => {
                    // The host pays for the bots.
                    if state.shared().chairs().iter().any(|(_, chair)| chair.bot().is_some()) {
                        hub.addresses().recall(hub.store(), &state.shared().opened().host.id).await;
                    }
                    TableTask::new(hub, state, requests).resume().await;
                }
                Err(problem) => refuse_all(&hub, &id, requests, &problem).await,
            }
        });
    }

    /// Runs a loaded table, after it has refunded the time of an outage.
    async fn resume(mut self) {
        // If the refund cannot be stored now, the table is loaded again when it is needed.
        if let Err(problem) = self.refund_after_load().await {
            return refuse_all(&self.hub, &self.id, self.requests, &problem).await;
        }
        self.announce();
        self.run().await;
    }

    /// Gives back the time of a store outage to the player to move, if there was an outage.
    async fn refund_outage(&mut self) -> Result<(), Problem> {
        let hub = self.hub.clone();
        let refund = |state: &mut TableAggregate, now| match hub.outage_during(state.shared()) {
            Some(outage) => decide::refund_outage(state, outage.since, outage.until.unwrap_or(now), now),
            None => Ok(None),
        };
        self.decide_and_append(None, refund).await.map(drop)
    }

    /// The same for a table that is just loaded. If another node left in this turn, the table may have been in memory
    /// only there.
    async fn refund_after_load(&mut self) -> Result<(), Problem> {
        match self.hub.departure_during(self.state.shared()) {
            Some(silence) if self.hub.outage_during(self.state.shared()).is_none() => self.refund_silence(silence.since).await,
            _ => self.refund_outage().await,
        }
    }

    /// Gives the player to move the time back since which their node was silent.
    async fn refund_silence(&mut self, since: u64) -> Result<(), Problem> {
        self.decide_and_append(None, |state, now| decide::refund_outage(state, since, now, now)).await.map(drop)
    }

    async fn run(mut self) {
        self.push_due_job();
        while self.wait().await == Next::Continue {}
        // Only nodes with the table in memory have to know.
        if let Some(cluster) = self.hub.cluster() {
            cluster.send_table_note(&self.peers, &self.id, &TableNote::Unloaded);
        }
        // A table with a due job has no known deadline. The scan of unattended tables finds it.
        if self.state.shared().progress() == Progress::Playing && self.due_job().is_none() {
            self.hub.note_unloaded(&self.id, decide::deadline(self.state.shared()));
            if let (Some(seat), []) = (self.state.shared().seat_to_move(), self.state.pending()) {
                self.hub.note_turn(TurnRow { table: self.id.clone(), version: self.state.shared().version(), seat });
            }
        }
    }

    /// Waits for a request, a broadcast of presence, a deadline, the retry of a job, or for the end of the idle time; and handles it.
    async fn wait(&mut self) -> Next {
        self.track_away();
        let deadline = decide::deadline(self.state.shared()).map(instant);
        let retry = self.pending_job.as_ref().map(|pending| pending.since + RETRY_JOB_AFTER);
        let idle = self.is_idle();
        if !idle {
            self.idle_place = None;
        } else if self.idle_place.is_none() {
            self.idle_place = Some(self.hub.registry().on_idle(&self.id));
        }
        let idle_time = match self.state.shared().progress() {
            Progress::Open | Progress::Playing => IDLE,
            Progress::Over | Progress::Closed => IDLE_WHEN_OVER,
        };
        let presence = self.presence_pace.due();
        tokio::select! {
            biased;
            () = sleep_until(presence.unwrap_or_else(Instant::now)), if presence.is_some() => {
                self.share_presence();
                Next::Continue
            }
            request = self.requests.recv() => match request {
                Some(request) => self.respond(request).await,
                None => Next::Unload,
            },
            () = sleep_until(deadline.unwrap_or_else(Instant::now)), if deadline.is_some() => self.on_deadline().await,
            () = sleep_until(retry.unwrap_or_else(Instant::now)), if retry.is_some() => {
                // The job may be done, and the note about it lost.
                self.try_resync().await;
                self.push_job_again();
                self.on_store_result()
            }
            () = sleep_until(self.last_used + idle_time), if idle => {
                self.unload_if_idle()
            }
        }
    }

    /// Whether nobody watches the table, and it waits for nothing.
    fn is_idle(&self) -> bool {
        self.subscribers.is_empty() && self.pending_job.is_none()
    }

    /// Ends the task, unless a request has just come.
    fn unload_if_idle(&self) -> Next {
        match self.hub.registry().remove_if(&self.id, || self.requests.is_empty()) {
            true => Next::Unload,
            false => Next::Continue,
        }
    }

    /// Responds to one request, and says how to go on.
    async fn respond(&mut self, request: Request) -> Next {
        if request.counts_as_use() {
            self.last_used = Instant::now();
            self.idle_place = None;
            self.unused = false;
        }
        match request {
            Request::Person(request) => self.respond_to_person(request).await,
            Request::Worker(request) => self.respond_to_worker(request).await,
            Request::Node(request) => self.respond_to_node(request).await,
            Request::Lifecycle(request) => self.respond_to_lifecycle(request).await,
        }
    }

    async fn respond_to_lifecycle(&mut self, request: LifecycleRequest) -> Next {
        match request {
            LifecycleRequest::Wake { reply } => drop(reply.send(Ok(()))),
            LifecycleRequest::Expire { since, reply } => {
                let ended = self.decide_and_append(None, |state, now| ending::expire(state, since, now)).await;
                self.push_due_job();
                return self.reply_after_append(|| drop(reply.send(ended.map(drop))));
            }
            LifecycleRequest::StoreRecovered => {
                self.forget_away();
                if let Err(problem) = self.refund_outage().await {
                    tracing::warn!(table = self.id, %problem, "cannot refund the time of an outage");
                }
                // An append whose result was lost in the outage may have made it a bot's turn.
                self.push_due_job();
            }
            LifecycleRequest::UnloadIfIdle => {
                self.idle_place = None;
                if self.is_idle() {
                    return self.unload_if_idle();
                }
            }
            LifecycleRequest::Unload { reply } => {
                self.unload();
                if let Some(cluster) = self.hub.cluster() {
                    cluster.publish_table_note(&self.id, &TableNote::Unload);
                }
                let _ = reply.send(Ok(()));
                return Next::Unload;
            }
        }
        self.on_store_result()
    }

    /// Replies to a request that appended events. A table whose memory differs from the store is unloaded first, so
    /// that the sender's next request finds it loaded again.
    fn reply_after_append(&mut self, reply: impl FnOnce()) -> Next {
        let next = self.on_store_result();
        reply();
        next
    }

    /// A player's clock has run out.
    async fn on_deadline(&mut self) -> Next {
        // Nobody loses on time because of an outage, also of the whole machine: the heartbeat notes it.
        self.hub.wait_for_heartbeat().await;
        if self.waits_for_another_node() {
            // Requests that come meanwhile are answered first.
            sleep(NODE_PAUSE).await;
            return Next::Continue;
        }
        if self.hub.outage_during(self.state.shared()).is_some() {
            if self.refund_outage().await.is_err() {
                sleep(RETRY_DEADLINE_AFTER).await;
            }
            self.push_due_job();
            return self.on_store_result();
        }
        let flagged = self.decide_and_append(None, |state, now| match decide::overdue(state.shared(), now) {
            Some(seat) => ending::flag(state, seat, now),
            None => Ok(None),
        });
        if let Err(problem) = flagged.await {
            tracing::warn!(table = self.id, %problem, "cannot store that a clock ran out; retrying");
            sleep(RETRY_DEADLINE_AFTER).await;
        }
        self.push_due_job();
        self.on_store_result()
    }

    /// Whether the player to move may be connected to a node that has not been heard of since the deadline. If it is
    /// paused, it is about to leave, and its players get their time back.
    fn waits_for_another_node(&self) -> bool {
        let (Some(cluster), Some(person)) = (self.hub.cluster(), self.state.person_to_move()) else { return false };
        let Some(deadline) = decide::deadline(self.state.shared()) else { return false };
        let overdue = Duration::from_millis(now().saturating_sub(deadline));
        !self.is_present_here(person) && cluster.is_connected() && cluster.some_node_is_silent_for(overdue)
    }

    /// Says how to go on after the store was read or written. If events could neither be stored nor discarded, memory
    /// and store differ: the table is unloaded, and subscribers reconnect.
    fn on_store_result(&mut self) -> Next {
        if self.state.pending().is_empty() {
            return Next::Continue;
        }
        self.unload();
        Next::Unload
    }

    /// Removes the table from the hub. Subscribers are disconnected, and reconnect to any node.
    fn unload(&mut self) {
        self.hub.registry().remove(&self.id);
        self.subscribers.drain(..).for_each(|subscriber| subscriber.close());
    }
}

/// Removes a table that cannot be loaded or stored, and refuses all its requests.
async fn refuse_all(hub: &Hub, id: &str, mut requests: mpsc::Receiver<Request>, problem: &Problem) {
    hub.registry().remove(id);
    requests.close();
    while let Some(request) = requests.recv().await {
        request.refuse(problem);
    }
}

/// Loads a table from the store.
async fn load(hub: &Hub, id: &str) -> Result<TableAggregate, Problem> {
    let stored = hub.store().load(id).await.inspect_err(|error| {
        if let StoreError::Damaged(why) = error {
            tracing::error!(table = id, %why, "a stored table is damaged");
        }
    })?;
    let stored =
        stored.ok_or_else(|| Problem::new(Code::Unknown, text!("there is no such table", "cette table n’existe pas")))?;
    let loaded = if stored.events.len() < LONG_GAME {
        TableAggregate::load(id, stored)
    } else {
        let id = id.to_owned();
        hub.load(move || TableAggregate::load(&id, stored)).await?
    };
    loaded.map_err(|why| {
        tracing::error!(table = id, %why, "a stored table is damaged");
        Problem::new(Code::Damaged, why)
    })
}

/// The instant of a time in milliseconds since 1970.
fn instant(time: u64) -> Instant {
    Instant::now() + Duration::from_millis(time.saturating_sub(now()))
}
