//! A work queue of bytes in NATS JetStream, for jobs and for tournaments. Each item is leased to one worker, and stays
//! in the queue until it is completed.

use std::error::Error;
use std::fmt::Write;
use std::sync::Arc;
use std::time::Duration;

use async_nats::jetstream::consumer::{AckPolicy, Consumer, pull};
use async_nats::jetstream::context::{PublishError, PublishErrorKind};
use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::stream::{self, DiscardPolicy, LastRawMessageErrorKind, RetentionPolicy, StorageType};
use async_nats::jetstream::{AckKind, Context, ErrorCode, Message};
use bytes::Bytes;
use futures_util::StreamExt;
use sha2::{Digest, Sha256};
use tokio::task::AbortHandle;
use tokio::time::{sleep, timeout};

use super::{LEASE_TIMEOUT, QueueError};
use crate::nats::{Nats, TIMEOUT};

/// For how long NATS remembers the id of an item, and ignores another one with the same id.
const DEDUPLICATION_WINDOW: Duration = Duration::from_secs(5);

/// How often a lease is renewed. Two renewals may be lost before the lease ends.
const LEASE_RENEWAL: Duration = Duration::from_millis(900);

/// How many items a queue may have. Beyond that it refuses more, before the disk is full.
const MAX_QUEUED: i64 = 1_000_000;

/// The name of the consumer in NATS that leases the items.
const CONSUMER: &str = "workers";

/// How many items may be leased at once, and how many workers may wait for one.
const MAX_LEASED: i64 = 10_000;

/// How long one pull waits for an item.
const PULL_TIMEOUT: Duration = Duration::from_secs(5);

/// How often creating a queue is attempted, and the random delay before it, so that processes do not do it at once.
const ATTEMPTS: usize = 3;
const JITTER_MS: u64 = 500;

/// How long to wait after an error.
const RETRY_AFTER: Duration = Duration::from_millis(500);

/// How many deliveries of an item cause a warning in the log, and how many more the next one.
const WARN_AFTER_DELIVERIES: i64 = 10;

/// A work queue in JetStream. Clones share the queue and the connection.
#[derive(Clone, Debug)]
pub struct JetStreamQueue {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    nats: Nats,
    jetstream: Context,
    name: String,
    /// The consumer in NATS. This is only its name, and stays valid if the consumer is created again.
    consumer: Consumer<pull::Config>,
}

impl JetStreamQueue {
    /// Opens the queue of this name, one word of lower-case letters. It is created if it does not exist.
    ///
    /// # Errors
    /// If NATS has no JetStream, or does not answer.
    pub async fn open(nats: Nats, name: &str) -> Result<JetStreamQueue, QueueError> {
        let mut jetstream = async_nats::jetstream::new(nats.client().clone());
        jetstream.set_timeout(TIMEOUT);
        let consumer = find_or_create(&jetstream, name).await?;
        Ok(JetStreamQueue { inner: Arc::new(Inner { nats, jetstream, name: name.to_owned(), consumer }) })
    }

    /// Adds an item. If an item with this id is in the queue, or was added within the last seconds, nothing changes:
    /// pushing is idempotent.
    ///
    /// # Errors
    /// If NATS does not confirm it.
    pub async fn push(&self, id: &str, bytes: Bytes) -> Result<(), QueueError> {
        // The client would keep the item, and add it after a reconnect, although the push has failed.
        if !self.inner.nats.is_connected() {
            return Err(QueueError::Unavailable("NATS is disconnected".to_owned()));
        }
        match self.publish(id, bytes.clone()).await {
            // NATS has lost its files, and the queue is not created again yet.
            Err(error) if error.kind() == PublishErrorKind::StreamNotFound => {
                find_or_create(&self.inner.jetstream, &self.inner.name).await?;
                self.publish(id, bytes).await.map_err(unavailable)
            }
            Err(error) if is_duplicate(&error) => Ok(()),
            published => published.map_err(unavailable),
        }
    }

    /// Whether an item with this id is in the queue, waiting or leased.
    ///
    /// # Errors
    /// If NATS does not answer.
    pub async fn contains(&self, id: &str) -> Result<bool, QueueError> {
        match self.stream().await?.get_last_raw_message_by_subject(&self.subject(id)).await {
            Ok(_) => Ok(true),
            Err(error) if error.kind() == LastRawMessageErrorKind::NoMessageFound => Ok(false),
            Err(error) => Err(unavailable(error)),
        }
    }

