//! The knowledge of the bots.

use crate::common::{options, own_options, standard_set, table};
use tablee_core::chance::TestDice;
use tablee_core::contract::read_by;
use tablee_core::{Dice, Game, Knowledge, Play, Position as _, Seat, Turn};
use tablee_rumis::{Options, Position, Rumis};

/// Plays a game of every sample with the policy, and shows each position before its ply.
fn every_sample(mut look: impl FnMut(&Position, &mut TestDice)) {
    for (values, seed) in Rumis::samples().into_iter().zip(0..) {
        let mut position = Position::new(&Options::read(&values, standard_set()).unwrap());
        let (mut dice, mut scratch) = (TestDice::new(seed), Vec::new());
        let mut plies = 0;
        while let Turn::Seat(_) = position.turn() {
            look(&position, &mut dice);
            let mv = position.policy_move(&mut dice, &mut scratch).expect("it is someone's turn");
            position.play(mv).unwrap_or_else(|illegal| panic!("{illegal}\n{position:?}"));
            plies += 1;
            assert!(plies <= 150, "a game ends");
        }
        assert_eq!(position.policy_move(&mut dice, &mut scratch), None);
    }
}

#[test]
fn the_policy_makes_legal_moves_to_the_end() {
    every_sample(|position, dice| {
        let mut scratch = Vec::new();
        for _ in 0..8 {
            let mv = position.policy_move(dice, &mut scratch).unwrap();
            assert!(position.is_legal(mv), "{mv:?}\n{position:?}");
        }
    });
}

#[test]
fn a_rating_is_of_the_move_and_not_of_its_place_in_the_list() {
    every_sample(|position, dice| {
        let moves = position.legal_moves();
        let mut all = Vec::new();
        position.rate(&moves, &mut all);
        assert_eq!(all.len(), moves.len());
        assert!(all.iter().all(|rating| rating.is_finite()));
        let at = dice.below(moves.len() as u32) as usize;
        let mut one = Vec::new();
        position.rate(&moves[at..=at], &mut one);
        assert_eq!(one, [all[at]]);
    });
}

#[test]
fn the_openings_of_the_seat_to_move_are_its_moves() {
    every_sample(|position, _| {
        let Turn::Seat(seat) = position.turn() else { return };
        assert_eq!(position.openings(seat), Some(position.legal_moves().len() as u32));
        for seat in Seat::all(position.seats()).filter(|seat| position.is_out(*seat)) {
            assert_eq!(position.openings(seat), Some(0), "seat {seat} is out");
        }
    });
}

#[test]
fn every_seat_plays_for_itself() {
    every_sample(|position, _| {
        assert!(Seat::all(position.seats()).all(|seat| position.side(seat) == seat.number()));
        assert_eq!(position.chapter(), 0, "what lies in the first sector matters in the second");
    });
}

/// What is said for a move, in English and in French.
fn said(position: &Position, mv: &str) -> [Vec<String>; 2] {
    let remarks = position.remarks(Rumis::read_move(position, mv).unwrap());
    let remarks: Vec<_> = remarks.iter().map(|text| read_by(0, text)).collect();
    [remarks.iter().map(|text| text.en.clone()).collect(), remarks.into_iter().map(|text| text.fr).collect()]
}

#[test]
fn remarks_tell_what_stays_and_what_is_taken() {
    let position = table(
        &options("board pirka"),
        "
        .. .. .. .. .. .. .. ..
        .. .. .. .. .. .. .. ..
        .. .. .. .. .. .. .. ..
        .. .. .. .. .. .. .. ..
        0a 0a 0a .. .. .. .. ..
        1a 1a 1a .. .. .. .. ..
        ",
        0,
    );
    let nothing: [Vec<String>; 2] = [Vec::new(), Vec::new()];
    assert_eq!(said(&position, "I2:a3.1,b3.1"), nothing, "it can be covered");
    assert_eq!(said(&position, "I2:a3.1,a3.2"), [["nothing can be laid on it"], ["rien ne peut la recouvrir"]]);
    assert_eq!(
        said(&position, "L3:a3.1,b3.1,a3.2"),
        [["nothing can be laid on 1 of its 2 squares"], ["rien ne peut recouvrir 1 de ses 2 cases"]]
    );
    assert_eq!(
        said(&position, "I2:b1.2,b2.2"),
        [["nothing can be laid on it", "it takes a square from Ben"], ["rien ne peut la recouvrir", "elle prend une case à Ben"]]
    );
    assert_eq!(
        said(&position, "O4:b1.2,b2.2,c1.2,c2.2"),
        [["nothing can be laid on it", "it takes 2 squares from Ben"], ["rien ne peut la recouvrir", "elle prend 2 cases à Ben"]]
    );
}

#[test]
fn remarks_tell_who_is_walled_in() {
    let board = r##"
[[board]]
id = "own"
name = "Own"
heights = ['####']
limits = [{ players = 2, inside = "", height = 1 }]
"##;
    let position = Position::new(&own_options(board, ""));
    assert_eq!(said(&position, "I2:a1.1,b1.1")[0], ["nothing can be laid on it"]);
    assert_eq!(
        said(&position, "I2:b1.1,c1.1"),
        [
            ["nothing can be laid on it", "it leaves Ben no place to lay anything"],
            ["rien ne peut la recouvrir", "elle ne laisse à Ben aucune place où poser"]
        ]
    );
}
