//! Moves in words, what they bring, and what everyone should notice.

use crate::common::{TablePicture, play, set_file};
use crate::scene::three_of_four;
use tablee_core::chance::TestDice;
use tablee_core::contract::{read_by, sample_options};
use tablee_core::scene::Area;
use tablee_core::telling::{Announcement, effect};
use tablee_core::{Game, Lang, OptionValues, Play, Position as _, Scenic, Text};
use tablee_dogcity::{DogCity, Move, Options, Position, Set};

fn mv(position: &Position, spelling: &str) -> Move {
    DogCity::read_move(position, spelling).unwrap()
}

#[track_caller]
fn say(text: &Text, en: &str, fr: &str) {
    let text = read_by(0, text);
    assert_eq!((text.en.as_str(), text.fr.as_str()), (en, fr));
}

#[track_caller]
fn told(position: &Position, spelling: &str, en: &str, fr: &str) {
    let text = DogCity::tell(position, mv(position, spelling));
    say(&text, en, fr);
    assert!(text.en.chars().count() <= 80 && text.fr.chars().count() <= 90, "too long: {text:?}");
}

/// One blue domino, and hands that can be laid beside it.
fn beside_blue(hand: &'static str) -> Position {
    TablePicture::for_players(2).laid("b. b.\nb. b.").hand(0, hand).set_up()
}

#[test]
fn a_domino_is_told_by_its_animals() {
    let cases = [
        ("b. b.\nb. b.", "lays a domino without animals", "pose un domino sans animaux"),
        ("bB b.\nb. b.", "lays a domino with a brown dog", "pose un domino avec un chien marron"),
        ("bB bB\nb. b.", "lays a domino with two brown dogs", "pose un domino avec deux chiens marron"),
        ("bW bW\nbW b.", "lays a domino with three white dogs", "pose un domino avec trois chiens blancs"),
        ("bG bG\nbG bG", "lays a domino with four grey dogs", "pose un domino avec quatre chiens gris"),
        ("bc b.\nb. b.", "lays a domino with a cat", "pose un domino avec un chat"),
        ("bc bc\nb. b.", "lays a domino with two cats", "pose un domino avec deux chats"),
        (
            "bc bG\nbW bB",
            "lays a domino with a brown dog, a white dog, a grey dog and a cat",
            "pose un domino avec un chien marron, un chien blanc, un chien gris et un chat",
        ),
    ];
    for (hand, en, fr) in cases {
        told(&beside_blue(hand), "11@1,0r0", en, fr);
    }
    // A move that cannot be laid has a text too, even without such a domino.
    told(&beside_blue("bB b.\nb. b."), "11@7,7r2", "lays a domino with a brown dog", "pose un domino avec un chien marron");
}

#[test]
fn dogs_of_other_colours_have_the_names_of_their_set() {
    let file = set_file(&vec![["r.", "r.", "rB", "rB"].map(str::to_owned); 60]).replace("brown", "orange");
    let options = Options::read(&OptionValues::new(), std::sync::Arc::new(Set::read(&file).unwrap())).unwrap();
    let mut position = Position::new(&options);
    play(&mut position, &["+1", "+2", "+3", "+4", "+5", "+6", "+7", "+8"]);
    told(&position, "1@0,0r0", "lays the first domino", "pose le premier domino");
    play(&mut position, &["1@0,0r0", "+9"]);
    told(&position, "5@0,1r0", "lays a domino with two orange dogs", "pose un domino avec deux chiens orange");
}

/// A ring of dominoes around one place: laying there completes four rounds.
fn ring() -> Position {
    TablePicture::for_players(2)
        .laid(
            "
            r. r. | r. r. | r. r.
            r. rB | r. r. | r. r.

            r. r. | -- -- | r. r.
            r. b. | -- -- | y. r.

            r. b. | b. y. | yW r.
            r. r. | r. r. | r. r.
            ",
        )
        .hand(0, "rB r.\nbW yc")
        .set_up()
}

#[test]
fn complete_rounds_are_told_by_their_colours() {
    told(
        &three_of_four().set_up(),
        "11@0,1r0",
        "lays a domino, completing a red round",
        "pose un domino, ce qui complète un rond rouge",
    );
    told(
        &ring(),
        "11@1,1r0",
        "lays a domino, completing two red rounds, a blue round and a yellow round",
        "pose un domino, ce qui complète deux ronds rouges, un rond bleu et un rond jaune",
    );
}

