//! What is counted, in the form that Prometheus reads.

use std::sync::Arc;

use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;

/// What is counted. Cloning it gives the same one.
#[derive(Clone, Debug)]
pub struct Metrics {
    registry: Arc<Registry>,
    events: Counter,
    sockets: Gauge,
    tables: Gauge,
}

impl Default for Metrics {
    fn default() -> Metrics {
        let mut registry = Registry::with_prefix("tablee");
        let (events, sockets, tables) = (Counter::default(), Gauge::default(), Gauge::default());
        registry.register("events", "Events stored", events.clone());
        registry.register("sockets", "Open sockets", sockets.clone());
        registry.register("tables", "Tables in memory", tables.clone());
        Metrics { registry: Arc::new(registry), events, sockets, tables }
    }
}

impl Metrics {
    /// So many events were stored and told.
    pub fn events(&self, count: usize) {
        self.events.inc_by(count as u64);
    }

    /// A socket was opened.
    pub fn connected(&self) {
        self.sockets.inc();
    }

    /// A socket was closed.
    pub fn disconnected(&self) {
        self.sockets.dec();
    }

    /// Everything, as text.
    pub fn text(&self, tables_in_use: usize) -> String {
        self.tables.set(i64::try_from(tables_in_use).unwrap_or(i64::MAX));
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = encode(&mut text, &self.registry);
        text
    }
}
