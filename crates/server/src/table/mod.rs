//! A table that is in use: one task each, which does one thing after another.
//!
//! Something is decided, stored, and only then told. Whoever asks waits in line; nobody sees what is not stored.
//!
//! | file | what is in it |
//! |---|---|
//! | `mod.rs` | the task: what is asked, and when time runs out |
//! | `request.rs` | what can be asked of it, by other tasks |
//! | `state.rs` | the table with its secrets, and what is not yet stored |
//! | `decide.rs` | what follows from what people ask |
//! | `elsewhere.rs` | what happens there on other nodes |
//! | `telling.rs` | whom it tells what |
//! | `work.rs` | what it has others do: bots that think, and ratings |

pub mod aggregate;
mod broadcast;
pub mod decide;
mod due_job;
mod request;
mod resync;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use tablee_core::text;
use tablee_protocol::{Acted, Code, Command, Event, Numbered, Person, Phase, Problem, SeatPlan, TableView, Tell, Who};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep, sleep_until};

use crate::cluster::TableNote;
use crate::connection::Connection;
use crate::hub::Hub;
use crate::store::{Append, NewTableRow, RatingUpdate, StoreError, StoredEvent};
use crate::work_queue::Job;
use aggregate::TableAggregate;
pub use broadcast::encode;
use decide::Decided;
pub use request::{RematchAnswer, RematchPlan, Reply, Request};

/// How many requests may wait for a table; who comes then waits too.
const QUEUE: usize = 64;

/// How long a table that nobody needs stays in memory while people may come back to it, and once its game is over.
const IDLE: Duration = Duration::from_secs(60);
const IDLE_AT_THE_END: Duration = Duration::from_secs(2);

/// How long a table waits for work that it asked for, until it asks again.
const ASK_AGAIN: Duration = Duration::from_secs(10);

/// How often a change is decided anew when something else was stored in between.
const ATTEMPTS: usize = 5;

/// A table in use.
pub struct TableTask {
    id: String,
    hub: Hub,
    state: TableAggregate,
    subscribers: Vec<Arc<Connection>>,
    /// Who is there on other nodes, by node: those who sit, and how many watch.
    remote_presence: HashMap<String, (Vec<String>, u32)>,
    requests: mpsc::Receiver<Request>,
    /// What is being done for this table by whoever works, and since when it is awaited.
    pending_job: Option<(Job, Instant)>,
    /// Who was last told that it is their turn.
    turn_notified_at: Option<u32>,
    /// When somebody last needed the table.
    last_used: Instant,
}

impl TableTask {
    fn new(hub: Hub, state: TableAggregate, requests: mpsc::Receiver<Request>) -> TableTask {
        let id = state.shared().id().to_owned();
        TableTask {
            id,
            hub,
            state,
            subscribers: Vec::new(),
            remote_presence: HashMap::new(),
            requests,
            pending_job: None,
            turn_notified_at: None,
            last_used: Instant::now(),
        }
    }

    /// How a table is asked, and where it finds what is asked of it.
    pub fn channel() -> (mpsc::Sender<Request>, mpsc::Receiver<Request>) {
        mpsc::channel(QUEUE)
    }

    /// Starts the task of a new table. It is stored first, and whoever waits is told how that went.
    pub fn open(
        hub: Hub,
        state: TableAggregate,
        row: NewTableRow,
        requests: mpsc::Receiver<Request>,
        stored: oneshot::Sender<Result<(), Problem>>,
    ) {
        let mut table = TableTask::new(hub, state, requests);
        tokio::spawn(async move {
            if let Err(error) = table.hub.store().create(row).await {
                let problem = Problem::from(error);
                let _ = stored.send(Err(problem.clone()));
                return refuse_all(&table.hub, &table.id, table.requests, &problem).await;
            }
            table.hub.metrics().events_stored(table.state.pending());
            table.state.mark_stored();
            table.hub.broadcast_lobby(table.state.shared().summary());
            let _ = stored.send(Ok(()));
            table.run().await;
        });
    }

    /// Starts the task of a table that is to be loaded. If there is none, everyone who asks is told so.
    pub fn load(hub: Hub, id: &str, requests: mpsc::Receiver<Request>) {
        let id = id.to_owned();
        tokio::spawn(async move {
            match load(&hub, &id).await {
                Ok(state) => TableTask::new(hub, state, requests).resumed().await,
                Err(problem) => refuse_all(&hub, &id, requests, &problem).await,
            }
        });
    }

