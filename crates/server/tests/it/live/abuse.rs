//! Abuse of the live protocol: one client with a script must not be felt by others.

use std::num::NonZeroU32;
use std::time::Instant;

use serde_json::json;
use tablee_core::Seat;
use tablee_protocol::{Act, ClientMessage, Code, Command, Event, Person, SeatPlan, ServerMessage, VERSION};
use tablee_server::limits::{LimitSettings, Rate};
use tablee_server::store::sqlite::Sqlite;
use tablee_server::store::{Append, StoredEvent, TableStore};
use tablee_server::{DATABASE, Settings};
use tungstenite::Message;

use super::client::Client;
use super::game;
use crate::common;
use crate::common::server::TestServer;

/// The longest message of the server, apart from lists of moves.
const LONGEST_MESSAGE: usize = 80 * 1024;

/// The longest line of chat, in characters of four bytes.
fn long_line() -> String {
    "🎲".repeat(300)
}

fn length(message: &ServerMessage) -> usize {
    serde_json::to_string(message).unwrap().len()
}

/// Lets 23 guests write as fast as they can, and returns how many of their lines were accepted.
fn write_at_once(server: &TestServer, table: &str) -> usize {
    let guests: Vec<_> = (0..23).map(|number| server.person(&format!("Guest {number}"))).collect();
    let write = |mut guest: Client| {
        guest.subscribe(table, None);
        let say = || Command::Say { text: long_line() };
        (0..10).filter(|_| !matches!(guest.act(say()), ServerMessage::Refused { .. })).count()
    };
    std::thread::scope(|scope| {
        let writers: Vec<_> = guests.into_iter().map(|guest| scope.spawn(move || write(guest))).collect();
        writers.into_iter().map(|writer| writer.join().unwrap()).sum()
    })
}

#[test]
fn spectators_who_chat_cannot_make_a_game_unreachable() {
    let server = TestServer::with_limits(LimitSettings::default());
    let [anna, mut bob] = game(&server, ["Anna", "Bob"], "rumis", &[]);
    let (table, version) = (anna.table.clone().unwrap(), anna.version());
    let written = write_at_once(&server, &table);
    assert!((1..40).contains(&written), "all spectators from an address share one limit: {written}");
    // The players are still allowed to write.
    bob.done(Command::Say { text: "good luck".to_owned() });
    // Chat is apart from the game, so its history has not grown. The game goes on, also after reconnecting.
    let mut again = server.again(&anna);
    assert!(matches!(again.subscribe(&table, None), ServerMessage::Events { .. }));
    assert_eq!(again.version(), version);
    again.until_said("good luck");
    assert!(again.received.iter().all(|message| length(message) < LONGEST_MESSAGE));
    assert_eq!(again.chat().len(), written + 1);
    let turn = if again.my_turn() { &mut again } else { &mut bob };
    turn.play();
}

/// A table of before chat was apart: many long lines among its events.
fn with_old_chat(settings: &Settings, table: &str, from: u32, lines: u32) {
    let by = Person { guest: true, id: "carlcarlcarl".to_owned(), name: "Carl".to_owned() };
    let event = Event::Said { by, text: long_line() };
    let events = (from + 1..=from + lines).map(|v| StoredEvent::new(v, 1_000, &event)).collect();
    let append = Append { table: table.to_owned(), events, summary: None, ratings: Vec::new(), rating_due: None };
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let store = Sqlite::open(&settings.data.join(DATABASE), Default::default()).await.unwrap();
        store.append(append).await.unwrap();
    });
}

