//! What the tests share: options, and tables drawn as pictures.

use std::collections::BTreeMap;
use std::sync::Arc;

use tablee_core::geometry::Square;
use tablee_core::{Game, OptionValue, OptionValues, Play, Position as _, Refusal, Seat, Turn};
use tablee_rumis::{Arrangement, Cube, Lay, Options, Position, Rumis, SecondSector, Set};

/// Our own set.
pub fn standard_set() -> Arc<Set> {
    Arc::new(Set::read(Rumis::STANDARD_SET).unwrap())
}

/// Option values: `values("players 3, board huaca")`.
pub fn values(text: &str) -> OptionValues {
    let mut values = OptionValues::new();
    for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
        let (name, value) = part.split_once(' ').unwrap();
        let spec = Rumis::OPTIONS.iter().find(|spec| spec.name == name).unwrap();
        values.set(spec.name, spec.read(value).unwrap());
    }
    values
}

/// Options with our own set.
pub fn options(text: &str) -> Options {
    Options::read(&values(text), standard_set()).unwrap()
}

/// What is wrong with options.
pub fn refused_options(text: &str) -> String {
    Options::read(&values(text), standard_set()).unwrap_err().en
}

/// A set with one more board, of one limit for everyone and every height.
pub fn set_with_board(board: &str) -> Result<Arc<Set>, String> {
    Set::read(&format!("{}\n{board}", Rumis::STANDARD_SET)).map(Arc::new).map_err(|error| error.to_string())
}

/// Options on a new board, called `own`.
pub fn own_options(board: &str, text: &str) -> Options {
    let mut values = values(text);
    values.set("board", OptionValue::Word("own".to_owned()));
    Options::read(&values, set_with_board(board).unwrap()).unwrap()
}

/// The stones of a picture: layers side by side, the lowest first, north up. A cube is its seat and a letter for the
/// stone: `0a`.
pub fn stones(picture: &str) -> Vec<(Seat, Lay)> {
    let rows: Vec<&str> = picture.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let mut cubes: BTreeMap<&str, Vec<Cube>> = BTreeMap::new();
    for (line, row) in rows.iter().zip((0..rows.len() as u8).rev()) {
        for (layer, height) in line.split('|').zip(1..) {
            for (cell, col) in layer.split_whitespace().zip(0..) {
                if cell != ".." {
                    cubes.entry(cell).or_default().push(Cube::new(Square::new(col, row), height));
                }
            }
        }
    }
    cubes
        .into_iter()
        .map(|(name, cubes)| {
            let lay = Lay::from_cubes(&cubes).unwrap_or_else(|| panic!("{name} is not a stone"));
            (Seat::new(usize::from(name.as_bytes()[0] - b'0')), lay)
        })
        .collect()
}

/// A table as drawn, in the first sector.
pub fn table(options: &Options, picture: &str, turn: usize) -> Position {
    table_with(options, picture, turn, &[], None)
}

/// A table as drawn, with seats that are out and perhaps in the second sector.
pub fn table_with(options: &Options, picture: &str, turn: usize, out: &[usize], second: Option<SecondSector>) -> Position {
    Position::arrange(&Arrangement {
        options: options.clone(),
        stones: stones(picture),
        out: out.iter().map(|seat| Seat::new(*seat)).collect(),
        turn: Seat::new(turn),
        second,
    })
    .unwrap()
}

/// The clause that a move breaks, or `ok`.
pub fn verdict(position: &Position, text: &str) -> String {
    let mv = Rumis::read_move(position, text).unwrap();
    match position.check(mv) {
        Ok(()) => "ok".to_owned(),
        Err(illegal) => illegal.clause().to_string(),
    }
}

/// Plays a move that must be legal.
pub fn play(position: &mut Position, text: &str) {
    let mv = Rumis::read_move(position, text).unwrap();
    position.play(mv).unwrap_or_else(|illegal| panic!("{text}: {illegal}\n{position:?}"));
}

/// Every legal move as text.
pub fn moves(position: &Position) -> Vec<String> {
    position.legal_moves().into_iter().map(|mv| Rumis::write_move(position, mv)).collect()
}

/// The number of the seat whose turn it is; none when the game is over.
pub fn turn(position: &Position) -> Option<usize> {
    match position.turn() {
        Turn::Seat(seat) => Some(seat.number()),
        _ => None,
    }
}

/// The score as a list.
pub fn score(position: &Position) -> Vec<i32> {
    position.score().as_slice().to_vec()
}
