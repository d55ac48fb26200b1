//! Components, rounds and passing, clause by clause: C1 to C3, C6, C7, C16, C17.

use crate::common::{allows, arrange, arrangement, blocks, deal, legal, options, play, refuses, seat, table};
use tablee_core::chance::TestDice;
use tablee_core::{Play, Position as _, Turn};
use tablee_cuminos::{Block, Position};

#[test]
fn c1_a_colour_is_every_pair_of_six_marks_once() {
    let mut position = Position::new(&options(2, "none"));
    let draws: Vec<_> = (1..=6).flat_map(|high| (1..=high).map(move |low| format!("+{high}-{low}"))).collect();
    assert_eq!(draws.len(), 21);
    assert_eq!(legal(&position), draws);
    // Each player has their own colour: what seat 0 drew is still in the bag of seat 1.
    deal(&mut position, &["1-1 2-1 3-1 4-1 5-1 6-1 5-3 2-2"]);
    assert_eq!(legal(&position), draws);
}

#[test]
fn c1_a_half_shows_its_mark_on_all_its_faces() {
    let source = "3S | 5S";
    let position = table(source, &["1-1", "3-1 1-1"]);
    allows(&position, &["3-1:1,0,1/2,0,1", "3-1:-1,0,1/-2,0,1", "3-1:0,1,1/0,2,1", "3-1:0,-1,1/0,-2,1"]);
    // The two halves of a block hold together.
    refuses(&position, "C1", &["3-1:1,0,1/3,0,1", "3-1:1,0,1/2,1,1", "3-1:1,0,1/1,0,1", "3-1:1,0,1/2,0,2", "3-1:1,0,1/-1,0,1"]);
}

/// The seats that open the rounds of a random game.
fn openers(players: i64, seed: u64) -> Vec<usize> {
    let mut position = Position::new(&options(players, "none"));
    let (mut dice, mut openers) = (TestDice::new(seed), Vec::new());
    while let Some(mv) = position.pick(&mut dice, &mut Vec::new()) {
        if let (Turn::Seat(seat), true) = (position.turn(), position.laid().is_empty()) {
            openers.push(seat.number());
        }
        position.play_unchecked(mv);
    }
    openers
}

#[test]
fn c2_each_player_opens_one_round_seat_0_the_first() {
    for players in 2..=6 {
        for seed in 0..20 {
            let openers = openers(players, seed);
            let players = players as usize;
            assert!(openers.len() >= players);
            assert!(openers.iter().enumerate().all(|(round, opener)| *opener == round % players), "{openers:?}");
        }
    }
}

/// For whom chance draws, in its order, until a player is to move.
fn draws(position: &mut Position) -> Vec<usize> {
    let mut order = Vec::new();
    while let Some(seat) = position.drawing() {
        order.push(seat.number());
        let mv = position.legal_moves()[0];
        position.play_unchecked(mv);
    }
    order
}

#[test]
fn c3_everyone_draws_a_hand_in_order_of_the_seats_and_the_opener_one_more() {
    for (players, size) in [(2, 7), (3, 6), (4, 6), (5, 5), (6, 5)] {
        let mut position = Position::new(&options(players, "none"));
        for opener in 0..2 {
            let expected: Vec<_> =
                (0..players as usize).flat_map(|seat| vec![seat; size + usize::from(seat == opener)]).collect();
            assert_eq!(draws(&mut position), expected);
            assert_eq!(position.turn(), Turn::Seat(seat(opener)));
            // On to the next round.
            let (round, mut dice) = (position.round(), TestDice::new(1));
            while position.round() == round {
                let mv = position.pick(&mut dice, &mut Vec::new()).expect("the game goes on");
                position.play_unchecked(mv);
            }
        }
    }
}

#[test]
fn c3_a_hand_is_drawn_from_a_full_bag_and_each_block_once() {
    let mut position = Position::new(&options(2, "none"));
    refuses(&position, "C3", &["pass", "5-3:0,0,1/0,0,2"]);
    deal(&mut position, &["5-3"]);
    refuses(&position, "C3", &["+5-3"]);
    assert_eq!(legal(&position).len(), 20);
    deal(&mut position, &["1-1 2-1 3-1 4-1 5-1 6-1 2-2", "3-2 1-1 2-1 3-1 4-1 5-1 6-1"]);
    refuses(&position, "C3", &["+6-6"]);

    // The next round begins with full bags.
    let source = "3S | 5S";
    let mut position = table(source, &["1-1", "3-1"]);
    play(&mut position, &["3-1:1,0,1/2,0,1"]);
    assert_eq!((position.round(), legal(&position).len()), (2, 21));
    assert!(position.laid().is_empty());
}

