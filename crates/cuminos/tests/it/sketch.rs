//! The table as text, and what does not show in a position.

use std::hash::{BuildHasher, RandomState};

use crate::common::{deal, options, play, read, table};
use tablee_core::{Game, Ink, Lang};
use tablee_cuminos::{Cuminos, Position};

#[test]
fn the_table_is_drawn_rank_by_rank() {
    let stack = "
        2c .. .. .. | .. .. .. .. | .. .. .. | .. .. ..
        3c .. .. .. | .. .. .. .. | .. .. .. | .. .. ..
        3S 3A 4A 4b | 3S 3d 4d 4b | .. .. 4E | .. .. 1E";
    let mut position = table(stack, &["1-1", "3-1"]);
    play(&mut position, &["pass"]);
    let expected = "
manche 1 sur 2
premier rang
     0     1     2     3
   2 2°
     │
   1 3
   0 3^3   3─────4     4^4
deuxième rang
     1     2
   0 3²────4²
troisième rang
     2
   0 4^1³
▶ 0 rouge     0  1-1
  1 bleu      0  3-1  (a passé)
";
    assert_eq!(format!("\n{}", Cuminos::draw(&position, None, Lang::Fr)), expected);
}

#[test]
fn the_last_block_is_marked() {
    let source = "3S | 5S";
    let mut position = table(source, &["1-1 2-2", "3-2 2-1"]);
    let last = read(&position, "3-2:1,0,1/2,0,1");
    play(&mut position, &["3-2:1,0,1/2,0,1"]);
    let sheet = Cuminos::draw(&position, Some(last), Lang::En);
    let fresh = |(ink, _): &&(Ink, String)| *ink == Ink::Fresh(crate::common::seat(1));
    let marked: String = sheet.lines().flatten().filter(fresh).map(|(_, text)| text.as_str()).collect();
    assert_eq!(marked.trim_end(), "3─────2°");
}

#[test]
fn extra_rounds_are_named_so() {
    let mut extra = crate::common::arrangement("3S | 5S", &["3-1", "3-1"], 1);
    extra.round = 3;
    let drawn = Cuminos::draw(&crate::common::arrange(&extra), None, Lang::En).to_string();
    assert!(drawn.starts_with("extra round 1\n"), "{drawn}");
}

#[test]
fn the_order_in_which_blocks_were_drawn_and_laid_leaves_no_trace() {
    let played = |hand: &str, moves: &[&str]| {
        let mut position = Position::new(&options(2, "none"));
        deal(&mut position, &[hand, "3-1 3-2 3-3 4-1 4-2 4-3 4-4"]);
        play(&mut position, moves);
        position
    };
    let a = played(
        "5-3 3-1 3-2 1-1 2-1 2-2 4-1 4-2",
        &["5-3:0,0,2/0,0,1", "3-1:1,0,1/2,0,1", "3-1:-1,0,1/-2,0,1", "3-2:0,1,1/0,2,1", "3-2:0,-1,1/0,-2,1"],
    );
    let b = played(
        "4-2 4-1 2-2 2-1 1-1 3-2 3-1 5-3",
        &["5-3:0,0,2/0,0,1", "3-2:0,1,1/0,2,1", "3-2:0,-1,1/0,-2,1", "3-1:1,0,1/2,0,1", "3-1:-1,0,1/-2,0,1"],
    );
    let hasher = RandomState::new();
    assert_eq!(a, b);
    assert_eq!(hasher.hash_one(&a), hasher.hash_one(&b));
}
