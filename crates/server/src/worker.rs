//! Doing the work that tables ask for: in the server itself if it is alone, else in workers, on this machine or on others.

use std::num::NonZero;
use std::sync::Arc;
use std::time::Duration;

use tablee_protocol::{Code, Problem};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::sleep;

use crate::analysis;
use crate::hub::Hub;
use crate::work_queue::{Job, JobQueue, LeasedJob};

/// How many jobs are leased at once for each core, since the store is waited for as well.
const JOBS_PER_CORE: usize = 4;

/// How many games are looked at at once.
const CONCURRENT_ANALYSES: usize = 1;

/// After how long a job comes again that could not be done.
const RETRY_AFTER: Duration = Duration::from_secs(1);

/// How much can be done at once. Cloning it gives the same one.
#[derive(Clone, Debug)]
pub struct WorkerPool {
    free: Arc<Semaphore>,
    analyses: Arc<Semaphore>,
    /// How many jobs are being done.
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
    /// Waits until nothing is being done any more.
    pub async fn wait_until_idle(&self) {
        let _ = self.running.subscribe().wait_for(|jobs| *jobs == 0).await;
    }

    fn begin(&self) -> RunningJob {
        self.running.send_modify(|jobs| *jobs += 1);
        RunningJob(self.running.clone())
    }
}

/// A job that is being done.
struct RunningJob(watch::Sender<usize>);

impl Drop for RunningJob {
    fn drop(&mut self) {
        self.0.send_modify(|jobs| *jobs -= 1);
    }
}

/// Does jobs for as long as the program runs.
pub async fn run_worker(hub: Hub, pool: WorkerPool) {
    tokio::join!(run_queue(hub.jobs(), &pool.free, &hub, &pool), run_queue(hub.analyses(), &pool.analyses, &hub, &pool));
}

/// Does the jobs of one queue.
async fn run_queue(queue: &dyn JobQueue, free: &Arc<Semaphore>, hub: &Hub, pool: &WorkerPool) {
    loop {
        let Ok(permit) = free.clone().acquire_owned().await else { return };
        match queue.lease().await {
            Ok(leased) => drop(tokio::spawn(run_job(hub.clone(), leased, permit, pool.clone()))),
            Err(error) => {
                tracing::warn!(?error, "no work can be leased");
                sleep(RETRY_AFTER).await;
            }
        }
    }
}

async fn run_job(hub: Hub, leased: LeasedJob, permit: OwnedSemaphorePermit, pool: WorkerPool) {
    let _running = pool.begin();
    let job = leased.job.clone();
    let told = match execute(&hub, &job, permit).await {
        Ok(()) => leased.complete().await,
        // Later it may be possible. What never is, such as a table that is not there, is done with.
        Err(problem) if problem.code == Code::Unavailable => {
            tracing::info!(?job, %problem, "a job cannot be done now");
            leased.retry_after(RETRY_AFTER).await
        }
        Err(problem) => {
            tracing::error!(?job, %problem, "a job cannot be done");
            leased.complete().await
        }
    };
    if let Err(error) = told {
        tracing::warn!(?job, ?error, "a job may come again");
    }
}

async fn execute(hub: &Hub, job: &Job, permit: OwnedSemaphorePermit) -> Result<(), Problem> {
    match job {
        Job::Think { table, played } => {
            let Some((record, bot)) = hub.load_position(table, *played).await? else { return Ok(()) };
            let paced = sleep(hub.bots().pace());
            let thinking = hub.metrics().bot_thinks();
            let mv = hub.bots().think(record, bot).await.map_err(|why| Problem::new(Code::Invalid, why))?;
            drop(thinking);
            // It waits so that people can follow, and that takes no pool.
            drop(permit);
            paced.await;
            hub.submit_bot_move(table, *played, mv).await
        }
        Job::Rate { table } => hub.rate(table).await,
        Job::Analyse { table } => analysis::analyse(hub, table).await,
    }
}
