//! Positions drawn as pictures, so that a reader of a test sees the table.
//!
//! ```text
//! h1 c4 h2 h3 c0 c1 | .  .  .  .  .  . | .  .  .  .  .  .      the board, and the levels above it side by side, north on top
//! h1 c4 h2 h3 c0 c1 | .  a4 a2 .  .  . | .  .  d2 d0 .  .      on the board: a clan (enough letters of its name) and a value
//! h1 c4 h2 h3 c0 c1 | .  .  b2 b0 .  . | .  .  .  .  .  .      above it: a letter for the domino and the value of its half
//! …                                                            a dot is nothing; on the board, a void of a maze
//! players: 2                                                   any option of the game
//! laid 0: a d^                                                 whose the dominoes are; one with ^ bears a totem
//! laid 1: b
//! reserve 0: 4-4+2 gone 1-0, hidden 3-1 2-1                     the piles: 4-4 on two hidden ones, a pile that is gone, a lone 1-0
//! turn: 1                                                      whose turn begins; seat 0's unless said
//! ```

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use tablee_core::Seat;
use tablee_core::geometry::{Point, QuarterTurns, Square};
use tablee_kumata::{
    Arrangement, Clan, Domino, Face, Laid, Lay, Layout, Options, Pile, Position, Printed, Set, TILES, Tile, TilePlace,
};

use super::options;

/// The position that a picture shows.
///
/// # Panics
/// If the picture cannot be read, or shows what is impossible.
#[track_caller]
pub fn table(picture: &str) -> Position {
    Position::arrange(&arrangement(picture)).unwrap_or_else(|problem| panic!("{problem} in\n{picture}"))
}

/// The position that a picture shows when something in it is drawn otherwise.
///
/// # Panics
/// If that is not in the picture.
#[track_caller]
pub fn redrawn(picture: &str, from: &str, to: &str) -> Position {
    assert!(picture.contains(from), "{from} is not in\n{picture}");
    table(&picture.replace(from, to))
}

/// The arrangement that a picture shows, possible or not.
///
/// # Panics
/// If the picture cannot be read.
#[track_caller]
pub fn arrangement(picture: &str) -> Arrangement {
    let lines = picture.lines().map(str::trim).filter(|line| !line.is_empty());
    let (facts, rows): (Vec<_>, Vec<_>) = lines.partition(|line| line.contains(':'));
    let legend = Legend::read(&facts);
    let layers = read_layers(&rows);
    let (options, layout) = lay_board(&legend, &layers[0]);
    let laid = layers[1..].iter().flat_map(|layer| read_dominoes(layer, &legend)).collect();
    let (piles, hidden) = (0..options.players).map(|seat| legend.reserve(seat)).unzip();
    Arrangement { options, layout, laid, piles, hidden, turn: Seat::new(legend.turn) }
}

/// The lines below the picture.
#[derive(Default)]
struct Legend<'a> {
    options: Vec<(&'a str, &'a str)>,
    /// By letter: whose domino it is, and whether it bears a totem.
    laid: HashMap<char, (Seat, bool)>,
    reserves: HashMap<usize, &'a str>,
    turn: usize,
}

