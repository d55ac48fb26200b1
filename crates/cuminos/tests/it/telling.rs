//! What happens at the table, in words.

use crate::common::{arrange, arrangement, blocks, deal, options, picture, play, points, read, seat, table};
use tablee_core::chance::TestDice;
use tablee_core::contract::read_by;
use tablee_core::scene::{Area, targets};
use tablee_core::telling::{Announcement, effect, why_not};
use tablee_core::{Lang, Play, Position as _, Refusal, Scenic, Seat, Text, Turn, text};
use tablee_cuminos::{Arrangement, Cuminos, Laid, Move, Position};

/// A branch to the east, a block across it and the source, and one that stands on that.
const STACK: &str = "
    2c .. .. .. | .. .. .. .. | .. .. .. | .. .. ..
    3c .. .. .. | .. .. .. .. | .. .. .. | .. .. ..
    3S 3A 4A 4b | 3S 3d 4d 4b | .. .. 4E | .. .. 1E";

/// What red, on seat 0, reads.
fn seen(text: Text) -> Text {
    read_by(0, &text)
}

fn both(en: &str, fr: &str) -> Text {
    Text { en: en.to_owned(), fr: fr.to_owned() }
}

/// A first hand for both of two players, drawn.
fn opening() -> Position {
    let mut position = Position::new(&options(2, "none"));
    deal(&mut position, &["1-1 2-1 3-1 4-1 5-1 6-1 5-3 2-2", "1-1 2-1 3-1 4-1 5-1 6-1 5-3"]);
    position
}

/// The last round of two with a source by blue, where each holds one block, and red is to move.
fn last_round(hands: [&str; 2], counted: [u16; 2], round: usize) -> Position {
    let mut last = arrangement("3S | 5S", &hands, 0);
    last.round = round;
    last.laid = picture("3S | 5S").into_iter().map(|laid| Laid { seat: seat(1), ..laid }).collect();
    last.tallies = counted.map(points).into();
    arrange(&last)
}

#[test]
fn a_block_is_told_by_its_neighbours() {
    let branch = table("2c .. .. | .. .. ..\n3c .. .. | .. .. ..\n3S 3A 4A | 3S .. ..", &["1-1 5-5", "4-4 4-3 4-1 3-1 2-1 3-3"]);
    let stack = table(STACK, &["1-1 5-5", "3-3 4-2 2-2 6-4"]);
    for (position, mv, en, fr) in [
        (
            &opening(),
            "5-3:0,0,2/0,0,1",
            "opens the round with the 5-3, standing on its 3, as the source",
            "ouvre la manche avec le 5-3, debout sur son 3, comme source",
        ),
        (
            &opening(),
            "2-2:0,0,1/0,0,2",
            "opens the round with the 2-2, standing on its 2, as the source",
            "ouvre la manche avec le 2-2, debout sur son 2, comme source",
        ),
        (&branch, "3-1:-1,0,1/-2,0,1", "lays the 3-1 against the source", "pose le 3-1 contre la source"),
        (&branch, "3-3:-1,0,1/-1,0,2", "stands the 3-3 against the source", "dresse le 3-3 contre la source"),
        (&branch, "4-1:3,0,1/4,0,1", "lays the 4-1 at the end of your 4-3", "pose le 4-1 au bout de votre 4-3"),
        (&branch, "4-4:3,0,1/3,0,2", "stands the 4-4 at the end of your 4-3", "dresse le 4-4 au bout de votre 4-3"),
        (&branch, "2-1:0,3,1/0,4,1", "lays the 2-1 at the end of their own 3-2", "pose le 2-1 au bout de son 3-2"),
        (
            &branch,
            "4-3:2,0,2/1,0,2",
            "lays the 4-3 on the second rank, over your 4-3",
            "pose le 4-3 au deuxième rang, sur votre 4-3",
        ),
        (
            &table("3S 3A 4A | 3S 3b 4b", &["3-1 5-5", "3-3 6-6"]),
            "3-3:0,0,3/1,0,3",
            "lays the 3-3 on the third rank, across the source and their own 4-3",
            "pose le 3-3 au troisième rang, à cheval sur la source et son 4-3",
        ),
    ] {
        let read = read(position, mv);
        assert_eq!(position.check(read), Ok(()), "{mv} in {position:?}");
        assert_eq!(seen(Cuminos::tell(position, read)), both(en, fr), "{mv}");
    }
    for (mv, en, fr) in
        [("6-4:9,9,1/8,9,1", "lays the 6-4", "pose le 6-4"), ("6-4:9,9,1/9,9,2", "stands the 6-4", "dresse le 6-4")]
    {
        assert_eq!(Cuminos::tell(&stack, read(&stack, mv)), both(en, fr), "one that cannot be laid");
    }
}