    /// The number of items in the queue, waiting and leased.
    ///
    /// # Errors
    /// If NATS does not answer.
    pub async fn count(&self) -> Result<u64, QueueError> {
        Ok(self.stream().await?.cached_info().state.messages)
    }

    /// The stream in NATS, as it is now.
    async fn stream(&self) -> Result<stream::Stream, QueueError> {
        if !self.inner.nats.is_connected() {
            return Err(QueueError::Unavailable("NATS is disconnected".to_owned()));
        }
        self.inner.jetstream.get_stream(stream_name(&self.inner.name)).await.map_err(unavailable)
    }

    /// The subject of an item. It has at most one item: so NATS itself drops duplicates.
    fn subject(&self, id: &str) -> String {
        format!("tablee.{}.{}", self.inner.name, hex(&Sha256::digest(id)))
    }

    async fn publish(&self, id: &str, bytes: Bytes) -> Result<(), PublishError> {
        let message = PublishMessage::build().message_id(id).payload(bytes);
        self.inner.jetstream.send_publish(self.subject(id), message).await?.await?;
        Ok(())
    }

    /// Leases the next item. Waits for one, and for the end of an outage. If this future is dropped while an item is on
    /// its way, the lease of that item times out.
    ///
    /// # Errors
    /// If the connection is closed for good.
    pub async fn pull(&self) -> Result<Lease, QueueError> {
        let mut connected = self.inner.nats.connected();
        let mut pulled_before = false;
        loop {
            connected.wait_for(|connected| *connected).await.map_err(unavailable)?;
            // The last pull got nothing. A NATS that has lost its files does not say that the queue is missing.
            let made =
                if pulled_before { find_or_create(&self.inner.jetstream, &self.inner.name).await.map(drop) } else { Ok(()) };
            pulled_before = true;
            let pulled = match made {
                Ok(()) => tokio::select! {
                    biased;
                    pulled = self.pull_once() => pulled,
                    // After a reconnect, NATS no longer knows of our pull.
                    changed = connected.changed() => changed.map(|()| None).map_err(unavailable),
                },
                Err(error) => Err(error),
            };
            match pulled {
                Ok(Some(message)) => return Ok(Lease::new(self.inner.nats.clone(), message)),
                Ok(None) => {}
                Err(error) => {
                    tracing::warn!(queue = self.inner.name, ?error, "cannot lease an item; retrying");
                    sleep(RETRY_AFTER).await;
                }
            }
        }
    }

    /// Pulls one item, and waits for it for a while.
    async fn pull_once(&self) -> Result<Option<Message>, QueueError> {
        let batch = self.inner.consumer.batch().max_messages(1).expires(PULL_TIMEOUT).messages();
        let mut messages = batch.await.map_err(unavailable)?;
        // NATS says when the pull has expired. If it does not, the queue is missing or its consumer is broken (see
        // `find_or_create`), and the consumer is created again. Leased items are delivered again then, as they may be.
        match timeout(PULL_TIMEOUT + Duration::from_secs(1), messages.next()).await {
            Ok(came) => came.transpose().map_err(unavailable),
            Err(_) => {
                tracing::warn!(queue = self.inner.name, "NATS does not answer a pull; the consumer is created again");
                if let Ok(stream) = self.inner.jetstream.get_stream(stream_name(&self.inner.name)).await {
                    // If this fails, the next attempt may succeed.
                    let _ = stream.delete_consumer(CONSUMER).await;
                }
                Ok(None)
            }
        }
    }
}

