//! The catalogue of the house: its games, and what is done with all of them alike.
//!
//! | file | what is in it |
//! |---|---|
//! | `catalogue.rs` | the closed list of games, and the one place that turns an id into a game's type |
//! | `options.rs` | options from words and JSON, and back |
//! | `shuffle.rs` | fair shuffles: commitment, salts, draws, reveal |
//! | `game_in_progress.rs` | a game being played: its moves so far, undo, and its record |
//! | `any_game.rs` | the same behind one trait, without the type of the game |
//! | `game_view.rs` | what pages show of a game |
//! | `fingerprint.rs` | a position as one number, the same on every machine |
//! | `record/` | a game as a readable text file: writing, reading, proving |
//! | `trace.rs` | a random game as JSON lines, for comparison with other implementations; `trace/verify.rs` compares |
//! | `lines.rs` | reading files from outside, line by line and within limits |

mod any_game;
mod catalogue;
mod fingerprint;
mod game_in_progress;
mod game_view;
pub mod lines;
pub mod options;
pub mod record;
pub mod shuffle;
pub mod trace;

pub use any_game::{AnyGame, NewGame, Plan, begin, fair_setup, open, plan, read_options, read_record};
pub use catalogue::{GameId, rules_page};
pub use fingerprint::fingerprint;
pub use game_in_progress::{GameInProgress, Player, Settled, check_name, refusal, spelled_moves};
pub use game_view::{GameInfo, OptionView, PlayerView, PlyView, ProofView, TurnView, View};
#[doc(hidden)]
pub use {tablee_cuminos as cuminos, tablee_dogcity as dogcity, tablee_kumata as kumata, tablee_rumis as rumis};
