//! Answers of the API to requests of all kinds.

use std::io::{BufRead, BufReader};
use std::num::NonZeroU32;

use serde_json::{Value, json};
use tablee_server::limits::{LimitSettings, Rate};

use crate::common::server::TestServer;
use crate::common::{Answer, Client};

#[test]
fn invalid_requests_are_refused_in_both_languages() {
    let server = TestServer::new();
    let anna = Client::guest(&server, "Anna");
    let bodies = [
        ("", "unreadable"),
        ("{", "unreadable"),
        ("{\"name\": \"Anna\"", "unreadable"),
        ("\u{0}\u{1}", "unreadable"),
        ("[]", "invalid"),
        ("{}", "invalid"),
        ("{\"name\": 1}", "invalid"),
        ("{\"name\": \"Anna\", \"admin\": true}", "invalid"),
    ];
    for (body, code) in bodies {
        assert_eq!(anna.send("POST", "/api/people", body).refused(), (400, code), "{body}");
    }
    let plain = anna.with_header("content-type", "text/plain");
    assert_eq!(plain.post("/api/people", &json!({ "name": "Anna" })).refused(), (400, "unreadable"));
    let deep = "[".repeat(60_000);
    assert_eq!(anna.send("POST", "/api/people", &deep).refused(), (400, "invalid"));
    let long = json!({ "name": "a".repeat(200_000) });
    assert_eq!(anna.post("/api/people", &long).refused(), (413, "too-long"));
    // A long header passes.
    anna.with_header("x-long", &"a".repeat(16_000)).get("/api/me").with(200);
    for query in ["state=closed", "state=all", "before=yesterday", "unknown=1"] {
        assert_eq!(anna.get(&format!("/api/tables?{query}")).refused(), (400, "invalid"), "{query}");
    }
    assert_eq!(
        anna.post("/api/tables", &json!({ "game": "chess", "public": true, "rated": false, "seats": [] })).refused(),
        (400, "invalid")
    );
}

#[test]
fn a_seat_that_cannot_be_is_refused_with_its_field() {
    let server = TestServer::new();
    let anna = Client::guest(&server, "Anna");
    let table = anna.open(true, false).0;
    for seat in [json!(6), json!(255), json!(-1), json!(1.5), json!("1")] {
        let answer = anna.post(&table, &json!({ "do": "bot", "seat": seat, "bot": "level1" }));
        assert_eq!(answer.refused(), (400, "invalid"), "{seat}");
        assert_eq!(answer.body["field"], "seat", "{seat}");
        assert_eq!(answer.body["why"]["en"], "the field `seat` must be a seat: a whole number from 0 to 5", "{seat}");
    }
    let answer = anna.post(&table, &json!({ "do": "bot", "seat": 5, "bot": "level1" }));
    assert_eq!(answer.refused(), (400, "no-such-seat"));
}

#[test]
fn unknown_paths_and_ids_are_refused() {
    let server = TestServer::new();
    let anna = Client::guest(&server, "Anna");
    for path in [
        "/api",
        "/api/",
        "/api/nothing",
        "/api/tables/none/more/of/it",
        "/api/tables/%ff",
        "/api/tables/..%2f..",
        "/api/ratings/chess",
    ] {
        assert_eq!(anna.get(path).refused(), (404, "unknown"), "{path}");
    }
    for path in
        ["/api/tables/aaaaaaaaaaaa", "/api/tables/aaaaaaaaaaaa/record", "/api/tables/aaaaaaaaaaaa/events", "/api/people/nobody"]
    {
        assert_eq!(anna.get(path).refused(), (404, "unknown"), "{path}");
    }
    assert_eq!(anna.post("/api/tables/aaaaaaaaaaaa", &json!({ "do": "sit" })).refused(), (404, "unknown"));
    let answer = anna.delete("/api/tables");
    assert_eq!(answer.refused(), (405, "unknown"));
    assert_eq!(answer.headers["allow"].to_str().unwrap().replace(' ', ""), "GET,HEAD,POST");
}

#[test]
fn responses_are_not_cached_and_not_readable_by_other_sites() {
    let server = TestServer::new();
    let other_site = Client::new(&server).with_header("origin", "https://example.org");
    for path in ["/api/tables", "/api/me", "/api/nothing", "/api/openapi.json"] {
        let answer = other_site.get(path);
        assert_eq!(answer.headers["cache-control"], "no-store", "{path}");
        assert!(!answer.headers.keys().any(|name| name.as_str().starts_with("access-control")), "{path}");
    }
}

