//! The thinking time of bots is shared fairly between addresses.

use std::io::{BufRead, BufReader};
use std::time::{Duration, Instant};

use serde_json::json;
use tablee_server::Settings;
use tablee_server::limits::LimitSettings;

use crate::common::Client;
use crate::common::server::TestServer;

/// How long something may take, on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(120);

/// Begins a game in which a bot moves first, against its host. Returns its path.
fn against(host: &Client, bot: &str) -> String {
    let new = json!({ "game": "rumis", "public": true, "rated": false, "seats": [{ "bot": bot }, "me"] });
    let table = host.post("/api/tables", &new).with(201)["table"].as_str().unwrap().to_owned();
    let table = format!("/api/tables/{table}");
    host.post(&table, &json!({ "do": "begin" })).with(200);
    table
}

/// The number of bots that think or wait for a core.
fn thinking(server: &TestServer) -> usize {
    let metrics = Client::new(server).get("/metrics").body.as_str().unwrap().to_owned();
    let line = metrics.lines().find_map(|line| line.strip_prefix("tablee_bots_thinking "));
    line.and_then(|number| number.parse().ok()).expect("there is such a metric")
}

fn until(what: &str, condition: impl Fn() -> bool) {
    let end = Instant::now() + TIMEOUT;
    while !condition() {
        assert!(Instant::now() < end, "{what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Begins a game of bots alone. Returns its path.
fn bots(host: &Client) -> String {
    let bot = json!({ "bot": "level6" });
    let new = json!({ "game": "rumis", "public": true, "rated": false, "seats": [bot, bot] });
    let table = host.post("/api/tables", &new).with(201)["table"].as_str().unwrap().to_owned();
    let table = format!("/api/tables/{table}");
    host.post(&table, &json!({ "do": "begin" })).with(200);
    table
}

/// Watches a table: without that, its bots pause.
fn watch(host: &Client, table: &str) {
    let stream = host.raw(&format!("{table}/events"));
    std::thread::spawn(move || BufReader::new(stream.into_body().into_reader()).lines().map_while(Result::ok).count());
}

fn moves(host: &Client, table: &str) -> usize {
    let events = host.get(table).with(200)["events"].clone();
    events.as_array().unwrap().iter().filter(|event| event["is"] == "move").count()
}

#[test]
fn many_guests_at_one_address_share_its_part_of_the_thinking_time() {
    let data = tempfile::tempdir().unwrap();
    let settings = Settings::new("127.0.0.1:0", data.path().to_owned());
    let settings = Settings { limits: LimitSettings::none(), behind_proxy: true, bot_pace: Duration::ZERO, ..settings };
    let server = TestServer::with(&settings);
    let at = |name: &str, address: &str| Client::guest(&server, name).with_header("x-forwarded-for", address);
    // Many guests at one address, each with their own game, and a single person at another.
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get().min(16));
    let many: Vec<_> = (0..12 * cores).map(|number| at(&format!("Guest {number}"), "203.0.113.1")).collect();
    let tables: Vec<_> = many.iter().map(bots).collect();
    many.iter().zip(&tables).for_each(|(host, table)| watch(host, table));
    let anna = at("Anna", "203.0.113.2");
    // Enough of them that one always waits for a core.
    let hers: Vec<_> = (0..2 * cores).map(|_| bots(&anna)).collect();
    let count = || -> usize { many.iter().zip(&tables).map(|(host, table)| moves(host, table)).sum() };
    let before = count();
    hers.iter().for_each(|table| watch(&anna, table));
    let end = Instant::now() + TIMEOUT;
    let hers = || -> usize { hers.iter().map(|table| moves(&anna, table)).sum() };
    while hers() < 10 * cores {
        assert!(Instant::now() < end, "her bots do not move");
        std::thread::sleep(Duration::from_millis(20));
    }
    // By address she has half of the time; by person alone it would be one part in many.
    let (theirs, hers) = (count() - before, hers());
    assert!(theirs < 6 * hers, "{theirs} moves of the others for {hers} of hers");
}

/// A server that believes what `x-forwarded-for` says.
fn behind_proxy(data: &std::path::Path) -> TestServer {
    let settings = Settings::new("127.0.0.1:0", data.to_owned());
    TestServer::with(&Settings { limits: LimitSettings::none(), behind_proxy: true, bot_pace: Duration::ZERO, ..settings })
}

#[test]
fn a_guest_with_many_strong_bots_does_not_fill_the_queue() {
    let data = tempfile::tempdir().unwrap();
    let server = behind_proxy(data.path());
    let greedy = Client::guest(&server, "Greedy").with_header("x-forwarded-for", "203.0.113.1");
    (0..40).for_each(|_| drop(against(&greedy, "level9")));
    until("as many bots think as one person may have", || {
        let now = thinking(&server);
        assert!(now <= 16, "{now} bots think or wait for a core");
        now == 16
    });
    let anna = Client::guest(&server, "Anna").with_header("x-forwarded-for", "203.0.113.2");
    let table = against(&anna, "level1");
    until("her bot moves", || moves(&anna, &table) == 1);
    assert!(thinking(&server) <= 16);
}

#[test]
fn every_bot_moves_in_the_end() {
    let data = tempfile::tempdir().unwrap();
    let server = behind_proxy(data.path());
    let host = Client::guest(&server, "Host").with_header("x-forwarded-for", "203.0.113.1");
    let tables: Vec<_> = (0..100).map(|_| against(&host, "level1")).collect();
    until("all bots move", || tables.iter().all(|table| moves(&host, table) == 1));
    until("no job is left", || thinking(&server) == 0);
}
