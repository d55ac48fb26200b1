//! The attackers of the abuse test: everything that has hurt servers before, at once and from one address.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::pin::Pin;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tablee_protocol::TableOpened;
use tokio::io::AsyncWriteExt;
use tokio::time::{sleep, timeout_at};
use tokio_tungstenite::tungstenite::Message;

use crate::client::{Http, Socket, connect_from};

/// The address of all attackers, which is of this machine.
const ATTACKERS: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

/// How many of each kind of attacker there are.
const CHATTERS: usize = 23;
const SOCKETS: usize = 200;
const BOT_HOSTS: usize = 7;
const HALF_REQUESTS: usize = 1100;
const SEARCHERS: usize = 20;
const LOBBY_FILLERS: usize = 11;
const RESIGNERS: usize = 15;

/// How long attackers may take to end.
const GRACE: Duration = Duration::from_secs(2);

/// Attacks on its own thread, so that other users wait for the server only. Returns how many requests and messages
/// were sent.
pub fn attack(server: SocketAddr, table: String, end: Instant) -> JoinHandle<u64> {
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime can be made");
        runtime.block_on(async {
            let attackers = start_all(server, &table, end);
            let mut sent = 0;
            for attacker in attackers {
                // An attacker may wait for an answer that never comes: after the grace period it is left behind.
                sent += timeout_at((end + GRACE).into(), attacker).await.map_or(0, |ended| ended.unwrap_or(0));
            }
            sent
        })
    })
}

fn start_all(server: SocketAddr, table: &str, end: Instant) -> Vec<tokio::task::JoinHandle<u64>> {
    let mut attackers = Vec::new();
    let mut start = |name: String, attacker: fn(Attacker) -> BoxedAttack| {
        let attacker = attacker(Attacker { name, server, table: table.to_owned(), end, sent: 0 });
        attackers.push(tokio::spawn(attacker));
    };
    (0..CHATTERS).for_each(|number| start(format!("chatter {number}"), |attacker| Box::pin(attacker.chat())));
    (0..BOT_HOSTS).for_each(|number| start(format!("host {number}"), |attacker| Box::pin(attacker.open_bot_tables())));
    (0..SEARCHERS).for_each(|number| start(format!("searcher {number}"), |attacker| Box::pin(attacker.search())));
    (0..LOBBY_FILLERS).for_each(|number| start(format!("filler {number:0>16}"), |attacker| Box::pin(attacker.fill_lobby())));
    (0..RESIGNERS).for_each(|number| start(format!("resigner {number}"), |attacker| Box::pin(attacker.resign())));
    start("exporter".to_owned(), |attacker| Box::pin(attacker.export()));
    start("holder".to_owned(), |attacker| Box::pin(attacker.hold_sockets()));
    start("half".to_owned(), |attacker| Box::pin(attacker.send_half_requests()));
    attackers
}

type BoxedAttack = Pin<Box<dyn Future<Output = u64> + Send>>;

/// An attacker. What is refused to them, they try again.
struct Attacker {
    name: String,
    server: SocketAddr,
    table: String,
    end: Instant,
    sent: u64,
}

impl Attacker {
    fn goes_on(&self) -> bool {
        Instant::now() < self.end
    }

    /// A pause, so that the test stays bounded: an attack is not a busy loop of this process.
    async fn pause(&mut self) {
        self.sent += 1;
        sleep(Duration::from_millis(5)).await;
    }

    /// A new connection after a failed request, since the server may have closed the old one.
    async fn reconnect(&self, http: &mut Http) {
        if let Ok(again) = Http::connect_from(ATTACKERS, self.server).await {
            *http = again;
        }
    }

    async fn sign_in(&mut self) -> Option<(Http, String)> {
        while self.goes_on() {
            if let Ok(mut http) = Http::connect_from(ATTACKERS, self.server).await
                && let Ok(me) = http.new_person(&self.name).await
            {
                return Some((http, me.key));
            }
            self.pause().await;
        }
        None
    }

