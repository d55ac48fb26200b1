//! One test per clause: playing, the end and the count (R5–R14).

use crate::common::{moves, options, own_options, play, score, table, table_with, turn, verdict};
use tablee_core::{Play, Position as _, Seat};
use tablee_rumis::Position;

#[test]
fn r5_the_first_stone_lies_anywhere() {
    let position = Position::new(&options("board chullpa"));
    for anywhere in ["I2:a1.1,b1.1", "O4:c2.1,c3.1,d2.1,d3.1", "I4:e4.1,e4.2,e4.3,e4.4", "Y4:c1.1,c2.1,d1.1,c1.2"] {
        assert_eq!(verdict(&position, anywhere), "ok", "{anywhere}");
    }
}

#[test]
fn r6_another_first_stone_touches_the_board_and_with_a_face_a_stone_of_another() {
    let position = table(
        &options("board chullpa"),
        "
        .. .. .. .. ..
        .. .. .. .. ..
        .. 0a 0a .. ..
        .. .. .. .. ..
        ",
        1,
    );
    assert_eq!(verdict(&position, "I2:d2.1,e2.1"), "ok");
    assert_eq!(verdict(&position, "L3:d2.1,c2.2,d2.2"), "ok", "it stands on the board with one cube");
    assert_eq!(verdict(&position, "I2:d3.1,e3.1"), "R6", "a corner is not a face");
    assert_eq!(verdict(&position, "I2:e1.1,e2.1"), "R6", "it touches nothing");
    assert_eq!(verdict(&position, "I2:b2.2,c2.2"), "R6", "it does not touch the board");
}

#[test]
fn r7_every_later_stone_touches_its_own_colour() {
    let position = table(
        &options("board chullpa"),
        "
        .. .. .. .. ..
        .. .. .. .. ..
        .. 0a 0a 1a 1a
        .. .. .. .. ..
        ",
        0,
    );
    assert_eq!(verdict(&position, "I3:a3.1,b3.1,c3.1"), "ok", "beside it");
    assert_eq!(verdict(&position, "I3:b2.2,c2.2,d2.2"), "ok", "on top of it");
    assert_eq!(verdict(&position, "I3:d1.1,d1.2,d1.3"), "R7", "only beside the other colour");
    assert_eq!(verdict(&position, "L3:d3.1,d4.1,e3.1"), "R7", "only a corner");
}

#[test]
fn r8_cubes_stay_on_the_squares_in_use_and_under_their_limits() {
    let position = Position::new(&options("board coricancha, players 2"));
    assert_eq!(verdict(&position, "I2:d4.1,e4.1"), "ok");
    assert_eq!(verdict(&position, "I2:h1.1,i1.1"), "R8", "beside the board");
    assert_eq!(verdict(&position, "I2:d4.1,d5.1"), "R8", "across the line");
    assert_eq!(verdict(&position, "I2:b2.1,b2.2"), "ok", "two high where 2 is printed");
    assert_eq!(verdict(&position, "I3:b2.1,b2.2,b2.3"), "R8", "three high where 2 is printed");
    let capped = Position::new(&options("board pisac, players 2"));
    assert_eq!(verdict(&capped, "I4:d8.1,d8.2,d8.3,d8.4"), "ok");
    let capped = table(
        &options("board chullpa"),
        "
        .. .. .. .. .. | .. .. .. .. ..
        .. .. .. .. .. | .. .. .. .. ..
        .. 0a .. .. .. | .. 0a .. .. ..
        .. 1a 1a .. .. | .. .. .. .. ..
        ",
        0,
    );
    assert_eq!(verdict(&capped, "L3:b2.3,b2.4,c2.3"), "R9");
    assert_eq!(verdict(&capped, "I3:b2.3,b2.4,b2.5"), "R8", "the building is four high for two");
}

