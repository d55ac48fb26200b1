//! The parcels of a layout, numbered, and which of them lie side by side. Computed once a game and shared by its positions.

use std::hash::{Hash, Hasher};

use tablee_core::geometry::Square;

use crate::layout::Layout;
use crate::options::Options;
use crate::set::Printed;

/// How many parcels nine tiles have.
pub const PARCELS: usize = 36;

/// The longest side of a layout: nine tiles in a row.
const SIDE: usize = 18;

/// No parcel: a void in the rectangle around a maze.
const VOID: u8 = u8::MAX;

/// A parcel of the bare board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Parcel {
    /// Where it lies.
    pub square: Square,
    /// What is printed on it.
    pub printed: Printed,
    /// The number of its tile.
    pub tile: u8,
}

/// A neighbour of a parcel, with the two placements across their common side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Beside {
    pub(crate) parcel: u8,
    /// Both placements, from here to there and from there to here.
    pub(crate) placements: u128,
}

/// The board of one game.
///
/// Parcels are numbered in the order of their squares. A *placement* is an ordered pair of parcels side by side: where the
/// first half of a domino goes, and the second. No 36 parcels have more than 60 common sides, so there are at most 120
/// placements, numbered in the order of their squares, and a set of them is a `u128`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    parcels: [Parcel; PARCELS],
    at: [[u8; SIDE]; SIDE],
    placements: Vec<(u8, u8)>,
    /// By parcel: the placements with their first half, and with their second half, on it.
    pub(crate) first_on: [u128; PARCELS],
    pub(crate) second_on: [u128; PARCELS],
    /// By parcel: its neighbours.
    pub(crate) beside: [[Beside; 4]; PARCELS],
    /// The placements whose first parcel is before the second: the one way to write a double.
    pub(crate) ascending: u128,
    pub(crate) all: u128,
    columns: u8,
    rows: u8,
}

impl Board {
    pub(crate) fn new(options: &Options, layout: &Layout) -> Board {
        let parcels = lay_out(options, layout);
        let mut at = [[VOID; SIDE]; SIDE];
        for (index, parcel) in parcels.iter().enumerate() {
            at[parcel.square.col as usize][parcel.square.row as usize] = index as u8;
        }
        let mut placements = Vec::with_capacity(120);
        for (first, here) in parcels.iter().enumerate() {
            // In the order of squares: west, south, north, east.
            placements.extend(
                (0..PARCELS)
                    .filter(|other| here.square.is_beside(parcels[*other].square))
                    .map(|second| (first as u8, second as u8)),
            );
        }
        let mut board = Board {
            parcels,
            at,
            first_on: [0; PARCELS],
            second_on: [0; PARCELS],
            beside: [[Beside { parcel: 0, placements: 0 }; 4]; PARCELS],
            ascending: 0,
            all: 0,
            columns: 1 + parcels.iter().map(|parcel| parcel.square.col).max().unwrap_or(0),
            rows: 1 + parcels.iter().map(|parcel| parcel.square.row).max().unwrap_or(0),
            placements,
        };
        for (index, (first, second)) in board.placements.clone().into_iter().enumerate() {
            let bit = 1 << index;
            board.all |= bit;
            board.first_on[first as usize] |= bit;
            board.second_on[second as usize] |= bit;
            if first < second {
                board.ascending |= bit;
            }
        }
        for parcel in 0..PARCELS {
            let mut neighbours =
                board.placements.iter().filter(|(first, _)| *first as usize == parcel).map(|(_, second)| *second);
            // A parcel with fewer than four neighbours repeats itself with no placements, so that loops need not count.
            board.beside[parcel] = std::array::from_fn(|_| match neighbours.next() {
                None => Beside { parcel: parcel as u8, placements: 0 },
                Some(other) => {
                    let there = board.first_on[parcel] & board.second_on[other as usize];
                    let back = board.first_on[other as usize] & board.second_on[parcel];
                    Beside { parcel: other, placements: there | back }
                }
            });
        }
        board
    }

    /// Every parcel, in the order of their squares.
    pub fn parcels(&self) -> &[Parcel; PARCELS] {
        &self.parcels
    }

    /// The number of the parcel on a square; none over a void or off the board.
    #[inline]
    pub fn parcel_at(&self, square: Square) -> Option<usize> {
        let parcel = *self.at.get(square.col as usize)?.get(square.row as usize)?;
        (parcel != VOID).then_some(parcel as usize)
    }

    /// How many columns and rows the smallest rectangle around it has.
    pub fn size(&self) -> (u8, u8) {
        (self.columns, self.rows)
    }

    /// The squares of a placement.
    #[inline]
    pub(crate) fn squares(&self, placement: usize) -> (Square, Square) {
        let (first, second) = self.placements[placement];
        (self.parcels[first as usize].square, self.parcels[second as usize].square)
    }
}

/// Everything else follows from the parcels, so their print is enough of a hash.
impl Hash for Board {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.parcels.hash(state);
    }
}

fn lay_out(options: &Options, layout: &Layout) -> [Parcel; PARCELS] {
    let mut parcels = Vec::with_capacity(PARCELS);
    for (index, (tile, place)) in options.set.tiles.iter().zip(layout.places()).enumerate() {
        let printed = place.turns.corners(*tile.face(options.face()));
        for (point, printed) in place.parcels().into_iter().zip(printed) {
            let square = Square::from_point(point).expect("a layout begins at a1 and reaches at most 18 parcels");
            parcels.push(Parcel { square, printed, tile: index as u8 + 1 });
        }
    }
    parcels.sort_unstable_by_key(|parcel| parcel.square);
    parcels.try_into().expect("nine tiles have 36 parcels")
}
