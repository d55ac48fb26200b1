//! Moves as text.

use proptest::prelude::*;
use tablee_core::contract::sample_options;
use tablee_core::geometry::{Point, QuarterTurns};
use tablee_core::{Game, OptionValues, Position as _};
use tablee_dogcity::{DogCity, DominoNumber, Lay, Move, Position};

fn start() -> Position {
    Position::new(&sample_options::<DogCity>(&OptionValues::new()))
}

fn read(text: &str) -> Result<Move, String> {
    DogCity::read_move(&start(), text).map_err(|problem| problem.en)
}

fn write(mv: Move) -> String {
    DogCity::write_move(&start(), mv)
}

#[test]
fn each_move_has_its_spelling() {
    let lay = Lay { at: Point::new(2, -1), domino: DominoNumber::new(17), turns: QuarterTurns::new(3) };
    for (mv, spelling) in
        [(Move::Lay(lay), "17@2,-1r3"), (Move::Draw(DominoNumber::new(17)), "+17"), (Move::Swap, "swap"), (Move::Pass, "pass")]
    {
        assert_eq!((write(mv).as_str(), read(spelling)), (spelling, Ok(mv)));
    }
}

#[test]
fn other_spellings_are_the_same_move() {
    for (spelling, canonical) in [
        (" 17 @ 2 , -1 R3 ", "17@2,-1r3"),
        ("17@2,−1r3", "17@2,-1r3"),
        ("017@+2,-01r3", "17@2,-1r3"),
        ("5@0,0", "5@0,0r0"),
        ("+ 07", "+7"),
        ("SWAP", "swap"),
        ("Échange", "swap"),
        ("passe", "pass"),
    ] {
        assert_eq!(read(spelling).map(write).as_deref(), Ok(canonical), "{spelling}");
    }
}

#[test]
fn turns_that_look_the_same_are_written_with_the_smallest_number() {
    // 16 is red, blue, red, blue without animals; 15 too, but with a dog; 47 is all yellow without, 48 with two dogs.
    for (spelling, canonical) in [
        ("16@1,0r2", "16@1,0r0"),
        ("16@1,0r3", "16@1,0r1"),
        ("15@1,0r2", "15@1,0r2"),
        ("47@1,0r1", "47@1,0r0"),
        ("47@1,0r3", "47@1,0r0"),
        ("48@1,0r2", "48@1,0r2"),
        ("28@1,0r2", "28@1,0r0"),
    ] {
        assert_eq!(read(spelling).map(write).as_deref(), Ok(canonical), "{spelling}");
    }
}

#[test]
fn an_unreadable_move_is_refused_in_one_sentence() {
    for wrong in [
        "",
        "17",
        "17@",
        "17@2",
        "17@2,",
        "17@2,1r",
        "17@2,1r4",
        "17@2,1r-1",
        "17@2,1,3",
        "@2,1r0",
        "x@2,1r0",
        "-1@2,1",
        "+",
        "+x",
        "++1",
        "17@99999,0",
        "swap1",
        "é",
        "17@2,1r0r0",
    ] {
        assert!(read(wrong).unwrap_err().contains("is not a move"), "{wrong:?}");
    }
    assert!(read("+999").unwrap_err().contains("no such domino, they are 1 to 48"));
    assert!(read(&"9".repeat(1_000_000)).unwrap_err().len() < 300);
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in ".{0,40}") {
        let _ = read(&text);
    }

    #[test]
    fn any_text_that_looks_like_a_move_is_read_or_refused(text in "[0-9@,r+\\- −]{0,16}") {
        let position = start();
        if let Ok(mv) = DogCity::read_move(&position, &text) {
            let _ = position.check(mv);
            position.clone().play_unchecked(mv);
            prop_assert_eq!(read(&write(mv)), Ok(mv));
        }
    }

    #[test]
    fn what_is_written_is_read_again(domino in any::<u8>(), x in any::<i16>(), y in any::<i16>(), turns in 0u8..4) {
        let written = format!("{domino}@{x},{y}r{turns}");
        let mv = read(&written).unwrap();
        prop_assert_eq!(read(&write(mv)), Ok(mv));
        let spaced = format!(" {domino} @ {x}, {y} R{turns}");
        prop_assert_eq!(read(&spaced), Ok(mv));
        prop_assert_eq!(read(&format!("+{domino}")), Ok(Move::Draw(DominoNumber::new(domino))));
    }
}
