//! The live protocol over a WebSocket, as `docs/protocol.md` specifies it.
//!
//! A session begins with a handshake, the message `hello`. Then it answers requests and forwards broadcasts until the
//! client disconnects, falls silent or behind, or the server shuts down.

use std::collections::HashSet;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use tablee_core::text;
use tablee_protocol::{Act, ClientMessage, Code, Problem, Scope, ServerMessage, VERSION, read_json};
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::{Instant, sleep, timeout};

use crate::app_state::AppState;
use crate::connection::Connection;
use crate::people::{Authenticated, KEY_CACHE_TIME};
use crate::table::{Reply, Request, encode, now};

/// The longest message of a client, in bytes.
const MAX_MESSAGE: usize = 8 * 1024;

/// The read buffer of each connection. It is small, because thousands of connections are mostly silent.
const READ_BUFFER: usize = 512;

/// How long the handshake may take.
const HANDSHAKE_TIMEOUT: Duration = Duration::from_secs(10);

/// After so much silence the server sends a ping; after twice as much it disconnects.
const PING_AFTER: Duration = Duration::from_secs(40);

/// How long a client may take to read messages that are sent to it.
const SEND_TIMEOUT: Duration = Duration::from_secs(10);

/// How many tables one connection may subscribe to.
const MOST_TABLES: usize = 50;

/// How many queued messages are sent together.
const BATCH: usize = 32;

/// Opens a socket, for the pages of this server and for programs.
pub async fn open(
    State(app): State<Arc<AppState>>,
    address: crate::limits::Address,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
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
        .write_buffer_size(0)
        .max_write_buffer_size(256 * 1024)
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

/// Checks the origin: a page of another site must not open sockets in its visitor's name. Programs send no origin.
fn same_origin(headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let (Ok(origin), Some(Ok(host))) = (origin.to_str(), headers.get(header::HOST).map(|host| host.to_str())) else {
        return false;
    };
    origin.split_once("://").is_some_and(|(_, place)| place.eq_ignore_ascii_case(host))
}

/// The connection has ended. The reason does not matter.
struct Closed;

async fn run_session(
    app: &Arc<AppState>,
    address: crate::limits::Address,
    mut socket: WebSocket,
    mut stopping: watch::Receiver<bool>,
) -> Result<(), Closed> {
    let greeted = tokio::select! {
        greeted = timeout(HANDSHAKE_TIMEOUT, Box::pin(handshake(app, &mut socket))) => greeted,
        _ = stopping.wait_for(|stopping| *stopping) => return Err(Closed),
    };
    let Ok(Some(signed)) = greeted else { return Err(Closed) };
    if let Some(signed) = &signed {
        app.people.note_address(&signed.me, address);
    }
    let (connection, outbox) = Connection::new(signed.as_ref().map(Authenticated::person));
    let connection = Arc::new(connection);
    app.hub.register_connection(&connection);
    let mut session =
        Session { app, connection: connection.clone(), signed, key_checked: Instant::now(), subscribed: HashSet::new() };
    let ended = session.listen(&mut socket, outbox).await;
    for table in &session.subscribed {
        let _ = app.hub.send(table, Request::Unsubscribe { connection: connection.id() }).await;
    }
    app.hub.unregister_connection(&connection);
    ended
}

/// The handshake: waits for `hello`, and answers it. `None` if it failed, else the person if there is a key.
async fn handshake(app: &AppState, socket: &mut WebSocket) -> Option<Option<Authenticated>> {
    let text = match socket.recv().await? {
        Ok(Message::Text(text)) => text,
        _ => return None,
    };
    let (re, answer) = match read(&text) {
        Ok(ClientMessage::Hello { id, protocol: VERSION, key }) => (
            id,
            match key {
                Some(key) => app.people.authenticate(&key).await.map(Some),
                None => Ok(None),
            },
        ),
        Ok(ClientMessage::Hello { id, .. }) => {
            let why = text!(
                "this page is from another version of the server: reload it",
                "cette page vient d’une autre version du serveur : rechargez-la"
            );
            (id, Err(Problem::new(Code::Version, why)))
        }
        Ok(other) => (other.id(), Err(Problem::new(Code::SignIn, text!("say hello first", "dites d’abord bonjour")))),
        Err((id, problem)) => (id, Err(problem)),
    };
    match answer {
        Ok(signed) => {
            let me = signed.as_ref().map(|signed| signed.me.clone());
            let server = env!("CARGO_PKG_VERSION").to_owned();
            let welcome = ServerMessage::Welcome { re, protocol: VERSION, server, now: now(), me };
            socket.send(Message::Text(encode(&welcome))).await.ok()?;
            Some(signed)
        }
        Err(problem) => {
            app.hub.metrics().refused(problem.code);
            let _ = socket.send(Message::Text(encode(&ServerMessage::Refused { re, problem }))).await;
            None
        }
    }
}

/// Reads a request. An error comes with the id of the request, if that can be read.
fn read(text: &str) -> Result<ClientMessage, (u32, Problem)> {
    read_json(text.as_bytes()).map_err(|problem| {
        let id = serde_json::from_str::<serde_json::Value>(text).ok().and_then(|value| value.get("id")?.as_u64());
        let re = id.and_then(|id| u32::try_from(id).ok()).unwrap_or(0);
        (re, Problem { code: Code::Unreadable, ..problem })
    })
}

struct Session<'a> {
    app: &'a Arc<AppState>,
    connection: Arc<Connection>,
    signed: Option<Authenticated>,
    /// When the key was last checked.
    key_checked: Instant,
    subscribed: HashSet<String>,
}

