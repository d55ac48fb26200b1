//! The table as the pages show it.

use crate::common::picture::{redrawn, table};
use crate::common::{after, options, read, start};
use tablee_core::contract::read_by;
use tablee_core::scene::{Area, Face, Mark, Piece, Scene, Shown, ShownLay, scene, targets};
use tablee_core::telling::{why_not, why_not_posed};
use tablee_core::{Position as _, Scenic, Seat, Text, Turn};
use tablee_kumata::{Kumata, Move, Position};

#[test]
fn kumata_keeps_the_contract_of_scenes() {
    tablee_core::contract::keep_scenes::<Kumata>(1);
}

/// A domino of each on the board, one on them; 2-1 fits on f6 and e6 and nowhere else.
const STACK: &str = "
    h0 c4 h2 h3 c2 c1 | .  .  .  .  .  . | .  .  .  .  .  .
    h4 c4 h4 h3 c4 c4 | .  .  .  .  .  . | .  .  .  .  .  .
    h4 c4 h4 h3 c4 c4 | .  .  .  .  .  . | .  .  .  .  .  .
    h4 c4 h4 h3 c4 c4 | .  .  .  .  .  . | .  .  .  .  .  .
    h4 c4 h4 h3 c4 c4 | .  .  .  .  .  . | .  .  .  .  .  .
    h4 c4 h4 h3 c4 c3 | .  a4 a4 b3 b0 . | .  .  c4 c3 .  .
    laid 0: a c
    laid 1: b
    reserve 0: 2-1+1 2-2, hidden 1-0
    reserve 1: 1-1";

fn both(en: &str, fr: &str) -> Text {
    Text { en: en.to_owned(), fr: fr.to_owned() }
}

#[track_caller]
fn piece<'a>(scene: &'a Scene, id: &str) -> &'a Piece {
    scene.table.pieces.iter().find(|piece| piece.id == id).unwrap_or_else(|| panic!("there is no {id}"))
}

/// Where each solid begins, how far it reaches, and its drawings.
fn boxes(piece: &Piece) -> Vec<([f32; 3], [f32; 3], Vec<&'static str>)> {
    let round = |lengths: [f32; 3]| lengths.map(|length| (length * 100.0).round() / 100.0);
    let drawings = |marks: &[Mark]| marks.iter().map(|mark| mark.drawing).collect();
    piece.solids.iter().map(|solid| (round(solid.at), round(solid.size), drawings(&solid.marks))).collect()
}

fn lay(position: &Position, spelling: &str) -> ShownLay {
    match Kumata::show(position, read(position, spelling)) {
        Shown::Lay(lay) => lay,
        other => panic!("{spelling} is not a lay: {other:?}"),
    }
}

/// Plays moves and remembers them.
fn played(start: &Position, moves: &str) -> (Position, Vec<(Turn, Move)>) {
    let (mut position, mut past) = (start.clone(), Vec::new());
    for spelling in moves.split_whitespace() {
        past.push((position.turn(), read(&position, spelling)));
        position = after(&position, spelling);
    }
    (position, past)
}

#[test]
fn a_parcel_shows_its_clan_and_its_value() {
    let board = scene::<Kumata>(&table(STACK), &[]).table.board;
    assert_eq!(board.len(), 9 + 36, "the tiles, and what is printed on them");
    let over =
        |x: f32, y: f32| board.iter().rfind(|solid| (solid.at[0] - x).abs() < 0.1 && (solid.at[1] - y).abs() < 0.1).unwrap();
    let c6 = over(2.0, 5.0);
    assert_eq!((c6.paint, c6.marks[0].drawing, c6.marks[0].ink, c6.marks[1].drawing), ("hippos-pale", "2", "hippos", "hippos"));
    assert!((c6.at[2] + c6.size[2] - 0.1).abs() < 0.001);
    assert_eq!(over(0.0, 5.0).marks, [], "an empty parcel is empty");
}

#[test]
fn clans_that_nobody_plays_are_printed_too() {
    let three = start(&options(&[("players", "3")]), 1);
    let board = scene::<Kumata>(&three, &[]).table.board;
    assert!(board.iter().any(|solid| solid.paint == "tigers-pale"));
}

#[test]
fn a_domino_lies_where_it_was_laid() {
    let (position, past) = played(&table(STACK), "2-1:e6f6^ +1-0");
    let scene = scene::<Kumata>(&position, &past);
    assert_eq!(scene.fresh, ["0:2-1"], "in anyone's turn");
    let laid = piece(&scene, "0:2-1");
    assert_eq!(laid.seat, Some(Seat::new(0)));
    assert_eq!(laid.what, both("2-1 of the hippos, level 2, with a totem", "2-1 des hippopotames, niveau 2, avec un totem"));
    assert_eq!(laid.place, Some(both("on e6 and f6", "en e6 et f6")), "for screen readers only");
    let emblems = vec!["hippos"; Face::ALL.len()];
    assert_eq!(
        boxes(laid),
        [
            ([4.03, 5.03, 0.1], [0.97, 0.94, 0.3], vec!["2", "hippos"]),
            ([5.0, 5.03, 0.1], [0.97, 0.94, 0.3], vec!["1", "hippos"]),
            ([4.83, 5.33, 0.4], [0.34, 0.34, 0.1], vec![]),
            ([4.89, 5.39, 0.5], [0.22, 0.22, 0.34], vec![]),
            ([4.85, 5.35, 0.84], [0.3, 0.3, 0.26], emblems),
        ]
    );
    assert_eq!(laid.solids.iter().map(|solid| solid.paint).collect::<Vec<_>>(), ["hippos", "hippos", "totem", "hippos", "totem"]);
}

