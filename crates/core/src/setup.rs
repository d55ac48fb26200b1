//! What is settled before the first ply: by chance, or by the players themselves.

use std::fmt;

use crate::lang::quote;
use crate::{Dice, Text, text};

/// A fact of a setup, as a trace tells it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fact {
    /// A text, such as `tigers 2`.
    Text(String),
    /// A number.
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

/// What chance settled before the first ply: named lists of named facts. Empty for a game that settles nothing.
pub type Facts = Vec<(String, Vec<(String, Fact)>)>;

/// The setup of a game with options `O`. A game that settles nothing beforehand has the setup `()`.
pub trait Setup<O>: Clone + Eq + fmt::Debug + Send + Sync + 'static {
    /// How such a line begins, for a person who is to write one; empty if there is nothing to settle.
    const EXAMPLE: &'static str;

    /// Settles it by chance.
    fn random(options: &O, dice: &mut dyn Dice) -> Self;

    /// It, as one line of a record; empty if there is nothing to settle.
    fn write(&self, options: &O) -> String;

    /// Reads such a line, or what players laid themselves.
    ///
    /// # Errors
    /// What is wrong with it.
    fn read(options: &O, line: &str) -> Result<Self, Text>;

    /// It, as a trace tells it.
    fn facts(&self, options: &O) -> Facts;

    /// The setup that a trace tells of.
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
    text!(
        "this game settles nothing before the first move: its setup is empty",
        "ce jeu ne décide de rien avant le premier coup : sa mise en place est vide"
    )
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
