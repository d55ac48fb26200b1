//! K35 to K37: maze, union, and both.

use std::collections::BTreeSet;

use crate::common::picture::table;
use crate::common::{after, assert_legal, assert_refused, legal_without_totem, options, places, scores, start, try_options};
use tablee_core::chance::TestDice;
use tablee_core::geometry::Square;
use tablee_core::{Game, Play, Setup, play_out};
use tablee_kumata::{Kumata, Layout, LayoutKind, Options};

fn maze() -> Options {
    options(&[("layout", "maze")])
}

/// The squares that have a parcel.
fn squares(options: &Options, layout: &Layout) -> BTreeSet<Square> {
    Kumata::start(options, layout).board().parcels().iter().map(|parcel| parcel.square).collect()
}

/// Every square that can be reached from the first by steps from side to side.
fn hanging_together(squares: &BTreeSet<Square>) -> BTreeSet<Square> {
    let mut reached: BTreeSet<Square> = squares.first().copied().into_iter().collect();
    loop {
        let more: Vec<_> =
            squares.difference(&reached).copied().filter(|square| reached.iter().any(|here| here.is_beside(*square))).collect();
        if more.is_empty() {
            return reached;
        }
        reached.extend(more);
    }
}

#[test]
fn k35_a_maze_laid_at_random_hangs_together_and_begins_at_a1() {
    let options = maze();
    let mut shapes = BTreeSet::new();
    let (mut odd, mut void_corner) = (0, 0);
    for seed in 0..300 {
        let layout = <Layout as Setup<_>>::random(&options, &mut TestDice::new(seed));
        let squares = squares(&options, &layout);
        assert_eq!(squares.len(), 36, "no tiles overlap");
        assert_eq!(hanging_together(&squares), squares, "seed {seed}: {}", layout);
        assert_eq!(squares.iter().map(|square| square.col).min(), Some(0));
        assert_eq!(squares.iter().map(|square| square.row).min(), Some(0));
        odd += usize::from(layout.places().iter().any(|place| place.corner.x % 2 == 1 || place.corner.y % 2 == 1));
        void_corner += usize::from(!squares.contains(&Square::new(0, 0)));
        shapes.insert(squares);
    }
    assert!(shapes.len() > 290, "mazes differ");
    assert!(odd > 100, "tiles are shifted by single parcels");
    assert!(void_corner > 100, "a1 may be a void");
}

#[test]
fn k35_a_maze_may_be_laid_by_the_players_anywhere_on_the_grid() {
    // A staircase, each tile joined to the next along one parcel, laid far from the corner.
    let line = "1@f20 2@h21 3@j22 4@l23 5@n24 6@p25 7@r26 8@t27 9@v28";
    let layout = <Layout as Setup<_>>::read(&maze(), line).expect("the tiles hang together");
    assert_eq!(Kumata::start(&maze(), &layout).board().size(), (18, 10));
    assert!(squares(&maze(), &layout).contains(&Square::new(0, 0)), "moved so that a1 is its corner");
    assert_eq!(layout.to_string(), "1@a1r0 2@c2r0 3@e3r0 4@g4r0 5@i5r0 6@k6r0 7@m7r0 8@o8r0 9@q9r0");
}

#[test]
fn k35_a1_is_the_corner_of_the_rectangle_even_where_no_parcel_lies() {
    let position = table(
        ".  .  h1 h1 h1 h1 h1 h1
         .  .  h1 h1 h1 h1 h1 h1
         h1 h1 h1 h1 h1 h1 h1 h1
         h1 h1 h1 h1 h1 h1 h1 h1
         .  .  .  h1 h1 h1 h1 .
         .  .  .  h1 h1 h1 h1 .
         layout: maze
         reserve 0: 1-1",
    );
    assert_eq!(position.board().size(), (8, 6));
    assert_eq!(position.board().parcel_at(Square::new(0, 0)), None);
    let beside_a3: Vec<_> = legal_without_totem(&position).into_iter().filter(|text| text.contains(":a3")).collect();
    assert_eq!(beside_a3, ["1-1:a3a4", "1-1:a3b3"]);
}

#[test]
fn k35_a_layout_that_overlaps_or_falls_apart_is_refused() {
    let refusal = |line: &str| <Layout as Setup<_>>::read(&maze(), line).expect_err("the layout is wrong");
    let square = "1@a1 2@c1 3@e1 4@a3 5@c3 6@e3 7@a5 8@c5 9@e5";
    assert!(<Layout as Setup<_>>::read(&maze(), square).is_ok());
    for overlapping in ["9@e4", "9@d6", "9@c5", "9@b2"] {
        assert!(refusal(&square.replace("9@e5", overlapping)).en.contains("overlap"), "{overlapping}");
    }
    for apart in ["9@g5", "9@f8", "9@j1", "9@a8"] {
        assert!(refusal(&square.replace("9@e5", apart)).en.contains("falls apart"), "{apart}");
    }
    // Along the side of one parcel is enough; corner to corner, as 9@g5 with tile 6, is not.
    for joined in ["9@f5", "9@g4", "9@g1", "9@b7"] {
        assert!(<Layout as Setup<_>>::read(&maze(), &square.replace("9@e5", joined)).is_ok(), "{joined}");
    }
}

