//! Options that do not go together, and layouts laid by players: each refused with its reason.

use crate::common::{assert_in_both_languages, options, standard_set, try_options};
use tablee_core::geometry::Point;
use tablee_core::{Fact, Facts, Game, OptionValue, OptionValues, Seat, Setup, Text};
use tablee_kumata::{Kumata, Layout, LayoutKind};

/// Asserts the English message, and that there is a French one.
#[track_caller]
fn assert_says<T: std::fmt::Debug>(result: Result<T, Text>, message: &str) {
    let problem = result.expect_err(message);
    assert_eq!(problem.en, message);
    assert_in_both_languages(&problem);
}

#[test]
fn the_defaults_are_a_square_for_two() {
    let options = options(&[]);
    assert_eq!((options.players, options.layout, options.teams), (2, LayoutKind::Square, false));
    assert_eq!(options.youngest, [Seat::new(0), Seat::new(1)]);
    let written: Vec<_> = options.values().iter().map(|(name, value)| format!("{name}={value}")).collect();
    assert_eq!(written, ["players=2", "clans=hippos,crocodiles", "layout=square", "teams=false", "youngest=0,1"]);
}

#[test]
fn two_to_four_players() {
    assert_says(try_options(&[("players", "5")]), "option players: \"5\" is not a number from 2 to 4");
    assert_says(try_options(&[("players", "1")]), "option players: \"1\" is not a number from 2 to 4");
    assert_says(try_options(&[("players", "two")]), "option players: \"two\" is not a number from 2 to 4");
    // The game itself refuses a number that was not checked against the option before.
    for number in [5, 1, 0, -2, i64::MAX] {
        let values = OptionValues::new().with("players", OptionValue::Number(number));
        assert_says(Kumata::options(&values, standard_set()), &format!("Kumata is for 2 to 4 players, not {number}"));
    }
}

#[test]
fn union_is_for_four() {
    assert_says(try_options(&[("players", "3"), ("teams", "yes")]), "K36: union is for 4 players, not 3");
    assert_says(try_options(&[("teams", "yes")]), "K36: union is for 4 players, not 2");
    assert_says(try_options(&[("teams", "perhaps")]), "option teams: \"perhaps\" is not yes or no");
}

#[test]
fn each_seat_a_clan_of_its_own() {
    let three = |clans| try_options(&[("players", "3"), ("clans", clans)]);
    assert_says(three("tigers,monkeys,tigers"), "K5: two players have the clan tigers");
    assert_says(three("tigers,monkeys"), "K5: every player has a clan, and the number of clans given is 2 for 3 players");
    assert_says(
        three("tigers,monkeys,snakes,toucans"),
        "K5: every player has a clan, and the number of clans given is 4 for 3 players",
    );
    assert_says(three(""), "K5: every player has a clan, and the number of clans given is 0 for 3 players");
    assert_says(
        three("tigers,monkeys,hippos"),
        "K4: \"hippos\" is not a clan for 3 players (they are monkeys, snakes, toucans, tigers)",
    );
    assert_says(
        try_options(&[("clans", "hippos,tigers")]),
        "K4: \"tigers\" is not a clan for 2 players (they are hippos, crocodiles)",
    );
    assert_says(
        three("tigers,monkeys,lions"),
        "option clans: \"tigers,monkeys,lions\" is not a list of monkeys, snakes, toucans, tigers, hippos, crocodiles",
    );
}

#[test]
fn youngest_names_every_seat_once() {
    let three = |youngest| try_options(&[("players", "3"), ("youngest", youngest)]);
    for wrong in ["0,1", "0,1,1", "0,1,3", "2,1,0,3"] {
        assert_says(three(wrong), &format!("option youngest: {wrong:?} does not name each of the seats 0 to 2 once"));
    }
    assert_says(three("0,1,9"), "option youngest: \"0,1,9\" is not a list of seats, such as 1,0");
    assert_eq!(three("2,0,1").map(|options| options.youngest), Ok([2, 0, 1].map(Seat::new).to_vec()));
}

#[test]
fn a_layout_is_square_or_maze() {
    assert_says(try_options(&[("layout", "round")]), "option layout: \"round\" is not one of square, maze");
}

const SQUARE: &str = "1@a1 2@c1 3@e1 4@a3 5@c3 6@e3 7@a5 8@c5 9@e5";

/// Reads the square layout with one tile laid otherwise.
fn laid(kind: &str, from: &str, to: &str) -> Result<String, Text> {
    assert!(SQUARE.contains(from));
    let options = options(&[("layout", kind)]);
    <Layout as Setup<_>>::read(&options, &SQUARE.replace(from, to)).map(|layout| layout.to_string())
}

#[test]
fn tiles_that_overlap() {
    assert_says(laid("maze", "9@e5", "9@d6"), "K35: the tiles 8 and 9 overlap");
    assert_says(laid("square", "9@e5", "9@a1"), "K35: the tiles 1 and 9 overlap");
}