#[test]
fn a_block_may_stand_on_the_third_rank_and_end_a_round() {
    let third = table("3S 3A 4A | 3S 3b 4b", &["3-1 5-5", "4-1 6-6"]);
    assert_eq!(
        seen(Cuminos::tell(&third, read(&third, "4-1:2,0,3/2,0,4"))),
        both("stands the 4-1 on the third rank, on their own 4-3", "dresse le 4-1 au troisième rang, sur son 4-3")
    );
    let last = table("3S | 5S", &["1-1 2-2", "3-1"]);
    assert_eq!(
        Cuminos::tell(&last, read(&last, "3-1:1,0,1/2,0,1")),
        both("lays the 3-1 against the source, which ends the round", "pose le 3-1 contre la source, ce qui termine la manche")
    );
}

#[test]
fn draws_and_passes_are_told() {
    let start = Position::new(&options(2, "none"));
    let drawn = Cuminos::tell(&start, read(&start, "+5-3"));
    assert_eq!(read_by(0, &drawn), both("you draw the 5-3", "vous tirez le 5-3"));
    assert_eq!(read_by(1, &drawn), both("Anne draws the 5-3", "Anne tire le 5-3"));
    let free = table("3S | 5S", &["1-1 2-2", "3-1 1-1"]);
    assert_eq!(Cuminos::tell(&free, Move::Pass), both("passes", "passe"));
    let forced = table("3S | 5S", &["3-1 2-2", "1-1 2-2"]);
    assert_eq!(Cuminos::tell(&forced, Move::Pass), both("passes: no block fits", "passe : aucun bloc ne va"));
    assert_eq!(Cuminos::act_label(&forced, Move::Pass), both("Pass", "Passer"));
    let draw = read(&start, "+5-3");
    assert_eq!(Cuminos::act_label(&start, draw), Cuminos::tell(&start, draw));
}

#[test]
fn it_is_said_what_is_to_be_done() {
    let mut drawing = Position::new(&options(2, "none"));
    deal(&mut drawing, &["5-3 3-1"]);
    let mut passed = table("3S 3A 4A | 3S", &["4-4 2-2", "4-3 4-1"]);
    play(&mut passed, &["pass"]);
    let mut over = last_round(["3-1", "3-1"], [0, 0], 2);
    play(&mut over, &["3-1:1,0,1/2,0,1"]);
    for (position, en, fr) in [
        (&drawing, "You draw block 3 of 8 for round 1 of 2.", "Vous tirez le bloc 3 sur 8 pour la manche 1 sur 2."),
        (
            &opening(),
            "Stand a block on the table: the source that all grows from.",
            "Dressez un bloc sur la table : la source d’où tout pousse.",
        ),
        (
            &table("3S | 5S", &["1-1", "3-1 5-5"]),
            "Lay a block against the lower half of the source, with the same mark.",
            "Posez un bloc contre la moitié inférieure de la source, avec la même marque.",
        ),
        (&table("3S | 5S", &["3-1", "1-1"]), "None of your blocks fits: pass.", "Aucun de vos blocs ne va : passez."),
        (
            &table("3S 3A 4A | 3S", &["1-1 2-2", "4-3 4-1"]),
            "Lay a block at an open end, at the source or on top, where all marks match; or pass, once per round.",
            "Posez un bloc à une extrémité libre, à la source ou par-dessus, là où les marques concordent ; ou passez, une fois par manche.",
        ),
        (
            &passed,
            "Lay a block at an open end, at the source or on top, where all marks match.",
            "Posez un bloc à une extrémité libre, à la source ou par-dessus, là où les marques concordent.",
        ),
        (&over, "The game is over: all rounds are played.", "La partie est finie : toutes les manches sont jouées."),
    ] {
        assert_eq!(seen(Cuminos::todo(position)), both(en, fr));
    }
}

