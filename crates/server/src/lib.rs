//! The server (`tablee serve`) and its workers (`tablee worker`): shared tables, people, storage, the live protocol,
//! the API, and how pages are served.
//!
//! Each table in memory is one task. It decides what follows from an act, appends the events to the store, and then
//! broadcasts them. `ARCHITECTURE.md` has a sequence diagram.
//!
//! | file | what is in it |
//! |---|---|
//! | `lib.rs` | settings, listening, routes, graceful shutdown |
//! | `accept.rs` | accepting connections: caps, and a timeout for headers |
//! | `startup.rs` | starting a server or a worker: opening store, bus and work queues |
//! | `app_state.rs` | the state that all requests share |
//! | `hub/` | all tables in memory and all connections of a process; heartbeats, outages, deadlines |
//! | `table/` | the task of one table: decide, append, broadcast, resync |
//! | `socket.rs` | the live protocol over a WebSocket |
//! | `connection.rs` | a connection and its bounded queue (backpressure) |
//! | `api/` | the API over HTTP, with its OpenAPI description |
//! | `shares.rs` | games that were shared by a short link |
//! | `previews/` | pages with a preview for messengers, and its picture |
//! | `blocking.rs` | proving, drawing and listing moves: bounded work on separate threads |
//! | `static_files.rs` | the pages: caching, compression, content security policy |
//! | `headers.rs` | security headers of every answer |
//! | `limits/` | rate limits per address and person |
//! | `people.rs` | guests, accounts, and authentication by keys |
//! | `addresses.rs` | from where people came lately, for ratings and for fairness |
//! | `validation.rs` | which names, lines of chat and passphrases are allowed |
//! | `secrets.rs` | random ids, keys and seeds; comparing secrets |
//! | `personal_data.rs` | erasure of everything about a person |
//! | `export.rs` | export of everything about a person, as a stream |
//! | `erased_list.rs` | the list of erased people, outside of the database |
//! | `retention.rs` | ends abandoned tables and games, idle guests and unused keys |
//! | `ratings.rs` | the rating of players after a game |
//! | `bots.rs` | bots at shared tables |
//! | `cores.rs` | the cores that bots think on, shared fairly |
//! | `job_permits.rs` | how many jobs a person and an address may have in the work queue |
//! | `analysis.rs` | the analysis of finished games |
//! | `worker/` | leasing jobs and doing them, with retries |
//! | `work_queue/` | the queue of jobs, in memory or in NATS |
//! | `clock.rs` | the time of the server, which does not jump |
//! | `cluster/` | a node among others: notes, heartbeats, resync |
//! | `bus/` | broadcast messages between nodes, in memory or over NATS |
//! | `nats.rs` | the connection to NATS that bus and work queues share; reconnects |
//! | `causes.rs` | errors of the system, of NATS and of databases, in both languages |
//! | `store/` | tables, events and people in SQLite or PostgreSQL |
//! | `metrics.rs` | metrics for Prometheus |

mod accept;
mod addresses;
mod analysis;
mod api;
mod app_state;
mod blocking;
mod bots;
pub mod bus;
pub mod causes;
mod clock;
mod cluster;
mod connection;
pub mod cores;
mod erased_list;
mod export;
mod headers;
mod hub;
mod job_permits;
pub mod limits;
mod metrics;
pub mod nats;
mod people;
mod personal_data;
mod previews;
mod ratings;
mod retention;
mod secrets;
mod shares;
mod socket;
mod startup;
pub mod static_files;
pub mod store;
mod table;
mod validation;
pub mod work_queue;
mod worker;

use std::fs::File;
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use rust_embed::RustEmbed;
use tablee_core::{Text, text};
use tokio::runtime::Runtime;
use tokio::sync::oneshot;

use accept::Caps;
use app_state::AppState;
use limits::{Address, LimitSettings, Network, ProxySettings};
pub use retention::RetentionSettings;
pub use shares::ShareSettings;

/// How long a graceful shutdown waits for open requests, sockets and jobs.
const SHUTDOWN_GRACE: Duration = Duration::from_secs(5);

