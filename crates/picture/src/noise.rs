//! Numbers that look random and are always the same, for the grain of wood.

/// A sequence of numbers from 0 to 1.
#[derive(Clone, Debug)]
pub struct Noise(u32);

impl Noise {
    /// The sequence with this number.
    pub fn new(seed: u32) -> Noise {
        // Seeds next to each other must not begin alike.
        let mixed = (seed ^ 0x5bd1_e995).wrapping_mul(0x9e37_79b1);
        let mut noise = Noise((mixed ^ mixed >> 15) | 1);
        noise.next();
        noise
    }

    /// The sequence of a place in space.
    pub fn at(place: [f32; 3], salt: usize) -> Noise {
        Noise::new(place.iter().fold(salt as u32, |hash, value| hash.wrapping_mul(31) ^ (value * 64.0).round() as i32 as u32))
    }

    /// The next number, from 0 to below 1.
    pub fn next(&mut self) -> f32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        (self.0 >> 8) as f32 / (1 << 24) as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_spread_and_repeat_for_the_same_place() {
        let take = |mut noise: Noise| -> Vec<f32> { (0..200).map(|_| noise.next()).collect() };
        let numbers = take(Noise::at([1.0, 2.0, 3.5], 2));
        assert_eq!(numbers, take(Noise::at([1.0, 2.0, 3.5], 2)));
        assert_ne!(numbers, take(Noise::at([1.0, 2.0, 3.5], 1)));
        assert!(numbers.iter().all(|number| (0.0..1.0).contains(number)));
        let mean = numbers.iter().sum::<f32>() / 200.0;
        assert!((0.4..0.6).contains(&mean), "{mean}");
    }
}
