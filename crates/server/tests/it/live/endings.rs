//! Games that end early: aborted, and claimed from players who are away.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde_json::json;
use tablee_core::Seat;
use tablee_protocol::{Act, Clock, Code, Command, Event, How, Progress, SeatPlan, ServerMessage};
use tablee_server::Settings;
use tablee_server::limits::LimitSettings;

use super::client::Client;
use super::{game, sit};
use crate::common;
use crate::common::server::{Cluster, TestServer};

/// Settings where a player may be away for this long.
fn claim_after(claim_after: Duration) -> (tempfile::TempDir, TestServer) {
    let data = tempfile::tempdir().unwrap();
    let settings = Settings::new("127.0.0.1:0", data.path().to_owned());
    let server = TestServer::with(&Settings { limits: LimitSettings::none(), claim_after, ..settings });
    (data, server)
}

/// Begins a game with a clock. It is Anna's turn, who is at the first server.
fn begun(servers: [&TestServer; 2]) -> [Client; 2] {
    let (mut anna, mut bob) = (servers[0].person("Anna"), servers[1].person("Bob"));
    let opened = servers[0].table_with(&anna, |table| table.clock = Clock::Game { seconds: 3600, increment: 0 });
    anna.subscribe(&opened.table, None);
    bob.subscribe(&opened.table, None);
    bob.done(sit(None));
    anna.until(|shared| shared.seat_of(&shared.opened().host.id).is_some() && shared.chairs()[Seat::new(1)].who.is_some());
    anna.done(Command::Begin);
    bob.until(|shared| shared.progress() == Progress::Playing);
    [anna, bob]
}

fn table(client: &Client) -> String {
    client.table.clone().unwrap()
}

/// Waits until the player to move is said to be away, or to be there.
fn until_away(client: &mut Client, away: bool) {
    client.received.clear();
    client.until_received(|tell| matches!(tell, ServerMessage::Present { claim, .. } if claim.is_some() == away));
}

/// Claims until it is done.
fn claim(client: &mut Client) {
    loop {
        match client.act(Command::Claim) {
            ServerMessage::Refused { problem, .. } => {
                assert_eq!(problem.code, Code::CannotClaim);
                assert!(problem.wait.is_some(), "{problem}");
                std::thread::sleep(Duration::from_millis(50));
            }
            _ => return,
        }
    }
}

#[test]
fn a_game_that_has_hardly_begun_is_aborted() {
    let server = TestServer::new();
    let [mut anna, mut bob] = game(&server, ["Anna", "Bob"], "kumata", &[]);
    let first = if anna.my_turn() { &mut anna } else { &mut bob };
    first.play();
    assert!(matches!(bob.done(Command::Abort)[..], [Event::Aborted { seed: Some(_), .. }]));
    anna.until(|shared| shared.progress() == Progress::Over);
    assert_eq!((anna.shared().how(), anna.shared().ending()), (Some(How::Aborted), None));
    assert_eq!(anna.refused(Command::Abort), Code::Over);
    // The lists say so, and the same people can play again.
    let list: serde_json::Value =
        serde_json::from_str(&server.get("/api/me/tables?state=over", anna.key.as_ref().unwrap())).unwrap();
    assert!(list["tables"][0]["how"] == "aborted" && list["tables"][0]["seats"][0]["place"].is_null(), "{list}");
    let again = common::Client::new(&server).with_key(&anna.key.clone().unwrap().into());
    let rematch = again.post(&format!("/api/tables/{}", table(&anna)), &json!({ "do": "rematch" })).with(200);
    assert!(rematch["answer"].is_string());

    // Later it is too late, over HTTP as well; and spectators have no say.
    let [mut anna, mut bob] = game(&server, ["Anna", "Bob"], "rumis", &[]);
    anna.play();
    bob.until(|shared| shared.seat_to_move() == Some(Seat::new(1)));
    bob.play();
    assert_eq!(bob.refused(Command::Abort), Code::CannotAbort);
    let path = format!("/api/tables/{}", table(&anna));
    let abort = |client: &common::Client| client.post(&path, &json!({ "do": "abort" }));
    let by_http = common::Client::new(&server).with_key(&anna.key.clone().unwrap().into());
    assert_eq!(abort(&by_http).refused(), (409, "cannot-abort"));
    assert_eq!(abort(&common::Client::guest(&server, "Zoe")).refused(), (403, "not-seated"));
    assert_eq!(anna.refused(Act::Rematch), Code::NotBegun);
}

