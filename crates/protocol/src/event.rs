//! The events of a table. They are stored and sent in the same form.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use tablee_core::Seat;

use crate::{Clock, Proposal, Series};

/// A person, as others see them.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Person {
    /// The public id.
    pub id: String,
    /// The name that others see.
    pub name: String,
    /// Whether it is a guest, who has no account: anyone may use the same name.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub guest: bool,
}

/// Who plays on a seat.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Who {
    /// A person, with an account or as a guest.
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
    /// The number of seats.
    pub seats: u8,
    /// The person who opened it.
    pub host: Person,
    /// The time control.
    pub clock: Clock,
    /// Whether anyone may find the table, sit down and watch; if not, an invitation is needed.
    pub public: bool,
    /// Whether the result changes ratings.
    pub rated: bool,
    /// The SHA-256 of the seed of all draws; none if nothing is ever drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commitment: Option<String>,
    /// The games of the same people before this one; absent unless it is a rematch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub series: Option<Series>,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum How {
    /// It was played to the end, and the points were counted.
    Counted,
    /// All other sides resigned.
    Resigned,
    /// The last of the other sides ran out of time.
    Time,
    /// The last of the other sides was away, and a player claimed the game.
    Abandoned,
    /// It was aborted: there is no result.
    Aborted,
}

/// How a game changed the rating of a person.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RatingChange {
    /// The seat of the person.
    pub seat: Seat,
    /// The rating before the game.
    pub before: f64,
    /// The rating after it.
    pub after: f64,
}

/// An event at a table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "is", rename_all = "lowercase")]
pub enum Event {
    /// The table was opened: always the first event.
    Opened(Opened),
    /// A person sat down, or a bot was put on a seat. During the game: a bot took over from a player who is out.
    Sat {
        /// The seat that is taken.
        seat: Seat,
        /// The person or the bot.
        who: Who,
        /// The player's salt for the shuffle.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        salt: Option<String>,
    },
    /// A seat was reserved for somebody.
    Reserved {
        /// The seat that is reserved.
        seat: Seat,
        /// The name that the seat shows.
        name: String,
        /// The id of the person, if it is known; that person needs no invitation.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        person: Option<String>,
    },
    /// A seat is free again.
    Left {
        /// The seat that is free again.
        seat: Seat,
    },
    /// The game began.
    Begun {
        /// The setup that the shuffle gave, in notation; empty if the game has none.
        setup: String,
    },
    /// A player moved.
    Move {
        /// The seat that moved.
        seat: Seat,
        /// The move, in its canonical spelling.
        mv: String,
        /// The time that the player has left, in milliseconds; absent without a clock.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ms: Option<u64>,
    },
    /// The server drew.
    Drawn {
        /// The draw, in its canonical spelling.
        mv: String,
    },
    /// A player asked to undo the last move.
    Asked {
        /// The seat that asked.
        seat: Seat,
        /// The number of plies that would remain.
        plies: u32,
    },
    /// A player answered that request.
    Answered {
        /// The seat that answered.
        seat: Seat,
        /// Whether the player agrees.
        yes: bool,
    },
    /// All agreed: the last plies were undone.
    Undone {
        /// The number of plies that remain.
        plies: u32,
    },
    /// A player resigned.
    Resigned {
        /// The seat of the player.
        seat: Seat,
    },
    /// A player ran out of time.
    Flagged {
        /// The seat of the player.
        seat: Seat,
    },
    /// A player was away when it was their turn, and another one claimed the game: the player is out.
    Claimed {
        /// The seat of the player who was away.
        seat: Seat,
        /// The seat that claimed.
        by: Seat,
    },
    /// The clocks were set after an outage of the server; the time of the outage does not count.
    Clock {
        /// By seat: the time left, in milliseconds.
        ms: Vec<u64>,
    },
    /// The game ended.
    Ended {
        /// How it ended.
        how: How,
        /// By seat: the place; 1 for the winners.
        places: Vec<u8>,
        /// By seat: the score.
        scores: Vec<i32>,
        /// The seed of the shuffle, so that anyone can verify the draws; absent if the game draws nothing.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seed: Option<String>,
    },
    /// The game was aborted: it is over without a result, and counts for nobody.
    Aborted {
        /// The seat of the player who aborted it; absent if the server did, because nobody came any more.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<Seat>,
        /// The seed of the shuffle, as in `ended`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seed: Option<String>,
    },
    /// The ratings changed after the game.
    Rated {
        /// The changes, one per rated seat; none if the game does not count.
        changes: Vec<RatingChange>,
    },
    /// A line of chat. Only tables from before 0.2 have it: chat is apart from the events now.
    Said {
        /// The person who wrote it.
        by: Person,
        /// The line as everyone reads it.
        text: String,
    },
    /// A new table was opened for the same people.
    Rematch {
        /// The id of the new table.
        table: String,
    },
    /// The host made a new invitation; the one before is no longer valid.
    Renewed {
        /// It is the watch-only link.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        watch: bool,
    },
    /// The host revoked the invitation; nobody can use it any more.
    Revoked {
        /// It is the watch-only link.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        watch: bool,
    },
    /// The host removed a person. They stay out: they can neither sit down nor watch.
    Removed {
        /// The id of the person.
        person: String,
    },
    /// The table was closed before its game began.
    Closed,
    /// All seats are taken: the game begins by itself at this time, unless a seat changes or a player asks to wait.
    Starting {
        /// When it begins, in milliseconds since 1970.
        begins: u64,
    },
    /// A player is ready for the game to begin, or asks the others to wait.
    Ready {
        /// The seat of the player.
        seat: Seat,
        /// Whether the player is ready.
        yes: bool,
    },
    /// Before the game, two seats changed places, with the player, the bot or the reservation on each.
    Swapped {
        /// One seat.
        seat: Seat,
        /// The other seat.
        with: Seat,
    },
    /// A player proposed what others must agree to.
    Proposed {
        /// The seat that proposed it; for a return, the seat of the player who wants it back.
        seat: Seat,
        /// What is proposed.
        what: Proposal,
    },
    /// A player answered the proposal; or, with `no` from the one who made it, withdrew it.
    Agreed {
        /// The seat that answered.
        seat: Seat,
        /// Whether the player agrees.
        yes: bool,
    },
    /// All agreed to a pause: the clocks stand, and nobody moves.
    Paused,
    /// The pause is over.
    Resumed {
        /// The seat that ended it; absent if the server did, because nobody came any more.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<Seat>,
    },
    /// A player gave time to another one.
    Given {
        /// The seat that has more time now.
        seat: Seat,
        /// The seat that gave it.
        by: Seat,
        /// How much, in milliseconds.
        ms: u64,
    },
    /// An event of a later version of the server. It changes neither position nor turn. No server sends it.
    #[serde(other)]
    Unknown,
}

/// An event with its number and its time.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
// An interface of TypeScript cannot extend a choice of several.
#[cfg_attr(feature = "wire", derive(tsify::Tsify), tsify(type = "Event & { v: number; at: number }"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Numbered {
    /// The number of the event, from 1. It is the version of the table after the event.
    pub v: u32,
    /// The time of the event, in milliseconds since 1970.
    pub at: u64,
    /// The event itself.
    #[serde(flatten)]
    pub event: Event,
}
