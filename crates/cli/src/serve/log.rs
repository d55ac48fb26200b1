//! Structured logging to standard error, a line per event.
//!
//! Secrets are never logged: requests are logged by method, path and status only, and libraries, which might log more,
//! log warnings and errors only.

use tracing::level_filters::LevelFilter;
use tracing_subscriber::Layer;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::fmt;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

/// The format of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// For people.
    Text,
    /// For programs.
    Json,
}

pub fn start(level: LevelFilter, format: Format) {
    let filter = Targets::new().with_target("tablee", level).with_default(level.min(LevelFilter::WARN));
    let lines = fmt::layer().with_writer(std::io::stderr).with_ansi(false);
    let lines = match format {
        Format::Text => lines.boxed(),
        Format::Json => lines.json().flatten_event(true).boxed(),
    };
    tracing_subscriber::registry().with(lines.with_filter(filter)).init();
}
