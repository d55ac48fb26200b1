//! Tournaments over several machines: `tablee arena --workers`, with real workers and a real NATS.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use tablee_harness::nats::Nats;
use tablee_harness::process::Process;
use tablee_harness::tablee::Tablee;

use crate::common::{Folder, tablee};

/// A run of the arena, in the background. It is killed when this is dropped.
struct Running(Child);

impl Running {
    fn kill(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }

    fn is_over(&mut self) -> bool {
        self.0.try_wait().unwrap().is_some()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Starts a worker, and waits until it is ready. Nothing else uses the queue before the worker has made it: NATS 2.9
/// can break it for good if two processes make it at the same moment.
fn start_worker(tablee: &Tablee, bus: &str) -> Process {
    let (worker, line) = tablee.start("worker", &["--bus", bus, "--jobs", "1"].map(Into::into)).unwrap();
    assert_eq!(line, "working");
    worker
}

fn worker(bus: &str) -> Process {
    start_worker(&Tablee::new(env!("CARGO_BIN_EXE_tablee")).settings(&["--log=warn"]), bus)
}

/// A worker that logs everything to a file.
fn logging_worker(bus: &str, log: &str) -> Process {
    start_worker(&Tablee::new(env!("CARGO_BIN_EXE_tablee")).settings(&["--log=debug"]).log_file(log), bus)
}

/// Waits until a log contains a text.
fn wait_for(log: &str, text: &str) {
    let begin = Instant::now();
    while !std::fs::read_to_string(log).unwrap().contains(text) {
        assert!(begin.elapsed() < Duration::from_secs(60), "“{text}” is missing in {log}");
        sleep(Duration::from_millis(20));
    }
}

/// A run of the arena.
fn begin(arguments: &[&str]) -> Running {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tablee"));
    command.arg("arena").args(arguments).env("TABLEE_LANG", "en").env("NO_COLOR", "1");
    Running(command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap())
}

fn end(mut run: Running) -> String {
    let (mut out, mut err) = (String::new(), String::new());
    // One after the other: standard error is so short that it never has to wait.
    run.0.stdout.take().unwrap().read_to_string(&mut out).unwrap();
    run.0.stderr.take().unwrap().read_to_string(&mut err).unwrap();
    assert!(run.0.wait().unwrap().success(), "{err}");
    out
}

/// Waits until the journal of a run has so many lines. The run is far from its end then, so that what fails now fails in the middle of it.
fn wait_for_lines(run: &mut Running, path: &str, lines: usize) {
    let begin = Instant::now();
    while File::open(path).map_or(0, |file| BufReader::new(file).lines().count()) < lines {
        assert!(begin.elapsed() < Duration::from_secs(60), "{path} does not grow");
        sleep(Duration::from_millis(20));
    }
    assert!(!run.is_over(), "it should have more games than can be played meanwhile");
}

#[test]
fn others_play_the_very_same_games() {
    let nats = Nats::start().unwrap();
    let _workers = [worker(&nats.url()), worker(&nats.url())];
    for game in ["kumata", "rumis", "dogcity", "cuminos"] {
        let games = [game, "--bots", "random,greedy,level1", "--ladder", "--games", "10", "--json"];
        let here = tablee(&[&["arena"], &games[..]].concat(), "").out;
        assert_eq!(end(begin(&[&games[..], &["--workers", &nats.url()]].concat())), here, "{game}");
    }
    let test = ["kumata", "--bots", "greedy,random", "--games", "400", "--sprt", "0.5:0.6"];
    let here = tablee(&[&["arena"], &test[..]].concat(), "").out;
    assert_eq!(end(begin(&[&test[..], &["--workers", &nats.url()]].concat())), here);
}

#[test]
fn a_run_survives_its_workers_and_nats_and_itself() {
    let folder = Folder::new();
    let mut nats = Nats::start().unwrap();
    let bus = nats.url();
    // Long enough that games remain after the last failure.
    let games = ["kumata", "--bots", "search:500,search:250", "--games", "60", "--seed", "m"];
    let here = tablee(&[&["arena"], &games[..]].concat(), "").out;

    let journal = folder.path("games.jsonl");
    let over_there = [&games[..], &["--workers", &bus, "--resume", &journal]].concat();
    let mut first = worker(&bus);
    let mut run = begin(&over_there);
    wait_for_lines(&mut run, &journal, 5);
    // In the middle of a game.
    first.kill().unwrap();
    let _second = worker(&bus);
    wait_for_lines(&mut run, &journal, 13);
    nats.restart().unwrap();
    wait_for_lines(&mut run, &journal, 21);
    // The run itself; its remaining deals are dropped.
    run.kill();
    let mut run = begin(&over_there);
    wait_for_lines(&mut run, &journal, 29);
    nats.kill().unwrap();
    nats.lose_everything().unwrap();
    nats.restart().unwrap();
    assert_eq!(end(run), here);
    assert_eq!(File::open(&journal).map(|file| BufReader::new(file).lines().count()).unwrap(), 61);
}

#[test]
fn a_worker_gives_its_deal_back_on_sigterm() {
    let (nats, folder) = (Nats::start().unwrap(), Folder::new());
    let (bus, log) = (nats.url(), folder.path("log"));
    let mut first = logging_worker(&bus, &log);
    // Some seconds a game.
    let run = begin(&["rumis", "--bots", "search:0.3s,search:0.3s", "--games", "2", "--workers", &bus]);
    wait_for(&log, "a deal begins");
    first.terminate().unwrap();
    assert!(first.wait().unwrap().success());
    let _second = worker(&bus);
    end(run);
}

#[test]
fn a_worker_does_not_wait_for_nats_on_sigterm() {
    let (mut nats, folder) = (Nats::start().unwrap(), Folder::new());
    let (bus, log) = (nats.url(), folder.path("log"));
    let mut worker = logging_worker(&bus, &log);
    let _run = begin(&["rumis", "--bots", "search:0.05s,search:0.05s", "--games", "2", "--workers", &bus]);
    wait_for(&log, "a deal begins");
    nats.kill().unwrap();
    // Now it would hand it in.
    wait_for(&log, "a deal was played");
    worker.terminate().unwrap();
    assert!(worker.wait().unwrap().success());
}

#[test]
fn impossible_requests_are_refused() {
    let nats = Nats::start().unwrap();
    let bus = nats.url();
    let wrong = |arguments: &[&str], said: &str| {
        let run = tablee(arguments, "");
        assert!(run.code == 2 && run.err.contains(said), "{arguments:?}: {} {}", run.code, run.err);
    };
    let kumata = ["arena", "kumata", "--games", "2", "--bots"];
    wrong(&[&kumata[..], &["random,engine:true", "--workers", &bus]].concat(), "engines play on this machine only");
    wrong(&[&kumata[..], &["random", "--workers", "http://127.0.0.1"]].concat(), "is not a NATS address");
    wrong(&[&kumata[..], &["random", "--workers", "nats://127.0.0.1:1"]].concat(), "NATS cannot be reached");
    wrong(&[&kumata[..], &["random", "--workers", &bus, "--jobs", "2"]].concat(), "conflicts with another option");
    wrong(&["worker"], "it needs --bus");
    // Nobody works: it says what to do.
    let mut run = begin(&["kumata", "--bots", "random", "--games", "2", "--workers", &bus]);
    let mut line = String::new();
    BufReader::new(run.0.stderr.take().unwrap()).read_line(&mut line).unwrap();
    assert_eq!(line, format!("no worker yet; on any machine run: tablee worker --bus {bus}\n"));
}