impl<'a> Legend<'a> {
    fn read(lines: &[&'a str]) -> Legend<'a> {
        let mut legend = Legend::default();
        for line in lines {
            let (key, value) = line.split_once(':').expect("a line of the legend has a colon");
            match key.split_once(' ') {
                Some(("laid", number)) => {
                    let owner = Seat::new(number.parse().expect("a seat"));
                    legend.laid.extend(value.split_whitespace().map(|name| (letter(name), (owner, name.ends_with('^')))));
                }
                Some(("reserve", number)) => _ = legend.reserves.insert(number.parse().expect("a seat"), value),
                None if key == "turn" => legend.turn = value.trim().parse().expect("a seat"),
                _ => legend.options.push((key, value)),
            }
        }
        legend
    }

    /// The piles of a seat, and what is hidden in them. A seat without a line has nothing.
    fn reserve(&self, seat: usize) -> (Vec<Pile>, Vec<Domino>) {
        let line = self.reserves.get(&seat).copied().unwrap_or_default();
        let (piles, hidden) = line.split_once(", hidden").unwrap_or((line, ""));
        (piles.split_whitespace().map(read_pile).collect(), hidden.split_whitespace().map(read_domino).collect())
    }
}

fn letter(token: &str) -> char {
    token.chars().next().expect("a token is not empty")
}

fn digit(token: &str) -> u8 {
    token.chars().last().and_then(|last| last.to_digit(10)).unwrap_or_else(|| panic!("{token} ends in no value")) as u8
}

fn read_domino(text: &str) -> Domino {
    Domino::new(digit(&text[..1]), digit(text)).expect("a domino")
}

/// Reads `3-2`, `3-2+4` or `gone`.
fn read_pile(text: &str) -> Pile {
    if text == "gone" {
        return Pile::default();
    }
    let (top, hidden) = text.split_once('+').unwrap_or((text, "0"));
    Pile { top: Some(read_domino(top)), hidden: hidden.parse().expect("a number of dominoes") }
}

/// What lies on one level: the token on each square.
type Layer<'a> = BTreeMap<Square, &'a str>;

/// The levels, from the board up.
fn read_layers<'a>(rows: &[&'a str]) -> Vec<Layer<'a>> {
    let mut layers = vec![Layer::new(); rows[0].split('|').count()];
    for (row, line) in rows.iter().rev().enumerate() {
        for (layer, tokens) in layers.iter_mut().zip(line.split('|')) {
            let squares = tokens.split_whitespace().enumerate().map(|(col, token)| (Square::new(col as u8, row as u8), token));
            layer.extend(squares.filter(|(_, token)| *token != "."));
        }
    }
    for two in layers.windows(2) {
        assert!(two[1].keys().all(|square| two[0].contains_key(square)), "something is in the air: {:?}", two[1]);
    }
    layers
}

/// A set with exactly the tiles of the picture, and how they lie: numbered as one reads, none of them turned.
///
/// The first parcel, as one reads, that belongs to no tile yet is always the north-west one of the next: so any picture
/// of tiles, square or maze, can be cut up in one way only.
fn lay_board(legend: &Legend<'_>, board: &Layer<'_>) -> (Options, Layout) {
    let mut options = options(&legend.options);
    let mut tiles = options.set.tiles;
    let mut places = [TilePlace { corner: Point::default(), turns: QuarterTurns::default() }; TILES];
    let mut left = board.clone();
    for (tile, place) in tiles.iter_mut().zip(&mut places) {
        let north_west = left.keys().copied().min_by_key(|square| (std::cmp::Reverse(square.row), square.col));
        place.corner = north_west.expect("a board has 36 parcels").point() - Point::new(0, 1);
        let printed = place.parcels().map(|point| {
            let token = Square::from_point(point).and_then(|square| left.remove(&square));
            read_parcel(token.unwrap_or_else(|| panic!("a tile lacks its parcel at {point}")), options.face())
        });
        *tile = with_face(tile, options.face(), printed);
    }
    assert!(left.is_empty(), "a board has 36 parcels");
    options.set = Arc::new(Set { id: "picture".to_owned(), tiles });
    let layout = Layout::new(places, options.layout).unwrap_or_else(|problem| panic!("{problem}"));
    (options, layout)
}

/// Reads `h1` or `ti3`.
fn read_parcel(token: &str, face: Face) -> Printed {
    let letters = token.trim_end_matches(|c: char| c.is_ascii_digit());
    let mut clans = face.clans().iter().copied().filter(|clan: &Clan| clan.name().starts_with(letters));
    match (clans.next(), clans.next()) {
        (Some(clan), None) => Printed { clan, value: digit(token) },
        _ => panic!("{letters} is not one clan of this face"),
    }
}

fn with_face(tile: &Tile, face: Face, printed: [Printed; 4]) -> Tile {
    match face {
        Face::TwoColour => Tile { two_colour: printed, ..*tile },
        Face::FourColour => Tile { four_colour: printed, ..*tile },
    }
}

/// The dominoes of one level.
fn read_dominoes(layer: &Layer<'_>, legend: &Legend<'_>) -> Vec<Laid> {
    let mut halves: BTreeMap<char, Vec<(u8, Square)>> = BTreeMap::new();
    for (square, token) in layer {
        halves.entry(letter(token)).or_default().push((digit(token), *square));
    }
    let dominoes = halves.into_iter().map(|(letter, mut halves)| {
        halves.sort_unstable_by(|a, b| b.cmp(a));
        let [(high, first), (low, second)] = halves[..] else { panic!("domino {letter} has not two halves") };
        let (seat, totem) = *legend.laid.get(&letter).unwrap_or_else(|| panic!("whose is domino {letter}?"));
        Laid { seat, lay: Lay::new(Domino::new(high, low).expect("a domino"), first, second, totem) }
    });
    dominoes.collect()
}
