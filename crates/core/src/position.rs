//! Positions: the state of a game in progress, and its rules.

use std::fmt;
use std::hash::Hash;

use crate::{BySeat, Dice, Outcome, Seat, Text};

/// A seat to move, a draw to make, or the end of the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Turn {
    /// The player on this seat chooses a move.
    Seat(Seat),
    /// Dice choose one of the legal draws.
    Chance,
    /// Nobody: the game has ended.
    Over,
}

/// The rule clause that something rests on, such as `K14`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, tsify::Tsify))]
pub struct Clause(pub &'static str);

impl fmt::Display for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// Why a move is not legal: data, with a sentence in each language.
///
/// Its `Display` is the clause and the English sentence.
pub trait Refusal: std::error::Error + Clone + PartialEq + Send + Sync + 'static {
    /// The clause that the move breaks.
    fn clause(&self) -> Clause;
    /// The reason, as a sentence without the clause, lower-case and without a full stop.
    fn text(&self) -> Text;
}

/// Implements `Display` (the clause and the English sentence) and `Error` for a type that implements [`Refusal`].
#[macro_export]
macro_rules! display_refusal {
    ($refusal:ty) => {
        impl std::fmt::Display for $refusal {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                use $crate::Refusal as _;
                write!(f, "{}: {}", self.clause(), self.text())
            }
        }

        impl std::error::Error for $refusal {}
    };
}

/// The state of a game, its rules, and its count.
///
/// A position holds public facts only. Chance has its own turns: a draw is a move that chance makes, so nothing hidden
/// is in here, and nothing hidden can leak out. Positions are small, and cloning one allocates nothing.
///
/// Speed comes from the representation behind these methods. Playing with checks is [`Play::play`], which every
/// position has and none can change.
pub trait Position: Clone + Eq + Hash + fmt::Debug + Send + Sync + 'static {
    /// A move of a player, or a draw of chance.
    ///
    /// It can also be illegal; `check` then says why.
    type Move: Copy + Ord + Hash + fmt::Debug + Send + Sync + 'static;
    /// Why a move is refused.
    type Illegal: Refusal;

    /// How many seats the table has.
    fn seats(&self) -> usize;

    /// The seat to move, or chance; `Over` at the end.
    fn turn(&self) -> Turn;

    /// Replaces the content of `out` by every legal move (or possible draw), ascending, none twice; nothing when the
    /// game is over.
    fn moves(&self, out: &mut Vec<Self::Move>);

    /// One of the legal moves, each equally likely; none when the game is over.
    ///
    /// The same as throwing for an index into [`Position::moves`], with the list made in `scratch`. A game that can
    /// count its moves and find the n-th without listing them does so here.
    fn pick(&self, dice: &mut impl Dice, scratch: &mut Vec<Self::Move>) -> Option<Self::Move> {
        self.moves(scratch);
        if scratch.is_empty() {
            return None;
        }
        Some(scratch[dice.below(scratch.len() as u32) as usize])
    }

    /// Whether a move is legal.
    ///
    /// # Errors
    /// The first clause that it breaks.
    fn check(&self, mv: Self::Move) -> Result<(), Self::Illegal>;

    /// Plays a move that is known to be legal. An illegal move leads to an unspecified position, but is safe.
    fn play_unchecked(&mut self, mv: Self::Move);

    /// The count as if the game ended now, each seat's own points.
    fn score(&self) -> BySeat<i32>;

    /// The place of each seat as if the game ended now: 1 for the winners.
    fn places(&self) -> BySeat<u8>;
}

/// What every position can do. Implemented once, for all of them.
pub trait Play: Position {
    /// Plays a move if it is legal.
    ///
    /// # Errors
    /// The clause that the move breaks; the position is then unchanged.
    fn play(&mut self, mv: Self::Move) -> Result<(), Self::Illegal> {
        self.check(mv)?;
        self.play_unchecked(mv);
        Ok(())
    }

    /// Whether a move is legal.
    fn is_legal(&self, mv: Self::Move) -> bool {
        self.check(mv).is_ok()
    }

    /// Whether the game has ended.
    fn is_over(&self) -> bool {
        self.turn() == Turn::Over
    }

    /// Every legal move, in a new list.
    fn legal_moves(&self) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        self.moves(&mut moves);
        moves
    }

    /// Score and places as if the game ended now.
    fn outcome(&self) -> Outcome {
        Outcome { score: self.score(), place: self.places() }
    }
}

impl<P: Position> Play for P {}
