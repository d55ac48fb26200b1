//! What happens at the table, in words.

use crate::common::picture::{redrawn, table};
use crate::common::{after, options, read, start};
use tablee_core::chance::TestDice;
use tablee_core::contract::read_by;
use tablee_core::scene::{Area, targets};
use tablee_core::telling::{Announcement, effect};
use tablee_core::{Lang, Position as _, Refusal, Scenic, Seat, Text, Turn};
use tablee_kumata::{Kumata, Move, Position};

/// Every kind of ground: printed values of both clans, empty parcels, dominoes with values and empty halves, a totem.
const GROUND: &str = "
    h0 h0 h2 h2 c3 c1 | .  .  .  .  .  .
    h4 c4 h1 c0 c3 c3 | .  .  .  .  .  .
    h4 c4 h4 h3 c4 c4 | .  .  .  .  .  .
    h4 c4 h4 h3 c4 c4 | .  d4 .  .  .  .
    h4 c4 h4 h3 c4 c4 | .  d4 a2 a0 b0 b1
    h4 c4 h4 h3 c4 c3 | .  .  .  .  .  .
    laid 0: a
    laid 1: b d^
    reserve 0: 2-1+1 2-2 4-4 1-0 0-0, hidden 3-3
    reserve 1: 1-1";

/// Nothing but fours: what has no 4 and no empty half fits nowhere.
fn fours(reserve: &str) -> Position {
    table(&format!("{}reserve 0: {reserve}\nreserve 1: 4-4", "h4 c4 h4 c4 h4 c4\n".repeat(6)))
}

/// What the hippos, on seat 0, read.
fn seen(text: Text) -> Text {
    read_by(0, &text)
}

fn both(en: &str, fr: &str) -> Text {
    Text { en: en.to_owned(), fr: fr.to_owned() }
}

#[test]
fn a_lay_is_told_by_what_it_covers() {
    let position = table(GROUND);
    for (mv, en, fr) in [
        ("0-0:a6b6", "two empty parcels", "deux parcelles vides"),
        ("2-2:c6d6", "two of your own 2s", "deux de vos 2"),
        ("3-1:e6f6", "Ben’s 3 and 1", "le 3 et le 1 de Ben"),
        ("4-4:a5b5", "your own 4 and Ben’s 4", "votre propre 4 et le 4 de Ben"),
        ("1-0:c5d5", "your own 1 and an empty parcel", "votre propre 1 et une parcelle vide"),
        ("2-1:d5c5", "an empty parcel and your own 1", "une parcelle vide et votre propre 1"),
        ("2-2:c6d6^", "two of your own 2s, with a totem", "deux de vos 2, avec un totem"),
        ("4-4:a4a3", "two of your own 4s, beside Ben’s totem", "deux de vos 4, près du totem de Ben"),
        ("4-4:a4a3^", "two of your own 4s, with a totem", "deux de vos 4, avec un totem"),
        ("1-1:d2e2", "two empty halves, on level 3", "deux moitiés vides, au niveau 3"),
        ("1-0:f2e2", "Ben’s 1 and an empty half, on level 3", "le 1 de Ben et une moitié vide, au niveau 3"),
        ("1-0:e2f2", "an empty half and Ben’s 1, on level 3", "une moitié vide et le 1 de Ben, au niveau 3"),
    ] {
        let domino = &mv[..3];
        let expected = both(&format!("lays the {domino} over {en}"), &format!("pose le {domino} sur {fr}"));
        assert_eq!(seen(Kumata::tell(&position, read(&position, mv))), expected, "{mv}");
    }
    assert_eq!(Kumata::tell(&position, read(&position, "1-0:f6g6")), both("lays the 1-0", "pose le 1-0"), "off the board");
}

#[test]
fn a_clan_that_nobody_plays_is_named_too() {
    let position = table(&("ti2 ti1 m0 m0 m0 m0\n".repeat(6) + "players: 3\nreserve 0: 2-1"));
    let mv = read(&position, "2-1:a1b1");
    assert_eq!(
        Kumata::tell(&position, mv),
        both("lays the 2-1 over the tigers’ 2 and 1", "pose le 2-1 sur le 2 et le 1 des tigres")
    );
    assert_eq!(Kumata::why_points(&position, mv), None, "they count for nobody");
}

