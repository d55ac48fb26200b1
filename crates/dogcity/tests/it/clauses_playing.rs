//! D1 to D8: the dominoes, dealing, laying.

use std::collections::BTreeMap;

use crate::common::{TablePicture, is_legal, legal, play, refused, seat};
use tablee_core::chance::TestDice;
use tablee_core::contract::sample_options;
use tablee_core::geometry::Point;
use tablee_core::{Game, OptionValue, OptionValues, Play, Position as _, Seat, Turn};
use tablee_dogcity::{Animal, Colour, DogCity, DominoNumber, Options, Position};

fn options(players: i64) -> Options {
    sample_options::<DogCity>(&OptionValues::new().with("players", OptionValue::Number(players)))
}

/// The beginning of a game with our own set, after these draws.
fn dealt(options: &Options, draws: &[u8]) -> Position {
    let mut position = Position::new(options);
    draws.iter().for_each(|number| play(&mut position, &[&format!("+{number}")]));
    position
}

#[test]
fn d1_a_domino_has_a_quarter_round_and_perhaps_an_animal_at_each_corner() {
    let set = options(2).set;
    assert_eq!(set.count(), 48);
    let fourth = set.domino(DominoNumber::new(4)).unwrap();
    assert_eq!(fourth.corners.map(|corner| corner.colour), [Colour::Red, Colour::Red, Colour::Red, Colour::Blue]);
    assert_eq!(fourth.corners.map(|corner| corner.animal), [Some(Animal::Dog(0)), None, Some(Animal::Cat), Some(Animal::Cat)]);
    assert_eq!((fourth.dogs(), fourth.cats()), (1, 2));

    // The standard set has each of the 24 patterns of three colours twice, however turned.
    let mut patterns = BTreeMap::new();
    for domino in set.numbers().filter_map(|number| set.domino(number)) {
        let colours = domino.corners.map(|corner| corner.colour);
        let least = tablee_core::geometry::QuarterTurns::ALL.map(|turns| turns.corners(colours)).into_iter().min();
        *patterns.entry(least).or_insert(0) += 1;
    }
    assert_eq!(patterns.len(), 24);
    assert!(patterns.values().all(|count| *count == 2));

    let position = dealt(&options(2), &[1, 2, 3, 4, 5, 6, 7, 8]);
    assert_eq!(refused(&position, "49@0,0"), "D1");
    assert_eq!(refused(&position, "0@0,0"), "D1");
}

#[test]
fn d2_each_player_draws_four_dominoes_seat_after_seat() {
    let options = options(3);
    let mut position = Position::new(&options);
    for number in 1..=12u8 {
        let drawer = Seat::new((number as usize - 1) / 4);
        assert_eq!(position.turn(), Turn::Chance);
        assert_eq!(position.drawing().map(|(seat, _)| seat), Some(drawer));
        assert_eq!(legal(&position).len(), 49 - number as usize);
        assert_eq!(refused(&position, "1@0,0"), "D2");
        assert_eq!(refused(&position, "pass"), "D2");
        if number > 1 {
            assert_eq!(refused(&position, &format!("+{}", number - 1)), "D2");
        }
        play(&mut position, &[&format!("+{number}")]);
        assert!(position.hand(drawer).contains(DominoNumber::new(number)));
    }
    assert_eq!(position.turn(), seat(0));
    assert_eq!(Seat::all(3).map(|seat| position.hand(seat).len()).collect::<Vec<_>>(), [4, 4, 4]);
    assert_eq!(position.pile().len(), 36);
    assert_eq!(refused(&position, "5@0,0"), "D2");
}

#[test]
fn d2_dominoes_that_look_alike_are_drawn_apart() {
    // Both have the pattern of four yellow corners; 47 is quite bare.
    let position = Position::new(&options(2));
    assert!(is_legal(&position, "+47") && is_legal(&position, "+48"));
}

