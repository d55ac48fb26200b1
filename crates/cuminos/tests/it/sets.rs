//! Set files and options: errors are exact.

use std::sync::Arc;

use tablee_core::{Game, OptionValue, OptionValues, Seat};
use tablee_cuminos::{Cuminos, Set, Teams};

const RIGHT: &str = "id = \"mine-1\"\nmarks = [1, 2, 3, 4, 5, 6]\ncolours = [\"red\", \"blue\"]\n";

fn wrong(from: &str, to: &str) -> (String, String) {
    assert!(RIGHT.contains(from));
    let error = Set::read(&RIGHT.replace(from, to)).unwrap_err();
    (error.to_string(), error.text().fr)
}

#[test]
fn the_standard_set_is_read_and_written() {
    let house = Set::read(Cuminos::STANDARD_SET).unwrap();
    assert_eq!(house.id, "cuminos-house-1");
    assert_eq!(house.colours.len(), 6);
    assert_eq!(Set::read(&house.write()), Ok(house));
    assert_eq!(Set::read(RIGHT).unwrap().write(), RIGHT);
}

#[test]
fn every_error_of_a_set_names_its_line_and_what_is_wrong() {
    let cases = [
        ("id = \"mine-1\"", "", "line 1: id is missing", "ligne 1 : il manque id"),
        (
            "mine-1",
            "my box",
            "line 1: the id \"my box\" is not one word of at most 64 letters, digits and dashes",
            "ligne 1 : l’identifiant « my box » n’est pas un mot d’au plus 64 lettres, chiffres et tirets",
        ),
        ("\"mine-1\"", "7", "line 1: id is not a text in quotes", "ligne 1 : id n’est pas un texte entre guillemets"),
        (
            "marks",
            "mark",
            "line 2: unknown key \"mark\" (known keys: id, marks, colours); did you mean \"marks\"?",
            "ligne 2 : clé inconnue « mark » (clés connues : id, marks, colours) ; vouliez-vous dire « marks » ?",
        ),
        ("5, 6]", "5]", "line 2: the marks are not 1 to 6 in order", "ligne 2 : les marques ne sont pas 1 à 6 dans l’ordre"),
        ("[1,", "[0,", "line 2: the marks are not 1 to 6 in order", "ligne 2 : les marques ne sont pas 1 à 6 dans l’ordre"),
        ("6]", "\"6\"]", "line 2: marks is not a whole number", "ligne 2 : marks n’est pas un nombre entier"),
        ("6]", "-6]", "line 2: marks is -6; it must be from 0 to 255", "ligne 2 : marks vaut -6 ; il faut un nombre de 0 à 255"),
        ("marks = [1, 2, 3, 4, 5, 6]", "", "line 1: marks is missing", "ligne 1 : il manque marks"),
        (
            "[\"red\", \"blue\"]",
            "\"red\"",
            "line 3: colours is not a list in brackets",
            "ligne 3 : colours n’est pas une liste entre crochets",
        ),
        (
            "blue",
            "gold",
            "line 3: colours: \"gold\" is not one of red, blue, yellow, green, violet, orange, white, black, brown, pink",
            "ligne 3 : colours : « gold » n’est pas dans la liste : red, blue, yellow, green, violet, orange, white, black, brown, pink",
        ),
        ("blue", "red", "line 3: colours: \"red\" is given twice", "ligne 3 : colours : « red » apparaît deux fois"),
        (", \"blue\"", "", "line 3: a set has 2 to 6 colours, this one 1", "ligne 3 : une boîte a de 2 à 6 couleurs, celle-ci 1"),
        (
            "\"blue\"",
            "\"blue\", \"green\", \"pink\", \"brown\", \"black\", \"white\"",
            "line 3: a set has 2 to 6 colours, this one 7",
            "ligne 3 : une boîte a de 2 à 6 couleurs, celle-ci 7",
        ),
    ];
    for (from, to, en, fr) in cases {
        assert_eq!(wrong(from, to), (en.to_owned(), fr.to_owned()));
    }
    assert!(wrong("marks =", "marks = =").0.starts_with("line 2: this is not valid TOML"));
    // A colour on a separate line is named by that line.
    assert!(wrong("\"blue\"", "\n\n\"gold\"").0.starts_with("line 5: colours: \"gold\" is not one of"));
}

fn options(players: i64, teams: &str, source: &str) -> Result<tablee_cuminos::Options, tablee_core::Text> {
    let values =
        OptionValues::new().with("players", OptionValue::Number(players)).with("teams", OptionValue::Word(teams.to_owned()));
    Cuminos::options(&values, Arc::new(Set::read(source).unwrap()))
}

#[test]
fn options_that_do_not_go_together_are_refused_with_the_clause() {
    let house = Cuminos::STANDARD_SET;
    let refusal = |players, teams, set| options(players, teams, set).unwrap_err();
    assert_eq!(refusal(7, "none", house).en, "Cuminos is for 2 to 6 players, not 7");
    assert_eq!(refusal(-1, "none", house).fr, "Cuminos se joue de 2 à 6 joueurs, pas à -1");
    assert_eq!(refusal(3, "pairs", house).en, "C24: teams of two are for 4 or 6 players, not 3");
    assert_eq!(refusal(4, "triples", house).fr, "C24 : les équipes de trois se forment à 6, pas à 4");
    assert_eq!(refusal(3, "none", RIGHT).en, "C1: each player has a colour, and the set has 2 for 3 players");
    assert_eq!(options(6, "triples", house).unwrap().teams, Teams::Triples);
}

#[test]
fn defaults_are_two_players_without_teams_and_seats_are_named_by_colour() {
    let set = Arc::new(Set::read(RIGHT).unwrap());
    let options = Cuminos::options(&OptionValues::new(), set).unwrap();
    assert_eq!((options.players, options.teams), (2, Teams::None));
    assert_eq!(Cuminos::seat_name(&options, Seat::new(1)).fr, "bleu");
}
