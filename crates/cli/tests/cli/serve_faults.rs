//! What happens when things go wrong: the server dies, or the disk is full.

use std::time::Duration;

use serde_json::{Value, json};

use crate::common::{Folder, tablee};
use crate::host::{Host, moves};

/// How often the server is killed: a few times, or as often as `TABLEE_KILLS` says.
fn kills() -> String {
    std::env::var("TABLEE_KILLS").unwrap_or_else(|_| "10".to_owned())
}

#[test]
fn whoever_kills_the_server_loses_no_acknowledged_move() {
    let kills = kills();
    let run = tablee(&["bench", "server", "--kills", &kills, "--matches", "12", "--json"], "");
    assert_eq!(run.code, 0, "{}", run.err);
    let report: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(report["kills"].to_string(), kills);
    assert!(report["moves"].as_u64() > Some(100) && report["finished"].as_u64() > Some(0), "{report}");
}

/// Servers, workers and NATS with -9, and PostgreSQL by its immediate shutdown, by chance. What the checker of the benchmark finds it tells as an error.
#[test]
fn whoever_kills_any_part_of_several_machines_loses_no_acknowledged_move() {
    let kills = kills();
    let run = tablee(&["bench", "server", "--nodes", "3", "--kills", &kills, "--matches", "12", "--json"], "");
    assert_eq!(run.code, 0, "{}", run.err);
    let report: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(report["kills"].to_string(), kills);
    assert!(report["moves"].as_u64() > Some(100) && report["finished"].as_u64() > Some(0), "{report}");
}

#[cfg(unix)]
#[test]
fn whoever_interrupts_the_benchmark_finds_nothing_left_of_it() {
    use std::os::unix::fs::PermissionsExt;
    use std::process::{Command, Stdio};
    let folder = Folder::new();
    // PostgreSQL may have to run as somebody else, who must be able to go there.
    std::fs::set_permissions(folder.path("."), std::fs::Permissions::from_mode(0o755)).unwrap();
    let files = || std::fs::read_dir(folder.path(".")).unwrap().count();
    let mut command = Command::new(env!("CARGO_BIN_EXE_tablee"));
    command.args(["bench", "server", "--nodes", "1", "--kills", "10000", "--matches", "4"]);
    command.env("TMPDIR", folder.path(".")).env("TABLEE_LANG", "en");
    let mut bench = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    // A folder for PostgreSQL, and one for NATS.
    while files() < 2 && bench.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(Command::new("kill").arg(bench.id().to_string()).status().unwrap().success());
    // Its servers and workers have the same standard error, so this waits for their end too.
    let ended = bench.wait_with_output().unwrap();
    assert_eq!(
        (ended.status.code(), &*String::from_utf8_lossy(&ended.stderr)),
        (Some(1), "tablee: interrupted before the end\n")
    );
    assert_eq!(files(), 0);
}

#[test]
fn nobody_loses_on_time_through_a_restart() {
    let folder = Folder::new();
    let data = folder.path("data");
    let mut host = Host::start(&data, &[]);
    let (anna, bob) = (host.person("Anna"), host.person("Bob"));
    let table = host.game(&anna, &bob, json!({ "kind": "game", "seconds": 2, "increment": 0 }));
    host.kill();
    std::thread::sleep(Duration::from_millis(2500));
    let host = Host::start(&data, &[]);
    host.act(&anna, &table, json!({ "do": "move", "v": 4, "mv": moves()[0] }));
    let events = host.events(&table);
    let kinds: Vec<_> = events.iter().map(|event| event["is"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["opened", "sat", "sat", "begun", "clock", "move"]);
    // The time when the server was away does not count.
    assert!(events[5]["ms"].as_u64() > Some(500), "{}", events[5]);
}

/// A file that may not grow is to the server what a full disk is.
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
    room(rlimit::INFINITY);
    socket.send(json!({ "do": "act", "id": 7, "table": table, "act": play }));
    assert_eq!(socket.answer(7)["is"], "events");
    host.act(&bob, &table, json!({ "do": "move", "v": 5, "mv": second }));
    assert_eq!(host.events(&table).len(), 6);
}
