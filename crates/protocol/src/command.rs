//! What people ask of a table, over the socket and over HTTP alike.

use serde::de::{Deserializer, Error};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tablee_core::Seat;

use crate::QuickWord;

/// What a client sends as `act`: a command to the table, or a request for a new table.
///
/// Both have the same form in JSON: `{"do": …}`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(tsify::Tsify), tsify(type = "Command | { do: \"rematch\" }"))]
#[serde(tag = "do", rename_all = "lowercase")]
pub enum Act {
    /// Opens a new table for the same people, or finds the one that somebody else opened. The answer names it.
    ///
    /// This is not a command to the table: it takes two tables, so the server decides it above them.
    Rematch,
    /// A command to the table, which the table decides alone.
    #[serde(untagged)]
    Command(Command),
}

impl From<Command> for Act {
    fn from(command: Command) -> Act {
        Act::Command(command)
    }
}

/// Written by hand, because an untagged variant would hide which field of a command is wrong.
impl<'de> Deserialize<'de> for Act {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Act, D::Error> {
        let value = Value::deserialize(deserializer)?;
        if value.get("do").and_then(Value::as_str) == Some("rematch") {
            return Ok(Act::Rematch);
        }
        Command::deserialize(value).map(Act::Command).map_err(|error| {
            let error = error.to_string();
            // The list of what there is lacks the one act that is not a command.
            D::Error::custom(if error.starts_with("unknown variant") { format!("{error}, `rematch`") } else { error })
        })
    }
}

#[cfg(feature = "openapi")]
mod openapi {
    use utoipa::openapi::schema::{ObjectBuilder, OneOfBuilder, Schema};
    use utoipa::openapi::{Ref, RefOr};
    use utoipa::{PartialSchema, ToSchema};

    use super::{Act, Command};

    impl PartialSchema for Act {
        fn schema() -> RefOr<Schema> {
            let tag = ObjectBuilder::new().enum_values(Some(["rematch"]));
            let rematch = ObjectBuilder::new()
                .description(Some("Opens a new table for the same people; the answer names it."))
                .property("do", tag)
                .required("do");
            OneOfBuilder::new().item(Ref::from_schema_name("Command")).item(rematch).into()
        }
    }

    impl ToSchema for Act {
        fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
            schemas.push(("Command".to_owned(), Command::schema()));
            Command::schemas(schemas);
        }
    }
}

/// A command to a table. The table decides it and answers with events, or with a refusal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "do", rename_all = "lowercase", deny_unknown_fields)]
pub enum Command {
    /// Sits down.
    Sit {
        /// The seat; without it, the seat reserved for this person, or the first free seat.
        #[serde(default)]
        seat: Option<Seat>,
        /// The player's salt for the shuffle: one word.
        #[serde(default)]
        #[cfg_attr(feature = "openapi", schema(max_length = 64))]
        salt: Option<String>,
        /// The secret of the invitation, if the table is private.
        #[serde(default)]
        invite: Option<String>,
    },
    /// Stands up before the game begins: the seat is free again.
    Leave,
    /// Puts a bot on a free seat. Only the host may.
    Bot {
        /// A free seat.
        seat: Seat,
        /// The bot, such as `level3`.
        bot: String,
    },
    /// Reserves a free seat for somebody. Only the host may; the answer has the secret of the invitation.
    Reserve {
        /// A free seat.
        seat: Seat,
        /// The name to show on the seat.
        #[cfg_attr(feature = "openapi", schema(max_length = 24))]
        name: String,
    },
    /// Frees a seat that is taken or reserved, before the game begins. Only the host may.
    Free {
        /// A taken or reserved seat.
        seat: Seat,
    },
    /// Begins the game. Only the host may.
    Begin,
    /// Plays a move.
    Move {
        /// The version of the table that the player saw. A move that answers an older position is refused as stale.
        v: u32,
        /// The move, in any of its spellings.
        mv: String,
    },
    /// Asks the other players to agree to an undo of one's last move.
    Undo,
    /// Answers such a request.
    Answer {
        /// Whether the player agrees.
        yes: bool,
    },
    /// Resigns.
    Resign,
    /// Aborts a game that has hardly begun: until every side has moved once. It has no result then.
    Abort,
    /// Claims the game when it is the turn of a player who is away: that player is out.
    Claim,
    /// Writes a line of chat.
    Say {
        /// The line, at most 300 characters.
        #[cfg_attr(feature = "openapi", schema(max_length = 300))]
        text: String,
    },
    /// Makes a new invitation. The one before, and those to reserved seats, are no longer valid. Only the host may; the
    /// answer has the new secret.
    Renew {
        /// The watch-only link instead: it lets people watch and chat, but not sit down.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        watch: bool,
    },
    /// Revokes the invitation. Only the host may.
    Revoke {
        /// The watch-only link instead.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        watch: bool,
    },
    /// Removes a person, who stays out from then on: a spectator, or before the game begins also a player. Only the host
    /// may.
    Remove {
        /// The id of the person.
        person: String,
    },
    /// Closes the table before its game begins. Only the host may.
    Close,
    /// Says that one is ready for the game to begin, or asks the others to wait.
    Ready {
        /// Whether the player is ready. With `false`, the game does not begin by itself.
        yes: bool,
    },
    /// Moves to another seat before the game begins. If a person has it, they are asked to swap.
    Swap {
        /// The seat to move to.
        seat: Seat,
    },
    /// Arranges all seats before the game begins. Only the host may.
    Arrange {
        /// By seat: which seat's player, bot or reservation is there afterwards. Each seat once.
        seats: Vec<Seat>,
    },
    /// Asks the other players to agree to a pause.
    Pause,
    /// Ends a pause.
    Resume,
    /// Asks the other players to let one play on instead of the bot that has one's seat.
    Return,
    /// Answers the proposal of another player, or withdraws one's own.
    Agree {
        /// Whether the player agrees.
        yes: bool,
    },
    /// Gives a player of another side time: 15 seconds, a minute or a day, depending on the clock.
    Give {
        /// The seat that gets it.
        seat: Seat,
    },
    /// Says a quick word, which every page shows in its reader's language.
    Quick {
        /// The word.
        word: QuickWord,
    },
}