#[test]
fn a_long_history_comes_in_pages() {
    let data = tempfile::tempdir().unwrap();
    let settings = Settings { limits: LimitSettings::none(), ..Settings::new("127.0.0.1:0", data.path().to_owned()) };
    let server = TestServer::with(&settings);
    let [anna, bob] = game(&server, ["Anna", "Bob"], "rumis", &[]);
    let (table, begun) = (anna.table.clone().unwrap(), anna.version());
    drop(server);
    with_old_chat(&settings, &table, begun, 1500);

    // Two megabytes: more than what may wait for a client at once.
    let server = TestServer::with(&settings);
    let mut again = [&anna, &bob].map(|person| server.again(person));
    for person in &mut again {
        let last = person.subscribe(&table, None);
        assert!(matches!(last, ServerMessage::Events { hash: Some(_), turn: Some(_), .. }), "the last page has the position");
        assert_eq!(person.version(), begun + 1500);
        let pages: Vec<_> = person.received.iter().filter(|message| matches!(message, ServerMessage::Events { .. })).collect();
        assert!(pages.len() > 20 && pages.iter().all(|page| length(page) < LONGEST_MESSAGE), "{} pages", pages.len());
        let first = |page: &&ServerMessage| matches!(page, ServerMessage::Events { re: None, hash: None, turn: None, .. });
        assert!(pages.iter().all(first), "only the last page is the answer");
    }
    let turn = again.iter().position(Client::my_turn).expect("somebody is to move");
    again[turn].play();
    let version = again[turn].version();
    again[1 - turn].until(|shared| shared.version() == version);

    // Over HTTP the client asks for the pages.
    let reader = common::Client::new(&server);
    let (mut from, mut events) = (0, Vec::new());
    loop {
        let view = reader.get(&format!("/api/tables/{table}?from={from}")).with(200);
        assert!(view.to_string().len() < 512 * 1024);
        events.extend(view["events"].as_array().unwrap().clone());
        match view["next"].as_u64() {
            Some(next) => from = next,
            None => break,
        }
    }
    let versions: Vec<_> = events.iter().map(|event| event["v"].as_u64().unwrap()).collect();
    assert_eq!(versions, (1..=u64::from(version)).collect::<Vec<_>>());
    let stream = reader.raw(&format!("/api/tables/{table}/events"));
    let mut lines = std::io::BufRead::lines(std::io::BufReader::new(stream.into_body().into_reader()));
    let mut streamed = 0;
    while streamed < version {
        let line = lines.next().unwrap().unwrap();
        let Some(data) = line.strip_prefix("data:") else { continue };
        assert!(data.len() < LONGEST_MESSAGE);
        if let Ok(ServerMessage::Events { events, .. }) = serde_json::from_str(data) {
            assert_eq!(events[0].v, streamed + 1);
            streamed = events.last().unwrap().v;
        }
    }
}

#[test]
fn the_lobby_comes_in_pages() {
    let server = TestServer::new();
    let mut anna = server.person(&"é".repeat(24));
    let name = "🎲".repeat(24);
    // The lobby shows a few tables of each host who is there.
    let hosts: Vec<_> = (0..35).map(|_| server.person(&"é".repeat(24))).collect();
    for host in &hosts {
        for _ in 0..4 {
            let mut seats = vec![SeatPlan::Reserved(name.clone()); 4];
            seats[0] = SeatPlan::Me;
            server.table(host, "rumis", &[("players", "4")], seats);
        }
    }
    let id = anna.next();
    anna.send(&ClientMessage::Lobby { id, on: true });
    let answer = anna.answer(id);
    let mut shown = 0;
    let mut count = |message: &ServerMessage| {
        if let ServerMessage::Lobby { tables, .. } = message {
            assert!(length(message) < LONGEST_MESSAGE, "{}", length(message));
            shown += tables.len();
        }
    };
    count(&answer);
    // The pages are sent together, before the answer to a later request.
    let id = anna.next();
    anna.send(&ClientMessage::Ping { id });
    anna.answer(id);
    anna.received.iter().for_each(&mut count);
    assert_eq!(shown, 100);
}

