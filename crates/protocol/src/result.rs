//! What the game at a shared table has come to: who is left, the places if it ended now, whether it may be aborted.

use std::cmp::Reverse;

use tablee_core::{BySeat, Outcome, Seat, Turn};

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
        let table = self.table()?;
        let (counted, sides) = (table.outcome(), table.sides());
        // A side is out when all its seats are, as of the version when the last of them went out.
        let out = |side: u8| {
            let members = sides.iter().filter(|(_, other)| **other == side);
            members.map(|(seat, _)| self.chairs()[seat].out.unwrap_or(u32::MAX)).max().unwrap_or(u32::MAX)
        };
        let key = |seat: Seat| {
            let gone = out(sides[seat]);
            // The last side left has won, whatever the score.
            let place = if gone == u32::MAX && self.last_side().is_none() { counted.place[seat] } else { 0 };
            (Reverse(gone), place)
        };
        let place = BySeat::from_fn(sides.len(), |seat| {
            let mut ahead: Vec<u8> = sides.iter().filter(|(other, _)| key(*other) < key(seat)).map(|(_, side)| *side).collect();
            ahead.sort_unstable();
            ahead.dedup();
            1 + ahead.len() as u8
        });
        Some(Outcome { score: counted.score, place })
    }
}
