//! The lobby, turn notices, malformed messages, rate limits and backpressure.

use tablee_protocol::{ClientMessage, Code, Command, Event, ServerMessage, Summary};
use tablee_server::limits::LimitSettings;
use tungstenite::Message;

use super::client::Client;
use super::{game, sit};
use crate::common::server::TestServer;

#[test]
fn the_player_to_move_asks_for_the_legal_moves() {
    let server = TestServer::new();
    let mut people = game(&server, ["Anna", "Bob"], "rumis", &[]);
    let turn = people.iter().position(Client::my_turn).expect("somebody is to move");
    let mut ask = |person: usize| {
        let (id, table) = (people[person].next(), people[person].table.clone().expect("a table is watched"));
        people[person].send(&ClientMessage::Moves { id, table });
        people[person].answer(id)
    };
    let ServerMessage::Moves { legal, .. } = ask(turn) else { panic!("the moves are listed") };
    assert!(matches!(ask(1 - turn), ServerMessage::Refused { problem, .. } if problem.code == Code::NotYourTurn));
    assert_eq!((legal.seat.number(), legal.total as usize), (turn, legal.moves.len()));
    let events = people[turn].done(Command::Move { v: legal.v, mv: legal.moves[0].mv.clone() });
    assert!(matches!(&events[0], Event::Move { mv, .. } if *mv == legal.moves[0].mv), "{events:?}");
}

#[test]
fn a_client_that_keeps_a_copy_is_not_told_whose_turn_it_is() {
    let server = TestServer::new();
    let mut people = game(&server, ["Anna", "Bob"], "rumis", &[]);
    let table = people[0].table.clone().expect("a table is watched");
    let mut copying = server.unauthenticated();
    copying.send(&ClientMessage::Hello { id: 1, protocol: 1, key: None, copy: true });
    assert!(matches!(copying.answer(1), ServerMessage::Welcome { cluster: false, .. }));
    copying.send(&ClientMessage::Watch { id: 2, table, from: 0, invite: None });
    assert!(matches!(copying.answer(2), ServerMessage::Events { turn: None, hash: Some(_), .. }));
    let turn = people.iter().position(Client::my_turn).expect("somebody is to move");
    people[turn].play();
    // The clients of the others check that they are told.
    let version = people[turn].version();
    people[1 - turn].until(|shared| shared.version() >= version);
    loop {
        match copying.receive().expect("the server disconnected") {
            ServerMessage::Events { turn, hash, .. } => break assert!(turn.is_none() && hash.is_some()),
            _ => continue,
        }
    }
}

#[test]
fn one_host_does_not_fill_the_lobby() {
    let server = TestServer::new();
    let (anna, bob, mut carl) = (server.person("Anna"), server.person("Bob"), server.person("Carl"));
    let of_bob = server.table_with(&bob, |_| ()).table;
    for _ in 0..120 {
        server.table_with(&anna, |_| ());
    }
    let id = carl.next();
    carl.send(&ClientMessage::Lobby { id, on: true });
    let ServerMessage::Lobby { tables, .. } = carl.answer(id) else { panic!("the lobby answers") };
    assert_eq!(tables.iter().filter(|table| table.host.id == anna.id).count(), 3);
    assert!(tables.iter().any(|table| table.table == of_bob));
}

