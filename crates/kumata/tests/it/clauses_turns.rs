//! K10 to K12 and K23 to K27: a turn, new piles, totems, the end.

use crate::common::picture::{redrawn, table};
use crate::common::{after, assert_legal, assert_refused, legal, legal_without_totem, scores, seat};
use tablee_core::{Game, Position as _, Refusal, Seat, Turn};
use tablee_kumata::{Domino, Kumata, Pile, Position};

/// A pile with this top on so many hidden dominoes.
fn pile(high: u8, low: u8, hidden: u8) -> Pile {
    Pile { top: Domino::new(high, low), hidden }
}

const GONE: Pile = Pile { top: None, hidden: 0 };

fn piles(position: &Position, number: usize) -> Vec<Pile> {
    position.piles(Seat::new(number)).collect()
}

#[test]
fn k10_the_player_to_move_lays_a_domino_of_the_reserve() {
    let position = table(
        "h1 h1 h2 h2 h1 h1
         h1 h1 h1 h1 h1 h1
         h1 h1 h1 h1 h1 h1
         h1 h1 h1 h1 h1 h1
         h1 h1 h1 h1 h1 h1
         h1 h1 h1 h1 h1 h1
         reserve 0: 1-1+2 2-2, hidden 1-0 2-1
         reserve 1: 0-0",
    );
    assert_legal(&position, &["1-1:a1b1", "2-2:c6d6"]);
    assert_refused(&position, "1-0:a1b1", "K10");
    assert_refused(&position, "0-0:a1b1", "K10");
    let laid = after(&after(&position, "2-2:c6d6"), "0-0:a1b1");
    assert_refused(&laid, "2-2:c6d6", "K10");
}

#[test]
fn k10_if_any_domino_can_be_laid_one_must_be() {
    let picture = "h1 h1 h1 h1 h1 h1
                   h1 h1 h1 h1 h1 h1
                   h1 h1 h1 h1 h1 h1
                   h1 h1 h1 h1 h1 h1
                   h1 h1 h1 h1 h1 h1
                   h1 h1 h1 h1 h2 h2
                   reserve 0: 4-4+1 2-2, hidden 1-0";
    let position = table(picture);
    assert_eq!(legal_without_totem(&position), ["2-2:e1f1"]);
    assert_refused(&position, "p1", "K23");
    assert_legal(&redrawn(picture, "h2 h2", "h1 h1"), &["p1"]);
}

#[test]
fn k11_a_totem_may_be_put_on_the_domino_just_laid_or_not() {
    let position = table(
        "h1 h1 h1 h1 h1 h1 | .  .  .  .  .  .
         h1 h1 h1 h1 h1 h1 | .  .  .  .  .  .
         h1 h1 h1 h1 h1 h1 | .  .  .  .  .  .
         h1 h1 h1 h1 h1 h1 | .  .  .  .  .  .
         h1 h1 h1 h1 h1 h1 | .  .  .  .  .  .
         h1 h1 h1 h1 h1 h1 | .  .  .  .  a1 a0
         laid 0: a
         reserve 0: 1-1
         reserve 1: 1-1",
    );
    let bears_totem = |position: &Position, name: &str| {
        position.bears_totem(position.board().parcel_at(name.parse().expect("a square")).expect("a parcel"))
    };
    assert_legal(&position, &["1-1:a1b1^", "1-1:a1b1"]);
    let (with, without) = (after(&position, "1-1:a1b1^"), after(&position, "1-1:a1b1"));
    assert_eq!(["a1", "b1", "c1", "e1"].map(|name| bears_totem(&with, name)), [true, true, false, false]);
    assert_eq!(["a1", "b1", "c1", "e1"].map(|name| bears_totem(&without, name)), [false; 4]);
    assert_eq!([&with, &without].map(|position| position.totems_left(Seat::new(0))), [1, 2]);
    assert_eq!([&with, &without].map(|position| position.totems_left(Seat::new(1))), [2, 2]);
}

#[test]
fn k12_the_domino_under_the_one_taken_becomes_visible() {
    let position = table(
        "h1 h1 h1 h1 h1 h1
         h1 h1 h1 h1 h1 h1
         h1 h1 h1 h1 h1 h1
         h1 h1 h1 h1 h1 h1
         h1 h1 h1 h1 h1 h1
         h1 h1 h1 h1 h1 h1
         reserve 0: 1-1+1 1-0+2, hidden 4-4 3-0 2-2
         reserve 1: 1-1",
    );
    let taken = after(&position, "1-0:a1b1");
    assert_eq!((taken.turn(), taken.revealing()), (Turn::Chance, Some((Seat::new(0), 2))));
    assert_eq!(legal(&taken), ["+2-2", "+3-0", "+4-4"]);
    assert_refused(&taken, "1-1:c1d1", "K12");
    assert_refused(&taken, "p1", "K12");
    assert_refused(&taken, "+1-0", "K6");
    let revealed = after(&taken, "+4-4");
    assert_eq!(piles(&revealed, 0), [pile(1, 1, 1), pile(4, 4, 1)]);
    assert_eq!(revealed.turn(), seat(1), "the reveal comes before the next turn");
    assert_refused(&revealed, "+3-0", "K12");
    let last_of_its_pile = after(&position, "1-1:a1b1 +2-2");
    assert_eq!(piles(&last_of_its_pile, 0), [pile(2, 2, 0), pile(1, 0, 2)]);
}

