//! How hasty players choose: the best of a few moves picked at random, by what is seen of each at a glance.
//!
//! They take more rival squares than someone who picks at random, go for the limit where nothing covers them, and get rid of clumsy
//! stones late: so the end of their games tells more about the beginning, for little more time.

use tablee_core::{Dice, Position as _, Seat, Turn};

use crate::moves::Move;
use crate::placement::NOBODY;
use crate::position::Position;
use crate::stone::STONES;

/// How many moves are picked: more of them cost time, fewer tell less.
const PICKED: usize = 5;

/// What a column gains, in tenths: by what it covers (nothing, an own square, a rival's), and how many cubes then fit on it, 3 for more.
///
/// To leave room for two is an invitation, to leave none is for good.
const COVERING: [[i32; 4]; 3] = [[5, -3, -9, -5], [5, -4, -10, -5], [17, 5, 0, 0]];

/// What using up a stone is worth, in tenths: small ones find a place later too, and odd ones do not.
const USING: [i32; STONES] = [-3, -2, -8, 1, -4, -1, 4, 3, 5, 3, 3];

/// A stone that is set aside is the last one.
const ASIDE: i32 = -100;

impl Position {
    /// A legal move that a hasty player would make.
    #[inline(always)]
    pub(crate) fn choose_fast(&self, dice: &mut impl Dice, scratch: &mut Vec<Move>) -> Option<Move> {
        let Turn::Seat(seat) = self.turn_now() else { return None };
        let mut best = self.pick(dice, scratch)?;
        let mut most = self.glance(seat, best);
        for _ in 1..PICKED {
            let mv = self.pick(dice, scratch)?;
            let gain = self.glance(seat, mv);
            if gain > most {
                (best, most) = (mv, gain);
            }
        }
        Some(best)
    }

    /// What a legal move is worth at a glance, in tenths of points.
    #[inline(always)]
    fn glance(&self, seat: Seat, mv: Move) -> i32 {
        let (Move::Lay(lay) | Move::Carry { to: lay, .. }) = mv else { return ASIDE };
        let (board, building) = (self.board(), &self.building);
        let Some(foot) = board.cell(lay.foot().square) else { return ASIDE };
        let by_limit = board.by_limit(self.sector());
        let mut gain = USING[lay.stone().index()];
        for column in lay.pose().columns() {
            let cell = board.step(foot, column.east, column.north);
            let owner = match building.top(cell) {
                NOBODY => 0,
                top if usize::from(top) == seat.number() => 1,
                _ => 2,
            };
            let limit = by_limit.iter().find(|(_, cells)| cells >> cell & 1 == 1).map_or(0, |(limit, _)| *limit);
            let top = usize::from(building.height(cell) + column.thickness);
            gain += COVERING[owner][limit.saturating_sub(top).min(3)];
        }
        gain
    }
}
