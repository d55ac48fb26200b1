//! The lobby: what it shows, and how its changes come.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use serde_json::json;
use tablee_core::Seat;
use tablee_protocol::{ClientMessage, Clock, Command, Progress, SeatPlan, ServerMessage, Summary};

use super::client::Client;
use super::sit;
use crate::common;
use crate::common::server::{Cluster, TestServer};

/// How long something may take, on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(60);

/// A client that looks at the lobby, with what it sees.
struct Watcher {
    client: Client,
    tables: BTreeMap<String, Summary>,
    /// How many messages have come since the answer.
    messages: usize,
}

impl Watcher {
    fn new(server: &TestServer) -> Watcher {
        let mut client = server.person("Zoe");
        let id = client.next();
        client.send(&ClientMessage::Lobby { id, on: true });
        let ServerMessage::Lobby { tables, .. } = client.answer(id) else { panic!("the lobby answers") };
        Watcher { client, tables: by_id(tables), messages: 0 }
    }

    /// Takes in one message, as the pages do.
    fn receive(&mut self) {
        if let Some(ServerMessage::Lobby { tables, gone, .. }) = self.client.receive() {
            self.messages += 1;
            self.tables.extend(by_id(tables));
            self.tables.retain(|id, table| !gone.contains(id) && matches!(table.state, Progress::Open | Progress::Playing));
        }
    }

    /// Waits until the lobby shows what is wanted.
    fn until(&mut self, what: &str, wanted: impl Fn(&BTreeMap<String, Summary>) -> bool) {
        let end = Instant::now() + TIMEOUT;
        while !wanted(&self.tables) {
            assert!(Instant::now() < end, "{what}: {:?}", self.tables.keys());
            self.receive();
        }
    }

    fn of(&self, host: &Client) -> Vec<String> {
        of(&self.tables, host)
    }
}

fn by_id(tables: Vec<Summary>) -> BTreeMap<String, Summary> {
    tables.into_iter().map(|table| (table.table.clone(), table)).collect()
}

/// The tables of a host, the latest first.
fn of(tables: &BTreeMap<String, Summary>, host: &Client) -> Vec<String> {
    let mut theirs: Vec<_> = tables.values().filter(|table| table.host.id == host.id).collect();
    theirs.sort_by_key(|table| std::cmp::Reverse(table.changed));
    theirs.into_iter().map(|table| table.table.clone()).collect()
}

fn open(server: &TestServer, host: &Client) -> String {
    // Tables that are opened within the same millisecond have no order.
    std::thread::sleep(Duration::from_millis(5));
    server.table_with(host, |_| ()).table
}

fn close(server: &TestServer, host: &Client, table: &str) {
    let host = common::Client::new(server).with_key(&host.key.clone().unwrap().into());
    host.post(&format!("/api/tables/{table}"), &json!({ "do": "close" })).with(200);
}

#[test]
fn a_table_that_leaves_the_lobby_makes_room_for_another_of_its_host() {
    let server = TestServer::new();
    let (anna, bob) = (server.person("Anna"), server.person("Bob"));
    let mut tables: Vec<_> = (0..3).map(|_| open(&server, &anna)).collect();
    let mut watcher = Watcher::new(&server);
    assert_eq!(watcher.of(&anna).len(), 3);
    // A fourth one is the latest, and the oldest goes.
    tables.push(open(&server, &anna));
    watcher.until("the latest three", |seen| of(seen, &anna) == [&*tables[3], &tables[2], &tables[1]]);
    // One closes, and the oldest is back.
    close(&server, &anna, &tables[2]);
    watcher.until("the next one", |seen| of(seen, &anna) == [&*tables[3], &tables[1], &tables[0]]);
    // Others are not affected.
    let of_bob = open(&server, &bob);
    watcher.until("a table of Bob", |seen| seen.contains_key(&of_bob));
    assert_eq!(watcher.of(&anna).len(), 3);
}