#[test]
fn a_block_that_fits_nowhere_says_why() {
    let source = table("3S | 5S", &["1-1", "3-1 6-6"]);
    let branch = table("3S 3A 4A | 3S", &["1-1", "4-1 6-6 2-1"]);
    // The only 5 is the upper half of the source, and it has no neighbour of its height.
    let high = table("3S 3A 4A | 5S", &["1-1", "4-1 5-2 5-5"]);
    for (position, piece, en, fr) in [
        (&source, "1:6-6", "the lower half of the source takes a 3 only", "la moitié inférieure de la source n’accepte qu’un 3"),
        (&branch, "1:6-6", "no open end and no top shows a 6", "aucune extrémité libre, aucun dessus ne montre de 6"),
        (
            &branch,
            "1:2-1",
            "no open end and no top shows a 2 or a 1",
            "aucune extrémité libre, aucun dessus ne montre de 2 ni de 1",
        ),
        (
            &high,
            "1:5-2",
            "wherever it would go, another mark differs or there is no room",
            "partout où il irait, une autre marque diffère ou la place manque",
        ),
        (&source, "0:1-1", "this block is not in your hand", "ce bloc n’est pas dans votre main"),
    ] {
        assert_eq!(targets::<Cuminos>(position, &[], piece), [], "{piece} fits");
        assert_eq!(Cuminos::fits_nowhere(position, piece), both(en, fr), "{piece}");
    }
}

#[test]
fn a_block_says_what_it_earns_and_why() {
    let branch = table("3S 3A 4A | 3S .. ..", &["1-1 5-5", "4-3 4-4 3-1"]);
    let between = table("3S 3A 4A 4b | 3S .. .. 4b", &["1-1 5-5", "4-3 6-6"]);
    let third = table("3S 3A 4A | 3S 3b 4b", &["1-1 5-5", "4-1 6-6 3-3"]);
    let ending = table("3S | 5S", &["1-1 2-2", "3-1"]);
    let standing = table("3S | 3S", &["1-1 2-2", "3-3"]);
    for (position, mv, gains, why) in [
        (&opening(), "5-3:0,0,2/0,0,1", [0, 0], None),
        (&branch, "pass", [0, 0], None),
        (&branch, "4-4:3,0,1/3,0,2", [0, 0], None),
        (&branch, "3-1:-1,0,1/-2,0,1", [0, 1], Some(("first rank, lying", "premier rang, couché"))),
        // Two faces below it, and the upper half of the source.
        (&branch, "4-3:2,0,2/1,0,2", [0, 2 * 2], Some(("second rank, three faces, ×2", "deuxième rang, trois faces, ×2"))),
        // The same, and the standing block at the other end.
        (&between, "4-3:2,0,2/1,0,2", [0, 2 * 3], Some(("second rank, four faces, ×3", "deuxième rang, quatre faces, ×3"))),
        (&third, "4-1:2,0,3/2,0,4", [0, 3], Some(("third rank, standing", "troisième rang, debout"))),
        (&third, "3-3:0,0,3/1,0,3", [0, 4], Some(("third rank, lying", "troisième rang, couché"))),
        (
            &ending,
            "3-1:1,0,1/2,0,1",
            [0, 1 + 2],
            Some(("first rank, lying, plus 2 for ending the round", "premier rang, couché, plus 2 pour la fin de la manche")),
        ),
        (&standing, "3-3:1,0,1/1,0,2", [0, 2], Some(("for ending the round", "pour la fin de la manche"))),
    ] {
        let brought = effect::<Cuminos>(position, read(position, mv));
        assert_eq!((&brought.gains[..], brought.why), (&gains[..], why.map(|(en, fr)| both(en, fr))), "{mv}");
    }
    assert_eq!(Cuminos::won(&branch), Some(branch.score()), "all of the score is won");
}

