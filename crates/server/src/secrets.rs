//! Random ids and secrets, and comparing secrets in constant time.

use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;
use tablee_games::shuffle::{Bytes32, Seed};

/// Letters and digits that do not look alike, and need no escapes in URLs.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// A random word of this length, with five bits per letter.
///
/// # Panics
/// If the system has no randomness; then no secret would be safe.
pub fn random_word(letters: usize) -> String {
    let mut bytes = vec![0; letters];
    getrandom::fill(&mut bytes).expect("the system gives random bytes");
    bytes.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect()
}

/// A random id of 60 bits, enough to avoid collisions.
pub fn random_id() -> String {
    random_word(12)
}

/// An id of the time in seconds and 40 random bits. Ids of later seconds sort later, so rows of about the same time,
/// which are mostly used together, are neighbours in the store.
pub fn ordered_id(now: u64) -> String {
    let mut letters = *LETTERS;
    letters.sort_unstable();
    let seconds = now / 1000;
    // Thirty bits of seconds are 34 years; then the order begins again.
    let time = (0..6).rev().map(|place| char::from(letters[(seconds >> (5 * place)) as usize % 32]));
    time.collect::<String>() + &random_word(8)
}

/// A random secret of 160 bits.
pub fn random_secret() -> String {
    random_word(32)
}

/// A random seed for all draws of a game.
///
/// # Panics
/// If the system has no randomness.
pub fn random_seed() -> Seed {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).expect("the system gives random bytes");
    Bytes32(bytes)
}

/// A random number.
///
/// # Panics
/// If the system has no randomness.
pub fn random_u64() -> u64 {
    getrandom::u64().expect("the system gives random bytes")
}

/// A secret derived from another one, for one purpose.
pub fn derive(secret: &str, purpose: &str) -> String {
    let digest = Sha256::new().chain_update(secret).chain_update([0]).chain_update(purpose).finalize();
    digest.iter().take(32).map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect()
}

/// A word that follows from a text, with five bits per letter: at most 32 letters.
pub fn content_word(text: &str, letters: usize) -> String {
    Sha256::digest(text).iter().take(letters).map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect()
}

/// Compares two secrets in constant time.
pub fn constant_time_eq(a: &str, b: &str) -> bool {
    a.as_bytes().ct_eq(b.as_bytes()).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_and_secrets_are_random_words() {
        assert_eq!((random_id().len(), random_secret().len()), (12, 32));
        assert_ne!(random_secret(), random_secret());
        assert!(random_secret().bytes().all(|letter| LETTERS.contains(&letter)));
    }

    #[test]
    fn ids_of_later_seconds_sort_after_earlier_ones() {
        let ids: Vec<_> = (0..100).map(|number| ordered_id(1_800_000_000_000 + number * 977_000)).collect();
        assert!(ids.is_sorted() && ids.iter().all(|id| id.len() == 14));
        assert_ne!(ordered_id(1), ordered_id(1));
    }

    #[test]
    fn the_word_of_a_text_is_always_the_same() {
        assert_eq!(content_word("a game", 12), content_word("a game", 12));
        assert!(content_word("a game", 32).starts_with(&content_word("a game", 12)));
        assert_ne!(content_word("a game", 12), content_word("a game ", 12));
    }

    #[test]
    fn a_derived_secret_depends_on_both_parts() {
        assert_eq!(derive("a", "seat 1"), derive("a", "seat 1"));
        assert_ne!(derive("a", "seat 1"), derive("a", "seat 2"));
        assert_ne!(derive("a", "seat 1"), derive("b", "seat 1"));
        assert!(constant_time_eq("abc", "abc") && !constant_time_eq("abc", "abd") && !constant_time_eq("abc", "ab"));
    }
}