#[test]
fn r9_no_cube_lies_above_an_empty_space() {
    let position = table(
        &options("board chullpa"),
        "
        .. .. .. .. .. | .. .. .. .. ..
        .. 1a 1a .. .. | .. .. .. .. ..
        .. 0a 0a .. .. | .. .. .. .. ..
        .. .. .. .. .. | .. .. .. .. ..
        ",
        0,
    );
    assert_eq!(verdict(&position, "I3:b2.2,c2.2,d2.2"), "R9", "nothing is under d2.2");
    assert_eq!(verdict(&position, "L3:b2.2,c2.2,b3.2"), "ok", "on stones of both colours");
    assert_eq!(verdict(&position, "L3:d2.1,c2.2,d2.2"), "ok", "on another stone and on itself");
    assert_eq!(verdict(&position, "L3:d2.1,d2.2,e2.2"), "R9", "an overhang of its own");
    assert_eq!(verdict(&position, "I3:c2.1,d2.1,e2.1"), "R9", "there is a stone at c2.1");
}

#[test]
fn r10_turns_go_clockwise_and_a_player_who_can_lay_must_lay() {
    let mut position = Position::new(&options("board chullpa, players 3"));
    for (seat, lay) in [(0, "I2:a1.1,b1.1"), (1, "I2:a2.1,b2.1"), (2, "I2:a3.1,b3.1"), (0, "I3:c1.1,d1.1,e1.1")] {
        assert_eq!(turn(&position), Some(seat));
        // There is not a move that passes.
        assert!(moves(&position).iter().all(|mv| mv.contains(':')));
        play(&mut position, lay);
    }
    assert_eq!(turn(&position), Some(1));
}

/// A board in two parts: the second is the leftover of a fight.
const BLOCKED: &str = r##"
[[board]]
id = "own"
name = "Own"
heights = [
  '#......',
  '#.#..##',
  '###..##',
]
limits = [{ players = 2, inside = "", height = 2 }]
"##;

#[test]
fn r11_a_player_who_cannot_lay_is_out_even_if_a_chance_comes_later() {
    let options = own_options(BLOCKED, "");
    // Red can use only b1.2, and what it has left would float over c1.
    let before = "
        0a .. .. .. .. .. .. | 1a .. .. .. .. .. ..
        0a .. .. .. .. 1b 1c | 1a .. .. .. .. 1b ..
        0a 0a .. .. .. 1b 1c | 1a .. .. .. .. 1c 1c
    ";
    let mut position = table(&options, before, 1);
    assert_eq!(turn(&position), Some(0));
    assert!(position.is_out(Seat::new(1)));
    play(&mut position, "I2:c1.1,c2.1");
    // Now there would be ground for I2 at b1.2,c1.2; but red is out.
    assert_ne!(turn(&position), Some(1));
    let after = "
        0a .. .. .. .. .. .. | 1a .. .. .. .. .. ..
        0a .. 0b .. .. 1b 1c | 1a .. .. .. .. 1b ..
        0a 0a 0b .. .. 1b 1c | 1a .. .. .. .. 1c 1c
    ";
    let chance = table(&options, after, 1);
    assert_eq!(turn(&chance), Some(1));
    assert_eq!(moves(&chance), ["I2:b1.2,c1.2"]);
    let out = table_with(&options, after, 1, &[1], None);
    assert_ne!(turn(&out), Some(1));
}

#[test]
fn r11_turns_skip_players_who_are_out() {
    let options = options("board chullpa, players 3");
    let position = table_with(
        &options,
        "
        .. .. .. .. ..
        2a 2a .. .. ..
        1a 1a .. .. ..
        0a 0a .. .. ..
        ",
        1,
        &[1],
        None,
    );
    assert_eq!(turn(&position), Some(2));
}

#[test]
fn r12_the_game_ends_when_everyone_is_out() {
    let board = r##"
[[board]]
id = "own"
name = "Own"
heights = ['###']
limits = [{ players = 2, inside = "", height = 1 }]
"##;
    let mut position = Position::new(&own_options(board, ""));
    assert!(!position.is_over());
    play(&mut position, "I2:a1.1,b1.1");
    assert!(position.is_over());
    assert!(moves(&position).is_empty());
    assert_eq!(verdict(&position, "I2:b1.1,c1.1"), "R12");
}

