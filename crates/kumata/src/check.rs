//! Whether a move is legal, clause by clause, so that the answer can say what is wrong with it.

use tablee_core::Seat;

use crate::hand::Pile;
use crate::illegal::Illegal;
use crate::moves::{Lay, Move};
use crate::position::{Phase, Position};

impl Position {
    pub(crate) fn check_move(&self, mv: Move) -> Result<(), Illegal> {
        match (self.phase, mv) {
            (Phase::Over(seat), _) if self.hand(seat).reserve == 0 => Err(Illegal::NoReserveLeft { seat }),
            (Phase::Over(seat), _) => Err(Illegal::Blocked { seat }),
            (Phase::Deal { seat, .. } | Phase::Reveal { seat, .. }, Move::Draw(domino)) => {
                let hidden = self.hand(seat).hidden >> domino.index() & 1 == 1;
                if hidden { Ok(()) } else { Err(Illegal::NotHidden { domino, seat }) }
            }
            (Phase::Deal { seat, .. } | Phase::Reveal { seat, .. }, _) => Err(Illegal::DrawFirst { seat }),
            (Phase::Turn(seat), Move::Draw(_)) => Err(Illegal::NothingToDraw { seat }),
            (Phase::Turn(seat), Move::Lay(lay)) => self.check_lay(seat, lay),
            (Phase::Turn(seat), Move::NewPile(pile)) => self.check_new_pile(seat, pile),
        }
    }

    /// Checks the ground under a domino: parcels side by side, of one height, without a totem, not one domino.
    pub(crate) fn check_ground(&self, lay: Lay) -> Result<[usize; 2], Illegal> {
        let [first, second] = lay.squares();
        let parcel = |square| self.board().parcel_at(square).ok_or(Illegal::Void { square });
        let parcels = [parcel(first)?, parcel(second)?];
        if !first.is_beside(second) {
            return Err(Illegal::NotBeside { first, second });
        }
        let [level, other] = parcels.map(|parcel| self.level(parcel));
        if level != other {
            return Err(Illegal::OtherHeight { first, level, second, other });
        }
        let under_totem = lay.squares().into_iter().zip(parcels).find(|(_, parcel)| self.bears_totem(*parcel));
        if let Some((square, _)) = under_totem {
            return Err(Illegal::Totem { square });
        }
        if self.same_domino(parcels[0], parcels[1]) {
            return Err(Illegal::SameDomino);
        }
        Ok(parcels)
    }

    fn check_lay(&self, seat: Seat, lay: Lay) -> Result<(), Illegal> {
        let hand = self.hand(seat);
        if hand.reserve >> lay.domino.index() & 1 == 0 {
            return Err(Illegal::NotInReserve { domino: lay.domino, seat });
        }
        let parcels = self.check_ground(lay)?;
        let halves = [lay.domino.high(), lay.domino.low()];
        for ((half, parcel), square) in halves.into_iter().zip(parcels).zip(lay.squares()) {
            let value = self.tops[parcel].value;
            if half != 0 && value != 0 && half != value {
                return Err(Illegal::OtherValue { half, square, value });
            }
        }
        self.check_totem(seat, lay)
    }

    pub(crate) fn check_totem(&self, seat: Seat, lay: Lay) -> Result<(), Illegal> {
        if lay.totem && self.hand(seat).totems_left == 0 { Err(Illegal::NoTotemLeft { seat }) } else { Ok(()) }
    }

    fn check_new_pile(&self, seat: Seat, pile: u8) -> Result<(), Illegal> {
        if let Some(domino) = self.can_lay(seat) {
            return Err(Illegal::MustLay { domino });
        }
        let index = (pile as usize).wrapping_sub(1);
        match self.piles(seat).nth(index).filter(|pile| pile.top.is_some()) {
            None => Err(Illegal::NoSuchPile { pile }),
            Some(Pile { hidden: 0, .. }) => Err(Illegal::LonePile { pile }),
            Some(_) => Ok(()),
        }
    }
}
