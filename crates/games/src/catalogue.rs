//! The list of games.
//!
//! A new game adds a line to each of the four lists here, and its crate to the manifest and the re-exports of this
//! crate. Nothing else outside of its own crate changes.

use std::fmt;

use tablee_core::lang::quote;
use tablee_core::suggest::with_suggestion;
use tablee_core::{Lang, Text, text};

/// A game of the catalogue.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameId {
    /// Dominoes stacked on a board of parcels.
    Kumata,
    /// Stones of two to four cubes, built together.
    Rumis,
    /// Square dominoes whose corners make rounds.
    DogCity,
    /// Blocks of two cubes, in three ranks.
    Cuminos,
}

/// Runs a piece of code with the type of a game: `with_game!(id, G => play::<G>())`.
#[macro_export]
macro_rules! with_game {
    ($id:expr, $G:ident => $body:expr) => {
        match $id {
            $crate::GameId::Kumata => {
                type $G = $crate::kumata::Kumata;
                $body
            }
            $crate::GameId::Rumis => {
                type $G = $crate::rumis::Rumis;
                $body
            }
            $crate::GameId::DogCity => {
                type $G = $crate::dogcity::DogCity;
                $body
            }
            $crate::GameId::Cuminos => {
                type $G = $crate::cuminos::Cuminos;
                $body
            }
        }
    };
}

impl GameId {
    /// Every game, in the order of the catalogue.
    pub const ALL: [GameId; 4] = [GameId::Kumata, GameId::Rumis, GameId::DogCity, GameId::Cuminos];

    /// The game with this id, such as `kumata`.
    pub fn from_name(name: &str) -> Option<GameId> {
        GameId::ALL.into_iter().find(|game| game.name() == name)
    }

    /// The same for a name from outside.
    ///
    /// # Errors
    /// A sentence with the existing games.
    pub fn read(name: &str) -> Result<GameId, Text> {
        GameId::from_name(name).ok_or_else(|| {
            let names = GameId::ALL.map(GameId::name);
            let (given, known) = (quote(name), names.join(", "));
            let said =
                text!("there is no game {given} (the games are {known})", "il n’y a pas de jeu {given} (les jeux sont {known})");
            with_suggestion(said, name, names)
        })
    }

    /// Its id, on the command line and in files.
    pub fn name(self) -> &'static str {
        use tablee_core::Game;
        with_game!(self, G => G::ID)
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The rules of a game for its players, clause by clause, in Markdown.
pub fn rules_page(game: GameId, lang: Lang) -> &'static str {
    macro_rules! page {
        ($name:literal) => {
            lang.pick(
                include_str!(concat!("../../../docs/rules/", $name, ".en.md")),
                include_str!(concat!("../../../docs/rules/", $name, ".fr.md")),
            )
        };
    }
    match game {
        GameId::Kumata => page!("kumata"),
        GameId::Rumis => page!("rumis"),
        GameId::DogCity => page!("dogcity"),
        GameId::Cuminos => page!("cuminos"),
    }
}
