//! All tables in use, and everyone who is there.
//!
//! | file | what is in it |
//! |---|---|
//! | `hub.rs` | tables and people |
//! | `hub/nodes.rs` | what follows from there being other nodes, and from the store having been away |
//! | `hub/work.rs` | what those ask for who do the work of tables |

mod upkeep;
mod worker_requests;

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::extract::ws::Utf8Bytes;
use tablee_core::lang::quote;
use tablee_core::{Seat, Text, text};
use tablee_games::shuffle::Salt;
use tablee_games::{GameId, plan};
use tablee_protocol::{
    Act, Acted, Code, Event, NewTable, Opened, Person, Problem, SeatPlan, Summary, TableOpened, TableStatus as State, TableView,
    Tell, Who,
};
use tokio::sync::{mpsc, oneshot, watch};

use crate::bots::Bots;
use crate::bus::Bus;
use crate::cluster::{Cluster, ClusterNote, receive_table_notes};
use crate::connection::Connection;
use crate::metrics::Metrics;
use crate::people::Authenticated;
use crate::secrets;
use crate::store::{NewTableRow, Store, TableQuery};
use crate::table::aggregate::TableAggregate;
use crate::table::decide::{check_bot, check_name};
use crate::table::{RematchAnswer, Reply, Request, TableTask, encode, now};
use crate::work_queue::JobQueue;

/// How many tables of each kind the lobby shows.
const LOBBY: u32 = 100;

/// All tables in use, and everyone who is there. Cloning it gives the same one.
#[derive(Clone)]
pub struct Hub(Arc<Inner>);

/// What a hub needs.
pub struct Parts {
    /// Where everything is kept.
    pub store: Arc<dyn Store>,
    /// Where the work is asked for that tables wait for.
    pub jobs: Arc<dyn JobQueue>,
    /// Where it is asked for that games are looked at. That takes longer, and nobody at a table should wait for it.
    pub analyses: Arc<dyn JobQueue>,
    /// How other nodes are told, if there are any.
    pub bus: Option<Arc<dyn Bus>>,
    /// Where bots think.
    pub bots: Bots,
    /// What is counted.
    pub metrics: Metrics,
    /// What it is for.
    pub role: Role,
}

/// What a hub is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// For people, who come to it.
    Server,
    /// For work that servers ask for.
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
    tables: Mutex<HashMap<String, mpsc::Sender<Request>>>,
    /// The deadlines of tables that are not in memory.
    deadlines: Mutex<BTreeSet<(u64, String)>>,
    /// Tables that are not in memory, where nothing is to be done until somebody does something.
    idle_tables: Mutex<HashSet<String>>,
    /// Tables that were too busy to hear what other nodes said, until they are told that they missed it.
    overflowed: Mutex<HashSet<String>>,
    /// Held by whoever goes through all games.
    scan_lock: tokio::sync::Mutex<()>,
    /// Everyone who said who they are.
    people: Mutex<HashMap<String, Vec<Arc<Connection>>>>,
    /// Everyone who did not.
    anonymous: Mutex<HashMap<u64, Arc<Connection>>>,
    /// Everyone who looks at the lobby.
    lobby: Mutex<HashMap<u64, Arc<Connection>>>,
    /// When nothing could be stored: from and until when; no end means that it still cannot.
    store_outage: Mutex<Option<(u64, Option<u64>)>>,
    /// Whether the server is stopping. Every socket and stream keeps one end of it as long as it is open.
    stopping: watch::Sender<bool>,
}

