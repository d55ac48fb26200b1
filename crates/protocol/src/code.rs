//! Refusals: a code for programs, a sentence for people.

use serde::{Deserialize, Serialize};
use tablee_core::{Lang, Text};

/// Why a request is refused. Codes never change their meaning, so programs can rely on them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Code {
    /// The message is not JSON, or not a message of this protocol.
    Unreadable,
    /// The client speaks another version of the protocol.
    Version,
    /// The request needs a key.
    SignIn,
    /// The key is not valid, or was revoked.
    BadKey,
    /// The key lacks the scope for this request.
    Scope,
    /// There is no such table, person, game or address.
    Unknown,
    /// The table is private: the request needs an invitation.
    Invitation,
    /// The host has removed this person from the table. They stay out.
    Removed,
    /// The table has no such seat.
    NoSuchSeat,
    /// The seat is taken, or reserved for somebody else.
    SeatTaken,
    /// The person has no seat at this table.
    NotSeated,
    /// Only the host may do this.
    NotHost,
    /// The game has not begun.
    NotBegun,
    /// The game has begun.
    Begun,
    /// The game is over, or the table is closed.
    Over,
    /// Not all seats are taken.
    EmptySeats,
    /// The position has changed since the version that the move answers.
    Stale,
    /// It is another player's turn.
    NotYourTurn,
    /// The move breaks a rule.
    Illegal,
    /// There is no move to undo, or a draw came after it.
    CannotUndo,
    /// There is no request to answer.
    NothingAsked,
    /// Every side has moved, so the game can no longer be aborted.
    CannotAbort,
    /// The player to move is not away, or not for long enough: retry after `wait` seconds, if there are any.
    CannotClaim,
    /// Nothing can be proposed: another proposal is open, there were too many, or it is about nobody.
    CannotPropose,
    /// This player cannot be given time.
    CannotGive,
    /// The game is paused: resume it first.
    Paused,
    /// A value in the request is not valid: a field, an option, a name, a bot.
    Invalid,
    /// Rated games are for people with an account.
    Account,
    /// The name belongs to another account.
    NameTaken,
    /// The name and the passphrase do not match.
    WrongPhrase,
    /// Over a rate limit: retry after `wait` seconds.
    TooMuch,
    /// The request is too long.
    TooLong,
    /// The stored data of the table are damaged. Waiting does not help.
    Damaged,
    /// The server cannot do it at the moment: retry. Nothing has changed.
    Unavailable,
}

impl Code {
    /// The HTTP status of a refusal with this code.
    pub const fn status(self) -> u16 {
        match self {
            Code::Unreadable | Code::Version | Code::Invalid | Code::NoSuchSeat => 400,
            Code::SignIn | Code::BadKey | Code::WrongPhrase => 401,
            Code::Scope
            | Code::Invitation
            | Code::Removed
            | Code::NotSeated
            | Code::NotHost
            | Code::NotYourTurn
            | Code::Account => 403,
            Code::Unknown => 404,
            Code::SeatTaken
            | Code::NotBegun
            | Code::Begun
            | Code::Over
            | Code::EmptySeats
            | Code::Stale
            | Code::CannotUndo
            | Code::NothingAsked
            | Code::CannotAbort
            | Code::CannotClaim
            | Code::CannotPropose
            | Code::CannotGive
            | Code::Paused
            | Code::NameTaken => 409,
            Code::TooLong => 413,
            Code::Illegal => 422,
            Code::TooMuch => 429,
            Code::Damaged => 500,
            Code::Unavailable => 503,
        }
    }
}

/// A sentence in both languages.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Sentence {
    /// The sentence in English.
    pub en: String,
    /// The sentence in French.
    pub fr: String,
}

impl Sentence {
    /// The sentence in one language.
    pub fn say(&self, lang: Lang) -> &str {
        lang.pick(&self.en, &self.fr)
    }
}

impl From<Text> for Sentence {
    fn from(Text { en, fr }: Text) -> Sentence {
        Sentence { en, fr }
    }
}

/// A refusal: a code for programs, a sentence for people. Nothing has changed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Problem {
    /// The reason, for programs.
    pub code: Code,
    /// The reason, for people.
    pub why: Sentence,
    /// After how many seconds to retry, if waiting helps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wait: Option<u32>,
    /// The path of the field that is wrong, such as `options.players`, if the request has such a field or lacks it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// What the parser said, in English, for the author of a program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
}

impl Problem {
    /// A refusal with a code and a sentence.
    pub fn new(code: Code, why: Text) -> Problem {
        Problem { code, why: why.into(), wait: None, field: None, detail: None }
    }
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.why.en)
    }
}

impl std::error::Error for Problem {}