#[test]
fn clients_over_the_rate_limit_get_429_with_retry_after() {
    let few = Rate::new(3, 1);
    let limits = LimitSettings {
        new_people: few,
        sign_ins_of_account: few,
        new_tables: few,
        chat: few,
        exports: few,
        requests_of_person: Rate::new(40, 1),
        ..LimitSettings::none()
    };
    let server = TestServer::with_limits(limits);
    let (anna, bob) = (Client::guest(&server, "Anna"), Client::guest(&server, "Bob"));
    let table = anna.open(true, false).0;
    let asks: [(&str, &dyn Fn() -> Answer); 4] = [
        ("new people", &|| anna.post("/api/people", &json!({ "name": "Zoe" }))),
        ("sign-ins", &|| bob.post("/api/sign-in", &json!({ "name": "Zoe", "phrase": "one two three four" }))),
        ("chat", &|| anna.post(&table, &json!({ "do": "say", "text": "hello" }))),
        ("exports", &|| anna.get("/api/me/export")),
    ];
    for (what, ask) in asks {
        let answer = (0..4).map(|_| ask()).find(|answer| answer.status == 429).expect(what);
        assert_eq!(answer.refused(), (429, "too-much"), "{what}");
        let wait: u64 = answer.headers["retry-after"].to_str().unwrap().parse().unwrap();
        assert!((1..=61).contains(&wait) && answer.body["wait"] == wait, "{what}: {wait}");
    }
    // Each person has their own limit.
    assert!((0..50).any(|_| anna.get("/api/me").status == 429));
    bob.get("/api/me").with(200);
}

#[test]
fn an_address_has_a_rate_limit_and_a_limit_of_streams() {
    let limits =
        LimitSettings { requests_of_address: Rate::new(12, 1), sockets_of_address: NonZeroU32::new(1), ..LimitSettings::none() };
    let server = TestServer::with_limits(limits);
    let anna = Client::guest(&server, "Anna");
    let table = anna.open(true, false).0;
    let stream = anna.raw(&format!("{table}/events"));
    assert_eq!(anna.get(&format!("{table}/events")).refused(), (429, "too-much"));
    drop(stream);
    assert!((0..12).any(|_| Client::new(&server).get("/api/tables").status == 429));
    // A forwarded address does not count without a trusted proxy.
    assert_eq!(Client::new(&server).with_header("x-forwarded-for", "10.0.0.1").get("/api/tables").refused(), (429, "too-much"));
}

#[test]
fn a_private_table_needs_an_invitation() {
    let server = TestServer::new();
    let (anna, bob, eve) = (Client::guest(&server, "Anna"), Client::guest(&server, "Bob"), Client::guest(&server, "Eve"));
    let (table, invite) = anna.open(false, false);
    for path in [table.clone(), format!("{table}/events")] {
        for client in [&eve, &Client::new(&server), &eve.with_header("tablee-invite", "guessed")] {
            assert_eq!(client.get(&path).refused(), (403, "invitation"), "{path}");
        }
    }
    assert_eq!(eve.post(&table, &json!({ "do": "sit" })).refused(), (403, "invitation"));
    assert_eq!(eve.post(&table, &json!({ "do": "say", "text": "hello" })).refused().0, 403);
    assert_eq!(bob.with_header("tablee-invite", &invite).get(&table).with(200)["invite"], Value::Null);
    bob.post(&table, &json!({ "do": "sit", "invite": invite })).with(200);
    assert_eq!(bob.get(&table).with(200)["invite"], json!(invite));

    for state in ["open", "playing", "over"] {
        assert_eq!(eve.get(&format!("/api/tables?state={state}")).with(200)["tables"], json!([]));
    }
    anna.post(&table, &json!({ "do": "begin" })).with(200);
    let mine = bob.get("/api/me/tables").with(200);
    assert_eq!((mine["tables"].as_array().unwrap().len(), mine["tables"][0]["turn"].is_number()), (1, true));
    assert_eq!(eve.get("/api/me/tables").with(200)["tables"], json!([]));
    assert_eq!(eve.get("/api/me/export").with(200)["tables"], json!([]));
    // Nobody plays for another person.
    let view = anna.get(&table).with(200);
    let version = view["events"].as_array().unwrap().last().unwrap()["v"].clone();
    assert_eq!(eve.post(&table, &json!({ "do": "move", "v": version, "mv": "1-1:a1a2" })).refused().0, 403);
    // When it is over, its players find it again, and nobody else does.
    assert_eq!(bob.get("/api/me/tables?state=over").with(200)["tables"], json!([]));
    bob.post(&table, &json!({ "do": "resign" })).with(200);
    for player in [&anna, &bob] {
        let over = player.get("/api/me/tables?state=over").with(200);
        assert_eq!((over["tables"].as_array().unwrap().len(), &over["tables"][0]["state"]), (1, &json!("over")));
    }
    assert_eq!(eve.get("/api/me/tables?state=over").with(200)["tables"], json!([]));
    assert_eq!(bob.get("/api/me/tables?state=closed").refused(), (400, "invalid"));
}

#[test]
fn tables_are_listed_by_state_game_and_player() {
    let server = TestServer::new();
    let (anna, bob) = (Client::guest(&server, "Anna"), Client::guest(&server, "Bob"));
    let first = anna.open(true, false).0;
    let second = bob.open(true, false).0;
    let found = |query: &str| -> Vec<String> {
        let tables = anna.get(&format!("/api/tables?{query}")).with(200)["tables"].clone();
        tables.as_array().unwrap().iter().map(|table| format!("/api/tables/{}", table["table"].as_str().unwrap())).collect()
    };
    assert_eq!(found("").len(), 2);
    assert_eq!(found("state=open&player=ann"), [first.as_str()]);
    assert_eq!(found("game=kumata&player=BOB"), [second.as_str()]);
    assert!(found("game=rumis").is_empty() && found("state=playing").is_empty() && found("before=1").is_empty());
    assert!(found("player=%25").is_empty() && found("player=%27%20OR%201").is_empty());
}

