//! The table as the pages show it.

use crate::common::{TablePicture, play};
use tablee_core::contract::read_by;
use tablee_core::geometry::Point;
use tablee_core::scene::{Area, Piece, Scene, scene, targets};
use tablee_core::telling::why_not;
use tablee_core::{Game, Play, Position as _, Scenic, Seat, Turn};
use tablee_dogcity::{DogCity, Move, Position};

#[test]
fn dog_city_domino_keeps_the_contract_of_scenes() {
    tablee_core::contract::keep_scenes::<DogCity>(1);
}

/// Three dominoes around a red round; seat 0 holds the fourth, which brings a brown dog, and one that fits nowhere.
pub fn three_of_four() -> TablePicture {
    TablePicture::for_players(2)
        .laid(
            "
            -- -- | b. b.
            -- -- | rG b.

            b. r. | r. b.
            b. b. | b. b.
            ",
        )
        .hand(
            0,
            "
            y. b. | y. y.
            b. rB | y. y.
            ",
        )
        .pile(
            "
            y. y. | y. y. | y. y. | yc y.
            y. y. | y. y. | y. y. | y. y.
            ",
        )
}

fn scene_of(position: &Position) -> Scene {
    scene::<DogCity>(position, &[])
}

fn piece<'s>(scene: &'s Scene, id: &str) -> &'s Piece {
    scene.table.pieces.iter().find(|piece| piece.id == id).unwrap_or_else(|| panic!("{id} is not on the table"))
}

fn todo(position: &Position) -> [String; 2] {
    let text = read_by(0, &DogCity::todo(position));
    [text.en, text.fr]
}

#[test]
fn a_laid_domino_lies_on_its_cell_with_its_corners() {
    let scene = scene_of(&three_of_four().set_up());
    assert!(scene.table.board.is_empty());
    let domino = piece(&scene, "d1");
    assert_eq!(
        domino.what.en,
        "domino 1, with 3 to the south: blue, blue, blue, red with a grey dog (clockwise from the north-west)"
    );
    assert_eq!(
        domino.what.fr,
        "domino 1, avec le 3 au sud : bleu, bleu, bleu, rouge avec un chien gris (dans le sens horaire depuis le nord-ouest)"
    );
    assert_eq!(domino.seat, None);
    let [tile] = &domino.solids[..] else { panic!("a domino is one box") };
    assert_eq!((tile.paint, tile.at[2], tile.size), ("paper", 0.0, [0.97, 0.97, 0.12]));
    assert!((tile.at[0] - 1.015).abs() < 1e-5 && (tile.at[1] - 1.015).abs() < 1e-5, "{tile:?}");
    let marks: Vec<_> = tile.marks.iter().map(|mark| (mark.drawing, mark.ink, mark.turns)).collect();
    assert_eq!(
        marks,
        [
            ("quarter", "blue", 0),
            ("fountain", "ivory", 0),
            ("quarter", "blue", 1),
            ("fountain", "ivory", 0),
            ("quarter", "blue", 2),
            ("fountain", "ivory", 0),
            ("quarter", "red", 3),
            ("flower", "ivory", 0),
            ("dog-grey", "grey", 0),
            ("1", "line", 0),
        ]
    );
    // The quarter of the south-west reaches exactly into its corner.
    let quarter = &tile.marks[6];
    assert!(quarter.at.iter().all(|along| (along * 0.97 - quarter.size / 2.0).abs() < 1e-5), "{quarter:?}");
}

#[test]
fn a_turned_domino_is_turned_with_all_that_is_on_it() {
    let position = three_of_four().set_up();
    let ghost = |mv: &str| {
        let found = targets::<DogCity>(&position, &[], "d11").into_iter().flat_map(|target| target.ways);
        found.into_iter().find(|way| way.mv == mv).unwrap_or_else(|| panic!("{mv} is not offered"))
    };
    // The red corner with the brown dog is the third: unturned it is in the south-east, turned half round in the
    // north-west.
    let dog = |mv: &str| ghost(mv).solids[0].marks.iter().find(|mark| mark.drawing == "dog-brown").unwrap().clone();
    let unturned = dog("11@0,1r0");
    assert!(unturned.at[0] > 0.5 && unturned.at[1] < 0.5 && unturned.turns == 0, "{unturned:?}");
    assert_eq!(ghost("11@0,1r0").pose, 0);
    let printed = DogCity::show(&position, DogCity::read_move(&position, "11@-1,1r2").unwrap());
    let tablee_core::scene::Shown::Lay(lay) = printed else { panic!("it is a laying") };
    let turned = lay.solids[0].marks.iter().find(|mark| mark.drawing == "dog-brown").unwrap();
    assert!(turned.at[0] < 0.5 && turned.at[1] > 0.5 && turned.turns == 2, "{turned:?}");
    assert_eq!((lay.cells, lay.pose), (vec![[-1, 1]], 2));
}

