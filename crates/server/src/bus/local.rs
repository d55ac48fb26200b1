//! A bus within one process, for tests with several nodes in it. A single server needs no bus.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use async_trait::async_trait;
use bytes::Bytes;
use futures_util::stream;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{mpsc, watch};

use super::{Bus, BusError, Subscription, is_subject};

/// How many messages may wait for one subscriber.
const SUBSCRIPTION_CAPACITY: usize = 256;

/// A bus within one process. Clones share the same bus; each may be used as another node.
#[derive(Clone, Debug)]
pub struct LocalBus {
    subscribers: Arc<Subscribers>,
    /// Always true. The sender is kept, so that waiting for a change does not fail.
    connected: watch::Sender<bool>,
}

/// The subscribers, by subject.
#[derive(Default, Debug)]
struct Subscribers {
    by_subject: RwLock<HashMap<String, Vec<mpsc::Sender<Bytes>>>>,
}

impl Subscribers {
    // A panic cannot leave the map half changed, so a poisoned lock is usable.
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
        for subscriber in self.subscribers.read().get(subject).into_iter().flatten() {
            if let Err(TrySendError::Full(_)) = subscriber.try_send(message.clone()) {
                tracing::debug!(subject, "a slow subscriber missed a message");
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
        let mut subscription = LocalSubscription { subscribers: self.subscribers.clone(), subject: subject.to_owned(), messages };
        Ok(Subscription::new(stream::poll_fn(move |context| subscription.messages.poll_recv(context))))
    }

    fn connected(&self) -> watch::Receiver<bool> {
        self.connected.subscribe()
    }
}

/// One subscription. It is removed from the subscribers when it is dropped.
struct LocalSubscription {
    subscribers: Arc<Subscribers>,
    subject: String,
    messages: mpsc::Receiver<Bytes>,
}

impl Drop for LocalSubscription {
    fn drop(&mut self) {
        self.messages.close();
        let mut by_subject = self.subscribers.write();
        if let Some(subscribers) = by_subject.get_mut(&self.subject) {
            subscribers.retain(|subscriber| !subscriber.is_closed());
            if subscribers.is_empty() {
                by_subject.remove(&self.subject);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn dropped_subscriptions_are_removed() {
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
