//! Starting a server or a worker: opens the store, the bus and the work queues that the settings name.

use std::io;
use std::path::Path;
use std::sync::Arc;

use tablee_core::{Text, text};
use tablee_protocol::Problem;

use crate::app_state::AppState;
use crate::bots::Bots;
use crate::bus::Bus;
use crate::bus::nats::NatsBus;
use crate::causes::system_error;
use crate::hub::{Hub, Parts, Role};
use crate::limits::Limits;
use crate::metrics::Metrics;
use crate::nats::Nats;
use crate::people::People;
use crate::previews::{OriginSettings, Previews};
use crate::shares::Shares;
use crate::store::Store;
use crate::store::postgres::Postgres;
use crate::store::sqlite::Sqlite;
use crate::work_queue::JobQueue;
use crate::work_queue::local::LocalJobQueue;
use crate::work_queue::nats::{ANALYSES, NatsJobQueue, TABLES};
use crate::worker::{WorkerPool, run_worker};
use crate::{DATABASE, Settings, cluster};

/// Starts a server. All games in progress resume.
pub async fn start_server(settings: &Settings) -> Result<Arc<AppState>, Text> {
    let metrics = Metrics::default();
    let store = open_store(settings, metrics.clone()).await?;
    let (bus, [jobs, analyses]) = match &settings.bus {
        None => (None, [(); 2].map(|()| Arc::new(LocalJobQueue::default()) as Arc<dyn JobQueue>)),
        Some(_) if settings.store.is_none() => {
            return Err(text!(
                "servers that share a bus also share a store: --bus needs --store",
                "des serveurs qui partagent un bus partagent aussi une base : --bus demande --store"
            ));
        }
        Some(address) => {
            let (bus, queues) = connect_nats(address).await?;
            (Some(bus), queues)
        }
    };
    let bots = Bots::new(settings.bot_pace);
    let single = bus.is_none();
    let parts = Parts { store: store.clone(), jobs, analyses, bus, bots, metrics, role: Role::Server };
    let hub = start_hub(parts).await?;
    let limits = Limits::new(settings.limits.clone(), settings.behind_proxy);
    let limits = if single { limits } else { limits.shared() };
    let shares = Arc::new(Shares::new(store.clone(), settings.shares));
    tokio::spawn(shares.clone().upkeep());
    let origin = OriginSettings { public_url: settings.public_url.clone(), behind_proxy: settings.behind_proxy };
    let previews = Previews::new(origin);
    let app = Arc::new(AppState {
        people: People::new(store.clone()),
        long_work: store.for_long_work(),
        store,
        hub,
        limits,
        shares,
        previews,
    });
    let completed = app.people.complete_account_keys().await;
    completed.map_err(|error| Problem::from(error).why).map_err(|why| Text { en: why.en, fr: why.fr })?;
    match app.hub.cluster() {
        // A single server does its own jobs.
        None => drop(tokio::spawn(run_worker(app.hub.clone(), WorkerPool::default()))),
        Some(cluster) => {
            let notes = cluster.subscribe_to_notes().await?;
            tokio::spawn(cluster::run(app.clone(), notes));
        }
    }
    Ok(app)
}

/// Starts a worker for servers that share a store and a bus.
pub async fn start_worker(settings: &Settings) -> Result<Hub, Text> {
    let (Some(_), Some(address)) = (&settings.store, &settings.bus) else {
        return Err(text!(
            "a worker works for servers that share a store and a bus, or for tournaments: it needs --bus",
            "un ouvrier travaille pour des serveurs qui partagent une base et un bus, ou pour des tournois : il lui faut --bus"
        ));
    };
    let metrics = Metrics::default();
    let store = open_store(settings, metrics.clone()).await?;
    let (bus, [jobs, analyses]) = connect_nats(address).await?;
    let bots = Bots::new(settings.bot_pace);
    start_hub(Parts { store, jobs, analyses, bus: Some(bus), bots, metrics, role: Role::Worker }).await
}

async fn start_hub(parts: Parts) -> Result<Hub, Text> {
    Hub::start(parts).await.map_err(|problem| Text { en: problem.why.en, fr: problem.why.fr })
}

async fn open_store(settings: &Settings, metrics: Metrics) -> Result<Arc<dyn Store>, Text> {
    if let Some(address) = &settings.store {
        return Ok(Arc::new(Postgres::open(address, metrics).await?));
    }
    let folder = settings.data.display().to_string();
    create_private_folder(&settings.data).map_err(|error| {
        let Text { en, fr } = system_error(&error);
        text!("the folder {folder} cannot be created: {en}", "impossible de créer le dossier {folder} : {fr}")
    })?;
    Ok(Arc::new(Sqlite::open(&settings.data.join(DATABASE), metrics).await?))
}

/// The bus, and both work queues.
async fn connect_nats(address: &str) -> Result<(Arc<dyn Bus>, [Arc<dyn JobQueue>; 2]), Text> {
    let nats = Nats::connect(address).await?;
    let jobs = NatsJobQueue::open(nats.clone(), TABLES).await?;
    let analyses = NatsJobQueue::open(nats.clone(), ANALYSES).await?;
    Ok((Arc::new(NatsBus::over(nats)), [Arc::new(jobs), Arc::new(analyses)]))
}

/// Creates the folder if it does not exist. Only its owner may read it, because the database has secrets.
fn create_private_folder(path: &Path) -> io::Result<()> {
    let mut folder = std::fs::DirBuilder::new();
    folder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut folder, 0o700);
    folder.create(path)
}