    /// Goes on where the table was when the server last stopped.
    async fn resumed(mut self) {
        // If that cannot be stored now, the table is loaded again when it is needed.
        if let Err(problem) = self.resume_clocks().await {
            return refuse_all(&self.hub, &self.id, self.requests, &problem).await;
        }
        self.request_presence();
        self.run().await;
    }

    /// Gives back the time during which nothing could be stored, if there was any.
    async fn resume_clocks(&mut self) -> Result<(), Problem> {
        let hub = self.hub.clone();
        let resume = |state: &mut TableAggregate, now| match hub.outage_during(state.shared()) {
            Some((since, until)) => decide::resume(state, since, until.unwrap_or(now), now),
            None => Ok(None),
        };
        self.decide_and_append(None, resume).await.map(drop)
    }

    async fn run(mut self) {
        // A worker has it in memory because it does the work.
        if !self.hub.is_worker() {
            self.push_due_job();
        }
        loop {
            // Clocks are for servers: a worker does not know whether the store was away.
            let due = decide::deadline(self.state.shared()).filter(|_| !self.hub.is_worker()).map(instant);
            let again = self.pending_job.as_ref().map(|(_, since)| *since + ASK_AGAIN);
            let idle = self.subscribers.is_empty() && self.pending_job.is_none();
            let patience = match self.state.shared().phase() {
                Phase::Open | Phase::Playing => IDLE,
                Phase::Over { .. } | Phase::Closed => IDLE_AT_THE_END,
            };
            let going_on = tokio::select! {
                biased;
                request = self.requests.recv() => match request {
                    Some(request) => self.respond(request).await,
                    None => false,
                },
                () = sleep_until(due.unwrap_or_else(Instant::now)), if due.is_some() => self.on_deadline().await,
                () = sleep_until(again.unwrap_or_else(Instant::now)), if again.is_some() => {
                    // It may have been done, and nobody heard of it.
                    self.try_resync().await;
                    self.push_job_again();
                    self.on_store_result()
                }
                () = sleep_until(self.last_used + patience), if idle => !self.hub.remove_table_if(&self.id, || self.requests.is_empty()),
            };
            if !going_on {
                break;
            }
        }
        // Where work is to be done it is not known when, so whoever looks for such tables must find this one.
        if *self.state.shared().phase() == Phase::Playing && self.due_job().is_none() {
            self.hub.note_unloaded(&self.id, decide::deadline(self.state.shared()));
        }
    }

    /// Lets go of the table: those who watch come back to it, on whatever node.
    fn unload(&mut self) {
        self.hub.remove_table(&self.id);
        self.subscribers.drain(..).for_each(|subscriber| subscriber.close());
        self.publish_presence();
    }

