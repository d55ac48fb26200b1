//! Many games at once.

use std::num::NonZero;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use tablee_core::Knowledge;

use super::game::{Arena, Played};
use super::schedule::Slot;
use crate::Stop;

impl<P: Knowledge> Arena<'_, P> {
    /// Plays these games, `jobs` at a time, and calls `finished` for each as it ends, in no particular order, until
    /// `finished` breaks.
    ///
    /// What is played in a game depends only on its slot and the seed, not on the order or on `jobs`.
    /// When `stop` is called, the games that are being played are given up.
    pub fn play_all(
        &self,
        slots: &[Slot],
        jobs: NonZero<usize>,
        stop: &Stop,
        mut finished: impl FnMut(Played) -> ControlFlow<()>,
    ) {
        let next = AtomicUsize::new(0);
        let (send, receive) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..jobs.get().min(slots.len()) {
                let (send, next) = (send.clone(), &next);
                scope.spawn(move || {
                    while let Some(slot) = slots.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let Some(played) = self.play(*slot, stop) else { return };
                        // The receiver is gone: nobody needs the rest.
                        if send.send(played).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(send);
            for played in receive {
                if finished(played).is_break() {
                    stop.call();
                    break;
                }
            }
        });
    }
}