#[test]
fn c6_players_lay_one_block_a_turn_clockwise() {
    let source = "3S | 5S";
    let mut position = table(source, &["3-1 1-1", "3-2 1-1", "3-3 1-1"]);
    for (mover, mv) in [(2, "3-3:1,0,1/2,0,1"), (0, "3-1:-1,0,1/-2,0,1"), (1, "3-2:0,1,1/0,2,1")] {
        assert_eq!(position.turn(), Turn::Seat(seat(mover)));
        play(&mut position, &[mv]);
    }
    assert_eq!(position.turn(), Turn::Seat(seat(2)));
    assert_eq!(position.hand(seat(2)).collect::<Vec<_>>(), blocks("1-1"));
    // One's own blocks, where there is room.
    refuses(&position, "C6", &["3-3:0,-1,1/0,-2,1", "1-1:1,0,1/2,0,1", "1-1:0,0,2/0,0,3"]);
}

#[test]
fn c6_a_player_who_can_lay_none_passes() {
    let source = "3S | 5S";
    let mut position = table(source, &["3-1 1-1", "1-1 2-1"]);
    assert_eq!(legal(&position), ["pass"]);
    play(&mut position, &["pass"]);
    assert_eq!(position.turn(), Turn::Seat(seat(0)));
    // And again, as often as it must be.
    play(&mut position, &["pass"]);
    assert_eq!(legal(&position), ["pass"]);
}

#[test]
fn c7_a_round_ends_with_a_players_last_block() {
    let source = "3S | 5S";
    let mut position = table(source, &["3-1 3-3", "3-2"]);
    play(&mut position, &["3-2:1,0,1/2,0,1"]);
    assert_eq!((position.round(), position.turn()), (2, Turn::Chance));
}

#[test]
fn c7_a_round_ends_when_nobody_can_lay_any() {
    let source = "3S | 5S";
    let stuck = |hand: &str| {
        let mut position = table(source, &[hand, "3-2 6-6"]);
        play(&mut position, &["3-2:1,0,1/2,0,1"]);
        position
    };
    let position = stuck("1-1 4-4");
    assert_eq!((position.round(), position.turn()), (2, Turn::Chance));
    assert_eq!(position.score().as_slice(), [0, 1]);
    // It goes on if only one of them can: with a 3 at the source, with a 2 at the end, or with 3-2 on top.
    for hand in ["1-1 4-3", "1-1 2-1", "1-1 3-2"] {
        assert_eq!((stuck(hand).round(), stuck(hand).turn()), (1, Turn::Seat(seat(0))), "{hand}");
    }
    // Even if that one is not next.
    let mut position = table(source, &["1-1 4-4", "3-2 2-2"]);
    play(&mut position, &["3-2:1,0,1/2,0,1"]);
    assert_eq!(legal(&position), ["pass"]);
}

#[test]
fn c7_a_source_that_nobody_can_match_ends_the_round() {
    let mut position = Position::new(&options(2, "none"));
    deal(&mut position, &["1-1 2-1 3-1 2-2 3-2 3-3 5-4 4-3", "1-1 2-1 3-1 2-2 3-2 3-3 4-4"]);
    let mut other = position.clone();
    play(&mut position, &["5-4:0,0,1/0,0,2"]);
    assert_eq!((position.round(), position.score().as_slice()), (2, &[0, 0][..]));
    play(&mut other, &["5-4:0,0,2/0,0,1"]);
    assert_eq!(other.round(), 1);
}

#[test]
fn c16_once_a_round_a_player_may_pass_though_they_could_lay() {
    let source = "3S | 5S";
    let mut position = table(source, &["3-1 3-2 3-3", "3-1 3-2 3-3"]);
    assert!(!position.has_passed(seat(1)));
    play(&mut position, &["pass"]);
    assert!(position.has_passed(seat(1)) && !position.has_passed(seat(0)));
    play(&mut position, &["3-1:1,0,1/2,0,1"]);
    refuses(&position, "C16", &["pass"]);
    play(&mut position, &["3-2:-1,0,1/-2,0,1", "pass", "3-1:0,1,1/0,2,1"]);
    refuses(&position, "C16", &["pass"]);

    // In the next round everyone may pass again.
    let mut last = arrangement(source, &["3-1 3-2", "3-1"], 1);
    last.passed = vec![seat(1)];
    let mut position = arrange(&last);
    play(&mut position, &["3-1:1,0,1/2,0,1"]);
    deal(&mut position, &["3-1 3-2 3-3 4-1 4-2 4-3 4-4", "3-1 3-2 3-3 4-1 4-2 4-3 4-4 5-3"]);
    play(&mut position, &["5-3:0,0,2/0,0,1", "3-1:1,0,1/2,0,1"]);
    allows(&position, &["pass"]);
}

