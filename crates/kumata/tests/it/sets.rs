//! Set files: what is printed on the components, and every way in which a file can be wrong.

use std::collections::BTreeMap;

use crate::common::{assert_in_both_languages, standard_set};
use tablee_core::data::DataError;
use tablee_core::{Game, Lang};
use tablee_kumata::{Domino, Face, Kumata, Set};

/// A small, right file that the tests spoil: our own set without its comments, so that its lines can be counted.
fn plain_file() -> String {
    Kumata::write_set(&standard_set())
}

/// The plain file with one thing replaced, at its first occurrence.
fn edited(from: &str, to: &str) -> String {
    let file = plain_file();
    assert!(file.contains(from), "{from} is not in the file");
    file.replacen(from, to, 1)
}

#[track_caller]
fn refusal(source: &str) -> DataError {
    Kumata::read_set(source).expect_err("the file is wrong")
}

/// Asserts the English message with its line, and that there is a French one.
#[track_caller]
fn assert_wrong(source: &str, message: &str) {
    let error = refusal(source);
    assert_eq!(error.to_string(), message);
    assert_in_both_languages(&error.problem);
    assert!(error.text().say(Lang::Fr).starts_with(&format!("ligne {} : ", error.line)));
}

/// What one tile takes in the plain file: an empty line, a heading, its number and two faces.
const LINES_OF_A_TILE: usize = 5;
/// The heading of tile 1 in the plain file.
const FIRST_TILE: usize = 7;

/// The plain file without the lines of one tile.
fn without_tile(number: usize) -> String {
    let from = FIRST_TILE - 2 + (number - 1) * LINES_OF_A_TILE;
    let file = plain_file();
    let lines = file.lines().enumerate().filter(|(line, _)| !(from..from + LINES_OF_A_TILE).contains(line));
    lines.map(|(_, line)| format!("{line}\n")).collect()
}

#[test]
fn the_standard_set_has_the_counts_of_k1_and_k2() {
    let set = standard_set();
    assert_eq!(set.tiles.len(), 9);
    for (face, dominoes) in [(Face::FourColour, 10), (Face::TwoColour, 15)] {
        let mut parcels = BTreeMap::new();
        for printed in set.tiles.iter().flat_map(|tile| tile.face(face)) {
            *parcels.entry(printed.clan).or_insert(0) += 1;
            assert!(face.clans().contains(&printed.clan) && printed.value <= face.greatest_value());
        }
        assert_eq!(parcels.len(), face.clans().len());
        assert!(parcels.values().all(|count| *count == 36 / face.clans().len()), "every clan has as many parcels: {parcels:?}");
        assert_eq!(Domino::all(face).count(), dominoes);
    }
}

#[test]
fn a_written_set_is_read_as_the_same() {
    assert_eq!(Kumata::read_set(&plain_file()).as_ref(), Ok(&*standard_set()));
    let own = Set { id: "my.box_2-b".to_owned(), ..(*standard_set()).clone() };
    assert_eq!(Kumata::read_set(&Kumata::write_set(&own)), Ok(own));
}

#[test]
fn tiles_may_come_in_any_order() {
    let swapped =
        edited("number = 1", "number = 99").replacen("number = 2", "number = 1", 1).replacen("number = 99", "number = 2", 1);
    let (house, swapped) = (standard_set(), Kumata::read_set(&swapped).expect("nine tiles, each once"));
    assert_eq!((swapped.tiles[0], swapped.tiles[1]), (house.tiles[1], house.tiles[0]));
}

#[test]
fn a_missing_tile() {
    assert_wrong(&without_tile(4), "line 1: tile 4 is missing: a set has nine tiles, this one 8");
    assert_wrong(&without_tile(9), "line 1: tile 9 is missing: a set has nine tiles, this one 8");
}

