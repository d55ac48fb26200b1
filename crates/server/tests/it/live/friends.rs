//! Friends at one table: the game begins by itself, seats are swapped, rematches follow each other, games pause.

use std::time::Duration;

use serde_json::{Value, json};
use tablee_core::Seat;
use tablee_protocol::{
    Act, ChatLine, ClientMessage, Clock, Code, Command, Event, Numbered, Progress, Proposal, QuickWord, SeatPlan, ServerMessage,
    Shared,
};
use tablee_server::limits::LimitSettings;

use super::client::Client;
use super::{game, sit};
use crate::common::Client as Http;
use crate::common::server::{Cluster, TestServer};

fn table(client: &Client) -> String {
    client.table.clone().unwrap()
}

fn is_playing(shared: &Shared) -> bool {
    shared.progress() == Progress::Playing
}

/// Anna's table, where Bob sits down: the count-down runs.
fn starting(servers: [&TestServer; 2], public: bool) -> [Client; 2] {
    let (mut anna, mut bob) = (servers[0].person("Anna"), servers[1].person("Bob"));
    let opened = servers[0].table_with(&anna, |table| table.public = public);
    anna.subscribe(&opened.table, None);
    bob.subscribe(&opened.table, Some(&opened.invite));
    let sat = bob.done(sit(Some(&opened.invite)));
    assert!(matches!(sat[..], [Event::Sat { .. }, Event::Starting { .. }]), "{sat:?}");
    anna.until(|shared| shared.begins().is_some());
    [anna, bob]
}

/// Acts; the answer that follows the events.
fn answer_of(client: &mut Client, act: impl Into<Act>) -> String {
    let (id, table) = (client.next(), table(client));
    client.send(&ClientMessage::Act { id, table, act: act.into() });
    loop {
        match client.answer(id) {
            ServerMessage::Done { answer: Some(answer), .. } => return answer,
            ServerMessage::Events { .. } => {}
            other => panic!("{other:?}"),
        }
    }
}

/// How often the game of a table began, as it is stored.
fn beginnings(server: &TestServer, client: &Client) -> usize {
    let view: Value =
        serde_json::from_str(&server.get(&format!("/api/tables/{}", table(client)), client.key.as_ref().unwrap())).unwrap();
    let events: Vec<Numbered> = serde_json::from_value(view["events"].clone()).unwrap();
    events.iter().filter(|numbered| matches!(numbered.event, Event::Begun { .. })).count()
}

#[test]
fn a_full_table_begins_by_itself() {
    let server = TestServer::new();
    let [mut anna, mut bob] = starting([&server, &server], true);
    bob.done(Command::Leave);
    anna.until(|shared| shared.begins().is_none());
    bob.done(sit(None));
    anna.until(|shared| shared.begins().is_some());
    // The host sees it in her list too, and then it begins, without anybody asking.
    let mine: Value = serde_json::from_str(&server.get("/api/me/tables", anna.key.as_ref().unwrap())).unwrap();
    assert_eq!(mine["tables"][0]["begins"].as_u64(), anna.shared().begins());
    anna.until(is_playing);
    bob.until(is_playing);
    assert_eq!(beginnings(&server, &anna), 1);
    assert_eq!(anna.refused(Command::Begin), Code::Begun);
}

#[test]
fn it_begins_at_once_when_all_are_ready() {
    let server = TestServer::new();
    let [mut anna, mut bob] = starting([&server, &server], true);
    bob.done(Command::Ready { yes: false });
    anna.until(|shared| shared.begins().is_none());
    anna.done(Command::Ready { yes: true });
    let events = bob.done(Command::Ready { yes: true });
    assert!(matches!(events[..], [Event::Ready { .. }, Event::Begun { .. }]), "{events:?}");
    anna.until(is_playing);
}

