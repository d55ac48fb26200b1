//! A count unfolded: how many points, and what for.

use crate::{Clause, Seat, Text};

/// One line of a seat's count.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, tsify::Tsify))]
pub struct CountPart {
    /// The clause by which it counts.
    pub clause: Clause,
    /// What is counted: "visible on the board".
    pub what: Text,
    /// The points it gives or costs.
    pub points: i32,
    /// The single things counted, in the order in which one would point at them.
    pub items: Vec<Text>,
}

/// The whole count of one seat. The parts add up to its score.
#[derive(Clone, PartialEq, Eq, Debug)]
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
