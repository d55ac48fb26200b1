//! `tablee serve` and `tablee worker` as processes.

use std::ffi::OsString;
use std::fs::File;
use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::process::Process;
use crate::program::set_apart;

/// Where servers and workers keep their data.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Data {
    /// In a folder, for one server alone.
    Folder(PathBuf),
    /// In PostgreSQL, with NATS between the nodes: their addresses.
    Shared {
        /// The address of PostgreSQL, as `--store` takes it.
        store: String,
        /// The address of NATS, as `--bus` takes it.
        bus: String,
    },
}

impl Data {
    fn arguments(&self) -> Vec<OsString> {
        match self {
            Data::Folder(folder) => vec!["--data".into(), folder.into()],
            Data::Shared { store, bus } => vec!["--store".into(), store.into(), "--bus".into(), bus.into()],
        }
    }
}

/// The program `tablee`, and how to start it.
#[derive(Clone, Debug)]
pub struct Tablee {
    program: PathBuf,
    settings: Vec<OsString>,
    server_settings: Vec<OsString>,
    log_file: Option<PathBuf>,
    apart: bool,
    full_disk: bool,
    threads: Option<u32>,
}

impl Tablee {
    /// The program at this path, with default settings.
    pub fn new(program: impl Into<PathBuf>) -> Tablee {
        Tablee {
            program: program.into(),
            settings: Vec::new(),
            server_settings: Vec::new(),
            log_file: None,
            apart: false,
            full_disk: false,
            threads: None,
        }
    }

    /// Runs each process with so many threads, instead of one per processor.
    pub fn threads(mut self, threads: u32) -> Tablee {
        self.threads = Some(threads);
        self
    }

    /// Adds settings for servers and workers, such as `--log=warn`.
    pub fn settings(mut self, settings: &[&str]) -> Tablee {
        self.settings.extend(settings.iter().map(OsString::from));
        self
    }

    /// Adds settings for servers only.
    pub fn server_settings(mut self, settings: &[&str]) -> Tablee {
        self.server_settings.extend(settings.iter().map(OsString::from));
        self
    }

    /// Appends the log to a file. Otherwise it goes to our standard error.
    pub fn log_file(mut self, path: impl Into<PathBuf>) -> Tablee {
        self.log_file = Some(path.into());
        self
    }

    /// Puts each process into its own process group, so that Ctrl-C in the terminal does not reach it.
    pub fn apart(mut self) -> Tablee {
        self.apart = true;
        self
    }

    /// Makes writing beyond the limit of file sizes an error, as on a full disk, instead of the end of the process.
    pub fn full_disk_is_an_error(mut self) -> Tablee {
        self.full_disk = true;
        self
    }

    /// Turns all rate limits of servers off.
    ///
    /// # Errors
    /// If the program cannot print its settings.
    pub fn without_rate_limits(self) -> io::Result<Tablee> {
        // The program itself knows which limits there are.
        let printed = Command::new(&self.program).args(["serve", "--print-config"]).env("TABLEE_LANG", "en").output()?;
        if !printed.status.success() {
            return Err(io::Error::other(String::from_utf8_lossy(&printed.stderr).trim().to_owned()));
        }
        let off: Vec<String> = limits(&String::from_utf8_lossy(&printed.stdout))
            .map(|name| format!("--limit-{}=off", name.replace('_', "-")))
            .collect();
        Ok(self.server_settings(&off.iter().map(String::as_str).collect::<Vec<_>>()))
    }

    /// Starts a server on a free port of 127.0.0.1.
    ///
    /// # Errors
    /// If it does not start.
    pub fn serve(&self, data: &Data) -> io::Result<Server> {
        self.serve_at(SocketAddr::from(([127, 0, 0, 1], 0)), data)
    }

    /// Starts a server at an address.
    ///
    /// # Errors
    /// If it does not start.
    pub fn serve_at(&self, address: SocketAddr, data: &Data) -> io::Result<Server> {
        let mut arguments = vec![OsString::from(format!("--address={address}"))];
        arguments.extend(data.arguments());
        arguments.extend_from_slice(&self.server_settings);
        let (process, line) = self.start("serve", &arguments)?;
        let address = line.strip_prefix("http://").and_then(|address| address.parse().ok());
        let address = address.ok_or_else(|| io::Error::other(format!("the server printed no address, but: {line}")))?;
        Ok(Server { process, address })
    }

    /// Starts a worker.
    ///
    /// # Errors
    /// If it does not start.
    pub fn work(&self, data: &Data) -> io::Result<Process> {
        self.start("worker", &data.arguments()).map(|(worker, _)| worker)
    }

    /// Starts a command that prints one line when it is ready; that line.
    ///
    /// # Errors
    /// If it does not start.
    pub fn start(&self, command: &str, arguments: &[OsString]) -> io::Result<(Process, String)> {
        let mut tablee = if self.full_disk {
            let mut shell = Command::new("sh");
            shell.args(["-c", "trap '' XFSZ; exec \"$0\" \"$@\""]).arg(&self.program);
            shell
        } else {
            Command::new(&self.program)
        };
        tablee.arg(command).args(&self.settings).args(arguments).env("TABLEE_LANG", "en");
        if let Some(threads) = self.threads {
            tablee.env("TOKIO_WORKER_THREADS", threads.to_string());
        }
        if let Some(path) = &self.log_file {
            tablee.stderr(Stdio::from(File::options().create(true).append(true).open(path)?));
        }
        if self.apart {
            set_apart(&mut tablee);
        }
        Process::start(&mut tablee)
    }
}

/// The names in the section `[limits]` of a settings file.
fn limits(settings: &str) -> impl Iterator<Item = &str> {
    let section = settings.lines().skip_while(|line| line.trim() != "[limits]").skip(1);
    let section = section.take_while(|line| !line.starts_with('['));
    section.filter(|line| !line.starts_with('#')).filter_map(|line| Some(line.split_once('=')?.0.trim()))
}

/// A running server. Dropping it kills it.
#[derive(Debug)]
pub struct Server {
    /// Its process, to stop, kill or wait for.
    pub process: Process,
    /// The address that it listens on.
    pub address: SocketAddr,
}

/// The path of `tablee` in the folder of the running program, where cargo puts all binaries.
///
/// # Errors
/// If it is not there.
pub fn beside_this_program() -> io::Result<PathBuf> {
    let this = std::env::current_exe()?;
    let tablee = this.with_file_name("tablee").with_extension(std::env::consts::EXE_EXTENSION);
    let missing = || io::Error::new(io::ErrorKind::NotFound, format!("{} is missing", Path::display(&tablee)));
    if tablee.is_file() { Ok(tablee) } else { Err(missing()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_read_from_printed_settings() {
        let printed =
            "address = \"a\"\n\n[limits]\n# Requests.\nrequests_of_address = \"1+2/min\"\nchat = \"off\"\n\n[other]\nx = 1\n";
        assert_eq!(limits(printed).collect::<Vec<_>>(), ["requests_of_address", "chat"]);
        assert_eq!(limits("address = \"a\"\n").count(), 0);
    }
}
