//! A count unfolded: how many points, and what for.

use crate::scene::{Area, Cell};
use crate::{Clause, Seat, Text};

/// One line of a seat's count.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, tsify::Tsify))]
pub struct CountPart {
    /// The clause by which it counts.
    pub clause: Clause,
    /// What is counted: "visible on the board".
    pub what: Text,
    /// The points it gives or costs.
    pub points: i32,
    /// What is counted, in the order in which one would point at it.
    pub items: Vec<CountItem>,
}

/// Something that a line of the count counts, and where it is seen.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, tsify::Tsify))]
pub struct CountItem {
    /// What it is, in words without coordinates: "three 4s".
    pub what: Text,
    /// Its parts of the table.
    pub areas: Vec<Area>,
    /// The ids of its pieces, in a hand or on the table, where they count as a whole.
    pub pieces: Vec<String>,
}

impl CountItem {
    /// Something that is not seen on the table.
    pub fn new(what: impl Into<Text>) -> CountItem {
        CountItem { what: what.into(), areas: Vec::new(), pieces: Vec::new() }
    }

    /// The same, seen on these cells.
    #[must_use]
    pub fn on(mut self, cells: impl IntoIterator<Item = Cell>) -> CountItem {
        self.areas.extend(cells.into_iter().map(Area::of_cell));
        self
    }

    /// The same, with these pieces.
    #[must_use]
    pub fn with(mut self, pieces: impl IntoIterator<Item = String>) -> CountItem {
        self.pieces.extend(pieces);
        self
    }
}

/// The whole count of one seat. The parts add up to its score.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, tsify::Tsify))]
pub struct SeatCount {
    /// The seat that has these points.
    pub seat: Seat,
    /// The lines of the count; their points add up to the score.
    pub parts: Vec<CountPart>,
}

impl SeatCount {
    /// The sum of the parts.
    pub fn total(&self) -> i32 {
        self.parts.iter().map(|part| part.points).sum()
    }
}
