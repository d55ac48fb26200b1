//! Points of an open plane, and turning things on it.

use std::fmt;
use std::ops::{Add, Sub};
use std::str::FromStr;

/// A point with whole coordinates on a table without edges: x east, y north. Written `2,-1`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Point {
    /// Eastwards.
    pub x: i16,
    /// Northwards.
    pub y: i16,
}

impl Point {
    /// North, east, south, west.
    pub const SIDES: [Point; 4] = [Point::new(0, 1), Point::new(1, 0), Point::new(0, -1), Point::new(-1, 0)];

    /// The point with these coordinates.
    pub const fn new(x: i16, y: i16) -> Point {
        Point { x, y }
    }

    /// The four points beside it: north, east, south, west.
    pub fn beside(self) -> [Point; 4] {
        Point::SIDES.map(|side| self + side)
    }
}

impl Add for Point {
    type Output = Point;
    fn add(self, other: Point) -> Point {
        Point::new(self.x + other.x, self.y + other.y)
    }
}

impl Sub for Point {
    type Output = Point;
    fn sub(self, other: Point) -> Point {
        Point::new(self.x - other.x, self.y - other.y)
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

/// Reads `2,-1`; the error has no message, because only the caller knows what the text was meant to be.
impl FromStr for Point {
    type Err = ();

    fn from_str(text: &str) -> Result<Point, ()> {
        let (x, y) = text.split_once(',').ok_or(())?;
        let number = |text: &str| text.trim().parse::<i16>().map_err(|_| ());
        Ok(Point::new(number(x)?, number(y)?))
    }
}

/// How far a thing is turned, clockwise: 0 to 3 quarter turns.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct QuarterTurns(u8);

impl QuarterTurns {
    /// The four ways to turn a thing.
    pub const ALL: [QuarterTurns; 4] = [QuarterTurns(0), QuarterTurns(1), QuarterTurns(2), QuarterTurns(3)];

    /// This many quarter turns; four are none.
    pub const fn new(turns: u8) -> QuarterTurns {
        QuarterTurns(turns % 4)
    }

    /// How many they are, 0 to 3.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Turns a square thing whose four corners are listed clockwise from the north-west.
    pub fn corners<T: Copy>(self, corners: [T; 4]) -> [T; 4] {
        std::array::from_fn(|corner| corners[(corner + 4 - self.0 as usize) % 4])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_read_as_they_are_written() {
        for point in [Point::new(0, 0), Point::new(-12, 3), Point::new(i16::MAX, i16::MIN)] {
            assert_eq!(point.to_string().parse(), Ok(point));
        }
        for wrong in ["", "1", "1,", "1,2,3", "a,b", "99999,0"] {
            assert_eq!(wrong.parse::<Point>(), Err(()), "{wrong:?}");
        }
    }

    #[test]
    fn a_quarter_turn_brings_north_west_to_north_east() {
        assert_eq!(QuarterTurns::new(1).corners(['a', 'b', 'c', 'd']), ['d', 'a', 'b', 'c']);
        assert_eq!(QuarterTurns::new(4).corners(['a', 'b', 'c', 'd']), ['a', 'b', 'c', 'd']);
    }
}
