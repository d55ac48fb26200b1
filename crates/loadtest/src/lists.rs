//! Lists and searches of a server with very many tables: fills its store, and measures how long an answer takes.
//!
//! The tables are written through the store itself, many in one commit. Then a server starts, and is asked over HTTP and
//! a socket, one request after the other, while some people are connected.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::{Arg, ArgAction, Command, value_parser};
use futures_util::{StreamExt, TryStreamExt, stream};
use tablee_core::Seat;
use tablee_games::{GameId, plan};
use tablee_harness::postgres::Postgres as PostgresServer;
use tablee_harness::tablee::{Data, Server, Tablee, beside_this_program};
use tablee_protocol::{Clock, Event, Opened, Person, Progress, SeatSummary, SignedIn, Summary, Who};
use tablee_server::DATABASE;
use tablee_server::store::postgres::Postgres;
use tablee_server::store::sqlite::Sqlite;
use tablee_server::store::{NewTableRow, Store, StoreError, StoredEvent};

use crate::client::{Http, Socket};
use crate::failure::{Failure, failed};
use crate::options::{JSON, json, required};
use crate::report;

const OPEN: &str = "open";
const PLAYING: &str = "playing";
const FINISHED: &str = "finished";
const TABLEE: &str = "tablee";
const QUERIES: &str = "queries";
const POSTGRES: &str = "postgres";

/// How many tables are written at once.
const AT_ONCE: usize = 4096;

/// How many people have played there.
const PEOPLE: u64 = 20_000;

/// So many of them are connected, and ask. The first half of the games in progress are theirs.
const ASKERS: u64 = 200;

/// How long the server may take until it has looked at all games in progress and forgotten them again.
const SETTLES_WITHIN: Duration = Duration::from_secs(600);

/// The options of `lists`.
#[derive(Clone, Debug)]
pub struct ListOptions {
    open: u64,
    playing: u64,
    finished: u64,
    tablee: Option<PathBuf>,
    queries: u64,
    postgres: bool,
    json: bool,
}

impl ListOptions {
    /// Reads the command line; the first argument is the name of the program.
    ///
    /// # Errors
    /// If it is invalid, or asks for help.
    pub fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<ListOptions, clap::Error> {
        let matches = command().try_get_matches_from(arguments)?;
        Ok(ListOptions {
            open: required::<u32>(&matches, OPEN).into(),
            playing: required::<u32>(&matches, PLAYING).into(),
            finished: required::<u32>(&matches, FINISHED).into(),
            tablee: matches.get_one::<PathBuf>(TABLEE).cloned(),
            queries: required::<u32>(&matches, QUERIES).into(),
            postgres: matches.get_flag(POSTGRES),
            json: matches.get_flag(JSON),
        })
    }
}

fn command() -> Command {
    let number = |name: &'static str, default: &'static str, help: &'static str| {
        Arg::new(name).long(name).value_name("N").help(help).default_value(default).value_parser(value_parser!(u32))
    };
    let postgres = Arg::new(POSTGRES).long(POSTGRES).action(ArgAction::SetTrue).help("a PostgreSQL instead of a file");
    let tablee = Arg::new(TABLEE).long(TABLEE).value_name("FILE").value_parser(value_parser!(PathBuf));
    let tablee = tablee.help("the program to measure (default: tablee in the folder of this program)");
    Command::new("tablee-loadtest lists")
        .about("Measures lists and searches of a server with very many tables")
        .arg(number(OPEN, "100000", "open tables"))
        .arg(number(PLAYING, "20000", "games in progress"))
        .arg(number(FINISHED, "1000000", "finished tables"))
        .arg(number(QUERIES, "500", "how often each list is asked for"))
        .args([tablee, postgres, json()])
}

/// Fills a store and measures the lists of a server.
///
/// # Errors
/// If the store or the server cannot be started or used.
pub async fn run(options: &ListOptions) -> Result<(), Failure> {
    let folder = tempfile::tempdir().map_err(failed)?;
    let postgres = if options.postgres { Some(PostgresServer::start_apart().map_err(failed)?) } else { None };
    let url = postgres.as_ref().map(PostgresServer::url);
    // A server makes the store, and knows the keys of the clients.
    let server = serve(options, folder.path(), url.as_deref()).await?;
    let mut http = Http::connect(server.address).await?;
    let mut askers = Vec::new();
    for number in 0..ASKERS {
        askers.push(http.new_person(&person(number, &[]).name).await?);
    }
    drop(server);
    let begin = Instant::now();
    match &url {
        Some(url) => fill(&Postgres::open(url, Default::default()).await.map_err(|why| failed(why.en))?, options, &askers).await,
        None => {
            let store = Sqlite::open(&folder.path().join(DATABASE), Default::default()).await.map_err(|why| failed(why.en))?;
            fill(&store, options, &askers).await
        }
    }
    .map_err(broken)?;
    report::filled(options.open, options.playing, options.finished, begin.elapsed().as_secs_f64(), options.json)?;
    let server = serve(options, folder.path(), url.as_deref()).await?;
    measure(&server, options, &askers).await
}

