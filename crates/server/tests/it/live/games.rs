//! Whole games, undo, resignation, clocks, bots and rematches.

use std::collections::BTreeSet;
use std::time::Duration;

use serde_json::Value;
use tablee_core::{BySeat, Seat};
use tablee_games::record::{ShuffleProof, prove, read};
use tablee_protocol::{Act, ClientMessage, Clock, Code, Command, Ending, Event, How, Progress, SeatPlan, ServerMessage, Who};
use tablee_server::Settings;
use tablee_server::limits::LimitSettings;

use super::client::Client;
use super::{game, nodes, play_out, sit};
use crate::common::server::TestServer;

#[test]
fn whole_games_end_with_the_same_score_for_all_and_a_record_that_verifies() {
    let server = TestServer::new();
    for (name, options) in
        [("kumata", &[][..]), ("rumis", &[("players", "3")]), ("dogcity", &[("players", "3")]), ("cuminos", &[])]
    {
        let mut people = match options {
            [] => Vec::from(game(&server, ["Anna", "Bob"], name, options)),
            _ => Vec::from(game(&server, ["Anna", "Bob", "Carl"], name, options)),
        };
        play_out(&mut people);
        let ending = people[0].shared().ending().copied();
        assert!(ending.is_some_and(|ending| ending.how == How::Counted), "{name}: {ending:?}");
        assert!(
            people
                .iter()
                .all(|person| person.shared().ending().copied() == ending && person.shared().hash() == people[0].shared().hash())
        );
        let table = people[0].table.clone().unwrap();
        let record = server.get(&format!("/api/tables/{table}/record"), people[0].key.as_ref().unwrap());
        let proof = prove(&read(record.as_bytes()).unwrap()).unwrap_or_else(|error| panic!("{name}: {}", error.problem));
        let drawn = people[0].shared().opened().commitment.is_some();
        assert_eq!(proof.shuffle == ShuffleProof::Proven, drawn, "{name}");
        // It has the salts of all players.
        assert_eq!(record.matches(" pepper").count(), if drawn { people.len() - 1 } else { 0 }, "{name}: {record}");
        // The server analyses the game on request.
        let analysis = nodes::eventually("an analysis", || {
            let answer = server.get(&format!("/api/tables/{table}/analysis"), people[0].key.as_ref().unwrap());
            serde_json::from_str::<tablee_protocol::Analysis>(&answer).ok()
        });
        let history = people[0].shared().table().unwrap().history(0);
        assert_eq!(analysis.moves.len(), history.iter().filter(|ply| ply.seat.is_some()).count(), "{name}");
    }
}

#[test]
fn a_move_is_undone_when_all_agree_and_never_across_a_draw() {
    let server = TestServer::new();
    let [mut anna, mut bob, mut carl] = game(&server, ["Anna", "Bob", "Carl"], "rumis", &[("players", "3")]);
    assert_eq!(anna.refused(Command::Undo), Code::CannotUndo);
    let before = anna.shared().hash();
    anna.play();
    let after = anna.shared().hash();
    anna.done(Command::Undo);
    assert_eq!(anna.refused(Command::Undo), Code::CannotUndo, "a second request is refused");
    for other in [&mut bob, &mut carl] {
        other.until(|shared| shared.undo().is_some());
    }
    assert_eq!(anna.refused(Command::Answer { yes: true }), Code::NothingAsked, "the seat that asks cannot answer");
    bob.done(Command::Answer { yes: true });
    assert_eq!(bob.shared().hash(), after, "not all have agreed");
    carl.until(|shared| shared.undo().is_some_and(|undo| undo.agreed == [Seat::new(1)]));
    carl.done(Command::Answer { yes: false });
    assert_eq!((carl.shared().hash(), carl.shared().undo()), (after, None));
    anna.until(|shared| shared.undo().is_none());
    anna.done(Command::Undo);
    for other in [&mut bob, &mut carl] {
        other.until(|shared| shared.undo().is_some());
        other.done(Command::Answer { yes: true });
    }
    for person in [&mut anna, &mut bob, &mut carl] {
        person.until(|shared| shared.hash() == before);
    }
    // It is her turn again.
    anna.play();

    // In Kumata a draw follows every move.
    let [mut anna, mut bob] = game(&server, ["Anna", "Bob"], "kumata", &[]);
    let first = if anna.my_turn() { &mut anna } else { &mut bob };
    let events = first.play();
    assert!(events.iter().any(|event| matches!(event, Event::Drawn { .. })), "{events:?}");
    assert_eq!(first.refused(Command::Undo), Code::CannotUndo);
}