    /// Answers one request; tells whether the table goes on.
    async fn respond(&mut self, request: Request) -> bool {
        if request.counts_as_use() {
            self.last_used = Instant::now();
        }
        match request {
            Request::Act { by, command, reply } => return self.act(by, command, reply).await,
            Request::Subscribe { connection: subscriber, invite, from, re, reply } => {
                let person = subscriber.person().map(|person| person.id.clone());
                let allowed = self.check_access(person.as_deref(), invite.as_deref()).await;
                if allowed.is_ok() {
                    // Who comes from another node may know more.
                    if from > self.state.shared().version() {
                        self.try_resync().await;
                    }
                    subscriber.send(self.encode_events(re, self.state.events_after(from)));
                    if !self.subscribers.iter().any(|other| other.id() == subscriber.id()) {
                        self.subscribers.push(subscriber);
                        self.on_presence_change();
                    }
                }
                let _ = reply.send(allowed);
                return self.on_store_result();
            }
            Request::Unsubscribe { connection } => {
                let before = self.subscribers.len();
                self.subscribers.retain(|subscriber| subscriber.id() != connection);
                if self.subscribers.len() != before {
                    self.on_presence_change();
                }
            }
            Request::View { person, invite, reply } => {
                let allowed = self.check_access(person.as_deref(), invite.as_deref()).await;
                let _ = reply.send(allowed.map(|()| self.view(person.as_deref())));
                return self.on_store_result();
            }
            Request::Record { person, invite, reply } => {
                let allowed = self.check_access(person.as_deref(), invite.as_deref()).await;
                let _ = reply.send(allowed.and_then(|()| self.record()));
                return self.on_store_result();
            }
            Request::FinishedRecord { reply } => {
                // Whoever asked knew that it is over; what is known here may be older, here as below.
                let finished = match self.finished() {
                    None => self.resync().await.map(|()| self.finished()),
                    finished => Ok(finished),
                };
                let _ = reply.send(finished.map_err(Problem::from));
                return self.on_store_result();
            }
            Request::Summary { reply } => {
                let _ = reply.send(Ok(self.state.shared().summary()));
            }
            Request::PlanRematch { by, reply } => {
                let _ = reply.send(self.rematch(&by));
            }
            Request::SetRematch { table, connection, reply } => {
                let there = self.state.shared().rematch().map(str::to_owned);
                let met = match there {
                    Some(there) => Ok(there),
                    // Another node may have been faster meanwhile, and then it is that one's.
                    None => {
                        let agreed = self.decide_and_append(connection, |state, now| rematched(state, &table, now)).await;
                        agreed.map(|_| self.state.shared().rematch().map_or(table, str::to_owned))
                    }
                };
                let going_on = self.on_store_result();
                let _ = reply.send(met);
                return going_on;
            }
            Request::LoadPosition { played, reply } => {
                let thought = match self.load_position(played) {
                    None => self.resync().await.map(|()| self.load_position(played)),
                    thought => Ok(thought),
                };
                let _ = reply.send(thought.map_err(Problem::from));
                return self.on_store_result();
            }
            Request::SubmitBotMove { played, mv, reply } => {
                let chosen = self.decide_and_append(None, |state, now| decide::play_bot(state, played, &mv, now)).await;
                self.push_due_job();
                let going_on = self.on_store_result();
                let _ = reply.send(chosen.map(drop));
                return going_on;
            }
            Request::Rate { reply } => {
                let rated = match self.rating_is_due() {
                    true => self.rate().await,
                    false => match self.resync().await {
                        Ok(()) => self.rate().await,
                        Err(away) => Err(away.into()),
                    },
                };
                self.push_due_job();
                let going_on = self.on_store_result();
                let _ = reply.send(rated);
                return going_on;
            }
            Request::Note { node, note } => return self.on_note(node, &note).await,
            Request::StoredVersion { version } => {
                if version > self.state.shared().version() {
                    self.try_resync().await;
                }
                return self.on_store_result();
            }
            Request::NotifyTurn { played } => {
                if self.state.shared().played() == played {
                    self.notify_turn();
                }
            }
            Request::Resync => {
                // All of it, since even what was known may be another now: somebody may have been erased.
                self.reload().await;
                // Whoever has left meanwhile does not say so again; those who are there do.
                self.remote_presence.clear();
                self.broadcast_presence();
                if !self.subscribers.is_empty() {
                    self.publish_presence();
                }
                self.request_presence();
                if !self.hub.is_worker() {
                    self.push_job_again();
                }
                return self.on_store_result();
            }
            Request::NodeJoined => {
                if !self.subscribers.is_empty() {
                    self.request_presence();
                }
            }
            Request::NodeLeft { node } => {
                if self.remote_presence.remove(&node).is_some() {
                    self.broadcast_presence();
                }
                self.push_job_again();
            }
            Request::StoreRecovered => {
                if let Err(problem) = self.resume_clocks().await {
                    tracing::warn!(table = self.id, %problem, "clocks cannot be set");
                }
                // What was stored although nobody was told so may have made it a bot's turn.
                self.push_due_job();
                return self.on_store_result();
            }
            Request::Unload { reply } => {
                self.unload();
                if let Some(cluster) = self.hub.cluster() {
                    cluster.publish_table_note(&self.id, &TableNote::Unload);
                }
                let _ = reply.send(());
                return false;
            }
        }
        true
    }

