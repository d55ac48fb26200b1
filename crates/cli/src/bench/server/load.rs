//! Many matches at once, as fast as they go or at a fixed rate.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use tablee_protocol::{Clock, NewTable, SeatPlan, TableOpened};

use super::broken;
use super::client::{Http, Socket, first_version, last_version};
use super::games::{GAME, Script, prepare};
use super::host::processor_seconds;
use super::house::House;
use crate::failure::Failure;

/// How many different games are played.
const GAMES: usize = 500;

/// How fast moves are made.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Pace {
    /// Each as soon as the one before is told.
    AsFastAsItGoes,
    /// So many a second, of all matches together.
    Rate(f64),
}

/// What was measured.
pub struct Loaded {
    /// Moves a second, each told to both.
    pub rate: f64,
    pub moves: u64,
    /// How many tables were opened meanwhile.
    pub tables: u64,
    /// From sending to both told, in thousandths of a second; at a fixed rate from when it was due.
    pub p50: f64,
    pub p99: f64,
    pub worst: f64,
    /// The median of the bytes that a move is, on the way to one client.
    pub bytes: usize,
    /// What processors spent on the server and on this process.
    pub server_seconds: f64,
    pub client_seconds: f64,
}

/// What all matches share.
struct Course {
    scripts: Vec<Script>,
    begin: Instant,
    end: Instant,
    /// The time between two moves of a match, if it is fixed.
    beat: Option<Duration>,
    moves: AtomicU64,
    tables: AtomicU64,
}

/// What one match saw.
#[derive(Default)]
struct Seen {
    times: Vec<u32>,
    bytes: Vec<u16>,
}

