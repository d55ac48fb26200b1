//! Sets of squares as bits, one bit a square.

use std::ops::{BitAnd, BitOr, BitOrAssign, BitXor, Not, Shl, Shr};

/// A set of squares: the square of cell `n` is in it when bit `n` is set ([`Board`](crate::Board) numbers the cells).
pub(crate) type Cells = u128;

/// The bits of a set in the narrowest word that holds the board: most boards fit in 64 bits, which is twice as fast.
pub(crate) trait Word:
    Copy
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitOrAssign
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// No square.
    const NONE: Self;
    /// How many halves of 64 squares there are.
    const HALVES: usize;
    /// A value for each half.
    type ByHalf<T>: AsRef<[T]>;

    /// A single cell, which is below the number of bits.
    fn cell(cell: usize) -> Self;
    /// The bits of a set.
    fn of(cells: Cells) -> Self;
    /// The set again.
    fn cells(self) -> Cells;
    /// The squares of a half.
    fn half(self, half: usize) -> u64;
    /// Makes a value for each half.
    fn by_half<T>(value: impl FnMut(usize) -> T) -> Self::ByHalf<T>;
}

impl Word for u64 {
    const NONE: u64 = 0;
    const HALVES: usize = 1;
    type ByHalf<T> = [T; 1];

    #[inline(always)]
    fn cell(cell: usize) -> u64 {
        1 << (cell % 64)
    }

    #[inline(always)]
    fn of(cells: Cells) -> u64 {
        cells as u64
    }

    #[inline(always)]
    fn cells(self) -> Cells {
        self.into()
    }

    #[inline(always)]
    fn half(self, _: usize) -> u64 {
        self
    }

    #[inline(always)]
    fn by_half<T>(value: impl FnMut(usize) -> T) -> [T; 1] {
        std::array::from_fn(value)
    }
}

impl Word for u128 {
    const NONE: u128 = 0;
    const HALVES: usize = 2;
    type ByHalf<T> = [T; 2];

    #[inline(always)]
    fn cell(cell: usize) -> u128 {
        1 << (cell % 128)
    }

    #[inline(always)]
    fn of(cells: Cells) -> u128 {
        cells
    }

    #[inline(always)]
    fn cells(self) -> Cells {
        self
    }

    #[inline(always)]
    fn half(self, half: usize) -> u64 {
        (self >> (64 * half)) as u64
    }

    #[inline(always)]
    fn by_half<T>(value: impl FnMut(usize) -> T) -> [T; 2] {
        std::array::from_fn(value)
    }
}

/// The members of a set, ascending.
#[inline]
pub(crate) fn members(mut cells: Cells) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let next = (cells != 0).then(|| cells.trailing_zeros() as usize);
        cells &= cells.wrapping_sub(1);
        next
    })
}

/// The n-th member of a set, from 0.
#[inline]
pub(crate) fn nth(cells: Cells, n: u32) -> usize {
    let low = (cells as u64).count_ones();
    let (mut half, mut n, base) = if n < low { (cells as u64, n, 0) } else { ((cells >> 64) as u64, n - low, 64) };
    while n > 0 {
        half &= half.wrapping_sub(1);
        n -= 1;
    }
    base + half.trailing_zeros() as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nth_member_is_the_nth_of_all() {
        for cells in [1, 1 << 127, 0xf0f0 << 60, u128::MAX, 0b1011] {
            for (n, cell) in members(cells).enumerate() {
                assert_eq!(nth(cells, n as u32), cell);
            }
        }
    }
}
