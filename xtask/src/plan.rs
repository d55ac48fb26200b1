//! Steps of a command, with a progress line that says how much time is left.
//!
//! A plan is a list of groups, run one after the other. The lanes of a group run side by side, the steps of a lane
//! one after the other. Steps that run side by side print into `target/xtask/STEP.log`, which is shown if one fails.
//! How long each step took is remembered in `target/xtask/times`, to estimate the next run.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{IsTerminal, Write, stdout};
use std::path::PathBuf;
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use crate::run::{StepResult, print_into, target_folder};

/// A part of a command.
pub struct Step {
    name: &'static str,
    /// How long it takes on a clean clone, on two cores: the estimate until it has been run here.
    usual: Duration,
    run: Box<dyn FnOnce() -> StepResult + Send>,
}

/// A step, with the seconds that it usually takes on a clean clone.
pub fn step(name: &'static str, seconds: u64, run: impl FnOnce() -> StepResult + Send + 'static) -> Step {
    Step { name, usual: Duration::from_secs(seconds), run: Box::new(run) }
}

/// Steps that run one after the other.
pub type Lane = Vec<Step>;

/// Lanes that run side by side.
pub type Group = Vec<Lane>;

/// Runs a plan. The first failure ends it.
pub fn run_plan(command: &'static str, plan: Vec<Group>) -> StepResult {
    let progress = PlanProgress::new(command, &plan);
    for group in plan {
        run_group(group, &progress)?;
    }
    progress.finish();
    Ok(())
}

fn run_group(mut group: Group, progress: &PlanProgress) -> StepResult {
    if group.len() == 1 {
        return run_lane(group.remove(0), progress, false);
    }
    thread::scope(|scope| {
        let lanes: Vec<_> = group.into_iter().map(|lane| scope.spawn(move || run_lane(lane, progress, true))).collect();
        while !lanes.iter().all(|lane| lane.is_finished()) {
            thread::sleep(Duration::from_millis(200));
            progress.refresh();
        }
        lanes.into_iter().try_for_each(|lane| lane.join().unwrap_or_else(|_| Err("a step panicked".to_owned())))
    })
}

fn run_lane(lane: Lane, progress: &PlanProgress, side_by_side: bool) -> StepResult {
    for Step { name, run, .. } in lane {
        let log = folder().join(format!("{}.log", name.replace(' ', "-")));
        if side_by_side {
            print_into(File::create(&log).map_err(|error| format!("{}: {error}", log.display()))?);
        }
        progress.begin(name);
        let begin = Instant::now();
        let outcome = run();
        progress.end(name, begin.elapsed(), outcome.is_ok());
        if let Err(problem) = outcome {
            let printed = if side_by_side { fs::read_to_string(&log).unwrap_or_default() } else { String::new() };
            return Err(format!("{name}: {problem}\n{printed}"));
        }
    }
    Ok(())
}

/// Where logs and times of steps are kept.
fn folder() -> PathBuf {
    let folder = target_folder().join("xtask");
    // If it cannot be created, the files in it cannot either, and that is reported.
    let _ = fs::create_dir_all(&folder);
    folder
}

/// Which steps run and are still to come, and how long that should take.
struct PlanProgress {
    command: &'static str,
    begin: Instant,
    state: Mutex<State>,
}

struct State {
    /// Of each group, of each lane, the steps that are not finished.
    waiting: Vec<Vec<Vec<Waiting>>>,
    /// How long each step took, by command and step.
    times: BTreeMap<String, u64>,
}

struct Waiting {
    name: &'static str,
    expected: Duration,
    begin: Option<Instant>,
}

impl PlanProgress {
    fn new(command: &'static str, plan: &[Group]) -> Self {
        let times = read_times();
        let waiting = |step: &Step| Waiting {
            name: step.name,
            expected: times.get(&key(command, step.name)).map_or(step.usual, |seconds| Duration::from_secs(*seconds)),
            begin: None,
        };
        let waiting = plan.iter().map(|group| group.iter().map(|lane| lane.iter().map(waiting).collect()).collect()).collect();
        Self { command, begin: Instant::now(), state: Mutex::new(State { waiting, times }) }
    }

    fn begin(&self, name: &str) {
        let mut state = self.lock();
        for step in state.waiting.iter_mut().flatten().flatten().filter(|step| step.name == name) {
            step.begin = Some(Instant::now());
        }
        self.print_line(&format!("── {name} (about {} left)", shown(state.left())));
    }

    fn end(&self, name: &str, took: Duration, good: bool) {
        let mut state = self.lock();
        for lane in state.waiting.iter_mut().flatten() {
            lane.retain(|step| step.name != name);
        }
        let verdict = if good { "" } else { " failed after" };
        self.print_line(&format!("── {name}:{verdict} {:.1} s", took.as_secs_f64()));
        if good {
            state.times.insert(key(self.command, name), took.as_secs());
            write_times(&state.times);
        }
    }

    /// The line at the bottom of a terminal while steps run side by side.
    fn refresh(&self) {
        if stdout().is_terminal() {
            let state = self.lock();
            let running: Vec<_> =
                state.waiting.iter().flatten().flatten().filter(|step| step.begin.is_some()).map(|step| step.name).collect();
            let (elapsed, left) = (shown(self.begin.elapsed()), shown(state.left()));
            print!("\r\x1b[K{} · {elapsed} elapsed, about {left} left", running.join(", "));
            let _ = stdout().flush();
        }
    }

    fn print_line(&self, line: &str) {
        if stdout().is_terminal() {
            print!("\r\x1b[K");
        }
        println!("{line}");
    }

    fn finish(&self) {
        self.print_line(&format!("cargo xtask {}: done in {}", self.command, shown(self.begin.elapsed())));
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

impl State {
    /// The sum of the groups, each as long as its longest lane.
    fn left(&self) -> Duration {
        let lane = |steps: &Vec<Waiting>| steps.iter().map(Waiting::left).sum::<Duration>();
        self.waiting.iter().map(|group| group.iter().map(lane).max().unwrap_or_default()).sum()
    }
}

impl Waiting {
    fn left(&self) -> Duration {
        self.expected.saturating_sub(self.begin.map_or(Duration::ZERO, |begin| begin.elapsed()))
    }
}

fn shown(time: Duration) -> String {
    let seconds = time.as_secs();
    if seconds < 60 { format!("{seconds} s") } else { format!("{} min {:02} s", seconds / 60, seconds % 60) }
}

fn key(command: &str, step: &str) -> String {
    format!("{command}: {step}")
}

/// The remembered times: lines of `command: step = seconds`. Unreadable lines are left out; they only cost an estimate.
fn read_times() -> BTreeMap<String, u64> {
    let text = fs::read_to_string(folder().join("times")).unwrap_or_default();
    text.lines()
        .filter_map(|line| line.rsplit_once(" = "))
        .filter_map(|(key, time)| Some((key.to_owned(), time.parse().ok()?)))
        .collect()
}

fn write_times(times: &BTreeMap<String, u64>) {
    let text: String = times.iter().map(|(key, seconds)| format!("{key} = {seconds}\n")).collect();
    // Losing it costs an estimate.
    let _ = fs::write(folder().join("times"), text);
}
