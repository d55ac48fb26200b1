//! Where things lie: squares of a fixed board, and points of an open plane.

mod plane;
mod square;

pub use plane::{Point, QuarterTurns};
pub use square::Square;
