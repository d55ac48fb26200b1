//! Moves in words, what they bring, and what is in their way.

use crate::common::{options, own_options, play, table, table_with};
use tablee_core::contract::read_by;
use tablee_core::scene::Area;
use tablee_core::telling::effect;
use tablee_core::{Game, Position as _, Scenic, Seat, Text};
use tablee_rumis::{Move, Position, Rumis, SecondSector};

/// A wide board, three levels high for two.
const WIDE: &str = r##"
[[board]]
id = "own"
name = "Own"
heights = ['######', '######', '######', '######']
lines.red = ['xxx...', 'xxx...', 'xxx...', 'xxx...']
limits = [
    { players = 2, inside = "", height = 3 },
    { players = 3, inside = "", height = 4 },
    { players = 5, inside = "", height = 4 },
    { players = 6, inside = "", height = 4 },
]
"##;

pub fn mv(position: &Position, spelling: &str) -> Move {
    Rumis::read_move(position, spelling).unwrap()
}

#[track_caller]
pub fn say(text: &Text, en: &str, fr: &str) {
    let text = read_by(0, text);
    assert_eq!((text.en.as_str(), text.fr.as_str()), (en, fr));
}

#[track_caller]
fn told(position: &Position, cases: &[(&str, &str, &str)]) {
    for (spelling, en, fr) in cases {
        let told = read_by(0, &Rumis::tell(position, mv(position, spelling)));
        assert_eq!((told.en.as_str(), told.fr.as_str()), (*en, *fr), "{spelling}");
        assert!(told.en.chars().count() <= 80 && told.fr.chars().count() <= 90, "too long: {told:?}");
    }
}

#[test]
fn every_stone_is_called_by_its_name() {
    let bare = Position::new(&options("players 4, board pisac"));
    told(
        &bare,
        &[
            ("I2:a1.1,b1.1", "lays the short bar on the ground", "pose la petite barre au sol"),
            ("I3:a1.1,b1.1,c1.1", "lays the bar on the ground", "pose la barre au sol"),
            ("L3:a1.1,b1.1,a2.1", "lays the elbow on the ground", "pose le coude au sol"),
            ("I4:a1.1,b1.1,c1.1,d1.1", "lays the long bar on the ground", "pose la grande barre au sol"),
            ("L4:a1.1,b1.1,c1.1,a2.1", "lays the L on the ground", "pose le L au sol"),
            ("T4:a1.1,b1.1,c1.1,b2.1", "lays the T on the ground", "pose le T au sol"),
            ("O4:a1.1,b1.1,a2.1,b2.1", "lays the slab on the ground", "pose la dalle au sol"),
            ("S4:a1.1,b1.1,b2.1,c2.1", "lays the zigzag on the ground", "pose le zigzag au sol"),
            ("Y4:a1.1,b1.1,a2.1,a1.2", "lays the tripod on the ground", "pose le trépied au sol"),
            ("D4:a1.1,b1.1,a2.1,b1.2", "lays the right screw on the ground", "pose la vis droite au sol"),
            ("G4:a1.1,b1.1,a2.1,a2.2", "lays the left screw on the ground", "pose la vis gauche au sol"),
            // Whatever could lie flat and does not, stands.
            ("O4:a1.1,b1.1,a1.2,b1.2", "stands the slab on the ground, two high", "dresse la dalle au sol, sur deux niveaux"),
            ("L4:a1.1,b1.1,a1.2,a1.3", "stands the L on the ground, three high", "dresse le L au sol, sur trois niveaux"),
        ],
    );
}

/// Yellow, red and blue side by side; red is two levels high on d1.
fn three_colours() -> Position {
    table(
        &own_options(WIDE, "players 3"),
        "
        .. .. .. .. .. .. | .. .. .. .. .. ..
        .. .. .. .. .. .. | .. .. .. .. .. ..
        0a 0a 2a 2a .. .. | .. .. .. .. .. ..
        0a 0a 1a 1a .. .. | .. .. .. 1a .. ..
        ",
        0,
    )
}

