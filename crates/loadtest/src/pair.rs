//! Two players of the fault test, who reconnect and play on whatever happens to the servers.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use tablee_core::{Game, Seat, Text};
use tablee_games::record::{Record, replay};
use tablee_games::{read_record, spelled_moves, with_game};
use tablee_protocol::{Clock, Code, Event, NewTable, Numbered, SeatPlan, ServerMessage, Shared, TableOpened};
use tokio::time::{Instant, sleep, timeout};

use crate::client::{Http, Socket};
use crate::failure::{Failure, failed};
use crate::kills::{Course, TIMEOUT};
use crate::load::new_table;

/// Every n-th match goes through the proxy, to one server. The players of the others are at two servers, which is
/// harder to keep in agreement.
const MATCHES_PER_PROXIED: usize = 3;

/// The events of a table that each of two players received.
pub struct Seen {
    pub table: String,
    pub events: [Vec<Numbered>; 2],
}

impl Seen {
    fn has(&self, is: impl Fn(&Event) -> bool) -> bool {
        self.events[0].iter().any(|numbered| is(&numbered.event))
    }

    fn is_over(&self) -> bool {
        self.has(|event| matches!(event, Event::Ended { .. }))
    }

    fn version(&self) -> usize {
        self.events[0].len()
    }
}

/// The number of moves among events.
pub fn moves_in(events: &[Numbered]) -> usize {
    events.iter().filter(|numbered| matches!(numbered.event, Event::Move { .. })).count()
}

/// Two players who play one game after another.
pub struct Pair {
    number: usize,
    keys: [String; 2],
    /// The bot on the second seat, if there is one: then the second person only watches.
    bot: Option<&'static str>,
    /// All tables, the current one last.
    pub tables: Vec<Seen>,
    /// When the last event came.
    progress: Instant,
}

/// Why the players cannot go on now.
enum Stop {
    /// The connection is lost, or a request must be repeated: connect again.
    Reconnect,
    /// The test failed.
    Failed(Failure),
}

/// The two connections of a pair.
struct Connections {
    sockets: [Socket; 2],
    /// The table that both are subscribed to.
    subscribed: Option<String>,
}

impl Pair {
    pub fn new(number: usize, keys: [String; 2], bot: Option<&'static str>) -> Pair {
        Pair { number, keys, bot, tables: Vec::new(), progress: Instant::now() }
    }

    /// Plays until the test ends.
    pub async fn play(mut self, course: Arc<Course>) -> Result<Pair, Failure> {
        let mut servers = course.servers.clone();
        while !course.stop.load(Ordering::Relaxed) {
            let running = servers.wait_for(|servers| !servers.is_empty()).await.map_err(failed)?.clone();
            let at = |number: usize| running[number % running.len()];
            let played = match course.proxy.filter(|_| self.number.is_multiple_of(MATCHES_PER_PROXIED)) {
                Some(proxy) => self.play_through(&course, proxy).await,
                None => self.play_connected(&course, [at(self.number), at(self.number + 1)]).await,
            };
            match played {
                Ok(()) => {}
                Err(Stop::Failed(failure)) => return Err(failure),
                // The list of servers may be a moment behind.
                Err(Stop::Reconnect) => sleep(Duration::from_millis(5)).await,
            }
        }
        Ok(self)
    }

    /// Plays over two connections until one of them is lost.
    async fn play_connected(&mut self, course: &Course, servers: [SocketAddr; 2]) -> Result<(), Stop> {
        let sockets = [connect(servers[0], &self.keys[0]).await?, connect(servers[1], &self.keys[1]).await?];
        let mut connections = Connections { sockets, subscribed: None };
        while !course.stop.load(Ordering::Relaxed) {
            if self.tables.last().is_none_or(Seen::is_over) {
                connections.unsubscribe().await?;
                self.open_table(servers[0]).await?;
            }
            self.step(course, &mut connections).await?;
        }
        Ok(())
    }

    /// Plays one game through the proxy. Both players connect for their table, as the pages do.
    async fn play_through(&mut self, course: &Course, proxy: SocketAddr) -> Result<(), Stop> {
        if self.tables.last().is_none_or(Seen::is_over) {
            self.open_table(proxy).await?;
        }
        let table = self.tables.last().expect("a table is open").table.clone();
        let connect = async |key: &str| Socket::connect_at(&table, proxy, key).await.map_err(|_| Stop::Reconnect);
        let sockets = [connect(&self.keys[0]).await?, connect(&self.keys[1]).await?];
        let mut connections = Connections { sockets, subscribed: None };
        while !course.stop.load(Ordering::Relaxed) && self.tables.last().is_some_and(|seen| !seen.is_over()) {
            self.step(course, &mut connections).await?;
        }
        Ok(())
    }

    /// One act at the current table, or the wait for a bot's move.
    async fn step(&mut self, course: &Course, connections: &mut Connections) -> Result<(), Stop> {
        let script = &course.scripts[(self.number + self.tables.len()) % course.scripts.len()];
        let seen = self.tables.last_mut().expect("a table is open");
        connections.catch_up(course, seen).await?;
        let pause = std::mem::replace(&mut self.progress, Instant::now()).elapsed();
        course.longest_pause_ms.fetch_max(pause.as_millis() as u64, Ordering::Relaxed);
        if seen.is_over() {
            return Ok(());
        }
        let (actor, act) = match next_act(seen, self.bot.is_some(), script)? {
            Some((actor, act)) => (actor, Some(act)),
            None => (0, None),
        };
        if let Some(act) = act {
            connections.sockets[actor].act(&seen.table, &act).await.map_err(|_| Stop::Reconnect)?;
        }
        receive(course, &mut connections.sockets[actor], &seen.table, &mut seen.events[actor]).await?;
        course.moves.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }

