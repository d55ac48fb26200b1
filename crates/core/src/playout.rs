//! Playing random moves to the end: the pulse of benches and searches.

use multiversion::multiversion;

use crate::{Dice, Position};

/// Plays random moves to the end, and tells how many.
///
/// Sets of bits are counted and searched at every ply, which newer processors do in one instruction. So this loop is compiled
/// for several of them, with the game's own methods inlined into it, and the right one is chosen when it runs.
#[multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt", "x86_64+popcnt"))]
pub fn play_out<P: Position, D: Dice>(position: &mut P, dice: &mut D, scratch: &mut Vec<P::Move>) -> u32 {
    let mut plies = 0;
    while let Some(mv) = position.pick(dice, scratch) {
        position.play_unchecked(mv);
        plies += 1;
    }
    plies
}
