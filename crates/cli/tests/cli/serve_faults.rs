//! What happens when things go wrong: the server dies, or the disk is full.

use std::time::Duration;

use serde_json::json;

use crate::common::Folder;
use crate::host::{Host, moves};

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
    host.act(&anna, &table, json!({ "do": "move", "v": 4, "mv": moves()[0] }));
    let events = host.events(&table);
    let kinds: Vec<_> = events.iter().map(|event| event["is"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["opened", "sat", "sat", "begun", "clock", "move"]);
    // The time when the server was away does not count.
    assert!(events[5]["ms"].as_u64() > Some(500), "{}", events[5]);
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
    host.act(&anna, &moving, json!({ "do": "move", "v": 4, "mv": first }));
    for table in [&moving, &waiting] {
        let events = loop {
            let events = host.events(table);
            if events.len() > 4 {
                break events;
            }
            std::thread::sleep(Duration::from_millis(50));
        };
        let kinds: Vec<_> = events.iter().map(|event| event["is"].as_str().unwrap()).collect();
        assert_eq!(kinds[..5], ["opened", "sat", "sat", "begun", "clock"]);
        assert!(!kinds.contains(&"flagged"), "{kinds:?}");
        // The pause does not count.
        assert!(events[4]["ms"][0].as_u64() > Some(3000), "{}", events[4]);
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
    let play = json!({ "do": "move", "v": 4, "mv": first });
    for id in 3..6 {
        socket.send(json!({ "do": "act", "id": id, "table": table, "act": play }));
        let refused = socket.answer(id);
        assert_eq!((refused["is"].as_str(), refused["code"].as_str()), (Some("refused"), Some("unavailable")), "{refused}");
    }
    assert_eq!(host.events(&table).len(), 4);
    assert_eq!(host.ask("POST", "/api/people", &[], Some(json!({ "name": "Carla" }))).0, 503);
    // A proxy sends nobody here meanwhile.
    let ready = || host.ask("GET", "/readyz", &[], None);
    assert_eq!(ready(), (503, "the store cannot be written\n".to_owned()));
    room(rlimit::INFINITY);
    socket.send(json!({ "do": "act", "id": 7, "table": table, "act": play }));
    assert_eq!(socket.answer(7)["is"], "events");
    host.act(&bob, &table, json!({ "do": "move", "v": 5, "mv": second }));
    assert_eq!(host.events(&table).len(), 6);
    let end = std::time::Instant::now() + Duration::from_secs(30);
    while ready().0 != 200 {
        assert!(std::time::Instant::now() < end, "there is room again");
        std::thread::sleep(Duration::from_millis(100));
    }
}