#[test]
fn a_count_down_outlives_a_restart() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::open(data.path(), LimitSettings::none());
    let [anna, _bob] = starting([&server, &server], true);
    let (key, path) = (anna.key.clone().unwrap(), format!("/api/tables/{}", table(&anna)));
    drop(server);
    // Nobody connects to the table: the server itself looks for it.
    let server = TestServer::open(data.path(), LimitSettings::none());
    let client = Http::new(&server).with_key(&key.into());
    super::nodes::eventually("the game begins", || {
        let over = client.get("/api/tables?state=playing").with(200);
        over["tables"].as_array().is_some_and(|tables| !tables.is_empty()).then_some(())
    });
    assert_eq!(client.get(&path).with(200)["summary"]["state"], "playing");
}

#[test]
fn several_nodes_begin_a_game_once() {
    let cluster = Cluster::start();
    let (one, two) = (cluster.node(), cluster.node());
    let [mut anna, mut bob] = starting([&one, &two], true);
    anna.until(is_playing);
    bob.until(is_playing);
    assert_eq!(beginnings(&one, &anna), 1);
    // Both nodes go on with the same table.
    let (first, second) = if anna.my_turn() { (&mut anna, &mut bob) } else { (&mut bob, &mut anna) };
    first.play();
    let version = first.version();
    second.until(|shared| shared.version() == version);
    second.play();
}

#[test]
fn seats_are_swapped_with_consent() {
    let server = TestServer::new();
    let [mut anna, mut bob] = starting([&server, &server], true);
    let [zero, one] = [0, 1].map(Seat::new);
    bob.done(Command::Swap { seat: zero });
    anna.until(|shared| shared.proposal().is_some_and(|open| open.what == Proposal::Swap { with: zero }));
    anna.done(Command::Agree { yes: true });
    bob.until(|shared| shared.seat_of(&shared.opened().host.id) == Some(one));
    assert_eq!(bob.refused(Command::Arrange { seats: vec![one, zero] }), Code::NotHost);
    anna.done(Command::Arrange { seats: vec![one, zero] });
    bob.until(|shared| shared.seat_of(&shared.opened().host.id) == Some(zero));
    anna.done(Command::Begin);
    assert_eq!(anna.refused(Command::Swap { seat: one }), Code::Begun);
}

#[test]
fn a_rematch_is_one_click_each_and_keeps_score_and_chat() {
    let server = TestServer::new();
    let [mut anna, mut bob] = game(&server, ["Anna", "Bob"], "rumis", &[]);
    anna.done(Command::Say { text: "first game".to_owned() });
    let first = table(&anna);
    bob.done(Command::Resign);
    anna.until(|shared| shared.progress() == Progress::Over);
    for (number, (wins_of_anna, wins_of_bob)) in [(2, (1, 0)), (3, (1, 1))] {
        let there = answer_of(&mut anna, Act::Rematch);
        assert_eq!(answer_of(&mut bob, Act::Rematch), there);
        let seat_before = anna.shared().seat_of(&anna.id).unwrap();
        for person in [&mut anna, &mut bob] {
            (person.shared, person.received) = (None, Vec::new());
            person.subscribe(&there, None);
        }
        // Both sit, one seat further, and it begins by itself.
        assert!(bob.shared().begins().is_some() || is_playing(bob.shared()));
        assert_ne!(anna.shared().seat_of(&anna.id), Some(seat_before));
        let series = anna.shared().opened().series.clone().expect("it is a series");
        assert_eq!((series.number, series.tables.last()), (number, Some(&first)));
        let wins = |person: &Client| series.score.iter().find(|score| score.person == person.id).unwrap().wins;
        assert_eq!((wins(&anna), wins(&bob)), (wins_of_anna, wins_of_bob));
        // Both read what was said before; strangers do not.
        bob.until_said("first game");
        assert!(matches!(&bob.chat()[..], [ChatLine { table: Some(table), .. }] if *table == first));
        let mut zoe = server.person("Zoe");
        zoe.subscribe(&there, None);
        zoe.done(Command::Say { text: "hello".to_owned() });
        zoe.until_said("hello");
        assert_eq!(zoe.chat().len(), 1, "{:?}", zoe.chat());
        anna.until(is_playing);
        bob.until(is_playing);
        anna.done(Command::Resign);
        bob.until(|shared| shared.progress() == Progress::Over);
    }
    let score = anna.shared().series_score();
    assert!(score.iter().all(|score| score.games == 3), "{score:?}");
}

