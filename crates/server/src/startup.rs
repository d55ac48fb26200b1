//! Starting a server or a worker: opens the store, the bus and the work queues that the settings name.

use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use tablee_core::{Text, text};
use tablee_protocol::Problem;
use tokio::sync::{Notify, watch};
use tokio::time::Instant;

use crate::app_state::AppState;
use crate::bots::Bots;
use crate::bus::Bus;
use crate::bus::nats::NatsBus;
use crate::causes::{OpenError, system_error};
use crate::erased_list::ErasedList;
use crate::hub::{Hub, Parts};
use crate::limits::Limits;
use crate::metrics::Metrics;
use crate::nats::Nats;
use crate::people::{People, account_keys};
use crate::previews::{OriginSettings, Previews};
use crate::shares::Shares;
use crate::store::people::AccountKeys;
use crate::store::postgres::Postgres;
use crate::store::sqlite::Sqlite;
use crate::store::{Store, StoreError};
use crate::work_queue::JobQueue;
use crate::work_queue::local::LocalJobQueue;
use crate::work_queue::nats::{ANALYSES, NatsJobQueue, TABLES};
use crate::worker::{StoreClient, Worker};
use crate::{DATABASE, Settings, cluster, retention};

/// The file in the data folder that a server locks.
const LOCK: &str = "lock";

/// How many old accounts get new keys at once.
const COMPLETED_AT_ONCE: u32 = 500;

/// The pauses between attempts to reach PostgreSQL or NATS.
const SHORTEST_PAUSE: Duration = Duration::from_millis(500);
const LONGEST_PAUSE: Duration = Duration::from_secs(30);

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
            let (bus, queues) = connect_nats(address, settings.wait).await?;
            (Some(bus), queues)
        }
    };
    let bots = Bots::new(settings.bot_pace);
    let single = bus.is_none();
    let [tables_jobs, tables_analyses] = [jobs.clone(), analyses.clone()];
    let parts = Parts {
        store: store.clone(),
        jobs: tables_jobs,
        analyses: tables_analyses,
        bus,
        metrics: metrics.clone(),
        claim_after: settings.claim_after,
        spectators: settings.limits.spectators(),
        idle_tables: settings.limits.idle_tables,
    };
    let hub = Hub::start(parts).await.map_err(|problem| Text { en: problem.why.en, fr: problem.why.fr })?;
    let limits = Limits::new(settings.limits.clone(), settings.proxies());
    let limits = if single { limits } else { limits.shared() };
    let shares = Arc::new(Shares::new(store.clone(), settings.shares));
    tokio::spawn(shares.clone().upkeep());
    let origin = OriginSettings { public_url: settings.public_url.clone(), behind_proxy: settings.has_proxy() };
    let previews = Previews::new(origin);
    let erased_list = ErasedList::new(settings.data.clone(), settings.store.is_none());
    let (people, long_work) = (People::new(store.clone()), store.for_long_work());
    let app = Arc::new(AppState { store, long_work, erased_list, remains: Notify::new(), people, hub, limits, shares, previews });
    complete_account_keys(&*app.store).await.map_err(|error| sentence(error.into()))?;
    app.erase_again().await.map_err(sentence)?;
    tokio::spawn(retention::upkeep(app.clone(), settings.retention));
    tokio::spawn(app.clone().remove_remains());
    match app.hub.cluster() {
        // A single server does its own jobs.
        None => {
            let (tables, store) = (Arc::new(app.hub.clone()), app.store.clone());
            let worker = Worker { tables, store, jobs, analyses, bots, metrics, running: watch::Sender::new(0) };
            tokio::spawn(worker.run());
        }
        Some(cluster) => {
            let notes = cluster.subscribe_to_notes().await?;
            tokio::spawn(cluster::run(app.clone(), notes));
        }
    }
    Ok(app)
}

/// Starts a worker for servers that share a store and a bus.
pub async fn start_worker(settings: &Settings) -> Result<Worker, Text> {
    let (Some(_), Some(address)) = (&settings.store, &settings.bus) else {
        return Err(text!(
            "a worker works for servers that share a store and a bus, or for tournaments: it needs --bus",
            "un worker travaille pour des serveurs qui partagent une base et un bus, ou pour des tournois : il lui faut --bus"
        ));
    };
    let metrics = Metrics::default();
    let store = open_store(settings, metrics.clone()).await?;
    let (bus, [jobs, analyses]) = connect_nats(address, settings.wait).await?;
    let bots = Bots::new(settings.bot_pace);
    let tables = Arc::new(StoreClient::new(store.clone(), bus));
    Ok(Worker { tables, store, jobs, analyses, bots, metrics, running: watch::Sender::new(0) })
}

/// Gives accounts from before their names' looks were compared the keys that new ones have.
async fn complete_account_keys(store: &dyn Store) -> Result<(), StoreError> {
    loop {
        let old = store.accounts_without_looks(COMPLETED_AT_ONCE).await?;
        for (id, name) in &old {
            let keys = account_keys(name);
            // Of two old accounts that look alike, both stay.
            let apart = AccountKeys { looks: format!("{} {id}", keys.looks), ..keys.clone() };
            match store.rename(id, name, Some(&keys)).await {
                Err(StoreError::Conflict) => store.rename(id, name, Some(&apart)).await?,
                done => done?,
            }
        }
        if old.len() < COMPLETED_AT_ONCE as usize {
            return Ok(());
        }
    }
}

fn sentence(problem: Problem) -> Text {
    Text { en: problem.why.en, fr: problem.why.fr }
}

