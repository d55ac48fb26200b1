//! How long a bot may think, and stopping it.

use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How much a search may think about one move. It ends when playouts or time are used up, whichever is first. Without
/// both, it ends only by [`Stop`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// The number of playouts. With it, the same seed always gives the same move.
    pub playouts: Option<u64>,
    /// The thinking time. With it, the move depends on the machine.
    pub time: Option<Duration>,
    /// The number of threads.
    pub threads: NonZero<usize>,
}

impl Budget {
    /// A number of playouts, on one thread.
    pub const fn playouts(playouts: u64) -> Budget {
        Budget { playouts: Some(playouts), time: None, threads: NonZero::<usize>::MIN }
    }

    /// A time, on one thread.
    pub const fn time(time: Duration) -> Budget {
        Budget { playouts: None, time: Some(time), threads: NonZero::<usize>::MIN }
    }

    /// The same on this number of threads.
    #[must_use]
    pub const fn on(self, threads: NonZero<usize>) -> Budget {
        Budget { threads, ..self }
    }
}

/// Stops a search from another thread: the bot then moves with what it has found so far. Clones share one state.
#[derive(Clone, Default, Debug)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// A stop that has not been called.
    pub fn new() -> Stop {
        Stop::default()
    }

    /// Stops every search that has a clone.
    pub fn call(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether [`Stop::call`] was called.
    #[inline]
    pub fn is_called(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
