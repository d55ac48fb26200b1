//! People, accounts, keys and their own data, over HTTP.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tablee_server::Settings;
use tablee_server::limits::{LimitSettings, Rate};

use crate::common::Client;
use crate::common::server::TestServer;

const PHRASE: &str = "correct horse battery staple";

#[test]
fn a_guest_has_a_name_and_a_key() {
    let server = TestServer::new();
    let anna = Client::guest(&server, " Anna ");
    let me = anna.get("/api/me").with(200);
    assert_eq!((&me["name"], &me["account"]), (&json!("Anna"), &json!(false)));
    assert_eq!(me["scopes"], json!(["play", "chat", "read", "manage"]));
    assert_eq!(anna.patch("/api/me", &json!({ "name": "Anne" })).with(200)["name"], "Anne");
    assert_eq!(anna.get("/api/me").with(200)["name"], "Anne");
    let profile = Client::new(&server).get(&format!("/api/people/{}", anna.id())).with(200);
    assert_eq!(profile["person"], json!({ "id": anna.id(), "name": "Anne", "guest": true }));
    assert_eq!((&profile["account"], &profile["ratings"], &profile["results"]), (&json!(false), &json!([]), &json!([])));
    anna.send("POST", "/api/sign-out", "").with(204);
    assert_eq!(anna.get("/api/me").refused(), (401, "bad-key"));
}

#[test]
fn names_are_kept_as_they_are_or_refused() {
    let server = TestServer::new();
    for name in ["<b onclick=alert(1)>", "\"; DROP TABLE people", "{@html x}", "Zoë 李 🎲"] {
        assert_eq!(Client::guest(&server, name).get("/api/me").with(200)["name"], name);
    }
    for name in ["", " \t", "a\u{202e}b", "a\u{0}b", "\u{200b}", "12345678901234567890123456"] {
        let answer = Client::new(&server).post("/api/people", &json!({ "name": name }));
        assert_eq!(answer.refused(), (400, "invalid"), "{name:?}");
    }
}

#[test]
fn an_account_signs_in_from_another_device() {
    let server = TestServer::new();
    let nobody = Client::new(&server);
    let anna = Client::guest(&server, "Anna");
    let account = |name: &str, phrase: &str| json!({ "name": name, "phrase": phrase });
    assert_eq!(anna.post("/api/me/account", &account("Élodie", "too short")).refused(), (400, "invalid"));
    let me = anna.post("/api/me/account", &account("Élodie", PHRASE)).with(200);
    assert_eq!((&me["name"], &me["account"]), (&json!("Élodie"), &json!(true)));
    assert_eq!(anna.post("/api/me/account", &account("Élodie", PHRASE)).refused(), (400, "invalid"));

    let there = nobody.post("/api/sign-in", &account("  éLODIE", PHRASE)).with(200);
    assert_eq!(there["me"]["id"], anna.id());
    let there = nobody.with_key(&there["key"]);
    assert_eq!(there.get("/api/me/keys").with(200).as_array().unwrap().len(), 2);

    // A wrong name and a wrong phrase get the same answer.
    let wrong = [account("Élodie", "correct horse battery stable"), account("Nobody", PHRASE), account("\u{202e}", "")];
    let answers = wrong.map(|wrong| nobody.post("/api/sign-in", &wrong));
    assert!(answers.iter().all(|answer| answer.refused() == (401, "wrong-phrase") && answer.body == answers[0].body));

    // The name is taken now, without regard to capitals.
    assert_eq!(nobody.post("/api/people", &json!({ "name": "élodie" })).refused(), (409, "name-taken"));
    let bob = Client::guest(&server, "Bob");
    assert_eq!(bob.patch("/api/me", &json!({ "name": "ÉLODIE" })).refused(), (409, "name-taken"));
    assert_eq!(bob.post("/api/me/account", &account("éLodie", PHRASE)).refused(), (409, "name-taken"));
    // After a rename, the account signs in with the new name, and the old one is free.
    anna.patch("/api/me", &json!({ "name": "Anna" })).with(200);
    nobody.post("/api/sign-in", &account("anna", PHRASE)).with(200);
    bob.patch("/api/me", &json!({ "name": "Élodie" })).with(200);
}

