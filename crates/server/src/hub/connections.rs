//! The connections of this process: turn notices, the lobby, and event streams over HTTP.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use tablee_protocol::{Problem, ServerMessage, Summary, TableStatus};
use tokio::sync::watch;

use super::{Hub, lock};
use crate::cluster::ClusterNote;
use crate::connection::{Connection, Outbox};
use crate::people::Authenticated;
use crate::store::{Cursor, TableQuery};
use crate::table::{PersonRequest, Subscribed, encode};

/// The lobby shows at most so many open tables, and as many where a game is in progress.
const LOBBY: u32 = 100;

/// And at most so many of one host. The store is asked for at most so many pages to find others.
const LOBBY_OF_HOST: u32 = 3;
const LOBBY_PAGES: usize = 10;

/// How many tables go into one message. Names and options bound the bytes of each.
const LOBBY_PAGE: usize = 20;

/// The connections of this process.
#[derive(Default)]
pub struct Connections {
    /// Connections with a key, by person.
    people: Mutex<HashMap<String, Vec<Arc<Connection>>>>,
    /// Connections without a key.
    anonymous: Mutex<HashMap<u64, Arc<Connection>>>,
    /// Connections that are subscribed to the lobby.
    lobby: Mutex<HashMap<u64, Arc<Connection>>>,
    /// Whether there are any.
    lobby_watched: watch::Sender<bool>,
    /// Whether changes of the lobby on other nodes arrive here.
    lobby_ready: watch::Sender<bool>,
}

impl Connections {
    fn register(&self, connection: &Arc<Connection>) {
        match connection.person() {
            Some(person) => lock(&self.people).entry(person.id.clone()).or_default().push(connection.clone()),
            None => drop(lock(&self.anonymous).insert(connection.id(), connection.clone())),
        }
    }

    fn unregister(&self, connection: &Connection) {
        match connection.person() {
            Some(person) => {
                let mut people = lock(&self.people);
                if let Some(connections) = people.get_mut(&person.id) {
                    connections.retain(|other| other.id() != connection.id());
                    if connections.is_empty() {
                        people.remove(&person.id);
                    }
                }
            }
            None => drop(lock(&self.anonymous).remove(&connection.id())),
        }
        self.unsubscribe_lobby(connection);
    }

    fn subscribe_lobby(&self, connection: &Arc<Connection>) {
        lock(&self.lobby).insert(connection.id(), connection.clone());
        self.lobby_watched.send_if_modified(|watched| !std::mem::replace(watched, true));
    }

    fn unsubscribe_lobby(&self, connection: &Connection) {
        let mut lobby = lock(&self.lobby);
        lobby.remove(&connection.id());
        let empty = lobby.is_empty();
        self.lobby_watched.send_if_modified(|watched| std::mem::replace(watched, !empty) == empty);
    }

    /// Closes all connections.
    pub(super) fn close_all(&self) {
        for connections in lock(&self.people).values() {
            connections.iter().for_each(|connection| connection.close());
        }
        lock(&self.anonymous).values().for_each(|connection| connection.close());
    }
}

/// How long a new subscriber of the lobby waits for the bus.
const LOBBY_READY_TIMEOUT: Duration = Duration::from_secs(2);

impl Hub {
    /// Registers a new connection.
    pub fn register_connection(&self, connection: &Arc<Connection>) {
        self.0.connections.register(connection);
        // A shutdown that has begun may have missed this connection.
        if self.0.shutdown.has_begun() {
            connection.close();
        }
    }

    /// Forgets a connection that has ended. Its owner unsubscribes it from its tables.
    pub fn unregister_connection(&self, connection: &Connection) {
        self.0.connections.unregister(connection);
    }

    /// Disconnects a person on all nodes: their name or keys have changed.
    pub fn disconnect(&self, person: &str) {
        self.disconnect_locally(person);
        if let Some(cluster) = self.cluster() {
            cluster.publish_note(&ClusterNote::PersonChanged { person: person.to_owned() });
        }
    }

    /// Disconnects a person on this node.
    pub fn disconnect_locally(&self, person: &str) {
        if let Some(connections) = lock(&self.0.connections.people).get(person) {
            connections.iter().for_each(|connection| connection.close());
        }
    }

    /// Sends a message to a person's connections on this node, except some.
    pub fn send_to_person(&self, person: &str, except: impl Fn(&Connection) -> bool, message: impl Fn() -> Utf8Bytes) {
        if let Some(connections) = lock(&self.0.connections.people).get(person) {
            connections.iter().filter(|connection| !except(connection)).for_each(|connection| connection.send(message()));
        }
    }

    /// Has nodes without the table in memory send a person a turn notice.
    pub fn notify_turn_on_other_nodes(&self, person: &str, table: &str, game: &str, played: u32) {
        if let Some(cluster) = self.cluster() {
            let (person, table, game) = (person.to_owned(), table.to_owned(), game.to_owned());
            cluster.publish_note(&ClusterNote::Turn { person, table, game, played });
        }
    }

    /// Broadcasts a table's new summary to the lobby, on all nodes.
    pub fn broadcast_lobby(&self, summary: Summary) {
        if !summary.public {
            return;
        }
        if let Some(cluster) = self.cluster() {
            cluster.publish_note(&ClusterNote::Lobby { table: Box::new(summary.clone()) });
        }
        self.broadcast_lobby_locally(summary);
    }

