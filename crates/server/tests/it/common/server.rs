//! Servers and workers inside of the test process, on free ports. PostgreSQL and NATS come from the harness.

use std::net::SocketAddr;
use std::path::Path;
use std::thread::JoinHandle;
use std::time::Duration;

use rust_embed::RustEmbed;
use tablee_harness::cluster::Services;
use tablee_server::limits::LimitSettings;
use tablee_server::{Server, Settings, WorkerProcess};
use tempfile::TempDir;
use tokio::sync::oneshot;

/// A few small pages.
#[derive(RustEmbed)]
#[folder = "tests/pages"]
pub struct SamplePages;

/// A thread that stops gracefully when it is dropped.
struct Running {
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Running {
    fn start(run: impl FnOnce(oneshot::Receiver<()>) + Send + 'static) -> Running {
        let (stop, stopped) = oneshot::channel();
        Running { stop: Some(stop), thread: Some(std::thread::spawn(|| run(stopped))) }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        drop(self.stop.take());
        let ended = self.thread.take().map(JoinHandle::join);
        if !std::thread::panicking() {
            ended.expect("it runs").expect("it shuts down gracefully");
        }
    }
}

/// A server that stops when it is dropped.
pub struct TestServer {
    pub address: SocketAddr,
    _running: Running,
    /// Its data, if no other server uses them.
    _data: Option<TempDir>,
}

impl TestServer {
    /// A server with its own data and without rate limits.
    pub fn new() -> TestServer {
        TestServer::with_limits(LimitSettings::none())
    }

    /// A server with new data.
    pub fn with_limits(limits: LimitSettings) -> TestServer {
        TestServer::with_own_data::<SamplePages>(limits)
    }

    /// A server with its own data and other pages.
    pub fn with_pages<P: RustEmbed + 'static>() -> TestServer {
        TestServer::with_own_data::<P>(LimitSettings::none())
    }

    fn with_own_data<P: RustEmbed + 'static>(limits: LimitSettings) -> TestServer {
        let data = tempfile::tempdir().expect("a folder");
        let mut server = TestServer::start::<P>(&with_data(data.path(), limits));
        server._data = Some(data);
        server
    }

    /// A server with these data, which outlive it.
    pub fn open(data: &Path, limits: LimitSettings) -> TestServer {
        TestServer::with(&with_data(data, limits))
    }

    /// A server with these settings.
    pub fn with(settings: &Settings) -> TestServer {
        TestServer::start::<SamplePages>(settings)
    }

    fn start<P: RustEmbed + 'static>(settings: &Settings) -> TestServer {
        let server = Server::with_pages::<P>(settings).expect("it starts");
        let address = server.address();
        let run = |stopped: oneshot::Receiver<()>| server.run_until(async { drop(stopped.await) }).expect("it runs");
        TestServer { address, _running: Running::start(run), _data: None }
    }
}

/// Settings with these data, and without pauses of bots.
fn with_data(data: &Path, limits: LimitSettings) -> Settings {
    Settings { limits, bot_pace: Duration::ZERO, ..Settings::new("127.0.0.1:0", data.to_owned()) }
}

/// A worker that stops when it is dropped.
pub struct TestWorker {
    _running: Running,
}

/// PostgreSQL and NATS, for servers and workers that share them.
pub struct Cluster {
    pub services: Services,
    /// The data folder of the servers, with little in it.
    data: TempDir,
}

impl Cluster {
    pub fn start() -> Cluster {
        let services = Services::start().unwrap_or_else(|error| panic!("{error}"));
        Cluster { services, data: tempfile::tempdir().expect("a folder") }
    }

    pub fn settings(&self, limits: LimitSettings) -> Settings {
        let (store, bus) = (Some(self.services.postgres.url()), Some(self.services.nats.url()));
        Settings { store, bus, ..with_data(self.data.path(), limits) }
    }

    pub fn node(&self) -> TestServer {
        TestServer::with(&self.settings(LimitSettings::none()))
    }

    pub fn worker(&self) -> TestWorker {
        let worker = WorkerProcess::open(&self.settings(LimitSettings::none())).expect("it starts");
        TestWorker { _running: Running::start(|stopped| worker.run_until(async { drop(stopped.await) })) }
    }
}
