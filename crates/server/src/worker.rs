//! The worker: leases jobs and does them. A single server has one in its own process; a cluster has worker processes.
//!
//! A job that fails because of an outage is retried. A job that can never succeed, such as one for a table that does
//! not exist, is logged and completed.

use std::num::NonZero;
use std::sync::Arc;
use std::time::Duration;

use tablee_protocol::{Code, Problem};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::sleep;

use crate::analysis;
use crate::hub::Hub;
use crate::work_queue::{Job, JobQueue, LeasedJob};

/// How many jobs run at once per core. More than one, since jobs also wait for the store.
const JOBS_PER_CORE: usize = 4;

/// How many analyses run at once.
const CONCURRENT_ANALYSES: usize = 1;

/// After how long a failed job is retried.
const RETRY_AFTER: Duration = Duration::from_secs(1);

/// The slots for jobs that run at once. Clones share the same slots.
#[derive(Clone, Debug)]
pub struct WorkerPool {
    free: Arc<Semaphore>,
    analyses: Arc<Semaphore>,
    /// The number of jobs that are running.
    running: watch::Sender<usize>,
}

impl Default for WorkerPool {
    fn default() -> WorkerPool {
        let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
        WorkerPool {
            free: Arc::new(Semaphore::new(cores * JOBS_PER_CORE)),
            analyses: Arc::new(Semaphore::new(CONCURRENT_ANALYSES)),
            running: watch::Sender::new(0),
        }
    }
}

impl WorkerPool {
    /// Waits until no job is running.
    pub async fn wait_until_idle(&self) {
        let _ = self.running.subscribe().wait_for(|jobs| *jobs == 0).await;
    }

    fn begin(&self) -> RunningJob {
        self.running.send_modify(|jobs| *jobs += 1);
        RunningJob(self.running.clone())
    }
}

/// Counts a job as running until it is dropped.
struct RunningJob(watch::Sender<usize>);

impl Drop for RunningJob {
    fn drop(&mut self) {
        self.0.send_modify(|jobs| *jobs -= 1);
    }
}

/// Does jobs, for as long as the process runs.
pub async fn run_worker(hub: Hub, pool: WorkerPool) {
    tokio::join!(run_queue(hub.jobs(), &pool.free, &hub, &pool), run_queue(hub.analyses(), &pool.analyses, &hub, &pool));
}

/// Leases and does the jobs of one queue.
async fn run_queue(queue: &dyn JobQueue, free: &Arc<Semaphore>, hub: &Hub, pool: &WorkerPool) {
    loop {
        let Ok(permit) = free.clone().acquire_owned().await else { return };
        match queue.lease().await {
            Ok(leased) => drop(tokio::spawn(run_job(hub.clone(), leased, permit, pool.clone()))),
            Err(error) => {
                tracing::warn!(?error, "cannot lease a job; retrying");
                sleep(RETRY_AFTER).await;
            }
        }
    }
}

async fn run_job(hub: Hub, leased: LeasedJob, permit: OwnedSemaphorePermit, pool: WorkerPool) {
    let _running = pool.begin();
    let job = leased.job.clone();
    let settled = match execute(&hub, &job, permit).await {
        Ok(()) => leased.complete().await,
        // An outage ends. All other problems stay, so the job is completed.
        Err(problem) if problem.code == Code::Unavailable => {
            tracing::info!(?job, %problem, "a job failed in an outage; retrying later");
            leased.retry_after(RETRY_AFTER).await
        }
        Err(problem) => {
            tracing::error!(?job, %problem, "a job failed");
            leased.complete().await
        }
    };
    if let Err(error) = settled {
        tracing::warn!(?job, ?error, "cannot complete a job; it may be leased again");
    }
}

async fn execute(hub: &Hub, job: &Job, permit: OwnedSemaphorePermit) -> Result<(), Problem> {
    match job {
        Job::Think { table, played } => {
            let Some((record, bot)) = hub.load_position(table, *played).await? else { return Ok(()) };
            let paced = sleep(hub.bots().pace());
            let thinking = hub.metrics().bot_thinks();
            let thought = hub.bots().think(record, bot).await.map_err(|why| Problem::new(Code::Invalid, why))?;
            drop(thinking);
            // The pace of bots is waited for without a slot.
            drop(permit);
            paced.await;
            hub.submit_bot_move(table, *played, thought.mv).await
        }
        Job::Rate { table } => hub.rate(table).await,
        Job::Analyse { table } => analysis::analyse(hub, table).await,
    }
}
