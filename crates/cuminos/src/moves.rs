//! Cubes of space, how a block is laid on two of them, and moves.

use std::fmt;
use std::str::FromStr;

use tablee_core::geometry::Point;

use crate::block::Block;

/// A column of space over one point of the table, whatever is in it.
///
/// Both coordinates in one number, each in a byte with [`Spot::MIDDLE`] for 0, so that spots are ordered by x, then y.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Spot(u16);

impl Spot {
    const MIDDLE: i16 = 128;
    /// Where the source stands.
    pub(crate) const SOURCE: Spot = Spot((Spot::MIDDLE as u16) << 8 | Spot::MIDDLE as u16);

    pub(crate) const fn new(x: i16, y: i16) -> Spot {
        Spot(((x + Spot::MIDDLE) as u16) << 8 | (y + Spot::MIDDLE) as u16)
    }

    /// The four spots beside it: north, east, south, west. The side opposite to side `n` is `n ^ 2`.
    #[inline]
    pub(crate) fn beside(self) -> [Spot; 4] {
        [Spot(self.0 + 1), Spot(self.0 + 0x100), Spot(self.0 - 1), Spot(self.0 - 0x100)]
    }

    pub(crate) fn x(self) -> i16 {
        (self.0 >> 8) as i16 - Spot::MIDDLE
    }

    pub(crate) fn y(self) -> i16 {
        (self.0 & 0xff) as i16 - Spot::MIDDLE
    }

    /// A number below 128 that is different for all spots of a patch 11 wide and 11 long.
    #[inline]
    pub(crate) fn slot(self) -> usize {
        ((self.0 >> 8) + 11 * (self.0 & 0xff)) as usize & 127
    }

    /// A row of 32 and a bit in it, different for all spots of a patch 32 wide and 32 long.
    #[inline]
    pub(crate) fn row_and_bit(self) -> (usize, u32) {
        (self.0 as usize & 31, 1 << (self.0 >> 8 & 31))
    }
}

/// A way to turn or mirror the table about the source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Symmetry {
    /// Whether x and y change places.
    swaps: bool,
    /// Which of them change signs then.
    turns_x: bool,
    turns_y: bool,
}

impl Symmetry {
    /// All but the one that changes nothing.
    pub(crate) const OTHERS: [Symmetry; 7] = [
        Symmetry::new(false, false, true),
        Symmetry::new(false, true, false),
        Symmetry::new(false, true, true),
        Symmetry::new(true, false, false),
        Symmetry::new(true, false, true),
        Symmetry::new(true, true, false),
        Symmetry::new(true, true, true),
    ];

    const fn new(swaps: bool, turns_x: bool, turns_y: bool) -> Symmetry {
        Symmetry { swaps, turns_x, turns_y }
    }

    /// Where a spot goes.
    #[inline]
    pub(crate) fn image_of_spot(self, spot: Spot) -> Spot {
        let (x, y) = if self.swaps { (spot.y(), spot.x()) } else { (spot.x(), spot.y()) };
        Spot::new(if self.turns_x { -x } else { x }, if self.turns_y { -y } else { y })
    }

    /// Where a laid block goes.
    #[inline]
    pub(crate) fn image(self, lay: Lay) -> Lay {
        let [first, second] = lay.cubes().map(|cube| Cube::at(self.image_of_spot(cube.spot()), cube.z()));
        Lay::new(lay.block(), first, second)
    }
}

/// A unit cube of space: x east, y north, z upwards from 1 on the table. Written `2,-1,1`.
///
/// Ordered by x, then y, then z.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cube(u32);

impl Cube {
    /// How far a cube may be from the source, along x or y: farther than any game can come.
    pub const REACH: i16 = 99;
    /// How high a cube may be: higher than any game can come.
    pub const TOP: u8 = 9;

    /// The cube with these coordinates; none if it is beyond [`Cube::REACH`] or [`Cube::TOP`], or below the table.
    pub fn new(x: i16, y: i16, z: u8) -> Option<Cube> {
        let near = |n: i16| (-Cube::REACH..=Cube::REACH).contains(&n);
        (near(x) && near(y) && (1..=Cube::TOP).contains(&z)).then(|| Cube::at(Spot::new(x, y), z))
    }

    #[inline]
    pub(crate) const fn at(spot: Spot, z: u8) -> Cube {
        Cube((spot.0 as u32) << 4 | z as u32)
    }

    #[inline]
    pub(crate) const fn spot(self) -> Spot {
        Spot((self.0 >> 4) as u16)
    }

    /// The point of the table under it.
    pub fn point(self) -> Point {
        Point::new(self.spot().x(), self.spot().y())
    }

    /// Its height, from 1 on the table.
    #[inline]
    pub const fn z(self) -> u8 {
        self.0 as u8 & 15
    }
}