    /// Floods the chat of the other users' table.
    async fn chat(mut self) -> u64 {
        let Some((_, key)) = self.sign_in().await else { return self.sent };
        while self.goes_on() {
            if let Ok(mut socket) = Socket::connect_from(ATTACKERS, self.server, &key).await {
                let table = self.table.clone();
                let _ = socket.subscribe(&table, 0).await;
                let line = format!(r#"{{"do":"say","text":"{}"}}"#, "x".repeat(290));
                while self.goes_on() && socket.act(&table, &line).await.is_ok() {
                    self.pause().await;
                }
            }
            self.pause().await;
        }
        self.sent
    }

    /// Opens tables with six of the strongest bots, and watches them.
    async fn open_bot_tables(mut self) -> u64 {
        let Some((mut http, key)) = self.sign_in().await else { return self.sent };
        let socket = Socket::connect_from(ATTACKERS, self.server, &key).await;
        let Ok(mut socket) = socket else { return self.sent };
        let new = json!({
            "game": "rumis", "options": { "players": "6" }, "public": true, "rated": false,
            "seats": vec![json!({ "bot": "level9" }); 6],
        });
        while self.goes_on() {
            if let Ok(TableOpened { table, .. }) = http.post("/api/tables", Some(&key), &new).await {
                let _ = socket.subscribe(&table, 0).await;
                let _ = socket.act(&table, r#"{"do":"begin"}"#).await;
            } else {
                self.reconnect(&mut http).await;
            }
            self.pause().await;
        }
        self.sent
    }

    /// Searches and lists without end.
    async fn search(mut self) -> u64 {
        let paths =
            ["/api/tables?state=over&player=a", "/api/tables?state=open", "/api/tables?state=playing", "/api/ratings/rumis"];
        while self.goes_on() {
            if let Ok(mut http) = Http::connect_from(ATTACKERS, self.server).await {
                for path in paths.iter().cycle().take(400) {
                    if !self.goes_on() || http.get(path, None).await.is_err() {
                        break;
                    }
                    self.pause().await;
                }
            }
            self.pause().await;
        }
        self.sent
    }

    /// Opens tables with long names and every seat reserved, over and over, and looks at the lobby that they fill.
    async fn fill_lobby(mut self) -> u64 {
        let Some((mut http, key)) = self.sign_in().await else { return self.sent };
        let mut lobby = Socket::connect_from(ATTACKERS, self.server, &key).await;
        if let Ok(lobby) = &mut lobby {
            let id = lobby.next_request();
            let _ = lobby.send(format!(r#"{{"do":"lobby","id":{id},"on":true}}"#)).await;
        }
        let seats = vec![json!({ "reserved": "W".repeat(24) }); 6];
        let new = json!({ "game": "rumis", "options": { "players": "6" }, "public": true, "rated": false, "seats": seats });
        while self.goes_on() {
            if let Ok(TableOpened { table, .. }) = http.post("/api/tables", Some(&key), &new).await {
                // Every change of an open table goes to the lobby.
                for _ in 0..50 {
                    for act in [json!({ "do": "free", "seat": 0 }), json!({ "do": "reserve", "seat": 0, "name": "M".repeat(24) })]
                    {
                        let _ = http.post::<Value>(&format!("/api/tables/{table}"), Some(&key), &act).await;
                        self.pause().await;
                    }
                }
            } else {
                self.reconnect(&mut http).await;
            }
            self.pause().await;
        }
        self.sent
    }

    /// A throw-away guest who resigns against a bot, asks for the analysis of that game, and comes back as somebody new.
    async fn resign(mut self) -> u64 {
        while self.goes_on() {
            let Some((mut http, key)) = self.sign_in().await else { break };
            let key = Some(key.as_str());
            let new = json!({ "game": "rumis", "public": true, "rated": false, "seats": ["me", { "bot": "level1" }] });
            for _ in 0..20 {
                if let Ok(TableOpened { table, .. }) = http.post("/api/tables", key, &new).await {
                    for act in ["begin", "resign"] {
                        let _ = http.post::<Value>(&format!("/api/tables/{table}"), key, &json!({ "do": act })).await;
                    }
                    for _ in 0..10 {
                        let _ = http.get(&format!("/api/tables/{table}/analysis"), key).await;
                        self.pause().await;
                    }
                }
                self.pause().await;
            }
        }
        self.sent
    }

    /// Asks for everything that is known of a person, over and over.
    async fn export(mut self) -> u64 {
        let Some((mut http, key)) = self.sign_in().await else { return self.sent };
        while self.goes_on() {
            if http.get("/api/me/export", Some(&key)).await.is_err() {
                self.reconnect(&mut http).await;
            }
            self.pause().await;
        }
        self.sent
    }

    /// Holds many sockets of one guest, and sends pings, binary frames and chat over all of them.
    async fn hold_sockets(mut self) -> u64 {
        let Some((_, key)) = self.sign_in().await else { return self.sent };
        let mut sockets: Vec<Socket> = Vec::new();
        while self.goes_on() {
            if sockets.len() < SOCKETS
                && let Ok(socket) = Socket::connect_from(ATTACKERS, self.server, &key).await
            {
                sockets.push(socket);
            }
            let mut open = Vec::new();
            for mut socket in sockets {
                let id = socket.next_request();
                let table = self.table.clone();
                let sent = socket.send(format!(r#"{{"do":"ping","id":{id}}}"#)).await.is_ok()
                    && socket.send_raw(Message::Ping(vec![0; 125].into())).await.is_ok()
                    && socket.send_raw(Message::Binary(vec![0; 4000].into())).await.is_ok()
                    && socket.act(&table, r#"{"do":"say","text":"x"}"#).await.is_ok();
                self.sent += 4;
                if sent {
                    open.push(socket);
                }
            }
            sockets = open;
            self.pause().await;
        }
        self.sent
    }

    /// Begins many requests, and never ends one.
    async fn send_half_requests(mut self) -> u64 {
        let mut held = Vec::new();
        while self.goes_on() {
            if held.len() >= HALF_REQUESTS {
                sleep(Duration::from_millis(100)).await;
                continue;
            }
            if let Ok(mut stream) = connect_from(ATTACKERS, self.server).await
                && stream.write_all(b"GET / HTTP/1.1\r\nHost: x\r\nX-Half").await.is_ok()
            {
                held.push(stream);
            }
            self.sent += 1;
            if held.len() % 50 == 0 {
                self.pause().await;
            }
        }
        self.sent
    }
}
