//! `core::Game` for Rumis, which ties everything together.

use std::sync::Arc;

use tablee_core::data::DataError;
use tablee_core::geometry::Square;
use tablee_core::{Game, Label, Lang, OptionSpec, OptionValue, OptionValues, Seat, SeatCount, Sheet, Text};

use crate::board::Sector;
use crate::moves::{Cube, Lay, Move};
use crate::options::{Options, SPECS};
use crate::position::Position;
use crate::set::{SET_KEYS, Set};
use crate::stone::Pose;
use crate::{notation, sketch};

/// The game as a type, for the catalogue.
#[derive(Clone, Copy, Debug)]
pub enum Rumis {}

impl Game for Rumis {
    type Set = Set;
    type Options = Options;
    /// Chance settles nothing.
    type Setup = ();
    type Position = Position;

    const ID: &'static str = "rumis";
    const NAME: &'static str = "Rumis";
    const ABOUT: Label = Label::new(
        "build together with stones of two to four cubes; the faces of your colour seen from above count (2 to 6 players)",
        "bâtissez ensemble avec des pierres de deux à quatre cubes ; les faces de votre couleur vues d’en haut comptent (2 à 6 joueurs)",
    );
    const OPTIONS: &'static [OptionSpec] = SPECS;
    const CHANCE: bool = false;
    const LEGEND: Label = Label::new(
        "ye2/4 is a square with a stone of the yellow player on top, at height 2, where 4 is the limit (· is bare; the colours stand beside the names); squares of one stone have no wall between them. Outside the red line it is ye2:4.",
        "ja2/4 est une case dont la pierre du dessus est au joueur jaune, à la hauteur 2, la limite étant 4 (· est vide ; les couleurs sont à côté des noms) ; les cases d’une même pierre n’ont pas de mur entre elles. Hors de la ligne rouge c’est ja2:4.",
    );
    const SET_KEYS: &'static [&'static str] = SET_KEYS;
    const STANDARD_SET: &'static str = include_str!("../../../sets/rumis.toml");

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
        let word = |word: &str| OptionValue::Word(word.to_owned());
        let on = |board, players| OptionValues::new().with("players", OptionValue::Number(players)).with("board", word(board));
        let with_rules = |rules, board, players| on(board, players).with("rules", word(rules));
        let two_sector = |board, end| with_rules("two-sector", board, 2).with("sector_end", word(end));
        vec![
            on("chullpa", 2),
            on("chullpa", 3),
            on("chullpa", 4),
            on("pirka", 2),
            on("pisac", 3),
            on("pisac", 4),
            on("coricancha", 2),
            on("coricancha", 4),
            on("colca", 3),
            on("colca", 5),
            on("puncu", 3),
            on("apachita", 4),
            on("chaka", 2),
            on("chaka", 5),
            on("huaca", 3),
            on("huaca", 6),
            on("incahuasi", 4),
            with_rules("inverse", "puncu", 5),
            with_rules("inverse", "incahuasi", 6),
            two_sector("colca", "first-blocked"),
            two_sector("colca", "all-blocked"),
            two_sector("puncu", "all-blocked"),
            two_sector("apachita", "first-blocked"),
        ]
    }

    fn start(options: &Options, (): &()) -> Position {
        Position::new(options)
    }

    fn write_move(_: &Position, mv: Move) -> String {
        notation::write(mv)
    }

    fn read_move(position: &Position, text: &str) -> Result<Move, Text> {
        notation::read(position, text)
    }

    fn conceivable(position: &Position, out: &mut Vec<Move>) {
        // Every pose on the board, over its limits and around it.
        let (columns, rows) = position.board().size();
        let highest = position.options().limit().height + 1;
        let squares = (0..=columns).flat_map(|col| (0..=rows).map(move |row| Square::new(col, row)));
        let feet = squares.flat_map(|square| (1..=highest).map(move |height| Cube::new(square, height)));
        let lays = Pose::all().flat_map(|pose| feet.clone().filter_map(move |foot| Lay::new(pose, foot)));
        match position.sector() {
            Sector::First => out.extend(lays.map(Move::Lay)),
            // Every stone to be taken, laid in each of its poses; and sometimes another one instead.
            Sector::Second => {
                out.extend(lays.clone().step_by(11).map(Move::Lay));
                for (_, taken) in position.stones() {
                    let from = taken.first_cube();
                    let others = lays.clone().step_by(101);
                    let carried = lays.clone().filter(|to| to.stone() == taken.stone()).chain(others);
                    out.extend(carried.map(|to| Move::Carry { to, from }));
                    out.extend(taken.cubes().map(|from| Move::SetAside { from }));
                }
            }
        }
        out.extend(feet.map(|from| Move::SetAside { from }));
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
