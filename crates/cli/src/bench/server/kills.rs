//! Killing the server again and again under load, and proving that nothing was lost.
//!
//! Whatever a player was told must be in the log afterwards, once and in its place; every log must be a legal game; and after each
//! start everyone plays on where they were.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use tablee_bots::FastDice;
use tablee_core::Dice;
use tablee_protocol::{Clock, Event, Numbered, Shared, TableOpened, TableView, Tell};
use tokio::sync::watch;
use tokio::time::{Instant, sleep, timeout};

use super::client::{Http, Socket};
use super::games::{Script, prepare};
use super::host::Host;
use super::load::new_table;
use super::{Plan, broken};
use crate::failure::Failure;

/// How many different games are played.
const GAMES: usize = 100;

/// How long play may take to go on after a start.
const PATIENCE: Duration = Duration::from_secs(30);

/// What happened.
pub struct Report {
    pub kills: usize,
    /// Moves that somebody was told of.
    pub moves: u64,
    pub tables: usize,
    /// Games that were played to their end.
    pub finished: usize,
}

/// What all matches share.
struct Course {
    scripts: Vec<Script>,
    /// Where the server is; nothing while it is away.
    address: watch::Receiver<Option<SocketAddr>>,
    moves: AtomicU64,
    stop: AtomicBool,
}

pub async fn run(plan: Plan, kills: usize) -> Result<Report, Failure> {
    let data = tempfile::tempdir()?;
    let mut host = Host::start(Some(data.path())).await?;
    let (place, address) = watch::channel(Some(host.address));
    let course = Arc::new(Course { scripts: prepare(GAMES), address, moves: AtomicU64::new(0), stop: AtomicBool::new(false) });
    let mut running = Vec::new();
    for number in 0..plan.matches {
        let mut http = Http::connect(host.address).await?;
        let first = http.new_person(&format!("first {number}")).await?.key;
        let second = http.new_person(&format!("second {number}")).await?.key;
        let pair = Pair { number, keys: [first, second], tables: Vec::new() };
        running.push(tokio::spawn(pair.play(course.clone())));
    }
    let mut dice = FastDice::new(1);
    for _ in 0..kills {
        going_on(&course, plan.matches as u64, &mut running).await?;
        sleep(Duration::from_millis(dice.below(150).into())).await;
        host.kill()?;
        place.send_replace(None);
        host = Host::start(Some(data.path())).await?;
        place.send_replace(Some(host.address));
    }
    going_on(&course, plan.matches as u64, &mut running).await?;
    course.stop.store(true, Ordering::Relaxed);
    let mut report = Report { kills, moves: 0, tables: 0, finished: 0 };
    let mut http = Http::connect(host.address).await?;
    for pair in running {
        for seen in pair.await.map_err(broken)??.tables {
            check(&mut http, &seen, &mut report).await?;
        }
    }
    Ok(report)
}

/// Waits until so many more moves were made; whoever fell over says why.
async fn going_on(
    course: &Course,
    more: u64,
    running: &mut [tokio::task::JoinHandle<Result<Pair, Failure>>],
) -> Result<(), Failure> {
    let (enough, begin) = (course.moves.load(Ordering::Relaxed) + more, Instant::now());
    while course.moves.load(Ordering::Relaxed) < enough {
        if let Some(fallen) = running.iter_mut().find(|pair| pair.is_finished()) {
            fallen.await.map_err(broken)??;
        }
        if begin.elapsed() > PATIENCE {
            return Err(broken("play did not go on"));
        }
        sleep(Duration::from_millis(2)).await;
    }
    Ok(())
}

/// Compares what two players saw with what is stored.
async fn check(http: &mut Http, seen: &Seen, report: &mut Report) -> Result<(), Failure> {
    let Seen { table, events } = seen;
    let view = http.get(&format!("/api/tables/{table}"), None).await?;
    let view: TableView = serde_json::from_str(&view).map_err(broken)?;
    for told in events {
        if view.events.get(..told.len()) != Some(&told[..]) {
            return Err(broken(format_args!("table {table}: somebody was told what is not in the log")));
        }
    }
    // Events follow one another without a gap, and every move is legal: else this fails.
    Shared::from_events(table, &view.events).map_err(|why| broken(why.en))?;
    report.moves += events.iter().map(|told| moves_in(told)).max().unwrap_or(0) as u64;
    report.tables += 1;
    report.finished += usize::from(events[0].iter().any(|numbered| matches!(numbered.event, Event::Ended { .. })));
    Ok(())
}

fn moves_in(events: &[Numbered]) -> usize {
    events.iter().filter(|numbered| matches!(numbered.event, Event::Move { .. })).count()
}

/// What each of two players was told about a table.
struct Seen {
    table: String,
    events: [Vec<Numbered>; 2],
}

/// Two people who play one game after another, whatever happens to the server.
struct Pair {
    number: usize,
    keys: [String; 2],
    tables: Vec<Seen>,
}