#[test]
fn k12_an_emptied_pile_is_gone_and_its_number_is_not_used_again() {
    let position = table(
        "h1 h1 h1 h1 h1 h1
         h1 h1 h1 h1 h1 h1
         h1 h1 h1 h1 h1 h1
         h1 h1 h1 h1 h1 h1
         h1 h1 h1 h1 h1 h1
         h1 h1 h1 h1 h1 h1
         reserve 0: 1-1 4-4+2, hidden 3-3 2-2
         reserve 1: 1-1 1-0 0-0",
    );
    let emptied = after(&position, "1-1:a1b1");
    assert_eq!(piles(&emptied, 0), [GONE, pile(4, 4, 2)]);
    assert_eq!(emptied.turn(), seat(1), "there is nothing to reveal");
    let blocked = after(&emptied, "1-1:a2b2");
    assert_refused(&blocked, "p1", "K23");
    let moved = after(&blocked, "p2 +3-3");
    assert_eq!(piles(&moved, 0), [GONE, pile(3, 3, 1), pile(4, 4, 0)]);
}

/// Seat 0 holds nothing for a board of ones; seat 1 can open a place for its 4-4.
const BLOCKED_ON_ONES: &str = "h1 h1 h1 h1 h1 h1 | .  .  .  .  .  .
                               h1 h1 h1 h1 h1 h1 | .  .  .  .  .  .
                               h1 h1 h1 h1 h1 h1 | .  .  .  .  .  .
                               h1 h1 h1 h1 h1 h1 | .  .  .  .  .  .
                               h1 h1 h1 h1 h1 h1 | .  .  .  .  .  .
                               h1 h1 h1 h1 h1 h1 | a0 a0 .  .  .  .
                               laid 1: a
                               reserve 0: 3-3 4-4+2, hidden 1-1 2-1
                               reserve 1: 1-0 1-1+1, hidden 3-3";

#[test]
fn k23_a_player_who_can_lay_nothing_makes_a_new_pile_and_the_turn_ends() {
    let position = table(BLOCKED_ON_ONES);
    assert_eq!(legal(&position), ["p2"]);
    assert_refused(&position, "4-4:a2b2", "K14");
    assert_refused(&position, "p3", "K23");
    assert_refused(&position, "p0", "K23");
    let made = after(&position, "p2 +1-1");
    assert_eq!(piles(&made, 0), [pile(3, 3, 0), pile(1, 1, 1), pile(4, 4, 0)]);
    assert_eq!(made.turn(), seat(1), "the turn ends, although 1-1 could be laid now");
}

#[test]
fn k23_the_moved_and_the_uncovered_domino_can_be_laid_from_the_next_turn() {
    let next = after(&table(BLOCKED_ON_ONES), "p2 +1-1 1-0:d1c1");
    assert_eq!(next.turn(), seat(0));
    assert_legal(&next, &["1-1:e1f1", "4-4:b1c1"]);
    let laid = after(&next, "4-4:b1c1");
    assert_eq!(piles(&laid, 0), [pile(3, 3, 0), pile(1, 1, 1), GONE], "it left the new pile, and nothing else");
}

#[test]
fn k23_both_are_visible_and_count_at_once() {
    let position = table(BLOCKED_ON_ONES);
    let (before, after) = (scores(&position), scores(&after(&position, "p2 +2-1")));
    assert_eq!(after[0] - before[0], 3, "4-4 still counts, 2-1 counts now");
    assert_eq!(after[1], before[1]);
}

#[test]
fn k24_only_a_pile_of_at_least_two_can_give_one() {
    let position = table(BLOCKED_ON_ONES);
    assert_refused(&position, "p1", "K24");
    let lone = redrawn(BLOCKED_ON_ONES, "3-3 4-4+2, hidden 1-1 2-1", "3-3+1 4-4+1, hidden 3-2 2-2");
    assert_eq!(legal(&lone), ["p1", "p2"]);
}

#[test]
fn k25_each_totem_is_played_once() {
    let board = "m1 m1 m1 m1 m1 m1
                 m1 m1 m1 m1 m1 m1
                 m1 m1 m1 m1 m1 m1
                 m1 m1 m1 m1 m1 m1
                 m1 m1 m1 m1 m1 m1
                 m1 m1 m1 m1 m1 m1
                 players: 3
                 reserve 0: 1-1 1-0 0-0 2-0
                 reserve 1: 1-1 1-0 0-0
                 reserve 2: 1-1 1-0 0-0";
    let once = after(&table(board), "1-1:a1b1^ 1-1:a2b2 1-1:a3b3");
    assert_refused(&once, "1-0:a4b4^", "K25");
    assert_legal(&once, &["1-0:a4b4"]);
    assert!(legal(&once).iter().all(|text| !text.ends_with('^')));

    let two = board.replace("m1", "h1").replace("players: 3", "players: 2").replace("reserve 2: 1-1 1-0 0-0", "");
    let once = after(&table(&two), "1-1:a1b1^ 1-1:a2b2");
    assert_legal(&once, &["1-0:a4b4^"]);
    let twice = after(&once, "1-0:a4b4^ 1-0:a5b5");
    assert_refused(&twice, "0-0:a6b6^", "K25");
    assert_legal(&twice, &["0-0:a6b6"]);
}

