//! The catalogue of the house: its games, and what is done with all of them alike.
//!
//! | file | what is in it |
//! |---|---|
//! | `catalogue.rs` | the closed list of games, and the one place that turns an id into a game's type |
//! | `options.rs` | options from words and JSON, and back |
//! | `shuffle.rs` | fair shuffles: commitment, salts, draws, reveal |
//! | `sitting.rs` | a game being played: its moves so far, undo, and its record |
//! | `table.rs` | the same whichever game it is, behind one trait; `view.rs` what a face sees of it |
//! | `fingerprint.rs` | a position as one number, the same on every machine |
//! | `record/` | a game as a readable text file: writing, reading, proving |
//! | `trace.rs` | a random game as JSON lines, for comparison with other implementations; `trace/verify.rs` compares |
//! | `lines.rs` | reading files from outside, line by line and within limits |

mod catalogue;
mod fingerprint;
pub mod lines;
pub mod options;
pub mod record;
pub mod shuffle;
mod sitting;
mod table;
pub mod trace;
mod view;

pub use catalogue::{GameId, rules_page};
pub use fingerprint::fingerprint;
pub use sitting::{Player, Settled, Sitting, check_name, refusal, spelled_moves};
pub use table::{AnyTable, Plan, TableRequest, begin, fair_setup, open, plan, read_options, read_record};
pub use view::{OptionView, PlayerView, PlyView, ProofView, TableInfo, TurnView, View};
#[doc(hidden)]
pub use {tablee_cuminos as cuminos, tablee_dogcity as dogcity, tablee_kumata as kumata, tablee_rumis as rumis};
