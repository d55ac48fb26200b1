//! Properties of everything that reads bytes from outside: they must hold for any bytes.
//!
//! `cargo xtask fuzz` drives these with a coverage-guided fuzzer; `tests/bounded.rs` drives them on stable Rust with
//! the corpus and random changes of it, as part of the ordinary tests.

use std::sync::LazyLock;

use tablee_core::chance::TestDice;
use tablee_core::{Game, MAX_SEATS, Play, Position, Refusal, Seat, Setup};
use tablee_games::options::{complete, standard_set};
use tablee_games::record::{prove, read};
use tablee_games::{GameId, trace, with_game};
use tablee_protocol::{ClientMessage, Event, Numbered, ServerMessage, Shared};

/// A record is read or refused, and proven or disproven. Written again, it is read as the same record.
pub fn record(data: &[u8]) {
    let Ok(record) = read(data) else { return };
    let proof = prove(&record);
    let written = record.to_string();
    match read(written.as_bytes()) {
        Ok(again) => {
            assert_eq!(again.to_string(), written, "a record does not round-trip");
            assert_eq!(prove(&again).is_ok(), proof.is_ok(), "a record is proven in one spelling only");
        }
        Err(error) => panic!("a written record is refused: {error}\n{written}"),
    }
}

/// A set file is read or refused. Written again, it is the same set.
pub fn set(data: &[u8]) {
    let Ok(source) = std::str::from_utf8(data) else { return };
    for game in GameId::ALL {
        with_game!(game, G => {
            if let Ok(set) = G::read_set(source) {
                assert_eq!(G::read_set(&G::write_set(&set)), Ok(set), "a set does not round-trip");
            }
        });
    }
}

/// A message is read or refused; written again, it is the same. Events make a table or are refused, and
/// every table can be shown.
pub fn protocol(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    round_trip::<ClientMessage>(&text);
    assert_eq!(ClientMessage::read(&text).ok(), serde_json::from_str(&text).ok(), "there are two readers, which differ");
    round_trip::<ServerMessage>(&text);
    let events = text.lines().map_while(|line| serde_json::from_str::<Numbered>(line).ok()).collect::<Vec<_>>();
    let Some((first, others)) = events.split_first() else { return };
    let Ok(mut shared) = Shared::open("table", first) else { return };
    for event in others {
        let (version, hash) = (shared.version(), shared.hash());
        if shared.apply(event).is_err() {
            assert_eq!(shared.version(), version, "an event that was refused has a number");
            // A move that is refused has not changed the position.
            if matches!(event.event, Event::Move { .. } | Event::Drawn { .. }) {
                assert_eq!(shared.hash(), hash, "a move that was refused was played");
            }
            return;
        }
        let _ = (shared.summary(), shared.result(), shared.last_side(), shared.seat_to_move());
        let plies = shared.table().map_or(0, |table| table.plies());
        assert!(
            Seat::all(MAX_SEATS).filter_map(|seat| shared.undo_to(seat)).all(|left| (left as usize) < plies),
            "nothing would be undone"
        );
    }
}

fn round_trip<T: serde::de::DeserializeOwned + serde::Serialize + PartialEq + std::fmt::Debug>(text: &str) {
    let Ok(read) = serde_json::from_str::<T>(text) else { return };
    let written = serde_json::to_string(&read).expect("what was read can be written");
    assert_eq!(serde_json::from_str::<T>(&written).ok(), Some(read), "a message does not round-trip");
}

/// Reads a text in every way in which it could be meant at one table.
type Reader = Box<dyn Fn(&str) + Send + Sync>;

/// A move is read or refused, and legal or not. A move that is read has a spelling, which reads as the same move. The
/// same holds for setups and options.
pub fn notation(data: &[u8]) {
    static TABLES: LazyLock<Vec<Reader>> = LazyLock::new(|| {
        let tables = GameId::ALL.map(|game| with_game!(game, G => tables::<G>()));
        tables.into_iter().flatten().collect()
    });
    let text = String::from_utf8_lossy(data);
    TABLES.iter().for_each(|table| table(&text));
}

/// A reader for a table of each sample. They are made once, because the fuzzer calls them a million times.
fn tables<G: Game>() -> Vec<Reader> {
    let samples = G::samples();
    let tables = samples.iter().enumerate().map(|(number, values)| {
        let options = complete::<G>(values, standard_set::<G>()).expect("samples go together");
        let positions = positions::<G>(&options, number as u64);
        let table = move |text: &str| {
            positions.iter().for_each(|position| read_move::<G>(position, text));
            read_setup::<G>(&options, text);
        };
        Box::new(table) as Reader
    });
    tables.chain(std::iter::once(Box::new(read_options::<G>) as Reader)).collect()
}

/// A game at its beginning, after some plies, and in the middle.
fn positions<G: Game>(options: &G::Options, seed: u64) -> Vec<G::Position> {
    let mut dice = TestDice::new(seed);
    let setup = G::Setup::random(options, &mut dice);
    let mut position = G::start(options, &setup);
    let mut positions = Vec::new();
    for plies in [0, 9, 30] {
        for _ in 0..plies {
            if let Some(mv) = position.pick(&mut dice, &mut Vec::new()) {
                position.play_unchecked(mv);
            }
        }
        positions.push(position.clone());
    }
    positions
}

fn read_setup<G: Game>(options: &G::Options, text: &str) {
    if let Ok(setup) = G::Setup::read(options, text) {
        let line = setup.write(options);
        assert_eq!(G::Setup::read(options, &line), Ok(setup), "a setup does not round-trip");
    }
}

fn read_options<G: Game>(text: &str) {
    for spec in G::OPTIONS {
        if let Ok(value) = spec.read(text) {
            assert_eq!(spec.read(&value.to_string()), Ok(value), "an option does not round-trip");
        }
    }
}

fn read_move<G: Game>(position: &G::Position, text: &str) {
    let Ok(mv) = G::read_move(position, text) else { return };
    let spelling = G::write_move(position, mv);
    assert_eq!(G::read_move(position, &spelling), Ok(mv), "{spelling} is another move than {text:?}");
    let mut played = position.clone();
    match played.play(mv) {
        Ok(()) => assert!(position.legal_moves().contains(&mv), "{spelling} is played but not listed"),
        Err(illegal) => {
            assert_eq!(&played, position, "a refused move changed the position");
            assert!(!illegal.clause().0.is_empty() && !illegal.text().fr.is_empty());
        }
    }
}

/// A trace agrees, differs, or cannot be read.
pub fn trace(data: &[u8]) {
    let _ = trace::verify(data, None);
}