/// Creates the stream and its consumer if they are missing. Existing ones are not changed: an operator may have
/// configured more replicas, for example.
async fn find_or_create(jetstream: &Context, name: &str) -> Result<Consumer<pull::Config>, QueueError> {
    let stream = stream::Config {
        name: stream_name(name),
        subjects: vec![format!("tablee.{name}.>")],
        retention: RetentionPolicy::WorkQueue,
        storage: StorageType::File,
        discard: DiscardPolicy::New,
        max_messages: MAX_QUEUED,
        max_messages_per_subject: 1,
        discard_new_per_subject: true,
        duplicate_window: DEDUPLICATION_WINDOW,
        ..stream::Config::default()
    };
    let consumer = pull::Config {
        durable_name: Some(CONSUMER.to_owned()),
        ack_policy: AckPolicy::Explicit,
        ack_wait: LEASE_TIMEOUT,
        max_ack_pending: MAX_LEASED,
        max_waiting: MAX_LEASED,
        ..pull::Config::default()
    };
    let mut attempts = 0;
    loop {
        if let Some(consumer) = find(jetstream, name).await {
            return Ok(consumer);
        }
        // If two processes create them at the same moment, NATS may deliver nothing afterwards (seen with 2.9). So each
        // waits for a random time, and looks again.
        sleep(Duration::from_millis(crate::secrets::random_u64() % JITTER_MS)).await;
        if let Some(consumer) = find(jetstream, name).await {
            return Ok(consumer);
        }
        attempts += 1;
        let made = match jetstream.get_or_create_stream(&stream).await {
            Ok(stream) => stream.get_or_create_consumer(CONSUMER, consumer.clone()).await.map_err(unavailable),
            Err(error) => Err(unavailable(error)),
        };
        match made {
            Err(error) if attempts < ATTEMPTS => tracing::debug!(queue = name, ?error, "cannot create the queue"),
            made => return made,
        }
    }
}

/// The consumer, if both stream and consumer exist.
async fn find(jetstream: &Context, name: &str) -> Option<Consumer<pull::Config>> {
    jetstream.get_stream(stream_name(name)).await.ok()?.get_consumer(CONSUMER).await.ok()
}

fn stream_name(queue: &str) -> String {
    format!("tablee_{queue}")
}

/// Whether an item with the same id is in the queue.
fn is_duplicate(error: &PublishError) -> bool {
    let answer = error.source().and_then(|source| source.downcast_ref::<async_nats::jetstream::Error>());
    // A full queue has the same code, but another text.
    answer
        .is_some_and(|answer| answer.error_code() == ErrorCode::STREAM_STORE_FAILED && answer.to_string().contains("per subject"))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

fn unavailable(error: impl std::fmt::Display) -> QueueError {
    QueueError::Unavailable(error.to_string())
}

/// A leased item. The lease is renewed while this value lives. If it is dropped, the item is delivered again.
#[derive(Debug)]
pub struct Lease {
    /// The item, as it was pushed.
    pub bytes: Bytes,
    message: Message,
    renewal: LeaseRenewal,
}

impl Lease {
    fn new(nats: Nats, mut message: Message) -> Lease {
        let times = message.info().map_or(0, |info| info.delivered);
        if times > 0 && times % WARN_AFTER_DELIVERIES == 0 {
            tracing::warn!(times, subject = %message.subject, "an item is delivered again and again");
        }
        let bytes = std::mem::take(&mut message.message.payload);
        let own = message.clone();
        let renewing = tokio::spawn(async move {
            loop {
                sleep(LEASE_RENEWAL).await;
                if nats.is_connected()
                    && let Err(error) = own.ack_with(AckKind::Progress).await
                {
                    tracing::debug!(%error, "cannot renew a lease");
                }
            }
        });
        Lease { bytes, message, renewal: LeaseRenewal(renewing.abort_handle()) }
    }

    /// Completes the item: NATS removes it.
    ///
    /// # Errors
    /// If NATS does not confirm it. The item may be delivered again then.
    pub async fn complete(self) -> Result<(), QueueError> {
        self.acknowledge(AckKind::Ack).await
    }

    /// Returns the item, to be delivered again after a while.
    ///
    /// # Errors
    /// If NATS does not confirm it. The item may be delivered earlier then.
    pub async fn retry_after(self, after: Duration) -> Result<(), QueueError> {
        self.acknowledge(AckKind::Nak(Some(after))).await
    }

    async fn acknowledge(self, how: AckKind) -> Result<(), QueueError> {
        // A renewal after the acknowledgement would undo it.
        drop(self.renewal);
        let mut settled = self.message.double_ack_with(how).await;
        // A restart of NATS may have lost the acknowledgement.
        for _ in 0..2 {
            if settled.is_err() {
                settled = self.message.double_ack_with(how).await;
            }
        }
        settled.map_err(unavailable)
    }
}

/// The task that renews a lease. It is aborted on drop.
#[derive(Debug)]
struct LeaseRenewal(AbortHandle);

impl Drop for LeaseRenewal {
    fn drop(&mut self) {
        self.0.abort();
    }
}
