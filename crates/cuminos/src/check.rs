//! Whether a move is legal, clause by clause, so that the answer can say what is wrong with it.

use tablee_core::Seat;

use crate::illegal::Illegal;
use crate::moves::{Cube, Lay, Move, Spot};
use crate::open_table::{Foot, OpenTable, SOURCE};
use crate::position::{Phase, Position};

impl Position {
    pub(crate) fn check_move(&self, mv: Move) -> Result<(), Illegal> {
        match (self.phase, mv) {
            (Phase::Over, _) => Err(Illegal::Over),
            (Phase::Deal(seat), Move::Draw(block)) if self.bag(seat).contains(block) => Ok(()),
            (Phase::Deal(seat), Move::Draw(block)) => Err(Illegal::NotInBag { block, seat }),
            (Phase::Deal(seat), _) => Err(Illegal::DrawFirst { seat }),
            (Phase::Turn(seat), Move::Draw(_)) => Err(Illegal::NothingToDraw { seat }),
            (Phase::Turn(seat), Move::Lay(lay)) => self.check_lay(seat, lay),
            (Phase::Turn(seat), Move::Pass) if self.table.takes_any(self.hands[seat]) => self.check_free_pass(seat),
            (Phase::Turn(_), Move::Pass) => Ok(()),
        }
    }

    /// Whether a seat that can lay may pass nevertheless (C4, C16, C17).
    #[inline]
    pub(crate) fn check_free_pass(&self, seat: Seat) -> Result<(), Illegal> {
        if self.table.is_bare() {
            Err(Illegal::OpenFirst { seat })
        } else if self.has_passed(seat) {
            Err(Illegal::AlreadyPassed { seat })
        } else if self.chain as usize + 1 >= self.options().players {
            Err(Illegal::AllOthersPassed { seat })
        } else {
            Ok(())
        }
    }

    fn check_lay(&self, seat: Seat, lay: Lay) -> Result<(), Illegal> {
        if !self.hands[seat].contains(lay.block()) {
            return Err(Illegal::NotInHand { block: lay.block(), seat });
        }
        self.table.check(lay)
    }
}

impl OpenTable {
    /// Whether a block may be laid like this, without regard to hands.
    ///
    /// # Errors
    /// The first clause that this breaks.
    pub(crate) fn check(&self, lay: Lay) -> Result<(), Illegal> {
        let [first, second] = lay.cubes();
        if !lay.is_joined() {
            return Err(Illegal::NotJoined { first, second });
        }
        if self.is_bare() {
            let upright = [first.min(second), first.max(second)] == SOURCE;
            return if upright { Ok(()) } else { Err(Illegal::NotTheSource) };
        }
        if let Some(cube) = lay.cubes().into_iter().find(|cube| self.column_at(cube.spot()).height >= cube.z()) {
            return Err(Illegal::Taken { cube });
        }
        let rank = if lay.bottom() == 1 { self.check_first_rank(lay) } else { self.check_higher_rank(lay) };
        if self.laid().len() == 1 && rank.is_err() {
            return Err(Illegal::NotAtTheSource);
        }
        rank?;
        self.check_marks(lay)
    }

    fn check_first_rank(&self, lay: Lay) -> Result<(), Illegal> {
        let on_table = lay.cubes().into_iter().filter(|cube| cube.z() == 1);
        let touched: Vec<_> = on_table.flat_map(|cube| self.beside(cube.spot())).map(|number| self.column(number)).collect();
        let touches = |foot| touched.iter().find(|column| column.foot == foot).map(|column| Cube::at(column.spot, 1));
        if touches(Foot::Source).or(touches(Foot::OpenEnd)).is_some() {
            return Ok(());
        }
        if let Some(cube) = touches(Foot::Closed) {
            return Err(Illegal::NoEnd { cube });
        }
        if let Some(cube) = touches(Foot::DeadEnd) {
            return Err(Illegal::DeadEnd { cube });
        }
        Err(if lay.stands() { Illegal::StandsApart } else { Illegal::LiesApart })
    }

    fn check_higher_rank(&self, lay: Lay) -> Result<(), Illegal> {
        // Of a standing block only the lower half needs something under it.
        let resting = || lay.cubes().into_iter().filter(|cube| cube.z() == lay.bottom());
        let under = |cube: Cube| self.column_at(cube.spot());
        if let Some(cube) = resting().find(|cube| under(*cube).height < cube.z() - 1) {
            return Err(Illegal::InTheAir { cube });
        }
        let top = |spot: Spot| Cube::at(spot, self.column_at(spot).height);
        if let Some(cube) = resting().find(|cube| under(*cube).rank >= 3) {
            return Err(Illegal::FourthRank { cube: top(cube.spot()) });
        }
        let [first, _] = lay.cubes();
        if lay.stands() && under(first).rank == 1 {
            let cube = top(first.spot());
            return Err(match under(first).foot {
                Foot::Source | Foot::DeadEnd => Illegal::StandsOnStanding { cube },
                _ => Illegal::StandsOnLying { cube },
            });
        }
        Ok(())
    }

    fn check_marks(&self, lay: Lay) -> Result<(), Illegal> {
        for (cube, mark) in lay.cubes().into_iter().zip(lay.marks()) {
            let below = (self.column_at(cube.spot()), cube.z() - 1);
            let beside = self.beside(cube.spot()).map(|number| (self.column(number), cube.z()));
            for (column, z) in std::iter::once(below).chain(beside) {
                if let Some(other) = column.mark(z).filter(|other| *other != mark) {
                    return Err(Illegal::OtherMark { mark, cube, other, at: Cube::at(column.spot, z) });
                }
            }
        }
        Ok(())
    }
}
