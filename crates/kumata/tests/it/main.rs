//! The tests of Kumata, in one binary.

mod arrangement;
mod clauses_components;
mod clauses_counting;
mod clauses_laying;
mod clauses_turns;
mod clauses_variants;
mod common;
mod contract;
mod knowledge;
mod literal;
mod notation;
mod options;
mod perft;
mod scene;
mod sets;
mod telling;