#[test]
fn k35_all_else_is_the_same() {
    let position = table(
        "h1 h1 h1 h1 h1 h1 .  .  | a0 a1 b1 b0 .  .  .  .
         h1 h1 h1 h1 h1 h1 .  .  | .  .  .  .  .  .  .  .
         h1 h1 .  .  h1 h1 .  .  | .  .  .  .  .  .  .  .
         h1 h1 .  .  h1 h1 .  .  | .  .  .  .  .  .  .  .
         h1 h1 h1 h1 h1 h1 h1 h1 | .  .  .  .  .  .  .  .
         h1 h1 h1 h1 h1 h1 h2 h2 | .  .  .  .  .  .  .  .
         layout: maze
         laid 0: a
         laid 1: b
         reserve 0: 1-1 2-2
         reserve 1: 1-1",
    );
    assert_legal(&position, &["1-1:b6c6", "2-2:g1h1", "1-1:a1b1"]);
    assert_refused(&position, "1-1:a6b6", "K21");
    assert_refused(&position, "1-1:c6c5", "K20");
    assert_refused(&position, "1-1:g1g2", "K14");
    let played = after(&position, "1-1:b6c6^ 1-1:a1b1");
    let change = scores(&played)[0] - scores(&position)[0];
    assert_eq!(change, -1 + 3 + 1 - 2, "a 1 covered, a totem at level 3, one fewer unplayed, then two 1s covered");
}

/// Four players in two teams who show nothing on the table but a totem of seat 0 at level 2 and one of seat 1 at level
/// 3.
fn union(totems: [&str; 2], reserves: [&str; 4]) -> (Vec<i32>, Vec<u8>) {
    let [a, b] = totems;
    let [zero, one, two, three] = reserves;
    let position = table(&format!(
        "m0 m0 m0 m0 m0 m0 | a0 a0 .  .  .  . | .  .  .  .  .  .
         m0 m0 m0 m0 m0 m0 | .  .  .  .  .  . | .  .  .  .  .  .
         m0 m0 m0 m0 m0 m0 | c0 c1 d2 d0 .  . | .  b0 b0 .  .  .
         m0 m0 m0 m0 m0 m0 | .  .  .  .  .  . | .  .  .  .  .  .
         m0 m0 m0 m0 m0 m0 | .  .  .  .  .  . | .  .  .  .  .  .
         m0 m0 m0 m0 m0 m0 | .  .  .  .  .  . | .  .  .  .  .  .
         players: 4
         teams: yes
         laid 0: {a}
         laid 1: {b}
         laid 3: c d
         reserve 0: {zero}
         reserve 1: {one}
         reserve 2: {two}
         reserve 3: {three}"
    ));
    (scores(&position), places(&position))
}

#[test]
fn k36_partners_sit_opposite_and_their_team_adds_its_points() {
    let apart = union(["a", "b"], ["1-0", "3-3", "3-3", "0-0"]);
    assert_eq!(
        apart,
        (vec![0, 5, 5, -1], vec![1, 2, 1, 2]),
        "0 + 5 against 5 - 1: the score is each seat's, the place its team's"
    );
    assert_eq!(union(["a", "b"], ["1-0", "3-3", "2-1", "1-1"]), (vec![0, 5, 2, 1], vec![2, 1, 2, 1]));
}

#[test]
fn k36_on_a_tie_the_highest_totem_of_a_team_decides() {
    let reserves = ["1-0", "3-0", "3-3", "2-2"];
    assert_eq!(union(["a^", "b"], reserves), (vec![3, 2, 5, 3], vec![1, 2, 1, 2]), "8 against 5");
    assert_eq!(union(["a^", "b"], ["1-0", "3-2", "2-1", "2-1"]).1, [2, 1, 2, 1], "5 against 6");
    assert_eq!(
        union(["a^", "b"], ["1-0", "3-2", "2-1", "1-1"]),
        (vec![3, 4, 2, 1], vec![1, 2, 1, 2]),
        "5 against 5: level 2 against none"
    );
    assert_eq!(union(["a^", "b^"], ["1-1", "1-0", "2-1", "1-1"]), (vec![4, 4, 2, 1], vec![1, 2, 1, 2]), "6 against 5");
    assert_eq!(
        union(["a^", "b^"], ["1-0", "1-0", "2-1", "1-1"]),
        (vec![3, 4, 2, 1], vec![2, 1, 2, 1]),
        "5 against 5: level 2 against 3"
    );
    assert_eq!(
        union(["a", "b"], ["1-1", "1-0", "2-1", "2-2"]),
        (vec![1, 0, 2, 3], vec![1, 1, 1, 1]),
        "3 against 3, no totems: shared"
    );
}

#[test]
fn k36_union_is_for_four_only() {
    assert!(options(&[("players", "4"), ("teams", "yes")]).teams);
    for players in ["2", "3"] {
        assert!(try_options(&[("players", players), ("teams", "yes")]).is_err_and(|problem| problem.en.starts_with("K36")));
    }
}

#[test]
fn k37_maze_and_union_combine() {
    let options = options(&[("players", "4"), ("teams", "yes"), ("layout", "maze")]);
    assert!(options.teams && options.layout == LayoutKind::Maze);
    let mut mazes = 0;
    for seed in 0..50 {
        let mut position = start(&options, seed);
        mazes += usize::from(position.board().size() != (6, 6));
        play_out(&mut position, &mut TestDice::new(seed), &mut Vec::new());
        assert!(position.is_over());
        let (score, place) = (scores(&position), places(&position));
        assert_eq!((place[0], place[1]), (place[2], place[3]), "partners share a place");
        let (even, odd) = (score[0] + score[2], score[1] + score[3]);
        assert!(even == odd || (even > odd) == (place[0] == 1), "{score:?} {place:?}");
    }
    assert_eq!(mazes, 50);
}