    async fn act(&mut self, by: Person, command: Command, reply: Reply) -> bool {
        // Time that ran out in the same moment comes first.
        if decide::overdue(self.state.shared(), now()).is_some() && !self.on_deadline().await {
            return false;
        }
        let connection = match &reply {
            Reply::Connection(connection, re) => Some((connection.clone(), *re)),
            Reply::Waiting(_) => None,
        };
        // Who watches was let in before; who only talks must be one of those who may.
        let watches = connection
            .as_ref()
            .is_some_and(|(asking, _)| self.subscribers.iter().any(|subscriber| subscriber.id() == asking.id()));
        let allowed = match &command {
            Command::Say { .. } if !watches => self.check_access(Some(&by.id), None).await,
            _ => Ok(()),
        };
        let done = match allowed {
            Ok(()) => self.decide_and_append(connection, |state, now| decide::decide(state, &by, command.clone(), now)).await,
            Err(problem) => Err(problem),
        };
        match (reply, done) {
            (Reply::Waiting(waiting), done) => drop(waiting.send(done)),
            (Reply::Connection(connection, re), Err(problem)) => {
                self.hub.metrics().refused(problem.code);
                connection.send(encode(&Tell::Refused { re, problem }));
            }
            (Reply::Connection(connection, re), Ok(Acted { events, answer })) => {
                // Events were told with the request's number; if there are none, or there is more to say, it is said here.
                if events.is_empty() || answer.is_some() {
                    connection.send(encode(&Tell::Done { re, answer }));
                }
            }
        }
        self.push_due_job();
        self.on_store_result()
    }

    /// Somebody's time has run out.
    async fn on_deadline(&mut self) -> bool {
        // Nobody loses on time because nothing could be stored.
        if self.hub.outage_during(self.state.shared()).is_some() {
            if self.resume_clocks().await.is_err() {
                sleep(Duration::from_secs(1)).await;
            }
            self.push_due_job();
            return self.on_store_result();
        }
        let flagged = self.decide_and_append(None, |state, now| match decide::overdue(state.shared(), now) {
            Some(seat) => decide::flag(state, seat, now),
            None => Ok(None),
        });
        if let Err(problem) = flagged.await {
            tracing::warn!(table = self.id, %problem, "a clock that ran out could not be noted");
            sleep(Duration::from_secs(1)).await;
        }
        self.push_due_job();
        self.on_store_result()
    }

    /// Decides, stores, and tells. `connection` is who asked, with the number of the request.
    async fn decide_and_append(
        &mut self,
        connection: Option<(Arc<Connection>, u32)>,
        mut decide: impl FnMut(&mut TableAggregate, u64) -> Decided,
    ) -> Result<Acted, Problem> {
        for _ in 0..ATTEMPTS {
            let now = now();
            let decided = decide(&mut self.state, now);
            let answer = match decided {
                Ok(answer) => answer,
                Err(problem) => {
                    if !self.state.pending().is_empty() {
                        self.reload().await;
                    }
                    // Another node may know better: nothing is refused that was allowed by what is stored.
                    let known = self.state.shared().version();
                    self.try_resync().await;
                    if self.state.shared().version() == known {
                        return Err(problem);
                    }
                    continue;
                }
            };
            if self.state.pending().is_empty() {
                return Ok(Acted { events: Vec::new(), answer });
            }
            match self.append(Vec::new()).await {
                Ok(bodies) => return Ok(Acted { events: self.broadcast_stored(connection, &bodies), answer }),
                Err(StoreError::Conflict) => self.reload().await,
                Err(away) => {
                    self.reload().await;
                    return Err(away.into());
                }
            }
        }
        Err(StoreError::Conflict.into())
    }

    async fn append(&mut self, ratings: Vec<RatingUpdate>) -> Result<Vec<StoredEvent>, StoreError> {
        let changed = self.state.pending().iter().any(|numbered| numbered.event.changes_summary());
        let ends = self.state.pending().iter().any(|numbered| matches!(numbered.event, Event::Ended { .. }));
        // Most games change no ratings, and nothing is to be noted then.
        let due = (ends && self.rating_is_due()) || !ratings.is_empty();
        let events = self.state.pending_rows();
        let append = Append {
            table: self.id.clone(),
            events: events.clone(),
            summary: changed.then(|| self.state.shared().summary()),
            rating_due: due.then(|| self.rating_is_due()),
            ratings,
        };
        if let Err(error) = self.hub.store().append(append).await {
            if let StoreError::Unavailable(_) = error {
                self.hub.on_store_outage();
            }
            return Err(error);
        }
        Ok(events)
    }

    /// What was stored just now is told, and is what was stored.
    fn broadcast_stored(&mut self, connection: Option<(Arc<Connection>, u32)>, bodies: &[StoredEvent]) -> Vec<Numbered> {
        let events = self.state.pending().to_vec();
        self.state.mark_stored();
        self.broadcast(connection, &events, bodies);
        events
    }

