//! Several nodes and workers that share a real PostgreSQL and a real NATS.

use std::time::{Duration, Instant};

use serde_json::Value;
use tablee_games::record::{prove, read};
use tablee_protocol::{Act, Ask, Clock, Code, Command, Event, How, Phase, SeatPlan, Tell};
use tablee_server::limits::{LimitSettings, Rate};

use super::client::Client;
use super::{play_out, sit};
use crate::common::server::{Cluster, TestServer};

/// How long something may take at most that nobody is told of.
const PATIENCE: Duration = Duration::from_secs(60);

/// A game on between people on different nodes, and a bot on the last seat if there is room.
fn game(nodes: &[&TestServer], game: &str, players: &str) -> Vec<Client> {
    let mut people: Vec<_> = nodes.iter().zip(["Anna", "Bob", "Carl"]).map(|(node, name)| node.person(name)).collect();
    let count: usize = players.parse().unwrap();
    let seats = (0..count).map(|seat| match seat {
        0 => SeatPlan::Me,
        seat if seat < people.len() => SeatPlan::Open,
        _ => SeatPlan::Bot("level1".to_owned()),
    });
    let opened = nodes[0].table(&people[0], game, &[("players", players)], seats.collect());
    for (seat, person) in people.iter_mut().enumerate() {
        person.subscribe(&opened.table, None);
        if seat > 0 {
            person.done(sit(None));
        }
    }
    people[0].until(|shared| shared.chairs().iter().all(|chair| chair.who.is_some()));
    people[0].done(Command::Begin);
    for person in &mut people {
        person.until(|shared| *shared.phase() != Phase::Open);
    }
    people
}

/// A game on between two people on different nodes, with four seconds for each; and its table.
fn four_seconds_each(one: &TestServer, two: &TestServer) -> (String, [Client; 2]) {
    let mut people = [one.person("Anna"), two.person("Bob")];
    let opened = one.table_with(&people[0], |table| table.clock = Clock::Game { seconds: 4, increment: 0 });
    for (seat, person) in people.iter_mut().enumerate() {
        person.subscribe(&opened.table, None);
        if seat > 0 {
            person.done(sit(None));
        }
    }
    people[0].until(|shared| shared.chairs().iter().all(|chair| chair.who.is_some()));
    people[0].done(Command::Begin);
    people[1].until(|shared| *shared.phase() == Phase::Playing);
    (opened.table, people)
}

/// Asks again and again until it is so.
pub fn eventually<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let end = Instant::now() + PATIENCE;
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
        let mut people = game(&[&one, &two, &three][..if players == "4" { 3 } else { 2 }], name, players);
        play_out(&mut people);
        let ended = people[0].shared().phase().clone();
        assert!(matches!(ended, Phase::Over { how: How::Counted, .. }), "{name}: {ended:?}");
        assert!(people.iter().all(|person| *person.shared().phase() == ended), "{name}");
        assert!(people.iter().all(|person| person.shared().hash() == people[0].shared().hash()), "{name}");
        let (table, key) = (people[0].table.clone().unwrap(), people[0].key.clone().unwrap());
        // A node where nobody sat has the same record.
        let record = three.get(&format!("/api/tables/{table}/record"), &key);
        prove(&read(record.as_bytes()).unwrap()).unwrap_or_else(|error| panic!("{name}: {}", error.problem));
        // Workers rate it, and everyone who watches is told.
        for person in &mut people {
            let rated = |tell: &Tell| matches!(tell, Tell::Events { events, .. } if events.iter().any(|numbered| matches!(numbered.event, Event::Rated { .. })));
            while !person.received.iter().any(rated) {
                let tell = person.receive().expect("the server hung up");
                person.received.push(tell);
            }
        }
        let best: Value = serde_json::from_str(&two.get(&format!("/api/ratings/{name}"), &key)).unwrap();
        assert_eq!(best.as_array().map(Vec::len), Some(players.parse().unwrap()), "{best}");
        // Workers look at it, for whoever asks on any node.
        let analysis = eventually("an analysis", || {
            let answer = three.get(&format!("/api/tables/{table}/analysis"), &key);
            serde_json::from_str::<Value>(&answer).ok()
        });
        let moves = people[0].shared().table().unwrap().history().iter().filter(|ply| ply.seat.is_some()).count();
        assert_eq!(analysis["moves"].as_array().map(Vec::len), Some(moves), "{name}");
    }
    // Nobody is there any more: though the nodes go on comparing notes, the tables leave their memory.
    for node in [&one, &two, &three] {
        eventually("no table is left in memory", || node.get("/metrics", "").contains("\ntablee_tables 0\n").then_some(()));
    }
}

