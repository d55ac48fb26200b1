//! A bus that stays in the process: for nodes that are one program, as in tests. A server that is alone needs none.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use async_trait::async_trait;
use bytes::Bytes;
use futures_util::stream;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{mpsc, watch};

use super::{Bus, BusError, Subscription, is_subject};

/// How many messages may wait for one listener.
const SUBSCRIPTION_CAPACITY: usize = 256;

/// A bus in the process. Its clones are the same bus, as if each were at another node.
#[derive(Clone, Debug)]
pub struct LocalBus {
    subscribers: Arc<Subscribers>,
    /// It is always there; but whoever waits for a change should not be told that there can be none.
    connected: watch::Sender<bool>,
}

/// Who listens, by subject.
#[derive(Default, Debug)]
struct Subscribers {
    by_subject: RwLock<HashMap<String, Vec<mpsc::Sender<Bytes>>>>,
}

impl Subscribers {
    // Nothing can panic halfway through a change, so whoever panicked left it whole.
    fn read(&self) -> RwLockReadGuard<'_, HashMap<String, Vec<mpsc::Sender<Bytes>>>> {
        self.by_subject.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, HashMap<String, Vec<mpsc::Sender<Bytes>>>> {
        self.by_subject.write().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Default for LocalBus {
    fn default() -> LocalBus {
        LocalBus { subscribers: Arc::default(), connected: watch::Sender::new(true) }
    }
}

#[async_trait]
impl Bus for LocalBus {
    fn publish(&self, subject: &str, message: Bytes) {
        for listener in self.subscribers.read().get(subject).into_iter().flatten() {
            if let Err(TrySendError::Full(_)) = listener.try_send(message.clone()) {
                tracing::debug!(subject, "a slow listener missed a message");
            }
        }
    }

    async fn flush(&self) {}

    async fn subscribe(&self, subject: &str) -> Result<Subscription, BusError> {
        if !is_subject(subject) {
            return Err(BusError::InvalidSubject(subject.to_owned()));
        }
        let (sender, messages) = mpsc::channel(SUBSCRIPTION_CAPACITY);
        self.subscribers.write().entry(subject.to_owned()).or_default().push(sender);
        let mut place = LocalSubscription { subscribers: self.subscribers.clone(), subject: subject.to_owned(), messages };
        Ok(Subscription::new(stream::poll_fn(move |context| place.messages.poll_recv(context))))
    }

    fn connected(&self) -> watch::Receiver<bool> {
        self.connected.subscribe()
    }
}

/// The place of one who listens, which is cleared when they leave.
struct LocalSubscription {
    subscribers: Arc<Subscribers>,
    subject: String,
    messages: mpsc::Receiver<Bytes>,
}

impl Drop for LocalSubscription {
    fn drop(&mut self) {
        self.messages.close();
        let mut listening = self.subscribers.write();
        if let Some(room) = listening.get_mut(&self.subject) {
            room.retain(|listener| !listener.is_closed());
            if room.is_empty() {
                listening.remove(&self.subject);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn whoever_leaves_leaves_nothing_behind() {
        let bus = LocalBus::default();
        let first = bus.subscribe("lobby").await.unwrap();
        let mut second = bus.clone().subscribe("lobby").await.unwrap();
        drop(first);
        bus.publish("lobby", Bytes::from_static(b"hello"));
        assert_eq!(second.next().await.unwrap(), "hello");
        drop(second);
        assert!(bus.subscribers.read().is_empty());
    }
}
