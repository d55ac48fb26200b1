//! Any queue of work in NATS JetStream, for jobs and tournaments alike: each piece goes to one who works, and stays until it is done.

use std::error::Error;
use std::fmt::Write;
use std::sync::Arc;
use std::time::Duration;

use async_nats::jetstream::consumer::{AckPolicy, Consumer, pull};
use async_nats::jetstream::context::{PublishError, PublishErrorKind};
use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::stream::{self, DiscardPolicy, RetentionPolicy, StorageType};
use async_nats::jetstream::{AckKind, Context, ErrorCode, Message};
use bytes::Bytes;
use futures_util::StreamExt;
use sha2::{Digest, Sha256};
use tokio::task::AbortHandle;
use tokio::time::{sleep, timeout};

use super::{LEASE_TIMEOUT, QueueError};
use crate::nats::{Nats, PATIENCE};

/// For how long the same piece of work, asked for again, is the same.
const DEDUPLICATION_WINDOW: Duration = Duration::from_secs(5);

/// How often NATS is told that a piece of work is still being worked on: twice may be lost on the way.
const LEASE_RENEWAL: Duration = Duration::from_millis(900);

/// How many pieces may wait in a queue. Beyond that it says no, rather than to fill the disk.
const MAX_QUEUED: i64 = 1_000_000;

/// Who hands out the work, at the server.
const CONSUMER: &str = "workers";

/// How many pieces may be lease at once by all who work, and how many of them may wait for one.
const MAX_LEASED: i64 = 10_000;

/// How long NATS is asked to wait for a piece of work, before it is asked anew.
const PULL_TIMEOUT: Duration = Duration::from_secs(5);

/// How often a queue is looked for and made, and over what time those spread out who do so in the same moment.
const ATTEMPTS: usize = 3;
const JITTER_MS: u64 = 500;

/// How long to wait after something went wrong.
const PAUSE: Duration = Duration::from_millis(500);

/// How many times a piece may come back before there is a line in the log; and again after as many.
const WARN_AFTER_DELIVERIES: i64 = 10;

/// A queue of work. Its clones are the same queue, over the same connection.
#[derive(Clone, Debug)]
pub struct JetStreamQueue {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    nats: Nats,
    jetstream: Context,
    name: String,
    /// Who hands out the work, at the server. This is a name only, and stays right if they are made anew.
    workers: Consumer<pull::Config>,
}

impl JetStreamQueue {
    /// The queue of this name, one word of lower-case letters; it is made if it is not there.
    ///
    /// # Errors
    /// If NATS has no JetStream, or does not answer.
    pub async fn open(nats: Nats, name: &str) -> Result<JetStreamQueue, QueueError> {
        let mut jetstream = async_nats::jetstream::new(nats.client().clone());
        jetstream.set_timeout(PATIENCE);
        let workers = find_or_create(&jetstream, name).await?;
        Ok(JetStreamQueue { inner: Arc::new(Inner { nats, jetstream, name: name.to_owned(), workers }) })
    }

    /// Puts a piece of work into the queue. What has the same name as something that waits there, is lease, or was put there some seconds
    /// ago is the same.
    ///
    /// # Errors
    /// If NATS did not say that it has it.
    pub async fn push(&self, id: &str, bytes: Bytes) -> Result<(), QueueError> {
        // The client would keep it, and hand it over long after whoever asked was told that it failed.
        if !self.inner.nats.is_connected() {
            return Err(QueueError::Unavailable("NATS".to_owned()));
        }
        match self.publish(id, bytes.clone()).await {
            // NATS came back without its files, and nobody has made the queue anew yet.
            Err(error) if error.kind() == PublishErrorKind::StreamNotFound => {
                find_or_create(&self.inner.jetstream, &self.inner.name).await?;
                self.publish(id, bytes).await.map_err(away)
            }
            Err(error) if is_duplicate(&error) => Ok(()),
            published => published.map_err(away),
        }
    }

    async fn publish(&self, id: &str, bytes: Bytes) -> Result<(), PublishError> {
        // A subject each: then NATS itself sees to it that nothing waits there twice.
        let subject = format!("tablee.{}.{}", self.inner.name, hex(&Sha256::digest(id)));
        let message = PublishMessage::build().message_id(id).payload(bytes);
        self.inner.jetstream.send_publish(subject, message).await?.await?;
        Ok(())
    }

    /// The next piece of work: waits for one, and for NATS if that is away. If this is dropped while a piece is on its way, that comes
    /// again like any other that nobody holds.
    ///
    /// # Errors
    /// If the connection was closed for good.
    pub async fn pull(&self) -> Result<Lease, QueueError> {
        let mut connected = self.inner.nats.connected();
        let mut asked = false;
        loop {
            connected.wait_for(|connected| *connected).await.map_err(away)?;
            // Nothing came the last time; and a NATS that came back without its files does not say that there is no such queue.
            let made = if asked { find_or_create(&self.inner.jetstream, &self.inner.name).await.map(drop) } else { Ok(()) };
            asked = true;
            let pulled = match made {
                Ok(()) => tokio::select! {
                    biased;
                    pulled = self.pull_once() => pulled,
                    // A NATS that was away no longer knows that we asked.
                    changed = connected.changed() => changed.map(|()| None).map_err(away),
                },
                Err(error) => Err(error),
            };
            match pulled {
                Ok(Some(message)) => return Ok(Lease::new(self.inner.nats.clone(), message)),
                Ok(None) => {}
                Err(error) => {
                    tracing::warn!(queue = self.inner.name, ?error, "no work can be had");
                    sleep(PAUSE).await;
                }
            }
        }
    }

