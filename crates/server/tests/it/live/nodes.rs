//! Several nodes and workers that share a real PostgreSQL and a real NATS.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde_json::Value;
use tablee_games::record::{prove, read};
use tablee_protocol::{Act, ClientMessage, Clock, Code, Command, Event, How, Progress, SeatPlan, ServerMessage};
use tablee_server::bus::Bus;
use tablee_server::bus::nats::NatsBus;
use tablee_server::limits::{LimitSettings, Rate};

use super::client::Client;
use super::{play_out, sit};
use crate::common::server::{Cluster, TestServer};

/// How long something may take that is polled for.
const TIMEOUT: Duration = Duration::from_secs(60);

/// Begins a game between guests on different nodes, with bots on the remaining seats.
fn game(nodes: &[&TestServer], game: &str, players: &str) -> Vec<Client> {
    let guests = nodes.iter().zip(["Anna", "Bob", "Carl"]).map(|(node, name)| node.person(name));
    begin(nodes[0], guests.collect(), game, players, false)
}

/// The same, rated and between people with an account.
fn rated_game(nodes: &[&TestServer], game: &str, players: &str) -> Vec<Client> {
    let people = nodes.iter().zip(["Anna", "Bob", "Carl"]).map(|(node, name)| node.member(&format!("{name} {game}")));
    begin(nodes[0], people.collect(), game, players, true)
}

fn begin(node: &TestServer, mut people: Vec<Client>, game: &str, players: &str, rated: bool) -> Vec<Client> {
    let count: usize = players.parse().unwrap();
    let seats = (0..count).map(|seat| match seat {
        0 => SeatPlan::Me,
        seat if seat < people.len() => SeatPlan::Open,
        _ => SeatPlan::Bot("level1".to_owned()),
    });
    let opened = node.table_with(&people[0], |table| {
        (table.game, table.rated) = (game.to_owned(), rated);
        table.options = [("players".to_owned(), players.to_owned())].into();
        table.seats = seats.collect();
    });
    for (seat, person) in people.iter_mut().enumerate() {
        person.subscribe(&opened.table, None);
        if seat > 0 {
            person.done(sit(None));
        }
    }
    people[0].until(|shared| shared.chairs().iter().all(|(_, chair)| chair.who.is_some()));
    people[0].done(Command::Begin);
    for person in &mut people {
        person.until(|shared| shared.progress() != Progress::Open);
    }
    people
}

/// Begins a game between two people on different nodes, with four seconds each. Returns its table too.
fn game_with_short_clocks(one: &TestServer, two: &TestServer) -> (String, [Client; 2]) {
    let mut people = [one.person("Anna"), two.person("Bob")];
    let opened = one.table_with(&people[0], |table| table.clock = Clock::Game { seconds: 4, increment: 0 });
    for (seat, person) in people.iter_mut().enumerate() {
        person.subscribe(&opened.table, None);
        if seat > 0 {
            person.done(sit(None));
        }
    }
    people[0].until(|shared| shared.chairs().iter().all(|(_, chair)| chair.who.is_some()));
    people[0].done(Command::Begin);
    people[1].until(|shared| shared.progress() == Progress::Playing);
    (opened.table, people)
}