/// The settings of a server or worker.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The address to listen at, such as `127.0.0.1:8017`. Port 0 is any free port.
    pub address: String,
    /// The folder of the SQLite database, unless `store` is set. It is created if it does not exist.
    pub data: PathBuf,
    /// The PostgreSQL database, such as `postgres://tablee@127.0.0.1/tablee`.
    pub store: Option<String>,
    /// The NATS server that connects the nodes of a cluster, such as `nats://127.0.0.1:4222`.
    pub bus: Option<String>,
    /// The rate limits.
    pub limits: LimitSettings,
    /// Whether every peer is a proxy that sends the addresses of clients.
    pub behind_proxy: bool,
    /// The networks of proxies that send the addresses of clients.
    pub trusted_proxies: Vec<Network>,
    /// How many proxies a request passes at most.
    pub proxy_hops: u8,
    /// The least time a bot takes for a move, so that people can follow the game.
    pub bot_pace: Duration,
    /// Who may read the metrics.
    pub metrics: MetricsFor,
    /// The address of the server as visitors write it, such as `https://club.example`, for links in previews. Without it,
    /// it is taken from each request.
    pub public_url: Option<String>,
    /// How many shared games are kept, and for how long.
    pub shares: ShareSettings,
    /// How long the player to move must be away before others may claim the game; five times as long without a clock.
    pub claim_after: Duration,
    /// When abandoned tables and games, idle guests and unused keys end.
    pub retention: RetentionSettings,
    /// How long to wait for PostgreSQL and NATS at the start.
    pub wait: Duration,
}

/// Who may read the metrics at `/metrics`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MetricsFor {
    /// Programs on the same machine, but no requests through a proxy.
    Local,
    /// Everyone who can reach the server.
    Everyone,
    /// No one: the path does not exist.
    Nobody,
}

impl Settings {
    /// The default settings, with this address and folder.
    pub fn new(address: &str, data: PathBuf) -> Settings {
        Settings {
            address: address.to_owned(),
            data,
            store: None,
            bus: None,
            limits: LimitSettings::default(),
            behind_proxy: false,
            trusted_proxies: Vec::new(),
            proxy_hops: 1,
            bot_pace: Duration::from_millis(600),
            metrics: MetricsFor::Local,
            public_url: None,
            shares: ShareSettings::default(),
            claim_after: Duration::from_secs(60),
            retention: RetentionSettings::default(),
            wait: Duration::from_secs(300),
        }
    }

    /// Which proxies are trusted. If networks are named, only those are.
    fn proxies(&self) -> ProxySettings {
        let everyone = self.behind_proxy && self.trusted_proxies.is_empty();
        ProxySettings { everyone, networks: self.trusted_proxies.clone(), hops: self.proxy_hops }
    }

    /// Whether there is a proxy in front of the server.
    fn has_proxy(&self) -> bool {
        self.behind_proxy || !self.trusted_proxies.is_empty()
    }
}

/// A server that listens already. It answers once it runs.
pub struct Server {
    runtime: Runtime,
    listener: TcpListener,
    address: SocketAddr,
    app: Arc<AppState>,
    router: Router,
    caps: Caps,
    /// The lock of the data folder.
    _lock: Option<File>,
}

impl Server {
    /// Opens a server that serves these pages.
    ///
    /// # Errors
    /// If the address is taken, or the store or the bus cannot be reached.
    pub fn with_pages<P: RustEmbed + 'static>(settings: &Settings) -> Result<Server, Text> {
        let bound = TcpListener::bind(&settings.address).and_then(|listener| {
            listener.set_nonblocking(true)?;
            Ok((listener.local_addr()?, listener))
        });
        let (address, listener) = bound.map_err(|error| cannot_bind(&settings.address, &error))?;
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(stopped)?;
        let lock = startup::lock_data(settings)?;
        let app = runtime.block_on(startup::start_server(settings))?;
        let router = router::<P>(app.clone(), settings.metrics);
        let caps = Caps::new(&settings.limits, app.hub.metrics().clone());
        Ok(Server { runtime, listener, address, app, router, caps, _lock: lock })
    }

    /// The address it listens at.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers until Ctrl-C or SIGTERM.
    ///
    /// # Errors
    /// If listening fails.
    pub fn run(self) -> Result<(), Text> {
        self.run_until(shutdown_signal())
    }

    /// Answers until `stop` is ready, and then shuts down gracefully.
    ///
    /// # Errors
    /// If listening fails.
    pub fn run_until(self, stop: impl Future<Output = ()> + Send + 'static) -> Result<(), Text> {
        let Server { runtime, listener, app, router, caps, .. } = self;
        let answered = runtime.block_on(serve(listener, app, router, caps, stop)).map_err(stopped);
        // Bots that are still thinking are not waited for.
        runtime.shutdown_background();
        answered
    }
}

