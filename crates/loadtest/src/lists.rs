//! Lists and searches of a store with very many tables: fills a store, and measures how long a page takes.
//!
//! The tables are written through the store itself, many in one commit. No server is started: measured are the
//! queries, one after the other, as a server makes them.

use std::ffi::OsString;
use std::sync::Arc;
use std::time::Instant;

use clap::{Arg, ArgAction, Command, value_parser};
use futures_util::{StreamExt, TryStreamExt, stream};
use tablee_games::GameId;
use tablee_harness::postgres::Postgres as PostgresServer;
use tablee_protocol::{Clock, Event, Opened, Person, Progress, SeatSummary, Summary, Who};
use tablee_server::store::postgres::Postgres;
use tablee_server::store::sqlite::Sqlite;
use tablee_server::store::{Cursor, NewTableRow, Store, StoreError, StoredEvent, TableFilter, TableQuery};

use crate::failure::{Failure, failed};
use crate::options::{JSON, json, required};
use crate::report;

const OPEN: &str = "open";
const FINISHED: &str = "finished";
const QUERIES: &str = "queries";
const POSTGRES: &str = "postgres";

/// How many tables are written at once.
const AT_ONCE: usize = 4096;

/// How many people have played there.
const PEOPLE: u64 = 20_000;

/// The size of a page, as the API has it.
const PAGE: u32 = 50;

/// The options of `lists`.
#[derive(Clone, Debug)]
pub struct ListOptions {
    open: u64,
    finished: u64,
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
            finished: required::<u32>(&matches, FINISHED).into(),
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
    Command::new("tablee-loadtest lists")
        .about("Measures lists and searches of a store with very many tables")
        .arg(number(OPEN, "100000", "open tables"))
        .arg(number(FINISHED, "1000000", "finished tables"))
        .arg(number(QUERIES, "500", "how often each list is asked for"))
        .args([postgres, json()])
}

/// Fills a store and measures its lists.
///
/// # Errors
/// If the store cannot be started or used.
pub async fn run(options: &ListOptions) -> Result<(), Failure> {
    if options.postgres {
        let server = PostgresServer::start_apart().map_err(failed)?;
        let store = Postgres::open(&server.url(), Default::default()).await.map_err(|why| failed(why.en))?;
        return measure(Arc::new(store), options).await;
    }
    let folder = tempfile::tempdir().map_err(failed)?;
    let store = Sqlite::open(&folder.path().join("tablee.db"), Default::default()).await.map_err(|why| failed(why.en))?;
    measure(Arc::new(store), options).await
}

async fn measure(store: Arc<dyn Store>, options: &ListOptions) -> Result<(), Failure> {
    let begin = Instant::now();
    fill(&*store, options).await.map_err(broken)?;
    let (open, finished) = (options.open, options.finished);
    report::filled(open, finished, begin.elapsed().as_secs_f64(), options.json)?;
    for list in LISTS {
        let mut times = Vec::new();
        for number in 0..options.queries {
            // Another person and another page each time, so that not everything is in a cache.
            let seed = (number + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            let begin = Instant::now();
            ask(&*store, list, seed, open + finished).await.map_err(broken)?;
            times.push(begin.elapsed().as_secs_f64() * 1000.0);
        }
        times.sort_by(f64::total_cmp);
        let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
        report::list(list, at(0.5), at(0.99), options.json)?;
    }
    Ok(())
}

fn broken(error: StoreError) -> Failure {
    failed(format_args!("{error:?}"))
}

/// The lists that are measured.
const LISTS: [&str; 9] = [
    "open tables",
    "finished games, any page",
    "finished games of one game",
    "lobby",
    "my unfinished games",
    "my finished games",
    "search by a name",
    "search by two letters",
    "search by a bot and a game",
];

/// Asks for one list, as the server does.
async fn ask(store: &dyn Store, list: &str, seed: u64, tables: u64) -> Result<(), StoreError> {
    let person = person(seed % PEOPLE);
    let query = |filter| TableQuery { filter, ..TableQuery::public(Progress::Over, PAGE) };
    let search =
        |name: &str, game: Option<&str>| query(TableFilter::Player { name: name.to_owned(), game: game.map(str::to_owned) });
    let asked = match list {
        "open tables" => TableQuery::public(Progress::Open, PAGE),
        "finished games, any page" => {
            let before = Some(Cursor { changed: seed % tables, table: String::new() });
            TableQuery { before, ..query(TableFilter::Public) }
        }
        "finished games of one game" => query(TableFilter::Game("rumis".to_owned())),
        "lobby" => {
            store.tables(&TableQuery::public(Progress::Open, 2 * PAGE)).await?;
            TableQuery::public(Progress::Playing, 2 * PAGE)
        }
        "my unfinished games" => return store.unfinished_of(&person.id, 2 * PAGE).await.map(drop),
        "my finished games" => query(TableFilter::Person { person: person.id, game: None }),
        "search by a name" => search(&person.name, None),
        "search by two letters" => search(&person.name[..2], None),
        _ => search("level3", Some("cuminos")),
    };
    store.tables(&asked).await.map(drop)
}

async fn fill(store: &dyn Store, options: &ListOptions) -> Result<(), StoreError> {
    let open = stream::iter(0..options.open).map(|number| table(number * 11, Progress::Open));
    let finished = stream::iter(0..options.finished).map(|number| table(number, Progress::Over));
    let all = open.chain(finished).enumerate().map(|(number, mut row)| {
        row.table = format!("t{number:09}");
        row.summary.table.clone_from(&row.table);
        Ok::<_, StoreError>(row)
    });
    all.try_for_each_concurrent(AT_ONCE, |row| store.create(row)).await
}

fn person(number: u64) -> Person {
    const SYLLABLES: [&str; 16] =
        ["an", "bo", "ca", "de", "el", "fi", "ga", "hu", "is", "jo", "ka", "li", "ma", "no", "ol", "pe"];
    let syllable = |place: u32| SYLLABLES[(number >> (4 * place)) as usize % 16];
    let name = (0..4).map(syllable).collect();
    Person { id: format!("p{number:011}"), name, guest: false }
}

/// A table with a person and, at every second one, a bot.
fn table(number: u64, state: Progress) -> NewTableRow {
    let host = person(number.wrapping_mul(7) % PEOPLE);
    let other = match number % 2 {
        0 => Who::Bot(format!("level{}", number % 10)),
        _ => Who::Person(person(number.wrapping_mul(13) % PEOPLE + 1)),
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
    use super::*;

    #[test]
    fn a_small_store_is_filled_and_measured() {
        command().debug_assert();
        let arguments = ["lists", "--open", "30", "--finished", "60", "--queries", "2", "--json"].map(OsString::from);
        let options = ListOptions::parse(arguments).unwrap();
        tokio::runtime::Runtime::new().unwrap().block_on(run(&options)).unwrap();
    }
}