#[test]
fn k25_never_two_on_one_domino() {
    let position = table(BLOCKED_ON_ONES);
    assert!(Kumata::read_move(&position, "1-1:a1b1^^").is_err(), "no move plays two totems");
    let played = after(&redrawn(BLOCKED_ON_ONES, "3-3 4-4+2", "1-0 4-4+2"), "1-0:a6b6^");
    assert_eq!(played.totems_left(Seat::new(0)), 1, "of two");
}

#[test]
fn k25_a_totem_holds_its_domino_to_the_end() {
    let mut position = table(
        "h1 h1 h1 h1 h1 h1
         h1 h1 h1 h1 h1 h1
         h1 h1 h1 h1 h1 h1
         h1 h1 h1 h1 h1 h1
         h1 h1 h1 h1 h1 h1
         h1 h1 h1 h1 h1 h1
         reserve 0: 1-1 1-0 0-0 2-0 2-2
         reserve 1: 1-1 1-0 0-0 2-0 2-2",
    );
    position = after(&position, "1-1:a1b1^");
    let totem = position.board().parcel_at("b1".parse().expect("a square")).expect("a parcel");
    for text in ["1-1:c1c2", "1-0:d1d2", "1-0:b2b3", "0-0:e1e2"] {
        position = after(&position, text);
        assert!(position.bears_totem(totem) && position.level(totem) == 2, "after {text}");
        assert!(!legal(&position).iter().any(|text| text.contains("a1") || text.contains("b1")), "after {text}");
    }
}

#[test]
fn k26_the_game_ends_when_a_player_begins_a_turn_with_an_empty_reserve() {
    let position = table(
        "h1 h1 h1 h1 h1 h1
         h1 h1 h1 h1 h1 h1
         h1 h1 h1 h1 h1 h1
         h1 h1 h1 h1 h1 h1
         h1 h1 h1 h1 h1 h1
         h1 h1 h1 h1 h1 h1
         reserve 0: 1-1
         reserve 1: 1-1 1-0",
    );
    let emptied = after(&position, "1-1:a1b1");
    assert_eq!(emptied.turn(), seat(1), "an empty reserve ends nothing before that player's turn");
    let over = after(&emptied, "1-1:a2b2");
    assert_eq!((over.turn(), over.ended_by()), (Turn::Over, Some(Seat::new(0))));
    assert_eq!(legal(&over), [] as [&str; 0]);
    for after_the_end in ["1-0:a3b3", "p1", "+1-0"] {
        assert_refused(&over, after_the_end, "K26");
    }
}

#[test]
fn k27_the_game_ends_when_a_player_can_lay_nothing_and_make_no_new_pile() {
    let picture = "h1 h1 h1 h1 h1 h1
                   h1 h1 h1 h1 h1 h1
                   h1 h1 h1 h1 h1 h1
                   h1 h1 h1 h1 h1 h1
                   h1 h1 h1 h1 h1 h1
                   h1 h1 h1 h1 h1 h1
                   reserve 0: 1-1 1-0
                   reserve 1: 4-4 3-3";
    let over = after(&table(picture), "1-1:a1b1");
    assert_eq!((over.turn(), over.ended_by()), (Turn::Over, Some(Seat::new(1))), "although seat 0 could go on");
    for after_the_end in ["1-0:a3b3", "4-4:a1b1", "p1", "+1-0"] {
        assert_refused(&over, after_the_end, "K27");
    }
    let can_lay = after(&redrawn(picture, "4-4 3-3", "4-4 1-0"), "1-1:a1b1");
    assert_eq!(can_lay.turn(), seat(1));
    let can_make_a_pile = after(&redrawn(picture, "4-4 3-3", "4-4+1 3-3, hidden 2-2"), "1-1:a1b1");
    assert_eq!(legal(&can_make_a_pile), ["p1"]);
}

#[test]
fn k26_and_k27_say_who_ended_the_game_and_why() {
    let board = "h1 h1 h1 h1 h1 h1\n".repeat(6);
    let why = |reserve: &str| {
        let position = table(&format!("{board}\nreserve 0: {reserve}"));
        position.check(crate::common::read(&position, "p1")).expect_err("the game is over").text().en
    };
    assert_eq!(why(""), "the game is over: seat 0 began a turn with an empty reserve");
    assert_eq!(why("4-4"), "the game is over: seat 0 could lay nothing and make no new pile");
}