/// A table on which nothing of a hand fits.
fn stuck(hand: &'static str) -> TablePicture {
    const FOUR: &str = "
        r. r. | y. y. | y. y. | y. y.
        r. r. | y. y. | y. y. | y. y.
    ";
    TablePicture::for_players(2).laid("r. r.\nr. r.").hand(0, hand).pile(FOUR)
}

#[test]
fn what_lays_nothing_is_told_too() {
    let exchanges = [
        ("y. y.\ny. y.", "exchanges the only domino", "échange son seul domino"),
        ("y. y. | y. y.\ny. y. | y. y.", "exchanges both dominoes", "échange ses deux dominos"),
        ("y. y. | y. y. | y. y.\ny. y. | y. y. | y. y.", "exchanges all three dominoes", "échange ses trois dominos"),
        (
            "y. y. | y. y. | y. y. | y. y.\ny. y. | y. y. | y. y. | y. y.",
            "exchanges all four dominoes",
            "échange ses quatre dominos",
        ),
    ];
    for (hand, en, fr) in exchanges {
        let position = stuck(hand).set_up();
        told(&position, "swap", en, fr);
        told(&position, "pass", "passes", "passe");
        told(&position, "+51", "a domino is drawn", "on pioche un domino");
    }
    let mut position = stuck("y. y.\ny. y.").set_up();
    say(&DogCity::act_label(&position, Move::Swap), "Exchange the hand", "Échanger la main");
    say(&DogCity::act_label(&position, Move::Pass), "Pass", "Passer");
    play(&mut position, &["swap"]);
    told(&position, "+51", "you draw a domino", "vous piochez un domino");
    told(&position, "swap", "exchanges the hand", "échange sa main");
}

#[test]
fn the_points_of_a_move_are_explained() {
    let one = three_of_four().set_up();
    let brings = effect::<DogCity>(&one, mv(&one, "11@0,1r0"));
    assert_eq!(brings.gains, [2, 0]);
    say(&brings.why.unwrap(), "a brown dog and a grey dog: 1 + 1", "un chien marron et un chien gris : 1 + 1");

    let four = ring();
    let brings = effect::<DogCity>(&four, mv(&four, "11@1,1r0"));
    assert_eq!(brings.gains, [3 + (1 - 2) + 1, 0]);
    say(
        &brings.why.unwrap(),
        "two brown dogs: 3; a white dog and a cat: 1 − 2; a white dog: 1",
        "deux chiens marron : 3 ; un chien blanc et un chat : 1 − 2 ; un chien blanc : 1",
    );

    let none = beside_blue("bB b.\nb. b.");
    let brings = effect::<DogCity>(&none, mv(&none, "11@1,0r0"));
    assert_eq!((brings.gains, brings.why), (vec![0, 0], None), "what leaves the hand is not won");
    let stuck = stuck("y. y.\ny. y.").set_up();
    assert_eq!(DogCity::why_points(&stuck, Move::Pass), None);
}

#[test]
fn rounds_without_dogs_are_explained_as_well() {
    let why = |table: &'static str, hand: &'static str| {
        let position = TablePicture::for_players(2).laid(table).hand(0, hand).set_up();
        let brings = effect::<DogCity>(&position, mv(&position, "11@0,1r0"));
        (brings.gains[0], brings.why.unwrap())
    };
    let plain = "-- -- | b. b.\n-- -- | r. b.\n\nb. r. | r. b.\nb. b. | b. b.";
    let (points, text) = why(plain, "b. b.\nb. r.");
    assert_eq!(points, 0);
    say(&text, "a round without animals", "un rond sans animaux");
    let (points, text) = why(plain, "b. b.\nb. rc");
    assert_eq!(points, -2);
    say(&text, "a cat: −2", "un chat : −2");
    let column = "-- -- | b. b.\n-- -- | r. b.\n\nb. r. | r. b.\nb. b. | b. b.\n";
    let (points, text) = why(column, "b. bW\nb. rc");
    assert_eq!(points, -2);
    say(&text, "a cat: −2", "un chat : −2");
    // Three places of a square around the free one, twice: two rounds at once.
    let position = TablePicture::for_players(2)
        .laid(
            "
            b. b. | b. b.
            b. b. | b. b.

            -- -- | b. b.
            -- -- | b. b.

            b. b. | b. b.
            b. b. | b. b.
            ",
        )
        .hand(0, "b. b.\nb. b.")
        .set_up();
    let brings = effect::<DogCity>(&position, mv(&position, "11@0,1r0"));
    say(&brings.why.unwrap(), "rounds without animals", "des ronds sans animaux");
}

