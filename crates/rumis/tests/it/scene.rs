//! The table as the pages show it.

use crate::common::{options, own_options, play, table, table_with};
use tablee_core::scene::{Area, Piece, Scene, Solid, scene, targets};
use tablee_core::telling::why_not;
use tablee_core::{Game, Play, Position as _, Scenic, Seat, Text};
use tablee_rumis::{Position, Rumis, SecondSector, Stone};

#[test]
fn rumis_keeps_the_contract_of_scenes() {
    tablee_core::contract::keep_scenes::<Rumis>(1);
}

/// Three columns inside the red line, three outside.
const SIX: &str = r##"
[[board]]
id = "own"
name = "Own"
heights = ['######', '######', '######']
lines.red = ['xxx...', 'xxx...', 'xxx...']
limits = [{ players = 2, inside = "red", height = 4 }]
"##;

/// The first sector is built; yellow is to take a stone.
fn second_sector() -> Position {
    table_with(
        &own_options(SIX, "rules two-sector"),
        "
        0a 0a 0b .. .. .. | 0c 0c .. .. .. ..
        1a 0a 0b .. .. .. | .. .. .. .. .. ..
        1a 1a 0b .. .. .. | 1b 1b .. .. .. ..
        ",
        0,
        &[],
        Some(SecondSector { interim: [3, 1], aside: vec![] }),
    )
}

/// A stone of each on Chullpa; the one of yellow stands on its side.
fn first_sector() -> Position {
    table(
        &options("players 2"),
        "
        .. .. .. .. .. | .. .. .. .. ..
        .. .. .. .. .. | .. .. .. .. ..
        1a 1a .. .. .. | .. .. .. .. ..
        0a 0a 0a .. .. | .. 0a .. .. ..
        ",
        0,
    )
}

fn both(en: &str, fr: &str) -> Text {
    Text { en: en.to_owned(), fr: fr.to_owned() }
}

#[track_caller]
fn piece<'a>(scene: &'a Scene, id: &str) -> &'a Piece {
    scene.table.pieces.iter().find(|piece| piece.id == id).unwrap_or_else(|| panic!("there is no {id}"))
}

/// Where each solid begins, how far it reaches, and its drawing.
fn boxes(solids: &[Solid]) -> Vec<([f32; 3], [f32; 3], &'static str)> {
    let round = |lengths: [f32; 3]| lengths.map(|length| (length * 100.0).round() / 100.0);
    let drawing = |solid: &Solid| solid.marks.first().map_or("", |mark| mark.drawing);
    solids.iter().map(|solid| (round(solid.at), round(solid.size), drawing(solid))).collect()
}

#[test]
fn a_stone_is_in_one_piece_where_it_was_laid() {
    let scene = scene::<Rumis>(&first_sector(), &[]);
    let stone = piece(&scene, "0:T4");
    assert_eq!(
        boxes(&stone.solids),
        [
            // Its foot is in the middle, under another cube of its own.
            ([1.0, 0.02, 0.04], [1.0, 0.96, 1.0], ""),
            ([0.02, 0.02, 0.04], [0.98, 0.96, 1.0], "yellow"),
            ([2.0, 0.02, 0.04], [0.98, 0.96, 1.0], "yellow"),
            ([1.02, 0.02, 1.04], [0.96, 0.96, 1.0], "yellow"),
        ]
    );
    assert!(stone.solids.iter().all(|solid| solid.paint == "yellow"));
    assert_eq!(stone.what, both("yellow T", "T jaune"));
    assert_eq!(
        stone.place.clone().unwrap(),
        both("on a1, b1 and c1 at height 1, on b1 at height 2", "en a1, b1 et c1 à la hauteur 1, en b1 à la hauteur 2")
    );
}

