//! Tournaments over several machines: `tablee arena --workers`, with real workers and a real NATS.

use std::fs::File;
use std::io::{BufRead, BufReader, Lines, Read};
use std::process::{Child, ChildStderr, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use tablee_harness::nats::Nats;

use crate::common::{Folder, tablee};

/// A run or a worker, in the background. It is killed when this is dropped.
struct Running(Child);

impl Running {
    fn kill(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }

    fn tell_to_stop(&self) {
        assert!(Command::new("kill").arg(self.0.id().to_string()).status().unwrap().success());
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

/// A worker that is ready. Nobody else uses the queue before it is made: NATS 2.9 can break it for good if two make it at the same moment.
fn worker(bus: &str, log: &str, err: Stdio) -> Running {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tablee"));
    command.args(["worker", "--bus", bus, "--jobs", "1", "--log", log]).env("TABLEE_LANG", "en");
    let mut worker = Running(command.stdout(Stdio::piped()).stderr(err).spawn().unwrap());
    let mut line = String::new();
    BufReader::new(worker.0.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert_eq!(line, "working\n");
    worker
}

fn quiet_worker(bus: &str) -> Running {
    worker(bus, "warn", Stdio::inherit())
}

/// What a worker says. Who listens stays there to its end, since nobody may write where nobody listens.
struct Log(Lines<BufReader<ChildStderr>>);

impl Log {
    fn of(worker: &mut Running) -> Log {
        Log(BufReader::new(worker.0.stderr.take().unwrap()).lines())
    }

    fn wait_for(&mut self, said: &str) {
        assert!(self.0.any(|line| line.unwrap().contains(said)), "it ended without “{said}”");
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
    // One after the other: what is said on standard error is so little that it never has to wait.
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
    let _workers = [quiet_worker(&nats.url()), quiet_worker(&nats.url())];
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
    // Not a tenth of a second each, and so many that seconds remain after the last of the failures.
    let games = ["kumata", "--bots", "search:1000,search:500", "--games", "100", "--seed", "m"];
    let here = tablee(&[&["arena"], &games[..]].concat(), "").out;

    let journal = folder.path("games.jsonl");
    let over_there = [&games[..], &["--workers", &bus, "--resume", &journal]].concat();
    let mut first = quiet_worker(&bus);
    let mut run = begin(&over_there);
    wait_for_lines(&mut run, &journal, 5);
    // In the middle of a game.
    first.kill();
    let _second = quiet_worker(&bus);
    wait_for_lines(&mut run, &journal, 13);
    nats.restart().unwrap();
    wait_for_lines(&mut run, &journal, 21);
    // The run itself; what it handed out and nobody wants any more is thrown away.
    run.kill();
    let mut run = begin(&over_there);
    wait_for_lines(&mut run, &journal, 29);
    nats.kill().unwrap();
    nats.lose_everything().unwrap();
    nats.restart().unwrap();
    assert_eq!(end(run), here);
    assert_eq!(File::open(&journal).map(|file| BufReader::new(file).lines().count()).unwrap(), 101);
}

#[test]
fn a_worker_that_is_told_to_stop_gives_its_game_back_and_leaves() {
    let nats = Nats::start().unwrap();
    let bus = nats.url();
    let mut first = worker(&bus, "debug", Stdio::piped());
    // Some seconds a game.
    let run = begin(&["rumis", "--bots", "search:0.3s,search:0.3s", "--games", "2", "--workers", &bus]);
    let mut log = Log::of(&mut first);
    log.wait_for("a deal begins");
    first.tell_to_stop();
    assert!(first.0.wait().unwrap().success());
    let _second = quiet_worker(&bus);
    end(run);
}

#[test]
fn a_worker_that_is_told_to_stop_does_not_wait_for_nats() {
    let mut nats = Nats::start().unwrap();
    let bus = nats.url();
    let mut worker = worker(&bus, "debug", Stdio::piped());
    let _run = begin(&["rumis", "--bots", "search:0.05s,search:0.05s", "--games", "2", "--workers", &bus]);
    let mut log = Log::of(&mut worker);
    log.wait_for("a deal begins");
    nats.kill().unwrap();
    // Now it would hand it in.
    log.wait_for("a deal was played");
    worker.tell_to_stop();
    assert!(worker.0.wait().unwrap().success());
}

#[test]
fn what_cannot_be_is_said() {
    let nats = Nats::start().unwrap();
    let bus = nats.url();
    let wrong = |arguments: &[&str], said: &str| {
        let run = tablee(arguments, "");
        assert!(run.code == 2 && run.err.contains(said), "{arguments:?}: {} {}", run.code, run.err);
    };
    let kumata = ["arena", "kumata", "--games", "2", "--bots"];
    wrong(&[&kumata[..], &["random,engine:true", "--workers", &bus]].concat(), "engines play on this machine only");
    wrong(&[&kumata[..], &["random", "--workers", "http://127.0.0.1"]].concat(), "is no address of NATS");
    wrong(&[&kumata[..], &["random", "--workers", "nats://127.0.0.1:1"]].concat(), "NATS cannot be reached");
    wrong(&[&kumata[..], &["random", "--workers", &bus, "--jobs", "2"]].concat(), "conflicts with another option");
    wrong(&["worker"], "it needs --bus");
    // Nobody works: it says what to do.
    let mut run = begin(&["kumata", "--bots", "random", "--games", "2", "--workers", &bus]);
    let mut line = String::new();
    BufReader::new(run.0.stderr.take().unwrap()).read_line(&mut line).unwrap();
    assert_eq!(line, format!("no worker has come yet; on any machine: tablee worker --bus {bus}\n"));
}
