//! The progress of a table, and how its game ended.

use serde::{Deserialize, Serialize};
use tablee_core::BySeat;

use crate::How;

/// The progress of a table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Progress {
    /// People can still sit down.
    Open,
    /// The game is on.
    Playing,
    /// The game is over.
    Over,
    /// It was closed before its game began.
    Closed,
}

impl Progress {
    /// The name in JSON, which is also the one in databases.
    pub const fn name(self) -> &'static str {
        match self {
            Progress::Open => "open",
            Progress::Playing => "playing",
            Progress::Over => "over",
            Progress::Closed => "closed",
        }
    }
}

/// How the game of a table ended.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Ending {
    /// How it ended.
    pub how: How,
    /// By seat: the place; 1 for the winners.
    pub places: BySeat<u8>,
    /// By seat: the score.
    pub scores: BySeat<i32>,
}
