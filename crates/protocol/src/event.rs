//! What can happen at a table. Events are stored and sent in the same form.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::Clock;

/// A person, as others see them.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Person {
    /// Their id, which is public.
    pub id: String,
    /// Their name.
    pub name: String,
}

/// Who plays on a seat.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Who {
    /// A person.
    Person(Person),
    /// A bot, such as `level3`.
    Bot(String),
}

/// A table as it was opened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Opened {
    /// The game's id.
    pub game: String,
    /// Every option with its value.
    #[cfg_attr(feature = "wire", tsify(type = "Record<string, string>"))]
    pub options: BTreeMap<String, String>,
    /// How many seats there are.
    pub seats: u8,
    /// Who opened it.
    pub host: Person,
    /// How long people may think.
    pub clock: Clock,
    /// Whether anyone may find it, sit down and watch; else only those who were invited.
    pub public: bool,
    /// Whether the result changes ratings.
    pub rated: bool,
    /// The SHA-256 of the seed of all draws; none if nothing is ever drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commitment: Option<String>,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum How {
    /// It was played to its end and counted.
    Counted,
    /// All others had given up.
    Resigned,
    /// The last of the others ran out of time.
    Time,
}

/// How a game changed somebody's rating.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RatingChange {
    /// On which seat.
    pub seat: u8,
    /// Before the game.
    pub before: f64,
    /// After it.
    pub after: f64,
}

/// What can happen at a table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "is", rename_all = "lowercase")]
pub enum Event {
    /// The table was opened: always the first event.
    Opened(Opened),
    /// Somebody sat down, or a bot was put there; during the game, a bot in place of somebody who gave up.
    Sat {
        /// Where.
        seat: u8,
        /// Who.
        who: Who,
        /// What they add to the shuffle.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        salt: Option<String>,
    },
    /// A seat is kept for somebody.
    Reserved {
        /// Which.
        seat: u8,
        /// For whom, in words.
        name: String,
        /// For this person, who then needs no invitation.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        person: Option<String>,
    },
    /// A seat is free again.
    Left {
        /// Which.
        seat: u8,
    },
    /// The game began.
    Begun {
        /// What the shuffle settled before the first ply; empty if nothing.
        setup: String,
    },
    /// A move.
    Move {
        /// Whose.
        seat: u8,
        /// In its canonical spelling.
        mv: String,
        /// What the clock leaves them, in thousandths of a second.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ms: Option<u64>,
    },
    /// Something was drawn.
    Drawn {
        /// In its canonical spelling.
        mv: String,
    },
    /// Somebody would like to take back.
    Asked {
        /// Who.
        seat: u8,
        /// How many plies would be left.
        plies: u32,
    },
    /// Somebody agrees to that, or does not.
    Answered {
        /// Who.
        seat: u8,
        /// Whether they agree.
        yes: bool,
    },
    /// All agreed, and it was taken back.
    Undone {
        /// How many plies are left.
        plies: u32,
    },
    /// Somebody gave up.
    Resigned {
        /// Who.
        seat: u8,
    },
    /// Somebody ran out of time.
    Flagged {
        /// Who.
        seat: u8,
    },
    /// The clocks go on from here: the time before, when the server was away, does not count.
    Clock {
        /// By seat: what is left, in thousandths of a second.
        ms: Vec<u64>,
    },
    /// The game ended.
    Ended {
        /// How.
        how: How,
        /// By seat: the place; 1 for the winners.
        places: Vec<u8>,
        /// By seat: the points.
        scores: Vec<i32>,
        /// The seed of all draws, so that everyone can check them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seed: Option<String>,
    },
    /// The ratings after the game.
    Rated {
        /// What changed.
        changes: Vec<RatingChange>,
    },
    /// Somebody said something.
    Said {
        /// Who.
        by: Person,
        /// What.
        text: String,
    },
    /// The same people meet again.
    Rematch {
        /// At this table.
        table: String,
    },
    /// The table was closed before its game began.
    Closed,
}

/// An event with its number and time.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
// An interface of TypeScript cannot extend a choice of several.
#[cfg_attr(feature = "wire", derive(tsify::Tsify), tsify(type = "Event & { v: number; at: number }"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Numbered {
    /// Its number at its table, from 1: the version of the table after it.
    pub v: u32,
    /// When, in thousandths of a second since 1970.
    pub at: u64,
    /// What happened.
    #[serde(flatten)]
    pub event: Event,
}
