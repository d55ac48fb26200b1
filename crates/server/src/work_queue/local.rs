//! The queue of a server that is alone: jobs wait in the process, and are gone with it.

use std::collections::{BTreeMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use tokio::sync::Notify;
use tokio::time::{Instant, sleep_until};

use super::{Job, JobQueue, LEASE_TIMEOUT, LeasedJob, QueueError};

/// How many jobs may wait or be lease: some tens of megabytes.
const MAX_JOBS: usize = 100_000;

/// A queue in the process. Its clones are the same queue.
#[derive(Clone, Default, Debug)]
pub struct LocalJobQueue {
    shared: Arc<Shared>,
}

#[derive(Default, Debug)]
struct Shared {
    queue: Mutex<Queue>,
    /// Something was put into the queue.
    more: Notify,
}

#[derive(Default, Debug)]
struct Queue {
    /// By the time when they may be taken, then by a number that only grows.
    waiting: BTreeMap<(Instant, u64), Job>,
    /// All that wait or are lease.
    known: HashSet<Job>,
    put: u64,
}

impl Shared {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        // Nothing can panic halfway through a change, so whoever panicked left it whole.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Queue {
    fn put(&mut self, job: Job, after: Duration) {
        self.put += 1;
        self.waiting.insert((Instant::now() + after, self.put), job);
    }

    /// The first job if its time has come; otherwise when it will, if there is one.
    fn take(&mut self) -> Result<Job, Option<Instant>> {
        let first = self.waiting.first_entry().ok_or(None)?;
        let (when, _) = *first.key();
        if when <= Instant::now() { Ok(first.remove()) } else { Err(Some(when)) }
    }
}

#[async_trait]
impl JobQueue for LocalJobQueue {
    async fn push(&self, job: &Job) -> Result<(), QueueError> {
        let mut queue = self.shared.queue();
        if queue.known.contains(job) {
            return Ok(());
        }
        if queue.known.len() >= MAX_JOBS {
            return Err(QueueError::Full);
        }
        queue.known.insert(job.clone());
        queue.put(job.clone(), Duration::ZERO);
        drop(queue);
        self.shared.more.notify_waiters();
        Ok(())
    }

    async fn lease(&self) -> Result<LeasedJob, QueueError> {
        loop {
            // From here on, so that nothing is missed that is put there after the look.
            let more = self.shared.more.notified();
            let taken = self.shared.queue().take();
            match taken {
                Ok(job) => {
                    let lease = Lease { shared: self.shared.clone(), job: Some(job.clone()) };
                    return Ok(LeasedJob { job, lease: super::Lease::Local(lease) });
                }
                Err(None) => more.await,
                Err(Some(when)) => tokio::select! {
                    () = more => {}
                    () = sleep_until(when) => {}
                },
            }
        }
    }
}

/// What a worker holds of the queue.
#[derive(Debug)]
pub(super) struct Lease {
    shared: Arc<Shared>,
    /// Until it is done or given back.
    job: Option<Job>,
}

impl Lease {
    pub(super) fn complete(mut self) {
        if let Some(job) = self.job.take() {
            self.shared.queue().known.remove(&job);
        }
    }

    pub(super) fn retry_after(mut self, after: Duration) {
        self.give_back(after);
    }

    fn give_back(&mut self, after: Duration) {
        if let Some(job) = self.job.take() {
            self.shared.queue().put(job, after);
            self.shared.more.notify_waiters();
        }
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        self.give_back(LEASE_TIMEOUT);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_full_queue_says_so_and_forgets_what_is_done() {
        let jobs = LocalJobQueue::default();
        let job = |number: usize| Job::Rate { table: number.to_string() };
        for number in 0..MAX_JOBS {
            jobs.push(&job(number)).await.unwrap();
        }
        assert_eq!(jobs.push(&job(MAX_JOBS)).await, Err(QueueError::Full));
        jobs.push(&job(7)).await.expect("what is known takes no more room");
        let taken = jobs.lease().await.unwrap();
        assert_eq!(jobs.push(&job(MAX_JOBS)).await, Err(QueueError::Full), "what is lease takes room");
        taken.complete().await.unwrap();
        jobs.push(&job(MAX_JOBS)).await.unwrap();
        for _ in 0..MAX_JOBS {
            jobs.lease().await.unwrap().complete().await.unwrap();
        }
        let queue = jobs.shared.queue();
        assert!(queue.known.is_empty() && queue.waiting.is_empty());
    }
}