#[test]
fn the_server_ends_the_game_when_a_clock_runs_out() {
    let server = TestServer::new();
    let (mut anna, mut bob) = (server.person("Anna"), server.person("Bob"));
    let opened = server.table_with(&anna, |table| table.clock = Clock::Game { seconds: 2, increment: 1 });
    anna.subscribe(&opened.table, None);
    bob.subscribe(&opened.table, None);
    bob.done(sit(None));
    anna.done(Command::Begin);
    anna.play();
    let left = anna.shared().clocks().expect("there are clocks").left[Seat::new(0)];
    assert!((1001..=3000).contains(&left), "{left}: what is left of two seconds, and one more");
    bob.until(|shared| shared.progress() == Progress::Over);
    let ending = Ending { how: How::Time, places: BySeat::from_values([1, 2]).unwrap(), scores: scores(&bob) };
    assert_eq!(bob.shared().ending(), Some(&ending));
    assert_eq!(bob.refused(Command::Resign), Code::Over);
}

fn scores(client: &Client) -> BySeat<i32> {
    client.shared().table().unwrap().outcome().score
}

#[test]
fn a_player_who_resigns_is_replaced_by_a_bot_and_comes_last() {
    let server = TestServer::new();
    let mut people = game(&server, ["Anna", "Bob", "Carl"], "rumis", &[("players", "3")]);
    people[1].done(Command::Resign);
    assert!(matches!(&people[1].shared().chairs()[Seat::new(1)].who, Some(Who::Bot(_))));
    let v = people[1].version();
    assert_eq!(people[1].refused(Command::Move { v, mv: "x".to_owned() }), Code::NotSeated);
    play_out(&mut people);
    assert_eq!(people[0].shared().ending().expect("it is over").places[Seat::new(1)], 3);
    // When the last person resigns, the game ends: bots do not go on alone.
    let mut anna = server.person("Anna");
    let bots = vec![SeatPlan::Me, SeatPlan::Bot("level1".to_owned()), SeatPlan::Bot("level2".to_owned())];
    let opened = server.table(&anna, "rumis", &[("players", "3")], bots);
    anna.subscribe(&opened.table, None);
    anna.done(Command::Begin);
    anna.done(Command::Resign);
    let ending = anna.shared().ending().expect("it is over");
    assert_eq!((ending.how, ending.places[Seat::new(0)]), (How::Resigned, 3));
}

#[test]
fn a_bot_in_a_seat_plays_by_itself_and_agrees_to_everything() {
    let server = TestServer::new();
    let mut anna = server.person("Anna");
    let opened = server.table(&anna, "cuminos", &[], vec![SeatPlan::Bot("level2".to_owned()), SeatPlan::Me]);
    anna.subscribe(&opened.table, None);
    anna.done(Command::Begin);
    let mut people = [anna];
    play_out(&mut people);

    let [mut anna] = people;
    anna.shared = None;
    let opened = server.table(&anna, "rumis", &[], vec![SeatPlan::Me, SeatPlan::Bot("level1".to_owned())]);
    anna.subscribe(&opened.table, None);
    anna.done(Command::Begin);
    anna.play();
    anna.until(|shared| shared.seat_to_move() == Some(Seat::new(0)));
    let events = anna.done(Command::Undo);
    assert!(matches!(events[..], [Event::Asked { .. }, Event::Undone { plies: 0 }]), "{events:?}");
}

