//! Cubes, laid stones and moves.

use std::fmt;
use std::str::FromStr;

use tablee_core::geometry::Square;

use crate::stone::{Pose, Stone};

/// The greatest height that can be written.
pub(crate) const HIGHEST: u8 = 99;

/// The place of a cube: a square and a height from 1. Written `c4.2`; ordered by height, letter, number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cube {
    /// Its height: 1 lies on the board.
    pub height: u8,
    /// The square below it.
    pub square: Square,
}

impl Cube {
    /// The cube over a square at a height from 1.
    pub const fn new(square: Square, height: u8) -> Cube {
        Cube { height, square }
    }

    /// Where it lies, as numbers: east, north, up.
    pub(crate) fn point(self) -> [i32; 3] {
        [i32::from(self.square.col), i32::from(self.square.row), i32::from(self.height)]
    }

    /// The cube at such a point, if it has a name.
    pub(crate) fn from_point([east, north, up]: [i32; 3]) -> Option<Cube> {
        let col = u8::try_from(east).ok().filter(|col| *col < Square::COLUMNS)?;
        let row = u8::try_from(north).ok().filter(|row| *row < Square::ROWS)?;
        let height = u8::try_from(up).ok().filter(|height| (1..=HIGHEST).contains(height))?;
        Some(Cube::new(Square::new(col, row), height))
    }
}

impl fmt::Display for Cube {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.square, self.height)
    }
}

/// Reads `c4.2`; the error has no message, because only the caller knows what the text was meant to be.
impl FromStr for Cube {
    type Err = ();

    fn from_str(text: &str) -> Result<Cube, ()> {
        let (square, height) = text.split_once('.').ok_or(())?;
        let digits = (1..=2).contains(&height.len()) && height.bytes().all(|b| b.is_ascii_digit()) && !height.starts_with('0');
        if !digits {
            return Err(());
        }
        Ok(Cube::new(square.parse()?, height.parse().map_err(|_| ())?))
    }
}

/// How and where a stone is laid: its pose, and where its foot goes.
///
/// It need not be on the board: `check` says what is wrong with it. Lays are ordered by pose, then by square.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Lay {
    pose: Pose,
    foot: Square,
    height: u8,
}

impl Lay {
    /// A pose with its foot (of its columns the first by letter, then by number; in it, the lowest cube) at a place;
    /// none if a cube would have no name: below the board, or beyond all letters and numbers.
    pub fn new(pose: Pose, foot: Cube) -> Option<Lay> {
        let lay = Lay { foot: foot.square, height: foot.height, pose };
        let named = lay.points().all(|point| Cube::from_point(point).is_some());
        named.then_some(lay)
    }

    /// A pose known to fit with its foot here.
    #[inline]
    pub(crate) const fn fitting(pose: Pose, foot: Square, height: u8) -> Lay {
        Lay { foot, height, pose }
    }

    /// The stone that these cubes make, in any order; none if they make none (R1).
    pub fn from_cubes(cubes: &[Cube]) -> Option<Lay> {
        let points: Vec<_> = cubes.iter().map(|cube| cube.point()).collect();
        let (pose, foot) = Pose::from_cubes(&points)?;
        Lay::new(pose, Cube::from_point(foot)?)
    }

    /// The stone that is laid.
    pub fn stone(self) -> Stone {
        self.pose.stone()
    }

    /// The pose: the stone and its rotation.
    pub fn pose(self) -> Pose {
        self.pose
    }

    /// The cube of its foot.
    pub fn foot(self) -> Cube {
        Cube::new(self.foot, self.height)
    }

    /// Its cubes, ascending.
    pub fn cubes(self) -> impl Iterator<Item = Cube> + Clone {
        self.points().filter_map(Cube::from_point)
    }

    /// The first of its cubes, which names a stone on the table.
    pub fn first_cube(self) -> Cube {
        self.cubes().next().unwrap_or(self.foot())
    }

    fn points(self) -> impl Iterator<Item = [i32; 3]> + Clone {
        let foot = self.foot().point();
        self.pose.cubes().iter().map(move |cube| std::array::from_fn(|axis| foot[axis] + i32::from(cube[axis])))
    }
}

/// A move of a player. Nothing is left to chance in Rumis.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// A stone is laid from the hand (R5–R9).
    Lay(Lay),
    /// In the second sector: a stone is taken off the first and laid (R21).
    Carry {
        /// The cubes that it will occupy.
        to: Lay,
        /// The first cube of the stone that is taken.
        from: Cube,
    },
    /// In the second sector: a stone is taken that cannot be laid, and is set aside (R27).
    SetAside {
        /// The first cube of the stone that is taken.
        from: Cube,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cubes_are_read_as_they_are_written() {
        for text in ["a1.1", "z99.99", "c4.2"] {
            assert_eq!(text.parse::<Cube>().map(|cube| cube.to_string()), Ok(text.to_owned()));
        }
        assert_eq!("C4.2".parse(), Ok(Cube::new(Square::new(2, 3), 2)));
        for wrong in ["", "c4", "c4.", "c4.0", "c4.02", "c4.100", "c4.+1", ".1", "c4.1.1", "é4.1"] {
            assert_eq!(wrong.parse::<Cube>(), Err(()), "{wrong:?}");
        }
    }

    #[test]
    fn cubes_are_ordered_by_height_then_letter_then_number() {
        let cubes = ["a2.1", "b1.1", "c9.1", "c10.1", "a1.2"].map(|text| text.parse::<Cube>().unwrap());
        assert!(cubes.is_sorted());
    }

    #[test]
    fn a_lay_is_what_its_cubes_say() {
        for pose in Pose::all() {
            let lay = Lay::new(pose, Cube::new(Square::new(5, 5), 5)).unwrap();
            let mut cubes: Vec<_> = lay.cubes().collect();
            assert!(cubes.is_sorted());
            cubes.reverse();
            assert_eq!(Lay::from_cubes(&cubes), Some(lay));
        }
        assert_eq!(Lay::from_cubes(&["a1.1", "c1.1"].map(|text| text.parse().unwrap())), None);
    }

    #[test]
    fn a_lay_below_the_board_cannot_be_said() {
        let deep = Pose::all().find(|pose| pose.cubes().iter().any(|cube| cube[2] == -1)).unwrap();
        assert_eq!(Lay::new(deep, Cube::new(Square::new(5, 5), 1)), None);
        assert!(Lay::new(deep, Cube::new(Square::new(5, 5), 2)).is_some());
    }
}
