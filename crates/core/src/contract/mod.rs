//! The contract that every game keeps, checked on random games of all its sample options.
//!
//! A game runs the whole suite with one line in its tests: `tablee_core::contract::keep::<Kumata>(3)`; its options,
//! scenes and lesson with `keep_forms`, `keep_scenes` and `keep_lessons`.

mod forms;
mod lessons;
mod scenes;
mod telling;
mod verbs;

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use crate::chance::TestDice;
use crate::game::MoveOf;
use crate::{Game, OptionSpec, OptionValues, Play, Position, Setup, Text, Turn, text};

pub use forms::keep_forms;
pub use lessons::keep_lessons;
pub use scenes::keep_scenes;

/// More plies than any of our games can last.
const LONGEST_GAME: u32 = 10_000;

/// A text as the player on a seat reads it, with the others' names: Anne has seat 0, then Ben, Cleo, Dan, Eve and Finn.
pub fn read_by(reader: usize, text: &Text) -> Text {
    text.named(|seat| {
        let name = ["Anne", "Ben", "Cleo", "Dan", "Eve", "Finn"][seat.number()];
        (seat.number() != reader).then(|| text!("{name}", "{name}"))
    })
}

/// Plays `games` random games of each sample of options and checks the contract at every ply.
///
/// # Panics
/// With what is broken, the options, and the moves that led there.
pub fn keep<G: Game>(games: u64) {
    keep_set::<G>();
    for values in G::samples() {
        let options = sample_options::<G>(&values);
        keep_options::<G>(&values, &options);
        for seed in 0..games {
            let mut dice = TestDice::new(seed);
            let setup = G::Setup::random(&options, &mut dice);
            keep_setup::<G>(&options, &setup);
            let start = G::start(&options, &setup);
            let (mut position, mut twin) = (start.clone(), start);
            let mut history = Vec::new();
            loop {
                let at = || format!("{} {values:?} seed {seed}, after {history:?}", G::ID);
                assert!(history.len() < LONGEST_GAME as usize, "the game does not end: {}", at());
                keep_position::<G>(&position, &at);
                assert_eq!(position, twin, "two positions with one history differ: {}", at());
                assert_eq!(hash_of(&position), hash_of(&twin), "equal positions hash differently: {}", at());
                let Some(mv) = position.pick(&mut dice, &mut Vec::new()) else { break };
                let spelling = G::write_move(&position, mv);
                assert_eq!(position.play(mv), Ok(()), "a listed move is refused: {}", at());
                twin.play_unchecked(mv);
                history.push(spelling);
            }
        }
    }
}

fn hash_of(position: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    position.hash(&mut hasher);
    hasher.finish()
}

/// The complete options of a sample, with our own set.
///
/// # Panics
/// If the game's own samples or standard set are wrong.
pub fn sample_options<G: Game>(values: &OptionValues) -> G::Options {
    let set = Arc::new(G::read_set(G::STANDARD_SET).expect("the standard set is right"));
    for (name, value) in values.iter() {
        let spec = G::OPTIONS.iter().find(|spec: &&OptionSpec| spec.name == name).expect("samples use known options");
        spec.check(value).expect("samples use possible values");
    }
    G::options(values, set).expect("samples go together")
}

fn keep_set<G: Game>() {
    let set = G::read_set(G::STANDARD_SET).expect("the standard set is right");
    let again = G::read_set(&G::write_set(&set)).expect("a written set is read");
    assert_eq!(set, again, "a set file does not round-trip");
}

fn keep_options<G: Game>(values: &OptionValues, options: &G::Options) {
    let complete = G::option_values(options);
    let names: Vec<_> = complete.iter().map(|(name, _)| name).collect();
    let known: Vec<_> = G::OPTIONS.iter().map(|spec| spec.name).collect();
    assert_eq!(names, known, "option_values does not name every option in order");
    for (spec, (_, value)) in G::OPTIONS.iter().zip(complete.iter()) {
        assert_eq!(spec.read(&value.to_string()).as_ref(), Ok(value), "an option's value does not round-trip");
    }
    for (name, value) in values.iter() {
        assert_eq!(complete.get(name), Some(value), "option {name} is not what was asked for");
    }
    assert_eq!(&sample_options::<G>(&complete), options, "options do not round-trip");
}

