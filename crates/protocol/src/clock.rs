//! Time controls, and the time that the players have left.

use serde::{Deserialize, Serialize};
use tablee_core::{BySeat, Seat, Text, text};

/// The time control of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Clock {
    /// No limit.
    #[default]
    None,
    /// A limit per move.
    Move {
        /// Seconds per move.
        seconds: u32,
    },
    /// A limit for the whole game, with an increment per move.
    Game {
        /// Seconds at the start.
        seconds: u32,
        /// Seconds added after each move.
        increment: u32,
    },
    /// A limit of days per move.
    Days {
        /// Days per move.
        days: u32,
    },
}

const DAY: u64 = 24 * 60 * 60 * 1000;

impl Clock {
    /// Checks that the limits are within range.
    ///
    /// # Errors
    /// A sentence with the range, if a limit is too short or too long.
    pub fn check(self) -> Result<(), Text> {
        let within = match self {
            Clock::None => true,
            Clock::Move { seconds } => (1..=86_400).contains(&seconds),
            Clock::Game { seconds, increment } => (1..=86_400).contains(&seconds) && increment <= 3_600,
            Clock::Days { days } => (1..=30).contains(&days),
        };
        if within {
            return Ok(());
        }
        Err(text!(
            "a clock gives 1 second to 24 hours, at most an hour more with each move, or 1 to 30 days per move",
            "une pendule accorde de 1 seconde à 24 heures, au plus une heure de plus par coup, ou de 1 à 30 jours par coup"
        ))
    }

    /// The time that every player has at the start, in milliseconds; none without a limit.
    pub fn at_start(self) -> Option<u64> {
        match self {
            Clock::None => None,
            Clock::Move { seconds } | Clock::Game { seconds, .. } => Some(u64::from(seconds) * 1000),
            Clock::Days { days } => Some(u64::from(days) * DAY),
        }
    }

    /// The time that a player may give another one at once, in milliseconds; none without a limit.
    pub fn gift(self) -> Option<u64> {
        match self {
            Clock::None => None,
            Clock::Move { .. } => Some(15_000),
            Clock::Game { .. } => Some(60_000),
            Clock::Days { .. } => Some(DAY),
        }
    }

    /// The most time that a player can have by such gifts, in milliseconds.
    pub fn most(self) -> u64 {
        match self {
            Clock::Days { .. } => 60 * DAY,
            _ => DAY,
        }
    }

    /// The time that a player has for the next move, given the time that this move left.
    pub fn after_move(self, left: u64) -> u64 {
        match self {
            Clock::Game { increment, .. } => left + u64::from(increment) * 1000,
            _ => self.at_start().unwrap_or(left),
        }
    }
}

/// The clocks of a table: the time that each seat has left, and when the current turn began.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clocks {
    /// By seat: milliseconds left at the beginning of its turn.
    pub left: BySeat<u64>,
    /// When the current turn began, in milliseconds since 1970.
    pub since: u64,
    /// Whether they stand, because the game is paused.
    pub stand: bool,
}

impl Clocks {
    /// The time that the seat to move has left at `now`, in milliseconds.
    pub fn left_now(&self, seat: Seat, now: u64) -> u64 {
        let passed = if self.stand { 0 } else { now.saturating_sub(self.since) };
        self.left[seat].saturating_sub(passed)
    }
}
