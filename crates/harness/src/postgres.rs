//! A PostgreSQL of one's own.

use std::fs::{self, File};
use std::io;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::program::{find, free_port, set_apart};

/// The package of Debian that has all of its programs.
const PACKAGE: &str = "postgresql";

/// The user to whom everything inside belongs, and the first database.
const NAME: &str = "tablee";

/// How long it may take to start: after it was killed, it first reads what it wrote last.
const PATIENCE: Duration = Duration::from_secs(60);

/// A PostgreSQL in a temporary folder, on a free port of this machine and for this machine only. It commits to disk like any other.
#[derive(Debug)]
pub struct Postgres {
    folder: TempDir,
    port: u16,
    /// As whom its programs run, if that is somebody else: the numbers of a user and a group.
    #[cfg(unix)]
    user: Option<(u32, u32)>,
    /// Whether the server has a process group of its own.
    apart: bool,
    server: Option<Child>,
}

impl Postgres {
    /// Makes a new one and starts it, with an empty database. Whoever ends our process group, as runners of tests do, ends it too.
    ///
    /// # Errors
    /// If it is not installed, or does not start.
    pub fn start() -> io::Result<Postgres> {
        Postgres::start_one(false)
    }

    /// The same in a process group of its own, so that Ctrl-C in the terminal does not reach it before those who use it.
    ///
    /// # Errors
    /// If it is not installed, or does not start.
    pub fn start_apart() -> io::Result<Postgres> {
        Postgres::start_one(true)
    }

    fn start_one(apart: bool) -> io::Result<Postgres> {
        let folder = tempfile::Builder::new().prefix("tablee-postgres-").tempdir()?;
        let mut postgres = Postgres {
            #[cfg(unix)]
            user: give_to_other_user(&folder)?,
            folder,
            port: free_port()?,
            apart,
            server: None,
        };
        let mut initdb = postgres.program("initdb")?;
        // The same everywhere, whatever the language of the machine; what is lost if the machine fails just now is nothing yet.
        initdb.args(["--username", NAME, "--auth=trust", "--locale=C", "--encoding=UTF8", "--no-sync", "--no-instructions"]);
        run(initdb.arg("--pgdata").arg(postgres.data()))?;
        postgres.restart()?;
        postgres.database(NAME)?;
        Ok(postgres)
    }

    /// Where its first database is.
    pub fn url(&self) -> String {
        self.url_of(NAME)
    }

    /// Makes another database in it, and tells where that is.
    ///
    /// # Errors
    /// If there is one of this name already, or it does not run.
    pub fn database(&self, name: &str) -> io::Result<String> {
        let port = self.port.to_string();
        run(self.program("createdb")?.args([
            "--host=127.0.0.1",
            "--port",
            &port,
            "--username",
            NAME,
            "--maintenance-db=postgres",
            name,
        ]))?;
        Ok(self.url_of(name))
    }

    /// Stops it in good order; who is connected is sent away.
    ///
    /// # Errors
    /// If that cannot be.
    pub fn stop(&mut self) -> io::Result<()> {
        self.end("fast")
    }

    /// Ends it as a crash would: at once, without writing anything more. It leaves no process behind.
    ///
    /// # Errors
    /// If that cannot be.
    pub fn kill(&mut self) -> io::Result<()> {
        self.end("immediate")
    }

    /// Starts it again, in the same place and with what it stored. If it still runs, it is stopped before.
    ///
    /// # Errors
    /// If it does not start.
    pub fn restart(&mut self) -> io::Result<()> {
        self.stop()?;
        let log = File::create(self.log())?;
        let mut server = self.program("postgres")?;
        server.arg("-D").arg(self.data()).arg("-k").arg(self.folder.path());
        server.args(["-h", "127.0.0.1", "-p", &self.port.to_string(), "-c", "max_connections=200"]);
        if cfg!(target_os = "linux") {
            // After a crash all files are synced: by one call, instead of one a file.
            server.args(["-c", "recovery_init_sync_method=syncfs"]);
        }
        if self.apart {
            set_apart(&mut server);
        }
        let server = server.stdin(Stdio::null()).stdout(log.try_clone()?).stderr(log).spawn()?;
        self.wait_until_ready(server)
    }