/// A worker: does the jobs of servers that share a store and a bus.
pub struct WorkerProcess {
    runtime: Runtime,
    worker: worker::Worker,
}

impl WorkerProcess {
    /// Opens a worker.
    ///
    /// # Errors
    /// If the store or the work queue cannot be reached.
    pub fn open(settings: &Settings) -> Result<WorkerProcess, Text> {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(stopped)?;
        let worker = runtime.block_on(startup::start_worker(settings))?;
        Ok(WorkerProcess { runtime, worker })
    }

    /// Does jobs until Ctrl-C or SIGTERM.
    pub fn run(self) {
        self.run_until(shutdown_signal());
    }

    /// Does jobs until `stop` is ready. Running jobs may finish; their leases pass to other workers if they do not.
    pub fn run_until(self, stop: impl Future<Output = ()>) {
        let WorkerProcess { runtime, worker } = self;
        runtime.block_on(async {
            tokio::select! {
                () = worker.clone().run() => {}
                () = stop => {
                    tracing::info!("stopping");
                    let _ = tokio::time::timeout(SHUTDOWN_GRACE, worker.wait_until_idle()).await;
                }
            }
        });
        runtime.shutdown_background();
        tracing::info!("stopped");
    }
}

/// Serves requests until `stop` is ready. Then a graceful shutdown: no new connections, open requests are answered,
/// sockets and event streams are closed, and the last notes are sent to the other nodes.
async fn serve(
    listener: TcpListener,
    app: Arc<AppState>,
    router: Router,
    caps: Caps,
    stop: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let (stopping, stopped) = oneshot::channel::<()>();
    let shutdown = async move {
        stop.await;
        tracing::info!("stopping");
        drop(stopping);
    };
    let serving = accept::serve(listener, app.clone(), router, caps, shutdown);
    // For HTTP, sockets are no longer requests. They are closed while the open requests are answered.
    let closing = async {
        let _ = stopped.await;
        app.hub.close().await;
    };
    let timed_out = async {
        let mut stopping = app.hub.stopping();
        let _ = stopping.wait_for(|stopping| *stopping).await;
        drop(stopping);
        tokio::time::sleep(SHUTDOWN_GRACE).await;
    };
    tokio::select! {
        _ = async { tokio::join!(serving, closing) } => {}
        () = timed_out => tracing::warn!("graceful shutdown timed out: some connections are still open"),
    }
    if let Some(cluster) = app.hub.cluster() {
        cluster.flush().await;
    }
    tracing::info!("stopped");
    Ok(())
}

/// The name of the SQLite database in its folder.
pub const DATABASE: &str = "tablee.db";

/// Copies a snapshot of the database into a new file, while a server may be using it.
///
/// # Errors
/// If there is no database, the file exists already, or it cannot be written.
pub fn backup(data: &Path, file: &Path) -> Result<(), Text> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(stopped)?;
    runtime.block_on(store::sqlite::backup(&data.join(DATABASE), file))
}

fn router<P: RustEmbed + 'static>(app: Arc<AppState>, metrics_for: MetricsFor) -> Router {
    let metrics_for = move |State(app), peer, headers| metrics(metrics_for, app, peer, headers);
    // Pages and their files have their own budget, as a page needs dozens of them.
    let files = || from_fn_with_state(app.clone(), limit_files);
    let own = Router::new()
        .route("/readyz", get(ready))
        .route("/metrics", get(metrics_for))
        .route("/api/live", get(socket::open))
        .route("/api/live/{table}", get(socket::open))
        // They ask the store, or take some time.
        .route_layer(from_fn_with_state(app.clone(), api::rate_limited))
        .merge(Router::new().route("/healthz", get(|| async { "ok\n" })).route_layer(files()))
        .with_state(app.clone());
    let own = own.merge(api::router(app.clone())).merge(previews::router::<P>(app.clone()).route_layer(files()));
    let own = own.method_not_allowed_fallback(api::method_not_allowed);
    let all = own.fallback_service(static_files::router::<P>().layer(files()));
    all.layer(from_fn_with_state(app.clone(), headers::secure)).layer(from_fn_with_state(app, count_and_log))
}

