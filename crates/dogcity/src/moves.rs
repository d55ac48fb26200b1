//! Moves, and how a domino is laid.

use tablee_core::geometry::{Point, QuarterTurns};

use crate::set::DominoNumber;

/// How a domino is laid. Of turns that look the same only the smallest is legal, since it is how the move is written.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Lay {
    /// The place of the domino.
    pub at: Point,
    /// Its number in the set.
    pub domino: DominoNumber,
    /// How far it is turned, clockwise.
    pub turns: QuarterTurns,
}

/// A move of a player, or a draw.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// Chance: a domino comes from the draw pile into a hand (D2, D7, D13).
    Draw(DominoNumber),
    /// A domino of the hand is laid (D4, D5).
    Lay(Lay),
    /// The hand is exchanged for as many dominoes of the draw pile (D13).
    Swap,
    /// Nothing is done (D13, D14).
    Pass,
}
