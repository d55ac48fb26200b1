//! The server: this same program as a second process, and what it says of itself.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

use super::broken;
use super::client::Http;
use crate::failure::Failure;
use crate::serve::settings::SETTINGS;

/// A server with data of its own. It is killed when this is dropped.
pub struct Host {
    pub address: SocketAddr,
    process: Child,
    /// Kept as long as the server needs it.
    _folder: Option<TempDir>,
}

/// What the server says about storing.
pub struct Storing {
    pub commits: f64,
    pub events: f64,
    pub mean_ms: f64,
}

impl Host {
    /// Starts one, with the data in this folder or a new one.
    pub async fn start(data: Option<&Path>) -> Result<Host, Failure> {
        let folder = if data.is_none() { Some(tempfile::tempdir()?) } else { None };
        let data = data.or(folder.as_ref().map(TempDir::path)).expect("there is one");
        let mut command = Command::new(std::env::current_exe()?);
        command.arg("serve").args(["--address", "127.0.0.1:0", "--bot-pace", "0", "--log", "error", "--data"]).arg(data);
        // What it can do is asked, not what it lets one do.
        for setting in SETTINGS.iter().filter(|setting| setting.key.starts_with("limits.")) {
            command.arg(format!("--{}", setting.flag())).arg("off");
        }
        let mut process = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn()?;
        let mut line = String::new();
        let out = process.stdout.take().expect("it is piped");
        // It says where it listens once it is ready; nothing comes after that.
        let line = tokio::task::spawn_blocking(move || BufReader::new(out).read_line(&mut line).map(|_| line));
        let line = line.await.map_err(broken)??;
        let address = line.trim().strip_prefix("http://").and_then(|address| address.parse().ok());
        let address = address.ok_or_else(|| broken("the server did not start"))?;
        Ok(Host { address, process, _folder: folder })
    }

    /// Kills it at once, as a power cut would.
    pub fn kill(&mut self) -> Result<(), Failure> {
        self.process.kill()?;
        self.process.wait()?;
        Ok(())
    }

    /// The bytes of memory that it holds, where the system tells.
    pub fn memory(&self) -> Result<u64, Failure> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kilobytes = line.and_then(|line| line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok());
        kilobytes.map(|kilobytes| kilobytes * 1024).ok_or_else(|| broken("the system does not tell its memory"))
    }

    /// The seconds that processors have spent on it, where the system tells.
    pub fn processor_seconds(&self) -> f64 {
        processor_seconds(&self.process.id().to_string())
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

impl Drop for Host {
    fn drop(&mut self) {
        let _ = self.kill();
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
