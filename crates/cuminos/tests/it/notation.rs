//! Moves as text: one canonical spelling, others that read the same, and no text that breaks anything.

use proptest::prelude::*;
use tablee_core::{Game, Position as _};
use tablee_cuminos::{Block, Cube, Cuminos, Lay, Move, Position};

fn position() -> Position {
    crate::common::table("3S 3A 4A | 5S", &["1-1", "4-1 1-1"])
}

fn block() -> impl Strategy<Value = Block> {
    (1u8..=6, 1u8..=6).prop_map(|(a, b)| Block::new(a, b).expect("marks from 1 to 6"))
}

fn cube() -> impl Strategy<Value = Cube> {
    let across = || -Cube::REACH..=Cube::REACH;
    (across(), across(), 1..=Cube::TOP).prop_map(|(x, y, z)| Cube::new(x, y, z).expect("a cube within reach"))
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused_and_any_move_is_checked(text in "\\PC{0,40}") {
        if let Ok(mv) = Cuminos::read_move(&position(), &text) {
            let _ = position().check(mv);
        }
    }

    #[test]
    fn what_looks_like_a_move_is_read_or_refused(text in "[+]?[0-9]-[0-9]:?(-?[0-9]{1,6},){2}-?[0-9]{1,3}/(-?[0-9]{1,3},){2}[0-9]") {
        if let Ok(mv) = Cuminos::read_move(&position(), &text) {
            let _ = position().check(mv);
            let canonical = Cuminos::write_move(&position(), mv);
            prop_assert_eq!(Cuminos::read_move(&position(), &canonical), Ok(mv));
        }
    }

    #[test]
    fn canonical_spellings_round_trip(block in block(), first in cube(), second in cube()) {
        for mv in [Move::Lay(Lay::new(block, first, second)), Move::Draw(block), Move::Pass] {
            let text = Cuminos::write_move(&position(), mv);
            prop_assert_eq!(Cuminos::read_move(&position(), &text), Ok(mv));
            let _ = position().check(mv);
        }
    }

    #[test]
    fn other_spellings_read_the_same(block in block(), first in cube(), second in cube()) {
        let (high, low) = (block.high(), block.low());
        let canonical = Cuminos::read_move(&position(), &format!("{high}-{low}:{first}/{second}")).unwrap();
        for spelling in [format!("{low}-{high}:{second}/{first}"), format!(" {high} - {low}  {first} / {second}\t")] {
            prop_assert_eq!(Cuminos::read_move(&position(), &spelling), Ok(canonical));
        }
        let reversed = Cuminos::read_move(&position(), &format!("{high}-{low}:{second}/{first}")).unwrap();
        prop_assert_eq!(reversed == canonical, block.is_double() || first == second);
    }
}
