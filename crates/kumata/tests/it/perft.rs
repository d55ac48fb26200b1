//! The number of lines of play to a depth: a table that any change of the rules would change.

use crate::common::literal::{self, Literal};
use tablee_core::chance::TestDice;
use tablee_core::perft::perft;
use tablee_core::{Game, Play, Position as _, Setup, Turn};
use tablee_kumata::{Kumata, Layout, Options, Position};

const SEED: u64 = 2024;
/// Plies after which the first new piles are made and the first totems stand high.
const LATE: usize = 36;
/// The deepest that is counted, and that the literal implementation counts too.
const DEPTH: usize = 4;
const LITERAL_DEPTH: u32 = 3;

/// A row for each sample of options: what it is, then depth by depth from the very beginning, from the first turn after
/// the deal, and from late in the game.
const TABLE: [(&str, [Counts; 3]); 8] = [
    ("2 square", [[15, 210, 2730, 40950], [114, 1368, 223824, 2685888], [2, 10, 60, 222]]),
    ("3 square", [[10, 90, 900, 8100], [116, 928, 30144, 241152], [10, 30, 432, 1881]]),
    ("4 square", [[10, 90, 900, 8100], [116, 928, 30144, 241152], [3, 15, 350, 1750]]),
    ("2 maze", [[15, 210, 2730, 40950], [26, 312, 8352, 100224], [4, 20, 200, 1001]]),
    ("3 maze", [[10, 90, 900, 8100], [80, 640, 43680, 349440], [3, 6, 24, 108]]),
    ("4 maze", [[10, 90, 900, 8100], [80, 640, 43680, 349440], [34, 170, 2690, 13450]]),
    ("4 square teams", [[10, 90, 900, 8100], [116, 928, 30144, 241152], [3, 15, 350, 1750]]),
    ("4 maze teams", [[10, 90, 900, 8100], [80, 640, 43680, 349440], [34, 170, 2690, 13450]]),
];

type Counts = [u64; DEPTH];

/// The two implementations side by side, playing the same random moves.
struct Both {
    fast: Position,
    slow: Literal,
    dice: TestDice,
}

impl Both {
    fn start(options: &Options) -> Both {
        let mut dice = TestDice::new(SEED);
        let layout = <Layout as Setup<_>>::random(options, &mut dice);
        Both { fast: Kumata::start(options, &layout), slow: Literal::start(options, &layout), dice }
    }

    fn play_one(&mut self) {
        let mv = self.fast.pick(&mut self.dice, &mut Vec::new()).expect("the game goes on");
        self.slow.play(&Kumata::write_move(&self.fast, mv));
        self.fast.play(mv).expect("a picked move is legal");
    }

    /// Depth by depth.
    fn count(&self, what: &str) -> Counts {
        std::array::from_fn(|index| {
            let depth = index as u32 + 1;
            let count = perft(&self.fast, depth);
            if depth <= LITERAL_DEPTH {
                assert_eq!(literal::perft(&self.slow, depth), count, "depth {depth}, {what}");
            }
            count
        })
    }
}

fn name(options: &Options) -> String {
    format!("{} {}{}", options.players, options.layout.name(), if options.teams { " teams" } else { "" })
}

#[test]
fn the_table_holds_for_both_implementations() {
    let mut counted = Vec::new();
    for options in crate::common::all_samples() {
        let what = name(&options);
        let mut both = Both::start(&options);
        let beginning = both.count(&what);
        let mut plies = 0;
        while both.fast.turn() == Turn::Chance {
            both.play_one();
            plies += 1;
        }
        let dealt = both.count(&what);
        (plies..LATE).for_each(|_| both.play_one());
        counted.push((what.clone(), [beginning, dealt, both.count(&what)]));
    }
    let rows: Vec<_> = counted.iter().map(|row| format!("    {row:?},\n")).collect();
    assert_eq!(counted, TABLE.map(|(what, counts)| (what.to_owned(), counts)), "the table would be\n{}", rows.concat());
}

/// The first draws are all that is hidden, so the beginning can be worked out by hand.
#[test]
fn the_deal_is_as_many_ways_as_there_are_orders() {
    let counts = |row: usize| TABLE[row].1[0];
    assert_eq!(counts(0), [15, 15 * 14, 15 * 14 * 13, 15 * 14 * 13 * 15], "three piles each, then the next seat's");
    assert_eq!(counts(1), [10, 10 * 9, 10 * 9 * 10, 10 * 9 * 10 * 9], "two piles each");
}
