//! The table as the pages show it.

use crate::common::{arrange, arrangement, blocks, deal, options, picture, play, points, read, seat, table};
use tablee_core::contract::read_by;
use tablee_core::scene::{Face, Piece, Scene, Shown, Solid, scene, targets};
use tablee_core::{Play, Scenic, Turn};
use tablee_cuminos::{Arrangement, Cuminos, Laid, Position};

#[test]
fn cuminos_keeps_the_contract_of_scenes() {
    tablee_core::contract::keep_scenes::<Cuminos>(1);
}

/// A branch to the east, a block across it and the source, and one that stands on that.
const STACK: &str = "
    2c .. .. .. | .. .. .. .. | .. .. .. | .. .. ..
    3c .. .. .. | .. .. .. .. | .. .. .. | .. .. ..
    3S 3A 4A 4b | 3S 3d 4d 4b | .. .. 4E | .. .. 1E";

/// A source that this seat stood.
fn source_of(number: usize) -> Vec<Laid> {
    picture("3S | 5S").into_iter().map(|laid| Laid { seat: seat(number), ..laid }).collect()
}

fn scene_of(position: &Position) -> Scene {
    scene::<Cuminos>(position, &[])
}

fn piece<'s>(scene: &'s Scene, id: &str) -> &'s Piece {
    scene.table.pieces.iter().find(|piece| piece.id == id).unwrap_or_else(|| panic!("{id} is not on the table"))
}

/// On which sides the mark of a half is, and the emblems.
fn drawn(solid: &Solid) -> Vec<(Face, &'static str)> {
    solid.marks.iter().map(|mark| (mark.face, mark.drawing)).collect()
}

fn close(one: [f32; 3], other: [f32; 3]) -> bool {
    one.iter().zip(other).all(|(one, other)| (one - other).abs() < 1e-5)
}

#[test]
fn a_lying_block_is_two_cubes_that_touch() {
    let scene = scene_of(&table(STACK, &["1-1", "3-1"]));
    assert!(scene.table.board.is_empty());
    let block = piece(&scene, "0:4-3");
    assert_eq!(block.what.en, "red block 4-3, first rank, lying");
    assert_eq!(block.place.as_ref().unwrap().en, "the 4 on 2,0 and the 3 on 1,0");
    assert_eq!(block.what.fr, "bloc rouge 4-3, premier rang, couché");
    assert_eq!(block.seat, Some(seat(0)));
    let [four, three] = &block.solids[..] else { panic!("a block is two cubes") };
    assert_eq!((four.paint, three.paint), ("red", "red"));
    // The 4 in the east touches the 3 in the west; the other sides have a gap.
    assert!(close(four.at, [2.0, 0.02, 0.0]) && close(four.size, [0.98, 0.96, 1.0]), "{four:?}");
    assert!(close(three.at, [1.02, 0.02, 0.0]) && close(three.size, [0.98, 0.96, 1.0]), "{three:?}");
    let sides = [Face::Top, Face::North, Face::East, Face::South];
    let mut expected: Vec<_> = sides.map(|face| (face, "mark-4")).into();
    expected.insert(1, (Face::Top, "red"));
    assert_eq!(drawn(four), expected);
    assert!(!drawn(three).iter().any(|(face, _)| *face == Face::East), "the side towards the other half is hidden");
}

#[test]
fn a_standing_block_rests_on_what_is_under_it() {
    let scene = scene_of(&table(STACK, &["1-1", "3-1"]));
    let block = piece(&scene, "0:4-1");
    assert_eq!(block.what.fr, "bloc rouge 4-1, troisième rang, debout avec le 4 en bas");
    assert_eq!(block.place.as_ref().unwrap().fr, "en 2,0");
    let [four, one] = &block.solids[..] else { panic!("a block is two cubes") };
    assert!(close(four.at, [2.02, 0.02, 2.0]) && close(four.size, [0.96, 0.96, 1.0]), "{four:?}");
    assert!(close(one.at, [2.02, 0.02, 3.0]) && close(one.size, [0.96, 0.96, 1.0]), "{one:?}");
    assert!(!drawn(four).iter().any(|(face, _)| *face == Face::Top));
    assert!(drawn(one).contains(&(Face::Top, "mark-1")));
    // What it covers is still there.
    assert_eq!(piece(&scene, "1:4-3").what.en, "blue block 4-3, second rank, lying");
    assert_eq!(scene.table.pieces.len(), 6);
    assert_eq!(piece(&scene, "0:3-3").what.en, "red block 3-3, first rank, standing with the 3 below, the source");
    let branch = piece(&scene, "1:3-2");
    assert_eq!(branch.what.fr, "bloc bleu 3-2, premier rang, couché, avec une extrémité libre");
    assert_eq!(branch.place.as_ref().unwrap().fr, "le 3 en 0,1 et le 2 en 0,2, extrémité libre en 0,2");
}

