//! Moves as text: `5-3:0,0,1/0,0,2`, `pass`, `+5-3`.

use tablee_core::lang::quote;
use tablee_core::{Text, text};

use crate::block::{Block, MARKS};
use crate::moves::{Cube, Lay, Move};

/// The one canonical spelling.
pub(crate) fn write(mv: Move) -> String {
    match mv {
        Move::Draw(block) => format!("+{block}"),
        Move::Lay(lay) => {
            let [first, second] = lay.cubes();
            format!("{}:{first}/{second}", lay.block())
        }
        Move::Pass => "pass".to_owned(),
    }
}

/// Reads a move in any spelling: capitals, spaces, the marks of a block in either order with their cubes, `passe`.
pub(crate) fn read(text: &str) -> Result<Move, Text> {
    let compact: String = text.chars().filter(|c| !c.is_whitespace()).map(|c| c.to_ascii_lowercase()).collect();
    if matches!(compact.as_str(), "pass" | "passe") {
        return Ok(Move::Pass);
    }
    if let Some(block) = compact.strip_prefix('+') {
        let (a, b) = read_marks(block, text)?;
        return read_block(a, b, text).map(Move::Draw);
    }
    let (marks, cubes) = compact.split_at_checked(3).ok_or_else(|| unreadable(text))?;
    let (a, b) = read_marks(marks, text)?;
    let block = read_block(a, b, text)?;
    let (first, second) = cubes.strip_prefix(':').unwrap_or(cubes).split_once('/').ok_or_else(|| unreadable(text))?;
    let (first, second) = (read_cube(first, text)?, read_cube(second, text)?);
    let (first, second) = if a < b { (second, first) } else { (first, second) };
    Ok(Move::Lay(Lay::new(block, first, second)))
}

fn read_marks(marks: &str, text: &str) -> Result<(u8, u8), Text> {
    match marks.as_bytes() {
        [a @ b'0'..=b'9', b'-', b @ b'0'..=b'9'] => Ok((a - b'0', b - b'0')),
        _ => Err(unreadable(text)),
    }
}

fn read_block(a: u8, b: u8, text: &str) -> Result<Block, Text> {
    Block::new(a, b).ok_or_else(|| {
        let text = quote(text);
        text!(
            "{text}: there is no block {a}-{b}, the marks are 1 to {MARKS}",
            "{text} : il n’y a pas de bloc {a}-{b}, les marques vont de 1 à {MARKS}"
        )
    })
}

fn read_cube(cube: &str, text: &str) -> Result<Cube, Text> {
    let is_number = |number: &str| {
        let digits = number.strip_prefix('-').unwrap_or(number);
        !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
    };
    if cube.split(',').count() != 3 || !cube.split(',').all(is_number) {
        return Err(unreadable(text));
    }
    cube.parse().map_err(|()| {
        let (text, reach, top) = (quote(text), Cube::REACH, Cube::TOP);
        text!(
            "{text}: x and y go from -{reach} to {reach}, and heights from 1 to {top}",
            "{text} : x et y vont de -{reach} à {reach}, et les hauteurs de 1 à {top}"
        )
    })
}

fn unreadable(text: &str) -> Text {
    let text = quote(text);
    text!(
        "{text} is not a move: write a block and its cubes (5-3:0,0,1/0,0,2), pass, or a draw (+5-3)",
        "{text} n’est pas un coup : écrivez un bloc et ses cubes (5-3:0,0,1/0,0,2), pass pour passer, ou un tirage (+5-3)"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_spellings_are_the_same_move() {
        let canonical = read("5-3:0,-1,1/0,0,1").unwrap();
        for spelling in ["3-5:0,0,1/0,-1,1", " 5-3 : 0, -1, 1 / 0, 0, 1 ", "5-3 0,-1,1/0,0,1", "5-3:00,-01,1/-0,0,1"] {
            assert_eq!(read(spelling), Ok(canonical), "{spelling}");
        }
        assert_eq!(write(canonical), "5-3:0,-1,1/0,0,1");
        assert_eq!(write(read("2-2:10,0,1/9,0,1").unwrap()), "2-2:9,0,1/10,0,1");
        assert_eq!(write(read("2-2:-9,0,1/-10,0,1").unwrap()), "2-2:-10,0,1/-9,0,1");
        assert_eq!(write(read("2-2:0,0,2/0,0,1").unwrap()), "2-2:0,0,1/0,0,2");
        assert_eq!(write(read("1-3:1,0,1/0,0,1").unwrap()), "3-1:0,0,1/1,0,1");
        assert_eq!(write(read("+3-5").unwrap()), "+5-3");
        assert_eq!((read("PASS"), read("passe")), (Ok(Move::Pass), Ok(Move::Pass)));
    }

    #[test]
    fn an_unreadable_move_is_refused_in_one_sentence() {
        for wrong in [
            "",
            "5",
            "5-3",
            "5-3:",
            "5-3:0,0,1",
            "5-3:0,0,1/",
            "5-3:0,0,1/0,0",
            "5-3:0,0,1/0,0,2/0,0,3",
            "5-3:0,0,1/0,+1,1",
            "5-3:0,0,1/0,--1,1",
            "5-3:a,0,1/0,0,2",
            "5_3:0,0,1/0,0,2",
            "passer!",
            "+",
            "+53",
            "5-é:0,0,1/0,0,2",
            "×",
        ] {
            assert!(read(wrong).unwrap_err().en.contains("is not a move"), "{wrong:?}");
        }
        for far in ["5-3:0,0,0/0,0,1", "5-3:0,0,-1/0,0,1", "5-3:100,0,1/99,0,1", "5-3:0,0,9/0,0,10", "5-3:99999999999,0,1/0,0,1"]
        {
            assert!(read(far).unwrap_err().en.contains("x and y go from -99 to 99, and heights from 1 to 9"), "{far:?}");
        }
        assert!(read("7-3:0,0,1/0,0,2").unwrap_err().en.contains("no block 7-3"));
        assert!(read("+3-0").unwrap_err().fr.contains("pas de bloc 3-0"));
        assert!(read(&"9".repeat(10_000_000)).unwrap_err().en.len() < 300);
    }
}
