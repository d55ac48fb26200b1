//! Laying a block, clause by clause: C4, C5, C8 to C15.

use crate::common::{allows, deal, legal, options, play, refuses, table, worth};
use tablee_core::Refusal;
use tablee_cuminos::Position;

#[test]
fn c4_the_opener_stands_the_source_and_cannot_pass() {
    let mut position = Position::new(&options(2, "none"));
    deal(&mut position, &["1-1 2-1 3-1 4-1 5-1 6-1 5-3 2-2", "1-1 2-1 3-1 4-1 5-1 6-1 5-3"]);
    let upright = |block: &str| [format!("{block}:0,0,1/0,0,2"), format!("{block}:0,0,2/0,0,1")];
    let mut expected: Vec<String> = ["2-1", "3-1", "4-1", "5-1", "6-1", "5-3"].into_iter().flat_map(upright).collect();
    expected.extend(["1-1:0,0,1/0,0,2".to_owned(), "2-2:0,0,1/0,0,2".to_owned()]);
    expected.sort_unstable();
    let mut moves = legal(&position);
    moves.sort_unstable();
    assert_eq!(moves, expected);
    refuses(&position, "C4", &["pass", "5-3:0,0,1/1,0,1", "5-3:1,0,1/1,0,2", "5-3:0,0,2/0,0,3"]);
    assert_eq!(worth(&position, "5-3:0,0,1/0,0,2"), 0);
}

#[test]
fn c5_the_next_block_touches_the_lower_half_of_the_source() {
    let source = "3S | 5S";
    let mut position = table(source, &["3-2 5-1 1-1", "3-1 5-3 5-5 5-1 1-1"]);
    allows(&position, &["3-1:1,0,1/2,0,1", "3-1:0,-1,1/1,-1,1", "5-3:-1,0,2/-1,0,1"]);
    refuses(&position, "C5", &["3-1:1,1,1/2,1,1", "5-5:1,0,2/2,0,2", "5-1:0,0,3/1,0,3", "5-1:0,0,3/0,0,4", "1-1:7,7,1/7,7,2"]);
    refuses(&position, "C8", &["5-1:1,0,1/2,0,1"]);
    // By any seat: here seat 0, since seat 1 passes.
    play(&mut position, &["pass"]);
    refuses(&position, "C5", &["3-2:1,1,1/2,1,1"]);
    play(&mut position, &["3-2:1,0,1/2,0,1"]);
    // The block after it touches what it likes.
    refuses(&position, "C9", &["3-1:1,2,1/2,2,1"]);
}

#[test]
fn c8_faces_that_touch_below_and_beside_bear_the_same_mark() {
    let branch = "3S 3A 4A | 5S";
    let position = table(branch, &["1-1", "4-3 4-4 4-1 5-1 2-1"]);
    // Beside, on the table.
    allows(&position, &["4-1:3,0,1/4,0,1", "4-1:2,1,1/2,2,1"]);
    refuses(&position, "C8", &["4-1:4,0,1/3,0,1", "5-1:3,0,1/4,0,1", "2-1:3,0,1/3,0,2"]);
    // Below, and beside at a height: the upper half of the source is a 5.
    refuses(&position, "C8", &["4-3:2,0,2/1,0,2", "4-4:1,0,2/2,0,2"]);

    let branch = "3S 3A 4A | 3S";
    let position = table(branch, &["1-1", "4-3 4-1"]);
    allows(&position, &["4-3:2,0,2/1,0,2"]);
    refuses(&position, "C8", &["4-3:1,0,2/2,0,2"]);
}

#[test]
fn c8_both_halves_of_a_standing_block_match_what_is_beside_them() {
    let stack = "3S 3A 4A | 3S 3b 4b";
    let position = table(stack, &["1-1", "4-4 4-1"]);
    allows(&position, &["4-4:3,0,1/3,0,2", "4-1:3,0,1/4,0,1"]);
    refuses(&position, "C8", &["4-1:3,0,1/3,0,2"]);
    let refusal = tablee_core::Position::check(&position, crate::common::read(&position, "4-1:3,0,1/3,0,2")).unwrap_err();
    assert_eq!(refusal.to_string(), "C8: the marks differ: a 1 would touch a 4");
    assert_eq!(refusal.text().fr, "les marques diffèrent : un 1 toucherait un 4");
}

