//! Budgets that keep one client with a script from being felt by others: tables in memory, searches, changes, answers.

use std::num::NonZeroU32;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tablee_server::Settings;
use tablee_server::limits::{LimitSettings, Rate};

use crate::common::Client;
use crate::common::server::TestServer;

/// A server that believes `x-forwarded-for`.
fn behind_proxy(limits: LimitSettings) -> (TestServer, tempfile::TempDir) {
    let data = tempfile::tempdir().unwrap();
    let settings = Settings { limits, behind_proxy: true, ..Settings::new("127.0.0.1:0", data.path().to_owned()) };
    (TestServer::with(&settings), data)
}

fn open_many(client: &Client, count: usize) -> Vec<String> {
    (0..count).map(|_| client.open(true, false).0).collect()
}

/// The number of tables in memory.
fn in_memory(client: &Client) -> u32 {
    let Value::String(metrics) = client.get("/metrics").with(200) else { panic!("metrics are text") };
    let line = metrics.lines().find_map(|line| line.strip_prefix("tablee_tables ")).expect("a gauge of tables");
    line.parse().expect("a number")
}

#[test]
fn tables_that_are_only_read_do_not_pile_up_in_memory() {
    let server = TestServer::with_limits(LimitSettings { idle_tables: NonZeroU32::new(3), ..LimitSettings::none() });
    let anna = Client::guest(&server, "Anna");
    let tables = open_many(&anna, 12);
    let reader = Client::new(&server);
    for table in tables.iter().chain(&tables) {
        reader.get(table).with(200);
    }
    // Those over the cap are unloaded a moment later, and not after the minute in which a table stays without a cap.
    let begin = Instant::now();
    while in_memory(&reader) > 3 {
        assert!(begin.elapsed() < Duration::from_secs(40), "they are still in memory");
        std::thread::sleep(Duration::from_millis(20));
    }
    // They are loaded again when somebody comes.
    anna.post(&tables[0], &json!({ "do": "close" })).with(200);
}

#[test]
fn a_person_may_watch_few_tables_however_many_connections_they_have() {
    let limits = LimitSettings { watched_of_person: NonZeroU32::new(2), ..LimitSettings::none() };
    let server = TestServer::with_limits(limits);
    let anna = Client::guest(&server, "Anna");
    let tables = open_many(&anna, 3);
    let events = |table: &str| anna.raw(&format!("{table}/events"));
    let watched = [events(&tables[0]), events(&tables[1]), events(&tables[0])];
    assert!(watched.iter().all(|answer| answer.status() == 200));
    assert_eq!(events(&tables[2]).status(), 429);
    // Others are not concerned.
    assert_eq!(Client::guest(&server, "Bob").raw(&format!("{}/events", tables[2])).status(), 200);
}

#[test]
fn searches_have_a_budget_and_lists_have_not() {
    let server = TestServer::with_limits(LimitSettings { searches_of_address: Rate::new(2, 1), ..LimitSettings::none() });
    let client = Client::new(&server);
    for _ in 0..2 {
        client.get("/api/tables?player=Anna").with(200);
    }
    let over = client.get("/api/tables?player=Anna");
    assert_eq!(over.refused(), (429, "too-much"));
    assert!(over.headers.contains_key("retry-after"));
    client.get("/api/tables").with(200);
    client.get("/api/tables?game=rumis").with(200);
}

#[test]
fn changes_of_name_and_keys_have_a_budget() {
    let server = TestServer::with_limits(LimitSettings { changes_of_person: Rate::new(3, 1), ..LimitSettings::none() });
    let anna = Client::guest(&server, "Anna");
    anna.patch("/api/me", &json!({ "name": "Anne" })).with(200);
    let made = anna.post("/api/me/keys", &json!({ "label": "bot", "scopes": ["play"] })).with(201);
    anna.delete(&format!("/api/me/keys/{}", made["view"]["id"].as_str().unwrap())).with(204);
    let over = anna.patch("/api/me", &json!({ "name": "Anna" }));
    assert_eq!(over.refused(), (429, "too-much"));
    assert!(over.headers.contains_key("retry-after"));
    assert_eq!(anna.get("/api/me").with(200)["name"], "Anne");
    Client::guest(&server, "Bob").patch("/api/me", &json!({ "name": "Bobby" })).with(200);
}

#[test]
fn answers_have_a_budget_in_bytes() {
    let limits = LimitSettings { answers_of_address: Rate::new(20_000, 60), ..LimitSettings::none() };
    let (server, _data) = behind_proxy(limits);
    let [here, there] =
        ["203.0.113.1", "198.51.100.1"].map(|address| Client::new(&server).with_header("x-forwarded-for", address));
    let anna = Client::guest(&server, "Anna");
    let (table, _) = anna.open(true, false);
    let length = here.get(&table).with(200).to_string().len();
    let answered = (0..200).take_while(|_| here.get(&table).status == 200).count();
    assert!((20_000 / length / 2..20_000 / length + 2).contains(&answered), "{answered} answers of {length} bytes");
    let over = here.get("/api/openapi.json");
    assert_eq!(over.refused(), (429, "too-much"));
    there.get(&table).with(200);
}

#[test]
fn a_removed_guest_does_not_come_back_as_another_guest() {
    let (server, _data) = behind_proxy(LimitSettings::none());
    let from = |client: Client, address: &str| client.with_header("x-forwarded-for", address);
    let guest = |name: &str, address: &str| {
        let nobody = from(Client::new(&server), address);
        let signed_in = nobody.post("/api/people", &json!({ "name": name })).with(201);
        nobody.with_key(&signed_in["key"])
    };
    let anna = guest("Anna", "203.0.113.1");
    let (table, _) = anna.open(true, false);
    let act = |client: &Client, act: Value| client.post(&table, &act);
    let eve = guest("Eve", "203.0.113.66");
    act(&eve, json!({ "do": "sit" })).with(200);
    act(&anna, json!({ "do": "remove", "person": eve.id() })).with(200);
    assert_eq!(act(&eve, json!({ "do": "sit" })).refused(), (403, "removed"));
    let again = guest("Evelyn", "203.0.113.66");
    assert_eq!(act(&again, json!({ "do": "sit" })).refused(), (403, "removed"));
    assert_eq!(act(&again, json!({ "do": "say", "text": "me again" })).refused(), (403, "removed"));
    assert_eq!(again.raw(&format!("{table}/events")).status(), 403);
    // Others are welcome: from elsewhere; at the same address with an account; and at other tables.
    act(&guest("Bob", "203.0.113.2"), json!({ "do": "say", "text": "hello" })).with(200);
    let carl = guest("Carl", "203.0.113.66");
    let (other, _) = anna.open(true, false);
    carl.post(&other, &json!({ "do": "sit" })).with(200);
    carl.post("/api/me/account", &json!({ "name": "Carl", "phrase": "correct horse battery" })).with(200);
    act(&carl, json!({ "do": "sit" })).with(200);
}
