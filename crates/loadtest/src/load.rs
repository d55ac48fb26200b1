//! Many matches at once, at full speed or at a fixed rate.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use futures_util::future::try_join_all;
use indicatif::ProgressBar;
use tablee_bots::FastDice;
use tablee_core::Dice;
use tablee_protocol::{Clock, NewTable, SeatPlan, TableOpened};

use crate::client::{Http, Socket, first_version, last_version};
use crate::failure::{Failure, failed};
use crate::games::{GAME, Script, prepare};
use crate::options::{Options, Placement};
use crate::target::{Target, processor_seconds};

/// How many different games are played.
const GAMES: usize = 500;

/// How fast moves are made.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Pace {
    /// Each player answers as soon as they receive the last move.
    FullSpeed,
    /// Moves per second, of all matches together.
    Rate(f64),
}

/// The measurements of a run under load.
pub struct Measured {
    /// Moves per second, each received by both players.
    pub rate: f64,
    pub moves: u64,
    /// How many tables were opened meanwhile.
    pub tables: u64,
    /// Milliseconds from sending a move until both players received it; at a fixed rate from when it was due.
    pub p50: f64,
    pub p99: f64,
    pub worst: f64,
    /// The median size of a move on the way to one client.
    pub bytes: usize,
    /// Processor time of the servers, and of this process.
    pub server_seconds: f64,
    pub client_seconds: f64,
}

/// State that all matches share.
struct Course {
    scripts: Vec<Script>,
    begin: Instant,
    end: Instant,
    /// The time between two moves of a match, if it is fixed.
    interval: Option<Duration>,
    moves: AtomicU64,
    tables: AtomicU64,
}

/// The samples of one match.
#[derive(Default)]
struct Samples {
    /// Microseconds per move.
    times: Vec<u32>,
    /// Bytes per message.
    bytes: Vec<u16>,
}

impl Samples {
    fn add(&mut self, other: Samples) {
        self.times.extend(other.times);
        self.bytes.extend(other.bytes);
    }

    /// Sorts them, and sums them up.
    fn summarise(mut self, course: &Course) -> Result<Measured, Failure> {
        self.times.sort_unstable();
        self.bytes.sort_unstable();
        if self.times.is_empty() {
            return Err(failed("no move was made"));
        }
        let at = |share: f64| f64::from(self.times[((self.times.len() - 1) as f64 * share) as usize]) / 1000.0;
        Ok(Measured {
            rate: self.times.len() as f64 / (course.end - course.begin).as_secs_f64(),
            moves: self.times.len() as u64,
            tables: course.tables.load(Ordering::Relaxed),
            p50: at(0.5),
            p99: at(0.99),
            worst: at(1.0),
            bytes: self.bytes[self.bytes.len() / 2].into(),
            server_seconds: 0.0,
            client_seconds: 0.0,
        })
    }
}