#[test]
fn a_game_is_paused_and_time_is_given() {
    let cluster = Cluster::start();
    let (one, two) = (cluster.node(), cluster.node());
    let (mut anna, mut bob) = (one.person("Anna"), two.person("Bob"));
    let opened = one.table_with(&anna, |table| table.clock = Clock::Game { seconds: 3, increment: 0 });
    anna.subscribe(&opened.table, None);
    bob.subscribe(&opened.table, None);
    bob.done(sit(None));
    anna.until(|shared| shared.begins().is_some());
    anna.done(Command::Begin);
    bob.until(is_playing);
    bob.done(Command::Pause);
    anna.until(|shared| shared.proposal().is_some());
    anna.done(Command::Agree { yes: true });
    bob.until(Shared::is_paused);
    // Longer than anybody has.
    std::thread::sleep(Duration::from_secs(4));
    let (v, mv) = (anna.version(), anna.any_move());
    assert_eq!(anna.refused(Command::Move { v, mv }), Code::Paused);
    bob.done(Command::Give { seat: Seat::new(0) });
    anna.until(|shared| shared.clocks().is_some_and(|clocks| clocks.left[Seat::new(0)] > 60_000));
    let events = anna.done(Command::Resume);
    assert!(matches!(events[..], [Event::Resumed { .. }, Event::Clock { .. }]), "{events:?}");
    bob.until(|shared| !shared.is_paused());
    anna.play();
    bob.until(|shared| shared.seat_to_move() == Some(Seat::new(1)));
    for _ in 0..4 {
        anna.done(Command::Give { seat: Seat::new(1) });
    }
    let refused = (0..10).find_map(|_| match anna.act(Command::Give { seat: Seat::new(1) }) {
        ServerMessage::Refused { problem, .. } => Some(problem),
        _ => None,
    });
    assert!(refused.is_some_and(|problem| problem.code == Code::TooMuch && problem.wait.is_some()));
}

#[test]
fn a_replaced_player_comes_back() {
    let server = TestServer::new();
    let [mut anna, mut bob, mut carl] = game(&server, ["Anna", "Bob", "Carl"], "rumis", &[("players", "3")]);
    anna.done(Command::Resign);
    anna.done(Command::Return);
    for other in [&mut bob, &mut carl] {
        other.until(|shared| shared.proposal().is_some_and(|open| open.what == Proposal::Return));
        other.done(Command::Agree { yes: true });
    }
    anna.until(|shared| shared.seat_of(&shared.opened().host.id) == Some(Seat::new(0)));
    // She plays when it is her turn, and her chair is hers.
    let (mut people, mut turns) = ([anna, bob, carl], 0);
    while turns < 4 {
        let Some(turn) = people.iter().position(Client::my_turn) else {
            // A copy may be behind, and it may be the turn of its owner.
            let latest = people.iter().map(Client::version).max().unwrap();
            let wanted = latest + u32::from(people.iter().all(|person| person.version() == latest));
            people.iter_mut().for_each(|person| person.until(|shared| shared.version() >= wanted));
            continue;
        };
        people[turn].play();
        turns += 1;
        let version = people[turn].version();
        people.iter_mut().for_each(|person| person.until(|shared| shared.version() >= version));
    }
    let record = server.get(&format!("/api/tables/{}/record", table(&people[0])), people[0].key.as_ref().unwrap());
    assert!(record.contains("\nback 0\n"), "{record}");
    tablee_games::record::prove(&tablee_games::record::read(record.as_bytes()).unwrap()).unwrap();
}

