//! One test per clause: five and six players (R15, R16).

use crate::common::{moves, options, own_options, refused_options, table, turn, verdict};
use tablee_rumis::Position;

const FIRST: &str = "
    .. .. .. .. .. .. .. | .. .. .. .. .. .. ..
    .. .. .. .. .. .. .. | .. .. .. .. .. .. ..
    .. .. .. .. .. .. .. | .. .. .. .. .. .. ..
    .. .. 0a 0a .. .. .. | .. .. .. .. .. .. ..
    .. .. 0a 0a .. .. .. | .. .. .. .. .. .. ..
    .. .. .. .. .. .. .. | .. .. .. .. .. .. ..
    .. .. .. .. .. .. .. | .. .. .. .. .. .. ..
";

#[test]
fn r15_with_five_or_six_a_first_stone_touches_the_others_at_corners_only() {
    for players in [5, 6] {
        let options = options(&format!("board colca, players {players}"));
        let position = table(&options, FIRST, 1);
        assert_eq!(verdict(&position, "I2:e5.1,f5.1"), "ok", "along the edge of d4");
        assert_eq!(verdict(&position, "I3:b2.1,b2.2,b2.3"), "ok", "standing at the corner of c3");
        assert_eq!(verdict(&position, "I2:e4.1,f4.1"), "R15", "a face of d4");
        assert_eq!(verdict(&position, "L3:e4.1,e5.1,f5.1"), "R15", "a face and a corner");
        assert_eq!(verdict(&position, "I2:c4.2,d4.2"), "R15", "on top");
        assert_eq!(verdict(&position, "I2:f6.1,f5.1"), "R15", "nothing at all");
        // The first player is as free as ever.
        assert_eq!(verdict(&Position::new(&options), "I2:f6.1,f5.1"), "ok");
    }
}

#[test]
fn r15_four_players_touch_with_faces() {
    let position = table(&options("board colca, players 4"), FIRST, 1);
    assert_eq!(verdict(&position, "I2:e4.1,f4.1"), "ok");
    assert_eq!(verdict(&position, "I2:e5.1,f5.1"), "R6");
}

#[test]
fn r15_nothing_is_touched_across_a_gap() {
    let board = r##"
[[board]]
id = "own"
name = "Own"
heights = ['##.##', '##.##']
limits = [{ players = 5, inside = "", height = 4 }]
"##;
    let options = own_options(board, "players 5");
    let position = table(
        &options,
        "
        .. .. .. .. .. | .. .. .. .. ..
        .. 0a .. .. .. | .. 0a .. .. ..
        ",
        1,
    );
    // a2 touches b1 at its edge; nothing beyond the gap touches anything.
    assert_eq!(verdict(&position, "I3:a2.1,a2.2,a2.3"), "ok");
    assert_eq!(verdict(&position, "I3:d2.1,d2.2,d2.3"), "R15");
}

#[test]
fn r15_from_the_second_stone_on_one_touches_ones_own_colour() {
    let options = options("board colca, players 5");
    let position = table(
        &options,
        "
        .. .. .. .. .. .. ..
        .. .. .. .. .. .. ..
        .. .. .. .. 1a 1a ..
        .. .. 0a 0a .. .. ..
        .. .. 0a 0a .. .. ..
        .. .. .. .. .. .. ..
        .. .. .. .. .. .. ..
        ",
        0,
    );
    assert_eq!(verdict(&position, "I2:e4.1,f4.1"), "ok", "faces of both colours");
    assert_eq!(verdict(&position, "I2:c5.1,c6.1"), "ok");
    assert_eq!(verdict(&position, "I2:e6.1,f6.1"), "R7");
    assert_eq!(verdict(&position, "I2:b5.1,b6.1"), "R7", "a corner is not enough any more");
}

#[test]
fn r15_without_a_place_at_a_corner_the_first_stone_is_laid_with_a_face() {
    let board = r##"
[[board]]
id = "own"
name = "Own"
heights = ['###']
limits = [{ players = 5, inside = "", height = 3 }]
"##;
    let options = own_options(board, "players 5");
    let position = table(&options, "0a 0a ..", 1);
    assert_eq!(turn(&position), Some(1));
    assert_eq!(verdict(&position, "I2:c1.1,c1.2"), "ok");
    assert_eq!(verdict(&position, "I2:a1.2,b1.2"), "R6", "it does not touch the board");
    assert!(moves(&position).iter().all(|mv| mv.contains("c1.1")));
}

#[test]
fn r16_inverse_stones_share_no_face_with_their_own_colour() {
    let options = options("board colca, players 5, rules inverse");
    let position = table(
        &options,
        "
        .. .. .. .. .. .. .. | .. .. .. .. .. .. ..
        .. .. .. .. .. .. .. | .. .. .. .. .. .. ..
        .. .. .. .. 1a 1a .. | .. .. .. .. .. .. ..
        .. .. 0a 0a .. .. .. | .. .. .. .. .. .. ..
        .. .. 0a 0a .. .. .. | .. .. .. .. .. .. ..
        .. .. .. .. .. .. .. | .. .. .. .. .. .. ..
        .. .. .. .. .. .. .. | .. .. .. .. .. .. ..
        ",
        0,
    );
    assert_eq!(verdict(&position, "I2:e6.1,f6.1"), "ok", "a face of another colour");
    assert_eq!(verdict(&position, "I2:e5.2,f5.2"), "ok", "on another colour");
    assert_eq!(verdict(&position, "I2:b5.1,b6.1"), "ok", "a corner of its own");
    assert_eq!(verdict(&position, "I2:a2.1,a3.1"), "ok", "nothing need be touched");
    assert_eq!(verdict(&position, "I2:c5.1,c6.1"), "R16", "a face of its own");
    assert_eq!(verdict(&position, "I2:c4.2,d4.2"), "R16", "on its own");
    // First stones as in R15.
    let first = table(&options, FIRST, 1);
    assert_eq!(verdict(&first, "I2:e5.1,f5.1"), "ok");
    assert_eq!(verdict(&first, "I2:e4.1,f4.1"), "R15");
}

#[test]
fn r16_inverse_is_for_five_or_six() {
    for players in 2..=4 {
        assert_eq!(
            refused_options(&format!("rules inverse, players {players}")),
            format!("R16: inverse is for 5 or 6 players, not {players}")
        );
    }
}
