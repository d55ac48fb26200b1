//! The tree search: the house's best player.
//!
//! Monte Carlo tree search for any number of seats: each player goes for the good of their own side. Chance has nodes of its own, whose
//! draws are sampled anew in every playout, by the bot's own dice: it cannot know what a real draw will be. What the game knows enters as
//! ratings, which say where to look first; as hasty players, who play the playouts; and as the points promised where one is cut short.
//!
//! On several threads each grows a tree of its own, and the roots are added up in the end: no thread waits for another, and with a number
//! of playouts as budget the choice depends on the seeds alone even then.

mod tree;
mod worth;

use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use tablee_core::{BySeat, Knowledge, Style, Text, Turn};
use web_time::Instant;

use crate::bot::{Bot, Choice, Evaluation, Ranked};
use crate::simple::nobody_on_turn;
use crate::{Budget, Stop};
use tree::{Root, Tree};
pub(crate) use worth::wins;

/// Playouts between two looks at the clock, which are not free.
const STRIDE: u64 = 32;

/// How many moves a ranking has at most.
const RANKED: usize = 8;

/// A player that searches.
pub struct Search {
    budget: Budget,
    style: Style,
    /// Changes with every move, so that no two searches throw the same dice.
    seed: u64,
}

impl Search {
    /// A player with this much to think a move, in the style of its game ([`Knowledge::STYLE`]) or in another.
    pub fn new(budget: Budget, style: Style, seed: u64) -> Search {
        Search { budget, style, seed }
    }
}

impl<P: Knowledge> Bot<P> for Search {
    fn choose(&mut self, position: &P, stop: &Stop) -> Result<Choice<P::Move>, Text> {
        let Turn::Seat(_) = position.turn() else { return Err(nobody_on_turn()) };
        let start = Instant::now();
        self.seed = self.seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        // A browser's worker has no threads to start: there one tree is grown, with the whole budget.
        let threads = if cfg!(target_arch = "wasm32") { 1 } else { self.budget.threads.get() as u64 };
        let (seed, undecided) = (self.seed, AtomicU64::new(threads));
        let grow = |thread: u64| {
            let share = self.budget.playouts.map(|all| all / threads + u64::from(thread < all % threads));
            let mut tree = Tree::new(position, self.style, seed ^ thread.wrapping_mul(0x9e37_79b9_7f4a_7c15));
            let budget = Share { playouts: share, time: self.budget.time, start, undecided: &undecided };
            run(&mut tree, &budget, stop);
            tree.into_root()
        };
        let root = if threads == 1 {
            grow(0)
        } else {
            thread::scope(|scope| {
                let others: Vec<_> = (1..threads).map(|thread| scope.spawn(move || grow(thread))).collect();
                let first = grow(0);
                others.into_iter().map(|other| other.join().expect("a search does not panic")).fold(first, Root::and)
            })
        };
        root.choice().ok_or_else(nobody_on_turn)
    }
}

/// What one thread may spend.
struct Share<'a> {
    playouts: Option<u64>,
    time: Option<Duration>,
    start: Instant,
    /// How many threads have a choice that could still change. While one has, all go on: an idle core would help nobody.
    undecided: &'a AtomicU64,
}

/// Lets a tree grow until its budget is used up, it is told to stop, or nothing could change the choice of any thread any more.
fn run<P: Knowledge>(tree: &mut Tree<P>, budget: &Share, stop: &Stop) {
    if tree.is_forced() {
        // One playout, for the evaluation.
        tree.play_out(1, stop);
        return;
    }
    let (mut done, mut decided) = (0, false);
    loop {
        let left = budget.playouts.map_or(STRIDE, |playouts| (playouts - done).min(STRIDE));
        tree.play_out(left, stop);
        done += left;
        if stop.is_called() || budget.playouts.is_some_and(|playouts| done >= playouts) {
            return;
        }
        if let Some(time) = budget.time {
            let spent = budget.start.elapsed();
            if spent >= time {
                return;
            }
            // Now and then: could the second-best still be tried more often than the best?
            if !decided && done.is_multiple_of(STRIDE * 64) {
                let to_come = done as f64 * (time - spent).as_secs_f64() / spent.as_secs_f64().max(1e-6);
                decided = tree.lead() as f64 > to_come;
                if decided {
                    budget.undecided.fetch_sub(1, Ordering::Relaxed);
                }
            }
            if decided && budget.undecided.load(Ordering::Relaxed) == 0 {
                return;
            }
        }
    }
}

impl<M: Copy + Ord> Root<M> {
    fn choice(self) -> Option<Choice<M>> {
        let mut ranking: Vec<_> = self.tried.iter().filter(|tried| tried.visits > 0).collect();
        ranking.sort_by(|a, b| b.visits.cmp(&a.visits).then(b.value.total_cmp(&a.value)).then(a.mv.cmp(&b.mv)));
        let best = ranking.first()?;
        let each = |sums: &BySeat<f64>| sums.map(|sum| (sum / best.visits as f64) as f32);
        let ranked = ranking.iter().take(RANKED).map(|tried| Ranked {
            mv: tried.mv,
            visits: tried.visits,
            value: (tried.value / tried.visits as f64) as f32,
        });
        let evaluation =
            Evaluation { playouts: self.playouts, win: each(&best.wins), points: each(&best.points), ranking: ranked.collect() };
        Some(Choice { mv: best.mv, evaluation: Some(evaluation) })
    }
}
