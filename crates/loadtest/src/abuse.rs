//! The abuse test: one address attacks a server with default limits, while people from another address play.
//!
//! The attackers do at once what has hurt servers before: they flood the chat of a table, hold many sockets, open tables
//! full of strong bots, fill the lobby, send half a request and wait, and search without end. What the honest people
//! notice is measured: how long a move takes until both players have it, how long a bot of level 1 takes, how long a
//! page takes to open.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tablee_protocol::{Clock, SignedIn, TableOpened};
use tokio::io::AsyncWriteExt;
use tokio::task::JoinHandle;
use tokio::time::{sleep, sleep_until, timeout};

use crate::client::{Http, Socket, connect_from, first_version, last_version};
use crate::failure::{Failure, failed};
use crate::games::{Script, prepare};
use crate::load::new_table;
use crate::target::Target;

/// The addresses of the attackers and of the honest people. Both are of this machine.
const ATTACKERS: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);
const HONEST: IpAddr = IpAddr::V4(Ipv4Addr::new(127, 0, 0, 2));

/// How many of each kind of attacker there are.
const CHATTERS: usize = 23;
const SOCKETS: usize = 200;
const BOT_HOSTS: usize = 7;
const HALF_REQUESTS: usize = 1100;
const SEARCHERS: usize = 20;

/// The time between two moves of the honest players.
const BETWEEN_MOVES: Duration = Duration::from_millis(200);

/// After so long without an answer, an honest person has given up.
const GIVE_UP: Duration = Duration::from_secs(60);

/// What the honest people noticed. Times in milliseconds, sorted.
pub struct Noticed {
    pub moves: Vec<f64>,
    pub bots: Vec<f64>,
    pub pages: Vec<f64>,
    /// The requests and messages that the attackers have sent.
    pub attacks: u64,
}

/// Attacks a server for some seconds. `attacked` false measures the same without attackers, as a baseline.
pub async fn run(target: &Target, seconds: f64, attacked: bool) -> Result<Noticed, Failure> {
    let server = target.first()?;
    let mut http = Http::connect_from(HONEST, server).await?;
    let players = [http.new_person("Anna").await?, http.new_person("Bob").await?];
    let learner = http.new_person("Carl").await?;
    // The attackers know this table: it is public.
    let opened: TableOpened = http.post("/api/tables", Some(&players[0].key), &new_table(Clock::None)).await?;
    let end = Instant::now() + Duration::from_secs_f64(seconds);
    let attackers = if attacked { attack(server, &opened.table, end) } else { Vec::new() };
    let (moves, bots, pages) = tokio::try_join!(
        play(server, players, opened.table, end),
        play_against_a_bot(server, learner, end),
        open_pages(server, end)
    )?;
    let mut attacks = 0;
    for attacker in attackers {
        attacks += attacker.await.map_err(failed)?;
    }
    let [moves, bots, pages] = [moves, bots, pages].map(sorted);
    Ok(Noticed { moves, bots, pages, attacks })
}

fn sorted(mut times: Vec<f64>) -> Vec<f64> {
    times.sort_by(f64::total_cmp);
    times
}

fn ms(begin: Instant) -> f64 {
    begin.elapsed().as_secs_f64() * 1000.0
}

async fn soon<T>(what: &str, answer: impl Future<Output = Result<T, Failure>>) -> Result<T, Failure> {
    timeout(GIVE_UP, answer).await.map_err(|_| failed(format_args!("{what}: no answer for a minute")))?
}

/// Two honest players at the table that is attacked. Returns how long each move took until both had it.
async fn play(server: SocketAddr, people: [SignedIn; 2], first: String, end: Instant) -> Result<Vec<f64>, Failure> {
    let mut http = Http::connect_from(HONEST, server).await?;
    let [mut host, mut guest] = [
        Socket::connect_from(HONEST, server, &people[0].key).await?,
        Socket::connect_from(HONEST, server, &people[1].key).await?,
    ];
    let scripts = prepare(50);
    let (mut times, mut table) = (Vec::new(), first);
    for script in scripts.iter().cycle() {
        let version = begin(&mut host, &mut guest, &table).await?;
        play_game([&mut host, &mut guest], &table, version, script, end, &mut times).await?;
        if Instant::now() >= end {
            break;
        }
        let new = new_table(Clock::None);
        let opened = http.post::<TableOpened>("/api/tables", Some(&people[0].key), &new);
        table = soon("opening a table", opened).await?.table;
    }
    Ok(times)
}

