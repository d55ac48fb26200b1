//! Moves as text: `17@2,-1r3`, `swap`, `pass`, `+17`.

use tablee_core::geometry::{Point, QuarterTurns};
use tablee_core::lang::quote;
use tablee_core::{Text, text};

use crate::moves::{Lay, Move};
use crate::set::{DominoNumber, Set};

/// The one canonical spelling.
pub(crate) fn write(mv: Move) -> String {
    match mv {
        Move::Draw(domino) => format!("+{domino}"),
        Move::Lay(Lay { at, domino, turns }) => format!("{domino}@{at}r{}", turns.number()),
        Move::Swap => "swap".to_owned(),
        Move::Pass => "pass".to_owned(),
    }
}

/// Reads a move in any spelling: capitals, spaces, French words, without `r0`, with any of the turns that look the
/// same.
pub(crate) fn read(set: &Set, text: &str) -> Result<Move, Text> {
    let compact: String = text.chars().filter(|c| !c.is_whitespace()).flat_map(char::to_lowercase).collect();
    match compact.as_str() {
        "swap" | "échange" | "echange" => return Ok(Move::Swap),
        "pass" | "passe" => return Ok(Move::Pass),
        _ => {}
    }
    if let Some(domino) = compact.strip_prefix('+') {
        return read_domino(set, domino, text).map(Move::Draw);
    }
    let (domino, place) = compact.split_once('@').ok_or_else(|| unreadable(text))?;
    let domino = read_domino(set, domino, text)?;
    let (at, turns) = place.split_once('r').unwrap_or((place, "0"));
    let turns = match turns {
        "0" | "1" | "2" | "3" => QuarterTurns::new(turns.as_bytes()[0] - b'0'),
        _ => return Err(unreadable(text)),
    };
    // A minus sign as it is printed is as good as the one of the keyboard.
    let at: Point = at.replace('−', "-").parse().map_err(|()| unreadable(text))?;
    let turns = set.domino(domino).map_or(turns, |printed| printed.least_turns(turns));
    Ok(Move::Lay(Lay { at, domino, turns }))
}

fn read_domino(set: &Set, number: &str, text: &str) -> Result<DominoNumber, Text> {
    if number.is_empty() || !number.bytes().all(|b| b.is_ascii_digit()) {
        return Err(unreadable(text));
    }
    number.parse().map(DominoNumber::new).map_err(|_| {
        let (text, count) = (quote(text), set.count());
        text!(
            "{text}: there is no such domino, they are 1 to {count}",
            "{text} : ce domino n’existe pas, ils vont de 1 à {count}"
        )
    })
}

fn unreadable(text: &str) -> Text {
    let text = quote(text);
    text!(
        "{text} is not a move: write a domino, its place and its turn (17@2,-1r3), swap, pass, or a draw (+17)",
        "{text} n’est pas un coup : écrivez un domino, sa place et son sens (17@2,-1r3), swap (échange), pass (passe), ou un tirage (+17)"
    )
}
