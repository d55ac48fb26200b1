//! The options: what the players agree on before a game.

use std::sync::Arc;

use tablee_core::options::PLAYERS_2_TO_6;
use tablee_core::{BySeat, Label, MAX_SEATS, OptionKind, OptionSpec, OptionValue, OptionValues, Seat, Text, text};

use crate::set::{Colour, Set};

/// Who plays with whom (C24).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Teams {
    /// Everyone alone.
    None,
    /// Teams of two, for 4 or 6 players.
    Pairs,
    /// Teams of three, for 6 players.
    Triples,
}

impl Teams {
    const NAMES: [&'static str; 3] = ["none", "pairs", "triples"];

    /// Its name in files and commands.
    pub const fn name(self) -> &'static str {
        Teams::NAMES[self as usize]
    }

    /// How many play together.
    const fn size(self) -> usize {
        match self {
            Teams::None => 1,
            Teams::Pairs => 2,
            Teams::Triples => 3,
        }
    }
}

/// The options of a game of Cuminos, complete and consistent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// How many play: 2 to 6.
    pub players: usize,
    /// Who plays with whom (C24).
    pub teams: Teams,
    /// The components.
    pub set: Arc<Set>,
}

pub(crate) const SPECS: &[OptionSpec] = &[
    PLAYERS_2_TO_6,
    OptionSpec {
        name: "teams",
        kind: OptionKind::Word(&Teams::NAMES),
        help: Label::new(
            "none (default), pairs (4 or 6 players) or triples (6 players)",
            "none (aucune équipe, par défaut), pairs (équipes de deux, à 4 ou 6) ou triples (équipes de trois, à 6)",
        ),
    },
];

impl Options {
    /// The team of each seat; without teams everyone is their own (C24).
    pub fn team(&self) -> BySeat<u8> {
        let teams = self.players / self.teams.size();
        BySeat::from_fn(self.players, |seat| (seat.number() % teams) as u8)
    }

    /// The colour of a seat (C1).
    pub fn colour(&self, seat: Seat) -> Colour {
        self.set.colours[seat.number()]
    }

    /// How many blocks each player draws for a round, the opener one more (C3).
    pub(crate) fn hand_size(&self) -> u32 {
        match self.players {
            ..=2 => 7,
            3 | 4 => 6,
            _ => 5,
        }
    }

    /// Completes and checks options.
    ///
    /// # Errors
    /// What does not go together, and the clause.
    pub fn read(values: &OptionValues, set: Arc<Set>) -> Result<Options, Text> {
        let players = values.number("players", 2);
        if !(2..=MAX_SEATS as i64).contains(&players) {
            return Err(text!(
                "Cuminos is for 2 to {MAX_SEATS} players, not {players}",
                "Cuminos se joue de 2 à {MAX_SEATS} joueurs, pas à {players}"
            ));
        }
        let (players, colours) = (players as usize, set.colours.len());
        if players > colours {
            return Err(text!(
                "C1: each player has a colour, and the set has {colours} for {players} players",
                "C1 : chaque joueur a sa couleur, et le matériel en a {colours} pour {players} joueurs"
            ));
        }
        let teams = match values.word("teams") {
            Some("pairs") => Teams::Pairs,
            Some("triples") => Teams::Triples,
            _ => Teams::None,
        };
        match teams {
            Teams::Pairs if ![4, 6].contains(&players) => Err(text!(
                "C24: teams of two are for 4 or 6 players, not {players}",
                "C24 : les équipes de deux se forment à 4 ou 6, pas à {players}"
            )),
            Teams::Triples if players != 6 => Err(text!(
                "C24: teams of three are for 6 players, not {players}",
                "C24 : les équipes de trois se forment à 6, pas à {players}"
            )),
            _ => Ok(Options { players, teams, set }),
        }
    }

    /// Every option with its value.
    pub fn values(&self) -> OptionValues {
        OptionValues::new()
            .with("players", OptionValue::Number(self.players as i64))
            .with("teams", OptionValue::Word(self.teams.name().to_owned()))
    }
}
