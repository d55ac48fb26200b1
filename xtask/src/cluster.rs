//! `cargo xtask cluster`: servers and workers that share PostgreSQL and NATS, behind HAProxy, on this machine, to try them
//! by hand.

use std::io::Write;
use std::path::Path;
use std::sync::mpsc;
use std::time::Duration;

use tablee_harness::cluster::{Cluster, Services};
use tablee_harness::tablee::Tablee;

use crate::run::StepResult;
use crate::{installed, play};

const SERVERS: usize = 3;
const WORKERS: usize = 2;

/// How long all processes together may take to shut down gracefully.
const TIMEOUT: Duration = Duration::from_secs(20);

/// Builds everything, starts it, and stops it at Ctrl-C.
pub fn cluster() -> StepResult {
    installed::services()?;
    let program = play::build_with_pages("cluster")?;
    // From here on Ctrl-C does not end this process: it shuts the others down gracefully.
    let (sender, interrupted) = mpsc::channel();
    ctrlc::set_handler(move || {
        let _ = sender.send(());
    })
    .map_err(|error| format!("Ctrl-C cannot be handled: {error}"))?;
    println!("starting PostgreSQL, NATS and HAProxy");
    let cluster = start(&program).map_err(|error| error.to_string())?;
    if let Some(proxy) = cluster.proxy() {
        println!("proxy      http://{proxy}");
    }
    for (index, server) in cluster.servers() {
        println!("server {}   http://{}", index + 1, server.address);
    }
    println!("workers    {WORKERS}");
    if let Some(services) = cluster.services() {
        println!("PostgreSQL {}\nNATS       {}", services.postgres.url(), services.nats.url());
    }
    println!("\nOpen the proxy or any of the servers in a browser. Ctrl-C stops everything.");
    let _ = interrupted.recv();
    // The same Ctrl-C may have ended the reader of our output.
    let _ = writeln!(std::io::stdout(), "stopping");
    cluster.stop(TIMEOUT);
    Ok(())
}

/// Each process has its own process group: Ctrl-C reaches only us, and servers that stop still need the services.
fn start(program: &Path) -> std::io::Result<Cluster> {
    let tablee = Tablee::new(program).settings(&["--log=warn"]).server_settings(&["--trusted-proxies=127.0.0.1"]).apart();
    Cluster::shared(tablee, Services::start_apart()?, SERVERS, WORKERS)?.with_proxy_apart()
}
