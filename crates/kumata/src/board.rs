//! The parcels of a layout, numbered, and which of them lie side by side. Computed once per game and shared by its
//! positions.

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
    /// The square of the parcel.
    pub square: Square,
    /// What is printed on it.
    pub printed: Printed,
    /// The number of its tile.
    pub tile: u8,
}

/// A neighbour of a parcel, and the place across their common side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Beside {
    pub(crate) parcel: u8,
    /// The number of that place.
    pub(crate) place: u8,
}

/// The board of one game.
///
/// Parcels are numbered in the order of their squares. A *place* for a domino is two parcels side by side, the lower
/// numbered first. No 36 parcels have more than 60 common sides, so there are at most 60 places, numbered in the order
/// of their squares, and a set of them is a `u64`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    parcels: [Parcel; PARCELS],
    at: [[u8; SIDE]; SIDE],
    places: Vec<(u8, u8)>,
    /// By parcel: the places of which it is the lower parcel, and the higher.
    pub(crate) low_on: [u64; PARCELS],
    pub(crate) high_on: [u64; PARCELS],
    /// By parcel: its neighbours.
    pub(crate) beside: [[Beside; 4]; PARCELS],
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
        let mut places = Vec::with_capacity(60);
        for (low, here) in parcels.iter().enumerate() {
            let later = (low..PARCELS).filter(|other| here.square.is_beside(parcels[*other].square));
            places.extend(later.map(|high| (low as u8, high as u8)));
        }
        let mut low_on = [0; PARCELS];
        let mut high_on = [0; PARCELS];
        // A parcel with fewer than four neighbours repeats itself with a place that no board has, so that loops need
        // not count.
        let mut beside: [[Beside; 4]; PARCELS] = std::array::from_fn(|parcel| [Beside { parcel: parcel as u8, place: 63 }; 4]);
        let mut neighbours = [0; PARCELS];
        for (index, (low, high)) in places.iter().copied().enumerate() {
            let place = 1 << index;
            low_on[low as usize] |= place;
            high_on[high as usize] |= place;
            for (here, there) in [(low as usize, high), (high as usize, low)] {
                beside[here][neighbours[here]] = Beside { parcel: there, place: index as u8 };
                neighbours[here] += 1;
            }
        }
        let columns = 1 + parcels.iter().map(|parcel| parcel.square.col).max().unwrap_or(0);
        let rows = 1 + parcels.iter().map(|parcel| parcel.square.row).max().unwrap_or(0);
        Board { parcels, at, places, low_on, high_on, beside, columns, rows }
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

    /// The set of all places.
    pub(crate) fn all_places(&self) -> u64 {
        (1 << self.places.len()) - 1
    }

    /// The parcels of a place, the lower numbered first.
    #[inline(always)]
    pub(crate) fn parcels_of(&self, place: usize) -> [usize; 2] {
        let (low, high) = self.places[place];
        [low as usize, high as usize]
    }

    /// The squares of a place.
    #[inline]
    pub(crate) fn squares(&self, place: usize) -> [Square; 2] {
        let (low, high) = self.places[place];
        [self.parcels[low as usize].square, self.parcels[high as usize].square]
    }
}

/// Hashes the print of the parcels only: everything else follows from them.
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