#[test]
fn won_is_what_the_rounds_brought() {
    let mut position = three_of_four().set_up();
    assert_eq!(DogCity::won(&position).unwrap().as_slice(), [0, 0]);
    let before = position.clone();
    play(&mut position, &["11@0,1r0", "+54"]);
    assert_eq!(DogCity::won(&position).unwrap().as_slice(), [2, 0]);
    assert_eq!(DogCity::gains(&before, &position).as_slice(), [2, 0]);
    assert_eq!(position.score().as_slice(), [2 - 2, 0], "the cat in hand would cost two if it ended now");
}

/// Plays a move, and returns what is announced.
fn announced(position: &mut Position, spelling: &str) -> Vec<Announcement> {
    let (before, played) = (position.clone(), mv(position, spelling));
    play(position, &[spelling]);
    DogCity::announce(&[], &before, played, position)
}

#[test]
fn an_exchange_is_announced() {
    let mut position = stuck("y. y. | y. y.\ny. y. | y. y.").set_up();
    let [exchange] = &announced(&mut position, "swap")[..] else { panic!("one announcement") };
    say(&exchange.title, "You exchange all your dominoes", "Vous échangez tous vos dominos");
    assert_eq!((&exchange.note, exchange.rows.len()), (&None, 0));
}

#[test]
fn the_end_of_the_draw_pile_is_announced() {
    let mut position =
        TablePicture::for_players(2).laid("r. r.\nr. r.").hand(0, "r. r. | r. r.\nr. r. | r. r.").pile("r. r.\nr. r.").set_up();
    assert_eq!(announced(&mut position, "11@1,0r0"), []);
    let [empty] = &announced(&mut position, "+51")[..] else { panic!("one announcement") };
    say(&empty.title, "The draw pile is empty", "La pioche est vide");
    say(
        empty.note.as_ref().unwrap(),
        "Nobody draws any more. The first to lay their last domino ends the game.",
        "On ne pioche plus. La partie finit dès que quelqu’un pose son dernier domino.",
    );
    // An exchange of all that is left empties the pile for a moment only.
    let mut exchange = TablePicture::for_players(2).laid("r. r.\nr. r.").hand(0, "y. y.\ny. y.").pile("b. b.\nb. b.").set_up();
    play(&mut exchange, &["swap"]);
    assert_eq!(announced(&mut exchange, "+51"), []);
}

#[test]
fn the_end_is_announced_with_its_reason_and_a_table() {
    let mut position = TablePicture::for_players(2)
        .laid("-- -- | b. b.\n-- -- | rB b.\n\nb. r. | r. b.\nb. b. | b. b.")
        .hand(0, "b. b.\nb. rB")
        .hand(1, "bB bW\nbc b.")
        .set_up();
    let [end] = &announced(&mut position, "11@0,1r0")[..] else { panic!("only the end") };
    say(&end.title, "The game is over", "La partie est finie");
    say(end.note.as_ref().unwrap(), "You have laid your last domino.", "Vous avez posé votre dernier domino.");
    let headings = |lang: Lang| end.columns.iter().map(|column| column.say(lang)).collect::<Vec<_>>();
    assert_eq!(headings(Lang::En), ["rounds", "dogs in hand", "cats in hand", "total"]);
    assert_eq!(headings(Lang::Fr), ["ronds", "chiens en main", "chats en main", "total"]);
    let rows: Vec<_> = end.rows.iter().map(|row| (row.seat.number(), row.points.clone())).collect();
    assert_eq!(rows, [(0, vec![3, 0, 0, 3]), (1, vec![0, -2, -2, -4])]);

    // Everyone passes; nothing fits.
    let blue = "b. b. | b. b. | b. b. | b. b.\nb. b. | b. b. | b. b. | b. b.";
    let table = || TablePicture::for_players(2).laid("r. r.\nr. r.").hand(0, blue).hand(1, blue);
    let mut passing = table().pile("r. r.\nr. r.").set_up();
    play(&mut passing, &["pass"]);
    let [end] = &announced(&mut passing, "pass")[..] else { panic!("only the end") };
    say(end.note.as_ref().unwrap(), "Everyone has passed.", "Tout le monde a passé.");
    let mut last = table().hand(0, "r. r. | b. b.\nr. r. | b. b.").pile("b. b.\nb. b.").set_up();
    play(&mut last, &["11@1,0r0"]);
    let [end] = &announced(&mut last, "+51")[..] else { panic!("only the end, though the pile is empty too") };
    say(end.note.as_ref().unwrap(), "No domino fits anywhere any more.", "Plus aucun domino ne peut être posé.");
}

