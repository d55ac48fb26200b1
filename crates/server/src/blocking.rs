//! Work that keeps a core busy, such as proving a record, drawing a picture or listing moves: few at a time, and a bounded
//! queue that the addresses share fairly.

use std::num::NonZeroU32;

use tablee_core::text;
use tablee_protocol::{Code, Problem};
use tokio::sync::Semaphore;
use tokio::task::JoinError;

use crate::cores::{CoreRequest, Cores, Payer};
use crate::limits::{Address, OpenByAddress};

/// How many may wait for a core. Further ones are refused (backpressure).
const QUEUE: usize = 64;

/// One address may have an eighth of the queue, and the network around it a quarter.
const ADDRESS_PART: usize = 8;
const NETWORK_PART: usize = 4;

/// Runs work on separate threads, at most on half of the cores. Tables and sockets keep the others.
pub struct BlockingPool {
    places: Semaphore,
    /// The places of each address.
    by_address: OpenByAddress,
    /// A free core goes to the address that has used the least lately.
    cores: Cores,
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
        let part = |parts: usize| NonZeroU32::new((cores + queue / parts) as u32);
        BlockingPool {
            places: Semaphore::new(cores + queue),
            by_address: OpenByAddress::with_caps(part(ADDRESS_PART), part(NETWORK_PART)),
            cores: Cores::slots(cores),
        }
    }

    /// Does some work for an address, as soon as it gets a core.
    ///
    /// # Errors
    /// If too many wait already, in all or of this address, or the work panicked.
    pub async fn run<T: Send + 'static>(
        &self,
        address: Address,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let _of_address = self.by_address.open(address).ok_or_else(busy)?;
        let _place = self.places.try_acquire().map_err(|_| busy())?;
        let payer = Payer { address: address.to_string(), person: address.to_string() };
        let core = self.cores.acquire(CoreRequest { payer, kind: String::new(), urgent: true }).await;
        // The thread keeps its core to the end, also if nobody waits for the result any more.
        let done = tokio::task::spawn_blocking(move || {
            let result = work();
            drop(core);
            result
        });
        done.await.map_err(|error| failed(&error))
    }
}

/// The problem of blocking work that panicked.
pub fn failed(error: &JoinError) -> Problem {
    tracing::error!(%error, "blocking work failed");
    busy()
}

fn busy() -> Problem {
    let why = text!("the server is too busy at the moment", "le serveur est surchargé pour le moment");
    Problem { wait: Some(2), ..Problem::new(Code::Unavailable, why) }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex, mpsc};

    use futures_util::FutureExt;
    use futures_util::future::join_all;

    use super::*;

    fn address(last: u8) -> Address {
        // Each in a network of its own.
        Address([192, last, 2, 1].into())
    }

    /// Keeps a core busy until the sender is used or dropped.
    async fn hold(pool: &Arc<BlockingPool>) -> (tokio::task::JoinHandle<Result<i32, Problem>>, mpsc::Sender<()>) {
        let (begun, begins) = mpsc::channel();
        let (end, ended) = mpsc::channel::<()>();
        let held = pool.clone();
        let work = move || {
            begun.send(()).unwrap();
            let _ = ended.recv();
            1
        };
        let first = tokio::spawn(async move { held.run(address(0), work).await });
        tokio::task::spawn_blocking(move || begins.recv().unwrap()).await.unwrap();
        (first, end)
    }

    #[tokio::test]
    async fn few_work_at_a_time_and_few_wait() {
        let pool = Arc::new(BlockingPool::new(1, 1));
        let (first, end) = hold(&pool).await;
        let mut second = Box::pin(pool.run(address(1), || 2));
        assert!((&mut second).now_or_never().is_none(), "it waits for the core");
        assert_eq!(pool.run(address(2), || 3).await.unwrap_err().code, Code::Unavailable);
        end.send(()).unwrap();
        assert_eq!((first.await.unwrap().unwrap(), second.await.unwrap()), (1, 2));
        assert!(pool.run(address(1), || panic!("as planned")).await.is_err_and(|problem: Problem| problem.wait.is_some()));
        assert_eq!(pool.run(address(1), || 4).await.unwrap(), 4, "a panic keeps no core");
    }

    #[tokio::test]
    async fn an_address_with_much_work_does_not_delay_another() {
        let pool = Arc::new(BlockingPool::new(1, 512));
        let (_first, end) = hold(&pool).await;
        let done = Mutex::new(Vec::new());
        let list = async |of: u8| {
            let listed = pool.run(address(of), || std::thread::sleep(std::time::Duration::from_millis(1))).await;
            listed.inspect(|()| done.lock().unwrap().push(of))
        };
        let mut greedy = Box::pin(join_all((0..200).map(|_| list(1))));
        assert!((&mut greedy).now_or_never().is_none());
        let mut patient = Box::pin(join_all((0..2).map(|_| list(2))));
        assert!((&mut patient).now_or_never().is_none());
        end.send(()).unwrap();
        let (greedy, patient) = tokio::join!(greedy, patient);
        assert_eq!(greedy.into_iter().filter(Result::is_ok).count(), 65, "an address has an eighth of the queue");
        assert!(patient.iter().all(Result::is_ok));
        let last = done.lock().unwrap().iter().rposition(|of| *of == 2);
        assert!(last.is_some_and(|last| last <= 6), "{last:?}");
    }
}