#[test]
fn c17_not_all_may_pass_one_after_another() {
    let source = "3S | 5S";
    // Two players: one may pass in a round of the table.
    let mut position = table(source, &["3-1 3-2", "3-1 3-2"]);
    play(&mut position, &["pass"]);
    refuses(&position, "C17", &["pass"]);
    // Three: two.
    let mut position = table(source, &["3-1 3-2", "3-1 3-2", "3-1 3-2"]);
    play(&mut position, &["pass", "pass"]);
    refuses(&position, "C17", &["pass"]);
    // A block laid in between breaks the chain.
    let mut position = table(source, &["3-1 3-2", "3-1 3-2", "3-1 3-2"]);
    play(&mut position, &["pass", "3-1:1,0,1/2,0,1"]);
    allows(&position, &["pass"]);
    play(&mut position, &["pass", "3-1:-1,0,1/-2,0,1"]);
    allows(&position, &["pass"]);
}

#[test]
fn c17_passing_for_want_of_a_block_is_no_use_and_breaks_the_chain() {
    let source = "3S | 5S";
    let mut position = table(source, &["1-1 2-2", "3-1 3-2", "3-1 3-2"]);
    // Seat 2 passes freely, seat 0 has to; so seat 1 may.
    play(&mut position, &["pass", "pass"]);
    assert!(!position.has_passed(seat(0)) && position.has_passed(seat(2)));
    allows(&position, &["pass"]);
    play(&mut position, &["3-2:1,0,1/2,0,1", "3-2:-1,0,1/-2,0,1"]);
    // Now seat 0 can lay, and has its right still.
    allows(&position, &["2-2:3,0,1/4,0,1", "pass"]);
}

#[test]
fn an_impossible_table_is_refused_in_a_sentence() {
    let source = "3S | 5S";
    let right = arrangement(source, &["3-1", "3-1"], 1);
    assert!(Position::arrange(&right).is_ok());
    let mut twice = right.clone();
    twice.hands[0] = blocks("3-1 5-3");
    assert_eq!(Position::arrange(&twice).unwrap_err().en, "5-3 of seat 0 appears twice");
    let mut stuck = right.clone();
    stuck.hands = vec![blocks("1-1"), blocks("1-1")];
    assert_eq!(Position::arrange(&stuck).unwrap_err().fr, "personne ne peut poser : la manche est finie");
    let mut bare = right.clone();
    bare.laid.clear();
    assert_eq!(Position::arrange(&bare).unwrap_err().en, "seat 0 opens the round");
    let mut crowded = right.clone();
    crowded.hands = vec![Block::all().collect(), Block::all().collect()];
    assert_eq!(Position::arrange(&crowded).unwrap_err().en, "there are more than 31 blocks");
    let mut alone = right.clone();
    alone.hands.pop();
    assert!(Position::arrange(&alone).unwrap_err().en.starts_with("there is not one hand"));
    let mut empty = right.clone();
    empty.hands[0].clear();
    assert_eq!(Position::arrange(&empty).unwrap_err().en, "seat 0 holds nothing: the round is over");
    let mut late = right.clone();
    late.round = 5;
    assert_eq!(Position::arrange(&late).unwrap_err().en, "there is no round 5");
    let mut chained = right.clone();
    chained.chain = 1;
    assert_eq!(Position::arrange(&chained).unwrap_err().en, "1 players cannot have passed one after another");
    let mut stranger = right.clone();
    stranger.turn = seat(2);
    assert_eq!(Position::arrange(&stranger).unwrap_err().en, "there is no seat 2");
    let mut flying = right;
    flying.laid.push(flying.laid[0]);
    flying.laid[1].seat = seat(1);
    assert_eq!(Position::arrange(&flying).unwrap_err().en, "5-3:0,0,2/0,0,1: there is a block already");
}
