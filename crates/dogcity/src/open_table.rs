//! The open table: where every domino lies, and the empty places beside them.

use std::hash::{Hash, Hasher};

use tablee_core::Seat;
use tablee_core::geometry::{Point, QuarterTurns};

use crate::placement::{CORNERS, Placements, Turned, Wanted};
use crate::score::round_points;
use crate::set::{Colour, DominoNumber, MAX_DOMINOES};

/// The side of the grid, which wraps around. All dominoes in one line, with an empty place at both ends, are shorter:
/// no two places that matter share a cell.
const SIDE: usize = 64;

/// The most empty places beside dominoes: the first has four, and each other takes one and brings at most three.
const SPOTS: usize = 2 * MAX_DOMINOES + 2;

/// An empty cell of the grid.
const EMPTY: u8 = u8::MAX;

/// Where a domino lies, and how.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Place {
    /// The point on the table; neighbours are 1 apart.
    pub at: Point,
    /// The quarter turns of the domino, clockwise.
    pub turns: QuarterTurns,
    /// The seat that completed the round at its south-west corner; none as long as it is not complete.
    pub round: Option<Seat>,
}

/// The rounds that one laying completed (D9).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Completed {
    pub(crate) rounds: u8,
    pub(crate) points: i16,
}

/// A complete round and the seat that completed it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Round {
    /// Where it is: the point at the south-west corner of the place of the same coordinates.
    pub at: Point,
    /// The colour of all four corners.
    pub colour: Colour,
    /// The dominoes that meet there: the one of which it is the north-west corner, then clockwise.
    pub dominoes: [DominoNumber; 4],
    /// The seat that completed it.
    pub seat: Seat,
}

/// The empty places beside dominoes, ascending.
#[derive(Clone)]
struct Spots {
    list: [Spot; SPOTS],
    len: u8,
}

/// An empty place and what it asks for, in one word: x, y (both from -128), and the wanted colours. Spots are thus
/// ordered as their points are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Spot(u32);

impl Spot {
    #[inline]
    fn new(at: Point, wanted: Wanted) -> Spot {
        let byte = |coordinate: i16| (coordinate + 128) as u32;
        Spot(byte(at.x) << 16 | byte(at.y) << 8 | u32::from(wanted.bits()))
    }

    #[inline]
    pub(crate) fn at(self) -> Point {
        let coordinate = |shift: u32| i16::from((self.0 >> shift) as u8) - 128;
        Point::new(coordinate(16), coordinate(8))
    }

    /// The corners that a domino must have to fit.
    #[inline]
    pub(crate) fn wanted(self) -> Wanted {
        Wanted::from_bits(self.0 as u8)
    }
}

/// The dominoes on a place and the eight around it, by column from the west, then from the south.
type Around = [[Option<DominoNumber>; 3]; 3];

/// The table.
///
/// The places of the dominoes say everything; the grid and the spots follow from them, and are kept up to date so that
/// a neighbour is found at once and what may be laid needs no search.
#[derive(Clone)]
pub(crate) struct OpenTable {
    places: [Option<Place>; MAX_DOMINOES],
    /// By cell: the index of the domino there.
    grid: [u8; SIDE * SIDE],
    spots: Spots,
}

impl OpenTable {
    /// The bare table, on which the first domino is laid at 0,0 (D4).
    pub(crate) fn new() -> OpenTable {
        let first = Spot::new(Point::default(), Wanted::NOTHING);
        OpenTable { places: [None; MAX_DOMINOES], grid: [EMPTY; SIDE * SIDE], spots: Spots { list: [first; SPOTS], len: 1 } }
    }

    /// Whether nothing is laid yet.
    pub(crate) fn is_bare(&self) -> bool {
        self.places.iter().all(Option::is_none)
    }

    /// Where a domino lies.
    #[inline]
    pub(crate) fn place(&self, domino: DominoNumber) -> Option<Place> {
        self.places.get(domino.index()).copied().flatten()
    }

