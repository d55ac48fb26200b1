//! The second sector of the two-sector game: stones are taken off the first and laid in the other (R18–R30).
//!
//! This variant is rare and for two only, so the code is clear rather than fast: each turn starts from the stones
//! themselves.

use tablee_core::Seat;

use crate::board::{LEVELS, Sector};
use crate::legal_lays::Hand;
use crate::moves::{Cube, Lay, Move};
use crate::placement::{Building, contact_of};
use crate::position::{Position, Spot};
use crate::stone::{STONES, Stone};

impl Position {
    /// The stones that a seat could take off the first sector now: nothing rests on them (R22). Everyone may see them
    /// (R30).
    pub fn removable(&self, seat: Seat) -> impl Iterator<Item = Lay> {
        let second = self.sector() == Sector::Second && !self.is_out(seat);
        let free = move |lay: &Lay| second && self.sector_of(*lay) == Sector::First && self.covered(*lay).is_none();
        self.laid(seat).filter(free)
    }

    /// Opens the second sector: the count of the first is kept, both players are in again, and the one who laid the
    /// last stone begins (R18–R20).
    pub(crate) fn open_second_sector(&mut self) {
        let points = self.points();
        self.interim = [0, 1].map(|seat| points[Seat::new(seat)] as i8);
        self.sector = Sector::Second;
        let first = std::mem::replace(&mut self.last, Seat::new(0));
        self.begin_turn(first);
    }

    /// Finds, for each stone that a seat can take, where it may be laid (R24–R26), and which cannot be laid at all
    /// (R27).
    pub(crate) fn find_carries(&mut self, seat: Seat) {
        self.lays.clear();
        self.stuck = 0;
        let mut taken = [None; STONES];
        taken.iter_mut().zip(self.removable(seat)).for_each(|(slot, lay)| *slot = Some(lay));
        let first = self.laid(seat).all(|lay| self.sector_of(lay) == Sector::First);
        for lay in taken.into_iter().flatten() {
            let before = self.lays.count();
            // What lies in the first sector matters only for what it touches, so the stone need not be lifted from it.
            let own = contact_of(self.board(), self.laid(seat).filter(|other| *other != lay));
            let (board, hand) = (&self.constants.board, Hand::of(lay.stone()));
            if first {
                self.building.list_on_board::<u128, LEVELS>(board, Sector::Second, &own, hand, &mut self.lays);
            } else {
                self.building.list_near::<u128, LEVELS>(board, Sector::Second, &own, hand, &mut self.lays);
            }
            if self.lays.count() == before {
                self.stuck |= 1 << lay.stone().index();
            }
        }
    }

    /// Whether a stone can be taken and not laid (R27).
    pub(crate) fn is_stuck(&self, stone: Stone) -> bool {
        self.stuck >> stone.index() & 1 == 1
    }

    /// The moves that set a stone aside, ascending.
    pub(crate) fn set_asides(&self, seat: Seat) -> impl Iterator<Item = Move> {
        // Nearly always there are none; then this does no work.
        let stuck = self.laid(seat).filter(|lay| self.stuck != 0 && self.is_stuck(lay.stone()));
        let mut cubes = [None; STONES];
        cubes.iter_mut().zip(stuck).for_each(|(slot, lay)| *slot = Some(lay.first_cube()));
        cubes.sort_unstable();
        cubes.into_iter().flatten().map(|from| Move::SetAside { from })
    }

    /// The move that takes a stone and lays it so.
    pub(crate) fn carry_of(&self, seat: Seat, to: Lay) -> Move {
        let taken = self.laid(seat).find(|lay| lay.stone() == to.stone());
        Move::Carry { to, from: taken.map_or(to.first_cube(), Lay::first_cube) }
    }

    /// Takes a stone and lays it.
    pub(crate) fn carry(&mut self, seat: Seat, to: Lay) {
        let Some(foot) = self.board().cell(to.foot().square) else { return };
        let level = to.foot().height - 1;
        self.move_stone(seat, to.stone(), Spot::Table { pose: to.pose(), foot: foot as u8, level });
    }

    /// Takes a stone and sets it aside: its owner is out (R27).
    pub(crate) fn put_aside(&mut self, seat: Seat, from: Cube) {
        let Some(taken) = self.laid(seat).find(|lay| lay.first_cube() == from) else { return };
        self.set_out(seat);
        self.move_stone(seat, taken.stone(), Spot::Aside);
    }

    fn move_stone(&mut self, seat: Seat, stone: Stone, to: Spot) {
        self.spots[seat.number()][stone.index()] = to;
        self.rebuild();
        self.begin_turn(seat.next(self.options().players));
    }

    /// Builds everything again from the stones on the table.
    pub(crate) fn rebuild(&mut self) {
        let mut building = Building::new();
        for level in 1..=LEVELS as u8 {
            for (seat, cube) in self.stones().flat_map(|(seat, lay)| lay.cubes().map(move |cube| (seat, cube))) {
                if let Some(cell) = self.board().cell(cube.square).filter(|_| cube.height == level) {
                    building.raise::<u128>(&self.constants.board, seat.number(), cell, 1);
                }
            }
        }
        self.building = building;
    }
}
