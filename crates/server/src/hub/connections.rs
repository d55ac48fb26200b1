//! The connections of this process: turn notices, and event streams over HTTP.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use axum::extract::ws::Utf8Bytes;
use tablee_protocol::Problem;
use tokio::sync::watch;

use super::{Hub, lock};
use crate::cluster::ClusterNote;
use crate::connection::{Connection, Outbox};
use crate::limits::Address;
use crate::people::Authenticated;
use crate::table::{PersonRequest, Subscribed};

/// The connections of this process.
#[derive(Default)]
pub struct Connections {
    /// Connections with a key, by person.
    people: Mutex<HashMap<String, Vec<Arc<Connection>>>>,
    /// Connections without a key.
    anonymous: Mutex<HashMap<u64, Arc<Connection>>>,
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
    }

    /// The ids of all people who are connected.
    pub(super) fn people(&self) -> Vec<String> {
        lock(&self.people).keys().cloned().collect()
    }

    /// Closes all connections.
    pub(super) fn close_all(&self) {
        for connections in lock(&self.people).values() {
            connections.iter().for_each(|connection| connection.close());
        }
        lock(&self.anonymous).values().for_each(|connection| connection.close());
    }
}

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
        self.0.lobby.unsubscribe(connection);
        if let Some(person) = connection.person() {
            self.addresses().note_seen(&person.id);
        }
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

    /// Sends a connection no more changes of the lobby.
    pub fn unsubscribe_lobby(&self, connection: &Connection) {
        self.0.lobby.unsubscribe(connection);
    }

    /// Subscribes to a table: a stream of all messages about events after a version.
    ///
    /// # Errors
    /// If there is no such table, it is private, or too many watch it.
    pub async fn subscribe(
        &self,
        table: &str,
        by: Option<&Authenticated>,
        address: Address,
        invite: Option<&str>,
        from: u32,
    ) -> Result<EventStream, Problem> {
        let (connection, messages) = Connection::new(by.map(Authenticated::person), address, false);
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