/// What a legal move makes everyone notice, without a past.
fn announced(position: &Position, mv: &str) -> Vec<Announcement> {
    let (mv, mut next) = (read(position, mv), position.clone());
    next.play(mv).expect("a legal move");
    let seen = |announcement: Announcement| Announcement {
        title: seen(announcement.title),
        note: announcement.note.map(seen),
        ..announcement
    };
    Cuminos::announce(&[], position, mv, &next).into_iter().map(seen).collect()
}

fn rows(announcement: &Announcement) -> Vec<(usize, Vec<i32>)> {
    announcement.rows.iter().map(|row| (row.seat.number(), row.points.clone())).collect()
}

#[test]
fn the_end_of_a_round_is_announced() {
    let quiet = table("3S | 5S", &["1-1 2-2", "3-1 1-1"]);
    assert_eq!(announced(&quiet, "3-1:1,0,1/2,0,1"), []);

    let [end] = &announced(&table("3S | 5S", &["1-1 2-2", "3-1"]), "3-1:1,0,1/2,0,1")[..] else { panic!("one announcement") };
    assert_eq!(end.title, both("Ben ends round 1 of 2", "Ben termine la manche 1 sur 2"));
    let note = both(
        "Ben gets 2 more points for the blocks that the opponents still hold. Ben opens round 2 of 2.",
        "Ben marque 2 points de plus pour les blocs restés aux adversaires. Ben ouvre la manche 2 sur 2.",
    );
    assert_eq!(end.note, Some(note));
    assert_eq!(end.columns, [both("bonus", "bonus"), both("total", "total")], "moves before it are not known");
    assert_eq!(rows(end), [(0, vec![0, 0]), (1, vec![2, 3])]);

    let [stuck] = &announced(&table("3S | 5S", &["1-1", "3-2 6-6"]), "3-2:1,0,1/2,0,1")[..] else { panic!("one announcement") };
    assert_eq!(
        stuck.title,
        both("Nobody can lay a block: round 1 of 2 ends", "Plus personne ne peut poser : fin de la manche 1 sur 2")
    );
    assert_eq!(stuck.note, Some(both("Ben opens round 2 of 2.", "Ben ouvre la manche 2 sur 2.")));
}

#[test]
fn a_tie_goes_on_with_an_extra_round() {
    // One point for the block and one for the other's.
    let [end, extra] = &announced(&last_round(["3-1", "3-1"], [0, 2], 2), "3-1:1,0,1/2,0,1")[..] else {
        panic!("the round and the extra round")
    };
    assert_eq!(end.title, both("You end round 2 of 2", "Vous terminez la manche 2 sur 2"));
    let note = both(
        "You get 1 more point for the blocks that the opponents still hold.",
        "Vous marquez 1 point de plus pour les blocs restés aux adversaires.",
    );
    assert_eq!(end.note, Some(note));
    assert_eq!(extra.title, both("A tie: extra round 1", "Égalité : manche supplémentaire 1"));
    let note = both("Tied at 2 points: you and Ben. You open it.", "À égalité à 2 points : vous et Ben. Vous ouvrez la manche.");
    assert_eq!((extra.note.as_ref(), extra.rows.len()), (Some(&note), 0));
}

