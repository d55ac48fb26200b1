//! The connections of this process: turn notices, the lobby, and event streams over HTTP.

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use tablee_protocol::{Problem, ServerMessage, Summary, TableStatus};
use tokio::sync::{mpsc, watch};

use super::{Hub, lock};
use crate::cluster::ClusterNote;
use crate::connection::Connection;
use crate::people::Authenticated;
use crate::store::{Cursor, TableQuery};
use crate::table::{Request, encode};

/// The lobby shows at most so many open tables, and as many where a game is in progress.
const LOBBY: u32 = 100;

/// And at most so many of one host. The store is asked for at most so many pages to find others.
const LOBBY_OF_HOST: u32 = 3;
const LOBBY_PAGES: usize = 10;

impl Hub {
    /// Registers a new connection.
    pub fn register_connection(&self, connection: &Arc<Connection>) {
        match connection.person() {
            Some(person) => lock(&self.0.people).entry(person.id.clone()).or_default().push(connection.clone()),
            None => drop(lock(&self.0.anonymous).insert(connection.id(), connection.clone())),
        }
        // A shutdown that has begun may have missed this connection.
        if *self.0.stopping.borrow() {
            connection.close();
        }
    }

    /// Forgets a connection that has ended. Its owner unsubscribes it from its tables.
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

    /// Disconnects a person on all nodes: their name or keys have changed.
    pub fn disconnect(&self, person: &str) {
        self.disconnect_locally(person);
        if let Some(cluster) = self.cluster() {
            cluster.publish_note(&ClusterNote::PersonChanged { person: person.to_owned() });
        }
    }

    /// Disconnects a person on this node.
    pub fn disconnect_locally(&self, person: &str) {
        if let Some(connections) = lock(&self.0.people).get(person) {
            connections.iter().for_each(|connection| connection.close());
        }
    }

    /// Sends a message to a person's connections on this node, except some.
    pub fn send_to_person(&self, person: &str, except: impl Fn(&Connection) -> bool, message: impl Fn() -> Utf8Bytes) {
        if let Some(connections) = lock(&self.0.people).get(person) {
            connections.iter().filter(|connection| !except(connection)).for_each(|connection| connection.send(message()));
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
        let lobby = lock(&self.0.lobby);
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
        // Subscribe first, then read the list: so no change in between is missed.
        lock(&self.0.lobby).insert(connection.id(), connection.clone());
        let mut tables = Vec::new();
        for state in [TableStatus::Open, TableStatus::Playing] {
            tables.extend(self.lobby_tables(state).await?);
        }
        connection.send(encode(&ServerMessage::Lobby { re: Some(re), tables }));
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
        lock(&self.0.lobby).remove(&connection.id());
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
        let (connection, messages) = Connection::new(by.map(Authenticated::person));
        let connection = Arc::new(connection);
        let stream = EventStream { hub: self.clone(), table: table.to_owned(), connection, messages, stopping: self.stopping() };
        self.register_connection(&stream.connection);
        let (connection, invite) = (stream.connection.clone(), invite.map(str::to_owned));
        self.request(table, |reply| Request::Subscribe { connection, invite, from, re: None, reply }).await??;
        Ok(stream)
    }
}

/// The messages of one table, for a stream of server-sent events. It unsubscribes when it is dropped.
pub struct EventStream {
    hub: Hub,
    table: String,
    connection: Arc<Connection>,
    messages: mpsc::Receiver<Utf8Bytes>,
    stopping: watch::Receiver<bool>,
}

impl EventStream {
    /// The next message; `None` when the stream has ended.
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