#[test]
fn ten_tiles() {
    let file = plain_file();
    let last = &file[file.rfind("[[tile]]").expect("a tile")..];
    let tenth = format!("{file}\n{}", last.replace("number = 9", "number = 10"));
    assert_wrong(&tenth, "line 53: tile 10: a set has nine tiles, 1 to 9");
    assert_wrong(&format!("{file}\n{last}"), "line 53: tile 9: there are two tiles of this number");
}

#[test]
fn a_tile_number_twice() {
    assert_wrong(&edited("number = 3", "number = 2"), "line 18: tile 2: there are two tiles of this number");
}

#[test]
fn a_tile_number_out_of_range_missing_or_no_number() {
    assert_wrong(&edited("number = 3", "number = 0"), "line 18: number is 0; it must be from 1 to 255");
    assert_wrong(&edited("number = 3", "number = -3"), "line 18: number is -3; it must be from 1 to 255");
    assert_wrong(&edited("number = 3", "number = 3.0"), "line 18: number is not a whole number");
    assert_wrong(&edited("number = 3\n", ""), "line 17: number is missing");
}

#[test]
fn an_unknown_key() {
    assert_wrong(&edited("id =", "name = \"x\"\nid ="), "line 1: unknown key \"name\" (known keys: id, domino_values, tile)");
    let in_values = edited("[domino_values]", "[domino_values]\nfive_colour = [0]");
    assert_wrong(
        &in_values,
        "line 4: unknown key \"five_colour\" (known keys: four_colour, two_colour); did you mean \"four_colour\"?",
    );
    let in_tile = edited("number = 2", "number = 2\ncolour = 1");
    assert_wrong(&in_tile, "line 14: tile 2: unknown key \"colour\" (known keys: number, four_colour, two_colour)");
}

#[test]
fn an_unknown_clan_and_a_clan_of_the_other_face() {
    let clans = "(they are monkeys, snakes, toucans, tigers)";
    let lions = edited("tigers 1", "lions 1");
    assert_wrong(&lions, &format!("line 9: tile 1: four_colour: \"lions\" is not a clan of this face {clans}"));
    let hippos = edited("tigers 1", "hippos 1");
    assert_wrong(&hippos, &format!("line 9: tile 1: four_colour: \"hippos\" is not a clan of this face {clans}"));
    let tigers = edited("crocodiles 4", "tigers 3");
    assert_wrong(&tigers, "line 10: tile 1: two_colour: \"tigers\" is not a clan of this face (they are hippos, crocodiles)");
}

#[test]
fn a_value_too_large_or_no_value() {
    assert_wrong(&edited("tigers 1", "tigers 4"), "line 9: tile 1: four_colour: the value \"4\" is not from 0 to 3");
    assert_wrong(&edited("crocodiles 4", "crocodiles 5"), "line 10: tile 1: two_colour: the value \"5\" is not from 0 to 4");
    assert_wrong(&edited("tigers 1", "tigers -1"), "line 9: tile 1: four_colour: the value \"-1\" is not from 0 to 3");
    assert_wrong(&edited("tigers 1", "tigers one"), "line 9: tile 1: four_colour: the value \"one\" is not from 0 to 3");
    let example = "is not a clan and a value, such as \"monkeys 2\"";
    assert_wrong(&edited("tigers 1", "tigers"), &format!("line 9: tile 1: four_colour: \"tigers\" {example}"));
    assert_wrong(&edited("tigers 1", ""), &format!("line 9: tile 1: four_colour: \"\" {example}"));
    assert_wrong(&edited("tigers 1", "tigers 1 2"), &format!("line 9: tile 1: four_colour: \"tigers 1 2\" {example}"));
}

