//! The server: `tablee serve`; and who works for it: `tablee worker`.
//!
//! | file | what is in it |
//! |---|---|
//! | `lib.rs` | settings, listening, and leaving in good order |
//! | `furnish.rs` | what the settings ask for: the store, the bus, the queue of work |
//! | `hub.rs` | all tables in use, and everyone who is there |
//! | `table/` | one table: what is asked, decided, stored and told |
//! | `socket.rs`, `connection.rs` | the live protocol, and whoever is told things |
//! | `bots.rs`, `analysis.rs` | bots at shared tables, and what they think of finished games |
//! | `store/` | where everything is kept |
//! | `cluster.rs`, `bus/` | several servers that are one house, and how they tell each other what happened |
//! | `work.rs`, `jobs/` | doing what tables ask for, and the work queue |
//! | `nats.rs` | the connection to NATS, for both |
//! | `people.rs`, `names.rs`, `secret.rs` | who somebody is, and the secrets that prove it |
//! | `own_data.rs` | all that is kept about somebody, to take along or to have erased |
//! | `ratings.rs` | how good somebody is at a game |
//! | `limits.rs` | how much anyone may ask for |
//! | `api/` | the same over HTTP, described by OpenAPI |
//! | `house.rs`, `metrics.rs` | all of it together, and what is counted |
//! | `site.rs` | the pages: headers, caching, compression |

mod analysis;
mod api;
mod app_state;
mod bots;
pub mod bus;
mod cluster;
mod connection;
mod hub;
pub mod limits;
mod metrics;
pub mod nats;
mod people;
mod personal_data;
mod ratings;
mod secrets;
mod socket;
mod startup;
pub mod static_files;
pub mod store;
mod table;
mod validation;
pub mod work_queue;
mod worker;

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
use axum::serve::ListenerExt;
use rust_embed::RustEmbed;
use tablee_core::{Text, text};
use tokio::runtime::Runtime;
use tokio::sync::oneshot;

use app_state::AppState;
use hub::Hub;
use limits::LimitSettings;

/// How long requests that are being answered may still take when the server is told to stop.
const SHUTDOWN_GRACE: Duration = Duration::from_secs(5);

/// How a server is set up.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Where it listens, such as `127.0.0.1:8017`; port 0 is any free one.
    pub address: String,
    /// The folder where everything is kept, unless there is a `store`; it is made if it is not there.
    pub data: PathBuf,
    /// The PostgreSQL database where everything is kept, such as `postgres://tablee@127.0.0.1/tablee`.
    pub store: Option<String>,
    /// The NATS server over which several servers are one app, such as `nats://127.0.0.1:4222`.
    pub bus: Option<String>,
    /// How much anyone may ask for.
    pub limits: LimitSettings,
    /// Whether a proxy in front of it says who asks.
    pub behind_proxy: bool,
    /// How long a bot takes for a move at least, so that people can follow.
    pub bot_pace: Duration,
    /// Who may read what is counted.
    pub metrics: MetricsFor,
}

/// Who may read what is counted, at `/metrics`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MetricsFor {
    /// Programs on the same machine, but nobody through a proxy.
    Local,
    /// Everyone.
    Everyone,
    /// Nobody.
    Nobody,
}

impl Settings {
    /// The usual ones, for this address and folder.
    pub fn new(address: &str, data: PathBuf) -> Settings {
        Settings {
            address: address.to_owned(),
            data,
            store: None,
            bus: None,
            limits: LimitSettings::default(),
            behind_proxy: false,
            bot_pace: Duration::from_millis(600),
            metrics: MetricsFor::Local,
        }
    }
}

/// A server that listens already, and answers once it runs.
pub struct Server {
    runtime: Runtime,
    listener: TcpListener,
    address: SocketAddr,
    app: Arc<AppState>,
    router: Router,
}

impl Server {
    /// Opens a server with these settings, which serves these pages.
    ///
    /// # Errors
    /// If it cannot listen there, or the data cannot be used.
    pub fn with_pages<P: RustEmbed + 'static>(settings: &Settings) -> Result<Server, Text> {
        let bound = TcpListener::bind(&settings.address).and_then(|listener| {
            listener.set_nonblocking(true)?;
            Ok((listener.local_addr()?, listener))
        });
        let (address, listener) = bound.map_err(|error| cannot_bind(&settings.address, &error))?;
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(stopped)?;
        let app = runtime.block_on(startup::start_server(settings))?;
        let router = router::<P>(app.clone(), settings.metrics);
        Ok(Server { runtime, listener, address, app, router })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers until the program is told to stop, by Ctrl-C or by SIGTERM.
    ///
    /// # Errors
    /// If it cannot go on.
    pub fn run(self) -> Result<(), Text> {
        self.run_until(shutdown_signal())
    }

    /// Answers until then.
    ///
    /// # Errors
    /// If it cannot go on.
    pub fn run_until(self, stop: impl Future<Output = ()> + Send + 'static) -> Result<(), Text> {
        let Server { runtime, listener, app, router, .. } = self;
        let answered = runtime.block_on(serve(listener, app, router, stop)).map_err(stopped);
        // Nobody waits for bots that are still thinking.
        runtime.shutdown_background();
        answered
    }
}

/// Somebody who does the work that servers ask for.
pub struct Worker {
    runtime: Runtime,
    hub: Hub,
}

impl Worker {
    /// A worker, set up like this.
    ///
    /// # Errors
    /// If the store or the queue cannot be reached.
    pub fn open(settings: &Settings) -> Result<Worker, Text> {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(stopped)?;
        let hub = runtime.block_on(startup::start_worker(settings))?;
        Ok(Worker { runtime, hub })
    }