#[test]
fn a_rematch_moves_everyone_one_seat_on() {
    let server = TestServer::new();
    let (mut anna, mut bob, mut carl) = (server.person("Anna"), server.person("Bob"), server.person("Carl"));
    let opened = server.table_with(&anna, |table| table.public = false);
    anna.subscribe(&opened.table, None);
    bob.subscribe(&opened.table, Some(&opened.invite));
    bob.done(sit(Some(&opened.invite)));
    anna.done(Command::Begin);
    bob.until(|shared| shared.progress() == Progress::Playing);
    bob.done(Command::Resign);
    let ServerMessage::Done { answer: Some(next), .. } = rematch(&mut bob) else { panic!("a table is named") };
    anna.until(|shared| shared.rematch().is_some());
    assert_eq!(anna.shared().rematch(), Some(next.as_str()));
    let ServerMessage::Done { answer: Some(same), .. } = anna.act(Act::Rematch) else { panic!("a table is named") };
    assert_eq!(same, next);
    // Anna needs no invitation to it; Carl does.
    anna.shared = None;
    anna.subscribe(&next, None);
    // One click is enough to sit down.
    assert_eq!(anna.shared().seat_of(&anna.id), Some(Seat::new(1)));
    assert_eq!(anna.shared().seat_of(&bob.id), Some(Seat::new(0)));
    assert!(matches!(carl.subscribe(&next, None), ServerMessage::Refused { problem, .. } if problem.code == Code::Invitation));
}

#[test]
fn many_rematch_requests_at_once_open_one_table_and_leave_no_other() {
    let server = TestServer::new();
    let [mut anna, mut bob] = game(&server, ["Anna", "Bob"], "rumis", &[("players", "2")]);
    bob.done(Command::Resign);
    anna.until(|shared| shared.progress() == Progress::Over);
    let asked: Vec<u32> = (0..40)
        .map(|number| {
            let asking = if number % 2 == 0 { &mut anna } else { &mut bob };
            let (id, table) = (asking.next(), asking.table.clone().unwrap());
            asking.send(&ClientMessage::Act { id, table, act: Act::Rematch });
            id
        })
        .collect();
    let mut there = BTreeSet::new();
    for (number, id) in asked.into_iter().enumerate() {
        let asking = if number % 2 == 0 { &mut anna } else { &mut bob };
        loop {
            match asking.answer(id) {
                ServerMessage::Done { answer: Some(table), .. } => {
                    there.insert(table);
                    break;
                }
                // The event may arrive as an answer first.
                ServerMessage::Events { .. } => {}
                other => panic!("{other:?}"),
            }
        }
    }
    assert_eq!(there.len(), 1, "{there:?}");
    let open: Value = serde_json::from_str(&server.get("/api/tables?state=open", anna.key.as_ref().unwrap())).unwrap();
    assert_eq!(open["tables"].as_array().map(Vec::len), Some(1), "{open}");
}

#[test]
fn a_game_of_bots_alone_pauses_while_nobody_watches() {
    let data = tempfile::tempdir().unwrap();
    let settings = Settings::new("127.0.0.1:0", data.path().to_owned());
    // Slow enough that the game cannot end between two requests of the test.
    let server = TestServer::with(&Settings { limits: LimitSettings::none(), bot_pace: Duration::from_millis(50), ..settings });
    let mut anna = server.person("Anna");
    let bots = ["level1"; 2].map(|bot| SeatPlan::Bot(bot.to_owned()));
    let opened = server.table(&anna, "rumis", &[("players", "2")], bots.to_vec());
    anna.subscribe(&opened.table, None);
    anna.done(Command::Begin);
    anna.until(|shared| shared.table().is_some_and(|table| table.plies() > 2));
    let id = anna.next();
    anna.send(&ClientMessage::Unwatch { id, table: opened.table.clone() });
    anna.answer(id);
    let key = anna.key.clone().unwrap();
    let record = || server.get(&format!("/api/tables/{}/record", opened.table), &key);
    // A move that was thought about already may still come.
    std::thread::sleep(Duration::from_millis(500));
    let paused = record();
    std::thread::sleep(Duration::from_millis(500));
    assert_eq!(record(), paused);
    // It goes on as soon as somebody watches.
    anna.shared = None;
    anna.subscribe(&opened.table, None);
    assert_eq!(anna.shared().progress(), Progress::Playing);
    anna.until(|shared| shared.progress() == Progress::Over);
}

fn rematch(client: &mut Client) -> ServerMessage {
    let id = client.next();
    client.send(&ClientMessage::Act { id, table: client.table.clone().unwrap(), act: Act::Rematch });
    assert!(matches!(client.answer(id), ServerMessage::Events { .. }));
    client.answer(id)
}