pub async fn run(house: &House, matches: usize, seconds: f64, pace: Pace, bar: &ProgressBar) -> Result<Loaded, Failure> {
    let scripts = prepare(GAMES);
    let mut players = Vec::new();
    for number in 0..matches {
        players.push(Match::sit_down(&house.addresses(), number).await?);
    }
    let warm_up = Duration::from_secs_f64((seconds / 5.0).min(2.0));
    let begin = Instant::now() + warm_up;
    let beat = match pace {
        Pace::AsFastAsItGoes => None,
        Pace::Rate(rate) => Some(Duration::from_secs_f64(matches as f64 / rate)),
    };
    let end = begin + Duration::from_secs_f64(seconds);
    let course = Arc::new(Course { scripts, begin, end, beat, moves: AtomicU64::new(0), tables: AtomicU64::new(0) });
    let running: Vec<_> = players.into_iter().map(|players| tokio::spawn(players.play(course.clone()))).collect();
    tokio::time::sleep_until(begin.into()).await;
    let (server, client) = (house.processor_seconds(), processor_seconds("self"));
    while Instant::now() < end {
        bar.set_position((begin.elapsed().as_secs_f64() * 10.0) as u64);
        bar.set_message(course.moves.load(Ordering::Relaxed).to_string());
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let (server_seconds, client_seconds) = (house.processor_seconds() - server, processor_seconds("self") - client);
    let mut seen = Seen::default();
    for match_ in running {
        let one = match_.await.map_err(broken)??;
        seen.times.extend(one.times);
        seen.bytes.extend(one.bytes);
    }
    seen.times.sort_unstable();
    seen.bytes.sort_unstable();
    if seen.times.is_empty() {
        return Err(broken("no move was made"));
    }
    let at = |share: f64| f64::from(seen.times[((seen.times.len() - 1) as f64 * share) as usize]) / 1000.0;
    Ok(Loaded {
        rate: seen.times.len() as f64 / seconds,
        moves: seen.times.len() as u64,
        tables: course.tables.load(Ordering::Relaxed),
        p50: at(0.5),
        p99: at(0.99),
        worst: at(1.0),
        bytes: seen.bytes[seen.bytes.len() / 2].into(),
        server_seconds,
        client_seconds,
    })
}

/// Two people who play one game after another.
struct Match {
    number: usize,
    http: Http,
    key: String,
    sockets: [Socket; 2],
    /// The last version that each was told of.
    heard: [u32; 2],
}

impl Match {
    /// Two people, each at another server if there are several.
    async fn sit_down(servers: &[SocketAddr], number: usize) -> Result<Match, Failure> {
        let [here, there] = [servers[number % servers.len()], servers[(number + 1) % servers.len()]];
        let mut http = Http::connect(here).await?;
        let first = http.new_person(&format!("first {number}")).await?;
        let second = http.new_person(&format!("second {number}")).await?;
        let sockets = [Socket::connect(here, &first.key).await?, Socket::connect(there, &second.key).await?];
        Ok(Match { number, http, key: first.key, sockets, heard: [0; 2] })
    }

    /// Opens a table where both sit, and begins; gives it with its version.
    async fn open(&mut self) -> Result<(String, u32), Failure> {
        let new = new_table(Clock::None);
        let TableOpened { table, .. } = self.http.post("/api/tables", Some(&self.key), &new).await?;
        let [host, guest] = &mut self.sockets;
        guest.watch(&table, 0).await?;
        guest.act(&table, r#"{"do":"sit"}"#).await?;
        // All up to oneself sitting down; then that.
        while last_version(&guest.events(&table).await?) < 3 {}
        host.act(&table, r#"{"do":"begin"}"#).await?;
        let version = first_version(&host.events(&table).await?);
        host.watch(&table, version).await?;
        host.events(&table).await?;
        while last_version(&guest.events(&table).await?) < version {}
        self.heard = [version; 2];
        Ok((table, version))
    }

    async fn play(mut self, course: Arc<Course>) -> Result<Seen, Failure> {
        let mut seen = Seen::default();
        let mut game = self.number;
        // All at another moment of the beat.
        let mut due = Instant::now() + course.beat.unwrap_or_default().mul_f64((self.number % 97) as f64 / 97.0);
        while Instant::now() < course.end {
            let (table, mut version) = self.open().await?;
            course.tables.fetch_add(1, Ordering::Relaxed);
            due = due.max(Instant::now());
            let script = &course.scripts[game % course.scripts.len()];
            game += 1;
            // When the last move was sent.
            let mut last: Option<Instant> = None;
            for ply in 0..=script.len() {
                let next = script.get(ply);
                let first = next.map_or(0, |(seat, _)| *seat);
                // The next to move hears of the last move, and answers at once; then the other hears of it. At a fixed rate there is
                // time until the answer is due, so both hear of it first.
                if let Some(begin) = last {
                    let mut told = self.told(&table, first, version, &mut seen).await?;
                    if course.beat.is_some() {
                        told = told.max(self.told(&table, 1 - first, version, &mut seen).await?);
                    }
                    let sent = match next {
                        Some((_, mv)) => Some(self.send(&course, &mut due, first, &table, version, mv).await?),
                        None => None,
                    };
                    if course.beat.is_none() {
                        told = told.max(self.told(&table, 1 - first, version, &mut seen).await?);
                    }
                    if begin >= course.begin && told < course.end {
                        seen.times.push(u32::try_from((told - begin).as_micros()).unwrap_or(u32::MAX));
                    }
                    course.moves.fetch_add(1, Ordering::Relaxed);
                    last = sent;
                } else if let Some((seat, mv)) = next {
                    last = Some(self.send(&course, &mut due, *seat, &table, version, mv).await?);
                }
                version += 1;
            }
            for socket in &mut self.sockets {
                socket.unwatch(&table).await?;
            }
        }
        Ok(seen)
    }

    /// Sends a move when it is due; tells when that was.
    async fn send(
        &mut self,
        course: &Course,
        due: &mut Instant,
        seat: usize,
        table: &str,
        version: u32,
        mv: &str,
    ) -> Result<Instant, Failure> {
        let begin = match course.beat {
            None => Instant::now(),
            Some(beat) => {
                tokio::time::sleep_until((*due).into()).await;
                std::mem::replace(due, *due + beat)
            }
        };
        self.sockets[seat].act(table, &format!(r#"{{"do":"move","v":{version},"mv":"{mv}"}}"#)).await?;
        Ok(begin)
    }

    /// Waits until a player is told of this version.
    async fn told(&mut self, table: &str, seat: usize, version: u32, seen: &mut Seen) -> Result<Instant, Failure> {
        // Another server may tell of two moves at once.
        while self.heard[seat] < version {
            let text = self.sockets[seat].events(table).await?;
            let first = first_version(&text);
            if first != self.heard[seat] + 1 {
                return Err(broken(format_args!("version {} was due: {text}", self.heard[seat] + 1)));
            }
            self.heard[seat] = last_version(&text);
            // With the head of the frame.
            let length = text.len() + if text.len() < 126 { 2 } else { 4 };
            seen.bytes.push(u16::try_from(length).unwrap_or(u16::MAX));
        }
        let told = Instant::now();
        Ok(told)
    }
}

/// A table for two, where the first has sat down.
pub fn new_table(clock: Clock) -> NewTable {
    NewTable {
        game: GAME.to_owned(),
        options: Default::default(),
        clock,
        public: true,
        rated: false,
        seats: vec![SeatPlan::Me, SeatPlan::Open],
        salt: None,
    }
}