#[test]
fn hands_lie_open_with_what_is_to_be_known() {
    let mut position = table(STACK, &["1-1 6-5", "3-1 3-3"]);
    play(&mut position, &["pass"]);
    let scene = scene_of(&position);
    let hands = &scene.table.hands;
    let ids = |seat: usize| hands[seat].pieces.iter().map(|held| held.piece.id.as_str()).collect::<Vec<_>>();
    assert_eq!((ids(0), ids(1)), (vec!["0:1-1", "0:6-5"], vec!["1:3-1", "1:3-3"]));
    let notes = |seat: usize| hands[seat].notes.iter().map(|note| note.fr.as_str()).collect::<Vec<_>>();
    assert_eq!((notes(0), notes(1)), (vec!["ouvre la manche 1 sur 2"], vec!["a passé dans cette manche"]));
    assert_eq!(hands[1].notes[0].en, "has passed in this round");
    let held = &hands[0].pieces[1].piece;
    assert_eq!((held.what.en.as_str(), held.what.fr.as_str()), ("red block 6-5, in hand", "bloc rouge 6-5, en main"));
    assert!(close(held.solids[0].at, [0.02, 0.02, 0.0]) && close(held.solids[1].at, [1.0, 0.02, 0.0]), "{held:?}");
    assert!(scene.table.stock.is_empty(), "nothing is drawn in the middle of a round");
}

#[test]
fn teams_count_together() {
    let position = arrange(&Arrangement {
        options: options(4, "pairs"),
        round: 2,
        laid: source_of(1),
        hands: ["3-1", "3-1", "3-1", "3-1"].map(blocks).into(),
        tallies: [2, 0, 5, 1].map(points).into(),
        passed: Vec::new(),
        chain: 0,
        turn: seat(2),
    });
    let teams: Vec<_> =
        Cuminos::looks(position.options()).iter().map(|look| (look.name.fr.clone(), look.paint, look.team)).collect();
    let expected = [("rouge", "red", 0), ("bleu", "blue", 1), ("jaune", "yellow", 0), ("vert", "green", 1)];
    assert_eq!(teams, expected.map(|(name, paint, team)| (name.to_owned(), paint, team)));
    let scene = scene_of(&position);
    let notes = |seat: usize| scene.table.hands[seat].notes.iter().map(|note| read_by(0, note).en).collect::<Vec<_>>();
    assert_eq!(notes(0), ["with Cleo: 7 points together"]);
    assert_eq!(notes(1), ["with Dan: 1 point together", "opens round 2 of 4"]);
    assert_eq!(read_by(0, &scene.table.hands[0].notes[0]).fr, "avec Cleo : 7 points ensemble");
}

#[test]
fn blocks_are_drawn_from_bags() {
    let mut position = Position::new(&options(2, "none"));
    deal(&mut position, &["5-3 3-1"]);
    let scene = scene_of(&position);
    assert_eq!(
        scene.table.stock.iter().map(|stock| (stock.what.fr.as_str(), stock.count)).collect::<Vec<_>>(),
        [("sac rouge", 19)]
    );
    assert_eq!(scene.draws.len(), 19);
    let draw = &scene.draws[0];
    assert_eq!((draw.mv.as_str(), draw.piece.id.as_str(), draw.piece.seat), ("+1-1", "0:1-1", Some(seat(0))));
}

#[test]
fn a_pass_is_a_button() {
    let scene = scene_of(&table("3S 3A 4A | 3S", &["1-1 2-2", "4-3 4-1"]));
    let acts: Vec<_> = scene.acts.iter().map(|act| (act.mv.as_str(), act.piece.clone(), act.what.fr.as_str())).collect();
    assert_eq!(acts, [("pass", None, "Passer")]);
}

#[test]
fn a_block_lies_or_stands_on_either_mark() {
    let position = table("3S | 5S", &["1-1 2-2", "3-1 3-3"]);
    let tip = |mv: &str| match Cuminos::show(&position, read(&position, mv)) {
        Shown::Lay(lay) => lay.tip,
        other => panic!("{mv} lays nothing: {other:?}"),
    };
    for (mv, expected) in
        [("3-1:1,0,1/2,0,1", 0), ("3-1:1,0,1/1,1,1", 0), ("3-1:1,0,1/1,0,2", 1), ("3-1:1,0,2/1,0,1", 2), ("3-3:1,0,1/1,0,2", 1)]
    {
        assert_eq!(tip(mv), expected, "{mv}");
    }
}

#[test]
fn the_ways_to_lay_a_block_on_a_cell_begin_with_those_that_begin_there() {
    let position = table("3S 3A 4A | 3S", &["1-1 2-2", "4-3 4-1"]);
    let targets = targets::<Cuminos>(&position, &[], "1:4-3");
    let on_the_end = targets.iter().find(|target| target.cell == [2, 0]).expect("it fits on the open end");
    assert_eq!((on_the_end.name.as_str(), on_the_end.top), ("2,0", 1.0));
    assert_eq!(on_the_end.ways.iter().map(|way| (way.mv.as_str(), way.pose)).collect::<Vec<_>>(), [("4-3:2,0,2/1,0,2", 2)]);
}

#[test]
fn the_last_block_is_fresh_until_the_table_is_cleared() {
    let mut position = table("3S | 5S", &["1-1 2-2", "3-2 3-1"]);
    let mv = read(&position, "3-2:1,0,1/2,0,1");
    position.play(mv).unwrap();
    let past = vec![(Turn::Seat(seat(1)), mv)];
    assert_eq!(scene::<Cuminos>(&position, &past).fresh, ["1:3-2"]);

    let mut position = arrange(&arrangement("3S | 5S", &["1-1 2-2", "3-2"], 1));
    position.play(mv).unwrap();
    let shown = scene::<Cuminos>(&position, &past);
    assert!(shown.table.pieces.is_empty() && shown.fresh.is_empty());
}
