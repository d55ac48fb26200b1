//! A PostgreSQL server.

use std::fs::{self, File};
use std::io;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::program::{find, free_port, set_apart};

/// The Debian package with all of its programs.
const PACKAGE: &str = "postgresql";

/// The owner of all databases, and the first database.
const NAME: &str = "tablee";

/// How long it may take to start: after a crash, it first replays its log.
const TIMEOUT: Duration = Duration::from_secs(60);

/// A PostgreSQL server on a free port of 127.0.0.1, with its files in a temporary folder. It syncs commits to disk.
/// Dropping it removes both.
#[derive(Debug)]
pub struct Postgres {
    folder: TempDir,
    port: u16,
    /// The ids of the user and the group that its programs run as, if not ours.
    #[cfg(unix)]
    user: Option<(u32, u32)>,
    /// Whether the server has its own process group.
    apart: bool,
    server: Option<Child>,
}

impl Postgres {
    /// Starts a server with an empty database. A signal to our process group ends it, as of a test runner.
    ///
    /// # Errors
    /// If it is not installed, or does not start.
    pub fn start() -> io::Result<Postgres> {
        Postgres::start_one(false)
    }

    /// Starts a server in its own process group, so that Ctrl-C does not end it before the programs that use it.
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
        // The same locale everywhere; and no sync, because there is nothing to lose yet.
        initdb.args(["--username", NAME, "--auth=trust", "--locale=C", "--encoding=UTF8", "--no-sync", "--no-instructions"]);
        run(initdb.arg("--pgdata").arg(postgres.data()))?;
        postgres.restart()?;
        postgres.database(NAME)?;
        Ok(postgres)
    }

    /// The address of its first database.
    pub fn url(&self) -> String {
        self.url_of(NAME)
    }

    /// Creates another database, and returns its address.
    ///
    /// # Errors
    /// If the name is taken, or the server does not run.
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

    /// Shuts it down gracefully, and disconnects its clients.
    ///
    /// # Errors
    /// If it does not stop.
    pub fn stop(&mut self) -> io::Result<()> {
        self.end("fast")
    }

    /// Ends it as a crash would: at once, without writing anything more. No process of it remains.
    ///
    /// # Errors
    /// If it does not stop.
    pub fn kill(&mut self) -> io::Result<()> {
        self.end("immediate")
    }

    /// Starts it again on the same port, with what it stored. If it still runs, it is stopped first.
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
            // After a crash all files are synced: by one call instead of one per file.
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
        // The first line is the process id, the eighth the status. A killed server leaves a file with its own id.
        let status = self.folder.path().join("data/postmaster.pid");
        loop {
            let status = fs::read_to_string(&status).unwrap_or_default();
            let mut lines = status.lines().map(str::trim);
            if lines.next() == Some(&id) && lines.nth(6) == Some("ready") {
                return Ok(());
            }
            if server.try_wait()?.is_some() || begin.elapsed() > TIMEOUT {
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

    /// A command of PostgreSQL. None of them runs as root.
    fn program(&self, name: &str) -> io::Result<Command> {
        let mut program = Command::new(find(name, PACKAGE)?);
        #[cfg(unix)]
        if let Some((user, group)) = self.user {
            use std::os::unix::process::CommandExt;
            program.uid(user).gid(group);
        }
        // The other user may not be allowed to enter our current folder.
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
        // Its folder is removed too, so a graceful shutdown would save nothing. Nobody can handle an error here.
        let _ = self.kill();
    }
}

/// If we are root, gives the folder to the user that the package created, or else to `nobody`; the ids of that user.
#[cfg(unix)]
fn give_to_other_user(folder: &TempDir) -> io::Result<Option<(u32, u32)>> {
    if std::os::unix::fs::MetadataExt::uid(&fs::metadata(folder.path())?) != 0 {
        return Ok(None);
    }
    let id = |kind: &str, name: &str| {
        let printed = Command::new("id").args([kind, name]).output().ok()?;
        String::from_utf8(printed.stdout).ok()?.trim().parse::<u32>().ok()
    };
    let found = ["postgres", "nobody"].iter().find_map(|name| Some((id("-u", name)?, id("-g", name)?)));
    let (user, group) =
        found.ok_or_else(|| io::Error::other("PostgreSQL does not run as root, and there is no user postgres or nobody"))?;
    std::os::unix::fs::chown(folder.path(), Some(user), Some(group))?;
    Ok(Some((user, group)))
}

/// Runs a program to its end. Its output is the error.
fn run(program: &mut Command) -> io::Result<()> {
    let ended = program.stdin(Stdio::null()).output()?;
    if ended.status.success() {
        return Ok(());
    }
    let output = [ended.stdout, ended.stderr].map(|output| String::from_utf8_lossy(&output).trim().to_owned()).join(" ");
    Err(io::Error::other(format!("{} failed: {output}", program.get_program().display())))
}

#[cfg(test)]
mod tests {
    use std::net::TcpStream;

    use super::*;

    fn answers(postgres: &Postgres) -> bool {
        TcpStream::connect(("127.0.0.1", postgres.port)).is_ok()
    }

    #[test]
    fn two_run_side_by_side_restart_and_leave_no_files() {
        let (mut one, other) = (Postgres::start().unwrap(), Postgres::start().unwrap());
        assert_ne!(one.url(), other.url());
        one.stop().unwrap();
        assert!(!answers(&one) && answers(&other));
        one.restart().unwrap();
        one.kill().unwrap();
        assert!(!answers(&one));
        one.restart().unwrap();
        assert!(answers(&one));
        // The first database is still there, and no other.
        assert!(one.database(NAME).is_err());
        one.database("another").unwrap();
        let (folder, port) = (one.folder.path().to_owned(), one.port);
        drop(one);
        assert!(!folder.exists() && TcpStream::connect(("127.0.0.1", port)).is_err());
    }
}