    /// The domino at a place.
    #[inline]
    pub(crate) fn domino_at(&self, at: Point) -> Option<DominoNumber> {
        let index = self.grid[cell(at)] as usize;
        // The grid wraps around, so the domino must confirm its place.
        let place = self.places.get(index)?.as_ref()?;
        (place.at == at).then(|| DominoNumber::from_index(index))
    }

    /// The same for a place at most two away from some domino, where the grid cannot have wrapped around.
    #[inline]
    pub(crate) fn domino_near(&self, at: Point) -> Option<DominoNumber> {
        let index = self.grid[cell(at)];
        (index != EMPTY).then(|| DominoNumber::from_index(index as usize))
    }

    /// The places where a domino might be laid, ascending.
    #[inline]
    pub(crate) fn spots(&self) -> &[Spot] {
        &self.spots.list[..self.spots.len as usize]
    }

    /// What a place asks for, if a domino might be laid there.
    #[inline]
    pub(crate) fn wanted_at(&self, at: Point) -> Option<Wanted> {
        if !is_in_reach(at) {
            return None;
        }
        let [index] = self.spots.first_from([at]);
        self.spots.get(index, at).map(Spot::wanted)
    }

    /// Every complete round, by domino.
    pub(crate) fn rounds(&self, placements: &Placements) -> impl Iterator<Item = Round> {
        self.places.iter().flatten().filter_map(move |place| {
            let seat = place.round?;
            let meeting = CORNERS.map(|corner| self.domino_at(place.at - point(corner)));
            let [Some(a), Some(b), Some(c), Some(d)] = meeting else { return None };
            let colour = placements.turned(d, place.turns).colours[3];
            Some(Round { at: place.at, colour, dominoes: [a, b, c, d], seat })
        })
    }

    /// Lays a domino on one of the spots; anywhere else, nothing happens.
    #[inline]
    pub(crate) fn lay(
        &mut self,
        placements: &Placements,
        seat: Seat,
        domino: DominoNumber,
        at: Point,
        turns: QuarterTurns,
    ) -> Completed {
        if !is_in_reach(at) || domino.index() >= MAX_DOMINOES {
            return Completed::default();
        }
        let columns = self.spots.first_from([-1, 0, 1].map(|dx| at + Point::new(dx, -1)));
        let own = columns[1] + usize::from(self.spots.get(columns[1], at - Point::new(0, 1)).is_some());
        if self.spots.get(own, at).is_none() {
            return Completed::default();
        }
        self.places[domino.index()] = Some(Place { at, turns, round: None });
        self.grid[cell(at)] = domino.index() as u8;
        let near = |x: usize, y: usize| self.domino_near(at + Point::new(x as i16 - 1, y as i16 - 1));
        let around = std::array::from_fn(|x| std::array::from_fn(|y| near(x, y)));
        self.update_spots(placements, placements.turned(domino, turns), at, columns, &around);
        self.complete_rounds(placements, seat, &around)
    }

    /// The place is taken, and those around it ask for the colours of the domino there. `columns` says where in the
    /// list the places around it begin.
    #[inline]
    fn update_spots(&mut self, placements: &Placements, domino: &Turned, at: Point, columns: [usize; 3], around: &Around) {
        // From the last column to the first, so that what comes and goes does not move the columns still to do.
        for (dx, column) in (-1..=1).zip(0..3).rev() {
            let mut index = columns[column];
            // The three places of a column follow each other in the list.
            for (dy, (neighbour, given)) in (-1..=1).zip(around[column].iter().zip(domino.gives[column])) {
                let there = at + Point::new(dx, dy);
                if let Some(spot) = self.spots.get(index, there) {
                    if there == at {
                        self.spots.remove(index);
                    } else {
                        self.spots.list[index] = Spot::new(there, spot.wanted().and(given));
                        index += 1;
                    }
                } else if (dx == 0) != (dy == 0) && neighbour.is_none() {
                    let wanted = given.and(self.wanted_from_diagonals(placements, there));
                    self.spots.insert(index, Spot::new(there, wanted));
                    index += 1;
                }
            }
        }
    }