/// Why nobody can go on just now.
enum Stop {
    /// The server is away.
    Gone,
    /// Something is wrong.
    Wrong(Failure),
}

impl Pair {
    async fn play(mut self, course: Arc<Course>) -> Result<Pair, Failure> {
        let mut address = course.address.clone();
        while !course.stop.load(Ordering::Relaxed) {
            let here = *address.wait_for(Option::is_some).await.map_err(broken)?;
            let here = here.expect("it was waited for");
            match self.sit_and_play(&course, here).await {
                Ok(()) => {}
                Err(Stop::Wrong(failure)) => return Err(failure),
                // It may take a moment until it is known to be away.
                Err(Stop::Gone) => sleep(Duration::from_millis(5)).await,
            }
        }
        Ok(self)
    }

    async fn sit_and_play(&mut self, course: &Course, address: SocketAddr) -> Result<(), Stop> {
        let mut sockets = [connect(address, &self.keys[0]).await?, connect(address, &self.keys[1]).await?];
        let mut watching: Option<String> = None;
        while !course.stop.load(Ordering::Relaxed) {
            let over = self.tables.last().is_none_or(|seen| has(seen, |event| matches!(event, Event::Ended { .. })));
            if over {
                if let Some(table) = watching.take() {
                    for socket in &mut sockets {
                        socket.unwatch(&table).await.map_err(|_| Stop::Gone)?;
                    }
                }
                // If the server dies before it answers, there may be a table that nobody knows.
                let mut http = Http::connect(address).await.map_err(|_| Stop::Gone)?;
                let clock = if self.number.is_multiple_of(2) { Clock::None } else { Clock::Game { seconds: 600, increment: 1 } };
                let opened = http.post::<TableOpened>("/api/tables", Some(&self.keys[0]), &new_table(clock)).await;
                let table = opened.map_err(|_| Stop::Gone)?.table;
                self.tables.push(Seen { table, events: Default::default() });
            }
            let script = &course.scripts[(self.number + self.tables.len()) % course.scripts.len()];
            let seen = self.tables.last_mut().expect("there is one by now");
            if watching.as_ref() != Some(&seen.table) {
                watching = Some(seen.table.clone());
                for (socket, events) in sockets.iter_mut().zip(&mut seen.events) {
                    socket.watch(&seen.table, events.len() as u32).await.map_err(|_| Stop::Gone)?;
                    hear(socket, &seen.table, events).await?;
                }
            }
            // Both are told the same, though not at the same time.
            while seen.events[0].len() != seen.events[1].len() {
                let behind = usize::from(seen.events[1].len() < seen.events[0].len());
                hear(&mut sockets[behind], &seen.table, &mut seen.events[behind]).await?;
            }
            if has(seen, |event| matches!(event, Event::Ended { .. })) {
                continue;
            }
            let seated = seen.events[0].iter().filter(|numbered| matches!(numbered.event, Event::Sat { .. })).count();
            let (actor, act) = if seated < 2 {
                (1, r#"{"do":"sit"}"#.to_owned())
            } else if !has(seen, |event| matches!(event, Event::Begun { .. })) {
                (0, r#"{"do":"begin"}"#.to_owned())
            } else {
                let (seat, mv) = &script[moves_in(&seen.events[0])];
                (*seat, format!(r#"{{"do":"move","v":{},"mv":"{mv}"}}"#, seen.events[0].len()))
            };
            sockets[actor].act(&seen.table, &act).await.map_err(|_| Stop::Gone)?;
            hear(&mut sockets[actor], &seen.table, &mut seen.events[actor]).await?;
            course.moves.fetch_add(1, Ordering::Relaxed);
        }
        Ok(())
    }
}

async fn connect(address: SocketAddr, key: &str) -> Result<Socket, Stop> {
    Socket::connect(address, key).await.map_err(|_| Stop::Gone)
}

fn has(seen: &Seen, is: impl Fn(&Event) -> bool) -> bool {
    seen.events[0].iter().any(|numbered| is(&numbered.event))
}

/// Takes in the next message about events at a table.
async fn hear(socket: &mut Socket, table: &str, events: &mut Vec<Numbered>) -> Result<(), Stop> {
    loop {
        let text = match timeout(PATIENCE, socket.receive()).await {
            Ok(Ok(text)) => text,
            Ok(Err(_)) => return Err(Stop::Gone),
            Err(_) => return Err(Stop::Wrong(broken("the server is silent"))),
        };
        match serde_json::from_str(&text).map_err(|error| Stop::Wrong(broken(error)))? {
            Tell::Events { table: there, events: told, .. } if there == table => {
                for numbered in told {
                    if numbered.v as usize != events.len() + 1 {
                        return Err(Stop::Wrong(broken(format_args!("table {table}: a gap before {text}"))));
                    }
                    events.push(numbered);
                }
                return Ok(());
            }
            Tell::Refused { problem, .. } => return Err(Stop::Wrong(broken(format_args!("table {table}: {problem}")))),
            _ => {}
        }
    }
}