#[test]
fn piles_are_told_otherwise_than_on_a_button() {
    let position = fours("3-1+1 2-2, hidden 1-0");
    let new_pile = read(&position, "p1");
    assert_eq!(Kumata::tell(&position, new_pile), both("opens a new pile with the 3-1", "ouvre une nouvelle pile avec le 3-1"));
    assert_eq!(Kumata::act_label(&position, new_pile), both("New pile with the 3-1", "Nouvelle pile avec le 3-1"));
    let none = read(&position, "p9");
    assert_eq!(Kumata::tell(&position, none), both("opens a new pile", "ouvre une nouvelle pile"));
    assert_eq!(Kumata::act_label(&position, none), both("New pile", "Nouvelle pile"));
    let revealing = after(&position, "p1");
    assert_eq!(seen(Kumata::tell(&revealing, read(&revealing, "+1-0"))), both("you turn up the 1-0", "vous découvrez le 1-0"));
}

#[test]
fn it_is_said_what_is_to_be_done() {
    let said = |position: &Position, en: &str, fr: &str| assert_eq!(seen(Kumata::todo(position)), both(en, fr));
    let position = table(GROUND);
    said(
        &position,
        "Lay a domino, each half on its own value, at one height. Empty goes with anything.",
        "Posez un domino, chaque moitié sur sa valeur, à hauteur égale. Le vide va avec tout.",
    );
    said(
        &after(&position, "2-1:d5c5"),
        "You turn up the next domino of pile 1.",
        "Vous découvrez le prochain domino de la pile 1.",
    );
    said(
        &fours("3-1+1 2-2, hidden 1-0"),
        "None of your dominoes fits: open a new pile with the top of another.",
        "Aucun de vos dominos ne convient : ouvrez une nouvelle pile avec le dessus d’une autre.",
    );
    said(
        &redrawn(GROUND, "reserve 1: 1-1", "turn: 1"),
        "The game is over: Ben has no domino left.",
        "La partie est finie : Ben n’a plus de domino.",
    );
    said(
        &fours("3-1"),
        "The game is over: you can neither lay a domino nor open a new pile.",
        "La partie est finie : vous ne pouvez ni poser de domino ni ouvrir de nouvelle pile.",
    );
}

#[test]
fn a_domino_that_fits_nowhere_says_why() {
    // Each value lies beside itself, and beside 3: never a 4 beside a 2.
    let stripes = "h4 h3 h2 h3 h4 h3\n".repeat(5) + "h4 h3 h2 h3 h1 h3\nreserve 0: 4-2 1-1 4-1 3-3\nreserve 1: 3-3";
    let stripes = table(&stripes);
    let fours = fours("3-1 2-2 4-1 4-4");
    for (position, piece, en, fr) in [
        (
            &stripes,
            "0:4-2",
            "no two neighbouring parcels of one height take a 4 and a 2",
            "aucune paire de parcelles voisines de même hauteur n’accepte un 4 et un 2",
        ),
        (
            &stripes,
            "0:1-1",
            "no two neighbouring parcels of one height take two 1s",
            "aucune paire de parcelles voisines de même hauteur n’accepte deux 1",
        ),
        (
            &fours,
            "0:3-1",
            "there is no 3, no 1 and no empty parcel to cover",
            "il n’y a ni 3, ni 1, ni parcelle vide à recouvrir",
        ),
        (&fours, "0:2-2", "there is no 2 and no empty parcel to cover", "il n’y a ni 2 ni parcelle vide à recouvrir"),
        (&fours, "0:4-1", "there is no 1 and no empty parcel to cover", "il n’y a ni 1 ni parcelle vide à recouvrir"),
        (&fours, "1:4-4", "it is not on top of a pile", "il n’est pas sur le dessus d’une pile"),
    ] {
        assert_eq!(targets::<Kumata>(position, &[], piece), [], "{piece} fits");
        assert_eq!(Kumata::fits_nowhere(position, piece), both(en, fr), "{piece}");
    }
}

