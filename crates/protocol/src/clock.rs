//! The clocks there are, and how they run.

use serde::{Deserialize, Serialize};
use tablee_core::{Text, text};

/// How long people may think.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Clock {
    /// As long as they like.
    #[default]
    None,
    /// So long for each move.
    Move {
        /// Seconds.
        seconds: u32,
    },
    /// So long for the whole game, and a little more with every move.
    Game {
        /// Seconds to begin with.
        seconds: u32,
        /// Seconds more after each move.
        increment: u32,
    },
    /// So many days for each move.
    Days {
        /// Days.
        days: u32,
    },
}

const DAY: u64 = 24 * 60 * 60 * 1000;

impl Clock {
    /// Whether people could play by it.
    ///
    /// # Errors
    /// What is too short or too long.
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
            "a clock gives 1 second to 24 hours, at most an hour more with each move, or 1 to 30 days a move",
            "une pendule donne de 1 seconde à 24 heures, au plus une heure de plus à chaque coup, ou de 1 à 30 jours par coup"
        ))
    }

    /// What everyone has at the start, in thousandths of a second; none if nobody is pressed.
    pub fn at_start(self) -> Option<u64> {
        match self {
            Clock::None => None,
            Clock::Move { seconds } | Clock::Game { seconds, .. } => Some(u64::from(seconds) * 1000),
            Clock::Days { days } => Some(u64::from(days) * DAY),
        }
    }

    /// What somebody has left after a move that left this much.
    pub fn after_move(self, left: u64) -> u64 {
        match self {
            Clock::Game { increment, .. } => left + u64::from(increment) * 1000,
            _ => self.at_start().unwrap_or(left),
        }
    }
}

/// The clocks of a table: what each seat has left, and since when the one on turn thinks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clocks {
    /// By seat: thousandths of a second, as of the beginning of its turn.
    pub left: Vec<u64>,
    /// When the turn began, in thousandths of a second since 1970.
    pub since: u64,
}

impl Clocks {
    /// What a seat that has been on turn since then has left.
    pub fn left_now(&self, seat: usize, now: u64) -> u64 {
        self.left[seat].saturating_sub(now.saturating_sub(self.since))
    }
}
