//! A server or a worker: this same program as another process, and what it says of itself.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use tablee_core::text;

use super::broken;
use super::client::Http;
use super::share::Share;
use crate::failure::Failure;
use crate::serve::settings::SETTINGS;

/// Where a server keeps everything.
#[derive(Clone, Copy, Debug)]
pub enum Place<'a> {
    /// In a folder.
    Folder(&'a Path),
    /// Where others keep it too: in this PostgreSQL, telling each other over this NATS.
    Shared { store: &'a str, bus: &'a str },
}

impl Place<'_> {
    fn tell(self, command: &mut Command) {
        match self {
            Place::Folder(folder) => command.arg("--data").arg(folder),
            Place::Shared { store, bus } => command.args(["--store", store, "--bus", bus]),
        };
    }
}

/// This same program as another process. It is killed when this is dropped.
struct Process(Child);

impl Process {
    /// Starts it, and waits for the line by which it says that it is ready: nothing comes after that.
    async fn start(command: &[&str], place: Place<'_>) -> Result<(Process, String), Failure> {
        let mut tablee = Command::new(std::env::current_exe().map_err(broken)?);
        tablee.args(command);
        place.tell(&mut tablee);
        let mut child = tablee.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().map_err(broken)?;
        let out = child.stdout.take().expect("it is piped");
        // Already here, so that it is killed if nobody waits for the line any more.
        let process = Process(child);
        let mut line = String::new();
        let line = tokio::task::spawn_blocking(move || BufReader::new(out).read_line(&mut line).map(|_| line));
        let line = line.await.map_err(broken)?.map_err(broken)?;
        if line.is_empty() {
            return Err(broken(format_args!("`tablee {}` did not start", command[0])));
        }
        Ok((process, line.trim().to_owned()))
    }

    /// Whether it still runs.
    fn is_running(&mut self) -> bool {
        matches!(self.0.try_wait(), Ok(None))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Somebody who works for servers. It is killed when this is dropped.
pub struct Worker(Process);

impl Worker {
    /// Starts one, and waits until it is ready.
    pub async fn start(place: Place<'_>) -> Result<Worker, Failure> {
        let (process, _) = Process::start(&["worker", "--bot-pace", "0", "--log", "off"], place).await?;
        Ok(Worker(process))
    }

    /// Whether it still runs.
    pub fn is_running(&mut self) -> bool {
        self.0.is_running()
    }
}

/// A server. It is killed when this is dropped.
pub struct Host {
    pub address: SocketAddr,
    process: Process,
    /// Its share of the processors, if it has not all of them. After the process, since only then can it be given back.
    _share: Option<Share>,
}

/// What the server says about storing.
pub struct Storing {
    pub commits: f64,
    pub events: f64,
    pub mean_ms: f64,
}

impl Host {
    /// Starts one, and waits until it answers; with so many processors, if not all.
    pub async fn start(place: Place<'_>, cores: Option<f64>) -> Result<Host, Failure> {
        // Whoever shares a store says a lot when that is away, which is meant to happen here.
        let log = if let Place::Folder(_) = place { "error" } else { "off" };
        let mut command = vec!["serve", "--address", "127.0.0.1:0", "--bot-pace", "0", "--log", log];
        // What it can do is asked, not what it lets one do.
        let limits = SETTINGS.iter().filter(|setting| setting.key.starts_with("limits."));
        let limits: Vec<_> = limits.map(|setting| format!("--{}=off", setting.flag())).collect();
        command.extend(limits.iter().map(String::as_str));
        let (process, line) = Process::start(&command, place).await?;
        let address = line.strip_prefix("http://").and_then(|address| address.parse().ok());
        let address = address.ok_or_else(|| broken("the server did not say where it is"))?;
        let share = cores.map(|cores| Share::hold(process.0.id(), cores)).transpose().map_err(|error| {
            Failure::Usage(text!(
                "--cores-each needs the control groups of Linux, and to be root: {error}",
                "--cores-each demande les groupes de contrôle de Linux, et d’être root : {error}"
            ))
        })?;
        Ok(Host { address, process, _share: share })
    }

    /// Whether it still runs.
    pub fn is_running(&mut self) -> bool {
        self.process.is_running()
    }

    /// The bytes of memory that it holds, where the system tells.
    pub fn memory(&self) -> Result<u64, Failure> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.0.id())).map_err(broken)?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kilobytes = line.and_then(|line| line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok());
        kilobytes.map(|kilobytes| kilobytes * 1024).ok_or_else(|| broken("the system does not tell its memory"))
    }

    /// The seconds that processors have spent on it, where the system tells.
    pub fn processor_seconds(&self) -> f64 {
        processor_seconds(&self.process.0.id().to_string())
    }

    /// What it says about storing.
    pub async fn storing(&self) -> Result<Storing, Failure> {
        let text = Http::connect(self.address).await?.get("/metrics", None).await?;
        let value = |name: &str| text.lines().find_map(|line| line.strip_prefix(name)?.trim().parse::<f64>().ok()).unwrap_or(0.0);
        let commits = value("tablee_commits_total ");
        let seconds = value("tablee_storing_seconds_sum ");
        Ok(Storing { commits, events: value("tablee_events_a_commit_sum "), mean_ms: seconds * 1000.0 / commits.max(1.0) })
    }
}

/// The same for any process, such as `self`.
pub fn processor_seconds(process: &str) -> f64 {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // The name of the program, in parentheses, may have blanks.
    let fields: Vec<_> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks = |number: usize| fields.get(number).and_then(|field| field.parse::<f64>().ok()).unwrap_or(0.0);
    // Time in the program and in the system, in hundredths of a second.
    (ticks(11) + ticks(12)) / 100.0
}
