//! Random playouts on one core.

use std::time::Duration;

use cpu_time::ThreadTime;
use serde_json::json;
use tablee_bots::FastDice;
use tablee_core::game::MoveOf;
use tablee_core::{Dice, Game, Lang, OptionValues, Position, Setup, play_out};
use tablee_games::options::{complete, standard_set};

use super::{BenchTime, options_shown};
use crate::failure::Failure;
use crate::rows::RowWriter;
use crate::show::{cell, print_line};

/// The columns of `--csv`.
pub const COLUMNS: &[&str] =
    &["game", "options", "playouts_per_second", "spread", "ns_per_ply", "plies", "ratio_to_listing", "position_bytes"];

/// The measurements of one repeat.
#[derive(Clone, Copy)]
struct Measured {
    playouts: u64,
    plies: u64,
    seconds: f64,
}

impl Measured {
    fn playouts_per_second(&self) -> f64 {
        self.playouts as f64 / self.seconds
    }
}

pub fn heading(lang: Lang) -> Result<(), Failure> {
    print_line(format_args!(
        "{:<8} {:<42} {:>11} {:>9} {:>9} {:>7} {:>9} {:>6}",
        lang.pick("game", "jeu"),
        lang.pick("options", "options"),
        lang.pick("playouts/s", "parties/s"),
        "±",
        lang.pick("ns/ply", "ns/coup"),
        lang.pick("plies", "coups"),
        lang.pick("× listing", "× liste"),
        lang.pick("bytes", "octets"),
    ))
}

/// One row: the median of the repeats, how far they spread, and the ratio to listing every move at every ply.
pub fn row<G: Game>(values: &OptionValues, plan: &BenchTime, rows: Option<&mut RowWriter>, lang: Lang) -> Result<(), Failure> {
    let options = complete::<G>(values, standard_set::<G>())?;
    let mut dice = FastDice::new(1);
    let mut scratch = Vec::new();
    let warm_up = BenchTime { seconds: plan.seconds / 2.0, ..*plan };
    measure::<G>(&options, &mut dice, &mut scratch, &warm_up, play_out);
    let mut fast: Vec<_> = (0..plan.repeats).map(|_| measure::<G>(&options, &mut dice, &mut scratch, plan, play_out)).collect();
    let mut listing: Vec<_> =
        (0..plan.repeats.div_ceil(2)).map(|_| measure::<G>(&options, &mut dice, &mut scratch, plan, play_out_listing)).collect();
    let (fast, spread) = median(&mut fast);
    let (listing, _) = median(&mut listing);
    let plies = fast.plies as f64 / fast.playouts as f64;
    let rate = fast.playouts_per_second();
    let ratio = rate / listing.playouts_per_second();
    let shown = options_shown(values);
    let bytes = size_of::<G::Position>();
    if let Some(rows) = rows {
        rows.write(&json!({
            "game": G::ID, "options": tablee_games::options::to_json(values), "playouts_per_second": rate.round(), "spread": spread.round(),
            "ns_per_ply": fast.seconds * 1e9 / fast.plies as f64, "plies": plies, "ratio_to_listing": ratio, "position_bytes": bytes,
        }))?;
    } else {
        let ns = fast.seconds * 1e9 / fast.plies as f64;
        print_line(lang.decimals(format!(
            "{:<8} {} {rate:>11.0} {spread:>9.0} {ns:>9.1} {plies:>7.1} {ratio:>9.2} {bytes:>6}",
            G::ID,
            cell(&shown, 42)
        )))?;
    }
    Ok(())
}

type PlayOut<G> = fn(&mut <G as Game>::Position, &mut FastDice, &mut Vec<MoveOf<G>>) -> u32;

/// Playouts from one random setup after another, a new one each repeat: as a search sees a game, which stays on one board.
///
/// Processor time is measured, so that other programs on the machine disturb less.
fn measure<G: Game>(
    options: &G::Options,
    dice: &mut FastDice,
    scratch: &mut Vec<MoveOf<G>>,
    plan: &BenchTime,
    play_out: PlayOut<G>,
) -> Measured {
    let setup = G::Setup::random(options, dice);
    let start = G::start(options, &setup);
    let limit = Duration::from_secs_f64(plan.seconds);
    let begin = ThreadTime::now();
    let mut measured = Measured { playouts: 0, plies: 0, seconds: 0.0 };
    while begin.elapsed() < limit {
        // Looking at the clock is not free, so not after every playout.
        for _ in 0..64 {
            measured.plies += u64::from(play_out(&mut start.clone(), dice, scratch));
        }
        measured.playouts += 64;
    }
    measured.seconds = begin.elapsed().as_secs_f64();
    measured
}

/// The baseline: every legal move is listed at every ply, and one of the list is played.
fn play_out_listing<P: Position>(position: &mut P, dice: &mut FastDice, scratch: &mut Vec<P::Move>) -> u32 {
    let mut plies = 0;
    loop {
        position.moves(scratch);
        if scratch.is_empty() {
            return plies;
        }
        position.play_unchecked(scratch[dice.below(scratch.len() as u32) as usize]);
        plies += 1;
    }
}

/// The middle one by speed, and half the distance between the quartiles.
fn median(measured: &mut [Measured]) -> (Measured, f64) {
    measured.sort_by(|a, b| a.playouts_per_second().total_cmp(&b.playouts_per_second()));
    let quarter = measured.len() / 4;
    let spread = (measured[measured.len() - 1 - quarter].playouts_per_second() - measured[quarter].playouts_per_second()) / 2.0;
    (measured[measured.len() / 2], spread)
}
