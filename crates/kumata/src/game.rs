//! `core::Game` for Kumata, which ties everything together.

use std::sync::Arc;

use tablee_core::data::DataError;
use tablee_core::geometry::{QuarterTurns, Square};
use tablee_core::{
    Dice, Fact, Facts, Game, Label, Lang, OptionSpec, OptionValue, OptionValues, Seat, SeatCount, Setup, Sheet, Text, text,
};

use crate::layout::{Layout, TilePlace};
use crate::moves::{Lay, Move};
use crate::options::{Options, SPECS};
use crate::position::Position;
use crate::set::{Domino, Face, Printed, SET_KEYS, Set, TILES};
use crate::{board::Board, notation, sketch};

/// The game as a type, for the catalogue.
#[derive(Clone, Copy, Debug)]
pub enum Kumata {}

impl Game for Kumata {
    type Set = Set;
    type Options = Options;
    type Setup = Layout;
    type Position = Position;

    const ID: &'static str = "kumata";
    const NAME: &'static str = "Kumata";
    const ABOUT: Label = Label::new(
        "stack your clan's dominoes on a board of parcels; whatever still shows at the end counts (2 to 4 players)",
        "empilez les dominos de votre clan sur un plateau de parcelles ; ce qui reste visible à la fin compte (2 à 4 joueurs)",
    );
    const OPTIONS: &'static [OptionSpec] = SPECS;
    const CHANCE: bool = true;
    const LEGEND: Label = Label::new(
        "hi3² is a parcel of the hippos with the value 3 (· is empty) on level 2; ^ is a totem; the halves of one domino have no wall between them. p1:3-1+4 is pile 1: its top 3-1, and four hidden under it.",
        "hi3² est une parcelle des hippopotames de valeur 3 (· est vide) au niveau 2 ; ^ est un totem ; les moitiés d’un même domino n’ont pas de mur entre elles. p1:3-1+4 est la pile 1 : son dessus 3-1, et quatre cachés dessous.",
    );
    const SET_KEYS: &'static [&'static str] = SET_KEYS;
    const STANDARD_SET: &'static str = include_str!("../../../sets/kumata.toml");

    fn read_set(source: &str) -> Result<Set, DataError> {
        Set::read(source)
    }

    fn write_set(set: &Set) -> String {
        set.write()
    }

    fn set_id(set: &Set) -> &str {
        &set.id
    }

    fn options(values: &OptionValues, set: Arc<Set>) -> Result<Options, Text> {
        Options::read(values, set)
    }

    fn option_values(options: &Options) -> OptionValues {
        options.values()
    }

    fn set(options: &Options) -> &Arc<Set> {
        &options.set
    }

    fn samples() -> Vec<OptionValues> {
        let players = |number| OptionValues::new().with("players", OptionValue::Number(number));
        let maze = |values: OptionValues| values.with("layout", OptionValue::Word("maze".to_owned()));
        let teams = |values: OptionValues| values.with("teams", OptionValue::Flag(true));
        vec![
            players(2),
            players(3),
            players(4),
            maze(players(2)),
            maze(players(3)),
            maze(players(4)),
            teams(players(4)),
            teams(maze(players(4))),
        ]
    }

    fn start(options: &Options, setup: &Layout) -> Position {
        Position::new(options, setup)
    }

    fn write_move(_: &Position, mv: Move) -> String {
        notation::write(mv)
    }

    fn read_move(_: &Position, text: &str) -> Result<Move, Text> {
        notation::read(text)
    }

    fn conceivable(position: &Position, out: &mut Vec<Move>) {
        let dominoes = Domino::all(Face::TwoColour);
        out.extend(dominoes.clone().map(Move::Draw));
        out.extend((0..=16).map(Move::NewPile));
        // Every pair of squares at most one column and one row apart, on the board or beside it; a double only one way
        // round.
        let (columns, rows) = position.board().size();
        let squares = || (0..=columns).flat_map(|col| (0..=rows).map(move |row| Square::new(col, row)));
        for domino in dominoes {
            for first in squares() {
                for second in squares().filter(|second| first.col.abs_diff(second.col) < 2 && first.row.abs_diff(second.row) < 2)
                {
                    out.extend([false, true].map(|totem| Move::Lay(Lay::new(domino, first, second, totem))));
                }
            }
        }
    }

    fn seat_name(options: &Options, seat: Seat) -> Label {
        options.clans[seat.number()].label()
    }

    fn draw(position: &Position, last: Option<Move>, lang: Lang) -> Sheet {
        sketch::draw(position, last, lang)
    }

    fn count(position: &Position) -> Vec<SeatCount> {
        position.unfolded()
    }
}