impl fmt::Display for Cube {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.point(), self.z())
    }
}

impl fmt::Debug for Cube {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Reads `2,-1,1`; the error has no message, because only the caller knows what the text was meant to be.
impl FromStr for Cube {
    type Err = ();

    fn from_str(text: &str) -> Result<Cube, ()> {
        let (point, z) = text.rsplit_once(',').ok_or(())?;
        let point: Point = point.parse()?;
        Cube::new(point.x, point.y, z.parse().map_err(|_| ())?).ok_or(())
    }
}

/// How a block is laid. [`Lay::new`] puts the cubes of a double in ascending order.
///
/// One number of block, first and second cube, so that lays are ordered by these.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lay(u64);

impl Lay {
    /// The block's higher mark on the first cube and its lower on the second.
    pub fn new(block: Block, first: Cube, second: Cube) -> Lay {
        if block.is_double() && second < first { Lay::ordered(block, second, first) } else { Lay::ordered(block, first, second) }
    }

    /// The same when the cubes are known to be in their order.
    #[inline]
    pub(crate) const fn ordered(block: Block, first: Cube, second: Cube) -> Lay {
        Lay((block.index() as u64) << 40 | (first.0 as u64) << 20 | second.0 as u64)
    }

    /// The block that is laid.
    #[inline]
    pub const fn block(self) -> Block {
        Block::from_index((self.0 >> 40) as u8)
    }

    /// Where its higher mark and its lower mark go.
    #[inline]
    pub const fn cubes(self) -> [Cube; 2] {
        [Cube((self.0 >> 20) as u32 & 0xf_ffff), Cube(self.0 as u32 & 0xf_ffff)]
    }

    /// Its marks, each on the cube of the same place in [`Lay::cubes`].
    #[inline]
    pub const fn marks(self) -> [u8; 2] {
        [self.block().high(), self.block().low()]
    }

    /// Whether one half is above the other.
    #[inline]
    pub fn stands(self) -> bool {
        let [first, second] = self.cubes();
        first.spot() == second.spot()
    }

    /// The height of its lowest cube.
    #[inline]
    pub fn bottom(self) -> u8 {
        let [first, second] = self.cubes();
        first.z().min(second.z())
    }

    /// Whether the two cubes have a face in common: no block can be anywhere else.
    pub(crate) fn is_joined(self) -> bool {
        let [first, second] = self.cubes();
        let (from, to) = (first.spot(), second.spot());
        let apart = from.x().abs_diff(to.x()) + from.y().abs_diff(to.y()) + u16::from(first.z().abs_diff(second.z()));
        apart == 1
    }
}

impl fmt::Debug for Lay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second] = self.cubes();
        write!(f, "{}:{first}/{second}", self.block())
    }
}

/// A move of a player, or a draw.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// Chance: a block comes out of a bag (C3).
    Draw(Block),
    /// A block of the hand is laid (C6).
    Lay(Lay),
    /// No block is laid (C6, C16).
    Pass,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cubes_are_read_as_they_are_written_and_ordered_as_numbers() {
        let mut last = None;
        for x in -12..=12 {
            for y in -12..=12 {
                for z in 1..=Cube::TOP {
                    let cube = Cube::new(x, y, z).unwrap();
                    assert_eq!((cube.point(), cube.z()), (Point::new(x, y), z));
                    assert_eq!(cube.to_string().parse(), Ok(cube));
                    assert!(last < Some(cube));
                    last = Some(cube);
                }
            }
        }
        for wrong in ["", "1", "1,1", "1,1,1,1", "a,1,1", "1,1,0", "1,1,10", "100,0,1", "0,-100,1", "1,1,300"] {
            assert_eq!(wrong.parse::<Cube>(), Err(()), "{wrong:?}");
        }
    }

    #[test]
    fn sides_lie_opposite_each_other() {
        let spot = Spot::new(-3, 7);
        let points: Vec<_> = spot.beside().map(|spot| Cube::at(spot, 1).point()).into();
        assert_eq!(points, Point::new(-3, 7).beside());
        for side in 0..4 {
            assert!(spot.beside()[side].beside()[side ^ 2] == spot);
        }
    }

    #[test]
    fn a_double_has_one_way_to_lie_on_two_cubes() {
        let [a, b] = ["-1,0,1", "0,0,1"].map(|cube| cube.parse::<Cube>().unwrap());
        let double = Block::new(3, 3).unwrap();
        assert_eq!(Lay::new(double, b, a), Lay::new(double, a, b));
        let other = Lay::new(Block::new(3, 5).unwrap(), b, a);
        assert_eq!((other.block().to_string(), other.cubes(), other.marks()), ("5-3".to_owned(), [b, a], [5, 3]));
    }
}
