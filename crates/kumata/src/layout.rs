//! The nine tiles as they lie on the table: a square (K7) or a maze (K35).

use std::fmt;

use tablee_core::chance::shuffle;
use tablee_core::geometry::{Point, QuarterTurns, Square};
use tablee_core::lang::quote;
use tablee_core::{Dice, Text, text};

use crate::set::TILES;

/// How the tiles may lie.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LayoutKind {
    /// As a square of 3×3 tiles.
    Square,
    /// Anywhere, as long as they hang together.
    Maze,
}

impl LayoutKind {
    /// Its name in options.
    pub const fn name(self) -> &'static str {
        match self {
            LayoutKind::Square => "square",
            LayoutKind::Maze => "maze",
        }
    }
}

/// The corner and the turn of a tile in a layout.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TilePlace {
    /// Its south-west parcel.
    pub corner: Point,
    /// How far it is turned from the way the set file lists it.
    pub turns: QuarterTurns,
}

impl TilePlace {
    /// The places of its four parcels, clockwise from the north-west.
    pub fn parcels(self) -> [Point; 4] {
        [(0, 1), (1, 1), (1, 0), (0, 0)].map(|(x, y)| self.corner + Point::new(x, y))
    }

    fn overlaps(self, other: TilePlace) -> bool {
        let (x, y) = self.away(other);
        x < 2 && y < 2
    }

    /// Whether the two share the side of at least one parcel.
    fn joins(self, other: TilePlace) -> bool {
        let (x, y) = self.away(other);
        (x == 2 && y < 2) || (y == 2 && x < 2)
    }

    /// How far apart two tiles lie in each direction; their corners may be anywhere on the plane.
    fn away(self, other: TilePlace) -> (u16, u16) {
        (self.corner.x.abs_diff(other.corner.x), self.corner.y.abs_diff(other.corner.y))
    }
}

/// A layout that has been checked: nine tiles that do not overlap and hang together, its south-west corner at `a1`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Layout {
    places: [TilePlace; TILES],
}

impl Layout {
    /// Where each tile lies; tile 1 is the first.
    pub fn places(&self) -> &[TilePlace; TILES] {
        &self.places
    }

    /// A layout of tiles laid anywhere on the plane; it is moved so that `a1` is its south-west corner (K35).
    ///
    /// # Errors
    /// If tiles overlap, if they do not hang together, or if they do not make the square that the options ask for.
    pub fn new(mut places: [TilePlace; TILES], kind: LayoutKind) -> Result<Layout, Text> {
        for (a, place) in places.iter().enumerate() {
            if let Some(b) = places[..a].iter().position(|other| place.overlaps(*other)) {
                let (a, b) = (a + 1, b + 1);
                return Err(text!("K35: the tiles {b} and {a} overlap", "K35 : les tuiles {b} et {a} se chevauchent"));
            }
        }
        if let Some(loose) = loose_tile(&places) {
            let loose = loose + 1;
            return Err(text!(
                "K35: the layout falls apart: no row of tiles side by side joins tile {loose} to tile 1",
                "K35 : la pose n’est pas d’un seul tenant : rien ne relie la tuile {loose} à la tuile 1 côté contre côté"
            ));
        }
        let low = Point::new(
            places.iter().map(|place| place.corner.x).min().unwrap_or(0),
            places.iter().map(|place| place.corner.y).min().unwrap_or(0),
        );
        for place in &mut places {
            place.corner = place.corner - low;
        }
        let in_square = |place: &TilePlace| [0, 2, 4].contains(&place.corner.x) && [0, 2, 4].contains(&place.corner.y);
        if kind == LayoutKind::Square && !places.iter().all(in_square) {
            return Err(text!("K7: the tiles do not lie as a square of 3×3", "K7 : les tuiles ne forment pas un carré de 3×3"));
        }
        Ok(Layout { places })
    }

