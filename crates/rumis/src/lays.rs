//! What may be laid: for each pose, the squares on which its foot may stand.

use std::sync::LazyLock;

use crate::cells::{Cells, Part, Word, members, nth};
use crate::stone::{AROUND, FAMILIES, Pose, STONES, Stone};

/// A pose and its quarter turns: computed side by side, since what holds for one holds for the others with the directions turned.
pub(crate) const TURNS: usize = 4;

/// The most columns of a pose besides its foot.
const OTHERS: usize = 3;

/// Sets of squares by column around the foot: those of [`AROUND`], and after them the empty column.
pub(crate) const COLUMNS: usize = 16;

/// A set of families: family `n` is in it when bit `n` is set.
type FamilySet = u64;

/// The columns of a family in its first pose.
#[derive(Clone, Copy)]
pub(crate) struct Plan {
    /// Which of its four turns are poses of their own: all bits, or none.
    turns: [u64; TURNS],
    /// How thick the foot is, less one.
    foot: u8,
    /// The others, as indices into [`AROUND`].
    others: [u8; OTHERS],
}

static PLANS: LazyLock<[Plan; FAMILIES]> = LazyLock::new(|| {
    std::array::from_fn(|family| {
        let pose = Pose::new(family, 0);
        let mut others = [AROUND.len() as u8; OTHERS];
        for (other, column) in others.iter_mut().zip(&pose.columns()[1..]) {
            *other = AROUND.iter().position(|known| known == column).expect("so the first pose is chosen") as u8;
        }
        let turns = std::array::from_fn(|turn| if turn < usize::from(pose.turns()) { u64::MAX } else { 0 });
        Plan { turns, foot: pose.columns()[0].thickness - 1, others }
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

/// Sets of squares for all columns that a pose can have, seen from its foot, for one part of a board.
pub(crate) struct Columns<P> {
    /// By thickness of the foot, less one.
    pub(crate) foot: [P; 4],
    /// By column around it, and turn of the pose.
    pub(crate) around: [[P; TURNS]; COLUMNS],
}

impl<P: Part> Columns<P> {
    /// For each turn of a family, the squares that are in the sets of all its columns.
    #[inline(always)]
    pub(crate) fn all(&self, plan: &Plan) -> [P; TURNS] {
        let foot = self.foot[usize::from(plan.foot) % 4];
        let [a, b, c] = plan.others.map(|other| &self.around[usize::from(other) % COLUMNS]);
        std::array::from_fn(|turn| foot & a[turn] & b[turn] & c[turn])
    }
}

/// What may be laid now.
#[derive(Clone)]
pub(crate) struct Lays {
    /// By half of the board (only wide boards have a second), family and turn: the squares on which the foot may stand. Only the
    /// families that are listed are up to date.
    squares: [[[u64; TURNS]; FAMILIES]; 2],
    /// By family: how many squares these are.
    counts: [u16; FAMILIES],
    listed: FamilySet,
    count: u32,
}

impl Lays {
    pub(crate) const NONE: Lays = Lays { squares: [[[0; TURNS]; FAMILIES]; 2], counts: [0; FAMILIES], listed: 0, count: 0 };

    /// Forgets all.
    #[inline]
    pub(crate) fn clear(&mut self) {
        (self.listed, self.count) = (0, 0);
    }

    /// Adds, for the stones of a hand, the squares on which the foot of each pose may stand: by part of the board and plan.
    #[inline(always)]
    pub(crate) fn add<W: Word>(&mut self, hand: Hand, squares: impl Fn(usize, &Plan) -> [W::Part; TURNS]) {
        let plans: &[Plan; FAMILIES] = &PLANS;
        let mut left = hand.0;
        while left != 0 {
            let family = left.trailing_zeros() as usize;
            left &= left - 1;
            let Some(plan) = plans.get(family) else { break };
            let mut count = 0;
            for part in 0..W::PARTS {
                let squares = squares(part, plan);
                let squares: [W::Part; TURNS] = std::array::from_fn(|turn| squares[turn] & W::Part::narrow(plan.turns[turn]));
                self.squares[part][family] = squares.map(Part::wide);
                count += Part::count(squares);
            }
            self.counts[family] = count as u16;
            self.count += count;
        }
        self.listed |= hand.0;
    }

    /// How many there are.
    #[inline]
    pub(crate) fn count(&self) -> u32 {
        self.count
    }

    /// The n-th: a pose, and the cell on which its foot stands.
    #[inline(always)]
    pub(crate) fn nth(&self, mut n: u32) -> Option<(Pose, usize)> {
        let mut left = self.listed;
        while left != 0 {
            let family = left.trailing_zeros() as usize;
            left &= left - 1;
            let here = u32::from(*self.counts.get(family)?);
            if n < here {
                return self.nth_of_family(family, n);
            }
            n -= here;
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
