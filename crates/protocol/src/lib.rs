//! Shared tables: their events, and the messages between server and clients.
//!
//! A table *is* its events, numbered from 1. The server decides which event comes next, stores it and broadcasts it.
//! Every client applies it to its own copy of the table, with the same code: [`Shared`]. `docs/protocol.md` specifies the
//! messages; `samples/` keeps what every release sent.
//!
//! ```
//! use tablee_core::Seat;
//! use tablee_protocol::{Numbered, Progress, Shared, ServerMessage};
//!
//! // A message as it comes over the socket: a table of Rumis, two bots, and the first move.
//! let message = r#"{"is": "events", "table": "k3m9x2a7bqcd", "turn": 1, "events": [
//!     {"v": 1, "at": 0, "is": "opened", "game": "rumis", "options": {"players": "2"}, "seats": 2,
//!      "host": {"id": "anna", "name": "Anna"}, "clock": {"kind": "none"}, "public": true, "rated": false},
//!     {"v": 2, "at": 0, "is": "sat", "seat": 0, "who": {"bot": "level1"}},
//!     {"v": 3, "at": 0, "is": "sat", "seat": 1, "who": {"bot": "level2"}},
//!     {"v": 4, "at": 0, "is": "begun", "setup": ""}]}"#;
//! let ServerMessage::Events { table, events, .. } = serde_json::from_str(message)? else { panic!("no events") };
//!
//! // The table is the fold of its events.
//! let mut shared = Shared::from_events(&table, &events).map_err(|problem| problem.en)?;
//! assert_eq!(shared.progress(), Progress::Playing);
//! assert_eq!(shared.seat_to_move(), Some(Seat::new(0)));
//!
//! // The next event is applied to it.
//! let (_, moves) = shared.table().expect("the game has begun").legal_moves(1);
//! let next = format!(r#"{{"v": 5, "at": 0, "is": "move", "seat": 0, "mv": "{}"}}"#, moves[0].0);
//! shared.apply(&serde_json::from_str::<Numbered>(&next)?).map_err(|problem| problem.en)?;
//! assert_eq!((shared.version(), shared.seat_to_move()), (5, Some(Seat::new(1))));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | file | what is in it |
//! |---|---|
//! | `clock.rs` | time controls, and the time that the players have left |
//! | `code.rs` | refusals: a code for programs, a sentence for people |
//! | `command.rs` | acts: what people ask of a table |
//! | `event.rs` | the events of a table, stored and sent in the same form |
//! | `explain.rs` | plain sentences for requests that cannot be read |
//! | `invitations.rs` | which invitations are valid |
//! | `lists.rs` | answers of the HTTP API about people: profiles, results, opponents |
//! | `message.rs` | the live protocol: requests and messages over the socket |
//! | `progress.rs` | the progress of a table, and how its game ended |
//! | `rest.rs` | bodies of requests and answers of the HTTP API |
//! | `shared.rs` | a table folded from its events |
//! | `chair.rs` | a seat of it |
//! | `proposal.rs` | what people settle around a game: proposals, being ready, changing places, pauses |
//! | `series.rs` | the series of games that the same people play |
//! | `words.rs` | quick words |
//! | `result.rs` | the state of its game: who is left, places, whether it may be aborted |

mod chair;
mod clock;
mod code;
mod command;
mod event;
mod explain;
mod invitations;
mod lists;
mod message;
mod progress;
mod proposal;
mod rest;
mod result;
mod series;
mod shared;
mod words;

pub use chair::Chair;
pub use clock::{Clock, Clocks};
pub use code::{Code, Problem, Sentence};
pub use command::{Act, Command};
pub use event::{Event, How, Numbered, Opened, Person, RatingChange, Who};
pub use explain::{explain, read_json};
pub use invitations::Invitations;
pub use lists::{GameResult, GameResults, Opponent, Profile};
pub use message::{ClientMessage, ServerMessage};
pub use progress::{Ending, Progress};
pub use proposal::{OpenProposal, Proposal};
pub use rest::*;
pub use series::{Series, SeriesScore};
pub use shared::{Shared, UndoRequest};
pub use words::QuickWord;

/// The version of the live protocol. The server refuses a client that speaks another one; its page then reloads.
pub const VERSION: u32 = 1;
