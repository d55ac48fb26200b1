//! The live protocol over a WebSocket, as `docs/protocol.md` specifies it.
//!
//! A session begins with a handshake, the message `hello`. Then it answers requests and forwards broadcasts until the
//! client disconnects, falls silent or behind, or the server shuts down.
//!
//! | file | what is in it |
//! |---|---|
//! | `socket.rs` | the session |
//! | `socket/handshake.rs` | its beginning |

mod handshake;

use std::collections::{HashMap, VecDeque};
use std::future::ready;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::extract::ws::{CloseCode, CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use futures_util::SinkExt;
use tablee_core::text;
use tablee_protocol::{Act, ClientMessage, Code, Problem, Scope, ServerMessage};
use tokio::sync::{oneshot, watch};
use tokio::time::{Instant, sleep, timeout};

use handshake::{Greeted, handshake, read, same_origin};

use crate::app_state::AppState;
use crate::connection::{Connection, Outbox};
use crate::limits::{Address, MessageLimiter, Rate, SocketClient, WatchedTable};
use crate::people::{Authenticated, KEY_CACHE_TIME};
use crate::table::{PersonRequest, Reply, Subscribed, encode, now};

/// The longest message of a client, in bytes.
const MAX_MESSAGE: usize = 8 * 1024;

/// The read buffer of each connection. It is small, because thousands of connections are mostly silent.
const READ_BUFFER: usize = 512;

/// About how many bytes of queued messages are written together at most.
const WRITE_BUFFER: usize = 16 * 1024;

/// How long the handshake may take.
const HANDSHAKE_TIMEOUT: Duration = Duration::from_secs(10);

/// How long a client may be silent before the server sends a ping; after twice as long it disconnects.
const PING_AFTER: Duration = Duration::from_secs(40);

/// How long a client may take to read messages that are sent to it.
const SEND_TIMEOUT: Duration = Duration::from_secs(10);

/// How many frames over a limit a client may send before it is disconnected.
const OFFENCES: Option<Rate> = Rate::new(50, 30);

/// How long the closing handshake may take.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);

/// How many tables one connection may subscribe to.
const MOST_TABLES: usize = 50;

/// The greatest part of the queue of a connection that is in its write buffer at the same time.
const MAX_WRITE_BUFFER: usize = 2 * 1024 * 1024;

/// How many queued messages are sent together.
const BATCH: usize = 32;

/// Opens a socket, for the pages of this server and for programs. The path may name a table: that is for proxies, which
/// send everything about a table to the same server. It limits nothing. The attempt has been counted as a request.
pub async fn open(State(app): State<Arc<AppState>>, address: Address, headers: HeaderMap, upgrade: WebSocketUpgrade) -> Response {
    if !same_origin(&headers) {
        let why = text!("only pages of this server may connect", "seules les pages de ce serveur peuvent se connecter");
        return crate::api::refused(Problem::new(Code::Scope, why));
    }
    let open_socket = match app.limits.connect(address) {
        Ok(open_socket) => open_socket,
        Err(problem) => return crate::api::refused(problem),
    };
    upgrade
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(WRITE_BUFFER)
        .max_write_buffer_size(MAX_WRITE_BUFFER)
        .max_message_size(MAX_MESSAGE)
        .max_frame_size(MAX_MESSAGE)
        .on_upgrade(move |socket| async move {
            let stopping = app.hub.stopping();
            app.hub.metrics().connected();
            let _ = run_session(&app, address, socket, stopping).await;
            app.hub.metrics().disconnected();
            drop(open_socket);
        })
        .into_response()
}

/// The connection has ended. The reason does not matter.
struct Closed;

async fn run_session(
    app: &Arc<AppState>,
    address: Address,
    mut socket: WebSocket,
    mut stopping: watch::Receiver<bool>,
) -> Result<(), Closed> {
    let greeted = tokio::select! {
        greeted = timeout(HANDSHAKE_TIMEOUT, Box::pin(handshake(app, &mut socket))) => {
            greeted.ok().flatten().ok_or(close_code::POLICY)
        }
        _ = stopping.wait_for(|stopping| *stopping) => Err(close_code::AWAY),
    };
    let Greeted { signed, keeps_copy, _open } = match greeted {
        Ok(greeted) => greeted,
        Err(code) => return close(app, &mut socket, code).await,
    };
    if let Some(signed) = &signed {
        app.people.note_address(&signed.me, address).await;
        app.hub.addresses().remember(&signed.me.id, address);
    }
    let (connection, outbox) = Connection::new(signed.as_ref().map(Authenticated::person), address, keeps_copy);
    app.hub.register_connection(&connection);
    let mut session = Session {
        app,
        connection: connection.clone(),
        client: SocketClient { address, person: signed.as_ref().map(|signed| signed.me.id.clone()) },
        frames: app.limits.message_limiter(),
        offences: MessageLimiter::new(OFFENCES),
        signed,
        key_checked: Instant::now(),
        subscribed: HashMap::new(),
        sent: 0,
        histories: VecDeque::new(),
    };
    let ended = session.listen(&mut socket, outbox).await;
    for table in session.subscribed.keys() {
        let _ = app.hub.send(table, PersonRequest::Unsubscribe { connection: connection.id() }).await;
    }
    session.charge_answers();
    app.hub.unregister_connection(&connection);
    ended
}

/// Sends a close frame, and ends the connection.
async fn close(app: &AppState, socket: &mut WebSocket, code: CloseCode) -> Result<(), Closed> {
    app.hub.metrics().socket_closed(code);
    let reason = match code {
        close_code::AWAY => "reconnect",
        close_code::AGAIN => "too slow",
        _ => "refused",
    };
    let frame = Message::Close(Some(CloseFrame { code, reason: reason.into() }));
    let closing = async {
        // A connection that is dropped with unread bytes is reset, and the client may never see the frame.
        if socket.send(frame).await.is_ok() {
            while let Some(Ok(_)) = socket.recv().await {}
        }
    };
    let _ = timeout(CLOSE_TIMEOUT, closing).await;
    Err(Closed)
}

struct Session<'a> {
    app: &'a Arc<AppState>,
    connection: Arc<Connection>,
    client: SocketClient,
    /// The limit of this socket alone.
    frames: MessageLimiter,
    /// Frames over a limit. A client that goes on regardless is disconnected.
    offences: MessageLimiter,
    signed: Option<Authenticated>,
    /// When the key was last checked.
    key_checked: Instant,
    /// The tables, each with its count among those that are watched.
    subscribed: HashMap<String, WatchedTable>,
    /// Bytes that were sent and not yet charged.
    sent: u64,
    /// Histories of which pages are still to be sent, one history after the other.
    histories: VecDeque<History>,
}

