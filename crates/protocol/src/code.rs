//! Why something is refused.

use serde::{Deserialize, Serialize};
use tablee_core::{Lang, Text};

/// Why something is refused. These words never change their meaning, so programs can rely on them; people get a sentence beside it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Code {
    /// The message is not one of this protocol.
    Unreadable,
    /// The client speaks another version of the protocol.
    Version,
    /// Say who you are first.
    SignIn,
    /// The key is not valid, or no longer.
    BadKey,
    /// The key may not be used for this.
    Scope,
    /// There is no such table, person, game or address.
    Unknown,
    /// The table is for those who were invited.
    Invitation,
    /// The table has no such seat.
    NoSuchSeat,
    /// The seat is taken, or kept for somebody else.
    SeatTaken,
    /// One has no seat at this table.
    NotSeated,
    /// Only who opened the table may do this.
    NotHost,
    /// The game has not begun.
    NotBegun,
    /// The game has begun.
    Begun,
    /// The game is over, or the table is closed.
    Over,
    /// Not all seats are taken.
    EmptySeats,
    /// Something has happened at the table that the request does not know of.
    Stale,
    /// Somebody else is on turn.
    NotYourTurn,
    /// The move breaks a rule.
    Illegal,
    /// There is nothing that could be taken back, or it would undo a draw.
    CannotUndo,
    /// Nobody has asked.
    NothingAsked,
    /// Something in the request is not as it should be: an option, a name, a bot.
    Invalid,
    /// The name belongs to somebody.
    NameTaken,
    /// Name and pass phrase do not go together.
    WrongPhrase,
    /// Too much at once, or too many: wait a little.
    TooMuch,
    /// The request is too long.
    TooLong,
    /// The server cannot do it at the moment; nothing has changed.
    Unavailable,
}

impl Code {
    /// The HTTP status that goes with it.
    pub const fn status(self) -> u16 {
        match self {
            Code::Unreadable | Code::Version | Code::Invalid | Code::NoSuchSeat => 400,
            Code::SignIn | Code::BadKey | Code::WrongPhrase => 401,
            Code::Scope | Code::Invitation | Code::NotSeated | Code::NotHost | Code::NotYourTurn => 403,
            Code::Unknown => 404,
            Code::SeatTaken
            | Code::NotBegun
            | Code::Begun
            | Code::Over
            | Code::EmptySeats
            | Code::Stale
            | Code::CannotUndo
            | Code::NothingAsked
            | Code::NameTaken => 409,
            Code::TooLong => 413,
            Code::Illegal => 422,
            Code::TooMuch => 429,
            Code::Unavailable => 503,
        }
    }
}

/// A sentence in both languages.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Sentence {
    /// In English.
    pub en: String,
    /// In French.
    pub fr: String,
}

impl Sentence {
    /// It in one language.
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
    /// Which.
    pub code: Code,
    /// In words.
    pub why: Sentence,
    /// After how many seconds it may be tried again, if waiting helps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wait: Option<u32>,
}

impl Problem {
    /// A refusal in words.
    pub fn new(code: Code, why: Text) -> Problem {
        Problem { code, why: why.into(), wait: None }
    }
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.why.en)
    }
}

impl std::error::Error for Problem {}
