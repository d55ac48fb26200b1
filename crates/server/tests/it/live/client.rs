//! Clients of the live protocol over real sockets, each with its own copy of the table.

use std::collections::BTreeMap;
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde::Serialize;
use serde::de::DeserializeOwned;
use tablee_protocol::{
    Act, ChatLine, ClientMessage, Clock, Code, Command, Event, NewTable, Numbered, SeatPlan, ServerMessage, Shared, SignedIn,
    TableOpened, VERSION,
};
use tungstenite::{Message, WebSocket};

use crate::common::server::TestServer;

/// How long an answer may take, on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(60);

impl TestServer {
    pub fn post<T: DeserializeOwned>(&self, path: &str, key: Option<&str>, body: &impl Serialize) -> T {
        let mut request = ureq::post(format!("http://{}{path}", self.address)).header("Content-Type", "application/json");
        if let Some(key) = key {
            request = request.header("Authorization", format!("Bearer {key}"));
        }
        let mut answer = request.send(serde_json::to_string(body).unwrap()).unwrap_or_else(|error| panic!("{path}: {error}"));
        serde_json::from_str(&answer.body_mut().read_to_string().unwrap()).unwrap()
    }

    pub fn get(&self, path: &str, key: &str) -> String {
        let request = ureq::get(format!("http://{}{path}", self.address)).header("Authorization", format!("Bearer {key}"));
        request.call().unwrap_or_else(|error| panic!("{path}: {error}")).body_mut().read_to_string().unwrap()
    }

    /// A new guest with a socket.
    pub fn person(&self, name: &str) -> Client {
        let signed: SignedIn = self.post("/api/people", None, &serde_json::json!({ "name": name }));
        let mut client = Client { key: Some(signed.key), id: signed.me.id, ..self.unauthenticated() };
        client.hello();
        client
    }

    /// A new person with an account, who may play rated games.
    pub fn member(&self, name: &str) -> Client {
        let signed: SignedIn = self.post("/api/people", None, &serde_json::json!({ "name": name }));
        let credentials = serde_json::json!({ "name": name, "phrase": "correct horse battery" });
        let _: serde_json::Value = self.post("/api/me/account", Some(&signed.key), &credentials);
        let mut client = Client { key: Some(signed.key), id: signed.me.id, ..self.unauthenticated() };
        client.hello();
        client
    }

    /// A new socket with the key of another one: a client that reconnects.
    pub fn again(&self, person: &Client) -> Client {
        let mut client = Client { key: person.key.clone(), id: person.id.clone(), ..self.unauthenticated() };
        client.hello();
        client
    }

    /// A socket before the handshake.
    pub fn unauthenticated(&self) -> Client {
        let stream = TcpStream::connect(self.address).expect("it answers");
        stream.set_read_timeout(Some(TIMEOUT)).unwrap();
        let (socket, _) = tungstenite::client(format!("ws://{}/api/live", self.address), stream).expect("it is a socket");
        Client { socket, key: None, id: String::new(), table: None, received: Vec::new(), asked: 0, shared: None }
    }

    /// Opens a table over HTTP.
    pub fn table(&self, host: &Client, game: &str, options: &[(&str, &str)], seats: Vec<SeatPlan>) -> TableOpened {
        self.table_with(host, |table| {
            table.game = game.to_owned();
            table.options = options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
            table.seats = seats;
        })
    }

    pub fn table_with(&self, host: &Client, change: impl FnOnce(&mut NewTable)) -> TableOpened {
        let mut table = NewTable {
            game: "rumis".to_owned(),
            options: Default::default(),
            clock: Clock::None,
            public: true,
            rated: false,
            seats: vec![SeatPlan::Me, SeatPlan::Open],
            salt: Some("salted".to_owned()),
        };
        change(&mut table);
        self.post("/api/tables", host.key.as_deref(), &table)
    }
}

