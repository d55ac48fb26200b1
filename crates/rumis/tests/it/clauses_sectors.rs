//! One test per clause: two players, two sectors (R17–R30), and the published scores.

use crate::common::{moves, options, own_options, play, refused_options, score, table, table_with, turn, verdict};
use tablee_core::{Game, Lang, Play, Seat};
use tablee_rumis::{Position, Rumis, SecondSector, Sector, Stone};

const YELLOW: Seat = Seat::new(0);
const RED: Seat = Seat::new(1);

/// Three columns inside the red line, three outside.
const SIX: &str = r##"
[[board]]
id = "own"
name = "Own"
heights = ['######', '######', '######']
lines.red = ['xxx...', 'xxx...', 'xxx...']
limits = [{ players = 2, inside = "red", height = 4 }]
"##;

/// One row, one high: seven squares inside, five outside.
const ROW: &str = r##"
[[board]]
id = "own"
name = "Own"
heights = ['############']
lines.red = ['xxxxxxx.....']
limits = [{ players = 2, inside = "red", height = 1 }]
"##;

fn second(options: &tablee_rumis::Options, picture: &str, turn: usize) -> Position {
    table_with(options, picture, turn, &[], Some(SecondSector { interim: [0, 0], aside: Vec::new() }))
}

/// The first sector is built; nothing has been carried yet.
fn built(turn: usize) -> Position {
    second(
        &own_options(SIX, "rules two-sector"),
        "
        0a 0a 0b .. .. .. | 0c 0c .. .. .. ..
        1a 0a 0b .. .. .. | .. .. .. .. .. ..
        1a 1a 0b .. .. .. | 1b 1b .. .. .. ..
        ",
        turn,
    )
}

/// The same after yellow has carried its stone of two.
fn carried(turn: usize) -> Position {
    second(
        &own_options(SIX, "rules two-sector"),
        "
        0a 0a 0b 0c 0c .. | .. .. .. .. .. ..
        1a 0a 0b .. .. .. | .. .. .. .. .. ..
        1a 1a 0b .. .. .. | 1b 1b .. .. .. ..
        ",
        turn,
    )
}

#[test]
fn r17_the_first_sector_is_played_inside_the_red_line() {
    let mut position = Position::new(&options("rules two-sector"));
    assert_eq!(position.sector(), Sector::First);
    assert_eq!(verdict(&position, "I2:a4.1,a5.1"), "R17");
    assert_eq!(verdict(&position, "I2:b4.1,a4.1"), "R17", "across the line");
    assert_eq!(verdict(&position, "I2:a1.1,b1.1"), "R8", "there is no square a1");
    play(&mut position, "I2:b4.1,c4.1");
    assert_eq!(verdict(&position, "I2:d4.1,e4.1"), "ok");
    assert_eq!(verdict(&position, "I2:f4.1,f5.1"), "R6");
}

#[test]
fn r17_two_sectors_need_two_players_a_red_line_and_no_printed_heights() {
    for board in ["colca", "puncu", "apachita"] {
        options(&format!("rules two-sector, board {board}"));
    }
    assert_eq!(refused_options("rules two-sector, players 3"), "R17: two-sector is for 2 players, not 3");
    assert_eq!(
        refused_options("rules two-sector, board chaka"),
        "R17: two-sector needs a board without printed heights, and chaka has some"
    );
    assert_eq!(
        refused_options("rules two-sector, board chullpa"),
        "R17: two-sector needs a board with a red line, and chullpa has none"
    );
}

#[test]
fn r18_the_first_sector_ends_with_the_first_player_blocked() {
    let mut position = Position::new(&own_options(ROW, "rules two-sector"));
    play(&mut position, "I2:a1.1,b1.1");
    play(&mut position, "I2:c1.1,d1.1");
    // Yellow is shut in between the edge and c1; red could still lay its stone of three, but the sector is over.
    assert_eq!(position.sector(), Sector::Second);
    assert!(!position.is_out(YELLOW), "being out does not carry over");
    assert_eq!(turn(&position), Some(1));
}