#[test]
fn squares_bear_their_limits_and_those_not_in_use_are_darker() {
    let position = Position::new(&options("players 2, board coricancha"));
    let board = scene::<Rumis>(&position, &[]).table.board;
    let print = |col: f32, row: f32| {
        let square =
            board.iter().find(|solid| (solid.at[0] - col).abs() < 0.1 && (solid.at[1] - row).abs() < 0.1 && solid.at[2] == 0.0);
        square.map(|solid| (solid.paint, solid.marks.first().map_or("", |mark| mark.drawing))).unwrap()
    };
    assert_eq!([print(0.0, 0.0), print(3.0, 3.0), print(0.0, 7.0)], [("paper", "1"), ("paper", "4"), ("paper-dark", "")]);
    assert_eq!(board.iter().filter(|solid| solid.paint == "wood").count(), 1);
    assert_eq!(board.iter().filter(|solid| solid.paint == "line").count(), 8 + 4 + 8 + 4, "around half of it");
}

#[test]
fn the_red_line_runs_between_the_squares() {
    let board = scene::<Rumis>(&second_sector(), &[]).table.board;
    let line: Vec<_> = board.into_iter().filter(|solid| solid.paint == "red-line").collect();
    assert_eq!(line.len(), 4 * 3);
    let between = boxes(&line).into_iter().filter(|(at, size, _)| at[0] > 2.9 && size[0] < 0.1);
    assert_eq!(between.map(|(at, ..)| (at[0] + 0.035).round() as i32).collect::<Vec<_>>(), [3, 3, 3]);
}

#[test]
fn hands_show_what_is_left() {
    let scene = scene::<Rumis>(&first_sector(), &[]);
    let [yellow, red] = &scene.table.hands[..] else { panic!("two seats") };
    assert_eq!((yellow.pieces.len(), red.pieces.len(), yellow.notes.len()), (10, 10, 0));
    assert!(!yellow.pieces.iter().any(|held| held.piece.id == "0:T4"), "it is laid");
    let held = |id: &str| &red.pieces.iter().find(|held| held.piece.id == id).unwrap().piece;
    assert_eq!(held("1:T4").what, both("red T", "T rouge"));
    let upright: Vec<_> = held("1:T4").solids.iter().map(|solid| (solid.at[1], solid.at[2])).collect();
    assert_eq!(upright, [(0.02, 0.0), (0.02, 0.0), (0.02, 0.0), (0.02, 1.0)]);
    // However it stands, it is the same stone, never its mirror image.
    for Piece { id, solids, .. } in red.pieces.iter().map(|held| &held.piece) {
        let cubes: Vec<[i8; 3]> = solids.iter().map(|solid| solid.at.map(|length| length as i8)).collect();
        assert_eq!(Stone::from_cubes(&cubes).map(Stone::name), id.strip_prefix("1:"), "{cubes:?}");
        let tall = solids.iter().filter(|solid| solid.at[2] > 0.5).all(|solid| solid.at[1] > 0.5);
        assert!(tall || solids.iter().all(|solid| solid.at[1] < 0.5), "{id} hides something behind what is high");
    }
    let looks = Rumis::looks(&options("players 3"));
    assert_eq!(looks.iter().map(|look| (look.paint, look.emblem)).collect::<Vec<_>>()[2], ("blue", "blue"));
    assert_eq!(looks[2].name, both("blue", "bleu"));
}

#[test]
fn a_stone_can_be_laid_in_many_ways_which_are_told() {
    let targets = targets::<Rumis>(&first_sector(), &[], "0:I2");
    let on_d1 = targets.iter().find(|target| target.name == "d1").unwrap();
    assert_eq!((on_d1.cell, on_d1.top), ([3, 0], 0.0 + 0.04));
    let ways: Vec<_> = on_d1.ways.iter().map(|way| way.mv.as_str()).collect();
    assert_eq!(ways.len(), 3, "flat in two ways, and upright: {ways:?}");
    assert!(ways.contains(&"I2:d1.1,d1.2"));
    let upright = on_d1.ways.iter().find(|way| way.mv == "I2:d1.1,d1.2").unwrap();
    assert_eq!(
        upright.what,
        both("stands the short bar on the ground, two high", "dresse la petite barre au sol, sur deux niveaux")
    );
    let flat = on_d1.ways.iter().find(|way| way.mv == "I2:d1.1,e1.1").unwrap();
    assert_eq!(flat.what, both("lays the short bar on the ground", "pose la petite barre au sol"));
    let poses: Vec<_> = on_d1.ways.iter().map(|way| (way.mv.as_str(), way.tip)).collect();
    let flat_first = |(mv, tip): &(&str, u32)| (*mv == "I2:d1.1,d1.2") == (*tip == 1) && *tip < 2;
    assert!(poses.iter().all(flat_first), "{poses:?}");
}