#[test]
fn r12_a_player_with_no_stones_left_is_out() {
    let board = r##"
[[board]]
id = "own"
name = "Own"
heights = ['##########', '##########', '##########', '##########', '##########', '##########', '##########']
limits = [{ players = 2, inside = "", height = 3 }]
"##;
    let eleven = "
        0a 0a 0b 0b 0b 0d 0d 0d 0d .. | .. .. .. .. .. .. .. .. .. ..
        0c 0c 0e 0e 0e 0f 0f 0f 0g 0g | .. .. .. .. .. .. .. .. .. ..
        0c .. 0e .. .. .. 0f .. 0g 0g | .. .. .. .. .. .. .. .. .. ..
        .. 0h 0h .. 0i 0i .. 0j 0j .. | .. .. .. .. 0i .. .. .. 0j ..
        0h 0h .. .. 0i .. .. 0j .. .. | .. .. .. .. .. .. .. .. .. ..
        .. 0k 0k .. .. .. .. .. .. .. | .. .. .. .. .. .. .. .. .. ..
        .. 0k .. .. .. .. .. .. .. .. | .. 0k .. .. .. .. .. .. .. ..
    ";
    let position = table(&own_options(board, ""), eleven, 0);
    assert_eq!(position.hand(Seat::new(0)).count(), 0);
    assert!(position.is_out(Seat::new(0)));
    assert_eq!(turn(&position), Some(1));
    let ten = eleven.replace("0a", "..");
    assert_eq!(turn(&table(&own_options(board, ""), &ten, 0)), Some(0));
}

#[test]
fn r13_squares_on_top_count_less_the_stones_not_laid() {
    let options = options("board chullpa");
    assert_eq!(score(&Position::new(&options)), [-11, -11]);
    let position = table(
        &options,
        "
        .. .. .. .. .. | .. .. .. .. .. | .. .. .. .. ..
        .. .. .. 0c 0c | .. .. .. .. .. | .. .. .. .. ..
        0b 0a 0a 0c 0c | 0b .. 1b .. .. | 0b .. .. .. ..
        .. 1a 1a 1a .. | .. 1b 1b .. .. | .. .. .. .. ..
        ",
        0,
    );
    // Yellow is seen on a2, b2 and four of the flat stone, and lacks eight; red on b1, c1, c2 and d1, and lacks nine.
    assert_eq!(score(&position), [6 - 8, 4 - 9]);
    let top = |square: &str| position.top(square.parse().unwrap()).map(Seat::number);
    assert_eq!(["a2", "b2", "c2", "a1", "c1"].map(top), [Some(0), Some(0), Some(1), None, Some(1)]);
    // The flat stone of four gives four, the most there is; standing, a stone gives one.
    let alone = |picture: &str| score(&table(&options, picture, 1))[0] + 10;
    assert_eq!(alone(".. .. .. .. ..\n .. .. .. .. ..\n 0a 0a 0a 0a ..\n .. .. .. .. .."), 4);
    assert_eq!(alone(".. | .. | .. | ..\n .. | .. | .. | ..\n 0a | 0a | 0a | 0a\n .. | .. | .. | .."), 1);
}

#[test]
fn r14_the_highest_score_wins_and_equal_scores_share() {
    let options = options("board chullpa, players 3");
    let places = |picture: &str| table(&options, picture, 0).places().as_slice().to_vec();
    assert_eq!(places(".. .. .. .. ..\n 2a 2a 2a .. ..\n 1a 1a .. .. ..\n 0a 0a .. .. .."), [2, 2, 1]);
    assert_eq!(places(".. .. .. .. ..\n 2a 2a .. .. ..\n 1a 1a 1a .. ..\n 0a 0a 0a .. .."), [1, 1, 3]);
    assert_eq!(places(".. .. .. .. ..\n 2a 2a .. .. ..\n 1a 1a .. .. ..\n 0a 0a .. .. .."), [1, 1, 1]);
}
