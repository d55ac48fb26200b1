//! Servers and workers that share PostgreSQL and NATS, with or without a proxy in front, or one server alone; and their
//! failures.

use std::io;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::nats::Nats;
use crate::postgres::Postgres;
use crate::process::Process;
use crate::proxy::Proxy;
use crate::tablee::{Data, Server, Tablee};

/// PostgreSQL and NATS.
#[derive(Debug)]
pub struct Services {
    /// The store of all nodes.
    pub postgres: Postgres,
    /// The bus and the work queue.
    pub nats: Nats,
}

impl Services {
    /// Starts both.
    ///
    /// # Errors
    /// If one of them is not installed, or does not start.
    pub fn start() -> io::Result<Services> {
        Ok(Services { postgres: Postgres::start()?, nats: Nats::start()? })
    }

    /// Starts both in their own process groups: see [`Postgres::start_apart`].
    ///
    /// # Errors
    /// If one of them is not installed, or does not start.
    pub fn start_apart() -> io::Result<Services> {
        Ok(Services { postgres: Postgres::start_apart()?, nats: Nats::start_apart()? })
    }

    /// The addresses of both, as servers and workers take them.
    pub fn data(&self) -> Data {
        Data::Shared { store: self.postgres.url(), bus: self.nats.url() }
    }
}

/// A part that can fail.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// A server, by its index.
    Server(usize),
    /// A worker, by its index.
    Worker(usize),
    /// NATS, with the messages and the work queue.
    Bus,
    /// PostgreSQL, with all tables and people.
    Store,
    /// The proxy in front of the servers.
    Proxy,
}

#[derive(Debug)]
enum Storage {
    Folder(TempDir),
    Services(Services),
}

/// Running servers and workers with their storage. Dropping it kills all of it.
#[derive(Debug)]
pub struct Cluster {
    tablee: Tablee,
    /// `None` while a server is killed.
    servers: Vec<Option<Server>>,
    workers: Vec<Option<Process>>,
    /// The proxy, with the addresses of the servers that it knows: they keep them when they are restarted.
    proxy: Option<(Proxy, Vec<SocketAddr>)>,
    /// After the processes: it is dropped last.
    storage: Storage,
}

impl Cluster {
    /// Starts one server with its data in a temporary folder, without workers.
    ///
    /// # Errors
    /// If it does not start.
    pub fn single(tablee: Tablee) -> io::Result<Cluster> {
        Cluster::start(tablee, Storage::Folder(tempfile::tempdir()?), 1, 0)
    }

    /// Starts servers and workers that share services.
    ///
    /// # Errors
    /// If one of them does not start.
    pub fn shared(tablee: Tablee, services: Services, servers: usize, workers: usize) -> io::Result<Cluster> {
        Cluster::start(tablee, Storage::Services(services), servers, workers)
    }

    fn start(tablee: Tablee, storage: Storage, servers: usize, workers: usize) -> io::Result<Cluster> {
        let mut cluster = Cluster { tablee, servers: Vec::new(), workers: Vec::new(), proxy: None, storage };
        cluster.servers.resize_with(servers, || None);
        cluster.workers.resize_with(workers, || None);
        for part in cluster.parts() {
            if let Part::Server(_) | Part::Worker(_) = part {
                cluster.restart(part)?;
            }
        }
        Ok(cluster)
    }

    /// Starts a proxy in front of the servers. They must trust proxies of this machine.
    ///
    /// # Errors
    /// If it is not installed, or does not start.
    pub fn with_proxy(mut self) -> io::Result<Cluster> {
        let addresses = self.addresses();
        self.proxy = Some((Proxy::start(&addresses)?, addresses));
        Ok(self)
    }

    /// The same in its own process group: see [`Proxy::start_apart`].
    ///
    /// # Errors
    /// If it is not installed, or does not start.
    pub fn with_proxy_apart(mut self) -> io::Result<Cluster> {
        let addresses = self.addresses();
        self.proxy = Some((Proxy::start_apart(&addresses)?, addresses));
        Ok(self)
    }

