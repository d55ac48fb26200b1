//! PostgreSQL and NATS, started on this machine for tests and for trying things out.
//!
//! Each is a real server in a temporary folder and on a free port, and is stopped when it goes out of scope.
//!
//! | file | what is in it |
//! |---|---|
//! | `postgres.rs` | a PostgreSQL of one's own |
//! | `nats.rs` | a NATS server of one's own, with JetStream |
//! | `program.rs` | where a program is, and what to install if it is missing; how it runs apart from us; ports that are free |

pub mod nats;
pub mod postgres;
pub mod program;