    fn wait_until_ready(&mut self, server: Child) -> io::Result<()> {
        let id = server.id().to_string();
        let server = self.server.insert(server);
        let begin = Instant::now();
        // It notes there who it is, and in the eighth line how far it is; what a killed one left behind has another number.
        let note = self.folder.path().join("data/postmaster.pid");
        loop {
            let note = fs::read_to_string(&note).unwrap_or_default();
            let mut lines = note.lines().map(str::trim);
            if lines.next() == Some(&id) && lines.nth(6) == Some("ready") {
                return Ok(());
            }
            if server.try_wait()?.is_some() || begin.elapsed() > PATIENCE {
                let log = fs::read_to_string(self.log()).unwrap_or_default();
                return Err(io::Error::other(format!("PostgreSQL does not start: {log}")));
            }
            sleep(Duration::from_millis(10));
        }
    }

    fn end(&mut self, how: &str) -> io::Result<()> {
        let Some(mut server) = self.server.take() else { return Ok(()) };
        if server.try_wait()?.is_none() {
            let ended = run(self.program("pg_ctl")?.args(["stop", "--wait", "--mode", how, "--pgdata"]).arg(self.data()));
            if ended.is_err() {
                server.kill()?;
            }
        }
        server.wait().map(drop)
    }

    /// A program of PostgreSQL. None of them runs as root.
    fn program(&self, name: &str) -> io::Result<Command> {
        let mut program = Command::new(find(name, PACKAGE)?);
        #[cfg(unix)]
        if let Some((user, group)) = self.user {
            use std::os::unix::process::CommandExt;
            program.uid(user).gid(group);
        }
        // Another user may not be allowed to be where we are.
        program.current_dir(self.folder.path()).env("LC_ALL", "C");
        Ok(program)
    }

    fn url_of(&self, database: &str) -> String {
        format!("postgres://{NAME}@127.0.0.1:{}/{database}", self.port)
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    fn log(&self) -> PathBuf {
        self.folder.path().join("log")
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        // Its folder goes too, so there is nothing to put in order, and nobody left who could be told.
        let _ = self.kill();
    }
}

/// If we are root, whoever is to run it instead gets the folder: the user that its package made, or else nobody. By number.
#[cfg(unix)]
fn give_to_other_user(our_own: &TempDir) -> io::Result<Option<(u32, u32)>> {
    if std::os::unix::fs::MetadataExt::uid(&fs::metadata(our_own.path())?) != 0 {
        return Ok(None);
    }
    let number = |kind: &str, name: &str| {
        let said = Command::new("id").args([kind, name]).output().ok()?;
        String::from_utf8(said.stdout).ok()?.trim().parse::<u32>().ok()
    };
    let found = ["postgres", "nobody"].iter().find_map(|name| Some((number("-u", name)?, number("-g", name)?)));
    let (user, group) =
        found.ok_or_else(|| io::Error::other("PostgreSQL does not run as root, and there is no user postgres or nobody"))?;
    std::os::unix::fs::chown(our_own.path(), Some(user), Some(group))?;
    Ok(Some((user, group)))
}

/// Runs a program to its end; what it said is the error.
fn run(program: &mut Command) -> io::Result<()> {
    let ended = program.stdin(Stdio::null()).output()?;
    if ended.status.success() {
        return Ok(());
    }
    let said = [ended.stdout, ended.stderr].map(|said| String::from_utf8_lossy(&said).trim().to_owned()).join(" ");
    Err(io::Error::other(format!("{} failed: {said}", program.get_program().display())))
}

#[cfg(test)]
mod tests {
    use std::net::TcpStream;

    use super::*;

    fn answers(postgres: &Postgres) -> bool {
        TcpStream::connect(("127.0.0.1", postgres.port)).is_ok()
    }

    #[test]
    fn two_run_side_by_side_stop_and_start_again_and_leave_nothing_behind() {
        let (mut one, other) = (Postgres::start().unwrap(), Postgres::start().unwrap());
        assert_ne!(one.url(), other.url());
        one.stop().unwrap();
        assert!(!answers(&one) && answers(&other));
        one.restart().unwrap();
        one.kill().unwrap();
        assert!(!answers(&one));
        one.restart().unwrap();
        assert!(answers(&one));
        // What was made before is still there, and nothing else.
        assert!(one.database(NAME).is_err());
        one.database("another").unwrap();
        let (folder, port) = (one.folder.path().to_owned(), one.port);
        drop(one);
        assert!(!folder.exists() && TcpStream::connect(("127.0.0.1", port)).is_err());
    }
}