impl Session<'_> {
    async fn listen(&mut self, socket: &mut WebSocket, mut outbox: mpsc::Receiver<Utf8Bytes>) -> Result<(), Closed> {
        let connection = self.connection.clone();
        let mut last_received = Instant::now();
        let mut pinged = false;
        let mut queued = Vec::new();
        let mut limit = self.app.limits.message_limiter();
        // The timer is not reset with every message. It checks the time of the last one when it fires.
        let mut silence = pin!(sleep(PING_AFTER));
        loop {
            tokio::select! {
                message = socket.recv() => {
                    let Some(Ok(message)) = message else { return Err(Closed) };
                    (last_received, pinged) = (Instant::now(), false);
                    match message {
                        Message::Text(text) => match limit.check() {
                            // Boxed: the future of a silent connection then needs no room for the largest request.
                            Ok(()) => Box::pin(self.answer(&text)).await,
                            Err(problem) => {
                                let re = read(&text).map_or_else(|(id, _)| id, |ask| ask.id());
                                self.refuse(re, problem);
                            }
                        },
                        Message::Binary(_) => {
                            let why = text!("messages are text", "les messages sont du texte");
                            self.refuse(0, Problem::new(Code::Unreadable, why));
                        }
                        Message::Ping(_) | Message::Pong(_) => {}
                        Message::Close(_) => return Ok(()),
                    }
                }
                count = outbox.recv_many(&mut queued, BATCH) => {
                    if count == 0 {
                        return Err(Closed);
                    }
                    let sending = async {
                        for message in queued.drain(..) {
                            socket.send(Message::Text(message)).await?;
                        }
                        Ok::<(), axum::Error>(())
                    };
                    tokio::select! {
                        sent = timeout(SEND_TIMEOUT, sending) => match sent {
                            Ok(Ok(())) => {}
                            _ => return Err(Closed),
                        },
                        () = connection.closed() => return Err(Closed),
                    }
                }
                () = connection.closed() => {
                    let _ = timeout(Duration::from_secs(1), socket.send(Message::Close(None))).await;
                    return Err(Closed);
                }
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
        let hub = &self.app.hub;
        match ask {
            ClientMessage::Hello { .. } => {
                return Err(Problem::new(Code::Unreadable, text!("you said hello already", "vous avez déjà dit bonjour")));
            }
            ClientMessage::Watch { id, table, from, invite } => {
                if self.subscribed.len() >= MOST_TABLES {
                    let why = text!(
                        "you can watch at most {MOST_TABLES} tables at once",
                        "vous pouvez regarder au plus {MOST_TABLES} tables à la fois"
                    );
                    return Err(Problem::new(Code::TooMuch, why));
                }
                let (reply, answer) = oneshot::channel();
                let connection = self.connection.clone();
                hub.send(&table, Request::Subscribe { connection, invite, from, re: Some(id), reply }).await?;
                answer
                    .await
                    .map_err(|_| Problem::new(Code::Unavailable, text!("the table is gone", "la table n’existe plus")))??;
                self.subscribed.insert(table);
            }
            ClientMessage::Unwatch { id, table } => {
                if self.subscribed.remove(&table) {
                    hub.send(&table, Request::Unsubscribe { connection: self.connection.id() }).await?;
                }
                self.done(id, None);
            }
            ClientMessage::Act { id, table, act } => {
                let signed = self.signed.as_ref().ok_or_else(sign_in)?;
                signed.require_scope_for(&act)?;
                self.app.limits.act(&signed.me.id, &act)?;
                let by = signed.person();
                match act {
                    Act::Rematch => {
                        let there = hub.rematch(&table, &by, Some((self.connection.clone(), id))).await?;
                        self.done(id, Some(there));
                    }
                    Act::Command(command) => {
                        let reply = Reply::Connection(self.connection.clone(), id);
                        hub.send(&table, Request::Act { by, command, reply }).await?;
                    }
                }
            }
            ClientMessage::Moves { id, table } => {
                let signed = self.signed.as_ref().ok_or_else(sign_in)?;
                signed.require_scope(Scope::Play)?;
                // Listing moves costs more than most messages: it counts as a request of this person too.
                self.app.limits.request_of(&signed.me.id)?;
                let legal = hub.legal_moves(&table, signed).await?;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_of_other_sites_are_refused() {
        let headers = |pairs: &[(&str, &str)]| {
            let pair = |(name, value): &(&str, &str)| (name.parse::<header::HeaderName>().unwrap(), value.parse().unwrap());
            pairs.iter().map(pair).collect::<HeaderMap>()
        };
        assert!(same_origin(&headers(&[("host", "club.example")])));
        assert!(same_origin(&headers(&[("host", "club.example:8017"), ("origin", "http://club.example:8017")])));
        assert!(same_origin(&headers(&[("host", "Club.example"), ("origin", "https://club.example")])));
        for wrong in
            ["https://evil.example", "null", "https://club.example.evil.example", "https://club.example:1", "club.example"]
        {
            assert!(!same_origin(&headers(&[("host", "club.example"), ("origin", wrong)])), "{wrong}");
        }
        assert!(!same_origin(&headers(&[("origin", "https://club.example")])));
    }

    #[test]
    fn an_unreadable_request_is_refused_with_its_id() {
        assert_eq!(read(r#"{"do":"ping","id":7}"#), Ok(ClientMessage::Ping { id: 7 }));
        for (text, id) in [
            ("", 0),
            ("[]", 0),
            (r#"{"do":"dance","id":9}"#, 9),
            (r#"{"do":"ping","id":-1}"#, 0),
            (r#"{"do":"ping","id":1,"x":1}"#, 1),
        ] {
            let (re, problem) = read(text).expect_err(text);
            assert_eq!((re, problem.code), (id, Code::Unreadable), "{text}");
        }
    }
}
