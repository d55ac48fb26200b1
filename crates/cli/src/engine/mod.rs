//! The engine protocol (`docs/engine-protocol.md`), from both sides.
//!
//! | file | what is in it |
//! |---|---|
//! | `serve.rs` | `tablee bot`: commands come in, answers go out |
//! | `session.rs` | the game that an engine is told about |
//! | `outside.rs` | somebody else's engine as a player |

mod outside;
mod serve;
mod session;

pub use outside::Outside;
pub use serve::Bot;

/// How the name of somebody else's engine begins; its command follows.
pub const ENGINE: &str = "engine:";

/// The version of the protocol that is spoken here.
const VERSION: u32 = 1;

/// The longest line, in bytes.
const LONGEST_LINE: u64 = 64 * 1024;