#[test]
fn a_place_that_does_not_fit_says_why() {
    let position = first_sector();
    let why = |cell| why_not::<Rumis>(&position, &[], "0:I2", cell);
    assert_eq!(why([3, 0]), None, "it fits there");
    let apart = why([4, 3]).unwrap();
    assert_eq!(
        (apart.text, apart.clause.0),
        (
            both(
                "the stone shares no face with one of its own colour",
                "la pierre ne touche par aucune face une pierre de sa couleur"
            ),
            "R7"
        )
    );
    assert_eq!(apart.offending, []);
    let outside = why([5, 3]).unwrap();
    assert_eq!(
        (outside.text, outside.clause.0),
        (both("it would not lie wholly on the board", "elle ne serait pas entièrement sur le plateau"), "R8")
    );
    assert!(outside.offending.contains(&Area::of_cell([5, 3])), "{:?}", outside.offending);
    assert_eq!(why([-1, 70_000]), None);
    assert_eq!(why_not::<Rumis>(&position, &[], "0:T4", [4, 3]), None, "it is not in the hand");
}

#[test]
fn in_the_second_sector_stones_are_taken_from_the_table() {
    let mut position = second_sector();
    let before = scene::<Rumis>(&position, &[]);
    let playable: Vec<_> = before.playable.iter().map(|playable| (playable.piece.as_str(), playable.ways > 0)).collect();
    assert_eq!(playable, [("0:I2", true), ("0:I3", false)]);
    let [act] = &before.acts[..] else { panic!("one stone can only be set aside: {:?}", before.acts) };
    assert_eq!((act.mv.as_str(), act.piece.as_deref()), ("-c1.1", Some("0:I3")));
    assert_eq!(act.what, both("Set the bar aside", "Mettre la barre de côté"));
    assert_eq!(
        before.table.hands[0].notes,
        [
            both("first sector: 3 points", "premier secteur : 3 points"),
            both("free to take: short bar, bar", "à prendre : petite barre, barre")
        ]
    );
    assert!(before.table.hands[0].pieces.is_empty(), "stones that were never laid are put away");
    // What it looks like is what it will be, and it keeps its name.
    let targets = targets::<Rumis>(&position, &[], "0:I2");
    let way = targets.iter().flat_map(|target| &target.ways).find(|way| way.mv == "-a3.2 I2:d3.1,e3.1").unwrap();
    assert_eq!(way.what, both("takes the short bar to lay it on the ground", "prend la petite barre pour la poser au sol"));
    let past = [(position.turn(), Rumis::read_move(&position, &way.mv).unwrap())];
    play(&mut position, &way.mv);
    let after = scene::<Rumis>(&position, &past);
    assert_eq!(piece(&after, "0:I2").solids, way.solids);
    assert_eq!(after.fresh, ["0:I2"]);
}

#[test]
fn in_the_second_sector_it_is_told_why_a_stone_stays() {
    let why = |piece, cell| why_not::<Rumis>(&second_sector(), &[], piece, cell);
    let covered = why("0:L3", [4, 0]).unwrap();
    assert_eq!(
        (covered.text, covered.clause.0),
        (
            both(
                "the elbow cannot be taken: another stone rests on it",
                "on ne peut pas prendre le coude : une autre pierre repose dessus"
            ),
            "R22"
        )
    );
    assert_eq!(covered.offending, [Area::of_cell([0, 2]), Area::of_cell([1, 2])]);
    assert_eq!(
        why("0:I2", [5, 0]).unwrap().text.en,
        "a player's first stone in the second sector must share a face with one of its colour in the first"
    );
}

