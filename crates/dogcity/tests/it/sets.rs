//! Set files and options: valid files round-trip, errors are named with their line.

use std::sync::Arc;

use tablee_core::geometry::{Point, QuarterTurns};
use tablee_core::{Game, OptionValue, OptionValues, Seat};
use tablee_dogcity::{Arrangement, DogCity, DominoNumber, Laid, Lay, Options, Position, Set};

fn error(source: &str) -> (String, String) {
    let error = Set::read(source).unwrap_err().text();
    (error.en, error.fr)
}

/// The standard set with a passage replaced, the first time that it occurs.
fn standard_with(old: &str, new: &str) -> String {
    assert!(DogCity::STANDARD_SET.contains(old), "{old}");
    DogCity::STANDARD_SET.replacen(old, new, 1)
}

fn check(source: &str, en: &str, fr: &str) {
    assert_eq!(error(source), (en.to_owned(), fr.to_owned()));
}

/// The line of our set on which a text begins.
fn line_of(text: &str) -> usize {
    1 + DogCity::STANDARD_SET[..DogCity::STANDARD_SET.find(text).unwrap()].matches('\n').count()
}

#[test]
fn the_standard_set_is_read_and_written() {
    let set = Set::read(DogCity::STANDARD_SET).unwrap();
    assert_eq!((set.id(), set.players(), set.count()), ("dogcity-house-1", &[2, 3, 4][..], 48));
    assert_eq!(set.dog_colours(), ["brown", "white", "grey"]);
    assert_eq!(Set::read(&set.write()), Ok(set));
}

#[test]
fn a_file_that_is_not_a_set_is_refused() {
    assert!(error("id = = 1").0.starts_with("line 1: this is not valid TOML: "));
    check("", "line 1: id is missing", "ligne 1 : il manque id");
    check(
        &standard_with("round_colours", "round_colors"),
        &format!(
            "line {}: unknown key \"round_colors\" (known keys: id, players, round_colours, dog_colours, domino); did you mean \"round_colours\"?",
            line_of("round_colours = ")
        ),
        &format!(
            "ligne {} : clé inconnue « round_colors » (clés connues : id, players, round_colours, dog_colours, domino) ; vouliez-vous dire « round_colours » ?",
            line_of("round_colours = ")
        ),
    );
    check(
        &standard_with("\"dogcity-house-1\"", "\"my box\""),
        "line 6: the id \"my box\" is not one word of at most 64 letters, digits and dashes",
        "ligne 6 : l’identifiant « my box » n’est pas un mot d’au plus 64 lettres, chiffres et tirets",
    );
}

#[test]
fn players_and_colours_are_checked() {
    check(
        &standard_with("[2, 3, 4]", "[2, 5]"),
        "line 7: players is 5; it must be from 2 to 4",
        "ligne 7 : players vaut 5 ; il faut un nombre de 2 à 4",
    );
    check(&standard_with("[2, 3, 4]", "[2, 2]"), "line 7: players names 2 twice", "ligne 7 : players nomme 2 deux fois");
    check(&standard_with("[2, 3, 4]", "[]"), "line 7: players is an empty list", "ligne 7 : players est une liste vide");
    check(
        &standard_with("[\"red\", \"blue\", \"yellow\"]", "[\"red\", \"blue\", \"green\"]"),
        "line 8: the round colours are not red, blue, yellow (D1)",
        "ligne 8 : les couleurs des ronds ne sont pas red, blue, yellow (D1)",
    );
    let dogs = |list: &str| standard_with("[\"brown\", \"white\", \"grey\"]", list);
    check(
        &dogs("[]"),
        "line 9: there are 0 dog colours; there must be 1 to 8",
        "ligne 9 : il y a 0 couleurs de chien ; il en faut de 1 à 8",
    );
    for wrong in ["cat", "", "Brown", "dark brown"] {
        check(
            &dogs(&format!("[{wrong:?}]")),
            &format!("line 9: {wrong:?} is not a dog colour: it is one word of at most 16 lower-case letters, and not \"cat\""),
            &format!(
                "ligne 9 : « {wrong} » n’est pas une couleur de chien : c’est un mot d’au plus 16 minuscules, et pas « cat »"
            ),
        );
    }
    check(
        &dogs("[\"brown\", \"brown\"]"),
        "line 9: the dog colour brown is given twice",
        "ligne 9 : la couleur de chien brown figure deux fois",
    );
}

#[test]
fn dominoes_are_numbered_without_gap_or_twin() {
    let line = line_of("number = 17");
    check(
        &standard_with("number = 17", "number = 49"),
        &format!("line {line}: domino 49: a set of 48 dominoes numbers them 1 to 48"),
        &format!("ligne {line} : domino 49 : une boîte de 48 dominos les numérote de 1 à 48"),
    );
    check(
        &standard_with("number = 17", "number = 16"),
        &format!("line {line}: domino 16: there are two dominoes of this number"),
        &format!("ligne {line} : domino 16 : deux dominos portent ce numéro"),
    );
    check(
        &standard_with("number = 17", "number = 0"),
        &format!("line {line}: number is 0; it must be from 1 to 255"),
        &format!("ligne {line} : number vaut 0 ; il faut un nombre de 1 à 255"),
    );
}

