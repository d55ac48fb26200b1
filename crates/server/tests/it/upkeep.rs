//! Retention, erasures and damaged data: servers over data that were changed from outside.

use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection, Row};
use tablee_server::limits::LimitSettings;
use tablee_server::{DATABASE, Server, Settings};

use crate::common::Client;
use crate::common::server::{Cluster, SamplePages, TestServer};

/// A server over these data, without rate limits.
fn open(data: &Path) -> TestServer {
    TestServer::open(data, LimitSettings::none())
}

/// Runs a statement in the database of a server that does not run.
fn change(data: &Path, statement: &str) {
    let options = SqliteConnectOptions::new().filename(data.join(DATABASE));
    let changed = async {
        let mut connection = SqliteConnection::connect_with(&options).await.unwrap();
        let changed = sqlx::query(AssertSqlSafe(statement.to_owned())).execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();
        changed.rows_affected()
    };
    assert!(tokio::runtime::Runtime::new().unwrap().block_on(changed) > 0, "{statement}");
}

/// Begins a game between two people. Returns its path.
fn game(host: &Client, guest: &Client) -> String {
    let (table, _) = host.open(true, false);
    guest.post(&table, &json!({ "do": "sit" })).with(200);
    host.post(&table, &json!({ "do": "begin" })).with(200);
    table
}

fn id(table: &str) -> &str {
    table.rsplit('/').next().unwrap()
}

