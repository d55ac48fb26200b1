//! K13 to K22: where a domino may be laid.

use crate::common::picture::{redrawn, table};
use crate::common::{after, assert_legal, assert_refused, legal, legal_without_totem};

#[test]
fn k13_a_domino_lies_on_two_parcels_side_by_side() {
    let position = table(
        "h2 h2 h2 h2 h2 h2
         h2 h2 h2 h2 h2 h2
         h2 h2 h2 h2 h2 h2
         h2 h2 h2 h2 h2 h2
         h2 h2 h2 h2 h2 h2
         h2 h2 h2 h2 h2 h2
         reserve 0: 2-2",
    );
    assert_legal(&position, &["2-2:c3d3", "2-2:c3c4", "2-2:a1b1", "2-2:f5f6"]);
    assert_refused(&position, "2-2:c3d4", "K13");
    assert_refused(&position, "2-2:c4d3", "K13");
    assert_refused(&position, "2-2:c3e3", "K13");
    assert_refused(&position, "2-2:c3c3", "K13");
    assert_eq!(legal_without_totem(&position).len(), 6 * 5 + 5 * 6, "every pair of neighbours once");
}

#[test]
fn k13_both_parcels_are_at_the_same_height() {
    let position = table(
        "h2 h2 h2 h2 h2 h2 | .  .  .  .  .  .  | .  .  .  .  .  .
         h2 h2 h2 h2 h2 h2 | .  .  .  .  .  .  | .  .  .  .  .  .
         h2 h2 h2 h2 h2 h2 | .  .  .  .  .  .  | .  .  .  .  .  .
         h2 h2 h2 h2 h2 h2 | .  .  .  .  .  .  | .  .  .  .  .  .
         h2 h2 h2 h2 h2 h2 | .  .  .  .  .  .  | .  .  .  .  .  .
         h2 h2 h2 h2 h2 h2 | a0 a2 b2 b1 c1 c0 | .  d2 d2 .  .  .
         laid 0: a b
         laid 1: c d
         reserve 0: 2-2",
    );
    assert_refused(&position, "2-2:a1b1", "K20");
    assert_refused(&position, "2-2:c1c2", "K20");
    assert_refused(&position, "2-2:a1a2", "K20");
    assert_legal(&position, &["2-2:a2b2"]);
}

#[test]
fn k14_each_half_has_the_value_of_the_parcel_it_covers() {
    let position = table(
        "c1 c1 c1 c1 c1 c4
         c1 h3 h2 c1 c1 c4
         c1 h2 c1 c1 c3 c4
         c1 c1 c1 c1 c3 c4
         c1 c1 c1 c1 c1 c4
         c2 c3 c4 c4 c4 c4
         reserve 0: 3-2 3-3",
    );
    assert_eq!(legal_without_totem(&position), ["3-2:b1a1", "3-2:b5b4", "3-2:b5c5", "3-3:e3e4"]);
    assert_refused(&position, "3-2:a1b1", "K14");
    assert_refused(&position, "3-2:e4e3", "K14");
    assert_refused(&position, "3-2:c5d5", "K14");
    assert_refused(&position, "3-3:b5c5", "K14");
}

#[test]
fn k14_on_a_domino_its_half_counts_and_not_the_parcel_under_it() {
    let position = table(
        "c1 c1 c1 c1 c1 c1 | .  .  .  .  .  .
         c1 c1 c1 c1 c1 c1 | .  .  .  .  .  .
         c1 c1 c1 c1 c1 c1 | .  .  .  .  .  .
         c1 c1 c1 c1 c1 c1 | .  .  .  .  .  .
         c1 c1 c1 c1 c1 c1 | .  .  .  .  .  .
         c1 c0 c0 c1 c1 c1 | a1 a4 b3 b1 .  .
         laid 0: a
         laid 1: b
         reserve 0: 4-3 2-1 1-1
         reserve 1: 1-0",
    );
    assert_legal(&position, &["4-3:b1c1"]);
    assert_refused(&position, "4-3:c1b1", "K14");
    assert_refused(&position, "1-1:b1c1", "K14");
}

#[test]
fn k15_an_empty_half_covers_any_value_and_an_empty_parcel_too() {
    let position = table(
        "h4 h3 h2 h1 h0 c4
         c4 c4 c4 c4 c4 c4
         h4 h3 h2 h1 h0 c4
         c4 c4 c4 c4 c4 c4
         h4 h3 h2 h1 h0 c4
         c4 c4 c4 c4 c4 c4
         reserve 0: 0-0 1-0",
    );
    let empty_everywhere: Vec<_> = legal_without_totem(&position).into_iter().filter(|text| text.starts_with("0-0")).collect();
    assert_eq!(empty_everywhere.len(), 60);
    assert_legal(&position, &["1-0:d6c6", "1-0:d6e6", "1-0:d6d5", "1-0:e6f6"]);
    // The other half is not empty, and so not as free.
    assert_refused(&position, "1-0:c6d6", "K14");
    assert_refused(&position, "1-0:a6a5", "K14");
}

