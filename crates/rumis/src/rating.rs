//! How good moves look without looking ahead.
//!
//! The rating of a move is the worth of the stone plus the worth of each of its columns: what the column covers, how
//! near to the limit it gets, and what stands around it. So each square is rated once, for columns of every thickness;
//! then a move costs a few additions.

use tablee_core::{Seat, Turn};

use crate::board::{CELLS, Sector};
use crate::cells::members;
use crate::moves::Move;
use crate::placement::{ByLevel, NOBODY};
use crate::position::{Position, Spot};
use crate::stone::STONES;
use crate::weights::{ASIDE, PARTS_OF_GAME, WEIGHTS, Weights};

/// The most cubes of a column.
const THICKEST: usize = 4;

/// By the stones that a player has laid: which part of the game it is.
const PART_OF_GAME: [usize; STONES + 1] = [0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 3, 3];

/// Rates the moves of one position, for the seat whose turn it is.
struct MoveRater<'a> {
    position: &'a Position,
    seat: Seat,
    weights: &'static Weights,
    /// By cell: its limit; 0 where nothing can be laid now.
    limits: [u8; CELLS],
    /// Where cubes would touch a rival's, by level.
    rivals: ByLevel,
}

/// What stands beside a column.
#[derive(Clone, Copy)]
struct Neighbour {
    height: i32,
    owner: usize,
    touch: usize,
}

impl<'a> MoveRater<'a> {
    fn new(position: &'a Position, seat: Seat) -> MoveRater<'a> {
        let mut limits = [0; CELLS];
        for (limit, cells) in position.board().by_limit(position.sector()) {
            members(*cells).for_each(|cell| limits[cell] = *limit as u8);
        }
        let laid = match position.sector() {
            Sector::First => position.spots[seat.number()].iter().filter(|spot| **spot != Spot::Hand).count(),
            // The second sector counts from its own beginning.
            Sector::Second => 0,
        };
        const { assert!(PART_OF_GAME[STONES] < PARTS_OF_GAME) };
        let mut rivals: ByLevel = [0; _];
        for rival in Seat::all(position.options().players).filter(|rival| *rival != seat) {
            let contact = position.building.contact(rival.number());
            rivals.iter_mut().zip(contact).for_each(|(all, cells)| *all |= cells);
        }
        MoveRater { position, seat, weights: &WEIGHTS[PART_OF_GAME[laid]], limits, rivals }
    }

    /// Whose cube is on top of a cell: 0 for nobody's, 1 for its own, 2 for a rival's.
    fn owner(&self, cell: usize) -> usize {
        match self.position.building.top(cell) {
            NOBODY => 0,
            top if usize::from(top) == self.seat.number() => 1,
            _ => 2,
        }
    }

    /// Whether a cube would touch a rival's there.
    fn touches_rival(&self, cell: usize, level: usize) -> usize {
        (self.rivals[level] >> cell & 1) as usize
    }

    /// Whose cubes a cube would touch there: 0 for nobody's, 1 for a rival's, 2 for its own, 3 for both.
    fn touch(&self, cell: usize, level: usize) -> usize {
        let own = (self.position.building.contact(self.seat.number())[level] >> cell & 1) as usize;
        2 * own + self.touches_rival(cell, level)
    }

    /// The worth of columns on a cell, by their thickness minus one.
    fn columns_on(&self, cell: usize) -> [f32; THICKEST] {
        let (board, building, weights) = (self.position.board(), &self.position.building, self.weights);
        let (limit, bottom) = (usize::from(self.limits[cell]), usize::from(building.height(cell)));
        let owner = self.owner(cell);
        let mut beside = [Neighbour { height: 0, owner: 0, touch: 0 }; 4];
        let mut neighbours = 0;
        for (east, north) in [(1, 0), (0, 1), (-1, 0), (0, -1)] {
            let other = board.step(cell, east, north);
            if self.limits[other] > 0 {
                let height = building.height(other);
                let touch = self.touch(other, height.into());
                beside[neighbours] = Neighbour { height: height.into(), owner: self.owner(other), touch };
                neighbours += 1;
            }
        }
        let mut worth = [0.0; THICKEST];
        let mut cubes = weights.neighbours[neighbours];
        for (thickness, worth) in worth.iter_mut().enumerate().take(limit.saturating_sub(bottom)) {
            let top = bottom + thickness + 1;
            cubes += weights.cubes[self.touch(cell, top - 1)];
            *worth = cubes + weights.thickness[thickness];
            *worth += weights.covering[owner][(limit - top).min(3)][self.touches_rival(cell, top)];
            for other in &beside[..neighbours] {
                let rise = (other.height - top as i32).clamp(-2, 2) + 2;
                *worth += weights.beside[other.owner][rise as usize][other.touch];
            }
        }
        worth
    }
}

impl Position {
    /// Rates the moves of the seat whose turn it is, in points.
    pub(crate) fn rate_moves(&self, moves: &[Move], ratings: &mut Vec<f32>) {
        ratings.clear();
        let Turn::Seat(seat) = self.turn_now() else { return };
        let rater = MoveRater::new(self, seat);
        let mut columns = [[0.0; THICKEST]; CELLS];
        for (_, cells) in self.board().by_limit(self.sector()) {
            members(*cells).for_each(|cell| columns[cell] = rater.columns_on(cell));
        }
        let board = self.board();
        ratings.extend(moves.iter().map(|mv| {
            let (Move::Lay(lay) | Move::Carry { to: lay, .. }) = mv else { return ASIDE };
            let Some(foot) = board.cell(lay.foot().square) else { return ASIDE };
            let worth = |column: &crate::stone::Column| {
                columns[board.step(foot, column.east, column.north)][usize::from(column.thickness - 1) % THICKEST]
            };
            rater.weights.stones[lay.stone().index()] + lay.pose().columns().iter().map(worth).sum::<f32>()
        }));
    }
}
