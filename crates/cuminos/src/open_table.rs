//! What is laid on the table in a round.
//!
//! Since nothing overhangs (C14), the table is a set of columns, each full from the table to its top. A column knows
//! its neighbours and, for every height, what it lets touch it; so what may be laid where is a matter of a few `and`s.

use std::hash::{Hash, Hasher};

use tablee_core::Seat;

use crate::block::{Block, MARKS, Marks};
use crate::moves::{Cube, Lay, Spot, Symmetry};
use crate::score::worth;

/// The most blocks that can be on the table: all that six players draw (C3).
pub(crate) const MOST_BLOCKS: usize = 31;

/// One column for the source, two for every other block, and the bare one.
const COLUMNS: usize = 2 * MOST_BLOCKS;

/// Enough slots that they are never half full.
const SLOTS: usize = 128;

/// A block on the table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Laid {
    /// What it is, and where.
    pub lay: Lay,
    /// The seat that laid the block.
    pub seat: Seat,
}

/// What is at the bottom of a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Foot {
    /// The bare table.
    Bare,
    /// The source (C4).
    Source,
    /// Another standing block (C11).
    DeadEnd,
    /// A lying half that touches no other first-rank block (C10).
    OpenEnd,
    /// A lying half that does.
    Closed,
}

impl Foot {
    /// Whether first-rank blocks may be attached to it (C9).
    #[inline]
    pub(crate) fn is_open(self) -> bool {
        matches!(self, Foot::Source | Foot::OpenEnd)
    }
}

/// All that stands over one spot of the table.
#[derive(Clone, Copy)]
pub(crate) struct Column {
    pub(crate) spot: Spot,
    /// How many cubes there are.
    pub(crate) height: u8,
    /// The rank of the topmost block (C12); 0 on the bare table.
    pub(crate) rank: u8,
    pub(crate) foot: Foot,
    /// The columns to the north, east, south and west, by index; 0 is the bare one.
    pub(crate) beside: [u8; 4],
    /// Six bits a height from the lowest: the marks that a cube beside it may have there (C8). That is all of them
    /// above the top.
    allows: u32,
}

impl Column {
    const BARE: Column = Column { spot: Spot::SOURCE, height: 0, rank: 0, foot: Foot::Bare, beside: [0; 4], allows: u32::MAX };

    /// The mark at a height, if a cube is there.
    pub(crate) fn mark(&self, z: u8) -> Option<u8> {
        (1..=self.height).contains(&z).then(|| (self.allows >> shift(z)).trailing_zeros() as u8 + 1)
    }

    /// The mark at the foot of a column that is not bare: the only one that may lie beside it on the table (C8).
    #[inline]
    pub(crate) fn bottom(&self) -> Marks {
        Marks::from_bits(self.allows)
    }

    /// The mark on top of a column that is not bare, which is the only one that may be laid on it (C8).
    #[inline]
    pub(crate) fn top(&self) -> Marks {
        Marks::from_bits(self.allows >> shift(self.height))
    }
}

/// The bits of one height, at the lowest.
const ONE_HEIGHT: u32 = (1 << MARKS) - 1;

/// Where the six bits of a height begin.
#[inline]
fn shift(z: u8) -> u32 {
    u32::from(MARKS) * (u32::from(z) - 1)
}

/// The blocks of a round on the table.
#[derive(Clone)]
pub(crate) struct OpenTable {
    /// The blocks, ascending: which was laid first changes nothing.
    laid: [Laid; MOST_BLOCKS],
    blocks: u8,
    /// The columns in the order in which they came to be, from 1. Number 0 is bare, and stands for every spot without
    /// one.
    columns: [Column; COLUMNS],
    last_column: u8,
    /// Where to find the column of a spot: at its slot, or at the next that does not belong to another.
    slots: [u8; SLOTS],
    /// A bit for each spot beside a column, by row and column of the table; those 32 apart share one.
    near: [u32; 32],
    /// The same for each spot beside two columns or more.
    crowded: [u32; 32],
}

impl OpenTable {
    pub(crate) fn new() -> OpenTable {
        let nothing = Laid { lay: Lay::ordered(Block::from_index(0), SOURCE[0], SOURCE[1]), seat: Seat::new(0) };
        OpenTable {
            laid: [nothing; MOST_BLOCKS],
            blocks: 0,
            columns: [Column::BARE; COLUMNS],
            last_column: 0,
            slots: [0; SLOTS],
            near: [0; 32],
            crowded: [0; 32],
        }
    }

    /// The blocks, ascending.
    #[inline]
    pub(crate) fn laid(&self) -> &[Laid] {
        &self.laid[..self.blocks as usize]
    }