#[test]
fn the_past_tells_what_is_covered() {
    let bare = table(
        "h2 h2 h2 h2 h2 h2
         h2 h2 h2 h2 h2 h2
         h2 h2 h2 h2 h2 h2
         h2 h2 h2 h2 h2 h2
         h2 h2 h2 h2 h2 h2
         h2 h2 h2 h2 h2 h2
         reserve 0: 2-2 2-0 0-0
         reserve 1: 2-2 2-0",
    );
    let (position, past) = played(&bare, "2-2:a1b1 2-2:c1d1 2-0:b1c1 2-0:a2b2");
    let scene = scene::<Kumata>(&position, &past);
    let ids: Vec<_> = scene.table.pieces.iter().map(|piece| piece.id.as_str()).collect();
    assert_eq!(ids, ["0:2-2", "1:2-2", "1:2-0", "0:2-0"], "from below, the oldest first");
    assert_eq!(boxes(piece(&scene, "1:2-2"))[0], ([2.03, 0.03, 0.1], [0.97, 0.94, 0.3], vec!["2", "crocodiles"]));
    assert_eq!(boxes(piece(&scene, "0:2-0"))[0], ([1.03, 0.03, 0.4], [0.97, 0.94, 0.3], vec!["2", "hippos"]));
    assert_eq!(boxes(piece(&scene, "0:2-0"))[1].2, ["hippos"], "an empty half bears the emblem only");
    // The same after the first two lays were forgotten.
    let shorter = tablee_core::scene::scene::<Kumata>(&position, &past[2..]);
    assert_eq!(boxes(piece(&shorter, "0:2-0")), boxes(piece(&scene, "0:2-0")));
    assert_eq!(
        boxes(piece(&shorter, "0:2-2")),
        [([0.03, 0.03, 0.1], [0.94, 0.94, 0.3], vec!["2", "hippos"])],
        "its other half is covered"
    );
    assert_eq!(boxes(piece(&shorter, "under:b1")), [([1.03, 0.03, 0.1], [0.94, 0.94, 0.3], vec![])]);
}

#[test]
fn without_a_past_what_is_visible_lies_on_plain_bodies() {
    let scene = scene::<Kumata>(&table(STACK), &[]);
    assert_eq!(boxes(piece(&scene, "0:4-3"))[0], ([2.03, 0.03, 0.4], [0.97, 0.94, 0.3], vec!["4", "hippos"]));
    assert_eq!(
        piece(&scene, "1:3-0").what,
        both("3-0 of the crocodiles, half covered, level 2", "3-0 des crocodiles, à moitié recouvert, niveau 2")
    );
    assert_eq!(piece(&scene, "1:3-0").place, Some(both("on e1", "en e1")));
    let under = piece(&scene, "under:c1");
    assert_eq!((under.seat, under.solids.len(), under.solids[0].paint), (None, 1, "back"));
}

#[test]
fn hands_show_their_piles_and_totems() {
    let scene = scene::<Kumata>(&table(STACK), &[]);
    let held: Vec<_> = scene.table.hands[0].pieces.iter().map(|held| (held.piece.id.as_str(), held.hidden)).collect();
    assert_eq!(held, [("0:2-1", 1), ("0:2-2", 0)]);
    assert_eq!(scene.table.hands[0].pieces[0].piece.what, both("2-1 of the hippos, pile 1", "2-1 des hippopotames, pile 1"));
    assert_eq!(scene.table.hands[0].notes, [both("2 totems left", "2 totems à jouer")]);
    let four = start(&options(&[("players", "4")]), 1);
    let hands = tablee_core::scene::scene::<Kumata>(&four, &[]).table.hands;
    assert_eq!(hands[3].notes, [both("1 totem left", "1 totem à jouer")]);
    let face_down = &hands[3].pieces[1];
    assert_eq!((face_down.piece.id.as_str(), face_down.hidden), ("3:pile2", 4));
    assert_eq!(face_down.piece.what, both("pile 2 of the tigers, face down", "pile 2 des tigres, face cachée"));
    let looks = Kumata::looks(&options(&[("players", "4"), ("teams", "yes")]));
    assert_eq!(looks.iter().map(|look| (look.emblem, look.team)).collect::<Vec<_>>()[2..], [("toucans", 0), ("tigers", 1)]);
}

