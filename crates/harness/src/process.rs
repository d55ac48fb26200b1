//! A child process that is killed when it is dropped.

use std::io::{self, BufRead, BufReader};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

/// How long a process may take until it prints that it is ready.
const START_TIMEOUT: Duration = Duration::from_secs(120);

/// How often to look whether a process has ended.
const POLL: Duration = Duration::from_millis(10);

/// A child process. Dropping it kills it.
#[derive(Debug)]
pub struct Process(Child);

impl Process {
    /// Starts a program that prints one line on standard output when it is ready, and returns that line.
    ///
    /// # Errors
    /// If the program cannot be started, or ends or stays silent before that line.
    pub fn start(command: &mut Command) -> io::Result<(Process, String)> {
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn()?;
        let out = child.stdout.take();
        // From here on, an error kills it.
        let process = Process(child);
        let (sender, receiver) = mpsc::channel();
        if let Some(out) = out {
            // The thread reads on until the end, so that the program never waits for a reader.
            thread::spawn(move || {
                for line in BufReader::new(out).lines().map_while(Result::ok) {
                    let _ = sender.send(line);
                }
            });
        }
        let failed = |why: &str| io::Error::other(format!("`{command:?}` {why}"));
        match receiver.recv_timeout(START_TIMEOUT) {
            Ok(line) => Ok((process, line)),
            Err(mpsc::RecvTimeoutError::Timeout) => Err(failed("does not get ready")),
            Err(mpsc::RecvTimeoutError::Disconnected) => Err(failed("ended before it was ready")),
        }
    }

    /// The process id.
    pub fn id(&self) -> u32 {
        self.0.id()
    }

    /// Whether it still runs.
    pub fn is_running(&mut self) -> bool {
        matches!(self.0.try_wait(), Ok(None))
    }

    /// Kills it, as `kill -9` does, and waits for its end.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn kill(&mut self) -> io::Result<()> {
        self.0.kill()?;
        self.0.wait().map(drop)
    }

    /// Sends SIGTERM, which asks for a graceful shutdown. Systems without signals do nothing here.
    ///
    /// # Errors
    /// If the signal cannot be sent.
    pub fn terminate(&self) -> io::Result<()> {
        self.signal("TERM")
    }

    /// Pauses it (SIGSTOP), as a machine is paused: it does nothing until [`Process::resume`].
    ///
    /// # Errors
    /// If the signal cannot be sent.
    pub fn pause(&self) -> io::Result<()> {
        self.signal("STOP")
    }

    /// Lets it go on after a pause.
    ///
    /// # Errors
    /// If the signal cannot be sent.
    pub fn resume(&self) -> io::Result<()> {
        self.signal("CONT")
    }

    fn signal(&self, name: &str) -> io::Result<()> {
        // By a program, because the standard library can only kill.
        let sent = Command::new("kill").args([&format!("-{name}"), &self.id().to_string()]).stderr(Stdio::null()).status()?;
        if sent.success() { Ok(()) } else { Err(io::Error::other(format!("SIG{name} cannot be sent"))) }
    }

    /// Waits for its end.
    ///
    /// # Errors
    /// If the system cannot tell.
    pub fn wait(&mut self) -> io::Result<ExitStatus> {
        self.0.wait()
    }

    /// Waits for its end until a deadline, and kills it then.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn wait_or_kill(&mut self, deadline: Instant) -> io::Result<()> {
        while self.0.try_wait()?.is_none() {
            if Instant::now() >= deadline {
                return self.kill();
            }
            thread::sleep(POLL);
        }
        Ok(())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Killing a process that has ended does nothing.
        let _ = self.kill();
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }

    fn exists(process: u32) -> bool {
        Command::new("kill").args(["-0", &process.to_string()]).stderr(Stdio::null()).status().unwrap().success()
    }

    #[test]
    fn starting_waits_for_the_first_line() {
        let (mut process, line) = Process::start(&mut shell("sleep 0.1; echo ready; echo more; exec sleep 60")).unwrap();
        assert_eq!(line, "ready");
        assert!(process.is_running());
        process.kill().unwrap();
        assert!(!process.is_running());
    }

    #[test]
    fn a_program_that_ends_early_is_an_error() {
        let error = Process::start(&mut shell("exit 3")).unwrap_err().to_string();
        assert!(error.contains("ended before it was ready"), "{error}");
        assert!(Process::start(&mut Command::new("/no/such/program")).is_err());
    }

    #[test]
    fn sigterm_ends_it_gracefully() {
        let (mut process, _) =
            Process::start(&mut shell("trap 'exit 7' TERM; echo ready; while :; do sleep 0.05; done")).unwrap();
        process.terminate().unwrap();
        assert_eq!(process.wait().unwrap().code(), Some(7));
        let (mut stubborn, _) = Process::start(&mut shell("trap '' TERM; echo ready; while :; do sleep 0.05; done")).unwrap();
        stubborn.terminate().unwrap();
        stubborn.wait_or_kill(Instant::now() + Duration::from_millis(200)).unwrap();
        assert!(!stubborn.is_running());
    }

    #[test]
    fn a_panic_kills_it() {
        let (process, _) = Process::start(&mut shell("echo ready; exec sleep 60")).unwrap();
        let id = process.id();
        assert!(exists(id));
        let panicked = thread::spawn(move || {
            let _process = process;
            panic!("as a failed test does");
        });
        assert!(panicked.join().is_err());
        assert!(!exists(id));
    }
}