/// Starts a server that leaves idle tables alone.
async fn serve(options: &ListOptions, folder: &Path, store: Option<&str>) -> Result<Server, Failure> {
    let (tablee, folder) = (options.tablee.clone(), folder.to_owned());
    let store = store.map(|store| format!("--store={store}"));
    let start = move || {
        let settings = ["--log=error", "--open-table-days=0", "--abandoned-game-days=0", "--bot-pace=0"];
        let tablee = Tablee::new(tablee.map_or_else(beside_this_program, Ok)?).without_rate_limits()?.server_settings(&settings);
        let tablee = match &store {
            Some(store) => tablee.server_settings(&[store]),
            None => tablee,
        };
        tablee.serve(&Data::Folder(folder))
    };
    let server = tokio::task::spawn_blocking(start).await.map_err(failed)?;
    server.map_err(|error: std::io::Error| Failure::Usage(error.to_string()))
}

async fn measure(server: &Server, options: &ListOptions, askers: &[SignedIn]) -> Result<(), Failure> {
    let mut http = Http::connect(server.address).await?;
    settle(&mut http).await?;
    let mut connected = Vec::new();
    for asker in askers {
        connected.push(Socket::connect(server.address, &asker.key).await?);
    }
    for list in LISTS {
        let mut times = Vec::new();
        for number in 0..options.queries {
            // Another person and another page each time, so that not everything is in a cache.
            let seed = (number + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            let asker = (seed >> 32) as usize % askers.len();
            let begin = Instant::now();
            if list == LOBBY {
                lobby(&mut connected[asker]).await?;
            } else {
                let path = path(list, seed, options.open + options.finished);
                http.get(&path, Some(&askers[asker].key)).await?;
            }
            times.push(begin.elapsed().as_secs_f64() * 1000.0);
            if list == LOBBY {
                let id = connected[asker].next_request();
                connected[asker].send(format!(r#"{{"do":"lobby","id":{id},"on":false}}"#)).await?;
            }
        }
        times.sort_by(f64::total_cmp);
        let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
        report::list(list, at(0.5), at(0.99), options.json)?;
    }
    Ok(())
}

/// Waits until the server has looked at all games in progress, and has no table in memory.
async fn settle(http: &mut Http) -> Result<(), Failure> {
    let begin = Instant::now();
    let mut seen = false;
    loop {
        let metrics = http.get("/metrics", None).await?;
        let tables = metrics.lines().find_map(|line| line.strip_prefix("tablee_tables ")?.parse::<f64>().ok());
        match tables {
            // The first moments after the start do not count.
            Some(0.0) if seen || begin.elapsed() > Duration::from_secs(5) => break,
            Some(tables) => seen |= tables > 0.0,
            None => return Err(failed("the server does not say how many tables are in memory")),
        }
        if begin.elapsed() > SETTLES_WITHIN {
            return Err(failed("the server keeps tables in memory that nobody uses"));
        }
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
    // Whose turn it is at which table is stored a little later.
    tokio::time::sleep(if seen { Duration::from_secs(30) } else { Duration::ZERO }).await;
    Ok(())
}

/// Subscribes to the lobby, until the answer is there. Nobody else is subscribed, so the server reads it.
async fn lobby(socket: &mut Socket) -> Result<(), Failure> {
    let id = socket.next_request();
    socket.send(format!(r#"{{"do":"lobby","id":{id},"on":true}}"#)).await?;
    let answer = format!(r#""re":{id},"#);
    loop {
        let text = socket.receive().await?;
        if text.contains(&answer) {
            return if text.starts_with(r#"{"is":"lobby""#) { Ok(()) } else { Err(failed(text)) };
        }
    }
}

fn broken(error: StoreError) -> Failure {
    failed(format_args!("{error:?}"))
}

const LOBBY: &str = "lobby";

/// The lists that are measured.
const LISTS: [&str; 9] = [
    "open tables",
    "finished games, any page",
    "finished games of one game",
    LOBBY,
    "my unfinished games",
    "my finished games",
    "search by a name",
    "search by two letters",
    "search by a bot and a game",
];

/// The path of a list.
fn path(list: &str, seed: u64, tables: u64) -> String {
    let name = person(seed % PEOPLE, &[]).name;
    match list {
        "open tables" => "/api/tables?state=open".to_owned(),
        "finished games, any page" => format!("/api/tables?state=over&before={}", seed % tables),
        "finished games of one game" => "/api/tables?state=over&game=rumis".to_owned(),
        "my unfinished games" => "/api/me/tables".to_owned(),
        "my finished games" => "/api/me/tables?state=over".to_owned(),
        "search by a name" => format!("/api/tables?state=over&player={name}"),
        "search by two letters" => format!("/api/tables?state=over&player={}", &name[..2]),
        _ => "/api/tables?state=over&player=level3&game=cuminos".to_owned(),
    }
}

async fn fill(store: &dyn Store, options: &ListOptions, askers: &[SignedIn]) -> Result<(), StoreError> {
    let open = stream::iter(0..options.open).map(|number| table(number * 11, Progress::Open, askers));
    let playing = stream::iter(0..options.playing).map(|number| game(number, options.playing / 2, askers));
    let finished = stream::iter(0..options.finished).map(|number| table(number, Progress::Over, askers));
    let all = open.chain(playing).chain(finished).enumerate().map(|(number, mut row)| {
        row.table = format!("t{number:09}");
        row.summary.table.clone_from(&row.table);
        Ok::<_, StoreError>(row)
    });
    all.try_for_each_concurrent(AT_ONCE, |row| store.create(row)).await
}

/// A game in progress between two people, without moves. The first ones are games of the clients.
fn game(number: u64, of_askers: u64, askers: &[SignedIn]) -> NewTableRow {
    let host = if number < of_askers { number % ASKERS } else { number.wrapping_mul(7) % PEOPLE };
    let people = [person(host, askers), person((host + 1 + number % 97) % PEOPLE, askers)];
    let options = plan(GameId::Rumis, &[("players".to_owned(), "2".to_owned())]).map(|plan| plan.options).unwrap_or_default();
    let mut row = table(number, Progress::Playing, askers);
    row.summary.game = GameId::Rumis.name().to_owned();
    row.summary.options.clone_from(&options);
    row.summary.host = people[0].clone();
    for (seat, person) in row.summary.seats.iter_mut().zip(&people) {
        seat.who = Some(Who::Person(person.clone()));
    }
    let opened = Event::Opened(Opened {
        game: row.summary.game.clone(),
        options,
        seats: 2,
        host: people[0].clone(),
        clock: Clock::None,
        public: row.summary.public,
        rated: true,
        commitment: None,
        series: None,
    });
    let sat = |(seat, person): (usize, Person)| Event::Sat { seat: Seat::new(seat), who: Who::Person(person), salt: None };
    let sat = people.into_iter().enumerate().map(sat);
    let events = [opened].into_iter().chain(sat).chain([Event::Begun { setup: String::new() }]);
    row.events = (1..).zip(events).map(|(v, event)| StoredEvent::new(v, number, &event)).collect();
    row
}

/// A person; the server knows the clients.
fn person(number: u64, askers: &[SignedIn]) -> Person {
    const SYLLABLES: [&str; 16] =
        ["an", "bo", "ca", "de", "el", "fi", "ga", "hu", "is", "jo", "ka", "li", "ma", "no", "ol", "pe"];
    let syllable = |place: u32| SYLLABLES[(number >> (4 * place)) as usize % 16];
    let name = (0..4).map(syllable).collect();
    let id = askers.get(number as usize).map_or_else(|| format!("p{number:011}"), |asker| asker.me.id.clone());
    Person { id, name, guest: false }
}

/// A table with a person and, at every second one, a bot.
fn table(number: u64, state: Progress, askers: &[SignedIn]) -> NewTableRow {
    let host = person(number.wrapping_mul(7) % PEOPLE, askers);
    let other = match number % 2 {
        0 => Who::Bot(format!("level{}", number % 10)),
        _ => Who::Person(person(number.wrapping_mul(13) % PEOPLE + 1, askers)),
    };
    let seat = |who| SeatSummary { who: Some(who), reserved: None, place: None, score: None };
    let summary = Summary {
        table: String::new(),
        game: GameId::ALL[(number / 3) as usize % GameId::ALL.len()].name().to_owned(),
        options: [("players".to_owned(), "2".to_owned())].into(),
        state,
        host: host.clone(),
        seats: vec![seat(Who::Person(host.clone())), seat(other)],
        clock: Clock::None,
        public: !number.is_multiple_of(10),
        rated: true,
        opened: number,
        changed: number,
        turn: None,
        how: None,
        begins: None,
    };
    let opened = Event::Opened(Opened {
        game: summary.game.clone(),
        options: summary.options.clone(),
        seats: 2,
        host,
        clock: Clock::None,
        public: summary.public,
        rated: true,
        commitment: None,
        series: None,
    });
    let events = vec![StoredEvent::new(1, number, &opened)];
    NewTableRow { table: String::new(), seed: None, invite: "none".to_owned(), events, summary }
}

#[cfg(test)]
mod tests {
    use tablee_protocol::Shared;

    use super::*;

    #[test]
    fn games_in_progress_can_be_played() {
        command().debug_assert();
        for number in 0..50 {
            let row = game(number, 25, &[]);
            let events: Vec<_> = row.events.iter().map(|event| event.read().unwrap()).collect();
            let shared = Shared::from_events("t", &events).unwrap();
            assert_eq!((shared.progress(), shared.seat_to_move()), (Progress::Playing, Some(Seat::new(0))));
            assert_eq!(shared.summary().seats.len(), row.summary.seats.len());
            assert_eq!((shared.summary().host, shared.summary().options), (row.summary.host, row.summary.options));
        }
    }
}