#[test]
fn a_layout_that_falls_apart() {
    let apart = "K35: the layout falls apart: no row of tiles side by side joins tile 9 to tile 1";
    assert_says(laid("maze", "9@e5", "9@g7"), apart);
    assert_says(laid("maze", "9@e5", "9@z99"), apart);
}

#[test]
fn no_square_where_one_is_wanted() {
    let no_square = "K7: the tiles do not lie as a square of 3×3";
    assert_says(laid("square", "9@e5", "9@g1"), no_square);
    assert_says(laid("square", "9@e5", "9@f5"), no_square);
    assert!(laid("maze", "9@e5", "9@f5").is_ok());
}

#[test]
fn a_tile_twice_or_not_at_all() {
    assert_says(laid("maze", "9@e5", "8@e5"), "tile 8 is laid twice");
    assert_says(laid("maze", "9@e5", ""), "tile 9 is not laid");
    assert_says(laid("maze", SQUARE, ""), "tile 1 is not laid");
}

#[test]
fn words_that_are_no_tile() {
    for wrong in ["9", "9@", "@e5", "0@e5", "10@e5", "9@e0", "9@5e", "9@e5r", "9@e5r4", "9@e5r-1", "9@é5", "x@e5", "9@e5r0r0"] {
        let message = format!("{wrong:?} is not a tile, its south-west parcel and its quarter turns, such as 7@c1r2");
        assert_says(laid("maze", "9@e5", wrong), &message);
    }
}

#[test]
fn layouts_may_be_written_in_many_ways() {
    let canonical = Ok("1@a1r0 2@c1r0 3@e1r0 4@a3r0 5@c3r0 6@e3r0 7@a5r0 8@c5r0 9@e5r2".to_owned());
    assert_eq!(laid("square", "9@e5", "9@E5R2"), canonical);
    assert_eq!(laid("square", SQUARE, "9@e5r2,8@c5; 7@a5r0\t6@e3 5@c3 4@a3 3@e1 2@c1 1@a1"), canonical);
    let shifted = "1@q8 2@s8 3@u8 4@q10 5@s10 6@u10 7@q12 8@s12 9@u12r2";
    assert_eq!(laid("square", SQUARE, shifted), canonical, "moved so that a1 is the corner");
    // The letter of a column and the r of a turn are told apart.
    assert_eq!(laid("square", SQUARE, "1@n1 2@p1 3@r1 4@n3 5@p3 6@r3 7@n5 8@p5 9@r5r2"), canonical);
}

#[test]
fn the_facts_of_a_trace_are_checked() {
    let options = options(&[]);
    let layout = <Layout as Setup<_>>::read(&options, SQUARE).expect("a square");
    let facts = layout.facts(&options);
    let with = |list: usize, square: &str, fact: Option<Fact>| {
        let mut facts: Facts = facts.clone();
        let known = facts[list].1.iter().position(|(name, _)| name == square).expect("the square has a fact");
        match fact {
            Some(fact) => facts[list].1[known].1 = fact,
            None => _ = facts[list].1.remove(known),
        }
        <Layout as Setup<_>>::from_facts(&options, &facts)
    };
    const PARCELS: usize = 0;
    const TILES: usize = 1;
    assert_says(<Layout as Setup<_>>::from_facts(&options, &Facts::new()), "the setup has no parcels");
    assert_says(<Layout as Setup<_>>::from_facts(&options, &facts[..1].to_vec()), "the setup has no tiles");
    assert_says(with(PARCELS, "a1", Some(Fact::Number(3))), "parcels: a1 cannot be 3");
    assert_says(with(PARCELS, "a1", Some(Fact::Text("tigers 2".into()))), "parcels: a1 cannot be \"tigers 2\"");
    assert_says(with(TILES, "a1", Some(Fact::Number(10))), "tiles: a1 cannot be 10");
    assert_says(with(TILES, "a1", Some(Fact::Text("1".into()))), "tiles: a1 cannot be \"1\"");
    assert_says(with(TILES, "a1", Some(Fact::Number(2))), "tile 1 is not a square of 2×2 parcels");
    assert_says(with(TILES, "a1", None), "tile 1 is not a square of 2×2 parcels");
    let other = "the parcels of tile 1 are not those of the set kumata-house-1, however it is turned";
    assert_says(with(PARCELS, "a1", Some(Fact::Text("hippos 0".into()))), other);
    assert_says(with(PARCELS, "a1", None), other);
}

/// Beyond what notation can write, an editor can place tiles by their points.
#[test]
fn tiles_at_the_ends_of_the_plane_fall_apart() {
    let layout = <Layout as Setup<_>>::read(&options(&[]), SQUARE).expect("a square");
    let mut places = *layout.places();
    places[0].corner = Point::new(i16::MIN, i16::MIN);
    places[8].corner = Point::new(i16::MAX, i16::MAX);
    let apart = "K35: the layout falls apart: no row of tiles side by side joins tile 2 to tile 1";
    assert_says(Layout::new(places, LayoutKind::Maze), apart);
}
