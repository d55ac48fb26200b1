//! `tablee bench --search`: how fast the bots search.

use std::num::NonZero;
use std::thread;
use std::time::{Duration, Instant};

use cpu_time::ThreadTime;
use serde_json::json;
use tablee_bots::{Bot, Budget, FastDice, Search, Stop};
use tablee_core::{Game, Knowledge, Lang, OptionValues, Position, Setup, Turn, play_out};
use tablee_games::options::{complete, standard_set};

use super::{BenchTime, options_shown};
use crate::failure::Failure;
use crate::rows::RowWriter;
use crate::show::{cell, print_line};

/// The columns of `--csv`.
pub const COLUMNS: &[&str] = &[
    "game",
    "options",
    "search_playouts_per_second",
    "random_playouts_per_second",
    "cores",
    "on_all_cores",
    "ratio_of_cores",
    "stop_ms",
];

/// How many searches share the time of a repeat: each at another ply of a game.
const SEARCHES: u32 = 8;

pub fn heading(lang: Lang) -> Result<(), Failure> {
    print_line(format_args!(
        "{:<8} {:<42} {:>11} {:>9} {:>11} {:>7} {:>9}",
        lang.pick("game", "jeu"),
        lang.pick("options", "options"),
        lang.pick("playouts/s", "parties/s"),
        lang.pick("÷ random", "÷ hasard"),
        lang.pick("all cores", "tous cœurs"),
        "×",
        lang.pick("stops, ms", "arrêt, ms"),
    ))
}

/// One row: playouts per second in a search on one core, against random playouts in the same run; on all cores; and the
/// longest time from the call to stop until it stops.
pub fn row<G: Game<Position: Knowledge>>(
    values: &OptionValues,
    plan: &BenchTime,
    rows: Option<&mut RowWriter>,
    lang: Lang,
) -> Result<(), Failure> {
    let options = complete::<G>(values, standard_set::<G>())?;
    let game = positions::<G>(&options);
    let cores = thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
    let (mut alone, mut random, mut together, mut gain) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let mut slowest: f64 = 0.0;
    for repeat in 0..plan.repeats {
        let position = &game[repeat as usize % game.len()];
        let time = Duration::from_secs_f64(plan.seconds / f64::from(SEARCHES));
        random.push(random_rate(position, time));
        alone.push(search_rate(position, Budget::time(time), repeat, Clock::Processor));
        let on_one = search_rate(position, Budget::time(time), repeat, Clock::Wall);
        let on_all = search_rate(position, Budget::time(time).on(cores), repeat, Clock::Wall);
        together.push(on_all);
        gain.push(on_all / on_one);
        slowest = slowest.max(stopping(position, cores));
    }
    let [alone, random, together, gain] = [alone, random, together, gain].map(median);
    let share = alone / random;
    if let Some(rows) = rows {
        return rows.write(&json!({
            "game": G::ID, "options": tablee_games::options::to_json(values), "search_playouts_per_second": alone.round(),
            "random_playouts_per_second": random.round(), "cores": cores.get(), "on_all_cores": together.round(),
            "ratio_of_cores": gain, "stop_ms": slowest,
        }));
    }
    let shown = options_shown(values);
    print_line(lang.decimals(format!(
        "{:<8} {} {alone:>11.0} {share:>9.2} {together:>11.0} {gain:>7.2} {slowest:>9.2}",
        G::ID,
        cell(&shown, 42)
    )))
}

/// Positions of a game in which a seat is to move, from the first on, with moves of the fast policy.
fn positions<G: Game<Position: Knowledge>>(options: &G::Options) -> Vec<G::Position> {
    let mut dice = FastDice::new(1);
    let setup = G::Setup::random(options, &mut dice);
    let mut position = G::start(options, &setup);
    let (mut all, mut scratch) = (Vec::new(), Vec::new());
    while let Some(mv) = position.policy_move(&mut dice, &mut scratch) {
        if let Turn::Seat(_) = position.turn() {
            all.push(position.clone());
        }
        position.play_unchecked(mv);
    }
    // Evenly over the first half, where there is something to think about.
    let step = (all.len() / 2 / SEARCHES as usize).max(1);
    all.into_iter().step_by(step).take(SEARCHES as usize).collect()
}

/// Which clock measures the time.
enum Clock {
    /// Processor time of this thread: other programs on the machine disturb it less.
    Processor,
    Wall,
}

fn search_rate<P: Knowledge>(position: &P, budget: Budget, seed: u32, clock: Clock) -> f64 {
    let (processor, wall) = (ThreadTime::now(), Instant::now());
    let choice = Search::new(budget, P::STYLE, seed.into()).choose(position, &Stop::new());
    let seconds = match clock {
        Clock::Processor => processor.elapsed(),
        Clock::Wall => wall.elapsed(),
    };
    let playouts = choice.ok().and_then(|choice| choice.evaluation).map_or(0, |evaluation| evaluation.playouts);
    playouts as f64 / seconds.as_secs_f64()
}

fn random_rate<P: Position>(position: &P, time: Duration) -> f64 {
    let (begin, mut playouts) = (ThreadTime::now(), 0u32);
    let (mut dice, mut scratch) = (FastDice::new(7), Vec::new());
    while begin.elapsed() < time {
        for _ in 0..16 {
            play_out(&mut position.clone(), &mut dice, &mut scratch);
        }
        playouts += 16;
    }
    f64::from(playouts) / begin.elapsed().as_secs_f64()
}

/// How many milliseconds a search on all cores goes on after the call to stop.
fn stopping<P: Knowledge>(position: &P, cores: NonZero<usize>) -> f64 {
    let stop = Stop::new();
    let caller = stop.clone();
    let called = thread::spawn(move || {
        thread::sleep(Duration::from_millis(30));
        let now = Instant::now();
        caller.call();
        now
    });
    let budget = Budget { playouts: None, time: None, threads: cores };
    // A forced move is found before the call to stop: that counts as no time.
    let _ = Search::new(budget, P::STYLE, 1).choose(position, &stop);
    let end = Instant::now();
    called.join().map_or(0.0, |called| end.saturating_duration_since(called).as_secs_f64() * 1000.0)
}

fn median(mut rates: Vec<f64>) -> f64 {
    rates.sort_by(f64::total_cmp);
    rates[rates.len() / 2]
}