#[test]
fn k16_an_empty_parcel_is_covered_by_any_value() {
    let position = table(
        "c1 c1 c1 c1 c1 c1 | .  .  .  .  .  .
         c1 h0 c0 c1 c1 c1 | .  .  .  .  .  .
         c1 c1 c1 c1 c1 c1 | .  .  .  .  .  .
         c1 c1 c1 c1 c1 c1 | .  .  .  .  .  .
         c1 c1 c1 c1 c1 c1 | .  .  .  .  .  .
         c1 c1 c1 c1 c1 c1 | a1 a0 b0 b1 .  .
         laid 0: a
         laid 1: b
         reserve 0: 4-3 2-2 2-1",
    );
    let both_empty = ["2-2:b1c1", "2-2:b5c5", "4-3:b1c1", "4-3:b5c5", "4-3:c1b1", "4-3:c5b5"];
    let (with_one, without): (Vec<_>, Vec<_>) =
        legal_without_totem(&position).into_iter().partition(|text| text.starts_with("2-1"));
    assert_eq!(without, both_empty);
    assert!(with_one.contains(&"2-1:b5a5".to_owned()), "2 on the empty parcel, 1 on a 1");
    assert_refused(&position, "2-1:a5b5", "K14");
    assert_refused(&position, "4-3:b5a5", "K14");
}

#[test]
fn k17_parcels_of_any_clan_may_be_covered_ones_own_included() {
    let position = table(
        "m2 m2 s2 s2 to2 m1
         m1 m1 m1 m1 ti2 m1
         m1 m1 m1 m1 ti2 m1
         m1 m1 m1 m1 m1  m1
         m1 m1 m1 m1 m1  m1
         m1 m1 m1 m1 m1  m1
         players: 3
         reserve 0: 2-2
         reserve 1: 2-2",
    );
    let everywhere = ["2-2:a6b6", "2-2:b6c6", "2-2:c6d6", "2-2:d6e6", "2-2:e4e5", "2-2:e5e6"];
    assert_eq!(legal_without_totem(&position), everywhere, "own, other, and of the clan that is left out");
}

#[test]
fn k18_on_the_bare_board_within_a_tile_or_across_two() {
    let position = table(
        "h1 h1 h1 h1 h1 h1
         h1 h2 h2 h1 h1 h1
         h1 h2 h1 h1 h1 h1
         h1 h1 h1 h1 h1 h1
         h2 h1 h1 h1 h1 h1
         h2 h1 h1 h1 h1 h1
         reserve 0: 2-2",
    );
    let tile = |name: &str| position.board().parcels()[position.board().parcel_at(name.parse().unwrap()).unwrap()].tile;
    assert!(tile("a1") == tile("a2") && tile("b5") != tile("c5") && tile("b5") != tile("b4"));
    assert_eq!(legal_without_totem(&position), ["2-2:a1a2", "2-2:b4b5", "2-2:b5c5"]);
}

#[test]
fn k19_on_two_different_dominoes_of_whichever_clans() {
    let position = table(
        "h1 h1 h1 h1 h1 h1 | a1 a2 b2 b0 .  .
         h1 h1 h1 h1 h1 h1 | .  .  .  .  .  .
         h1 h1 h1 h1 h1 h1 | c0 c2 .  .  .  .
         h1 h1 h1 h1 h1 h1 | .  d2 d3 .  .  .
         h1 h1 h1 h1 h1 h1 | .  .  .  .  e4 e2
         h1 h1 h1 h1 h1 h1 | .  .  .  .  f3 f2
         laid 0: a c d
         laid 1: b e f
         reserve 0: 2-2",
    );
    let bridges = ["2-2:b3b4", "2-2:b6c6", "2-2:f1f2"];
    assert_eq!(legal_without_totem(&position), bridges, "on two of the player's clan, on one of each, on two of another clan");
}

#[test]
fn k20_never_partly_on_the_board_and_partly_on_a_domino() {
    let position = table(
        "h2 h2 h2 h2 h2 h2 | .  .  .  .  .  .
         h2 h2 h2 h2 h2 h2 | .  .  .  .  .  .
         h2 h2 h2 h2 h2 h2 | .  .  .  .  .  .
         h2 h2 h2 h2 h2 h2 | .  .  a2 a2 .  .
         h2 h2 h2 h2 h2 h2 | .  .  .  .  .  .
         h2 h2 h2 h2 h2 h2 | .  .  .  .  .  .
         laid 1: a
         reserve 0: 2-2",
    );
    for across in ["2-2:b3c3", "2-2:d3e3", "2-2:c3c4", "2-2:c2c3", "2-2:d3d4", "2-2:d2d3"] {
        assert_refused(&position, across, "K20");
    }
    assert_eq!(legal_without_totem(&position).len(), 60 - 6 - 1, "all but those, and the domino itself");
}

