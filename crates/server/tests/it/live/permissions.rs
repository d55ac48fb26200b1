//! Permissions: seats, draws, private tables, revoked keys.

use tablee_core::Seat;
use tablee_protocol::{Act, ClientMessage, Code, Command, SeatPlan, ServerMessage};

use super::client::Client;
use super::{game, sit};
use crate::common::server::TestServer;

#[test]
fn nobody_acts_for_another_seat() {
    let server = TestServer::new();
    let [mut anna, mut bob] = game(&server, ["Anna", "Bob"], "rumis", &[]);
    let table = anna.table.clone().unwrap();
    let (v, mv) = (anna.version(), anna.any_move());
    let play = |v: u32, mv: &str| Command::Move { v, mv: mv.to_owned() };

    // It is not the player's turn; a spectator; a client without a key.
    assert_eq!(bob.refused(play(v, &mv)), Code::NotYourTurn);
    let mut carl = server.person("Carl");
    carl.subscribe(&table, None);
    assert_eq!(carl.refused(play(v, &mv)), Code::NotSeated);
    assert_eq!(carl.refused(Command::Resign), Code::NotSeated);
    assert_eq!(carl.refused(Command::Undo), Code::NotSeated);
    let mut nobody = server.unauthenticated();
    nobody.hello();
    nobody.subscribe(&table, None);
    assert_eq!(nobody.refused(play(v, &mv)), Code::SignIn);
    assert_eq!(nobody.refused(Command::Say { text: "hello".to_owned() }), Code::SignIn);

    // Illegal moves, and wrong versions.
    assert_eq!(anna.refused(play(v, "nonsense")), Code::Illegal);
    assert_eq!(anna.refused(play(v, "")), Code::Illegal);
    assert_eq!(anna.refused(play(v + 5, &mv)), Code::Stale, "a version that does not exist yet");
    assert_eq!(anna.refused(play(v - 1, &mv)), Code::Stale, "before the game began");

    // A move is idempotent: sent twice with the same version, it is played once. Chat in between does no harm.
    bob.done(Command::Say { text: "good luck".to_owned() });
    anna.until_said("good luck");
    anna.done(play(v, &mv));
    assert_eq!(anna.refused(play(v, &mv)), Code::Stale);
    let now = anna.version();
    assert_eq!(anna.refused(play(now, &mv)), Code::NotYourTurn);

    // The host's rights end when the game begins, and nobody else has them.
    assert_eq!(bob.refused(Command::Begin), Code::NotHost);
    assert_eq!(bob.refused(Command::Close), Code::NotHost);
    assert_eq!(anna.refused(Command::Close), Code::Begun);
    assert_eq!(anna.refused(Command::Free { seat: Seat::new(1) }), Code::Begun);
    assert_eq!(anna.refused(Command::Bot { seat: Seat::new(1), bot: "level1".to_owned() }), Code::Begun);
    assert_eq!(carl.refused(sit(None)), Code::Begun);
    assert_eq!(anna.refused(Command::Leave), Code::Begun);
    assert_eq!(bob.refused(Command::Answer { yes: true }), Code::NothingAsked);
    assert_eq!(bob.refused(Act::Rematch), Code::NotBegun);
}

#[test]
fn an_invitation_can_be_renewed_and_revoked() {
    let server = TestServer::new();
    let (mut anna, mut bob, mut carl) = (server.person("Anna"), server.person("Bob"), server.person("Carl"));
    let opened = server.table_with(&anna, |table| table.public = false);
    anna.subscribe(&opened.table, None);
    // Bob watches by invitation, Carl has only the secret.
    bob.subscribe(&opened.table, Some(&opened.invite));
    assert_eq!(bob.refused(Command::Renew { watch: false }), Code::NotHost);
    assert_eq!(bob.refused(Command::Revoke { watch: false }), Code::NotHost);
    let answer_of = |client: &mut Client, command: Command| {
        let id = client.next();
        client.send(&ClientMessage::Act { id, table: opened.table.clone(), act: command.into() });
        assert!(matches!(client.answer(id), ServerMessage::Events { .. }));
        match client.answer(id) {
            ServerMessage::Done { answer: Some(secret), .. } => secret,
            other => panic!("{other:?}"),
        }
    };
    let renewed = answer_of(&mut anna, Command::Renew { watch: false });
    assert_ne!(renewed, opened.invite);
    assert!(bob.is_disconnected(), "the invitation of a spectator is no longer valid");
    let refused =
        |tell: ServerMessage| matches!(tell, ServerMessage::Refused { problem, .. } if problem.code == Code::Invitation);
    assert!(refused(carl.subscribe(&opened.table, Some(&opened.invite))));
    assert!(matches!(carl.subscribe(&opened.table, Some(&renewed)), ServerMessage::Events { .. }));
    // Secrets of reserved seats end with it.
    let for_seat = answer_of(&mut anna, Command::Reserve { seat: Seat::new(1), name: "Zoé".to_owned() });
    anna.done(Command::Revoke { watch: false });
    let mut zoe = server.person("Zoé");
    assert!(refused(zoe.subscribe(&opened.table, Some(&for_seat))));
    assert!(refused(zoe.subscribe(&opened.table, Some(&renewed))));
    // A new one does not bring back any of the old ones.
    let again = answer_of(&mut anna, Command::Renew { watch: false });
    for old in [&opened.invite, &renewed, &for_seat] {
        assert!(refused(zoe.subscribe(&opened.table, Some(old))));
    }
    assert!(matches!(zoe.subscribe(&opened.table, Some(&again)), ServerMessage::Events { .. }));
}