#[test]
fn three_or_five_parcels() {
    assert_wrong(&edited(", \"tigers 1\"", ""), "line 9: tile 1: four_colour has 3 parcels instead of four");
    let five = edited("\"tigers 1\"", "\"tigers 1\", \"tigers 1\"");
    assert_wrong(&five, "line 9: tile 1: four_colour has 5 parcels instead of four");
    assert_wrong(
        &edited("two_colour = [\"hippos 1\"", "zwei = [\"hippos 1\""),
        "line 10: tile 1: unknown key \"zwei\" (known keys: number, four_colour, two_colour)",
    );
}

#[test]
fn a_wrong_parcel_on_its_own_line_is_named_with_that_line() {
    let spread = edited("\"toucans 1\", \"tigers 1\"", "\n\"toucans 1\",\n\"tigers 7\"");
    assert_wrong(&spread, "line 11: tile 1: four_colour: the value \"7\" is not from 0 to 3");
}

#[test]
fn wrong_domino_values() {
    assert_wrong(&edited("[0, 1, 2, 3]", "[0, 1, 2, 3, 4]"), "line 4: the domino values of four_colour are not 0 to 3");
    assert_wrong(&edited("[0, 1, 2, 3]", "[0, 1, 1, 3]"), "line 4: the domino values of four_colour are not 0 to 3");
    assert_wrong(&edited("[0, 1, 2, 3, 4]", "[0, 1, 2, 3]"), "line 5: the domino values of two_colour are not 0 to 4");
    assert_wrong(&edited("[0, 1, 2, 3]", "[]"), "line 4: the domino values of four_colour are not 0 to 3");
    assert_wrong(&edited("[0, 1, 2, 3]", "[0, 999]"), "line 4: four_colour is 999; it must be from 0 to 255");
    assert_wrong(&edited("[0, 1, 2, 3]", "[0, \"1\"]"), "line 4: four_colour is not a whole number");
}

#[test]
fn a_bad_id() {
    let one_word = "is not one word of at most 64 letters, digits and dashes";
    for id in ["", "two words", "é", "a/b", "../etc"] {
        assert_wrong(&edited("kumata-house-1", id), &format!("line 1: the id {id:?} {one_word}"));
    }
    assert!(Kumata::read_set(&edited("kumata-house-1", &"a".repeat(64))).is_ok());
    let (long, shown) = ("a".repeat(65), format!("{}…", "a".repeat(24)));
    assert_wrong(&edited("kumata-house-1", &long), &format!("line 1: the id {shown:?} {one_word}"));
    assert_wrong(&edited("id = \"kumata-house-1\"\n", ""), "line 1: id is missing");
}

#[test]
fn not_toml() {
    assert_eq!(refusal(&edited("number = 2", "number = = 2")).line, 13);
    for source in ["{\"id\": 1}", "id = \"x", "\u{0}", "[[tile]", "id = 1\nid = 2"] {
        let error = refusal(source);
        assert!(error.problem.en.starts_with("this is not valid TOML: "), "{source:?}: {error}");
        assert_in_both_languages(&error.problem);
    }
    assert_wrong("", "line 1: id is missing");
}

#[test]
fn a_wrong_type() {
    assert_wrong(&edited("\"kumata-house-1\"", "7"), "line 1: id is not a text in quotes");
    assert_wrong(&edited("\"tigers 1\"", "1"), "line 9: tile 1: four_colour is not a text in quotes");
    assert_wrong(&edited("[0, 1, 2, 3]", "\"0 to 3\""), "line 4: four_colour is not a list in brackets");
    assert_wrong("id = \"x\"\ndomino_values = 3", "line 2: domino_values is not a table");
    assert_wrong("id = \"x\"\ntile = 3", "line 1: domino_values is missing");
    let head: String = plain_file().lines().take(FIRST_TILE - 2).map(|line| format!("{line}\n")).collect();
    assert_wrong(&head, "line 1: tile is missing");
    assert_wrong(&format!("{head}[tile]\nnumber = 1"), "line 6: tile is not a list in brackets");
    assert_wrong(&head.replace("[domino", "tile = [1]\n[domino"), "line 3: tile is not a table");
}