#[test]
fn k20_never_over_a_void() {
    let position = table(
        "h2 h2 h2 h2 h2 h2 .  .
         h2 h2 h2 h2 h2 h2 .  .
         h2 h2 .  .  h2 h2 .  .
         h2 h2 .  .  h2 h2 .  .
         h2 h2 h2 h2 h2 h2 h2 h2
         h2 h2 h2 h2 h2 h2 h2 h2
         layout: maze
         reserve 0: 2-2",
    );
    for over_void in ["2-2:b4c4", "2-2:c3c4", "2-2:c4c5", "2-2:f6g6", "2-2:g2g3", "2-2:h1i1", "2-2:a6a7", "2-2:z98z99"] {
        assert_refused(&position, over_void, "K20");
    }
    assert_legal(&position, &["2-2:b4b5", "2-2:c5d5", "2-2:f2g2"]);
}

#[test]
fn k21_never_exactly_on_one_domino() {
    let position = table(
        "h1 h1 h1 h1 h1 h1 | .  .  .  .  .  .
         h1 h1 h1 h1 h1 h1 | .  .  .  .  .  .
         h1 h1 h1 h1 h1 h1 | .  .  .  .  .  .
         h1 h1 h1 h1 h1 h1 | .  .  .  .  .  .
         h1 h1 h1 h1 h1 h1 | .  .  .  .  .  .
         h1 h1 h1 h1 h1 h1 | a1 a2 b2 b3 .  .
         laid 0: a
         laid 1: b
         reserve 0: 2-2 2-0 3-0 0-0",
    );
    assert_refused(&position, "3-0:d1c1", "K21");
    assert_refused(&position, "2-0:b1a1", "K21");
    assert_refused(&position, "0-0:a1b1", "K21");
    assert_legal(&position, &["2-2:b1c1", "0-0:b1c1", "2-0:b1c1", "2-0:c1b1"]);
}

#[test]
fn k21_the_bare_parcels_of_a_tile_are_no_domino() {
    let position = table(
        "h1 h1 h1 h1 h1 h1
         h1 h1 h1 h1 h1 h1
         h1 h1 h1 h1 h1 h1
         h1 h1 h1 h1 h1 h1
         h1 h1 h1 h1 h1 h1
         h1 h1 h1 h1 h1 h1
         reserve 0: 1-1 1-0
         reserve 1: 1-0",
    );
    assert_legal(&position, &["1-1:a1b1"]);
    let covered = after(&position, "1-1:a1b1 1-0:a2b2");
    assert_refused(&covered, "1-0:a1b1", "K21");
    assert_legal(&covered, &["1-0:a1a2"]);
}

#[test]
fn k22_never_on_a_domino_that_bears_a_totem_with_either_half() {
    let picture = "h1 h1 h1 h1 h1 h1 | .  .  .  .  .  .
                   h1 h1 h1 h1 h1 h1 | .  .  .  .  .  .
                   h1 h1 h1 h1 h1 h1 | .  .  .  .  .  .
                   h1 h1 h1 h1 h1 h1 | .  .  .  .  .  .
                   h1 h1 h1 h1 h1 h1 | .  .  .  .  .  .
                   h1 h1 h1 h1 h1 h1 | a1 a2 b2 b3 c3 c0
                   laid 0: a c
                   laid 1: b^
                   reserve 0: 2-2+1 3-3, hidden 1-1";
    let held = table(picture);
    assert_refused(&held, "2-2:b1c1", "K22");
    assert_refused(&held, "3-3:d1e1", "K22");
    assert_eq!(legal(&held), ["p1"], "nothing else fits");
    let free = redrawn(picture, "b^", "b");
    assert_eq!(legal_without_totem(&free), ["2-2:b1c1", "3-3:d1e1"], "only the totem stood in the way");
}

#[test]
fn k22_ones_own_totem_holds_its_domino_too() {
    let position = table(
        "h1 h1 h1 h1 h1 h1
         h1 h1 h1 h1 h1 h1
         h1 h1 h1 h1 h1 h1
         h1 h1 h1 h1 h1 h1
         h1 h1 h1 h1 h1 h1
         h1 h1 h1 h1 h1 h1
         reserve 0: 1-1 0-0
         reserve 1: 1-0 1-1",
    );
    let held = after(&position, "1-1:a1a2^ 1-0:b1b2");
    assert_refused(&held, "0-0:a1b1", "K22");
    assert_refused(&held, "0-0:a2b2", "K22");
    assert_legal(&after(&position, "1-1:a1a2 1-0:b1b2"), &["0-0:a1b1", "0-0:a2b2"]);
}

#[test]
fn k22_nor_on_two_dominoes_that_both_bear_one() {
    let picture = "h1 h1 h1 h1 h1 h1 | .  .  .  .  .  .
                   h1 h1 h1 h1 h1 h1 | .  .  .  .  .  .
                   h1 h1 h1 h1 h1 h1 | .  .  .  .  .  .
                   h1 h1 h1 h1 h1 h1 | .  .  .  .  .  .
                   h1 h1 h1 h1 h1 h1 | .  .  .  .  .  .
                   h1 h1 h1 h1 h1 h1 | a1 a2 b2 b3 .  .
                   laid 0: a^
                   laid 1: b^
                   reserve 0: 2-2 1-1";
    assert_refused(&table(picture), "2-2:b1c1", "K22");
    assert_legal(&redrawn(picture, "^", ""), &["2-2:b1c1"]);
}
