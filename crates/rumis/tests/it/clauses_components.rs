//! One test per clause: stones and boards (R1–R4), and the published counts.

use crate::common::{moves, options, refused_options, table, verdict};
use tablee_core::geometry::Square;
use tablee_rumis::{Colour, Pose, Position, STONES, Stone};

#[test]
fn r1_a_colour_has_every_shape_of_two_to_four_cubes_and_never_mirrored() {
    let cubes: Vec<_> = Stone::all().map(|stone| stone.cubes().len()).collect();
    assert_eq!(cubes.len(), STONES);
    assert_eq!(cubes.iter().sum::<usize>(), 40);
    assert_eq!([2, 3, 4].map(|size| cubes.iter().filter(|count| **count == size).count()), [1, 2, 8]);
    // Every stone is its own mirror image, except the two screws, which are each other's.
    for stone in Stone::all() {
        let mirrored: Vec<_> = stone.cubes().iter().map(|[x, y, z]| [-x, *y, *z]).collect();
        let expected = match stone.name() {
            "D4" => "G4",
            "G4" => "D4",
            name => name,
        };
        assert_eq!(Stone::from_cubes(&mirrored).map(Stone::name), Some(expected), "{stone}");
    }
    assert_eq!(Stone::from_cubes(&[[0, 0, 0], [2, 0, 0]]), None, "cubes are joined by faces");
}

#[test]
fn r1_a_stone_is_laid_once() {
    let position = table(
        &options("board chullpa"),
        "
        .. .. .. .. ..
        .. .. .. .. ..
        0a 0a 1a 1a ..
        .. .. .. .. ..
        ",
        0,
    );
    assert_eq!(verdict(&position, "I2:a3.1,b3.1"), "R1");
    assert_eq!(verdict(&position, "I3:a3.1,b3.1,c3.1"), "ok");
    assert_eq!(position.hand(tablee_core::Seat::new(0)).count(), 10);
}

#[test]
fn r1_the_stones_lie_in_104_ways() {
    let poses = |name| Pose::all().filter(|pose| pose.stone().name() == name).count();
    let counted = ["I2", "I3", "L3", "I4", "L4", "T4", "O4", "S4", "Y4", "D4", "G4"].map(poses);
    assert_eq!(counted, [3, 3, 12, 3, 24, 12, 3, 12, 8, 12, 12]);
    assert_eq!(Pose::all().count(), 104);
}

#[test]
fn r2_a_line_and_a_height_narrow_the_board_down_for_few_players() {
    let size = |text: &str| Position::new(&options(text)).board().squares().count();
    assert_eq!(size("board coricancha, players 2"), 32);
    assert_eq!(size("board coricancha, players 3"), 64);
    assert_eq!(size("board chaka, players 3"), 40);
    assert_eq!(size("board chaka, players 4"), 50);
    assert_eq!(size("board chaka, players 5"), 60);
    let half = Position::new(&options("board coricancha, players 2"));
    assert!(half.board().contains(Square::new(0, 3)) && !half.board().contains(Square::new(0, 4)));
    let height = |text: &str| Position::new(&options(text)).board().limit(Square::new(2, 2));
    assert_eq!([2, 3, 4].map(|n| height(&format!("board chullpa, players {n}"))), [Some(4), Some(6), Some(8)]);
}

#[test]
fn r3_heights_are_the_same_everywhere_or_printed_and_capped() {
    for board in ["colca", "puncu", "apachita"] {
        for players in 2..=6 {
            let options = options(&format!("board {board}, players {players}"));
            let position = Position::new(&options);
            let height = options.limit().height;
            assert!(position.board().squares().all(|square| position.board().limit(square) == Some(height)), "{board}");
        }
    }
    // Huaca is printed 2 at its rim, up to 6 in the middle; the table caps it.
    let limits = |players: usize| {
        let position = Position::new(&options(&format!("board huaca, players {players}")));
        ["a1", "b2", "c3", "d4", "e5"].map(|square| position.board().limit(square.parse().unwrap()).unwrap_or(0))
    };
    assert_eq!(limits(6), [2, 3, 4, 5, 6]);
    assert_eq!(limits(5), [2, 3, 4, 4, 4]);
    assert_eq!(limits(4), [0, 3, 4, 4, 4]);
    assert_eq!(limits(3), [0, 3, 3, 3, 3]);
    assert_eq!(limits(2), [0, 0, 3, 3, 3]);
}

#[test]
fn r4_a_board_that_does_not_serve_a_number_of_players_is_refused() {
    for board in ["chullpa", "pirka", "pisac", "coricancha"] {
        for players in 2..=4 {
            options(&format!("board {board}, players {players}"));
        }
        for players in 5..=6 {
            assert_eq!(
                refused_options(&format!("board {board}, players {players}")),
                format!("R4: the board {board} is not for {players} players, only for 2, 3, 4")
            );
        }
    }
    for board in ["colca", "puncu", "apachita", "chaka", "huaca", "incahuasi"] {
        for players in 2..=6 {
            options(&format!("board {board}, players {players}"));
        }
    }
}

#[test]
fn boards_have_defaults() {
    let id = |text: &str| options(text).board().id.clone();
    assert_eq!(["players 2", "players 4", "players 5", "players 6"].map(id), ["chullpa", "chullpa", "colca", "colca"]);
    assert_eq!(id("rules two-sector"), "colca");
    assert!(
        refused_options("board nowhere").starts_with("the set rumis-1 has no board \"nowhere\" (the boards are chullpa, pirka,")
    );
}

#[test]
fn seats_have_the_colours_of_the_set() {
    let options = options("players 6");
    let colours: Vec<_> = tablee_core::Seat::all(6).map(|seat| options.colour(seat)).collect();
    assert_eq!(colours, Colour::ALL);
}

#[test]
fn r5_the_first_player_has_as_many_moves_as_published() {
    let first_moves = ["chullpa", "pirka", "pisac", "coricancha"]
        .map(|board| moves(&Position::new(&options(&format!("board {board}, players 2")))).len());
    assert_eq!(first_moves, [687, 993, 1312, 888]);
}
