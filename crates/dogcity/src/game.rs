//! `core::Game` for Dog City Domino, which ties everything together.

use std::sync::Arc;

use tablee_core::data::DataError;
use tablee_core::geometry::{Point, QuarterTurns};
use tablee_core::{Game, Label, Lang, OptionSpec, OptionValue, OptionValues, Seat, SeatCount, Sheet, Text};

use crate::moves::{Lay, Move};
use crate::options::{Options, SPECS};
use crate::position::Position;
use crate::set::{DominoNumber, SET_KEYS, Set};
use crate::{notation, sketch, telling};

/// The game as a type, for the catalogue.
#[derive(Clone, Copy, Debug)]
pub enum DogCity {}

impl Game for DogCity {
    type Set = Set;
    type Options = Options;
    type Setup = ();
    type Position = Position;

    const ID: &'static str = "dogcity";
    const NAME: &'static str = "Dog City Domino";
    const ABOUT: Label = Label::new(
        "lay square dominoes corner to corner; complete a round to score the dogs on it (2 to 4 players)",
        "posez des dominos carrés coin contre coin ; complétez un rond pour marquer les chiens qui s’y trouvent (2 à 4 joueurs)",
    );
    const OPTIONS: &'static [OptionSpec] = SPECS;
    const CHANCE: bool = true;
    const LEGEND: Label = Label::new(
        "Each corner is the colour of its quarter-round (r red, b blue, y yellow) and its animal (· is none); the number in the middle is the domino's.",
        "Chaque coin est la couleur de son quart de rond (r rouge, b bleu, j jaune) et son animal (· : aucun) ; le nombre au milieu est celui du domino.",
    );
    const SET_KEYS: &'static [&'static str] = SET_KEYS;
    const STANDARD_SET: &'static str = include_str!("../../../sets/dogcity.toml");

    fn read_set(source: &str) -> Result<Set, DataError> {
        Set::read(source)
    }

    fn write_set(set: &Set) -> String {
        set.write()
    }

    fn set_id(set: &Set) -> &str {
        set.id()
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
        let cheap_cats = |values: OptionValues| values.with("cat_in_hand", OptionValue::Number(1));
        let youngest = |values: OptionValues, seats: &[usize]| {
            values.with("youngest", OptionValue::Seats(seats.iter().copied().map(Seat::new).collect()))
        };
        vec![
            players(2),
            players(3),
            players(4),
            cheap_cats(players(2)),
            cheap_cats(players(3)),
            cheap_cats(players(4)),
            youngest(players(2), &[1, 0]),
            youngest(players(3), &[2, 0, 1]),
            youngest(cheap_cats(players(4)), &[3, 1, 2, 0]),
        ]
    }

    fn start(options: &Options, (): &()) -> Position {
        Position::new(options)
    }

    fn write_move(_: &Position, mv: Move) -> String {
        notation::write(mv)
    }

    fn read_move(position: &Position, text: &str) -> Result<Move, Text> {
        notation::read(&position.options().set, text)
    }

    fn conceivable(position: &Position, out: &mut Vec<Move>) {
        // Every number of the set and two that are not, everywhere on the table and two places around it.
        let numbers = || (0..=position.options().set.count() as u8 + 1).map(DominoNumber::new);
        out.extend(numbers().map(Move::Draw));
        out.extend([Move::Swap, Move::Pass]);
        let (low, high) = sketch::extent(position);
        let places = (low.x - 2..=high.x + 2).flat_map(|x| (low.y - 2..=high.y + 2).map(move |y| Point::new(x, y)));
        let far = [Point::new(i16::MAX, i16::MIN), Point::new(64, 0), Point::new(0, -64)];
        for at in places.chain(far) {
            for domino in numbers() {
                out.extend(QuarterTurns::ALL.map(|turns| Move::Lay(Lay { at, domino, turns })));
            }
        }
    }

    fn seat_name(_: &Options, seat: Seat) -> Label {
        telling::seat_name(seat)
    }

    fn draw(position: &Position, last: Option<Move>, lang: Lang) -> Sheet {
        sketch::draw(position, last, lang)
    }

    fn count(position: &Position) -> Vec<SeatCount> {
        position.unfolded()
    }
}
