//! Killing the server again and again under load, or one part after another of several that share everything; and proving that nothing
//! was lost.
//!
//! Whatever a player was told must be in the log afterwards, once and in its place; both must have been told the same; every log must be a
//! legal game; and after each start everyone plays on where they were.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use tablee_bots::FastDice;
use tablee_core::Dice;
use tablee_games::record::{Record, replay};
use tablee_games::{read_record, spelled_moves, with_game};
use tablee_protocol::{Clock, Code, Event, NewTable, Numbered, SeatPlan, Shared, TableOpened, TableView, Tell};
use tokio::sync::watch;
use tokio::time::{Instant, sleep, timeout};

use super::client::{Http, Socket};
use super::games::{Script, prepare};
use super::house::{House, Part};
use super::load::new_table;
use super::{Plan, broken};
use crate::failure::Failure;

/// How many different games are played.
const GAMES: usize = 100;

/// How long play may take to go on after a start.
const PATIENCE: Duration = Duration::from_secs(30);

/// Every so many matches one is against a bot, if there are workers.
const BOTS: usize = 4;

/// How many of them are against one that thinks. They keep the workers busy, so that whoever kills one mostly does so in the middle of a
/// thought; and no more, since thoughts take the processor from everyone else.
const THINKERS: usize = 2;

/// The bot that thinks. At shared tables bots are levels, and this is the first of Rumis whose thought takes a noticeable time: some tenths
/// of a second for its 40,000 playouts. The next goes by the clock, for three seconds a move, and would hold everything up.
const THINKER: &str = "level8";

/// The bot that moves at once.
const HASTY: &str = "level1";

/// What happened.
pub struct Report {
    pub kills: usize,
    /// The longest time in which nothing happened in a match.
    pub longest_pause: Duration,
    /// Moves that somebody was told of.
    pub moves: u64,
    pub tables: usize,
    /// Games that were played to their end.
    pub finished: usize,
}

/// What all matches share.
struct Course {
    scripts: Vec<Script>,
    /// Where the servers are; none while they are away.
    servers: watch::Receiver<Vec<SocketAddr>>,
    /// Whether several share everything.
    shared: bool,
    moves: AtomicU64,
    /// In thousandths of a second.
    longest_pause: AtomicU64,
    stop: AtomicBool,
}

