//! Tables drawn as pictures, and shorthands for the clause tests.

use std::collections::BTreeMap;
use std::sync::Arc;

use tablee_core::{Clause, Game, OptionValue, OptionValues, Play, Position as _, Refusal, Seat, Turn};
use tablee_cuminos::{Arrangement, Block, Cube, Cuminos, Laid, Lay, Move, Options, Position, Tally};

pub fn options(players: i64, teams: &str) -> Options {
    let set = Arc::new(Cuminos::read_set(Cuminos::STANDARD_SET).expect("the standard set is right"));
    let values =
        OptionValues::new().with("players", OptionValue::Number(players)).with("teams", OptionValue::Word(teams.to_owned()));
    Cuminos::options(&values, set).expect("the options go together")
}

pub fn seat(number: usize) -> Seat {
    Seat::new(number)
}

pub fn blocks(list: &str) -> Vec<Block> {
    let mark = |text: &str| text.parse().expect("a mark");
    let block = |text: &str| text.split_once('-').and_then(|(a, b)| Block::new(mark(a), mark(b))).expect("a block");
    list.split_whitespace().map(block).collect()
}

/// A table drawn in layers from the lowest, side by side with `|` between them, north up.
///
/// A cube is a mark and the letter of its block, `..` is not a cube. `S` is the source; the others were laid in the order
/// of their letters, capitals by seat 0 and small letters by seat 1, with a digit by the seat of that number (`4c2`).
pub fn picture(drawing: &str) -> Vec<Laid> {
    let rows: Vec<Vec<Vec<&str>>> = drawing
        .lines()
        .filter(|line| !line.trim().is_empty())
        .map(|line| line.split('|').map(|layer| layer.split_whitespace().collect()).collect())
        .collect();
    let source = |(row, layers): (usize, &Vec<Vec<&str>>)| {
        layers[0].iter().position(|cube| cube.ends_with('S')).map(|column| (column as i16, row as i16))
    };
    let (x0, y0) = rows.iter().enumerate().find_map(source).expect("a source");
    let mut halves: BTreeMap<(bool, char, usize), Vec<(u8, Cube)>> = BTreeMap::new();
    for (row, layers) in rows.iter().enumerate() {
        for (z, layer) in layers.iter().enumerate() {
            for (column, text) in layer.iter().enumerate().filter(|(_, text)| **text != "..") {
                let mut chars = text.chars();
                let mark = chars.next().and_then(|c| c.to_digit(10)).expect("a mark") as u8;
                let letter = chars.next().expect("a letter");
                let cube = Cube::new(column as i16 - x0, y0 - row as i16, z as u8 + 1).expect("a cube");
                let seat = chars.next().and_then(|c| c.to_digit(10)).unwrap_or(u32::from(letter.is_ascii_lowercase()));
                let key = (letter != 'S', letter.to_ascii_uppercase(), seat as usize);
                halves.entry(key).or_default().push((mark, cube));
            }
        }
    }
    let laid = |((_, letter, seat), halves): ((bool, char, usize), Vec<(u8, Cube)>)| {
        let [(a, first), (b, second)] = halves[..] else { panic!("block {letter} has not two halves") };
        let (first, second) = if a >= b { (first, second) } else { (second, first) };
        Laid { lay: Lay::new(Block::new(a, b).expect("a block"), first, second), seat: Seat::new(seat) }
    };
    halves.into_iter().map(laid).collect()
}

/// A table: the picture, what each seat holds, and whose turn it is.
pub fn arrangement(drawing: &str, hands: &[&str], turn: usize) -> Arrangement {
    Arrangement {
        options: options(hands.len() as i64, "none"),
        round: 1,
        laid: picture(drawing),
        hands: hands.iter().map(|hand| blocks(hand)).collect(),
        tallies: vec![Tally::default(); hands.len()],
        passed: Vec::new(),
        chain: 0,
        turn: Seat::new(turn),
    }
}

/// The same as a position. The last seat is to move.
pub fn table(drawing: &str, hands: &[&str]) -> Position {
    arrange(&arrangement(drawing, hands, hands.len() - 1))
}

/// What a seat has counted, if it ended rounds and laid nothing.
pub fn points(points: u16) -> Tally {
    Tally { ends: points, ..Tally::default() }
}

pub fn arrange(arrangement: &Arrangement) -> Position {
    Position::arrange(arrangement).unwrap_or_else(|problem| panic!("{problem}"))
}

pub fn read(position: &Position, mv: &str) -> Move {
    Cuminos::read_move(position, mv).unwrap_or_else(|problem| panic!("{problem}"))
}

/// Asserts that each move is legal.
#[track_caller]
pub fn allows(position: &Position, moves: &[&str]) {
    let legal = position.legal_moves();
    for mv in moves {
        assert_eq!(position.check(read(position, mv)), Ok(()), "{mv} in {position:?}");
        assert!(legal.contains(&read(position, mv)), "{mv} is not listed in {position:?}");
    }
}

/// Asserts that each move is refused by this clause.
#[track_caller]
pub fn refuses(position: &Position, clause: &'static str, moves: &[&str]) {
    let legal = position.legal_moves();
    for mv in moves {
        let refusal = position.check(read(position, mv)).expect_err(mv);
        assert_eq!(refusal.clause(), Clause(clause), "{mv}: {refusal} in {position:?}");
        assert!(!legal.contains(&read(position, mv)), "{mv} is listed in {position:?}");
    }
}

/// Plays moves one after another.
#[track_caller]
pub fn play(position: &mut Position, moves: &[&str]) {
    for mv in moves {
        let read = read(position, mv);
        position.play(read).unwrap_or_else(|refusal| panic!("{mv}: {refusal} in {position:?}"));
    }
}

/// Draws the hands of a round, seat by seat.
pub fn deal(position: &mut Position, hands: &[&str]) {
    for hand in hands {
        for block in blocks(hand) {
            assert_eq!(position.turn(), Turn::Chance);
            position.play(Move::Draw(block)).expect("the block is in the bag");
        }
    }
}

/// All legal moves, as they are written.
pub fn legal(position: &Position) -> Vec<String> {
    position.legal_moves().into_iter().map(|mv| Cuminos::write_move(position, mv)).collect()
}

/// The points that a move gives to the player who makes it.
pub fn worth(position: &Position, mv: &str) -> i32 {
    let Turn::Seat(seat) = position.turn() else { panic!("nobody is to move") };
    let mut next = position.clone();
    play(&mut next, &[mv]);
    next.score()[seat] - position.score()[seat]
}
