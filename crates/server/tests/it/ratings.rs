//! Which games change ratings, and how much.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tablee_server::Settings;
use tablee_server::limits::LimitSettings;

use crate::common::Client;
use crate::common::server::TestServer;

fn moves_of(client: &Client, table: &str) -> Option<Value> {
    let legal = client.get(&format!("{table}/moves"));
    (legal.status == 200).then_some(legal.body)
}

/// Plays a rated game of Kumata until each has made this many moves; then the guest of the table resigns. Returns the
/// changes of ratings, once the game is rated.
fn play(host: &Client, guest: &Client, each: usize) -> Option<Vec<Value>> {
    let (table, _) = host.open(true, true);
    guest.post(&table, &json!({ "do": "sit" })).with(200);
    host.post(&table, &json!({ "do": "begin" })).with(200);
    for _ in 0..2 * each {
        let player = if moves_of(host, &table).is_some() { host } else { guest };
        let legal = moves_of(player, &table).expect("it is the turn of one of them");
        player.post(&table, &json!({ "do": "move", "v": legal["v"], "mv": legal["moves"][0]["mv"] })).with(200);
    }
    guest.post(&table, &json!({ "do": "resign" })).with(200);
    // A game that is not to be rated never gets the event.
    let end = Instant::now() + if each < 4 { Duration::from_millis(300) } else { Duration::from_secs(60) };
    while Instant::now() < end {
        if let Some(changes) = rated(host, &table) {
            return Some(changes);
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    None
}

/// The changes of ratings, once the game is rated.
fn rated(client: &Client, table: &str) -> Option<Vec<Value>> {
    let view = client.get(table).with(200);
    let events = view["events"].as_array().unwrap();
    let rated = events.iter().find(|event| event["is"] == "rated")?;
    Some(rated["changes"].as_array().unwrap().clone())
}

/// Asks again and again until there is an answer.
fn wait_for<T>(ask: impl Fn() -> Option<T>) -> T {
    let end = Instant::now() + Duration::from_secs(60);
    loop {
        if let Some(answer) = ask() {
            return answer;
        }
        assert!(Instant::now() < end, "there is no answer");
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn ratings(client: &Client) -> Value {
    client.get(&format!("/api/people/{}", client.id())).with(200)["ratings"].clone()
}

#[test]
fn guests_who_resign_give_nobody_a_point() {
    let server = TestServer::new();
    let anna = Client::member(&server, "Anna");
    let (table, _) = anna.open(true, true);
    for number in 0..30 {
        let guest = Client::guest(&server, &format!("Guest {number}"));
        assert_eq!(guest.post(&table, &json!({ "do": "sit" })).refused(), (403, "account"));
        let new = json!({ "game": "kumata", "public": true, "rated": true, "seats": ["me", "open"] });
        assert_eq!(guest.post("/api/tables", &new).refused(), (403, "account"));
    }
    // Nor do new accounts that resign at once.
    for number in 0..5 {
        let other = Client::member(&server, &format!("Member {number}"));
        assert_eq!(play(&anna, &other, number % 4), None);
    }
    assert_eq!(ratings(&anna), json!([]));
    assert_eq!(anna.get("/api/ratings/kumata").with(200), json!([]));
}

#[test]
fn a_rated_game_has_no_undo() {
    let server = TestServer::new();
    let anna = Client::member(&server, "Anna");
    let seats = json!(["me", { "bot": "level1" }]);
    let new = json!({ "game": "rumis", "public": true, "rated": true, "seats": seats });
    let opened = anna.post("/api/tables", &new).with(201);
    let table = format!("/api/tables/{}", opened["table"].as_str().unwrap());
    let begun = anna.post(&table, &json!({ "do": "begin" })).with(200);
    let legal = moves_of(&anna, &table).expect("the first seat begins");
    assert_eq!(begun["turn"], 0);
    anna.post(&table, &json!({ "do": "move", "v": legal["v"], "mv": legal["moves"][0]["mv"] })).with(200);
    let refused = anna.post(&table, &json!({ "do": "undo" }));
    assert_eq!(refused.refused(), (409, "cannot-undo"));
    assert!(refused.body["why"]["en"].as_str().unwrap().contains("rated"), "{}", refused.body);
}

#[test]
fn the_same_opponents_count_less_and_the_same_address_does_not_count() {
    let data = tempfile::tempdir().unwrap();
    let settings = Settings::new("127.0.0.1:0", data.path().to_owned());
    let server = TestServer::with(&Settings { behind_proxy: true, limits: LimitSettings::none(), ..settings });
    let from = |client: Client, address: &str| client.with_header("x-forwarded-for", address);
    let anna = from(Client::member(&server, "Anna"), "203.0.113.1");
    let bob = from(Client::member(&server, "Bob"), "203.0.113.2");
    let carl = from(Client::member(&server, "Carl"), "203.0.113.1");

    let gain = |changes: &[Value]| changes[0]["after"].as_f64().unwrap() - changes[0]["before"].as_f64().unwrap();
    let gains: Vec<f64> = (0..5).map(|_| gain(&play(&anna, &bob, 4).expect("it is rated"))).collect();
    assert!(gains.iter().all(|gain| *gain > 0.0), "{gains:?}");
    // The rating of the loser falls too, so that each gain would be less anyway; the weight makes the last far less.
    assert!(gains[4] < 0.6 * gains[2], "{gains:?}");
    assert_eq!(play(&anna, &carl, 4), Some(Vec::new()), "they are at the same address");

    // Every change is in the history; the rating itself is provisional.
    let shown = ratings(&anna);
    assert_eq!((&shown[0]["games"], &shown[0]["provisional"]), (&json!(5), &json!(true)));
    let history = anna.get(&format!("/api/people/{}/ratings/kumata", anna.id())).with(200);
    let points = history["points"].as_array().unwrap();
    assert_eq!((points.len(), &points[0]["after"]), (5, &shown[0]["rating"]));
    assert!(points.windows(2).all(|pair| pair[0]["before"] == pair[1]["after"]), "{history}");
    assert_eq!(ratings(&carl), json!([]));
    assert_eq!(anna.get("/api/ratings/kumata").with(200), json!([]));
    assert_eq!(anna.get(&format!("/api/people/{}/ratings/chess", anna.id())).refused(), (404, "unknown"));
    assert_eq!(anna.get(&format!("/api/people/{}/ratings/kumata?next=x", anna.id())).refused(), (400, "invalid"));
}

#[test]
fn thirty_new_accounts_of_a_second_address_that_resign_raise_nobody_far() {
    let data = tempfile::tempdir().unwrap();
    let settings = Settings::new("127.0.0.1:0", data.path().to_owned());
    let settings = Settings { behind_proxy: true, limits: LimitSettings::none(), ..settings };
    let from = |client: Client, address: &str| client.with_header("x-forwarded-for", address);
    let mut server = TestServer::with(&settings);
    let mut anna = from(Client::member(&server, "Anna"), "203.0.113.1");
    let mut gains = Vec::new();
    for number in 0..30 {
        if number == 15 {
            // What is remembered outlives the server.
            drop(server);
            server = TestServer::with(&settings);
            anna = anna.at(&server);
        }
        // From neighbouring addresses. Each account is erased after its only game.
        let other = from(Client::member(&server, &format!("Member {number}")), &format!("198.51.100.{}", number % 5));
        let changes = play(&anna, &other, 4).expect("it is rated");
        other.delete("/api/me");
        gains.push(changes[0]["after"].as_f64().unwrap() - changes[0]["before"].as_f64().unwrap());
    }
    let total: f64 = gains.iter().sum();
    assert!(gains[0] > 0.0 && total < 4.0 * gains[0], "{total}: {gains:?}");
    // From the tenth game on there is next to nothing.
    assert!(gains[10..].iter().sum::<f64>() < 0.1 * gains[0], "{gains:?}");
}

#[test]
fn opponents_whose_network_is_not_known_count_as_of_one() {
    // As all people do behind a proxy on this machine that the server does not know of.
    let server = TestServer::new();
    let anna = Client::member(&server, "Anna");
    let gains: Vec<f64> = (0..5)
        .map(|number| {
            let other = Client::member(&server, &format!("Member {number}"));
            let changes = play(&anna, &other, 4).expect("it is rated");
            changes[0]["after"].as_f64().unwrap() - changes[0]["before"].as_f64().unwrap()
        })
        .collect();
    // That the others are new would leave a tenth.
    assert!(gains[4] < 0.08 * gains[0], "{gains:?}");
}

#[test]
fn losing_to_a_bot_on_purpose_raises_neither_the_bot_nor_who_beats_it() {
    let data = tempfile::tempdir().unwrap();
    let settings = Settings::new("127.0.0.1:0", data.path().to_owned());
    let settings = Settings { behind_proxy: true, bot_pace: Duration::ZERO, limits: LimitSettings::none(), ..settings };
    let server = TestServer::with(&settings);
    // Thirty new accounts: half of them from one address, the others each from a network of its own.
    for number in 0..30 {
        let network = if number % 2 == 0 { 0 } else { number };
        let member = Client::member(&server, &format!("Member {number}"));
        let member = member.with_header("x-forwarded-for", &format!("198.51.{network}.7"));
        let new = json!({ "game": "kumata", "options": { "players": "2" }, "public": true, "rated": true,
            "seats": ["me", { "bot": "level1" }] });
        let opened = member.post("/api/tables", &new).with(201);
        let table = format!("/api/tables/{}", opened["table"].as_str().unwrap());
        member.post(&table, &json!({ "do": "begin" })).with(200);
        for _ in 0..4 {
            let legal = wait_for(|| moves_of(&member, &table));
            member.post(&table, &json!({ "do": "move", "v": legal["v"], "mv": legal["moves"][0]["mv"] })).with(200);
        }
        member.post(&table, &json!({ "do": "resign" })).with(200);
        let changes = wait_for(|| rated(&member, &table));
        let of = |seat: usize, when: &str| changes[seat][when].as_f64().unwrap();
        // The bot is rated as measured: far below people who have not played yet.
        assert_eq!(of(1, "before"), of(1, "after"), "{changes:?}");
        assert!(of(1, "after") < 1000.0 && of(0, "after") < of(0, "before"), "{changes:?}");
    }
}
