//! A game as a readable text file. `docs/record.md` specifies it.
//!
//! The writer is strict: one game has one spelling. The reader is lenient where nothing is ambiguous (spaces, blank
//! lines, comments, capitals, other spellings of a move), and exact about the rest: every error names a line.
//!
//! | file | what is in it |
//! |---|---|
//! | `read.rs` | the lenient reader |
//! | `write.rs` | the strict writer |
//! | `prove.rs` | replaying a record, and proving it |

mod prove;
mod read;
mod write;

use tablee_core::data::Item;
use tablee_core::{OptionValues, Outcome, Seat};

use crate::departures::Departure;
use crate::shuffle::Shuffle;
use crate::{GameId, Player};

pub use prove::{Proof, ShuffleProof, prove, replay};
pub use read::read;

/// The newest version of the format. A record has the oldest version that can say what happened: 2 if a player left, 1
/// otherwise.
pub const VERSION: u32 = 2;

/// A record as its file says it, not checked yet: [`prove`] does that.
///
/// Items have the line that they came from, for later errors; 0 in a record that was not read from a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The game that was played.
    pub game: GameId,
    /// The options as the record has them, not completed.
    pub options: OptionValues,
    /// The set file, if it is not the one that comes with the game.
    pub set: Option<Item<String>>,
    /// The players by seat.
    pub players: Vec<Player>,
    /// What was settled before the first ply, and by whom.
    pub setup: Item<SetupLine>,
    /// The shuffle; none if the players entered all draws.
    pub shuffle: Option<Item<Shuffle>>,
    /// Every move and draw, in order.
    pub plies: Vec<Item<Ply>>,
    /// The players who left before the end, in order.
    pub departures: Vec<Item<Departure>>,
    /// The result, once the game is over.
    pub outcome: Option<Item<Outcome>>,
}

/// The setup of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetupLine {
    /// The setup in the game's notation; empty if there is none.
    pub line: String,
    /// Whether the players laid it themselves, instead of the shuffle.
    pub laid: bool,
}

/// One ply of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ply {
    /// Whose ply it is, if the file says so: a seat's, or chance's (`None` inside).
    pub who: Option<Option<Seat>>,
    /// The move as the file spells it.
    pub spelling: String,
}
