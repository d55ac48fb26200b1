//! The fast policy of the playouts: the best of a few random moves, by a rough rating.
//!
//! Compared with random moves it takes more squares of rivals, builds up to the limit where nothing can cover it, and
//! lays awkward stones early. So a playout tells more about the position, and costs little more time.

use tablee_core::{Dice, Position as _, Seat, Turn};

use crate::moves::Move;
use crate::placement::NOBODY;
use crate::position::Position;
use crate::stone::STONES;

/// The number of random moves to choose from: more cost time, fewer tell less.
const PICKED: usize = 5;

/// The gain of a column, in tenths: by what it covers (nothing, an own square, a rival's), and how many cubes then fit
/// on it, 3 for more. Room for two cubes invites rivals; with no room the square is safe for good.
const COVERING: [[i32; 4]; 3] = [[5, -3, -9, -5], [5, -4, -10, -5], [17, 5, 0, 0]];

/// The worth of using up a stone, in tenths: small ones still find a place later, awkward ones do not.
const USING: [i32; STONES] = [-3, -2, -8, 1, -4, -1, 4, 3, 5, 3, 3];

/// Setting a stone aside ends the game for the player.
const ASIDE: i32 = -100;

impl Position {
    /// The move of the policy.
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

    /// A rough rating of a legal move, in tenths of points.
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
