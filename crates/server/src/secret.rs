//! Secrets and ids: made from the system's randomness, compared in constant time.

use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;
use tablee_games::shuffle::{Bytes32, Seed};

/// Letters and digits that nobody mistakes for one another, safe in any address.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// A random word of so many letters, five bits each.
///
/// # Panics
/// If the system has no randomness: then nothing could be kept secret.
pub fn word(letters: usize) -> String {
    let mut bytes = vec![0; letters];
    getrandom::fill(&mut bytes).expect("the system gives random bytes");
    bytes.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect()
}

/// An id: 60 bits, so that nobody meets another by chance.
pub fn id() -> String {
    word(12)
}

/// A secret that nobody guesses: 160 bits.
pub fn secret() -> String {
    word(32)
}

/// A seed for all draws of a game.
///
/// # Panics
/// If the system has no randomness.
pub fn seed() -> Seed {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).expect("the system gives random bytes");
    Bytes32(bytes)
}

/// A random number.
///
/// # Panics
/// If the system has no randomness.
pub fn number() -> u64 {
    getrandom::u64().expect("the system gives random bytes")
}

/// A secret that follows from another, for one purpose only.
pub fn derived(secret: &str, purpose: &str) -> String {
    let digest = Sha256::new().chain_update(secret).chain_update([0]).chain_update(purpose).finalize();
    digest.iter().take(32).map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect()
}

/// Whether two secrets are the same. How long it takes does not tell how much of them is.
pub fn same(a: &str, b: &str) -> bool {
    a.as_bytes().ct_eq(b.as_bytes()).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_long_enough_and_never_the_same() {
        assert_eq!((id().len(), secret().len()), (12, 32));
        assert_ne!(secret(), secret());
        assert!(secret().bytes().all(|letter| LETTERS.contains(&letter)));
    }

    #[test]
    fn a_derived_secret_depends_on_both_parts() {
        assert_eq!(derived("a", "seat 1"), derived("a", "seat 1"));
        assert_ne!(derived("a", "seat 1"), derived("a", "seat 2"));
        assert_ne!(derived("a", "seat 1"), derived("b", "seat 1"));
        assert!(same("abc", "abc") && !same("abc", "abd") && !same("abc", "ab"));
    }
}
