//! The setup: everything that chance, or the players, settle before the first ply.

use std::fmt;

use crate::lang::quote;
use crate::{Dice, Text, text};

/// A fact of a setup, as a trace tells it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fact {
    /// A text, such as `tigers 2`.
    Text(String),
    /// A number, such as the number of a tile.
    Number(i64),
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fact::Text(text) => f.write_str(&quote(text)),
            Fact::Number(number) => write!(f, "{number}"),
        }
    }
}

/// A setup as a trace tells it: named lists of named facts. Empty for a game that settles nothing.
pub type Facts = Vec<(String, Vec<(String, Fact)>)>;

/// The setup of a game with options `O`. A game that settles nothing beforehand has the setup `()`.
pub trait Setup<O>: Clone + Eq + fmt::Debug + Send + Sync + 'static {
    /// The beginning of a line that [`Setup::read`] reads, as an example for people; empty if there is nothing to
    /// settle.
    const EXAMPLE: &'static str;

    /// A random setup.
    fn random(options: &O, dice: &mut dyn Dice) -> Self;

    /// The setup as one line of a record; empty if there is nothing to settle.
    fn write(&self, options: &O) -> String;

    /// Reads a line of a record, or one that players wrote themselves.
    ///
    /// # Errors
    /// What is wrong with it.
    fn read(options: &O, line: &str) -> Result<Self, Text>;

    /// The setup as a trace tells it.
    fn facts(&self, options: &O) -> Facts;

    /// Reads the setup of a trace.
    ///
    /// # Errors
    /// What is missing or wrong in it.
    fn from_facts(options: &O, facts: &Facts) -> Result<Self, Text>;
}

impl<O> Setup<O> for () {
    const EXAMPLE: &'static str = "";

    fn random(_: &O, _: &mut dyn Dice) {}

    fn write(&self, _: &O) -> String {
        String::new()
    }

    fn read(_: &O, line: &str) -> Result<(), Text> {
        if line.trim().is_empty() { Ok(()) } else { Err(nothing_to_settle()) }
    }

    fn facts(&self, _: &O) -> Facts {
        Facts::new()
    }

    fn from_facts(_: &O, facts: &Facts) -> Result<(), Text> {
        if facts.is_empty() { Ok(()) } else { Err(nothing_to_settle()) }
    }
}

fn nothing_to_settle() -> Text {
    text!("this game has no setup: leave it empty", "ce jeu n’a pas de mise en place : laissez-la vide")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_that_settles_nothing_has_an_empty_setup() {
        assert_eq!(<() as Setup<u8>>::read(&0, " "), Ok(()));
        assert!(<() as Setup<u8>>::read(&0, "a1").is_err());
        assert_eq!(<() as Setup<u8>>::from_facts(&0, &Facts::new()), Ok(()));
        assert!(<() as Setup<u8>>::from_facts(&0, &vec![("parcels".to_owned(), Vec::new())]).is_err());
    }
}