    /// Goes back to what is stored; those who watch are told what they have missed.
    async fn reload(&mut self) {
        let known = self.state.shared().version() - self.state.pending().len() as u32;
        match load(&self.hub, &self.id).await {
            Ok(state) => {
                self.state = state;
                let missed = self.state.events_after(known);
                if !missed.is_empty() {
                    let text = self.encode_events(None, missed);
                    self.subscribers.iter().for_each(|subscriber| subscriber.send(text.clone()));
                }
            }
            Err(problem) => {
                tracing::error!(table = self.id, %problem, "a table cannot be loaded again");
                // What is known of it will do meanwhile: nothing can be stored after something that is not the last.
                if problem.code == Code::Unavailable
                    && let Err(why) = self.state.discard_pending()
                {
                    tracing::error!(table = self.id, %why, "a table is damaged");
                }
            }
        }
    }

    /// Whether what is in memory is what is stored. If not, the table is let go, and those who watch come back to it.
    fn on_store_result(&mut self) -> bool {
        let sound = self.state.pending().is_empty();
        if !sound {
            self.unload();
        }
        sound
    }

    fn view(&self, person: Option<&str>) -> TableView {
        let shared = self.state.shared();
        let insider = person.is_some_and(|person| shared.opened().host.id == person || shared.seat_of(person).is_some());
        TableView {
            summary: shared.summary(),
            events: self.state.events_after(0).to_vec(),
            invite: insider.then(|| self.state.invite().to_owned()),
        }
    }

    /// The record of the game, if it is over.
    fn finished(&self) -> Option<String> {
        matches!(self.state.shared().phase(), Phase::Over { .. }).then(|| self.record().ok()).flatten()
    }

    fn record(&self) -> Result<String, Problem> {
        let table = self.state.shared().table();
        table
            .map(|table| table.record())
            .ok_or_else(|| Problem::new(Code::NotBegun, text!("the game has not begun", "la partie n’a pas commencé")))
    }

    /// The same people at a new table, everyone one seat further on: whoever began last time does not begin again.
    fn rematch(&self, by: &Person) -> Result<RematchAnswer, Problem> {
        let shared = self.state.shared();
        if let Some(table) = shared.rematch() {
            return Ok(RematchAnswer::At(table.to_owned()));
        }
        let summary = shared.summary();
        let played = summary.seats.iter().any(|seat| matches!(&seat.who, Some(Who::Person(person)) if person.id == by.id));
        if !played {
            return Err(Problem::new(
                Code::NotSeated,
                text!("you have no seat at this table", "vous n’avez pas de place à cette table"),
            ));
        }
        if summary.state != tablee_protocol::TableStatus::Over {
            return Err(Problem::new(Code::NotBegun, text!("the game is not over yet", "la partie n’est pas encore finie")));
        }
        let seats = summary.seats.iter().map(|seat| match &seat.who {
            Some(Who::Person(person)) if person.id == by.id => (SeatPlan::Me, None),
            Some(Who::Person(person)) => (SeatPlan::Reserved(person.name.clone()), Some(person.id.clone())),
            Some(Who::Bot(bot)) => (SeatPlan::Bot(bot.clone()), None),
            None => (SeatPlan::Open, None),
        });
        let mut seats: Vec<_> = seats.collect();
        seats.rotate_right(1);
        Ok(RematchAnswer::Plan(Box::new(RematchPlan { summary, seats })))
    }
}

fn rematched(state: &mut TableAggregate, table: &str, now: u64) -> Decided {
    if state.shared().rematch().is_none() {
        state.apply_new(Event::Rematch { table: table.to_owned() }, now).map_err(|why| Problem::new(Code::Unavailable, why))?;
    }
    Ok(None)
}

/// Lets go of a table that cannot be had, and tells everyone who asked.
async fn refuse_all(hub: &Hub, id: &str, mut requests: mpsc::Receiver<Request>, problem: &Problem) {
    hub.remove_table(id);
    requests.close();
    while let Some(request) = requests.recv().await {
        request.refuse(problem);
    }
}

async fn load(hub: &Hub, id: &str) -> Result<TableAggregate, Problem> {
    let stored = hub.store().load(id).await?;
    let stored =
        stored.ok_or_else(|| Problem::new(Code::Unknown, text!("there is no such table", "cette table n’existe pas")))?;
    TableAggregate::load(id, stored).map_err(|why| {
        tracing::error!(table = id, %why, "a table is damaged");
        Problem::new(Code::Unavailable, why)
    })
}

/// What time it is, in thousandths of a second since 1970.
pub fn now() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

/// When that time will be.
fn instant(due: u64) -> Instant {
    Instant::now() + Duration::from_millis(due.saturating_sub(now()))
}