#[test]
fn the_watch_only_link_lets_watch_and_chat() {
    let server = TestServer::new();
    let (mut anna, mut zoe) = (server.person("Anna"), server.person("Zoe"));
    let opened = server.table_with(&anna, |table| table.public = false);
    anna.subscribe(&opened.table, None);
    let link = answer_of(&mut anna, Command::Renew { watch: true });
    assert!(matches!(zoe.subscribe(&opened.table, None), ServerMessage::Refused { .. }));
    assert!(matches!(zoe.subscribe(&opened.table, Some(&link)), ServerMessage::Events { .. }));
    zoe.done(Command::Quick { word: QuickWord::GoodLuck });
    anna.until_received(|tell| matches!(tell, ServerMessage::Chat { lines, .. } if lines[0].word == Some(QuickWord::GoodLuck)));
    assert_eq!(zoe.refused(sit(Some(&link))), Code::Invitation);
    assert_eq!(zoe.refused(sit(None)), Code::Invitation);
    // Who may invite sees the link, over HTTP; a spectator does not.
    let view = |person: &Client| {
        let client = Http::new(&server).with_key(&person.key.clone().unwrap().into()).with_header("tablee-invite", &link);
        client.get(&format!("/api/tables/{}", opened.table)).with(200)
    };
    assert_eq!(view(&anna)["watch"], json!(link));
    assert!(view(&zoe)["watch"].is_null() && view(&zoe)["invite"].is_null());
    assert!(!view(&zoe).to_string().contains(&link), "no event has the secret");
    // Revoked, it ends for those who watch by it.
    anna.done(Command::Revoke { watch: true });
    assert!(zoe.is_disconnected());
    let mut zoe = server.again(&zoe);
    assert!(matches!(zoe.subscribe(&opened.table, Some(&link)), ServerMessage::Refused { .. }));
}

#[test]
fn quick_words_are_kept_as_keys_and_read_as_text() {
    let server = TestServer::new();
    let [mut anna, bob] = game(&server, ["Anna", "Bob"], "rumis", &[]);
    anna.done(Command::Quick { word: QuickWord::WellPlayed });
    let chatty = Http::new(&server).with_key(&bob.key.clone().unwrap().into());
    let view = chatty.get(&format!("/api/tables/{}", table(&anna))).with(200);
    assert_eq!(view["chat"][0]["word"], "well-played");
    let text = view["chat"][0]["text"].as_str().unwrap();
    assert!(text.contains("Well played!") && text.contains("Bien joué"), "{text}");
    let nonsense = json!({ "do": "quick", "word": "nonsense" });
    assert_eq!(chatty.post(&format!("/api/tables/{}", table(&anna)), &nonsense).refused(), (400, "invalid"));
    // It counts as chat: for the scope of a key, and for the limit.
    let key = chatty.post("/api/me/keys", &json!({ "label": "bot", "scopes": ["play"] })).with(201)["key"].clone();
    let quick = json!({ "do": "quick", "word": "hello" });
    assert_eq!(chatty.with_key(&key).post(&format!("/api/tables/{}", table(&anna)), &quick).refused(), (403, "scope"));
}

#[test]
fn seats_of_a_rematch_with_bots_fill_as_before() {
    let server = TestServer::new();
    let mut anna = server.person("Anna");
    let opened = server.table(&anna, "rumis", &[("players", "2")], vec![SeatPlan::Me, SeatPlan::Bot("level1".to_owned())]);
    anna.subscribe(&opened.table, None);
    anna.done(Command::Begin);
    anna.done(Command::Resign);
    let there = answer_of(&mut anna, Act::Rematch);
    (anna.shared, anna.received) = (None, Vec::new());
    anna.subscribe(&there, None);
    assert!(anna.shared().begins().is_none(), "she plays alone, and begins when she likes");
    anna.done(Command::Begin);
}
