//! The plans of lists and searches: each uses an index, scans no table and sorts nothing.

use sqlx::{Executor, Row};
use tablee_games::GameId;
use tablee_harness::postgres::Postgres as PostgresServer;
use tablee_protocol::{Clock, Event, Opened, Person, Progress, SeatSummary, Summary, Who};

use super::lists::sql;
use super::postgres::{Postgres, lists as postgres_lists, people as postgres_people, ratings as postgres_ratings};
use super::sqlite::{Sqlite, lists as sqlite_lists, people as sqlite_people, ratings as sqlite_ratings};
use super::{NewTableRow, Store, StoredEvent, chat, people, ratings, retention, shares};

/// A number of tables with which every database prefers its indexes.
const TABLES: u64 = 3000;

pub(super) fn table(number: u64) -> NewTableRow {
    let person =
        |number: u64| Person { id: format!("person{}", number % 500), name: format!("Name {}", number % 700), guest: false };
    let host = person(number);
    let seat = |who| SeatSummary { who: Some(Who::Person(who)), reserved: None, place: None, score: None };
    let summary = Summary {
        table: format!("table{number:06}"),
        game: GameId::ALL[number as usize % GameId::ALL.len()].name().to_owned(),
        options: Default::default(),
        state: [Progress::Open, Progress::Playing, Progress::Over, Progress::Over][number as usize / 4 % 4],
        host: host.clone(),
        seats: vec![seat(host.clone()), seat(person(number + 7))],
        clock: Clock::None,
        public: !number.is_multiple_of(5),
        rated: true,
        opened: number,
        changed: number / 3,
        turn: None,
        how: None,
        begins: None,
    };
    let opened = Opened {
        game: summary.game.clone(),
        options: Default::default(),
        seats: 2,
        host,
        clock: Clock::None,
        public: summary.public,
        rated: true,
        commitment: None,
        series: None,
    };
    let events = vec![StoredEvent::new(1, number, &Event::Opened(opened))];
    NewTableRow { table: summary.table.clone(), seed: None, invite: String::new(), events, summary }
}

async fn fill(store: &(impl Store + Clone)) {
    let tasks: Vec<_> = (0..TABLES)
        .map(|number| {
            let store = store.clone();
            tokio::spawn(async move { store.create(table(number)).await.unwrap() })
        })
        .collect();
    for task in tasks {
        task.await.unwrap();
    }
}

/// The statements with the values of their parameters, as SQL.
fn statements() -> Vec<(&'static str, Vec<&'static str>)> {
    let page = ["'over'", "500", "'table000777'", "50"];
    let with = |value: &'static str| page.into_iter().chain([value]).collect::<Vec<_>>();
    vec![
        (sql::PUBLIC, page.to_vec()),
        (sql::OF_GAME, with("'rumis'")),
        (sql::OF_PERSON, with("'person7'")),
        (sql::OF_PERSON_AND_GAME, page.into_iter().chain(["'person7'", "'rumis'"]).collect()),
        (sql::STARTING, vec!["'table000777'", "50"]),
        (sql::WITH_PERSON, with("'person7'")),
        (sql::NAMES, vec!["'name 6'", "'name 7'", "20"]),
        (sql::NAMING, vec!["'person7'", "''", "50"]),
        (sql::LATEST_HOSTED, vec!["'playing'", "50"]),
        (sql::OPEN_OF_DAYS, vec!["50"]),
        (sql::PLAYING, vec!["TRUE", "500", "'table000777'", "50"]),
        (sql::UNRATED, vec!["500", "'table000777'", "50"]),
        (retention::sql::IDLE, vec!["'open'", "TRUE", "500", "50", "7", "'table000021'"]),
        (retention::sql::FORGET_GUESTS, vec!["500", "50"]),
        (retention::sql::FORGET_KEYS, vec!["500", "50"]),
        (retention::sql::ALL_ERASED, vec!["'person7'", "50"]),
        (retention::sql::STILL_TO_ERASE, vec![]),
        (retention::sql::BODIES, vec!["'table000777'"]),
        (retention::sql::DELETE_MENTION, vec!["'person7'", "'table000777'"]),
        (retention::sql::DELETE_EVENTS, vec!["'table000777'"]),
        (retention::sql::DELETE_ANALYSIS, vec!["'table000777'"]),
        (retention::sql::DELETE_CLOSED, vec!["'table000777'"]),
        (people::sql::KEYS_OF, vec!["'person7'"]),
        (people::sql::BEST, vec!["'rumis'", "50"]),
        (people::sql::RATINGS_OF, vec!["'person7'"]),
        (chat::sql::LATEST_LINES, vec!["'table000777'", "50"]),
        (chat::sql::LINES_OF, vec!["'person7'"]),
        (chat::sql::ERASE_LINES, vec!["'person7'"]),
        (shares::sql::DELETE_FROM, vec!["500", "'share7'", "50"]),
        (ratings::sql::FORGET_ADDRESSES, vec!["7"]),
        (ratings::sql::FORGET_NETWORKS, vec!["7"]),
        (ratings::sql::SAME_ADDRESS, vec!["'person7'", "'person8'", "500"]),
        (ratings::sql::HISTORY, vec!["'person7'", "'rumis'", "500", "'table000777'", "50"]),
        (ratings::sql::TOGETHER, vec!["'person7'", "500", "'person8'"]),
        (ratings::sql::NETWORKS_OF, vec!["'person7'", "500"]),
        (ratings::sql::TABLES_FROM, vec!["'address7'", "500", "300"]),
        (ratings::sql::BOT_TABLES_FROM, vec!["'address7'", "500", "300"]),
    ]
}

