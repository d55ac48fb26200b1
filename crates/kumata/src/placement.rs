//! What may be laid where, kept up to date as sets of placements instead of searched for again.

use crate::board::{Board, PARCELS};
use crate::set::Domino;

/// What one sees of a parcel from above.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Top {
    /// The visible value; 0 is empty.
    pub(crate) value: u8,
    /// The number of the seat whose clan it shows, or [`NOBODY`].
    pub(crate) owner: u8,
    /// Its level: 1 is the board (K30).
    pub(crate) level: u8,
    /// What it is a half of: the same number for the two halves of one domino and for nothing else. Bare parcels have
    /// numbers of their own, since two of them are never one domino.
    pub(crate) piece: u8,
}

/// The owner of parcels of a clan that nobody plays (K5).
pub(crate) const NOBODY: u8 = u8::MAX;

/// The pieces below this number are dominoes: 16 for each seat.
pub(crate) const BARE: u8 = 64;

/// The placements where a domino may be laid, by what each of its halves is.
///
/// A domino with the values a and b fits exactly at `open & first[a] & second[b]`. Laying one changes two parcels, and so only
/// the placements that touch them.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Fits {
    /// The placements on two parcels of one height, not of one domino, without totem (K13, K19–K22).
    open: u128,
    /// By value from 1: the placements whose first parcel takes a half of that value (K14, K16). An empty half goes anywhere (K15).
    first: [u128; 4],
    second: [u128; 4],
}

impl Fits {
    /// The placements on a bare board.
    pub(crate) fn new(board: &Board, tops: &[Top; PARCELS]) -> Fits {
        let mut fits = Fits { open: board.all, first: [0; 4], second: [0; 4] };
        for (parcel, top) in tops.iter().enumerate() {
            fits.set_value(board, parcel, top.value);
        }
        fits
    }

    /// The placements where a domino may be laid; the first half is the higher value. A double has each only once (the parcels ascending).
    #[inline]
    pub(crate) fn of(&self, board: &Board, domino: Domino) -> u128 {
        let (high, low) = (domino.high(), domino.low());
        let mut placements = self.open;
        if high > 0 {
            placements &= self.first[high as usize - 1];
        }
        if low > 0 {
            placements &= self.second[low as usize - 1];
        }
        if high == low { placements & board.ascending } else { placements }
    }

    #[inline]
    fn set_value(&mut self, board: &Board, parcel: usize, value: u8) {
        let (first_on, second_on) = (board.first_on[parcel], board.second_on[parcel]);
        for half in 1..=4 {
            let index = half as usize - 1;
            if value == 0 || value == half {
                self.first[index] |= first_on;
                self.second[index] |= second_on;
            } else {
                self.first[index] &= !first_on;
                self.second[index] &= !second_on;
            }
        }
    }

    /// Takes in that a domino was laid on two parcels, whose new tops are in `tops`.
    #[inline]
    pub(crate) fn lay(
        &mut self,
        board: &Board,
        tops: &[Top; PARCELS],
        parcels: [usize; 2],
        before: [u8; 2],
        totem: bool,
        totems: u64,
    ) {
        for (parcel, before) in parcels.into_iter().zip(before) {
            let top = tops[parcel];
            // A half that covers its own value changes nothing for the halves to come.
            if top.value != before {
                self.set_value(board, parcel, top.value);
            }
            if totem {
                self.open &= !(board.first_on[parcel] | board.second_on[parcel]);
                continue;
            }
            let mut open = 0;
            for beside in board.beside[parcel] {
                let other = tops[beside.parcel as usize];
                let level = other.level == top.level && other.piece != top.piece;
                if level && totems >> beside.parcel & 1 == 0 {
                    open |= beside.placements;
                }
            }
            self.open = self.open & !(board.first_on[parcel] | board.second_on[parcel]) | open;
        }
    }
}

/// The n-th member of a set of placements.
#[inline]
pub(crate) fn nth(placements: u128, n: u32) -> usize {
    let low = (placements as u64).count_ones();
    let (mut half, mut n, base) = if n < low { (placements as u64, n, 0) } else { ((placements >> 64) as u64, n - low, 64) };
    while n > 0 {
        half &= half - 1;
        n -= 1;
    }
    base + half.trailing_zeros() as usize
}

/// The members of a set, ascending.
pub(crate) fn members(mut set: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let next = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        next
    })
}
