//! Work that keeps a core busy, such as proving a record, drawing a picture or listing moves: few at a time, and a bounded queue.

use std::sync::Arc;

use tablee_core::text;
use tablee_protocol::{Code, Problem};
use tokio::sync::Semaphore;

/// How many may wait for a core. Further ones are refused (backpressure).
const QUEUE: usize = 64;

/// Runs work on separate threads, at most on half of the cores. Tables and sockets keep the others.
pub struct BlockingPool {
    places: Semaphore,
    cores: Arc<Semaphore>,
}

impl Default for BlockingPool {
    fn default() -> BlockingPool {
        BlockingPool::with_queue(QUEUE)
    }
}

impl BlockingPool {
    /// A pool where this many may wait.
    pub fn with_queue(queue: usize) -> BlockingPool {
        let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get() / 2).max(1);
        BlockingPool::new(cores, queue)
    }

    fn new(cores: usize, queue: usize) -> BlockingPool {
        BlockingPool { places: Semaphore::new(cores + queue), cores: Arc::new(Semaphore::new(cores)) }
    }

    /// Does some work, as soon as a core is free.
    ///
    /// # Errors
    /// If too many wait already, or the work panicked.
    pub async fn run<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Problem> {
        let _place = self.places.try_acquire().map_err(|_| busy())?;
        let core = self.cores.clone().acquire_owned().await.map_err(|_| busy())?;
        // The thread keeps its core to the end, also if nobody waits for the result any more.
        let done = tokio::task::spawn_blocking(move || {
            let result = work();
            drop(core);
            result
        });
        done.await.map_err(|error| {
            tracing::error!(%error, "blocking work failed");
            busy()
        })
    }
}

fn busy() -> Problem {
    let why = text!("the server is too busy at the moment", "le serveur est surchargé pour le moment");
    Problem { wait: Some(2), ..Problem::new(Code::Unavailable, why) }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use futures_util::FutureExt;

    use super::*;

    #[tokio::test]
    async fn few_work_at_a_time_and_few_wait() {
        let pool = Arc::new(BlockingPool::new(1, 1));
        let (begun, begins) = mpsc::channel();
        let (end, ended) = mpsc::channel::<()>();
        let first = {
            let pool = pool.clone();
            tokio::spawn(async move {
                pool.run(move || {
                    begun.send(()).unwrap();
                    ended.recv().unwrap();
                    1
                })
                .await
            })
        };
        tokio::task::spawn_blocking(move || begins.recv().unwrap()).await.unwrap();
        let mut second = Box::pin(pool.run(|| 2));
        assert!((&mut second).now_or_never().is_none(), "it waits for the core");
        assert_eq!(pool.run(|| 3).await.unwrap_err().code, Code::Unavailable);
        end.send(()).unwrap();
        assert_eq!((first.await.unwrap().unwrap(), second.await.unwrap()), (1, 2));
        assert!(pool.run(|| panic!("as planned")).await.is_err_and(|problem: Problem| problem.wait.is_some()));
        assert_eq!(pool.run(|| 4).await.unwrap(), 4, "a panic keeps no core");
    }
}