#[test]
fn the_events_of_a_table_are_bounded() {
    let server = TestServer::new();
    let mut anna = server.person("Anna");
    let opened = server.table(&anna, "rumis", &[], vec![SeatPlan::Me, SeatPlan::Open]);
    anna.subscribe(&opened.table, None);
    let put = |level: u32| Command::Bot { seat: Seat::new(1), bot: format!("level{}", 1 + level % 2) };
    let refused = (0..2100).find_map(|level| match anna.act(put(level)) {
        ServerMessage::Refused { problem, .. } => Some(problem),
        _ => None,
    });
    let problem = refused.expect("a table does not grow without end");
    assert_eq!(problem.code, Code::TooMuch);
    assert!(problem.why.en.contains("2000 events"), "{problem}");
    assert_eq!(anna.version(), 2000);
    assert_eq!(anna.refused(Command::Free { seat: Seat::new(1) }), Code::TooMuch);
    // An invitation can still be ended, and people removed, but only a limited number of times.
    anna.done(Command::Revoke { watch: false });
    assert_eq!(anna.refused(Command::Renew { watch: false }), Code::TooMuch);
    let remove = |number: u32| Command::Remove { person: format!("person{number}") };
    (0..200).for_each(|number| drop(anna.done(remove(number))));
    assert_eq!(anna.refused(remove(200)), Code::TooMuch);
    // What leads to the end of the game is still allowed.
    anna.done(Command::Begin);
    anna.done(Command::Resign);
    // A new subscriber gets all of it.
    let mut bob = server.person("Bob");
    bob.subscribe(&opened.table, None);
    assert!(bob.version() > 2000);
}

#[test]
fn neither_host_nor_guest_makes_the_history_of_a_table_long() {
    let server = TestServer::new();
    let (mut anna, mut bob) = (server.person("Anna"), server.person("Bob"));
    let opened = server.table(&anna, "rumis", &[], vec![SeatPlan::Me, SeatPlan::Open]);
    anna.subscribe(&opened.table, None);
    let renewed =
        (0..300).take_while(|_| !matches!(anna.act(Command::Renew { watch: false }), ServerMessage::Refused { .. })).count();
    assert_eq!(renewed, 100);
    bob.subscribe(&opened.table, None);
    let sat = (0..50).take_while(|_| match bob.act(super::sit(None)) {
        ServerMessage::Refused { problem, .. } => {
            assert_eq!(problem.code, Code::TooMuch);
            false
        }
        _ => {
            bob.done(Command::Leave);
            true
        }
    });
    assert_eq!(sat.count(), 20);
    // Others can still sit down.
    let mut carl = server.person("Carl");
    carl.subscribe(&opened.table, None);
    carl.done(super::sit(None));
}

#[test]
fn many_guests_of_one_address_do_not_make_the_history_of_a_table_long() {
    let server = TestServer::new();
    let mut anna = server.person("Anna");
    let opened = server.table(&anna, "rumis", &[], vec![SeatPlan::Open, SeatPlan::Open]);
    anna.subscribe(&opened.table, None);
    let mut sat = 0;
    for number in 0..10 {
        let mut guest = server.person(&format!("Guest {number}"));
        guest.subscribe(&opened.table, None);
        while !matches!(guest.act(super::sit(None)), ServerMessage::Refused { .. }) {
            guest.done(Command::Leave);
            sat += 1;
        }
    }
    assert_eq!(sat, 40);
    // The host can still sit down, and so can a friend at the same address for whom a seat is reserved.
    anna.done(super::sit(None));
    let id = anna.next();
    let reserve = Command::Reserve { seat: Seat::new(1), name: "Zoé".to_owned() };
    anna.send(&ClientMessage::Act { id, table: opened.table.clone(), act: reserve.into() });
    anna.answer(id);
    let ServerMessage::Done { answer: Some(secret), .. } = anna.answer(id) else { panic!("a secret") };
    let mut zoe = server.person("Zoé");
    zoe.subscribe(&opened.table, Some(&secret));
    zoe.done(super::sit(Some(&secret)));
}

