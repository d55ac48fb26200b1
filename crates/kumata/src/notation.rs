//! Moves as text: `3-2:c4d4^`, `p2`, `+3-1`.

use tablee_core::geometry::Square;
use tablee_core::lang::quote;
use tablee_core::{Text, text};

use crate::moves::{Lay, Move};
use crate::set::Domino;

/// The one canonical spelling.
pub(crate) fn write(mv: Move) -> String {
    match mv {
        Move::Draw(domino) => format!("+{domino}"),
        Move::NewPile(pile) => format!("p{pile}"),
        Move::Lay(lay) => {
            let [first, second] = lay.squares();
            format!("{}:{first}{second}{}", lay.domino(), if lay.totem() { "^" } else { "" })
        }
    }
}

/// Reads a move in any spelling: capitals, spaces, the values of a domino in either order with their parcels.
pub(crate) fn read(text: &str) -> Result<Move, Text> {
    let compact: String = text.chars().filter(|c| !c.is_whitespace()).map(|c| c.to_ascii_lowercase()).collect();
    if let Some(domino) = compact.strip_prefix('+') {
        let (a, b) = read_values(domino, text)?;
        return read_domino(a, b, text).map(Move::Draw);
    }
    if let Some(pile) = compact.strip_prefix('p') {
        let number = pile.bytes().all(|b| b.is_ascii_digit()).then(|| pile.parse().ok()).flatten();
        return number.map(Move::NewPile).ok_or_else(|| unreadable(text));
    }
    let (places, totem) = match compact.strip_suffix('^') {
        Some(places) => (places, true),
        None => (compact.as_str(), false),
    };
    let (values, squares) = places.split_at_checked(3).ok_or_else(|| unreadable(text))?;
    let (a, b) = read_values(values, text)?;
    let domino = read_domino(a, b, text)?;
    let (first, second) = read_squares(squares.strip_prefix(':').unwrap_or(squares)).ok_or_else(|| unreadable(text))?;
    let (first, second) = if a < b { (second, first) } else { (first, second) };
    Ok(Move::Lay(Lay::new(domino, first, second, totem)))
}

fn read_values(values: &str, text: &str) -> Result<(u8, u8), Text> {
    match values.as_bytes() {
        [a @ b'0'..=b'9', b'-', b @ b'0'..=b'9'] => Ok((a - b'0', b - b'0')),
        _ => Err(unreadable(text)),
    }
}

fn read_domino(a: u8, b: u8, text: &str) -> Result<Domino, Text> {
    Domino::new(a, b).ok_or_else(|| {
        let text = quote(text);
        text!(
            "{text}: there is no domino {a}-{b}, the greatest value is 4",
            "{text} : il n’y a pas de domino {a}-{b}, la plus grande valeur est 4"
        )
    })
}

fn read_squares(squares: &str) -> Option<(Square, Square)> {
    let second = squares.char_indices().skip(1).find(|(_, c)| c.is_ascii_alphabetic())?.0;
    let (first, second) = squares.split_at_checked(second)?;
    Some((first.parse().ok()?, second.parse().ok()?))
}

fn unreadable(text: &str) -> Text {
    let text = quote(text);
    text!(
        "{text} is not a move: write a domino and its parcels (3-2:c4d4, with a totem 3-2:c4d4^), a new pile (p2) or a draw (+3-1)",
        "{text} n’est pas un coup : écrivez un domino et ses parcelles (3-2:c4d4, avec un totem 3-2:c4d4^), une nouvelle pile (p2) ou un tirage (+3-1)"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_spellings_are_the_same_move() {
        let canonical = read("3-2:c4d4^").unwrap();
        for spelling in ["2-3:d4c4^", " 3-2 : C4 D4 ^", "3-2c4d4^", "3-2 c4 d4^"] {
            assert_eq!(read(spelling), Ok(canonical), "{spelling}");
        }
        assert_eq!(write(read("2-2:d4c4").unwrap()), "2-2:c4d4");
        assert_eq!(write(read("1-3:a10b10").unwrap()), "3-1:b10a10");
        assert_eq!(write(read("P12").unwrap()), "p12");
        assert_eq!(write(read("+1-3").unwrap()), "+3-1");
    }

    #[test]
    fn an_unreadable_move_is_refused_in_one_sentence() {
        for wrong in [
            "",
            "3",
            "3-2",
            "3-2:",
            "3-2:c4",
            "3-2:c4d",
            "3-2:c4d4e4",
            "3_2:c4d4",
            "p",
            "p+2",
            "p999",
            "+",
            "+31",
            "3-é:c4d4",
            "×",
        ] {
            assert!(read(wrong).unwrap_err().en.contains("is not a move"), "{wrong:?}");
        }
        assert!(read("7-2:c4d4").unwrap_err().en.contains("no domino 7-2"));
        assert!(read(&"9".repeat(10_000_000)).unwrap_err().en.len() < 300);
    }
}