/// The rest of a history that is sent page by page.
struct History {
    /// The id of the request.
    id: u32,
    table: String,
    /// The last version that was sent.
    from: u32,
    invite: Option<String>,
    /// Counts the table among those that are watched.
    watched: WatchedTable,
}

impl Session<'_> {
    async fn listen(&mut self, socket: &mut WebSocket, mut outbox: Outbox) -> Result<(), Closed> {
        let connection = self.connection.clone();
        let mut last_received = Instant::now();
        let mut pinged = false;
        let mut queued = Vec::new();
        // The timer is not reset with every message. It checks the time of the last one when it fires.
        let mut silence = pin!(sleep(PING_AFTER));
        loop {
            tokio::select! {
                // A client whose answers are not sent yet waits with its next request.
                message = socket.recv(), if outbox.has_room() => {
                    let Some(Ok(message)) = message else { return Err(Closed) };
                    (last_received, pinged) = (Instant::now(), false);
                    if let Message::Close(_) = message {
                        return Ok(());
                    }
                    // Boxed: the future of a silent connection then needs no room for the largest request.
                    Box::pin(self.receive(message)).await;
                }
                count = outbox.recv_many(&mut queued, BATCH) => {
                    if count == 0 {
                        return Err(Closed);
                    }
                    let bytes = queued.iter().map(|message| message.len()).sum();
                    let sending = async {
                        for message in queued.drain(..) {
                            socket.feed(Message::Text(message)).await?;
                        }
                        socket.flush().await
                    };
                    tokio::select! {
                        sent = timeout(SEND_TIMEOUT, sending) => match sent {
                            Ok(Ok(())) => {
                                outbox.sent(bytes);
                                self.sent += bytes as u64;
                            }
                            _ => return Err(Closed),
                        },
                        () = connection.closed() => return close(self.app, socket, connection.close_code()).await,
                    }
                }
                // The client has read the last page, so there is room for the next one.
                () = ready(()), if outbox.is_empty() && !self.histories.is_empty() => Box::pin(self.send_page()).await,
                () = connection.closed() => return close(self.app, socket, connection.close_code()).await,
                () = &mut silence => {
                    // Spectators send nothing, so their key is checked here. In an outage of the store, later.
                    let _ = Box::pin(self.check_key()).await;
                    let due = last_received + PING_AFTER * if pinged { 2 } else { 1 };
                    if due > Instant::now() {
                        silence.as_mut().reset(due);
                        continue;
                    }
                    if pinged || timeout(SEND_TIMEOUT, socket.send(Message::Ping(Default::default()))).await.map_or(true, |sent| sent.is_err()) {
                        return Err(Closed);
                    }
                    pinged = true;
                    silence.as_mut().reset(last_received + PING_AFTER * 2);
                }
            }
        }
    }

    /// Counts a frame, whatever its kind, and answers it.
    async fn receive(&mut self, message: Message) {
        let length = match &message {
            Message::Text(text) => text.len(),
            Message::Binary(bytes) | Message::Ping(bytes) | Message::Pong(bytes) => bytes.len(),
            Message::Close(_) => 0,
        };
        let allowed = self.frames.check().and_then(|()| self.app.limits.frame(&self.client, length));
        match (&message, allowed) {
            (Message::Text(text), Ok(())) => self.answer(text).await,
            (Message::Binary(_), Ok(())) => {
                let why = text!("a message must be text", "un message doit être du texte");
                self.refuse(0, Problem::new(Code::Unreadable, why));
            }
            (_, Ok(())) => {}
            (_, Err(problem)) => {
                if let Message::Text(text) = &message {
                    self.refuse(read(text).map_or_else(|(id, _)| id, |ask| ask.id()), problem);
                }
                if self.offences.check().is_err() {
                    tracing::debug!(address = %self.client.address, "closing a socket that ignores its limits");
                    self.connection.close_with(close_code::POLICY);
                }
            }
        }
    }

    /// Checks now and then that the key is still valid, in a cluster: the note of a node that revoked it may be lost.
    async fn check_key(&mut self) -> Result<(), Problem> {
        let Some(signed) = &self.signed else { return Ok(()) };
        if self.app.hub.cluster().is_some() && self.key_checked.elapsed() > KEY_CACHE_TIME {
            let still = self.app.people.recheck_key(signed).await;
            if still.as_ref().is_err_and(|problem| problem.code == Code::BadKey) {
                self.connection.close();
            }
            still?;
            self.key_checked = Instant::now();
        }
        Ok(())
    }

    /// Charges what was sent to the budget of the address. Not with every message: that would cost time at every move.
    fn charge_answers(&mut self) {
        self.app.limits.answered(self.client.address, std::mem::take(&mut self.sent));
    }

    /// Subscribes to a table, or asks for the next page of its history.
    async fn subscribe(&mut self, history: History) -> Result<(), Problem> {
        let (reply, answer) = oneshot::channel();
        let (connection, invite, re) = (self.connection.clone(), history.invite.clone(), Some(history.id));
        let request = PersonRequest::Subscribe { connection, invite, from: history.from, re, reply };
        self.app.hub.send(&history.table, request).await?;
        let gone = || Problem::new(Code::Unavailable, text!("the table is gone", "la table n’existe plus"));
        match answer.await.map_err(|_| gone())?? {
            Subscribed::Live => drop(self.subscribed.insert(history.table, history.watched)),
            Subscribed::Until(from) => self.histories.push_back(History { from, ..history }),
        }
        Ok(())
    }

    /// Sends the next page of the first history.
    async fn send_page(&mut self) {
        let Some(history) = self.histories.pop_front() else { return };
        let id = history.id;
        if let Err(problem) = self.subscribe(history).await {
            self.refuse(id, problem);
        }
    }

    fn refuse(&self, re: u32, problem: Problem) {
        self.app.hub.metrics().refused(problem.code);
        self.connection.send(encode(&ServerMessage::Refused { re, problem }));
    }

    fn done(&self, re: u32, answer: Option<String>) {
        self.connection.send(encode(&ServerMessage::Done { re, answer }));
    }

    /// Answers one message. Every request gets an answer.
    async fn answer(&mut self, text: &str) {
        let ask = match read(text) {
            Ok(ask) => ask,
            Err((id, problem)) => return self.refuse(id, problem),
        };
        let id = ask.id();
        if let Err(problem) = self.execute(ask).await {
            self.refuse(id, problem);
        }
    }

    async fn execute(&mut self, ask: ClientMessage) -> Result<(), Problem> {
        // Other requests do not need the key, so a ping is answered even in an outage of the store.
        if matches!(ask, ClientMessage::Watch { .. } | ClientMessage::Act { .. } | ClientMessage::Moves { .. }) {
            self.check_key().await?;
        }
        if matches!(ask, ClientMessage::Watch { .. } | ClientMessage::Moves { .. } | ClientMessage::Lobby { on: true, .. }) {
            self.charge_answers();
            self.app.limits.may_answer(self.client.address)?;
        }
        let hub = &self.app.hub;
        match ask {
            ClientMessage::Hello { .. } => {
                return Err(Problem::new(Code::Unreadable, text!("`hello` was sent already", "`hello` a déjà été envoyé")));
            }
            ClientMessage::Watch { id, table, from, invite } => {
                if self.subscribed.len() >= MOST_TABLES || self.histories.len() >= MOST_TABLES {
                    let why = text!(
                        "you can watch at most {MOST_TABLES} tables at once",
                        "vous pouvez regarder au plus {MOST_TABLES} tables à la fois"
                    );
                    return Err(Problem::new(Code::TooMuch, why));
                }
                let person = self.client.person.as_deref();
                let watched = self.app.limits.watch(self.client.address, person, &table)?;
                self.subscribe(History { id, table, from, invite, watched }).await?;
            }
            ClientMessage::Unwatch { id, table } => {
                self.histories.retain(|history| history.table != table);
                if self.subscribed.remove(&table).is_some() {
                    hub.send(&table, PersonRequest::Unsubscribe { connection: self.connection.id() }).await?;
                }
                self.done(id, None);
            }
            ClientMessage::Act { id, table, act } => {
                let signed = self.signed.as_ref().ok_or_else(sign_in)?;
                signed.require_scope_for(&act)?;
                self.app.limits.act(&signed.me.id, &act)?;
                self.app.may_act(&signed.me.id, &table, &act).await?;
                match act {
                    Act::Rematch => {
                        let there = hub.rematch(&table, signed, Some((self.connection.clone(), id))).await?;
                        self.done(id, Some(there));
                    }
                    Act::Command(command) => {
                        let reply = Reply::Connection(self.connection.clone(), id);
                        hub.send(&table, PersonRequest::Act { by: signed.person(), command, reply }).await?;
                    }
                }
            }
            ClientMessage::Moves { id, table } => {
                let signed = self.signed.as_ref().ok_or_else(sign_in)?;
                signed.require_scope(Scope::Play)?;
                self.app.limits.moves(self.client.address, &signed.me.id)?;
                let legal = hub.legal_moves(&table, signed, self.client.address).await?;
                self.connection.send(encode(&ServerMessage::Moves { re: id, table, legal }));
            }
            ClientMessage::Lobby { id, on: true } => hub.subscribe_lobby(&self.connection, id).await?,
            ClientMessage::Lobby { id, on: false } => {
                hub.unsubscribe_lobby(&self.connection);
                self.done(id, None);
            }
            ClientMessage::Ping { id } => self.connection.send(encode(&ServerMessage::Pong { re: id, now: now() })),
        }
        Ok(())
    }
}

fn sign_in() -> Problem {
    Problem::new(Code::SignIn, text!("identify yourself first", "identifiez-vous d’abord"))
}
