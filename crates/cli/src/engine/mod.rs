//! The engine protocol (`docs/engine-protocol.md`), from both sides.
//!
//! | file | what is in it |
//! |---|---|
//! | `serve.rs` | `tablee bot`: reads commands, writes answers |
//! | `session.rs` | the game of an engine |
//! | `external.rs` | an external engine as a bot |

mod external;
mod serve;
mod session;

pub use external::ExternalEngine;
pub use serve::Bot;

/// How the name of an external engine begins; its command follows.
pub const ENGINE: &str = "engine:";

/// The version of the protocol that is spoken here.
const VERSION: u32 = 1;

/// The longest line, in bytes.
const LONGEST_LINE: u64 = 64 * 1024;
