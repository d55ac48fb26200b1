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
///
/// An example: two players take one or two stones from a pile, and each stone is a point.
///
/// ```
/// use tablee_core::{BySeat, Clause, Play, Position, Refusal, Seat, Text, Turn, outcome, text};
///
/// #[derive(Clone, PartialEq, Eq, Hash, Debug)]
/// struct Pile {
///     stones: u8,
///     taken: BySeat<i32>,
///     seat: Seat,
/// }
///
/// #[derive(Clone, PartialEq, Debug)]
/// struct Illegal(u8);
///
/// impl Refusal for Illegal {
///     fn clause(&self) -> Clause {
///         Clause("T1")
///     }
///     fn text(&self) -> Text {
///         let Illegal(stones) = self;
///         text!("{stones} stones cannot be taken", "on ne peut pas prendre {stones} pierres")
///     }
/// }
/// tablee_core::display_refusal!(Illegal);
///
/// impl Position for Pile {
///     type Move = u8;
///     type Illegal = Illegal;
///     fn seats(&self) -> usize {
///         2
///     }
///     fn turn(&self) -> Turn {
///         if self.stones == 0 { Turn::Over } else { Turn::Seat(self.seat) }
///     }
///     fn moves(&self, out: &mut Vec<u8>) {
///         out.clear();
///         out.extend(1..=self.stones.min(2));
///     }
///     fn check(&self, mv: u8) -> Result<(), Illegal> {
///         if (1..=self.stones.min(2)).contains(&mv) { Ok(()) } else { Err(Illegal(mv)) }
///     }
///     fn play_unchecked(&mut self, mv: u8) {
///         self.stones -= mv;
///         self.taken[self.seat] += i32::from(mv);
///         self.seat = self.seat.next(2);
///     }
///     fn score(&self) -> BySeat<i32> {
///         self.taken
///     }
///     fn places(&self) -> BySeat<u8> {
///         outcome::rank(&self.taken)
///     }
/// }
///
/// let mut pile = Pile { stones: 3, taken: BySeat::from_fn(2, |_| 0), seat: Seat::new(0) };
/// assert_eq!(pile.legal_moves(), [1, 2]);
/// assert_eq!(pile.play(3).unwrap_err().to_string(), "T1: 3 stones cannot be taken");
/// pile.play(2)?;
/// pile.play(1)?;
/// assert!(pile.is_over());
/// assert_eq!(pile.outcome().place.as_slice(), [1, 2]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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

    /// The side that a seat plays for: its own, unless there are teams.
    #[inline]
    fn side(&self, seat: Seat) -> usize {
        seat.number()
    }
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
