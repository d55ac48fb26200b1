//! The live protocol: one socket, JSON in text frames.

use serde::{Deserialize, Serialize};

use crate::{Act, Me, Numbered, Problem, Summary};

/// What a client asks. Every request has a number of the client's choice, and is answered with it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(tsify::Tsify))]
#[serde(tag = "do", rename_all = "lowercase", deny_unknown_fields)]
pub enum Ask {
    /// The first message: who one is. Without a key one can only watch.
    Hello {
        /// The request.
        id: u32,
        /// The version of the protocol.
        protocol: u32,
        /// One's key.
        #[serde(default)]
        key: Option<String>,
    },
    /// Be told of all that happens at a table, from some version on.
    Watch {
        /// The request.
        id: u32,
        /// The table.
        table: String,
        /// The last version that one knows; 0 for all.
        from: u32,
        /// The secret of the invitation, if there is one.
        #[serde(default)]
        invite: Option<String>,
    },
    /// No longer be told of it.
    Unwatch {
        /// The request.
        id: u32,
        /// The table.
        table: String,
    },
    /// Do something at a table.
    Act {
        /// The request.
        id: u32,
        /// The table.
        table: String,
        /// What.
        act: Act,
    },
    /// Be told of open tables and games, or no longer.
    Lobby {
        /// The request.
        id: u32,
        /// Whether one wants to be told.
        on: bool,
    },
    /// Nothing; it shows that one is still there.
    Ping {
        /// The request.
        id: u32,
    },
}

impl Ask {
    /// The request's number.
    pub const fn id(&self) -> u32 {
        match self {
            Ask::Hello { id, .. }
            | Ask::Watch { id, .. }
            | Ask::Unwatch { id, .. }
            | Ask::Act { id, .. }
            | Ask::Lobby { id, .. }
            | Ask::Ping { id } => *id,
        }
    }
}

/// What the server tells. `re` is the request that it answers.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(tsify::Tsify))]
#[serde(tag = "is", rename_all = "lowercase")]
pub enum Tell {
    /// The answer to a hello.
    Welcome {
        /// The request.
        re: u32,
        /// The version of the protocol.
        protocol: u32,
        /// The version of the server.
        server: String,
        /// What time it is there, in thousandths of a second since 1970.
        now: u64,
        /// Who one is, if one said so.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        me: Option<Me>,
    },
    /// What happened at a table, in order and without a gap. With `re` it is also the answer to one's own request.
    Events {
        /// The request.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        re: Option<u32>,
        /// The table.
        table: String,
        /// What happened.
        events: Vec<Numbered>,
        /// The position after it, as a number: whoever has another has gone astray, and watches anew from version 0.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        hash: Option<u32>,
    },
    /// Done, without an event of its own.
    Done {
        /// The request.
        re: u32,
        /// What it brought: the secret of an invitation, or the table to meet again at.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        answer: Option<String>,
    },
    /// Refused. Nothing has changed.
    Refused {
        /// The request; 0 if it could not be read.
        re: u32,
        /// Why.
        #[serde(flatten)]
        problem: Problem,
    },
    /// Who is there at a table.
    Present {
        /// The table.
        table: String,
        /// The ids of people with a seat who are there.
        people: Vec<String>,
        /// How many others are watching.
        watchers: u32,
    },
    /// Tables that anyone may sit down at or watch, as they are now; a table that ended or closed is told once more, and then no longer.
    Lobby {
        /// The request.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        re: Option<u32>,
        /// The tables that changed; in the answer to a request, all.
        tables: Vec<Summary>,
    },
    /// One is on turn at a table that one may not be looking at.
    Turn {
        /// The table.
        table: String,
        /// The game's id.
        game: String,
    },
    /// The answer to a ping.
    Pong {
        /// The request.
        re: u32,
        /// What time it is there.
        now: u64,
    },
}