#[test]
fn a_totem_can_be_added_to_a_lay() {
    let position = table(STACK);
    let targets = targets::<Kumata>(&position, &[], "0:2-1");
    assert_eq!(targets.iter().map(|target| target.name.as_str()).collect::<Vec<_>>(), ["e6", "f6"]);
    let way = &targets[0].ways[0];
    assert_eq!((way.mv.as_str(), way.pose, targets[0].ways.len()), ("2-1:e6f6", 0, 1));
    assert_eq!(read_by(0, &way.what), both("lays the 2-1 over Ben’s 2 and 1", "pose le 2-1 sur le 2 et le 1 de Ben"));
    let extra = way.extra.as_ref().unwrap();
    assert_eq!((extra.mv.as_str(), extra.solids.len()), ("2-1:e6f6^", 5));
    assert_eq!(extra.label, both("with a totem", "avec un totem"));
    assert_eq!(
        read_by(0, &extra.what),
        both("lays the 2-1 over Ben’s 2 and 1, with a totem", "pose le 2-1 sur le 2 et le 1 de Ben, avec un totem")
    );
}

#[test]
fn a_domino_is_turned_clockwise() {
    let position = table(STACK);
    let poses = ["2-1:c3d3", "2-1:c3c2", "2-1:c3b3", "2-1:c3c4"].map(|spelling| lay(&position, spelling).pose);
    assert_eq!(poses, [0, 1, 2, 3]);
    assert_eq!(lay(&position, "2-1:c3b3").cells, [[2, 2], [1, 2]]);
}

#[test]
fn a_place_that_does_not_fit_says_why() {
    let position = table(STACK);
    let why = |cell| {
        let why = why_not::<Kumata>(&position, &[], "0:2-1", cell)?;
        Some((why.text.en, why.clause.0, why.offending))
    };
    let said =
        |text: &str, clause, cells: &[_]| Some((text.to_owned(), clause, cells.iter().copied().map(Area::of_cell).collect()));
    assert_eq!(why([4, 5]), None, "it fits there");
    assert_eq!(why([1, 2]), said("the values differ: a 2 on a 4", "K14", &[[1, 2]]));
    assert_eq!(why([3, 0]), said("the heights differ: one half on level 3, the other on level 1", "K20", &[[3, 0], [3, 1]]));
    assert_eq!(why([6, 2]), said("it would not lie wholly on the board", "K20", &[[6, 2]]));
    assert_eq!(why([-3, 40]), None);
    assert_eq!(why_not::<Kumata>(&position, &[], "1:1-1", [1, 2]), None, "it is not for the other to lay");
}

#[test]
fn where_a_domino_fits_the_other_way_round_only_there_is_a_reason_too() {
    let position = table(STACK);
    // Where the 2-1 fits lying one way, and not the other.
    let fits = targets::<Kumata>(&position, &[], "0:2-1");
    let ways = fits.iter().find(|target| target.cell == [4, 5]).expect("a place").ways.iter();
    let poses: Vec<u32> = ways.map(|way| way.pose).collect();
    let why = |pose| why_not_posed::<Kumata>(&position, &[], "0:2-1", [4, 5], pose);
    assert_eq!(why(None), None, "turned somehow it fits");
    assert_eq!(why(Some(poses[0])), None, "it fits as it is turned");
    let other = (0..4).find_map(|pose| why(Some(pose))).expect("a way that does not fit");
    assert!(!other.text.en.is_empty());
    let nowhere = |pose| why_not_posed::<Kumata>(&position, &[], "0:2-1", [1, 2], pose).map(|why| why.clause);
    assert!((0..4).all(|pose| nowhere(Some(pose)).is_some()), "where it fits in no way, there is always a reason");
}

#[test]
fn a_pile_keeps_its_place_when_another_is_empty() {
    let places = |hand: &str| {
        let scene = scene::<Kumata>(&redrawn(STACK, "2-1+1 2-2, hidden 1-0", hand), &[]);
        scene.table.hands[0].pieces.iter().map(|held| (held.piece.id.clone(), held.place)).collect::<Vec<_>>()
    };
    let place = |id: &str, place| (format!("0:{id}"), Some(place));
    assert_eq!(places("2-1+1 2-2, hidden 1-0"), [place("2-1", 0), place("2-2", 1)]);
    assert_eq!(places("gone 2-2"), [place("2-2", 1)], "the first pile is empty");
}

#[test]
fn a_player_who_can_lay_nothing_makes_a_new_pile() {
    let position = redrawn(STACK, "2-1+1 2-2, hidden 1-0", "3-1+1 2-2, hidden 1-0");
    let scene = scene::<Kumata>(&position, &[]);
    assert_eq!(scene.playable, []);
    assert_eq!(scene.acts.len(), 1);
    assert_eq!((scene.acts[0].mv.as_str(), &scene.acts[0].piece), ("p1", &None));
    assert_eq!(scene.acts[0].what, both("New pile with the 3-1", "Nouvelle pile avec le 3-1"));
}

#[test]
fn chance_reveals_a_domino() {
    let (position, past) = played(&table(STACK), "2-1:e6f6");
    let scene = scene::<Kumata>(&position, &past);
    assert_eq!(scene.draws.len(), 1);
    assert_eq!((scene.draws[0].mv.as_str(), scene.draws[0].piece.id.as_str()), ("+1-0", "0:1-0"));
}