#[test]
fn a_person_has_fifty_unfinished_tables_and_no_more() {
    let server = TestServer::with_limits(LimitSettings { new_tables: None, ..LimitSettings::default() });
    let (anna, bob) = (common::Client::guest(&server, "Anna"), common::Client::guest(&server, "Bob"));
    let over = {
        let (table, _) = anna.open(true, false);
        bob.post(&table, &json!({ "do": "sit" })).with(200);
        anna.post(&table, &json!({ "do": "begin" })).with(200);
        bob.post(&table, &json!({ "do": "resign" })).with(200);
        table
    };
    let tables: Vec<_> = (0..50).map(|_| anna.open(true, false).0).collect();
    let one_more =
        || anna.post("/api/tables", &json!({ "game": "rumis", "public": true, "rated": false, "seats": ["me", "open"] }));
    let refused = one_more();
    assert_eq!(refused.refused(), (429, "too-much"));
    assert!(refused.body["why"]["en"].as_str().unwrap().contains("50 unfinished tables"), "{}", refused.body);
    // A rematch is a table too, over the socket as well.
    assert_eq!(anna.post(&over, &json!({ "do": "rematch" })).refused(), (429, "too-much"));
    let key = anna.headers.iter().find_map(|(_, value)| value.strip_prefix("Bearer ")).unwrap().to_owned();
    let mut socket = server.unauthenticated();
    socket.key = Some(key);
    socket.hello();
    socket.subscribe(over.rsplit('/').next().unwrap(), None);
    assert_eq!(socket.refused(Act::Rematch), Code::TooMuch);
    // A game counts for the person who opened it.
    bob.open(true, false);
    anna.post(&tables[7], &json!({ "do": "close" })).with(200);
    one_more().with(201);
    assert_eq!(one_more().refused(), (429, "too-much"));
}

/// A guest behind a proxy, whose address the server has noted or is about to.
fn guest_at(server: &TestServer, name: &str, address: &str) -> common::Client {
    let guest = common::Client::guest(server, name).with_header("x-forwarded-for", address);
    guest.get("/api/me").with(200);
    guest
}

#[test]
fn the_guests_of_an_address_share_a_cap_of_tables_with_bots() {
    let data = tempfile::tempdir().unwrap();
    let limits = LimitSettings { bot_tables_of_address: NonZeroU32::new(10), ..LimitSettings::none() };
    let settings = Settings::new("127.0.0.1:0", data.path().to_owned());
    let server = TestServer::with(&Settings { limits, behind_proxy: true, ..settings });
    let guest = |name: &str, address: &str| guest_at(&server, name, address);
    let guests: Vec<_> = (0..10).map(|number| guest(&format!("Guest {number}"), "203.0.113.1")).collect();
    let new = |bot: bool| {
        let seats = if bot { json!(["me", { "bot": "level1" }]) } else { json!(["me", "open"]) };
        json!({ "game": "rumis", "public": true, "rated": false, "seats": seats })
    };
    guests.iter().for_each(|guest| drop(guest.post("/api/tables", &new(true)).with(201)));
    // From where a guest comes is noted beside their first request, not before its answer.
    super::nodes::eventually("the address has enough", || {
        (guests[0].post("/api/tables", &new(true)).status == 429).then_some(())
    });
    assert_eq!(guests[9].post("/api/tables", &new(true)).refused(), (429, "too-much"));
    // Without a bot a table can be opened, but no bot can sit down there.
    let table = guests[0].post("/api/tables", &new(false)).with(201)["table"].as_str().unwrap().to_owned();
    let bot = json!({ "do": "bot", "seat": 1, "bot": "level1" });
    assert_eq!(guests[0].post(&format!("/api/tables/{table}"), &bot).refused(), (429, "too-much"));
    guest("Anna", "203.0.113.2").post("/api/tables", &new(true)).with(201);
}

#[test]
fn the_guests_of_an_address_share_a_cap_of_tables() {
    let data = tempfile::tempdir().unwrap();
    let limits = LimitSettings { tables_of_address: NonZeroU32::new(10), ..LimitSettings::none() };
    let settings = Settings::new("127.0.0.1:0", data.path().to_owned());
    let server = TestServer::with(&Settings { limits, behind_proxy: true, ..settings });
    let guest = |name: &str, address: &str| guest_at(&server, name, address);
    let guests: Vec<_> = (0..10).map(|number| guest(&format!("Guest {number}"), "203.0.113.1")).collect();
    let new = json!({ "game": "rumis", "public": false, "rated": false, "seats": ["me", "open"] });
    let tables: Vec<_> = guests.iter().map(|guest| guest.post("/api/tables", &new).with(201)).collect();
    super::nodes::eventually("the address has enough", || (guests[0].post("/api/tables", &new).status == 429).then_some(()));
    assert_eq!(guests[9].post("/api/tables", &new).refused(), (429, "too-much"));
    guest("Anna", "203.0.113.2").post("/api/tables", &new).with(201);
    // Tables that end make room, once those are gone that were opened before the first refusal.
    super::nodes::eventually("there is room", || {
        let mine = guests[0].get("/api/me/tables").with(200);
        for table in mine["tables"].as_array().unwrap() {
            guests[0].post(&format!("/api/tables/{}", table["table"].as_str().unwrap()), &json!({ "do": "close" }));
        }
        (guests[9].post("/api/tables", &new).status == 201).then_some(())
    });
    assert_eq!(tables.len(), 10);
}