#[test]
fn a_move_says_what_it_brings_to_everyone_and_why() {
    let position = table(GROUND);
    let hidden = after(&position, "2-1:d5c5");
    for (position, mv, gains, why) in [
        (&position, "0-0:a6b6", [0, 0], None),
        (&position, "2-2:c6d6", [-4, 0], Some(("covers 4 points of your own", "recouvre 4 de vos points"))),
        // The points already say whose they are.
        (&position, "1-0:f2e2", [0, -1], Some(("covers 1 point", "recouvre 1 point"))),
        (
            &position,
            "4-4:a5b5",
            [-4, -4],
            Some(("covers 4 points of your own and 4 of Ben’s", "recouvre 4 de vos points et 4 points de Ben")),
        ),
        (
            &position,
            "0-0:a6b6^",
            [2 + 1, 0],
            Some(("totem on level 2, plus 1 for playing it", "totem au niveau 2, plus 1 pour l’avoir joué")),
        ),
        (
            &position,
            "1-0:c5d5^",
            [2 + 1 - 1, 0],
            Some((
                "covers 1 point of your own, totem on level 2, plus 1 for playing it",
                "recouvre 1 de vos points, totem au niveau 2, plus 1 pour l’avoir joué",
            )),
        ),
        (&hidden, "+3-3", [6, 0], Some(("the 3-3 is turned up", "le 3-3 se découvre"))),
        (&fours("3-1+1 2-2, hidden 1-0"), "p1", [0, 0], None),
        (&after(&fours("3-1+1 2-2, hidden 0-0"), "p1"), "+0-0", [0, 0], None),
    ] {
        let brought = effect::<Kumata>(position, read(position, mv));
        assert_eq!((&brought.gains[..], brought.why.map(seen)), (&gains[..], why.map(|(en, fr)| both(en, fr))), "{mv}");
    }
    assert_eq!(Kumata::won(&position), None, "all counts only if it ended now");
}

/// What a legal move makes everyone notice.
fn announced(position: &Position, mv: &str) -> Vec<Announcement> {
    let seen = |announcement: Announcement| Announcement {
        title: seen(announcement.title),
        note: announcement.note.map(seen),
        ..announcement
    };
    Kumata::announce(&[], position, read(position, mv), &after(position, mv)).into_iter().map(seen).collect()
}

/// A board without a point on it, the lines of a legend, and how many play.
fn empty_board(clan: &str, legend: &str) -> String {
    format!("{}{legend}", format!("{}\n", [format!("{clan}0").as_str(); 6].join(" ")).repeat(6))
}

#[test]
fn a_draw_tells_which_domino_it_turns_up() {
    let position = after(&table(GROUND), "2-1:d5c5");
    assert_eq!(Kumata::drawn(&position, read(&position, "+3-3")), Some("0:3-3".to_owned()));
    let position = table(GROUND);
    assert_eq!(Kumata::drawn(&position, read(&position, "0-0:a6b6")), None, "it is laid");
}

#[test]
fn a_last_totem_and_a_last_domino_are_announced() {
    let quiet = table(&empty_board("h", "reserve 0: 1-1 0-0\nreserve 1: 1-1 0-0"));
    assert_eq!(announced(&quiet, "1-1:a1b1^"), [], "the second is left");
    let second = after(&quiet, "1-1:a1b1^ 1-1:c1d1");
    assert_eq!(
        announced(&second, "0-0:a2b2^"),
        [
            Announcement::new(both("You play your last totem", "Vous jouez votre dernier totem"))
                .with_note(both("It stands on level 2 and counts 2 points.", "Il est au niveau 2 et compte 2 points.")),
            Announcement::new(both("You lay your last domino", "Vous posez votre dernier domino")).with_note(both(
                "The game ends on your next turn at the latest.",
                "La partie s’arrêtera au plus tard à votre prochain tour."
            )),
        ]
    );
    let four = table(&empty_board("m", "players: 4\nreserve 0: 1-1 0-0\nreserve 1: 1-1"));
    let totem = announced(&four, "0-0:a1b1^");
    assert_eq!(totem[0].title, both("You play your totem", "Vous jouez votre totem"));
    assert_eq!(totem.len(), 1);
}

