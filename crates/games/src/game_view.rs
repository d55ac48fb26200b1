//! A game as pages show it.

use tablee_core::scene::{SeatLook, Tabletop};
use tablee_core::{Announcement, Scene, Seat, SeatCount, Text};

use crate::record::ShuffleProof;

/// The turn for pages: a seat, chance, or the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, tsify::Tsify), serde(tag = "kind", rename_all = "lowercase"))]
pub enum TurnView {
    /// A seat is to move.
    Seat {
        /// The seat to move.
        seat: Seat,
    },
    /// Something is drawn.
    Chance,
    /// The game is over.
    Over,
}

/// A game after some plies.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, tsify::Tsify))]
pub struct View {
    /// The number of plies so far.
    pub ply: usize,
    /// The seat to move, or chance.
    pub turn: TurnView,
    /// What lies on the table, and what can be done.
    pub scene: Scene,
    /// By seat: the points, as if the game ended now.
    pub scores: Vec<i32>,
    /// By seat: the points that are won for good, in games that have such points besides those of an early end.
    pub won: Option<Vec<i32>>,
    /// By seat: the place, as if the game ended now; 1 is the best.
    pub places: Vec<u8>,
    /// The count unfolded, in the order in which the table counts.
    pub counts: Vec<SeatCount>,
}

/// What does not change during a game.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, tsify::Tsify))]
pub struct GameInfo {
    /// The game's id.
    pub game: &'static str,
    /// The game's name.
    pub name: &'static str,
    /// The options in words.
    pub options: Vec<OptionView>,
    /// How each seat looks.
    pub looks: Vec<SeatLook>,
    /// The players by seat.
    pub players: Vec<PlayerView>,
    /// The commitment of the shuffle; none if the players enter the draws, or the game has none.
    pub commitment: Option<String>,
    /// Whether the players enter the draws.
    pub entered: bool,
    /// Whether pieces are laid on others, so that layers can be looked into.
    pub layered: bool,
}

/// An option in words.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, tsify::Tsify))]
pub struct OptionView {
    /// The option, by the name of its specification.
    pub name: &'static str,
    /// Its value, as it was chosen.
    pub value: String,
    /// The option in words.
    pub title: Text,
    /// Its value in words.
    pub label: Text,
}

/// The player on a seat.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, tsify::Tsify))]
pub struct PlayerView {
    /// A person's name; empty for a bot.
    pub name: String,
    /// The bot's name, such as `level3`.
    pub bot: Option<String>,
}

/// A ply with its words and gains.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, tsify::Tsify))]
pub struct PlyView {
    /// The seat that moved; none for a draw.
    pub seat: Option<Seat>,
    /// The move, in its canonical spelling.
    pub mv: String,
    /// The move in words.
    pub what: Text,
    /// The id of the piece that it laid.
    pub piece: Option<String>,
    /// The id of the piece that it brought into sight in a hand, for a draw.
    pub drawn: Option<String>,
    /// By seat: the points that it brought or cost.
    pub gains: Vec<i32>,
    /// What these points are for.
    pub why: Option<Text>,
    /// What everyone should notice about it.
    pub announcements: Vec<Announcement>,
    /// The table with the piece that it laid, if that was cleared at once for the next round.
    pub finished: Option<Tabletop>,
}

/// What can be proven of a game.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, tsify::Tsify))]
pub struct ProofView {
    /// The number of plies; all of them are legal.
    pub plies: usize,
    /// What is proven about the draws.
    pub shuffle: ShuffleProof,
    /// The commitment, if there is one.
    pub commitment: Option<String>,
    /// The seed, if it is revealed.
    pub seed: Option<String>,
    /// What is proven about the draws, as a sentence.
    pub what: Text,
}