    /// Works until the program is told to stop, by Ctrl-C or by SIGTERM.
    pub fn run(self) {
        self.run_until(shutdown_signal());
    }

    /// Works until then. What it is doing at that moment it may still finish; the rest is for others.
    pub fn run_until(self, stop: impl Future<Output = ()>) {
        let Worker { runtime, hub } = self;
        runtime.block_on(async {
            let pool = worker::WorkerPool::default();
            tokio::select! {
                () = worker::run_worker(hub, pool.clone()) => {}
                () = stop => {
                    tracing::info!("stopping");
                    let _ = tokio::time::timeout(SHUTDOWN_GRACE, pool.wait_until_idle()).await;
                }
            }
        });
        runtime.shutdown_background();
        tracing::info!("stopped");
    }
}

async fn serve(
    listener: TcpListener,
    app: Arc<AppState>,
    router: Router,
    stop: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    // A move is a small packet, and should not wait for another.
    let listener = tokio::net::TcpListener::from_std(listener)?.tap_io(|stream| drop(stream.set_nodelay(true)));
    let (stopping, stopped) = oneshot::channel::<()>();
    let last_call = async move {
        stop.await;
        tracing::info!("stopping");
        drop(stopping);
    };
    let service = router.into_make_service_with_connect_info::<SocketAddr>();
    let serving = axum::serve(listener, service).with_graceful_shutdown(last_call).into_future();
    // Sockets are no requests any more: they are sent away beside the requests that are still being answered.
    let leaving = async {
        let _ = stopped.await;
        app.hub.close().await;
    };
    let too_late = async {
        let mut stopping = app.hub.stopping();
        let _ = stopping.wait_for(|stopping| *stopping).await;
        drop(stopping);
        tokio::time::sleep(SHUTDOWN_GRACE).await;
    };
    tokio::select! {
        (served, ()) = async { tokio::join!(serving, leaving) } => served?,
        () = too_late => tracing::warn!("some did not leave in time"),
    }
    if let Some(others) = app.hub.cluster() {
        others.flush().await;
    }
    tracing::info!("stopped");
    Ok(())
}

/// The file in the folder of data.
pub const DATABASE: &str = "tablee.db";

/// Copies everything in a folder of data into a new file, while a server may be using it.
///
/// # Errors
/// Why that cannot be.
pub fn backup(data: &Path, file: &Path) -> Result<(), Text> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(stopped)?;
    runtime.block_on(store::sqlite::backup(&data.join(DATABASE), file))
}

fn router<P: RustEmbed + 'static>(app: Arc<AppState>, metrics_for: MetricsFor) -> Router {
    let metrics_for = move |State(app), peer, headers| metrics(metrics_for, app, peer, headers);
    let own = Router::new()
        .route("/api/live", get(socket::open))
        .route("/healthz", get(|| async { "ok\n" }))
        .route("/readyz", get(ready))
        .route("/metrics", get(metrics_for))
        .with_state(app.clone());
    let all = own.merge(api::router(app.clone())).fallback_service(static_files::router::<P>());
    all.layer(from_fn_with_state(app, count_and_log))
}

/// Every answer is counted, and has a line in the log for whoever looks closely. What is asked for after the `?`, headers and bodies are
/// nobody's business.
async fn count_and_log(State(app): State<Arc<AppState>>, request: Request, next: Next) -> Response {
    let begin = Instant::now();
    let asked = tracing::enabled!(tracing::Level::DEBUG).then(|| (request.method().clone(), request.uri().path().to_owned()));
    let response = next.run(request).await;
    let status = response.status().as_u16();
    app.hub.metrics().answered(status);
    if let Some(code) = response.extensions().get() {
        app.hub.metrics().refused(*code);
    }
    if let Some((method, path)) = asked {
        tracing::debug!(%method, path, status, ms = begin.elapsed().as_secs_f64() * 1000.0, "answered");
    }
    response
}

/// Whether the store answers.
async fn ready(State(app): State<Arc<AppState>>) -> impl IntoResponse {
    match app.store.last_alive().await {
        Ok(_) if *app.hub.stopping().borrow() => (StatusCode::SERVICE_UNAVAILABLE, "stopping\n"),
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
    // Whoever comes through a proxy on this machine seems to be here; but proxies say for whom they ask.
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
    (kind, app.hub.metrics().text(app.hub.table_count())).into_response()
}

fn stopped(error: io::Error) -> Text {
    text!("the server stopped: {error}", "le serveur s’est arrêté : {error}")
}

/// Until the program is told to stop, by Ctrl-C or by SIGTERM.
pub async fn shutdown_signal() {
    let interrupted = async {
        // Without a handler the signal ends the program as it always does.
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
            "{address} is taken by another program: choose another port, or 0 for any free one",
            "{address} est déjà pris par un autre programme : choisissez un autre port, ou 0 pour n’importe quel port libre"
        ),
        io::ErrorKind::PermissionDenied => text!(
            "{address} may not be used: permission denied (ports below 1024 are for the system)",
            "{address} ne peut pas être utilisé : accès refusé (les ports inférieurs à 1024 sont réservés au système)"
        ),
        io::ErrorKind::AddrNotAvailable => {
            text!("{address} is no address of this machine", "{address} n’est pas une adresse de cette machine")
        }
        io::ErrorKind::InvalidInput => text!(
            "{address} is no address with a port, such as 127.0.0.1:8017",
            "{address} n’est pas une adresse avec un port, comme 127.0.0.1:8017"
        ),
        _ => text!("nothing can listen at {address}: {error}", "impossible d’écouter sur {address} : {error}"),
    }
}