    /// Broadcasts a table's new summary to the lobby on this node.
    pub fn broadcast_lobby_locally(&self, summary: Summary) {
        let lobby = lock(&self.0.connections.lobby);
        if !lobby.is_empty() {
            let text = encode(&ServerMessage::Lobby { re: None, tables: vec![summary] });
            lobby.values().for_each(|connection| connection.send(text.clone()));
        }
    }

    /// Sends a connection the tables of the lobby, and from then on every change.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn subscribe_lobby(&self, connection: &Arc<Connection>, re: u32) -> Result<(), Problem> {
        // Subscribe first, also to the changes on other nodes, then read the list: so no change in between is missed.
        self.0.connections.subscribe_lobby(connection);
        if self.cluster().is_some() {
            // In an outage of the bus, the list is shown without later changes of other nodes.
            let mut ready = self.0.connections.lobby_ready.subscribe();
            let _ = tokio::time::timeout(LOBBY_READY_TIMEOUT, ready.wait_for(|ready| *ready)).await;
        }
        let mut tables = Vec::new();
        for state in [TableStatus::Open, TableStatus::Playing] {
            tables.extend(self.lobby_tables(state).await?);
        }
        // The first message is the answer, and replaces the list that the client may have. The others add to it.
        let first = tables.drain(..tables.len().min(LOBBY_PAGE)).collect();
        connection.send(encode(&ServerMessage::Lobby { re: Some(re), tables: first }));
        for page in tables.chunks(LOBBY_PAGE) {
            connection.send(encode(&ServerMessage::Lobby { re: None, tables: page.to_vec() }));
        }
        Ok(())
    }

    /// The latest tables with this status, but only a few of one host.
    async fn lobby_tables(&self, state: TableStatus) -> Result<Vec<Summary>, Problem> {
        let (mut shown, mut of_host) = (Vec::new(), HashMap::new());
        let mut query = TableQuery::public(state, LOBBY);
        for _ in 0..LOBBY_PAGES {
            let page = self.0.store.tables(&query).await?;
            let last = page.len() < LOBBY as usize;
            query.before = page.last().map(Cursor::of);
            for summary in page {
                let count = of_host.entry(summary.host.id.clone()).or_insert(0);
                *count += 1;
                if *count <= LOBBY_OF_HOST && shown.len() < LOBBY as usize {
                    shown.push(summary);
                }
            }
            if last || shown.len() == LOBBY as usize {
                break;
            }
        }
        Ok(shown)
    }

    /// Sends a connection no more changes of the lobby.
    pub fn unsubscribe_lobby(&self, connection: &Connection) {
        self.0.connections.unsubscribe_lobby(connection);
    }

    /// Whether somebody on this node looks at the lobby, and each change of it.
    pub fn lobby_watched(&self) -> watch::Receiver<bool> {
        self.0.connections.lobby_watched.subscribe()
    }

    /// Notes whether changes of the lobby on other nodes arrive here.
    pub fn set_lobby_ready(&self, ready: bool) {
        self.0.connections.lobby_ready.send_replace(ready);
    }

    /// Subscribes to a table: a stream of all messages about events after a version.
    ///
    /// # Errors
    /// If there is no such table, or it is private.
    pub async fn subscribe(
        &self,
        table: &str,
        by: Option<&Authenticated>,
        invite: Option<&str>,
        from: u32,
    ) -> Result<EventStream, Problem> {
        let (connection, messages) = Connection::new(by.map(Authenticated::person), false);
        let mut stream = EventStream {
            hub: self.clone(),
            table: table.to_owned(),
            invite: invite.map(str::to_owned),
            connection,
            messages,
            history: None,
            stopping: self.stopping(),
        };
        self.register_connection(&stream.connection);
        stream.history = stream.next_page(from).await?;
        Ok(stream)
    }
}

/// The messages of one table, for a stream of server-sent events. It unsubscribes when it is dropped.
pub struct EventStream {
    hub: Hub,
    table: String,
    invite: Option<String>,
    connection: Arc<Connection>,
    messages: Outbox,
    /// The version after which the history goes on, until all of it is sent.
    history: Option<u32>,
    stopping: watch::Receiver<bool>,
}

impl EventStream {
    /// The next message; `None` when the stream has ended.
    pub async fn next(&mut self) -> Option<Utf8Bytes> {
        // The next page of the history, once the client has read the last one.
        if let Some(from) = self.history.filter(|_| self.messages.is_empty()) {
            self.history = self.next_page(from).await.ok()?;
        }
        tokio::select! {
            message = self.messages.recv() => message,
            () = self.connection.closed() => None,
            _ = self.stopping.wait_for(|stopping| *stopping) => None,
        }
    }

    /// Asks for a page of the history. Returns the version after which it goes on, if it does.
    async fn next_page(&self, from: u32) -> Result<Option<u32>, Problem> {
        let (connection, invite) = (self.connection.clone(), self.invite.clone());
        let subscribe = |reply| PersonRequest::Subscribe { connection, invite, from, re: None, reply };
        match self.hub.request(&self.table, subscribe).await? {
            Subscribed::Live => Ok(None),
            Subscribed::Until(version) => Ok(Some(version)),
        }
    }
}

impl Drop for EventStream {
    fn drop(&mut self) {
        self.hub.unregister_connection(&self.connection);
        let (hub, table, connection) = (self.hub.clone(), self.table.clone(), self.connection.id());
        tokio::spawn(async move { hub.send(&table, PersonRequest::Unsubscribe { connection }).await });
    }
}
