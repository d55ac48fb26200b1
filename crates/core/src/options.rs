//! The options of a game: as its crate describes them, and as people, records and traces give them.
//!
//! The game says which options it has ([`OptionSpec`]); all other code treats them alike.

use crate::lang::quote;
use crate::suggest::with_suggestion;
use crate::{Label, Lang, Seat, Text, text};

/// What an option's value may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OptionKind {
    /// A number of a range, both ends included.
    Number {
        /// The smallest value that is allowed.
        min: i64,
        /// The greatest value that is allowed.
        max: i64,
    },
    /// Yes or no.
    Flag,
    /// One of these words; with none given, any word.
    Word(&'static [&'static str]),
    /// Several of these words, in an order that matters.
    Words(&'static [&'static str]),
    /// Seats, in an order that matters.
    Seats,
}

/// One option of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OptionSpec {
    /// Its name, in records and traces; with `_` read as `-` on the command line.
    pub name: &'static str,
    /// What its value may be.
    pub kind: OptionKind,
    /// One line that explains it.
    pub help: Label,
}

/// The value of an option.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum OptionValue {
    /// Of [`OptionKind::Number`].
    Number(i64),
    /// Of [`OptionKind::Flag`].
    Flag(bool),
    /// Of [`OptionKind::Word`].
    Word(String),
    /// Of [`OptionKind::Words`].
    Words(Vec<String>),
    /// Of [`OptionKind::Seats`].
    Seats(Vec<Seat>),
}

impl OptionSpec {
    /// Reads a value as people write it: `3`, `yes`, `maze`, `tigers,snakes`, `1,0`.
    ///
    /// # Errors
    /// A sentence that names the option, the value, and what it may be.
    pub fn read(&self, value: &str) -> Result<OptionValue, Text> {
        self.read_unnamed(value).map_err(|problem| self.named(problem))
    }

    /// The same for an interface that spells the option's name its own way, such as `--players`: the sentence begins
    /// with the value.
    ///
    /// # Errors
    /// A sentence that names the value, and what it may be.
    pub fn read_unnamed(&self, value: &str) -> Result<OptionValue, Text> {
        let value = value.trim();
        let read = match self.kind {
            OptionKind::Number { .. } => value.parse().ok().map(OptionValue::Number),
            OptionKind::Flag => match value.to_lowercase().as_str() {
                "true" | "yes" | "oui" => Some(OptionValue::Flag(true)),
                "false" | "no" | "non" => Some(OptionValue::Flag(false)),
                _ => None,
            },
            OptionKind::Word(_) => Some(OptionValue::Word(value.to_owned())),
            OptionKind::Words(_) => Some(OptionValue::Words(parts(value).map(str::to_owned).collect())),
            OptionKind::Seats => parts(value).map(str::parse).collect::<Result<_, _>>().ok().map(OptionValue::Seats),
        };
        let read = read.ok_or_else(|| self.refusal(value))?;
        if self.fits(&read) { Ok(read) } else { Err(self.refusal(&read.to_string())) }
    }

    /// Whether a value is of the option's kind and range.
    ///
    /// # Errors
    /// A sentence that names the option, the value, and what it may be.
    pub fn check(&self, value: &OptionValue) -> Result<(), Text> {
        if self.fits(value) { Ok(()) } else { Err(self.named(self.refusal(&value.to_string()))) }
    }

    fn fits(&self, value: &OptionValue) -> bool {
        match (self.kind, value) {
            (OptionKind::Number { min, max }, OptionValue::Number(number)) => (min..=max).contains(number),
            (OptionKind::Flag, OptionValue::Flag(_)) | (OptionKind::Seats, OptionValue::Seats(_)) => true,
            (OptionKind::Word(known), OptionValue::Word(word)) => known.is_empty() || known.contains(&word.as_str()),
            (OptionKind::Words(known), OptionValue::Words(words)) => words.iter().all(|word| known.contains(&word.as_str())),
            _ => false,
        }
    }

    /// A refusal that begins with the option's name.
    fn named(&self, problem: Text) -> Text {
        problem.after(&format!("option {}", self.name))
    }

