//! What bots know about the game.

use std::sync::Arc;

use crate::common::{arrange, arrangement, options, play, read, seat, table};
use tablee_core::chance::TestDice;
use tablee_core::{Game, Knowledge, Play, Position as _, Seat, Turn};
use tablee_cuminos::{Cuminos, Move, Position};

/// A position before the first ply, for every sample of options.
fn starts() -> Vec<Position> {
    let set = Arc::new(Cuminos::read_set(Cuminos::STANDARD_SET).expect("the standard set is right"));
    let start = |values| Cuminos::start(&Cuminos::options(&values, Arc::clone(&set)).expect("a sample is right"), &());
    Cuminos::samples().into_iter().map(start).collect()
}

/// The rating of a move, among all.
fn rating(position: &Position, mv: &str) -> f32 {
    let (moves, mut ratings) = (position.legal_moves(), Vec::new());
    position.rate(&moves, &mut ratings);
    let at = moves.iter().position(|legal| *legal == read(position, mv)).expect("the move is legal");
    ratings[at]
}

#[test]
fn the_policy_keeps_to_the_rules_and_ends_games() {
    let mut dice = TestDice::new(5);
    let mut scratch = Vec::new();
    for start in starts() {
        for _ in 0..5 {
            let mut position = start.clone();
            while let Some(mv) = position.policy_move(&mut dice, &mut scratch) {
                position.play(mv).unwrap_or_else(|refusal| panic!("{mv:?}: {refusal} in {position:?}"));
            }
            assert_eq!(position.turn(), Turn::Over);
        }
    }
}

#[test]
fn every_move_has_a_rating_and_openings_are_counted() {
    let mut dice = TestDice::new(6);
    let (mut scratch, mut ratings) = (Vec::new(), vec![7.0]);
    for start in starts() {
        let mut position = start;
        while let Some(mv) = position.policy_move(&mut dice, &mut scratch) {
            if let Turn::Seat(seat) = position.turn() {
                let moves = position.legal_moves();
                position.rate(&moves, &mut ratings);
                assert_eq!(ratings.len(), moves.len());
                assert!(ratings.iter().all(|rating| !rating.is_nan() && *rating < f32::INFINITY));
                assert!(ratings.iter().any(|rating| rating.is_finite()), "something is worth a look");
                let lays = moves.iter().filter(|mv| matches!(mv, Move::Lay(_))).count() as u32;
                assert_eq!(position.openings(seat), Some(lays));
                assert!(moves.iter().all(|mv| position.remarks(*mv).len() <= 3));
            }
            position.play(mv).expect("the policy keeps to the rules");
        }
    }
}

#[test]
fn a_rating_counts_points_and_what_the_next_player_gets() {
    // 2-2 at the open end is worth one point; lying on the branch two. Neither hands seat 0 anything.
    let branch = "3S 3A 4A 4b 2b | 5S";
    let position = table(branch, &["6-6 1-1", "2-2 4-4 1-1"]);
    assert_eq!(rating(&position, "4-4:2,0,2/3,0,2") - rating(&position, "2-2:4,-2,1/4,-1,1"), 1.0);

    // Now seat 0 can lay 4-4 for four points on 4-4, which is worth two points: and that is what is wrong about it.
    let other = table(branch, &["4-4 6-6", "2-2 4-4 1-1"]);
    assert!(rating(&other, "4-4:2,0,2/3,0,2") < rating(&position, "4-4:2,0,2/3,0,2") - 2.0);
}

#[test]
fn the_last_block_is_rated_with_what_it_ends() {
    let source = "3S | 5S";
    let rates = |hand| rating(&table(source, &[hand, "3-2"]), "3-2:-1,0,1/-2,0,1");
    assert_eq!(rates("1-1 4-4 6-6") - rates("1-1"), 2.0);
}

