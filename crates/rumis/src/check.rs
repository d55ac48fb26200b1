//! Whether a move is legal, clause by clause, so that the answer can say what is wrong with it.

use tablee_core::geometry::Square;
use tablee_core::{Seat, Turn};

use crate::board::Sector;
use crate::illegal::Illegal;
use crate::legal_lays::LegalLays;
use crate::moves::{Cube, Lay, Move};
use crate::options::Rules;
use crate::position::Position;

/// The six neighbours of a cube that share a face with it.
const FACES: [[i32; 3]; 6] = [[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]];

impl Position {
    pub(crate) fn check_move(&self, mv: Move) -> Result<(), Illegal> {
        let Turn::Seat(seat) = self.turn_now() else { return Err(Illegal::Over) };
        match (self.sector(), mv) {
            (Sector::First, Move::Lay(lay)) => self.check_lay(seat, lay),
            (Sector::First, Move::Carry { .. } | Move::SetAside { .. }) => Err(Illegal::NothingToTake),
            (Sector::Second, Move::Lay(_)) => Err(Illegal::TakeFirst),
            (Sector::Second, Move::Carry { to, from }) => {
                let taken = self.check_take(seat, from)?;
                self.check_carry(seat, taken, to)
            }
            (Sector::Second, Move::SetAside { from }) => {
                let stone = self.check_take(seat, from)?.stone();
                if self.is_stuck(stone) { Ok(()) } else { Err(Illegal::CanBeLaid { stone }) }
            }
        }
    }

    fn check_lay(&self, seat: Seat, lay: Lay) -> Result<(), Illegal> {
        let stone = lay.stone();
        if !self.hand(seat).any(|own| own == stone) {
            return Err(Illegal::AlreadyLaid { stone, seat });
        }
        self.check_ground(lay, Sector::First)?;
        let touched = |by: &dyn Fn(Seat) -> bool| self.faces(lay).map(|(owner, _)| owner).find(|owner| by(*owner));
        if !self.is_first_stone(seat) {
            return match (self.options().rules, touched(&|owner| owner == seat)) {
                (Rules::Inverse, Some(_)) => Err(Illegal::BesideOwn { seat }),
                (Rules::Standard | Rules::TwoSector, None) => Err(Illegal::NotBesideOwn { seat }),
                _ => Ok(()),
            };
        }
        if self.is_bare() {
            return Ok(());
        }
        if self.options().corners_only() && self.has_corner_places(seat) {
            return match touched(&|_| true) {
                Some(owner) => Err(Illegal::FirstSharesFace { seat: owner }),
                None if self.at_corner(lay) => Ok(()),
                None => Err(Illegal::FirstNotAtCorner),
            };
        }
        if lay.cubes().all(|cube| cube.height > 1) {
            return Err(Illegal::FirstOffBoard);
        }
        touched(&|owner| owner != seat).map(|_| ()).ok_or(Illegal::FirstAlone)
    }

    /// Whether a seat has a place for its first stone at corners (R15); else it lays by R6.
    pub(crate) fn has_corner_places(&self, seat: Seat) -> bool {
        let mut lays = LegalLays::NONE;
        self.list_corner_places(seat, &mut lays);
        lays.count() > 0
    }

    /// Whether a stone may be taken, and which (R21, R22).
    fn check_take(&self, seat: Seat, from: Cube) -> Result<Lay, Illegal> {
        let (owner, taken) = self.stone_at(from).ok_or(Illegal::NoStoneThere { cube: from })?;
        let stone = taken.stone();
        if owner != seat {
            return Err(Illegal::NotOwnStone { cube: from, owner });
        }
        if self.sector_of(taken) == Sector::Second {
            return Err(Illegal::AlreadyCarried { stone });
        }
        if taken.first_cube() != from {
            return Err(Illegal::NotFirstCube { cube: from, first: taken.first_cube() });
        }
        match self.covered(taken) {
            Some(cube) => Err(Illegal::Covered { stone, cube }),
            None => Ok(taken),
        }
    }

