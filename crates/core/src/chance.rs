//! Chance comes from outside.
//!
//! A game says what may be drawn; its caller brings the dice: the fair shuffle of a match, the fast generator of a
//! bench, or people at a real table who type in what they drew.

/// A source of uniform choices.
pub trait Dice {
    /// A number below `n`, each equally likely. `n` is at least 1.
    fn below(&mut self, n: u32) -> u32;
}

impl<F: FnMut(u32) -> u32> Dice for F {
    #[inline]
    fn below(&mut self, n: u32) -> u32 {
        self(n)
    }
}

/// Puts a slice in a random order, every order equally likely (Fisher–Yates, from the last place down).
pub fn shuffle<T>(items: &mut [T], dice: &mut dyn Dice) {
    for last in (1..items.len()).rev() {
        let chosen = dice.below(last as u32 + 1) as usize;
        items.swap(last, chosen);
    }
}

/// A small generator for tests: the same numbers everywhere. It is not a good source of randomness.
#[derive(Clone, Debug)]
pub struct TestDice(u64);

impl TestDice {
    /// Dice that always fall the same way for the same seed.
    pub fn new(seed: u64) -> TestDice {
        TestDice(seed)
    }
}

impl Dice for TestDice {
    fn below(&mut self, n: u32) -> u32 {
        // SplitMix64, then a multiply-shift down to the range.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^= z >> 31;
        (((z >> 32) * u64::from(n)) >> 32) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shuffle_keeps_every_item() {
        let mut items: Vec<u32> = (0..20).collect();
        shuffle(&mut items, &mut TestDice::new(1));
        assert_ne!(items, (0..20).collect::<Vec<_>>());
        items.sort_unstable();
        assert_eq!(items, (0..20).collect::<Vec<_>>());
    }
}