#[test]
fn c9_a_lying_block_touches_the_source_or_an_open_end() {
    // Four sides of the source, each with three ways to lie, and the pass. To stand there takes a 5 above the 3.
    let source = "3S | 5S";
    let position = table(source, &["1-1", "3-1 2-2"]);
    assert_eq!(legal(&position).len(), 4 * 3 + 1);
    let position = table(source, &["1-1", "5-3 2-2"]);
    assert_eq!(legal(&position).len(), 4 * 3 + 4 + 1);

    let branch = "3S 3A 4A | 5S";
    let position = table(branch, &["1-1", "3-1 4-1"]);
    allows(&position, &["4-1:3,0,1/4,0,1", "4-1:3,0,1/3,1,1", "4-1:2,-1,1/3,-1,1", "3-1:-1,0,1/-2,0,1", "3-1:0,1,1/-1,1,1"]);
    refuses(&position, "C9", &["4-1:3,1,1/4,1,1", "4-1:9,9,1/9,8,1"]);
    // Three free sides of the end and three of the source, with three ways to lie at each. At four of them one way has
    // the 1 beside the 3 at 1,0. At the end a block may also stand.
    refuses(&position, "C8", &["3-1:0,1,1/1,1,1", "4-1:2,1,1/1,1,1"]);
    assert_eq!(legal(&position).len(), 6 * 3 - 4 + 3 + 1);
}

#[test]
fn c10_a_branch_grows_from_its_open_end_only() {
    let branch = "3S 3A 4A 4b 1b | 5S";
    let position = table(branch, &["1-1", "3-1 5-4 4-2 2-1 2-2 3-2"]);
    allows(&position, &["2-1:6,0,1/5,0,1", "2-1:4,2,1/4,1,1", "2-1:5,-1,1/4,-1,1", "3-1:-1,0,1/-2,0,1"]);
    refuses(&position, "C10", &["4-2:2,1,1/2,2,1", "5-4:3,1,2/3,1,1", "3-2:1,-1,1/1,-2,1"]);
    // The three other sides of the source stay free.
    allows(&position, &["3-2:-1,0,1/-2,0,1", "3-2:0,1,1/0,2,1", "3-2:0,-1,1/-1,-1,1"]);
}

#[test]
fn c10_an_end_is_closed_from_any_side_but_not_from_above() {
    let side = "
        .. .. 2b | .. .. ..
        .. .. 4b | .. .. ..
        3S 3A 4A | 5S .. ..";
    refuses(&table(side, &["1-1", "4-1 2-1"]), "C10", &["4-1:3,0,1/4,0,1"]);

    let above = "3S 3A 4A | 3S 3b 4b";
    allows(&table(above, &["1-1", "4-1"]), &["4-1:3,0,1/4,0,1"]);
}

#[test]
fn c11_a_standing_block_is_a_dead_end_on_the_first_rank() {
    let branch = "3S 3A 4A 4b | 5S .. .. 2b";
    let position = table(branch, &["1-1", "4-1 5-3"]);
    refuses(&position, "C11", &["4-1:4,0,1/5,0,1", "4-1:3,1,1/3,2,1", "4-1:3,-1,1/3,-1,2"]);
    // It closes the end that it touches.
    refuses(&position, "C10", &["4-1:2,1,1/2,2,1"]);
    // Its lower half touches as a lying block does; the upper half does not count.
    refuses(&position, "C11", &["4-1:8,8,1/8,8,2"]);
    allows(&position, &["5-3:-1,0,2/-1,0,1"]);
    assert_eq!(worth(&position, "5-3:-1,0,2/-1,0,1"), 0);
}

#[test]
fn c11_what_also_touches_the_source_or_an_end_may_be_beside_a_dead_end() {
    let corner = "3S 3a | 5S 5a";
    let position = table(corner, &["1-1", "3-3 3-1 5-5"]);
    allows(&position, &["3-3:0,1,1/1,1,1"]);
    refuses(&position, "C8", &["3-1:0,1,1/1,1,1"]);
    refuses(&position, "C11", &["3-1:1,1,1/1,2,1", "3-3:1,1,1/1,1,2"]);
    // The second rank on it stays open.
    allows(&position, &["5-5:0,0,3/1,0,3"]);
}