#[test]
fn a_complete_round_bears_the_token_of_the_player_who_completed_it() {
    let mut position = three_of_four().set_up();
    play(&mut position, &["11@0,1r0"]);
    let scene = scene_of(&position);
    let round = piece(&scene, "round:1,1");
    assert_eq!(read_by(0, &round.what).en, "red round between dominoes 11, 1, 3 and 2: brown + grey = 2 (completed by you)");
    assert_eq!(read_by(0, &round.what).fr, "rond rouge entre les dominos 11, 1, 3 et 2 : marron + gris = 2 (complété par vous)");
    assert_eq!(round.seat, Some(Seat::new(0)));
    let [token] = &round.solids[..] else { panic!("a token is one box") };
    let look = &DogCity::looks(position.options())[0];
    assert_eq!((token.paint, token.marks[0].drawing), (look.paint, look.emblem));
    let middle = [0, 1].map(|axis| token.at[axis] + token.size[axis] / 2.0);
    assert_eq!((middle, token.at[2]), ([1.0, 1.0], 0.12));
    // The player draws, and plays again.
    assert_eq!(scene.table.hands[0].notes[0].fr, "rejoue");
    assert_eq!(todo(&position), ["You draw a domino and play again.", "Vous piochez un domino et rejouez."]);
    assert_eq!(scene.draws.len(), 4);
    let draw = &scene.draws[3];
    assert_eq!((draw.mv.as_str(), draw.piece.id.as_str(), draw.piece.seat), ("+54", "d54", Some(Seat::new(0))));
    assert_eq!(draw.piece.what.en, "domino 54: yellow with a black cat, yellow, yellow, yellow (clockwise from the north-west)");
}

#[test]
fn a_round_without_animals_says_so() {
    let mut position = TablePicture::for_players(2)
        .laid("-- -- | b. b.\n-- -- | r. b.\n\nb. r. | r. b.\nb. b. | b. b.")
        .hand(0, "y. b. | y. y.\nb. r. | y. y.")
        .set_up();
    play(&mut position, &["11@0,1r0"]);
    let scene = scene_of(&position);
    let round = read_by(1, &piece(&scene, "round:1,1").what);
    assert_eq!(round.en, "red round between dominoes 11, 1, 3 and 2: without animals (completed by Anne)");
}

#[test]
fn hands_and_the_pile_are_shown() {
    let scene = scene_of(&three_of_four().set_up());
    let ids = |seat: usize| scene.table.hands[seat].pieces.iter().map(|held| held.piece.id.clone()).collect::<Vec<_>>();
    assert_eq!((ids(0), ids(1)), (vec!["d11".to_owned(), "d12".to_owned()], vec!["d21".to_owned()]));
    assert!(scene.table.hands.iter().all(|hand| hand.notes.is_empty() && hand.pieces.iter().all(|held| held.hidden == 0)));
    let held = &scene.table.hands[0].pieces[0].piece;
    assert_eq!(
        held.what.fr,
        "domino 11 : jaune, bleu, rouge avec un chien marron, bleu (dans le sens horaire depuis le nord-ouest)"
    );
    assert_eq!(scene.table.stock.iter().map(|stock| (stock.what.fr.as_str(), stock.count)).collect::<Vec<_>>(), [("pioche", 4)]);
    let [back] = &scene.table.stock[0].back[..] else { panic!("a domino is one box") };
    assert_eq!((back.paint, back.at[2], back.size), ("back", 0.0, [0.97, 0.97, 0.12]));
    assert!(back.marks.iter().all(|mark| mark.ink == "line"), "it tells no colour: {:?}", back.marks);
    // Only one of the two fits anywhere.
    assert_eq!(scene.playable.iter().map(|playable| playable.piece.as_str()).collect::<Vec<_>>(), ["d11"]);
    assert_eq!(scene.todo.fr, "Posez un domino à côté d’un autre : les coins qui se touchent sont de la même couleur.");
}

#[test]
fn a_place_that_does_not_fit_says_why() {
    let position = three_of_four().set_up();
    let why = |piece: &str, cell| {
        let why = why_not::<DogCity>(&position, &[], piece, cell)?;
        Some(([why.text.en, why.text.fr], why.clause.0, why.offending))
    };
    let said = |en: &str, fr: &str| [en.to_owned(), fr.to_owned()];
    assert_eq!(why("d11", [0, 1]), None, "it fits there");
    assert_eq!(
        why("d12", [0, 1]),
        Some((
            said("the corners do not match: yellow against blue", "les coins ne s’accordent pas : jaune contre bleu"),
            "D6",
            // Its north-east corner would meet the north-west corner of the domino beside it.
            vec![Area { at: [1.0, 1.5], size: [0.5, 0.5] }]
        ))
    );
    assert_eq!(
        why("d11", [0, 0]),
        Some((said("a domino already lies there", "un domino est déjà posé là"), "D5", vec![Area::of_cell([0, 0])]))
    );
    assert_eq!(
        why("d11", [40, -7]),
        Some((said("no domino lies beside that place", "aucun domino n’est posé à côté de cette place"), "D5", Vec::new()))
    );
    for (strange, cell) in [("x", [0, 1]), ("d", [0, 1]), ("d999", [0, 1]), ("d11", [i32::MAX, 0])] {
        assert_eq!(why(strange, cell), None);
    }
}

