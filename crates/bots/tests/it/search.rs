//! The search against exhaustive search, and what it promises.

use std::collections::HashMap;
use std::num::NonZero;
use std::thread;
use std::time::{Duration, Instant};

use crate::toys::{CROWD, Crowd, Heap, LEFT, TwoHands, Wager, exhaustive};
use tablee_bots::{Bot, Budget, Choice, Search, Stop, Uct};
use tablee_bots::{FastDice, Greedy, Random};
use tablee_core::{Knowledge, Position, Seat, Turn};

fn choose<P: Knowledge>(position: &P, budget: Budget, seed: u64) -> Choice<P::Move> {
    Search::new(budget, P::STYLE, seed).choose(position, &Stop::new()).expect("a seat is to move")
}

/// The value of a move for the seat that makes it, and the value of the best move.
fn judged<P: Position>(position: &P, mv: P::Move) -> (f64, f64) {
    let Turn::Seat(seat) = position.turn() else { panic!("it is nobody's turn") };
    let mut known = HashMap::new();
    let best = exhaustive(position, &mut known)[seat];
    let mut after = position.clone();
    after.play_unchecked(mv);
    (exhaustive(&after, &mut known)[seat], best)
}

#[test]
fn it_finds_what_exhaustive_search_finds() {
    for stones in 1..=14 {
        let heap = Heap::new(stones, 2);
        let (value, best) = judged(&heap, choose(&heap, Budget::playouts(4000), 7).mv);
        assert_eq!(value, best, "a heap of {stones}");
    }
}

#[test]
fn it_finds_what_exhaustive_search_finds_among_three() {
    for stones in 1..=7 {
        let heap = Heap::new(stones, 3);
        let (value, best) = judged(&heap, choose(&heap, Budget::playouts(6000), 7).mv);
        assert_eq!(value, best, "a heap of {stones}");
    }
}

#[test]
fn it_weighs_chances_as_exhaustive_search_does() {
    for turns in 1..=5 {
        for lead in -4..=4 {
            let wager = Wager { turns, seat: Seat::new(0), drawing: false, points: [lead, 0] };
            let (value, best) = judged(&wager, choose(&wager, Budget::playouts(6000), 3).mv);
            assert!(value > best - 0.03, "{turns} turns, lead {lead}: {value} instead of {best}");
        }
    }
}

#[test]
fn its_outlook_is_what_exhaustive_search_expects() {
    let wager = Wager { turns: 4, seat: Seat::new(0), drawing: false, points: [0, 0] };
    let evaluation = choose(&wager, Budget::playouts(20_000), 1).evaluation.expect("it searched");
    let expected = exhaustive(&wager, &mut HashMap::new());
    assert!((f64::from(evaluation.win[Seat::new(0)]) - expected[Seat::new(0)]).abs() < 0.05, "{evaluation:?} {expected:?}");
    assert!((evaluation.win[Seat::new(0)] + evaluation.win[Seat::new(1)] - 1.0).abs() < 1e-3);
    assert_eq!(evaluation.playouts, 20_000);
}

#[test]
fn a_win_in_one_is_played() {
    for stones in 1..=3 {
        assert_eq!(choose(&Heap::new(stones, 2), Budget::playouts(64), 5).mv, stones);
    }
}

#[test]
fn a_loss_in_one_is_avoided() {
    // Leaving 1 to 3 stones loses at once: of 5 only 1 may be taken.
    assert_eq!(choose(&Heap::new(5, 2), Budget::playouts(400), 5).mv, 1);
}

#[test]
fn it_copes_with_a_thousand_moves() {
    for good in [0, 500, CROWD - 1] {
        let crowd = Crowd { good, played: Vec::new() };
        assert_eq!(choose(&crowd, Budget::playouts(60_000), 11).mv, good);
    }
}

#[test]
fn what_looks_like_another_move_is_looked_at_now_but_not_ahead() {
    for stones in 2..=14 {
        let heap = TwoHands { heap: Heap::new(stones, 2), begun: false };
        // That it does not look at it ahead is asserted by the game.
        let choice = choose(&heap, Budget::playouts(4000), 7);
        let ranking = choice.evaluation.expect("it searched").ranking;
        assert!(ranking.iter().any(|ranked| ranked.mv > LEFT), "a heap of {stones}: {ranking:?}");
        let (value, best) = judged(&heap.heap, choice.mv % LEFT);
        assert_eq!(value, best, "a heap of {stones}");
    }
}

