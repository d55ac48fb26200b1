//! The open table: however far it is built, nothing wraps round; however it was built, equal tables are equal.

use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;

use crate::common::{TablePicture, is_legal, play};
use tablee_core::geometry::{Point, QuarterTurns};
use tablee_core::{Game, Lang, OptionValues, Play, Seat};
use tablee_dogcity::{Arrangement, DogCity, DominoNumber, Laid, Lay, MAX_DOMINOES, Move, Options, Position, Set};

/// Sixty red dominoes laid in this order of places; the last eight are still in the hands of two players.
fn red_table(places: &[Point]) -> Position {
    let dominoes: Vec<[String; 4]> = vec![["r.", "r.", "r.", "r."].map(str::to_owned); MAX_DOMINOES];
    let set = Arc::new(Set::read(&crate::common::set_file(&dominoes)).unwrap());
    let number = DominoNumber::new;
    let lay = |(domino, at): (u8, &Point)| Lay { at: *at, domino: number(domino), turns: QuarterTurns::default() };
    let arrangement = Arrangement {
        options: Options::read(&OptionValues::new(), set).unwrap(),
        laid: (1..=52).zip(places).map(|pair| Laid { seat: Seat::new(0), lay: lay(pair) }).collect(),
        hands: vec![(53..=56).map(number).collect(), (57..=60).map(number).collect()],
        pile: Vec::new(),
        turn: Seat::new(0),
    };
    Position::arrange(&arrangement).unwrap()
}

#[test]
fn a_line_of_all_dominoes_reaches_its_end_in_every_direction() {
    for step in Point::SIDES {
        let along = |n: i16| Point::new(step.x * n, step.y * n);
        let places: Vec<_> = (0..52).map(along).collect();
        let mut position = red_table(&places);
        for (n, domino) in (52..).zip([53, 57, 54, 58, 55, 59, 56]) {
            assert_eq!(position.open_places().count() as i16, 2 * n + 2);
            assert_eq!(position.domino_at(along(n)), None);
            assert_eq!(position.domino_at(along(n - 64)), None, "the line does not come round");
            let mv = Move::Lay(Lay { at: along(n), domino: DominoNumber::new(domino), turns: QuarterTurns::default() });
            assert_eq!(position.play(mv), Ok(()));
        }
        assert_eq!(position.rounds().count(), 0);
        assert_eq!(position.domino_at(along(58)), Some(DominoNumber::new(56)));
        assert!(position.is_over());
    }
}

#[test]
fn a_line_grows_at_both_ends() {
    // 0, 1, -1, 2, -2, … 26
    let places: Vec<_> = (0..52).map(|n| Point::new(if n % 2 == 0 { -n / 2 } else { n / 2 + 1 }, 0)).collect();
    let position = red_table(&places);
    assert_eq!(position.open_places().count(), 2 * 52 + 2);
    assert!(is_legal(&position, "53@27,0r0") && is_legal(&position, "53@-26,0r0"));
}

#[test]
fn a_ring_closes_without_gap() {
    // Around a hole of one place, from both sides: the last place joins the two ends.
    let mut position = TablePicture::for_players(2)
        .laid(
            "
            r. r. | -- -- | r. r.
            r. r. | -- -- | r. r.

            r. r. | -- -- | r. r.
            r. r. | -- -- | r. r.

            r. r. | r. r. | r. r.
            r. r. | r. r. | r. r.
            ",
        )
        .hand(
            0,
            "
            r. r. | r. r.
            r. r. | r. r.
            ",
        )
        .hand(
            1,
            "
            r. r. | r. r.
            r. r. | r. r.
            ",
        )
        .set_up();
    play(&mut position, &["11@1,2", "21@1,1"]);
    assert_eq!(position.rounds().count(), 4);
}

#[test]
fn the_order_of_laying_leaves_no_trace() {
    let square: Vec<_> = (0..52).map(|n| Point::new(n % 8, n / 8)).collect();
    let rows = red_table(&square);
    // The same dominoes on the same places, the columns first.
    let mut pairs: Vec<_> = (1..=52u8).zip(square.iter().copied()).collect();
    pairs.sort_by_key(|(_, at)| (at.x, at.y));
    let laid = pairs.into_iter().map(|(domino, at)| {
        let lay = Lay { at, domino: DominoNumber::new(domino), turns: QuarterTurns::default() };
        Laid { seat: Seat::new(0), lay }
    });
    let other = Position::arrange(&Arrangement {
        options: rows.options().clone(),
        laid: laid.collect(),
        hands: Seat::all(2).map(|seat| rows.hand(seat).collect()).collect(),
        pile: Vec::new(),
        turn: Seat::new(0),
    });
    let other = other.unwrap();
    assert_eq!(rows, other);
    let hasher = RandomState::new();
    assert_eq!(hasher.hash_one(&rows), hasher.hash_one(&other));
    assert_eq!(rows.legal_moves(), other.legal_moves());
}

#[test]
fn the_table_is_drawn() {
    let position = TablePicture::for_players(2)
        .laid(
            "
            r. b. | -- --
            r. r. | -- --

            r. r. | r. y.
            b. b. | b. yc
            ",
        )
        .hand(
            0,
            "
            rB r.
            r. bW
            ",
        )
        .set_up();
    let picture = "
        0       1
    ┌───────┐
    │r·   b·│
  1 │   1   │         1
    │r·   r·│
    ├───────┼───────┐
    │r·   r·│r·   y·│
  0 │   2   │   3   │ 0
    │b·   b·│b·   y×│
    └───────┴───────┘
        0       1
▶ 0 bone     -2  11:[rB r· bW r·]
  1 ball      0  21:[r· r· r· r·]
  draw pile   0
  B brown, W white, G grey, × cat (corners clockwise from the north-west)
";
    assert_eq!(format!("\n{}", DogCity::draw(&position, None, Lang::En)), picture);
    let french = DogCity::draw(&position, None, Lang::Fr).to_string();
    assert!(french.contains("M marron, B blanc, G gris, × chat (coins dans le sens horaire depuis le nord-ouest)"), "{french}");
}