#[test]
fn a_set_has_enough_dominoes_and_not_too_many() {
    let first_twelve = &DogCity::STANDARD_SET[..DogCity::STANDARD_SET.find("[[domino]]\nnumber = 13\n").unwrap()];
    check(
        first_twelve,
        "line 1: 4 players draw 16 dominoes (D2), and this set has 12",
        "ligne 1 : 4 joueurs piochent 16 dominos (D2), et cette boîte en a 12",
    );
    assert_eq!(Set::read(&first_twelve.replace("[2, 3, 4]", "[3, 2]")).map(|set| set.count()), Ok(12));
    let more: String = (49..=61)
        .map(|number| {
            format!("\n[[domino]]\nnumber = {number}\ncorners = [\"red\", \"red\", \"red\", \"red\"]\nanimals = [\"\", \"\", \"\", \"\"]\n")
        })
        .collect();
    let (en, fr) = error(&format!("{}\n{more}", DogCity::STANDARD_SET));
    assert!(en.ends_with(": a set has at most 60 dominoes, this one 61"), "{en}");
    assert!(fr.ends_with(" : une boîte compte au plus 60 dominos, celle-ci 61"), "{fr}");
}

#[test]
fn corners_and_animals_are_named_with_their_domino() {
    let first = "corners = [\"red\", \"red\", \"red\", \"red\"]\nanimals = [\"\", \"\", \"white\", \"\"]";
    let line = line_of(first);
    let with = |corners: &str, animals: &str| standard_with(first, &format!("corners = {corners}\nanimals = {animals}"));
    let (four, none) = ("[\"red\", \"red\", \"red\", \"red\"]", "[\"\", \"\", \"\", \"\"]");
    check(
        &with("[\"red\", \"green\", \"red\", \"red\"]", none),
        &format!("line {line}: domino 1: corners: \"green\" is not a round colour (they are red, blue, yellow)"),
        &format!("ligne {line} : domino 1 : corners : « green » n’est pas une couleur de rond (ce sont red, blue, yellow)"),
    );
    check(
        &with("[\"red\", \"red\", \"red\"]", none),
        &format!("line {line}: domino 1: corners has 3 corners instead of four"),
        &format!("ligne {line} : domino 1 : corners a 3 coins au lieu de quatre"),
    );
    check(
        &with(four, "[\"\", \"pink\", \"\", \"\"]"),
        &format!(
            "line {}: domino 1: animals: \"pink\" is neither empty, nor cat, nor a dog colour of this set (they are brown, white, grey)",
            line + 1
        ),
        &format!(
            "ligne {} : domino 1 : animals : « pink » n’est ni vide, ni cat, ni une couleur de chien de cette boîte (ce sont brown, white, grey)",
            line + 1
        ),
    );
    check(
        &with(four, "[\"\", \"\", \"\", \"\", \"\"]"),
        &format!("line {}: domino 1: animals has 5 corners instead of four", line + 1),
        &format!("ligne {} : domino 1 : animals a 5 coins au lieu de quatre", line + 1),
    );
    check(
        &standard_with(first, &format!("{first}\nweight = 3")),
        &format!("line {}: domino 1: unknown key \"weight\" (known keys: number, corners, animals)", line + 2),
        &format!("ligne {} : domino 1 : clé inconnue « weight » (clés connues : number, corners, animals)", line + 2),
    );
}

fn house() -> Arc<Set> {
    Arc::new(Set::read(DogCity::STANDARD_SET).unwrap())
}

#[test]
fn options_that_do_not_go_together_are_refused_with_the_clause() {
    let refuse = |name, value, set| Options::read(&OptionValues::new().with(name, value), set).unwrap_err();
    let number = OptionValue::Number;
    assert_eq!(refuse("players", number(5), house()).en, "Dog City Domino is for 2 to 4 players, not 5");
    assert_eq!(refuse("cat_in_hand", number(3), house()).en, "D21: a black cat in hand costs 1 or 2, not 3");
    let seats = OptionValue::Seats(vec![Seat::new(0), Seat::new(2)]);
    assert_eq!(refuse("youngest", seats, house()).en, "option youngest: \"0,2\" does not name each of the seats 0 to 1 once");
    let for_two = Arc::new(Set::read(&standard_with("[2, 3, 4]", "[2]")).unwrap());
    let refused = refuse("players", number(3), for_two);
    assert_eq!(refused.en, "D1: the set dogcity-house-1 with its 48 dominoes does not suit 3 players");
    assert_eq!(refused.fr, "D1 : le matériel dogcity-house-1 et ses 48 dominos ne conviennent pas à 3 joueurs");
}

#[test]
fn an_impossible_arrangement_is_refused() {
    let number = DominoNumber::new;
    let lay = |domino, x| Lay { at: Point::new(x, 0), domino: number(domino), turns: QuarterTurns::default() };
    let right = Arrangement {
        options: Options::read(&OptionValues::new(), house()).unwrap(),
        laid: vec![Laid { seat: Seat::new(0), lay: lay(1, 0) }],
        hands: vec![vec![number(2)], vec![number(3)]],
        pile: vec![number(4)],
        turn: Seat::new(1),
    };
    let refuse = |change: &dyn Fn(&mut Arrangement)| {
        let mut arrangement = right.clone();
        change(&mut arrangement);
        Position::arrange(&arrangement).unwrap_err().en
    };
    assert!(Position::arrange(&right).is_ok());
    assert_eq!(refuse(&|table| table.pile.push(number(3))), "there is no domino 3 left");
    assert_eq!(refuse(&|table| table.pile.push(number(77))), "there is no domino 77 left");
    assert_eq!(refuse(&|table| table.turn = Seat::new(2)), "there is no seat 2");
    assert_eq!(refuse(&|table| table.hands.truncate(1)), "1 hands are given for 2 players");
    assert_eq!(refuse(&|table| table.hands[1].clear()), "seat 1 holds 0 dominoes, which is not from 1 to 4");
    let laid = |domino, x| Laid { seat: Seat::new(0), lay: lay(domino, x) };
    assert_eq!(refuse(&|table| table.laid.push(laid(5, 2))), "no domino lies beside that place");
    assert_eq!(refuse(&|table| table.laid.push(laid(37, 1))), "the corners do not match: blue against red");
}
