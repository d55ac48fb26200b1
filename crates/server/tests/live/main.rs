//! The live protocol, over real sockets: whole games, and every way in that is not one.

mod client;
mod nodes;

use std::time::Duration;

use client::{Client, House};
use tablee_games::record::{ShuffleProof, prove, read};
use tablee_protocol::{Ask, Clock, Code, Command, Event, How, SeatPlan, Stage, Summary, Tell, Who};
use tablee_server::limits::LimitSettings;
use tungstenite::Message;

fn sit(invite: Option<&str>) -> Command {
    Command::Sit { seat: None, salt: Some("pepper".to_owned()), invite: invite.map(str::to_owned) }
}

/// A game on, with these people on its seats in order; the first is the host.
fn game<const N: usize>(house: &House, names: [&str; N], game: &str, options: &[(&str, &str)]) -> [Client; N] {
    let mut people = names.map(|name| house.person(name));
    let seats = (0..N).map(|seat| if seat == 0 { SeatPlan::Me } else { SeatPlan::Open }).collect();
    let opened = house.table(&people[0], game, options, seats);
    for (seat, person) in people.iter_mut().enumerate() {
        person.watch(&opened.table, None);
        if seat > 0 {
            person.done(sit(None));
        }
    }
    people[0].done(Command::Begin);
    for person in &mut people {
        person.until(|shared| *shared.stage() == Stage::Playing);
    }
    people
}

fn is_over(client: &Client) -> bool {
    matches!(client.shared().stage(), Stage::Over { .. })
}

/// Plays on until the game is over; everyone waits for everyone.
fn play_out(people: &mut [Client]) {
    while !is_over(&people[0]) {
        let Some(turn) = people.iter().position(Client::my_turn) else {
            // A bot is on turn.
            let version = people[0].version();
            people.iter_mut().for_each(|person| person.until(|shared| shared.version() > version));
            continue;
        };
        people[turn].play();
        let version = people[turn].version();
        people.iter_mut().for_each(|person| person.until(|shared| shared.version() >= version));
    }
}

#[test]
fn whole_games_end_in_the_same_count_for_all_and_a_record_that_is_proven() {
    let (house, _data) = House::new();
    for (name, options) in
        [("kumata", &[][..]), ("rumis", &[("players", "3")]), ("dogcity", &[("players", "3")]), ("cuminos", &[])]
    {
        let mut people = match options {
            [] => Vec::from(game(&house, ["Anna", "Bob"], name, options)),
            _ => Vec::from(game(&house, ["Anna", "Bob", "Carl"], name, options)),
        };
        play_out(&mut people);
        let ended = people[0].shared().stage().clone();
        assert!(matches!(ended, Stage::Over { how: How::Counted, .. }), "{name}: {ended:?}");
        assert!(
            people.iter().all(|person| *person.shared().stage() == ended && person.shared().hash() == people[0].shared().hash())
        );
        let table = people[0].table.clone().unwrap();
        let record = house.get(&format!("/api/tables/{table}/record"), people[0].key.as_ref().unwrap());
        let proof = prove(&read(record.as_bytes()).unwrap()).unwrap_or_else(|error| panic!("{name}: {}", error.problem));
        let drawn = people[0].shared().opened().commitment.is_some();
        assert_eq!(proof.shuffle == ShuffleProof::Proven, drawn, "{name}");
        // The salts of all are in it.
        assert_eq!(record.matches(" pepper").count(), if drawn { people.len() - 1 } else { 0 }, "{name}: {record}");
        // The server looks at the game by itself, for whoever asks.
        let analysis = nodes::eventually("an analysis", || {
            let answer = house.get(&format!("/api/tables/{table}/analysis"), people[0].key.as_ref().unwrap());
            serde_json::from_str::<tablee_protocol::Analysis>(&answer).ok()
        });
        let history = people[0].shared().table().unwrap().history();
        assert_eq!(analysis.moves.len(), history.iter().filter(|ply| ply.seat.is_some()).count(), "{name}");
    }
}