    #[inline]
    pub(crate) fn is_bare(&self) -> bool {
        self.blocks == 0
    }

    /// The columns with their numbers.
    #[inline]
    pub(crate) fn columns(&self) -> impl Iterator<Item = (u8, &Column)> {
        (1..).zip(&self.columns[1..=self.last_column as usize])
    }

    /// The column of a number.
    #[inline]
    pub(crate) fn column(&self, number: u8) -> &Column {
        &self.columns[number as usize]
    }

    /// The column over a spot.
    #[inline]
    pub(crate) fn column_at(&self, spot: Spot) -> &Column {
        self.column(self.find(spot))
    }

    /// The number of the column over a spot; 0 if that is bare.
    #[inline]
    fn find(&self, spot: Spot) -> u8 {
        let mut slot = spot.slot();
        loop {
            let number = self.slots[slot];
            if number == 0 || self.columns[number as usize].spot == spot {
                return number;
            }
            slot = (slot + 1) % SLOTS;
        }
    }

    /// The numbers of the columns beside a spot.
    #[inline]
    pub(crate) fn beside(&self, spot: Spot) -> [u8; 4] {
        match self.find(spot) {
            0 => self.beside_bare(spot),
            number => self.column(number).beside,
        }
    }

    /// The same for a spot that is known to be bare.
    #[inline]
    pub(crate) fn beside_bare(&self, spot: Spot) -> [u8; 4] {
        spot.beside().map(|spot| self.find(spot))
    }

    /// The same for the bare spot on a side of a column. Most have no other column beside them, and there is nothing to
    /// find.
    #[inline]
    pub(crate) fn beside_bare_side(&self, number: u8, side: usize) -> [u8; 4] {
        let spot = self.column(number).spot.beside()[side];
        let (row, bit) = spot.row_and_bit();
        if self.crowded[row] & bit != 0 {
            return self.beside_bare(spot);
        }
        let mut beside = [0; 4];
        beside[side ^ 2] = number;
        beside
    }

    /// Whether there is surely no column beside a spot. Most spots have none, and this is faster than looking.
    #[inline]
    pub(crate) fn is_apart(&self, spot: Spot) -> bool {
        let (row, bit) = spot.row_and_bit();
        self.near[row] & bit == 0
    }

    /// What the columns beside a spot allow there (C8), six bits a height.
    #[inline]
    pub(crate) fn allowed_between(&self, beside: [u8; 4]) -> u32 {
        let [n, e, s, w] = beside.map(|number| self.column(number).allows);
        n & e & s & w
    }

    /// The marks that the two cubes above a column that is not bare may have, by what is under and beside them (C8).
    #[inline]
    pub(crate) fn allowed_on(&self, column: &Column) -> [Marks; 2] {
        let around = self.allowed_between(column.beside) >> shift(column.height + 1);
        [Marks::from_bits(around).and(column.top()), Marks::from_bits(around >> MARKS)]
    }

    /// The rank that a block has where it is to be laid: one more than the highest that it rests on (C12).
    #[inline]
    pub(crate) fn rank_at(&self, cubes: [Cube; 2]) -> u8 {
        let under = cubes.map(|cube| self.column_at(cube.spot()).rank);
        1 + under[0].max(under[1])
    }

    /// The rank of a block on the table. Slow: for showing, not for playing.
    pub(crate) fn rank_of(&self, lay: Lay) -> u8 {
        let under = lay.cubes().into_iter().filter(|cube| cube.z() == lay.bottom() && cube.z() > 1);
        let under = under.filter_map(|cube| self.block_at(Cube::at(cube.spot(), cube.z() - 1)));
        1 + under.map(|laid| self.rank_of(laid.lay)).max().unwrap_or(0)
    }

    /// The block that fills a cube.
    pub(crate) fn block_at(&self, cube: Cube) -> Option<&Laid> {
        self.laid().iter().find(|laid| laid.lay.cubes().contains(&cube))
    }

    /// How many faces of blocks already there a block will touch, below and beside (C19, C20).
    #[inline]
    pub(crate) fn faces_touched(&self, cubes: [Cube; 2]) -> usize {
        let touched = cubes.map(|cube| {
            let beside = self.beside(cube.spot()).into_iter().filter(|number| self.column(*number).height >= cube.z()).count();
            // The upper half of a standing block rests on its own lower half, which is not there yet.
            let below = cube.z() > 1 && self.column_at(cube.spot()).height >= cube.z() - 1;
            beside + usize::from(below)
        });
        touched[0] + touched[1]
    }

