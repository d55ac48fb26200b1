//! The bus between several servers: NATS.

use async_trait::async_trait;
use bytes::Bytes;
use futures_util::{FutureExt, StreamExt};
use tablee_core::Text;
use tokio::sync::watch;
use tokio::task::unconstrained;

use super::{Bus, BusError, Subscription, is_subject};
use crate::nats::Nats;

/// A bus over NATS. Its clones share one connection.
#[derive(Clone, Debug)]
pub struct NatsBus {
    nats: Nats,
}

impl NatsBus {
    /// The bus at an address such as `nats://127.0.0.1:4222`.
    ///
    /// # Errors
    /// If that is no address, or nobody answers there. Later on the bus waits for NATS, and comes back with it.
    pub async fn connect(address: &str) -> Result<NatsBus, Text> {
        Ok(NatsBus::over(Nats::connect(address).await?))
    }

    /// The bus over a connection that is there already.
    pub fn over(nats: Nats) -> NatsBus {
        NatsBus { nats }
    }
}

fn subject_of(subject: &str) -> String {
    format!("tablee.{subject}")
}

#[async_trait]
impl Bus for NatsBus {
    fn publish(&self, subject: &str, message: Bytes) {
        if !is_subject(subject) {
            tracing::error!(subject, "nobody can hear what is told under no subject");
            return;
        }
        // The client would keep it, and tell it when NATS is back.
        if !self.nats.is_connected() {
            return;
        }
        let telling = self.nats.client().publish(subject_of(subject), message);
        // It is handed to the connection's task at once, or not at all if too much waits there already. Unconstrained, since otherwise a
        // task that has been busy for long would be made to wait, and so would tell nothing.
        match unconstrained(telling).now_or_never() {
            Some(Ok(())) => {}
            Some(Err(error)) => tracing::warn!(subject, %error, "a message could not be told"),
            None => tracing::warn!(subject, "NATS is too slow: a message is lost"),
        }
    }

    async fn flush(&self) {
        if self.nats.is_connected()
            && let Err(error) = self.nats.round_trip().await
        {
            tracing::warn!(error, "NATS may not have heard the last messages");
        }
    }

    async fn subscribe(&self, subject: &str) -> Result<Subscription, BusError> {
        if !is_subject(subject) {
            return Err(BusError::InvalidSubject(subject.to_owned()));
        }
        if !self.nats.is_connected() {
            return Err(BusError::Unavailable("NATS".to_owned()));
        }
        let subscribed = self.nats.client().subscribe(subject_of(subject)).await;
        let messages = subscribed.map_err(|error| BusError::Unavailable(error.to_string()))?;
        self.nats.round_trip().await.map_err(BusError::Unavailable)?;
        Ok(Subscription::new(messages.map(|message| message.payload)))
    }

    fn connected(&self) -> watch::Receiver<bool> {
        self.nats.connected()
    }
}
