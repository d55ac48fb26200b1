//! K28 to K34 and K38: the count and who wins.

use crate::common::picture::{redrawn, table};
use crate::common::{after, places, scores};
use tablee_core::{Game, Play, Seat, SeatCount};
use tablee_kumata::{Kumata, Position};

/// The points of a seat by the clauses K28 to K31.
fn parts(count: &SeatCount) -> Vec<(&'static str, i32)> {
    count.parts.iter().map(|part| (part.clause.0, part.points)).collect()
}

fn count_of(position: &Position, number: usize) -> SeatCount {
    Kumata::count(position).into_iter().find(|count| count.seat == Seat::new(number)).expect("every seat is counted")
}

/// One line of a seat's count: what is pointed at, in order.
fn items(position: &Position, number: usize, clause: &str) -> Vec<String> {
    let count = count_of(position, number);
    let part = count.parts.iter().find(|part| part.clause.0 == clause).expect("the clause is counted");
    part.items.iter().map(|item| item.what.en.clone()).collect()
}

#[test]
fn k28_what_is_visible_of_ones_clan_counts_on_the_board_and_on_dominoes() {
    let position = table(
        "h3 c0 c0 c0 c0 c2 | .  .  .  .  .  .  | .  .  .  .  .  .
         c0 c0 c0 c0 c0 c0 | .  .  .  .  .  .  | .  .  .  .  .  .
         c0 c0 h4 h4 c4 c0 | .  a4 a4 b4 b1 .  | .  .  d0 d4 .  .
         c0 c0 c0 c0 c0 c0 | .  .  .  .  .  .  | .  .  .  .  .  .
         c0 c0 c0 c0 c0 c0 | .  .  .  .  .  .  | .  .  .  .  .  .
         h1 c0 c0 c0 c0 c0 | .  .  .  .  .  .  | .  .  .  .  .  .
         laid 0: a
         laid 1: b d
         reserve 0: 0-0
         reserve 1: 0-0",
    );
    assert_eq!(parts(&count_of(&position, 0)), [("K28", 3 + 1 + 4), ("K29", 0), ("K30", 0), ("K31", -2)]);
    assert_eq!(parts(&count_of(&position, 1)), [("K28", 2 + 1 + 4), ("K29", 0), ("K30", 0), ("K31", -2)]);
    // The crocodiles' 0 lies on the hippos' 4 now; before that it was visible.
    let uncovered = after(&position, "0-0:a1b1");
    assert_eq!(scores(&uncovered), [8 - 1 - 2, 7 - 2], "the hippos covered their own 1");
}

#[test]
fn k29_the_visible_dominoes_of_the_reserve_count_and_hidden_ones_do_not() {
    let picture = "c0 c0 c0 c0 c0 c0
                   c0 c0 c0 c0 c0 c0
                   c0 c0 c0 c0 c0 c0
                   c0 c0 c0 c0 c0 c0
                   c0 c0 c0 c0 c0 c0
                   c0 c0 c0 c0 c0 c0
                   reserve 0: 4-3+2 2-1 gone 1-0, hidden 4-4 3-3
                   reserve 1: 0-0";
    let position = table(picture);
    assert_eq!(parts(&count_of(&position, 0))[1], ("K29", 7 + 3 + 1));
    assert_eq!(items(&position, 0, "K29"), ["4-3", "2-1", "1-0"]);
    let reserve: Vec<_> = count_of(&position, 0).parts[1].items.iter().map(|item| item.pieces.clone()).collect();
    assert_eq!(reserve, [["0:4-3"], ["0:2-1"], ["0:1-0"]]);
    assert_eq!(scores(&position), scores(&redrawn(picture, "hidden 4-4 3-3", "hidden 0-0 2-0")));
    assert_eq!(scores(&position)[0] - scores(&redrawn(picture, "2-1", "gone"))[0], 3);
}

