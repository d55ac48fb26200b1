//! A hash of a position, by which server and browser see that they have the same one.

use std::hash::{Hash, Hasher};

/// The hash of a position. It is the same on every machine and in the browser, for the same version of Tablée. It is
/// never stored.
pub fn fingerprint(position: &impl Hash) -> u32 {
    let mut hasher = Portable(0xcbf2_9ce4_8422_2325);
    position.hash(&mut hasher);
    let hash = hasher.finish();
    (hash ^ hash >> 32) as u32
}

/// FNV-1a over words of eight bytes. `usize` differs between machines, so all numbers are hashed as 64 bits.
struct Portable(u64);

impl Portable {
    fn mix(&mut self, word: u64) {
        self.0 = (self.0 ^ word).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(23);
    }
}

impl Hasher for Portable {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.mix(u64::from_le_bytes(word));
        }
    }

    fn write_u8(&mut self, number: u8) {
        self.mix(number.into());
    }

    fn write_u16(&mut self, number: u16) {
        self.mix(number.into());
    }

    fn write_u32(&mut self, number: u32) {
        self.mix(number.into());
    }

    fn write_u64(&mut self, number: u64) {
        self.mix(number);
    }

    fn write_usize(&mut self, number: usize) {
        self.mix(number as u64);
    }

    fn write_isize(&mut self, number: isize) {
        self.mix(number as i64 as u64);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_facts_give_the_same_number_and_others_another() {
        assert_eq!(fingerprint(&(1_usize, [3_u8; 9], Some(2_u32))), fingerprint(&(1_usize, [3_u8; 9], Some(2_u32))));
        assert_ne!(fingerprint(&(1_usize, 2_u8)), fingerprint(&(2_usize, 1_u8)));
        // A promise between the server and the browser: this number is the same on 32 and on 64 bits.
        assert_eq!(fingerprint(&(7_usize, -1_isize, "table", [1_u16, 2, 3])), FIXED);
    }

    const FIXED: u32 = 325_496_615;
}