#[test]
fn while_the_store_is_away_nobody_loses_on_time_and_then_play_goes_on() {
    let mut cluster = Cluster::start();
    let (one, two) = (cluster.node(), cluster.node());
    let (table, mut people) = four_seconds_each(&one, &two);
    cluster.services.postgres.kill().unwrap();
    let actor = usize::from(people[1].my_turn());
    let mv = people[actor].any_move();
    let v = people[actor].version();
    let play = || Command::Move { v, mv: mv.clone() };
    assert_eq!(people[actor].refused(play()), Code::Unavailable);
    // Longer than anyone has.
    std::thread::sleep(Duration::from_secs(6));
    cluster.services.postgres.restart().unwrap();
    eventually("the move is taken", || match people[actor].act(play()) {
        Tell::Events { .. } => Some(()),
        Tell::Refused { problem, .. } if problem.code == Code::Unavailable => None,
        other => panic!("{other:?}"),
    });
    let version = people[actor].version();
    people[1 - actor].until(|shared| shared.version() >= version);
    let view: Value = serde_json::from_str(&two.get(&format!("/api/tables/{}", table), people[1].key.as_ref().unwrap())).unwrap();
    assert!(view["events"].as_array().unwrap().iter().all(|event| event["is"] != "flagged"), "{view}");
}

#[test]
fn who_is_on_another_node_is_there_all_the_same() {
    let cluster = Cluster::start();
    let (one, two) = (cluster.node(), cluster.node());
    // The lobby of one node shows what is opened on the other.
    let mut lobby = two.person("Zoe");
    let id = lobby.next();
    lobby.send(&Ask::Lobby { id, on: true });
    assert!(matches!(lobby.answer(id), Tell::Lobby { .. }));
    let mut people = game(&[&one, &two], "rumis", "2");
    let table = people[0].table.clone().unwrap();
    let shown = |tell: &Tell| matches!(tell, Tell::Lobby { tables, .. } if tables.iter().any(|summary| summary.table == table));
    lobby.until_received(shown);
    // Each knows that the other is there; what one says the other hears.
    people.iter_mut().for_each(|person| person.until_received(present(2)));
    people[0].done(Command::Say { text: "hello over there".to_owned() });
    let version = people[0].version();
    people[1].until(|shared| shared.version() >= version);
    // Who has left the table and looks at something else, on another node, is told that it is their turn.
    let third = cluster.node();
    let mut elsewhere = third.again(&people[1]);
    if people[1].my_turn() {
        people[1].play();
        let version = people[1].version();
        people[0].until(|shared| shared.version() >= version);
    }
    let mut waiting = third.again(&people[1]);
    people[0].received.clear();
    leave(&mut people[1]);
    people[0].until_received(present(1));
    people[0].play();
    loop {
        match waiting.receive().expect("the server hung up") {
            Tell::Turn { table: there, .. } if there == table => break,
            _ => {}
        }
    }
    // Whoever changes who they are on one node is sent away from all, and comes back with it.
    let _: Value = two.post(
        "/api/me/account",
        people[1].key.as_deref(),
        &serde_json::json!({ "name": "Bob", "phrase": "correct horse battery" }),
    );
    while elsewhere.receive().is_some() {}
}

/// That so many are told to be at the table.
fn present(count: usize) -> impl Fn(&Tell) -> bool {
    move |tell| matches!(tell, Tell::Present { people, .. } if people.len() == count)
}

/// Somebody looks at the table no longer.
fn leave(person: &mut Client) {
    let (id, table) = (person.next(), person.table.clone().unwrap());
    person.send(&Ask::Unwatch { id, table });
    person.answer(id);
}

/// How many events of this kind a table has, as another node reads them.
fn events_of(node: &TestServer, table: &str, person: &Client, kind: &str) -> usize {
    let view: Value = serde_json::from_str(&node.get(&format!("/api/tables/{table}"), person.key.as_ref().unwrap())).unwrap();
    view["events"].as_array().unwrap().iter().filter(|event| event["is"] == kind).count()
}

