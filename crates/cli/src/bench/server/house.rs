//! What is measured: one server with a file, or several with PostgreSQL and NATS, which are started for it.

use std::io;
use std::net::SocketAddr;

use tablee_core::text;
use tablee_services::nats::Nats;
use tablee_services::postgres::Postgres;
use tempfile::TempDir;

use super::host::{Host, Place, Storing, Worker};
use super::{Plan, broken};
use crate::failure::Failure;

/// How many workers several servers have.
const WORKERS: usize = 2;

/// Servers that are one house. All of it is gone when this is dropped.
pub struct House {
    /// None while it is away.
    nodes: Vec<Option<Host>>,
    workers: Vec<Option<Worker>>,
    kept: Kept,
    /// How many processors each server may use, if not all.
    cores_each: Option<f64>,
}

/// Where everything is kept.
enum Kept {
    InFolder(TempDir),
    InServices { postgres: Postgres, nats: Nats },
}

impl Kept {
    fn addresses(&self) -> (String, String) {
        match self {
            Kept::InFolder(_) => Default::default(),
            Kept::InServices { postgres, nats } => (postgres.url(), nats.url()),
        }
    }
}

/// Something that can fail.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    Node(usize),
    Worker(usize),
    Bus,
    Store,
}

impl House {
    /// One server with a file, or as many as are planned that share everything.
    pub async fn open(plan: &Plan) -> Result<House, Failure> {
        let nodes = plan.nodes;
        let kept = match nodes {
            0 => Kept::InFolder(tempfile::tempdir().map_err(broken)?),
            _ => Kept::InServices {
                postgres: Postgres::start().map_err(services_failed)?,
                nats: Nats::start().map_err(services_failed)?,
            },
        };
        let mut house = House { nodes: Vec::new(), workers: Vec::new(), kept, cores_each: plan.cores_each };
        house.nodes.resize_with(nodes.max(1), || None);
        if nodes > 0 {
            house.workers.resize_with(WORKERS, || None);
        }
        for part in house.parts() {
            if let Part::Node(_) | Part::Worker(_) = part {
                house.start(part).await?;
            }
        }
        Ok(house)
    }

    /// All that can fail.
    pub fn parts(&self) -> Vec<Part> {
        let processes = (0..self.nodes.len()).map(Part::Node).chain((0..self.workers.len()).map(Part::Worker));
        let services = if let Kept::InServices { .. } = self.kept { vec![Part::Bus, Part::Store] } else { Vec::new() };
        processes.chain(services).collect()
    }

    /// Ends a part at once, as a power cut would.
    pub fn kill(&mut self, part: Part) -> Result<(), Failure> {
        match (part, &mut self.kept) {
            (Part::Node(number), _) => drop(self.nodes[number].take()),
            (Part::Worker(number), _) => drop(self.workers[number].take()),
            (Part::Bus, Kept::InServices { nats, .. }) => nats.kill().map_err(services_failed)?,
            (Part::Store, Kept::InServices { postgres, .. }) => postgres.kill().map_err(services_failed)?,
            (Part::Bus | Part::Store, Kept::InFolder(_)) => {}
        }
        Ok(())
    }

    /// Starts a part again.
    pub async fn start(&mut self, part: Part) -> Result<(), Failure> {
        let (store, bus) = self.kept.addresses();
        let place = match &self.kept {
            Kept::InFolder(folder) => Place::Folder(folder.path()),
            Kept::InServices { .. } => Place::Shared { store: &store, bus: &bus },
        };
        match part {
            Part::Node(number) => self.nodes[number] = Some(Host::start(place, self.cores_each).await?),
            Part::Worker(number) => self.workers[number] = Some(Worker::start(place).await?),
            Part::Bus | Part::Store => match &mut self.kept {
                Kept::InFolder(_) => {}
                Kept::InServices { nats, .. } if part == Part::Bus => nats.restart().map_err(services_failed)?,
                Kept::InServices { postgres, .. } => postgres.restart().map_err(services_failed)?,
            },
        }
        Ok(())
    }

    /// Says so if a server or a worker has ended that nobody killed.
    pub fn nobody_left(&mut self) -> Result<(), Failure> {
        if !self.nodes.iter_mut().flatten().all(Host::is_running) {
            return Err(broken("a server has ended by itself"));
        }
        if !self.workers.iter_mut().flatten().all(Worker::is_running) {
            return Err(broken("a worker has ended by itself"));
        }
        Ok(())
    }

    fn hosts(&self) -> impl Iterator<Item = &Host> {
        self.nodes.iter().flatten()
    }

    /// Where the servers are that are there.
    pub fn addresses(&self) -> Vec<SocketAddr> {
        self.hosts().map(|host| host.address).collect()
    }

    /// The only server, or the first.
    pub fn first(&self) -> &Host {
        self.hosts().next().expect("somebody is there")
    }

    /// The seconds that processors have spent on the servers, where the system tells.
    pub fn processor_seconds(&self) -> f64 {
        self.hosts().map(Host::processor_seconds).sum()
    }

    /// What they say about storing, all together.
    pub async fn storing(&self) -> Result<Storing, Failure> {
        let mut all = Storing { commits: 0.0, events: 0.0, mean_ms: 0.0 };
        for host in self.hosts() {
            let one = host.storing().await?;
            let commits = all.commits + one.commits;
            all.mean_ms = (all.mean_ms * all.commits + one.mean_ms * one.commits) / commits.max(1.0);
            all.commits = commits;
            all.events += one.events;
        }
        Ok(all)
    }
}

/// PostgreSQL or NATS is not installed here, or does not do as it is told.
fn services_failed(error: io::Error) -> Failure {
    Failure::Usage(text!(
        "PostgreSQL and NATS cannot be used here: {error}",
        "PostgreSQL et NATS ne peuvent pas être utilisés ici : {error}"
    ))
}