#[test]
fn every_way_into_anothers_seat_is_closed() {
    let (house, _data) = House::new();
    let [mut anna, mut bob] = game(&house, ["Anna", "Bob"], "rumis", &[]);
    let table = anna.table.clone().unwrap();
    let (v, mv) = (anna.version(), anna.any_move());
    let play = |v: u32, mv: &str| Command::Move { v, mv: mv.to_owned() };

    // Another's turn, a spectator, nobody at all.
    assert_eq!(bob.refused(play(v, &mv)), Code::NotYourTurn);
    let mut carl = house.person("Carl");
    carl.watch(&table, None);
    assert_eq!(carl.refused(play(v, &mv)), Code::NotSeated);
    assert_eq!(carl.refused(Command::Resign), Code::NotSeated);
    assert_eq!(carl.refused(Command::Undo), Code::NotSeated);
    let mut nobody = house.stranger();
    nobody.hello();
    nobody.watch(&table, None);
    assert_eq!(nobody.refused(play(v, &mv)), Code::SignIn);
    assert_eq!(nobody.refused(Command::Say { text: "hello".to_owned() }), Code::SignIn);

    // What is no move, and what chance alone does.
    assert_eq!(anna.refused(play(v, "nonsense")), Code::Illegal);
    assert_eq!(anna.refused(play(v, "")), Code::Illegal);
    assert_eq!(anna.refused(play(v + 5, &mv)), Code::Stale, "a version that never was");
    assert_eq!(anna.refused(play(v - 1, &mv)), Code::Stale, "before the game began");

    // Once, and not twice; chat in between changes nothing.
    bob.done(Command::Say { text: "good luck".to_owned() });
    anna.until(|shared| shared.version() > v);
    anna.done(play(v, &mv));
    assert_eq!(anna.refused(play(v, &mv)), Code::Stale);
    let now = anna.version();
    assert_eq!(anna.refused(play(now, &mv)), Code::NotYourTurn);

    // The host's powers end when the game begins, and are nobody else's.
    assert_eq!(bob.refused(Command::Begin), Code::NotHost);
    assert_eq!(bob.refused(Command::Close), Code::NotHost);
    assert_eq!(anna.refused(Command::Close), Code::Begun);
    assert_eq!(anna.refused(Command::Free { seat: 1 }), Code::Begun);
    assert_eq!(anna.refused(Command::Bot { seat: 1, bot: "level1".to_owned() }), Code::Begun);
    assert_eq!(carl.refused(sit(None)), Code::Begun);
    assert_eq!(anna.refused(Command::Leave), Code::Begun);
    assert_eq!(bob.refused(Command::Answer { yes: true }), Code::NothingAsked);
    assert_eq!(bob.refused(Command::Rematch), Code::NotBegun);
}

