//! Counting, the end and teams, clause by clause: C18 to C25.

use crate::common::{arrange, arrangement, options, play, points, refuses, seat, table, worth};
use tablee_core::chance::TestDice;
use tablee_core::{Game, Play, Position as _, Scenic, Seat, SeatCount, Turn};
use tablee_cuminos::{Cuminos, Move, Position};

#[test]
fn c18_a_block_counts_by_its_rank_and_how_it_is_laid() {
    let branch = "3S 3A 4A | 5S";
    let position = table(branch, &["1-1", "4-1 1-1"]);
    assert_eq!(worth(&position, "4-1:3,0,1/4,0,1"), 1);
    assert_eq!(worth(&position, "4-1:3,0,1/3,0,2"), 0);

    let branch = "3S 3A 4A 4b 1b | 5S";
    let position = table(branch, &["1-1", "4-4 1-1"]);
    assert_eq!(worth(&position, "4-4:2,0,2/3,0,2"), 2);

    let stack = "3S 3A 4A 4b 1b | 5S .. 4C 4C ..";
    let position = table(stack, &["1-1", "4-4 4-2 1-1"]);
    assert_eq!(worth(&position, "4-4:2,0,3/3,0,3"), 4);
    assert_eq!(worth(&position, "4-2:2,0,3/2,0,4"), 3);
    assert_eq!(worth(&position, "pass"), 0);
}

#[test]
fn c19_touching_three_faces_doubles() {
    // Two faces below and the upper half of the source beside.
    let branch = "3S 3A 4A | 3S";
    assert_eq!(worth(&table(branch, &["1-1", "4-3 1-1"]), "4-3:2,0,2/1,0,2"), 4);

    // On the first rank: the source, a branch along it, and the same branch around the corner.
    let corner = "
        3S 3A 3A | 5S .. ..
        .. .. 3c | .. .. ..
        .. .. 1c | .. .. ..";
    let position = table(corner, &["1-1", "1-1", "3-3 1-1"]);
    assert_eq!(worth(&position, "3-3:0,-1,1/1,-1,1"), 2);

    // Standing on the third rank: one face below, two beside.
    let stack = "3S 3a 3a | 3S 3B2 3B2 | .. .. 3D | .. .. 1D";
    let position = table(stack, &["1-1", "1-1", "1-1", "3-1 1-1"]);
    assert_eq!(worth(&position, "3-1:1,0,3/1,0,4"), 6);
}

#[test]
fn c20_touching_four_faces_or_more_triples() {
    // Two below, the source and a dead end beside.
    let between = "3S 3A 4A 4b | 3S .. .. 4b";
    assert_eq!(worth(&table(between, &["1-1", "4-3 1-1"]), "4-3:2,0,2/1,0,2"), 6);

    // Five are no more than four.
    let court = "
        3d 3d .. .. | 3e2 3e2 .. ..
        3S 3A 4A 4b | 3S  ..  .. 4b";
    assert_eq!(worth(&table(court, &["1-1", "1-1", "4-3 1-1"]), "4-3:2,0,2/1,0,2"), 6);
}

#[test]
fn c21_the_player_of_the_last_block_counts_what_the_others_hold() {
    let source = "3S | 5S";
    let mut position = table(source, &["3-1 1-1 2-2 4-4", "3-1 1-1", "3-2"]);
    play(&mut position, &["3-2:1,0,1/2,0,1"]);
    assert_eq!(position.score().as_slice(), [0, 0, 1 + 6]);

    // A round that ends because nobody can lay brings nothing more.
    let mut position = table(source, &["1-1 4-4", "3-2 6-6"]);
    play(&mut position, &["3-2:1,0,1/2,0,1"]);
    assert_eq!((position.round(), position.score().as_slice()), (2, &[0, 1][..]));
}

/// The end of a round: seat 1 lays its last block for one point, and counts the single block of each other seat.
fn after_round(round: usize, players: i64, teams: &str, before: &[u16]) -> Position {
    let source = "3S | 5S";
    let hands: Vec<_> = (0..players).map(|seat| if seat == 1 { "3-2" } else { "1-1" }).collect();
    let mut last = arrangement(source, &hands, 1);
    last.options = options(players, teams);
    last.round = round;
    last.tallies = before.iter().map(|before| points(*before)).collect();
    let mut position = arrange(&last);
    play(&mut position, &["3-2:1,0,1/2,0,1"]);
    position
}

#[test]
fn c22_after_the_last_round_the_highest_total_wins() {
    let position = after_round(2, 2, "none", &[1, 0]);
    assert_eq!(position.turn(), Turn::Over);
    assert_eq!(position.outcome().score.as_slice(), [1, 2]);
    assert_eq!(position.outcome().place.as_slice(), [2, 1]);
    refuses(&position, "C22", &["pass", "+5-3", "1-1:0,0,1/0,0,2"]);
    // Not before.
    assert_eq!(after_round(1, 2, "none", &[1, 0]).turn(), Turn::Chance);
    // Equals share a place.
    assert_eq!(after_round(3, 3, "none", &[2, 0, 2]).places().as_slice(), [2, 1, 2]);
}

