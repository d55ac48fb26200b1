//! Moves as text.

use crate::common::{options, table_with};
use proptest::prelude::*;
use tablee_core::chance::TestDice;
use tablee_core::{Game, Lang, Play, Position as _};
use tablee_rumis::{Cube, Lay, Pose, Position, Rumis, SecondSector};

fn read(text: &str) -> Result<String, String> {
    let position = Position::new(&options(""));
    Rumis::read_move(&position, text).map(|mv| Rumis::write_move(&position, mv)).map_err(|error| error.en)
}

#[test]
fn other_spellings_are_the_same_move() {
    let canonical = "T4:a1.1,b1.1,c1.1,b1.2";
    for spelling in
        [canonical, "t4:A1.1,B1.1,C1.1,B1.2", " T4 : b1.2, c1.1, b1.1, a1.1 ", "a1.1 b1.1 c1.1 b1.2", "T4:c1.1 b1.2 a1.1,b1.1"]
    {
        assert_eq!(read(spelling).as_deref(), Ok(canonical), "{spelling}");
    }
    assert_eq!(read("-c4.2 t4:b1.2,c1.1,b1.1,a1.1").as_deref(), Ok("-c4.2 T4:a1.1,b1.1,c1.1,b1.2"));
    assert_eq!(read(" - C4.2 ").as_deref(), Ok("-c4.2"));
}

#[test]
fn a_taken_stone_may_be_called_by_any_of_its_cubes() {
    let options = options("rules two-sector");
    let position = table_with(
        &options,
        "
        .. .. .. .. .. .. ..
        .. .. .. .. .. .. ..
        .. .. .. .. .. .. ..
        .. .. 0a 0a 1a 1a ..
        .. .. .. .. .. .. ..
        .. .. .. .. .. .. ..
        .. .. .. .. .. .. ..
        ",
        0,
        &[],
        Some(SecondSector { interim: [0, 0], aside: Vec::new() }),
    );
    for spelling in ["-c4.1", "-d4.1"] {
        let mv = Rumis::read_move(&position, spelling).unwrap();
        assert_eq!(Rumis::write_move(&position, mv), "-c4.1");
        assert_eq!(position.check(mv), Ok(()));
    }
}

#[test]
fn an_unreadable_move_is_refused_in_one_sentence() {
    for wrong in ["", "T4", "T4:", "T4:a1", "T4:a1.0,b1.0", "T4;a1.1", "-", "-c4", "-c4.2.1", "a1.1;b1.1", "×", "T4:a1.1,b1.1,é"]
    {
        assert!(read(wrong).unwrap_err().contains("is not a move"), "{wrong:?}: {:?}", read(wrong));
    }
    assert_eq!(read("T4:a1.1,b1.1,c1.1,d1.1").unwrap_err(), "R1: these cubes form the stone I4, not T4");
    assert_eq!(read("T4:a1.1,b1.1,c1.1,e1.1").unwrap_err(), "R1: the cubes \"a1.1,b1.1,c1.1,e1.1\" do not form a stone");
    assert_eq!(read("I2:a1.1,a1.1").unwrap_err(), "R1: the cubes \"a1.1,a1.1\" do not form a stone");
    assert!(read("X9:a1.1,b1.1").unwrap_err().starts_with("R1: there is no stone \"X9\" (they are I2, I3, L3,"));
    assert!(read("a1.1,a2.1,a3.1,a4.1,a5.1,a6.1").unwrap_err().contains("do not form a stone"));
    assert!(read(&"9".repeat(10_000_000)).unwrap_err().len() < 400);
    assert!(read(&"a1.1,".repeat(1_000_000)).unwrap_err().len() < 400);
}

#[test]
fn a_stone_anywhere_can_be_said_and_never_panics() {
    let start = Position::new(&options("board huaca, players 6"));
    for text in ["I2:z99.99,z98.99", "I4:a1.96,a1.97,a1.98,a1.99", "I2:z1.1,y1.1"] {
        let mv = Rumis::read_move(&start, text).unwrap();
        let mut position = start.clone();
        assert!(position.check(mv).is_err());
        // Unspecified, but no panic.
        position.play_unchecked(mv);
    }
}

proptest! {
    #[test]
    fn no_text_makes_the_reader_panic(text in any::<String>()) {
        let _ = read(&text);
    }

    #[test]
    fn no_text_of_the_alphabet_of_moves_makes_the_reader_panic(text in "[-a-zA-Z0-9.,: ]{0,40}") {
        if let Ok(canonical) = read(&text) {
            prop_assert_eq!(read(&canonical), Ok(canonical));
        }
    }

    #[test]
    fn every_stone_anywhere_round_trips(pose in 0..104usize, col in 0..26u8, row in 0..99u8, height in 1..=99u8) {
        let pose = Pose::all().nth(pose).unwrap();
        let foot = Cube::new(tablee_core::geometry::Square::new(col, row), height);
        if let Some(lay) = Lay::new(pose, foot) {
            let position = Position::new(&options(""));
            let text = Rumis::write_move(&position, tablee_rumis::Move::Lay(lay));
            prop_assert_eq!(Rumis::read_move(&position, &text), Ok(tablee_rumis::Move::Lay(lay)));
        }
    }

    #[test]
    fn random_games_can_be_drawn_in_both_languages(seed in any::<u64>()) {
        let samples = Rumis::samples();
        let values = &samples[(seed % samples.len() as u64) as usize];
        let mut position = Position::new(&tablee_core::contract::sample_options::<Rumis>(values));
        let (mut dice, mut last) = (TestDice::new(seed), None);
        while let Some(mv) = position.pick(&mut dice, &mut Vec::new()) {
            position.play(mv).unwrap();
            last = Some(mv);
        }
        for lang in Lang::ALL {
            let sheet = Rumis::draw(&position, last, lang);
            prop_assert!(sheet.lines().count() > 5);
        }
    }
}