#[test]
fn the_lobby_lists_open_tables_and_turn_messages_reach_players_anywhere() {
    let server = TestServer::new();
    let (mut anna, mut bob, mut carl) = (server.person("Anna"), server.person("Bob"), server.person("Carl"));
    let id = carl.next();
    carl.send(&ClientMessage::Lobby { id, on: true });
    assert!(matches!(carl.answer(id), ServerMessage::Lobby { tables, .. } if tables.is_empty()));
    let opened = server.table_with(&anna, |_| {});
    let seen = |summary: &Summary| {
        (summary.table.clone(), summary.state, summary.seats.iter().filter(|seat| seat.who.is_some()).count())
    };
    let next = |carl: &mut Client| loop {
        if let Some(ServerMessage::Lobby { tables, .. }) = carl.receive() {
            return seen(&tables[0]);
        }
    };
    use tablee_protocol::Progress::{Open, Playing};
    assert_eq!(next(&mut carl), (opened.table.clone(), Open, 1));
    anna.subscribe(&opened.table, None);
    bob.subscribe(&opened.table, None);
    bob.done(sit(None));
    assert_eq!(next(&mut carl), (opened.table.clone(), Open, 2));
    anna.done(Command::Begin);
    assert_eq!(next(&mut carl), (opened.table.clone(), Playing, 2));
    // Bob unsubscribes, and gets a turn notice.
    let id = bob.next();
    bob.send(&ClientMessage::Unwatch { id, table: opened.table.clone() });
    assert!(matches!(bob.answer(id), ServerMessage::Done { .. }));
    anna.play();
    loop {
        match bob.receive().expect("the server disconnected") {
            ServerMessage::Turn { table, game } => {
                assert_eq!((table, game.as_str()), (opened.table.clone(), "rumis"));
                break;
            }
            ServerMessage::Events { .. } => panic!("he does not watch"),
            _ => {}
        }
    }
    let mine = server.get("/api/me/tables", bob.key.as_ref().unwrap());
    assert!(mine.contains(&opened.table) && mine.contains(r#""turn":1"#), "{mine}");
}

#[test]
fn malformed_messages_are_refused_and_oversized_ones_disconnect() {
    let server = TestServer::new();
    let mut anna = server.person("Anna");
    for (nonsense, re) in
        [("", 0), ("{", 0), ("null", 0), (r#"{"do":"fly","id":77}"#, 77), (r#"{"do":"hello","id":78,"protocol":1}"#, 78)]
    {
        anna.send_text(nonsense);
        assert!(
            matches!(anna.answer(re), ServerMessage::Refused { problem, .. } if problem.code == Code::Unreadable),
            "{nonsense}"
        );
    }
    anna.send_raw(Message::binary(vec![1, 2, 3]));
    assert!(matches!(anna.answer(0), ServerMessage::Refused { problem, .. } if problem.code == Code::Unreadable));
    for table in ["", "nothere", "../../etc/passwd", "é", &"x".repeat(5000)] {
        assert!(
            matches!(anna.subscribe(table, None), ServerMessage::Refused { problem, .. } if problem.code == Code::Unknown),
            "{table}"
        );
    }
    // A message that is too long ends only this connection.
    anna.send_raw(Message::text("x".repeat(100_000)));
    while anna.receive().is_some() {}
    server.again(&anna);

    // Another protocol version, a wrong key, and a request before `hello` are refused with a reason.
    for (ask, code) in [
        (ClientMessage::Hello { id: 1, protocol: 999, key: None, copy: false }, Code::Version),
        (ClientMessage::Hello { id: 1, protocol: 1, key: Some("tk_wrong_wrong".to_owned()), copy: false }, Code::BadKey),
        (ClientMessage::Ping { id: 1 }, Code::SignIn),
    ] {
        let mut unauthenticated = server.unauthenticated();
        unauthenticated.send(&ask);
        assert!(matches!(unauthenticated.answer(1), ServerMessage::Refused { problem, .. } if problem.code == code), "{ask:?}");
        assert!(unauthenticated.receive().is_none(), "the server disconnects");
    }
}

#[test]
fn a_client_over_the_rate_limit_is_refused_with_a_wait() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::open(data.path(), LimitSettings::default());
    let [mut anna, _bob] = game(&server, ["Anna", "Bob"], "rumis", &[]);
    let mut refused = 0;
    for line in 0..40 {
        if let ServerMessage::Refused { problem, .. } = anna.act(Command::Say { text: format!("line {line}") }) {
            assert_eq!(problem.code, Code::TooMuch);
            assert!(problem.wait.is_some());
            refused += 1;
        }
    }
    assert!((1..40).contains(&refused), "{refused}");
    // Other acts are still allowed.
    anna.play();
}

#[test]
fn a_client_that_falls_behind_is_disconnected() {
    let server = TestServer::new();
    let [mut anna, bob] = game(&server, ["Anna", "Bob"], "rumis", &[]);
    let mut deaf = server.person("Carl");
    deaf.subscribe(&anna.table.clone().unwrap(), None);
    // Bob and Carl stop reading; Anna sends many lines of chat.
    for line in 0..3000 {
        anna.done(Command::Say { text: format!("{line} {}", "x".repeat(280)) });
    }
    anna.play();
    drop((bob, deaf));
}

#[test]
fn names_and_chat_are_passed_on_unchanged() {
    let server = TestServer::new();
    let markup = "<b onx=alert(1)>&amp;";
    let [mut anna, mut bob] = game(&server, [markup, "Bob"], "rumis", &[]);
    anna.done(Command::Say { text: format!("  {markup}  ") });
    bob.until_said(markup);
    assert_eq!(bob.chat()[0].by.name, markup);
    for wrong in ["", "   ", "a\nb", "\u{202e}evil", &"x".repeat(301)] {
        assert_eq!(anna.refused(Command::Say { text: wrong.to_owned() }), Code::Invalid, "{wrong:?}");
    }
}