#[test]
fn a_player_who_can_lay_nothing_exchanges_or_passes() {
    let mut position =
        TablePicture::for_players(2).laid("r. r.\nr. r.").hand(0, "y. y.\ny. y.").pile("rc r. | y. y.\nr. r. | y. y.").set_up();
    let shown = scene_of(&position);
    let acts: Vec<_> = shown.acts.iter().map(|act| (act.mv.as_str(), act.piece.clone(), act.what.fr.as_str())).collect();
    assert_eq!(acts, [("swap", None, "Échanger la main"), ("pass", None, "Passer")]);
    assert_eq!(shown.todo.en, "None of your dominoes fits: exchange them all, or pass.");
    play(&mut position, &["swap"]);
    let shown = scene_of(&position);
    let stock: Vec<_> = shown.table.stock.iter().map(|stock| (stock.what.en.as_str(), stock.count)).collect();
    assert_eq!(stock, [("draw pile", 2), ("being exchanged", 1)]);
    assert_eq!(shown.table.hands[0].notes[0].en, "exchanges the hand");
    assert_eq!(read_by(0, &shown.todo).fr, "Vous échangez votre main : domino 1 sur 1.");
}

#[test]
fn the_game_begins_with_a_deal_and_ends_with_a_word() {
    let position = TablePicture::for_players(2).laid("r. r.\nr. r.").set_up();
    let start = Position::new(position.options());
    assert_eq!(todo(&start), ["You draw: domino 1 of 4.", "Vous piochez : domino 1 sur 4."]);

    let mut last = position;
    play(&mut last, &["11@0,1r0"]);
    assert!(last.is_over());
    assert_eq!(
        todo(&last),
        ["The game is over. You have laid your last domino.", "La partie est finie. Vous avez posé votre dernier domino."]
    );
}

#[test]
fn the_last_domino_is_fresh() {
    let mut position = three_of_four().set_up();
    let mv = DogCity::read_move(&position, "11@0,1r0").unwrap();
    position.play(mv).unwrap();
    let past: Vec<(Turn, Move)> = vec![(Turn::Seat(Seat::new(0)), mv)];
    assert_eq!(scene::<DogCity>(&position, &past).fresh, ["d11"]);
    assert_eq!(position.place(tablee_dogcity::DominoNumber::new(11)).map(|place| place.at), Some(Point::new(0, 1)));
    assert!(matches!(position.turn(), Turn::Chance));
}

#[test]
fn seats_are_called_after_their_emblems() {
    let options = TablePicture::for_players(4).laid("r. r.\nr. r.").set_up().options().clone();
    let looks = DogCity::looks(&options);
    let names: Vec<_> = looks.iter().map(|look| (look.emblem, look.name.en.as_str(), look.name.fr.as_str())).collect();
    assert_eq!(names, [("bone", "bone", "os"), ("ball", "ball", "balle"), ("paw", "paw", "patte"), ("bowl", "bowl", "gamelle")]);
    for (seat, look) in Seat::all(4).zip(looks) {
        assert_eq!(tablee_core::Text::from(DogCity::seat_name(&options, seat)), look.name);
    }
}

#[test]
fn animals_fill_their_quarters() {
    let scene = scene_of(&three_of_four().set_up());
    let dog = piece(&scene, "d1").solids[0].marks.iter().find(|mark| mark.drawing == "dog-grey").unwrap();
    assert!(dog.size >= 0.34, "15 pixels on a domino of 44: {dog:?}");
    // It stays on the domino.
    assert!(dog.at.iter().all(|along| along * 0.97 >= dog.size / 2.0), "{dog:?}");
}

#[test]
fn the_pieces_of_the_others_can_be_tried_as_well() {
    let mut position = three_of_four().hand(1, "b. b.\nb. b.").set_up();
    let other = Seat::new(1);
    let as_other = |position: &Position| DogCity::as_if_turn_of(position, other);
    let tried = as_other(&position).unwrap();
    assert_eq!(tried.turn(), Turn::Seat(other));
    let targets = targets::<DogCity>(&tried, &[], "d21");
    assert!(!targets.is_empty());
    assert!(targets.iter().flat_map(|target| &target.ways).all(|way| way.mv.starts_with("21@")));
    assert_eq!(DogCity::as_if_turn_of(&tried, Seat::new(0)), Some(position.clone()));
    assert_eq!(DogCity::as_if_turn_of(&position, Seat::new(2)), None, "there is no such seat");
    // While a domino is drawn the others can be tried too, but not before the first turn or after the end.
    play(&mut position, &["11@0,1r0"]);
    assert_eq!(position.turn(), Turn::Chance);
    assert!(!tablee_core::scene::targets::<DogCity>(&as_other(&position).unwrap(), &[], "d21").is_empty());
    assert_eq!(as_other(&Position::new(position.options())), None);
    let mut over = TablePicture::for_players(2).laid("r. r.\nr. r.").set_up();
    play(&mut over, &["11@0,1r0"]);
    assert_eq!((over.is_over(), as_other(&over)), (true, None));
}
