//! Moves, and how a domino is laid.

use tablee_core::geometry::Square;

use crate::set::Domino;

/// A domino, the two squares that it covers, which way round it lies, and whether it gets a totem.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Lay {
    pub(crate) domino: Domino,
    /// Whether the higher value is on the later square; never for a double.
    pub(crate) flipped: bool,
    /// The two squares, ascending.
    pub(crate) squares: [Square; 2],
    pub(crate) totem: bool,
}

impl Lay {
    /// The domino's higher value on the first square and its lower on the second.
    pub fn new(domino: Domino, first: Square, second: Square, totem: bool) -> Lay {
        let flipped = second < first && !domino.is_double();
        Lay { domino, flipped, squares: [first.min(second), first.max(second)], totem }
    }

    /// The domino that is laid.
    pub fn domino(self) -> Domino {
        self.domino
    }

    /// Where its higher value and its lower value go.
    #[inline]
    pub fn squares(self) -> [Square; 2] {
        let [low, high] = self.squares;
        if self.flipped { [high, low] } else { [low, high] }
    }

    /// Whether a totem is put on it (K11).
    pub fn totem(self) -> bool {
        self.totem
    }
}

/// A move of a player, or a draw.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// Chance: the next domino of a pile becomes visible (K6, K12).
    Draw(Domino),
    /// A domino of the reserve is laid (K10).
    Lay(Lay),
    /// The pile of this number gives its top as a new pile (K23).
    NewPile(u8),
}
