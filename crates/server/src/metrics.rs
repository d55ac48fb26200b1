//! What is counted, in the form that Prometheus reads. `docs/operating.md` says what to watch.

use std::sync::Arc;
use std::time::Duration;

use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::{Registry, Unit};
use tablee_protocol::{Code, Event, Numbered};

/// A name with its value.
type Label<T> = [(&'static str, T); 1];

/// What is counted. Cloning it gives the same one.
#[derive(Clone, Debug)]
pub struct Metrics {
    registry: Arc<Registry>,
    events: Counter,
    moves: Counter,
    commits: Counter,
    events_a_commit: Histogram,
    storing: Histogram,
    requests: Family<Label<u16>, Counter>,
    refused: Family<Label<String>, Counter>,
    sockets: Gauge,
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
            events_a_commit: Histogram::new(exponential_buckets(1.0, 2.0, 12)),
            // From a quarter of a thousandth of a second to eight seconds.
            storing: Histogram::new(exponential_buckets(0.000_25, 2.0, 16)),
            requests: Family::default(),
            refused: Family::default(),
            sockets: Gauge::default(),
            tables: Gauge::default(),
            bots: Gauge::default(),
        };
        registry.register("events", "Events stored and told", metrics.events.clone());
        registry.register("moves", "Moves stored and told, those of bots included", metrics.moves.clone());
        registry.register("commits", "Commits of events, each synced to disk", metrics.commits.clone());
        registry.register("events_a_commit", "Events that shared a commit", metrics.events_a_commit.clone());
        registry.register_with_unit("storing", "How long a commit took", Unit::Seconds, metrics.storing.clone());
        registry.register("requests", "Answers over HTTP by their status", metrics.requests.clone());
        registry.register("refused", "Refusals over HTTP and sockets by their code", metrics.refused.clone());
        registry.register("sockets", "Open sockets", metrics.sockets.clone());
        registry.register("tables", "Tables in memory", metrics.tables.clone());
        registry.register("bots_thinking", "Bots that think, or wait for a core to do so", metrics.bots.clone());
        Metrics { registry: Arc::new(registry), ..metrics }
    }
}

impl Metrics {
    /// These events were stored and told.
    pub fn events_stored(&self, events: &[Numbered]) {
        self.events.inc_by(events.len() as u64);
        let moves = events.iter().filter(|numbered| matches!(numbered.event, Event::Move { .. })).count();
        self.moves.inc_by(moves as u64);
    }

    /// So many events were committed together, and it took so long.
    pub fn committed(&self, events: usize, took: Duration) {
        self.commits.inc();
        self.events_a_commit.observe(events as f64);
        self.storing.observe(took.as_secs_f64());
    }

    /// A request was answered with this status.
    pub fn answered(&self, status: u16) {
        self.requests.get_or_create(&[("status", status)]).inc();
    }

    /// Something was refused.
    pub fn refused(&self, code: Code) {
        let name = serde_json::to_value(code).ok().and_then(|name| Some(name.as_str()?.to_owned())).unwrap_or_default();
        self.refused.get_or_create(&[("code", name)]).inc();
    }

    /// A socket was opened.
    pub fn connected(&self) {
        self.sockets.inc();
    }

    /// A socket was closed.
    pub fn disconnected(&self) {
        self.sockets.dec();
    }

    /// A bot begins to think; it has ended when what is returned is dropped.
    pub fn bot_thinks(&self) -> Thinking {
        self.bots.inc();
        Thinking(self.bots.clone())
    }

    /// Everything, as text.
    pub fn text(&self, table_count: usize) -> String {
        self.tables.set(i64::try_from(table_count).unwrap_or(i64::MAX));
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = encode(&mut text, &self.registry);
        text
    }
}

/// A bot thinks as long as this is kept.
pub struct Thinking(Gauge);

impl Drop for Thinking {
    fn drop(&mut self) {
        self.0.dec();
    }
}