#[test]
fn d3_the_youngest_begins_and_turns_go_clockwise() {
    let youngest = OptionValue::Seats([2, 0, 1, 3].map(Seat::new).to_vec());
    let values = OptionValues::new().with("players", OptionValue::Number(4)).with("youngest", youngest);
    let options = sample_options::<DogCity>(&values);
    let draws: Vec<u8> = (1..=16).collect();
    let mut position = dealt(&options, &draws);
    let mut dice = TestDice::new(3);
    let mut turns = Vec::new();
    // Nobody completes a round with fewer than four dominoes on the table.
    for _ in 0..3 {
        turns.push(position.turn());
        for _ in 0..2 {
            let mv = position.pick(&mut dice, &mut Vec::new()).unwrap();
            position.play(mv).unwrap();
        }
    }
    turns.push(position.turn());
    assert_eq!(turns, [2, 3, 0, 1].map(seat));
}

#[test]
fn d4_the_first_domino_lies_at_the_origin_unturned() {
    let position = dealt(&options(2), &[16, 5, 2, 47, 1, 3, 4, 6]);
    assert_eq!(legal(&position), ["2@0,0r0", "5@0,0r0", "16@0,0r0", "47@0,0r0"]);
    assert_eq!(refused(&position, "5@1,0r0"), "D4");
    assert_eq!(refused(&position, "5@0,0r1"), "D4");
    assert_eq!(refused(&position, "16@0,0r1"), "D4");
    // Half a turn of 16 (red, blue, red, blue) and any turn of 47 look as if unturned.
    assert!([("16@0,0r2", "16@0,0r0"), ("47@0,0r3", "47@0,0r0")].into_iter().all(|(spelling, written)| {
        DogCity::write_move(&position, DogCity::read_move(&position, spelling).unwrap()) == written
    }));
}

#[test]
fn d5_a_domino_is_laid_beside_another_turned_any_way() {
    let position = TablePicture::for_players(2)
        .laid(
            "
            r. r.
            r. r.
            ",
        )
        .hand(
            0,
            "
            rB r.
            r. r.
            ",
        )
        .set_up();
    // One dog at a corner: the four turns look different, on each of the four sides.
    let mut expected = Vec::new();
    for place in ["-1,0", "0,-1", "0,1", "1,0"] {
        expected.extend((0..4).map(|turns| format!("11@{place}r{turns}")));
    }
    assert_eq!(legal(&position), expected);
    assert_eq!(refused(&position, "11@0,0r0"), "D5", "a domino is there already");
    for elsewhere in ["1,1", "-1,1", "2,0", "0,-2", "64,0", "0,-64", "32767,-32768"] {
        assert_eq!(refused(&position, &format!("11@{elsewhere}r0")), "D5", "{elsewhere} is not beside a domino");
    }
    assert_eq!(position.open_places().collect::<Vec<_>>().len(), 4);
    assert_eq!(position.domino_at(Point::new(64, 64)), None, "far away nothing lies");
}

#[test]
fn d6_corners_that_meet_have_one_colour() {
    let position = TablePicture::for_players(2)
        .laid(
            "
            r. b.
            y. r.
            ",
        )
        .hand(
            0,
            "
            b. y. | b. y.
            r. y. | b. y.
            ",
        )
        .set_up();
    assert!(is_legal(&position, "11@1,0r0"));
    assert_eq!(refused(&position, "12@1,0r0"), "D6", "blue meets red in the south");
    assert_eq!(refused(&position, "11@1,0r2"), "D6", "yellow meets blue in the north");
    assert_eq!(refused(&position, "11@-1,0r0"), "D6");
    // In the south yellow and red have to be above: half a turn does it. In the north red, blue would have to be below,
    // in the west red, yellow at the right: 11 has neither, and 12 has no red at all.
    assert_eq!(legal(&position), ["11@0,-1r2", "11@1,0r0"]);
}

