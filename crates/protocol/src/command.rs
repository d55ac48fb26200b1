//! What people can ask of a table.

use serde::{Deserialize, Serialize};

/// What people can ask of a table, over the socket and over HTTP alike.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "do", rename_all = "lowercase", deny_unknown_fields)]
pub enum Command {
    /// Sit down.
    Sit {
        /// Where; without it, on the first seat that is free.
        #[serde(default)]
        seat: Option<u8>,
        /// A word of one's own for the shuffle.
        #[serde(default)]
        salt: Option<String>,
        /// The secret of the invitation, if there is one.
        #[serde(default)]
        invite: Option<String>,
    },
    /// Get up before the game begins.
    Leave,
    /// Put a bot on a seat. The host's.
    Bot {
        /// Where.
        seat: u8,
        /// Which, such as `level3`.
        bot: String,
    },
    /// Keep a seat for somebody. The host's; the answer has the secret of the invitation.
    Reserve {
        /// Which.
        seat: u8,
        /// For whom, in words.
        name: String,
    },
    /// Make a seat free again, whoever has it. The host's.
    Free {
        /// Which.
        seat: u8,
    },
    /// Begin the game. The host's.
    Begin,
    /// Play a move.
    Move {
        /// The version of the table that it answers to.
        v: u32,
        /// The move, in any of its spellings.
        mv: String,
    },
    /// Ask the others whether one's last move may be taken back.
    Undo,
    /// Answer somebody who asked that.
    Answer {
        /// Whether one agrees.
        yes: bool,
    },
    /// Give up.
    Resign,
    /// Say something.
    Say {
        /// What.
        text: String,
    },
    /// Meet again at a new table; the answer names it.
    Rematch,
    /// Close the table before its game begins. The host's.
    Close,
}
