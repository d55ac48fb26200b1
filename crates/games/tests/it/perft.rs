//! A perft table of every game and sample: how many lines of play there are, depth by depth.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use tablee_core::chance::TestDice;
use tablee_core::perft::perft;
use tablee_core::{Game, Position, Setup};
use tablee_games::options::{complete, standard_set};
use tablee_games::{GameId, with_game};

/// Counted from the beginning and from within a game.
const SKIPPED: [usize; 3] = [0, 12, 40];
const DEPTH: u32 = 4;
/// Beyond so many lines no deeper count is made: it would take longer than it tells.
const ENOUGH: u64 = 20_000;

fn rows<G: Game>(table: &mut String) {
    for values in G::samples() {
        let options = complete::<G>(&values, standard_set::<G>()).unwrap();
        let shown = values.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(" ");
        for skipped in SKIPPED {
            let mut dice = TestDice::new(5);
            let mut position = G::start(&options, &G::Setup::random(&options, &mut dice));
            for _ in 0..skipped {
                if let Some(mv) = position.pick(&mut dice, &mut Vec::new()) {
                    position.play_unchecked(mv);
                }
            }
            write!(table, "{} {shown} after {skipped}:", G::ID).unwrap();
            for depth in 1..=DEPTH {
                let lines = perft(&position, depth);
                write!(table, " {lines}").unwrap();
                if lines > ENOUGH {
                    break;
                }
            }
            table.push('\n');
        }
    }
}

/// Written again with `cargo xtask golden`, like the traces.
#[test]
fn golden_perft_table_does_not_change() {
    let mut table = String::new();
    for game in GameId::ALL {
        with_game!(game, G => rows::<G>(&mut table));
    }
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden/perft.txt");
    if std::env::var_os("TABLEE_GOLDEN").is_some() {
        fs::write(&path, &table).unwrap();
    }
    assert_eq!(fs::read_to_string(&path).unwrap(), table);
}