#[test]
fn d6_corners_that_meet_only_diagonally_have_one_colour_too() {
    // 0,1 is beside 0,0 only, but its north-eastern corner meets the blue corner of 1,2.
    let position = TablePicture::for_players(2)
        .laid(
            "
            -- -- | r. r. | r. r.
            -- -- | b. r. | r. r.

            -- -- | -- -- | r. r.
            -- -- | -- -- | r. r.

            r. r. | r. r. | r. r.
            r. r. | r. r. | r. r.
            ",
        )
        .hand(
            0,
            "
            r. r. | r. b. | b. r.
            r. r. | r. r. | r. r.
            ",
        )
        .set_up();
    assert_eq!(refused(&position, "11@0,1r0"), "D6", "red meets blue diagonally");
    assert!(is_legal(&position, "12@0,1r0"));
    assert_eq!(refused(&position, "13@0,1r0"), "D6", "the blue corner is at the wrong place");
    assert!(is_legal(&position, "13@0,1r1"), "turned, it is at the right one");
}

#[test]
fn d6_a_place_that_opens_later_knows_what_it_meets_diagonally() {
    // When a domino lies at 2,2, the place 2,1 opens; its south-western corner meets the blue one of 1,0, laid long
    // before.
    let mut position = TablePicture::for_players(2)
        .laid(
            "
            r. r. | r. r. | -- --
            r. r. | r. r. | -- --

            r. r. | -- -- | -- --
            r. r. | -- -- | -- --

            r. r. | r. b. | -- --
            r. r. | r. r. | -- --
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
            r. r. | b. r.
            ",
        )
        .set_up();
    assert_eq!(refused(&position, "11@2,1"), "D5");
    play(&mut position, &["11@2,2"]);
    assert_eq!(refused(&position, "21@2,1"), "D6");
    assert!(is_legal(&position, "22@2,1r0"));
}

#[test]
fn d7_after_laying_a_player_draws_one_as_long_as_the_pile_lasts() {
    let mut position = TablePicture::for_players(2)
        .laid(
            "
            r. r.
            r. r.
            ",
        )
        .hand(
            0,
            "
            r. r. | y. y. | y. y. | y. y.
            r. r. | y. y. | y. y. | y. y.
            ",
        )
        .hand(
            1,
            "
            r. r. | r. r.
            r. r. | r. r.
            ",
        )
        .pile(
            "
            b. b.
            b. b.
            ",
        )
        .set_up();
    assert_eq!(refused(&position, "+51"), "D7", "nothing is drawn before laying");
    play(&mut position, &["11@1,0"]);
    assert_eq!((position.turn(), legal(&position)), (Turn::Chance, vec!["+51".to_owned()]));
    assert_eq!(refused(&position, "+11"), "D7");
    assert_eq!(refused(&position, "21@2,0"), "D7");
    play(&mut position, &["+51"]);
    assert_eq!(position.hand(Seat::new(0)).len(), 4);
    // The pile is empty now: seat 1 lays, draws nothing, and the turn passes at once.
    play(&mut position, &["21@2,0"]);
    assert_eq!((position.turn(), position.hand(Seat::new(1)).len()), (seat(0), 1));
}

#[test]
fn d8_a_player_who_can_lay_must_lay() {
    let table = || {
        TablePicture::for_players(2)
            .laid(
                "
                r. r.
                r. r.
                ",
            )
            .pile(
                "
                r. r. | r. r.
                r. r. | r. r.
                ",
            )
    };
    let able = table()
        .hand(
            0,
            "
            y. y. | b. r.
            y. y. | b. r.
            ",
        )
        .set_up();
    assert_eq!(legal(&able), ["12@-1,0r0", "12@0,-1r3", "12@0,1r1", "12@1,0r2"]);
    assert_eq!((refused(&able, "pass"), refused(&able, "swap")), ("D8", "D8"));
    let unable = table()
        .hand(
            0,
            "
            y. y. | b. r.
            y. y. | r. b.
            ",
        )
        .set_up();
    assert_eq!(legal(&unable), ["swap", "pass"]);
}
