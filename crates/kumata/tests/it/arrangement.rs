//! Tables set up by hand: impossible ones are refused, accepted ones can be played.

use crate::common::picture::{arrangement, table};
use crate::common::{assert_in_both_languages, legal, read};
use tablee_core::chance::TestDice;
use tablee_core::{Play, Seat, play_out};
use tablee_kumata::{Arrangement, Laid, Move, Pile, Position};

/// A table of two: seat 0 can lay nothing, and has played one of its two totems.
const PICTURE: &str = "h1 h1 h1 h1 h1 h1 | c4 c1 .  d3 d1 .
                       h1 h1 h1 h1 h1 h1 | .  .  .  .  .  .
                       h1 h1 h1 h1 h1 h1 | .  .  .  .  .  .
                       h1 h1 h1 h1 h1 h1 | .  .  .  .  .  .
                       h1 h1 h1 h1 h1 h1 | .  .  .  .  .  .
                       h1 h1 h1 h1 h1 h1 | a0 a1 b1 b0 .  .
                       laid 0: a^ c d
                       laid 1: b
                       reserve 0: 4-4+1 3-3, hidden 2-2
                       reserve 1: 1-1";

/// Asserts that the arrangement is refused with this sentence once it is changed.
#[track_caller]
fn assert_impossible(change: impl FnOnce(&mut Arrangement), message: &str) {
    let mut changed = arrangement(PICTURE);
    change(&mut changed);
    let problem = Position::arrange(&changed).expect_err(message);
    assert_eq!(problem.en, message);
    assert_in_both_languages(&problem);
}

#[test]
fn a_drawn_table_can_be_played_to_the_end() {
    for seed in 0..20 {
        let mut position = table(PICTURE);
        assert_eq!(legal(&position), ["p1"]);
        play_out(&mut position, &mut TestDice::new(seed), &mut Vec::new());
        assert!(position.is_over());
    }
}

#[test]
fn a_domino_is_there_once() {
    assert_impossible(|table| table.laid[1].seat = Seat::new(0), "seat 0 has no 1-0 left");
    assert_impossible(|table| table.piles[0][1].top = table.piles[0][0].top, "seat 0 has no 4-4 left");
    assert_impossible(|table| table.hidden[0][0] = table.piles[0][1].top.expect("a top"), "seat 0 has no 3-3 left");
    assert_impossible(|table| table.laid[0].seat = Seat::new(2), "seat 2 has no 1-0 left");
}

#[test]
fn piles_add_up() {
    let wrong = "the piles of seat 0 do not add up";
    assert_impossible(|table| table.hidden[0].clear(), wrong);
    assert_impossible(|table| table.piles[0][0].hidden = 2, wrong);
    assert_impossible(|table| table.piles.clear(), wrong);
    assert_impossible(|table| table.hidden.clear(), wrong);
    assert_impossible(|table| table.piles[0][0].top = None, wrong);
    // Each hidden domino may become a pile, and their number is limited.
    assert_impossible(|table| table.piles[0].extend([Pile::default(); 13]), wrong);
    assert_impossible(|table| _ = table.hidden.pop(), "the piles of seat 1 do not add up");
}

#[test]
fn no_more_totems_than_a_seat_owns() {
    let totems = |marked: &str| Position::arrange(&arrangement(&PICTURE.replace("laid 0: a^ c d", marked)));
    assert_eq!(totems("laid 0: a^ c^ d").expect("two of two").totems_left(Seat::new(0)), 0);
    assert_eq!(totems("laid 0: a^ c^ d^").expect_err("three of two").en, "3-1:d6e6^: seat 0 has no totem left");
}

#[test]
fn dominoes_lie_flat_on_two_others() {
    let assert_cannot_lie = |text: &str, message: &str| {
        let Move::Lay(lay) = read(&table(PICTURE), text) else { panic!("{text} lays nothing") };
        assert_impossible(|table| table.laid.push(Laid { seat: Seat::new(1), lay }), &format!("{text}: {message}"));
    };
    assert_cannot_lie("2-2:b1c1", "nothing may cover a domino that bears a totem");
    assert_cannot_lie("2-2:c1d1", "that would cover a single domino completely");
    assert_cannot_lie("2-2:d1e1", "the heights differ: one half on level 2, the other on level 1");
    assert_cannot_lie("2-2:f1g1", "it would not lie wholly on the board");
    assert_cannot_lie("2-2:a3c3", "a3 and c3 are not side by side");
}

#[test]
fn the_turn_is_a_players() {
    assert_impossible(|table| table.turn = Seat::new(2), "there is no seat 2");
    assert_impossible(|table| table.turn = Seat::new(5), "there is no seat 5");
}
