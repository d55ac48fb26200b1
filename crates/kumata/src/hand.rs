//! The hand of a seat: its piles, its visible dominoes, and its points so far.

use crate::set::{Domino, Face};

/// The most piles a seat can have: each domino is its own pile.
pub(crate) const PILES: usize = 15;

/// The pile of a domino that is not in the reserve.
const NO_PILE: u8 = u8::MAX;

/// The hand of a seat.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Hand {
    /// By pile, in the order of their creation: how many dominoes are hidden in it.
    pub(crate) hidden_in: [u8; PILES],
    /// By domino: the pile whose visible top it is.
    pub(crate) pile_of: [u8; PILES],
    pub(crate) pile_count: u8,
    /// The visible dominoes, as a set of indices.
    pub(crate) reserve: u16,
    /// The hidden dominoes, in whichever piles, as a set of indices.
    pub(crate) hidden: u16,
    /// The sum of the visible dominoes of the reserve (K29).
    pub(crate) reserve_points: i16,
    /// The sum of the visible values of the clan on the table (K28).
    pub(crate) table_points: i16,
    /// How many totems are not played yet.
    pub(crate) totems_left: u8,
    /// The levels at which totems stand, in the order they were played; 0 where none is.
    pub(crate) totem_levels: [u8; 2],
}

/// A pile as everyone sees it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Pile {
    /// The visible domino; none while it is being revealed, or when the pile is gone.
    pub top: Option<Domino>,
    /// How many lie under it.
    pub hidden: u8,
}

impl Hand {
    pub(crate) fn empty(face: Face) -> Hand {
        Hand {
            hidden_in: [0; PILES],
            pile_of: [NO_PILE; PILES],
            pile_count: 0,
            reserve: 0,
            hidden: 0,
            reserve_points: 0,
            table_points: 0,
            totems_left: face.totems(),
            totem_levels: [0; 2],
        }
    }

    /// How many dominoes are not laid yet.
    #[inline(always)]
    pub(crate) fn left(&self) -> u32 {
        (self.reserve | self.hidden).count_ones()
    }

    /// A domino becomes the visible top of a pile.
    #[inline]
    pub(crate) fn show(&mut self, domino: Domino, pile: u8) {
        self.pile_of[domino.index()] = pile;
        self.reserve |= 1 << domino.index();
        self.reserve_points += domino.points() as i16;
    }

    /// Takes a domino off its pile, and returns the number of the pile.
    #[inline]
    pub(crate) fn take(&mut self, domino: Domino) -> usize {
        self.reserve &= !(1 << domino.index());
        self.reserve_points -= domino.points() as i16;
        std::mem::replace(&mut self.pile_of[domino.index()], NO_PILE) as usize
    }
}

/// The dominoes of a set of indices, ascending.
#[inline]
pub(crate) fn dominoes(mut set: u16) -> impl Iterator<Item = Domino> {
    std::iter::from_fn(move || {
        let next = (set != 0).then(|| Domino::from_index(set.trailing_zeros() as u8));
        set &= set.wrapping_sub(1);
        next
    })
}
