//! The tests of Dog City Domino, in one binary.

mod clauses_end;
mod clauses_playing;
mod clauses_rounds;
mod common;
mod contract;
mod knowledge;
mod literal;
mod notation;
mod open_table;
mod scene;
mod sets;
mod telling;
