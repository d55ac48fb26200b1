//! The tree search: our strongest bot.
//!
//! Monte Carlo tree search for any number of seats: each seat maximises the value of its own side. Chance has its own
//! nodes; their draws are sampled again in every playout, with the bot's own dice, because it cannot know the real
//! draws. The game's [`Knowledge`] enters in three places: ratings say which moves to try first, a fast policy plays
//! the playouts, and expected points stand in where a playout is cut short.
//!
//! Each thread grows its own tree, and the roots are added up at the end: no thread waits for another, and with a
//! budget of playouts the choice depends only on the seed and the number of threads.

mod tree;
mod worth;

use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use tablee_core::{BySeat, Knowledge, Style, Text, Turn};
use web_time::Instant;

use crate::bot::{Bot, Choice, Evaluation, Ranked};
use crate::simple::nobody_to_move;
use crate::{Budget, Stop};
use tree::{Root, Tree};
pub(crate) use worth::wins;

/// Playouts between two readings of the clock, which cost time.
const STRIDE: u64 = 32;

/// The most moves of a ranking.
const RANKED: usize = 8;

/// A bot that searches a tree of moves and draws by playouts.
pub struct Search {
    budget: Budget,
    style: Style,
    /// Changes with every move, so that no two searches use the same random numbers.
    seed: u64,
}

impl Search {
    /// A bot with this budget per move, and the style of its game ([`Knowledge::STYLE`]) or another one.
    pub fn new(budget: Budget, style: Style, seed: u64) -> Search {
        Search { budget, style, seed }
    }
}

impl<P: Knowledge> Bot<P> for Search {
    fn choose(&mut self, position: &P, stop: &Stop) -> Result<Choice<P::Move>, Text> {
        let Turn::Seat(_) = position.turn() else { return Err(nobody_to_move()) };
        let start = Instant::now();
        self.seed = self.seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        // A worker in the browser cannot start threads: it grows one tree with the whole budget.
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
        root.choice().ok_or_else(nobody_to_move)
    }
}

/// The budget of one thread.
struct Share<'a> {
    playouts: Option<u64>,
    time: Option<Duration>,
    start: Instant,
    /// The number of threads whose choice could still change. While there is one, all go on: an idle core helps nobody.
    undecided: &'a AtomicU64,
}

/// Grows a tree until its budget is used up, the search is stopped, or no thread's choice can change any more.
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
            // Sometimes: could the second-best move still overtake the best one?
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