/// A client with a socket, and its own copy of the table that it subscribes to.
pub struct Client {
    socket: WebSocket<TcpStream>,
    pub key: Option<String>,
    pub id: String,
    pub table: Option<String>,
    /// Messages that no call has waited for.
    pub received: Vec<ServerMessage>,
    asked: u32,
    pub shared: Option<Shared>,
}

impl Client {
    pub fn hello(&mut self) {
        let (id, key) = (self.next(), self.key.clone());
        self.send(&ClientMessage::Hello { id, protocol: VERSION, key, copy: false });
        assert!(matches!(self.answer(id), ServerMessage::Welcome { protocol: VERSION, .. }));
    }

    pub fn next(&mut self) -> u32 {
        self.asked += 1;
        self.asked
    }

    pub fn send(&mut self, ask: &ClientMessage) {
        self.send_text(&serde_json::to_string(ask).unwrap());
    }

    pub fn send_text(&mut self, text: &str) {
        self.socket.send(Message::text(text)).expect("it is sent");
    }

    pub fn send_raw(&mut self, message: Message) {
        let _ = self.socket.send(message);
    }

    /// Waits until the server closes the socket; the code of its close frame.
    pub fn close_code(&mut self) -> Option<u16> {
        loop {
            match self.socket.read() {
                Ok(Message::Close(frame)) => return frame.map(|frame| frame.code.into()),
                Ok(_) => {}
                Err(_) => return None,
            }
        }
    }

    /// Waits for the next message; `None` when the server disconnects. Events are applied to the client's copy, whose
    /// hash must then be the server's.
    pub fn receive(&mut self) -> Option<ServerMessage> {
        let text = loop {
            match self.socket.read() {
                Ok(Message::Text(text)) => break text,
                Ok(Message::Close(_)) => return None,
                Ok(_) => {}
                Err(tungstenite::Error::Io(error)) if error.kind() == std::io::ErrorKind::WouldBlock => {
                    panic!("no message for a long time")
                }
                Err(_) => return None,
            }
        };
        let tell: ServerMessage = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        if let ServerMessage::Events { table, events, hash, turn, .. } = &tell
            && self.table.as_ref() == Some(table)
        {
            self.apply(events);
            let shared = self.shared.as_ref();
            // Pages of a history before its last one say nothing about the position.
            if hash.is_some() || shared.is_none_or(|shared| shared.hash().is_none()) || events.is_empty() {
                assert_eq!(shared.and_then(Shared::hash), *hash, "the copy differs from the server's table");
                assert_eq!(shared.and_then(Shared::seat_to_move), *turn, "every message says whose turn it is");
            }
        }
        Some(tell)
    }

    /// Waits until the server disconnects. Messages before that are read.
    pub fn is_disconnected(&mut self) -> bool {
        while self.receive().is_some() {}
        true
    }

    fn apply(&mut self, events: &[Numbered]) {
        let table = self.table.clone().expect("the client is subscribed");
        for numbered in events {
            match &mut self.shared {
                None => self.shared = Some(Shared::open(&table, numbered).expect("the first event opens a table")),
                Some(shared) if numbered.v > shared.version() => shared.apply(numbered).expect("the event fits"),
                Some(_) => {}
            }
        }
    }

    /// Waits for the answer to a request.
    pub fn answer(&mut self, id: u32) -> ServerMessage {
        let end = Instant::now() + TIMEOUT;
        while Instant::now() < end {
            let tell = self.receive().expect("the server disconnected");
            let re = match &tell {
                ServerMessage::Welcome { re, .. } | ServerMessage::Done { re, .. } | ServerMessage::Refused { re, .. } => {
                    Some(*re)
                }
                ServerMessage::Moves { re, .. } | ServerMessage::Pong { re, .. } => Some(*re),
                ServerMessage::Events { re, .. } | ServerMessage::Lobby { re, .. } => *re,
                ServerMessage::Chat { .. } | ServerMessage::Present { .. } | ServerMessage::Turn { .. } => None,
            };
            if re == Some(id) {
                return tell;
            }
            self.received.push(tell);
        }
        panic!("no answer to {id}")
    }

