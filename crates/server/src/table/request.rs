//! The requests that other tasks send to a table, grouped by who asks.

use std::sync::Arc;

use tablee_protocol::{Acted, Command, Person, Problem, ServerMessage, Summary, TableView};
use tokio::sync::oneshot;

use super::{UnlistedMoves, encode};
use crate::connection::Connection;

/// A request to the task of a table.
pub enum Request {
    /// From a person: a player, a spectator or a program.
    Person(PersonRequest),
    /// From the worker of this process.
    Worker(WorkerRequest),
    /// About other nodes of the cluster.
    Node(NodeRequest),
    /// About the life of the table in memory.
    Lifecycle(LifecycleRequest),
}

/// Where the answer to a request goes.
pub type Answer<T> = oneshot::Sender<Result<T, Problem>>;

/// A request from a person.
pub enum PersonRequest {
    /// A person acts at the table.
    Act { by: Person, command: Command, reply: Reply },
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
        /// Sent after a page of events, or with the reason of the refusal.
        reply: Answer<Subscribed>,
    },
    /// A connection wants no more events.
    Unsubscribe {
        /// The id of the connection.
        connection: u64,
    },
    /// The table with a page of its events.
    View {
        /// The page begins after this version.
        from: u32,
        /// The id of the person who asks.
        person: Option<String>,
        /// The secret of the invitation.
        invite: Option<String>,
        /// Whether the key of this person allows to play, and so to invite others.
        may_invite: bool,
        reply: Answer<TableView>,
    },
    /// The record of the game so far.
    Record {
        /// The id of the person who asks.
        person: Option<String>,
        /// The secret of the invitation.
        invite: Option<String>,
        reply: Answer<String>,
    },
    /// The position, for the player whose turn it is, who wants to know the legal moves.
    LegalMoves { by: Person, reply: Answer<UnlistedMoves> },
    /// The summary of the table, with the seat to move; and the version of the last ply.
    Summary { reply: Answer<(Summary, u32)> },
    /// The table where the same people play again. It is opened if there is none.
    Rematch {
        by: Person,
        /// The connection that asked, with the id of its request.
        connection: Option<(Arc<Connection>, u32)>,
        /// Gets the id of the table.
        reply: Answer<String>,
    },
}

/// A request from the worker of this process. Worker processes go to the store instead.
pub enum WorkerRequest {
    /// The record and the bot, if it is a bot's turn after this version.
    LoadPosition {
        /// The version of the last ply.
        played: u32,
        /// Gets the record and the name of the bot; `None` if the table has moved on.
        reply: Answer<Option<(String, String)>>,
    },
    /// A worker sends the move of a bot.
    SubmitBotMove {
        /// The version of the last ply before the move.
        played: u32,
        mv: String,
        /// Sent once the move is stored, or dropped because the table has moved on.
        reply: Answer<()>,
    },
    Rate {
        /// Sent once the ratings are stored, or if no rating is due.
        reply: Answer<()>,
    },
    /// The record of a finished game, for an analysis.
    FinishedRecord {
        /// Gets `None` if the game is not over.
        reply: Answer<Option<String>>,
    },
}

/// News about other nodes. None of them keeps the table in memory.
pub enum NodeRequest {
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
    Joined,
    /// Another node has left the cluster, with its connections.
    Left {
        /// The id of the node that left.
        node: String,
        /// Since when it was silent, in milliseconds since 1970.
        since: u64,
    },
}

/// A request about the life of the table in memory.
pub enum LifecycleRequest {
    /// Load the table, so that its clock runs and its bots play.
    Wake {
        /// Sent once the table is loaded.
        reply: Answer<()>,
    },
    /// Ends an abandoned table or game: closes an open table, or takes the player to move out of a game.
    Expire {
        /// Nothing has happened at the table since this time, in milliseconds since 1970.
        since: u64,
        /// Sent once the events are stored, or if there is nothing to end.
        reply: Answer<()>,
    },
    /// A store outage is over.
    StoreRecovered,
    /// Too many tables are idle: unload this one, unless it is used again.
    UnloadIfIdle,
    /// Unload the table on all nodes: its stored events were rewritten.
    Unload {
        /// Sent once the table is unloaded on this node.
        reply: Answer<()>,
    },
}

impl From<PersonRequest> for Request {
    fn from(request: PersonRequest) -> Request {
        Request::Person(request)
    }
}

impl From<WorkerRequest> for Request {
    fn from(request: WorkerRequest) -> Request {
        Request::Worker(request)
    }
}

impl From<NodeRequest> for Request {
    fn from(request: NodeRequest) -> Request {
        Request::Node(request)
    }
}

impl From<LifecycleRequest> for Request {
    fn from(request: LifecycleRequest) -> Request {
        Request::Lifecycle(request)
    }
}

/// How far a subscription has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Subscribed {
    /// The connection has all events, and gets every new one.
    Live,
    /// A page of the history was sent, up to this version. The connection asks for the next page when it has read it.
    Until(u32),
}

/// Where the answer to an act goes.
pub enum Reply {
    /// To a connection, with the id of its request.
    Connection(Arc<Connection>, u32),
    /// To a task that waits for it.
    Waiting(Answer<Acted>),
}

impl Request {
    /// Whether the request keeps the table in memory. News about other nodes does not.
    pub(super) fn counts_as_use(&self) -> bool {
        !matches!(self, Request::Node(_) | Request::Lifecycle(LifecycleRequest::StoreRecovered | LifecycleRequest::UnloadIfIdle))
    }

    /// Replies with a problem.
    pub(super) fn refuse(self, problem: &Problem) {
        let problem = problem.clone();
        match self {
            Request::Person(request) => request.refuse(problem),
            Request::Worker(request) => request.refuse(problem),
            Request::Lifecycle(LifecycleRequest::Wake { reply } | LifecycleRequest::Expire { reply, .. }) => {
                drop(reply.send(Err(problem)));
            }
            // A table that cannot be loaded is not in memory.
            Request::Lifecycle(LifecycleRequest::Unload { reply }) => drop(reply.send(Ok(()))),
            Request::Lifecycle(LifecycleRequest::StoreRecovered | LifecycleRequest::UnloadIfIdle) | Request::Node(_) => {}
        }
    }
}

impl PersonRequest {
    fn refuse(self, problem: Problem) {
        match self {
            PersonRequest::Act { reply: Reply::Connection(connection, re), .. } => {
                connection.send(encode(&ServerMessage::Refused { re, problem }));
            }
            PersonRequest::Act { reply: Reply::Waiting(reply), .. } => drop(reply.send(Err(problem))),
            PersonRequest::Subscribe { reply, .. } => drop(reply.send(Err(problem))),
            PersonRequest::Unsubscribe { .. } => {}
            PersonRequest::View { reply, .. } => drop(reply.send(Err(problem))),
            PersonRequest::Record { reply, .. } | PersonRequest::Rematch { reply, .. } => drop(reply.send(Err(problem))),
            PersonRequest::LegalMoves { reply, .. } => drop(reply.send(Err(problem))),
            PersonRequest::Summary { reply } => drop(reply.send(Err(problem))),
        }
    }
}

impl WorkerRequest {
    fn refuse(self, problem: Problem) {
        match self {
            WorkerRequest::LoadPosition { reply, .. } => drop(reply.send(Err(problem))),
            WorkerRequest::SubmitBotMove { reply, .. } | WorkerRequest::Rate { reply } => drop(reply.send(Err(problem))),
            WorkerRequest::FinishedRecord { reply } => drop(reply.send(Err(problem))),
        }
    }
}
