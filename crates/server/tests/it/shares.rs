//! Games shared by a short link, over HTTP.

use serde_json::json;
use tablee_games::shuffle::{Bytes32, Shuffle};
use tablee_games::{AnyGame, GameId, NewGame, Player, Settled, begin};
use tablee_server::limits::{LimitSettings, Rate};
use tablee_server::{Settings, ShareSettings};

use crate::common::server::{Cluster, TestServer};
use crate::common::{Answer, Client};

/// The record of a game of Kumata for two, with these names, after this many plies; the shuffle follows from the seed.
pub fn record(names: [&str; 2], plies: usize, seed: u8) -> String {
    let players = names.map(|name| Player::Human(name.to_owned())).to_vec();
    let shuffle = Some(Shuffle::revealed(Bytes32([seed; 32]), Vec::new()));
    let options = [("players".to_owned(), "2".to_owned())];
    let new = NewGame { game: GameId::Kumata, options: &options, set: None, players, shuffle, settled: Settled::Shuffled };
    let mut game = begin(new).unwrap();
    while game.plies() < plies && play_one(&mut *game) {}
    game.record()
}

fn play_one(game: &mut dyn AnyGame) -> bool {
    if game.draw().is_some() {
        return true;
    }
    let (_, moves) = game.legal_moves(1);
    moves.first().is_some_and(|(mv, _)| game.play(mv).is_ok())
}

/// A finished game.
pub fn finished(names: [&str; 2]) -> String {
    record(names, usize::MAX, 1)
}

pub fn share(client: &Client, record: &str) -> Answer {
    client.post("/api/shares", &json!({ "record": record }))
}

/// Shares a game; returns the path of its page.
pub fn link(client: &Client, record: &str) -> String {
    share(client, record).with(201)["url"].as_str().unwrap().to_owned()
}

#[test]
fn names_of_a_shared_game_have_nothing_invisible() {
    let server = TestServer::new();
    let client = Client::new(&server);
    for name in ["a\u{202e}b", "\u{200b}Anna", "za\u{301}\u{302}\u{303}\u{304}lgo"] {
        assert_eq!(share(&client, &finished([name, "Bob"])).refused(), (400, "invalid"), "{name:?}");
    }
    link(&client, &finished(["Zoë ❤️", "a longer name than a guest may have"]));
}

#[test]
fn a_game_has_one_short_link_however_it_is_spelled() {
    let server = TestServer::new();
    let (client, game) = (Client::new(&server), finished(["Anna", "Bob"]));
    let first = share(&client, &game).with(201);
    let id = first["id"].as_str().unwrap();
    assert_eq!((id.len(), &first["url"]), (12, &json!(format!("/s/{id}"))));
    // Comments, blank lines, capitals and line endings are not part of a game.
    let other = format!("# a comment\r\n{}", game.replace("game kumata", "GAME   Kumata\n\n").replace('\n', "\r\n"));
    assert_eq!(share(&client, &other).with(201), first);
    assert_eq!(share(&Client::guest(&server, "Eve"), &game).with(201), first);

    let stored = client.get(&format!("/api/shares/{id}"));
    assert_eq!((stored.status, stored.body.as_str()), (200, Some(game.as_str())));
    assert_eq!(stored.headers["content-type"], "text/plain; charset=utf-8");
    assert_eq!(stored.headers["cache-control"], "public, max-age=31536000, immutable");
    assert_eq!(share(&client, &finished(["Anna", "Bobby"])).with(201)["id"].as_str().map(|other| other == id), Some(false));
    // A game that is not over can be shared too.
    let half = record(["Anna", "Bob"], 20, 1);
    let half_id = share(&client, &half).with(201)["id"].clone();
    assert_eq!(client.get(&format!("/api/shares/{}", half_id.as_str().unwrap())).body.as_str(), Some(half.as_str()));
}

#[test]
fn what_is_not_a_game_is_refused() {
    let server = TestServer::new();
    let (client, game) = (Client::new(&server), finished(["Anna", "Bob"]));
    let broken = [
        "",
        "tablee record 1\nend",
        "<script>alert(1)</script>",
        &game.replace("score ", "score 9"),
        &game.replace("reveal 0", "reveal 1"),
        &game.replace("\n20 ", "\n20 9 "),
        &game[..game.len() / 2],
    ];
    for wrong in broken {
        assert_eq!(share(&client, wrong).refused(), (400, "invalid"), "{wrong}");
    }
    let line = share(&client, &game.replace("score ", "score 9")).body["why"]["fr"].as_str().unwrap().to_owned();
    assert!(line.starts_with("ligne "), "{line}");
    // The limit is on the body, which is refused before it is read to the end.
    assert_eq!(share(&client, &format!("{game}{}", "#\n".repeat(40_000))).refused(), (413, "too-long"));
    assert_eq!(client.send("POST", "/api/shares", "{\"game\": 1}").refused(), (400, "invalid"));
    let plain = client.with_header("content-type", "text/plain");
    assert_eq!(plain.send("POST", "/api/shares", &game).refused(), (400, "unreadable"));
    for nothing in ["aaaaaaaaaaaa", "AAAAAAAAAAAA", "x", "%00", "..%2f..", &"a".repeat(5_000)] {
        assert_eq!(client.get(&format!("/api/shares/{nothing}")).refused(), (404, "unknown"), "{nothing}");
    }
}

#[test]
fn an_address_may_share_only_so_much() {
    let server = TestServer::with_limits(LimitSettings { new_shares: Rate::new(2, 1), ..LimitSettings::none() });
    let (client, game) = (Client::new(&server), finished(["Anna", "Bob"]));
    let path = link(&client, &game);
    // Wrong records count too: proving them is the work.
    assert_eq!(share(&client, "nonsense").refused(), (400, "invalid"));
    let over = share(&client, &game);
    assert_eq!(over.refused(), (429, "too-much"));
    assert!(over.headers["retry-after"].to_str().unwrap().parse::<u32>().unwrap() > 0);
    // Reading goes on.
    client.get(&path.replace("/s/", "/api/shares/")).with(200);
}

#[test]
fn an_operator_can_turn_sharing_off() {
    let data = tempfile::tempdir().unwrap();
    let shares = ShareSettings { most: 0, ..ShareSettings::default() };
    let server = TestServer::with(&Settings { shares, ..Settings::new("127.0.0.1:0", data.path().to_owned()) });
    assert_eq!(share(&Client::new(&server), &finished(["Anna", "Bob"])).refused(), (404, "unknown"));
}

#[test]
fn nodes_of_a_cluster_share_the_same_games() {
    let cluster = Cluster::start();
    let (one, other) = (cluster.node(), cluster.node());
    let game = finished(["Anna", "Zoë"]);
    let path = link(&Client::new(&one), &game);
    let there = Client::new(&other);
    assert_eq!(there.get(&path.replace("/s/", "/api/shares/")).body.as_str(), Some(game.as_str()));
    assert_eq!(link(&there, &game), path);
    assert!(there.get(&path).body.as_str().unwrap().contains("Zoë"));
}