#[test]
fn of_mirror_images_and_look_alikes_one_is_looked_at() {
    let (mut moves, mut ratings) = (Vec::new(), Vec::new());
    let mut looked_at = |position: &Position| {
        position.moves(&mut moves);
        position.rate(&moves, &mut ratings);
        let seen = moves.iter().zip(&ratings).filter(|(_, rating)| **rating > f32::NEG_INFINITY);
        seen.map(|(mv, _)| format!("{mv:?}")).collect::<Vec<_>>()
    };
    // Beside the source a block lies or stands, and one may pass. Three more ways to stand are images of one; of those
    // to lie, straight and across come to the same.
    assert_eq!(looked_at(&table("3S | 5S", &["1-1", "5-3 1-1"])).len(), 2 + 1);
    // Here nothing is an image of anything else, and still all ways to lie look alike, and both to stand.
    let across = "
        3S 3A | 5S ..
        .. 2A | .. ..";
    let position = table(across, &["1-1", "2-2 1-1"]);
    let seen = ["Lay(2-2:0,-2,1/1,-2,1)", "Lay(2-2:1,-2,1/1,-2,2)", "Pass"];
    assert_eq!(looked_at(&position), seen, "of {:?}", position.legal_moves());
}

#[test]
fn a_round_is_a_chapter() {
    let mut position = table("3S | 5S", &["1-1 4-4", "3-2 6-6"]);
    assert_eq!(position.chapter(), 0);
    play(&mut position, &["3-2:1,0,1/2,0,1"]);
    assert_eq!((position.chapter(), position.turn()), (1, Turn::Chance));
}

#[test]
fn a_side_is_a_team() {
    let sides = |players, teams| {
        let position = Position::new(&options(players, teams));
        Seat::all(players as usize).map(|seat| position.side(seat)).collect::<Vec<_>>()
    };
    assert_eq!(sides(4, "none"), [0, 1, 2, 3]);
    assert_eq!(sides(4, "pairs"), [0, 1, 0, 1]);
    assert_eq!(sides(6, "pairs"), [0, 1, 2, 0, 1, 2]);
    assert_eq!(sides(6, "triples"), [0, 1, 0, 1, 0, 1]);
}

#[test]
fn remarks_are_about_the_table() {
    let remarks = |position: &Position, mv: &str| -> Vec<String> {
        position.remarks(read(position, mv)).into_iter().map(|remark| remark.en.to_string()).collect()
    };
    let between = "3S 3A 4A 4b | 3S .. .. 4b";
    let position = table(between, &["1-1", "4-3 1-1"]);
    assert_eq!(
        remarks(&position, "4-3:2,0,2/1,0,2"),
        ["it touches four faces and counts triple", "no opponent can lay anything then"]
    );
    let branch = "3S 3A 4A | 3S";
    let position = table(branch, &["1-1 3-1", "4-3 4-4 1-1"]);
    assert_eq!(remarks(&position, "4-3:2,0,2/1,0,2"), ["it touches three faces and counts double"]);
    assert_eq!(remarks(&position, "4-4:3,0,1/3,0,2"), ["no opponent can lay anything on it", "it closes a branch"]);
    assert_eq!(remarks(&position, "pass"), ["it waits for a better place"]);

    let position = table("3S | 5S", &["3-1 1-1", "3-2"]);
    assert_eq!(remarks(&position, "3-2:1,0,1/2,0,1"), ["it ends the round and scores 2 for what the opponents still hold"]);
    let position = table("3S | 5S", &["3-1 1-1", "4-4 1-1"]);
    assert_eq!(remarks(&position, "pass"), ["nothing in hand fits anywhere"]);
}

#[test]
fn partners_are_no_opponents() {
    let mut teams = arrangement("3S | 5S", &["1-1", "3-2 1-1", "1-1", "3-1 3-3"], 1);
    teams.options = options(4, "pairs");
    let position = arrange(&teams);
    let remarks = position.remarks(read(&position, "3-2:1,0,1/2,0,1"));
    assert_eq!(remarks[0].fr.to_string(), "aucun adversaire ne peut plus rien poser ensuite");
    assert_eq!((position.openings(seat(0)), position.openings(seat(2))), (Some(0), Some(0)));
}