#[test]
fn k30_a_totem_counts_its_height_from_the_table() {
    let picture = "c0 c0 c0 c0 c0 c0 | .  .  .  .  .  .  | .  .  .  .  .  .  | .  .  .  .  .  .
                   c0 c0 c0 c0 c0 c0 | .  .  h1 h1 .  .  | .  .  .  .  .  .  | .  .  .  .  .  .
                   c0 c0 c0 c0 c0 c0 | .  .  .  .  .  .  | .  .  .  .  .  .  | .  .  .  .  .  .
                   c0 c0 c0 c0 c0 c0 | .  i2 i2 j3 j3 .  | .  .  k4 k4 .  .  | .  .  .  .  .  .
                   c0 c0 c0 c0 c0 c0 | .  .  .  .  .  .  | .  .  .  .  .  .  | .  .  .  .  .  .
                   c0 c0 c0 c0 c0 c0 | a0 a1 b1 b2 d2 d0 | .  e1 e3 f3 f0 .  | .  .  g3 g4 .  .
                   laid 0: b d f h^ k^
                   laid 1: a e g^ i j";
    let position = table(picture);
    assert_eq!(items(&position, 0, "K30"), ["level 2", "level 3"], "a domino on the board, and one on top of such");
    assert_eq!(items(&position, 1, "K30"), ["level 4"], "the totem itself adds no level");
    let bearers: Vec<_> = count_of(&position, 0).parts[2].items.iter().map(|item| item.pieces.clone()).collect();
    assert_eq!(bearers, [["0:1-1"], ["0:4-4"]], "each is seen on the domino that bears it");
    assert_eq!(parts(&count_of(&position, 0))[2..], [("K30", 2 + 3), ("K31", 0)]);
    let worth = |totem: &str, seat: usize| scores(&position)[seat] - scores(&redrawn(picture, totem, &totem[..1]))[seat];
    assert_eq!([worth("h^", 0), worth("k^", 0), worth("g^", 1)], [2 + 1, 3 + 1, 4 + 1], "each would also cost 1 if not played");
}

#[test]
fn k31_each_totem_not_played_costs_one() {
    let board = "c0 c0 c0 c0 c0 c0\n".repeat(6) + "reserve 0: 0-0 1-0 2-0\nreserve 1: 0-0 1-0 2-0";
    let position = table(&board);
    assert_eq!(scores(&position), [3 - 2, 3 - 2]);
    assert_eq!(scores(&after(&position, "1-0:a1b1^ 1-0:c1d1")), [3 + 2 - 1, 3 - 2]);
    let four = table(&(board.replace('c', "m") + "\nplayers: 4"));
    assert_eq!(scores(&four), [3 - 1, 3 - 1, -1, -1]);
}

/// Four players who show nothing on the table, so that their reserves and totems are all they count. `totems` are the
/// dominoes that bear one: a of seat 0 and c of seat 2 lie on the board, b of seat 1 one level higher, on two of seat
/// 3.
fn contest(totems: &str, reserves: [&str; 4], variant: &str) -> Position {
    let [a, b, c] = ["a", "b", "c"].map(|name| if totems.contains(name) { format!("{name}^") } else { name.to_owned() });
    let [zero, one, two, three] = reserves;
    table(&format!(
        "m0 m0 m0 m0 m0 m0 | a0 a0 .  .  .  . | .  .  .  .  .  .
         m0 m0 m0 m0 m0 m0 | .  .  .  .  .  . | .  .  .  .  .  .
         m0 m0 m0 m0 m0 m0 | d0 d1 e2 e0 .  . | .  b0 b0 .  .  .
         m0 m0 m0 m0 m0 m0 | .  .  .  .  .  . | .  .  .  .  .  .
         m0 m0 m0 m0 m0 m0 | c0 c0 .  .  .  . | .  .  .  .  .  .
         m0 m0 m0 m0 m0 m0 | .  .  .  .  .  . | .  .  .  .  .  .
         players: 4
         {variant}
         laid 0: {a}
         laid 1: {b}
         laid 2: {c}
         laid 3: d e
         reserve 0: {zero}
         reserve 1: {one}
         reserve 2: {two}
         reserve 3: {three}"
    ))
}