/// Polls until there is a value.
pub fn eventually<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let end = Instant::now() + TIMEOUT;
    loop {
        if let Some(seen) = look() {
            return seen;
        }
        assert!(Instant::now() < end, "{what}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn whole_games_are_played_across_nodes_with_bots_that_workers_play() {
    let cluster = Cluster::start();
    let (one, two, three) = (cluster.node(), cluster.node(), cluster.node());
    let _workers = [cluster.worker(), cluster.worker()];
    for (name, players) in [("kumata", "3"), ("rumis", "4"), ("dogcity", "3"), ("cuminos", "3")] {
        let mut people = rated_game(&[&one, &two, &three][..if players == "4" { 3 } else { 2 }], name, players);
        play_out(&mut people);
        let ending = people[0].shared().ending().copied();
        assert!(ending.is_some_and(|ending| ending.how == How::Counted), "{name}: {ending:?}");
        assert!(people.iter().all(|person| person.shared().ending().copied() == ending), "{name}");
        assert!(people.iter().all(|person| person.shared().hash() == people[0].shared().hash()), "{name}");
        let (table, key) = (people[0].table.clone().unwrap(), people[0].key.clone().unwrap());
        // A node without connections to the table has the same record.
        let record = three.get(&format!("/api/tables/{table}/record"), &key);
        prove(&read(record.as_bytes()).unwrap()).unwrap_or_else(|error| panic!("{name}: {}", error.problem));
        // A worker rates it, and all subscribers get the event.
        for person in &mut people {
            let rated = |tell: &ServerMessage| matches!(tell, ServerMessage::Events { events, .. } if events.iter().any(|numbered| matches!(numbered.event, Event::Rated { .. })));
            while !person.received.iter().any(rated) {
                let tell = person.receive().expect("the server disconnected");
                person.received.push(tell);
            }
        }
        let profile: Value = serde_json::from_str(&two.get(&format!("/api/people/{}", people[0].id), &key)).unwrap();
        assert_eq!((&profile["ratings"][0]["game"], &profile["ratings"][0]["games"]), (&name.into(), &1.into()), "{profile}");
        // A worker analyses it, on request of any node.
        let analysis = eventually("an analysis", || {
            let answer = three.get(&format!("/api/tables/{table}/analysis"), &key);
            serde_json::from_str::<Value>(&answer).ok()
        });
        let moves = people[0].shared().table().unwrap().history(0).iter().filter(|ply| ply.seat.is_some()).count();
        assert_eq!(analysis["moves"].as_array().map(Vec::len), Some(moves), "{name}");
    }
    // Without subscribers the tables are unloaded, although the nodes go on to resync.
    for node in [&one, &two, &three] {
        eventually("no table is left in memory", || node.get("/metrics", "").contains("\ntablee_tables 0\n").then_some(()));
    }
}

#[test]
fn a_table_that_was_only_opened_here_leaves_memory_when_it_is_used_elsewhere() {
    let cluster = Cluster::start();
    let (one, two) = (cluster.node(), cluster.node());
    let mut anna = two.person("Anna");
    let opened = one.table_with(&anna, |_| ());
    let tables = |node: &TestServer, count: u32| node.get("/metrics", "").contains(&format!("\ntablee_tables {count}\n"));
    assert!(tables(&one, 1));
    anna.subscribe(&opened.table, None);
    // Otherwise it would stay for a minute, and receive every event.
    let begin = Instant::now();
    eventually("the table is unloaded", || tables(&one, 0).then_some(()));
    assert!(begin.elapsed() < Duration::from_secs(30) && tables(&two, 1));
}

#[test]
fn nobody_loses_on_time_in_a_store_outage() {
    let mut cluster = Cluster::start();
    let (one, two) = (cluster.node(), cluster.node());
    let (table, mut people) = game_with_short_clocks(&one, &two);
    cluster.services.postgres.kill().unwrap();
    let actor = usize::from(people[1].my_turn());
    let mv = people[actor].any_move();
    let v = people[actor].version();
    let play = || Command::Move { v, mv: mv.clone() };
    assert_eq!(people[actor].refused(play()), Code::Unavailable);
    // Longer than the clock of each player.
    std::thread::sleep(Duration::from_secs(6));
    cluster.services.postgres.restart().unwrap();
    eventually("the move is accepted", || match people[actor].act(play()) {
        ServerMessage::Events { .. } => Some(()),
        ServerMessage::Refused { problem, .. } if problem.code == Code::Unavailable => None,
        other => panic!("{other:?}"),
    });
    let version = people[actor].version();
    people[1 - actor].until(|shared| shared.version() >= version);
    let view: Value = serde_json::from_str(&two.get(&format!("/api/tables/{}", table), people[1].key.as_ref().unwrap())).unwrap();
    assert!(view["events"].as_array().unwrap().iter().all(|event| event["is"] != "flagged"), "{view}");
}

#[test]
fn presence_lobby_chat_and_turn_notices_cross_nodes() {
    let cluster = Cluster::start();
    let (one, two) = (cluster.node(), cluster.node());
    // The lobby of one node shows tables of the other.
    let mut lobby = two.person("Zoe");
    let id = lobby.next();
    lobby.send(&ClientMessage::Lobby { id, on: true });
    assert!(matches!(lobby.answer(id), ServerMessage::Lobby { .. }));
    let mut people = game(&[&one, &two], "rumis", "2");
    let table = people[0].table.clone().unwrap();
    let shown = |tell: &ServerMessage| matches!(tell, ServerMessage::Lobby { tables, .. } if tables.iter().any(|summary| summary.table == table));
    lobby.until_received(shown);
    // Presence and chat reach the other node.
    people.iter_mut().for_each(|person| person.until_received(present(2)));
    people[0].done(Command::Say { text: "hello over there".to_owned() });
    people[1].until_said("hello over there");
    // Who comes later reads it from the store, on any node.
    let mut later = two.person("Late");
    later.subscribe(&table, None);
    later.until_said("hello over there");
    people.iter_mut().for_each(|person| person.received.clear());
    drop(later);
    // A person who has unsubscribed gets a turn notice, also on another node.
    let third = cluster.node();
    let mut elsewhere = third.again(&people[1]);
    if people[1].my_turn() {
        people[1].play();
        let version = people[1].version();
        people[0].until(|shared| shared.version() >= version);
    }
    let mut waiting = third.again(&people[1]);
    people[0].received.clear();
    unsubscribe(&mut people[1]);
    people[0].until_received(present(1));
    people[0].play();
    loop {
        match waiting.receive().expect("the server disconnected") {
            ServerMessage::Turn { table: there, .. } if there == table => break,
            _ => {}
        }
    }
    // After a change of the account on one node, the person is disconnected on all nodes.
    let _: Value = two.post(
        "/api/me/account",
        people[1].key.as_deref(),
        &serde_json::json!({ "name": "Bob", "phrase": "correct horse battery" }),
    );
    while elsewhere.receive().is_some() {}
}

/// Whether a message says that this many seated people are present.
fn present(count: usize) -> impl Fn(&ServerMessage) -> bool {
    move |tell| matches!(tell, ServerMessage::Present { people, .. } if people.len() == count)
}

/// Unsubscribes from the table.
fn unsubscribe(person: &mut Client) {
    let (id, table) = (person.next(), person.table.clone().unwrap());
    person.send(&ClientMessage::Unwatch { id, table });
    person.answer(id);
}

/// The number of events of this kind, as this node reads them from the store.
fn events_of(node: &TestServer, table: &str, person: &Client, kind: &str) -> usize {
    let view: Value = serde_json::from_str(&node.get(&format!("/api/tables/{table}"), person.key.as_ref().unwrap())).unwrap();
    view["events"].as_array().unwrap().iter().filter(|event| event["is"] == kind).count()
}

#[test]
fn a_clock_runs_out_once_even_if_a_node_leaves() {
    let cluster = Cluster::start();
    let (one, two) = (cluster.node(), cluster.node());
    let by_time = |shared: &tablee_protocol::Shared| shared.ending().is_some_and(|ending| ending.how == How::Time);
    // Both nodes have the table in memory and see the deadline at the same moment. One event is stored.
    for _ in 0..3 {
        let (table, mut people) = game_with_short_clocks(&one, &two);
        people.iter_mut().for_each(|person| person.until(by_time));
        for node in [&one, &two] {
            assert_eq!(events_of(node, &table, &people[0], "flagged"), 1);
            assert_eq!(events_of(node, &table, &people[0], "ended"), 1);
        }
    }
    // The node of the player to move leaves. The other node watches the deadline.
    let (table, [anna, mut bob]) = game_with_short_clocks(&one, &two);
    assert!(anna.my_turn(), "the first seat begins");
    drop(anna);
    drop(one);
    bob.until(by_time);
    assert_eq!(events_of(&cluster.node(), &table, &bob, "flagged"), 1);
}

#[test]
fn in_a_bus_outage_people_play_on_and_bots_play_after_it() {
    let mut cluster = Cluster::start();
    let (one, two) = (cluster.node(), cluster.node());
    let _worker = cluster.worker();
    let mut people = game(&[&one, &two], "rumis", "2");
    let mut with_bot = game(&[&one, &two], "rumis", "3");
    cluster.services.nats.kill().unwrap();
    play_out(&mut people);
    assert!(people.iter().all(|person| person.shared().hash() == people[0].shared().hash()));
    cluster.services.nats.restart().unwrap();
    play_out(&mut with_bot);
}

#[test]
fn presence_is_refreshed_after_a_bus_outage() {
    let mut cluster = Cluster::start();
    let (one, two) = (cluster.node(), cluster.node());
    let mut people = game(&[&one, &two], "rumis", "2");
    people.iter_mut().for_each(|person| person.until_received(present(2)));
    cluster.services.nats.kill().unwrap();
    people[0].received.clear();
    unsubscribe(&mut people[1]);
    cluster.services.nats.restart().unwrap();
    people[0].until_received(present(1));
}

#[test]
fn a_name_erased_on_one_node_is_not_stored_again_by_another() {
    let cluster = Cluster::start();
    let (one, two) = (cluster.node(), cluster.node());
    let people = game(&[&one, &two, &two], "rumis", "3");
    let path = format!("/api/tables/{}", people[0].table.clone().unwrap());
    let key = |person: &Client| person.key.clone().unwrap();
    let erasing = ureq::delete(format!("http://{}/api/me", one.address));
    erasing.header("Authorization", format!("Bearer {}", key(&people[0]))).call().expect("she is erased");
    // The other node, which had her name in memory, stores the summary again.
    let _: Value = two.post(&path, Some(&key(&people[1])), &serde_json::json!({ "do": "resign" }));
    for node in [&one, &two, &cluster.node()] {
        let view = node.get(&path, &key(&people[2]));
        assert!(!view.contains("Anna") && view.contains("Bob") && view.contains(r#""state":"over""#), "{view}");
        let found = node.get("/api/tables?state=over&player=bob", &key(&people[2]));
        assert!(!found.contains("Anna") && found.contains("Bob"), "{found}");
    }
}

#[test]
fn concurrent_rematches_on_two_nodes_lead_to_one_table() {
    let cluster = Cluster::start();
    let (one, two) = (cluster.node(), cluster.node());
    for _ in 0..5 {
        let mut people = game(&[&one, &two], "rumis", "2");
        people[0].done(Command::Resign);
        people[1].until(|shared| shared.progress() == Progress::Over);
        // Both requests are sent before either is answered.
        let asked: Vec<u32> = people
            .iter_mut()
            .map(|person| {
                let (id, table) = (person.next(), person.table.clone().unwrap());
                person.send(&ClientMessage::Act { id, table, act: Act::Rematch });
                id
            })
            .collect();
        let there = people.iter_mut().zip(asked).map(|(person, id)| {
            loop {
                match person.answer(id) {
                    ServerMessage::Done { answer: Some(there), .. } => break there,
                    // The event may arrive as an answer first.
                    ServerMessage::Events { .. } => {}
                    other => panic!("{other:?}"),
                }
            }
        });
        let there: Vec<String> = there.collect();
        assert_eq!(there[0], there[1]);
    }
}

#[test]
fn rate_limits_hold_across_nodes() {
    const AT_ONCE: usize = 60;
    let cluster = Cluster::start();
    let limits = || LimitSettings { new_tables: Rate::new(AT_ONCE as u32, 1), ..LimitSettings::none() };
    let [one, two] = [TestServer::with(&cluster.settings(limits())), TestServer::with(&cluster.settings(limits()))];
    let anna = one.person("Anna");
    // An invalid table: it is not opened, but counts for the limit.
    let status = |node: &TestServer| {
        let request = ureq::post(format!("http://{}/api/tables", node.address)).header("Content-Type", "application/json");
        let request = request.header("Authorization", format!("Bearer {}", anna.key.as_ref().unwrap()));
        match request.send(r#"{"game":"rumis","options":{},"clock":{"kind":"none"},"public":true,"rated":false,"seats":[]}"#) {
            Err(ureq::Error::StatusCode(status)) => status,
            other => panic!("{other:?}"),
        }
    };
    assert!((0..AT_ONCE).all(|_| status(&one) == 400));
    assert_eq!(status(&one), 429);
    let mut tried = 0;
    eventually("the other node knows the usage", || {
        tried += 1;
        (status(&two) == 429).then_some(())
    });
    assert!(tried <= AT_ONCE, "{tried} attempts: the other node has counted only its own");
}

#[test]
fn a_game_of_bots_alone_goes_on_while_somebody_watches_on_any_node() {
    let cluster = Cluster::start();
    let (one, two) = (cluster.node(), cluster.node());
    let _worker = cluster.worker();
    let host = one.person("Anna");
    let seats = vec![SeatPlan::Bot("level1".to_owned()); 2];
    let table = one.table(&host, "rumis", &[("players", "2")], seats).table;
    let path = format!("/api/tables/{table}");
    let _: Value = one.post(&path, host.key.as_deref(), &serde_json::json!({ "do": "begin" }));
    let moves = || events_of(&one, &table, &host, "move");
    // Nobody watches: at most the move comes that a bot was asked for already.
    std::thread::sleep(Duration::from_secs(2));
    let paused = moves();
    assert!(paused <= 1, "{paused}");
    std::thread::sleep(Duration::from_secs(2));
    assert_eq!(moves(), paused);
    let mut watcher = two.person("Zoe");
    watcher.subscribe(&table, None);
    watcher.until(|shared| shared.progress() == Progress::Over);
}

#[test]
fn a_worker_tells_only_the_node_that_waits_for_its_job() {
    let cluster = Cluster::start();
    let (one, _two) = (cluster.node(), cluster.node());
    let _worker = cluster.worker();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let listening = runtime.block_on(async {
        let bus = NatsBus::connect(&cluster.services.nats.url()).await.unwrap();
        let (mut tables, mut house) = (bus.subscribe("tables").await.unwrap(), bus.subscribe("house").await.unwrap());
        let heard = Arc::new(Mutex::new(String::new()));
        let hearing = heard.clone();
        tokio::spawn(async move {
            loop {
                let message = tokio::select! { note = tables.next() => note, note = house.next() => note };
                let Some(message) = message else { return };
                hearing.lock().unwrap().push_str(&String::from_utf8_lossy(&message));
            }
        });
        heard
    });
    // The other node has no part in it. The player is there, so nobody else need tell them that it is their turn.
    let mut people = game(&[&one], "kumata", "3");
    play_out(&mut people);
    // Heartbeats come each second. Until the next one arrives, notes of the game may still be on their way.
    let heartbeats = || listening.lock().unwrap().matches(r#""is":"alive""#).count();
    let (begin, before) = (Instant::now(), heartbeats());
    while heartbeats() == before {
        assert!(begin.elapsed() < Duration::from_secs(30), "it is notified by the servers");
        std::thread::sleep(Duration::from_millis(50));
    }
    let heard = listening.lock().unwrap().clone();
    for note in ["stored", "worked", "turn"] {
        assert!(!heard.contains(&format!(r#""is":"{note}""#)), "all nodes are notified of a bot's moves: {heard}");
    }
}

#[test]
fn a_bots_move_arrives_although_the_node_that_waits_for_it_has_left() {
    let cluster = Cluster::start();
    let (one, two) = (cluster.node(), cluster.node());
    let [mut anna, mut bob] = <[Client; 2]>::try_from(game(&[&one, &two], "rumis", "3")).ok().expect("two people");
    anna.play();
    bob.until(|shared| shared.version() >= anna.version());
    // Her partner plays over the first node too, so that this node pushes the job of the bot after them.
    let mut at_one = one.again(&bob);
    at_one.subscribe(&bob.table.clone().unwrap(), None);
    at_one.play();
    let version = at_one.version();
    bob.until(|shared| shared.version() >= version);
    drop((anna, at_one));
    drop(one);
    // Only now somebody does the job, and tells a node that is gone.
    let _worker = cluster.worker();
    bob.until(|shared| shared.version() > version);
}
