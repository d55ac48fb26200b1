//! A game beyond its rules of play: its options, components, setup and notation, and how it is shown.

use std::sync::Arc;

use crate::data::DataError;
use crate::{Label, Lang, OptionSpec, OptionValues, Position, Seat, SeatCount, Setup, Sheet, Text};

/// The move of a game.
pub type MoveOf<G> = <<G as Game>::Position as Position>::Move;

/// One of the games.
///
/// A game is a type without values. It has everything that catalogue, pages, terminal and tests need besides
/// [`Position`].
pub trait Game: 'static {
    /// Its components, read from a set file.
    type Set: Clone + Eq + std::fmt::Debug + Send + Sync + 'static;
    /// Its options, complete and consistent, with the set that is played.
    type Options: Clone + Eq + std::fmt::Debug + Send + Sync + 'static;
    /// What chance or the players settle before the first ply.
    type Setup: Setup<Self::Options>;
    /// The state of a game, with the rules as methods.
    type Position: Position;

    /// Its id, on the command line and in files: `kumata`.
    const ID: &'static str;
    /// Its name, as people write it.
    const NAME: &'static str;
    /// One sentence that says what it is.
    const ABOUT: Label;
    /// Its options, in the order in which they are written; `set`, which every game has, is not listed.
    const OPTIONS: &'static [OptionSpec];
    /// Whether anything is ever drawn: without chance there is nothing to shuffle.
    const CHANCE: bool;
    /// How to read the table as [`Game::draw`] draws it.
    const LEGEND: Label;
    /// The keys at the top of a set file, by which one can tell for which game it is.
    const SET_KEYS: &'static [&'static str];
    /// Our own set file, which is part of the crate.
    const STANDARD_SET: &'static str;

    /// Reads a set file.
    ///
    /// # Errors
    /// The first thing that is wrong with it, and its line.
    fn read_set(source: &str) -> Result<Self::Set, DataError>;

    /// Writes a set as a file that [`Game::read_set`] reads as the same set.
    fn write_set(set: &Self::Set) -> String;

    /// The id that a set bears.
    fn set_id(set: &Self::Set) -> &str;

    /// Completes and checks options. Each value is already of its option's kind ([`OptionSpec::check`]).
    ///
    /// # Errors
    /// What does not go together, and why.
    fn options(values: &OptionValues, set: Arc<Self::Set>) -> Result<Self::Options, Text>;

    /// Every option with its value, defaults included, in the order of [`Game::OPTIONS`].
    fn option_values(options: &Self::Options) -> OptionValues;

    /// The set that is played.
    fn set(options: &Self::Options) -> &Arc<Self::Set>;

    /// Options that together cover everything that the game can be. The contract suite, the bench and the golden traces
    /// use them.
    fn samples() -> Vec<OptionValues>;

    /// The position before the first ply.
    fn start(options: &Self::Options, setup: &Self::Setup) -> Self::Position;

    /// The one canonical spelling of a move.
    fn write_move(position: &Self::Position, mv: MoveOf<Self>) -> String;

    /// Reads a move in any of its spellings. It need not be legal: [`Position::check`] tells.
    ///
    /// # Errors
    /// Why the text is not a move at all.
    fn read_move(position: &Self::Position, text: &str) -> Result<MoveOf<Self>, Text>;

    /// Appends every move that can be written here, legal or not. The tests compare them with [`Position::moves`].
    fn conceivable(position: &Self::Position, out: &mut Vec<MoveOf<Self>>);

    /// The name of a seat in this game: its clan, its colour.
    fn seat_name(options: &Self::Options, seat: Seat) -> Label;

    /// The table drawn as text; what `last` laid is marked.
    fn draw(position: &Self::Position, last: Option<MoveOf<Self>>, lang: Lang) -> Sheet;

    /// The count unfolded, as if the game ended now, in the order in which people count.
    fn count(position: &Self::Position) -> Vec<SeatCount>;
}
