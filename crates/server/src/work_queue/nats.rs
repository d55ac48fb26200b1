//! A work queue in NATS JetStream, for workers on several machines.

use async_trait::async_trait;
use bytes::Bytes;

use super::jetstream::JetStreamQueue;
use super::{Job, JobQueue, Lease, LeasedJob, QueueError};
use crate::nats::Nats;

/// The queue of jobs that tables wait for. Its stream is `tablee_jobs`.
pub const TABLES: &str = "jobs";

/// The queue of analyses, which are not urgent. Its stream is `tablee_analyses`.
pub const ANALYSES: &str = "analyses";

/// A queue of jobs in NATS. Clones share the queue and the connection.
#[derive(Clone, Debug)]
pub struct NatsJobQueue {
    queue: JetStreamQueue,
}

impl NatsJobQueue {
    /// Opens the queue of this name. It is created if it does not exist.
    ///
    /// # Errors
    /// If NATS has no JetStream, or does not answer.
    pub async fn open(nats: Nats, name: &str) -> Result<NatsJobQueue, QueueError> {
        Ok(NatsJobQueue { queue: JetStreamQueue::open(nats, name).await? })
    }
}

#[async_trait]
impl JobQueue for NatsJobQueue {
    async fn push(&self, job: &Job) -> Result<(), QueueError> {
        self.queue.push(&job.id(), Bytes::from(job.encode())).await
    }

    async fn contains(&self, job: &Job) -> Result<bool, QueueError> {
        self.queue.contains(&job.id()).await
    }

    async fn count(&self) -> Result<u64, QueueError> {
        self.queue.count().await
    }

    async fn lease(&self) -> Result<LeasedJob, QueueError> {
        loop {
            let lease = self.queue.pull().await?;
            match serde_json::from_slice(&lease.bytes) {
                Ok(job) => return Ok(LeasedJob { job, lease: Lease::Nats(Box::new(lease)) }),
                Err(error) => {
                    tracing::warn!(%error, bytes = lease.bytes.len(), "an unreadable job in the queue is discarded");
                    // If this fails, it is leased again, and discarded again.
                    let _ = lease.complete().await;
                }
            }
        }
    }
}
