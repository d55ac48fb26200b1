//! Playing random moves to the end.

use multiversion::multiversion;

use crate::{Dice, Position};

/// Plays random moves to the end, and returns their number.
///
/// Every ply counts and searches sets of bits, which newer processors do in one instruction. So this loop is compiled
/// for several processors, with the game's own methods inlined, and the right version is chosen at run time.
#[multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt", "x86_64+popcnt"))]
pub fn play_out<P: Position, D: Dice>(position: &mut P, dice: &mut D, scratch: &mut Vec<P::Move>) -> u32 {
    let mut plies = 0;
    while let Some(mv) = position.pick(dice, scratch) {
        position.play_unchecked(mv);
        plies += 1;
    }
    plies
}
