//! What the settings ask for: the store, the bus, the queue of work, and the house or the worker with all of it.

use std::io;
use std::path::Path;
use std::sync::Arc;

use tablee_core::{Text, text};

use crate::bots::Bots;
use crate::bus::Bus;
use crate::bus::nats::NatsBus;
use crate::house::House;
use crate::hub::{Hub, Parts, Role};
use crate::jobs::Jobs;
use crate::jobs::local::LocalJobs;
use crate::jobs::nats::{ANALYSES, NatsJobs, TABLES};
use crate::limits::Limits;
use crate::metrics::Metrics;
use crate::nats::Nats;
use crate::people::People;
use crate::store::Store;
use crate::store::postgres::Postgres;
use crate::store::sqlite::Sqlite;
use crate::work::{Hands, work};
use crate::{DATABASE, Settings, cluster};

/// A house for people to come to: all games go on.
pub async fn server(settings: &Settings) -> Result<Arc<House>, Text> {
    let metrics = Metrics::default();
    let store = store(settings, metrics.clone()).await?;
    let (bus, [jobs, analyses]) = match &settings.bus {
        None => (None, [(); 2].map(|()| Arc::new(LocalJobs::default()) as Arc<dyn Jobs>)),
        Some(_) if settings.store.is_none() => {
            return Err(text!(
                "several servers share a store: with --bus goes --store",
                "plusieurs serveurs partagent une base : avec --bus il faut --store"
            ));
        }
        Some(address) => {
            let (bus, queues) = nats(address).await?;
            (Some(bus), queues)
        }
    };
    let bots = Bots::new(settings.bot_pace);
    let alone = bus.is_none();
    let parts = Parts { store: store.clone(), jobs, analyses, bus, bots, metrics, role: Role::Server };
    let tables = start(parts).await?;
    let limits = Limits::new(settings.limits.clone(), settings.behind_proxy);
    let limits = if alone { limits } else { limits.shared() };
    let house = Arc::new(House { people: People::new(store.clone()), store, tables, limits });
    match house.tables.cluster() {
        // Nobody else does the work.
        None => drop(tokio::spawn(work(house.tables.clone(), Hands::default()))),
        Some(others) => {
            let ears = others.listen_to_house().await?;
            tokio::spawn(cluster::take_part(house.clone(), ears));
        }
    }
    Ok(house)
}

/// Somebody who works for servers that share a store and a bus.
pub async fn worker(settings: &Settings) -> Result<Hub, Text> {
    let (Some(_), Some(address)) = (&settings.store, &settings.bus) else {
        return Err(text!(
            "a worker works for servers that share a store and a bus, or for tournaments: it needs --bus",
            "un ouvrier travaille pour des serveurs qui partagent une base et un bus, ou pour des tournois : il lui faut --bus"
        ));
    };
    let metrics = Metrics::default();
    let store = store(settings, metrics.clone()).await?;
    let (bus, [jobs, analyses]) = nats(address).await?;
    let bots = Bots::new(settings.bot_pace);
    start(Parts { store, jobs, analyses, bus: Some(bus), bots, metrics, role: Role::Worker }).await
}

async fn start(parts: Parts) -> Result<Hub, Text> {
    Hub::start(parts).await.map_err(|problem| Text { en: problem.why.en, fr: problem.why.fr })
}

async fn store(settings: &Settings, metrics: Metrics) -> Result<Arc<dyn Store>, Text> {
    if let Some(address) = &settings.store {
        return Ok(Arc::new(Postgres::open(address, metrics).await?));
    }
    let folder = settings.data.display().to_string();
    private_folder(&settings.data).map_err(|error| {
        text!("the folder {folder} cannot be made: {error}", "le dossier {folder} ne peut être créé : {error}")
    })?;
    Ok(Arc::new(Sqlite::open(&settings.data.join(DATABASE), metrics).await?))
}

/// The bus, and both queues.
async fn nats(address: &str) -> Result<(Arc<dyn Bus>, [Arc<dyn Jobs>; 2]), Text> {
    let nats = Nats::connect(address).await?;
    let jobs = NatsJobs::open(nats.clone(), TABLES).await?;
    let analyses = NatsJobs::open(nats.clone(), ANALYSES).await?;
    Ok((Arc::new(NatsBus::over(nats)), [Arc::new(jobs), Arc::new(analyses)]))
}

/// Makes the folder if it is not there; nobody else may look into it, since there are secrets.
fn private_folder(path: &Path) -> io::Result<()> {
    let mut folder = std::fs::DirBuilder::new();
    folder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut folder, 0o700);
    folder.create(path)
}
