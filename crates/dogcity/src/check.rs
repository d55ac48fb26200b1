//! Whether a move is legal, clause by clause, so that the answer can say what is wrong with it.

use tablee_core::Seat;
use tablee_core::geometry::{Point, QuarterTurns};

use crate::illegal::Illegal;
use crate::moves::{Lay, Move};
use crate::position::{Phase, Position};
use crate::set::CORNER_NAMES;

impl Position {
    pub(crate) fn check_move(&self, mv: Move) -> Result<(), Illegal> {
        match (self.phase, mv) {
            (Phase::Over(end), _) => Err(Illegal::Over { end }),
            (Phase::Draw(_, drawing), Move::Draw(domino)) => {
                let there = self.pile.contains(domino);
                if there { Ok(()) } else { Err(Illegal::NotInPile { domino, drawing }) }
            }
            (Phase::Draw(seat, drawing), _) => Err(Illegal::DrawFirst { seat, drawing }),
            (Phase::Turn(seat), Move::Draw(_)) => Err(Illegal::NothingToDraw { seat }),
            (Phase::Turn(seat), Move::Lay(lay)) => self.check_lay(seat, lay),
            (Phase::Turn(seat), Move::Swap) => self.check_idle(seat, true),
            (Phase::Turn(seat), Move::Pass) => self.check_idle(seat, false),
        }
    }

    fn check_lay(&self, seat: Seat, lay: Lay) -> Result<(), Illegal> {
        let domino = lay.domino;
        if self.options.set.numbers().contains(domino) && !self.hand(seat).contains(domino) {
            return Err(Illegal::NotInHand { domino, seat });
        }
        self.check_place(lay)
    }

    /// Whether a domino may lie at a place, without regard to hands.
    pub(crate) fn check_place(&self, lay: Lay) -> Result<(), Illegal> {
        let Lay { at, domino, turns } = lay;
        let Some(printed) = self.options.set.domino(domino) else {
            return Err(Illegal::NoSuchDomino { domino, count: self.options.set.count() as u8 });
        };
        let least = printed.least_turns(turns);
        if self.table.is_bare() {
            if at != Point::default() || least != QuarterTurns::default() {
                return Err(Illegal::First { at, turns });
            }
        } else if let Some(there) = self.table.domino_at(at) {
            return Err(Illegal::Taken { at, there });
        }
        let Some(wanted) = self.table.wanted_at(at) else {
            return Err(Illegal::NotBeside { at });
        };
        for (corner, quarter) in printed.turned(turns).corners.into_iter().enumerate() {
            if let Some(there) = wanted.colour(corner).filter(|there| *there != quarter.colour) {
                return Err(Illegal::OtherColour { corner: CORNER_NAMES[corner], at, colour: quarter.colour, there });
            }
        }
        if least != turns {
            return Err(Illegal::LooksTheSame { domino, turns, least });
        }
        Ok(())
    }

    fn check_idle(&self, seat: Seat, swap: bool) -> Result<(), Illegal> {
        let hand = self.hand(seat);
        if let Some(domino) = self.first_that_fits(hand) {
            return Err(Illegal::MustLay { domino });
        }
        if swap && self.pile.len() < hand.len() {
            return Err(Illegal::PileTooSmall { left: self.pile.len() as u8, hand: hand.len() as u8 });
        }
        Ok(())
    }
}
