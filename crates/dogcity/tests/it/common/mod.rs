//! Tables drawn as pictures.
//!
//! A domino is two lines of two corners. A corner is the letter of its colour (`r`, `b`, `y`) and its animal: `.` none,
//! `B` a brown, `W` a white, `G` a grey dog, `c` a black cat. Dominoes side by side have `|` between them, `-- --` is
//! an empty place, and the place at the bottom left is 0,0.
//!
//! The dominoes on the table have the numbers 1, 2, … as one reads them; those in hand 11, 12, … (seat 0), 21, 22, …
//! (seat 1), 31, …, 41, …; those of the draw pile 51, 52, …

use std::fmt::Write as _;
use std::sync::Arc;

use tablee_core::geometry::{Point, QuarterTurns};
use tablee_core::{Game, OptionValue, OptionValues, Play, Position as _, Refusal, Seat, Turn};
use tablee_dogcity::{Arrangement, DogCity, DominoNumber, Laid, Lay, Options, Position, Set};

/// The corners of a drawn domino, clockwise from the north-west.
type Drawn = [String; 4];

/// One red domino without animals.
const PLAIN_RED: &str = "
    r. r.
    r. r.
";

/// A table to be set up.
pub struct TablePicture {
    values: OptionValues,
    table: &'static str,
    hands: Vec<&'static str>,
    pile: &'static str,
    turn: Seat,
}

impl TablePicture {
    /// A table for this many players: it is the turn of seat 0, and each seat holds a plain red domino.
    pub fn for_players(players: usize) -> TablePicture {
        let values = OptionValues::new().with("players", OptionValue::Number(players as i64));
        TablePicture { values, table: "", hands: vec![PLAIN_RED; players], pile: "", turn: Seat::new(0) }
    }

    /// What is laid, all of it by seat 0.
    pub fn laid(mut self, picture: &'static str) -> TablePicture {
        self.table = picture;
        self
    }

    /// What a seat holds.
    pub fn hand(mut self, seat: usize, picture: &'static str) -> TablePicture {
        self.hands[seat] = picture;
        self
    }

    /// What is left to draw.
    pub fn pile(mut self, picture: &'static str) -> TablePicture {
        self.pile = picture;
        self
    }

    /// Whose turn it is.
    pub fn turn(mut self, seat: usize) -> TablePicture {
        self.turn = Seat::new(seat);
        self
    }

    /// With the cheaper cats of D21.
    pub fn cheap_cats(mut self) -> TablePicture {
        self.values = self.values.with("cat_in_hand", OptionValue::Number(1));
        self
    }

    /// The position.
    pub fn set_up(self) -> Position {
        let mut dominoes: Vec<Drawn> = vec![["r.", "r.", "r.", "r."].map(str::to_owned); 60];
        let mut laid = Vec::new();
        let rows = read_rows(self.table);
        for (number, (at, drawn)) in (1..).zip(places(&rows)) {
            assert!(number <= 10, "at most ten dominoes lie on a drawn table");
            dominoes[number - 1] = drawn;
            let lay = Lay { at, domino: DominoNumber::new(number as u8), turns: QuarterTurns::default() };
            laid.push(Laid { seat: Seat::new(0), lay });
        }
        let mut numbered = |picture: &str, first: u8| -> Vec<DominoNumber> {
            let row: Vec<Drawn> = read_rows(picture).concat().into_iter().flatten().collect();
            let numbers = first..first + row.len() as u8;
            for (number, drawn) in numbers.clone().zip(row) {
                dominoes[number as usize - 1] = drawn;
            }
            numbers.map(DominoNumber::new).collect()
        };
        let hands = (0..self.hands.len()).map(|seat| numbered(self.hands[seat], 10 * seat as u8 + 11)).collect();
        let pile = numbered(self.pile, 51);
        let set = Arc::new(Set::read(&set_file(&dominoes)).unwrap());
        let options = Options::read(&self.values, set).unwrap();
        let laid = in_an_order_of_laying(laid);
        Position::arrange(&Arrangement { options, laid, hands, pile, turn: self.turn }).unwrap()
    }
}

