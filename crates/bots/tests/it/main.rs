//! The tests of the bots that need real games or games small enough for exhaustive search, as one binary.

mod games;
mod reasons;
mod search;
mod toys;
