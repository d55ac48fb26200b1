//! The fault test: kills the server again and again under load, or one part after another of a cluster, and checks
//! that nothing was lost.
//!
//! Every event that a player received must be in the log afterwards, once and at its number. Both players must have
//! received the same events. Every log must be a legal game. After each restart the players must play on.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use tablee_bots::FastDice;
use tablee_core::Dice;
use tablee_harness::cluster::Part;
use tablee_protocol::{Event, Shared, TableView};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep};

use crate::client::Http;
use crate::failure::{Failure, failed};
use crate::games::{Script, prepare};
use crate::options::Options;
use crate::pair::{Pair, Seen, moves_in};
use crate::target::Target;

/// How many different games are played.
const GAMES: usize = 100;

/// How long play may pause after a restart.
pub const TIMEOUT: Duration = Duration::from_secs(30);

/// With workers, every n-th match is against a bot.
const MATCHES_PER_BOT: usize = 4;

/// How many bots think. They keep the workers busy, so that a killed worker is mostly in the middle of a thought. No
/// more, because thinking takes the processors from everything else.
const THINKERS: usize = 2;

/// The bot that thinks. Bots at shared tables are levels; this is the lowest of Rumis that thinks for a noticeable
/// time: some tenths of a second for 40,000 playouts. The next level takes three seconds per move, which is too slow.
const THINKING_BOT: &str = "level8";

/// The bot that moves at once.
const FAST_BOT: &str = "level1";

/// The result: nothing was lost.
#[derive(Clone, Copy, Debug)]
pub struct Survived {
    /// How many parts were killed.
    pub kills: usize,
    /// The longest time without an event in a match.
    pub longest_pause: Duration,
    /// Moves that a player received.
    pub moves: u64,
    /// Tables that were opened.
    pub tables: usize,
    /// Games that were played to their end.
    pub finished: usize,
}

/// State that all matches share.
pub struct Course {
    pub scripts: Vec<Script>,
    /// The addresses of the servers that run.
    pub servers: watch::Receiver<Vec<SocketAddr>>,
    /// The proxy in front of them.
    pub proxy: Option<SocketAddr>,
    /// Whether several servers share their data.
    pub shared: bool,
    pub moves: AtomicU64,
    pub longest_pause_ms: AtomicU64,
    pub stop: AtomicBool,
}

type Running = Vec<JoinHandle<Result<Pair, Failure>>>;

/// Kills parts while matches are played, then checks every table.
pub async fn run(options: &Options) -> Result<Survived, Failure> {
    let mut target = Target::start_with_proxy(options).await?;
    let (addresses, servers) = watch::channel(target.addresses());
    let course = Arc::new(Course {
        scripts: prepare(GAMES),
        servers,
        proxy: target.proxy(),
        shared: options.nodes > 0,
        moves: AtomicU64::new(0),
        longest_pause_ms: AtomicU64::new(0),
        stop: AtomicBool::new(false),
    });
    let mut running = start_matches(options, target.first()?, &course).await?;
    let mut dice = FastDice::new(1);
    let parts = target.parts();
    for _ in 0..options.kills {
        wait_for_moves(&course, options.matches as u64, &mut running).await?;
        sleep(Duration::from_millis(dice.below(150).into())).await;
        target.check_running()?;
        let part = parts[dice.below(parts.len() as u32) as usize];
        target.kill(part)?;
        addresses.send_replace(target.addresses());
        if course.shared {
            // The other parts go on meanwhile.
            sleep(Duration::from_millis(dice.below(1500).into())).await;
        }
        target.restart(part).await?;
        if let Part::Server(_) = part {
            addresses.send_replace(target.addresses());
        }
    }
    wait_for_moves(&course, options.matches as u64, &mut running).await?;
    target.check_running()?;
    course.stop.store(true, Ordering::Relaxed);
    let mut tables = Vec::new();
    for pair in running {
        tables.extend(pair.await.map_err(failed)??.tables);
    }
    let longest_pause = Duration::from_millis(course.longest_pause_ms.load(Ordering::Relaxed));
    let mut survived = Survived { kills: options.kills, longest_pause, moves: 0, tables: 0, finished: 0 };
    check_tables(&mut target, &tables, &mut survived).await?;
    Ok(survived)
}

/// Starts the matches, each as a task.
async fn start_matches(options: &Options, server: SocketAddr, course: &Arc<Course>) -> Result<Running, Failure> {
    let mut running = Vec::new();
    for number in 0..options.matches {
        let mut http = Http::connect(server).await?;
        let first = http.new_person(&format!("first {number}")).await?.key;
        let second = http.new_person(&format!("second {number}")).await?.key;
        let against_bot = course.shared && number % MATCHES_PER_BOT == MATCHES_PER_BOT - 1;
        let bot = if number / MATCHES_PER_BOT < THINKERS { THINKING_BOT } else { FAST_BOT };
        let pair = Pair::new(number, [first, second], against_bot.then_some(bot));
        running.push(tokio::spawn(pair.play(course.clone())));
    }
    Ok(running)
}

/// Waits until this many more moves were made. A match that ended early is an error.
async fn wait_for_moves(course: &Course, more: u64, running: &mut Running) -> Result<(), Failure> {
    let (enough, begin) = (course.moves.load(Ordering::Relaxed) + more, Instant::now());
    while course.moves.load(Ordering::Relaxed) < enough {
        if let Some(ended) = running.iter_mut().find(|pair| pair.is_finished()) {
            ended.await.map_err(failed)??;
        }
        if begin.elapsed() > TIMEOUT {
            return Err(failed("play did not go on"));
        }
        sleep(Duration::from_millis(2)).await;
    }
    Ok(())
}

/// Compares what the players received with what is stored.
async fn check_tables(target: &mut Target, tables: &[Seen], survived: &mut Survived) -> Result<(), Failure> {
    // A new server reads the tables from the store; the old one may have them in memory.
    target.kill(Part::Server(0))?;
    target.restart(Part::Server(0)).await?;
    let mut http = Http::connect(target.first()?).await?;
    for Seen { table, events } in tables {
        let view = http.get(&format!("/api/tables/{table}"), None).await?;
        let view: TableView = serde_json::from_str(&view).map_err(failed)?;
        for received in events {
            if view.events.get(..received.len()) != Some(&received[..]) {
                return Err(failed(format_args!("table {table}: a player received an event that is not stored")));
            }
        }
        // Fails if a number is missing or a move is illegal.
        Shared::from_events(table, &view.events).map_err(|why| failed(why.en))?;
        survived.moves += events.iter().map(|received| moves_in(received)).max().unwrap_or(0) as u64;
        survived.tables += 1;
        survived.finished += usize::from(events[0].iter().any(|numbered| matches!(numbered.event, Event::Ended { .. })));
    }
    Ok(())
}
