//! The games, and their options as forms.

use serde::Serialize;
use tablee_core::form::{Field, form, settle};
use tablee_core::lang::quote;
use tablee_core::{Game, Knowledge, Setup, Text, text};
use tablee_games::options::standard_set;
use tablee_games::{GameId, read_options, with_game};
use tsify::Tsify;

/// A game of the catalogue, with what the pages show of it before anyone plays.
#[derive(Serialize, Tsify)]
pub struct GameCard {
    /// Its id, as in addresses and files.
    pub id: &'static str,
    /// Its name, the same in all languages.
    pub name: &'static str,
    /// One sentence about it.
    pub about: Text,
    /// Whether anything is ever drawn.
    pub chance: bool,
    /// How many levels its bots have.
    pub levels: usize,
    /// How a setup is written that players laid themselves; empty if there is nothing to settle.
    pub setup_example: &'static str,
}

/// Every game, in the order in which the pages show them.
pub fn catalogue() -> Vec<GameCard> {
    GameId::ALL.into_iter().map(|id| with_game!(id, G => card::<G>())).collect()
}

fn card<G: Game<Position: Knowledge>>() -> GameCard {
    GameCard {
        id: G::ID,
        name: G::NAME,
        about: G::ABOUT.into(),
        chance: G::CHANCE,
        levels: G::Position::LEVELS.len(),
        setup_example: <G::Setup as Setup<G::Options>>::EXAMPLE,
    }
}

/// The game of this id.
pub(crate) fn game(id: &str) -> Result<GameId, Text> {
    GameId::from_name(id).ok_or_else(|| {
        let id = quote(id);
        text!("there is no game {id}", "il n’y a pas de jeu {id}")
    })
}

/// Options by name, as people write them.
pub(crate) type Pairs = Vec<(String, String)>;

/// The options of a game as a form, for the values chosen so far.
pub(crate) fn option_form(game_id: &str, values: &Pairs, changed: &str) -> Result<Vec<Field>, Text> {
    with_game!(game(game_id)?, G => {
        let options = settle::<G>(&read_options::<G>(values)?, changed, &standard_set::<G>())?;
        Ok(form::<G>(&options))
    })
}
