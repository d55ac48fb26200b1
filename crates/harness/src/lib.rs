//! Starts PostgreSQL, NATS, HAProxy and `tablee` processes on this machine: for tests, load tests and
//! `cargo xtask cluster`.
//!
//! Each process listens on a free port of 127.0.0.1 and keeps its files in a temporary folder. Every `start` returns
//! when the process is ready. Dropping the value stops the process and removes the folder, after a panic too.
//!
//! The crate is blocking and has one small dependency, because `xtask` is built before everything else.
//!
//! | file | what is in it |
//! |---|---|
//! | `program.rs` | finding installed programs, process groups, free ports |
//! | `process.rs` | a child process that is killed when it is dropped |
//! | `postgres.rs` | a PostgreSQL server |
//! | `nats.rs` | a NATS server with JetStream |
//! | `proxy.rs` | HAProxy, which sends everything about one table to the same server |
//! | `tablee.rs` | `tablee serve` and `tablee worker` |
//! | `cluster.rs` | servers, workers and a proxy that share PostgreSQL and NATS, and their failures |

pub mod cluster;
pub mod nats;
pub mod postgres;
pub mod process;
pub mod program;
pub mod proxy;
pub mod tablee;
