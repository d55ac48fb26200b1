//! Answers of the HTTP API about people: their games, and whom they met.

use serde::{Deserialize, Serialize};

use crate::{Person, RatingView};

/// The public profile of a person.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Profile {
    /// Id and name.
    pub person: Person,
    /// Whether the person has an account.
    pub account: bool,
    /// The ratings, by game.
    pub ratings: Vec<RatingView>,
    /// When the person first came, in milliseconds since 1970.
    #[serde(default)]
    pub since: u64,
    /// Of the latest two hundred finished games that the reader may see: how many of each game, and how many of them won.
    #[serde(default)]
    pub results: Vec<GameResults>,
}

/// How many games of one kind a person played and won.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GameResults {
    /// The game's id.
    pub game: String,
    /// The number of games with a result.
    pub games: u32,
    /// How many of them were won, alone or with others.
    pub wins: u32,
}

/// A result of a game, for one of its players.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum GameResult {
    /// The first place, alone or with others.
    Won,
    /// Another place.
    Lost,
    /// The game was aborted.
    None,
}

/// A person whom one met lately.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Opponent {
    /// The person, with the name that they had at the last table.
    pub person: Person,
    /// How many of one's latest two hundred finished games they were in.
    pub games: u32,
    /// The id of the last table together.
    pub table: String,
    /// The game that was played there.
    pub game: String,
    /// When that table last changed, in milliseconds since 1970.
    pub at: u64,
}
