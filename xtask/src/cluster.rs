//! `cargo xtask cluster`: several servers that are one house, on this machine, to try it by hand.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread::sleep;
use std::time::{Duration, Instant};

use tablee_services::nats::Nats;
use tablee_services::postgres::Postgres;
use tablee_services::program::set_apart;

use crate::run::{Outcome, binary, cargo, root, run};
use crate::wasm::Effort;
use crate::{installed, web};

const NODES: usize = 3;
const WORKERS: usize = 2;

/// How long all of them together may take to stop in good order.
const PATIENCE: Duration = Duration::from_secs(20);

/// Builds everything, starts it, and stops it at Ctrl-C.
pub fn cluster() -> Outcome {
    installed::services()?;
    web::build(Effort::Release)?;
    run(&mut cargo(&["build", "--release", "--package", "tablee-cli"]))?;
    // From here on Ctrl-C is for us: whoever is told to stop by us stops in good order.
    let (told, stop) = mpsc::channel();
    ctrlc::set_handler(move || {
        let _ = told.send(());
    })
    .map_err(|error| format!("Ctrl-C cannot be waited for: {error}"))?;
    println!("starting PostgreSQL and NATS");
    let broken = |error: std::io::Error| error.to_string();
    // Apart from us: servers that stop still need them.
    let postgres = Postgres::start_apart().map_err(broken)?;
    let nats = Nats::start_apart().map_err(broken)?;
    let tablee = binary("release", "tablee");
    let shared = ["--store", &postgres.url(), "--bus", &nats.url()];
    let mut house = Running(Vec::new());
    for number in 1..=NODES {
        let address = house.start(&tablee, "serve", &[&["--address", "127.0.0.1:0"], &shared[..]].concat())?;
        println!("server {number}   {address}");
    }
    for _ in 0..WORKERS {
        house.start(&tablee, "worker", &shared)?;
    }
    println!(
        "workers    {WORKERS}\nPostgreSQL {}\nNATS       {}\n\nOpen any of the servers in a browser; Ctrl-C stops all of it.",
        postgres.url(),
        nats.url()
    );
    let _ = stop.recv();
    // Whoever reads this may have been stopped by the same Ctrl-C.
    let _ = writeln!(std::io::stdout(), "stopping");
    Ok(())
}

/// Programs that are told to stop when this is dropped, and waited for.
struct Running(Vec<Child>);

impl Running {
    /// Starts one, and waits for the line by which it says that it is ready.
    fn start(&mut self, tablee: &Path, command: &str, settings: &[&str]) -> Result<String, String> {
        let cannot = |why: String| format!("`tablee {command}` cannot be started: {why}");
        let mut child = Command::new(tablee);
        child.arg(command).args(["--log", "warn"]).args(settings).current_dir(root());
        // Ctrl-C in the terminal reaches only us.
        set_apart(&mut child);
        let child = child.stdin(Stdio::null()).stdout(Stdio::piped()).spawn();
        let mut child = child.map_err(|error| cannot(error.to_string()))?;
        let out = child.stdout.take();
        // Whatever happens from here on, it is stopped with the others.
        self.0.push(child);
        let mut line = String::new();
        if let Some(out) = out {
            BufReader::new(out).read_line(&mut line).map_err(|error| cannot(error.to_string()))?;
        }
        if line.is_empty() { Err(cannot("it ended".to_owned())) } else { Ok(line.trim().to_owned()) }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        for child in &self.0 {
            // In good order, if the system has a way to say so.
            let _ = Command::new("kill").arg(child.id().to_string()).status();
        }
        let begin = Instant::now();
        for child in &mut self.0 {
            while matches!(child.try_wait(), Ok(None)) && begin.elapsed() < PATIENCE {
                sleep(Duration::from_millis(20));
            }
            // This does nothing to one that has ended.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}
