//! What can be asked of a table, by other tasks.

use std::sync::Arc;

use tablee_protocol::{Acted, Command, Person, Problem, SeatPlan, Summary, TableView, Tell};
use tokio::sync::oneshot;

use super::encode;
use crate::connection::Connection;

/// What is asked of a table.
pub enum Request {
    /// Somebody does something.
    Act {
        /// Who.
        by: Person,
        /// What.
        command: Command,
        /// Where they are told.
        reply: Reply,
    },
    /// Somebody wants to be told of all that happens, from a version on.
    Subscribe {
        /// Who.
        connection: Arc<Connection>,
        /// The secret of the invitation.
        invite: Option<String>,
        /// The last version that they know.
        from: u32,
        /// Their request.
        re: Option<u32>,
        /// Whether they are let in.
        reply: oneshot::Sender<Result<(), Problem>>,
    },
    /// Somebody no longer wants to be told.
    Unsubscribe {
        /// Which connection.
        connection: u64,
    },
    /// Somebody wants to see the table.
    View {
        /// Who.
        person: Option<String>,
        /// The secret of the invitation.
        invite: Option<String>,
        /// The answer.
        reply: oneshot::Sender<Result<TableView, Problem>>,
    },
    /// Somebody wants the record.
    Record {
        /// Who.
        person: Option<String>,
        /// The secret of the invitation.
        invite: Option<String>,
        /// The answer.
        reply: oneshot::Sender<Result<String, Problem>>,
    },
    /// The record of a finished game, for those who do the work.
    FinishedRecord {
        /// The answer; none if the game is not over.
        reply: oneshot::Sender<Result<Option<String>, Problem>>,
    },
    /// The table in short, with whose turn it is.
    Summary {
        /// The answer.
        reply: oneshot::Sender<Result<Summary, Problem>>,
    },
    /// Who would sit where at a table where the same people meet again, or where they already do.
    PlanRematch {
        /// Who asks.
        by: Person,
        /// The answer.
        reply: oneshot::Sender<Result<RematchAnswer, Problem>>,
    },
    /// A new table was opened for that.
    SetRematch {
        /// Which.
        table: String,
        /// Who asked.
        connection: Option<(Arc<Connection>, u32)>,
        /// The table that it is to be: somebody may have been faster.
        reply: oneshot::Sender<Result<String, Problem>>,
    },
    /// What a bot would have to think about after this version, if it still is on turn: the record, and which bot.
    LoadPosition {
        /// After which version.
        played: u32,
        /// The answer.
        reply: oneshot::Sender<Result<Option<(String, String)>, Problem>>,
    },
    /// A bot has thought.
    SubmitBotMove {
        /// After which version.
        played: u32,
        /// The move.
        mv: String,
        /// Told once it is stored, or came too late.
        reply: oneshot::Sender<Result<(), Problem>>,
    },
    /// The ratings are to be changed, if the game is over.
    Rate {
        /// Told once it is stored, or was not due.
        reply: oneshot::Sender<Result<(), Problem>>,
    },
    /// Another node says something about the table.
    Note {
        /// Which node.
        node: String,
        /// A [`TableNote`](crate::cluster::TableNote), as it was sent.
        note: Vec<u8>,
    },
    /// What is stored has this version.
    StoredVersion {
        /// The last one.
        version: u32,
    },
    /// After this version it is somebody's turn, says another node.
    NotifyTurn {
        /// After which version.
        played: u32,
    },
    /// What other nodes said was not heard, for a moment or for long: anything may have happened, and they may not know who is there.
    Resync,
    /// Another node is there.
    NodeJoined,
    /// Another node is gone, and everyone who was there.
    NodeLeft {
        /// Which.
        node: String,
    },
    /// Things can be stored again.
    StoreRecovered,
    /// Let go of the table: it will be loaded again when it is needed.
    Unload {
        /// Told once it is done.
        reply: oneshot::Sender<()>,
    },
}

/// Where the same people meet again.
pub enum RematchAnswer {
    /// At this table.
    At(String),
    /// At one that is still to be opened.
    Plan(Box<RematchPlan>),
}

/// A table for the same people.
pub struct RematchPlan {
    /// The last one.
    pub summary: Summary,
    /// Who is to sit where; people by their ids.
    pub seats: Vec<(SeatPlan, Option<String>)>,
}

/// Where the answer to a request goes.
pub enum Reply {
    /// To a connection, with the number of its request.
    Connection(Arc<Connection>, u32),
    /// To whoever waits for it.
    Waiting(oneshot::Sender<Result<Acted, Problem>>),
}

impl Request {
    /// Whether somebody needs the table; else it is only kept up to date.
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

    /// Answers that it cannot be.
    pub(super) fn refuse(self, problem: &Problem) {
        match self {
            Request::Act { reply: Reply::Connection(connection, re), .. } => {
                connection.send(encode(&Tell::Refused { re, problem: problem.clone() }));
            }
            Request::Act { reply: Reply::Waiting(waiting), .. } => drop(waiting.send(Err(problem.clone()))),
            Request::Subscribe { reply, .. } => drop(reply.send(Err(problem.clone()))),
            Request::View { reply, .. } => drop(reply.send(Err(problem.clone()))),
            Request::Record { reply, .. } => drop(reply.send(Err(problem.clone()))),
            Request::PlanRematch { reply, .. } => drop(reply.send(Err(problem.clone()))),
            Request::SetRematch { reply, .. } => drop(reply.send(Err(problem.clone()))),
            Request::Unload { reply } => drop(reply.send(())),
            Request::SubmitBotMove { reply, .. } | Request::Rate { reply } => drop(reply.send(Err(problem.clone()))),
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
