//! Doing the work that tables ask for: in the server itself if it is alone, else in workers, on this machine or on others.

use std::num::NonZero;
use std::sync::Arc;
use std::time::Duration;

use tablee_protocol::{Code, Problem};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::sleep;

use crate::analysis;
use crate::hub::Hub;
use crate::jobs::{Job, Jobs, Taken};

/// How many jobs are taken at once for each core, since the store is waited for as well.
const A_CORE: usize = 4;

/// How many games are looked at at once.
const ANALYSES: usize = 1;

/// After how long a job comes again that could not be done.
const LATER: Duration = Duration::from_secs(1);

/// How much can be done at once. Cloning it gives the same one.
#[derive(Clone, Debug)]
pub struct Hands {
    free: Arc<Semaphore>,
    analyses: Arc<Semaphore>,
    /// How many jobs are being done.
    at_work: watch::Sender<usize>,
}

impl Default for Hands {
    fn default() -> Hands {
        let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
        Hands {
            free: Arc::new(Semaphore::new(cores * A_CORE)),
            analyses: Arc::new(Semaphore::new(ANALYSES)),
            at_work: watch::Sender::new(0),
        }
    }
}

impl Hands {
    /// Waits until nothing is being done any more.
    pub async fn rest(&self) {
        let _ = self.at_work.subscribe().wait_for(|jobs| *jobs == 0).await;
    }

    fn begin(&self) -> AtWork {
        self.at_work.send_modify(|jobs| *jobs += 1);
        AtWork(self.at_work.clone())
    }
}

/// A job that is being done.
struct AtWork(watch::Sender<usize>);

impl Drop for AtWork {
    fn drop(&mut self) {
        self.0.send_modify(|jobs| *jobs -= 1);
    }
}

/// Does jobs for as long as the program runs.
pub async fn work(hub: Hub, hands: Hands) {
    tokio::join!(take_from(hub.jobs(), &hands.free, &hub, &hands), take_from(hub.analyses(), &hands.analyses, &hub, &hands));
}

/// Does the jobs of one queue.
async fn take_from(queue: &dyn Jobs, free: &Arc<Semaphore>, hub: &Hub, hands: &Hands) {
    loop {
        let Ok(hand) = free.clone().acquire_owned().await else { return };
        match queue.next().await {
            Ok(taken) => drop(tokio::spawn(work_on(hub.clone(), taken, hand, hands.clone()))),
            Err(error) => {
                tracing::warn!(?error, "no work can be taken");
                sleep(LATER).await;
            }
        }
    }
}

async fn work_on(hub: Hub, taken: Taken, hand: OwnedSemaphorePermit, hands: Hands) {
    let _at_work = hands.begin();
    let job = taken.job.clone();
    let told = match do_it(&hub, &job, hand).await {
        Ok(()) => taken.done().await,
        // Later it may be possible. What never is, such as a table that is not there, is done with.
        Err(problem) if problem.code == Code::Unavailable => {
            tracing::info!(?job, %problem, "a job cannot be done now");
            taken.later(LATER).await
        }
        Err(problem) => {
            tracing::error!(?job, %problem, "a job cannot be done");
            taken.done().await
        }
    };
    if let Err(error) = told {
        tracing::warn!(?job, ?error, "a job may come again");
    }
}

async fn do_it(hub: &Hub, job: &Job, hand: OwnedSemaphorePermit) -> Result<(), Problem> {
    match job {
        Job::Think { table, played } => {
            let Some((record, bot)) = hub.thought(table, *played).await? else { return Ok(()) };
            let paced = sleep(hub.bots().pace());
            let thinking = hub.metrics().bot_thinks();
            let mv = hub.bots().think(record, bot).await.map_err(|why| Problem::new(Code::Invalid, why))?;
            drop(thinking);
            // It waits so that people can follow, and that takes no hands.
            drop(hand);
            paced.await;
            hub.bot_chose(table, *played, mv).await
        }
        Job::Rate { table } => hub.rate(table).await,
        Job::Analyse { table } => analysis::analyse(hub, table).await,
    }
}
