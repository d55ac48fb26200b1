//! The fast policy of the playouts.

use tablee_core::{Dice, Position as _, Seat};

use crate::moves::{Lay, Move};
use crate::nook::{BESIDE, Nook, corners_towards};
use crate::placement::Fingers;
use crate::position::{Phase, Position};
use crate::rating::{gain, gain_of};

/// How often the policy picks another move instead of leaving a round to the next player. More does not pay.
const SECOND_THOUGHTS: usize = 2;

impl Position {
    /// Completes the round with the most points; else takes any move, if possible one that leaves no round to the next
    /// player.
    #[inline]
    pub(crate) fn choose_fast(&self, dice: &mut impl Dice, scratch: &mut Vec<Move>) -> Option<Move> {
        let Phase::Turn(seat) = self.phase else { return self.pick(dice, scratch) };
        let (placements, hand) = (self.placements(), Fingers::new(self.hand(seat)));
        let (mut best, mut most) = (None, 0.0);
        for (spot, nook) in self.nooks(|wanted| placements.ways(wanted, hand).is_any()) {
            for (domino, turns) in placements.ways(spot.wanted(), hand).iter(hand) {
                let gain = gain(nook.completed_by(placements.turned(domino, turns)));
                if gain > most {
                    most = gain;
                    best = Some(Move::Lay(Lay { at: spot.at(), domino, turns }));
                }
            }
        }
        if best.is_some() {
            return best;
        }
        let mut mv = self.pick(dice, scratch)?;
        for _ in 0..SECOND_THOUGHTS {
            let Move::Lay(lay) = mv else { break };
            if !self.helps_next(seat, lay) {
                break;
            }
            mv = self.pick(dice, scratch)?;
        }
        Some(mv)
    }

    /// Whether a move that completes no round makes a nook that the next player gains by filling.
    #[inline]
    fn helps_next(&self, seat: Seat, lay: Lay) -> bool {
        let placements = self.placements();
        let here = Nook::at(&self.table, placements, lay.at);
        let lacks_two = here.corners_with(2);
        if lacks_two == 0 {
            return false;
        }
        let turned = placements.turned(lay.domino, lay.turns);
        let fingers = Fingers::new(self.hand(seat.next(self.options.players)));
        for distance in BESIDE {
            if corners_towards(distance) & lacks_two == 0 {
                continue;
            }
            let at = lay.at + distance;
            let Some(wanted) = self.table.wanted_at(at) else { continue };
            let wanted = wanted.and(turned.gives_to(distance));
            if !placements.ways(wanted, fingers).is_any() {
                continue;
            }
            let mut nook = Nook::at(&self.table, placements, at);
            nook.join(lay.at - at, turned);
            if nook.corners_with(3) > 0 && gain_of(placements, wanted, &nook, fingers) > 0.0 {
                return true;
            }
        }
        false
    }
}
