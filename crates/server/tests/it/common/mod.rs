//! Shared by all tests: an HTTP client, and servers to ask (`server.rs`).

pub mod server;

use std::net::SocketAddr;

use serde_json::{Value, json};
use ureq::http::{HeaderMap, Request};
use ureq::{Agent, Body};

use server::TestServer;

pub struct Answer {
    pub status: u16,
    pub headers: HeaderMap,
    pub body: Value,
}

impl Answer {
    /// The body of a response, which must have this status.
    #[track_caller]
    pub fn with(self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}", self.body);
        self.body
    }

    /// Status and code of a refusal, which must have a reason in both languages.
    #[track_caller]
    pub fn refused(&self) -> (u16, &str) {
        let [Some(en), Some(fr)] = ["en", "fr"].map(|lang| self.body["why"][lang].as_str()) else { panic!("{}", self.body) };
        assert!(!en.is_empty() && !fr.is_empty());
        (self.status, self.body["code"].as_str().unwrap_or_default())
    }
}

/// An HTTP client, with or without a key.
#[derive(Clone)]
pub struct Client {
    agent: Agent,
    server: SocketAddr,
    pub headers: Vec<(&'static str, String)>,
}

impl Client {
    pub fn new(server: &TestServer) -> Client {
        let agent = Agent::config_builder().http_status_as_error(false).build().into();
        Client { agent, server: server.address, headers: vec![("content-type", "application/json".to_owned())] }
    }

    /// A client with the key of a new guest.
    pub fn guest(server: &TestServer, name: &str) -> Client {
        let nobody = Client::new(server);
        let signed_in = nobody.post("/api/people", &json!({ "name": name })).with(201);
        nobody.with_key(&signed_in["key"])
    }

    /// A client with the key of a new person with an account, who may play rated games.
    pub fn member(server: &TestServer, name: &str) -> Client {
        let member = Client::guest(server, name);
        member.post("/api/me/account", &json!({ "name": name, "phrase": "correct horse battery" })).with(200);
        member
    }

    pub fn with_key(&self, key: &Value) -> Client {
        self.with_header("authorization", &format!("Bearer {}", key.as_str().unwrap()))
    }

    /// The same client at another server, such as one that was started again.
    pub fn at(&self, server: &TestServer) -> Client {
        Client { headers: self.headers.clone(), ..Client::new(server) }
    }

    pub fn with_header(&self, name: &'static str, value: &str) -> Client {
        let mut client = self.clone();
        client.headers.retain(|(known, _)| *known != name);
        client.headers.push((name, value.to_owned()));
        client
    }

    pub fn id(&self) -> String {
        self.get("/api/me").with(200)["id"].as_str().unwrap().to_owned()
    }

    fn request(&self, method: &str, path: &str) -> ureq::http::request::Builder {
        let request = Request::builder().method(method).uri(format!("http://{}{path}", self.server));
        self.headers.iter().fold(request, |request, (name, value)| request.header(*name, value))
    }

    /// The response without reading its body.
    pub fn raw(&self, path: &str) -> ureq::http::Response<Body> {
        self.agent.run(self.request("GET", path).body(()).unwrap()).unwrap()
    }

    pub fn get(&self, path: &str) -> Answer {
        read(self.raw(path))
    }

    pub fn delete(&self, path: &str) -> Answer {
        read(self.agent.run(self.request("DELETE", path).body(()).unwrap()).unwrap())
    }

    pub fn send(&self, method: &str, path: &str, body: &str) -> Answer {
        read(self.agent.run(self.request(method, path).body(body).unwrap()).unwrap())
    }

    pub fn post(&self, path: &str, body: &Value) -> Answer {
        self.send("POST", path, &body.to_string())
    }

    pub fn patch(&self, path: &str, body: &Value) -> Answer {
        self.send("PATCH", path, &body.to_string())
    }

    /// Opens a table of Kumata for two, with the client on the first seat. Returns its path and the secret of the
    /// invitation.
    pub fn open(&self, public: bool, rated: bool) -> (String, String) {
        let seats = json!(["me", "open"]);
        let options = json!({ "players": "2" });
        let new = json!({ "game": "kumata", "options": options, "public": public, "rated": rated, "seats": seats });
        let opened = self.post("/api/tables", &new).with(201);
        (format!("/api/tables/{}", opened["table"].as_str().unwrap()), opened["invite"].as_str().unwrap().to_owned())
    }
}

fn read(mut answer: ureq::http::Response<Body>) -> Answer {
    let text = answer.body_mut().read_to_string().unwrap();
    let body = if text.is_empty() { Value::Null } else { serde_json::from_str(&text).unwrap_or(Value::String(text)) };
    Answer { status: answer.status().as_u16(), headers: answer.headers().clone(), body }
}