#[test]
fn a_person_has_one_budget_over_all_sockets() {
    let limits = LimitSettings { requests_of_person: Rate::new(60, 1), ..LimitSettings::none() };
    let server = TestServer::with_limits(limits);
    let anna = server.person("Anna");
    let mut accepted = 0;
    for mut socket in (0..10).map(|_| server.again(&anna)) {
        for _ in 0..20 {
            let id = socket.next();
            socket.send(&ClientMessage::Ping { id });
            match socket.answer(id) {
                ServerMessage::Pong { .. } => accepted += 1,
                ServerMessage::Refused { problem, .. } => assert!(problem.code == Code::TooMuch && problem.wait.is_some()),
                other => panic!("{other:?}"),
            }
        }
    }
    assert!((50..=62).contains(&accepted), "{accepted}");
    // Over HTTP the budget is the same; others have their own.
    let key = anna.key.clone().unwrap().into();
    assert_eq!(common::Client::new(&server).with_key(&key).get("/api/me").refused(), (429, "too-much"));
    common::Client::guest(&server, "Bob").get("/api/me").with(200);
}

#[test]
fn spectators_who_come_and_go_do_not_flood_the_players() {
    let server = TestServer::new();
    let [mut anna, _bob] = game(&server, ["Anna", "Bob"], "rumis", &[]);
    let table = anna.table.clone().unwrap();
    let [mut restless, mut quiet] = [server.unauthenticated(), server.unauthenticated()];
    for client in [&mut restless, &mut quiet] {
        client.hello();
    }
    let begin = Instant::now();
    for _ in 0..300 {
        restless.subscribe(&table, None);
        let id = restless.next();
        restless.send(&ClientMessage::Unwatch { id, table: table.clone() });
        restless.answer(id);
    }
    restless.subscribe(&table, None);
    quiet.subscribe(&table, None);
    // What is known in the end is right.
    anna.until_received(|message| matches!(message, ServerMessage::Present { watchers: 2, .. }));
    let heard = anna.received.iter().filter(|message| matches!(message, ServerMessage::Present { .. })).count();
    let quarters = begin.elapsed().as_millis() / 250;
    assert!((heard as u128) < quarters + 10, "{heard} messages in {quarters} quarters of a second");
}

#[test]
fn spectators_of_a_table_are_capped_and_players_are_not() {
    let limits = LimitSettings { spectators_of_address: NonZeroU32::new(2), ..LimitSettings::none() };
    let server = TestServer::with_limits(limits);
    let [anna, bob] = game(&server, ["Anna", "Bob"], "rumis", &[]);
    let table = anna.table.clone().unwrap();
    let mut spectators: Vec<_> = (0..3).map(|number| server.person(&format!("Guest {number}"))).collect();
    for spectator in &mut spectators[..2] {
        assert!(matches!(spectator.subscribe(&table, None), ServerMessage::Events { .. }));
        assert!(
            matches!(spectator.subscribe(&table, None), ServerMessage::Events { .. }),
            "subscribing again does not count twice"
        );
    }
    let refused = spectators[2].subscribe(&table, None);
    assert!(
        matches!(&refused, ServerMessage::Refused { problem, .. } if problem.code == Code::TooMuch && problem.wait.is_some()),
        "{refused:?}"
    );
    let stream = || common::Client::new(&server).raw(&format!("/api/tables/{table}/events")).status().as_u16();
    assert_eq!(stream(), 429);
    for player in [&anna, &bob] {
        let mut again = server.again(player);
        assert!(matches!(again.subscribe(&table, None), ServerMessage::Events { .. }));
    }
    let id = spectators[0].next();
    spectators[0].send(&ClientMessage::Unwatch { id, table: table.clone() });
    spectators[0].answer(id);
    assert!(matches!(spectators[2].subscribe(&table, None), ServerMessage::Events { .. }));
}

