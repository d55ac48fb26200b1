//! The tests of Cuminos, in one binary.

mod clauses_counting;
mod clauses_laying;
mod clauses_rounds;
mod common;
mod contract;
mod knowledge;
mod literal;
mod notation;
mod scene;
mod sets;
mod sketch;
mod telling;
