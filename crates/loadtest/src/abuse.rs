//! The abuse test: one address attacks a server with default limits, while people from another address play.
//!
//! What other users notice is measured: how long a move takes until both players have it, how long a bot of level 1
//! takes, how long a page takes to open. What the attackers do is in `attackers.rs`.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tablee_protocol::{Clock, SignedIn, TableOpened};
use tokio::time::{sleep, sleep_until, timeout};

use crate::attackers::attack;
use crate::client::{Http, Socket, first_version, last_version};
use crate::failure::{Failure, failed};
use crate::games::{Script, prepare};
use crate::load::new_table;
use crate::target::Target;

/// The address of the other users, which is another one of this machine.
const HONEST: IpAddr = IpAddr::V4(Ipv4Addr::new(127, 0, 0, 2));

/// The time between two moves of the other players.
const BETWEEN_MOVES: Duration = Duration::from_millis(200);

/// How long the user who plays against a bot takes to choose a move.
const TO_CHOOSE: Duration = Duration::from_millis(500);

/// After so long without an answer, a user stops waiting.
const GIVE_UP: Duration = Duration::from_secs(60);

/// Delays that the other users noticed, in milliseconds, sorted.
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
    let (learner, visitor) = (http.new_person("Carl").await?, http.new_person("Dora").await?);
    // The attackers know this table: it is public.
    let opened: TableOpened = http.post("/api/tables", Some(&players[0].key), &new_table(Clock::None)).await?;
    let end = Instant::now() + Duration::from_secs_f64(seconds);
    let attackers = attacked.then(|| attack(server, opened.table.clone(), end));
    let (moves, bots, pages) = tokio::try_join!(
        play(server, players, opened.table, end),
        play_against_a_bot(server, learner, end),
        open_pages(server, visitor, end)
    )?;
    let attacks = match attackers {
        Some(attackers) => attackers.join().map_err(|_| failed("an attacker panicked"))?,
        None => 0,
    };
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

/// Two other players at the table that is attacked. Returns how long each move took until both had it.
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

/// Another user plays against a bot of level 1. Returns how long the bot took for each move, its pace included.
async fn play_against_a_bot(server: SocketAddr, person: SignedIn, end: Instant) -> Result<Vec<f64>, Failure> {
    let mut http = Http::connect_from(HONEST, server).await?;
    let mut socket = Socket::connect_from(HONEST, server, &person.key).await?;
    let key = Some(person.key.as_str());
    let mut times = Vec::new();
    while Instant::now() < end {
        let new = json!({ "game": "rumis", "public": false, "rated": false, "seats": ["me", { "bot": "level1" }] });
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
                    // Otherwise games would end so quickly that the limit of new tables stops this user too.
                    sleep_until((Instant::now() + TO_CHOOSE).into()).await;
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

/// Another user opens the first page again and again, with all files that it names, and the lobby.
async fn open_pages(server: SocketAddr, person: SignedIn, end: Instant) -> Result<Vec<f64>, Failure> {
    let mut times = Vec::new();
    while Instant::now() < end {
        let begin = Instant::now();
        let mut http = soon("connecting", Http::connect_from(HONEST, server)).await?;
        let page = soon("the page", http.get("/", None)).await?;
        let named = page.split('"').filter(|word| word.starts_with('/') && word.contains('.') && !word.contains("//"));
        for path in named.map(str::to_owned).collect::<Vec<_>>() {
            soon("a file of the page", http.get(&path, None)).await?;
        }
        let mut socket = soon("a socket", Socket::connect_from(HONEST, server, &person.key)).await?;
        socket.send(r#"{"do":"lobby","id":2,"on":true}"#.to_owned()).await?;
        while !soon("the lobby", socket.receive()).await?.starts_with(r#"{"is":"lobby","re":2"#) {}
        times.push(ms(begin));
        sleep(Duration::from_millis(500)).await;
    }
    Ok(times)
}
