//! A drawing in text: what a terminal shows of a table.
//!
//! The game draws with inks that say what a thing is. The terminal decides how an ink looks, if it has colours at all.

use std::fmt;

use crate::Seat;

/// What a piece of text stands for; the terminal gives it a colour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Ink {
    /// Ordinary text.
    #[default]
    Plain,
    /// Frame, coordinates and other things in the background.
    Faint,
    /// A heading.
    Strong,
    /// Something that belongs to a seat.
    Seat(Seat),
    /// The name of a seat in the game, in a list of all seats. Where the players are known, their names stand there.
    Name(Seat),
    /// Something that belongs to a seat and was laid just now.
    Fresh(Seat),
}

/// Lines of inked text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sheet {
    lines: Vec<Vec<(Ink, String)>>,
}

impl Sheet {
    /// An empty sheet.
    pub fn new() -> Sheet {
        Sheet::default()
    }

    /// Writes on the last line.
    pub fn put(&mut self, ink: Ink, text: impl Into<String>) -> &mut Sheet {
        let text = text.into();
        match self.lines.last_mut() {
            Some(line) => line.push((ink, text)),
            None => self.lines.push(vec![(ink, text)]),
        }
        self
    }

    /// Begins a new line.
    pub fn line(&mut self) -> &mut Sheet {
        self.lines.push(Vec::new());
        self
    }

    /// The lines, each a row of inked pieces.
    pub fn lines(&self) -> impl Iterator<Item = &[(Ink, String)]> {
        self.lines.iter().map(Vec::as_slice)
    }
}

/// The bare text, without inks.
impl fmt::Display for Sheet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in self.lines() {
            let whole: String = line.iter().map(|(_, text)| text.as_str()).collect();
            writeln!(f, "{}", whole.trim_end())?;
        }
        Ok(())
    }
}
