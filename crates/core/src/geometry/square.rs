//! Squares of a fixed board.

use std::fmt;
use std::str::FromStr;

use super::Point;

/// A square of a fixed board: `a1` is the south-west one, the letter goes east and the number north.
///
/// Squares are ordered by letter, then by number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Square {
    /// The column, from 0 in the west.
    pub col: u8,
    /// The row, from 0 in the south.
    pub row: u8,
}

impl Square {
    /// As many columns as there are letters.
    pub const COLUMNS: u8 = 26;
    /// As many rows as two digits can name.
    pub const ROWS: u8 = 99;

    /// The square at this column and row, counted from 0.
    pub const fn new(col: u8, row: u8) -> Square {
        Square { col, row }
    }

    /// The square at a point of the plane, if it has a name.
    pub fn from_point(point: Point) -> Option<Square> {
        let col = u8::try_from(point.x).ok().filter(|col| *col < Square::COLUMNS)?;
        let row = u8::try_from(point.y).ok().filter(|row| *row < Square::ROWS)?;
        Some(Square { col, row })
    }

    /// The point of the plane where it lies.
    pub const fn point(self) -> Point {
        Point::new(self.col as i16, self.row as i16)
    }

    /// Whether the other lies beside it, north, east, south or west.
    pub const fn is_beside(self, other: Square) -> bool {
        self.col.abs_diff(other.col) + self.row.abs_diff(other.row) == 1
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.col) as char, self.row + 1)
    }
}

/// Reads `c4`, also `C4`; the error has no message, because only the caller knows what the text was meant to be.
impl FromStr for Square {
    type Err = ();

    fn from_str(text: &str) -> Result<Square, ()> {
        let mut chars = text.chars();
        let letter = chars.next().ok_or(())?.to_ascii_lowercase();
        let number = chars.as_str();
        if !letter.is_ascii_lowercase() || number.starts_with('0') || !number.bytes().all(|b| b.is_ascii_digit()) {
            return Err(());
        }
        let number: u8 = number.parse().map_err(|_| ())?;
        if number > Square::ROWS {
            return Err(());
        }
        Ok(Square { col: letter as u8 - b'a', row: number - 1 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_is_read_as_it_is_written() {
        for col in 0..Square::COLUMNS {
            for row in 0..Square::ROWS {
                let square = Square::new(col, row);
                assert_eq!(square.to_string().parse(), Ok(square));
            }
        }
        assert_eq!("C4".parse(), Ok(Square::new(2, 3)));
        for wrong in ["", "4", "c", "c0", "c04", "c100", "é4", "c-1", "c+1", "cc4"] {
            assert_eq!(wrong.parse::<Square>(), Err(()), "{wrong:?}");
        }
    }

    #[test]
    fn beside_is_not_diagonal() {
        let c4 = Square::new(2, 3);
        assert!(c4.is_beside(Square::new(2, 4)) && c4.is_beside(Square::new(1, 3)));
        assert!(!c4.is_beside(c4) && !c4.is_beside(Square::new(3, 4)) && !c4.is_beside(Square::new(4, 3)));
    }
}