fn ranked(totems: &str, reserves: [&str; 4]) -> (Vec<i32>, Vec<u8>) {
    let position = contest(totems, reserves, "");
    (scores(&position), places(&position))
}

#[test]
fn k32_the_highest_total_wins() {
    assert_eq!(ranked("", ["3-0", "3-1", "1-0", "1-1"]), (vec![2, 3, 0, 1], vec![2, 1, 4, 3]));
    assert_eq!(ranked("b", ["3-3", "1-0", "2-1", "1-1"]), (vec![5, 4, 2, 1], vec![1, 2, 3, 4]), "a totem does not beat points");
}

#[test]
fn k33_on_a_tie_for_the_victory_the_highest_totem_wins() {
    let tied = ["2-1", "2-0", "3-3", "1-1"];
    assert_eq!(ranked("ab", tied), (vec![5, 5, 5, 1], vec![2, 1, 2, 4]), "levels 2, 3 and none");
    assert_eq!(ranked("a", ["2-1", "1-0", "3-3", "1-1"]), (vec![5, 0, 5, 1], vec![1, 4, 2, 3]), "level 2 beats none");
}

#[test]
fn k33_lower_places_are_simply_shared() {
    assert_eq!(ranked("ab", ["3-3", "1-0", "3-2", "1-1"]), (vec![8, 4, 4, 1], vec![1, 2, 2, 4]), "a totem above the winner's");
    assert_eq!(
        ranked("ac", ["3-3", "3-2", "2-0", "1-1"]),
        (vec![8, 4, 4, 1], vec![1, 2, 2, 4]),
        "a totem as high as the winner's"
    );
}

#[test]
fn k33_the_highest_totem_decides_and_not_their_sum() {
    let position = table(
        "h0 h0 h0 h0 h0 h0 | a0 a0 .  .  .  . | .  .  .  .  .  .
         h0 h0 h0 h0 h0 h0 | .  .  .  .  .  . | .  .  .  .  .  .
         h0 h0 h0 h0 h0 h0 | d0 d1 e2 e0 .  . | .  b0 b0 .  .  .
         h0 h0 h0 h0 h0 h0 | .  .  .  .  .  . | .  .  .  .  .  .
         h0 h0 h0 h0 h0 h0 | c0 c1 .  .  .  . | .  .  .  .  .  .
         h0 h0 h0 h0 h0 h0 | .  .  .  .  .  . | .  .  .  .  .  .
         laid 0: a^ c^
         laid 1: b^ d e
         reserve 0: 2-0
         reserve 1: 3-2",
    );
    assert_eq!(scores(&position), [1 + 2 + 2 + 2, 5 + 3 - 1]);
    assert_eq!(places(&position), [2, 1], "levels 2 and 2 against 3");
}

#[test]
fn k34_if_that_ties_too_the_victory_is_shared() {
    assert_eq!(ranked("ac", ["2-1", "1-0", "3-0", "1-1"]), (vec![5, 0, 5, 1], vec![1, 4, 1, 3]), "both at level 2");
    assert_eq!(ranked("", ["3-1", "3-1", "2-2", "1-1"]), (vec![3, 3, 3, 1], vec![1, 1, 1, 4]), "no totem at all");
    let (score, place) = ranked("abc", ["3-0", "2-0", "2-1", "1-1"]);
    assert_eq!((score, place), (vec![5, 5, 5, 1], vec![2, 1, 2, 4]), "a higher one would have decided");
}