    /// The points that a block brings where it may be laid (C18–C20).
    #[inline]
    pub(crate) fn worth_at(&self, cubes: [Cube; 2]) -> i32 {
        let stands = cubes[0].spot() == cubes[1].spot();
        worth(self.rank_at(cubes), stands, self.faces_touched(cubes))
    }

    /// Whether the table can be turned or mirrored so, without any difference to what may be laid and what it counts.
    #[inline]
    pub(crate) fn keeps_under(&self, symmetry: Symmetry) -> bool {
        self.columns().all(|(_, column)| {
            let image = self.column_at(symmetry.image_of_spot(column.spot));
            (column.allows, column.height, column.rank, column.foot) == (image.allows, image.height, image.rank, image.foot)
        })
    }

    /// Lays a block where it may be laid, and returns its rank and how many faces it touches.
    #[inline]
    pub(crate) fn lay(&mut self, seat: Seat, lay: Lay) -> (u8, usize) {
        let (rank, faces) = (self.rank_at(lay.cubes()), self.faces_touched(lay.cubes()));
        let foot = if self.is_bare() { Foot::Source } else { Foot::DeadEnd };
        self.list(Laid { lay, seat });
        let mut halves: [_; 2] = std::array::from_fn(|half| (lay.cubes()[half], lay.marks()[half]));
        if halves[1].0.z() < halves[0].0.z() {
            halves.swap(0, 1);
        }
        let numbers = halves.map(|(cube, mark)| self.put(cube, mark, rank));
        if rank == 1 {
            self.set_feet(numbers, foot);
        }
        (rank, faces)
    }

    /// Keeps the list of blocks ascending.
    #[inline]
    fn list(&mut self, laid: Laid) {
        let mut place = self.blocks as usize;
        while place > 0 && self.laid[place - 1] > laid {
            self.laid[place] = self.laid[place - 1];
            place -= 1;
        }
        self.laid[place] = laid;
        self.blocks += 1;
    }

    /// Puts a cube on the column over its spot, and returns the number of the column.
    #[inline]
    fn put(&mut self, cube: Cube, mark: u8, rank: u8) -> u8 {
        let mut number = self.find(cube.spot());
        if number == 0 {
            number = self.add_column(cube.spot());
        }
        let column = &mut self.columns[number as usize];
        column.height = cube.z();
        column.rank = rank;
        column.allows = column.allows & !(ONE_HEIGHT << shift(cube.z())) | 1 << (shift(cube.z()) + u32::from(mark) - 1);
        number
    }

    #[inline]
    fn add_column(&mut self, spot: Spot) -> u8 {
        self.last_column += 1;
        let number = self.last_column;
        let beside = self.beside_bare(spot);
        self.columns[number as usize] = Column { spot, beside, ..Column::BARE };
        for (side, neighbour) in beside.into_iter().enumerate().filter(|(_, neighbour)| *neighbour != 0) {
            self.columns[neighbour as usize].beside[side ^ 2] = number;
        }
        for spot in spot.beside() {
            let (row, bit) = spot.row_and_bit();
            self.crowded[row] |= self.near[row] & bit;
            self.near[row] |= bit;
        }
        let mut slot = spot.slot();
        while self.slots[slot] != 0 {
            slot = (slot + 1) % SLOTS;
        }
        self.slots[slot] = number;
        number
    }

    /// Sets what a new first-rank block, in these columns, is at their feet, and closes the ends that it touches (C10).
    #[inline]
    fn set_feet(&mut self, numbers: [u8; 2], standing: Foot) {
        let lies = numbers[0] != numbers[1];
        for number in numbers {
            let mut touched = false;
            for neighbour in self.column(number).beside.into_iter().filter(|other| *other != 0 && !numbers.contains(other)) {
                touched = true;
                let foot = &mut self.columns[neighbour as usize].foot;
                if *foot == Foot::OpenEnd {
                    *foot = Foot::Closed;
                }
            }
            self.columns[number as usize].foot = match (lies, touched) {
                (false, _) => standing,
                (true, false) => Foot::OpenEnd,
                (true, true) => Foot::Closed,
            };
        }
    }
}

/// The cubes of the source (C4).
pub(crate) const SOURCE: [Cube; 2] = [Cube::at(Spot::SOURCE, 1), Cube::at(Spot::SOURCE, 2)];

/// All else follows from the blocks.
impl PartialEq for OpenTable {
    fn eq(&self, other: &OpenTable) -> bool {
        self.laid() == other.laid()
    }
}

impl Eq for OpenTable {}

impl Hash for OpenTable {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.laid().hash(state);
    }
}