/// A statement with values instead of parameters, for `EXPLAIN`.
fn with_values(statement: &str, values: &[&str]) -> String {
    let numbered = values.iter().enumerate().rev();
    numbered.fold(statement.to_owned(), |text, (index, value)| text.replace(&format!("${}", index + 1), value))
}

#[tokio::test(flavor = "multi_thread")]
async fn lists_in_sqlite_use_indexes() {
    let folder = tempfile::tempdir().unwrap();
    let store = Sqlite::open(&folder.path().join("tablee.db"), Default::default()).await.unwrap();
    fill(&store).await;
    let mut all = statements();
    all.push((sqlite_lists::BY_NAME, vec!["'over'", "500", "'table000777'", "50", "'name 6'", "'rumis'", "0"]));
    all.push((sqlite_lists::SUMMARIES, vec!["'[\"table000777\"]'"]));
    all.push((sqlite_lists::OF_HOSTS, vec!["'[\"person7\", \"person8\"]'", "'open'", "3"]));
    all.push((sqlite_people::RATINGS, vec!["'rumis'", "'[\"person7\"]'"]));
    all.push((sqlite_lists::WITH_TURN, vec!["'[\"table000777\"]'"]));
    all.push((sqlite_lists::NOTE_TURNS, vec!["'[[\"table000777\", 7, 1]]'"]));
    all.push((sqlite_ratings::AGAINST_NETWORKS, vec!["'person7'", "500", "'[\"net:7\", \"net:8\"]'"]));
    let mut wrong = Vec::new();
    for (statement, values) in all {
        let explain = format!("EXPLAIN QUERY PLAN {}", with_values(statement, &values));
        let rows = store.pool.fetch_all(sqlx::AssertSqlSafe(explain)).await.unwrap();
        let plan: Vec<String> = rows.iter().map(|row| row.get("detail")).collect();
        let scans = |line: &&String| {
            // The steps of a recursion, constants, subqueries and the values of a JSON array are not tables. Games are
            // counted once each; a person has few.
            (line.contains("TEMP B-TREE") && !line.contains("count(DISTINCT)"))
                || (line.starts_with("SCAN")
                    && !["names", "CONSTANT ROW", "json_each", "here", "found"].iter().any(|free| line.contains(free)))
        };
        // A partial index has only the games that are still to be rated, or the open tables with a clock of days.
        let partial = statement == retention::sql::STILL_TO_ERASE && plan.iter().all(|line| line.contains("erased_to_do"))
            || statement == sql::UNRATED && plan.iter().all(|line| line.contains("tables_to_rate"))
            || statement == sql::OPEN_OF_DAYS && plan.iter().all(|line| line.contains("tables_of_days") || !scans(&line));
        if !partial && plan.iter().any(|line| scans(&line)) {
            wrong.push(format!("{statement}\n{plan:#?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[tokio::test(flavor = "multi_thread")]
async fn lists_in_postgres_use_indexes() {
    let server = PostgresServer::start().unwrap_or_else(|error| panic!("{error}"));
    let store = Postgres::open(&server.url(), Default::default()).await.unwrap();
    fill(&store).await;
    let history = r#"INSERT INTO rating_history (subject, game, at, "table", before, after)
        SELECT 'person' || (n % 500), 'rumis', n, 'table' || n, 0, 0 FROM generate_series(1, 20000) AS n"#;
    store.pool.execute(history).await.unwrap();
    let people = "INSERT INTO people (id, name, made) SELECT 'person' || n, 'Name', 0 FROM generate_series(0, 499) AS n";
    store.pool.execute(people).await.unwrap();
    let addresses = "INSERT INTO addresses (person, hash, seen)
        SELECT 'person' || (n % 500), CASE n % 2 WHEN 0 THEN 'address' ELSE 'net:' END || n / 5, n FROM generate_series(1, 20000) AS n";
    store.pool.execute(addresses).await.unwrap();
    let networks = r#"INSERT INTO opponent_networks (person, network, "table", at)
        SELECT 'person' || (n % 500), 'net:' || (n % 7), 'table' || n, n FROM generate_series(1, 20000) AS n"#;
    store.pool.execute(networks).await.unwrap();
    for rows in [
        "INSERT INTO keys (id, person, hash, label, scopes, made, used)
            SELECT 'key' || n, 'person' || (n % 500), '', '', '', n, n FROM generate_series(1, 20000) AS n",
        "INSERT INTO ratings (game, subject, rating, uncertainty, games)
            SELECT (ARRAY['rumis', 'kumata'])[1 + n % 2], 'person' || n, n, 0, n % 20 FROM generate_series(1, 20000) AS n",
        r#"INSERT INTO chat ("table", at, person, name, guest, line)
            SELECT 'table' || lpad((n % 3000)::text, 6, '0'), n, 'person' || (n % 500), '', TRUE, '' FROM generate_series(1, 20000) AS n"#,
        "INSERT INTO shares (id, read_at, size, record) SELECT 'share' || n, n, 1, '' FROM generate_series(1, 20000) AS n",
        "INSERT INTO erased (person, done) SELECT 'person' || n, n > 10 FROM generate_series(1, 20000) AS n",
        r#"INSERT INTO analyses ("table", body) SELECT 'table' || n, '' FROM generate_series(1, 20000) AS n"#,
    ] {
        store.pool.execute(rows).await.unwrap();
    }
    store.pool.execute("VACUUM ANALYZE").await.unwrap();
    let mut all = statements();
    all.push((
        postgres_lists::BY_NAMES,
        vec!["'over'", "500", "'table000777'", "50", "ARRAY['name 6', 'name 60']", "ARRAY['rumis', 'kumata']"],
    ));
    all.push((postgres_lists::SUMMARIES, vec!["ARRAY['table000777']"]));
    all.push((postgres_lists::OF_HOSTS, vec!["ARRAY['person7', 'person8']", "'open'", "3"]));
    all.push((postgres_people::RATINGS, vec!["'rumis'", "ARRAY['person7']"]));
    all.push((postgres_lists::WITH_TURN, vec!["ARRAY['table000777']"]));
    all.push((postgres_lists::NOTE_TURNS, vec!["ARRAY['table000777']", "ARRAY[7]", "ARRAY[1]"]));
    all.push((postgres_ratings::AGAINST_NETWORKS, vec!["'person7'", "500", "ARRAY['net:7', 'net:8']"]));
    // A few rows may well be sorted. Here the index must give the order.
    let mut connection = store.pool.acquire().await.unwrap();
    connection.execute("SET enable_bitmapscan = off").await.unwrap();
    let mut wrong = Vec::new();
    for (statement, values) in all {
        let explain = format!("EXPLAIN {}", with_values(statement, &values));
        let rows = connection.fetch_all(sqlx::AssertSqlSafe(explain)).await.unwrap();
        let plan: Vec<String> = rows.iter().map(|row| row.get(0)).collect();
        let scans = |line: &String| line.contains("Seq Scan") || line.contains("Sort");
        if plan.iter().any(scans) {
            wrong.push(format!("{statement}\n{}", plan.join("\n")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}
