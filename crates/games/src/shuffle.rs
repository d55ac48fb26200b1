//! Fair shuffles: nobody can know or choose what will be drawn, and afterwards everybody can check it.
//!
//! The dealer chooses a secret seed of 32 bytes and publishes its SHA-256, the *commitment*, before anything is drawn.
//! Then each player may add a *salt*. All draws follow from seed and salts together: the dealer cannot choose a useful
//! seed, since the salts come later, and the players cannot choose useful salts, since they do not know the seed. At
//! the end the seed is *revealed*, and anyone can compute the commitment and every draw again. `docs/record.md` has the
//! details.

use std::fmt;
use std::str::FromStr;

use sha2::{Digest, Sha256};
use tablee_core::{Dice, Seat, Text, text};

/// 32 bytes, written as 64 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Bytes32(pub [u8; 32]);

/// The secret from which all draws follow.
pub type Seed = Bytes32;
/// The SHA-256 of a seed.
pub type Commitment = Bytes32;

impl Bytes32 {
    fn digest(parts: &[&[u8]]) -> Bytes32 {
        let mut hash = Sha256::new();
        for part in parts {
            hash.update(part);
        }
        Bytes32(hash.finalize().into())
    }

    /// The commitment, which is published before the first draw.
    pub fn commitment(&self) -> Commitment {
        Bytes32::digest(&[&self.0])
    }

    /// A seed from a text, where secrecy does not matter: `--seed 7`.
    pub fn from_words(words: &str) -> Seed {
        Bytes32::digest(&[words.as_bytes()])
    }
}

impl fmt::Display for Bytes32 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Bytes32 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Reads 64 hexadecimal digits. The error is empty, since only the caller knows what the text was meant to be.
impl FromStr for Bytes32 {
    type Err = ();

    fn from_str(text: &str) -> Result<Bytes32, ()> {
        let digits: Vec<u8> = text.chars().map(|c| c.to_digit(16).map(|digit| digit as u8)).collect::<Option<_>>().ok_or(())?;
        let bytes: Vec<u8> = digits.chunks(2).map(|pair| pair.iter().fold(0, |byte, digit| byte << 4 | digit)).collect();
        if digits.len() != 64 {
            return Err(());
        }
        bytes.try_into().map(Bytes32).map_err(|_| ())
    }
}

/// A word that a player adds to the shuffle.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Salt {
    /// The player's seat.
    pub seat: Seat,
    word: String,
}

impl Salt {
    /// The most characters of a salt.
    pub const LONGEST: usize = 64;

    /// A salt of one word of visible ASCII characters.
    ///
    /// # Errors
    /// If it is empty, too long, or has other characters.
    pub fn new(seat: Seat, word: &str) -> Result<Salt, Text> {
        if word.is_empty() || word.len() > Salt::LONGEST || !word.bytes().all(|byte| byte.is_ascii_graphic()) {
            let most = Salt::LONGEST;
            return Err(text!(
                "the salt of seat {seat} is not one word of at most {most} letters, digits and signs",
                "le sel de la place {seat} n’est pas un mot d’au plus {most} lettres, chiffres et signes"
            ));
        }
        Ok(Salt { seat, word: word.to_owned() })
    }

    /// The word that the player added to the shuffle.
    pub fn word(&self) -> &str {
        &self.word
    }
}

/// Dice whose numbers follow from a seed and salts.
///
/// The key is SHA-256 of the line `tablee shuffle 1`, the seed, and for each salt, by seat, the line `SEAT WORD`. Block
/// n is SHA-256 of the key and n as 8 bytes, big-endian; each block gives four numbers of 8 bytes, big-endian. A choice
/// among n takes the next number below the greatest multiple of n that is at most 2⁶⁴, modulo n: every outcome is
/// equally likely.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FairDice {
    key: Bytes32,
    /// How many numbers have been used.
    used: u64,
}

impl FairDice {
    /// The dice of a seed and the players' salts.
    pub fn new(seed: &Seed, salts: &[Salt]) -> FairDice {
        let mut sorted: Vec<_> = salts.iter().collect();
        sorted.sort_by_key(|salt| salt.seat);
        let lines: String = sorted.iter().map(|salt| format!("{} {}\n", salt.seat, salt.word)).collect();
        FairDice { key: Bytes32::digest(&[b"tablee shuffle 1\n", &seed.0, lines.as_bytes()]), used: 0 }
    }

