//! The bots' own dice.

use tablee_core::Dice;

/// Fast dice: fair enough to think and to measure with, and never used to deal to people.
#[derive(Clone, Debug)]
pub struct FastDice(fastrand::Rng);

impl FastDice {
    /// Dice that always fall the same way for the same seed.
    pub fn new(seed: u64) -> FastDice {
        FastDice(fastrand::Rng::with_seed(seed))
    }
}

impl Dice for FastDice {
    #[inline]
    fn below(&mut self, n: u32) -> u32 {
        self.0.u32(..n)
    }
}
