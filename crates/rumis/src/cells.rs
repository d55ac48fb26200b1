//! Sets of squares as bits, one bit a square.

use std::ops::{BitAnd, BitOr, BitOrAssign, BitXor, Not, Shl, Shr};

/// A set of squares: the square of cell `n` is in it when bit `n` is set ([`Board`](crate::Board) numbers the cells).
pub(crate) type Cells = u128;

/// The bits of a set in the narrowest word that holds the board: half the bits are twice as fast.
pub(crate) trait Word: Bits + BitOrAssign + Shl<u32, Output = Self> + Shr<u32, Output = Self> {
    /// What vector units work on: the word itself, or one of its halves.
    type Part: Part;
    /// How many parts a word has.
    const PARTS: usize;
    /// Whether four of them are one vector, so that looking in four directions takes as long as looking in one.
    const SIDE_BY_SIDE: bool;
    /// A value for each part.
    type ByPart<T>: AsRef<[T]>;

    /// A single cell, which is below the number of bits.
    fn cell(cell: usize) -> Self;
    /// The bits of a set.
    fn of(cells: Cells) -> Self;
    /// Back to the set.
    fn cells(self) -> Cells;
    /// The squares of a part.
    fn part(self, part: usize) -> Self::Part;
    /// Four sets as seen one square away: each from its own direction, from the east to the left.
    #[inline(always)]
    fn beside([a, b, c, d]: [Self; 4], steps: &Steps) -> [Self; 4] {
        [a >> steps.stride, b >> 1, c << steps.stride, d << 1]
    }
    /// The same two squares away.
    #[inline(always)]
    fn beyond([a, b, c, d]: [Self; 4], steps: &Steps) -> [Self; 4] {
        [a >> (2 * steps.stride), b >> 2, c << (2 * steps.stride), d << 2]
    }
    /// The same across a corner, from the north-east to the left.
    #[inline(always)]
    fn across([a, b, c, d]: [Self; 4], steps: &Steps) -> [Self; 4] {
        let (more, less) = (steps.stride + 1, steps.stride - 1);
        [a >> more, b << less, c << more, d >> less]
    }
    /// Makes a value for each part.
    fn by_part<T>(value: impl FnMut(usize) -> T) -> Self::ByPart<T>;
}

/// By how many bits sets are shifted to see what lies next to each square.
pub(crate) struct Steps {
    /// The step to the east; the one to the north is 1.
    stride: u32,
    beside: Shifts,
    beyond: Shifts,
    across: Shifts,
}

/// By how many bits each of four sets is shifted down, or up. It is 0 for one of the two, so that vector units can do
/// both to all four.
struct Shifts {
    down: [u32; 4],
    up: [u32; 4],
}

impl Steps {
    pub(crate) fn new(stride: u32) -> Steps {
        let straight = |far: u32| Shifts { down: [far * stride, far, 0, 0], up: [0, 0, far * stride, far] };
        let across = Shifts { down: [stride + 1, 0, 0, stride - 1], up: [0, stride - 1, stride + 1, 0] };
        Steps { stride, beside: straight(1), beyond: straight(2), across }
    }
}

impl Shifts {
    #[inline(always)]
    fn shift(&self, sets: [u32; 4]) -> [u32; 4] {
        std::array::from_fn(|n| sets[n] >> (self.down[n] % 32) << (self.up[n] % 32))
    }
}

/// Sets of squares that are combined square by square.
pub(crate) trait Bits:
    Copy + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self> + Not<Output = Self>
{
    /// The empty set.
    const NONE: Self;
}

/// A word, or a half of one, of which four are worked on side by side.
pub(crate) trait Part: Bits {
    /// The same in 64 bits.
    fn wide(self) -> u64;
    /// All squares for -1, none for 0.
    fn mask(all: i32) -> Self;
    /// How many squares four sets have in total.
    fn count(sets: [Self; 4]) -> u32;
}

impl Bits for u32 {
    const NONE: u32 = 0;
}

impl Bits for u64 {
    const NONE: u64 = 0;
}

