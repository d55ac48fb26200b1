//! The fast policy of the playouts.

use std::ops::ControlFlow;

use tablee_core::{Dice, Position as _, Seat};

use crate::moves::{Lay, Move};
use crate::position::{Phase, Position};

/// How often the policy takes the most points, in percent; else it takes any move. With much more all playouts are the
/// same.
const GREED: u32 = 60;

impl Position {
    /// Mostly the move with the most points. Only the place of a block decides its points, so this costs no more than
    /// listing the moves.
    #[inline]
    pub(crate) fn choose_fast(&self, dice: &mut impl Dice, scratch: &mut Vec<Move>) -> Option<Move> {
        match self.phase {
            Phase::Turn(seat) if dice.below(100) < GREED => Some(self.greedy(seat, dice, scratch)),
            _ => self.pick(dice, scratch),
        }
    }

    /// One of the moves with the most points.
    #[inline]
    fn greedy(&self, seat: Seat, dice: &mut impl Dice, scratch: &mut Vec<Move>) -> Move {
        scratch.clear();
        let (hand, mut most) = (self.hands[seat], 0);
        // The visitor never stops.
        let _ = self.table.placements(hand, |placement| {
            let (ahead, reversed) = (placement.fitting(hand), placement.fitting_reversed(hand));
            if ahead.union(reversed).is_empty() {
                return ControlFlow::Continue(());
            }
            let worth = self.table.worth_at(placement.cubes);
            if worth < most {
                return ControlFlow::Continue(());
            }
            if worth > most {
                most = worth;
                scratch.clear();
            }
            let [first, second] = placement.cubes;
            scratch.extend(ahead.iter().map(|block| Move::Lay(Lay::ordered(block, first, second))));
            scratch.extend(reversed.iter().map(|block| Move::Lay(Lay::ordered(block, second, first))));
            ControlFlow::Continue(())
        });
        if scratch.is_empty() {
            return Move::Pass;
        }
        scratch[dice.below(scratch.len() as u32) as usize]
    }
}
