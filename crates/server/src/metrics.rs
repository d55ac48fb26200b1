//! Metrics for Prometheus. `docs/operating.md` says which ones to watch.

use std::sync::Arc;
use std::time::Duration;

use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::{Registry, Unit};
use tablee_protocol::{Code, Event, Numbered};

/// A label of a metric, with its value.
type MetricLabel<T> = [(&'static str, T); 1];

/// The metrics of a process. Clones share the same metrics.
#[derive(Clone, Debug)]
pub struct Metrics {
    registry: Arc<Registry>,
    events: Counter,
    moves: Counter,
    commits: Counter,
    events_per_commit: Histogram,
    storing: Histogram,
    requests: Family<MetricLabel<u16>, Counter>,
    refused: Family<MetricLabel<String>, Counter>,
    sockets: Gauge,
    closed: Family<MetricLabel<u16>, Counter>,
    connections: Gauge,
    connection_cap: Gauge,
    connections_refused: Counter,
    tables: Gauge,
    bots: Gauge,
}

impl Default for Metrics {
    fn default() -> Metrics {
        let mut registry = Registry::with_prefix("tablee");
        let metrics = Metrics {
            registry: Arc::default(),
            events: Counter::default(),
            moves: Counter::default(),
            commits: Counter::default(),
            events_per_commit: Histogram::new(exponential_buckets(1.0, 2.0, 12)),
            // From a quarter of a millisecond to eight seconds.
            storing: Histogram::new(exponential_buckets(0.000_25, 2.0, 16)),
            requests: Family::default(),
            refused: Family::default(),
            sockets: Gauge::default(),
            closed: Family::default(),
            connections: Gauge::default(),
            connection_cap: Gauge::default(),
            connections_refused: Counter::default(),
            tables: Gauge::default(),
            bots: Gauge::default(),
        };
        registry.register("events", "Events stored and broadcast", metrics.events.clone());
        registry.register("moves", "Moves stored and broadcast, those of bots included", metrics.moves.clone());
        registry.register("commits", "Commits of events, each synced to disk", metrics.commits.clone());
        registry.register("events_a_commit", "Events that shared a commit", metrics.events_per_commit.clone());
        registry.register_with_unit("storing", "How long a commit took", Unit::Seconds, metrics.storing.clone());
        registry.register("requests", "Responses over HTTP by status", metrics.requests.clone());
        registry.register("refused", "Refusals over HTTP and sockets by code", metrics.refused.clone());
        registry.register("sockets", "Open sockets", metrics.sockets.clone());
        registry.register("sockets_closed", "Sockets that the server closed, by the code of the frame", metrics.closed.clone());
        registry.register("connections", "Open connections, sockets included", metrics.connections.clone());
        registry.register("connections_most", "The most open connections", metrics.connection_cap.clone());
        let refused = "Connections beyond a cap, closed before any request";
        registry.register("connections_refused", refused, metrics.connections_refused.clone());
        registry.register("tables", "Tables in memory", metrics.tables.clone());
        registry.register("bots_thinking", "Bots that think, or wait for a core", metrics.bots.clone());
        Metrics { registry: Arc::new(registry), ..metrics }
    }
}

impl Metrics {
    /// Counts stored events, and the moves among them.
    pub fn events_stored(&self, events: &[Numbered]) {
        self.events.inc_by(events.len() as u64);
        let moves = events.iter().filter(|numbered| matches!(numbered.event, Event::Move { .. })).count();
        self.moves.inc_by(moves as u64);
    }

    /// Counts a commit, with its number of events and its duration.
    pub fn committed(&self, events: usize, took: Duration) {
        self.commits.inc();
        self.events_per_commit.observe(events as f64);
        self.storing.observe(took.as_secs_f64());
    }

    /// Counts a response over HTTP.
    pub fn answered(&self, status: u16) {
        self.requests.get_or_create(&[("status", status)]).inc();
    }

    /// Counts a refusal.
    pub fn refused(&self, code: Code) {
        let name = serde_json::to_value(code).ok().and_then(|name| Some(name.as_str()?.to_owned())).unwrap_or_default();
        self.refused.get_or_create(&[("code", name)]).inc();
    }

    /// Counts an opened socket.
    pub fn connected(&self) {
        self.sockets.inc();
    }

    /// Counts a closed socket.
    pub fn disconnected(&self) {
        self.sockets.dec();
    }

    /// Counts a socket that the server closed, with the code of its close frame.
    pub fn socket_closed(&self, code: u16) {
        self.closed.get_or_create(&[("code", code)]).inc();
    }

    /// Counts an accepted connection.
    pub fn connection_opened(&self) {
        self.connections.inc();
    }

    /// Counts a connection that has ended.
    pub fn connection_closed(&self) {
        self.connections.dec();
    }

    /// The number of open connections.
    pub fn connections(&self) -> i64 {
        self.connections.get()
    }

    /// Sets the most open connections.
    pub fn set_connection_cap(&self, most: u32) {
        self.connection_cap.set(most.into());
    }

    /// Counts a connection beyond a cap.
    pub fn connection_refused(&self) {
        self.connections_refused.inc();
    }

    /// Counts a bot that thinks, until the returned guard is dropped.
    pub fn bot_thinks(&self) -> Thinking {
        self.bots.inc();
        Thinking(self.bots.clone())
    }

    /// All metrics, as OpenMetrics text.
    pub fn text(&self, table_count: usize) -> String {
        self.tables.set(i64::try_from(table_count).unwrap_or(i64::MAX));
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = encode(&mut text, &self.registry);
        text
    }
}

/// Counts a bot as thinking until it is dropped.
pub struct Thinking(Gauge);

impl Drop for Thinking {
    fn drop(&mut self) {
        self.0.dec();
    }
}