#[test]
fn a_clock_runs_out_once_and_a_node_that_goes_is_not_missed() {
    let cluster = Cluster::start();
    let (one, two) = (cluster.node(), cluster.node());
    let by_time = |shared: &tablee_protocol::Shared| matches!(shared.phase(), Phase::Over { how: How::Time, .. });
    // Both nodes have the table in memory, and notice it in the same moment: it is noted once.
    for _ in 0..3 {
        let (table, mut people) = four_seconds_each(&one, &two);
        people.iter_mut().for_each(|person| person.until(by_time));
        for node in [&one, &two] {
            assert_eq!(events_of(node, &table, &people[0], "flagged"), 1);
            assert_eq!(events_of(node, &table, &people[0], "ended"), 1);
        }
    }
    // The node of the one whose clock runs goes away; the other notices that time has run out.
    let (table, [anna, mut bob]) = four_seconds_each(&one, &two);
    assert!(anna.my_turn(), "who sits first begins");
    drop(anna);
    drop(one);
    bob.until(by_time);
    assert_eq!(events_of(&cluster.node(), &table, &bob, "flagged"), 1);
}

#[test]
fn without_the_bus_people_play_on_and_bots_when_it_is_back() {
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
fn who_left_while_the_bus_was_away_is_not_there_when_it_is_back() {
    let mut cluster = Cluster::start();
    let (one, two) = (cluster.node(), cluster.node());
    let mut people = game(&[&one, &two], "rumis", "2");
    people.iter_mut().for_each(|person| person.until_received(present(2)));
    cluster.services.nats.kill().unwrap();
    people[0].received.clear();
    leave(&mut people[1]);
    cluster.services.nats.restart().unwrap();
    people[0].until_received(present(1));
}

#[test]
fn who_is_erased_on_one_node_is_not_written_again_by_another() {
    let cluster = Cluster::start();
    let (one, two) = (cluster.node(), cluster.node());
    let people = game(&[&one, &two, &two], "rumis", "3");
    let path = format!("/api/tables/{}", people[0].table.clone().unwrap());
    let key = |person: &Client| person.key.clone().unwrap();
    let erasing = ureq::delete(format!("http://{}/api/me", one.address));
    erasing.header("Authorization", format!("Bearer {}", key(&people[0]))).call().expect("she is erased");
    // The other node, which had her name in memory, writes the table in short once more.
    let _: Value = two.post(&path, Some(&key(&people[1])), &serde_json::json!({ "do": "resign" }));
    for node in [&one, &two, &cluster.node()] {
        let view = node.get(&path, &key(&people[2]));
        assert!(!view.contains("Anna") && view.contains("Bob") && view.contains(r#""state":"over""#), "{view}");
        let found = node.get("/api/tables?state=over&player=bob", &key(&people[2]));
        assert!(!found.contains("Anna") && found.contains("Bob"), "{found}");
    }
}

#[test]
fn those_who_meet_again_meet_at_one_table_whichever_nodes_they_are_on() {
    let cluster = Cluster::start();
    let (one, two) = (cluster.node(), cluster.node());
    for _ in 0..5 {
        let mut people = game(&[&one, &two], "rumis", "2");
        people[0].done(Command::Resign);
        people[1].until(|shared| matches!(shared.phase(), Phase::Over { .. }));
        // Both ask before either is answered.
        let asked: Vec<u32> = people
            .iter_mut()
            .map(|person| {
                let (id, table) = (person.next(), person.table.clone().unwrap());
                person.send(&Ask::Act { id, table, act: Act::Rematch });
                id
            })
            .collect();
        let there = people.iter_mut().zip(asked).map(|(person, id)| {
            loop {
                // The event itself may come as an answer too.
                if let Tell::Done { answer: Some(there), .. } = person.answer(id) {
                    break there;
                }
            }
        });
        let there: Vec<String> = there.collect();
        assert_eq!(there[0], there[1]);
    }
}

#[test]
fn limits_hold_for_all_nodes_together() {
    const AT_ONCE: usize = 60;
    let cluster = Cluster::start();
    let limits = || LimitSettings { new_tables: Rate::new(AT_ONCE as u32, 1), ..LimitSettings::none() };
    let [one, two] = [TestServer::with(&cluster.settings(limits())), TestServer::with(&cluster.settings(limits()))];
    let anna = one.person("Anna");
    // A table that cannot be: nothing is opened, but it counts.
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
    eventually("the other node knows", || {
        tried += 1;
        (status(&two) == 429).then_some(())
    });
    assert!(tried <= AT_ONCE, "{tried} attempts: the other node has counted only its own");
}
