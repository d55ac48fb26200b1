//! Lines of a record that the page asks for or changes. The page itself never parses a record.

use std::collections::BTreeMap;

use tablee_core::Text;
use tablee_core::options::SET;
use tablee_games::read_record;

use crate::request::PlayerRequest;

/// Every option of a recorded game with its value, without the set.
///
/// # Errors
/// The first line that is not right, and why.
pub fn record_options(record: &str) -> Result<BTreeMap<String, String>, Text> {
    let options = read_record(record)?.options;
    let chosen = options.iter().filter(|(name, _)| *name != SET.name);
    Ok(chosen.map(|(name, value)| (name.to_owned(), value.to_string())).collect())
}

/// The setup of a recorded game, in the game's own notation; empty if the game has none.
///
/// # Errors
/// The first line that is not right, and why.
pub fn record_setup(record: &str) -> Result<String, Text> {
    Ok(read_record(record)?.setup.value.line)
}

/// The same record with other players.
///
/// # Errors
/// The first line that is not right, or the first name that cannot stand in a record.
pub fn with_players(record: &str, players: &[PlayerRequest]) -> Result<String, Text> {
    let mut record = read_record(record)?;
    for (seat, player) in record.players.iter_mut().zip(players) {
        *seat = player.player()?;
    }
    Ok(record.to_string())
}
