//! The knowledge of the bots.

use crate::common::picture::{redrawn, table};
use crate::common::{after, all_samples, options, read, start};
use tablee_core::chance::TestDice;
use tablee_core::{Knowledge, Play, Position as _, Seat, Text, Thinking, Turn};
use tablee_kumata::{Move, Position};

/// Every position in which a seat is to move, in one random game of each sample and seed.
fn everywhere(seeds: u64, mut look: impl FnMut(&Position, Seat)) {
    for options in all_samples() {
        for seed in 0..seeds {
            let mut dice = TestDice::new(seed);
            let mut position = start(&options, seed);
            while let Some(mv) = position.pick(&mut dice, &mut Vec::new()) {
                if let Turn::Seat(seat) = position.turn() {
                    look(&position, seat);
                }
                position.play_unchecked(mv);
            }
        }
    }
}

fn ratings(position: &Position) -> Vec<(Move, f32)> {
    let (moves, mut ratings) = (position.legal_moves(), vec![7.0; 3]);
    position.rate(&moves, &mut ratings);
    assert_eq!(ratings.len(), moves.len(), "a rating a move");
    moves.into_iter().zip(ratings).collect()
}

/// The rating of a move in text.
#[track_caller]
fn rating(position: &Position, text: &str) -> f32 {
    let mv = read(position, text);
    ratings(position).into_iter().find(|(other, _)| *other == mv).expect("the move is legal").1
}

fn remarks(position: &Position, text: &str) -> Vec<String> {
    position.remarks(read(position, text)).into_iter().map(|remark: Text| remark.en).collect()
}

#[test]
fn every_move_has_a_rating() {
    everywhere(5, |position, _| assert!(ratings(position).iter().all(|(_, rating)| rating.is_finite())));
}

#[test]
fn a_move_is_rated_alike_whatever_it_is_rated_with() {
    everywhere(2, |position, _| {
        let all = ratings(position);
        let mut alone = Vec::new();
        for (mv, rating) in &all {
            // With a totem it comes after itself without.
            let bare: Vec<_> = match mv {
                Move::Lay(lay) if lay.totem() => {
                    let [first, second] = lay.squares();
                    vec![Move::Lay(tablee_kumata::Lay::new(lay.domino(), first, second, false)), *mv]
                }
                _ => vec![*mv],
            };
            position.rate(&bare, &mut alone);
            assert_eq!(alone.last(), Some(rating), "{mv:?}\n{position:?}");
        }
    });
}

#[test]
fn with_nobody_to_move_nothing_is_rated() {
    let deal = start(&options(&[]), 1);
    let mut ratings = vec![1.0];
    deal.rate(&deal.legal_moves(), &mut ratings);
    assert_eq!(ratings, [0.0f32; 0]);
}

/// Nothing can be laid but on the three pairs of twos in the corners: two of the rival, one of each, two of the
/// player's own.
const CORNERS: &str = "c2 c2 c1 c1 h2 c2
                       c1 c1 c1 c1 c1 c1
                       c1 c1 c1 c1 c1 c1
                       c1 c1 c1 c1 c1 c1
                       c1 c1 c1 c1 c1 c1
                       c1 c1 c1 c1 h2 h2
                       reserve 0: 2-2+8, hidden 4-4 4-3 4-2 4-1 4-0 3-3 3-2 3-1
                       reserve 1: 4-4";

#[test]
fn what_a_lay_covers_is_most_of_its_rating() {
    let position = table(CORNERS);
    let [theirs, mixed, own] = ["2-2:a6b6", "2-2:e6f6", "2-2:e1f1"].map(|text| rating(&position, text));
    assert!(theirs > mixed && mixed > own, "{theirs} {mixed} {own}");
}

#[test]
fn a_totem_is_worth_more_higher_up() {
    let picture = "c2 c2 c1 c1 c1 c1 | .  .  .  .  .  . | .  .  .  .  .  .
                   c1 c1 c1 c1 c1 c1 | .  .  .  .  .  . | .  .  .  .  .  .
                   c1 c1 c1 c1 c1 c1 | .  .  .  .  .  . | .  .  .  .  .  .
                   c1 c1 c1 c1 c1 c1 | .  .  .  .  .  . | .  .  .  .  .  .
                   c1 c1 c1 c1 c1 c1 | .  .  .  .  .  . | .  .  .  .  .  .
                   c1 c2 c2 c1 c1 c1 | a0 a2 b2 b1 .  . | .  .  .  .  .  .
                   laid 1: a b
                   reserve 0: 2-2
                   reserve 1: 4-4";
    let position = table(picture);
    let totem = |place: &str| rating(&position, &format!("2-2:{place}^")) - rating(&position, &format!("2-2:{place}"));
    assert!(totem("b1c1") > totem("a6b6"), "{} on dominoes, {} on the board", totem("b1c1"), totem("a6b6"));
}