    fn next_number(&mut self) -> u64 {
        let block = Bytes32::digest(&[&self.key.0, &(self.used / 4).to_be_bytes()]);
        let start = (self.used % 4) as usize * 8;
        self.used += 1;
        block.0[start..start + 8].iter().fold(0, |number, byte| number << 8 | u64::from(*byte))
    }
}

impl Dice for FairDice {
    fn below(&mut self, n: u32) -> u32 {
        let n = u64::from(n);
        // 2^64 modulo n: this many of the highest numbers would favour small outcomes, and are skipped.
        let surplus = (u64::MAX % n + 1) % n;
        loop {
            let number = self.next_number();
            if number <= u64::MAX - surplus {
                return (number % n) as u32;
            }
        }
    }
}

/// The shuffle of one game, as far as it is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shuffle {
    /// The SHA-256 of the seed, published before the first draw.
    pub commitment: Commitment,
    /// The salts of the players.
    pub salts: Vec<Salt>,
    /// The seed, once it is revealed.
    pub reveal: Option<Seed>,
}

impl Shuffle {
    /// A shuffle whose seed is known here.
    pub fn revealed(seed: Seed, salts: Vec<Salt>) -> Shuffle {
        Shuffle { commitment: seed.commitment(), salts, reveal: Some(seed) }
    }

    /// The dice of a shuffle; none while the seed is secret.
    pub fn dice(&self) -> Option<FairDice> {
        self.reveal.map(|seed| FairDice::new(&seed, &self.salts))
    }

    /// Whether the revealed seed matches the commitment; `None` while it is secret.
    pub fn keeps_its_word(&self) -> Option<bool> {
        self.reveal.map(|seed| seed.commitment() == self.commitment)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_commitment_is_the_plain_sha256_of_the_seed() {
        // printf '00%.0s' $(seq 32) | xxd -r -p | sha256sum
        let zero = Bytes32([0; 32]);
        assert_eq!(zero.commitment().to_string(), "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925");
        assert_eq!(zero.to_string().parse(), Ok(zero));
        for wrong in ["", "00", "zz", &"0".repeat(63), &"é".repeat(64)] {
            assert_eq!(wrong.parse::<Bytes32>(), Err(()), "{wrong:?}");
        }
    }

    #[test]
    fn the_draws_of_a_seed_never_change() {
        // These numbers must never change: every record written so far depends on them.
        let mut dice = FairDice::new(&Bytes32([0; 32]), &[]);
        let plain: Vec<_> = (0..12).map(|_| dice.below(10)).collect();
        let salts = [Salt::new(Seat::new(1), "pepper").unwrap(), Salt::new(Seat::new(0), "salt").unwrap()];
        let mut dice = FairDice::new(&Bytes32([0; 32]), &salts);
        let salted: Vec<_> = (0..12).map(|_| dice.below(10)).collect();
        assert_eq!(plain, [1, 7, 8, 9, 8, 7, 6, 1, 8, 8, 8, 3]);
        assert_eq!(salted, [0, 3, 8, 8, 3, 8, 1, 9, 6, 9, 8, 3]);
    }

    #[test]
    fn salts_change_every_draw_and_their_order_does_not() {
        let seed = Bytes32([7; 32]);
        let (a, b) = (Salt::new(Seat::new(0), "a").unwrap(), Salt::new(Seat::new(1), "b").unwrap());
        assert_eq!(FairDice::new(&seed, &[a.clone(), b.clone()]), FairDice::new(&seed, &[b, a.clone()]));
        assert_ne!(FairDice::new(&seed, &[a]), FairDice::new(&seed, &[]));
    }

    #[test]
    fn a_salt_is_one_short_word() {
        for wrong in ["", "two words", "é", "line\n", &"x".repeat(65)] {
            assert!(Salt::new(Seat::new(0), wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn every_outcome_is_equally_likely() {
        // 60,000 throws of a die: each face 10,000 times, give or take five standard deviations (91 each).
        let mut dice = FairDice::new(&Bytes32::from_words("six faces"), &[]);
        let mut faces = [0; 6];
        for _ in 0..60_000 {
            faces[dice.below(6) as usize] += 1;
        }
        assert!(faces.iter().all(|count| (9_540..=10_460).contains(count)), "{faces:?}");
    }

    #[test]
    fn numbers_beyond_the_greatest_multiple_are_passed_over() {
        // For n = 2^31 + 1 nothing but the rule itself keeps the outcomes even; here it must at least stay in range.
        let mut dice = FairDice::new(&Bytes32([1; 32]), &[]);
        assert!((0..1000).all(|_| dice.below((1 << 31) + 1) <= 1 << 31));
        assert_eq!(dice.below(1), 0);
    }
}