    /// All parts that can fail.
    pub fn parts(&self) -> Vec<Part> {
        let processes = (0..self.servers.len()).map(Part::Server).chain((0..self.workers.len()).map(Part::Worker));
        let services = if let Storage::Services(_) = self.storage { &[Part::Bus, Part::Store][..] } else { &[] };
        processes.chain(services.iter().copied()).chain(self.proxy.as_ref().map(|_| Part::Proxy)).collect()
    }

    /// Kills a part at once. It writes nothing more, as in a crash.
    ///
    /// # Errors
    /// If it cannot be killed.
    pub fn kill(&mut self, part: Part) -> io::Result<()> {
        match (part, &mut self.storage) {
            (Part::Server(index), _) => drop(self.servers[index].take()),
            (Part::Worker(index), _) => drop(self.workers[index].take()),
            (Part::Bus, Storage::Services(services)) => services.nats.kill()?,
            (Part::Store, Storage::Services(services)) => services.postgres.kill()?,
            (Part::Bus | Part::Store, Storage::Folder(_)) => {}
            (Part::Proxy, _) => self.proxy.as_mut().map_or(Ok(()), |(proxy, _)| proxy.kill())?,
        }
        Ok(())
    }

    /// Starts a killed part again, with what it had stored.
    ///
    /// # Errors
    /// If it does not start.
    pub fn restart(&mut self, part: Part) -> io::Result<()> {
        let data = match &self.storage {
            Storage::Folder(folder) => Data::Folder(folder.path().to_owned()),
            Storage::Services(services) => services.data(),
        };
        match (part, &mut self.storage) {
            (Part::Server(index), _) => {
                self.servers[index] = Some(match &self.proxy {
                    Some((_, addresses)) => self.tablee.serve_at(addresses[index], &data)?,
                    None => self.tablee.serve(&data)?,
                });
            }
            (Part::Worker(index), _) => self.workers[index] = Some(self.tablee.work(&data)?),
            (Part::Bus, Storage::Services(services)) => services.nats.restart()?,
            (Part::Store, Storage::Services(services)) => services.postgres.restart()?,
            (Part::Bus | Part::Store, Storage::Folder(_)) => {}
            (Part::Proxy, _) => self.proxy.as_mut().map_or(Ok(()), |(proxy, _)| proxy.restart())?,
        }
        Ok(())
    }

    /// Fails if a server or a worker has ended that was not killed.
    ///
    /// # Errors
    /// Names the kind of process.
    pub fn check_running(&mut self) -> io::Result<()> {
        if !self.servers.iter_mut().flatten().all(|server| server.process.is_running()) {
            return Err(io::Error::other("a server ended by itself"));
        }
        if !self.workers.iter_mut().flatten().all(Process::is_running) {
            return Err(io::Error::other("a worker ended by itself"));
        }
        Ok(())
    }

    /// The servers that run, with their indices.
    pub fn servers(&self) -> impl Iterator<Item = (usize, &Server)> {
        self.servers.iter().enumerate().filter_map(|(index, server)| Some((index, server.as_ref()?)))
    }

    /// The addresses of the servers that run.
    pub fn addresses(&self) -> Vec<SocketAddr> {
        self.servers().map(|(_, server)| server.address).collect()
    }

    /// The address of the proxy, if there is one.
    pub fn proxy(&self) -> Option<SocketAddr> {
        self.proxy.as_ref().map(|(proxy, _)| proxy.address())
    }

    /// The services, if the servers share some.
    pub fn services(&self) -> Option<&Services> {
        match &self.storage {
            Storage::Folder(_) => None,
            Storage::Services(services) => Some(services),
        }
    }

    /// Shuts all servers and workers down gracefully, then PostgreSQL and NATS. Kills those that take too long.
    pub fn stop(mut self, timeout: Duration) {
        let servers = self.servers.iter_mut().flatten().map(|server| &mut server.process);
        let mut processes: Vec<&mut Process> = servers.chain(self.workers.iter_mut().flatten()).collect();
        for process in &processes {
            // A process that has ended cannot be asked.
            let _ = process.terminate();
        }
        let deadline = Instant::now() + timeout;
        for process in &mut processes {
            let _ = process.wait_or_kill(deadline);
        }
    }
}