    /// Asks for one piece of work, and waits for a while.
    async fn pull_once(&self) -> Result<Option<Message>, QueueError> {
        let asked = self.inner.workers.batch().max_messages(1).expires(PULL_TIMEOUT).messages();
        let mut messages = asked.await.map_err(away)?;
        // NATS says when the time is over. If it does not, it does not know the queue, or who hands out the work there is of no use (see
        // `find_or_create`): then that one is made anew. What others hold comes again, as it may.
        match timeout(PULL_TIMEOUT + Duration::from_secs(1), messages.next()).await {
            Ok(came) => came.transpose().map_err(away),
            Err(_) => {
                tracing::warn!(queue = self.inner.name, "NATS does not answer who asks for work");
                if let Ok(stream) = self.inner.jetstream.get_stream(stream_name(&self.inner.name)).await {
                    // If it cannot be, the next attempt may.
                    let _ = stream.delete_consumer(CONSUMER).await;
                }
                Ok(None)
            }
        }
    }
}

/// Makes the stream, and who hands out its work, if they are missing. If they are there they stay as they are, since whoever runs the
/// servers may have given them more replicas, say.
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
    let workers = pull::Config {
        durable_name: Some(CONSUMER.to_owned()),
        ack_policy: AckPolicy::Explicit,
        ack_wait: LEASE_TIMEOUT,
        max_ack_pending: MAX_LEASED,
        max_waiting: MAX_LEASED,
        ..pull::Config::default()
    };
    let mut attempts = 0;
    loop {
        if let Some(workers) = find(jetstream, name).await {
            return Ok(workers);
        }
        // Two who make them in the same moment get in each other's way, and NATS may hand out nothing afterwards (seen with 2.9): so each
        // waits for a while of its own before it looks again.
        sleep(Duration::from_millis(crate::secrets::random_u64() % JITTER_MS)).await;
        if let Some(workers) = find(jetstream, name).await {
            return Ok(workers);
        }
        attempts += 1;
        let made = match jetstream.get_or_create_stream(&stream).await {
            Ok(stream) => stream.get_or_create_consumer(CONSUMER, workers.clone()).await.map_err(away),
            Err(error) => Err(away(error)),
        };
        match made {
            Err(error) if attempts < ATTEMPTS => tracing::debug!(queue = name, ?error, "the queue cannot be made"),
            made => return made,
        }
    }
}

/// Who hands out the work, if all of it is there.
async fn find(jetstream: &Context, name: &str) -> Option<Consumer<pull::Config>> {
    jetstream.get_stream(stream_name(name)).await.ok()?.get_consumer(CONSUMER).await.ok()
}

fn stream_name(queue: &str) -> String {
    format!("tablee_{queue}")
}

/// Whether the same piece waits already, or is lease.
fn is_duplicate(error: &PublishError) -> bool {
    let told = error.source().and_then(|source| source.downcast_ref::<async_nats::jetstream::Error>());
    // The same code says that the whole queue is full.
    told.is_some_and(|told| told.error_code() == ErrorCode::STREAM_STORE_FAILED && told.to_string().contains("per subject"))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

fn away(error: impl std::fmt::Display) -> QueueError {
    QueueError::Unavailable(error.to_string())
}

/// A piece of work that is ours for as long as this lives; NATS is told so all the while. Dropped without a word it comes again.
#[derive(Debug)]
pub struct Lease {
    /// What was put into the queue.
    pub bytes: Bytes,
    message: Message,
    renewal: LeaseRenewal,
}

impl Lease {
    fn new(nats: Nats, mut message: Message) -> Lease {
        let times = message.info().map_or(0, |info| info.delivered);
        if times > 0 && times % WARN_AFTER_DELIVERIES == 0 {
            tracing::warn!(times, subject = %message.subject, "a piece of work keeps coming back");
        }
        let bytes = std::mem::take(&mut message.message.payload);
        let own = message.clone();
        let telling = tokio::spawn(async move {
            loop {
                sleep(LEASE_RENEWAL).await;
                if nats.is_connected()
                    && let Err(error) = own.ack_with(AckKind::Progress).await
                {
                    tracing::debug!(%error, "NATS could not be told that work goes on");
                }
            }
        });
        Lease { bytes, message, renewal: LeaseRenewal(telling.abort_handle()) }
    }

    /// It is done: NATS has heard it, and forgets it.
    ///
    /// # Errors
    /// If NATS does not say so: then it may come again.
    pub async fn complete(self) -> Result<(), QueueError> {
        self.acknowledge(AckKind::Ack).await
    }

    /// It comes again after a while.
    ///
    /// # Errors
    /// If NATS does not say so: then it may come sooner.
    pub async fn retry_after(self, after: Duration) -> Result<(), QueueError> {
        self.acknowledge(AckKind::Nak(Some(after))).await
    }

    async fn acknowledge(self, how: AckKind) -> Result<(), QueueError> {
        // To say after this that work goes on would take it back.
        drop(self.renewal);
        let mut settled = self.message.double_ack_with(how).await;
        // NATS may just have been restarted, and with it the question was lost.
        for _ in 0..2 {
            if settled.is_err() {
                settled = self.message.double_ack_with(how).await;
            }
        }
        settled.map_err(away)
    }
}

/// The task that says that work goes on, ended with what it is about.
#[derive(Debug)]
struct LeaseRenewal(AbortHandle);

impl Drop for LeaseRenewal {
    fn drop(&mut self) {
        self.0.abort();
    }
}
