//! Blocks, and sets of them.

use std::fmt;

use tablee_core::pairs::pairs;

/// How many marks there are (C1): 1 to 6.
pub const MARKS: u8 = 6;

/// How many blocks a colour owns: every unordered pair of marks once (C1).
pub const BLOCKS: usize = 21;

/// A block: an unordered pair of marks. Which colour it is of, its owner knows.
///
/// Ordered by the higher mark, then the lower; written `5-3`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Block(u8);

/// The marks of each block.
const HALVES: [(u8, u8); BLOCKS] = pairs(1);

impl Block {
    /// The block with these marks, in either order; none if one is not from 1 to 6.
    pub const fn new(a: u8, b: u8) -> Option<Block> {
        let (high, low) = if a > b { (a, b) } else { (b, a) };
        if low == 0 || high > MARKS { None } else { Some(Block(high * (high - 1) / 2 + low - 1)) }
    }

    /// The block of this index: they are numbered in their order.
    #[inline]
    pub(crate) const fn from_index(index: u8) -> Block {
        Block(index)
    }

    /// Its number in the order of blocks.
    #[inline]
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }

    /// Every block of a colour, ascending.
    pub fn all() -> impl Iterator<Item = Block> + Clone {
        (0..BLOCKS as u8).map(Block)
    }

    /// Its higher mark.
    #[inline]
    pub const fn high(self) -> u8 {
        HALVES[self.index()].0
    }

    /// Its lower mark.
    #[inline]
    pub const fn low(self) -> u8 {
        HALVES[self.index()].1
    }

    /// Whether both halves are alike.
    #[inline]
    pub const fn is_double(self) -> bool {
        self.high() == self.low()
    }
}

impl fmt::Display for Block {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.high(), self.low())
    }
}

/// A set of blocks of one colour: a hand, what is left in a bag, what fits somewhere.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Blocks(u32);

impl Blocks {
    pub(crate) const NONE: Blocks = Blocks(0);
    pub(crate) const ALL: Blocks = Blocks((1 << BLOCKS) - 1);
    /// The blocks whose halves are alike.
    const DOUBLES: Blocks = Blocks(doubles());

    #[inline]
    pub(crate) fn contains(self, block: Block) -> bool {
        self.0 >> block.index() & 1 == 1
    }

    #[inline]
    pub(crate) fn insert(&mut self, block: Block) {
        self.0 |= 1 << block.index();
    }

    #[inline]
    pub(crate) fn remove(&mut self, block: Block) {
        self.0 &= !(1 << block.index());
    }

    #[inline]
    pub(crate) fn len(self) -> u32 {
        self.0.count_ones()
    }

    #[inline]
    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline]
    pub(crate) fn union(self, other: Blocks) -> Blocks {
        Blocks(self.0 | other.0)
    }

    #[inline]
    pub(crate) fn without(self, other: Blocks) -> Blocks {
        Blocks(self.0 & !other.0)
    }

    /// Its members, ascending.
    #[inline]
    pub(crate) fn iter(self) -> impl Iterator<Item = Block> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let next = (left != 0).then(|| Block(left.trailing_zeros() as u8));
            left &= left.wrapping_sub(1);
            next
        })
    }

    /// The n-th of its members, from 0; there are more than n.
    #[inline]
    pub(crate) fn nth(self, n: u32) -> Block {
        let mut left = self.0;
        for _ in 0..n {
            left &= left.wrapping_sub(1);
        }
        Block::from_index(left.trailing_zeros() as u8)
    }

    /// Those with one half of these marks, whatever the other.
    #[inline]
    pub(crate) fn with_half(self, half: Marks) -> Blocks {
        Blocks(self.0 & (HIGHER.of(half) | LOWER.of(half)))
    }

    /// Those whose higher half is of the first marks and whose lower is of the second.
    #[inline]
    pub(crate) fn with_halves(self, higher: Marks, lower: Marks) -> Blocks {
        Blocks(self.0 & HIGHER.of(higher) & LOWER.of(lower))
    }

    /// The blocks whose halves differ.
    #[inline]
    pub(crate) fn without_doubles(self) -> Blocks {
        self.without(Blocks::DOUBLES)
    }
}

impl FromIterator<Block> for Blocks {
    fn from_iter<I: IntoIterator<Item = Block>>(blocks: I) -> Blocks {
        let mut set = Blocks::NONE;
        blocks.into_iter().for_each(|block| set.insert(block));
        set
    }
}

/// A set of marks, mark 1 in the lowest of six bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Marks(u8);

impl Marks {
    pub(crate) const ALL: Marks = Marks((1 << MARKS) - 1);

    /// The set in the lowest six of these bits.
    #[inline]
    pub(crate) fn from_bits(bits: u32) -> Marks {
        Marks(bits as u8 & Marks::ALL.0)
    }

    #[inline]
    pub(crate) fn and(self, other: Marks) -> Marks {
        Marks(self.0 & other.0)
    }
}

/// For each set of marks, the blocks that have a certain half in it.
struct ByMarks([u32; 64]);

impl ByMarks {
    #[inline]
    fn of(&self, marks: Marks) -> u32 {
        self.0[(marks.0 & Marks::ALL.0) as usize]
    }
}

static HIGHER: ByMarks = by_marks(true);
static LOWER: ByMarks = by_marks(false);

const fn by_marks(higher: bool) -> ByMarks {
    let mut table = [0; 64];
    let mut set = 0;
    while set < 64 {
        let mut index = 0;
        while index < BLOCKS {
            let mark = if higher { HALVES[index].0 } else { HALVES[index].1 };
            if set >> (mark - 1) & 1 == 1 {
                table[set] |= 1 << index;
            }
            index += 1;
        }
        set += 1;
    }
    ByMarks(table)
}

const fn doubles() -> u32 {
    let (mut set, mut index) = (0, 0);
    while index < BLOCKS {
        if HALVES[index].0 == HALVES[index].1 {
            set |= 1 << index;
        }
        index += 1;
    }
    set
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_numbered_in_their_order() {
        let all: Vec<_> = Block::all().collect();
        assert!(all.is_sorted());
        for (index, block) in all.iter().enumerate() {
            assert_eq!(block.index(), index);
            assert_eq!(Block::new(block.low(), block.high()), Some(*block));
        }
        assert_eq!((Block::new(0, 3), Block::new(7, 3)), (None, None));
    }

    #[test]
    fn sets_of_blocks_are_what_their_names_say() {
        let marks = |list: &[u8]| Marks(list.iter().map(|mark| 1 << (mark - 1)).sum());
        for block in Block::all() {
            let only: Blocks = [block].into_iter().collect();
            assert_eq!(only.nth(0), block);
            assert_eq!(only.without_doubles().is_empty(), block.is_double());
            assert_eq!(Blocks::ALL.with_halves(marks(&[block.high()]), marks(&[block.low()])), only);
            assert_eq!(Blocks::ALL.with_half(marks(&[block.low()])).len(), 6);
            assert!(Blocks::ALL.with_half(marks(&[block.low()])).contains(block));
        }
        assert_eq!(Blocks::ALL.iter().count(), BLOCKS);
        assert_eq!(Blocks::ALL.without_doubles().len(), 15);
    }
}