#[test]
fn the_same_seed_gives_the_same_move() {
    let wager = Wager { turns: 6, seat: Seat::new(0), drawing: false, points: [0, 0] };
    let one = choose(&wager, Budget::playouts(500), 42);
    assert_eq!(one, choose(&wager, Budget::playouts(500), 42));
    let two = Budget::playouts(500).on(NonZero::new(2).unwrap());
    assert_eq!(choose(&wager, two, 42), choose(&wager, two, 42), "on two threads as well");
    assert_ne!(one, choose(&wager, Budget::playouts(500), 43), "another seed sees other playouts");
}

#[test]
fn a_budget_of_playouts_is_kept() {
    for (playouts, threads) in [(1, 1), (33, 1), (1000, 1), (1001, 2), (7, 3)] {
        let budget = Budget::playouts(playouts).on(NonZero::new(threads).unwrap());
        let evaluation = choose(&Heap::new(20, 2), budget, 1).evaluation.expect("it searched");
        assert_eq!(evaluation.playouts, playouts, "{threads} threads");
    }
}

/// A budget of hours, ended from elsewhere. The figure of 10 ms is measured by `tablee bench search`; here only that it
/// ends at all.
#[test]
fn it_stops_when_asked() {
    for threads in [1, 2] {
        let stop = Stop::new();
        let budget = Budget::time(Duration::from_secs(100_000)).on(NonZero::new(threads).unwrap());
        let caller = stop.clone();
        let thread = thread::spawn(move || {
            thread::sleep(Duration::from_millis(20));
            caller.call();
        });
        let wager = Wager { turns: 100, seat: Seat::new(0), drawing: false, points: [0, 0] };
        let choice = Search::new(budget, Wager::STYLE, 1).choose(&wager, &stop).expect("it moves with what it knows");
        assert!(choice.evaluation.is_some_and(|evaluation| evaluation.playouts > 0));
        thread.join().unwrap();
    }
}

#[test]
fn a_budget_of_time_ends() {
    let before = Instant::now();
    let wager = Wager { turns: 100, seat: Seat::new(0), drawing: false, points: [0, 0] };
    choose(&wager, Budget::time(Duration::from_millis(30)), 1);
    assert!(before.elapsed() >= Duration::from_millis(1), "it did think");
}

#[test]
fn a_forced_move_needs_no_thought() {
    let heap = Heap::new(1, 2);
    assert_eq!(choose(&heap, Budget::playouts(1_000_000_000), 1).mv, 1);
}

#[test]
fn no_bot_moves_when_it_is_no_seats_turn() {
    let over = Heap::new(0, 2);
    let stop = Stop::new();
    assert!(Search::new(Budget::playouts(10), Heap::STYLE, 1).choose(&over, &stop).is_err());
    assert!(Uct { budget: Budget::playouts(10), dice: FastDice::new(1) }.choose(&over, &stop).is_err());
    assert!(Greedy(FastDice::new(1)).choose(&over, &stop).is_err());
    assert!(Random(FastDice::new(1)).choose(&over, &stop).is_err());
    let drawing = Wager { turns: 1, seat: Seat::new(0), drawing: true, points: [0, 0] };
    assert!(Search::new(Budget::playouts(10), Wager::STYLE, 1).choose(&drawing, &stop).is_err());
    assert!(Random(FastDice::new(1)).choose(&drawing, &stop).is_err());
}

#[test]
fn the_search_of_the_textbooks_is_right_too() {
    let stop = Stop::new();
    for stones in 1..=10 {
        let heap = Heap::new(stones, 2);
        let mut uct = Uct { budget: Budget::playouts(5000), dice: FastDice::new(2) };
        let (value, best) = judged(&heap, uct.choose(&heap, &stop).unwrap().mv);
        assert_eq!(value, best, "a heap of {stones}");
    }
}