    fn check_carry(&self, seat: Seat, taken: Lay, to: Lay) -> Result<(), Illegal> {
        if to.stone() != taken.stone() {
            return Err(Illegal::OtherStone { taken: taken.stone(), laid: to.stone() });
        }
        self.check_ground(to, Sector::Second)?;
        let first = self.laid(seat).all(|lay| self.sector_of(lay) == Sector::First);
        let touches = self.faces(to).any(|(owner, lay)| owner == seat && lay != taken);
        match (first, touches) {
            (true, _) if to.cubes().all(|cube| cube.height > 1) => Err(Illegal::CarriedOffBoard),
            (true, false) => Err(Illegal::CarriedAlone { seat }),
            (false, false) => Err(Illegal::CarriedApart { seat }),
            (_, true) => Ok(()),
        }
    }

    /// Checks the ground under a stone: squares of the sector, within their limits, with room and support (R8, R9, R17,
    /// R26).
    ///
    /// In the second sector it makes no difference that the stone is still on the first.
    pub(crate) fn check_ground(&self, lay: Lay, sector: Sector) -> Result<(), Illegal> {
        for cube in lay.cubes() {
            let Some(limit) = self.board().limit(cube.square) else {
                let on_board = self.options().board().squares.iter().any(|(square, _)| *square == cube.square);
                return Err(if on_board { Illegal::OutsideLine { cube } } else { Illegal::NoSquare { cube } });
            };
            if self.board().sector(cube.square) != Some(sector) {
                return Err(match sector {
                    Sector::First => Illegal::OutsideFirstSector { cube },
                    Sector::Second => Illegal::OutsideSecondSector { cube },
                });
            }
            if cube.height > limit {
                return Err(Illegal::TooHigh { cube, limit });
            }
        }
        for cube in lay.cubes() {
            let height = self.height(cube.square);
            if cube.height <= height {
                return Err(Illegal::Occupied { cube });
            }
            let own_below = lay.cubes().any(|own| own == Cube::new(cube.square, cube.height - 1));
            if cube.height > height + 1 && !own_below {
                return Err(Illegal::Floating { cube });
            }
        }
        Ok(())
    }

    /// The stones with which a stone would share a face, and whose they are.
    pub(crate) fn faces(&self, lay: Lay) -> impl Iterator<Item = (Seat, Lay)> {
        lay.cubes().flat_map(|cube| self.around(cube, FACES))
    }

    /// Whether a stone would touch another along an edge or at a point.
    fn at_corner(&self, lay: Lay) -> bool {
        self.corners(lay).next().is_some()
    }

    /// The stones that a stone would touch along an edge or at a point, and whose they are.
    pub(crate) fn corners(&self, lay: Lay) -> impl Iterator<Item = (Seat, Lay)> {
        let steps = (0..27).map(|n| [n / 9 - 1, n / 3 % 3 - 1, n % 3 - 1]);
        let corners = steps.filter(|step: &[i32; 3]| step.iter().filter(|part| **part != 0).count() > 1);
        lay.cubes().flat_map(move |cube| self.around(cube, corners.clone()))
    }

    /// The cubes with which a stone would share a face, and whose they are.
    pub(crate) fn touching(&self, lay: Lay) -> impl Iterator<Item = (Seat, Cube)> {
        let places = lay.cubes().flat_map(|cube| steps_from(cube, FACES));
        places.filter_map(|place| Some((self.stone_at(place)?.0, place)))
    }

    /// The stones some steps away from a cube.
    fn around(&self, cube: Cube, steps: impl IntoIterator<Item = [i32; 3]>) -> impl Iterator<Item = (Seat, Lay)> {
        steps_from(cube, steps).filter_map(|place| self.stone_at(place))
    }

    /// The cube of a stone on which another rests, if one does (R22).
    pub(crate) fn covered(&self, lay: Lay) -> Option<Cube> {
        let top_of = |square: Square| lay.cubes().filter(move |cube| cube.square == square).map(|cube| cube.height).max();
        lay.cubes().find(|cube| top_of(cube.square) == Some(cube.height) && self.height(cube.square) > cube.height)
    }
}

/// The places some steps away from a cube, as far as they have names.
fn steps_from(cube: Cube, steps: impl IntoIterator<Item = [i32; 3]>) -> impl Iterator<Item = Cube> {
    let point = cube.point();
    steps.into_iter().filter_map(move |step| Cube::from_point(std::array::from_fn(|axis| point[axis] + step[axis])))
}