#[test]
fn a_key_is_limited_to_its_scopes() {
    let server = TestServer::new();
    let anna = Client::guest(&server, "Anna");
    let make = |label: &str, scopes: Value| anna.post("/api/me/keys", &json!({ "label": label, "scopes": scopes }));
    assert_eq!(make("all", json!(["play", "manage"])).refused(), (400, "invalid"));
    assert_eq!(make("none", json!([])).refused(), (400, "invalid"));
    assert_eq!(make("", json!(["play"])).refused(), (400, "invalid"));
    assert_eq!(make("other", json!(["everything"])).refused(), (400, "invalid"));

    let reader = make("reader", json!(["read", "read"])).with(201);
    assert_eq!(reader["view"]["scopes"], json!(["read"]));
    let reading = anna.with_key(&reader["key"]);
    assert_eq!(reading.get("/api/me").with(200)["scopes"], json!(["read"]));
    reading.get("/api/me/tables").with(200);
    reading.get("/api/me/export").with(200);
    let (table, _) = anna.open(true, false);
    let new = json!({ "game": "kumata", "public": true, "rated": false, "seats": ["me", "open"] });
    let answers = [
        reading.post("/api/tables", &new),
        reading.post(&table, &json!({ "do": "begin" })),
        reading.post(&table, &json!({ "do": "say", "text": "hello" })),
        reading.patch("/api/me", &json!({ "name": "Eve" })),
        reading.post("/api/me/account", &json!({ "name": "Eve", "phrase": PHRASE })),
        reading.get("/api/me/keys"),
        reading.post("/api/me/keys", &json!({ "label": "more", "scopes": ["play"] })),
        reading.delete("/api/me"),
    ];
    for answer in answers {
        assert_eq!(answer.refused(), (403, "scope"));
    }
    let player = anna.with_key(&make("player", json!(["play"])).with(201)["key"]);
    assert_eq!(player.get("/api/me/export").refused(), (403, "scope"));
    assert_eq!(player.post(&table, &json!({ "do": "say", "text": "hello" })).refused(), (403, "scope"));

    // Other people can neither see nor revoke it. A revoked key stops working at once.
    let address = format!("/api/me/keys/{}", reader["view"]["id"].as_str().unwrap());
    assert_eq!(Client::guest(&server, "Bob").delete(&address).refused(), (404, "unknown"));
    assert!(
        !anna.get("/api/me/keys").with(200).to_string().contains(reader["key"].as_str().unwrap().rsplit('_').next().unwrap())
    );
    anna.delete(&address).with(204);
    assert_eq!(reading.get("/api/me").refused(), (401, "bad-key"));
    assert_eq!(anna.delete(&address).refused(), (404, "unknown"));
}

#[test]
fn an_invalid_key_is_refused() {
    let server = TestServer::new();
    let nobody = Client::new(&server);
    let answer = nobody.get("/api/me");
    assert_eq!(answer.refused(), (401, "sign-in"));
    assert_eq!(answer.headers["www-authenticate"], "Bearer");
    let key = nobody.post("/api/people", &json!({ "name": "Anna" })).with(201)["key"].as_str().unwrap().to_owned();
    let (front, secret) = key.rsplit_once('_').unwrap();
    let guessed = format!("Bearer {front}_{}", secret.chars().rev().collect::<String>());
    let short = format!("Bearer {}", &key[..key.len() - 1]);
    for header in [&guessed, &short, "Bearer", "Bearer tk__", "Bearer tk_' OR 1=1_x", "Basic YTpi", &key] {
        assert_eq!(nobody.with_header("authorization", header).get("/api/me").refused(), (401, "bad-key"), "{header}");
    }
    assert_eq!(nobody.with_header("authorization", &guessed).get("/api/tables/x").refused(), (401, "bad-key"));
}