/// The scoring example of the rulebook: the tigers are blocked with one 3-2 in reserve. Only ones and totems, heights
/// and whole dominoes stand in its way, since every other parcel is empty.
///
/// The print names the tigers and the toucans in words and the other two by colour only, so which of those came second
/// is ours.
const RULEBOOK_EXAMPLE: &str = "
    s0  m1  s0  to1 s0  to1 | a0 a1 .  .  f0 f0 | .  .  .  .  .  .
    m1  s0  to1 s0  to1 s0  | .  .  .  .  .  .  | .  .  .  .  .  .
    s0  s1  s0  to1 s0  ti1 | .  d0 d1 e3 e0 .  | .  .  b0 b0 .  .
    m1  s0  to1 s0  to1 s0  | .  .  .  .  .  .  | .  .  .  .  .  .
    s0  m1  s0  s1  s0  s1  | .  .  c0 c1 .  .  | .  .  .  .  .  .
    m1  s0  to1 s0  s1  s0  | .  .  .  .  g0 g0 | .  .  .  .  .  .
    players: 4
    clans: toucans,snakes,tigers,monkeys
    laid 0: b^
    laid 1: d g^
    laid 2: a^
    laid 3: c e f
    reserve 2: gone 3-2
    reserve 3: 3-1+1 2-0, hidden 3-3
    turn: 2";

#[test]
fn k38_the_rulebooks_example_is_counted_beginning_with_the_tigers() {
    let position = table(RULEBOOK_EXAMPLE);
    assert_eq!(position.ended_by(), Some(Seat::new(2)), "the tigers can neither lay 3-2 nor make a new pile");
    let counts = Kumata::count(&position);
    let table: Vec<_> = counts
        .iter()
        .map(|count| {
            let by_clause = parts(count);
            let points = |clause: &str| by_clause.iter().filter(|(known, _)| *known == clause).map(|(_, points)| points).sum();
            let (table, reserve, totem): (i32, i32, i32) = (points("K28"), points("K29"), points("K30") + points("K31"));
            (Kumata::seat_name(position.options(), count.seat).en, [table, reserve, totem], count.total())
        })
        .collect();
    assert_eq!(
        table,
        [("tigers", [2, 5, 2], 9), ("monkeys", [5, 6, -1], 10), ("toucans", [6, 0, 3], 9), ("snakes", [1, 0, 2], 3),]
    );
    assert_eq!(counts.iter().map(|count| position.outcome().place[count.seat]).collect::<Vec<_>>(), [2, 1, 2, 4]);
}

#[test]
fn k38_the_count_goes_round_the_table_from_the_player_whose_turn_ended_the_game() {
    for (turn, order) in [(0, [0, 1, 2, 3]), (1, [1, 2, 3, 0]), (3, [3, 0, 1, 2])] {
        let position = table(&format!("{}players: 4\nturn: {turn}", "m1 m1 m1 m1 m1 m1\n".repeat(6)));
        let counted: Vec<_> = Kumata::count(&position).iter().map(|count| count.seat.number()).collect();
        assert_eq!(counted, order, "ended by seat {turn}");
    }
}

#[test]
fn k38_ones_parcels_are_counted_row_by_row() {
    let position = table(
        "c1 c1 h2 c1 c1 c1 | .  .  .  .  .  .
         h1 c1 c1 c1 c1 h3 | .  .  .  .  .  .
         c1 h4 c1 c1 c1 c1 | .  .  a2 a1 .  .
         c1 c1 c1 c1 h0 c1 | .  .  .  .  .  .
         c1 c1 c1 c1 c1 c1 | .  .  .  .  .  .
         c1 c1 c1 c1 c1 h1 | .  .  .  .  .  .
         laid 0: a",
    );
    // By value, and the parcels of each value row by row.
    assert_eq!(items(&position, 0, "K28"), ["one 4", "one 3", "two 2s", "three 1s"]);
    let count = count_of(&position, 0);
    let cells: Vec<Vec<_>> = count.parts[0].items.iter().map(|item| item.areas.iter().map(|area| area.at).collect()).collect();
    let row_by_row: [Vec<[f32; 2]>; 4] =
        [vec![[1.0, 3.0]], vec![[5.0, 4.0]], vec![[2.0, 5.0], [2.0, 3.0]], vec![[0.0, 4.0], [3.0, 3.0], [5.0, 0.0]]];
    assert_eq!(cells, row_by_row);
}
