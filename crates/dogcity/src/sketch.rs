//! The table as text.

use tablee_core::geometry::Point;
use tablee_core::{Ink, Lang, Position as _, Seat, Sheet, Turn};

use crate::moves::Move;
use crate::position::Position;
use crate::set::{Animal, Corner, Domino, DominoNumber};
use crate::telling::seat_name;

/// How many characters wide a domino is.
const WIDTH: usize = 7;

/// The smallest rectangle around all that is laid: its south-west and its north-east place.
pub(crate) fn extent(position: &Position) -> (Point, Point) {
    let origin = Point::default();
    position.laid().fold((origin, origin), |(low, high), (_, place)| {
        let Point { x, y } = place.at;
        (Point::new(low.x.min(x), low.y.min(y)), Point::new(high.x.max(x), high.y.max(y)))
    })
}

/// The table with its dominoes, then what each seat has.
///
/// A corner is a small letter for the colour of its quarter and a mark for its animal: a capital letter for a dog, `×`
/// for a cat. The corners of a complete round are in the ink of the seat that completed it.
pub(crate) fn draw(position: &Position, last: Option<Move>, lang: Lang) -> Sheet {
    let sketch = Sketch { position, lang, marks: dog_marks(position, lang), last };
    let mut sheet = Sheet::new();
    if position.laid().next().is_some() {
        sketch.table(&mut sheet);
    }
    for seat in Seat::all(position.options().players) {
        sketch.seat(&mut sheet, seat);
    }
    sketch.pile(&mut sheet);
    sketch.legend(&mut sheet);
    sheet
}

/// A letter for each dog colour: the first of its name that is not taken.
fn dog_marks(position: &Position, lang: Lang) -> Vec<char> {
    let set = &position.options().set;
    let mut marks = Vec::new();
    for colour in 0..set.dog_colours().len() {
        let name = set.animal_name(Animal::Dog(colour as u8), lang).to_ascii_uppercase();
        let free = name.chars().find(|letter| !marks.contains(letter));
        marks.push(free.unwrap_or(char::from(b'1' + colour as u8)));
    }
    marks
}

struct Sketch<'a> {
    position: &'a Position,
    lang: Lang,
    marks: Vec<char>,
    last: Option<Move>,
}