fn keep_setup<G: Game>(options: &G::Options, setup: &G::Setup) {
    let line = setup.write(options);
    assert_eq!(G::Setup::read(options, &line).as_ref(), Ok(setup), "a setup does not round-trip: {line}");
    let facts = setup.facts(options);
    let told = G::Setup::from_facts(options, &facts).expect("the facts of a setup are a setup");
    assert_eq!(told.facts(options), facts, "the facts of a setup do not round-trip: {line}");
    assert_eq!(G::start(options, &told), G::start(options, setup), "the facts of a setup lead elsewhere: {line}");
}

fn keep_position<G: Game>(position: &G::Position, at: &dyn Fn() -> String) {
    let moves = position.legal_moves();
    assert!(G::CHANCE || position.turn() != Turn::Chance, "something is drawn in a game without chance: {}", at());
    assert!(moves.is_sorted_by(|a, b| a < b), "moves are not ascending, or one is listed twice: {}", at());
    assert_eq!(moves.is_empty(), position.turn() == Turn::Over, "no moves and over do not agree: {}", at());
    keep_conceivable::<G>(position, &moves, at);
    keep_notation::<G>(position, &moves, at);
    keep_pick(position, &moves, at);
    keep_count::<G>(position, at);
}

fn keep_conceivable<G: Game>(position: &G::Position, moves: &[MoveOf<G>], at: &dyn Fn() -> String) {
    let mut conceivable = Vec::new();
    G::conceivable(position, &mut conceivable);
    let mut allowed: Vec<_> = conceivable.iter().copied().filter(|mv| position.is_legal(*mv)).collect();
    allowed.sort_unstable();
    allowed.dedup();
    assert_eq!(allowed, moves, "check() and moves() do not agree: {}", at());

    // A refusal changes nothing. A few dozen tries per ply are enough over all plies of all games.
    let step = conceivable.len() / 40 + 1;
    for mv in conceivable.into_iter().step_by(step) {
        let mut tried = position.clone();
        if tried.play(mv).is_err() {
            assert_eq!(&tried, position, "a refused move changed the position: {mv:?}, {}", at());
        }
    }
}

fn keep_notation<G: Game>(position: &G::Position, moves: &[MoveOf<G>], at: &dyn Fn() -> String) {
    let mut spellings = HashSet::new();
    for mv in moves {
        let spelling = G::write_move(position, *mv);
        assert_eq!(G::read_move(position, &spelling), Ok(*mv), "{spelling} does not round-trip: {}", at());
        assert!(spellings.insert(spelling.clone()), "two moves are spelled {spelling}: {}", at());
    }
}

fn keep_pick<P: Position>(position: &P, moves: &[P::Move], at: &dyn Fn() -> String) {
    let mut scratch = Vec::new();
    for (n, mv) in moves.iter().enumerate() {
        let mut asked = None;
        let mut dice = |of: u32| {
            asked = Some(of);
            n as u32
        };
        assert_eq!(position.pick(&mut dice, &mut scratch), Some(*mv), "pick() is not the n-th of moves(): {}", at());
        assert_eq!(asked, Some(moves.len() as u32), "pick() counts other moves than moves(): {}", at());
    }
    if moves.is_empty() {
        assert_eq!(position.pick(&mut |_: u32| 0, &mut scratch), None, "pick() finds a move after the end: {}", at());
    }
}

fn keep_count<G: Game>(position: &G::Position, at: &dyn Fn() -> String) {
    let (score, places) = (position.score(), position.places());
    assert_eq!((score.len(), places.len()), (position.seats(), position.seats()), "not a count a seat: {}", at());
    assert!(places.as_slice().contains(&1), "nobody is first: {}", at());
    let mut counted = HashSet::new();
    for count in G::count(position) {
        assert!(counted.insert(count.seat), "a seat is counted twice: {}", at());
        assert_eq!(count.total(), score[count.seat], "the unfolded count of seat {} is another: {}", count.seat, at());
    }
    assert_eq!(counted.len(), position.seats(), "a seat is not counted: {}", at());
}