#[test]
fn a_place_is_said_by_what_lies_there() {
    told(
        &three_colours(),
        &[
            ("I3:a3.1,b3.1,c3.1", "lays the bar on the ground beside Cleo", "pose la barre au sol à côté de Cleo"),
            (
                "L4:a1.2,b1.2,c1.2,a2.2",
                "lays the L over Ben’s stones, at the second level",
                "pose le L par-dessus les pierres de Ben, au deuxième niveau",
            ),
            (
                "I2:a1.2,b1.2",
                "lays the short bar over your own stones, at the second level",
                "pose la petite barre par-dessus vos propres pierres, au deuxième niveau",
            ),
            (
                "I3:a2.2,b2.2,c2.2",
                "lays the bar over Cleo’s stones, at the second level",
                "pose la barre par-dessus les pierres de Cleo, au deuxième niveau",
            ),
            (
                "S4:b1.2,c1.2,c2.2,d2.2",
                "lays the zigzag over Ben’s stones and Cleo’s, at the second level",
                "pose le zigzag par-dessus les pierres de Ben et celles de Cleo, au deuxième niveau",
            ),
            (
                "L3:b1.2,c1.2,b1.3",
                "stands the elbow on Ben’s stones, three high",
                "dresse le coude sur les pierres de Ben, jusqu’au troisième niveau",
            ),
            (
                "Y4:c1.2,b2.2,c2.2,c2.3",
                "lays the tripod over Ben’s stones and Cleo’s, three high",
                "pose le trépied par-dessus les pierres de Ben et celles de Cleo, jusqu’au troisième niveau",
            ),
            (
                "I4:a3.1,a3.2,a3.3,a3.4",
                "stands the long bar on the ground, four high",
                "dresse la grande barre au sol, sur quatre niveaux",
            ),
        ],
    );
    // It makes a difference who lays it.
    let blue = Rumis::as_if_turn_of(&three_colours(), Seat::new(2)).unwrap();
    told(
        &blue,
        &[
            (
                "I2:c2.2,d2.2",
                "lays the short bar over their own stones, at the second level",
                "pose la petite barre par-dessus ses propres pierres, au deuxième niveau",
            ),
            ("L3:e1.1,e2.1,f1.1", "lays the elbow on the ground beside Ben", "pose le coude au sol à côté de Ben"),
        ],
    );
}

#[test]
fn with_six_first_stones_go_corner_to_corner() {
    let mut position = Position::new(&options("players 6, board colca"));
    for mv in ["I2:c4.1,d4.1", "I2:e5.1,f5.1", "I2:b3.1,b2.1", "I2:e3.1,f3.1"] {
        play(&mut position, mv);
    }
    told(
        &position,
        &[
            (
                "I2:g4.1,h4.1",
                "lays the short bar on the ground, corner to corner with Ben and Dan",
                "pose la petite barre au sol, coin contre coin avec Ben et Dan",
            ),
            ("I2:g5.1,h5.1", "lays the short bar on the ground beside Ben", "pose la petite barre au sol à côté de Ben"),
            ("I2:h8.1,h7.1", "lays the short bar on the ground", "pose la petite barre au sol"),
        ],
    );
    let sixth = table(&own_options(WIDE, "players 6"), "0a 0a 5a 5a .. ..", 0);
    told(
        &sixth,
        &[
            ("L3:b2.1,c2.1,b3.1", "lays the elbow on the ground beside Finn", "pose le coude au sol à côté de Finn"),
            (
                "I2:b1.2,c1.2",
                "lays the short bar over Finn’s stones, at the second level",
                "pose la petite barre par-dessus les pierres de Finn, au deuxième niveau",
            ),
        ],
    );
}

/// The first sector is built; it is the turn of a seat.
fn second_sector(turn: usize) -> Position {
    table_with(
        &own_options(WIDE, "rules two-sector"),
        "
        .. .. .. .. .. .. | .. .. .. .. .. ..
        0a 0a 0b .. .. .. | 0c 0c .. .. .. ..
        1a 0a 0b .. .. .. | .. .. .. .. .. ..
        1a 1a 0b .. .. .. | 1b 1b .. .. .. ..
        ",
        turn,
        &[],
        Some(SecondSector { interim: [3, 1], aside: vec![] }),
    )
}

