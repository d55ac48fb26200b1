//! How long a bot may think, and stopping it.

use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How much a search may think about one move: until the first of these is used up. Without either it would only end by [`Stop`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// So many playouts. On one thread the same seed then gives the same move, always.
    pub playouts: Option<u64>,
    /// So long.
    pub time: Option<Duration>,
    /// On so many threads at once.
    pub threads: NonZero<usize>,
}

impl Budget {
    /// So many playouts on one thread.
    pub const fn playouts(playouts: u64) -> Budget {
        Budget { playouts: Some(playouts), time: None, threads: NonZero::<usize>::MIN }
    }

    /// So long on one thread.
    pub const fn time(time: Duration) -> Budget {
        Budget { playouts: None, time: Some(time), threads: NonZero::<usize>::MIN }
    }

    /// The same on so many threads.
    #[must_use]
    pub const fn on(self, threads: NonZero<usize>) -> Budget {
        Budget { threads, ..self }
    }
}

/// Tells a bot, from anywhere, to stop thinking and to move with what it knows.
#[derive(Clone, Default, Debug)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// One that nobody has called yet.
    pub fn new() -> Stop {
        Stop::default()
    }

    /// Tells all who hold a copy to stop.
    pub fn call(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether they are to stop.
    #[inline]
    pub fn is_called(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