#[test]
fn the_end_is_announced_with_its_reason_and_its_count() {
    let position = table(&empty_board("h", "reserve 0: 4-3 1-0\nreserve 1: gone"));
    let [end] = &announced(&position, "4-3:a1b1^")[..] else { panic!("one announcement") };
    assert_eq!(end.title, both("Game over: you win", "Partie finie : vous gagnez"));
    let note = both("The game ends because Ben has no domino left.", "La partie s’arrête : Ben n’a plus de domino.");
    assert_eq!(end.note, Some(note));
    let columns = [("table", "table"), ("reserve", "réserve"), ("totems", "totems"), ("total", "total")];
    assert_eq!(end.columns, columns.map(|(en, fr)| both(en, fr)));
    let rows: Vec<_> = end.rows.iter().map(|row| (row.seat.number(), &row.points[..])).collect();
    assert_eq!(rows, [(1, &[0, 0, -2, -2][..]), (0, &[7, 1, 2 - 1, 9])], "the one who ended it first");
}

#[test]
fn a_tie_and_how_it_is_decided_are_announced() {
    let laid = |legend: &str| {
        let board = empty_board("h", legend);
        let (first, rest) = board.split_once('\n').expect("rows");
        table(&format!("{first} | a4 a4 .  .  b3 b0\n{}", rest.replacen("h0\n", "h0 | .  .  .  .  .  .\n", 5)))
    };
    for (legend, mv, title, decided, note) in [
        (
            "laid 1: a b\nreserve 0: 4-4",
            "4-4:a1b1^",
            ("Game over: you win", "Partie finie : vous gagnez"),
            ("A tie at 9 points: the highest totem decides", "Égalité à 9 points : le plus haut totem l’emporte"),
            Some(("It stands on level 2.", "Il est au niveau 2.")),
        ),
        (
            "laid 1: a\nlaid 0: b\nreserve 0: 4-1",
            "4-1:a1b1",
            ("Game over: you and Ben share the victory", "Partie finie : vous et Ben partagez la victoire"),
            ("A tie at 6 points: the totems do not decide it", "Égalité à 6 points : les totems ne les départagent pas"),
            None,
        ),
    ] {
        let [tie, end] = &announced(&laid(legend), mv)[..] else { panic!("the tie and the end") };
        assert_eq!((&end.title, end.after_count), (&both(title.0, title.1), false));
        assert_eq!((&tie.title, tie.after_count), (&both(decided.0, decided.1), true));
        assert_eq!(tie.note, note.map(|(en, fr)| both(en, fr)));
        assert!(!end.note.as_ref().expect("why it ended").en.contains("tie"), "it is said once");
    }
}

#[test]
fn a_team_wins_together() {
    let position = table(&empty_board("m", "players: 4\nteams: yes\nreserve 0: 3-1 0-0\nreserve 2: 1-0\nreserve 3: 2-1"));
    let [_, end] = &announced(&position, "3-1:a1b1^")[..] else { panic!("the totem and the end") };
    assert_eq!(end.title, both("Game over: you and Cleo win", "Partie finie : vous et Cleo gagnez"));
    let note = end.note.as_ref().expect("a note");
    assert!(note.en.ends_with("Together: you and Cleo 6, Ben and Dan 1."), "{note:?}");
    assert!(note.fr.ends_with("Ensemble : vous et Cleo 6, Ben et Dan 1."), "{note:?}");
    assert_eq!(end.rows.iter().map(|row| row.seat.number()).collect::<Vec<_>>(), [1, 2, 3, 0]);
}