    /// Lays the tiles at random.
    ///
    /// Square: the nine places, row by row from the south-west, get the tiles in random order; then each place's tile
    /// is turned. Maze: the tiles in random order, each at a place drawn from all where it touches those before (by x,
    /// then y), then turned.
    pub fn random(kind: LayoutKind, dice: &mut dyn Dice) -> Layout {
        let mut order: [usize; TILES] = std::array::from_fn(|index| index);
        shuffle(&mut order, dice);
        let mut places = [TilePlace { corner: Point::default(), turns: QuarterTurns::default() }; TILES];
        for (index, tile) in order.into_iter().enumerate() {
            let corner = match kind {
                LayoutKind::Square => Point::new(2 * (index as i16 % 3), 2 * (index as i16 / 3)),
                LayoutKind::Maze => {
                    let laid: Vec<_> = order[..index].iter().map(|tile| places[*tile]).collect();
                    let free = places_beside(&laid);
                    free[dice.below(free.len() as u32) as usize]
                }
            };
            places[tile] = TilePlace { corner, turns: QuarterTurns::new(dice.below(4) as u8) };
        }
        Layout::new(places, kind).expect("tiles laid beside each other hang together")
    }

    /// Reads the line that it is written as. Tiles may come in any order; `r0` may be left out.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(line: &str, kind: LayoutKind) -> Result<Layout, Text> {
        let mut places = [None; TILES];
        for word in line.split([' ', ',', ';', '\t']).filter(|word| !word.is_empty()) {
            let (number, place) = read_place(word).ok_or_else(|| {
                let word = quote(word);
                text!(
                    "{word} is not a tile, its south-west parcel and its quarter turns, such as 7@c1r2",
                    "{word} n’est pas une tuile, sa parcelle sud-ouest et ses quarts de tour, comme 7@c1r2"
                )
            })?;
            if places[number - 1].replace(place).is_some() {
                return Err(text!("tile {number} is laid twice", "la tuile {number} est posée deux fois"));
            }
        }
        if let Some(missing) = places.iter().position(Option::is_none) {
            let missing = missing + 1;
            return Err(text!("tile {missing} is not laid", "la tuile {missing} n’est pas posée"));
        }
        Layout::new(places.map(|place| place.expect("every tile is laid")), kind)
    }
}

/// One line: `1@a1r0 2@c1r3 …`, each tile with its south-west parcel and its quarter turns clockwise.
impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, place) in self.places.iter().enumerate() {
            let space = if index > 0 { " " } else { "" };
            let corner = Square::from_point(place.corner).expect("nine tiles reach no further than the letters");
            write!(f, "{space}{}@{corner}r{}", index + 1, place.turns.number())?;
        }
        Ok(())
    }
}

fn read_place(word: &str) -> Option<(usize, TilePlace)> {
    let (number, rest) = word.split_once('@')?;
    let number: usize = number.parse().ok().filter(|number| (1..=TILES).contains(number))?;
    let (corner, turns) = match rest.split_once(['r', 'R']) {
        // A column named r, as in `7@r2`, has nothing before its letter.
        Some((corner, turns)) if !corner.is_empty() => (corner, turns),
        Some((_, after)) => match after.split_once(['r', 'R']) {
            Some((row, turns)) => (&rest[..1 + row.len()], turns),
            None => (rest, "0"),
        },
        None => (rest, "0"),
    };
    let turns: u8 = turns.parse().ok().filter(|turns| *turns < 4)?;
    let corner: Square = corner.parse().ok()?;
    Some((number, TilePlace { corner: corner.point(), turns: QuarterTurns::new(turns) }))
}

/// A tile that no chain of joined tiles connects with the first.
fn loose_tile(places: &[TilePlace; TILES]) -> Option<usize> {
    let mut reached = [false; TILES];
    let mut to_visit = vec![0];
    while let Some(tile) = to_visit.pop() {
        if !std::mem::replace(&mut reached[tile], true) {
            to_visit.extend((0..TILES).filter(|other| places[tile].joins(places[*other])));
        }
    }
    reached.iter().position(|reached| !reached)
}

/// Every corner at which a further tile would touch those that lie, by x, then y; the origin if none lies yet.
fn places_beside(laid: &[TilePlace]) -> Vec<Point> {
    if laid.is_empty() {
        return vec![Point::default()];
    }
    let mut corners: Vec<_> = laid
        .iter()
        .flat_map(|place| {
            (-1..=1).flat_map(move |shift| {
                [(2, shift), (-2, shift), (shift, 2), (shift, -2)].map(|(x, y)| place.corner + Point::new(x, y))
            })
        })
        .filter(|corner| {
            let place = TilePlace { corner: *corner, turns: QuarterTurns::default() };
            !laid.iter().any(|other| place.overlaps(*other))
        })
        .collect();
    corners.sort_unstable();
    corners.dedup();
    corners
}
