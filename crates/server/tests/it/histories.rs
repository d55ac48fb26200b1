//! Profiles, the games of a person, recent opponents.

use serde_json::{Value, json};

use crate::common::Client;
use crate::common::server::TestServer;

/// A game of Kumata between two people, which the first resigns. Returns the id of the table.
fn lose(host: &Client, guest: &Client, public: bool) -> String {
    let (path, invite) = host.open(public, false);
    guest.post(&path, &json!({ "do": "sit", "invite": invite })).with(200);
    host.post(&path, &json!({ "do": "begin" })).with(200);
    host.post(&path, &json!({ "do": "resign" })).with(200);
    path.rsplit('/').next().unwrap().to_owned()
}

fn tables(answer: &Value) -> Vec<&str> {
    answer["tables"].as_array().unwrap().iter().map(|table| table["table"].as_str().unwrap()).collect()
}

#[test]
fn games_are_found_by_person_game_result_and_date() {
    let server = TestServer::new();
    let [anna, bob, zoe] = ["Anna", "Bob", "Zoe"].map(|name| Client::guest(&server, name));
    let (with_bob, secret, with_zoe) = (lose(&anna, &bob, true), lose(&anna, &bob, false), lose(&zoe, &anna, true));
    let of_anna = format!("/api/people/{}/tables", anna.id());
    let list = |who: &Client, query: &str| -> Vec<String> {
        tables(&who.get(&format!("{of_anna}?{query}")).with(200)).into_iter().map(str::to_owned).collect()
    };
    // Private games are for those who played there.
    assert_eq!(list(&bob, ""), [&with_zoe, &secret, &with_bob].map(String::as_str));
    assert_eq!(list(&zoe, ""), [&with_zoe, &with_bob].map(String::as_str));
    assert_eq!(list(&Client::new(&server), ""), [&with_zoe, &with_bob].map(String::as_str));
    // Together, by game, by result.
    assert_eq!(list(&bob, &format!("with={}", bob.id())), [&secret, &with_bob].map(String::as_str));
    assert_eq!((list(&bob, "game=rumis").len(), list(&bob, "game=kumata").len()), (0, 3));
    assert_eq!((list(&bob, "result=won").len(), list(&bob, "result=lost").len(), list(&bob, "result=none").len()), (1, 2, 0));
    let all = bob.get(&of_anna).with(200);
    let time = |number: usize| all["tables"][number]["changed"].as_u64().unwrap();
    assert_eq!(list(&bob, &format!("after={}", time(0) + 1)).len(), 0);
    assert!(list(&bob, &format!("before={}", time(0))).len() < 3 && list(&bob, &format!("after={}", time(2))).len() == 3);
    assert_eq!(all["next"], Value::Null);
    // The same of one's own, running ones too.
    let mine = |query: &str| tables(&anna.get(&format!("/api/me/tables?{query}")).with(200)).len();
    assert_eq!((mine(""), mine("state=over"), mine(&format!("state=over&with={}", zoe.id()))), (0, 3, 1));
    let (open, _) = anna.open(false, false);
    assert_eq!((mine("state=open"), mine("state=playing"), mine("game=rumis")), (1, 0, 0));
    assert!(anna.get("/api/me/tables").with(200)["tables"][0]["table"].as_str().is_some_and(|id| open.ends_with(id)));
    for wrong in ["state=draw", "state=playing", "result=best", "after=yesterday", "next=x"] {
        assert_eq!(bob.get(&format!("{of_anna}?{wrong}")).refused(), (400, "invalid"), "{wrong}");
    }
    assert_eq!(bob.get("/api/people/nobody/tables").refused(), (404, "unknown"));
}

#[test]
fn a_profile_says_since_when_and_what_was_won() {
    let server = TestServer::new();
    let [anna, bob, zoe] = ["Anna", "Bob", "Zoe"].map(|name| Client::guest(&server, name));
    lose(&anna, &bob, true);
    lose(&anna, &bob, false);
    lose(&zoe, &anna, true);
    let profile = |reader: &Client| reader.get(&format!("/api/people/{}", anna.id())).with(200);
    assert_eq!(profile(&zoe)["results"], json!([{ "game": "kumata", "games": 2, "wins": 1 }]));
    assert_eq!(profile(&bob)["results"], json!([{ "game": "kumata", "games": 3, "wins": 1 }]));
    assert!(profile(&bob)["since"].as_u64().is_some_and(|since| since > 1_600_000_000_000));
    // Whom she met, the latest first.
    let met = anna.get("/api/me/opponents").with(200);
    let names: Vec<_> = met
        .as_array()
        .unwrap()
        .iter()
        .map(|met| (met["person"]["name"].as_str().unwrap(), met["games"].as_u64().unwrap()))
        .collect();
    assert_eq!(names, [("Zoe", 1), ("Bob", 2)]);
    assert_eq!(Client::new(&server).get("/api/me/opponents").refused(), (401, "sign-in"));
}

/// A page is cut off by the number of games that match, or that were read; nothing is listed twice or left out.
#[test]
fn pages_of_games_join_without_a_gap() {
    let server = TestServer::new();
    let [anna, bob] = ["Anna", "Bob"].map(|name| Client::guest(&server, name));
    let mut all: Vec<String> = (0..60).map(|_| lose(&anna, &bob, true)).collect();
    all.reverse();
    let (mut seen, mut next) = (Vec::new(), String::new());
    loop {
        let page = bob.get(&format!("/api/people/{}/tables?{next}", anna.id())).with(200);
        assert!(tables(&page).len() <= 50);
        seen.extend(tables(&page).into_iter().map(str::to_owned));
        match page["next"].as_str() {
            Some(cursor) => next = format!("next={cursor}"),
            None => break,
        }
    }
    assert_eq!(seen, all);
}