#[test]
fn a_stone_that_is_moved_is_taken_first() {
    let position = second_sector(0);
    told(
        &position,
        &[
            ("-a3.2 I2:d3.1,e3.1", "takes the short bar to lay it on the ground", "prend la petite barre pour la poser au sol"),
            (
                "-a3.2 I2:d3.1,d3.2",
                "takes the short bar to stand it on the ground, two high",
                "prend la petite barre pour la dresser au sol, sur deux niveaux",
            ),
            ("-c1.1", "sets the bar aside", "met la barre de côté"),
            // These cannot be played, and can be described anyway.
            ("-a3.1 L3:d3.1,e3.1,d2.1", "takes the elbow to lay it on the ground", "prend le coude pour le poser au sol"),
            ("-f4.1", "sets a stone aside", "met une pierre de côté"),
        ],
    );
    say(&Rumis::act_label(&position, mv(&position, "-c1.1")), "Set the bar aside", "Mettre la barre de côté");
}

#[test]
fn what_a_move_brings_is_what_changes_in_the_count() {
    let position = three_colours();
    let cases: &[(&str, &[i32], &str, &str)] = &[
        (
            "I3:a3.1,b3.1,c3.1",
            &[4, 0, 0],
            "three squares and one stone less in hand",
            "trois cases et une pierre de moins en main",
        ),
        ("I2:a1.2,b1.2", &[1, 0, 0], "one stone less in hand", "une pierre de moins en main"),
        ("I2:a3.1,a3.2", &[2, 0, 0], "one square and one stone less in hand", "une case et une pierre de moins en main"),
        (
            "S4:b1.2,c1.2,c2.2,d2.2",
            &[4, -1, -2],
            "three squares and one stone less in hand; covers one of Ben’s and two of Cleo’s",
            "trois cases et une pierre de moins en main ; recouvre une case de Ben et deux cases de Cleo",
        ),
    ];
    for (spelling, gains, en, fr) in cases {
        let brings = effect::<Rumis>(&position, mv(&position, spelling));
        assert_eq!(brings.gains, *gains, "{spelling}");
        say(&brings.why.unwrap(), en, fr);
    }
    let second = second_sector(0);
    let carried = effect::<Rumis>(&second, mv(&second, "-a3.2 I2:d3.1,e3.1"));
    assert_eq!(carried.gains, [3, 0]);
    say(
        &carried.why.unwrap(),
        "two squares and one stone less inside the line",
        "deux cases et une pierre de moins à l’intérieur de la ligne",
    );
    let aside = effect::<Rumis>(&second, mv(&second, "-c1.1"));
    assert_eq!((aside.gains, aside.why), (vec![0, 0], None));
}

#[test]
fn only_the_count_of_the_first_sector_is_won_before_the_end() {
    assert_eq!(Rumis::won(&three_colours()), None);
    assert_eq!(Rumis::won(&second_sector(0)).unwrap().as_slice(), [3, 1]);
}

/// Yellow has moved its only stone; red begins to move its own.
pub fn nothing_left_to_take() -> Position {
    let second = SecondSector { interim: [-8, -4], aside: vec![] };
    table_with(
        &own_options(WIDE, "rules two-sector"),
        "
        .. .. .. .. .. ..
        .. .. 1b .. .. ..
        .. .. 1b .. .. ..
        1a 1a 1b 0a 0a ..
        ",
        1,
        &[],
        Some(second),
    )
}

/// One row of these squares (`.` is none), so high for so many players.
fn row(squares: &str, players: usize, height: u8) -> String {
    format!(
        "[[board]]\nid = \"own\"\nname = \"Own\"\nheights = ['{squares}']\nlimits = [{{ players = {players}, inside = \"\", height = {height} }}]\n"
    )
}