#[test]
fn what_is_in_the_way_is_lit() {
    let position = table(GROUND);
    for (mv, clause, cells) in [
        ("2-1:f6g6", "K20", vec![[6, 5]]),
        ("2-1:c6e6", "K13", vec![[2, 5], [4, 5]]),
        ("2-1:c2c1", "K20", vec![[2, 1], [2, 0]]),
        // The whole domino under the totem.
        ("2-1:c2b2", "K22", vec![[1, 1], [1, 2]]),
        ("2-2:c2d2", "K21", vec![[2, 1], [3, 1]]),
        ("2-1:c6d6", "K14", vec![[3, 5]]),
        ("3-1:e6f6", "K10", vec![]),
        ("p1", "K23", vec![]),
    ] {
        let mv = read(&position, mv);
        let illegal = position.check(mv).expect_err("it is refused");
        assert_eq!(illegal.clause().0, clause, "{mv:?}");
        let areas: Vec<_> = cells.into_iter().map(Area::of_cell).collect();
        assert_eq!(Kumata::offending(&position, mv, &illegal), areas, "{mv:?}");
    }
}

#[test]
fn refusals_name_no_parcels() {
    let position = table(GROUND);
    for (mv, en, fr) in [
        ("2-1:f6g6", "it would not lie wholly on the board", "il ne serait pas entièrement sur le plateau"),
        (
            "2-1:c2c1",
            "the heights differ: one half on level 2, the other on level 1",
            "les hauteurs diffèrent : une moitié au niveau 2, l’autre au niveau 1",
        ),
        ("2-1:c2b2", "nothing may cover a domino that bears a totem", "rien ne peut recouvrir un domino qui porte un totem"),
        ("2-2:c2d2", "that would cover a single domino completely", "cela recouvrirait entièrement un seul domino"),
        ("2-1:c6d6", "the values differ: a 1 on a 2", "les valeurs diffèrent : un 1 sur un 2"),
    ] {
        assert_eq!(position.check(read(&position, mv)).expect_err(mv).text(), both(en, fr), "{mv}");
    }
}

#[test]
fn another_seat_can_be_looked_at_as_if_it_were_its_turn() {
    let position = table(GROUND);
    let seats: Vec<_> = Seat::all(6).map(|seat| Kumata::as_if_turn_of(&position, seat).map(|other| other.turn())).collect();
    assert_eq!(seats[..2], [0, 1].map(|number| Some(Turn::Seat(Seat::new(number)))));
    assert_eq!(seats[2..], [None; 4], "there are two seats");
    let other = Kumata::as_if_turn_of(&position, Seat::new(1)).expect("the crocodiles can lay");
    let cells: Vec<_> = targets::<Kumata>(&other, &[], "1:1-1").iter().map(|target| target.cell).collect();
    assert!(cells.contains(&[3, 1]) && cells.contains(&[4, 1]), "{cells:?}");
    assert!(targets::<Kumata>(&position, &[], "1:1-1").is_empty(), "it is not their turn");
    // While a domino is turned up, the others can be looked at too; a seat that can lay nothing cannot.
    let chance = after(&position, "2-1:d5c5");
    assert_eq!(chance.turn(), Turn::Chance);
    assert!(Kumata::as_if_turn_of(&chance, Seat::new(1)).is_some());
    assert_eq!(Kumata::as_if_turn_of(&fours("3-1+1 2-2, hidden 1-0"), Seat::new(0)), None);
    assert_eq!(Kumata::as_if_turn_of(&fours("3-1"), Seat::new(1)), None, "it is over");
}

#[test]
fn moves_are_told_in_few_words() {
    let (mut told, mut long) = (0, 0);
    for players in ["2", "4"] {
        for seed in 0..5 {
            let (mut position, mut dice) = (start(&options(&[("players", players)]), seed), TestDice::new(seed));
            while let Some(mv) = position.pick(&mut dice, &mut Vec::new()) {
                let text = seen(Kumata::tell(&position, mv));
                let length = Lang::ALL.map(|lang| text.say(lang).chars().count()).into_iter().max().unwrap_or(0);
                assert!(length <= 90, "{text:?}");
                if matches!(mv, Move::Lay(_)) {
                    told += 1;
                    long += u32::from(length > 75);
                }
                position.play_unchecked(mv);
            }
        }
    }
    assert!(long * 4 < told, "{long} of {told} lays need more than 75 letters");
}
