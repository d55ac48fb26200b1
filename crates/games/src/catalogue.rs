//! The games of the house.
//!
//! Adding one adds a line to each of the three lists here, and to nothing else outside its own crate.

use std::fmt;

use tablee_core::Lang;

/// A game of the house.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameId {
    /// Dominoes stacked on a board of parcels.
    Kumata,
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
        }
    };
}

impl GameId {
    /// Every game.
    pub const ALL: [GameId; 1] = [GameId::Kumata];

    /// The game with this id, such as `kumata`.
    pub fn from_name(name: &str) -> Option<GameId> {
        GameId::ALL.into_iter().find(|game| game.name() == name)
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
    match game {
        GameId::Kumata => {
            lang.pick(include_str!("../../../docs/rules/kumata.en.md"), include_str!("../../../docs/rules/kumata.fr.md"))
        }
    }
}
