//! Reconnecting clients and restarted servers.

use std::time::Duration;

use tablee_core::Seat;
use tablee_games::record::{ShuffleProof, prove, read};
use tablee_protocol::{ClientMessage, Clock, Command, Progress, SeatPlan, ServerMessage};
use tablee_server::limits::LimitSettings;

use super::{game, play_out, sit};
use crate::common::server::TestServer;

#[test]
fn a_reconnecting_client_gets_the_events_it_missed() {
    let server = TestServer::new();
    let [mut anna, bob] = game(&server, ["Anna", "Bob"], "rumis", &[]);
    let (table, known) = (bob.table.clone().unwrap(), bob.version());
    anna.play();
    let mut again = server.again(&bob);
    let id = again.next();
    again.send(&ClientMessage::Watch { id, table: table.clone(), from: known, invite: None });
    let ServerMessage::Events { events, hash: Some(hash), .. } = again.answer(id) else { panic!("no events for the gap") };
    assert_eq!(events.iter().map(|numbered| numbered.v).collect::<Vec<_>>(), [known + 1]);
    assert_eq!(Some(hash), anna.shared().hash());
    again.subscribe(&table, None);
    again.play();
}

#[test]
fn a_restart_keeps_the_game_and_refunds_the_downtime() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::open(data.path(), LimitSettings::none());
    let (mut anna, mut bob) = (server.person("Anna"), server.person("Bob"));
    let opened = server.table_with(&anna, |table| {
        table.game = "kumata".to_owned();
        table.clock = Clock::Game { seconds: 300, increment: 0 };
    });
    anna.subscribe(&opened.table, None);
    bob.subscribe(&opened.table, None);
    bob.done(sit(None));
    anna.done(Command::Begin);
    bob.until(|shared| shared.progress() == Progress::Playing);
    let first = if anna.my_turn() { &mut anna } else { &mut bob };
    first.play();
    let (version, hash) = (first.version(), first.shared().hash());
    drop(server);

    std::thread::sleep(Duration::from_millis(2500));
    let server = TestServer::open(data.path(), LimitSettings::none());
    let mut back = [&anna, &bob].map(|person| server.again(person));
    for person in &mut back {
        person.subscribe(&opened.table, None);
        person.until(|shared| shared.version() > version);
        assert_eq!(person.shared().hash(), hash);
        let clocks = person.shared().clocks().unwrap();
        let seat = person.shared().seat_to_move().unwrap();
        assert!(clocks.left[seat] > 297_500, "{clocks:?}: the downtime is refunded");
    }
    let mut people = Vec::from(back);
    for person in &mut people {
        person.until(|shared| shared.version() == version + 1);
    }
    play_out(&mut people);
    let record = server.get(&format!("/api/tables/{}/record", opened.table), people[0].key.as_ref().unwrap());
    assert_eq!(prove(&read(record.as_bytes()).unwrap()).unwrap().shuffle, ShuffleProof::Proven);
}

#[test]
fn a_bot_move_is_requested_again_after_a_restart() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::open(data.path(), LimitSettings::none());
    let mut anna = server.person("Anna");
    let opened = server.table(&anna, "rumis", &[], vec![SeatPlan::Me, SeatPlan::Bot("level9".to_owned())]);
    anna.subscribe(&opened.table, None);
    anna.done(Command::Begin);
    anna.play();
    let version = anna.version();
    drop(server);
    let server = TestServer::open(data.path(), LimitSettings::none());
    let mut back = server.again(&anna);
    back.subscribe(&opened.table, None);
    back.until(|shared| shared.version() > version && shared.seat_to_move() == Some(Seat::new(0)));
}
