//! The fault test of `crates/loadtest` against this binary, and how it ends when it is interrupted.

use tablee_loadtest::{Options, Survived, kill_parts};

/// How many parts are killed: a few, or `TABLEE_KILLS`.
fn kills() -> usize {
    std::env::var("TABLEE_KILLS").map_or(10, |kills| kills.parse().expect("TABLEE_KILLS is a number"))
}

fn options(arguments: &[&str]) -> Options {
    let program = ["tablee-loadtest", "--tablee", env!("CARGO_BIN_EXE_tablee")];
    Options::parse([&program, arguments].concat()).unwrap()
}

fn survives(nodes: &str) {
    let kills = kills();
    let options = options(&["--nodes", nodes, "--kills", &kills.to_string(), "--matches", "12"]);
    let survived = kill_parts(&options).unwrap_or_else(|failure| panic!("{failure}"));
    let Survived { moves, finished, .. } = survived;
    assert!(survived.kills == kills && moves > 100 && finished > 0, "{survived:?}");
}

#[test]
fn killing_the_server_loses_no_acknowledged_move() {
    survives("0");
}

/// Kills servers, workers and NATS with SIGKILL, and PostgreSQL by its immediate shutdown, at random.
#[test]
fn killing_any_part_of_a_cluster_loses_no_acknowledged_move() {
    survives("3");
}

/// Not a test, but the process that the next test interrupts.
#[cfg(unix)]
#[test]
#[ignore = "runs until it is interrupted"]
fn load_until_interrupted() {
    let arguments = ["--nodes", "1", "--kills", "10000", "--matches", "4", "--tablee", env!("CARGO_BIN_EXE_tablee")];
    let program = std::iter::once("tablee-loadtest").chain(arguments).map(Into::into);
    let code = tablee_loadtest::main(program);
    std::process::exit(if code == std::process::ExitCode::FAILURE { 1 } else { 0 });
}

#[cfg(unix)]
#[test]
fn interrupting_a_load_test_stops_everything_that_it_started() {
    use std::os::unix::fs::PermissionsExt;
    use std::process::{Command, Stdio};
    use std::time::Duration;
    let folder = tempfile::tempdir().unwrap();
    // PostgreSQL may run as another user, who must be able to enter.
    std::fs::set_permissions(folder.path(), std::fs::Permissions::from_mode(0o755)).unwrap();
    let files = || std::fs::read_dir(folder.path()).unwrap().count();
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "load::load_until_interrupted", "--ignored", "--nocapture"]).env("TMPDIR", folder.path());
    let mut load = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    // A folder for PostgreSQL, and one for NATS.
    while files() < 2 && load.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(Command::new("kill").arg(load.id().to_string()).status().unwrap().success());
    // Its servers and workers have the same standard error, so this waits for their end too.
    let ended = load.wait_with_output().unwrap();
    let printed = String::from_utf8_lossy(&ended.stderr);
    assert_eq!((ended.status.code(), &*printed), (Some(1), "tablee-loadtest: the load test failed: interrupted\n"));
    assert_eq!(files(), 0);
}

#[test]
fn lists_of_a_small_store_are_measured() {
    let arguments = ["lists", "--tablee", env!("CARGO_BIN_EXE_tablee"), "--json"];
    let sizes = ["--open", "30", "--playing", "0", "--finished", "60", "--queries", "2"];
    let program = ["tablee-loadtest"].into_iter().chain(arguments).chain(sizes).map(Into::into);
    assert_eq!(tablee_loadtest::main(program), std::process::ExitCode::SUCCESS);
}
