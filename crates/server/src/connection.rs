//! A connection: a socket, or a stream of server-sent events, with its bounded queue of messages.
//!
//! Backpressure: a table never waits for a client. If a queue is full, in messages or in bytes, the client has fallen
//! behind and is disconnected. It reconnects and subscribes from the last version that it knows. A long history does
//! not fill the queue: the connection asks for its next page when the last one is sent.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU16, AtomicU64, AtomicUsize, Ordering};

use axum::extract::ws::{CloseCode, Utf8Bytes, close_code};
use tablee_protocol::Person;
use tokio::sync::{Notify, mpsc};

use crate::limits::Address;

/// How many messages may wait for a client.
const OUTBOX: usize = 256;

/// How many bytes may wait for a client, until they are sent. No message is longer.
const OUTBOX_BYTES: usize = 1024 * 1024;

/// While more than this waits for a client, its next request waits as well. So a client that asks and does not read has
/// little more than one answer in memory.
const ROOM: usize = 64 * 1024;

/// A connection to a client.
#[derive(Debug)]
pub struct Connection {
    id: u64,
    person: Option<Person>,
    address: Address,
    /// Whether the client keeps a copy of its tables, and so knows who is to move.
    keeps_copy: bool,
    outbox: mpsc::Sender<Utf8Bytes>,
    /// The bytes that wait, in the outbox or while they are being sent.
    queued: AtomicUsize,
    closed: AtomicBool,
    close_code: AtomicU16,
    closing: Notify,
}

impl Connection {
    /// A connection, and the receiver of its messages.
    pub fn new(person: Option<Person>, address: Address, keeps_copy: bool) -> (Arc<Connection>, Outbox) {
        static LAST: AtomicU64 = AtomicU64::new(0);
        let (outbox, messages) = mpsc::channel(OUTBOX);
        let connection = Arc::new(Connection {
            id: LAST.fetch_add(1, Ordering::Relaxed),
            person,
            address,
            keeps_copy,
            outbox,
            queued: AtomicUsize::new(0),
            closed: AtomicBool::new(false),
            close_code: AtomicU16::new(close_code::AWAY),
            closing: Notify::new(),
        });
        (connection.clone(), Outbox { messages, connection })
    }

    /// The id of the connection, unique in this process.
    pub fn id(&self) -> u64 {
        self.id
    }

    /// The person, if the client sent a key.
    pub fn person(&self) -> Option<&Person> {
        self.person.as_ref()
    }

    /// The address of the client.
    pub fn address(&self) -> Address {
        self.address
    }

    /// Whether the client keeps a copy of its tables, and so knows who is to move.
    pub fn keeps_copy(&self) -> bool {
        self.keeps_copy
    }

    /// Queues a message, without waiting. A client that has fallen behind is disconnected.
    pub fn send(&self, message: Utf8Bytes) {
        let length = message.len();
        let before = self.queued.fetch_add(length, Ordering::Relaxed);
        let fits = before + length <= OUTBOX_BYTES;
        if !fits || self.outbox.try_send(message).is_err() {
            self.queued.fetch_sub(length, Ordering::Relaxed);
            self.close_with(close_code::AGAIN);
        }
    }

    /// Closes the connection: the server shuts down, a table was unloaded, or the person has changed. The client may
    /// reconnect at once.
    pub fn close(&self) {
        self.close_with(close_code::AWAY);
    }

    /// Closes the connection for a reason, as the code of the WebSocket's close frame. The first reason counts.
    pub fn close_with(&self, code: CloseCode) {
        if !self.closed.swap(true, Ordering::Relaxed) {
            self.close_code.store(code, Ordering::Relaxed);
        }
        self.closing.notify_one();
    }

    /// The reason for which it was closed.
    pub fn close_code(&self) -> CloseCode {
        self.close_code.load(Ordering::Relaxed)
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

/// The messages that wait for a client.
#[derive(Debug)]
pub struct Outbox {
    messages: mpsc::Receiver<Utf8Bytes>,
    connection: Arc<Connection>,
}

impl Outbox {
    /// Waits for a message, whose bytes are then no longer counted.
    pub async fn recv(&mut self) -> Option<Utf8Bytes> {
        let message = self.messages.recv().await?;
        self.sent(message.len());
        Some(message)
    }

    /// Waits for messages, and takes at most this many of those that wait. Their bytes count until [`Outbox::sent`]. Returns
    /// how many there are.
    pub async fn recv_many(&mut self, messages: &mut Vec<Utf8Bytes>, most: usize) -> usize {
        self.messages.recv_many(messages, most).await
    }

    /// Notes how many bytes were sent.
    pub fn sent(&self, bytes: usize) {
        self.connection.queued.fetch_sub(bytes, Ordering::Relaxed);
    }

    /// Whether no message waits.
    pub fn is_empty(&self) -> bool {
        self.messages.is_empty()
    }

    /// Whether there is room for the answer to another request. Until then the client's requests wait.
    pub fn has_room(&self) -> bool {
        self.messages.len() < OUTBOX / 2 && self.connection.queued.load(Ordering::Relaxed) < ROOM
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};

    use super::*;

    const HERE: Address = Address(IpAddr::V4(Ipv4Addr::LOCALHOST));

    #[test]
    fn a_client_that_falls_behind_is_disconnected() {
        let (connection, messages) = Connection::new(None, HERE, false);
        for _ in 0..OUTBOX {
            connection.send("x".into());
        }
        assert!(!connection.is_closed() && !messages.has_room());
        connection.send("x".into());
        assert!(connection.is_closed());
        assert_eq!(connection.close_code(), close_code::AGAIN);
    }

    #[tokio::test]
    async fn the_queue_is_bounded_in_bytes_until_they_are_sent() {
        let (connection, mut messages) = Connection::new(None, HERE, false);
        let page: Utf8Bytes = "x".repeat(OUTBOX_BYTES / 4).into();
        for _ in 0..100 {
            (0..4).for_each(|_| connection.send(page.clone()));
            assert!(!connection.is_closed() && !messages.has_room());
            let mut read = Vec::new();
            while read.len() < 4 {
                messages.recv_many(&mut read, 32).await;
            }
            assert!(messages.is_empty() && !messages.has_room(), "they are still being sent");
            messages.sent(4 * page.len());
            assert!(messages.has_room());
        }
        (0..4).for_each(|_| connection.send(page.clone()));
        messages.recv_many(&mut Vec::new(), 4).await;
        connection.send("x".into());
        assert!(connection.is_closed());
    }

    #[tokio::test]
    async fn a_client_that_asks_and_does_not_read_has_one_large_answer_in_memory() {
        let (connection, mut messages) = Connection::new(None, HERE, false);
        connection.send("x".repeat(ROOM).into());
        assert!(!messages.has_room());
        messages.recv().await;
        assert!(messages.has_room());
        // Nothing is larger than the queue.
        connection.send("x".repeat(OUTBOX_BYTES + 1).into());
        assert!(connection.is_closed());
    }

    #[test]
    fn the_first_reason_to_close_counts() {
        let (connection, _messages) = Connection::new(None, HERE, false);
        connection.close_with(close_code::POLICY);
        connection.close();
        assert_eq!(connection.close_code(), close_code::POLICY);
    }
}
