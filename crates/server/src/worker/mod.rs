//! The worker: leases jobs and does them. A single server has one in its own process; a cluster has worker processes.
//!
//! A worker is a client of tables: it loads a position, thinks, and has the move stored. It holds no tables and no
//! connections. A job that fails because of an outage is retried. A job that can never succeed, such as one for a table
//! that does not exist, is logged and completed.
//!
//! | file | what is in it |
//! |---|---|
//! | `mod.rs` | leasing jobs and doing them |
//! | `table_client.rs` | what a worker asks of tables, and the answers of the hub in the same process |
//! | `store_client.rs` | the answers of the store, for worker processes |

mod store_client;
mod table_client;

use std::sync::Arc;
use std::time::Duration;

use tablee_protocol::{Code, Problem};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::sleep;

use crate::analysis;
use crate::bots::Bots;
use crate::cores::CoreRequest;
use crate::metrics::Metrics;
use crate::store::Store;
use crate::work_queue::{Job, JobQueue, LeasedJob};
pub use store_client::StoreClient;
pub use table_client::TableClient;

/// How many jobs a worker leases at once. Many more than there are cores: the worker must see the jobs of all people to
/// share its cores fairly.
const LEASES: usize = 1000;

/// After how long a failed job is retried.
const RETRY_AFTER: Duration = Duration::from_secs(1);

/// A worker. Clones share the same slots and cores.
#[derive(Clone)]
pub struct Worker {
    /// The tables whose jobs it does.
    pub tables: Arc<dyn TableClient>,
    /// Tables and analyses.
    pub store: Arc<dyn Store>,
    /// The queue of jobs that tables wait for.
    pub jobs: Arc<dyn JobQueue>,
    /// The queue of analyses.
    pub analyses: Arc<dyn JobQueue>,
    /// The bots, with the cores that they think on.
    pub bots: Bots,
    /// The metrics of this process.
    pub metrics: Metrics,
    /// The number of jobs that are running.
    pub running: watch::Sender<usize>,
}

/// Counts a job as running until it is dropped.
struct RunningJob(watch::Sender<usize>);

impl Drop for RunningJob {
    fn drop(&mut self) {
        self.0.send_modify(|jobs| *jobs -= 1);
    }
}

impl Worker {
    /// Does jobs, for as long as the process runs.
    pub async fn run(self) {
        let (jobs, analyses) = (self.jobs.clone(), self.analyses.clone());
        // All analyses that wait, so that those of players come first.
        tokio::join!(self.run_queue(&*jobs, LEASES), self.run_queue(&*analyses, analysis::MOST));
    }

    /// Waits until no job is running.
    pub async fn wait_until_idle(&self) {
        let _ = self.running.subscribe().wait_for(|jobs| *jobs == 0).await;
    }

    /// Leases and does the jobs of one queue.
    async fn run_queue(&self, queue: &dyn JobQueue, leases: usize) {
        let leases = Arc::new(Semaphore::new(leases));
        loop {
            let Ok(permit) = leases.clone().acquire_owned().await else { return };
            match queue.lease().await {
                Ok(leased) => drop(tokio::spawn(self.clone().run_job(leased, permit))),
                Err(error) => {
                    tracing::warn!(?error, "cannot lease a job; retrying");
                    sleep(RETRY_AFTER).await;
                }
            }
        }
    }

    async fn run_job(self, leased: LeasedJob, _permit: OwnedSemaphorePermit) {
        self.running.send_modify(|jobs| *jobs += 1);
        let _running = RunningJob(self.running.clone());
        let job = leased.job.clone();
        let settled = match self.execute(&job).await {
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

    async fn execute(&self, job: &Job) -> Result<(), Problem> {
        match job {
            Job::Think { table, played, payer, kind } => {
                let request = CoreRequest { payer: payer.clone(), kind: kind.clone(), urgent: true };
                let _thinking = self.metrics.bot_thinks();
                let core = self.bots.core(request).await;
                let Some((record, bot)) = self.tables.load_position(table, *played).await? else { return Ok(()) };
                let paced = sleep(self.bots.pace());
                let thought = self.bots.think(core, record, bot).await.map_err(|why| Problem::new(Code::Invalid, why))?;
                paced.await;
                self.tables.submit_bot_move(table, *played, thought.mv, payer).await
            }
            Job::Rate { table } => self.tables.rate(table).await,
            Job::Analyse { table, payer, by_player } => analysis::analyse(self, table, payer, *by_player).await,
        }
    }
}
