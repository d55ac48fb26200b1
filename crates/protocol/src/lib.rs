//! Tables that people share.
//!
//! A table *is* its events, numbered from 1. The server decides which event comes next, stores it and tells it; everyone who is told
//! adds it to their own copy, with the same code: [`Shared`]. `docs/protocol.md` specifies what is sent; `samples/` keeps what
//! every released version sent.
//!
//! | file | what is in it |
//! |---|---|
//! | `event.rs` | what can happen at a table: stored and sent in the same form |
//! | `shared.rs` | a table as the sum of its events |
//! | `clock.rs` | the clocks there are, and how they run |
//! | `command.rs` | what people can ask of a table |
//! | `code.rs` | why something is refused, as a code that never changes |
//! | `message.rs` | the live protocol: what is asked and told over the socket |
//! | `rest.rs` | what is asked and told over HTTP |

mod clock;
mod code;
mod command;
mod event;
mod message;
mod rest;
mod shared;

pub use clock::{Clock, Clocks};
pub use code::{Code, Problem, Sentence};
pub use command::{Act, Command};
pub use event::{Event, How, Numbered, Opened, Person, RatingChange, Who};
pub use message::{Ask, Tell};
pub use rest::*;
pub use shared::{Chair, Phase, Shared, UndoRequest};

/// The version of the live protocol. A client that speaks another is told so at once, and loads itself anew.
pub const VERSION: u32 = 1;
