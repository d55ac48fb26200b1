//! The contract of words: everything that happens has a text in both languages, without coordinates, with figures that add up.

use std::collections::HashSet;

use super::sample_options;
use super::scenes::keep_text;
use super::verbs;
use crate::chance::TestDice;
use crate::game::MoveOf;
use crate::scene::{Past, Scene, scene, targets};
use crate::telling::{Announcement, effect, why_not};
use crate::{BySeat, Dice as _, Lang, MAX_SEATS, Play, Position, Scenic, Seat, Setup, Text, Turn};

/// How many moves are tried at each ply: few, because there are many plies.
const MOVES: usize = 5;

/// Costly checks run at every n-th ply.
const EVERY: usize = 6;

/// Plays `games` random games of each sample of options and checks what is said at every ply.
///
/// # Panics
/// With what is broken, the options, and the moves that led there.
pub(super) fn keep_telling<G: Scenic>(games: u64) {
    for values in G::samples() {
        let options = sample_options::<G>(&values);
        for seed in 0..games {
            let mut dice = TestDice::new(seed);
            let setup = G::Setup::random(&options, &mut dice);
            let mut position = G::start(&options, &setup);
            let (mut past, mut gained) = (Vec::new(), position.score());
            loop {
                let at = || format!("{} {values:?} seed {seed}, after {} plies: {past:?}", G::ID, past.len());
                keep_position::<G>(&position, &past, &at);
                let Some(mv) = position.pick(&mut dice, &mut Vec::new()) else { break };
                let before = position.clone();
                position.play_unchecked(mv);
                keep_ply::<G>(&past, &before, mv, &position, &at);
                let gains = G::gains(&before, &position);
                gained = BySeat::from_fn(position.seats(), |seat| gained[seat] + gains[seat]);
                past.push((before.turn(), mv));
            }
            // Points that are won for good need not be what the count as if it ended now makes of them.
            if G::won(&position).is_none_or(|won| won == position.score()) {
                assert_eq!(gained, position.score(), "the gains do not add up: {} {values:?} seed {seed}", G::ID);
            }
        }
    }
}

/// Checks the words for what may be done in a position.
fn keep_position<G: Scenic>(position: &G::Position, past: Past<G>, at: &dyn Fn() -> String) {
    let scene = scene::<G>(position, past);
    let moves = position.legal_moves();
    for mv in moves.iter().step_by(moves.len() / MOVES + 1) {
        keep_told(&G::tell(position, *mv), at);
        let effect = effect::<G>(position, *mv);
        assert_eq!(effect.gains.len(), position.seats(), "not a gain for each seat: {mv:?}, {}", at());
        effect.why.iter().for_each(|why| keep_phrase(why, at));
    }
    for act in &scene.acts {
        keep_told(&act.what, at);
        let initial = act.what.en.chars().next();
        assert!(initial.is_some_and(char::is_uppercase), "a button begins in lower case: {:?}, {}", act.what, at());
    }
    if let Turn::Seat(seat) = position.turn() {
        let held = scene.table.hands[seat.number()].pieces.iter().map(|held| held.piece.id.as_str());
        for piece in held.filter(|piece| !scene.playable.iter().any(|playable| playable.piece == *piece)) {
            keep_phrase(&G::fits_nowhere(position, piece), at);
        }
    }
    if past.len().is_multiple_of(EVERY) || position.turn() == Turn::Over {
        keep_reasons::<G>(position, past, &scene, at);
        keep_other_seats::<G>(position, past, at);
    }
}

/// Checks the texts about a ply that everyone reads. The past does not have it yet.
fn keep_ply<G: Scenic>(past: Past<G>, before: &G::Position, mv: MoveOf<G>, after: &G::Position, at: &dyn Fn() -> String) {
    for Announcement { title, note, columns, rows, .. } in G::announce(past, before, mv, after) {
        keep_text(&title, at);
        assert!(!title.en.ends_with('.') && !title.fr.ends_with('.'), "a headline with a full stop: {title:?}, {}", at());
        note.iter().chain(&columns).for_each(|text| keep_text(text, at));
        let mut seats = HashSet::new();
        for row in rows {
            assert_eq!(row.points.len(), columns.len(), "not a figure for each column of {title:?}: {}", at());
            let known = row.seat.number() < after.seats();
            assert!(known && seats.insert(row.seat), "a strange row of seat {} in {title:?}: {}", row.seat, at());
        }
    }
}

