//! The servers under test, and what they say about themselves.

use std::io::{self, Seek, Write};
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use tablee_harness::cluster::{Cluster, Part, Services};
use tablee_harness::process::Process;
use tablee_harness::tablee::{Tablee, beside_this_program};

use crate::client::Http;
use crate::cpu_limit::CpuLimit;
use crate::failure::{Failure, failed};
use crate::options::Options;

/// How many workers several servers have.
const WORKERS: usize = 2;

/// One server with a file, or several that share PostgreSQL and NATS. Dropping it kills all of it.
pub struct Target {
    /// `None` only while another thread starts a part.
    cluster: Option<Cluster>,
    cores_each: Option<f64>,
    /// One per server. After the cluster, because only a group without processes can be removed.
    cpu_limits: Vec<Option<CpuLimit>>,
}

/// The servers' own figures about storing.
pub struct Commits {
    pub commits: f64,
    pub events: f64,
    pub mean_ms: f64,
}

impl Target {
    /// Starts everything, without rate limits and without pauses of bots.
    pub async fn start(options: &Options) -> Result<Target, Failure> {
        Target::start_as(options, false, false).await
    }

    /// The same, with a proxy in front of several servers.
    pub async fn start_with_proxy(options: &Options) -> Result<Target, Failure> {
        Target::start_as(options, false, options.nodes > 0).await
    }

    /// Starts everything with default settings.
    pub async fn start_with_limits(options: &Options) -> Result<Target, Failure> {
        Target::start_as(options, true, false).await
    }

    async fn start_as(options: &Options, defaults: bool, proxy: bool) -> Result<Target, Failure> {
        let Options { tablee, nodes, cores_each, threads, .. } = options.clone();
        let start = move || -> io::Result<Cluster> {
            let tablee = tablee.map_or_else(beside_this_program, Ok)?;
            // Servers that share a store log a lot during an outage, and outages are part of the test.
            let log = if nodes == 0 { "--log=error" } else { "--log=off" };
            let tablee = Tablee::new(tablee).settings(&[log]);
            let tablee = if defaults { tablee } else { tablee.settings(&["--bot-pace=0"]).without_rate_limits()? };
            let tablee = if proxy { tablee.server_settings(&["--trusted-proxies=127.0.0.1"]) } else { tablee };
            let tablee = match threads {
                Some(threads) => tablee.threads(threads),
                None => tablee,
            };
            let cluster = match nodes {
                0 => Cluster::single(tablee)?,
                _ => Cluster::shared(tablee, Services::start()?, nodes, WORKERS)?,
            };
            if proxy { cluster.with_proxy() } else { Ok(cluster) }
        };
        let cluster = tokio::task::spawn_blocking(start).await.map_err(failed)?;
        let cluster = cluster.map_err(|error| Failure::Usage(error.to_string()))?;
        let mut target = Target { cluster: Some(cluster), cores_each, cpu_limits: Vec::new() };
        target.cpu_limits.resize_with(nodes.max(1), || None);
        for index in 0..target.cpu_limits.len() {
            target.limit_cpu(index)?;
        }
        Ok(target)
    }

    fn cluster(&self) -> &Cluster {
        self.cluster.as_ref().expect("nothing is being started")
    }

    fn cluster_mut(&mut self) -> &mut Cluster {
        self.cluster.as_mut().expect("nothing is being started")
    }

    /// All parts that can fail.
    pub fn parts(&self) -> Vec<Part> {
        self.cluster().parts()
    }

    /// Kills a part at once.
    pub fn kill(&mut self, part: Part) -> Result<(), Failure> {
        self.cluster_mut().kill(part).map_err(failed)?;
        if let Part::Server(index) = part {
            self.cpu_limits[index] = None;
        }
        Ok(())
    }

    /// Starts a killed part again. The players go on meanwhile.
    pub async fn restart(&mut self, part: Part) -> Result<(), Failure> {
        let mut cluster = self.cluster.take().expect("nothing else is being started");
        let start = move || {
            let started = cluster.restart(part);
            (cluster, started)
        };
        // If a signal ends the test now, the runtime waits for this thread, and the cluster is dropped there.
        let (cluster, started) = tokio::task::spawn_blocking(start).await.map_err(failed)?;
        self.cluster = Some(cluster);
        started.map_err(failed)?;
        match part {
            Part::Server(index) => self.limit_cpu(index),
            _ => Ok(()),
        }
    }

