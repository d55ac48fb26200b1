//! Asks a bot about a recorded game: read the record, replay it, choose.
//!
//! The server uses this for bots at its tables and for the analysis of finished games, the browser for bots and hints.
//!
//! ```
//! use tablee_thought::{Question, Stop, think};
//!
//! let record = "tablee record 1\ngame rumis\noption players 2\nend\n";
//! let question = Question { bot: "search:50".to_owned(), seed: 7, with_reasons: true };
//! let thought = think(record, &question, &Stop::new()).unwrap();
//! println!("{}: {} ({:?})", thought.mv, thought.what.en, thought.win);
//!
//! // With a budget of playouts, the same seed gives the same thought.
//! assert_eq!(think(record, &question, &Stop::new()), Ok(thought));
//! ```
//!
//! To ask about several plies of one game, replay it once:
//!
//! ```
//! use tablee_thought::{Question, RecordedGame, Stop};
//!
//! let record = "tablee record 1\ngame rumis\noption players 2\n0 I2:a1.1,b1.1\nend\n";
//! let game = RecordedGame::read(record).unwrap();
//! let question = Question { bot: "greedy".to_owned(), seed: 1, with_reasons: false };
//! for ply in 0..game.plies() {
//!     let best = game.think(ply, &question, &Stop::new()).unwrap().mv;
//!     println!("ply {ply}: {:?} was played, {best} is better", game.played(ply));
//! }
//! ```
//!
//! | file | what is in it |
//! |---|---|
//! | `recorded_game.rs` | a record that was replayed once, and can be asked about at every ply |
//! | `thought.rs` | the question to a bot, and its answer |
//! | `counted.rs` | tests only: a game that counts its plies |

#[cfg(test)]
mod counted;
mod recorded_game;
mod thought;

pub use recorded_game::{RecordedGame, think};
pub use tablee_bots::{BOT_NAMES, Stop};
pub use thought::{Question, Thought};