impl Setup<Options> for Layout {
    const EXAMPLE: &'static str = "1@a1r0 2@c1r3 …";

    fn random(options: &Options, dice: &mut dyn Dice) -> Layout {
        Layout::random(options.layout, dice)
    }

    fn write(&self, _: &Options) -> String {
        self.to_string()
    }

    fn read(options: &Options, line: &str) -> Result<Layout, Text> {
        Layout::read(line, options.layout)
    }

    fn facts(&self, options: &Options) -> Facts {
        let board = Board::new(options, self);
        let by_square = |fact: fn(&crate::Parcel) -> Fact| {
            board.parcels().iter().map(|parcel| (parcel.square.to_string(), fact(parcel))).collect()
        };
        vec![
            ("parcels".to_owned(), by_square(|parcel| Fact::Text(parcel.printed.to_string()))),
            ("tiles".to_owned(), by_square(|parcel| Fact::Number(i64::from(parcel.tile)))),
        ]
    }

    fn from_facts(options: &Options, facts: &Facts) -> Result<Layout, Text> {
        let printed = read_facts(facts, "parcels", |fact| match fact {
            Fact::Text(parcel) => Printed::read(parcel, options.face()).ok(),
            Fact::Number(_) => None,
        })?;
        let tiles = read_facts(facts, "tiles", |fact| match fact {
            Fact::Number(number) => usize::try_from(*number).ok().filter(|number| (1..=TILES).contains(number)),
            Fact::Text(_) => None,
        })?;
        let mut places = Vec::with_capacity(TILES);
        for number in 1..=TILES {
            places.push(find_tile(options, number, &printed, &tiles)?);
        }
        Layout::new(places.try_into().expect("there are nine tiles"), options.layout)
    }
}

/// Reads one of the two lists of a trace's setup, one fact per square.
fn read_facts<T>(facts: &Facts, name: &str, read: impl Fn(&Fact) -> Option<T>) -> Result<Vec<(Square, T)>, Text> {
    let Some((_, list)) = facts.iter().find(|(known, _)| known == name) else {
        return Err(text!("the setup has no {name}", "la mise en place n’a pas de {name}"));
    };
    list.iter()
        .map(|(square, fact)| {
            let read = square.parse().ok().zip(read(fact));
            read.ok_or_else(|| text!("{name}: {square} cannot be {fact}", "{name} : {square} ne peut être {fact}"))
        })
        .collect()
}

/// Finds where a tile lies, by the squares that bear its number, and how it is turned, by their print.
fn find_tile(
    options: &Options,
    number: usize,
    printed: &[(Square, Printed)],
    tiles: &[(Square, usize)],
) -> Result<TilePlace, Text> {
    let mut squares: Vec<_> = tiles.iter().filter(|(_, tile)| *tile == number).map(|(square, _)| *square).collect();
    squares.sort_unstable();
    let Some(corner) = squares.first().map(|square| square.point()) else {
        return Err(text!("tile {number} is not laid", "la tuile {number} n’est pas posée"));
    };
    let place = TilePlace { corner, turns: QuarterTurns::default() };
    let mut expected: Vec<_> = place.parcels().into_iter().filter_map(Square::from_point).collect();
    expected.sort_unstable();
    if squares != expected {
        return Err(text!(
            "tile {number} is not a square of 2×2 parcels",
            "la tuile {number} n’est pas un carré de 2×2 parcelles"
        ));
    }
    let shown =
        place.parcels().map(|point| printed.iter().find(|(square, _)| square.point() == point).map(|(_, printed)| *printed));
    let tile = options.set.tiles[number - 1].face(options.face());
    QuarterTurns::ALL
        .into_iter()
        .find(|turns| turns.corners(*tile).map(Some) == shown)
        .map(|turns| TilePlace { corner, turns })
        .ok_or_else(|| {
            let id = &options.set.id;
            text!(
                "the parcels of tile {number} are not those of the set {id}, however it is turned",
                "les parcelles de la tuile {number} ne sont pas celles du matériel {id}, quelle que soit son orientation"
            )
        })
}
