//! The options: what the players agree on before a game.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use tablee_core::options::PLAYERS_2_TO_4;
use tablee_core::{Label, OptionKind, OptionSpec, OptionValue, OptionValues, Seat, Text, text};

use crate::set::{Domino, Set};

/// The options of a game of Dog City Domino, complete and consistent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// How many play: 2 to 4.
    pub players: usize,
    /// The seats from youngest to oldest (D3).
    pub youngest: Vec<Seat>,
    /// What a black cat in hand costs at the end (D21).
    pub cat_in_hand: u8,
    /// What is printed on the components.
    pub set: Arc<Set>,
}

pub(crate) const SPECS: &[OptionSpec] = &[
    PLAYERS_2_TO_4,
    OptionSpec {
        name: "youngest",
        kind: OptionKind::Seats,
        help: Label::new(
            "the seats from youngest to oldest (default 0,1,2,3); the youngest begins",
            "les places du plus jeune au plus âgé (par défaut 0,1,2,3) ; le plus jeune commence",
        ),
    },
    OptionSpec {
        name: "cat_in_hand",
        kind: OptionKind::Number { min: 1, max: 2 },
        help: Label::new(
            "what a black cat in hand costs at the end, 1 or 2 (default 2)",
            "ce que coûte à la fin un chat noir en main, 1 ou 2 (2 par défaut)",
        ),
    },
];

impl Options {
    /// Completes and checks options.
    ///
    /// # Errors
    /// What does not go together, and the clause.
    pub fn read(values: &OptionValues, set: Arc<Set>) -> Result<Options, Text> {
        let players = values.number("players", 2);
        if !(2..=4).contains(&players) {
            return Err(text!(
                "Dog City Domino is for 2 to 4 players, not {players}",
                "Dog City Domino se joue de 2 à 4 joueurs, pas à {players}"
            ));
        }
        let players = players as usize;
        if !set.players().contains(&players) {
            let (id, count) = (set.id(), set.count());
            return Err(text!(
                "D1: the set {id} with its {count} dominoes does not suit {players} players",
                "D1 : le matériel {id} et ses {count} dominos ne conviennent pas à {players} joueurs"
            ));
        }
        let cat_in_hand = values.number("cat_in_hand", 2);
        if !(1..=2).contains(&cat_in_hand) {
            return Err(text!(
                "D21: a black cat in hand costs 1 or 2, not {cat_in_hand}",
                "D21 : un chat noir en main coûte 1 ou 2, pas {cat_in_hand}"
            ));
        }
        Ok(Options { players, youngest: values.youngest(players)?, cat_in_hand: cat_in_hand as u8, set })
    }

    /// Every option with its value.
    pub fn values(&self) -> OptionValues {
        OptionValues::new()
            .with("players", OptionValue::Number(self.players as i64))
            .with("youngest", OptionValue::Seats(self.youngest.clone()))
            .with("cat_in_hand", OptionValue::Number(i64::from(self.cat_in_hand)))
    }

    /// What a domino still in hand costs (D20, D21).
    pub(crate) fn cost_in_hand(&self, domino: Domino) -> i32 {
        i32::from(domino.dogs()) + i32::from(domino.cats()) * i32::from(self.cat_in_hand)
    }
}

/// Positions of one game share their options, so these need not tell much apart.
impl Hash for Options {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.players, self.cat_in_hand).hash(state);
    }
}
