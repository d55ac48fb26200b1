//! The state of the game at a shared table: who is left, the places if it ended now, whether it may be aborted.

use tablee_core::{Outcome, Turn};

use crate::{Progress, Shared};

impl Shared {
    /// Whether the game may still be aborted: not every side has moved. If sides move more than once before, as many moves
    /// as there are seats are enough.
    pub fn may_be_aborted(&self) -> bool {
        let Some(table) = self.table().filter(|_| self.progress() == Progress::Playing) else { return false };
        let sides = table.sides();
        let movers = (0..table.plies()).filter_map(|ply| match table.turn_of(ply) {
            Some(Turn::Seat(seat)) => Some(sides[seat]),
            _ => None,
        });
        let first: Vec<u8> = movers.take(sides.len()).collect();
        first.len() < sides.len() && sides.iter().any(|(_, side)| !first.contains(side))
    }

    /// The last side with a player who is not out, if there is only one left: it has won.
    pub fn last_side(&self) -> Option<u8> {
        let sides = self.table()?.sides();
        let mut left = sides.iter().filter(|(seat, _)| self.chairs()[*seat].out.is_none()).map(|(_, side)| *side);
        let last = left.next()?;
        left.all(|side| side == last).then_some(last)
    }

    /// Scores and places if the game ended now. Sides that are out come last, the latest of them first.
    pub fn result(&self) -> Option<Outcome> {
        Some(self.table()?.outcome())
    }
}
