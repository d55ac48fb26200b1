//! The levels of a game as bots.

use std::num::NonZero;
use std::time::Duration;

use tablee_core::{Knowledge, Level, Thinking};

use crate::simple::{Greedy, Random, Slipping};
use crate::{Bot, Budget, FastDice, Search};

/// The bot of a level. The same seed gives the same moves, unless the level thinks by the clock.
pub fn bot_of_level<P: Knowledge>(level: Level, seed: u64, threads: NonZero<usize>) -> Box<dyn Bot<P>> {
    let search = |budget| Box::new(Search::new(budget, P::STYLE, seed));
    let bot: Box<dyn Bot<P>> = match level.thinking {
        Thinking::Random => Box::new(Random(FastDice::new(seed))),
        Thinking::Greedy => Box::new(Greedy(FastDice::new(seed))),
        // Too few playouts to share between threads; on one thread the move depends on the seed alone.
        Thinking::Playouts(playouts) => search(Budget::playouts(playouts.into())),
        Thinking::Millis(millis) => search(Budget::time(Duration::from_millis(millis.into())).on(threads)),
    };
    if level.slips == 0 {
        return bot;
    }
    Box::new(Slipping { bot, slips: level.slips, random: Random(FastDice::new(!seed)) })
}
