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
    // Many guests at one address, each with a game of their own, and a single person at another.
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get().min(16));
    let many: Vec<_> = (0..12 * cores).map(|number| at(&format!("Guest {number}"), "203.0.113.1")).collect();
    let tables: Vec<_> = many.iter().map(bots).collect();
    many.iter().zip(&tables).for_each(|(host, table)| watch(host, table));
    let anna = at("Anna", "203.0.113.2");
    // So many that one of them always waits for a core.
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
