//! What is written down while the server runs: on standard error, a line for each thing that happened.
//!
//! Nothing that proves who somebody is, or lets one in, is ever written: requests are noted by method, path and status alone, and other
//! people's libraries, which might say more, only speak up when something is wrong.

use tracing::level_filters::LevelFilter;
use tracing_subscriber::Layer;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::fmt;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

/// How a line looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// For people.
    Text,
    /// For programs.
    Json,
}

/// Begins to write things down.
pub fn start(level: LevelFilter, format: Format) {
    let filter = Targets::new().with_target("tablee", level).with_default(level.min(LevelFilter::WARN));
    let lines = fmt::layer().with_writer(std::io::stderr).with_ansi(false);
    let lines = match format {
        Format::Text => lines.boxed(),
        Format::Json => lines.json().flatten_event(true).boxed(),
    };
    tracing_subscriber::registry().with(lines.with_filter(filter)).init();
}
