//! A NATS server with JetStream.

use std::fs;
use std::io::{self, Read};
use std::net::{Ipv4Addr, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::program::{find, free_port, set_apart};

/// How long a server may take until it answers.
const TIMEOUT: Duration = Duration::from_secs(20);

/// A NATS server on a free port of 127.0.0.1, with its files in a temporary folder. Dropping it removes both.
#[derive(Debug)]
pub struct Nats {
    program: PathBuf,
    port: u16,
    /// Whether it has its own process group.
    apart: bool,
    /// `None` while it is stopped.
    running: Option<Child>,
    folder: TempDir,
}

impl Nats {
    /// Starts a server, and waits until it answers. A signal to our process group ends it, as of a test runner.
    ///
    /// # Errors
    /// If it is not installed, or does not start.
    pub fn start() -> io::Result<Nats> {
        Nats::start_one(false)
    }

    /// Starts a server in its own process group, so that Ctrl-C does not end it before the programs that use it.
    ///
    /// # Errors
    /// If it is not installed, or does not start.
    pub fn start_apart() -> io::Result<Nats> {
        Nats::start_one(true)
    }

    fn start_one(apart: bool) -> io::Result<Nats> {
        let program = find("nats-server", "nats-server")?;
        let mut nats = Nats { program, port: free_port()?, apart, running: None, folder: tempfile::tempdir()? };
        nats.restart()?;
        Ok(nats)
    }

    /// The address for clients, such as `nats://127.0.0.1:4222`.
    pub fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// Kills it, as `kill -9` does.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn kill(&mut self) -> io::Result<()> {
        if let Some(mut running) = self.running.take() {
            running.kill()?;
            running.wait()?;
        }
        Ok(())
    }

    /// Shuts it down gracefully.
    ///
    /// # Errors
    /// If it cannot be signalled.
    pub fn stop(&mut self) -> io::Result<()> {
        let Some(mut running) = self.running.take() else { return Ok(()) };
        // Through the server's own command, because the standard library can only kill.
        let signal = format!("quit={}", running.id());
        let signalled = Command::new(&self.program).args(["--signal", &signal]).stderr(Stdio::null()).status();
        if !signalled.as_ref().is_ok_and(std::process::ExitStatus::success) {
            running.kill()?;
        }
        running.wait()?;
        signalled.map(drop)
    }

    /// Starts it again on the same port, with what JetStream stored. If it still runs, it is killed first.
    ///
    /// # Errors
    /// If it does not start.
    pub fn restart(&mut self) -> io::Result<()> {
        self.kill()?;
        let log = self.folder.path().join("log");
        let files = self.folder.path().join("jetstream");
        let mut command = Command::new(&self.program);
        command.args(["--addr", "127.0.0.1", "--port", &self.port.to_string(), "--jetstream"]);
        command.arg("--store_dir").arg(&files).arg("--log").arg(&log);
        if self.apart {
            set_apart(&mut command);
        }
        self.running = Some(command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn()?);
        let begin = Instant::now();
        while !answers(self.port) {
            let ended = self.running.as_mut().map_or(Ok(None), Child::try_wait)?.is_some();
            if ended || begin.elapsed() > TIMEOUT {
                let log = fs::read_to_string(&log).unwrap_or_default();
                return Err(io::Error::other(format!("nats-server does not start on port {}:\n{log}", self.port)));
            }
            thread::sleep(Duration::from_millis(10));
        }
        Ok(())
    }

    /// Kills it and removes all that JetStream stored, as if the disk was lost. `restart` then starts an empty one.
    ///
    /// # Errors
    /// If the files cannot be removed.
    pub fn lose_everything(&mut self) -> io::Result<()> {
        self.kill()?;
        fs::remove_dir_all(self.folder.path().join("jetstream"))
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        // Before the folder is removed: the server would create its files again.
        let _ = self.kill();
    }
}

/// Whether a server greets a client, which it does once JetStream has read its files.
fn answers(port: u16) -> bool {
    let greeting = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).and_then(|mut stream| {
        stream.set_read_timeout(Some(Duration::from_secs(1)))?;
        let mut greeting = [0; 5];
        stream.read_exact(&mut greeting)?;
        Ok(greeting)
    });
    greeting.is_ok_and(|greeting| &greeting == b"INFO ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_stops_restarts_and_leaves_no_files() {
        let mut nats = Nats::start().unwrap();
        let (port, folder) = (nats.port, nats.folder.path().to_owned());
        assert_eq!(nats.url(), format!("nats://127.0.0.1:{port}"));
        assert!(answers(port));
        nats.stop().unwrap();
        assert!(!answers(port));
        assert!(fs::read_to_string(folder.join("log")).unwrap().contains("Server Exiting"), "a graceful shutdown");
        nats.restart().unwrap();
        assert!(answers(port));
        nats.kill().unwrap();
        assert!(!answers(port));
        nats.restart().unwrap();
        assert!(answers(port));
        drop(nats);
        assert!(!answers(port));
        assert!(!folder.exists());
    }
}
