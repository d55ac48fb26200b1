//! The options: what the players agree on before a game.

use std::sync::Arc;

use tablee_core::lang::quote;
use tablee_core::options::PLAYERS_2_TO_4;
use tablee_core::{BySeat, Label, OptionKind, OptionSpec, OptionValue, OptionValues, Seat, Text, text};

use crate::layout::LayoutKind;
use crate::set::{Clan, Face, Set};

/// The options of a game of Kumata, complete and consistent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// How many play: 2 to 4.
    pub players: usize,
    /// The clan of each seat, all different (K5).
    pub clans: Vec<Clan>,
    /// How the tiles lie (K7, K35).
    pub layout: LayoutKind,
    /// Two teams, partners opposite (K36).
    pub teams: bool,
    /// The seats from youngest to oldest (K8).
    pub youngest: Vec<Seat>,
    /// What is printed on the components.
    pub set: Arc<Set>,
}

pub(crate) const SPECS: &[OptionSpec] = &[
    PLAYERS_2_TO_4,
    OptionSpec {
        name: "clans",
        kind: OptionKind::Words(&Clan::NAMES),
        help: Label::new(
            "the clan of each seat (default hippos,crocodiles for two, else monkeys,snakes,toucans,tigers)",
            "le clan de chaque place (par défaut hippos,crocodiles à deux, sinon monkeys,snakes,toucans,tigers)",
        ),
    },
    OptionSpec {
        name: "layout",
        kind: OptionKind::Word(&["square", "maze"]),
        help: Label::new(
            "how the tiles lie: square (default) or maze",
            "la pose des tuiles : square (carré, par défaut) ou maze (dédale)",
        ),
    },
    OptionSpec {
        name: "teams",
        kind: OptionKind::Flag,
        help: Label::new(
            "two teams of two, partners opposite (4 players)",
            "deux équipes de deux, partenaires face à face (4 joueurs)",
        ),
    },
    OptionSpec {
        name: "youngest",
        kind: OptionKind::Seats,
        help: Label::new(
            "the seats from youngest to oldest (default 0,1,2,3)",
            "les places du plus jeune au plus âgé (par défaut 0,1,2,3)",
        ),
    },
];

impl Options {
    /// The face of the material that is used.
    pub fn face(&self) -> Face {
        Face::for_players(self.players)
    }

    /// The team of each seat; without teams everyone is their own.
    pub fn team(&self) -> BySeat<u8> {
        BySeat::from_fn(self.players, |seat| if self.teams { seat.number() as u8 % 2 } else { seat.number() as u8 })
    }

    /// Completes and checks options.
    ///
    /// # Errors
    /// What does not go together, and the clause.
    pub fn read(values: &OptionValues, set: Arc<Set>) -> Result<Options, Text> {
        let players = values.number("players", 2);
        if !(2..=4).contains(&players) {
            return Err(text!("Kumata is for 2 to 4 players, not {players}", "Kumata se joue de 2 à 4 joueurs, pas à {players}"));
        }
        let players = players as usize;
        let layout = match values.word("layout") {
            Some("maze") => LayoutKind::Maze,
            _ => LayoutKind::Square,
        };
        let teams = values.flag("teams");
        if teams && players != 4 {
            return Err(text!("K36: union is for 4 players, not {players}", "K36 : le mode union se joue à 4, pas à {players}"));
        }
        let clans = read_clans(values.words("clans"), players)?;
        Ok(Options { players, clans, layout, teams, youngest: values.youngest(players)?, set })
    }

    /// Every option with its value.
    pub fn values(&self) -> OptionValues {
        let clans = self.clans.iter().map(|clan| clan.name().to_owned()).collect();
        OptionValues::new()
            .with("players", OptionValue::Number(self.players as i64))
            .with("clans", OptionValue::Words(clans))
            .with("layout", OptionValue::Word(self.layout.name().to_owned()))
            .with("teams", OptionValue::Flag(self.teams))
            .with("youngest", OptionValue::Seats(self.youngest.clone()))
    }
}

fn read_clans(names: Option<&[String]>, players: usize) -> Result<Vec<Clan>, Text> {
    let face = Face::for_players(players);
    let Some(names) = names else {
        return Ok(face.clans()[..players].to_vec());
    };
    if names.len() != players {
        let given = names.len();
        return Err(text!(
            "K5: every player has a clan, and the number of clans given is {given} for {players} players",
            "K5 : chaque joueur a un clan, et le nombre de clans donnés est {given} pour {players} joueurs"
        ));
    }
    let known = face.clans().iter().map(|clan| clan.name()).collect::<Vec<_>>().join(", ");
    let mut clans = Vec::new();
    for name in names {
        let Some(clan) = Clan::from_name(name).filter(|clan| face.clans().contains(clan)) else {
            let name = quote(name);
            return Err(text!(
                "K4: {name} is not a clan for {players} players (they are {known})",
                "K4 : {name} n’est pas un clan pour {players} joueurs (ce sont {known})"
            ));
        };
        if clans.contains(&clan) {
            return Err(text!("K5: two players have the clan {name}", "K5 : deux joueurs ont le clan {name}"));
        }
        clans.push(clan);
    }
    Ok(clans)
}
