//! A board drawn in text: cells with walls between them, letters and numbers around.

use crate::geometry::Square;
use crate::{Ink, Sheet};

/// The content of a cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GridCell {
    /// Its text, no wider than the cell.
    pub text: String,
    /// What the text stands for.
    pub ink: Ink,
}

/// A board of cells as text, with coordinates at its edges.
pub struct Grid<'a> {
    /// How many columns it has.
    pub columns: u8,
    /// How many rows it has.
    pub rows: u8,
    /// How many characters wide a cell is.
    pub cell_width: usize,
    /// The content of a square; none is a void.
    pub cell: &'a dyn Fn(Square) -> Option<GridCell>,
    /// Whether there is a wall between two squares side by side that are both there.
    pub wall: &'a dyn Fn(Square, Square) -> bool,
}

impl Grid<'_> {
    /// Draws it, north up.
    pub fn draw(&self) -> Sheet {
        let mut sheet = Sheet::new();
        self.letters(sheet.line());
        for row in (0..=self.rows).rev() {
            self.rule(sheet.line(), row);
            if row > 0 {
                self.cells(sheet.line(), row - 1);
            }
        }
        self.letters(sheet.line());
        sheet
    }

    fn letters(&self, sheet: &mut Sheet) {
        sheet.put(Ink::Faint, "   ");
        for col in 0..self.columns {
            let letter = char::from(b'a' + col);
            sheet.put(Ink::Faint, format!(" {letter:^width$}", width = self.cell_width));
        }
    }

    /// A row of cells, with its number on both sides.
    fn cells(&self, sheet: &mut Sheet, row: u8) {
        sheet.put(Ink::Faint, format!("{:>2} ", row + 1));
        for col in 0..self.columns {
            sheet.put(Ink::Faint, if self.wall_west(col, row) { "│" } else { " " });
            match (self.cell)(Square::new(col, row)) {
                Some(cell) => sheet.put(cell.ink, format!("{:^width$}", cell.text, width = self.cell_width)),
                None => sheet.put(Ink::Plain, " ".repeat(self.cell_width)),
            };
        }
        sheet.put(Ink::Faint, if self.wall_west(self.columns, row) { "│" } else { " " });
        sheet.put(Ink::Faint, format!(" {}", row + 1));
    }

    /// The line south of a row.
    fn rule(&self, sheet: &mut Sheet, row: u8) {
        let mut line = String::from("   ");
        for col in 0..=self.columns {
            line.push(self.junction(col, row));
            if col < self.columns {
                let piece = if self.wall_south(col, row) { "─" } else { " " };
                line.push_str(&piece.repeat(self.cell_width));
            }
        }
        sheet.put(Ink::Faint, line);
    }

    fn exists(&self, col: u8, row: u8) -> bool {
        col < self.columns && row < self.rows && (self.cell)(Square::new(col, row)).is_some()
    }

    /// Whether there is a wall between two places, of which either may be outside.
    fn wall_between(&self, a: Option<(u8, u8)>, b: Option<(u8, u8)>) -> bool {
        let square =
            |place: Option<(u8, u8)>| place.filter(|(col, row)| self.exists(*col, *row)).map(|(col, row)| Square::new(col, row));
        match (square(a), square(b)) {
            (Some(a), Some(b)) => (self.wall)(a, b),
            (a, b) => a.is_some() || b.is_some(),
        }
    }

    fn wall_west(&self, col: u8, row: u8) -> bool {
        self.wall_between(col.checked_sub(1).map(|west| (west, row)), Some((col, row)))
    }

    fn wall_south(&self, col: u8, row: u8) -> bool {
        self.wall_between(row.checked_sub(1).map(|south| (col, south)), Some((col, row)))
    }

    /// The character that joins the walls at the south-west corner of a square.
    fn junction(&self, col: u8, row: u8) -> char {
        let north = row < self.rows && self.wall_west(col, row);
        let south = row > 0 && self.wall_west(col, row - 1);
        let east = col < self.columns && self.wall_south(col, row);
        let west = col > 0 && self.wall_south(col - 1, row);
        let shapes = [' ', '╴', '╶', '─', '╷', '┐', '┌', '┬', '╵', '┘', '└', '┴', '│', '┤', '├', '┼'];
        shapes[usize::from(west) | usize::from(east) << 1 | usize::from(south) << 2 | usize::from(north) << 3]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grid_has_walls_where_they_are_wanted() {
        let grid = Grid {
            columns: 3,
            rows: 2,
            cell_width: 3,
            cell: &|square| (square != Square::new(2, 1)).then(|| GridCell { text: square.to_string(), ink: Ink::Plain }),
            wall: &|a, b| !(a.row == 0 && b.row == 0 && a.col.min(b.col) == 0),
        };
        let picture = "
     a   b   c
   ┌───┬───┐
 2 │a2 │b2 │     2
   ├───┴───┼───┐
 1 │a1  b1 │c1 │ 1
   └───────┴───┘
     a   b   c
";
        assert_eq!(format!("\n{}", grid.draw()), picture);
    }
}