/// Seats the guest and begins. Returns the version after which the first move is made.
async fn begin(host: &mut Socket, guest: &mut Socket, table: &str) -> Result<u32, Failure> {
    guest.subscribe(table, 0).await?;
    guest.act(table, r#"{"do":"sit"}"#).await?;
    while last_version(&soon("sitting down", guest.events(table)).await?) < 3 {}
    host.act(table, r#"{"do":"begin"}"#).await?;
    let version = first_version(&soon("beginning", host.events(table)).await?);
    host.subscribe(table, version).await?;
    soon("watching", host.events(table)).await?;
    while last_version(&soon("beginning", guest.events(table)).await?) < version {}
    Ok(version)
}

async fn play_game(
    mut sockets: [&mut Socket; 2],
    table: &str,
    mut version: u32,
    script: &Script,
    end: Instant,
    times: &mut Vec<f64>,
) -> Result<(), Failure> {
    let mut due = Instant::now();
    for (seat, mv) in script {
        sleep_until(due.into()).await;
        if Instant::now() >= end {
            return Ok(());
        }
        let sent = Instant::now();
        sockets[*seat].act(table, &format!(r#"{{"do":"move","v":{version},"mv":"{mv}"}}"#)).await?;
        let mut last = 0;
        for socket in &mut sockets {
            last = last_version(&soon("a move", socket.events(table)).await?);
        }
        times.push(ms(sent));
        version = last;
        due = sent + BETWEEN_MOVES;
    }
    Ok(())
}

/// An honest person plays against a bot of level 1. Returns how long the bot took for each move, its pace included.
async fn play_against_a_bot(server: SocketAddr, person: SignedIn, end: Instant) -> Result<Vec<f64>, Failure> {
    let mut http = Http::connect_from(HONEST, server).await?;
    let mut socket = Socket::connect_from(HONEST, server, &person.key).await?;
    let key = Some(person.key.as_str());
    let mut times = Vec::new();
    while Instant::now() < end {
        let new = json!({ "game": "rumis", "public": false, "seats": ["me", { "bot": "level1" }] });
        let TableOpened { table, .. } = soon("opening a table", http.post("/api/tables", key, &new)).await?;
        socket.subscribe(&table, 0).await?;
        soon("watching", socket.events(&table)).await?;
        socket.act(&table, r#"{"do":"begin"}"#).await?;
        let mut asked = Instant::now();
        while Instant::now() < end {
            let text = soon("a bot's move", socket.events(&table)).await?;
            let message: Value = serde_json::from_str(&text).map_err(failed)?;
            let by_bot = |event: &Value| event["is"] == "move" && event["seat"] == 1;
            if message["events"].as_array().is_some_and(|events| events.iter().any(by_bot)) {
                times.push(ms(asked));
            }
            match message["turn"].as_u64() {
                Some(0) => {
                    let path = format!("/api/tables/{table}/moves");
                    let legal: Value = serde_json::from_str(&soon("legal moves", http.get(&path, key)).await?).map_err(failed)?;
                    let (v, mv) = (&legal["v"], &legal["moves"][0]["mv"]);
                    asked = Instant::now();
                    socket.act(&table, &json!({ "do": "move", "v": v, "mv": mv }).to_string()).await?;
                }
                Some(_) => {}
                None => break,
            }
        }
    }
    Ok(times)
}

/// An honest person opens the first page again and again, with all files that it names.
async fn open_pages(server: SocketAddr, end: Instant) -> Result<Vec<f64>, Failure> {
    let mut times = Vec::new();
    while Instant::now() < end {
        let begin = Instant::now();
        let mut http = soon("connecting", Http::connect_from(HONEST, server)).await?;
        let page = soon("the page", http.get("/", None)).await?;
        let named = page.split('"').filter(|word| word.starts_with('/') && word.contains('.') && !word.contains("//"));
        for path in named.map(str::to_owned).collect::<Vec<_>>() {
            soon("a file of the page", http.get(&path, None)).await?;
        }
        times.push(ms(begin));
        sleep(Duration::from_millis(500)).await;
    }
    Ok(times)
}

/// Starts all attackers. Each returns how many requests and messages it has sent.
fn attack(server: SocketAddr, table: &str, end: Instant) -> Vec<JoinHandle<u64>> {
    let mut attackers = Vec::new();
    let mut start = |name: String, attacker: fn(Attacker) -> BoxedAttack| {
        let attacker = attacker(Attacker { name, server, table: table.to_owned(), end, sent: 0 });
        attackers.push(tokio::spawn(attacker));
    };
    (0..CHATTERS).for_each(|number| start(format!("chatter {number}"), |attacker| Box::pin(attacker.chat())));
    (0..BOT_HOSTS).for_each(|number| start(format!("host {number}"), |attacker| Box::pin(attacker.open_bot_tables())));
    (0..SEARCHERS).for_each(|number| start(format!("searcher {number}"), |attacker| Box::pin(attacker.search())));
    start("holder".to_owned(), |attacker| Box::pin(attacker.hold_sockets()));
    start("half".to_owned(), |attacker| Box::pin(attacker.send_half_requests()));
    attackers
}

type BoxedAttack = std::pin::Pin<Box<dyn Future<Output = u64> + Send>>;

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

    /// Floods the chat of the honest players' table.
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
            "game": "rumis", "options": { "players": "6" }, "public": true, "seats": vec![json!({ "bot": "level9" }); 6],
        });
        while self.goes_on() {
            if let Ok(TableOpened { table, .. }) = http.post("/api/tables", Some(&key), &new).await {
                let _ = socket.subscribe(&table, 0).await;
                let _ = socket.act(&table, r#"{"do":"begin"}"#).await;
            } else {
                http = match Http::connect_from(ATTACKERS, self.server).await {
                    Ok(http) => http,
                    Err(_) => break,
                };
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

    /// Holds many sockets of one guest, and sends pings and chat over all of them.
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
                    && socket.act(&table, r#"{"do":"say","text":"x"}"#).await.is_ok();
                self.sent += 2;
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
