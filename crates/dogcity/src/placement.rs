//! What may be laid where: every domino in every turn, for everything that a place can ask for. Computed once per set.

use tablee_core::geometry::{Point, QuarterTurns};

use crate::dominoes::Dominoes;
use crate::nook::Quarter;
use crate::set::{Animal, Colour, Domino, DominoNumber, HAND};

/// What a place asks of the four corners of a domino: two bits per corner, from the north-west clockwise; 0 asks for
/// nothing, and a colour is its number plus one.
///
/// A place beside a domino asks for two colours at least. So asking for nothing at all stands for the bare table, on
/// which the first domino is laid (D4).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Wanted(u8);

impl Wanted {
    pub(crate) const NOTHING: Wanted = Wanted(0);

    pub(crate) const fn corner(corner: usize, colour: Colour) -> Wanted {
        Wanted((colour as u8 + 1) << (2 * corner))
    }

    #[inline]
    pub(crate) const fn bits(self) -> u8 {
        self.0
    }

    #[inline]
    pub(crate) const fn from_bits(bits: u8) -> Wanted {
        Wanted(bits)
    }

    #[inline]
    pub(crate) const fn and(self, other: Wanted) -> Wanted {
        Wanted(self.0 | other.0)
    }

    /// Whether at least three corners must have a certain colour, as at every place where a domino completes a round.
    #[inline]
    pub(crate) const fn asks_for_three(self) -> bool {
        ((self.0 | self.0 >> 1) & 0b0101_0101).count_ones() >= 3
    }

    /// The colour that a corner has to have.
    pub(crate) fn colour(self, corner: usize) -> Option<Colour> {
        let code = self.0 >> (2 * corner) & 3;
        (code > 0).then(|| Colour::ALL[code as usize - 1])
    }
}

/// The number of a domino that no set has, and that fits nowhere.
const NOTHING: DominoNumber = DominoNumber::from_index(COLUMNS - 1);

/// The dominoes of a hand, ascending, as the fingers that [`Ways`] refer to. Missing ones have a number that no set has
/// and that fits nowhere.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fingers([DominoNumber; HAND]);

impl Fingers {
    #[inline]
    pub(crate) fn new(hand: Dominoes) -> Fingers {
        let mut fingers = [NOTHING; HAND];
        for (finger, domino) in fingers.iter_mut().zip(hand) {
            *finger = domino;
        }
        Fingers(fingers)
    }

    /// The same hand without one of them.
    #[inline]
    pub(crate) fn without(mut self, finger: usize) -> Fingers {
        self.0[finger] = NOTHING;
        self
    }

    /// The finger of a domino of the hand.
    #[inline]
    pub(crate) fn finger_of(self, domino: DominoNumber) -> usize {
        self.0.iter().position(|finger| *finger == domino).unwrap_or(0)
    }
}

/// The ways to lay a domino of a hand on one spot, as a set: four bits per finger, one per turn. So they are ordered by
/// domino, then by turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Ways(u16);

impl Ways {
    /// Whether there is one.
    #[inline]
    pub(crate) const fn is_any(self) -> bool {
        self.0 != 0
    }

    /// The placements, ascending.
    #[inline]
    pub(crate) fn iter(self, hand: Fingers) -> impl Iterator<Item = (DominoNumber, QuarterTurns)> {
        let mut ways = self.0;
        std::iter::from_fn(move || {
            let way = (ways != 0).then(|| ways.trailing_zeros() as usize);
            ways &= ways.wrapping_sub(1);
            way.map(|way| (hand.0[way / 4], QuarterTurns::new(way as u8 % 4)))
        })
    }
}

/// The number of columns of the lookup table: one per domino, and at least one that stays empty.
const COLUMNS: usize = 64;

/// A turned domino: its corners, and what it makes the places around it ask for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Turned {
    /// At `[dx + 1][dy + 1]`: what it makes the place at (dx, dy) from it ask for.
    pub(crate) gives: [[Wanted; 3]; 3],
    /// The animals on its corners.
    pub(crate) animals: [Option<Animal>; 4],
    /// The colours of its corners.
    pub(crate) colours: [Colour; 4],
    /// What its corners add to a round.
    pub(crate) quarters: [Quarter; 4],
}