#[test]
fn the_end_of_the_game_is_announced() {
    let [round, end] = &announced(&last_round(["3-1", "3-1"], [4, 2], 2), "3-1:1,0,1/2,0,1")[..] else {
        panic!("the round and the end")
    };
    assert_eq!(round.title, both("You end round 2 of 2", "Vous terminez la manche 2 sur 2"));
    let note = Some(both("All 2 rounds are played.", "Les 2 manches sont jouées."));
    assert_eq!((&end.title, &end.note), (&both("Game over: you win", "Partie finie : vous gagnez"), &note));
    assert_eq!(end.columns, [both("blocks", "blocs"), both("bonus", "bonus"), both("total", "total")]);
    assert_eq!(rows(end), [(0, vec![1, 5, 6]), (1, vec![0, 2, 2])]);

    let [round, shared] = &announced(&last_round(["3-1", "3-1"], [0, 2], 4), "3-1:1,0,1/2,0,1")[..] else {
        panic!("the round and the end")
    };
    assert_eq!(round.title, both("You end extra round 2", "Vous terminez la manche supplémentaire 2"));
    assert_eq!(shared.title, both("Game over: you and Ben share the victory", "Partie finie : vous et Ben partagez la victoire"));
    let note = both(
        "Still a tie at 2 points after all extra rounds.",
        "Toujours égalité à 2 points après toutes les manches supplémentaires.",
    );
    assert_eq!(shared.note, Some(note));

    let broken = announced(&last_round(["3-1", "3-1"], [4, 2], 3), "3-1:1,0,1/2,0,1").pop().expect("the end");
    let note = both("The extra round has broken the tie.", "La manche supplémentaire a départagé les premiers.");
    assert_eq!(broken.note, Some(note), "an extra round");
}

/// Four players in two teams, with one block each, in the last round: red is to move.
fn teams(counted: [u16; 4]) -> Position {
    arrange(&Arrangement {
        options: options(4, "pairs"),
        round: 4,
        laid: picture("3S | 5S").into_iter().map(|laid| Laid { seat: seat(3), ..laid }).collect(),
        hands: ["3-1"; 4].map(blocks).into(),
        tallies: counted.map(points).into(),
        passed: Vec::new(),
        chain: 0,
        turn: seat(0),
    })
}

#[test]
fn teams_win_and_tie_together() {
    // One point for the block, and two for those of blue and green (C25).
    let [_, end] = &announced(&teams([0, 1, 2, 0]), "3-1:1,0,1/2,0,1")[..] else { panic!("the round and the end") };
    assert_eq!(end.title, both("Game over: you and Cleo win", "Partie finie : vous et Cleo gagnez"));
    let note = both("Together: you and Cleo 5, Ben and Dan 1.", "Ensemble : vous et Cleo 5, Ben et Dan 1.");
    let Text { en, fr } = &note;
    assert_eq!(end.note, Some(text!("All 4 rounds are played. {en}", "Les 4 manches sont jouées. {fr}")));

    let [round, extra] = &announced(&teams([0, 1, 0, 2]), "3-1:1,0,1/2,0,1")[..] else { panic!("the round and a tie") };
    let said = round.note.as_ref().expect("a note");
    assert!(said.en.ends_with(" Together: you and Cleo 3, Ben and Dan 3."), "{said:?}");
    assert_eq!(
        extra.note,
        Some(both(
            "Tied at 3 points: you and Cleo against Ben and Dan. You open it.",
            "À égalité à 3 points : vous et Cleo contre Ben et Dan. Vous ouvrez la manche."
        ))
    );
}