    /// Subscribes to a table, from the version that the client knows.
    pub fn subscribe(&mut self, table: &str, invite: Option<&str>) -> ServerMessage {
        self.table = Some(table.to_owned());
        let from = self.shared.as_ref().map_or(0, Shared::version);
        let (id, table, invite) = (self.next(), table.to_owned(), invite.map(str::to_owned));
        self.send(&ClientMessage::Watch { id, table, from, invite });
        self.answer(id)
    }

    /// Acts at the table.
    pub fn act(&mut self, act: impl Into<Act>) -> ServerMessage {
        let (id, table) = (self.next(), self.table.clone().expect("the client is subscribed"));
        self.send(&ClientMessage::Act { id, table, act: act.into() });
        self.answer(id)
    }

    /// Acts; the act must be accepted.
    pub fn done(&mut self, act: impl Into<Act>) -> Vec<Event> {
        let act = act.into();
        match self.act(act.clone()) {
            ServerMessage::Events { events, .. } => events.into_iter().map(|numbered| numbered.event).collect(),
            ServerMessage::Done { .. } => Vec::new(),
            other => panic!("{act:?}: {other:?}"),
        }
    }

    /// Acts; the act must be refused.
    pub fn refused(&mut self, act: impl Into<Act>) -> Code {
        let act = act.into();
        match self.act(act.clone()) {
            ServerMessage::Refused { problem, .. } => {
                assert!(!problem.why.en.is_empty() && !problem.why.fr.is_empty());
                problem.code
            }
            other => panic!("{act:?}: {other:?}"),
        }
    }

    /// Waits until the client's copy satisfies a condition.
    pub fn until(&mut self, wanted: impl Fn(&Shared) -> bool) {
        let end = Instant::now() + TIMEOUT;
        while !self.shared.as_ref().is_some_and(&wanted) {
            assert!(Instant::now() < end, "the condition is not satisfied in time");
            let tell = self.receive().expect("the server disconnected");
            self.received.push(tell);
        }
    }

    /// Waits for a message. Earlier messages that are still in `received` count.
    pub fn until_received(&mut self, wanted: impl Fn(&ServerMessage) -> bool) {
        while !self.received.iter().any(&wanted) {
            let tell = self.receive().expect("the server disconnected");
            self.received.push(tell);
        }
    }

    /// The lines of chat that were received, each once.
    pub fn chat(&self) -> Vec<ChatLine> {
        let lines = self.received.iter().flat_map(|tell| match tell {
            ServerMessage::Chat { lines, .. } => lines.as_slice(),
            _ => &[],
        });
        let by_number: BTreeMap<u64, ChatLine> = lines.map(|line| (line.n, line.clone())).collect();
        by_number.into_values().collect()
    }

    /// Waits for a line of chat.
    pub fn until_said(&mut self, text: &str) {
        self.until_received(
            |tell| matches!(tell, ServerMessage::Chat { lines, .. } if lines.iter().any(|line| line.text == text)),
        );
    }

    pub fn shared(&self) -> &Shared {
        self.shared.as_ref().expect("the client is subscribed")
    }

    pub fn version(&self) -> u32 {
        self.shared().version()
    }

    /// The first legal move in the client's copy.
    pub fn any_move(&self) -> String {
        let table = self.shared().table().expect("the game has begun");
        let scene = table.view(None).scene;
        let piece = scene.playable.iter().find(|piece| piece.ways > 0);
        match piece {
            Some(piece) => table.targets(&piece.piece)[0].ways[0].mv.clone(),
            None => scene.acts[0].mv.clone(),
        }
    }

    /// Plays the first legal move.
    pub fn play(&mut self) -> Vec<Event> {
        let (v, mv) = (self.version(), self.any_move());
        self.done(Command::Move { v, mv })
    }

    pub fn my_turn(&self) -> bool {
        self.shared().seat_to_move().is_some() && self.shared().seat_to_move() == self.shared().seat_of(&self.id)
    }
}