#[test]
fn nobody_claims_from_a_player_who_is_there_or_has_just_left() {
    let (_data, server) = claim_after(Duration::from_secs(3600));
    let [anna, mut bob] = begun([&server, &server]);
    let refused = |bob: &mut Client| match bob.act(Command::Claim) {
        ServerMessage::Refused { problem, .. } if problem.code == Code::CannotClaim => problem.wait,
        other => panic!("{other:?}"),
    };
    assert_eq!(refused(&mut bob), None, "she is there");
    let (table, again) = (table(&anna), server.again(&anna));
    drop(anna);
    until_away(&mut bob, true);
    assert!(refused(&mut bob).is_some_and(|wait| (3000..=3600).contains(&wait)));
    // She is back.
    let mut anna = again;
    anna.subscribe(&table, None);
    until_away(&mut bob, false);
    assert_eq!(refused(&mut bob), None);
    // A player who waits for the others is not away.
    anna.play();
    bob.until(|shared| shared.seat_to_move() == Some(Seat::new(1)));
    drop(anna);
    assert_eq!(refused(&mut bob), None, "it is Bob’s own turn");
    // Her time begins with her turn.
    bob.play();
    until_away(&mut bob, true);
    assert!(refused(&mut bob).is_some_and(|wait| (3000..=3600).contains(&wait)));
}

#[test]
fn the_game_is_claimed_from_a_player_who_is_away() {
    let (_data, server) = claim_after(Duration::from_millis(300));
    let [anna, mut bob] = begun([&server, &server]);
    drop(anna);
    until_away(&mut bob, true);
    claim(&mut bob);
    let ending = bob.shared().ending().expect("it is over");
    assert_eq!((ending.how, ending.places[Seat::new(0)], ending.places[Seat::new(1)]), (How::Abandoned, 2, 1));

    // With more sides a bot takes over, and plays.
    let mut people = ["Carl", "Dora", "Emil"].map(|name| server.person(name));
    let opened = server.table_with(&people[0], |table| {
        table.clock = Clock::Move { seconds: 3600 };
        table.options = [("players".to_owned(), "3".to_owned())].into();
        table.seats = vec![SeatPlan::Me, SeatPlan::Open, SeatPlan::Open];
    });
    for (seat, person) in people.iter_mut().enumerate() {
        person.subscribe(&opened.table, None);
        if seat > 0 {
            person.done(sit(None));
        }
    }
    people[0].done(Command::Begin);
    let [carl, mut dora, _emil] = people;
    dora.until(|shared| shared.progress() == Progress::Playing);
    drop(carl);
    until_away(&mut dora, true);
    claim(&mut dora);
    dora.until(|shared| shared.seat_to_move() == Some(Seat::new(1)));
    assert!(dora.shared().chairs()[Seat::new(0)].bot().is_some());
}

#[test]
fn nobody_is_away_because_of_an_outage() {
    let mut cluster = Cluster::start();
    let settings = cluster.settings(LimitSettings::none());
    let server = TestServer::with(&Settings { claim_after: Duration::from_secs(3600), ..settings });
    let [anna, mut bob] = begun([&server, &server]);
    drop(anna);
    until_away(&mut bob, true);
    cluster.services.postgres.kill().unwrap();
    // Long enough for a heartbeat to fail.
    let health = common::Client::new(&server);
    while health.raw("/readyz").status() == 200 {
        std::thread::sleep(Duration::from_millis(100));
    }
    cluster.services.postgres.restart().unwrap();
    // The time begins again.
    until_away(&mut bob, true);
    let ServerMessage::Refused { problem, .. } = bob.act(Command::Claim) else { panic!("it is too early") };
    assert!(problem.wait.is_some_and(|wait| wait > 3000), "{problem}");
}

#[test]
fn nodes_agree_on_who_is_away() {
    let cluster = Cluster::start();
    let settings = cluster.settings(LimitSettings::none());
    let node = || TestServer::with(&Settings { claim_after: Duration::from_secs(2), ..settings.clone() });
    let (one, two) = (node(), node());
    let [anna, mut bob] = begun([&one, &two]);
    // She is connected to another node.
    until_known_to_be_there(&mut bob);
    let (key, path) = (anna.key.clone().unwrap(), format!("/api/tables/{}", table(&anna)));
    drop(anna);
    until_away(&mut bob, true);
    // Requests over HTTP to the other node count: the time begins again.
    let (reader, stop) = (common::Client::new(&one).with_key(&key.into()), Arc::new(AtomicBool::new(false)));
    let reading = {
        let stop = stop.clone();
        std::thread::spawn(move || {
            while !stop.load(Ordering::Relaxed) {
                reader.get(&path).with(200);
                std::thread::sleep(Duration::from_millis(20));
            }
        })
    };
    for _ in 0..3 {
        until_away(&mut bob, true);
    }
    stop.store(true, Ordering::Relaxed);
    reading.join().unwrap();
    // Then nobody is there any more.
    claim(&mut bob);
    assert_eq!(bob.shared().ending().map(|ending| ending.how), Some(How::Abandoned));
}

/// A claim is refused without a time to wait once the node knows that the player is there.
fn until_known_to_be_there(client: &mut Client) {
    loop {
        match client.act(Command::Claim) {
            ServerMessage::Refused { problem, .. } => {
                assert_eq!(problem.code, Code::CannotClaim);
                if problem.wait.is_none() {
                    return;
                }
            }
            other => panic!("{other:?}"),
        }
    }
}
