//! Set files: errors are exact; a new board can be played.

use crate::common::{own_options, play, set_with_board, turn};
use tablee_core::{Game, Play};
use tablee_rumis::{Position, Rumis, Set};

/// The standard set with one thing changed.
fn changed(from: &str, to: &str) -> String {
    assert!(Rumis::STANDARD_SET.contains(from), "{from}");
    let source = Rumis::STANDARD_SET.replacen(from, to, 1);
    Set::read(&source).unwrap_err().to_string()
}

/// The line of our set on which something stands first.
fn line_of(text: &str) -> usize {
    Rumis::STANDARD_SET[..Rumis::STANDARD_SET.find(text).unwrap()].lines().count() + usize::from(!text.starts_with('\n'))
}

/// What is wrong with a new board, without its line.
fn wrong_board(board: &str) -> String {
    let error = set_with_board(board).unwrap_err();
    error.split_once(": ").unwrap().1.to_owned()
}

/// A board that is right, to be made wrong.
fn board(from: &str, to: &str) -> String {
    let right = r##"[[board]]
id = "own"
name = "Own"
heights = [
  ".##",
  "#3#",
]
lines.blue = [
  ".x.",
  "xx.",
]
limits = [
  { players = 2, inside = "blue", height = 2 },
  { players = 3, inside = "", height = 3 },
]
"##;
    assert!(right.contains(from), "{from}");
    right.replacen(from, to, 1)
}

#[test]
fn the_standard_set_has_ten_boards_and_round_trips() {
    let set = Set::read(Rumis::STANDARD_SET).unwrap();
    let ids: Vec<_> = set.boards.iter().map(|board| board.id.as_str()).collect();
    let ten = ["chullpa", "pirka", "pisac", "coricancha", "colca", "puncu", "apachita", "chaka", "huaca", "incahuasi"];
    assert_eq!(ids, ten);
    assert_eq!(Set::read(&set.write()), Ok(set));
}

