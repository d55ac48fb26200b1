//! How nodes tell each other what happened.
//!
//! | file | what is in it |
//! |---|---|
//! | `mod.rs` | what a bus does |
//! | `local.rs` | the bus between nodes in one process |
//! | `nats.rs` | the bus between several |

pub mod local;
pub mod nats;

use std::pin::Pin;

use async_trait::async_trait;
use bytes::Bytes;
use futures_util::{Stream, StreamExt};
use tablee_core::{Text, text};
use tokio::sync::watch;

/// How nodes tell each other what happened. Nothing rests on it: what matters is in the store, and whoever missed something finds it there.
///
/// A subject is dotted words of ASCII letters, digits, `_` and `-`, such as `house` or `tables`. What one node tells under a subject is
/// heard in that order by everyone. The first words `jobs`, `analyses` and `arena` are the work queues'.
#[async_trait]
pub trait Bus: Send + Sync + 'static {
    /// Tells every node that listens, this one too. It never waits: what cannot be told now, since the bus is away or somebody is slow, is
    /// lost to them.
    fn publish(&self, subject: &str, message: Bytes);

    /// Returns when all that was told before is on its way, or cannot be.
    async fn flush(&self);

    /// Everything told under a subject from now on: once this returns nothing is missed.
    async fn subscribe(&self, subject: &str) -> Result<Subscription, BusError>;

    /// Whether the bus is there, and each change of it. Whoever rests on messages looks into the store after every change to `true`:
    /// from then on nothing is missed again. To have been away for a moment only is a change as well.
    fn connected(&self) -> watch::Receiver<bool>;
}

/// Why nothing can be heard.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BusError {
    /// The bus cannot be reached.
    Unavailable(String),
    /// That is no subject.
    InvalidSubject(String),
}

impl From<BusError> for Text {
    fn from(error: BusError) -> Text {
        match error {
            BusError::Unavailable(why) => {
                text!("the other servers cannot be reached: {why}", "les autres serveurs sont injoignables : {why}")
            }
            BusError::InvalidSubject(subject) => {
                text!("“{subject}” is no subject of the bus", "« {subject} » n’est pas un sujet du bus")
            }
        }
    }
}

/// Who listens to a subject, until dropped.
pub struct Subscription {
    messages: Pin<Box<dyn Stream<Item = Bytes> + Send>>,
}

impl Subscription {
    fn new(messages: impl Stream<Item = Bytes> + Send + 'static) -> Subscription {
        Subscription { messages: Box::pin(messages) }
    }

    /// The next message; none if the bus is gone for good.
    pub async fn next(&mut self) -> Option<Bytes> {
        self.messages.next().await
    }
}

/// Whether this is a subject.
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
