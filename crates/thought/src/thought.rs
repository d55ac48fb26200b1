//! The question to a bot, and its answer.

use tablee_core::Text;

/// A question to a bot: what would you play here?
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// The bot's name, as records write it: `level3`, `search:2000`.
    pub bot: String,
    /// The seed of the bot's dice. The same seed gives the same answer, unless the bot thinks by the clock.
    pub seed: u64,
    /// Whether the answer has reasons. They are not free: finding them counts the ways to move of every seat.
    pub with_reasons: bool,
}

/// The answer: what the bot would play, and what it expects.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, tsify::Tsify))]
pub struct Thought {
    /// The move, in its canonical spelling.
    pub mv: String,
    /// The move in words.
    pub what: Text,
    /// The reasons for it, the strongest first, without the expected points; empty if the question asked for none.
    pub reasons: Vec<Text>,
    /// By seat: how likely it is to win, from 0 to 1; empty if the bot does not search.
    pub win: Vec<f32>,
    /// By seat: the points it may expect; empty if the bot does not search.
    pub points: Vec<f32>,
}
