//! What happens when things go wrong: the server dies, or the disk is full.

use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::json;
use tablee_harness::cluster::Services;

use crate::common::{Folder, tablee};
use crate::host::{BEGUN, Host, database_of, log_of, moves};

#[test]
fn nobody_loses_on_time_through_a_restart() {
    let folder = Folder::new();
    let data = folder.path("data");
    let mut host = Host::start(&data, &[]);
    let (anna, bob) = (host.person("Anna"), host.person("Bob"));
    let table = host.game(&anna, &bob, json!({ "kind": "game", "seconds": 2, "increment": 0 }));
    host.process.kill().unwrap();
    std::thread::sleep(Duration::from_millis(2500));
    let host = Host::start(&data, &[]);
    host.act(&anna, &table, json!({ "do": "move", "v": BEGUN, "mv": moves()[0] }));
    let events = host.events(&table);
    let kinds: Vec<_> = events.iter().map(|event| event["is"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["opened", "sat", "sat", "starting", "begun", "clock", "move"]);
    // The time when the server was away does not count.
    assert!(events[6]["ms"].as_u64() > Some(500), "{}", events[6]);
}

/// A process that is stopped is what a paused machine is: its clocks go on, and nothing runs.
#[cfg(unix)]
#[test]
fn nobody_loses_on_time_while_the_server_is_paused() {
    let folder = Folder::new();
    let host = Host::start(&folder.path("data"), &[]);
    let (anna, bob) = (host.person("Anna"), host.person("Bob"));
    let [first, _] = moves();
    let clock = || json!({ "kind": "game", "seconds": 6, "increment": 0 });
    // One game where the player moves right after the pause, and one where nothing happens.
    let [moving, waiting] = [(); 2].map(|()| host.game(&anna, &bob, clock()));
    host.process.pause().unwrap();
    std::thread::sleep(Duration::from_secs(9));
    host.process.resume().unwrap();
    host.act(&anna, &moving, json!({ "do": "move", "v": BEGUN, "mv": first }));
    for table in [&moving, &waiting] {
        let events = loop {
            let events = host.events(table);
            if events.len() > BEGUN as usize {
                break events;
            }
            std::thread::sleep(Duration::from_millis(50));
        };
        let kinds: Vec<_> = events.iter().map(|event| event["is"].as_str().unwrap()).collect();
        assert_eq!(kinds[..6], ["opened", "sat", "sat", "starting", "begun", "clock"]);
        assert!(!kinds.contains(&"flagged"), "{kinds:?}");
        // The pause does not count.
        assert!(events[5]["ms"][0].as_u64() > Some(3000), "{}", events[5]);
    }
}

/// A limit on the size of files acts like a full disk.
#[cfg(target_os = "linux")]
#[test]
fn on_a_full_disk_nothing_is_lost_and_play_goes_on_when_there_is_room() {
    let folder = Folder::new();
    let host = Host::start(&folder.path("data"), &[]);
    let (anna, bob) = (host.person("Anna"), host.person("Bob"));
    let table = host.game(&anna, &bob, json!({ "kind": "none" }));
    let [first, second] = moves();
    let mut socket = host.socket(Some(&anna));
    socket.send(json!({ "do": "watch", "id": 2, "table": table, "from": 0 }));
    assert_eq!(socket.answer(2)["is"], "events");
    let room = |bytes| {
        let process = host.process.id().try_into().unwrap();
        rlimit::prlimit(process, rlimit::Resource::FSIZE, Some((bytes, rlimit::INFINITY)), None).unwrap();
    };
    room(1);
    let play = json!({ "do": "move", "v": BEGUN, "mv": first });
    for id in 3..6 {
        socket.send(json!({ "do": "act", "id": id, "table": table, "act": play }));
        let refused = socket.answer(id);
        assert_eq!((refused["is"].as_str(), refused["code"].as_str()), (Some("refused"), Some("unavailable")), "{refused}");
    }
    assert_eq!(host.events(&table).len(), BEGUN as usize);
    assert_eq!(host.ask("POST", "/api/people", &[], Some(json!({ "name": "Carla" }))).0, 503);
    // A proxy sends nobody here meanwhile.
    let ready = || host.ask("GET", "/readyz", &[], None);
    assert_eq!(ready(), (503, "the store cannot be written\n".to_owned()));
    room(rlimit::INFINITY);
    socket.send(json!({ "do": "act", "id": 7, "table": table, "act": play }));
    assert_eq!(socket.answer(7)["is"], "events");
    host.act(&bob, &table, json!({ "do": "move", "v": BEGUN + 1, "mv": second }));
    assert_eq!(host.events(&table).len(), BEGUN as usize + 2);
    let end = Instant::now() + Duration::from_secs(30);
    while ready().0 != 200 {
        assert!(Instant::now() < end, "there is room again");
        std::thread::sleep(Duration::from_millis(100));
    }
}

/// Another server does not take the time of players whose own server is paused.
#[cfg(unix)]
#[test]
fn nobody_loses_on_time_while_their_server_of_a_cluster_is_paused() {
    let folder = Folder::new();
    let services = Services::start().unwrap_or_else(|error| panic!("{error}"));
    let node = |name: &str| Host::start_with(&folder.path(name), &services.data(), &[]);
    let (one, two) = (node("one"), node("two"));
    let (anna, bob) = (one.person("Anna"), two.person("Bob"));
    let clock = || json!({ "kind": "game", "seconds": 8, "increment": 0 });
    // Anna is to move at both. She is connected to one server; the other has one of the tables in memory.
    let (both, alone) = (two.game(&anna, &bob, clock()), one.game(&anna, &bob, clock()));
    let mut sockets = Vec::new();
    for (host, key, table) in [(&one, &anna, &both), (&one, &anna, &alone), (&two, &bob, &both)] {
        let mut socket = host.socket(Some(key));
        socket.send(json!({ "do": "watch", "id": 2, "table": table, "from": 0 }));
        assert_eq!(socket.answer(2)["is"], "events");
        sockets.push(socket);
    }
    // Her presence reaches the other server.
    std::thread::sleep(Duration::from_millis(500));
    one.process.pause().unwrap();
    std::thread::sleep(Duration::from_secs(9));
    for table in [&both, &alone] {
        let events = two.events(table);
        let kinds: Vec<_> = events.iter().map(|event| event["is"].as_str().unwrap()).collect();
        assert!(kinds.contains(&"clock") && !kinds.contains(&"flagged"), "{kinds:?}");
    }
    one.process.resume().unwrap();
    for table in [&both, &alone] {
        let known = one.events(table).len();
        one.act(&anna, table, json!({ "do": "move", "v": known, "mv": moves()[0] }));
    }
}

/// SQLite has no checksums, so a damaged event is read as it is.
#[test]
fn a_damaged_event_is_logged() {
    let folder = Folder::new();
    let data = folder.path("data");
    let host = Host::start(&data, &[]);
    let (anna, bob) = (host.person("Anna"), host.person("Bob"));
    let damaged = host.game(&anna, &bob, json!({ "kind": "none" }));
    // In a backup, everything is in one file.
    let copy = folder.path("copy.db");
    assert_eq!(tablee(&["backup", "--data", &data, &copy], "").code, 0);
    let data = folder.path("restored");
    std::fs::create_dir(&data).unwrap();
    let mut bytes = std::fs::read(copy).unwrap();
    let event = br#"{"is":"begun""#;
    let places: Vec<usize> = (0..bytes.len() - event.len()).filter(|at| bytes[*at..].starts_with(event)).collect();
    assert!(!places.is_empty());
    places.into_iter().for_each(|at| bytes[at] = b'[');
    std::fs::write(database_of(&data), bytes).unwrap();
    let host = Host::start(&data, &[]);
    let path = format!("/api/tables/{damaged}");
    let (status, answer) = host.ask("GET", &path, &[], None);
    assert!(status >= 500 && answer.contains("damaged"), "{status} {answer}");
    let log = std::fs::read_to_string(log_of(&data)).unwrap();
    let line = log.lines().find(|line| line.contains("a stored table is damaged")).unwrap_or_else(|| panic!("{log}"));
    assert!(line.contains("ERROR") && line.contains(&damaged), "{line}");
    // Other tables go on.
    let whole = host.game(&anna, &bob, json!({ "kind": "none" }));
    host.act(&anna, &whole, json!({ "do": "move", "v": BEGUN, "mv": moves()[0] }));
}

#[test]
fn a_line_is_logged_when_connections_come_near_their_limit() {
    let folder = Folder::new();
    let data = folder.path("data");
    let host = Host::start(&data, &["--limit-connections=20", "--trusted-proxies=127.0.0.1"]);
    let log = || std::fs::read_to_string(log_of(&data)).unwrap();
    let near = "almost as many connections are open as the limits of connections or files allow";
    let mut open: Vec<_> = (0..10).map(|_| TcpStream::connect(&host.address).unwrap()).collect();
    assert_eq!(host.ask("GET", "/healthz", &[], None).0, 200);
    assert!(!log().contains(near));
    open.extend((0..9).map(|_| TcpStream::connect(&host.address).unwrap()));
    let end = Instant::now() + Duration::from_secs(30);
    while !log().contains(near) {
        assert!(Instant::now() < end, "{}", log());
        std::thread::sleep(Duration::from_millis(50));
    }
    assert!(log().lines().any(|line| line.contains(near) && line.contains("WARN") && line.contains("most=20")), "{}", log());
}