#[test]
fn lists_of_moves_have_a_budget_of_their_own() {
    let limits = LimitSettings { moves_of_person: Rate::new(3, 1), ..LimitSettings::none() };
    let server = TestServer::with_limits(limits);
    let [mut anna, mut bob] = game(&server, ["Anna", "Bob"], "rumis", &[]);
    let turn = if anna.my_turn() { &mut anna } else { &mut bob };
    let table = turn.table.clone().unwrap();
    let asked: Vec<_> = (0..4)
        .map(|_| {
            let id = turn.next();
            turn.send(&ClientMessage::Moves { id, table: table.clone() });
            turn.answer(id)
        })
        .collect();
    assert_eq!(asked.iter().filter(|answer| matches!(answer, ServerMessage::Moves { .. })).count(), 3);
    let refused = matches!(&asked[3], ServerMessage::Refused { problem, .. } if problem.code == Code::TooMuch);
    assert!(refused, "{:?}", asked[3]);
    // Over HTTP the budget is the same. Everything else goes on.
    let client = common::Client::new(&server).with_key(&turn.key.clone().unwrap().into());
    assert_eq!(client.get(&format!("/api/tables/{table}/moves")).refused(), (429, "too-much"));
    client.get(&format!("/api/tables/{table}")).with(200);
    turn.play();
}

#[test]
fn a_client_that_ignores_its_limits_is_closed_with_1008() {
    let server = TestServer::with_limits(LimitSettings { messages: Rate::new(5, 1), ..LimitSettings::none() });
    let frames: [fn() -> Message; 3] =
        [|| Message::Ping("x".into()), || Message::binary(vec![1, 2, 3]), || Message::text(r#"{"do":"ping","id":1}"#)];
    for frame in frames {
        let mut client = server.person("Anna");
        (0..200).for_each(|_| client.send_raw(frame()));
        assert_eq!(client.close_code(), Some(1008));
    }
    let metrics = common::Client::new(&server).get("/metrics").body.to_string();
    assert!(metrics.contains(r#"tablee_sockets_closed_total{code=\"1008\"} 3"#), "{metrics}");
}

#[test]
fn the_sockets_of_a_person_are_capped() {
    let server = TestServer::with_limits(LimitSettings { sockets_of_person: NonZeroU32::new(3), ..LimitSettings::none() });
    let anna = server.person("Anna");
    let _more = [server.again(&anna), server.again(&anna)];
    let mut surplus = server.unauthenticated();
    surplus.send(&ClientMessage::Hello { id: 1, protocol: VERSION, key: anna.key.clone(), copy: false });
    assert!(matches!(surplus.answer(1), ServerMessage::Refused { problem, .. } if problem.code == Code::TooMuch));
    assert_eq!(surplus.close_code(), Some(1008));
    // Event streams count too, and other people have their own.
    let key = anna.key.clone().unwrap().into();
    let opened = server.table(&anna, "rumis", &[], vec![SeatPlan::Me, SeatPlan::Open]);
    let stream = common::Client::new(&server).with_key(&key).get(&format!("/api/tables/{}/events", opened.table));
    assert_eq!(stream.refused(), (429, "too-much"));
    server.person("Bob");
}

#[test]
fn a_socket_that_does_not_say_hello_is_closed() {
    let server = TestServer::new();
    let mut silent = server.unauthenticated();
    assert_eq!(silent.close_code(), Some(1008));
}

#[test]
fn a_shutdown_closes_sockets_with_1001() {
    let server = TestServer::new();
    let mut people = [server.person("Anna"), server.unauthenticated()];
    drop(server);
    for person in &mut people {
        assert_eq!(person.close_code(), Some(1001));
    }
}