    /// What the dominoes diagonally beside a place make it ask for.
    #[inline]
    fn wanted_from_diagonals(&self, placements: &Placements, at: Point) -> Wanted {
        let mut wanted = Wanted::NOTHING;
        for (corner, (x, y)) in CORNERS.into_iter().enumerate() {
            if let Some(domino) = self.domino_near(at + Point::new(2 * x - 1, 2 * y - 1)) {
                let opposite = (corner + 2) % 4;
                wanted = wanted.and(Wanted::corner(corner, self.turned(placements, domino).colours[opposite]));
            }
        }
        wanted
    }

    /// A domino of the table as it lies.
    #[inline]
    pub(crate) fn turned<'p>(&self, placements: &'p Placements, domino: DominoNumber) -> &'p Turned {
        let turns = self.place(domino).map_or(QuarterTurns::default(), |place| place.turns);
        placements.turned(domino, turns)
    }

    /// Gives the seat every round at a corner of the middle place where four dominoes meet (D9).
    #[inline]
    fn complete_rounds(&mut self, placements: &Placements, seat: Seat, around: &Around) -> Completed {
        let mut completed = Completed::default();
        for (x, y) in CORNERS {
            // The domino that has the round at its north-west corner, at its north-east corner …
            let meeting = CORNERS.map(|(dx, dy)| around[(1 + x - dx) as usize][(1 + y - dy) as usize]);
            let [Some(a), Some(b), Some(c), Some(d)] = meeting else { continue };
            let mut animals = [None; 4];
            for (corner, domino) in [a, b, c, d].into_iter().enumerate() {
                animals[corner] = self.turned(placements, domino).animals[corner];
            }
            if let Some(place) = &mut self.places[d.index()] {
                place.round = Some(seat);
            }
            completed.rounds += 1;
            completed.points += round_points(animals) as i16;
        }
        completed
    }
}

impl Spots {
    /// For each point, the index of the first spot that does not come before it.
    #[inline]
    fn first_from<const N: usize>(&self, points: [Point; N]) -> [usize; N] {
        // With so few spots, counting is faster than a binary search: it has no branches, and vector units do several
        // at once.
        let firsts = points.map(|point| Spot::new(point, Wanted::NOTHING));
        let mut before = [0u32; N];
        for spot in &self.list[..self.len as usize] {
            for (count, first) in before.iter_mut().zip(firsts) {
                *count += u32::from(*spot < first);
            }
        }
        before.map(|count| count as usize)
    }

    /// The spot of an index, if it is at this point.
    #[inline]
    fn get(&self, index: usize, at: Point) -> Option<Spot> {
        self.list[..self.len as usize].get(index).copied().filter(|spot| spot.at() == at)
    }

    #[inline]
    fn insert(&mut self, index: usize, spot: Spot) {
        self.list.copy_within(index..self.len as usize, index + 1);
        self.list[index] = spot;
        self.len += 1;
    }

    #[inline]
    fn remove(&mut self, index: usize) {
        self.list.copy_within(index + 1..self.len as usize, index);
        self.len -= 1;
    }
}

/// Whether a place is one that all dominoes in one line could reach.
#[inline]
fn is_in_reach(at: Point) -> bool {
    let reach = -(SIDE as i16)..SIDE as i16;
    reach.contains(&at.x) && reach.contains(&at.y)
}

#[inline]
fn cell(at: Point) -> usize {
    (at.x as usize % SIDE) * SIDE + at.y as usize % SIDE
}

#[inline]
fn point((x, y): (i16, i16)) -> Point {
    Point::new(x, y)
}

/// Everything follows from the places.
impl PartialEq for OpenTable {
    fn eq(&self, other: &OpenTable) -> bool {
        self.places == other.places
    }
}

impl Eq for OpenTable {}

impl Hash for OpenTable {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.places.hash(state);
    }
}
