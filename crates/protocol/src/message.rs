//! The live protocol: JSON messages in the text frames of one WebSocket.

use serde::{Deserialize, Serialize};
use tablee_core::Seat;

use crate::{Act, ChatLine, Command, LegalMoves, Me, Numbered, Person, Problem, Summary, read_json};

/// A request from a client. The client numbers its requests; every answer repeats the number as `re`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(tsify::Tsify))]
#[serde(tag = "do", rename_all = "lowercase", deny_unknown_fields)]
pub enum ClientMessage {
    /// The first message: signs in. Without a key the client can only watch.
    Hello {
        /// The number of the request, here as below.
        id: u32,
        /// The version of the protocol that the client speaks.
        protocol: u32,
        /// The client's key.
        #[serde(default)]
        key: Option<String>,
        /// The client keeps a copy of each table that it watches, and knows from it who is to move: its events come
        /// without `turn`.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        copy: bool,
    },
    /// Subscribes to the events of a table: first the events that the client does not have, then each new one.
    Watch {
        /// The number of the request.
        id: u32,
        /// The id of the table.
        table: String,
        /// The last version that the client has; 0 for all events.
        from: u32,
        /// The secret of the invitation, if the table is private.
        #[serde(default)]
        invite: Option<String>,
    },
    /// Unsubscribes from a table.
    Unwatch {
        /// The number of the request.
        id: u32,
        /// The id of the table.
        table: String,
    },
    /// Acts at a table.
    Act {
        /// The number of the request.
        id: u32,
        /// The id of the table.
        table: String,
        /// What the person asks of the table.
        act: Act,
    },
    /// Asks for the legal moves. Only the player whose turn it is may.
    Moves {
        /// The number of the request.
        id: u32,
        /// The id of the table.
        table: String,
    },
    /// Subscribes to the list of public tables, or unsubscribes.
    Lobby {
        /// The number of the request.
        id: u32,
        /// Whether to subscribe.
        on: bool,
    },
    /// Keeps the connection open, and asks for the server's time.
    Ping {
        /// The number of the request.
        id: u32,
    },
}

/// A request to play a move. Most requests are, and this type is read in one go: a choice by its tag is kept in memory
/// first, and then read again.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlayRequest {
    #[serde(rename = "do")]
    _do: ActTag,
    id: u32,
    table: String,
    act: Play,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Play {
    #[serde(rename = "do")]
    _do: MoveTag,
    v: u32,
    mv: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum ActTag {
    Act,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum MoveTag {
    Move,
}

impl ClientMessage {
    /// Reads a request.
    ///
    /// # Errors
    /// As [`read_json`].
    pub fn read(source: &str) -> Result<ClientMessage, Problem> {
        match serde_json::from_str(source) {
            Ok(PlayRequest { id, table, act: Play { v, mv, .. }, .. }) => {
                Ok(ClientMessage::Act { id, table, act: Act::Command(Command::Move { v, mv }) })
            }
            Err(_) => read_json(source.as_bytes()),
        }
    }

    /// The number of the request.
    pub const fn id(&self) -> u32 {
        match self {
            ClientMessage::Hello { id, .. }
            | ClientMessage::Watch { id, .. }
            | ClientMessage::Unwatch { id, .. }
            | ClientMessage::Act { id, .. }
            | ClientMessage::Moves { id, .. }
            | ClientMessage::Lobby { id, .. }
            | ClientMessage::Ping { id } => *id,
        }
    }
}

/// A message from the server. With `re` it answers the request of that number.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(tsify::Tsify))]
#[serde(tag = "is", rename_all = "lowercase")]
pub enum ServerMessage {
    /// The answer to a hello.
    Welcome {
        /// The number of the request, here as below.
        re: u32,
        /// The version of the protocol.
        protocol: u32,
        /// The version of the server.
        server: String,
        /// The server's time, in milliseconds since 1970.
        now: u64,
        /// The person that the key belongs to; absent without a key.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        me: Option<Me>,
        /// The server is one of several. A socket for one table is best opened at that table's own path.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        cluster: bool,
    },
    /// Events of a table, in order and without a gap. With `re` they are also the answer to the client's own request.
    ///
    /// A long history comes in several messages. Only the last of them has `re`, `hash` and `turn`.
    Events {
        /// The number of the request; absent if others caused the events, and in a history before its last message.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        re: Option<u32>,
        /// The id of the table.
        table: String,
        /// The events, in order and without a gap.
        events: Vec<Numbered>,
        /// The hash of the position after them, once the game has begun.
        ///
        /// A client whose own copy has another hash drops it and subscribes again from version 0.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        hash: Option<u32>,
        /// The seat to move after them; absent unless the game is on, and for clients that keep a copy of the table.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        turn: Option<Seat>,
    },
    /// The request is done, and there is something to say beside its events, or it has none.
    Done {
        /// The number of the request.
        re: u32,
        /// The secret of an invitation, or the id of the table of a rematch.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        answer: Option<String>,
    },
    /// The request is refused. Nothing has changed.
    Refused {
        /// The number of the request; 0 if the message could not be read.
        re: u32,
        /// The refusal, with its code and sentence.
        #[serde(flatten)]
        problem: Problem,
    },
    /// The legal moves that the client asked for.
    Moves {
        /// The number of the request.
        re: u32,
        /// The id of the table.
        table: String,
        /// The legal moves of the seat to move.
        #[serde(flatten)]
        legal: LegalMoves,
    },
    /// Lines of chat at a table that the client watches: the latest ones after subscribing, then each new one.
    ///
    /// Chat is apart from the events. A line may come twice; its number tells.
    Chat {
        /// The id of the table.
        table: String,
        /// The lines, oldest first.
        lines: Vec<ChatLine>,
    },
    /// Presence at a table that the client watches.
    Present {
        /// The id of the table.
        table: String,
        /// The ids of connected people who have a seat.
        people: Vec<String>,
        /// How many other connections watch.
        watchers: u32,
        /// The people among them, each once and at most 50; only for the host, and absent if there are none.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        spectators: Vec<Person>,
        /// The player to move is away: the milliseconds until another player may claim the game. Absent if they are
        /// there, or it is nobody's turn.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        claim: Option<u64>,
    },
    /// Public tables that are open or being played, but only a few of each host. A table that ended or closed is sent
    /// one last time.
    Lobby {
        /// The number of the request; absent in later messages.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        re: Option<u32>,
        /// The tables that changed; in the answer to a request, all, or as many as fit. The others follow in messages
        /// without `re`.
        tables: Vec<Summary>,
        /// The ids of tables that the lobby no longer shows, although they have not ended.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(feature = "wire", tsify(optional))]
        gone: Vec<String>,
    },
    /// It is this person's turn at a table that this connection does not watch.
    Turn {
        /// The id of the table.
        table: String,
        /// The id of its game.
        game: String,
    },
    /// The answer to a ping.
    Pong {
        /// The number of the request.
        re: u32,
        /// The server's time, in milliseconds since 1970.
        now: u64,
    },
}