#[test]
fn c12_the_second_rank_lies_on_the_first_at_one_height() {
    let branch = "3S 3A 4A 4b 1b | 3S";
    let position = table(branch, &["1-1", "4-4 4-3 5-4 1-1 3-3"]);
    // Across two blocks, and over one.
    allows(&position, &["4-4:2,0,2/3,0,2", "4-3:2,0,2/1,0,2"]);
    // It only lies.
    refuses(&position, "C12", &["4-4:2,0,2/2,0,3", "1-1:4,0,2/4,0,3", "5-4:3,0,3/3,0,2"]);
    // The source is higher than what lies beside it.
    refuses(&position, "C6", &["3-3:0,0,2/1,0,2"]);
    refuses(&position, "C14", &["3-3:0,0,3/1,0,3"]);
}

#[test]
fn c12_ranks_are_counted_in_blocks_not_in_heights() {
    // Three cubes high, and yet the second rank: it rests on two standing blocks.
    let tops = "3S 3a | 5S 5a";
    let position = table(tops, &["1-1", "5-5 3-1"]);
    assert_eq!(worth(&position, "5-5:0,0,3/1,0,3"), 2);

    // Four and five cubes high, and only the third rank.
    let stack = "3S 3a | 5S 5a | 5B 5B";
    let position = table(stack, &["1-1", "5-5 5-1"]);
    assert_eq!(worth(&position, "5-5:0,0,4/1,0,4"), 4);
    assert_eq!(worth(&position, "5-1:0,0,4/0,0,5"), 3);
    let ranks: Vec<_> = position.laid().iter().map(|laid| (laid.lay.block().to_string(), position.rank(*laid))).collect();
    assert!(ranks.contains(&("5-5".to_owned(), 2)), "{ranks:?}");
}

#[test]
fn c13_the_third_rank_lies_with_a_half_on_the_second_or_stands_on_it() {
    let stack = "3S 3A 4A | 3S 3b 4b";
    let position = table(stack, &["1-1", "1-1", "4-3 4-1 3-3 3-1"]);
    // Over one block of the second rank.
    assert_eq!(worth(&position, "4-3:2,0,3/1,0,3"), 4);
    // One half on the second rank, the other on the source, which is of the first.
    assert_eq!(worth(&position, "3-3:0,0,3/1,0,3"), 4);
    // Standing on the second rank, not on the first.
    assert_eq!(worth(&position, "4-1:2,0,3/2,0,4"), 3);
    refuses(&position, "C13", &["3-1:0,0,3/0,0,4"]);

    let dead_end = "3S 3A 4A 4b | 5S .. .. 2b";
    refuses(&table(dead_end, &["1-1", "2-1 3-1"]), "C13", &["2-1:3,0,3/3,0,4"]);
}

#[test]
fn c13_a_standing_third_rank_block_is_no_dead_end() {
    let stack = "3S 3a 3a | 3S 3B2 3B2 | .. .. 3D | .. .. 1D";
    let position = table(stack, &["1-1", "1-1", "1-1", "3-3 2-2"]);
    assert_eq!(worth(&position, "3-3:0,0,3/1,0,3"), 8);
}

#[test]
fn c14_nothing_overhangs() {
    let stack = "3S 3A 4A 4b 1b | 3S 3c 4c";
    let position = table(stack, &["1-1", "1-1", "4-4 4-1 1-1 3-1"]);
    refuses(&position, "C14", &["4-4:2,0,3/3,0,3", "1-1:4,0,2/5,0,2", "3-1:1,0,3/1,1,3", "1-1:4,0,3/4,0,4", "4-1:3,0,3/4,0,3"]);
    allows(&position, &["4-1:3,0,2/4,0,2"]);
}

#[test]
fn c15_nothing_is_laid_on_the_third_rank() {
    let stack = "3S 3A 4A | 3S 3b 4b | .. 3c2 4c2";
    let position = table(stack, &["1-1", "1-1", "1-1", "4-3 4-1 3-1"]);
    refuses(&position, "C15", &["4-3:2,0,4/1,0,4", "4-1:2,0,4/2,0,5", "3-1:1,0,4/1,0,5"]);

    // A half on the third rank is as bad: of these two columns of one height only the western is of the second.
    let stack = "3a 3S 3b 4b | 3a 3S 3c2 4c2 | 3e2 3e2 3d3 4d3";
    let position = table(stack, &["1-1", "1-1", "1-1", "3-3 3-1"]);
    refuses(&position, "C15", &["3-3:0,0,4/1,0,4"]);
    allows(&position, &["3-3:-1,0,4/0,0,4"]);
}