/// Applies the rate limit of pages and files. It is generous: a page that opens, and many people behind one address, stay
/// below it.
async fn limit_files(State(app): State<Arc<AppState>>, address: Address, request: Request, next: Next) -> Response {
    match app.limits.file(address) {
        Ok(()) => next.run(request).await,
        Err(problem) => api::refused(problem),
    }
}

/// Counts every response, and logs it at level debug. Query, headers and bodies are not logged: they have secrets.
async fn count_and_log(State(app): State<Arc<AppState>>, request: Request, next: Next) -> Response {
    let begin = Instant::now();
    let logged = tracing::enabled!(tracing::Level::DEBUG).then(|| (request.method().clone(), request.uri().path().to_owned()));
    let response = next.run(request).await;
    let status = response.status().as_u16();
    app.hub.metrics().answered(status);
    if let Some(code) = response.extensions().get() {
        app.hub.metrics().refused(*code);
    }
    if let Some((method, path)) = logged {
        tracing::debug!(%method, path, status, ms = begin.elapsed().as_secs_f64() * 1000.0, "request answered");
    }
    response
}

/// Whether the server can take requests: the store can be read and written, and no shutdown has begun.
async fn ready(State(app): State<Arc<AppState>>) -> impl IntoResponse {
    match app.store.last_heartbeat().await {
        Ok(_) if *app.hub.stopping().borrow() => (StatusCode::SERVICE_UNAVAILABLE, "stopping\n"),
        // As on a full disk, which can still be read.
        Ok(_) if app.hub.in_store_outage() => (StatusCode::SERVICE_UNAVAILABLE, "the store cannot be written\n"),
        Ok(_) => (StatusCode::OK, "ready\n"),
        Err(_) => (StatusCode::SERVICE_UNAVAILABLE, "the store cannot be reached\n"),
    }
}

async fn metrics(
    allowed: MetricsFor,
    app: Arc<AppState>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
) -> impl IntoResponse {
    // Behind a proxy on this machine, every peer is local. Proxies add these headers.
    let through_proxy = ["forwarded", "x-forwarded-for"].iter().any(|name| headers.contains_key(*name));
    let allowed = match allowed {
        MetricsFor::Local => peer.ip().to_canonical().is_loopback() && !through_proxy,
        MetricsFor::Everyone => true,
        MetricsFor::Nobody => false,
    };
    if !allowed {
        return StatusCode::NOT_FOUND.into_response();
    }
    let kind = [(header::CONTENT_TYPE, "application/openmetrics-text; version=1.0.0; charset=utf-8")];
    (kind, app.hub.metrics().text(app.hub.registry().len())).into_response()
}

fn stopped(error: io::Error) -> Text {
    let Text { en, fr } = causes::system_error(&error);
    text!("the server stopped: {en}", "le serveur s’est arrêté : {fr}")
}

/// Ready at Ctrl-C or SIGTERM.
pub async fn shutdown_signal() {
    let interrupted = async {
        // If no handler can be installed, the signal ends the process.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    let terminated = async {
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut signal) => drop(signal.recv().await),
            Err(_) => std::future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let terminated = std::future::pending::<()>();
    tokio::select! {
        () = interrupted => {}
        () = terminated => {}
    }
}

fn cannot_bind(address: &str, error: &io::Error) -> Text {
    match error.kind() {
        io::ErrorKind::AddrInUse => text!(
            "{address} is in use by another program: choose another port, or 0 for any free one",
            "{address} est déjà utilisé par un autre programme : choisissez un autre port, ou 0 pour n’importe quel port libre"
        ),
        io::ErrorKind::PermissionDenied => text!(
            "{address} may not be used: permission denied (ports below 1024 are for the system)",
            "{address} ne peut pas être utilisé : accès refusé (les ports inférieurs à 1024 sont réservés au système)"
        ),
        io::ErrorKind::AddrNotAvailable => {
            text!("{address} is not an address of this machine", "{address} n’est pas une adresse de cette machine")
        }
        io::ErrorKind::InvalidInput => text!(
            "{address} is not an address with a port, such as 127.0.0.1:8017",
            "{address} n’est pas une adresse avec un port, comme 127.0.0.1:8017"
        ),
        _ => {
            let Text { en, fr } = causes::system_error(error);
            text!("the server cannot listen on {address}: {en}", "impossible d’écouter sur {address} : {fr}")
        }
    }
}