fn eventually(what: &str, look: impl Fn() -> bool) {
    let end = Instant::now() + Duration::from_secs(60);
    while !look() {
        assert!(Instant::now() < end, "{what}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn abandoned_tables_and_games_and_idle_guests_end() {
    let data = tempfile::tempdir().unwrap();
    let (anna, bob, carl, open_table, idle_game, fresh, closed);
    {
        let server = open(data.path());
        (anna, bob, carl) = (Client::guest(&server, "Anna"), Client::guest(&server, "Bob"), Client::guest(&server, "Carl"));
        open_table = anna.open(true, false).0;
        idle_game = game(&anna, &bob);
        fresh = anna.open(true, false).0;
        closed = anna.open(false, false).0;
        anna.post(&closed, &json!({ "do": "close" })).with(200);
    }
    let carl_id = {
        let server = open(data.path());
        carl.at(&server).id()
    };
    let long = "200 * 24 * 60 * 60 * 1000";
    for table in [&open_table, &idle_game, &closed] {
        let table = id(table);
        change(data.path(), &format!("UPDATE events SET at = at - {long} WHERE \"table\" = '{table}'"));
        change(data.path(), &format!("UPDATE tables SET changed = changed - {long} WHERE id = '{table}'"));
    }
    change(data.path(), &format!("UPDATE keys SET used = used - {long} WHERE person = '{carl_id}'"));
    change(data.path(), "DELETE FROM house WHERE name = 'retention'");

    let server = open(data.path());
    let (anna, carl) = (anna.at(&server), carl.at(&server));
    let state = |table: &str| anna.get(table).with(200)["summary"]["state"].clone();
    eventually("the open table is closed", || state(&open_table) == "closed");
    eventually("the game is over", || state(&idle_game) == "over");
    eventually("the guest is forgotten", || anna.get(&format!("/api/people/{carl_id}")).status == 404);
    // The table that was just closed stays for a while.
    eventually("the table of long ago is deleted", || anna.get(&closed).status == 404);
    assert_eq!(state(&fresh), "open");
    assert_eq!(state(&open_table), "closed");
    assert_eq!(carl.get("/api/me").status, 401);
}

#[test]
fn neither_games_of_bots_alone_nor_damaged_tables_hold_up_the_others() {
    let data = tempfile::tempdir().unwrap();
    let (anna, damaged, of_bots, last);
    {
        let server = open(data.path());
        anna = Client::guest(&server, "Anna");
        // More than one batch of tables that cannot be ended, and older than all others.
        damaged = (0..110).map(|_| anna.open(true, false).0).collect::<Vec<_>>();
        let bots = json!([{ "bot": "level1" }, { "bot": "level1" }]);
        let new = json!({ "game": "cuminos", "options": { "players": "2" }, "public": true, "rated": false, "seats": bots });
        of_bots = format!("/api/tables/{}", anna.post("/api/tables", &new).with(201)["table"].as_str().unwrap());
        anna.post(&of_bots, &json!({ "do": "begin" })).with(200);
        last = anna.open(true, false).0;
    }
    let ids = damaged.iter().map(|table| format!("'{}'", id(table))).collect::<Vec<_>>().join(", ");
    change(data.path(), &format!("UPDATE events SET body = '{{oops' WHERE version = 1 AND \"table\" IN ({ids})"));
    let long = "200 * 24 * 60 * 60 * 1000";
    change(data.path(), &format!("UPDATE events SET at = at - {long}"));
    change(data.path(), &format!("UPDATE tables SET changed = changed - {long}"));
    change(data.path(), "DELETE FROM house WHERE name = 'retention'");

    let server = open(data.path());
    let anna = anna.at(&server);
    let view = |table: &str| anna.get(table).with(200);
    eventually("the open table is closed", || view(&last)["summary"]["state"] == "closed");
    eventually("the game of bots is over", || view(&of_bots)["summary"]["state"] == "over");
    let ended = view(&of_bots);
    assert_eq!(ended["summary"]["how"], "aborted");
    let event = ended["events"].as_array().unwrap().last().unwrap().clone();
    assert!(event["is"] == "aborted" && event["seat"].is_null() && event["seed"].is_string(), "{event}");
    // The record is proven, as that of any game which is over.
    anna.get(&format!("{of_bots}/record")).with(200);
}

#[test]
fn a_damaged_event_hurts_one_table_only() {
    let data = tempfile::tempdir().unwrap();
    let (anna, bob, damaged, beyond, whole);
    {
        let server = open(data.path());
        (anna, bob) = (Client::guest(&server, "Anna"), Client::guest(&server, "Bob"));
        damaged = game(&anna, &bob);
        beyond = game(&anna, &bob);
        whole = game(&anna, &bob);
    }
    let table = id(&damaged);
    change(data.path(), &format!("UPDATE events SET body = '{{oops' WHERE \"table\" = '{table}' AND version = 2"));
    // Valid JSON, with a seat that no table has.
    let sat = r#"{"is":"sat","seat":9,"who":{"bot":"level1"}}"#;
    change(data.path(), &format!("UPDATE events SET body = '{sat}' WHERE \"table\" = '{}' AND version = 2", id(&beyond)));
    let server = open(data.path());
    let (anna, bob) = (anna.at(&server), bob.at(&server));
    assert_eq!(anna.get(&damaged).refused(), (500, "damaged"));
    assert_eq!(anna.get(&beyond).refused(), (500, "damaged"));
    let tables = |list: Value| list["tables"].as_array().unwrap().len();
    assert_eq!(tables(anna.get("/api/me/tables").with(200)), 1, "the other one");
    assert_eq!(tables(anna.get("/api/tables?state=playing").with(200)), 3);
    bob.post(&whole, &json!({ "do": "resign" })).with(200);
    assert_eq!(anna.get(&whole).with(200)["summary"]["state"], "over");
    game(&anna, &bob);

    // A damaged summary is left out of lists.
    drop(server);
    change(data.path(), &format!("UPDATE tables SET summary = 'oops' WHERE id = '{table}'"));
    let server = open(data.path());
    let anna = anna.at(&server);
    assert_eq!(tables(anna.get("/api/tables?state=playing").with(200)), 2);
    // Export and erasure go on without it.
    assert_eq!(anna.get("/api/me/export").with(200)["tables"].as_array().unwrap().len(), 2);
    anna.delete("/api/me").with(204);
}

/// Whether a text is anywhere in the files of a data folder.
fn has(data: &Path, text: &str) -> bool {
    let files = std::fs::read_dir(data).unwrap().map(|file| file.unwrap().path());
    let contains = |bytes: Vec<u8>| bytes.windows(text.len()).any(|window| window == text.as_bytes());
    files.filter(|path| path.is_file()).any(|path| contains(std::fs::read(path).unwrap()))
}

#[test]
fn nothing_is_left_of_an_erased_person_in_the_files() {
    let data = tempfile::tempdir().unwrap();
    let server = open(data.path());
    let (anna, bob) = (Client::member(&server, "Peregrine"), Client::guest(&server, "Bob"));
    for number in 0..30 {
        let table = game(&anna, &bob);
        anna.post(&table, &json!({ "do": "say", "text": format!("a quixotic remark {number}") })).with(200);
        bob.post(&table, &json!({ "do": "say", "text": "hello" })).with(200);
        if number % 3 == 0 {
            anna.patch("/api/me", &json!({ "name": format!("Peregrine {number}") })).with(200);
        }
    }
    assert!(has(data.path(), "eregrine") && has(data.path(), "quixotic"));
    anna.delete("/api/me").with(204);
    assert!(!has(data.path(), "eregrine"), "the name is left in a file");
    assert!(!has(data.path(), "quixotic"), "a line of chat is left in a file");
}

#[test]
fn a_restored_backup_does_not_bring_an_erased_person_back() {
    let (data, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let copy = elsewhere.path().join("backup.db");
    let (anna_id, bob, table);
    {
        let server = open(data.path());
        let anna = Client::member(&server, "Peregrine");
        (anna_id, bob) = (anna.id(), Client::guest(&server, "Bob"));
        table = game(&anna, &bob);
        anna.post(&table, &json!({ "do": "say", "text": "a quixotic remark" })).with(200);
        tablee_server::backup(data.path(), &copy).unwrap();
        anna.delete("/api/me").with(204);
    }
    for file in ["tablee.db-wal", "tablee.db-shm"] {
        let _ = std::fs::remove_file(data.path().join(file));
    }
    std::fs::copy(&copy, data.path().join(DATABASE)).unwrap();
    assert!(has(data.path(), "quixotic"));
    let server = open(data.path());
    let bob = bob.at(&server);
    assert_eq!(bob.get(&format!("/api/people/{anna_id}")).status, 404);
    let view = bob.get(&table).with(200).to_string();
    assert!(!view.contains("Peregrine") && !view.contains("quixotic"), "{view}");
    assert!(!has(data.path(), "quixotic"));
}

/// Runs a query in a PostgreSQL database; the first column of its rows.
fn ask_postgres(address: &str, query: &str) -> Vec<String> {
    let asked = async {
        let mut connection = PgConnection::connect(address).await.unwrap();
        let rows = connection.fetch_all(AssertSqlSafe(query.to_owned())).await.unwrap();
        connection.close().await.unwrap();
        rows.iter().map(|row| row.get(0)).collect()
    };
    tokio::runtime::Runtime::new().unwrap().block_on(asked)
}

#[test]
fn an_erasure_in_postgresql_outlives_a_restored_backup_and_leaves_no_old_rows() {
    let cluster = Cluster::start();
    let [one, two] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let settings = |data: &Path| Settings { data: data.to_owned(), ..cluster.settings(LimitSettings::none()) };
    let address = cluster.services.postgres.url();
    let (anna_id, bob, table, anna);
    {
        let server = TestServer::with(&settings(one.path()));
        (anna, bob) = (Client::member(&server, "Peregrine"), Client::guest(&server, "Bob"));
        anna_id = anna.id();
        table = game(&anna, &bob);
        anna.post(&table, &json!({ "do": "say", "text": "a quixotic remark" })).with(200);
    }
    let (server_address, name) = address.rsplit_once('/').unwrap();
    let backup = format!("CREATE DATABASE backup TEMPLATE {name}");
    ask_postgres(&format!("{server_address}/postgres"), &backup);
    {
        let server = TestServer::with(&settings(one.path()));
        anna.at(&server).delete("/api/me").with(204);
        let vacuumed = "SELECT relname::text FROM pg_stat_user_tables WHERE vacuum_count > 0";
        let concerned = ["events", "tables", "seats", "mentions", "chat", "people", "keys"];
        eventually("old rows are removed", || {
            let done = ask_postgres(&address, vacuumed);
            concerned.iter().all(|table| done.iter().any(|name| name == table))
        });
        let list = |folder: &tempfile::TempDir| std::fs::read_to_string(folder.path().join("erased")).unwrap_or_default();
        assert_eq!(list(&one).trim(), anna_id);
        // Another server has the list too, as soon as it starts.
        let _other = TestServer::with(&settings(two.path()));
        eventually("the list of the other server", || list(&two).trim() == anna_id);
    }
    // The backup is restored, and a server starts that did not erase her itself.
    let restored = format!("{server_address}/backup");
    let server = TestServer::with(&Settings { store: Some(restored.clone()), ..settings(two.path()) });
    let bob = bob.at(&server);
    assert_eq!(bob.get(&format!("/api/people/{anna_id}")).status, 404);
    let view = bob.get(&table).with(200).to_string();
    assert!(!view.contains("Peregrine") && !view.contains("quixotic"), "{view}");
    assert!(ask_postgres(&restored, "SELECT body FROM events WHERE body LIKE '%Peregrine%'").is_empty());
}

#[test]
fn a_second_server_refuses_the_same_data_folder() {
    let data = tempfile::tempdir().unwrap();
    let server = open(data.path());
    let settings = Settings::new("127.0.0.1:0", data.path().to_owned());
    let Err(why) = Server::with_pages::<SamplePages>(&settings) else { panic!("it starts") };
    assert!(why.en.starts_with("another server is using the folder") && why.fr.contains("un autre serveur"), "{why:?}");
    drop(server);
    drop(open(data.path()));
}

#[test]
fn a_server_waits_for_postgresql_and_nats() {
    let mut cluster = Cluster::start();
    cluster.services.postgres.kill().unwrap();
    cluster.services.nats.kill().unwrap();
    let settings = cluster.settings(LimitSettings::none());
    let at_once = Settings { wait: Duration::ZERO, ..settings.clone() };
    assert!(Server::with_pages::<SamplePages>(&at_once).is_err(), "nobody waits");
    let starting = std::thread::spawn(move || TestServer::with(&settings));
    std::thread::sleep(Duration::from_secs(2));
    assert!(!starting.is_finished(), "it does not give up");
    cluster.services.postgres.restart().unwrap();
    std::thread::sleep(Duration::from_secs(2));
    cluster.services.nats.restart().unwrap();
    let server = starting.join().expect("it starts");
    game(&Client::guest(&server, "Anna"), &Client::guest(&server, "Bob"));
}

#[test]
fn a_database_of_a_newer_version_is_named_as_such() {
    let data = tempfile::tempdir().unwrap();
    drop(open(data.path()));
    change(
        data.path(),
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) VALUES (9999, 'later', TRUE, x'00', 1)",
    );
    let settings = Settings::new("127.0.0.1:0", data.path().to_owned());
    let Err(why) = Server::with_pages::<SamplePages>(&settings) else { panic!("it starts") };
    assert!(why.en.contains("a newer version of Tabl\u{e9}e has changed it"), "{why:?}");
}
