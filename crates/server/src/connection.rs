//! A connection: a socket, or a stream of server-sent events, with its bounded queue of messages.
//!
//! Backpressure: a table never waits for a client. If a queue is full, the client has fallen behind and is
//! disconnected. It reconnects and subscribes from the last version that it knows.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use axum::extract::ws::Utf8Bytes;
use tablee_protocol::Person;
use tokio::sync::{Notify, mpsc};

/// How many messages may wait for a client.
const OUTBOX: usize = 256;

/// A connection to a client.
#[derive(Debug)]
pub struct Connection {
    id: u64,
    person: Option<Person>,
    outbox: mpsc::Sender<Utf8Bytes>,
    closed: AtomicBool,
    closing: Notify,
}

impl Connection {
    /// A connection, and the receiver of its messages.
    pub fn new(person: Option<Person>) -> (Connection, mpsc::Receiver<Utf8Bytes>) {
        static LAST: AtomicU64 = AtomicU64::new(0);
        let (outbox, messages) = mpsc::channel(OUTBOX);
        let id = LAST.fetch_add(1, Ordering::Relaxed);
        (Connection { id, person, outbox, closed: AtomicBool::new(false), closing: Notify::new() }, messages)
    }

    /// The id of the connection, unique in this process.
    pub fn id(&self) -> u64 {
        self.id
    }

    /// The person, if the client sent a key.
    pub fn person(&self) -> Option<&Person> {
        self.person.as_ref()
    }

    /// Queues a message, without waiting. A client that has fallen behind is disconnected.
    pub fn send(&self, message: Utf8Bytes) {
        if self.outbox.try_send(message).is_err() {
            self.close();
        }
    }

    /// Closes the connection.
    pub fn close(&self) {
        self.closed.store(true, Ordering::Relaxed);
        self.closing.notify_one();
    }

    /// Whether the connection is closed or has ended.
    pub fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Relaxed) || self.outbox.is_closed()
    }

    /// Waits until the connection is closed.
    pub async fn closed(&self) {
        self.closing.notified().await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_that_falls_behind_is_disconnected() {
        let (connection, messages) = Connection::new(None);
        for _ in 0..OUTBOX {
            connection.send("x".into());
        }
        assert!(!connection.is_closed());
        connection.send("x".into());
        assert!(connection.is_closed());
        drop(messages);
    }
}