#[test]
fn r18_or_it_ends_when_both_are_blocked() {
    let mut position = Position::new(&own_options(ROW, "rules two-sector, sector_end all-blocked"));
    play(&mut position, "I2:a1.1,b1.1");
    play(&mut position, "I2:c1.1,d1.1");
    assert_eq!((position.sector(), turn(&position)), (Sector::First, Some(1)));
    assert!(position.is_out(YELLOW));
    play(&mut position, "I3:e1.1,f1.1,g1.1");
    assert_eq!(position.sector(), Sector::Second);
    // Being out does not carry over.
    assert!(!position.is_out(YELLOW));
}

#[test]
fn r19_the_intermediate_score_is_kept_and_stones_never_laid_count_no_more() {
    let mut position = Position::new(&own_options(ROW, "rules two-sector, sector_end all-blocked"));
    for lay in ["I2:a1.1,b1.1", "I2:c1.1,d1.1", "I3:e1.1,f1.1,g1.1"] {
        play(&mut position, lay);
    }
    // 2 − 10 and 5 − 9; from now on only stones left inside are taken off: one stone and two.
    assert_eq!(score(&position), [-8 - 1, -4 - 2]);
    let count = Rumis::count(&position);
    assert_eq!(count[1].parts[0].what.en, "intermediate score");
    assert_eq!(count[1].parts[0].points, -4);
}

#[test]
fn r20_the_player_of_the_last_stone_begins_and_then_they_alternate() {
    let mut position = Position::new(&own_options(ROW, "rules two-sector, sector_end all-blocked"));
    for lay in ["I2:a1.1,b1.1", "I2:c1.1,d1.1", "I3:e1.1,f1.1,g1.1"] {
        play(&mut position, lay);
    }
    assert_eq!(turn(&position), Some(1));
    play(&mut position, "-c1.1 I2:h1.1,i1.1");
    assert_eq!(turn(&position), Some(0));
    play(&mut position, "-a1.1");
    // Yellow is out, so red goes on alone.
    assert_eq!(turn(&position), Some(1));
    play(&mut position, "-e1.1 I3:j1.1,k1.1,l1.1");
    assert!(position.is_over());
}

#[test]
fn r21_a_stone_of_ones_own_is_taken_off_the_first_sector_and_laid_in_the_second() {
    let position = built(0);
    assert_eq!(verdict(&position, "-a3.2 I2:d3.1,e3.1"), "ok");
    assert_eq!(verdict(&position, "L4:d1.1,d2.1,d3.1,e3.1"), "R21", "nothing is taken");
    assert_eq!(verdict(&position, "-a1.2 I2:d3.1,e3.1"), "R21", "it belongs to red");
    assert_eq!(verdict(&position, "-a3.2 I3:d1.1,d2.1,d3.1"), "R21", "another stone is laid");
    assert_eq!(verdict(&position, "-f3.1 I2:d3.1,e3.1"), "R21", "there is no stone");
    assert_eq!(verdict(&carried(0), "-d3.1 I2:d1.1,e1.1"), "R21", "it lies in the second sector already");
    let first = Position::new(&options("rules two-sector"));
    assert_eq!(verdict(&first, "-d3.1 I2:d1.1,e1.1"), "R21", "the second sector has not begun");
    // The stone is gone from where it was, and lies where it was laid.
    let mut after = position.clone();
    play(&mut after, "-a3.2 I2:d3.1,e3.1");
    assert_eq!(after, carried(1));
    assert_eq!(after.height("a3".parse().unwrap()), 1);
}

