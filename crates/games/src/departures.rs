//! Players who leave a game before its end or come back to it, and what that does to its result.

use std::cmp::Reverse;

use tablee_core::{BySeat, Outcome, Position, Seat, Text, text};

use crate::Player;

/// A player who left before the end of the game, or came back.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, tsify::Tsify))]
pub struct Departure {
    /// How many plies were played before.
    pub after: usize,
    /// The seat of the player.
    pub seat: Seat,
    /// Why the player left; or that they came back.
    pub why: DepartureReason,
    /// The bot that plays on for the seat, such as `level3`; none if the game ended, or nobody does.
    pub bot: Option<String>,
}

/// Why a player left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, tsify::Tsify), serde(rename_all = "lowercase"))]
pub enum DepartureReason {
    /// The player resigned.
    Resigned,
    /// The player ran out of time.
    Time,
    /// The player was away for too long, and another player claimed the game.
    Away,
    /// The player did not leave, but came back: the others agreed.
    Back,
}

impl DepartureReason {
    /// All reasons to leave.
    pub const ALL: [DepartureReason; 3] = [DepartureReason::Resigned, DepartureReason::Time, DepartureReason::Away];

    /// The word for it in a record.
    pub fn word(self) -> &'static str {
        match self {
            DepartureReason::Resigned => "resigned",
            DepartureReason::Time => "time",
            DepartureReason::Away => "away",
            DepartureReason::Back => "back",
        }
    }

    /// How a game ended, if this was the last departure, as a sentence without a full stop.
    pub fn ending(self) -> Text {
        match self {
            DepartureReason::Resigned => {
                text!("the game ended by resignation", "la partie s’est terminée par abandon")
            }
            DepartureReason::Time => {
                text!("the game ended because a player ran out of time", "la partie s’est terminée au temps")
            }
            DepartureReason::Away => {
                text!("the game ended because a player was away", "la partie s’est terminée par une absence")
            }
            DepartureReason::Back => text!("the game ended", "la partie s’est terminée"),
        }
    }
}

/// The side of each seat.
pub(crate) fn sides_of(position: &impl Position) -> BySeat<u8> {
    BySeat::from_fn(position.seats(), |seat| position.side(seat) as u8)
}

/// When each seat left, as a number that grows; none if its player is still there.
pub(crate) fn left_at(departures: &[Departure], seat: Seat) -> Option<usize> {
    let last = departures.iter().rposition(|departure| departure.seat == seat)?;
    (departures[last].why != DepartureReason::Back).then_some(last)
}

/// The last side with a player who has not left, if there is only one: it has won, and the game is over.
pub(crate) fn last_side(departures: &[Departure], sides: &BySeat<u8>) -> Option<u8> {
    let mut left = sides.iter().filter(|(seat, _)| left_at(departures, *seat).is_none()).map(|(_, side)| *side);
    let last = left.next()?;
    left.all(|side| side == last).then_some(last)
}

/// Whether departures have ended the game: one side is left, or no person.
pub(crate) fn end_the_game(departures: &[Departure], sides: &BySeat<u8>, players: &[Player]) -> bool {
    let is_left = |seat: Seat| matches!(players[seat.number()], Player::Human(_)) && left_at(departures, seat).is_none();
    !departures.is_empty() && (last_side(departures, sides).is_some() || !sides.seats().any(is_left))
}

/// Scores and places, if the game ended now with this count. Sides whose players have all left come last, the latest
/// of them first.
pub(crate) fn outcome(counted: Outcome, departures: &[Departure], sides: &BySeat<u8>) -> Outcome {
    if departures.is_empty() {
        return counted;
    }
    let last_side = last_side(departures, sides);
    // A side has left when all its seats have, as of the last of them.
    let gone = |side: u8| {
        let members = sides.iter().filter(|(_, other)| **other == side);
        members.map(|(seat, _)| left_at(departures, seat).unwrap_or(usize::MAX)).max().unwrap_or(usize::MAX)
    };
    let key = |seat: Seat| {
        let gone = gone(sides[seat]);
        // The last side left has won, whatever the score.
        let place = if gone == usize::MAX && last_side.is_none() { counted.place[seat] } else { 0 };
        (Reverse(gone), place)
    };
    let place = BySeat::from_fn(sides.len(), |seat| {
        let mut ahead: Vec<u8> = sides.iter().filter(|(other, _)| key(*other) < key(seat)).map(|(_, side)| *side).collect();
        ahead.sort_unstable();
        ahead.dedup();
        1 + ahead.len() as u8
    });
    Outcome { score: counted.score, place }
}