#[test]
fn a_stream_of_events_begins_at_any_version() {
    let server = TestServer::new();
    let anna = Client::guest(&server, "Anna");
    let table = anna.open(true, false).0;
    let stream = Client::new(&server).raw(&format!("{table}/events?from=1"));
    assert_eq!(stream.headers()["content-type"], "text/event-stream");
    let mut lines = BufReader::new(stream.into_body().into_reader()).lines();
    let mut next = |is: &str| loop {
        let line = lines.next().unwrap().unwrap();
        let Some(data) = line.strip_prefix("data:") else { continue };
        let message: Value = serde_json::from_str(data).unwrap();
        if message["is"] == is {
            return message[if is == "chat" { "lines" } else { "events" }].clone();
        }
    };
    let past = next("events");
    assert_eq!((&past[0]["v"], &past[0]["is"]), (&json!(2), &json!("sat")));
    anna.post(&table, &json!({ "do": "say", "text": "«hello» <b>\"'" })).with(200);
    assert_eq!(next("chat")[0]["text"], json!("«hello» <b>\"'"));
    anna.post(&table, &json!({ "do": "bot", "seat": 1, "bot": "level1" })).with(200);
    let sat = next("events");
    assert_eq!((&sat[0]["v"], &sat[0]["is"]), (&json!(3), &json!("sat")));
}

#[test]
fn a_key_that_may_only_chat_reads_no_invitation() {
    let server = TestServer::new();
    let anna = Client::guest(&server, "Anna");
    let (table, invite) = anna.open(false, false);
    assert_eq!(anna.get(&table).with(200)["invite"], json!(invite));
    for scope in ["chat", "read"] {
        let key = anna.post("/api/me/keys", &json!({ "label": scope, "scopes": [scope] })).with(201);
        let view = anna.with_key(&key["key"]).get(&table).with(200);
        assert_eq!(view.get("invite"), None, "{view}");
    }
}

#[test]
fn the_player_to_move_learns_the_legal_moves_and_nobody_else() {
    let server = TestServer::new();
    let (anna, bob, eve) = (Client::guest(&server, "Anna"), Client::guest(&server, "Bob"), Client::guest(&server, "Eve"));
    let table = anna.open(true, false).0;
    let moves = format!("{table}/moves");
    assert_eq!(anna.get(&moves).refused(), (409, "not-begun"));
    bob.post(&table, &json!({ "do": "sit" })).with(200);
    let begun = anna.post(&table, &json!({ "do": "begin" })).with(200);
    assert_eq!(Client::new(&server).get(&moves).refused(), (401, "sign-in"));
    assert_eq!(eve.get(&moves).refused(), (403, "not-seated"));
    let chat = anna.post("/api/me/keys", &json!({ "label": "chat", "scopes": ["chat"] })).with(201);
    assert_eq!(anna.with_key(&chat["key"]).get(&moves).refused(), (403, "scope"));

    let mut turn = begun["turn"].as_u64().expect("the answer says whose turn it is");
    for _ in 0..4 {
        let seats = if turn == 0 { [&anna, &bob] } else { [&bob, &anna] };
        assert_eq!(seats[1].get(&moves).refused(), (403, "not-your-turn"));
        let legal = seats[0].get(&moves).with(200);
        let list = legal["moves"].as_array().unwrap();
        assert_eq!((&legal["seat"], &legal["total"]), (&json!(turn), &json!(list.len())));
        assert!(list.is_sorted_by_key(|entry| entry["mv"].as_str().unwrap()), "{legal}");
        assert!(list.iter().all(|entry| entry["scores"].as_array().unwrap().len() == 2), "{legal}");
        let last = &list[list.len() - 1]["mv"];
        let played = seats[0].post(&table, &json!({ "do": "move", "v": legal["v"], "mv": last })).with(200);
        assert_eq!((&played["events"][0]["is"], &played["events"][0]["mv"]), (&json!("move"), last));
        turn = played["turn"].as_u64().expect("the answer says whose turn it is");
    }
    assert_eq!(anna.get(&table).with(200)["summary"]["turn"], json!(turn));
    let over = bob.post(&table, &json!({ "do": "resign" })).with(200);
    assert_eq!(over["turn"], Value::Null);
    assert_eq!(anna.get(&moves).refused(), (409, "over"));
}

#[test]
fn the_openapi_description_is_served() {
    let server = TestServer::new();
    let api = Client::new(&server).get("/api/openapi.json").with(200);
    assert!(api["openapi"].as_str().unwrap().starts_with("3."));
    let codes = api["components"]["schemas"]["Code"].to_string();
    assert!(codes.contains("wrong-phrase") && codes.contains("not-your-turn"), "{codes}");
    assert!(api["paths"]["/api/tables/{id}/events"]["get"]["responses"]["200"]["content"]["text/event-stream"].is_object());
}