#[test]
fn what_was_set_aside_is_noted() {
    let mut position = second_sector();
    play(&mut position, "-c1.1");
    let notes = scene::<Rumis>(&position, &[]).table.hands[0].notes.clone();
    assert_eq!(notes[1..], [both("set aside: bar", "de côté : barre"), both("out", "hors jeu")]);
}

#[test]
fn it_is_told_what_is_to_be_done() {
    let mut position = Position::new(&options("players 5, board colca"));
    let todo = |position: &Position| Rumis::todo(position);
    assert_eq!(
        todo(&position),
        both("Lay any of your stones anywhere on the board.", "Posez une de vos pierres où vous voulez sur le plateau.")
    );
    play(&mut position, "I2:c4.1,d4.1");
    assert!(todo(&position).fr.ends_with("coin contre coin avec une autre."), "{:?}", todo(&position));
    assert!(todo(&first_sector()).en.starts_with("Lay a stone against one of your own"));
    assert!(todo(&second_sector()).fr.starts_with("Prenez une de vos pierres"));
    let inside = Position::new(&options("players 2, board colca"));
    assert_eq!(todo(&inside).en, "Lay any of your stones anywhere inside the line.");
    let over = table_with(&options("players 2"), "0a 0a", 0, &[0, 1], None);
    assert_eq!(
        todo(&over),
        both("The game is over: nobody can play any more.", "La partie est finie : plus personne ne peut jouer.")
    );
}

#[test]
fn the_pieces_of_the_others_can_be_tried_as_well() {
    let position = first_sector();
    let red = Rumis::as_if_turn_of(&position, Seat::new(1)).unwrap();
    let targets = targets::<Rumis>(&red, &[], "1:I3");
    assert!(targets.iter().any(|target| target.name == "c2"), "beside the red stone on a2 and b2");
    assert!(!targets.iter().any(|target| target.name == "e1"));
    // Exactly the legal moves are listed.
    for target in &targets {
        for way in &target.ways {
            assert!(red.is_legal(Rumis::read_move(&red, &way.mv).unwrap()), "{}", way.mv);
        }
    }
    let back = Rumis::as_if_turn_of(&red, Seat::new(0)).unwrap();
    assert_eq!(back, position);
    assert_eq!(scene::<Rumis>(&back, &[]), scene::<Rumis>(&position, &[]));
    assert_eq!(Rumis::as_if_turn_of(&position, Seat::new(2)), None, "there is no such seat");
}

#[test]
fn in_the_second_sector_the_stones_of_the_other_can_be_tried_too() {
    let position = second_sector();
    let red = Rumis::as_if_turn_of(&position, Seat::new(1)).unwrap();
    let playable: Vec<_> = scene::<Rumis>(&red, &[]).playable.into_iter().map(|playable| playable.piece).collect();
    assert_eq!(playable, ["1:I2"]);
    let aside: Vec<_> = red.legal_moves().into_iter().map(|mv| Rumis::write_move(&red, mv)).collect();
    assert_eq!(aside, ["-a1.2"], "it cannot touch another red stone outside");
    assert_eq!(Rumis::as_if_turn_of(&red, Seat::new(0)), Some(position));
}

#[test]
fn nobody_is_tried_who_is_out_or_after_the_end() {
    let out = table_with(&options("players 3"), "0a 0a\n1a 1a", 0, &[2], None);
    assert!(Rumis::as_if_turn_of(&out, Seat::new(1)).is_some());
    assert_eq!(Rumis::as_if_turn_of(&out, Seat::new(2)), None);
    let over = table_with(&options("players 2"), "0a 0a", 0, &[0, 1], None);
    assert_eq!(Rumis::as_if_turn_of(&over, Seat::new(0)), None);
}
