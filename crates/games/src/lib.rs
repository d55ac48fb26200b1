//! The catalogue: the list of games, and everything that works the same for all of them.
//!
//! ```
//! use tablee_games::{GameId, NewGame, Player, Settled, begin, open};
//!
//! let mut game = begin(NewGame {
//!     game: GameId::Rumis,
//!     options: &[("players".to_owned(), "2".to_owned())],
//!     set: None,
//!     players: vec![Player::Human("Anne".to_owned()), Player::Bot("level3".to_owned())],
//!     shuffle: None,
//!     settled: Settled::Shuffled,
//! })?;
//! game.play("I2:a1.1,b1.1")?;
//!
//! // An illegal move is refused with the clause that it breaks, and changes nothing.
//! let refusal = game.play("I3:a2.5,b2.5,c2.5").unwrap_err();
//! println!("{}", refusal.en);
//! assert_eq!(game.plies(), 1);
//!
//! // The game as a record. Opening a record replays and proves it.
//! let record = game.record();
//! assert!(record.starts_with("tablee record 1\ngame rumis\n"));
//! assert_eq!(open(&record)?.record(), record);
//! # Ok::<(), tablee_core::Text>(())
//! ```
//!
//! | file | what is in it |
//! |---|---|
//! | `catalogue.rs` | the closed list of games; `with_game!`, the only place that turns an id into a game's type |
//! | `options.rs` | options from words and JSON, and back |
//! | `shuffle.rs` | fair shuffles: commitment, salts, draws, reveal |
//! | `game_in_progress.rs` | a game in progress: its plies so far, undo, and its record |
//! | `any_game.rs` | the same behind one trait, without the type of the game |
//! | `departures.rs` | players who leave a game before its end, and its result then |
//! | `counts.rs` | how often moves are read and dice are thrown, for tests |
//! | `game_view.rs` | a game as pages show it |
//! | `fingerprint.rs` | a hash of a position, the same on every machine |
//! | `record/` | a game as a readable text file: writing, reading, replaying, proving |
//! | `trace.rs` | a random game as JSON lines, to compare implementations; `trace/verify.rs` compares |
//! | `lines.rs` | reading files from outside, line by line and within limits |

mod any_game;
mod catalogue;
mod counts;
mod departures;
mod fingerprint;
mod game_in_progress;
mod game_view;
pub mod lines;
pub mod options;
pub mod record;
pub mod shuffle;
pub mod trace;

pub use any_game::{AnyGame, ListMoves, NewGame, Plan, begin, fair_setup, open, plan, read_options, read_record};
pub use catalogue::{GameId, rules_page};
pub use counts::Counts;
pub use departures::{Departure, DepartureReason};
pub use fingerprint::fingerprint;
pub use game_in_progress::{GameInProgress, Player, Settled, check_name, refusal, spelled_moves};
pub use game_view::{GameInfo, OptionView, PlayerView, PlyView, ProofView, TurnView, View};
#[doc(hidden)]
pub use {tablee_cuminos as cuminos, tablee_dogcity as dogcity, tablee_kumata as kumata, tablee_rumis as rumis};
