//! The legal lays: for each pose, the squares on which its foot may stand.

use std::sync::LazyLock;

use crate::cells::{Bits, Cells, Part, Word, members, nth};
use crate::stone::{AROUND, FAMILIES, Pose, STONES, Stone};

/// The quarter turns of a pose. They are computed side by side, since they differ in the directions only.
pub(crate) const TURNS: usize = 4;

/// The most columns of a pose, and the most cubes of a column.
pub(crate) const THICKEST: usize = 4;

/// How many columns a pose can have: the foot with one to four cubes, and those of [`AROUND`].
pub(crate) const COLUMNS: usize = THICKEST + AROUND.len();

/// A set of families: family `n` is in it when bit `n` is set.
type FamilySet = u64;

/// The columns of a family in its first pose.
pub(crate) struct FamilyColumns {
    /// Which of its four turns are distinct poses: -1 for those, 0 for the others.
    turns: [i32; TURNS],
    /// Its columns, as indices into [`Columns`]. If there are fewer than four, the foot stands in for the rest.
    columns: [u8; THICKEST],
}

static FAMILY_COLUMNS: LazyLock<[FamilyColumns; FAMILIES]> = LazyLock::new(|| {
    std::array::from_fn(|family| {
        let pose = Pose::new(family, 0);
        let (foot, others) = pose.columns().split_first().expect("every pose has a foot");
        let mut columns = [foot.thickness - 1; THICKEST];
        for (column, other) in columns[1..].iter_mut().zip(others) {
            let around = AROUND.iter().position(|known| known == other).expect("so the first pose is chosen");
            *column = (THICKEST + around) as u8;
        }
        let turns = std::array::from_fn(|turn| if turn < usize::from(pose.turns()) { -1 } else { 0 });
        FamilyColumns { turns, columns }
    })
});

/// By stone: its families.
static FAMILIES_OF: LazyLock<[FamilySet; STONES]> = LazyLock::new(|| {
    let mut families = [0; STONES];
    for family in 0..FAMILIES {
        families[Pose::new(family, 0).stone().index()] |= 1 << family;
    }
    families
});

/// The stones in a hand, as the families of their poses.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Hand(FamilySet);

impl Hand {
    /// All eleven.
    pub(crate) const FULL: Hand = Hand((1 << FAMILIES) - 1);

    /// A single stone.
    pub(crate) fn of(stone: Stone) -> Hand {
        Hand(FAMILIES_OF[stone.index()])
    }

    /// Takes a stone out of it.
    #[inline]
    pub(crate) fn remove(&mut self, stone: Stone) {
        self.0 &= !FAMILIES_OF[stone.index()];
    }
}

/// Sets of squares for one part of a board, seen from the foot of a pose: by column (the foot, then those of
/// [`AROUND`]) and turn.
pub(crate) struct Columns<P>(pub(crate) [[P; TURNS]; COLUMNS]);

impl<P: Part> Columns<P> {
    /// For each turn of a family, the squares that are in the sets of all its columns.
    #[inline(always)]
    fn all(&self, family_columns: &FamilyColumns) -> [P; TURNS] {
        let [a, b, c, d] = family_columns.columns.map(|column| &self.0[usize::from(column) % COLUMNS]);
        std::array::from_fn(|turn| a[turn] & b[turn] & c[turn] & d[turn])
    }
}

/// A condition on a stone, besides that it fits.
pub(crate) struct Condition<W: Word> {
    /// The squares where a column has none of certain cubes.
    pub(crate) clear: W::ByPart<Columns<W::Part>>,
    /// Whether the stone must have one of those cubes; else it must have none.
    pub(crate) touching: bool,
}

/// The legal lays of a position.
#[derive(Clone)]
pub(crate) struct LegalLays {
    /// By half of the board (only wide boards have a second), family and turn: the squares on which the foot may stand.
    /// Only the families that are listed are up to date.
    squares: [[[u64; TURNS]; FAMILIES]; 2],
    /// By family: how many squares it and those listed before it have.
    ends: [u16; FAMILIES],
    listed: FamilySet,
    count: u32,
}

impl LegalLays {
    pub(crate) const NONE: LegalLays =
        LegalLays { squares: [[[0; TURNS]; FAMILIES]; 2], ends: [0; FAMILIES], listed: 0, count: 0 };

    #[inline]
    pub(crate) fn clear(&mut self) {
        (self.listed, self.count) = (0, 0);
    }

    /// Adds the lays of the stones of a hand: the squares on which the foot of each pose may stand, where its columns
    /// fit and the conditions hold. Stones must be added in their order.
    #[inline(always)]
    pub(crate) fn add<W: Word, const N: usize>(
        &mut self,
        hand: Hand,
        fitting: &W::ByPart<Columns<W::Part>>,
        conditions: &[Condition<W>; N],
    ) {
        let families: &[FamilyColumns; FAMILIES] = &FAMILY_COLUMNS;
        let mut count = self.count;
        let mut left = hand.0;
        while left != 0 {
            let family = left.trailing_zeros() as usize;
            left &= left - 1;
            let Some(family_columns) = families.get(family) else { break };
            for part in 0..W::PARTS {
                let mut squares = fitting.as_ref()[part].all(family_columns);
                for Condition { clear, touching } in conditions {
                    let clear = clear.as_ref()[part].all(family_columns);
                    let flip = if *touching { !W::Part::NONE } else { W::Part::NONE };
                    squares = std::array::from_fn(|turn| squares[turn] & (clear[turn] ^ flip));
                }
                squares = std::array::from_fn(|turn| squares[turn] & W::Part::mask(family_columns.turns[turn]));
                self.squares[part][family] = squares.map(Part::wide);
                count += Part::count(squares);
            }
            self.ends[family] = count as u16;
        }
        self.listed |= hand.0;
        self.count = count;
    }

    /// How many there are.
    #[inline]
    pub(crate) fn count(&self) -> u32 {
        self.count
    }

    /// The n-th: a pose, and the cell on which its foot stands.
    #[inline(always)]
    pub(crate) fn nth(&self, n: u32) -> Option<(Pose, usize)> {
        let mut left = self.listed;
        let mut start = 0;
        while left != 0 {
            let family = left.trailing_zeros() as usize;
            left &= left - 1;
            let end = u32::from(*self.ends.get(family)?);
            if n < end {
                return self.nth_of_family(family, n - start);
            }
            start = end;
        }
        None
    }

    #[inline(always)]
    fn nth_of_family(&self, family: usize, mut n: u32) -> Option<(Pose, usize)> {
        for turn in 0..TURNS {
            let squares = self.squares(family, turn);
            let here = squares.count_ones();
            if n < here {
                return Some((Pose::new(family, turn), nth(squares, n)));
            }
            n -= here;
        }
        None
    }

    /// Each of them, ascending.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (Pose, usize)> {
        members(self.listed.into()).flat_map(move |family| {
            (0..TURNS).flat_map(move |turn| members(self.squares(family, turn)).map(move |cell| (Pose::new(family, turn), cell)))
        })
    }

    #[inline(always)]
    fn squares(&self, family: usize, turn: usize) -> Cells {
        let [low, high] = [0, 1].map(|half| Cells::from(self.squares[half][family][turn]));
        high << 64 | low
    }
}
