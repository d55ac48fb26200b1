//! A work queue in memory, for a single server. Its jobs end with the process; tables push them again when they resume.

use std::collections::{BTreeMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use tokio::sync::Notify;
use tokio::time::{Instant, sleep_until};

use super::{Job, JobQueue, LEASE_TIMEOUT, LeasedJob, QueueError};

/// How many jobs may wait or be leased: some tens of megabytes.
const MAX_JOBS: usize = 100_000;

/// A queue in memory. Clones share the same queue.
#[derive(Clone, Default, Debug)]
pub struct LocalJobQueue {
    shared: Arc<SharedQueue>,
}

#[derive(Default, Debug)]
struct SharedQueue {
    queue: Mutex<Queue>,
    /// A job was added.
    more: Notify,
}

#[derive(Default, Debug)]
struct Queue {
    /// The jobs that are not leased, by the time from which they may be, then in the order of adding.
    waiting: BTreeMap<(Instant, u64), Job>,
    /// The ids of all jobs, waiting and leased.
    known: HashSet<String>,
    put: u64,
}

impl SharedQueue {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        // A panic cannot leave the queue half changed, so a poisoned lock is usable.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Queue {
    fn put(&mut self, job: Job, after: Duration) {
        self.put += 1;
        self.waiting.insert((Instant::now() + after, self.put), job);
    }

    /// Takes the first job if its time has come; else says when that will be, if there is a job.
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
        let id = job.id();
        if queue.known.contains(&id) {
            return Ok(());
        }
        if queue.known.len() >= MAX_JOBS {
            return Err(QueueError::Full);
        }
        queue.known.insert(id);
        queue.put(job.clone(), Duration::ZERO);
        drop(queue);
        self.shared.more.notify_waiters();
        Ok(())
    }

    async fn contains(&self, job: &Job) -> Result<bool, QueueError> {
        Ok(self.shared.queue().known.contains(&job.id()))
    }

    async fn count(&self) -> Result<u64, QueueError> {
        Ok(self.shared.queue().known.len() as u64)
    }

    async fn lease(&self) -> Result<LeasedJob, QueueError> {
        loop {
            // Before the look into the queue, so that no job added after it is missed.
            let more = self.shared.more.notified();
            let next = self.shared.queue().take();
            match next {
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

/// The lease of a job.
#[derive(Debug)]
pub(super) struct Lease {
    shared: Arc<SharedQueue>,
    /// `None` once it is completed or returned.
    job: Option<Job>,
}

impl Lease {
    pub(super) fn complete(mut self) {
        if let Some(job) = self.job.take() {
            self.shared.queue().known.remove(&job.id());
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
    async fn a_full_queue_refuses_until_jobs_are_completed() {
        let jobs = LocalJobQueue::default();
        let job = |number: usize| Job::Rate { table: number.to_string(), node: String::new() };
        for number in 0..MAX_JOBS {
            jobs.push(&job(number)).await.unwrap();
        }
        assert_eq!(jobs.push(&job(MAX_JOBS)).await, Err(QueueError::Full));
        jobs.push(&job(7)).await.expect("a known job takes no more room");
        let taken = jobs.lease().await.unwrap();
        assert_eq!(jobs.push(&job(MAX_JOBS)).await, Err(QueueError::Full), "leased jobs take room");
        taken.complete().await.unwrap();
        jobs.push(&job(MAX_JOBS)).await.unwrap();
        for _ in 0..MAX_JOBS {
            jobs.lease().await.unwrap().complete().await.unwrap();
        }
        let queue = jobs.shared.queue();
        assert!(queue.known.is_empty() && queue.waiting.is_empty());
    }
}
