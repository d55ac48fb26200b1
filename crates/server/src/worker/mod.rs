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
use std::time::{Duration, Instant};

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

/// A position that is no older is not loaded again once a core is free.
const FRESH: Duration = Duration::from_millis(50);

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
            Job::Think { table, played, payer, kind, node } => {
                // The game may have gone on. Such a job must not wait for a core, because it has a lease meanwhile.
                let Some(mut position) = self.tables.load_position(table, *played).await? else { return Ok(()) };
                let asked = Instant::now();
                let request = CoreRequest { payer: payer.clone(), kind: kind.clone(), urgent: true };
                let _thinking = self.metrics.bot_thinks();
                let core = self.bots.core(request).await;
                if asked.elapsed() > FRESH {
                    let Some(now) = self.tables.load_position(table, *played).await? else { return Ok(()) };
                    position = now;
                }
                let (record, bot) = position;
                let paced = sleep(self.bots.pace());
                let thought = self.bots.think(core, record, bot).await.map_err(|why| Problem::new(Code::Invalid, why))?;
                paced.await;
                self.tables.submit_bot_move(table, *played, thought.mv, node).await
            }
            Job::Rate { table, node } => self.tables.rate(table, node).await,
            Job::Analyse { table, payer, by_player } => analysis::analyse(self, table, payer, *by_player).await,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use async_trait::async_trait;
    use tokio::sync::Notify;

    use super::*;
    use crate::cores::Payer;
    use crate::job_permits::JobPermits;
    use crate::store::sqlite::Sqlite;
    use crate::work_queue::local::LocalJobQueue;

    /// How many searches of the greedy address end: those that it may have in the queue. With more than one core the
    /// other bot moves before any of them ends.
    const ENDING: usize = 64;

    /// Tables of which only one is honest. All others think for very long.
    struct Tables {
        ending: AtomicUsize,
        honest_served: Notify,
    }

    #[async_trait]
    impl TableClient for Tables {
        async fn load_position(&self, table: &str, _: u32) -> Result<Option<(String, String)>, Problem> {
            if table == "honest" {
                self.honest_served.notify_one();
            } else if self.ending.fetch_add(1, Ordering::Relaxed) >= ENDING {
                std::future::pending::<()>().await;
            }
            Ok(None)
        }

        async fn submit_bot_move(&self, _: &str, _: u32, _: String, _: &str) -> Result<(), Problem> {
            unreachable!("there are no positions")
        }

        async fn finished_record(&self, _: &str) -> Result<Option<String>, Problem> {
            unreachable!("nobody asks for an analysis")
        }

        async fn rate(&self, _: &str, _: &str) -> Result<(), Problem> {
            unreachable!("no game is over")
        }
    }

    fn think(table: String, payer: &Payer, bot: &str) -> Job {
        Job::Think { table, played: 1, payer: payer.clone(), kind: format!("kumata {bot}"), node: String::new() }
    }

    /// Waits for a permit, and pushes a job, as a table does. The permit is held for good, as by a table whose bot thinks.
    async fn wait(permits: JobPermits, queue: LocalJobQueue, payer: Payer, job: Job) {
        let permit = permits.request(&payer);
        permit.granted().wait_for(|granted| *granted).await.unwrap();
        queue.push(&job).await.unwrap();
        std::future::pending::<()>().await;
    }

    /// A worker with its own store, and the folder of the store.
    async fn worker(tables: &Arc<Tables>, queue: LocalJobQueue) -> (Worker, tempfile::TempDir) {
        let folder = tempfile::tempdir().unwrap();
        let store = Arc::new(Sqlite::open(&folder.path().join("tablee.db"), Metrics::default()).await.unwrap());
        let worker = Worker {
            tables: tables.clone(),
            store,
            jobs: Arc::new(queue),
            analyses: Arc::new(LocalJobQueue::default()),
            bots: Bots::new(Duration::ZERO),
            metrics: Metrics::default(),
            running: watch::Sender::new(0),
        };
        (worker, folder)
    }

    #[tokio::test]
    async fn a_job_of_a_game_that_went_on_waits_for_no_core() {
        let tables = Arc::new(Tables { ending: AtomicUsize::new(0), honest_served: Notify::new() });
        let (worker, _folder) = worker(&tables, LocalJobQueue::default()).await;
        let payer = Payer { address: "home".to_owned(), person: "anna".to_owned() };
        let request = || CoreRequest { payer: payer.clone(), kind: "kumata level9".to_owned(), urgent: true };
        // All cores that it may have are busy.
        let mut busy = Vec::new();
        while let Ok(core) = tokio::time::timeout(Duration::from_millis(200), worker.bots.core(request())).await {
            busy.push(core);
        }
        assert!(!busy.is_empty());
        let job = think("table".to_owned(), &payer, "level9");
        let done = tokio::time::timeout(Duration::from_secs(30), worker.execute(&job)).await;
        done.expect("it ends while all cores are busy").unwrap();
    }

    #[tokio::test]
    async fn an_address_with_more_jobs_than_a_worker_leases_does_not_delay_another() {
        let (permits, queue) = (JobPermits::default(), LocalJobQueue::default());
        let payer = |address: &str, person: String| Payer { address: address.to_owned(), person };
        for number in 0..LEASES + 200 {
            let payer = payer("greedy", format!("guest {}", number % 60));
            let job = think(format!("table {number}"), &payer, "level9");
            tokio::spawn(wait(permits.clone(), queue.clone(), payer, job));
        }
        // All of them have asked before.
        tokio::task::yield_now().await;
        let honest = payer("honest", "anna".to_owned());
        tokio::spawn(wait(permits, queue.clone(), honest.clone(), think("honest".to_owned(), &honest, "level1")));

        let tables = Arc::new(Tables { ending: AtomicUsize::new(0), honest_served: Notify::new() });
        let (worker, _folder) = worker(&tables, queue).await;
        tokio::spawn(worker.run());
        let served = tokio::time::timeout(Duration::from_secs(60), tables.honest_served.notified()).await;
        assert!(served.is_ok(), "the bot of another address has not moved after {ENDING} searches");
    }
}
