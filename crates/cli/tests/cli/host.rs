//! The real server as a process, and clients that talk to it.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::ops::Deref;
use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};
use tablee_harness::process::Process;
use tablee_harness::tablee::{Data, Server, Tablee};
use tungstenite::{Message, WebSocket, client};

/// The version of [`Client::game`]: opened, two people sat down, the count-down, begun.
pub const BEGUN: u32 = 5;

/// A server with its data in some folder. Dropping it kills it.
pub struct Host {
    pub process: Process,
    client: Client,
}

impl Deref for Host {
    type Target = Client;

    fn deref(&self) -> &Client {
        &self.client
    }
}

impl Host {
    pub fn start(data: &str, arguments: &[&str]) -> Host {
        Host::start_with(data, &Data::Folder(data.into()), arguments)
    }

    /// A server whose store is elsewhere. Its log is named after `name`.
    pub fn start_with(name: &str, data: &Data, arguments: &[&str]) -> Host {
        let tablee = Tablee::new(env!("CARGO_BIN_EXE_tablee")).settings(&["--bot-pace=0"]).settings(arguments);
        let tablee = tablee.log_file(log_of(name)).full_disk_is_an_error();
        let Server { process, address } = tablee.serve(data).unwrap_or_else(|error| panic!("{error}"));
        assert_ne!(address.port(), 0, "the address it really listens on");
        Host { process, client: Client { address: address.to_string() } }
    }
}

/// A client of whatever answers at an address: a server, or a proxy in front of several.
pub struct Client {
    pub address: String,
}

impl Client {
    /// A request over HTTP: the status, and the body.
    pub fn ask(&self, method: &str, path: &str, headers: &[(&str, &str)], body: Option<Value>) -> (u16, String) {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let body = body.map(|body| body.to_string()).unwrap_or_default();
        write!(stream, "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n", self.address).unwrap();
        for (name, value) in headers {
            write!(stream, "{name}: {value}\r\n").unwrap();
        }
        write!(stream, "Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}", body.len()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        (head[9..12].parse().unwrap(), body.to_owned())
    }

    /// The same with a key and an answer in JSON.
    pub fn json(&self, method: &str, path: &str, key: &str, body: Option<Value>) -> Value {
        let (status, answer) = self.ask(method, path, &[("Authorization", &format!("Bearer {key}"))], body);
        assert!((200..300).contains(&status), "{method} {path}: {status} {answer}");
        if answer.is_empty() { Value::Null } else { serde_json::from_str(&answer).unwrap() }
    }

    /// Somebody new; their key.
    pub fn person(&self, name: &str) -> String {
        let (status, answer) = self.ask("POST", "/api/people", &[], Some(json!({ "name": name })));
        assert_eq!(status, 201, "{answer}");
        serde_json::from_str::<Value>(&answer).unwrap()["key"].as_str().unwrap().to_owned()
    }

    /// A table of Rumis for two with both seated, and the game begun: its version is [`BEGUN`].
    pub fn game(&self, first: &str, second: &str, clock: Value) -> String {
        let new = json!({ "game": "rumis", "clock": clock, "public": true, "rated": false, "seats": ["me", "open"] });
        let table = self.json("POST", "/api/tables", first, Some(new))["table"].as_str().unwrap().to_owned();
        self.act(second, &table, json!({ "do": "sit" }));
        self.act(first, &table, json!({ "do": "begin" }));
        table
    }

    pub fn act(&self, key: &str, table: &str, act: Value) -> Value {
        self.json("POST", &format!("/api/tables/{table}"), key, Some(act))
    }

    /// All events of a table.
    pub fn events(&self, table: &str) -> Vec<Value> {
        let (status, view) = self.ask("GET", &format!("/api/tables/{table}"), &[], None);
        assert_eq!(status, 200, "{view}");
        serde_json::from_str::<Value>(&view).unwrap()["events"].as_array().unwrap().clone()
    }

    /// A socket on which somebody said hello.
    pub fn socket(&self, key: Option<&str>) -> Socket {
        self.socket_at("/api/live", key)
    }

    /// The same at another path.
    pub fn socket_at(&self, path: &str, key: Option<&str>) -> Socket {
        let stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        let (socket, _) = client(format!("ws://{}{path}", self.address), stream).unwrap();
        let mut socket = Socket { socket, welcome: Value::Null };
        socket.send(json!({ "do": "hello", "id": 1, "protocol": 1, "key": key }));
        socket.welcome = socket.receive().unwrap();
        assert_eq!(socket.welcome["is"], "welcome");
        socket
    }
}

/// The log of the server with this data.
pub fn log_of(data: &str) -> String {
    format!("{data}.log")
}

/// Where the database of this data is.
pub fn database_of(data: &str) -> String {
    Path::new(data).join(tablee_server::DATABASE).to_str().unwrap().to_owned()
}

/// A socket on which somebody said hello.
pub struct Socket {
    socket: WebSocket<TcpStream>,
    /// The answer to hello.
    pub welcome: Value,
}

impl Socket {
    pub fn send(&mut self, message: Value) {
        self.socket.send(Message::text(message.to_string())).unwrap();
    }

    /// The next message; nothing once the server has said goodbye.
    pub fn receive(&mut self) -> Option<Value> {
        loop {
            match self.socket.read().unwrap() {
                Message::Text(text) => return Some(serde_json::from_str(&text).unwrap()),
                Message::Close(_) => return None,
                _ => {}
            }
        }
    }

    /// Waits for the answer to a request.
    pub fn answer(&mut self, id: u32) -> Value {
        loop {
            let message = self.receive().expect("the answer comes first");
            if message["re"] == id {
                return message;
            }
        }
    }
}

/// A legal first move of Rumis, and one that may follow it.
pub fn moves() -> [String; 2] {
    let record = crate::common::tablee(&["trace", "rumis", "--seed", "1"], "").out;
    let moves: Vec<String> =
        record.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok()?["play"].as_str().map(str::to_owned)).collect();
    [moves[0].clone(), moves[1].clone()]
}