#[test]
fn r22_a_stone_on_which_another_rests_cannot_be_taken() {
    let position = built(0);
    assert_eq!(verdict(&position, "-b2.1 L3:d1.1,d2.1,e1.1"), "R22", "the stone of two rests on it");
    assert_eq!(verdict(&position, "-b2.1"), "R22");
    // Once that is carried away it is free.
    assert_eq!(verdict(&carried(0), "-b2.1 L3:d2.1,e2.1,e1.1"), "ok");
    // One's own cube above another does not matter.
    let standing = second(
        &own_options(SIX, "rules two-sector"),
        "
        .. .. 0a .. .. .. | .. .. 0a .. .. ..
        .. .. 0b .. .. .. | .. .. .. .. .. ..
        1a 0b 0b .. .. .. | 1a .. .. .. .. ..
        ",
        0,
    );
    assert!(moves(&standing).iter().any(|mv| mv.starts_with("-c3.1 ")));
}

#[test]
fn r23_a_player_takes_a_stone_or_is_out() {
    assert!(moves(&built(0)).iter().all(|mv| mv.starts_with('-')));
    let covered = second(
        &own_options(SIX, "rules two-sector"),
        "
        .. .. 0b .. .. .. | .. .. .. .. .. ..
        .. 1a 0b .. .. .. | .. 0a .. .. .. ..
        .. 1a 0b .. .. .. | .. 0a .. .. .. ..
        ",
        1,
    );
    assert!(covered.is_out(RED));
    assert_eq!(turn(&covered), Some(0));
    // It stays so, even when its stone becomes free.
    let mut free = covered;
    play(&mut free, "-b1.2 I2:d1.1,e1.1");
    assert_eq!(turn(&free), Some(0));
    assert_eq!(free.removable(RED).count(), 0);
}

#[test]
fn r24_ones_first_stone_there_touches_the_board_and_ones_colour_in_the_first_sector() {
    let position = built(0);
    assert_eq!(verdict(&position, "-a3.2 I2:d3.1,e3.1"), "ok", "beside c3");
    assert_eq!(verdict(&position, "-a3.2 I2:e3.1,f3.1"), "R24", "it touches nothing");
    // The stone that is taken does not help: nothing else of yellow borders on the second sector.
    assert_eq!(verdict(&position, "-c1.1 I3:d1.1,d2.1,d3.1"), "R24");
    // Red lies in the second sector already: on top of it is not on the board.
    let above = second(
        &own_options(SIX, "rules two-sector"),
        "
        .. 0c 0b .. .. .. | .. .. 0d .. .. .. | .. .. .. .. .. ..
        .. 0c 0b 1a 1a 1a | .. .. 0d .. .. .. | .. .. 0d .. .. ..
        1b 1b 0b .. .. .. | .. .. .. .. .. .. | .. .. .. .. .. ..
        ",
        0,
    );
    assert_eq!(verdict(&above, "-b2.1 I2:d3.1,e3.1"), "ok");
    assert_eq!(verdict(&above, "-b2.1 I2:d3.1,d3.2"), "ok");
    assert_eq!(verdict(&above, "-b2.1 I2:d2.2,e2.2"), "R24", "it touches c2.2, but not the board");
}

#[test]
fn r25_every_later_stone_touches_ones_colour_in_either_sector() {
    let position = carried(0);
    assert_eq!(verdict(&position, "-c1.1 I3:f1.1,f2.1,f3.1"), "ok", "beside e3 in the second sector");
    assert_eq!(verdict(&position, "-c1.1 I3:d3.2,d3.3,d3.4"), "ok", "on top of it, not on the board");
    assert_eq!(verdict(&position, "-b2.1 L3:d1.1,e1.1,e2.1"), "ok", "beside c1 in the first, and e3");
    assert_eq!(verdict(&position, "-c1.1 I3:d1.1,e1.1,f1.1"), "R25", "it touches nothing");
}

#[test]
fn r26_no_stone_crosses_the_red_line() {
    let position = built(0);
    assert_eq!(verdict(&position, "-a3.2 I2:c3.2,d3.2"), "R26");
    assert_eq!(verdict(&position, "-a3.2 I2:b2.2,c2.2"), "R26");
    // Squares, height and ground as always.
    assert_eq!(verdict(&position, "-a3.2 I2:d3.2,e3.2"), "R9");
    assert_eq!(verdict(&position, "-a3.2 I2:f3.1,g3.1"), "R8");
    assert_eq!(verdict(&carried(0), "-b2.1 L3:d3.4,e3.4,e3.5"), "R8");
}