/// Plays matches for some seconds, after a warm-up of at most two.
pub async fn run(target: &Target, options: &Options, pace: Pace, progress: &ProgressBar) -> Result<Measured, Failure> {
    let (matches, seconds) = (options.matches, options.seconds);
    let scripts = prepare(GAMES);
    let mut players = Vec::new();
    let (servers, mut dice) = (target.addresses(), FastDice::new(1));
    for number in 0..matches {
        let count = servers.len();
        let random = dice.below(count as u32) as usize;
        let [here, there] = match options.placement {
            Placement::Apart => [number % count, (number + 1) % count],
            Placement::Random => [number % count, random],
            Placement::Together => [number % count; 2],
        };
        // Tables have no id before they are opened, so a proxy sends that request to any server.
        players.push(Match::connect(servers[random], [servers[here], servers[there]], number).await?);
    }
    try_join_all(players.iter_mut().map(|players| players.open_ahead(options.ahead))).await?;
    let begin = Instant::now() + Duration::from_secs_f64((seconds / 5.0).min(2.0));
    let interval = match pace {
        Pace::FullSpeed => None,
        Pace::Rate(rate) => Some(Duration::from_secs_f64(matches as f64 / rate)),
    };
    let end = begin + Duration::from_secs_f64(seconds);
    let course = Arc::new(Course { scripts, begin, end, interval, moves: AtomicU64::new(0), tables: AtomicU64::new(0) });
    let running: Vec<_> = players.into_iter().map(|players| tokio::spawn(players.play(course.clone()))).collect();
    tokio::time::sleep_until(begin.into()).await;
    let (server, client) = (target.processor_seconds(), processor_seconds("self"));
    while Instant::now() < end {
        progress.set_position((begin.elapsed().as_secs_f64() * 10.0) as u64);
        progress.set_message(course.moves.load(Ordering::Relaxed).to_string());
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let (server_seconds, client_seconds) = (target.processor_seconds() - server, processor_seconds("self") - client);
    let mut samples = Samples::default();
    for match_ in running {
        samples.add(match_.await.map_err(failed)??);
    }
    Ok(Measured { server_seconds, client_seconds, ..samples.summarise(&course)? })
}

/// Two players who play one game after another.
struct Match {
    number: usize,
    http: Http,
    key: String,
    sockets: [Socket; 2],
    /// Tables that were opened beforehand, each with its version.
    ahead: VecDeque<(String, u32)>,
    /// The last version that each player received at the current table.
    versions: [u32; 2],
    /// When the next move is due, at a fixed rate.
    due: Instant,
    samples: Samples,
}

impl Match {
    /// Connects two players, each to a server. Their tables are opened at a third.
    async fn connect(opening: SocketAddr, [here, there]: [SocketAddr; 2], number: usize) -> Result<Match, Failure> {
        let mut http = Http::connect(opening).await?;
        let first = http.new_person(&format!("first {number}")).await?;
        let second = http.new_person(&format!("second {number}")).await?;
        let sockets = [Socket::connect(here, &first.key).await?, Socket::connect(there, &second.key).await?];
        let samples = Samples::default();
        let (ahead, versions, due) = (VecDeque::new(), [0; 2], Instant::now());
        Ok(Match { number, http, key: first.key, sockets, ahead, versions, due, samples })
    }

    /// Opens tables beforehand.
    async fn open_ahead(&mut self, tables: usize) -> Result<(), Failure> {
        while self.ahead.len() < tables {
            let opened = self.open().await?;
            self.ahead.push_back(opened);
        }
        Ok(())
    }

    /// Opens a table, seats both players and begins. Returns the table and its version.
    async fn open(&mut self) -> Result<(String, u32), Failure> {
        let new = new_table(Clock::None);
        let TableOpened { table, .. } = self.http.post("/api/tables", Some(&self.key), &new).await?;
        let [host, guest] = &mut self.sockets;
        guest.subscribe(&table, 0).await?;
        guest.act(&table, r#"{"do":"sit"}"#).await?;
        // First the events until now, then the guest's own sitting down.
        while last_version(&guest.events(&table).await?) < 3 {}
        host.act(&table, r#"{"do":"begin"}"#).await?;
        let version = first_version(&host.events(&table).await?);
        host.subscribe(&table, version).await?;
        host.events(&table).await?;
        while last_version(&guest.events(&table).await?) < version {}
        Ok((table, version))
    }

    async fn play(mut self, course: Arc<Course>) -> Result<Samples, Failure> {
        // Matches are spread over the interval.
        self.due = Instant::now() + course.interval.unwrap_or_default().mul_f64((self.number % 97) as f64 / 97.0);
        let mut game = self.number;
        while Instant::now() < course.end {
            let (table, version) = match self.ahead.pop_front() {
                Some(opened) => opened,
                None => {
                    course.tables.fetch_add(1, Ordering::Relaxed);
                    self.open().await?
                }
            };
            self.versions = [version; 2];
            self.due = self.due.max(Instant::now());
            self.play_game(&course, &table, version, &course.scripts[game % course.scripts.len()]).await?;
            for socket in &mut self.sockets {
                socket.unsubscribe(&table).await?;
            }
            game += 1;
        }
        Ok(self.samples)
    }

    async fn play_game(&mut self, course: &Course, table: &str, mut version: u32, script: &Script) -> Result<(), Failure> {
        // When the last move was sent.
        let mut last: Option<Instant> = None;
        for ply in 0..=script.len() {
            let next = script.get(ply);
            let first = next.map_or(0, |(seat, _)| *seat);
            // At full speed, the next player answers the last move before the other one receives it. At a fixed rate
            // there is time until the answer is due, so both receive it first.
            if let Some(begin) = last {
                let mut received = self.receive(table, first, version).await?;
                if course.interval.is_some() {
                    received = received.max(self.receive(table, 1 - first, version).await?);
                }
                last = match next {
                    Some((_, mv)) => Some(self.send(course, first, table, version, mv).await?),
                    None => None,
                };
                if course.interval.is_none() {
                    received = received.max(self.receive(table, 1 - first, version).await?);
                }
                if begin >= course.begin && received < course.end {
                    self.samples.times.push(u32::try_from((received - begin).as_micros()).unwrap_or(u32::MAX));
                }
                course.moves.fetch_add(1, Ordering::Relaxed);
            } else if let Some((seat, mv)) = next {
                last = Some(self.send(course, *seat, table, version, mv).await?);
            }
            version += 1;
        }
        Ok(())
    }

    /// Sends a move when it is due. Returns that time.
    async fn send(&mut self, course: &Course, seat: usize, table: &str, version: u32, mv: &str) -> Result<Instant, Failure> {
        let begin = match course.interval {
            None => Instant::now(),
            Some(interval) => {
                tokio::time::sleep_until(self.due.into()).await;
                let due = self.due;
                self.due += interval;
                due
            }
        };
        self.sockets[seat].act(table, &format!(r#"{{"do":"move","v":{version},"mv":"{mv}"}}"#)).await?;
        Ok(begin)
    }

    /// Waits until a player has received a version.
    async fn receive(&mut self, table: &str, seat: usize, version: u32) -> Result<Instant, Failure> {
        // Another server may send two moves in one message.
        while self.versions[seat] < version {
            let text = self.sockets[seat].events(table).await?;
            let expected = self.versions[seat] + 1;
            if first_version(&text) != expected {
                return Err(failed(format_args!("version {expected} was due: {text}")));
            }
            self.versions[seat] = last_version(&text);
            // With the header of the frame.
            let length = text.len() + if text.len() < 126 { 2 } else { 4 };
            self.samples.bytes.push(u16::try_from(length).unwrap_or(u16::MAX));
        }
        Ok(Instant::now())
    }
}

/// A table for two, with its host on the first seat.
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
