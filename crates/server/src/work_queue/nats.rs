//! The queue that workers on other machines share: jobs in NATS JetStream.

use async_trait::async_trait;
use bytes::Bytes;

use super::jetstream::JetStreamQueue;
use super::{Job, JobQueue, Lease, LeasedJob, QueueError};
use crate::nats::Nats;

/// The name of the queue of what tables wait for: its stream is `tablee_jobs`.
pub const TABLES: &str = "jobs";

/// The name of the queue of games to be looked at, which can wait: its stream is `tablee_analyses`.
pub const ANALYSES: &str = "analyses";

/// JobQueue in NATS. Its clones are the same queue, over the same connection.
#[derive(Clone, Debug)]
pub struct NatsJobQueue {
    queue: JetStreamQueue,
}

impl NatsJobQueue {
    /// The queue of jobs of this name, which is made if it is not there.
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
        let written = serde_json::to_string(job).expect("jobs have a form in JSON");
        // What is the same is written the same, so it is its own name.
        self.queue.push(&written, Bytes::from(written.clone())).await
    }

    async fn lease(&self) -> Result<LeasedJob, QueueError> {
        loop {
            let lease = self.queue.pull().await?;
            match serde_json::from_slice(&lease.bytes) {
                Ok(job) => return Ok(LeasedJob { job, lease: Lease::Nats(Box::new(lease)) }),
                Err(error) => {
                    tracing::warn!(%error, bytes = lease.bytes.len(), "something in the queue is no job; it is thrown away");
                    // If that is not heard it comes again, and is thrown away again.
                    let _ = lease.complete().await;
                }
            }
        }
    }
}
