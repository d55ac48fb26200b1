//! A set of dominoes as one word of bits: a hand, the draw pile.

use crate::set::DominoNumber;

/// Some of the dominoes of a set, each at most once, in the order of their numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Dominoes(u64);

impl Dominoes {
    /// The empty set.
    pub const NONE: Dominoes = Dominoes(0);

    /// The dominoes 1 to `count`, of which there are fewer than 64.
    pub(crate) const fn first(count: usize) -> Dominoes {
        Dominoes((1 << count) - 1)
    }

    /// The number of dominoes in the set.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether one is among them.
    #[inline]
    pub const fn contains(self, domino: DominoNumber) -> bool {
        self.0 & bit(domino) != 0
    }

    /// The union of both sets.
    #[inline]
    #[must_use]
    pub const fn and(self, others: Dominoes) -> Dominoes {
        Dominoes(self.0 | others.0)
    }

    /// The set with one domino added.
    #[inline]
    #[must_use]
    pub const fn with(self, domino: DominoNumber) -> Dominoes {
        Dominoes(self.0 | bit(domino))
    }

    /// The set with one domino removed.
    #[inline]
    #[must_use]
    pub const fn without(self, domino: DominoNumber) -> Dominoes {
        Dominoes(self.0 & !bit(domino))
    }

    /// The n-th, counted from 0.
    #[inline]
    pub(crate) fn nth(self, n: usize) -> Option<DominoNumber> {
        // Dropping the lowest bit n times is quicker than going through all of them as an iterator.
        let mut bits = self.0;
        for _ in 0..n {
            bits &= bits.wrapping_sub(1);
        }
        Dominoes(bits).lowest()
    }

    #[inline]
    fn lowest(self) -> Option<DominoNumber> {
        (self.0 != 0).then(|| DominoNumber::from_index(self.0.trailing_zeros() as usize))
    }
}

/// The bit of a domino; none for a number that no set has.
#[inline]
const fn bit(domino: DominoNumber) -> u64 {
    match domino.number() {
        number @ 1..=64 => 1 << (number - 1),
        _ => 0,
    }
}

impl Iterator for Dominoes {
    type Item = DominoNumber;

    #[inline]
    fn next(&mut self) -> Option<DominoNumber> {
        let lowest = self.lowest();
        self.0 &= self.0.wrapping_sub(1);
        lowest
    }
}

impl FromIterator<DominoNumber> for Dominoes {
    fn from_iter<I: IntoIterator<Item = DominoNumber>>(dominoes: I) -> Dominoes {
        dominoes.into_iter().fold(Dominoes::NONE, Dominoes::with)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_of_dominoes_is_ordered_by_number() {
        let numbers = [40, 1, 60, 7].map(DominoNumber::new);
        let set: Dominoes = numbers.into_iter().collect();
        assert_eq!(set.map(DominoNumber::number).collect::<Vec<_>>(), [1, 7, 40, 60]);
        assert_eq!((set.nth(2), set.nth(4)), (Some(DominoNumber::new(40)), None));
        assert_eq!(set.without(DominoNumber::new(7)).len(), 3);
        assert_eq!(Dominoes::first(3).and(set).len(), 6);
    }

    #[test]
    fn numbers_that_no_set_has_are_never_in_one() {
        for number in [0, 65, 200, 255].map(DominoNumber::new) {
            assert!(!Dominoes::first(60).contains(number));
            assert_eq!(Dominoes::NONE.with(number), Dominoes::NONE);
        }
    }
}