#[test]
fn the_host_is_told_who_the_spectators_are() {
    let server = TestServer::new();
    let (mut anna, mut bob, mut carl) = (server.person("Anna"), server.person("Bob"), server.person("Carl"));
    let opened = server.table_with(&anna, |table| table.public = true);
    let mut nobody = server.unauthenticated();
    nobody.hello();
    for person in [&mut nobody, &mut anna, &mut bob, &mut carl] {
        person.subscribe(&opened.table, None);
    }
    let told = |count: u32, names: &'static [&'static str]| {
        move |tell: &ServerMessage| {
            let ServerMessage::Present { watchers, spectators, .. } = tell else { return false };
            *watchers == count && spectators.iter().map(|person| person.name.as_str()).eq(names.iter().copied())
        }
    };
    anna.until_received(told(3, &["Bob", "Carl"]));
    // Others see only how many there are.
    carl.until_received(told(3, &[]));
    bob.done(sit(None));
    anna.until_received(told(2, &["Carl"]));
    let named = |tell: &ServerMessage| matches!(tell, ServerMessage::Present { spectators, .. } if !spectators.is_empty());
    carl.until_received(told(2, &[]));
    assert!(!carl.received.iter().any(named));
}

#[test]
fn people_who_were_removed_stay_out() {
    let server = TestServer::new();
    let (mut anna, mut bob, mut carl) = (server.person("Anna"), server.person("Bob"), server.person("Carl"));
    let opened = server.table_with(&anna, |table| table.public = true);
    for person in [&mut anna, &mut bob, &mut carl] {
        person.subscribe(&opened.table, None);
    }
    bob.done(sit(None));
    anna.until(|shared| shared.chairs()[Seat::new(1)].who.is_some());
    let remove = |person: &Client| Command::Remove { person: person.id.clone() };
    assert_eq!(carl.refused(remove(&bob)), Code::NotHost);
    assert_eq!(anna.refused(remove(&anna)), Code::Invalid);
    // A player before the game, and a spectator.
    anna.done(remove(&bob));
    assert!(anna.shared().chairs()[Seat::new(1)].who.is_none());
    anna.done(remove(&carl));
    for (person, name) in [(bob, "Bob"), (carl, "Carl")] {
        let mut person = person;
        assert!(person.is_disconnected(), "{name}");
        let mut again = server.again(&person);
        let told = again.subscribe(&opened.table, Some(&opened.invite));
        assert!(matches!(told, ServerMessage::Refused { problem, .. } if problem.code == Code::Removed), "{name}");
        again.table = Some(opened.table.clone());
        assert_eq!(again.refused(sit(Some(&opened.invite))), Code::Removed, "{name}");
        assert_eq!(again.refused(Command::Say { text: "hello".to_owned() }), Code::Removed, "{name}");
    }
    // A player of a game that has begun stays until its end.
    let mut dora = server.person("Dora");
    dora.subscribe(&opened.table, None);
    dora.done(sit(None));
    anna.until(|shared| shared.chairs()[Seat::new(1)].who.is_some());
    anna.done(Command::Begin);
    assert_eq!(anna.refused(remove(&dora)), Code::Begun);
}

