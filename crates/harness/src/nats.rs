//! A NATS server of one's own, with JetStream.

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
const PATIENCE: Duration = Duration::from_secs(20);

/// A NATS server on a free port of 127.0.0.1, with its files in a temporary folder. Both are gone when it goes out of scope.
#[derive(Debug)]
pub struct Nats {
    program: PathBuf,
    port: u16,
    /// Whether it has a process group of its own.
    apart: bool,
    /// What runs, if it does.
    running: Option<Child>,
    folder: TempDir,
}

impl Nats {
    /// Starts one, and waits until it answers. Whoever ends our process group, as runners of tests do, ends it too.
    ///
    /// # Errors
    /// If it is not installed, or does not start.
    pub fn start() -> io::Result<Nats> {
        Nats::start_one(false)
    }

    /// The same in a process group of its own, so that Ctrl-C in the terminal does not reach it before those who use it.
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

    /// Where it listens.
    pub fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// Ends it on the spot, as `kill -9` does.
    ///
    /// # Errors
    /// If it cannot be ended.
    pub fn kill(&mut self) -> io::Result<()> {
        if let Some(mut running) = self.running.take() {
            running.kill()?;
            running.wait()?;
        }
        Ok(())
    }

    /// Lets it end in good order.
    ///
    /// # Errors
    /// If it cannot be told to.
    pub fn stop(&mut self) -> io::Result<()> {
        let Some(mut running) = self.running.take() else { return Ok(()) };
        // The server's own way to signal, since the standard library can only kill.
        let signal = format!("quit={}", running.id());
        let told = Command::new(&self.program).args(["--signal", &signal]).stderr(Stdio::null()).status();
        if !told.as_ref().is_ok_and(std::process::ExitStatus::success) {
            running.kill()?;
        }
        running.wait()?;
        told.map(drop)
    }

    /// Starts it again on the same port, with what JetStream kept; if it still runs, it is killed first.
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
            if ended || begin.elapsed() > PATIENCE {
                let log = fs::read_to_string(&log).unwrap_or_default();
                return Err(io::Error::other(format!("nats-server does not start on port {}:\n{log}", self.port)));
            }
            thread::sleep(Duration::from_millis(10));
        }
        Ok(())
    }

    /// Ends it and removes all that JetStream kept, as if the disk had been lost; `restart` then starts an empty one.
    ///
    /// # Errors
    /// If that cannot be.
    pub fn lose_everything(&mut self) -> io::Result<()> {
        self.kill()?;
        fs::remove_dir_all(self.folder.path().join("jetstream"))
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        // Before the folder goes: the server would make its files anew.
        let _ = self.kill();
    }
}

/// Whether a server greets whoever comes: it does so once JetStream has read its files.
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
    fn it_comes_and_goes_and_leaves_nothing_behind() {
        let mut nats = Nats::start().unwrap();
        let (port, folder) = (nats.port, nats.folder.path().to_owned());
        assert_eq!(nats.url(), format!("nats://127.0.0.1:{port}"));
        assert!(answers(port));
        nats.stop().unwrap();
        assert!(!answers(port));
        assert!(fs::read_to_string(folder.join("log")).unwrap().contains("Server Exiting"), "stopped in good order");
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