impl Bits for u128 {
    const NONE: u128 = 0;
}

/// Four sets, worked on side by side.
#[derive(Clone, Copy)]
pub(crate) struct Four<B>(pub(crate) [B; 4]);

impl<B: Bits> Bits for Four<B> {
    const NONE: Four<B> = Four([B::NONE; 4]);
}

impl<B: Bits> BitAnd for Four<B> {
    type Output = Four<B>;

    #[inline(always)]
    fn bitand(self, other: Four<B>) -> Four<B> {
        Four(std::array::from_fn(|n| self.0[n] & other.0[n]))
    }
}

impl<B: Bits> BitOr for Four<B> {
    type Output = Four<B>;

    #[inline(always)]
    fn bitor(self, other: Four<B>) -> Four<B> {
        Four(std::array::from_fn(|n| self.0[n] | other.0[n]))
    }
}

impl<B: Bits> BitXor for Four<B> {
    type Output = Four<B>;

    #[inline(always)]
    fn bitxor(self, other: Four<B>) -> Four<B> {
        Four(std::array::from_fn(|n| self.0[n] ^ other.0[n]))
    }
}

impl<B: Bits> Not for Four<B> {
    type Output = Four<B>;

    #[inline(always)]
    fn not(self) -> Four<B> {
        Four(self.0.map(|set| !set))
    }
}

impl Part for u32 {
    #[inline(always)]
    fn wide(self) -> u64 {
        self.into()
    }

    #[inline(always)]
    fn mask(all: i32) -> u32 {
        all as u32
    }

    #[inline(always)]
    fn count([a, b, c, d]: [u32; 4]) -> u32 {
        // Two at a time.
        let pair = |low: u32, high: u32| u64::from(high) << 32 | u64::from(low);
        pair(a, b).count_ones() + pair(c, d).count_ones()
    }
}

impl Part for u64 {
    #[inline(always)]
    fn wide(self) -> u64 {
        self
    }

    #[inline(always)]
    fn mask(all: i32) -> u64 {
        i64::from(all) as u64
    }

    #[inline(always)]
    fn count(sets: [u64; 4]) -> u32 {
        sets.iter().map(|set| set.count_ones()).sum()
    }
}

/// A word that is its own and only part.
macro_rules! whole_word {
    ($word:ty $(, $own:item)*) => {
        impl Word for $word {
            $($own)*

            type Part = $word;
            const PARTS: usize = 1;
            const SIDE_BY_SIDE: bool = <$word>::BITS == 32;
            type ByPart<T> = [T; 1];

            #[inline(always)]
            fn cell(cell: usize) -> $word {
                1 << (cell % <$word>::BITS as usize)
            }

            #[inline(always)]
            fn of(cells: Cells) -> $word {
                cells as $word
            }

            #[inline(always)]
            fn cells(self) -> Cells {
                self.into()
            }

            #[inline(always)]
            fn part(self, _: usize) -> $word {
                self
            }

            #[inline(always)]
            fn by_part<T>(value: impl FnMut(usize) -> T) -> [T; 1] {
                std::array::from_fn(value)
            }
        }
    };
}

whole_word!(
    u32,
    #[inline(always)]
    fn beside(sets: [u32; 4], steps: &Steps) -> [u32; 4] {
        steps.beside.shift(sets)
    },
    #[inline(always)]
    fn beyond(sets: [u32; 4], steps: &Steps) -> [u32; 4] {
        steps.beyond.shift(sets)
    },
    #[inline(always)]
    fn across(sets: [u32; 4], steps: &Steps) -> [u32; 4] {
        steps.across.shift(sets)
    }
);
whole_word!(u64);

impl Word for u128 {
    type Part = u64;
    const PARTS: usize = 2;
    const SIDE_BY_SIDE: bool = false;
    type ByPart<T> = [T; 2];

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
    fn part(self, part: usize) -> u64 {
        (self >> (64 * part)) as u64
    }

    #[inline(always)]
    fn by_part<T>(value: impl FnMut(usize) -> T) -> [T; 2] {
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
#[inline(always)]
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