/// The half of a domino that lies open beside another of its height is in danger only if a rival has what fits on it.
#[test]
fn to_lay_where_a_rival_can_cover_it_is_rated_lower() {
    let picture = "c1 c1 c1 c1 c1 c1 | .  .  .  .  .  .
                   c1 c1 c1 c1 c1 c1 | .  .  .  .  .  .
                   c1 c1 c1 c1 c1 c1 | .  .  .  .  .  .
                   c1 c1 c1 c1 c1 c1 | .  .  .  .  .  .
                   c3 c3 c1 c1 c1 c1 | .  .  .  .  .  .
                   c3 c3 c2 c1 c1 c1 | .  .  a2 a1 .  .
                   laid 0: a
                   reserve 0: 3-3
                   reserve 1: 3-2";
    let danger = table(picture);
    let safe = redrawn(picture, "reserve 1: 3-2", "reserve 1: 4-4");
    assert!(rating(&danger, "3-3:a1b1") < rating(&safe, "3-3:a1b1"));
}

#[test]
fn the_policy_makes_legal_moves_and_ends_every_game() {
    for options in all_samples() {
        for seed in 0..20 {
            let mut dice = TestDice::new(seed);
            let mut position = start(&options, seed);
            let mut plies = 0;
            while let Some(mv) = position.policy_move(&mut dice, &mut Vec::new()) {
                assert_eq!(position.play(mv), Ok(()), "{mv:?}\n{position:?}");
                plies += 1;
                assert!(plies < 200, "the game does not end\n{position:?}");
            }
            assert_eq!(position.turn(), Turn::Over);
        }
    }
}

#[test]
fn the_policy_is_better_than_any_lay() {
    let mut lead = 0;
    for seed in 0..100 {
        let mut dice = TestDice::new(seed);
        let mut position = start(&options(&[]), seed);
        let policy = Seat::new(seed as usize % 2);
        loop {
            let scratch = &mut Vec::new();
            let next = match position.turn() {
                Turn::Seat(seat) if seat == policy => position.policy_move(&mut dice, scratch),
                _ => position.pick(&mut dice, scratch),
            };
            let Some(mv) = next else { break };
            position.play_unchecked(mv);
        }
        lead += position.score()[policy] - position.score()[policy.next(2)];
    }
    assert!(lead > 500, "{lead} points in 100 games");
}

#[test]
fn the_policy_allocates_nothing() {
    for options in all_samples() {
        let mut dice = TestDice::new(1);
        let start = start(&options, 1);
        let mut scratch = Vec::with_capacity(4096);
        let allocated = allocation_counter::measure(|| {
            for _ in 0..20 {
                let mut position = start.clone();
                while let Some(mv) = position.policy_move(&mut dice, &mut scratch) {
                    position.play_unchecked(mv);
                }
            }
        });
        assert_eq!(allocated.count_total, 0);
    }
}

#[test]
fn k36_partners_are_one_side() {
    let sides = |given: &[(&str, &str)]| {
        let position = start(&options(given), 1);
        Seat::all(position.seats()).map(|seat| position.side(seat)).collect::<Vec<_>>()
    };
    assert_eq!(sides(&[("players", "4"), ("teams", "yes")]), [0, 1, 0, 1]);
    assert_eq!(sides(&[("players", "4")]), [0, 1, 2, 3]);
    assert_eq!(sides(&[]), [0, 1]);
}

#[test]
fn k36_to_cover_a_partner_is_rated_as_to_cover_oneself() {
    let picture = "m2 m2 s1 s1 to2 to2
                   s1 s1 s1 s1 s1 s1
                   s1 s1 s1 s1 s1 s1
                   s1 s1 s1 s1 s1 s1
                   s1 s1 s1 s1 s1 s1
                   s2 s2 s1 s1 s1 s1
                   players: 4
                   teams: yes
                   reserve 0: 2-2
                   reserve 1: 3-3
                   reserve 2: 3-3
                   reserve 3: 3-3";
    let position = table(picture);
    let [own, partner, rival] = ["2-2:a6b6", "2-2:e6f6", "2-2:a1b1"].map(|text| rating(&position, text));
    assert_eq!(own, partner);
    assert!(rival > own);
    let alone = redrawn(picture, "teams: yes", "teams: no");
    assert!(rating(&alone, "2-2:e6f6") > rating(&alone, "2-2:a6b6"), "toucans are rivals then");
}

