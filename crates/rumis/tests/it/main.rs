//! The tests of Rumis, in one binary.

mod announcements;
mod clauses_components;
mod clauses_many;
mod clauses_play;
mod clauses_sectors;
mod common;
mod contract;
mod knowledge;
mod literal;
mod notation;
mod scene;
mod sets;
mod telling;