#[test]
fn c23_a_tie_for_the_first_place_is_played_off() {
    let position = after_round(2, 2, "none", &[2, 0]);
    assert_eq!((position.turn(), position.round(), position.opener()), (Turn::Chance, 3, seat(0)));
    // The tie breaks, or lasts one round more, with the next opener.
    assert_eq!(after_round(3, 2, "none", &[3, 2]).turn(), Turn::Over);
    let position = after_round(3, 2, "none", &[4, 2]);
    assert_eq!((position.turn(), position.round(), position.opener()), (Turn::Chance, 4, seat(1)));
    // After two extra rounds for two players the tied share.
    let position = after_round(4, 2, "none", &[4, 2]);
    assert_eq!((position.turn(), position.places().as_slice()), (Turn::Over, &[1, 1][..]));
    // A tie below the first place is left as it is.
    assert_eq!(after_round(3, 3, "none", &[2, 0, 2]).turn(), Turn::Over);
}

#[test]
fn c23_with_teams_it_is_the_teams_tie_that_counts() {
    // Seat 1 gets one point and two for seats 0 and 2.
    let position = after_round(4, 4, "pairs", &[1, 0, 2, 0]);
    assert_eq!((position.turn(), position.round()), (Turn::Chance, 5));
    // Two seats have 3 points each, their teams 4 and 3.
    let position = after_round(4, 4, "pairs", &[3, 0, 1, 0]);
    assert_eq!((position.turn(), position.score().as_slice()), (Turn::Over, &[3, 3, 1, 0][..]));
    assert_eq!(position.places().as_slice(), [1, 2, 1, 2]);
    // Partners have as many points as each other: that is not a tie.
    let position = after_round(4, 4, "pairs", &[0, 0, 0, 3]);
    assert_eq!((position.turn(), position.score().as_slice()), (Turn::Over, &[0, 3, 0, 3][..]));
}

#[test]
fn c24_a_teams_points_add_up() {
    let teams = |players, teams| options(players, teams).team().as_slice().to_vec();
    assert_eq!(teams(4, "pairs"), [0, 1, 0, 1]);
    assert_eq!(teams(6, "pairs"), [0, 1, 2, 0, 1, 2]);
    assert_eq!(teams(6, "triples"), [0, 1, 0, 1, 0, 1]);
    assert_eq!(teams(6, "none"), [0, 1, 2, 3, 4, 5]);

    let position = after_round(6, 6, "pairs", &[9, 0, 0, 0, 0, 9]);
    assert_eq!(position.outcome().score.as_slice(), [9, 5, 0, 0, 0, 9]);
    // 9 + 0, 5 + 0, 0 + 9: the first and the third team are tied, so another round is played.
    assert_eq!(position.turn(), Turn::Chance);
    assert_eq!(position.places().as_slice(), [1, 3, 1, 1, 3, 1]);
    let position = after_round(6, 6, "triples", &[4, 0, 4, 8, 0, 0]);
    assert_eq!(position.outcome().score.as_slice(), [4, 4, 4, 8, 0, 0]);
    assert_eq!((position.turn(), position.places().as_slice()), (Turn::Over, &[2, 1, 2, 1, 2, 1][..]));
}

#[test]
fn c25_only_the_blocks_of_the_other_teams_count() {
    let won = |players, teams| after_round(1, players, teams, &vec![0; players as usize]).score()[seat(1)];
    // One point for the lying block, and the blocks of the opponents.
    assert_eq!(won(4, "none"), 1 + 3);
    assert_eq!(won(4, "pairs"), 1 + 2);
    assert_eq!(won(6, "none"), 1 + 5);
    assert_eq!(won(6, "pairs"), 1 + 4);
    assert_eq!(won(6, "triples"), 1 + 3);
}

#[test]
fn the_unfolded_count_says_what_for() {
    let between = "3S 3A 4A 4b | 3S .. .. 4b";
    let mut position = table(between, &["4-1 1-1", "4-3 1-1"]);
    play(&mut position, &["4-3:2,0,2/1,0,2"]);
    let count = &Cuminos::count(&position)[1];
    let tripled = count.parts.iter().find(|part| part.points > 0).expect("something counts");
    assert_eq!((tripled.clause.0, tripled.points), ("C20", 6));
    assert_eq!(tripled.items[0].what.en, "second rank: 1 × 6");
    assert_eq!(tripled.items[0].what.fr, "deuxième rang : 1 × 6");
}

#[test]
fn the_count_on_the_table_names_the_blocks_that_still_lie_there() {
    let options = tablee_core::contract::sample_options::<Cuminos>(&Cuminos::samples()[0]);
    let (mut position, mut dice) = (Cuminos::start(&options, &()), TestDice::new(5));
    let mut past = Vec::new();
    while let Some(mv) = position.pick(&mut dice, &mut Vec::new()) {
        let before = position.clone();
        past.push((before.turn(), mv));
        position.play(mv).expect("legal");
        let (counts, before) = (Cuminos::counts(&position, &past), Cuminos::counts(&before, &past[..past.len() - 1]));
        let named = |counts: &[SeatCount], seat: Seat, part: usize| -> usize {
            counts[seat.number()].parts[part].items.iter().map(|item| item.pieces.len()).sum()
        };
        // A block is named where it brought its points, as long as it lies there.
        if let (Turn::Seat(seat), Move::Lay(_), false) = (past[past.len() - 1].0, mv, position.laid().is_empty()) {
            for part in 0..3 {
                let brought = counts[seat.number()].parts[part].points > before[seat.number()].parts[part].points;
                assert_eq!(named(&counts, seat, part) - named(&before, seat, part), usize::from(brought), "{position:?}");
            }
        }
        if position.laid().is_empty() {
            assert!(counts.iter().all(|count| (0..3).all(|part| named(&counts, count.seat, part) == 0)));
        }
    }
    assert!(position.is_over() && !position.laid().is_empty(), "the blocks of the last round stay");
}
