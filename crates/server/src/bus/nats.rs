//! The bus over NATS.

use async_trait::async_trait;
use bytes::Bytes;
use futures_util::{FutureExt, StreamExt};
use tablee_core::Text;
use tokio::sync::watch;
use tokio::task::unconstrained;

use super::{Bus, BusError, Subscription, is_subject};
use crate::nats::Nats;

/// A bus over NATS. Clones share one connection.
#[derive(Clone, Debug)]
pub struct NatsBus {
    nats: Nats,
}

impl NatsBus {
    /// The bus at an address such as `nats://127.0.0.1:4222`.
    ///
    /// # Errors
    /// If the address is invalid, or NATS does not answer. After that, the bus reconnects by itself.
    pub async fn connect(address: &str) -> Result<NatsBus, Text> {
        Ok(NatsBus::over(Nats::connect(address).await?))
    }

    /// A bus over an existing connection.
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
            tracing::error!(subject, "a message with an invalid subject is dropped");
            return;
        }
        // The client would keep the message, and send it after a reconnect, when it is outdated.
        if !self.nats.is_connected() {
            return;
        }
        let publishing = self.nats.client().publish(subject_of(subject), message);
        // The message is handed to the connection's task at once, or dropped if too many wait there. Unconstrained,
        // since tokio would otherwise make a long-running task wait, and the message would be dropped.
        match unconstrained(publishing).now_or_never() {
            Some(Ok(())) => {}
            Some(Err(error)) => tracing::warn!(subject, %error, "cannot publish a message"),
            None => tracing::warn!(subject, "NATS is too slow; a message is dropped"),
        }
    }

    async fn flush(&self) {
        if self.nats.is_connected()
            && let Err(error) = self.nats.round_trip().await
        {
            tracing::warn!(error, "NATS may not have received the last messages");
        }
    }

    async fn subscribe(&self, subject: &str) -> Result<Subscription, BusError> {
        if !is_subject(subject) {
            return Err(BusError::InvalidSubject(subject.to_owned()));
        }
        if !self.nats.is_connected() {
            return Err(BusError::Unavailable("NATS is disconnected".to_owned()));
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
