//! The requests that other tasks send to a table.

use std::sync::Arc;

use tablee_protocol::{Acted, Command, LegalMoves, Person, Problem, ServerMessage, Summary, TableView};
use tokio::sync::oneshot;

use super::{RematchAnswer, encode};
use crate::connection::Connection;

/// A request to the task of a table.
pub enum Request {
    /// A person acts.
    Act {
        /// The person who acts.
        by: Person,
        /// The act.
        command: Command,
        /// Where the answer goes.
        reply: Reply,
    },
    /// A connection wants all events after a version, and every new one.
    Subscribe {
        /// The connection, with its person if it sent a key.
        connection: Arc<Connection>,
        /// The secret of the invitation.
        invite: Option<String>,
        /// The last version that the client knows.
        from: u32,
        /// The id of the client's request.
        re: Option<u32>,
        /// Sent after the first events, or with the reason of the refusal.
        reply: oneshot::Sender<Result<(), Problem>>,
    },
    /// A connection wants no more events.
    Unsubscribe {
        /// The id of the connection.
        connection: u64,
    },
    /// The table with all its events.
    View {
        /// The id of the person who asks.
        person: Option<String>,
        /// The secret of the invitation.
        invite: Option<String>,
        /// Where the answer goes.
        reply: oneshot::Sender<Result<TableView, Problem>>,
    },
    /// The record of the game so far.
    Record {
        /// The id of the person who asks.
        person: Option<String>,
        /// The secret of the invitation.
        invite: Option<String>,
        /// Where the answer goes.
        reply: oneshot::Sender<Result<String, Problem>>,
    },
    /// The legal moves, for the player whose turn it is.
    LegalMoves {
        /// The person who asks.
        by: Person,
        /// Where the answer goes.
        reply: oneshot::Sender<Result<LegalMoves, Problem>>,
    },
    /// The record of a finished game, for an analysis.
    FinishedRecord {
        /// Gets `None` if the game is not over.
        reply: oneshot::Sender<Result<Option<String>, Problem>>,
    },
    /// The summary of the table, with the seat to move. Also loads the table, and so wakes it.
    Summary {
        /// Where the answer goes.
        reply: oneshot::Sender<Result<Summary, Problem>>,
    },
    /// The table of the rematch, or the plan for it.
    PlanRematch {
        /// The person who asks.
        by: Person,
        /// Where the answer goes.
        reply: oneshot::Sender<Result<RematchAnswer, Problem>>,
    },
    /// Sets the table of the rematch.
    SetRematch {
        /// The id of the new table.
        table: String,
        /// The connection that asked, with the id of its request.
        connection: Option<(Arc<Connection>, u32)>,
        /// Gets the table that is set. It is another one if another request came first.
        reply: oneshot::Sender<Result<String, Problem>>,
    },
    /// From a worker: the record and the bot, if it is a bot's turn after this version.
    LoadPosition {
        /// The version of the last ply.
        played: u32,
        /// Gets the record and the name of the bot; `None` if the table has moved on.
        reply: oneshot::Sender<Result<Option<(String, String)>, Problem>>,
    },
    /// From a worker: a bot's move.
    SubmitBotMove {
        /// The version of the last ply before the move.
        played: u32,
        /// The move.
        mv: String,
        /// Sent once the move is stored, or dropped because the table has moved on.
        reply: oneshot::Sender<Result<(), Problem>>,
    },
    /// From a worker: rate the finished game.
    Rate {
        /// Sent once the ratings are stored, or if no rating is due.
        reply: oneshot::Sender<Result<(), Problem>>,
    },
    /// Ends what nobody attends to.
    Expire {
        /// Nothing has happened at the table since this time, in milliseconds since 1970.
        since: u64,
        /// Sent once the events are stored, or if there is nothing to end.
        reply: oneshot::Sender<Result<(), Problem>>,
    },
    /// Another node published a note about the table.
    Note {
        /// The node that published it.
        node: String,
        /// A [`TableNote`](crate::cluster::TableNote) in JSON.
        note: Vec<u8>,
    },
    /// The version that the store has. If it is newer, the table resyncs.
    StoredVersion {
        /// The last version in the store.
        version: u32,
    },
    /// Another node says that it is a person's turn after this version.
    NotifyTurn {
        /// The version of the last ply.
        played: u32,
    },
    /// Notes of other nodes were lost: load the table again, and exchange presence.
    Resync,
    /// Another node has joined the cluster.
    NodeJoined,
    /// Another node has left the cluster, with its connections.
    NodeLeft {
        /// The node.
        node: String,
    },
    /// A store outage is over.
    StoreRecovered,
    /// Unload the table on all nodes: its stored events were rewritten.
    Unload {
        /// Sent once the table is unloaded on this node.
        reply: oneshot::Sender<()>,
    },
}

/// Where the answer to an act goes.
pub enum Reply {
    /// To a connection, with the id of its request.
    Connection(Arc<Connection>, u32),
    /// To a task that waits for it.
    Waiting(oneshot::Sender<Result<Acted, Problem>>),
}

impl Request {
    /// Whether the request keeps the table in memory. Notes and upkeep do not.
    pub(super) fn counts_as_use(&self) -> bool {
        !matches!(
            self,
            Request::Note { .. }
                | Request::StoredVersion { .. }
                | Request::NotifyTurn { .. }
                | Request::Resync
                | Request::NodeJoined
                | Request::NodeLeft { .. }
                | Request::StoreRecovered
        )
    }

    /// Replies with a problem.
    pub(super) fn refuse(self, problem: &Problem) {
        match self {
            Request::Act { reply: Reply::Connection(connection, re), .. } => {
                connection.send(encode(&ServerMessage::Refused { re, problem: problem.clone() }));
            }
            Request::Act { reply: Reply::Waiting(waiting), .. } => drop(waiting.send(Err(problem.clone()))),
            Request::Subscribe { reply, .. } => drop(reply.send(Err(problem.clone()))),
            Request::View { reply, .. } => drop(reply.send(Err(problem.clone()))),
            Request::Record { reply, .. } => drop(reply.send(Err(problem.clone()))),
            Request::LegalMoves { reply, .. } => drop(reply.send(Err(problem.clone()))),
            Request::PlanRematch { reply, .. } => drop(reply.send(Err(problem.clone()))),
            Request::SetRematch { reply, .. } => drop(reply.send(Err(problem.clone()))),
            Request::Unload { reply } => drop(reply.send(())),
            Request::SubmitBotMove { reply, .. } | Request::Rate { reply } | Request::Expire { reply, .. } => {
                drop(reply.send(Err(problem.clone())))
            }
            Request::Summary { reply } => drop(reply.send(Err(problem.clone()))),
            Request::FinishedRecord { reply } => drop(reply.send(Err(problem.clone()))),
            Request::LoadPosition { reply, .. } => drop(reply.send(Err(problem.clone()))),
            Request::Unsubscribe { .. }
            | Request::Note { .. }
            | Request::StoredVersion { .. }
            | Request::NotifyTurn { .. }
            | Request::Resync
            | Request::NodeJoined
            | Request::NodeLeft { .. }
            | Request::StoreRecovered => {}
        }
    }
}