impl Sketch<'_> {
    fn table(&self, sheet: &mut Sheet) {
        let (low, high) = extent(self.position);
        self.columns(sheet, low, high);
        for y in (low.y..=high.y).rev() {
            self.rule(sheet, low, high, y + 1);
            for row in 0..3 {
                self.row(sheet, low, high, y, row);
            }
        }
        self.rule(sheet, low, high, low.y);
        self.columns(sheet, low, high);
    }

    fn columns(&self, sheet: &mut Sheet, low: Point, high: Point) {
        sheet.line().put(Ink::Faint, "    ");
        for x in low.x..=high.x {
            sheet.put(Ink::Faint, format!(" {x:^WIDTH$}"));
        }
    }

    fn is_laid(&self, x: i16, y: i16) -> bool {
        self.position.domino_at(Point::new(x, y)).is_some()
    }

    /// One of the three lines of a row of dominoes: its northern corners, its numbers, its southern corners.
    fn row(&self, sheet: &mut Sheet, low: Point, high: Point, y: i16, row: usize) {
        let label = if row == 1 { format!("{y:>3} ") } else { "    ".to_owned() };
        sheet.line().put(Ink::Faint, label);
        for x in low.x..=high.x {
            let wall = self.is_laid(x - 1, y) || self.is_laid(x, y);
            sheet.put(Ink::Faint, if wall { "│" } else { " " });
            match self.position.domino_at(Point::new(x, y)) {
                None => sheet.put(Ink::Plain, " ".repeat(WIDTH)),
                Some(domino) if row == 1 => sheet.put(self.ink(domino), format!("{:^WIDTH$}", domino.number())),
                Some(domino) => self.corners(sheet, domino, Point::new(x, y), if row == 0 { [0, 1] } else { [3, 2] }),
            };
        }
        sheet.put(Ink::Faint, if self.is_laid(high.x, y) { "│" } else { " " });
        sheet.put(Ink::Faint, if row == 1 { format!(" {y}") } else { String::new() });
    }

    /// The domino that was laid last stands out.
    fn ink(&self, domino: DominoNumber) -> Ink {
        match self.last {
            Some(Move::Lay(lay)) if lay.domino == domino => Ink::Strong,
            _ => Ink::Faint,
        }
    }

    fn corners<'s>(&self, sheet: &'s mut Sheet, domino: DominoNumber, at: Point, [west, east]: [usize; 2]) -> &'s mut Sheet {
        let set = &self.position.options().set;
        let turned = self.position.place(domino).and_then(|place| Some(set.domino(domino)?.turned(place.turns)));
        let Some(Domino { corners }) = turned else { return sheet };
        let y = at.y + i16::from(west == 0);
        for (corner, x) in [(west, at.x), (east, at.x + 1)] {
            let owner = self.position.domino_at(Point::new(x, y)).and_then(|domino| self.position.place(domino)?.round);
            if corner == east {
                sheet.put(Ink::Plain, " ".repeat(WIDTH - 4));
            }
            sheet.put(owner.map_or(Ink::Plain, Ink::Seat), self.corner(corners[corner]));
        }
        sheet
    }

    /// A corner as two characters.
    fn corner(&self, corner: Corner) -> String {
        let mark = match corner.animal {
            None => '·',
            Some(Animal::Cat) => '×',
            Some(Animal::Dog(colour)) => self.marks.get(colour as usize).copied().unwrap_or('?'),
        };
        let colour = corner.colour.label().say(self.lang);
        colour.chars().take(1).chain([mark]).collect()
    }

    /// The line south of a row.
    fn rule(&self, sheet: &mut Sheet, low: Point, high: Point, y: i16) {
        const SHAPES: [char; 16] = [' ', '╴', '╶', '─', '╷', '┐', '┌', '┬', '╵', '┘', '└', '┴', '│', '┤', '├', '┼'];
        let mut line = String::from("    ");
        for x in low.x..=high.x + 1 {
            let [north_west, north_east] = [self.is_laid(x - 1, y), self.is_laid(x, y)];
            let [south_west, south_east] = [self.is_laid(x - 1, y - 1), self.is_laid(x, y - 1)];
            let walls = [north_west || south_west, north_east || south_east, south_west || south_east, north_west || north_east];
            let shape = walls.into_iter().enumerate().map(|(bit, wall)| usize::from(wall) << bit).sum::<usize>();
            line.push(SHAPES[shape]);
            if x <= high.x {
                line.push_str(&if north_east || south_east { "─" } else { " " }.repeat(WIDTH));
            }
        }
        sheet.line().put(Ink::Faint, line);
    }

    fn seat(&self, sheet: &mut Sheet, seat: Seat) {
        let turn = self.position.turn() == Turn::Seat(seat);
        let name = seat_name(seat).say(self.lang);
        sheet.line().put(Ink::Strong, if turn { "▶ " } else { "  " });
        sheet.put(Ink::Name(seat), format!("{seat} {name:<7} "));
        sheet.put(Ink::Strong, format!("{:>3}  ", self.position.score()[seat]));
        for number in self.position.hand(seat) {
            let Some(domino) = self.position.options().set.domino(number) else { continue };
            let corners = domino.corners.map(|corner| self.corner(corner)).join(" ");
            sheet.put(Ink::Faint, format!("{number}:")).put(Ink::Seat(seat), format!("[{corners}]  "));
        }
    }

    fn pile(&self, sheet: &mut Sheet) {
        let (left, aside) = (self.position.pile().len(), self.position.aside().len());
        let name = self.lang.pick("draw pile", "pioche");
        sheet.line().put(Ink::Faint, format!("  {name:<10}{left:>3}"));
        if aside > 0 {
            let words = self.lang.pick("being exchanged", "en cours d’échange");
            sheet.put(Ink::Faint, format!("  ({aside} {words})"));
        }
    }

    /// Explains the marks.
    fn legend(&self, sheet: &mut Sheet) {
        let set = &self.position.options().set;
        let name = |animal| set.animal_name(animal, self.lang);
        let dogs = self.marks.iter().enumerate().map(|(colour, mark)| format!("{mark} {}", name(Animal::Dog(colour as u8))));
        let marks: Vec<_> = dogs.chain([format!("× {}", name(Animal::Cat))]).collect();
        let words = self.lang.pick("corners clockwise from the north-west", "coins dans le sens horaire depuis le nord-ouest");
        sheet.line().put(Ink::Faint, format!("  {} ({words})", marks.join(", ")));
    }
}