#[test]
fn erasure_removes_name_and_chat() {
    let server = TestServer::new();
    let (anna, bob) = (Client::guest(&server, "Anna Unique"), Client::guest(&server, "Bob"));
    let anna_id = anna.id();
    let (table, _) = anna.open(true, false);
    bob.post(&table, &json!({ "do": "sit" })).with(200);
    anna.post(&table, &json!({ "do": "say", "text": "a secret of mine" })).with(200);
    bob.post(&table, &json!({ "do": "say", "text": "words of Bob's" })).with(200);
    anna.post(&table, &json!({ "do": "begin" })).with(200);
    // A table where nobody else sits yet, and one where she only chatted.
    let (waiting, _) = anna.open(true, false);
    let (other, _) = bob.open(true, false);
    anna.post(&other, &json!({ "do": "say", "text": "a remark of mine" })).with(200);

    let export = anna.get("/api/me/export").with(200);
    assert_eq!((&export["me"]["id"], export["tables"].as_array().unwrap().len()), (&json!(anna_id), 2));
    assert_eq!(export["chat"].as_array().unwrap().len(), 2);
    assert!(export.to_string().contains("a secret of mine") && export.to_string().contains("a remark of mine"));
    assert!(export["since"].as_u64().unwrap() > 0 && export["keys"].as_array().unwrap().len() == 1);

    anna.delete("/api/me").with(204);
    assert_eq!(anna.get("/api/me").refused(), (401, "bad-key"));
    assert_eq!(bob.get(&format!("/api/people/{anna_id}")).refused(), (404, "unknown"));
    for table in [&table, &waiting, &other] {
        let view = bob.get(table).with(200);
        let said = view.to_string();
        assert!(!said.contains("Unique") && !said.contains("of mine"), "{said}");
    }
    // She has resigned the game, and Bob has won.
    let view = bob.get(&table).with(200);
    assert_eq!((&view["summary"]["state"], &view["summary"]["seats"][1]["place"]), (&json!("over"), &json!(1)));
    assert!(view.to_string().contains("words of Bob's"));
    assert_eq!(bob.get(&waiting).with(200)["summary"]["state"], "closed");
    assert_eq!(bob.get("/api/tables?state=over&player=anna").with(200)["tables"], json!([]));
    assert_eq!(bob.get("/api/tables?state=over&player=bob").with(200)["tables"].as_array().unwrap().len(), 1);
    // The record can still be read, and proves that the draws were fair.
    let record = bob.raw(&format!("{table}/record")).body_mut().read_to_string().unwrap();
    assert!(record.contains("Bob") && !record.contains("Unique"), "{record}");
    tablee_games::read_record(&record).unwrap();
}

/// A server behind a proxy, with these limits and an account.
fn with_account(limits: LimitSettings) -> (TestServer, tempfile::TempDir, Client) {
    let data = tempfile::tempdir().unwrap();
    let settings = Settings { limits, behind_proxy: true, ..Settings::new("127.0.0.1:0", data.path().to_owned()) };
    let server = TestServer::with(&settings);
    let anna = Client::guest(&server, "Anna");
    anna.post("/api/me/account", &json!({ "name": "Anna", "phrase": PHRASE })).with(200);
    (server, data, anna)
}

#[test]
fn wrong_passphrases_lock_nobody_at_another_address_out() {
    let limits = LimitSettings { sign_ins_of_account: Rate::new(3, 1), ..LimitSettings::none() };
    let (server, _data, _anna) = with_account(limits);
    let sign_in = |from: &str, phrase: &str| {
        let client = Client::new(&server).with_header("x-forwarded-for", from);
        client.post("/api/sign-in", &json!({ "name": "Anna", "phrase": phrase }))
    };
    for _ in 0..3 {
        assert_eq!(sign_in("192.0.2.1", "one two three four").refused(), (401, "wrong-phrase"));
    }
    // Right or wrong, this address has to wait.
    for phrase in ["one two three four", PHRASE] {
        let over = sign_in("192.0.2.1", phrase);
        assert_eq!(over.refused(), (429, "too-much"));
        assert!(over.headers.contains_key("retry-after"));
    }
    // The right passphrase is not limited.
    for _ in 0..5 {
        sign_in("192.0.2.2", PHRASE).with(200);
    }
    assert_eq!(sign_in("192.0.2.2", "one two three four").refused(), (401, "wrong-phrase"));
}

#[test]
fn guesses_from_many_addresses_are_limited_and_a_known_address_goes_on() {
    let limits = LimitSettings { sign_ins_of_account_in_all: Rate::new(5, 1), ..LimitSettings::none() };
    let (server, _data, anna) = with_account(limits);
    let sign_in = |from: &str, phrase: &str| {
        let client = Client::new(&server).with_header("x-forwarded-for", from);
        client.post("/api/sign-in", &json!({ "name": "Anna", "phrase": phrase }))
    };
    let home = "192.0.2.200";
    anna.with_header("x-forwarded-for", home).get("/api/me").with(200);
    for number in 0..5 {
        assert_eq!(sign_in(&format!("192.0.2.{number}"), "one two three four").refused(), (401, "wrong-phrase"));
    }
    assert_eq!(sign_in("192.0.2.99", "one two three four").refused(), (429, "too-much"));
    // Where Anna was lately, she can sign in. The server notes it in the background.
    let end = Instant::now() + Duration::from_secs(60);
    while sign_in(home, PHRASE).status != 200 {
        assert!(Instant::now() < end, "a known address is refused");
        std::thread::sleep(Duration::from_millis(50));
    }
    let nobody = Client::new(&server).with_header("x-forwarded-for", "192.0.2.98");
    assert_eq!(nobody.post("/api/sign-in", &json!({ "name": "Bob", "phrase": PHRASE })).refused(), (401, "wrong-phrase"));
}
