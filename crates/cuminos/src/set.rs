//! Colours, and the set file that lists what is in a box.

use std::fmt::Write as _;

use tablee_core::data::{DataError, Section, read_set, write_list};
use tablee_core::{Label, MAX_SEATS, text};

use crate::block::MARKS;

/// The fewest colours that a box has: as many as the fewest players.
const FEWEST_COLOURS: usize = 2;

/// A colour of blocks (C1). A box has two to six of these.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs, reason = "a colour is its name")]
pub enum Colour {
    Red,
    Blue,
    Yellow,
    Green,
    Violet,
    Orange,
    White,
    Black,
    Brown,
    Pink,
}

impl Colour {
    const ALL: [Colour; 10] = [
        Colour::Red,
        Colour::Blue,
        Colour::Yellow,
        Colour::Green,
        Colour::Violet,
        Colour::Orange,
        Colour::White,
        Colour::Black,
        Colour::Brown,
        Colour::Pink,
    ];

    /// Its name in files.
    pub const fn name(self) -> &'static str {
        self.label().en
    }

    /// Its name for people.
    pub const fn label(self) -> Label {
        match self {
            Colour::Red => Label::new("red", "rouge"),
            Colour::Blue => Label::new("blue", "bleu"),
            Colour::Yellow => Label::new("yellow", "jaune"),
            Colour::Green => Label::new("green", "vert"),
            Colour::Violet => Label::new("violet", "violet"),
            Colour::Orange => Label::new("orange", "orange"),
            Colour::White => Label::new("white", "blanc"),
            Colour::Black => Label::new("black", "noir"),
            Colour::Brown => Label::new("brown", "brun"),
            Colour::Pink => Label::new("pink", "rose"),
        }
    }
}

/// The keys at the top of a set file.
pub(crate) const SET_KEYS: &[&str] = &["id", "marks", "colours"];

/// The components of one box of Cuminos.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Set {
    /// The id of the set, as options and records name it.
    pub id: String,
    /// Its colours, all different; the first is the one of seat 0.
    pub colours: Vec<Colour>,
}

impl Set {
    /// Reads a set file.
    ///
    /// # Errors
    /// The first thing that is wrong with it: the line, and what.
    pub fn read(source: &str) -> Result<Set, DataError> {
        read_set(source, SET_KEYS, |id, root| {
            read_marks(root)?;
            Ok(Set { id, colours: read_colours(root)? })
        })
    }

    /// Writes it as a file.
    pub fn write(&self) -> String {
        let mut out = String::new();
        let marks = (1..=MARKS).map(|mark| mark.to_string()).collect::<Vec<_>>().join(", ");
        let colours = write_list(self.colours.iter().map(|colour| colour.name()));
        // Writing to a string cannot fail.
        let _ = writeln!(out, "id = {:?}\nmarks = [{marks}]\ncolours = {colours}", self.id);
        out
    }
}

/// A colour is every pair of six marks (C1), written with the digits 1 to 6; a file that says otherwise is for another
/// game.
fn read_marks(root: &Section<'_>) -> Result<(), DataError> {
    let marks = root.integers("marks", 0..=i64::from(u8::MAX))?;
    if marks.value.iter().map(|mark| mark.value).eq(1..=i64::from(MARKS)) {
        return Ok(());
    }
    Err(marks.wrong(text!("the marks are not 1 to {MARKS} in order", "les marques ne sont pas 1 à {MARKS} dans l’ordre")))
}

fn read_colours(root: &Section<'_>) -> Result<Vec<Colour>, DataError> {
    let colours = root.distinct_names("colours", &Colour::ALL, Colour::name)?;
    let count = colours.value.len();
    if (FEWEST_COLOURS..=MAX_SEATS).contains(&count) {
        return Ok(colours.value);
    }
    Err(colours.wrong(text!(
        "a set has {FEWEST_COLOURS} to {MAX_SEATS} colours, this one {count}",
        "une boîte a de {FEWEST_COLOURS} à {MAX_SEATS} couleurs, celle-ci {count}"
    )))
}