    /// Refuses a value as it was written. A mistyped word gets a suggestion.
    fn refusal(&self, value: &str) -> Text {
        let given = quote(value);
        let (en, fr) = (self.allowed(Lang::En), self.allowed(Lang::Fr));
        let said = text!("{given} is not {en}", "{given} n’est pas {fr}");
        match self.kind {
            OptionKind::Word(known) => with_suggestion(said, value, known.iter().copied()),
            OptionKind::Words(known) => match parts(value).find(|word| !known.contains(word)) {
                Some(word) => with_suggestion(said, word, known.iter().copied()),
                None => said,
            },
            OptionKind::Number { .. } | OptionKind::Flag | OptionKind::Seats => said,
        }
    }

    /// What a value may be, in words that follow "is not".
    fn allowed(&self, lang: Lang) -> String {
        match self.kind {
            OptionKind::Number { min, max } => {
                lang.pick(format!("a number from {min} to {max}"), format!("un nombre de {min} à {max}"))
            }
            OptionKind::Flag => lang.pick("yes or no", "oui ou non").to_owned(),
            OptionKind::Word(known) => {
                lang.pick(format!("one of {}", known.join(", ")), format!("l’une des valeurs {}", known.join(", ")))
            }
            OptionKind::Words(known) => {
                lang.pick(format!("a list of {}", known.join(", ")), format!("une liste de {}", known.join(", ")))
            }
            OptionKind::Seats => lang.pick("a list of seats, such as 1,0", "une liste de places, comme 1,0").to_owned(),
        }
    }
}

/// The items of a list, separated by commas or spaces.
fn parts(list: &str) -> impl Iterator<Item = &str> {
    list.split([',', ' ']).filter(|part| !part.is_empty())
}

/// As [`OptionSpec::read`] reads it.
impl std::fmt::Display for OptionValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            OptionValue::Number(number) => write!(f, "{number}"),
            OptionValue::Flag(flag) => write!(f, "{flag}"),
            OptionValue::Word(word) => f.write_str(word),
            OptionValue::Words(words) => f.write_str(&words.join(",")),
            OptionValue::Seats(seats) => f.write_str(&seats.iter().map(Seat::to_string).collect::<Vec<_>>().join(",")),
        }
    }
}

/// The option that every game has besides its own: the id of its set of components.
pub const SET: OptionSpec =
    OptionSpec { name: "set", kind: OptionKind::Word(&[]), help: Label::new("the set of components", "le matériel") };

/// The option `players` of games for two to four.
pub const PLAYERS_2_TO_4: OptionSpec = OptionSpec {
    name: "players",
    kind: OptionKind::Number { min: 2, max: 4 },
    help: Label::new("how many play, 2 to 4 (default 2)", "le nombre de joueurs, de 2 à 4 (2 par défaut)"),
};

/// The option `players` of games for two to six.
pub const PLAYERS_2_TO_6: OptionSpec = OptionSpec {
    name: "players",
    kind: OptionKind::Number { min: 2, max: 6 },
    help: Label::new("how many play, 2 to 6 (default 2)", "le nombre de joueurs, de 2 à 6 (2 par défaut)"),
};

/// Options by name, in an order. What is not named has its default.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct OptionValues(Vec<(&'static str, OptionValue)>);

impl OptionValues {
    /// No option is given: all have their defaults.
    pub fn new() -> OptionValues {
        OptionValues::default()
    }