pub async fn run(plan: Plan, kills: usize) -> Result<Report, Failure> {
    let mut house = House::open(&plan).await?;
    let (place, servers) = watch::channel(house.addresses());
    let course = Arc::new(Course {
        scripts: prepare(GAMES),
        servers,
        shared: plan.nodes > 0,
        moves: AtomicU64::new(0),
        longest_pause: AtomicU64::new(0),
        stop: AtomicBool::new(false),
    });
    let mut running = Vec::new();
    for number in 0..plan.matches {
        let mut http = Http::connect(house.first().address).await?;
        let first = http.new_person(&format!("first {number}")).await?.key;
        let second = http.new_person(&format!("second {number}")).await?.key;
        let bot = if number / BOTS < THINKERS { THINKER } else { HASTY };
        let bot = (plan.nodes > 0 && number % BOTS == BOTS - 1).then_some(bot);
        let pair = Pair { number, keys: [first, second], bot, tables: Vec::new(), progress: Instant::now() };
        running.push(tokio::spawn(pair.play(course.clone())));
    }
    let mut dice = FastDice::new(1);
    let parts = house.parts();
    for _ in 0..kills {
        going_on(&course, plan.matches as u64, &mut running).await?;
        sleep(Duration::from_millis(dice.below(150).into())).await;
        house.nobody_left()?;
        let part = parts[dice.below(parts.len() as u32) as usize];
        house.kill(part)?;
        place.send_replace(house.addresses());
        if course.shared {
            // The others play on meanwhile, if they can.
            sleep(Duration::from_millis(dice.below(1500).into())).await;
        }
        house.start(part).await?;
        if let Part::Node(_) = part {
            place.send_replace(house.addresses());
        }
    }
    going_on(&course, plan.matches as u64, &mut running).await?;
    house.nobody_left()?;
    course.stop.store(true, Ordering::Relaxed);
    let longest_pause = Duration::from_millis(course.longest_pause.load(Ordering::Relaxed));
    let mut report = Report { kills, longest_pause, moves: 0, tables: 0, finished: 0 };
    let mut tables = Vec::new();
    for pair in running {
        tables.extend(pair.await.map_err(broken)??.tables);
    }
    // What is checked is to come from the store, and not from what a server has in memory.
    house.kill(Part::Node(0))?;
    house.start(Part::Node(0)).await?;
    let mut http = Http::connect(house.first().address).await?;
    for seen in tables {
        check(&mut http, &seen, &mut report).await?;
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
    /// The bot that plays, if one does: then the second only looks on.
    bot: Option<&'static str>,
    tables: Vec<Seen>,
    /// When something last happened.
    progress: Instant,
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
        let mut servers = course.servers.clone();
        while !course.stop.load(Ordering::Relaxed) {
            let there = servers.wait_for(|servers| !servers.is_empty()).await.map_err(broken)?.clone();
            let at = |number: usize| there[number % there.len()];
            match self.sit_and_play(&course, [at(self.number), at(self.number + 1)]).await {
                Ok(()) => {}
                Err(Stop::Wrong(failure)) => return Err(failure),
                // It may take a moment until it is known to be away.
                Err(Stop::Gone) => sleep(Duration::from_millis(5)).await,
            }
        }
        Ok(self)
    }

    async fn sit_and_play(&mut self, course: &Course, servers: [SocketAddr; 2]) -> Result<(), Stop> {
        let mut sockets = [connect(servers[0], &self.keys[0]).await?, connect(servers[1], &self.keys[1]).await?];
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
                let mut http = Http::connect(servers[0]).await.map_err(|_| Stop::Gone)?;
                let clock = if self.number.is_multiple_of(2) { Clock::None } else { Clock::Game { seconds: 600, increment: 1 } };
                let mut new = new_table(clock);
                if let Some(bot) = self.bot {
                    new = NewTable { seats: vec![SeatPlan::Me, SeatPlan::Bot(bot.to_owned())], ..new };
                }
                let opened = http.post::<TableOpened>("/api/tables", Some(&self.keys[0]), &new).await;
                let table = opened.map_err(|_| Stop::Gone)?.table;
                self.tables.push(Seen { table, events: Default::default() });
            }
            let script = &course.scripts[(self.number + self.tables.len()) % course.scripts.len()];
            let seen = self.tables.last_mut().expect("there is one by now");
            if watching.as_ref() != Some(&seen.table) {
                watching = Some(seen.table.clone());
                for (socket, events) in sockets.iter_mut().zip(&mut seen.events) {
                    socket.watch(&seen.table, events.len() as u32).await.map_err(|_| Stop::Gone)?;
                    hear(course, socket, &seen.table, events).await?;
                }
            }
            // Both are told the same, though not at the same time.
            while seen.events[0].len() != seen.events[1].len() {
                let behind = usize::from(seen.events[1].len() < seen.events[0].len());
                hear(course, &mut sockets[behind], &seen.table, &mut seen.events[behind]).await?;
            }
            let pause = std::mem::replace(&mut self.progress, Instant::now()).elapsed();
            course.longest_pause.fetch_max(pause.as_millis() as u64, Ordering::Relaxed);
            if has(seen, |event| matches!(event, Event::Ended { .. })) {
                continue;
            }
            let seated = seen.events[0].iter().filter(|numbered| matches!(numbered.event, Event::Sat { .. })).count();
            let (actor, act) = if seated < 2 {
                (1, r#"{"do":"sit"}"#.to_owned())
            } else if !has(seen, |event| matches!(event, Event::Begun { .. })) {
                (0, r#"{"do":"begin"}"#.to_owned())
            } else if self.bot.is_some() {
                match answer_to_bot(&seen.table, &seen.events[0])? {
                    Some(mv) => (0, format!(r#"{{"do":"move","v":{},"mv":"{mv}"}}"#, seen.events[0].len())),
                    None => {
                        // The bot is on turn.
                        hear(course, &mut sockets[0], &seen.table, &mut seen.events[0]).await?;
                        course.moves.fetch_add(1, Ordering::Relaxed);
                        continue;
                    }
                }
            } else {
                let (seat, mv) = &script[moves_in(&seen.events[0])];
                (*seat, format!(r#"{{"do":"move","v":{},"mv":"{mv}"}}"#, seen.events[0].len()))
            };
            sockets[actor].act(&seen.table, &act).await.map_err(|_| Stop::Gone)?;
            hear(course, &mut sockets[actor], &seen.table, &mut seen.events[actor]).await?;
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

/// A legal move in the position after these events, if the first seat is on turn.
fn answer_to_bot(table: &str, events: &[Numbered]) -> Result<Option<String>, Stop> {
    let wrong = |why: tablee_core::Text| Stop::Wrong(broken(why.en));
    let shared = Shared::from_events(table, events).map_err(wrong)?;
    let Some(game) = shared.table().filter(|_| shared.on_turn() == Some(0)) else { return Ok(None) };
    let record = read_record(&game.record()).map_err(wrong)?;
    fn first_move<G: tablee_core::Game>(record: &Record) -> Option<String> {
        let game = replay::<G>(record).ok()?;
        Some(spelled_moves::<G>(game.position()).first()?.0.clone())
    }
    Ok(with_game!(record.game, G => first_move::<G>(&record)))
}

/// Takes in the next message about events at a table.
async fn hear(course: &Course, socket: &mut Socket, table: &str, events: &mut Vec<Numbered>) -> Result<(), Stop> {
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
            // What nobody could store, or what another server knew better: one looks again.
            Tell::Refused { problem, .. }
                if course.shared
                    && matches!(
                        problem.code,
                        Code::Unavailable | Code::Stale | Code::NotYourTurn | Code::SeatTaken | Code::Begun | Code::Over
                    ) =>
            {
                sleep(Duration::from_millis(50)).await;
                return Err(Stop::Gone);
            }
            Tell::Refused { problem, .. } => return Err(Stop::Wrong(broken(format_args!("table {table}: {problem}")))),
            _ => {}
        }
    }
}