#[test]
fn the_tables_of_all_rounds_add_up() {
    for (players, team, seed) in [(2, "none", 1), (3, "none", 2), (4, "pairs", 3), (6, "triples", 4)] {
        let mut position = Position::new(&options(players, team));
        let (mut dice, mut past, mut won) = (TestDice::new(seed), Vec::new(), vec![0; players as usize]);
        let mut ends = 0;
        while let Some(mv) = position.pick(&mut dice, &mut Vec::new()) {
            let before = position.clone();
            position.play_unchecked(mv);
            let announcements = Cuminos::announce(&past, &before, mv, &position);
            past.push((before.turn(), mv));
            let Some(round) = announcements.first() else { continue };
            ends += 1;
            assert_eq!(round.columns[0], both("blocks", "blocs"));
            for row in &round.rows {
                won[row.seat.number()] += row.points[0] + row.points[1];
                assert_eq!(row.points[2], won[row.seat.number()], "{round:?}");
                assert_eq!(row.points[2], position.score()[row.seat]);
            }
        }
        assert!(ends >= players, "{ends} rounds of {players} players");
    }
}

#[test]
fn what_is_in_the_way_is_lit() {
    let branch = table("3S 3A 4A 4b | 5S .. .. 2b", &["1-1", "4-1 5-3 6-6 4-3 4-4"]);
    let stack = table(STACK, &["1-1 5-5", "3-3 4-2 2-2 6-4"]);
    let whole = |cell| vec![Area::of_cell(cell)];
    for (position, mv, clause, areas) in [
        // The side of the source that the block would touch: its western half, then its northern.
        (&branch, "6-6:-1,0,1/-2,0,1", "C8", vec![Area { at: [0.0, 0.0], size: [0.5, 1.0] }]),
        (&branch, "6-6:0,1,1/0,2,1", "C8", vec![Area { at: [0.0, 0.5], size: [1.0, 0.5] }]),
        // The whole of what is under it.
        (&branch, "4-4:1,0,2/2,0,2", "C8", whole([1, 0])),
        (&branch, "4-1:1,0,1/1,1,1", "C6", whole([1, 0])),
        (&branch, "4-1:2,1,1/2,2,1", "C10", whole([2, 0])),
        (&branch, "4-1:4,0,1/5,0,1", "C11", whole([3, 0])),
        (&branch, "4-1:2,0,2/2,0,3", "C12", whole([2, 0])),
        (&branch, "5-3:0,0,3/0,0,4", "C13", whole([0, 0])),
        (&branch, "4-3:2,0,2/2,1,2", "C14", whole([2, 1])),
        (&stack, "6-4:2,0,5/2,0,6", "C15", whole([2, 0])),
        (&branch, "4-1:9,9,1/9,8,1", "C9", vec![]),
        (&branch, "3-3:1,0,1/2,0,1", "C6", vec![]),
    ] {
        let mv = read(position, mv);
        let illegal = position.check(mv).expect_err("it is refused");
        assert_eq!(illegal.clause().0, clause, "{mv:?}");
        assert_eq!(Cuminos::offending(position, mv, &illegal), areas, "{mv:?}");
    }
}

#[test]
fn refusals_name_no_cubes() {
    let branch = table("3S 3A 4A 4b | 5S .. .. 2b", &["1-1", "4-1 5-3 6-6 4-3"]);
    let stack = table(STACK, &["1-1 5-5", "3-3 4-2 2-2 6-4"]);
    for (position, mv, en, fr) in [
        (&branch, "6-6:-1,0,1/-2,0,1", "the marks differ: a 6 would touch a 3", "les marques diffèrent : un 6 toucherait un 3"),
        (&branch, "4-1:1,0,1/1,1,1", "there is a block already", "il y a déjà un bloc"),
        (
            &branch,
            "4-1:2,1,1/2,2,1",
            "that is not an open end: a branch grows only from its end",
            "ce n’est pas une extrémité libre : une branche ne se prolonge qu’à son bout",
        ),
        (
            &branch,
            "4-1:4,0,1/5,0,1",
            "a standing block is a dead end on the first rank",
            "un bloc debout est une impasse au premier rang",
        ),
        (&branch, "4-1:2,0,2/2,0,3", "on the second rank blocks must lie", "au deuxième rang, on ne pose que couché"),
        (
            &branch,
            "5-3:0,0,3/0,0,4",
            "a block may stand on the second rank, not on the first",
            "un bloc ne se dresse que sur le deuxième rang, pas sur le premier",
        ),
        (&branch, "4-3:2,0,2/2,1,2", "one half has nothing under it", "une moitié n’a rien dessous"),
        (&stack, "6-4:2,0,5/2,0,6", "nothing may be laid on the third rank", "on ne pose rien sur le troisième rang"),
        (
            &opening(),
            "5-3:0,0,1/1,0,1",
            "the first block of a round stands in the middle: it is the source",
            "le premier bloc d’une manche se dresse au milieu : c’est la source",
        ),
    ] {
        assert_eq!(position.check(read(position, mv)).expect_err(mv).text(), both(en, fr), "{mv}");
    }
}

