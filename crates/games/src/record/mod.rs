//! A game as a readable text file. `docs/record.md` specifies it.
//!
//! The writer is strict: one game has one spelling. The reader is lenient about what cannot be mistaken (spaces, blank lines,
//! comments, capitals, other spellings of a move), and exact about the rest: every complaint names a line.

mod prove;
mod read;
mod write;

use tablee_core::data::Item;
use tablee_core::{OptionValues, Outcome, Seat};

use crate::shuffle::Shuffle;
use crate::{GameId, Player};

pub use prove::{Proof, ShuffleProof, prove, replay};
pub use read::read;

/// The version of the format that is written, and the newest that is read.
pub const VERSION: u32 = 1;

/// A record as it stands in its file. What it says is not checked yet: [`prove`] does that.
///
/// Items carry the line they came from, so that what is wrong with them can be said later; in a record that was not read they are 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The game.
    pub game: GameId,
    /// Its options.
    pub options: OptionValues,
    /// The set file, when it is not the house's.
    pub set: Option<Item<String>>,
    /// Who sat where.
    pub players: Vec<Player>,
    /// What was settled before the first ply.
    pub setup: Item<SetupLine>,
    /// The shuffle; none if all draws were entered by the players.
    pub shuffle: Option<Item<Shuffle>>,
    /// What was played.
    pub plies: Vec<Item<Ply>>,
    /// The result, once the game is over.
    pub outcome: Option<Item<Outcome>>,
}

/// What was settled before the first ply.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetupLine {
    /// In the game's own words; empty if it settles nothing.
    pub line: String,
    /// Whether the players laid it themselves, instead of the shuffle.
    pub laid: bool,
}

/// One ply of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ply {
    /// Whose ply the file says it is, if it does: a seat's, or chance's (`None` inside).
    pub who: Option<Option<Seat>>,
    /// The move as it is written there.
    pub spelling: String,
}
