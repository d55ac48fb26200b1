//! The protocol's integration tests, in one binary: samples of every released version, and tables built from their events.

mod samples;
mod shared;
