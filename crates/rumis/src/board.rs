//! The squares that are played on, numbered, and the tables made from them. Computed once per game and shared by its
//! positions.

use tablee_core::geometry::Square;

use crate::board_plan::MAX_HEIGHT;
use crate::cells::{Cells, Steps, members};
use crate::options::{Options, Rules};

/// One of the two parts of a board in the two-sector game; elsewhere all is the first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Sector {
    /// Inside the red line (R17).
    First,
    /// Outside it (R21).
    Second,
}

/// How many cells a board can have.
pub(crate) const CELLS: usize = 128;

/// How many levels a building can have.
pub(crate) const LEVELS: usize = MAX_HEIGHT as usize;

/// The squares in use (R2) with their limits (R3).
///
/// Squares are numbered as *cells*: column by column from the west, each from the south, with one empty cell at the end
/// of a column. So a step on the board is a shift of bits, and since a stone is in one piece, one that would leave a
/// column must cross the empty cell.
pub struct Board {
    /// The squares in use.
    pub(crate) all: Cells,
    /// Those of the first sector.
    first: Cells,
    /// By sector: its squares by their limit.
    by_limit: [Vec<(usize, Cells)>; 2],
    /// By cell: its square.
    squares: [Square; CELLS],
    /// The greatest limit of a square.
    levels: u8,
    columns: u8,
    rows: u8,
    width: Width,
    steps: Steps,
}

/// How many bits the sets of squares of a board take.
#[derive(Clone, Copy)]
pub(crate) enum Width {
    W32,
    W64,
    W128,
}

impl Width {
    fn new(columns: u8, stride: u32) -> Width {
        // Sets are shifted by as much as two columns, which must be less than there are bits.
        match (u32::from(columns) * stride).max(2 * stride + 1) {
            ..=32 => Width::W32,
            33..=64 => Width::W64,
            _ => Width::W128,
        }
    }
}

impl Board {
    pub(crate) fn new(options: &Options) -> Board {
        let plan = options.board();
        let height = options.limit().height;
        let stride = u32::from(plan.rows) + 1;
        let mut board = Board {
            all: 0,
            first: 0,
            by_limit: [Vec::new(), Vec::new()],
            squares: std::array::from_fn(|cell| Square::new((cell / stride as usize) as u8, (cell % stride as usize) as u8)),
            levels: 0,
            columns: plan.columns,
            rows: plan.rows,
            width: Width::new(plan.columns, stride),
            steps: Steps::new(stride),
        };
        for (square, printed) in &plan.squares {
            let inside = options.line().is_none_or(|line| line.inside.contains(square));
            if !inside && options.rules != Rules::TwoSector {
                continue;
            }
            let bit = 1 << board.cell_at(*square);
            let limit = printed.map_or(height, |printed| printed.min(height));
            board.all |= bit;
            let by_limit = &mut board.by_limit[usize::from(!inside)];
            match by_limit.iter_mut().find(|(known, _)| *known == usize::from(limit)) {
                Some((_, cells)) => *cells |= bit,
                None => by_limit.push((usize::from(limit), bit)),
            }
            board.levels = board.levels.max(limit);
            if inside {
                board.first |= bit;
            }
        }
        board
    }

    /// How many cells a column of the board takes: a step to the east.
    #[inline]
    pub(crate) fn stride(&self) -> u32 {
        u32::from(self.rows) + 1
    }

    fn cell_at(&self, square: Square) -> usize {
        usize::from(square.col) * self.stride() as usize + usize::from(square.row)
    }

    /// The cell of a square in use.
    #[inline]
    pub(crate) fn cell(&self, square: Square) -> Option<usize> {
        if square.col >= self.columns || square.row >= self.rows {
            return None;
        }
        let cell = self.cell_at(square);
        (self.all >> cell & 1 == 1).then_some(cell)
    }

    /// The square of a cell.
    #[inline]
    pub(crate) fn square(&self, cell: usize) -> Square {
        self.squares[cell]
    }

    /// Every square in use, in their order.
    pub fn squares(&self) -> impl Iterator<Item = Square> {
        members(self.all).map(|cell| self.square(cell))
    }

    /// Whether a square is in use.
    pub fn contains(&self, square: Square) -> bool {
        self.cell(square).is_some()
    }

    /// The greatest height over a square; none if it is not in use.
    pub fn limit(&self, square: Square) -> Option<u8> {
        let cell = self.cell(square)?;
        self.by_limit.iter().flatten().find(|(_, cells)| cells >> cell & 1 == 1).map(|(limit, _)| *limit as u8)
    }

    /// The sector in which a square lies; none if it is not in use.
    pub fn sector(&self, square: Square) -> Option<Sector> {
        let cell = self.cell(square)?;
        Some(if self.first >> cell & 1 == 1 { Sector::First } else { Sector::Second })
    }

    /// The squares of a sector by their limit.
    #[inline]
    pub(crate) fn by_limit(&self, sector: Sector) -> &[(usize, Cells)] {
        &self.by_limit[sector as usize]
    }

    /// The greatest limit of a square.
    #[inline]
    pub(crate) fn levels(&self) -> usize {
        usize::from(self.levels)
    }

    /// The narrowest word in which sets of squares can be kept.
    #[inline]
    pub(crate) fn width(&self) -> Width {
        self.width
    }

    /// By how many bits sets are shifted to see what lies next to each square.
    #[inline]
    pub(crate) fn steps(&self) -> &Steps {
        &self.steps
    }

    /// How many columns and rows the drawing of the board has.
    pub fn size(&self) -> (u8, u8) {
        (self.columns, self.rows)
    }

    /// The cell `east` squares east and `north` squares north of a cell.
    #[inline]
    pub(crate) fn step(&self, cell: usize, east: i8, north: i8) -> usize {
        let step = i32::from(east) * self.stride() as i32 + i32::from(north);
        // A stone that leaves the board is not legal, but must not panic.
        cell.wrapping_add_signed(step as isize) % CELLS
    }
}