#[test]
fn it_is_said_why_a_stone_fits_nowhere() {
    let flat = own_options(&row("#######", 2, 1), "");
    let walled_in = table(&flat, "0a 0a 1a 1a .. .. ..", 1);
    let as_yellow = |position: &Position| Rumis::as_if_turn_of(position, Seat::new(0)).unwrap();
    // Two islands, of which yellow has one: a first stone of red would touch nobody.
    let islands = table(&own_options(&row("###.###", 2, 2), ""), "0a 0a 0a", 0);
    let inverse = own_options(&row("##########", 5, 1), "players 5, rules inverse");
    let own_everywhere = table(&inverse, "0a 0a .. .. .. 1a 1a 1a .. ..", 1);
    let uneven = table(&own_options(&row("##", 2, 4), ""), "0a .. | 0a ..", 1);
    let mut moved = nothing_left_to_take();
    play(&mut moved, "-a1.1 I2:d2.1,e2.1");
    let cases: &[(&Position, &str, &str, &str)] = &[
        (
            &as_yellow(&walled_in),
            "0:I3",
            "where there is room for it, it does not touch your colour",
            "là où il y a de la place, elle ne touche pas votre couleur",
        ),
        (
            &walled_in,
            "1:L3",
            "wherever it could stand, it would be too high",
            "partout où elle tiendrait, elle serait trop haute",
        ),
        (&walled_in, "1:I2", "it is not in hand", "cette pierre n’est pas en main"),
        (
            &Rumis::as_if_turn_of(&islands, Seat::new(1)).unwrap(),
            "1:I2",
            "where there is room for it, it does not touch the others as a first stone must",
            "là où il y a de la place, elle ne touche pas les autres comme le doit une première pierre",
        ),
        (
            &as_yellow(&own_everywhere),
            "0:I3",
            "wherever there is room for it, it touches your own colour",
            "partout où il y a de la place, elle touche votre couleur",
        ),
        (&uneven, "1:O4", "no place is wide and level enough for it", "aucune place n’est assez large et plane pour elle"),
        (&second_sector(0), "0:L3", "another stone rests on it", "une autre pierre repose dessus"),
        (
            &second_sector(0),
            "0:I3",
            "there is no place for it outside the red line",
            "il n’y a pas de place pour elle hors de la ligne rouge",
        ),
        (&moved, "1:I2", "it already lies outside the red line", "elle est déjà hors de la ligne rouge"),
    ];
    for (position, piece, en, fr) in cases {
        let text = Rumis::fits_nowhere(position, piece);
        assert_eq!((text.en.as_str(), text.fr.as_str()), (*en, *fr), "{piece}");
    }
}

#[test]
fn what_is_in_the_way_is_pointed_at() {
    let areas = |position: &Position, spelling: &str| -> Vec<[f32; 2]> {
        let mv = mv(position, spelling);
        let illegal = position.check(mv).unwrap_err();
        Rumis::offending(position, mv, &illegal)
            .into_iter()
            .map(|area: Area| {
                assert_eq!(area.size, [1.0, 1.0]);
                area.at
            })
            .collect()
    };
    let first = three_colours();
    let second = second_sector(0);
    let inverse = table(&own_options(WIDE, "players 5, rules inverse"), "0a 0a 1a 1a", 0);
    let six = {
        let mut position = Position::new(&options("players 6, board colca"));
        play(&mut position, "I2:c4.1,d4.1");
        position
    };
    let colca = Position::new(&options("players 2, board colca"));
    let cases: &[(&Position, &str, &[[f32; 2]])] = &[
        // Outside the board, too high, in another stone, over a void.
        (&first, "I4:e3.1,f3.1,g3.1,h3.1", &[[6.0, 2.0], [7.0, 2.0]]),
        (&colca, "I2:a1.1,b1.1", &[[0.0, 0.0], [1.0, 0.0]]),
        (&first, "I2:a3.4,a3.5", &[[0.0, 2.0]]),
        (&first, "I3:b1.1,c1.1,d1.1", &[[1.0, 0.0], [2.0, 0.0], [3.0, 0.0]]),
        (&first, "I2:a2.2,a3.2", &[[0.0, 2.0]]),
        // Away from one's own: nothing is in the way.
        (&first, "I2:e1.1,f1.1", &[]),
        // Too near to one's own, and to others.
        (&inverse, "I3:a2.1,b2.1,c2.1", &[[0.0, 0.0], [1.0, 0.0]]),
        (&six, "I2:c3.1,d3.1", &[[2.0, 3.0], [3.0, 3.0]]),
        // The second sector.
        (&second, "-a3.2 I2:b4.1,c4.1", &[[1.0, 3.0], [2.0, 3.0]]),
        (&second, "-a3.1 L3:d3.1,e3.1,d2.1", &[[0.0, 2.0], [1.0, 2.0]]),
        (&second, "-a1.1 L3:d3.1,e3.1,d2.1", &[[0.0, 0.0], [0.0, 1.0], [1.0, 0.0]]),
    ];
    for (position, spelling, expected) in cases {
        assert_eq!(areas(position, spelling), *expected, "{spelling}");
    }
}