#[test]
fn draws_are_the_servers_alone() {
    let (house, _data) = House::new();
    let [mut anna, mut bob] = game(&house, ["Anna", "Bob"], "kumata", &[]);
    let v = anna.version();
    for player in [&mut anna, &mut bob] {
        let code = player.refused(Command::Move { v, mv: "+1-1".to_owned() });
        assert!(matches!(code, Code::Illegal | Code::NotYourTurn), "{code:?}");
    }
    let table = anna.table.clone().unwrap();
    for forged in [r#"{"do":"drawn","mv":"+1-1"}"#, r#"{"is":"drawn","mv":"+1-1"}"#, r#"{"do":"move","v":9,"mv":"x","seat":1}"#] {
        let id = anna.next();
        anna.send_text(&format!(r#"{{"do":"act","id":{id},"table":"{table}","act":{forged}}}"#));
        assert!(matches!(anna.answer(id), Tell::Refused { problem, .. } if problem.code == Code::Unreadable), "{forged}");
    }
    // The seed is told to nobody before the end.
    let view = house.get(&format!("/api/tables/{table}"), anna.key.as_ref().unwrap());
    assert!(view.contains("commitment") && !view.contains("\"seed\""));
    assert!(!house.get(&format!("/api/tables/{table}/record"), bob.key.as_ref().unwrap()).contains("reveal"));
}

#[test]
fn a_private_table_is_for_those_who_were_invited() {
    let (house, _data) = House::new();
    let (mut anna, mut bob, mut carl) = (house.person("Anna"), house.person("Bob"), house.person("Carl"));
    let opened = house.table_with(&anna, |table| {
        table.public = false;
        table.options = [("players".to_owned(), "3".to_owned())].into();
        table.seats = vec![SeatPlan::Me, SeatPlan::Reserved("Bob".to_owned()), SeatPlan::Open];
    });
    anna.watch(&opened.table, None);
    for secret in [None, Some(""), Some("wrong"), Some(&opened.invite[1..])] {
        assert!(matches!(carl.watch(&opened.table, secret), Tell::Refused { problem, .. } if problem.code == Code::Invitation));
        assert_eq!(carl.refused(sit(secret)), Code::Invitation);
    }
    assert_eq!(carl.refused(Command::Say { text: "hello?".to_owned() }), Code::Invitation);

    // The secret of the table opens the free seat, not the one that is kept for Bob.
    carl.watch(&opened.table, Some(&opened.invite));
    assert_eq!(carl.refused(Command::Sit { seat: Some(1), salt: None, invite: Some(opened.invite.clone()) }), Code::SeatTaken);
    carl.done(sit(Some(&opened.invite)));
    assert_eq!(carl.shared().seat_of(&carl.id), Some(2));
    assert_eq!(carl.refused(sit(Some(&opened.invite))), Code::SeatTaken, "one person has one seat");

    // Bob's own secret opens his.
    let Tell::Done { answer: Some(secret), .. } = reserve(&mut anna, 1) else { panic!("a secret is told") };
    assert!(matches!(bob.watch(&opened.table, Some(&secret)), Tell::Events { .. }));
    bob.done(sit(Some(&secret)));
    assert_eq!(bob.shared().seat_of(&bob.id), Some(1));

    // It is in no list, and others do not see it.
    let lists = house.get("/api/tables?state=open", carl.key.as_ref().unwrap());
    assert!(!lists.contains(&opened.table));
    // The host frees a seat, and may close the table.
    anna.done(Command::Free { seat: 2 });
    assert_eq!(anna.refused(Command::Free { seat: 7 }), Code::NoSuchSeat);
    assert_eq!(anna.refused(Command::Begin), Code::EmptySeats);
    anna.done(Command::Bot { seat: 2, bot: "level1".to_owned() });
    assert_eq!(anna.refused(Command::Bot { seat: 2, bot: "search:9999s".to_owned() }), Code::Invalid);
    bob.done(Command::Leave);
    anna.done(Command::Close);
    assert_eq!(anna.refused(Command::Begin), Code::Over);
}

fn reserve(host: &mut Client, seat: u8) -> Tell {
    let id = host.next();
    let act = Command::Reserve { seat, name: "Bob".to_owned() };
    host.send(&Ask::Act { id, table: host.table.clone().unwrap(), act });
    // The event comes first, then the secret, for the host alone.
    assert!(matches!(host.answer(id), Tell::Events { .. }));
    host.answer(id)
}

#[test]
fn a_move_is_taken_back_when_all_agree_and_never_across_a_draw() {
    let (house, _data) = House::new();
    let [mut anna, mut bob, mut carl] = game(&house, ["Anna", "Bob", "Carl"], "rumis", &[("players", "3")]);
    assert_eq!(anna.refused(Command::Undo), Code::CannotUndo);
    let before = anna.shared().hash();
    anna.play();
    let after = anna.shared().hash();
    anna.done(Command::Undo);
    assert_eq!(anna.refused(Command::Undo), Code::CannotUndo, "one asks once");
    for other in [&mut bob, &mut carl] {
        other.until(|shared| shared.undo().is_some());
    }
    assert_eq!(anna.refused(Command::Answer { yes: true }), Code::NothingAsked, "one cannot agree with oneself");
    bob.done(Command::Answer { yes: true });
    assert_eq!(bob.shared().hash(), after, "not all have agreed");
    carl.until(|shared| shared.undo().is_some_and(|undo| undo.agreed == [1]));
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
    // The next move is hers again.
    anna.play();

    // In Kumata something is drawn after every move.
    let [mut anna, mut bob] = game(&house, ["Anna", "Bob"], "kumata", &[]);
    let first = if anna.my_turn() { &mut anna } else { &mut bob };
    let events = first.play();
    assert!(events.iter().any(|event| matches!(event, Event::Drawn { .. })), "{events:?}");
    assert_eq!(first.refused(Command::Undo), Code::CannotUndo);
}

#[test]
fn a_clock_that_runs_out_ends_the_game_by_the_servers_hand() {
    let (house, _data) = House::new();
    let (mut anna, mut bob) = (house.person("Anna"), house.person("Bob"));
    let opened = house.table_with(&anna, |table| table.clock = Clock::Game { seconds: 2, increment: 1 });
    anna.watch(&opened.table, None);
    bob.watch(&opened.table, None);
    bob.done(sit(None));
    anna.done(Command::Begin);
    anna.play();
    let left = anna.shared().clocks().expect("there are clocks").left[0];
    assert!((1001..=3000).contains(&left), "{left}: what is left of two seconds, and one more");
    bob.until(|shared| matches!(shared.stage(), Stage::Over { .. }));
    assert_eq!(*bob.shared().stage(), Stage::Over { how: How::Time, places: vec![1, 2], scores: scores(&bob) });
    assert_eq!(bob.refused(Command::Resign), Code::Over);
}

fn scores(client: &Client) -> Vec<i32> {
    client.shared().table().unwrap().outcome().score.as_slice().to_vec()
}

#[test]
fn who_gives_up_is_replaced_by_a_bot_and_comes_last() {
    let (house, _data) = House::new();
    let mut people = game(&house, ["Anna", "Bob", "Carl"], "rumis", &[("players", "3")]);
    people[1].done(Command::Resign);
    assert!(matches!(&people[1].shared().chairs()[1].who, Some(Who::Bot(_))));
    let v = people[1].version();
    assert_eq!(people[1].refused(Command::Move { v, mv: "x".to_owned() }), Code::NotSeated);
    play_out(&mut people);
    let Stage::Over { places, .. } = people[0].shared().stage() else { panic!("it is over") };
    assert_eq!(places[1], 3);
    // It was rated, for the three who began it.
    people[0].until(|shared| matches!(shared.stage(), Stage::Over { .. }));
    let table = people[0].table.clone().unwrap();
    let view = house.get(&format!("/api/tables/{table}"), people[0].key.as_ref().unwrap());
    assert!(view.contains(r#""is":"rated""#), "{view}");

    // When the last person gives up, bots do not play on among themselves.
    let mut anna = house.person("Anna");
    let bots = vec![SeatPlan::Me, SeatPlan::Bot("level1".to_owned()), SeatPlan::Bot("level2".to_owned())];
    let opened = house.table(&anna, "rumis", &[("players", "3")], bots);
    anna.watch(&opened.table, None);
    anna.done(Command::Begin);
    anna.done(Command::Resign);
    assert!(matches!(anna.shared().stage(), Stage::Over { how: How::Resigned, places, .. } if places[0] == 3));
}

#[test]
fn a_bot_in_a_seat_plays_by_itself_and_agrees_to_everything() {
    let (house, _data) = House::new();
    let mut anna = house.person("Anna");
    let opened = house.table(&anna, "cuminos", &[], vec![SeatPlan::Bot("level2".to_owned()), SeatPlan::Me]);
    anna.watch(&opened.table, None);
    anna.done(Command::Begin);
    let mut people = [anna];
    play_out(&mut people);

    let [mut anna] = people;
    anna.shared = None;
    let opened = house.table(&anna, "rumis", &[], vec![SeatPlan::Me, SeatPlan::Bot("level1".to_owned())]);
    anna.watch(&opened.table, None);
    anna.done(Command::Begin);
    anna.play();
    anna.until(|shared| shared.on_turn() == Some(0));
    let events = anna.done(Command::Undo);
    assert!(matches!(events[..], [Event::Asked { .. }, Event::Undone { plies: 0 }]), "{events:?}");
}

#[test]
fn coming_back_one_is_told_what_one_has_missed() {
    let (house, _data) = House::new();
    let [mut anna, bob] = game(&house, ["Anna", "Bob"], "rumis", &[]);
    let (table, known) = (bob.table.clone().unwrap(), bob.version());
    anna.play();
    let mut again = house.again(&bob);
    let id = again.next();
    again.send(&Ask::Watch { id, table: table.clone(), from: known, invite: None });
    let Tell::Events { events, hash: Some(hash), .. } = again.answer(id) else { panic!("the gap is told") };
    assert_eq!(events.iter().map(|numbered| numbered.v).collect::<Vec<_>>(), [known + 1]);
    assert_eq!(Some(hash), anna.shared().hash());
    again.watch(&table, None);
    again.play();
}

#[test]
fn the_same_people_meet_again_one_seat_further_on() {
    let (house, _data) = House::new();
    let (mut anna, mut bob, mut carl) = (house.person("Anna"), house.person("Bob"), house.person("Carl"));
    let opened = house.table_with(&anna, |table| table.public = false);
    anna.watch(&opened.table, None);
    bob.watch(&opened.table, Some(&opened.invite));
    bob.done(sit(Some(&opened.invite)));
    anna.done(Command::Begin);
    bob.until(|shared| *shared.stage() == Stage::Playing);
    bob.done(Command::Resign);
    let Tell::Done { answer: Some(next), .. } = meet_again(&mut bob) else { panic!("a table is named") };
    anna.until(|shared| shared.rematch().is_some());
    assert_eq!(anna.shared().rematch(), Some(next.as_str()));
    let Tell::Done { answer: Some(same), .. } = anna.act(Command::Rematch) else { panic!("a table is named") };
    assert_eq!(same, next);
    // Anna needs no invitation to it; Carl does.
    anna.shared = None;
    anna.watch(&next, None);
    anna.done(sit(None));
    assert_eq!(anna.shared().seat_of(&anna.id), Some(1));
    assert_eq!(anna.shared().seat_of(&bob.id), Some(0));
    assert!(matches!(carl.watch(&next, None), Tell::Refused { problem, .. } if problem.code == Code::Invitation));
}

fn meet_again(client: &mut Client) -> Tell {
    let id = client.next();
    client.send(&Ask::Act { id, table: client.table.clone().unwrap(), act: Command::Rematch });
    assert!(matches!(client.answer(id), Tell::Events { .. }));
    client.answer(id)
}

#[test]
fn a_restart_changes_nothing_but_gives_the_lost_time_back() {
    let data = tempfile::tempdir().unwrap();
    let house = House::open(data.path(), LimitSettings::none());
    let (mut anna, mut bob) = (house.person("Anna"), house.person("Bob"));
    let opened = house.table_with(&anna, |table| {
        table.game = "kumata".to_owned();
        table.clock = Clock::Game { seconds: 300, increment: 0 };
    });
    anna.watch(&opened.table, None);
    bob.watch(&opened.table, None);
    bob.done(sit(None));
    anna.done(Command::Begin);
    bob.until(|shared| *shared.stage() == Stage::Playing);
    let first = if anna.my_turn() { &mut anna } else { &mut bob };
    first.play();
    let (version, hash) = (first.version(), first.shared().hash());
    drop(house);

    std::thread::sleep(Duration::from_millis(2500));
    let house = House::open(data.path(), LimitSettings::none());
    let mut back = [&anna, &bob].map(|person| house.again(person));
    for person in &mut back {
        person.watch(&opened.table, None);
        person.until(|shared| shared.version() > version);
        assert_eq!(person.shared().hash(), hash);
        let clocks = person.shared().clocks().unwrap();
        let seat = usize::from(person.shared().on_turn().unwrap());
        assert!(clocks.left[seat] > 297_500, "{clocks:?}: the time without a server does not count");
    }
    let mut people = Vec::from(back);
    for person in &mut people {
        person.until(|shared| shared.version() == version + 1);
    }
    play_out(&mut people);
    let record = house.get(&format!("/api/tables/{}/record", opened.table), people[0].key.as_ref().unwrap());
    assert_eq!(prove(&read(record.as_bytes()).unwrap()).unwrap().shuffle, ShuffleProof::Proven);
}

#[test]
fn a_bot_that_was_thinking_when_the_server_stopped_thinks_again() {
    let data = tempfile::tempdir().unwrap();
    let house = House::open(data.path(), LimitSettings::none());
    let mut anna = house.person("Anna");
    let opened = house.table(&anna, "rumis", &[], vec![SeatPlan::Me, SeatPlan::Bot("level9".to_owned())]);
    anna.watch(&opened.table, None);
    anna.done(Command::Begin);
    anna.play();
    let version = anna.version();
    drop(house);
    let house = House::open(data.path(), LimitSettings::none());
    let mut back = house.again(&anna);
    back.watch(&opened.table, None);
    back.until(|shared| shared.version() > version && shared.on_turn() == Some(0));
}

#[test]
fn the_lobby_tells_of_open_tables_and_a_turn_is_told_wherever_one_is() {
    let (house, _data) = House::new();
    let (mut anna, mut bob, mut carl) = (house.person("Anna"), house.person("Bob"), house.person("Carl"));
    let id = carl.next();
    carl.send(&Ask::Lobby { id, on: true });
    assert!(matches!(carl.answer(id), Tell::Lobby { tables, .. } if tables.is_empty()));
    let opened = house.table_with(&anna, |_| {});
    let seen = |summary: &Summary| {
        (summary.table.clone(), summary.state, summary.seats.iter().filter(|seat| seat.who.is_some()).count())
    };
    let next = |carl: &mut Client| loop {
        if let Some(Tell::Lobby { tables, .. }) = carl.hear() {
            return seen(&tables[0]);
        }
    };
    use tablee_protocol::TableState::{Open, Playing};
    assert_eq!(next(&mut carl), (opened.table.clone(), Open, 1));
    anna.watch(&opened.table, None);
    bob.watch(&opened.table, None);
    bob.done(sit(None));
    assert_eq!(next(&mut carl), (opened.table.clone(), Open, 2));
    anna.done(Command::Begin);
    assert_eq!(next(&mut carl), (opened.table.clone(), Playing, 2));
    // Bob looks away, and is told when it is his turn.
    let id = bob.next();
    bob.send(&Ask::Unwatch { id, table: opened.table.clone() });
    assert!(matches!(bob.answer(id), Tell::Done { .. }));
    anna.play();
    loop {
        match bob.hear().expect("the server hung up") {
            Tell::Turn { table, game } => {
                assert_eq!((table, game.as_str()), (opened.table.clone(), "rumis"));
                break;
            }
            Tell::Events { .. } => panic!("he does not watch"),
            _ => {}
        }
    }
    let mine = house.get("/api/me/tables", bob.key.as_ref().unwrap());
    assert!(mine.contains(&opened.table) && mine.contains(r#""turn":1"#), "{mine}");
}

#[test]
fn nonsense_is_answered_and_floods_are_cut_off() {
    let (house, _data) = House::new();
    let mut anna = house.person("Anna");
    for (nonsense, re) in
        [("", 0), ("{", 0), ("null", 0), (r#"{"do":"fly","id":77}"#, 77), (r#"{"do":"hello","id":78,"protocol":1}"#, 78)]
    {
        anna.send_text(nonsense);
        assert!(matches!(anna.answer(re), Tell::Refused { problem, .. } if problem.code == Code::Unreadable), "{nonsense}");
    }
    anna.send_raw(Message::binary(vec![1, 2, 3]));
    assert!(matches!(anna.answer(0), Tell::Refused { problem, .. } if problem.code == Code::Unreadable));
    for table in ["", "nothere", "../../etc/passwd", "é", &"x".repeat(5000)] {
        assert!(matches!(anna.watch(table, None), Tell::Refused { problem, .. } if problem.code == Code::Unknown), "{table}");
    }
    // A message that is too long ends the connection, and nothing else.
    anna.send_raw(Message::text("x".repeat(100_000)));
    while anna.hear().is_some() {}
    house.again(&anna);

    // Another version, a wrong key, and impatience are told why.
    for (ask, code) in [
        (Ask::Hello { id: 1, protocol: 999, key: None }, Code::Version),
        (Ask::Hello { id: 1, protocol: 1, key: Some("tk_wrong_wrong".to_owned()) }, Code::BadKey),
        (Ask::Ping { id: 1 }, Code::SignIn),
    ] {
        let mut stranger = house.stranger();
        stranger.send(&ask);
        assert!(matches!(stranger.answer(1), Tell::Refused { problem, .. } if problem.code == code), "{ask:?}");
        assert!(stranger.hear().is_none(), "the server hangs up");
    }
}

#[test]
fn who_sends_too_much_is_refused_and_told_how_long_to_wait() {
    let data = tempfile::tempdir().unwrap();
    let house = House::open(data.path(), LimitSettings::default());
    let [mut anna, _bob] = game(&house, ["Anna", "Bob"], "rumis", &[]);
    let mut refused = 0;
    for line in 0..40 {
        if let Tell::Refused { problem, .. } = anna.act(Command::Say { text: format!("line {line}") }) {
            assert_eq!(problem.code, Code::TooMuch);
            assert!(problem.wait.is_some());
            refused += 1;
        }
    }
    assert!((1..40).contains(&refused), "{refused}");
    // She may still play.
    anna.play();
}

#[test]
fn whoever_does_not_listen_is_dropped_without_harm() {
    let (house, _data) = House::new();
    let [mut anna, bob] = game(&house, ["Anna", "Bob"], "rumis", &[]);
    let mut deaf = house.person("Carl");
    deaf.watch(&anna.table.clone().unwrap(), None);
    // Bob and Carl read nothing any more; Anna talks a lot.
    for line in 0..3000 {
        anna.done(Command::Say { text: format!("{line} {}", "x".repeat(280)) });
    }
    anna.play();
    drop((bob, deaf));
}

#[test]
fn names_and_words_are_passed_on_as_they_are() {
    let (house, _data) = House::new();
    let markup = "<b onx=alert(1)>&amp;";
    let [mut anna, mut bob] = game(&house, [markup, "Bob"], "rumis", &[]);
    anna.done(Command::Say { text: format!("  {markup}  ") });
    bob.until(|shared| shared.version() >= anna.version());
    let said = bob.told.iter().find_map(|tell| match tell {
        Tell::Events { events, .. } => events.iter().find_map(|numbered| match &numbered.event {
            Event::Said { by, text } => Some((by.name.clone(), text.clone())),
            _ => None,
        }),
        _ => None,
    });
    assert_eq!(said, Some((markup.to_owned(), markup.to_owned())));
    for wrong in ["", "   ", "a\nb", "\u{202e}evil", &"x".repeat(301)] {
        assert_eq!(anna.refused(Command::Say { text: wrong.to_owned() }), Code::Invalid, "{wrong:?}");
    }
}

#[test]
fn a_key_that_is_given_back_is_good_for_nothing_at_once() {
    let (house, _data) = House::new();
    let [mut anna, _bob] = game(&house, ["Anna", "Bob"], "rumis", &[]);
    let key = anna.key.clone().unwrap();
    let signed_out =
        ureq::post(format!("http://{}/api/sign-out", house.address)).header("Authorization", format!("Bearer {key}"));
    assert_eq!(signed_out.send_empty().unwrap().status(), 204);
    while anna.hear().is_some() {}
    let mut again = house.stranger();
    again.send(&Ask::Hello { id: 1, protocol: 1, key: Some(key) });
    assert!(matches!(again.answer(1), Tell::Refused { problem, .. } if problem.code == Code::BadKey));
}
