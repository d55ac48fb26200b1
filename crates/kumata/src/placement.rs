//! What may be laid where, kept up to date as sets of places instead of searched for again.

use crate::board::{Board, PARCELS};
use crate::set::Domino;

/// The top of a parcel, as seen from above.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Top {
    /// The visible value; 0 is empty.
    pub(crate) value: u8,
    /// The number of the seat whose clan it shows, or [`NOBODY`].
    pub(crate) owner: u8,
    /// Its level, 1 being the board (K30), and [`TOTEM`] if its domino bears one.
    pub(crate) ground: u8,
    /// A number that the two halves of one domino share, and nothing else. Each bare parcel has its own number,
    /// because two of them are never one domino.
    pub(crate) piece: u8,
}

/// Marks the ground on which nothing may be laid any more (K22). No building is as high as this.
pub(crate) const TOTEM: u8 = 0x80;

/// The owner of parcels of a clan that nobody plays (K5).
pub(crate) const NOBODY: u8 = u8::MAX;

/// The pieces below this number are dominoes: 16 for each seat.
pub(crate) const BARE: u8 = 64;

/// The places where a domino may be laid, by the value of each of its halves.
///
/// A domino with the values a and b fits at `open & low[a] & high[b]`, and the other way round at `open & low[b] &
/// high[a]`. Laying one changes two parcels, and so only the places that touch them.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Fits {
    /// The places on two parcels of one height, not of one domino, without totem (K13, K19–K22).
    pub(crate) open: u64,
    /// By value: the places whose lower parcel takes a half of that value (K14–K16), and those whose higher does. A
    /// sixth set is empty: there the flip side of a double goes, without a branch.
    low: [u64; 6],
    high: [u64; 5],
}

impl Fits {
    /// The places of a bare board.
    pub(crate) fn new(board: &Board, tops: &[Top; PARCELS]) -> Fits {
        let all = board.all_places();
        let mut fits = Fits { open: all, low: [all, all, all, all, all, 0], high: [all; 5] };
        for (parcel, top) in tops.iter().enumerate() {
            fits.set_value(board, parcel, top.value);
        }
        fits
    }

    /// Where a domino may be laid: with its higher value on the lower parcel, and flipped. A double has no flip side.
    #[inline(always)]
    pub(crate) fn of(&self, domino: Domino) -> [u64; 2] {
        let (a, b) = (domino.high() as usize, domino.low() as usize);
        [self.open & self.low[a] & self.high[b], self.open & self.low[domino.flip_side() as usize] & self.high[a]]
    }

    /// Whether a half of this value could lie anywhere, whatever its other half.
    pub(crate) fn takes_half(&self, value: u8) -> bool {
        let value = usize::from(value).min(4);
        self.open & (self.low[value] | self.high[value]) != 0
    }

    #[inline(always)]
    fn set_value(&mut self, board: &Board, parcel: usize, value: u8) {
        let (low_on, high_on) = (board.low_on[parcel], board.high_on[parcel]);
        // An empty half goes anywhere (K15), so the sets of value 0 never change.
        for half in 1..5 {
            let takes = all_if(value == 0 || value == half);
            let half = half as usize;
            self.low[half] = self.low[half] & !low_on | low_on & takes;
            self.high[half] = self.high[half] & !high_on | high_on & takes;
        }
    }

    /// Updates the sets after a domino was laid on two parcels. They showed the values `before`; `tops` has their new
    /// tops.
    #[inline(always)]
    pub(crate) fn lay(&mut self, board: &Board, tops: &[Top; PARCELS], parcels: [usize; 2], before: [u8; 2]) {
        let mut touched = 0;
        let mut open = 0;
        for (parcel, before) in parcels.into_iter().zip(before) {
            let top = tops[parcel];
            // Most halves cover their own value, which changes nothing for the halves to come.
            if top.value != before {
                self.set_value(board, parcel, top.value);
            }
            touched |= board.low_on[parcel] | board.high_on[parcel];
            for beside in &board.beside[parcel] {
                let other = tops[beside.parcel as usize].ground;
                let obstacle = (other ^ top.ground) | ((other | top.ground) & TOTEM);
                // A shift instead of a branch: a processor cannot predict whether two parcels are level.
                open |= u64::from(obstacle == 0) << beside.place;
            }
        }
        // The two parcels themselves are level, but of one domino (K21).
        let [a, b] = parcels;
        let itself = (board.low_on[a] & board.high_on[b]) | (board.low_on[b] & board.high_on[a]);
        self.open = self.open & !touched | open & touched & !itself;
    }
}

/// The whole set, or none of it.
#[inline]
fn all_if(condition: bool) -> u64 {
    u64::from(condition).wrapping_neg()
}

/// By byte and n: where its n-th bit is.
const NTH_OF_BYTE: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut n) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[byte][n] = bit;
                n += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// The n-th member of a set, which has more than n.
///
/// The counts of all bytes are summed up from below in one multiplication; the bytes whose sum is at most n are
/// skipped.
#[inline(always)]
pub(crate) fn nth(set: u64, n: u32) -> usize {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const TOPS: u64 = 0x8080_8080_8080_8080;
    let pairs = set - (set >> 1 & 0x5555_5555_5555_5555);
    let nibbles = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let sums = ((nibbles + (nibbles >> 4)) & 0x0f0f_0f0f_0f0f_0f0f).wrapping_mul(ONES);
    let skipped = ((u64::from(n).wrapping_mul(ONES) | TOPS) - sums) & TOPS;
    let byte = 8 * skipped.count_ones();
    let before = ((sums << 8) >> byte & 0xff) as u32;
    let bits = (set >> byte & 0xff) as usize;
    byte as usize + NTH_OF_BYTE[bits][(n - before) as usize & 7] as usize
}

/// The members of a set, ascending.
#[inline]
pub(crate) fn members(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let next = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        next
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nth_finds_every_member() {
        for set in [1, u64::MAX, 0x8000_0000_0000_0001, 0x0123_4567_89ab_cdef] {
            let listed: Vec<_> = members(set).collect();
            assert_eq!(listed.len() as u32, set.count_ones());
            for (n, member) in listed.into_iter().enumerate() {
                assert_eq!(nth(set, n as u32), member);
            }
        }
    }
}
