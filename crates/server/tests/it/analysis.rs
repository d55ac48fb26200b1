//! Analyses of finished games: who may ask for how many, and which come first.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tablee_server::Settings;
use tablee_server::limits::{LimitSettings, Rate};

use crate::common::server::TestServer;
use crate::common::{Answer, Client};

/// How long something may take, on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(60);

/// A finished game of two people, with a few moves. Returns the path of its analysis.
fn finished(host: &Client, guest: &Client) -> String {
    let (table, _) = host.open(true, false);
    guest.post(&table, &json!({ "do": "sit" })).with(200);
    host.post(&table, &json!({ "do": "begin" })).with(200);
    for _ in 0..2 {
        let ask = |player: &Client| player.get(&format!("{table}/moves"));
        let player = if ask(host).status == 200 { host } else { guest };
        let legal = ask(player).with(200);
        player.post(&table, &json!({ "do": "move", "v": legal["v"], "mv": legal["moves"][0]["mv"] })).with(200);
    }
    guest.post(&table, &json!({ "do": "resign" })).with(200);
    format!("{table}/analysis")
}

fn until_analysed(client: &Client, path: &str) -> Value {
    let end = Instant::now() + TIMEOUT;
    loop {
        let answer = client.get(path);
        if answer.status == 200 {
            return answer.body;
        }
        assert_eq!(answer.status, 202, "{}", answer.body);
        assert!(Instant::now() < end, "the analysis is never finished");
        std::thread::sleep(Duration::from_millis(50));
    }
}

fn server(limits: LimitSettings) -> (TestServer, tempfile::TempDir) {
    let data = tempfile::tempdir().unwrap();
    let settings = Settings { limits, behind_proxy: true, ..Settings::new("127.0.0.1:0", data.path().to_owned()) };
    (TestServer::with(&settings), data)
}

fn is_over_budget(answer: &Answer) -> bool {
    if answer.status == 202 {
        return false;
    }
    assert_eq!(answer.refused(), (429, "too-much"));
    assert!(answer.body["why"]["en"].as_str().unwrap().contains("analyses"), "{}", answer.body);
    assert!(answer.headers["retry-after"].to_str().unwrap().parse::<u32>().unwrap() > 0);
    true
}

#[test]
fn a_person_and_an_address_have_a_budget_of_analyses() {
    let few = |burst| Rate::new(burst, 1);
    let limits = LimitSettings { analyses_of_person: few(2), analyses_of_address: few(3), ..LimitSettings::none() };
    let (server, _data) = server(limits);
    let here = |client: Client| client.with_header("x-forwarded-for", "203.0.113.1");
    let (anna, bob) = (here(Client::guest(&server, "Anna")), here(Client::guest(&server, "Bob")));
    let nobody = here(Client::new(&server));
    let games: Vec<_> = (0..5).map(|_| finished(&anna, &bob)).collect();
    // Asking again for the same game costs nothing, while it is queued and once it is there.
    for game in &games[..2] {
        assert!((0..10).all(|_| [200, 202].contains(&anna.get(game).status)));
    }
    let analysis = until_analysed(&anna, &games[0]);
    assert_eq!(analysis["moves"].as_array().unwrap().len(), 2);
    until_analysed(&anna, &games[1]);
    assert!(is_over_budget(&anna.get(&games[2])), "the third of a person");
    assert!(!is_over_budget(&bob.get(&games[2])), "the third of the address");
    until_analysed(&anna, &games[2]);
    assert!(is_over_budget(&bob.get(&games[3])), "the fourth of the address");
    assert!(is_over_budget(&nobody.get(&games[3])));
    // Another address has its own; a stored analysis is for all.
    let there = Client::new(&server).with_header("x-forwarded-for", "203.0.113.2");
    assert!(!is_over_budget(&there.get(&games[3])));
    until_analysed(&nobody, &games[3]);
}

#[test]
fn the_queue_of_analyses_is_bounded_and_players_come_first() {
    let (server, _data) = server(LimitSettings::none());
    let (anna, bob) = (Client::guest(&server, "Anna"), Client::guest(&server, "Bob"));
    let stranger = Client::guest(&server, "Eve");
    let games: Vec<_> = (0..130).map(|_| finished(&anna, &bob)).collect();
    // Somebody else asks for all of them.
    let refused: Vec<_> = games.iter().filter(|game| stranger.get(game).status == 503).collect();
    assert!(!refused.is_empty(), "the queue is bounded");
    // A player still may, and does not wait for the others.
    let answer = anna.get(refused[refused.len() - 1]);
    assert_eq!(answer.status, 202, "{}", answer.body);
    until_analysed(&anna, refused[refused.len() - 1]);
    let waiting = games.iter().filter(|game| stranger.get(game).status == 202).count();
    assert!(waiting > 20, "only {waiting} others are still waiting");
}