#[test]
fn only_the_server_draws() {
    let server = TestServer::new();
    let [mut anna, mut bob] = game(&server, ["Anna", "Bob"], "kumata", &[]);
    let v = anna.version();
    for player in [&mut anna, &mut bob] {
        let code = player.refused(Command::Move { v, mv: "+1-1".to_owned() });
        assert!(matches!(code, Code::Illegal | Code::NotYourTurn), "{code:?}");
    }
    let table = anna.table.clone().unwrap();
    for forged in [r#"{"do":"drawn","mv":"+1-1"}"#, r#"{"is":"drawn","mv":"+1-1"}"#, r#"{"do":"move","v":9,"mv":"x","seat":1}"#] {
        let id = anna.next();
        anna.send_text(&format!(r#"{{"do":"act","id":{id},"table":"{table}","act":{forged}}}"#));
        assert!(
            matches!(anna.answer(id), ServerMessage::Refused { problem, .. } if problem.code == Code::Unreadable),
            "{forged}"
        );
    }
    // The seed is secret until the end.
    let view = server.get(&format!("/api/tables/{table}"), anna.key.as_ref().unwrap());
    assert!(view.contains("commitment") && !view.contains("\"seed\""));
    assert!(!server.get(&format!("/api/tables/{table}/record"), bob.key.as_ref().unwrap()).contains("reveal"));
}

#[test]
fn a_private_table_needs_an_invitation() {
    let server = TestServer::new();
    let (mut anna, mut bob, mut carl) = (server.person("Anna"), server.person("Bob"), server.person("Carl"));
    let opened = server.table_with(&anna, |table| {
        table.public = false;
        table.options = [("players".to_owned(), "3".to_owned())].into();
        table.seats = vec![SeatPlan::Me, SeatPlan::Reserved("Bob".to_owned()), SeatPlan::Open];
    });
    anna.subscribe(&opened.table, None);
    for secret in [None, Some(""), Some("wrong"), Some(&opened.invite[1..])] {
        assert!(
            matches!(carl.subscribe(&opened.table, secret), ServerMessage::Refused { problem, .. } if problem.code == Code::Invitation)
        );
        assert_eq!(carl.refused(sit(secret)), Code::Invitation);
    }
    assert_eq!(carl.refused(Command::Say { text: "hello?".to_owned() }), Code::Invitation);

    // The secret of the table is good for the free seat, but not for the seat reserved for Bob.
    carl.subscribe(&opened.table, Some(&opened.invite));
    assert_eq!(
        carl.refused(Command::Sit { seat: Some(Seat::new(1)), salt: None, invite: Some(opened.invite.clone()) }),
        Code::SeatTaken
    );
    carl.done(sit(Some(&opened.invite)));
    assert_eq!(carl.shared().seat_of(&carl.id), Some(Seat::new(2)));
    assert_eq!(carl.refused(sit(Some(&opened.invite))), Code::SeatTaken, "one person can take only one seat");

    // Bob's own secret is good for his seat.
    let ServerMessage::Done { answer: Some(secret), .. } = reserve(&mut anna, Seat::new(1)) else { panic!("no secret") };
    assert!(matches!(bob.subscribe(&opened.table, Some(&secret)), ServerMessage::Events { .. }));
    bob.done(sit(Some(&secret)));
    assert_eq!(bob.shared().seat_of(&bob.id), Some(Seat::new(1)));

    // A private table is not listed.
    let lists = server.get("/api/tables?state=open", carl.key.as_ref().unwrap());
    assert!(!lists.contains(&opened.table));
    // The host may free a seat, and close the table.
    anna.done(Command::Free { seat: Seat::new(2) });
    assert_eq!(anna.refused(Command::Free { seat: Seat::new(5) }), Code::NoSuchSeat);
    assert_eq!(anna.refused(Command::Begin), Code::EmptySeats);
    anna.done(Command::Bot { seat: Seat::new(2), bot: "level1".to_owned() });
    assert_eq!(anna.refused(Command::Bot { seat: Seat::new(2), bot: "search:9999s".to_owned() }), Code::Invalid);
    bob.done(Command::Leave);
    anna.done(Command::Close);
    assert_eq!(anna.refused(Command::Begin), Code::Over);
}

fn reserve(host: &mut Client, seat: Seat) -> ServerMessage {
    let id = host.next();
    let act = Command::Reserve { seat, name: "Bob".to_owned() };
    host.send(&ClientMessage::Act { id, table: host.table.clone().unwrap(), act: act.into() });
    // First the event, then the secret, which only the host gets.
    assert!(matches!(host.answer(id), ServerMessage::Events { .. }));
    host.answer(id)
}

#[test]
fn a_revoked_key_stops_working_at_once() {
    let server = TestServer::new();
    let [mut anna, _bob] = game(&server, ["Anna", "Bob"], "rumis", &[]);
    let key = anna.key.clone().unwrap();
    let signed_out =
        ureq::post(format!("http://{}/api/sign-out", server.address)).header("Authorization", format!("Bearer {key}"));
    assert_eq!(signed_out.send_empty().unwrap().status(), 204);
    while anna.receive().is_some() {}
    let mut again = server.unauthenticated();
    again.send(&ClientMessage::Hello { id: 1, protocol: 1, key: Some(key), copy: false });
    assert!(matches!(again.answer(1), ServerMessage::Refused { problem, .. } if problem.code == Code::BadKey));
}