#[test]
fn the_lobby_shows_hosts_who_are_there() {
    let data = tempfile::tempdir().unwrap();
    let settings = || tablee_server::Settings {
        limits: tablee_server::limits::LimitSettings::none(),
        ..tablee_server::Settings::new("127.0.0.1:0", data.path().to_owned())
    };
    let server = TestServer::with(&settings());
    let (anna, bob) = (server.person("Anna"), server.person("Bob"));
    let (of_anna, of_bob) = (open(&server, &anna), open(&server, &bob));
    let by_days = server.table_with(&bob, |table| table.clock = Clock::Days { days: 3 }).table;
    // Many later tables do not hide it.
    (0..110).for_each(|_| drop(server.table_with(&bob, |_| ())));
    drop(server);

    // Nobody is connected after the restart. A game of days can wait.
    let server = TestServer::with(&settings());
    let mut watcher = Watcher::new(&server);
    assert_eq!(watcher.tables.keys().collect::<Vec<_>>(), [&by_days]);
    let _back = server.again(&anna);
    watcher.until("the host is back", |seen| seen.contains_key(&of_anna));
    assert!(!watcher.tables.contains_key(&of_bob));
    // The list of all tables has them.
    let all = common::Client::new(&server).get("/api/tables").with(200);
    assert_eq!(all["tables"].as_array().unwrap().len(), 50, "a page of them");
}

#[test]
fn guests_of_one_address_do_not_fill_the_games_in_progress() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::with(&tablee_server::Settings {
        limits: tablee_server::limits::LimitSettings::none(),
        behind_proxy: true,
        ..tablee_server::Settings::new("127.0.0.1:0", data.path().to_owned())
    });
    let bots = json!([{ "bot": "level1" }, { "bot": "level1" }]);
    let game = |host: &common::Client| {
        let new = json!({ "game": "rumis", "options": { "players": "2" }, "public": true, "rated": false, "seats": bots });
        let table = host.post("/api/tables", &new).with(201)["table"].as_str().unwrap().to_owned();
        host.post(&format!("/api/tables/{table}"), &json!({ "do": "begin" })).with(200);
        table
    };
    let from = |address: &str, name: &str| {
        let nobody = common::Client::new(&server).with_header("x-forwarded-for", address);
        let signed_in = nobody.post("/api/people", &json!({ "name": name })).with(201);
        nobody.with_key(&signed_in["key"])
    };
    let of_anna = game(&from("203.0.113.7", "Anna"));
    for number in 0..40 {
        let guest = from("198.51.100.9", &format!("Guest {number}"));
        (0..3).for_each(|_| drop(game(&guest)));
    }
    let mut watcher = Watcher::new(&server);
    watcher.until("a hundred games", |seen| seen.len() == 100);
    assert!(watcher.tables.contains_key(&of_anna), "the oldest of all, but the only one of its address");
}

#[test]
fn many_changes_are_few_messages() {
    let server = TestServer::new();
    let mut watcher = Watcher::new(&server);
    let mut anna = server.person("Anna");
    let opened = server.table(&anna, "rumis", &[], vec![SeatPlan::Me, SeatPlan::Open]);
    anna.subscribe(&opened.table, None);
    // The first change comes at once, and not with the next one.
    watcher.until("the new table", |seen| seen.contains_key(&opened.table));
    let begin = Instant::now();
    let put = |level: u32| Command::Bot { seat: Seat::new(1), bot: format!("level{}", 1 + level % 2) };
    for level in 0..400 {
        anna.done(put(level));
    }
    let passed = begin.elapsed();
    anna.done(Command::Begin);
    watcher.until("the game", |seen| seen.get(&opened.table).is_some_and(|table| table.state == Progress::Playing));
    // At most one per pace, however fast the changes came.
    let most = 4 + passed.as_millis() as usize / 250;
    assert!(watcher.messages <= most, "{} messages in {passed:?}", watcher.messages);
}

#[test]
fn the_lobby_of_one_node_shows_the_hosts_of_others() {
    let cluster = Cluster::start();
    let (one, two) = (cluster.node(), cluster.node());
    let mut anna = one.person("Anna");
    let before = open(&one, &anna);
    let mut watcher = Watcher::new(&two);
    watcher.until("a table of before", |seen| seen.contains_key(&before));
    let tables: Vec<_> = (0..4).map(|_| open(&one, &anna)).collect();
    watcher.until("the latest three", |seen| of(seen, &anna) == [&*tables[3], &tables[2], &tables[1]]);
    anna.subscribe(&tables[3], None);
    let mut bob = two.person("Bob");
    bob.subscribe(&tables[3], None);
    bob.done(sit(None));
    anna.until(|shared| shared.chairs()[Seat::new(1)].who.is_some());
    anna.done(Command::Begin);
    let playing = |seen: &BTreeMap<String, Summary>| seen.get(&tables[3]).is_some_and(|table| table.state == Progress::Playing);
    watcher.until("the game", playing);
    bob.done(Command::Resign);
    watcher.until("the game is over", |seen| !seen.contains_key(&tables[3]));
    // Three open ones again.
    watcher.until("another one", |seen| of(seen, &anna) == [&*tables[2], &tables[1], &tables[0]]);
}