/// Where the corners of the domino at 0,0 are, clockwise from the north-west: a point of the plane is the south-west
/// corner of the place with the same coordinates.
pub(crate) const CORNERS: [(i16, i16); 4] = [(0, 1), (1, 1), (1, 0), (0, 0)];

/// Where the dominoes of a set fit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Placements {
    /// By what a place asks for, then by domino: a bit for each turn in which it fits, of those that look the same only
    /// for the first; and in the upper half their number, since counting is the most frequent question.
    fits: Box<[[u8; COLUMNS]; 256]>,
    turned: Vec<[Turned; 4]>,
}

impl Placements {
    pub(crate) fn new(dominoes: &[Domino]) -> Placements {
        let mut fits = Box::new([[0u8; COLUMNS]; 256]);
        for (index, domino) in dominoes.iter().enumerate() {
            for turns in QuarterTurns::ALL.into_iter().filter(|turns| domino.least_turns(*turns) == *turns) {
                let corners = domino.turned(turns).corners;
                // It fits wherever each corner is asked for its own colour or for nothing (D6).
                for asked in 0..16u8 {
                    let wanted = (0..4)
                        .filter(|corner| asked >> corner & 1 == 1)
                        .map(|corner| Wanted::corner(corner, corners[corner].colour))
                        .fold(Wanted::NOTHING, Wanted::and);
                    fits[wanted.0 as usize][index] |= 1 << turns.number();
                }
            }
            // The first domino lies unturned (D4).
            fits[Wanted::NOTHING.0 as usize][index] = 1;
        }
        fits.as_flattened_mut().iter_mut().for_each(|turns| *turns |= (turns.count_ones() as u8) << 4);
        let turned = |domino: &Domino| QuarterTurns::ALL.map(|turns| Turned::new(domino.turned(turns)));
        Placements { fits, turned: dominoes.iter().map(turned).collect() }
    }

    /// Whether a domino fits, however turned.
    #[inline]
    pub(crate) fn fits(&self, wanted: Wanted, domino: DominoNumber) -> bool {
        self.fits[wanted.0 as usize][domino.index() % COLUMNS] != 0
    }

    /// The ways to lay one of a hand.
    #[inline]
    pub(crate) fn ways(&self, wanted: Wanted, hand: Fingers) -> Ways {
        let row = &self.fits[wanted.0 as usize];
        let [a, b, c, d] = hand.0.map(|domino| u16::from(row[domino.index() % COLUMNS] & 15));
        Ways(a | b << 4 | c << 8 | d << 12)
    }

    /// The number of these ways.
    #[inline]
    pub(crate) fn count(&self, wanted: Wanted, hand: Fingers) -> u32 {
        let row = &self.fits[wanted.0 as usize];
        hand.0.iter().map(|domino| u32::from(row[domino.index() % COLUMNS] >> 4)).sum()
    }

    /// A domino of the set, turned.
    #[inline]
    pub(crate) fn turned(&self, domino: DominoNumber, turns: QuarterTurns) -> &Turned {
        &self.turned[domino.index()][turns.number() as usize]
    }
}

impl Turned {
    /// What it makes a place around it ask for, at this distance from it.
    #[inline]
    pub(crate) fn gives_to(&self, distance: Point) -> Wanted {
        self.gives[(distance.x + 1) as usize][(distance.y + 1) as usize]
    }

    fn new(domino: Domino) -> Turned {
        let mut gives = [[Wanted::NOTHING; 3]; 3];
        for (here, (x, y)) in CORNERS.into_iter().enumerate() {
            for (there, (other_x, other_y)) in CORNERS.into_iter().enumerate() {
                // Both corners are one point if the other place lies at the difference. (The place itself, at 0,0, asks
                // nobody.)
                let place = &mut gives[(x - other_x + 1) as usize][(y - other_y + 1) as usize];
                *place = place.and(Wanted::corner(there, domino.corners[here].colour));
            }
        }
        let animals = domino.corners.map(|corner| corner.animal);
        let colours = domino.corners.map(|corner| corner.colour);
        Turned { gives, animals, colours, quarters: animals.map(Quarter::new) }
    }
}
