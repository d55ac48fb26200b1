//! HAProxy in front of several servers. It sends everything about one table to the same server, as long as that runs.

use std::fs;
use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::program::{find, free_port, set_apart};

/// How long it may take until it answers.
const TIMEOUT: Duration = Duration::from_secs(20);

/// The same as in `docs/operating.md`, with shorter intervals of health checks. The number of connections follows from the
/// limit of open files. The second backend has the same servers:
/// paths without a table go to any of them.
const CONFIGURATION: &str = "\
defaults
    mode http
    timeout connect 1s
    timeout client 120s
    timeout server 120s
    timeout http-request 15s
    retries 3
    option redispatch 1
    option httpchk GET /readyz
    option forwardfor
    default-server check inter 300ms fall 2 rise 1 on-marked-down shutdown-sessions
frontend tablee
    bind 127.0.0.1:{port}
    http-request set-var(txn.table) path,field(4,/) if { path_beg /api/live/ /api/tables/ }
    use_backend of_a_table if { var(txn.table) -m found }
    default_backend any
backend of_a_table
    balance hash var(txn.table)
    hash-type consistent
{servers}
backend any
    balance leastconn
{servers}
";

/// HAProxy on a free port of 127.0.0.1. Dropping it kills it.
#[derive(Debug)]
pub struct Proxy {
    program: PathBuf,
    port: u16,
    /// Whether it has its own process group.
    apart: bool,
    /// `None` while it is stopped.
    running: Option<Child>,
    folder: TempDir,
}

impl Proxy {
    /// Starts it in front of these servers, and waits until it answers. A signal to our process group ends it.
    ///
    /// # Errors
    /// If it is not installed, or does not start.
    pub fn start(servers: &[SocketAddr]) -> io::Result<Proxy> {
        Proxy::start_one(servers, false)
    }

    /// Starts it in its own process group, so that Ctrl-C does not end it before the servers behind it.
    ///
    /// # Errors
    /// If it is not installed, or does not start.
    pub fn start_apart(servers: &[SocketAddr]) -> io::Result<Proxy> {
        Proxy::start_one(servers, true)
    }

    fn start_one(servers: &[SocketAddr], apart: bool) -> io::Result<Proxy> {
        let program = find("haproxy", "haproxy")?;
        let mut proxy = Proxy { program, port: free_port()?, apart, running: None, folder: tempfile::tempdir()? };
        let servers: Vec<_> =
            servers.iter().enumerate().map(|(number, server)| format!("    server s{number} {server}")).collect();
        let configuration = CONFIGURATION.replace("{port}", &proxy.port.to_string()).replace("{servers}", &servers.join("\n"));
        fs::write(proxy.configuration(), configuration)?;
        proxy.restart()?;
        Ok(proxy)
    }

    /// The address on which the proxy listens.
    pub fn address(&self) -> SocketAddr {
        SocketAddr::from((Ipv4Addr::LOCALHOST, self.port))
    }

    fn configuration(&self) -> PathBuf {
        self.folder.path().join("haproxy.cfg")
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

    /// Starts it again on the same port. If it still runs, it is killed first.
    ///
    /// # Errors
    /// If it does not start.
    pub fn restart(&mut self) -> io::Result<()> {
        self.kill()?;
        let log = self.folder.path().join("log");
        let mut command = Command::new(&self.program);
        command.arg("-db").arg("-f").arg(self.configuration());
        if self.apart {
            set_apart(&mut command);
        }
        let output = fs::File::create(&log)?;
        self.running = Some(command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(output).spawn()?);
        let begin = Instant::now();
        while !answers(self.address()) {
            let ended = self.running.as_mut().map_or(Ok(None), Child::try_wait)?.is_some();
            if ended || begin.elapsed() > TIMEOUT {
                let log = fs::read_to_string(&log).unwrap_or_default();
                return Err(io::Error::other(format!("haproxy does not start on port {}:\n{log}", self.port)));
            }
            thread::sleep(Duration::from_millis(10));
        }
        Ok(())
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        let _ = self.kill();
    }
}

/// Whether anything answers HTTP there. With no server behind it, the proxy itself answers.
fn answers(address: SocketAddr) -> bool {
    let answer = TcpStream::connect(address).and_then(|mut stream| {
        stream.set_read_timeout(Some(Duration::from_secs(5)))?;
        stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: tablee\r\nConnection: close\r\n\r\n")?;
        let mut answer = [0; 5];
        stream.read_exact(&mut answer)?;
        Ok(answer)
    });
    answer.is_ok_and(|answer| &answer == b"HTTP/")
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;

    use super::*;

    /// Answers every request with a name.
    fn server(name: &'static str) -> SocketAddr {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        thread::spawn(move || {
            for mut stream in listener.incoming().flatten() {
                let _ = stream.read(&mut [0; 1024]);
                let head = format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{name}", name.len());
                let _ = stream.write_all(head.as_bytes());
            }
        });
        address
    }

    fn ask(proxy: &Proxy, path: &str) -> String {
        let mut stream = TcpStream::connect(proxy.address()).unwrap();
        write!(stream, "GET {path} HTTP/1.1\r\nHost: tablee\r\nConnection: close\r\n\r\n").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer.rsplit("\r\n\r\n").next().unwrap().to_owned()
    }

    #[test]
    fn a_table_has_one_server_and_tables_have_many() {
        let mut proxy = Proxy::start(&["one", "two", "three"].map(server)).unwrap();
        let tables: Vec<String> = (0..30).map(|number| format!("table{number}")).collect();
        let servers = |proxy: &Proxy| -> Vec<String> {
            tables.iter().map(|table| ask(proxy, &format!("/api/tables/{table}/record?x=1"))).collect()
        };
        let before = servers(&proxy);
        for name in ["one", "two", "three"] {
            assert!(before.iter().any(|server| server == name), "{before:?}");
        }
        let live: Vec<String> = tables.iter().map(|table| ask(&proxy, &format!("/api/live/{table}"))).collect();
        assert_eq!(live, before);
        // The choice is a function of the table alone.
        proxy.restart().unwrap();
        assert_eq!(servers(&proxy), before);
        let folder = proxy.folder.path().to_owned();
        let address = proxy.address();
        drop(proxy);
        assert!(!folder.exists() && TcpStream::connect(address).is_err());
    }
}
