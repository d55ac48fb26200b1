//! Bots and hints: a bot asked about the record of the page's game.

use tablee_core::Text;
use tablee_thought::{Question, Stop, Thought};

/// Asks a bot about the position where a record ends.
///
/// # Errors
/// If the record is wrong, no seat is to move, or there is no such bot.
pub fn think(record: &str, bot: &str, seed: u64) -> Result<Thought, Text> {
    tablee_thought::think(record, &Question { bot: bot.to_owned(), seed, with_reasons: true }, &Stop::new())
}
