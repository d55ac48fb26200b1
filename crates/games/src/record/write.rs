//! The strict writer of records.

use std::fmt;

use tablee_core::options::SET;

use super::{Record, VERSION};
use crate::{Departure, DepartureReason, Player};

/// The one spelling of a record.
impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let version = if self.departures.is_empty() { 1 } else { VERSION };
        writeln!(f, "tablee record {version}")?;
        writeln!(f, "game {}", self.game)?;
        for (name, value) in self.options.iter().filter(|(name, _)| *name != SET.name) {
            writeln!(f, "option {name} {value}")?;
        }
        if let Some(id) = self.options.word(SET.name) {
            writeln!(f, "set {id}")?;
        }
        if let Some(set) = &self.set {
            for line in set.value.lines() {
                writeln!(f, "{}", format!("| {line}").trim_end())?;
            }
        }
        for (seat, player) in self.players.iter().enumerate() {
            match player {
                Player::Human(name) => writeln!(f, "seat {seat} human {name}")?,
                Player::Bot(name) => writeln!(f, "seat {seat} bot {name}")?,
            }
        }
        if let Some(shuffle) = &self.shuffle {
            writeln!(f, "commitment {}", shuffle.value.commitment)?;
            for salt in &shuffle.value.salts {
                writeln!(f, "salt {} {}", salt.seat, salt.word())?;
            }
        }
        if !self.setup.value.line.is_empty() {
            writeln!(f, "{} {}", if self.setup.value.laid { "laid" } else { "setup" }, self.setup.value.line)?;
        }
        let mut departures = self.departures.iter().map(|departure| &departure.value).peekable();
        for (number, ply) in self.plies.iter().enumerate() {
            while let Some(departure) = departures.next_if(|departure| departure.after <= number) {
                write_departure(f, departure)?;
            }
            match ply.value.who {
                Some(Some(seat)) => writeln!(f, "{number} {seat} {}", ply.value.spelling)?,
                Some(None) => writeln!(f, "{number} chance {}", ply.value.spelling)?,
                None => writeln!(f, "{number} {}", ply.value.spelling)?,
            }
        }
        departures.try_for_each(|departure| write_departure(f, departure))?;
        if let Some(outcome) = &self.outcome {
            let list = |numbers: Vec<String>| numbers.join(" ");
            writeln!(f, "score {}", list(outcome.value.score.as_slice().iter().map(i32::to_string).collect()))?;
            writeln!(f, "place {}", list(outcome.value.place.as_slice().iter().map(u8::to_string).collect()))?;
        }
        if let Some(seed) = self.shuffle.as_ref().and_then(|shuffle| shuffle.value.reveal) {
            writeln!(f, "reveal {seed}")?;
        }
        writeln!(f, "end")
    }
}

fn write_departure(f: &mut fmt::Formatter<'_>, Departure { seat, why, bot, .. }: &Departure) -> fmt::Result {
    let why = why.word();
    match bot {
        None if why == DepartureReason::Back.word() => writeln!(f, "back {seat}"),
        Some(bot) => writeln!(f, "out {seat} {why} {bot}"),
        None => writeln!(f, "out {seat} {why}"),
    }
}
