//! What may be laid where.

use std::ops::ControlFlow;

use crate::block::{Blocks, MARKS, Marks};
use crate::moves::{Cube, Lay};
use crate::open_table::{OpenTable, SOURCE};

/// Two cubes where a block may be laid, if its marks are among those allowed.
#[derive(Clone, Copy)]
pub(crate) struct Placement {
    /// The cubes, ascending.
    pub(crate) cubes: [Cube; 2],
    /// The marks that each may have.
    allowed: [Marks; 2],
}

impl Placement {
    /// The placement on two cubes, whichever comes first.
    #[inline]
    fn new(a: (Cube, Marks), b: (Cube, Marks)) -> Placement {
        let (first, second) = if a.0 < b.0 { (a, b) } else { (b, a) };
        Placement { cubes: [first.0, second.0], allowed: [first.1, second.1] }
    }

    /// Which of some blocks may be laid with the higher mark on the first cube.
    #[inline]
    pub(crate) fn fitting(&self, blocks: Blocks) -> Blocks {
        blocks.with_halves(self.allowed[0], self.allowed[1])
    }

    /// Which may be laid with the higher mark on the second cube. A double is the same block either way.
    #[inline]
    pub(crate) fn fitting_reversed(&self, blocks: Blocks) -> Blocks {
        blocks.with_halves(self.allowed[1], self.allowed[0]).without_doubles()
    }
}

impl OpenTable {
    /// Whether any of some blocks can be laid.
    #[inline]
    pub(crate) fn takes_any(&self, blocks: Blocks) -> bool {
        self.placements(blocks, |placement| {
            let fits = placement.fitting(blocks).union(placement.fitting_reversed(blocks));
            if fits.is_empty() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })
        .is_break()
    }

    /// Whether any of some blocks can be laid on a block of the table. Slow: for showing, not for playing.
    pub(crate) fn takes_any_on(&self, lay: Lay, blocks: Blocks) -> bool {
        let is_on = |cube: &Cube| lay.cubes().contains(&Cube::at(cube.spot(), cube.z() - 1));
        self.placements(blocks, |placement| {
            let fits = placement.fitting(blocks).union(placement.fitting_reversed(blocks));
            let found = !fits.is_empty() && placement.cubes.iter().any(is_on);
            if found { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
        .is_break()
    }

    /// Visits every placement where one of some blocks might be laid, none twice, until the visitor has seen enough.
    #[inline]
    pub(crate) fn placements(&self, blocks: Blocks, mut visit: impl FnMut(Placement) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.is_bare() {
            return visit(Placement { cubes: SOURCE, allowed: [Marks::ALL; 2] });
        }
        self.first_rank(blocks, &mut visit)?;
        self.higher_ranks(blocks, &mut visit)
    }

    /// On the table: standing or lying beside the source or an open end (C9–C11).
    #[inline]
    fn first_rank(&self, blocks: Blocks, visit: &mut impl FnMut(Placement) -> ControlFlow<()>) -> ControlFlow<()> {
        for (number, column) in self.columns() {
            if !column.foot.is_open() || blocks.with_half(column.bottom()).is_empty() {
                continue;
            }
            for side in (0..4).filter(|side| column.beside[*side] == 0) {
                let spot = column.spot.beside()[side];
                let beside = self.beside_bare_side(number, side);
                // A spot between two open ends is theirs only once.
                if self.first_open(beside) != Some(number) {
                    continue;
                }
                let around = self.allowed_between(beside);
                let (lower, upper) = (Marks::from_bits(around), Marks::from_bits(around >> MARKS));
                if blocks.with_half(lower).is_empty() {
                    continue;
                }
                let here = (Cube::at(spot, 1), lower);
                visit(Placement::new(here, (Cube::at(spot, 2), upper)))?;
                for other in (0..4).filter(|side| beside[*side] == 0).map(|side| spot.beside()[side]) {
                    if self.is_apart(other) {
                        visit(Placement::new(here, (Cube::at(other, 1), Marks::ALL)))?;
                        continue;
                    }
                    let beyond = self.beside_bare(other);
                    // If both halves are at an open end, the pair is seen from both: once is enough.
                    if other < spot && self.first_open(beyond).is_some() {
                        continue;
                    }
                    let marks = Marks::from_bits(self.allowed_between(beyond));
                    visit(Placement::new(here, (Cube::at(other, 1), marks)))?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// The first of some columns to which first-rank blocks may be attached.
    #[inline]
    fn first_open(&self, beside: [u8; 4]) -> Option<u8> {
        beside.into_iter().find(|number| self.column(*number).foot.is_open())
    }

    /// On other blocks (C12–C15): lying on two columns of one height, standing on the second rank.
    ///
    /// These are all cases: columns of one height with first-rank tops are both of lying or both of standing
    /// blocks, since one cube makes a height of 1 and two make 2.
    #[inline]
    fn higher_ranks(&self, blocks: Blocks, visit: &mut impl FnMut(Placement) -> ControlFlow<()>) -> ControlFlow<()> {
        for (_, column) in self.columns() {
            // For most columns the top alone decides; only for the others look around.
            if column.rank == 3 || blocks.with_half(column.top()).is_empty() {
                continue;
            }
            let [lower, upper] = self.allowed_on(column);
            if blocks.with_half(lower).is_empty() {
                continue;
            }
            let z = column.height + 1;
            let here = (Cube::at(column.spot, z), lower);
            if column.rank == 2 {
                visit(Placement::new(here, (Cube::at(column.spot, z + 1), upper)))?;
            }
            // North and east: the pairs to the south and west are seen from there.
            for other in column.beside[..2].iter().map(|number| self.column(*number)) {
                if other.height == column.height && other.rank < 3 {
                    visit(Placement::new(here, (Cube::at(other.spot, z), self.allowed_on(other)[0])))?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}