#[test]
fn announcements_agree_with_the_rules_in_whole_games() {
    let (mut exchanges, mut piles, mut ends) = (0, 0, 0);
    for (seed, values) in DogCity::samples().into_iter().cycle().take(27).enumerate() {
        let mut position = DogCity::start(&sample_options::<DogCity>(&values), &());
        let mut dice = TestDice::new(seed as u64);
        while let Some(mv) = position.pick(&mut dice, &mut Vec::new()) {
            let before = position.clone();
            position.play(mv).unwrap();
            let announcements = DogCity::announce(&[], &before, mv, &position);
            assert!(announcements.len() <= 1, "{announcements:?}");
            for Announcement { title, rows, .. } in announcements {
                exchanges += usize::from(mv == Move::Swap);
                piles += usize::from(title.en == "The draw pile is empty");
                for row in &rows {
                    assert_eq!(row.points[..3].iter().sum::<i32>(), row.points[3]);
                    assert_eq!(row.points[3], position.score()[row.seat]);
                }
                ends += usize::from(!rows.is_empty());
            }
        }
    }
    assert_eq!(ends, 27);
    assert!(exchanges > 1 && piles > 3, "{exchanges} {piles}");
}

#[test]
fn it_is_said_why_a_domino_fits_nowhere() {
    let nowhere = |position: &Position, piece: &str| {
        let text = DogCity::fits_nowhere(position, piece);
        [text.en, text.fr]
    };
    let position = three_of_four().set_up();
    assert_eq!(
        nowhere(&position, "d12"),
        ["none of its edges matches a free edge", "aucun de ses bords ne convient à un bord libre"]
    );
    // Only the place in the corner asks for blue and red side by side, and there the third corner is yellow.
    let corner = TablePicture::for_players(2)
        .laid("-- -- | y. y.\n-- -- | r. y.\n\nb. r. | r. y.\ny. y. | y. y.")
        .hand(0, "b. b.\nr. r.")
        .pile("y. y.\ny. y.")
        .set_up();
    assert!(!corner.legal_moves().iter().any(|mv| matches!(mv, Move::Lay(_))), "{corner:?}");
    assert_eq!(
        nowhere(&corner, "d11"),
        [
            "where one of its edges matches, another corner does not",
            "là où l’un de ses bords convient, un autre coin ne convient pas"
        ]
    );
    for piece in ["d21", "d99", "x", ""] {
        assert_eq!(nowhere(&position, piece), ["it is not in hand", "ce domino n’est pas en main"], "{piece}");
    }
    assert_eq!(nowhere(&Position::new(position.options()), "d11"), ["it is nobody’s turn", "ce n’est le tour de personne"]);
}

#[test]
fn what_is_in_the_way_is_pointed_at() {
    let position = three_of_four().set_up();
    let areas = |spelling: &str| {
        let mv = mv(&position, spelling);
        DogCity::offending(&position, mv, &position.check(mv).unwrap_err())
    };
    let quarter = |x: f32, y: f32| Area { at: [x, y], size: [0.5, 0.5] };
    // On the free place of the square all three others meet its south-east corner: each with the quarter that is there.
    let mut three = areas("11@0,1r1");
    three.sort_by(|a, b| a.at.partial_cmp(&b.at).unwrap());
    assert!(!three.is_empty() && three.iter().all(|area| area.size == [0.5, 0.5]), "{three:?}");
    assert_eq!(areas("12@0,1r0"), [quarter(1.0, 1.5)]);
    assert_eq!(areas("12@0,-1r0"), [quarter(0.0, 0.0)]);
    assert_eq!(areas("11@0,0r0"), [Area::of_cell([0, 0])]);
    for nothing in ["11@9,9r0", "21@0,1r0", "swap", "pass", "+51"] {
        assert_eq!(areas(nothing), [], "{nothing}");
    }
}
