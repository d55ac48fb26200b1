//! What the tests of Kumata share: positions drawn as pictures, moves as text, and a second, literal implementation.

pub mod literal;
pub mod picture;

use std::sync::Arc;

use tablee_core::chance::TestDice;
use tablee_core::{Game, OptionValues, Play, Position as _, Refusal, Seat, Setup, Text, Turn};
use tablee_kumata::{Kumata, Layout, Move, Options, Position, Set};

/// Our own set.
pub fn standard_set() -> Arc<Set> {
    Arc::new(Kumata::read_set(Kumata::STANDARD_SET).expect("the standard set is right"))
}

/// Options as people write them (`[("players", "4"), ("teams", "yes")]`), completed by the defaults.
pub fn try_options(given: &[(&str, &str)]) -> Result<Options, Text> {
    let mut values = OptionValues::new();
    for (name, value) in given {
        let spec = Kumata::OPTIONS.iter().find(|spec| spec.name == *name).expect("the option exists");
        values.set(spec.name, spec.read(value)?);
    }
    Kumata::options(&values, standard_set())
}

/// The same, where they are known to go together.
pub fn options(given: &[(&str, &str)]) -> Options {
    try_options(given).expect("the options go together")
}

/// The options of every sample of the game, with our own set.
pub fn all_samples() -> Vec<Options> {
    let set = standard_set();
    Kumata::samples().iter().map(|values| Kumata::options(values, Arc::clone(&set)).expect("samples go together")).collect()
}

/// The position before the first ply, on a board laid by dice of this seed.
pub fn start(options: &Options, seed: u64) -> Position {
    Kumata::start(options, &<Layout as Setup<_>>::random(options, &mut TestDice::new(seed)))
}

/// The turn of a seat.
pub fn seat(number: usize) -> Turn {
    Turn::Seat(Seat::new(number))
}

/// Reads a move.
#[track_caller]
pub fn read(position: &Position, text: &str) -> Move {
    Kumata::read_move(position, text).unwrap_or_else(|problem| panic!("{problem}"))
}

/// Every legal move in canonical spelling, in the order of the alphabet.
pub fn legal(position: &Position) -> Vec<String> {
    let mut spellings: Vec<_> = position.legal_moves().into_iter().map(|mv| Kumata::write_move(position, mv)).collect();
    spellings.sort_unstable();
    spellings
}

/// The same without the moves that play a totem.
pub fn legal_without_totem(position: &Position) -> Vec<String> {
    legal(position).into_iter().filter(|spelling| !spelling.ends_with('^')).collect()
}

/// The position after some moves, separated by spaces, each of which is legal.
#[track_caller]
pub fn after(position: &Position, moves: &str) -> Position {
    let mut position = position.clone();
    for text in moves.split_whitespace() {
        let mv = read(&position, text);
        position.play(mv).unwrap_or_else(|illegal| panic!("{text}: {illegal}\n{position:?}"));
    }
    position
}

/// Asserts that each of these moves is legal, and listed as such.
#[track_caller]
pub fn assert_legal(position: &Position, moves: &[&str]) {
    for text in moves {
        let mv = read(position, text);
        assert_eq!(position.check(mv), Ok(()), "{text}\n{position:?}");
        assert!(position.legal_moves().contains(&mv), "{text} is not listed\n{position:?}");
    }
}

/// Asserts that a move is refused by this clause and not listed, that the refusal changes nothing, and that it has
/// a text in both languages.
#[track_caller]
pub fn assert_refused(position: &Position, text: &str, clause: &str) {
    let mv = read(position, text);
    let mut tried = position.clone();
    let refusal = tried.play(mv).expect_err(text);
    assert_eq!(refusal.clause().0, clause, "{text}: {refusal}\n{position:?}");
    assert_eq!(&tried, position, "the refused {text} changed the position");
    assert!(!position.legal_moves().contains(&mv), "{text} is refused but listed\n{position:?}");
    assert_in_both_languages(&refusal.text());
}

/// Asserts that a text has an English and a French wording.
#[track_caller]
pub fn assert_in_both_languages(text: &Text) {
    assert!(!text.en.is_empty() && !text.fr.is_empty() && text.en != text.fr, "{text:?}");
}

/// The score of each seat.
pub fn scores(position: &Position) -> Vec<i32> {
    position.score().as_slice().to_vec()
}

/// The place of each seat.
pub fn places(position: &Position) -> Vec<u8> {
    position.places().as_slice().to_vec()
}