#[test]
fn r27_a_stone_that_cannot_be_laid_is_set_aside_and_its_owner_is_out() {
    let position = built(0);
    assert_eq!(verdict(&position, "-c1.1"), "ok", "the stone of three could not be laid");
    assert_eq!(verdict(&position, "-a3.2"), "R27", "the stone of two can");
    let asides: Vec<_> = moves(&position).into_iter().filter(|mv| !mv.contains(':')).collect();
    assert_eq!(asides, ["-c1.1"]);
    let mut after = position;
    play(&mut after, "-c1.1");
    assert!(after.is_out(YELLOW));
    assert_eq!(after.set_aside(YELLOW).map(Stone::name).collect::<Vec<_>>(), ["I3"]);
    assert_eq!(after.height("c1".parse().unwrap()), 0);
    assert_eq!(turn(&after), Some(1));
}

/// Fourteen squares of yellow and six of red outside the line, a stone of yellow left inside it.
const PUBLISHED: &str = r##"
[[board]]
id = "own"
name = "Own"
heights = ['##########', '##########', '##########']
lines.red = ['xx........', 'xx........', 'xx........']
limits = [{ players = 2, inside = "red", height = 4 }]
"##;

#[test]
fn r28_squares_on_top_in_the_second_sector_are_added_to_the_intermediate_score() {
    let options = own_options(PUBLISHED, "rules two-sector");
    let picture = "
        0a 0a 0b 0b 0b 0b 0d 0d 0d 1a
        0a .. 0c 0c 0c .. .. 0d .. 1a
        .. .. 0c 0e 0e 1b 1b .. 1a 1a
    ";
    let aside = vec![(RED, Stone::from_name("O4").unwrap())];
    let position = table_with(&options, picture, 0, &[0, 1], Some(SecondSector { interim: [10, 10], aside }));
    assert!(position.is_over());
    // 10 + 14 − 1 and 10 + 6 − 1.
    assert_eq!(score(&position), [23, 15]);
    let parts = |seat: usize| Rumis::count(&position)[seat].parts.iter().map(|part| part.points).collect::<Vec<_>>();
    assert_eq!(parts(0), [10, 14, 0, -1]);
    assert_eq!(parts(1), [10, 6, -1, 0]);
}

#[test]
fn r29_stones_set_aside_and_stones_left_inside_are_taken_off() {
    // In the middle of the second sector too: three stones of yellow are inside, two of red.
    assert_eq!(score(&built(0)), [-3, -2]);
    assert_eq!(score(&carried(0)), [2 - 2, -2]);
    let mut aside = built(0);
    play(&mut aside, "-c1.1");
    assert_eq!(score(&aside), [-1 - 2, -2]);
}

#[test]
fn r30_both_players_see_which_stones_can_be_taken() {
    for turn in [0, 1] {
        let position = built(turn);
        let free = |seat| position.removable(seat).map(|lay| lay.first_cube().to_string()).collect::<Vec<_>>();
        assert_eq!((free(YELLOW), free(RED)), (vec!["a3.2".to_owned(), "c1.1".to_owned()], vec!["a1.2".to_owned()]));
        let sheet = Rumis::draw(&position, None, Lang::En).to_string();
        assert!(sheet.contains("can be taken: -a3.2 I2 -c1.1 I3") && sheet.contains("can be taken: -a1.2 I2"), "{sheet}");
    }
}