/// Nothing that is guarded here can be left half done, so a thread that fell over does no harm.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Hub {
    /// Opens the house: all games that were on go on.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn start(parts: Parts) -> Result<Hub, Problem> {
        let Parts { store, jobs, analyses, bus, bots, metrics, role } = parts;
        let away = match role {
            Role::Server => upkeep::outage_before_start(&*store, bus.is_some()).await?,
            Role::Worker => None,
        };
        let cluster = bus.map(Cluster::new);
        // Before any table is read, so that nothing is missed which happens there from then on.
        let table_notes = match &cluster {
            Some(cluster) => {
                let listening = cluster.subscribe_to_table_notes().await;
                Some(listening.map_err(|error| Problem::new(Code::Unavailable, error.into()))?)
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
            store_outage: Mutex::new(away),
            stopping: watch::Sender::new(false),
        }));
        if let Some(table_notes) = table_notes {
            tokio::spawn(receive_table_notes(hub.clone(), table_notes));
            tokio::spawn(hub.clone().send_notes());
        }
        if role == Role::Worker {
            tokio::spawn(hub.clone().resync_on_bus_reconnect());
        } else {
            if away.is_some() && hub.cluster().is_some() {
                // First of all: once this node is noted to be alive, others that start do not know that clocks are to be set.
                hub.wake_unattended_tables(true).await;
                hub.0.store.note_alive(now()).await?;
            } else {
                hub.0.store.note_alive(now()).await?;
                let resuming = hub.clone();
                tokio::spawn(async move { resuming.wake_unattended_tables(true).await });
            }
            tokio::spawn(hub.clone().heartbeat_loop());
        }
        Ok(hub)
    }

    /// Where everything is kept.
    pub fn store(&self) -> &dyn Store {
        &*self.0.store
    }

    /// Where the work is asked for that tables wait for.
    pub fn jobs(&self) -> &dyn JobQueue {
        &*self.0.jobs
    }

    /// Where it is asked for that games are looked at.
    pub fn analyses(&self) -> &dyn JobQueue {
        &*self.0.analyses
    }

    /// The other nodes, if there are any.
    pub fn cluster(&self) -> Option<&Cluster> {
        self.0.cluster.as_ref()
    }

    /// Whether it is there for work only.
    pub fn is_worker(&self) -> bool {
        self.0.role == Role::Worker
    }

    /// Where bots think.
    pub fn bots(&self) -> &Bots {
        &self.0.bots
    }

    /// What is counted.
    pub fn metrics(&self) -> &Metrics {
        &self.0.metrics
    }

    /// How many tables are in memory.
    pub fn table_count(&self) -> usize {
        lock(&self.0.tables).len()
    }

    fn table(&self, id: &str) -> mpsc::Sender<Request> {
        let mut tables = lock(&self.0.tables);
        match tables.get(id).filter(|table| !table.is_closed()) {
            Some(table) => table.clone(),
            None => {
                let (table, requests) = TableTask::channel();
                // First it can be told of what happens, then it is read: so nothing is missed in between.
                tables.insert(id.to_owned(), table.clone());
                TableTask::load(self.clone(), id, requests);
                table
            }
        }
    }

    /// Asks a table, which is loaded if need be.
    pub async fn send(&self, table: &str, request: Request) -> Result<(), Problem> {
        // Ids that cannot be are not even looked for.
        if table.len() > 32 || !table.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            return Err(no_such_table());
        }
        let mut request = request;
        // A table may let go just now; then it is loaded again.
        for _ in 0..3 {
            match self.table(table).send(request).await {
                Ok(()) => return Ok(()),
                Err(back) => request = back.0,
            }
        }
        Err(away())
    }

    async fn ask<T>(&self, table: &str, request: impl FnOnce(oneshot::Sender<T>) -> Request) -> Result<T, Problem> {
        let (reply, answer) = oneshot::channel();
        self.send(table, request(reply)).await?;
        // Whoever could have answered is gone: it may be there again in a moment.
        answer.await.map_err(|_| away())
    }

    /// Lets go of a table.
    pub fn remove_table(&self, table: &str) {
        lock(&self.0.tables).remove(table);
    }

    /// Lets go of a table if nobody has asked it anything meanwhile; tells whether it did.
    pub fn remove_table_if(&self, table: &str, idle: impl FnOnce() -> bool) -> bool {
        let mut tables = lock(&self.0.tables);
        let gone = idle();
        if gone {
            tables.remove(table);
        }
        gone
    }

    /// Opens a table.
    ///
    /// # Errors
    /// What is wrong with the request.
    pub async fn open(&self, by: &Authenticated, request: NewTable) -> Result<TableOpened, Problem> {
        let seats = request.seats.iter().map(|plan| (plan.clone(), None)).collect();
        self.open_for(&by.person(), request, seats).await
    }

    /// Opens a table where seats may be kept for people by their ids.
    async fn open_for(
        &self,
        host: &Person,
        request: NewTable,
        seats: Vec<(SeatPlan, Option<String>)>,
    ) -> Result<TableOpened, Problem> {
        let game = GameId::from_name(&request.game).ok_or_else(|| {
            let game = quote(&request.game);
            invalid(text!("there is no game {game}", "il n’y a pas de jeu {game}"))
        })?;
        request.clock.check().map_err(invalid)?;
        let options: Vec<_> = request.options.into_iter().collect();
        let plan = plan(game, &options).map_err(invalid)?;
        let (wanted, here) = (plan.seats, seats.len());
        if wanted != here {
            return Err(invalid(text!(
                "there are {wanted} seats, and {here} are planned",
                "il y a {wanted} places, et {here} sont prévues"
            )));
        }
        let seed = plan.chance.then(secrets::random_seed);
        let opened = Opened {
            game: request.game,
            options: plan.options,
            seats: plan.seats as u8,
            host: host.clone(),
            clock: request.clock,
            public: request.public,
            rated: request.rated,
            commitment: seed.map(|seed| seed.commitment().to_string()),
        };
        let now = now();
        let (table, invite) = (secrets::ordered_id(now), secrets::random_secret());
        let mut state = TableAggregate::open(&table, seed, invite.clone(), Event::Opened(opened), now).map_err(invalid)?;
        let mut seated = false;
        for (seat, (plan, person)) in (0..).zip(seats) {
            let event = match plan {
                SeatPlan::Open => continue,
                SeatPlan::Me if seated => {
                    return Err(invalid(text!("one person has one seat", "une personne a une place")));
                }
                SeatPlan::Me => {
                    seated = true;
                    if let Some(word) = &request.salt {
                        Salt::new(Seat::new(seat.into()), word).map_err(invalid)?;
                    }
                    Event::Sat { seat, who: Who::Person(host.clone()), salt: request.salt.clone() }
                }
                SeatPlan::Bot(bot) => {
                    check_bot(game, &bot).map_err(invalid)?;
                    Event::Sat { seat, who: Who::Bot(bot), salt: None }
                }
                SeatPlan::Reserved(name) => Event::Reserved { seat, name: check_name(&name)?, person },
            };
            state.apply_new(event, now).map_err(invalid)?;
        }
        let row = NewTableRow {
            table: table.clone(),
            seed,
            invite: invite.clone(),
            events: state.pending_rows(),
            summary: state.shared().summary(),
        };
        let (task, requests) = TableTask::channel();
        // First it can be told of what happens, then it is stored: so nothing is missed that others do there.
        lock(&self.0.tables).insert(table.clone(), task);
        let (reply, stored) = oneshot::channel();
        TableTask::open(self.clone(), state, row, requests, reply);
        stored.await.map_err(|_| away())??;
        Ok(TableOpened { table, invite })
    }

    /// Lets somebody do something at a table.
    ///
    /// # Errors
    /// Why it is refused.
    pub async fn act(&self, table: &str, by: &Authenticated, act: Act) -> Result<Acted, Problem> {
        match act {
            Act::Rematch => {
                let answer = self.rematch(table, &by.person(), None).await?;
                Ok(Acted { events: Vec::new(), answer: Some(answer) })
            }
            Act::Command(command) => {
                self.ask(table, |reply| Request::Act { by: by.person(), command, reply: Reply::Waiting(reply) }).await?
            }
        }
    }

    /// Finds or opens the table where the same people meet again.
    ///
    /// # Errors
    /// Why there is none.
    pub async fn rematch(&self, table: &str, by: &Person, connection: Option<(Arc<Connection>, u32)>) -> Result<String, Problem> {
        let asked = by.clone();
        let plan = match self.ask(table, |reply| Request::PlanRematch { by: asked, reply }).await?? {
            RematchAnswer::At(there) => return Ok(there),
            RematchAnswer::Plan(plan) => plan,
        };
        let request = NewTable {
            game: plan.summary.game,
            options: plan.summary.options,
            clock: plan.summary.clock,
            public: plan.summary.public,
            rated: plan.summary.rated,
            seats: Vec::new(),
            salt: None,
        };
        let opened = self.open_for(by, request, plan.seats).await?;
        self.ask(table, |reply| Request::SetRematch { table: opened.table, connection, reply }).await?
    }

    /// A table in full.
    ///
    /// # Errors
    /// If there is none, or it is for others.
    pub async fn view(&self, table: &str, by: Option<&Authenticated>, invite: Option<&str>) -> Result<TableView, Problem> {
        let (person, invite) = (by.map(|by| by.me.id.clone()), invite.map(str::to_owned));
        self.ask(table, |reply| Request::View { person, invite, reply }).await?
    }

    /// The record of a table.
    ///
    /// # Errors
    /// If there is none, or it is for others.
    pub async fn record(&self, table: &str, by: Option<&Authenticated>, invite: Option<&str>) -> Result<String, Problem> {
        let (person, invite) = (by.map(|by| by.me.id.clone()), invite.map(str::to_owned));
        self.ask(table, |reply| Request::Record { person, invite, reply }).await?
    }

    /// Tables in short, with whose turn it is.
    ///
    /// # Errors
    /// If one cannot be read.
    pub async fn summaries(&self, tables: &[String]) -> Result<Vec<Summary>, Problem> {
        let mut summaries = Vec::with_capacity(tables.len());
        for table in tables {
            summaries.push(self.ask(table, |reply| Request::Summary { reply }).await??);
        }
        Ok(summaries)
    }

    /// Everything that happens at a table, from a version on, as messages.
    ///
    /// # Errors
    /// If there is none, or it is for others.
    pub async fn subscribe(
        &self,
        table: &str,
        by: Option<&Authenticated>,
        invite: Option<&str>,
        from: u32,
    ) -> Result<EventStream, Problem> {
        let (connection, messages) = Connection::new(by.map(Authenticated::person));
        let connection = Arc::new(connection);
        let stream = EventStream { hub: self.clone(), table: table.to_owned(), connection, messages, stopping: self.stopping() };
        self.register_connection(&stream.connection);
        let (connection, invite) = (stream.connection.clone(), invite.map(str::to_owned));
        self.ask(table, |reply| Request::Subscribe { connection, invite, from, re: None, reply }).await??;
        Ok(stream)
    }

    /// Lets go of a table: it is loaded again when it is needed.
    pub async fn unload(&self, table: &str) {
        let _ = self.ask(table, |reply| Request::Unload { reply }).await;
    }

    /// Somebody is there.
    pub fn register_connection(&self, connection: &Arc<Connection>) {
        match connection.person() {
            Some(person) => lock(&self.0.people).entry(person.id.clone()).or_default().push(connection.clone()),
            None => drop(lock(&self.0.anonymous).insert(connection.id(), connection.clone())),
        }
        // Who comes while everyone is being sent away must not be overlooked.
        if *self.0.stopping.borrow() {
            connection.close();
        }
    }

    /// Somebody has left.
    pub fn unregister_connection(&self, connection: &Connection) {
        match connection.person() {
            Some(person) => {
                let mut people = lock(&self.0.people);
                if let Some(connections) = people.get_mut(&person.id) {
                    connections.retain(|other| other.id() != connection.id());
                    if connections.is_empty() {
                        people.remove(&person.id);
                    }
                }
            }
            None => drop(lock(&self.0.anonymous).remove(&connection.id())),
        }
        lock(&self.0.lobby).remove(&connection.id());
    }

    /// Drops every connection of somebody, on all nodes: their keys are no longer valid.
    pub fn disconnect(&self, person: &str) {
        self.disconnect_here(person);
        if let Some(cluster) = self.cluster() {
            cluster.publish_note(&ClusterNote::PersonChanged { person: person.to_owned() });
        }
    }

    /// Drops every connection of somebody on this node.
    pub fn disconnect_here(&self, person: &str) {
        if let Some(connections) = lock(&self.0.people).get(person) {
            connections.iter().for_each(|connection| connection.close());
        }
    }

    /// Tells somebody something, wherever they are but here.
    pub fn send_to_person(&self, person: &str, here: impl Fn(&Connection) -> bool, message: impl Fn() -> Utf8Bytes) {
        if let Some(connections) = lock(&self.0.people).get(person) {
            connections.iter().filter(|connection| !here(connection)).for_each(|connection| connection.send(message()));
        }
    }

    /// Tells everyone in the lobby of a table, on all nodes.
    pub fn broadcast_lobby(&self, summary: Summary) {
        if !summary.public {
            return;
        }
        if let Some(cluster) = self.cluster() {
            cluster.publish_note(&ClusterNote::Lobby { table: Box::new(summary.clone()) });
        }
        self.broadcast_lobby_locally(summary);
    }

    /// Tells everyone in the lobby of this node.
    pub fn broadcast_lobby_locally(&self, summary: Summary) {
        let lobby = lock(&self.0.lobby);
        if !lobby.is_empty() {
            let text = encode(&Tell::Lobby { re: None, tables: vec![summary] });
            lobby.values().for_each(|connection| connection.send(text.clone()));
        }
    }

    /// Lets somebody look at the lobby: what is there now, and from then on what changes.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn subscribe_lobby(&self, connection: &Arc<Connection>, re: u32) -> Result<(), Problem> {
        // First the connection, then the list: so nothing that changes in between is missed.
        lock(&self.0.lobby).insert(connection.id(), connection.clone());
        let mut tables = Vec::new();
        for state in [State::Open, State::Playing] {
            tables.extend(self.0.store.tables(&TableQuery { state, game: None, player: None, before: None, most: LOBBY }).await?);
        }
        connection.send(encode(&Tell::Lobby { re: Some(re), tables }));
        Ok(())
    }

    /// Somebody no longer looks at the lobby.
    pub fn unsubscribe_lobby(&self, connection: &Connection) {
        lock(&self.0.lobby).remove(&connection.id());
    }

    /// Whether the server is stopping. It waits for a while until all of these are dropped.
    pub fn stopping(&self) -> watch::Receiver<bool> {
        self.0.stopping.subscribe()
    }

    /// Sends everyone away, and waits until they have left: the server stops.
    pub async fn close(&self) {
        self.0.stopping.send_replace(true);
        for connections in lock(&self.0.people).values() {
            connections.iter().for_each(|connection| connection.close());
        }
        lock(&self.0.anonymous).values().for_each(|connection| connection.close());
        self.0.stopping.closed().await;
    }
}

/// Somebody who follows one table from afar.
pub struct EventStream {
    hub: Hub,
    table: String,
    connection: Arc<Connection>,
    messages: mpsc::Receiver<Utf8Bytes>,
    stopping: watch::Receiver<bool>,
}

impl EventStream {
    /// The next message; none when it is over.
    pub async fn next(&mut self) -> Option<Utf8Bytes> {
        tokio::select! {
            message = self.messages.recv() => message,
            () = self.connection.closed() => None,
            _ = self.stopping.wait_for(|stopping| *stopping) => None,
        }
    }
}

impl Drop for EventStream {
    fn drop(&mut self) {
        self.hub.unregister_connection(&self.connection);
        let (hub, table, connection) = (self.hub.clone(), self.table.clone(), self.connection.id());
        tokio::spawn(async move { hub.send(&table, Request::Unsubscribe { connection }).await });
    }
}

fn invalid(why: Text) -> Problem {
    Problem::new(Code::Invalid, why)
}

fn no_such_table() -> Problem {
    Problem::new(Code::Unknown, text!("there is no such table", "cette table n’existe pas"))
}

fn away() -> Problem {
    Problem::new(Code::Unavailable, text!("the table cannot be reached", "la table est injoignable"))
}
