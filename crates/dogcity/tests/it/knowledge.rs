//! What a bot knows about the game.

use crate::common::TablePicture;
use tablee_core::chance::TestDice;
use tablee_core::contract::sample_options;
use tablee_core::{Game, Knowledge as _, Play as _, Position as _, Seat, Thinking, Turn};
use tablee_dogcity::{DogCity, Options, Position};

/// Plays a game with the policy, and shows each position.
fn play_with_policy(options: &Options, seed: u64, mut look: impl FnMut(&Position)) {
    let mut dice = TestDice::new(seed);
    let mut position = DogCity::start(options, &());
    let mut scratch = Vec::new();
    look(&position);
    while let Some(mv) = position.policy_move(&mut dice, &mut scratch) {
        position.play(mv).unwrap();
        look(&position);
    }
    assert_eq!(position.turn(), Turn::Over);
}

#[test]
fn the_policy_plays_legal_moves_to_the_end() {
    for values in DogCity::samples() {
        let options = sample_options::<DogCity>(&values);
        for seed in 0..20 {
            play_with_policy(&options, seed, |_| {});
        }
    }
}

#[test]
fn every_move_has_a_rating() {
    for values in DogCity::samples() {
        let options = sample_options::<DogCity>(&values);
        play_with_policy(&options, 1, |position| {
            let (moves, mut ratings) = (position.legal_moves(), vec![7.0]);
            if let Turn::Seat(_) = position.turn() {
                position.rate(&moves, &mut ratings);
                assert_eq!(ratings.len(), moves.len());
            }
        });
    }
}

#[test]
fn policy_and_expected_points_allocate_nothing() {
    for values in DogCity::samples() {
        let options = sample_options::<DogCity>(&values);
        let (start, mut dice, mut scratch) = (DogCity::start(&options, &()), TestDice::new(1), Vec::new());
        let allocated = allocation_counter::measure(|| {
            let mut position = start.clone();
            while let Some(mv) = position.policy_move(&mut dice, &mut scratch) {
                position.play_unchecked(mv);
                position.expected_points();
            }
        });
        assert_eq!(allocated.count_total, 0, "{values:?}");
    }
}

#[test]
fn at_the_end_the_expected_points_are_the_count() {
    for values in DogCity::samples() {
        let options = sample_options::<DogCity>(&values);
        play_with_policy(&options, 2, |position| {
            let (expected, score) = (position.expected_points(), position.score());
            assert_eq!(expected.len(), score.len());
            if position.is_over() {
                assert_eq!(expected.as_slice(), score.map(|points| points as f32).as_slice());
            }
        });
    }
}

#[test]
fn everyone_plays_for_themselves_in_one_chapter() {
    let position = TablePicture::for_players(4).set_up();
    assert_eq!(Seat::all(4).map(|seat| position.side(seat)).collect::<Vec<_>>(), [0, 1, 2, 3]);
    assert_eq!(position.chapter(), 0);
}

#[test]
fn the_policy_fills_the_nook_that_is_worth_most() {
    // Two dogs wait at 1,0 (three dominoes around the point between them); in hand are a third and a cat.
    let position = cornered().hand(0, "rc rc | rB rB\n rc rc | rB rB").pile(PLAIN).set_up();
    for seed in 0..20 {
        let mv = position.policy_move(&mut TestDice::new(seed), &mut Vec::new()).unwrap();
        assert!(DogCity::write_move(&position, mv).starts_with("12@1,0"), "{mv:?}");
    }
}

#[test]
fn openings_are_counted_for_every_seat() {
    let position = cornered().hand(0, "rc rc\n rc rc").hand(1, "b. b.\n b. b.").set_up();
    assert_eq!(position.openings(Seat::new(0)), Some(position.legal_moves().len() as u32));
    assert_eq!(position.openings(Seat::new(1)), Some(0));
}

/// Three dominoes around a point, with two brown dogs on it, and room for a fourth at 1,0.
fn cornered() -> TablePicture {
    TablePicture::for_players(2).laid(
        "
        r. r. | r. r.
        r. rB | rB r.
        r. r. | -- --
        r. r. | -- --
        ",
    )
}

/// A domino to draw.
const PLAIN: &str = "y. y.\n y. y.";

/// What is said for a move, in English.
fn remarks(position: &Position, spelling: &str) -> Vec<String> {
    let mv = DogCity::read_move(position, spelling).unwrap();
    position.check(mv).unwrap();
    let remarks = position.remarks(mv);
    assert!(remarks.iter().all(|remark| !remark.fr.is_empty() && !remark.fr.ends_with('.')));
    remarks.into_iter().map(|remark| remark.en.to_string()).collect()
}

#[test]
fn remarks_tell_what_a_move_completes() {
    let position = cornered().hand(0, "r. r. | y. y.\n r. r. | y. y.").hand(1, "y. y.\n y. y.").pile(PLAIN).set_up();
    assert_eq!(remarks(&position, "11@1,0r0"), ["it completes 1 round", "it gives another turn"]);
    let rival_too = cornered().hand(0, "r. r. | y. y.\n r. r. | y. y.").hand(1, "r. r.\n r. r.").pile(PLAIN).set_up();
    let expected = ["it completes 1 round", "it gives another turn", "no opponent can complete a round then"];
    assert_eq!(remarks(&rival_too, "11@1,0r0"), expected);
    // The last domino of a hand ends the game (D18).
    let last = cornered().hand(0, "r. r.\n r. r.").hand(1, "y. y.\n y. y.").set_up();
    assert_eq!(remarks(&last, "11@1,0r0"), ["it completes 1 round"]);
}

#[test]
fn remarks_tell_who_can_complete_a_round_that_a_move_prepares() {
    let two = || TablePicture::for_players(2).laid("r. r. | r. r.\n r. r. | r. r.").pile(PLAIN);
    let own = two().hand(0, "r. r. | r. r.\n r. r. | r. r.").hand(1, "y. y.\n y. y.").set_up();
    assert_eq!(remarks(&own, "11@0,1r0"), ["no other hand can complete the round that it prepares"]);
    let nobody = two().hand(0, "r. r. | y. y.\n r. r. | y. y.").hand(1, "y. y.\n y. y.").set_up();
    assert_eq!(remarks(&nobody, "11@0,1r0"), ["no hand can complete the round that it prepares"]);
    let rival = two().hand(0, "r. r. | y. y.\n r. r. | y. y.").hand(1, "r. r.\n r. r.").set_up();
    assert_eq!(remarks(&rival, "11@0,1r0"), [""; 0]);
}

#[test]
fn remarks_tell_why_nothing_is_laid() {
    let position = cornered().hand(0, "b. b.\n b. b.").pile("b. b. | r. r.\n b. b. | r. r.").set_up();
    for idle in ["swap", "pass"] {
        assert_eq!(remarks(&position, idle), ["nothing in hand fits anywhere"]);
    }
}

#[test]
fn levels_go_from_any_move_to_all_the_time_there_is() {
    let levels = Position::LEVELS;
    assert!((5..=9).contains(&levels.len()));
    assert_eq!(levels[0].thinking, Thinking::Random);
    assert_eq!(levels[levels.len() - 1].thinking, Thinking::Millis(3000));
}