    /// Opens a new table. If the server dies before it answers, there may be a table that no player knows.
    async fn open_table(&mut self, server: SocketAddr) -> Result<(), Stop> {
        let mut http = Http::connect(server).await.map_err(|_| Stop::Reconnect)?;
        let clock = if self.number.is_multiple_of(2) { Clock::None } else { Clock::Game { seconds: 600, increment: 1 } };
        let mut new = new_table(clock);
        if let Some(bot) = self.bot {
            new = NewTable { seats: vec![SeatPlan::Me, SeatPlan::Bot(bot.to_owned())], ..new };
        }
        let opened = http.post::<TableOpened>("/api/tables", Some(&self.keys[0]), &new).await;
        let table = opened.map_err(|_| Stop::Reconnect)?.table;
        self.tables.push(Seen { table, events: Default::default() });
        Ok(())
    }
}

impl Connections {
    async fn unsubscribe(&mut self) -> Result<(), Stop> {
        if let Some(table) = self.subscribed.take() {
            for socket in &mut self.sockets {
                socket.unsubscribe(&table).await.map_err(|_| Stop::Reconnect)?;
            }
        }
        Ok(())
    }

    /// Subscribes both players if they are not, and waits until both have received the same events.
    async fn catch_up(&mut self, course: &Course, seen: &mut Seen) -> Result<(), Stop> {
        let Seen { table, events } = seen;
        if self.subscribed.as_ref() != Some(table) {
            self.subscribed = Some(table.clone());
            for (socket, events) in self.sockets.iter_mut().zip(&mut *events) {
                socket.subscribe(table, events.len() as u32).await.map_err(|_| Stop::Reconnect)?;
                receive(course, socket, table, events).await?;
            }
        }
        while events[0].len() != events[1].len() {
            let behind = usize::from(events[1].len() < events[0].len());
            receive(course, &mut self.sockets[behind], table, &mut events[behind]).await?;
        }
        Ok(())
    }
}

async fn connect(address: SocketAddr, key: &str) -> Result<Socket, Stop> {
    Socket::connect(address, key).await.map_err(|_| Stop::Reconnect)
}

/// The next act at a table, and which of the two does it; nothing while it is the bot's turn.
fn next_act(seen: &Seen, against_bot: bool, script: &[(usize, String)]) -> Result<Option<(usize, String)>, Stop> {
    let seated = seen.events[0].iter().filter(|numbered| matches!(numbered.event, Event::Sat { .. })).count();
    if seated < 2 {
        return Ok(Some((1, r#"{"do":"sit"}"#.to_owned())));
    }
    if !seen.has(|event| matches!(event, Event::Begun { .. })) {
        return Ok(Some((0, r#"{"do":"begin"}"#.to_owned())));
    }
    let (seat, mv) = if against_bot {
        let Some(mv) = answer_to_bot(&seen.table, &seen.events[0])? else { return Ok(None) };
        (0, mv)
    } else {
        script[moves_in(&seen.events[0])].clone()
    };
    Ok(Some((seat, format!(r#"{{"do":"move","v":{},"mv":"{mv}"}}"#, seen.version()))))
}

/// A legal move in the position after these events, if it is the turn of the first seat.
fn answer_to_bot(table: &str, events: &[Numbered]) -> Result<Option<String>, Stop> {
    let wrong = |why: Text| Stop::Failed(failed(why.en));
    let shared = Shared::from_events(table, events).map_err(wrong)?;
    let Some(game) = shared.table().filter(|_| shared.seat_to_move() == Some(Seat::new(0))) else { return Ok(None) };
    let record = read_record(&game.record()).map_err(wrong)?;
    fn first_move<G: Game>(record: &Record) -> Option<String> {
        let replayed = replay::<G>(record).ok()?;
        Some(spelled_moves::<G>(replayed.position()).first()?.0.clone())
    }
    Ok(with_game!(record.game, G => first_move::<G>(&record)))
}

/// Receives the next message with events of a table, and appends them.
async fn receive(course: &Course, socket: &mut Socket, table: &str, events: &mut Vec<Numbered>) -> Result<(), Stop> {
    loop {
        let text = match timeout(TIMEOUT, socket.receive()).await {
            Ok(Ok(text)) => text,
            Ok(Err(_)) => return Err(Stop::Reconnect),
            Err(_) => return Err(Stop::Failed(failed("a server does not answer"))),
        };
        match serde_json::from_str(&text).map_err(|error| Stop::Failed(failed(error)))? {
            ServerMessage::Events { table: there, events: new, .. } if there == table => {
                for numbered in new {
                    if numbered.v as usize != events.len() + 1 {
                        return Err(Stop::Failed(failed(format_args!("table {table}: a gap before {text}"))));
                    }
                    events.push(numbered);
                }
                return Ok(());
            }
            ServerMessage::Refused { problem, .. } if course.shared && is_temporary(problem.code) => {
                sleep(Duration::from_millis(50)).await;
                return Err(Stop::Reconnect);
            }
            ServerMessage::Refused { problem, .. } => {
                return Err(Stop::Failed(failed(format_args!("table {table}: {problem}"))));
            }
            _ => {}
        }
    }
}

/// Refusals of a cluster after which a player looks again: an outage, or another server that knew more.
fn is_temporary(code: Code) -> bool {
    matches!(code, Code::Unavailable | Code::Stale | Code::NotYourTurn | Code::SeatTaken | Code::Begun | Code::Over)
}
