//! What a face sees of a game.

use tablee_core::scene::SeatLook;
use tablee_core::{Scene, Seat, SeatCount, Text};

/// Who acts next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, tsify::Tsify), serde(tag = "kind", rename_all = "lowercase"))]
pub enum TurnView {
    /// A player.
    Seat {
        /// Which.
        seat: Seat,
    },
    /// Chance.
    Chance,
    /// Nobody: the game has ended.
    Over,
}

/// A game after some plies.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, tsify::Tsify))]
pub struct View {
    /// After how many plies.
    pub ply: usize,
    /// Who acts next.
    pub turn: TurnView,
    /// What lies there and may be done.
    pub scene: Scene,
    /// By seat: the count, as if the game ended now.
    pub scores: Vec<i32>,
    /// By seat: the place, as if the game ended now; 1 is the best.
    pub places: Vec<u8>,
    /// The count unfolded, in the order in which the table counts.
    pub counts: Vec<SeatCount>,
}

/// What stays the same while a game lasts.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, tsify::Tsify))]
pub struct GameInfo {
    /// The game's id.
    pub game: &'static str,
    /// The game's name.
    pub name: &'static str,
    /// The options in words: those that the players chose, or that matter.
    pub options: Vec<OptionView>,
    /// How each seat looks.
    pub looks: Vec<SeatLook>,
    /// Who sits where.
    pub players: Vec<PlayerView>,
    /// The commitment of the shuffle; none if the draws are entered by the players, or nothing is ever drawn.
    pub commitment: Option<String>,
    /// Whether the players enter the draws.
    pub entered: bool,
}

/// An option in words.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, tsify::Tsify))]
pub struct OptionView {
    /// Its name.
    pub name: &'static str,
    /// Its value, as it was chosen.
    pub value: String,
    /// Its heading.
    pub title: Text,
    /// Its value in words.
    pub label: Text,
}

/// Who sits on a seat.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, tsify::Tsify))]
pub struct PlayerView {
    /// A person's name; empty for a bot.
    pub name: String,
    /// The bot's name, such as `level3`.
    pub bot: Option<String>,
}

/// One ply.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, tsify::Tsify))]
pub struct PlyView {
    /// Who was on turn; none for a draw.
    pub seat: Option<Seat>,
    /// The move, in its canonical spelling.
    pub mv: String,
    /// The move in words.
    pub what: Text,
}

/// What can be proven of a game.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, tsify::Tsify))]
pub struct ProofView {
    /// How many plies it has, all of them legal.
    pub plies: usize,
    /// What is known of the draws: `entered` by the players, not yet `revealed`, or `proven`.
    pub draws: &'static str,
    /// The commitment, if there is one.
    pub commitment: Option<String>,
    /// The seed, if it is revealed.
    pub seed: Option<String>,
    /// It in words.
    pub what: Text,
}
