//! The contract of scenes: a scene offers every legal move, and nothing else.

use std::collections::HashSet;

use super::sample_options;
use super::telling::keep_telling;
use super::verbs;
use crate::chance::TestDice;
use crate::game::MoveOf;
use crate::scene::{Past, Scene, Shown, ShownLay, Tabletop, scene, targets};
use crate::telling::{finished_table, why_not};
use crate::{Lang, Play, Position, Scenic, Setup, Text, Turn};

/// Plays `games` random games of each sample of options and checks the scene at every ply, and what is said.
///
/// # Panics
/// With what is broken, the options, and the moves that led there.
pub fn keep_scenes<G: Scenic>(games: u64) {
    keep_telling::<G>(games);
    // The heights on which pieces were laid, in hundredths of a cell.
    let mut heights = HashSet::new();
    for values in G::samples() {
        let options = sample_options::<G>(&values);
        for seed in 0..games {
            let mut dice = TestDice::new(seed);
            let setup = G::Setup::random(&options, &mut dice);
            let mut position = G::start(&options, &setup);
            assert_eq!(G::looks(&options).len(), position.seats(), "not a look for each seat");
            let mut past = Vec::new();
            loop {
                let at = || format!("{} {values:?} seed {seed}, after {} plies: {past:?}", G::ID, past.len());
                let scene = scene::<G>(&position, &past);
                keep_scene(&scene, position.seats(), &at);
                keep_offers::<G>(&position, &past, &scene, &at);
                let Some(mv) = position.pick(&mut dice, &mut Vec::new()) else { break };
                let before = position.clone();
                position.play_unchecked(mv);
                if let Shown::Lay(lay) = G::show(&before, mv) {
                    heights.extend(lay.solids.iter().map(|solid| (solid.at[2] * 100.0).round() as i32));
                    keep_laid::<G>(&past, &before, mv, &position, lay);
                }
                past.push((before.turn(), mv));
            }
        }
    }
    assert_eq!(heights.len() > 1, G::LAYERED, "{} says otherwise whether pieces lie on others: {heights:?}", G::ID);
}

/// A piece lies where its ghost was: on the table, or on the one that a round leaves behind.
fn keep_laid<G: Scenic>(past: Past<G>, before: &G::Position, mv: MoveOf<G>, after: &G::Position, lay: ShownLay) {
    let Turn::Seat(seat) = before.turn() else { return };
    let since: Vec<_> = past.iter().copied().chain([(before.turn(), mv)]).collect();
    let find = |table: Tabletop| table.pieces.into_iter().find(|piece| piece.id == lay.piece);
    let finished = finished_table::<G>(past, before, mv, after);
    let (cleared, lies) = (finished.is_some(), find(G::tabletop(after, &since)));
    assert_ne!(cleared, lies.is_some(), "a piece lies nowhere, or twice: {before:?} {mv:?}");
    if cleared {
        assert!(!G::announce(past, before, mv, after).is_empty(), "a round ends without a word: {before:?} {mv:?}");
    } else {
        assert_eq!(G::laid(after, seat, mv), Some(lay.piece.clone()), "another piece is fresh: {before:?} {mv:?}");
    }
    let piece = lies.or_else(|| finished.and_then(find)).expect("a piece that was laid");
    assert_eq!(piece.solids, lay.solids, "a piece lies otherwise than its ghost: {before:?} {mv:?}");
}

pub(super) fn keep_text(text: &Text, at: &dyn Fn() -> String) {
    let Text { en, fr } = text.named(|_| Some(Text { en: "Anne".to_owned(), fr: "Anne".to_owned() }));
    assert!(!en.trim().is_empty() && !fr.trim().is_empty(), "an empty text: {text:?}, {}", at());
    let half = |said: &str| said.contains(['⟦', '⟧', '|', '#']);
    assert!(!half(&en) && !half(&fr), "half a slot: {text:?}, {}", at());
    // As its player reads it.
    let yours = text.named(|_| None);
    for lang in Lang::ALL {
        let verb = verbs::after_you(yours.say(lang), lang);
        assert_eq!(verb, None, "“you” and another person’s verb in {:?}, {}", yours.say(lang), at());
    }
}

fn keep_scene(scene: &Scene, seats: usize, at: &dyn Fn() -> String) {
    let Tabletop { board, pieces, hands, stock } = &scene.table;
    assert_eq!(hands.len(), seats, "not a hand for each seat: {}", at());
    keep_text(&scene.todo, at);
    stock.iter().for_each(|stock| keep_text(&stock.what, at));
    hands.iter().flat_map(|hand| &hand.notes).for_each(|note| keep_text(note, at));
    let held = hands.iter().flat_map(|hand| &hand.pieces).map(|held| &held.piece);
    let mut ids = HashSet::new();
    for piece in pieces.iter().chain(held) {
        assert!(ids.insert(&piece.id), "two pieces are called {}: {}", piece.id, at());
        assert!(!piece.solids.is_empty(), "{} is made of nothing: {}", piece.id, at());
        keep_text(&piece.what, at);
    }
    let solids = pieces.iter().flat_map(|piece| &piece.solids).chain(board);
    for solid in solids {
        assert!(solid.size.iter().all(|length| *length > 0.0), "a flat solid {solid:?}: {}", at());
    }
    for playable in &scene.playable {
        assert!(ids.contains(&playable.piece), "{} can be picked up and is nowhere: {}", playable.piece, at());
    }
}

/// Every legal move is offered once and in one way, and nothing else is.
fn keep_offers<G: Scenic>(position: &G::Position, past: Past<G>, scene: &Scene, at: &dyn Fn() -> String) {
    let legal: HashSet<String> = position.legal_moves().into_iter().map(|mv| G::write_move(position, mv)).collect();
    let mut offered: HashSet<String> = scene.acts.iter().map(|act| act.mv.clone()).collect();
    offered.extend(scene.draws.iter().map(|draw| draw.mv.clone()));
    for playable in &scene.playable {
        let mut ways = HashSet::new();
        let targets = targets::<G>(position, past, &playable.piece);
        for target in &targets {
            assert!(!target.ways.is_empty(), "a target without a way: {}", at());
            for way in &target.ways {
                keep_text(&way.what, at);
                ways.insert(way.mv.clone());
                offered.extend(way.extra.iter().map(|extra| extra.mv.clone()));
            }
        }
        assert_eq!(ways.len() as u32, playable.ways, "{} has another number of ways: {}", playable.piece, at());
        offered.extend(ways);
        // Where it fits there is nothing to explain.
        if let (Some(target), Turn::Seat(_)) = (targets.first(), position.turn()) {
            assert_eq!(why_not::<G>(position, past, &playable.piece, target.cell), None, "{}", at());
        }
    }
    assert_eq!(offered, legal, "the offered and the legal moves differ: {}", at());
}