#[test]
fn texts_of_any_kind_round_trip() {
    let own = board("\"Own\"", r#""Own \"quoted\" \\ and\ttabbed\u007f""#)
        .replace("heights", "meaning = \"é\"\nsource = \"\"\nheights");
    let set = set_with_board(&own).unwrap();
    assert_eq!(Set::read(&set.write()).as_ref(), Ok(&*set));
}

#[test]
fn the_file_as_a_whole_is_checked() {
    assert_eq!(
        changed("id = \"rumis-1\"", "id = \"two words\"").split_once(": ").unwrap().1,
        "the id \"two words\" is not one word of at most 64 letters, digits and dashes"
    );
    assert_eq!(changed("id = \"rumis-1\"", ""), "line 1: id is missing");
    assert!(
        changed("id = \"rumis-1\"", "id = \"rumis-1\"\nsize = 3")
            .contains("unknown key \"size\" (known keys: id, colours, stone, board)")
    );
    assert!(changed("[[stone]]", "[[stone]").contains("this is not valid TOML"));
}

#[test]
fn colours_are_checked() {
    let line = line_of("colours = ");
    assert_eq!(
        changed("\"violet\"", "\"pink\""),
        format!("line {line}: colours: \"pink\" is not one of yellow, red, blue, green, violet, orange")
    );
    assert_eq!(changed("\"violet\"", "\"red\""), format!("line {line}: colours: \"red\" is given twice"));
    assert_eq!(changed(", \"orange\"", ""), format!("line {line}: there are 5 colours instead of six"));
}

#[test]
fn stones_are_checked() {
    let name = line_of("name = \"T4\"");
    let names = "I2, I3, L3, I4, L4, T4, O4, S4, Y4, D4, G4";
    assert_eq!(changed("name = \"T4\"", "name = \"T5\""), format!("line {name}: \"T5\" is not a stone (R1; they are {names})"));
    assert_eq!(
        changed("name = \"T4\"", "name = \"O4\""),
        format!("line {}: stone O4: these cubes form the stone T4 (R1)", name + 1)
    );
    assert_eq!(
        changed("cubes = [[0, 0, 0], [1, 0, 0]]", "cubes = [[0, 0, 0], [2, 0, 0]]"),
        format!("line {}: stone I2: these cubes do not form a stone (R1)", line_of("cubes = [[0, 0, 0], [1, 0, 0]]"))
    );
    assert!(
        changed("cubes = [[0, 0, 0], [1, 0, 0]]", "cubes = [[0, 0, 0], [1, 0]]")
            .ends_with("stone I2: a cube has three numbers, not 2")
    );
    assert!(
        changed("cubes = [[0, 0, 0], [1, 0, 0]]", "cubes = [[0, 0, 0], [99, 0, 0]]")
            .contains("stone I2: cubes is 99; it must be from -9 to 9")
    );
    assert!(
        changed("cubes = [[0, 0, 0], [1, 0, 0]]", "colour = 3")
            .contains("stone I2: unknown key \"colour\" (known keys: name, cubes)")
    );
    let i2 = "[[stone]]\nname = \"I2\"\ncubes = [[0, 0, 0], [1, 0, 0]]\n";
    assert_eq!(changed(i2, ""), "line 1: the stone I2 is missing: a colour has eleven (R1)");
    assert!(changed(i2, &i2.repeat(2)).ends_with("stone I2: it is given twice (R1)"));
    // A mirrored screw is the other screw.
    let g4 = "name = \"G4\"\ncubes = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 1, 1]]";
    assert!(
        changed(g4, "name = \"G4\"\ncubes = [[0, 0, 0], [-1, 0, 0], [0, 1, 0], [0, 1, 1]]")
            .ends_with("stone G4: these cubes form the stone D4 (R1)")
    );
    // Any pose and any order will do.
    let turned = Rumis::STANDARD_SET.replacen(g4, "name = \"G4\"\ncubes = [[0, 1, 1], [0, 0, 0], [0, 1, 0], [1, 0, 0]]", 1);
    assert_eq!(Set::read(&turned), Set::read(Rumis::STANDARD_SET));
}

#[test]
fn the_squares_of_a_board_are_checked() {
    assert_eq!(wrong_board(&board("\"#3#\"", "\"#3\"")), "board \"own\": heights: the row \"#3\" has 2 squares instead of 3");
    assert_eq!(
        wrong_board(&board("\"#3#\"", "\"#0#\"")),
        "board \"own\": heights: \"0\" is neither \".\" (no square) nor \"#\" (no printed limit) nor a digit from 1"
    );
    assert_eq!(
        wrong_board(&board("  \".##\",\n  \"#3#\",\n", "")),
        "board \"own\": heights has 0 rows of 0 squares; both are from 1 to 26"
    );
    assert_eq!(wrong_board(&board("  \".##\",\n  \"#3#\",\n", "\"...\"")), "board \"own\": the board has no square");
    let large = format!("\"{}\",\n", "#".repeat(12)).repeat(11);
    assert_eq!(
        wrong_board(&board("  \".##\",\n  \"#3#\",\n", &large)),
        "board \"own\": a board of 12 columns and 11 rows is too large: columns × (rows + 1) may be 128"
    );
    assert!(wrong_board(&board("name = \"Own\"", "")).ends_with("board \"own\": name is missing"));
    assert!(wrong_board(&board("id = \"own\"", "id = \"my own\"")).contains("the id \"my own\" is not one word"));
    assert!(wrong_board(&board("name", "nom = 1\nname")).contains("board \"own\": unknown key \"nom\""));
    assert_eq!(wrong_board(&board("id = \"own\"", "id = \"huaca\"")), "there are two boards \"huaca\"");
    let error = set_with_board(&board("\"#3#\"", "\"#3\"")).unwrap_err();
    assert!(error.starts_with(&format!("line {}: ", Rumis::STANDARD_SET.lines().count() + 7)), "{error}");
}

#[test]
fn the_lines_of_a_board_are_checked() {
    assert_eq!(wrong_board(&board("\".x.\"", "\"xx.\"")), "board \"own\": line blue leaves the board: there is no square a2");
    assert_eq!(wrong_board(&board("\".x.\"", "\".x\"")), "board \"own\": line blue: the row \".x\" has 2 squares instead of 3");
    assert_eq!(wrong_board(&board("  \".x.\",\n", "")), "board \"own\": line blue has 1 rows, the board 2");
    assert_eq!(
        wrong_board(&board("\".x.\"", "\".o.\"")),
        "board \"own\": line blue: \"o\" is neither \"x\" (inside) nor \".\" (outside)"
    );
    assert_eq!(wrong_board(&board("  \".x.\",\n  \"xx.\",\n", "\"...\", \"...\"")), "board \"own\": line blue holds no square");
    assert!(wrong_board(&board("lines.blue", "lines.\"a b\"")).contains("the name of a line, \"a b\", is not one word"));
}

#[test]
fn the_limits_of_a_board_are_checked() {
    assert_eq!(
        wrong_board(&board("\"blue\"", "\"green\"")),
        "board \"own\": for 2 players: there is no line \"green\" (there are \"\", blue)"
    );
    assert_eq!(wrong_board(&board("players = 3", "players = 2")), "board \"own\": the table has 2 players twice");
    assert_eq!(wrong_board(&board("players = 3", "players = 7")), "board \"own\": players is 7; it must be from 2 to 6");
    assert_eq!(wrong_board(&board("players = 3, ", "")), "board \"own\": players is missing");
    assert_eq!(wrong_board(&board("height = 3", "height = 9")), "board \"own\": height is 9; it must be from 1 to 8");
    assert_eq!(
        wrong_board(&board("height = 3", "high = 3")),
        "board \"own\": unknown key \"high\" (known keys: players, inside, height)"
    );
    let rows = "  { players = 2, inside = \"blue\", height = 2 },\n  { players = 3, inside = \"\", height = 3 },\n";
    assert_eq!(
        wrong_board(&board(rows, "")),
        "board \"own\": the table of limits is empty: it says for how many players the board is"
    );
}

#[test]
fn a_board_of_ones_own_can_be_played() {
    let mut position = Position::new(&own_options(&board("own", "own"), "players 2"));
    assert_eq!(position.board().squares().map(|square| square.to_string()).collect::<Vec<_>>(), ["a1", "b1", "b2"]);
    assert_eq!(position.board().limit("b1".parse().unwrap()), Some(2));
    play(&mut position, "L3:a1.1,b1.1,b2.1");
    // Red has no square left on the board for its first stone; yellow goes on.
    assert!(position.is_out(tablee_core::Seat::new(1)));
    assert_eq!(turn(&position), Some(0));
    let position = Position::new(&own_options(&board("own", "own"), "players 3"));
    assert_eq!(position.board().limit("b1".parse().unwrap()), Some(3));
    assert_eq!(turn(&position), Some(0));
}

#[test]
fn a_board_on_which_nothing_fits_is_over_before_it_begins() {
    let tiny =
        "[[board]]\nid = \"own\"\nname = \"Own\"\nheights = [\"#\"]\nlimits = [{ players = 2, inside = \"\", height = 1 }]";
    let position = Position::new(&own_options(tiny, ""));
    assert!(position.is_over());
    assert_eq!(crate::common::score(&position), [-11, -11]);
}

#[test]
fn the_widest_and_the_longest_board_are_played() {
    for (columns, rows) in [(26, 3), (4, 26), (64, 1), (10, 11), (1, 26)] {
        let row = format!("\"{}\",", "#".repeat(columns));
        let source = format!(
            "[[board]]\nid = \"own\"\nname = \"Own\"\nheights = [{}]\nlimits = [{{ players = 2, inside = \"\", height = 8 }}]",
            row.repeat(rows)
        );
        if columns > 26 {
            assert!(set_with_board(&source).is_err());
            continue;
        }
        let mut position = Position::new(&own_options(&source, ""));
        tablee_core::play_out(&mut position, &mut tablee_core::chance::TestDice::new(1), &mut Vec::new());
        assert!(position.is_over());
    }
}