    fn limit_cpu(&mut self, index: usize) -> Result<(), Failure> {
        let Some(cores) = self.cores_each else { return Ok(()) };
        let process = self.cluster().servers().find(|(at, _)| *at == index).map(|(_, server)| server.process.id());
        let limit = process.map(|process| CpuLimit::hold(process, cores)).transpose();
        self.cpu_limits[index] =
            limit.map_err(|error| Failure::Usage(format!("--cores-each needs control groups of Linux, and root: {error}")))?;
        Ok(())
    }

    /// Fails if a server or a worker has ended that was not killed.
    pub fn check_running(&mut self) -> Result<(), Failure> {
        self.cluster_mut().check_running().map_err(failed)
    }

    /// The addresses of the servers that run.
    pub fn addresses(&self) -> Vec<SocketAddr> {
        self.cluster().addresses()
    }

    /// The address of the proxy, if there is one.
    pub fn proxy(&self) -> Option<SocketAddr> {
        self.cluster().proxy()
    }

    fn processes(&self) -> impl Iterator<Item = &Process> {
        self.cluster().servers().map(|(_, server)| &server.process)
    }

    /// The address of the only server, or of the first.
    pub fn first(&self) -> Result<SocketAddr, Failure> {
        self.addresses().first().copied().ok_or_else(|| failed("no server runs"))
    }

    /// The memory of the first server in bytes.
    pub fn memory(&self) -> Result<u64, Failure> {
        let process = self.processes().next().ok_or_else(|| failed("no server runs"))?;
        let status = std::fs::read_to_string(format!("/proc/{}/status", process.id())).map_err(failed)?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kilobytes = line.and_then(|line| line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok());
        kilobytes.map(|kilobytes| kilobytes * 1024).ok_or_else(|| failed("/proc has no VmRSS"))
    }

    /// The processor time of all servers in seconds; 0 where there is no `/proc`.
    pub fn processor_seconds(&self) -> f64 {
        self.processes().map(|process| processor_seconds(&process.id().to_string())).sum()
    }

    /// What the servers' metrics say about storing, added up.
    pub async fn commits(&self) -> Result<Commits, Failure> {
        let (mut commits, mut events, mut seconds) = (0.0, 0.0, 0.0);
        for address in self.addresses() {
            let text = Http::connect(address).await?.get("/metrics", None).await?;
            let value =
                |name: &str| text.lines().find_map(|line| line.strip_prefix(name)?.trim().parse::<f64>().ok()).unwrap_or(0.0);
            commits += value("tablee_commits_total ");
            events += value("tablee_events_a_commit_sum ");
            seconds += value("tablee_storing_seconds_sum ");
        }
        Ok(Commits { commits, events, mean_ms: seconds * 1000.0 / f64::max(commits, 1.0) })
    }
}

/// The processor time of a process in seconds, such as `self`; 0 where there is no `/proc`.
pub fn processor_seconds(process: &str) -> f64 {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // The name of the program is in parentheses, and may contain blanks.
    let fields: Vec<_> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks = |index: usize| fields.get(index).and_then(|field| field.parse::<f64>().ok()).unwrap_or(0.0);
    // User and system time, in hundredths of a second.
    (ticks(11) + ticks(12)) / 100.0
}

/// How often per second a file in the temporary folder can be synced: the most commits possible one after another.
pub fn syncs_per_second() -> Result<f64, Failure> {
    let mut file = tempfile::tempfile().map_err(failed)?;
    let (begin, mut syncs) = (Instant::now(), 0u32);
    while begin.elapsed() < Duration::from_secs(1) {
        let synced = file.rewind().and_then(|()| file.write_all(&[0; 4096])).and_then(|()| file.sync_data());
        synced.map_err(failed)?;
        syncs += 1;
    }
    Ok(f64::from(syncs) / begin.elapsed().as_secs_f64())
}
