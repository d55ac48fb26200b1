//! How often moves are read and dice are thrown, so that tests can show that it happens once. Only debug builds count.

use std::cell::Cell;

/// What one thread has done so far at games behind [`AnyGame`](crate::AnyGame).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// How many moves and draws were read from text.
    pub read: usize,
    /// How many draws and setups were thrown with dice.
    pub thrown: usize,
}

thread_local! {
    static COUNTS: Cell<Counts> = const { Cell::new(Counts { read: 0, thrown: 0 }) };
}

impl Counts {
    /// What this thread has done so far.
    pub fn of_this_thread() -> Counts {
        COUNTS.get()
    }

    pub(crate) fn add_read() {
        if cfg!(debug_assertions) {
            COUNTS.with(|counts| counts.set(Counts { read: counts.get().read + 1, ..counts.get() }));
        }
    }

    pub(crate) fn add_thrown() {
        if cfg!(debug_assertions) {
            COUNTS.with(|counts| counts.set(Counts { thrown: counts.get().thrown + 1, ..counts.get() }));
        }
    }
}