#[test]
fn openings_are_the_lays_of_a_seat_as_if_it_were_to_move() {
    everywhere(2, |position, seat| {
        let lays = position.legal_moves().into_iter().filter(|mv| matches!(mv, Move::Lay(lay) if !lay.totem()));
        assert_eq!(position.openings(seat), Some(lays.count() as u32), "{position:?}");
    });
    assert_eq!(table(CORNERS).openings(Seat::new(0)), Some(3));
    assert_eq!(table(CORNERS).openings(Seat::new(1)), Some(0));
}

#[test]
fn remarks_tell_what_can_be_laid_on_a_domino() {
    let picture = "c1 c1 c1 c1 c1 c1 | .  .  .  .  .  .
                   c1 c1 c1 c1 c1 c1 | .  .  .  .  .  .
                   c1 c1 c1 c1 c1 c1 | .  .  .  .  .  .
                   c1 c1 c1 c1 c1 c1 | .  .  .  .  .  .
                   c1 c1 c1 c1 c3 c3 | .  .  .  .  .  .
                   c3 c3 c2 c1 c1 c1 | .  .  a2 a1 .  .
                   laid 0: a
                   reserve 0: 3-3+1, hidden 0-0
                   reserve 1: 3-2 2-1";
    let position = table(picture);
    assert_eq!(remarks(&position, "3-3:a1b1^"), ["nothing can be laid on it any more"]);
    assert_eq!(remarks(&position, "3-3:e2f2"), ["nothing can be laid on it for now"]);
    assert_eq!(remarks(&position, "3-3:a1b1"), [""; 0], "3-2 can");
    let helpless = redrawn(picture, "3-2 2-1", "4-4 1-1");
    assert_eq!(remarks(&helpless, "3-3:a1b1"), ["no domino in the opponents' reserves can be laid on it"]);
}

#[test]
fn remarks_tell_what_a_lay_saves() {
    let position = table(
        "c1 c1 c1 c1 c1 c1
         c1 c1 c1 c1 c1 c1
         c1 c1 c1 c1 c1 c1
         c1 c1 c1 c1 c1 c1
         c3 c1 c1 c1 c1 c1
         h4 c3 c3 c1 c1 c1
         reserve 0: 3-3+1, hidden 0-0
         reserve 1: 4-3",
    );
    // The 4 in the corner has two neighbours on which the crocodiles' 4-3 would reach it, and the other one is left.
    assert_eq!(remarks(&position, "3-3:b1c1"), ["nothing can be laid on it for now"]);
    let cornered = table(
        "c1 c1 c1 c1 c1 c1
         c1 c1 c1 c1 c1 c1
         c1 c1 c1 c1 c1 c1
         c1 c1 c1 c1 c1 c1
         c1 c1 c1 c1 c1 c1
         h4 c3 c3 c1 c1 c1
         reserve 0: 3-3+1, hidden 0-0
         reserve 1: 4-3",
    );
    assert_eq!(
        remarks(&cornered, "3-3:b1c1"),
        ["nothing can be laid on it for now", "it puts 4 points of its own side out of the opponents' reach"]
    );
}

#[test]
fn remarks_tell_of_a_new_pile_and_of_the_end() {
    let blocked = table(
        "c1 c1 c1 c1 c1 c1
         c1 c1 c1 c1 c1 c1
         c1 c1 c1 c1 c1 c1
         c1 c1 c1 c1 c1 c1
         c1 c1 c1 c1 c1 c1
         c1 c1 c1 c1 c1 c1
         reserve 0: 3-3+1, hidden 2-2
         reserve 1: 1-1",
    );
    assert_eq!(remarks(&blocked, "p1"), ["a hidden domino comes into view"]);
    let last = after(&blocked, "p1 +2-2");
    assert_eq!(remarks(&last, "1-1:a1b1"), ["nothing can be laid on it for now", "the game ends with it"], "K27");
    assert_eq!(start(&options(&[]), 1).remarks(Move::NewPile(1)), [], "before the first turn");
}

#[test]
fn remarks_are_clauses_in_both_languages() {
    everywhere(1, |position, _| {
        for remark in position.legal_moves().into_iter().flat_map(|mv| position.remarks(mv)) {
            crate::common::assert_in_both_languages(&remark);
            for text in [remark.en, remark.fr] {
                assert!(text.starts_with(char::is_lowercase) && !text.ends_with('.'), "{text}");
            }
        }
    });
}

#[test]
fn the_levels_go_from_any_lay_to_the_best_that_three_seconds_give() {
    let levels = Position::LEVELS;
    assert!((5..=9).contains(&levels.len()));
    assert_eq!(levels[0].thinking, Thinking::Random);
    assert_eq!(levels[levels.len() - 1].thinking, Thinking::Millis(3000));
}
