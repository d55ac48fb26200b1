//! Several servers behind a proxy that sends everything about a table to the same one.

use std::collections::BTreeMap;

use serde_json::json;
use tablee_harness::cluster::{Cluster, Part, Services};
use tablee_harness::tablee::Tablee;

use crate::host::{BEGUN, Client, Socket, moves};

const TABLES: usize = 12;

/// Three servers with a proxy in front.
fn cluster() -> Cluster {
    let tablee = Tablee::new(env!("CARGO_BIN_EXE_tablee")).settings(&["--log=off"]);
    let tablee = tablee.server_settings(&["--trusted-proxies=127.0.0.1"]);
    let services = Services::start().unwrap_or_else(|error| panic!("{error}"));
    Cluster::shared(tablee, services, 3, 0).and_then(Cluster::with_proxy).unwrap_or_else(|error| panic!("{error}"))
}

/// The number of open sockets of each server that runs.
fn sockets(cluster: &Cluster) -> BTreeMap<usize, u32> {
    let of = |address: String| {
        let (_, metrics) = Client { address }.ask("GET", "/metrics", &[], None);
        let line = metrics.lines().find_map(|line| line.strip_prefix("tablee_sockets "));
        line.and_then(|count| count.trim().parse().ok()).expect("the metric is there")
    };
    cluster.servers().map(|(index, server)| (index, of(server.address.to_string()))).collect()
}

/// Both players connect for their table. Returns their sockets, and the only server that has got new ones.
fn connect(cluster: &Cluster, proxy: &Client, table: &str, keys: &[String; 2]) -> ([Socket; 2], usize) {
    let before = sockets(cluster);
    let players = keys.each_ref().map(|key| {
        let mut socket = proxy.socket_at(&format!("/api/live/{table}"), Some(key));
        assert_eq!(socket.welcome["cluster"], true);
        socket.send(json!({ "do": "watch", "id": 2, "table": table, "from": 0 }));
        assert_eq!(socket.answer(2)["is"], "events");
        socket
    });
    let grown: Vec<_> = sockets(cluster).into_iter().filter(|(server, count)| before[server] != *count).collect();
    assert!(grown.len() == 1 && grown[0].1 == before[&grown[0].0] + 2, "{before:?} {grown:?}");
    (players, grown[0].0)
}

/// One player moves, and both get it.
fn play([mover, other]: [&mut Socket; 2], table: &str, v: u32, mv: &str) {
    mover.send(json!({ "do": "act", "id": 3, "table": table, "act": { "do": "move", "v": v, "mv": mv } }));
    assert_eq!(mover.answer(3)["events"][0]["mv"], mv);
    while other.receive().expect("the move comes")["events"][0]["mv"] != mv {}
}

#[test]
fn players_of_a_table_meet_at_one_server_and_if_it_dies_at_another() {
    let mut cluster = cluster();
    let proxy = Client { address: cluster.proxy().expect("there is one").to_string() };
    let keys = ["Anna", "Bob"].map(|name| proxy.person(name));
    let [first, second] = moves();
    let mut games = Vec::new();
    for _ in 0..TABLES {
        let table = proxy.game(&keys[0], &keys[1], json!({ "kind": "none" }));
        let ([mut anna, mut bob], server) = connect(&cluster, &proxy, &table, &keys);
        play([&mut anna, &mut bob], &table, BEGUN, &first);
        games.push((table, [anna, bob], server));
    }
    let killed = games[0].2;
    assert!(games.iter().any(|(_, _, server)| *server != killed), "tables are spread over the servers");
    cluster.kill(Part::Server(killed)).unwrap();
    // All sockets stay open: one that is closed just now would be counted wrong.
    let mut open = Vec::new();
    for (table, [mut anna, mut bob], server) in games {
        if server != killed {
            // Nothing has changed for these.
            play([&mut bob, &mut anna], &table, BEGUN + 1, &second);
            open.extend([anna, bob]);
            continue;
        }
        let ([mut anna, mut bob], server) = connect(&cluster, &proxy, &table, &keys);
        assert_ne!(server, killed);
        play([&mut bob, &mut anna], &table, BEGUN + 1, &second);
        assert_eq!(proxy.events(&table).len(), BEGUN as usize + 2);
        open.extend([anna, bob]);
    }
}