/// A set file with these dominoes, numbered from 1.
pub fn set_file(dominoes: &[Drawn]) -> String {
    let mut file = String::from(
        "id = \"drawn\"\nplayers = [2, 3, 4]\nround_colours = [\"red\", \"blue\", \"yellow\"]\ndog_colours = [\"brown\", \"white\", \"grey\"]\n",
    );
    for (number, drawn) in (1..).zip(dominoes) {
        let colours = drawn.clone().map(|corner| match &corner[..1] {
            "r" => "red",
            "b" => "blue",
            "y" => "yellow",
            other => panic!("{other:?} is not a colour"),
        });
        let animals = drawn.clone().map(|corner| match &corner[1..] {
            "." => "",
            "B" => "brown",
            "W" => "white",
            "G" => "grey",
            "c" => "cat",
            other => panic!("{other:?} is not an animal"),
        });
        writeln!(file, "[[domino]]\nnumber = {number}\ncorners = {colours:?}\nanimals = {animals:?}").unwrap();
    }
    file
}

/// Rows of places, from the north, as they are drawn.
fn read_rows(picture: &str) -> Vec<Vec<Option<Drawn>>> {
    let lines: Vec<&str> = picture.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let halves = |line: &str| -> Vec<[String; 2]> {
        let pair = |place: &str| place.split_whitespace().map(str::to_owned).collect::<Vec<_>>().try_into().unwrap();
        line.split('|').map(pair).collect()
    };
    let domino = |(north, south): ([String; 2], [String; 2])| {
        let ([north_west, north_east], [south_west, south_east]) = (north, south);
        (north_west != "--").then_some([north_west, north_east, south_east, south_west])
    };
    lines.chunks(2).map(|row| halves(row[0]).into_iter().zip(halves(row[1])).map(domino).collect()).collect()
}

fn places(rows: &[Vec<Option<Drawn>>]) -> Vec<(Point, Drawn)> {
    let mut places = Vec::new();
    for (y, row) in (0..rows.len() as i16).rev().zip(rows) {
        for (x, drawn) in (0..).zip(row) {
            places.extend(drawn.clone().map(|drawn| (Point::new(x, y), drawn)));
        }
    }
    places
}

/// From 0,0 on, each beside one before it.
fn in_an_order_of_laying(mut dominoes: Vec<Laid>) -> Vec<Laid> {
    let mut laid: Vec<Laid> = Vec::new();
    while !dominoes.is_empty() {
        let next = dominoes.iter().position(|domino| match laid.len() {
            0 => domino.lay.at == Point::default(),
            _ => laid.iter().any(|other| other.lay.at.beside().contains(&domino.lay.at)),
        });
        laid.push(dominoes.remove(next.expect("the picture hangs together and has a domino at the bottom left")));
    }
    laid
}

/// Plays moves that have to be legal.
pub fn play(position: &mut Position, moves: &[&str]) {
    for spelling in moves {
        let mv = DogCity::read_move(position, spelling).unwrap();
        position.play(mv).unwrap_or_else(|illegal| panic!("{spelling} is refused: {illegal}\n{position:?}"));
    }
}

/// The clause for which a move is refused.
pub fn refused(position: &Position, spelling: &str) -> &'static str {
    let mv = DogCity::read_move(position, spelling).unwrap();
    let illegal = position.check(mv).expect_err(&format!("{spelling} is legal\n{position:?}"));
    assert!(illegal.to_string().starts_with(illegal.clause().0) && !illegal.text().fr.is_empty());
    illegal.clause().0
}

/// Every legal move as it is written.
pub fn legal(position: &Position) -> Vec<String> {
    position.legal_moves().into_iter().map(|mv| DogCity::write_move(position, mv)).collect()
}

/// Whether a move is among them.
pub fn is_legal(position: &Position, spelling: &str) -> bool {
    legal(position).iter().any(|mv| mv == spelling)
}

/// The count of each seat.
pub fn score(position: &Position) -> Vec<i32> {
    position.score().as_slice().to_vec()
}

/// The turn of a seat.
pub fn seat(number: usize) -> Turn {
    Turn::Seat(Seat::new(number))
}