#[test]
fn r28_a_whole_game_ends_with_the_published_scores() {
    let mut position = Position::new(&options("rules two-sector, board colca"));
    let first = [
        "S4:c6.1,d5.1,d6.1,e5.1",
        "Y4:e4.1,f4.1,f5.1,f4.2",
        "Y4:e6.1,d6.2,e5.2,e6.2",
        "T4:e4.2,e4.3,e5.3,e4.4",
        "G4:c3.1,d3.1,d4.1,c3.2",
        "S4:e3.1,f3.1,d3.2,e3.2",
        "L4:d4.2,d5.2,d4.3,d4.4",
        "O4:d5.3,d6.3,d5.4,d6.4",
        "I4:d2.1,d2.2,d2.3,d2.4",
        "L3:e6.3,e5.4,e6.4",
        "T4:f5.2,f4.3,f5.3,f5.4",
        "L4:f3.2,f3.3,f3.4,f4.4",
        "I2:c3.3,d3.3",
        "I4:e2.1,e2.2,e2.3,e2.4",
        "I3:c2.1,c2.2,c2.3",
        "I2:c6.2,c6.3",
        "D4:b4.1,b5.1,c4.1,c4.2",
        "D4:c5.1,b4.2,b5.2,c5.2",
        "O4:b4.3,b5.3,c4.3,c5.3",
        "I3:b3.1,b3.2,b3.3",
    ];
    first.iter().for_each(|lay| play(&mut position, lay));
    assert_eq!(position.sector(), Sector::First);
    play(&mut position, "L3:c2.4,c3.4,d3.4");
    // Yellow has laid all its stones; red has no place for its last. The stones inside tell what was kept: 10 − 0 and
    // 11 − 1.
    assert_eq!(position.sector(), Sector::Second);
    assert_eq!(score(&position), [10 - 11, 10 - 10]);
    assert_eq!([YELLOW, RED].map(|seat| position.hand(seat).count()), [0, 1]);
    let interim = |seat: usize| Rumis::count(&position)[seat].parts[0].points;
    assert_eq!([interim(0), interim(1)], [10, 10]);
    let second = [
        "-c2.4 L3:d7.1,e7.1,e7.2",
        "-b3.1 I3:e1.1,e1.2,e1.3",
        "-c2.1 I3:c7.1,c7.2,c7.3",
        "-e6.3 L3:c1.1,d1.1,c1.2",
        "-d2.1 I4:b6.1,b6.2,b6.3,b6.4",
        "-e2.1 I4:g3.1,g4.1,g5.1,g6.1",
        "-c3.3 I2:a3.1,a4.1",
        "-c6.2 I2:g5.2,g5.3",
        "-b4.3 O4:g3.2,g4.2,g3.3,g4.3",
        "-d5.3 O4:b1.1,b2.1,b1.2,b2.2",
        "-d4.2 L4:f2.1,g2.1,g2.2,g2.3",
        "-f3.2 L4:d1.2,b1.3,c1.3,d1.3",
        "-f5.2 T4:f6.1,f6.2,g6.2,f6.3",
        "-e4.2 T4:a5.1,a4.2,a5.2,a5.3",
        "-e6.1 Y4:g6.3,f6.4,g5.4,g6.4",
        "-e3.1 S4:f1.1,f1.2,f2.2,f2.3",
        "-c6.1 S4:a3.2,a3.3,a4.3,a4.4",
        "-c5.1 D4:b2.3,b1.4,b2.4,c1.4",
        "-c3.1 G4:f1.3,f1.4,f2.4,g2.4",
        "-e4.1",
        "-b4.1",
    ];
    second.iter().for_each(|carry| play(&mut position, carry));
    assert!(position.is_over());
    assert_eq!(score(&position), [23, 15]);
}

#[test]
fn r6_holds_in_the_first_sector_too() {
    let position = table(
        &options("rules two-sector, board puncu"),
        "
        .. .. .. .. .. .. ..
        .. .. 0a 0a .. .. ..
        .. .. .. .. .. .. ..
        .. .. .. .. .. .. ..
        .. .. .. .. .. .. ..
        .. .. .. .. .. .. ..
        .. .. .. .. .. .. ..
        .. .. .. .. .. .. ..
        ",
        1,
    );
    assert_eq!(verdict(&position, "I2:e7.1,f7.1"), "ok");
    assert_eq!(verdict(&position, "I2:f7.1,g7.1"), "R6");
}
