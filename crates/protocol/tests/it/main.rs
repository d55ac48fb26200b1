//! The protocol's integration tests, in one binary.
//!
//! | file | what is in it |
//! |---|---|
//! | `documents.rs` | the JSON in docs/protocol.md and docs/api.md is what the types read and write |
//! | `explain.rs` | requests that cannot be read are refused in plain words |
//! | `samples.rs` | messages and events of every release are still read |
//! | `shared.rs` | tables folded from their events |

mod documents;
mod explain;
mod samples;
mod shared;
