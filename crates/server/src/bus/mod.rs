//! The bus: broadcast messages between nodes.
//!
//! | file | what is in it |
//! |---|---|
//! | `mod.rs` | the trait `Bus`, and which subjects are valid |
//! | `local.rs` | a bus within one process, for tests |
//! | `nats.rs` | the bus over NATS |

pub mod local;
pub mod nats;

use std::pin::Pin;

use async_trait::async_trait;
use bytes::Bytes;
use futures_util::{Stream, StreamExt};
use tablee_core::{Text, text};
use tokio::sync::watch;

use crate::causes::nats_detail;

/// Broadcasts messages between nodes. Messages may be lost; the store is the only source of truth.
///
/// A subject is dotted words of ASCII letters, digits, `_` and `-`, such as `tables` or `nodes.ID`. Messages of one node
/// under one subject keep their order. Subjects that begin with `jobs`, `analyses` or `arena` belong to the work
/// queues.
#[async_trait]
pub trait Bus: Send + Sync + 'static {
    /// Publishes a message to all subscribers, on this node too. It never waits: in an outage of the bus, or for a slow
    /// subscriber, the message is lost.
    fn publish(&self, subject: &str, message: Bytes);

    /// Returns when all messages published before have reached the bus, or are lost.
    async fn flush(&self);

    /// Subscribes to a subject. Messages published after this returns arrive, unless the bus loses them.
    async fn subscribe(&self, subject: &str) -> Result<Subscription, BusError>;

    /// Whether the bus is connected, and each change of it. After every change to `true`, subscribers must resync with
    /// the store. A short disconnect counts as a change too, because messages may have been lost.
    fn connected(&self) -> watch::Receiver<bool>;
}

/// Why a subscription failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BusError {
    /// An outage of the bus.
    Unavailable(String),
    /// The subject is not valid.
    InvalidSubject(String),
}

impl From<BusError> for Text {
    fn from(error: BusError) -> Text {
        match error {
            BusError::Unavailable(why) => {
                let Text { en, fr } = nats_detail(&why);
                text!("the other servers cannot be reached: {en}", "les autres serveurs sont injoignables : {fr}")
            }
            BusError::InvalidSubject(subject) => {
                text!("“{subject}” is not a subject of the bus", "« {subject} » n’est pas un sujet du bus")
            }
        }
    }
}

/// A subscription to a subject. It ends when it is dropped.
pub struct Subscription {
    messages: Pin<Box<dyn Stream<Item = Bytes> + Send>>,
}

impl Subscription {
    fn new(messages: impl Stream<Item = Bytes> + Send + 'static) -> Subscription {
        Subscription { messages: Box::pin(messages) }
    }

    /// The next message; `None` if the bus is closed.
    pub async fn next(&mut self) -> Option<Bytes> {
        self.messages.next().await
    }
}

/// Whether a subject is valid.
fn is_subject(subject: &str) -> bool {
    let is_letter = |letter: u8| letter.is_ascii_alphanumeric() || letter == b'_' || letter == b'-';
    subject.split('.').all(|word| !word.is_empty() && word.bytes().all(is_letter))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subjects_are_dotted_words() {
        for right in ["lobby", "table.aB3_-", "a.b.c"] {
            assert!(is_subject(right), "{right}");
        }
        for wrong in ["", ".", "table.", ".table", "a..b", "table.*", ">", "a b", "é", "a\r\nb"] {
            assert!(!is_subject(wrong), "{wrong}");
        }
    }
}
