//! Fast random numbers for bots.

use tablee_core::Dice;

/// Fast dice for searches and measurements. Never used for the draws of real games: those come from a fair shuffle.
#[derive(Clone, Debug)]
pub struct FastDice(fastrand::Rng);

impl FastDice {
    /// Dice that give the same numbers for the same seed.
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
