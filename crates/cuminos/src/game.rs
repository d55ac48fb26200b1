//! `core::Game` for Cuminos, which ties everything together.

use std::collections::BTreeSet;
use std::sync::Arc;

use tablee_core::data::DataError;
use tablee_core::{Game, Label, Lang, OptionSpec, OptionValue, OptionValues, Seat, SeatCount, Sheet, Text};

use crate::block::Block;
use crate::moves::{Cube, Lay, Move, Spot};
use crate::options::{Options, SPECS, Teams};
use crate::position::Position;
use crate::set::{SET_KEYS, Set};
use crate::{notation, sketch};

/// The game as a type, for the catalogue.
#[derive(Clone, Copy, Debug)]
pub enum Cuminos {}

impl Game for Cuminos {
    type Set = Set;
    type Options = Options;
    /// Chance settles nothing before the first ply: hands are drawn ply by ply.
    type Setup = ();
    type Position = Position;

    const ID: &'static str = "cuminos";
    const NAME: &'static str = "Cuminos";
    const ABOUT: Label = Label::new(
        "three-dimensional dominoes grow from a standing source, along the table and up to three ranks high (2 to 6 players)",
        "des dominos en trois dimensions poussent à partir d’une source dressée, sur la table et jusqu’à trois rangs de haut (2 à 6 joueurs)",
    );
    const OPTIONS: &'static [OptionSpec] = SPECS;
    const CHANCE: bool = true;
    const LEGEND: Label = Label::new(
        "A plan for each rank. 3─────1 is a lying block, 3^1 a standing one (3 below, 1 above); ° is an open end; ² ³ … is the height, above the table.",
        "Un plan par rang. 3─────1 est un bloc couché, 3^1 un bloc debout (3 en bas, 1 en haut) ; ° est une extrémité libre ; ² ³ … est la hauteur, au-dessus de la table.",
    );
    const SET_KEYS: &'static [&'static str] = SET_KEYS;
    const STANDARD_SET: &'static str = include_str!("../../../sets/cuminos.toml");

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
        let teams = |number, teams: Teams| players(number).with("teams", OptionValue::Word(teams.name().to_owned()));
        let mut samples: Vec<_> = (2..=6).map(players).collect();
        samples.extend([teams(4, Teams::Pairs), teams(6, Teams::Pairs), teams(6, Teams::Triples)]);
        samples
    }

    fn start(options: &Options, (): &()) -> Position {
        Position::new(options)
    }

    fn write_move(_: &Position, mv: Move) -> String {
        notation::write(mv)
    }

    fn read_move(_: &Position, text: &str) -> Result<Move, Text> {
        notation::read(text)
    }

    fn conceivable(position: &Position, out: &mut Vec<Move>) {
        out.push(Move::Pass);
        out.extend(Block::all().map(Move::Draw));
        // Every pair of cubes with a common face up to two spots from what is laid and one above what can be reached,
        // and each cube with itself.
        let mut spots: BTreeSet<Spot> = position.laid().iter().flat_map(|laid| laid.lay.cubes()).map(Cube::spot).collect();
        spots.insert(Spot::SOURCE);
        for _ in 0..2 {
            spots = spots.iter().flat_map(|spot| spot.beside()).chain(spots.iter().copied()).collect();
        }
        for first in spots.into_iter().flat_map(|spot| (1..=6).map(move |z| Cube::at(spot, z))) {
            let beside = first.spot().beside().map(|spot| Cube::at(spot, first.z()));
            let around = [first, Cube::at(first.spot(), first.z() + 1), Cube::at(first.spot(), first.z() - 1)];
            for second in beside.into_iter().chain(around).filter(|second| second.z() > 0) {
                out.extend(Block::all().map(|block| Move::Lay(Lay::new(block, first, second))));
            }
        }
    }

    fn seat_name(options: &Options, seat: Seat) -> Label {
        options.colour(seat).label()
    }

    fn draw(position: &Position, last: Option<Move>, lang: Lang) -> Sheet {
        sketch::draw(position, last, lang)
    }

    fn count(position: &Position) -> Vec<SeatCount> {
        position.unfolded()
    }
}