async fn open_store(settings: &Settings, metrics: Metrics) -> Result<Arc<dyn Store>, Text> {
    if let Some(address) = &settings.store {
        return Ok(Arc::new(patiently(settings.wait, || Postgres::try_open(address, metrics.clone())).await?));
    }
    Ok(Arc::new(Sqlite::open(&settings.data.join(DATABASE), metrics).await?))
}

/// Locks the data folder, which is created if it does not exist. The lock holds until the file is dropped; `None` if the
/// data are elsewhere.
///
/// # Errors
/// If another server uses the folder, or it cannot be written to.
pub fn lock_data(settings: &Settings) -> Result<Option<File>, Text> {
    if settings.store.is_some() {
        return Ok(None);
    }
    let folder = settings.data.display();
    create_private_folder(&settings.data).map_err(|error| {
        // All folders above it were created as well, so the file system refuses new folders: `/proc` does.
        let Text { en, fr } = match error.kind() {
            io::ErrorKind::NotFound => text!("its file system does not allow it", "son système de fichiers ne le permet pas"),
            _ => system_error(&error),
        };
        text!("the folder {folder} cannot be created: {en}", "impossible de créer le dossier {folder} : {fr}")
    })?;
    let unusable = |error: &io::Error| {
        let Text { en, fr } = system_error(error);
        text!("the folder {folder} cannot be written to: {en}", "impossible d’écrire dans le dossier {folder} : {fr}")
    };
    let path = settings.data.join(LOCK);
    let lock = OpenOptions::new().write(true).create(true).truncate(false).open(path).map_err(|error| unusable(&error))?;
    match lock.try_lock() {
        Ok(()) => Ok(Some(lock)),
        Err(TryLockError::WouldBlock) => Err(text!(
            "another server is using the folder {folder}: stop it, or choose another folder with --data",
            "un autre serveur utilise le dossier {folder} : arrêtez-le, ou choisissez un autre dossier avec --data"
        )),
        // Some network disks have no locks. One server per folder is then up to the operator.
        Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => Ok(None),
        Err(TryLockError::Error(error)) => Err(unusable(&error)),
    }
}

/// Tries to reach another program until it answers, or until the timeout. The pauses grow, so that there are few log
/// lines.
///
/// # Errors
/// If waiting does not help.
async fn patiently<T, F: Future<Output = Result<T, OpenError>>>(wait: Duration, attempt: impl Fn() -> F) -> Result<T, Text> {
    let end = Instant::now() + wait;
    let mut pause = SHORTEST_PAUSE;
    loop {
        let error = match attempt().await {
            Ok(opened) => return Ok(opened),
            Err(error) => error,
        };
        let left = end.saturating_duration_since(Instant::now());
        if !error.temporary || left.is_zero() {
            return Err(error.why);
        }
        tracing::warn!(why = error.why.en, "not reachable yet; trying again in {:.1} s", pause.as_secs_f32());
        tokio::time::sleep(pause.min(left)).await;
        pause = LONGEST_PAUSE.min(pause * 2);
    }
}

/// The bus, and both work queues.
async fn connect_nats(address: &str, wait: Duration) -> Result<(Arc<dyn Bus>, [Arc<dyn JobQueue>; 2]), Text> {
    let nats = patiently(wait, || Nats::try_connect(address)).await?;
    let jobs = NatsJobQueue::open(nats.clone(), TABLES).await?;
    let analyses = NatsJobQueue::open(nats.clone(), ANALYSES).await?;
    Ok((Arc::new(NatsBus::over(nats)), [Arc::new(jobs), Arc::new(analyses)]))
}

/// Creates the folder if it does not exist. Only its owner may read it, because the database has secrets.
///
/// # Errors
/// If it cannot be created.
pub fn create_private_folder(path: &Path) -> io::Result<()> {
    let mut folder = std::fs::DirBuilder::new();
    folder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut folder, 0o700);
    folder.create(path)
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    fn refused(temporary: bool) -> OpenError {
        OpenError { why: text!("refused", "refusé"), temporary }
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_still_starting_is_waited_for() {
        let attempts = Cell::new(0);
        let attempt = || {
            attempts.set(attempts.get() + 1);
            let number = attempts.get();
            async move { if number < 5 { Err(refused(true)) } else { Ok(number) } }
        };
        assert_eq!(patiently(Duration::from_secs(60), attempt).await.ok(), Some(5));
        // Waiting does not help against a wrong password; and one may not want to wait.
        for (wait, temporary) in [(60, false), (0, true)] {
            let attempts = Cell::new(0);
            let attempt = || {
                attempts.set(attempts.get() + 1);
                async move { Err::<(), _>(refused(temporary)) }
            };
            assert_eq!(patiently(Duration::from_secs(wait), attempt).await.unwrap_err().en, "refused");
            assert_eq!(attempts.get(), 1);
        }
    }

    #[test]
    fn one_server_at_a_time_uses_a_data_folder() {
        let folder = tempfile::tempdir().unwrap();
        let settings = Settings::new("127.0.0.1:0", folder.path().join("new"));
        let lock = lock_data(&settings).unwrap();
        let why = lock_data(&settings).unwrap_err();
        assert!(why.en.starts_with("another server is using the folder"), "{why:?}");
        drop(lock);
        assert!(lock_data(&settings).unwrap().is_some());
        let elsewhere = Settings { store: Some("postgres://x".to_owned()), ..settings };
        assert!(lock_data(&elsewhere).unwrap().is_none());
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        std::fs::write(&file, "").unwrap();
        let why = lock_data(&Settings::new("127.0.0.1:0", file.join("data"))).unwrap_err();
        assert!(why.en.contains("cannot be created") && why.fr.contains("impossible de créer"), "{why:?}");
    }
}