    /// With this option set too; a value that it had before is replaced.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: OptionValue) -> OptionValues {
        self.set(name, value);
        self
    }

    /// Sets an option; a value that it had before is replaced.
    pub fn set(&mut self, name: &'static str, value: OptionValue) {
        match self.0.iter_mut().find(|(known, _)| *known == name) {
            Some((_, old)) => *old = value,
            None => self.0.push((name, value)),
        }
    }

    /// The value of an option, if it is given.
    pub fn get(&self, name: &str) -> Option<&OptionValue> {
        self.0.iter().find(|(known, _)| *known == name).map(|(_, value)| value)
    }

    /// A number, or its default.
    pub fn number(&self, name: &str, default: i64) -> i64 {
        match self.get(name) {
            Some(OptionValue::Number(number)) => *number,
            _ => default,
        }
    }

    /// A yes or no, by default no.
    pub fn flag(&self, name: &str) -> bool {
        matches!(self.get(name), Some(OptionValue::Flag(true)))
    }

    /// The value of an option that is a word, if it is given.
    pub fn word(&self, name: &str) -> Option<&str> {
        match self.get(name) {
            Some(OptionValue::Word(word)) => Some(word),
            _ => None,
        }
    }

    /// The value of an option that is a list of words, if it is given.
    pub fn words(&self, name: &str) -> Option<&[String]> {
        match self.get(name) {
            Some(OptionValue::Words(words)) => Some(words),
            _ => None,
        }
    }

    /// The option `youngest`: the seats from youngest to oldest, by default in their order.
    ///
    /// # Errors
    /// If not every seat is named once.
    pub fn youngest(&self, players: usize) -> Result<Vec<Seat>, Text> {
        let Some(OptionValue::Seats(seats)) = self.get("youngest") else {
            return Ok(Seat::all(players).collect());
        };
        let mut sorted = seats.clone();
        sorted.sort_unstable();
        if sorted != Seat::all(players).collect::<Vec<_>>() {
            let given = quote(&OptionValue::Seats(seats.clone()).to_string());
            let last = players - 1;
            return Err(text!(
                "option youngest: {given} does not name each of the seats 0 to {last} once",
                "option youngest : {given} ne nomme pas chacune des places 0 à {last} une fois"
            ));
        }
        Ok(seats.clone())
    }

    /// The options that are given, with their values.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &OptionValue)> {
        self.0.iter().map(|(name, value)| (*name, value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAYERS: OptionSpec =
        OptionSpec { name: "players", kind: OptionKind::Number { min: 2, max: 4 }, help: Label::new("", "") };
    const YOUNGEST: OptionSpec = OptionSpec { name: "youngest", kind: OptionKind::Seats, help: Label::new("", "") };

    #[test]
    fn values_are_read_and_refused_with_the_reason() {
        assert_eq!(PLAYERS.read(" 3 "), Ok(OptionValue::Number(3)));
        let refused = PLAYERS.read("five").unwrap_err();
        assert_eq!(refused.en, "option players: \"five\" is not a number from 2 to 4");
        assert_eq!(refused.fr, "option players : « five » n’est pas un nombre de 2 à 4");
        assert_eq!(YOUNGEST.read("1, 0"), Ok(OptionValue::Seats(vec![Seat::new(1), Seat::new(0)])));
        assert!(YOUNGEST.read("9").is_err());
    }

    #[test]
    fn a_mistyped_word_gets_a_suggestion() {
        let words = &["tigers", "snakes", "hippos"];
        let word = OptionSpec { name: "clan", kind: OptionKind::Word(words), help: Label::new("", "") };
        let said = word.read("tiger").unwrap_err();
        assert_eq!(said.en, "option clan: \"tiger\" is not one of tigers, snakes, hippos; did you mean \"tigers\"?");
        assert!(said.fr.ends_with("l’une des valeurs tigers, snakes, hippos ; vouliez-vous dire « tigers » ?"), "{}", said.fr);
        assert!(word.read("cat").unwrap_err().en.ends_with("tigers, snakes, hippos"));
        let list = OptionSpec { name: "clans", kind: OptionKind::Words(words), help: Label::new("", "") };
        assert!(list.read("tigers, snaeks").unwrap_err().en.ends_with("; did you mean \"snakes\"?"));
    }

    #[test]
    fn youngest_names_every_seat_once() {
        let values = OptionValues::new().with("youngest", YOUNGEST.read("1,1").unwrap());
        assert!(values.youngest(2).unwrap_err().en.contains("each of the seats 0 to 1 once"));
        assert_eq!(OptionValues::new().youngest(2), Ok(vec![Seat::new(0), Seat::new(1)]));
    }
}