/// A reason: a text that begins in lower case and has no full stop.
fn keep_phrase(text: &Text, at: &dyn Fn() -> String) {
    keep_text(text, at);
    for said in Lang::ALL.map(|lang| text.say(lang)) {
        let capital = said.chars().next().is_some_and(char::is_uppercase);
        assert!(!capital && !said.ends_with('.'), "a reason is a separate sentence: {said:?}, {}", at());
    }
}

/// A move as people at a table say it: they have no coordinates.
fn keep_told(text: &Text, at: &dyn Fn() -> String) {
    keep_text(text, at);
    for lang in Lang::ALL {
        let said = text.say(lang);
        assert!(!has_coordinates(said), "coordinates in {said:?}, {}", at());
        // Only its first word agrees with the subject.
        assert_eq!(verbs::second(said, lang), None, "a verb that cannot follow “you” in {said:?}, {}", at());
    }
}

/// Whether a text has something like `c4`, `d1.2` or `-1,0`.
fn has_coordinates(said: &str) -> bool {
    let words = said.split(|char: char| char.is_whitespace() || "()’«»:;".contains(char));
    words.map(|word| word.trim_matches([',', '.'])).any(|word| {
        let mut chars = word.chars();
        let square = chars.next().is_some_and(|first| first.is_ascii_lowercase())
            && chars.next().is_some_and(|second| second.is_ascii_digit());
        let point = word.split_once(',').is_some_and(|(x, y)| {
            let number = |part: &str| part.ends_with(|char: char| char.is_ascii_digit());
            number(x) && number(y)
        });
        square || point
    })
}

/// Asks on a few cells why a piece does not fit there.
fn keep_reasons<G: Scenic>(position: &G::Position, past: Past<G>, scene: &Scene, at: &dyn Fn() -> String) {
    let Turn::Seat(seat) = position.turn() else { return };
    let Some(held) = scene.table.hands[seat.number()].pieces.first() else { return };
    let mut dice = TestDice::new(past.len() as u64);
    for _ in 0..MOVES {
        let cell = [0, 1].map(|_| dice.below(10) as i32 - 2);
        let Some(why) = why_not::<G>(position, past, &held.piece.id, cell) else { continue };
        keep_phrase(&why.text, at);
        assert!(!has_coordinates(&why.text.en) && !has_coordinates(&why.text.fr), "coordinates in {:?}, {}", why.text, at());
        for area in &why.offending {
            assert!(area.size.iter().all(|length| *length > 0.0), "nothing is lit by {area:?}: {}", at());
        }
    }
}

/// Looks at every seat as if it were its turn.
fn keep_other_seats<G: Scenic>(position: &G::Position, past: Past<G>, at: &dyn Fn() -> String) {
    for seat in Seat::all(MAX_SEATS) {
        let Some(other) = G::as_if_turn_of(position, seat) else { continue };
        assert!(seat.number() < position.seats(), "there is no seat {seat}: {}", at());
        assert_ne!(position.turn(), Turn::Over, "a turn after the end: {}", at());
        assert_eq!(other.turn(), Turn::Seat(seat), "not the turn of seat {seat}: {}", at());
        let scene = scene::<G>(&other, past);
        if let Some(playable) = scene.playable.first() {
            for way in targets::<G>(&other, past, &playable.piece).iter().flat_map(|target| target.ways.first()) {
                let mv = G::read_move(&other, &way.mv).expect("a move that was written");
                assert_eq!(other.check(mv), Ok(()), "a place that is none for seat {seat}: {}", at());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_are_found_and_nothing_else() {
        for said in ["lays it on c4", "on d1.2 and d2.2", "at -1,0", "standing on 2,0.", "(a10)"] {
            assert!(has_coordinates(said), "{said}");
        }
        for said in ["lays the 3-1 over two 3s of the tigers, on level 3", "lays domino 11", "×2, plus 1", "le 2, le 3", "à 2, 3"]
        {
            assert!(!has_coordinates(said), "{said}");
        }
    }
}