#[test]
fn a_place_that_does_not_fit_says_why() {
    let position = table("3S 3A 4A 4b | 5S .. .. 2b", &["1-1", "4-1 5-3 6-6"]);
    let why = |piece: &str, cell| {
        let why = why_not::<Cuminos>(&position, &[], piece, cell)?;
        Some((why.text.en, why.clause.0, why.offending))
    };
    assert_eq!(why("1:5-3", [-1, 0]), None, "it fits there");
    let side = Area { at: [0.0, 0.0], size: [0.5, 1.0] };
    assert_eq!(why("1:6-6", [-1, 0]), Some(("the marks differ: a 6 would touch a 3".to_owned(), "C8", vec![side])));
    let apart = "on the first rank a block touches the lower half of the source or an open end";
    assert_eq!(why("1:4-1", [9, 9]), Some((apart.to_owned(), "C9", Vec::new())));
    for (strange, cell) in [("x", [0, 1]), ("1:9-9", [0, 1]), ("1:4", [0, 1]), ("1:4-1", [i32::MAX, 0]), ("1:4-1", [100, 0])] {
        assert_eq!(why(strange, cell), None);
    }
}

#[test]
fn another_seat_can_be_looked_at_as_if_it_were_its_turn() {
    let position = table("3S 3A 4A | 3S", &["4-4 2-2", "4-3 4-1"]);
    let turns = |position: &Position| -> Vec<_> {
        Seat::all(6).map(|seat| Cuminos::as_if_turn_of(position, seat).map(|other| other.turn())).collect()
    };
    let [red, blue] = [0, 1].map(|number| Some(Turn::Seat(seat(number))));
    assert_eq!(turns(&position), [red, blue, None, None, None, None]);
    let other = Cuminos::as_if_turn_of(&position, seat(0)).expect("red");
    assert!(targets::<Cuminos>(&other, &[], "0:4-4").iter().any(|target| target.cell == [3, 0]));
    assert!(targets::<Cuminos>(&position, &[], "0:4-4").is_empty(), "it is not red's turn");
    assert_eq!(turns(&opening()), [red, None, None, None, None, None], "only the opener stands the source");
    assert_eq!(turns(&Position::new(&options(2, "none"))), [None; 6], "hands are drawn");
    let mut over = last_round(["3-1", "3-1"], [0, 0], 2);
    play(&mut over, &["3-1:1,0,1/2,0,1"]);
    assert_eq!(turns(&over), [None; 6]);
}

#[test]
fn moves_are_told_in_few_words() {
    let (mut told, mut long) = (0, 0);
    for players in [2, 4, 6] {
        let (mut position, mut dice) = (Position::new(&options(players, "none")), TestDice::new(1));
        while let Some(mv) = position.pick(&mut dice, &mut Vec::new()) {
            let text = Cuminos::tell(&position, mv);
            let length = Lang::ALL.map(|lang| text.say(lang).chars().count()).into_iter().max().unwrap_or(0);
            assert!(length <= 110, "{text:?}");
            if matches!(mv, Move::Lay(_)) {
                told += 1;
                long += u32::from(length > 75);
            }
            position.play_unchecked(mv);
        }
    }
    assert!(long * 4 < told, "{long} of {told} lays need more than 75 letters");
}
