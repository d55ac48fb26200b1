//! The tests of the catalogue, as one binary. `footprint.rs` is apart, because it replaces the allocator.

mod departures;
mod perft;
mod records;
mod rules_pages;
mod traces;
