//! Somebody who is being told things: a socket, or a stream of events.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use axum::extract::ws::Utf8Bytes;
use tablee_protocol::Person;
use tokio::sync::{Notify, mpsc};

/// How many messages may wait for somebody. Who is slower than that is dropped, and comes back to where they were.
const OUTBOX: usize = 256;

/// Somebody who is being told things.
#[derive(Debug)]
pub struct Connection {
    id: u64,
    person: Option<Person>,
    outbox: mpsc::Sender<Utf8Bytes>,
    closed: AtomicBool,
    closing: Notify,
}

impl Connection {
    /// A connection, and where its messages come out.
    pub fn new(person: Option<Person>) -> (Connection, mpsc::Receiver<Utf8Bytes>) {
        static LAST: AtomicU64 = AtomicU64::new(0);
        let (outbox, messages) = mpsc::channel(OUTBOX);
        let id = LAST.fetch_add(1, Ordering::Relaxed);
        (Connection { id, person, outbox, closed: AtomicBool::new(false), closing: Notify::new() }, messages)
    }

    /// A number that no other connection has.
    pub fn id(&self) -> u64 {
        self.id
    }

    /// Who it is, if they said so.
    pub fn person(&self) -> Option<&Person> {
        self.person.as_ref()
    }

    /// Tells something, without waiting: whoever does not keep up is dropped.
    pub fn send(&self, message: Utf8Bytes) {
        if self.outbox.try_send(message).is_err() {
            self.close();
        }
    }

    /// Drops the connection.
    pub fn close(&self) {
        self.closed.store(true, Ordering::Relaxed);
        self.closing.notify_one();
    }

    /// Whether it was dropped, or has ended.
    pub fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Relaxed) || self.outbox.is_closed()
    }

    /// Waits until it is dropped.
    pub async fn closed(&self) {
        self.closing.notified().await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_does_not_keep_up_is_dropped() {
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
