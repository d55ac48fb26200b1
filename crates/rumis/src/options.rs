//! The options: what the players agree on before a game.

use std::sync::Arc;

use tablee_core::lang::quote;
use tablee_core::options::PLAYERS_2_TO_6;
use tablee_core::suggest::with_suggestion;
use tablee_core::{Label, OptionKind, OptionSpec, OptionValue, OptionValues, Seat, Text, text};

use crate::board_plan::{BoardPlan, Limit, Line};
use crate::set::{Colour, Set};

/// The variants of the rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Rules {
    /// R5–R15.
    Standard,
    /// For five and six: stones of one colour never share a face (R16).
    Inverse,
    /// For two: the building moves to a second sector (R17–R30).
    TwoSector,
}

impl Rules {
    const NAMES: [&'static str; 3] = ["standard", "inverse", "two-sector"];

    /// Its name in files.
    pub const fn name(self) -> &'static str {
        Rules::NAMES[self as usize]
    }
}

/// When the first sector ends (R18).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SectorEnd {
    /// As soon as a player cannot lay a stone.
    FirstBlocked,
    /// When neither can.
    AllBlocked,
}

impl SectorEnd {
    const NAMES: [&'static str; 2] = ["first-blocked", "all-blocked"];

    /// Its name in files.
    pub const fn name(self) -> &'static str {
        SectorEnd::NAMES[self as usize]
    }
}

/// The options of a game of Rumis, complete and consistent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// How many play: 2 to 6.
    pub players: usize,
    /// The id of the board, which is one of the set.
    board: String,
    /// The variant of the rules.
    pub rules: Rules,
    /// When the first of two sectors ends (R18).
    pub sector_end: SectorEnd,
    /// The components.
    pub set: Arc<Set>,
}

/// The line around the first of two sectors (R17).
pub(crate) const RED: &str = "red";

pub(crate) const SPECS: &[OptionSpec] = &[
    PLAYERS_2_TO_6,
    OptionSpec {
        name: "board",
        kind: OptionKind::Word(&[]),
        help: Label::new(
            "a board of the set: chullpa (default), pirka, pisac, coricancha, colca (default with 5, 6 and two-sector), puncu, apachita, chaka, huaca, incahuasi",
            "un plateau du matériel : chullpa (par défaut), pirka, pisac, coricancha, colca (par défaut à 5, à 6 et pour two-sector), puncu, apachita, chaka, huaca, incahuasi",
        ),
    },
    OptionSpec {
        name: "rules",
        kind: OptionKind::Word(&Rules::NAMES),
        help: Label::new(
            "standard (default), inverse (5 or 6 players) or two-sector (2 players)",
            "standard (par défaut), inverse (à 5 ou 6) ou two-sector (deux secteurs, à 2)",
        ),
    },
    OptionSpec {
        name: "sector_end",
        kind: OptionKind::Word(&SectorEnd::NAMES),
        help: Label::new(
            "two-sector: the first sector ends with the first player blocked (first-blocked, default) or with both (all-blocked)",
            "two-sector : le premier secteur finit quand un joueur est bloqué (first-blocked, par défaut) ou quand tous le sont (all-blocked)",
        ),
    },
];

impl Options {
    /// The board that is played.
    pub fn board(&self) -> &BoardPlan {
        self.set.board(&self.board).expect("options name a board of their set")
    }

    /// The row of the board's table for this number of players (R2).
    pub fn limit(&self) -> &Limit {
        self.board().limit(self.players).expect("the board serves so many players")
    }

    /// The line to stay inside, in the two-sector game with the first sector; none is the whole board.
    pub fn line(&self) -> Option<&Line> {
        let name = if self.rules == Rules::TwoSector { Some(RED) } else { self.limit().inside.as_deref() };
        self.board().line(name?)
    }

    /// The colour of a seat.
    pub fn colour(&self, seat: Seat) -> Colour {
        self.set.colours[seat.number()]
    }

    /// Whether first stones touch the others at corners only (R15).
    pub fn corners_only(&self) -> bool {
        self.players > 4
    }

    /// Completes and checks options.
    ///
    /// # Errors
    /// What does not go together, and the clause.
    pub fn read(values: &OptionValues, set: Arc<Set>) -> Result<Options, Text> {
        let players = values.number("players", 2);
        if !(2..=6).contains(&players) {
            return Err(text!("Rumis is for 2 to 6 players, not {players}", "Rumis se joue de 2 à 6 joueurs, pas à {players}"));
        }
        let players = players as usize;
        let rules = match values.word("rules") {
            Some("inverse") => Rules::Inverse,
            Some("two-sector") => Rules::TwoSector,
            _ => Rules::Standard,
        };
        if rules == Rules::Inverse && players < 5 {
            return Err(text!(
                "R16: inverse is for 5 or 6 players, not {players}",
                "R16 : la variante inverse se joue à 5 ou 6, pas à {players}"
            ));
        }
        if rules == Rules::TwoSector && players != 2 {
            return Err(text!(
                "R17: two-sector is for 2 players, not {players}",
                "R17 : la variante à deux secteurs se joue à 2, pas à {players}"
            ));
        }
        let sector_end = match values.word("sector_end") {
            Some("all-blocked") => SectorEnd::AllBlocked,
            _ => SectorEnd::FirstBlocked,
        };
        let default = if players > 4 || rules == Rules::TwoSector { "colca" } else { "chullpa" };
        let board = values.word("board").unwrap_or(default).to_owned();
        check_board(&set, &board, players, rules)?;
        Ok(Options { players, board, rules, sector_end, set })
    }

    /// Every option with its value.
    pub fn values(&self) -> OptionValues {
        let word = |word: &str| OptionValue::Word(word.to_owned());
        OptionValues::new()
            .with("players", OptionValue::Number(self.players as i64))
            .with("board", word(&self.board))
            .with("rules", word(self.rules.name()))
            .with("sector_end", word(self.sector_end.name()))
    }
}

fn check_board(set: &Set, id: &str, players: usize, rules: Rules) -> Result<(), Text> {
    let Some(board) = set.board(id) else {
        let known: Vec<_> = set.boards.iter().map(|board| board.id.as_str()).collect();
        let (name, given, list) = (&set.id, quote(id), known.join(", "));
        let said = text!(
            "the set {name} has no board {given} (the boards are {list})",
            "le matériel {name} n’a pas de plateau {given} (les plateaux sont {list})"
        );
        return Err(with_suggestion(said, id, known));
    };
    if board.limit(players).is_none() {
        let served = board.limits.iter().map(|limit| limit.players.to_string()).collect::<Vec<_>>().join(", ");
        return Err(text!(
            "R4: the board {id} is not for {players} players, only for {served}",
            "R4 : on ne joue pas à {players} sur le plateau {id}, mais à {served}"
        ));
    }
    if rules != Rules::TwoSector {
        return Ok(());
    }
    let Some(red) = board.line(RED) else {
        return Err(text!(
            "R17: two-sector needs a board with a red line, and {id} has none",
            "R17 : la variante à deux secteurs demande un plateau avec une ligne rouge, et {id} n’en a pas"
        ));
    };
    if board.has_printed_heights() {
        return Err(text!(
            "R17: two-sector needs a board without printed heights, and {id} has some",
            "R17 : la variante à deux secteurs demande un plateau sans hauteurs imprimées, et {id} en a"
        ));
    }
    if red.inside.len() == board.squares.len() {
        return Err(text!(
            "R21: two-sector needs squares outside the red line, and {id} has none",
            "R21 : la variante à deux secteurs demande des cases hors de la ligne rouge, et {id} n’en a pas"
        ));
    }
    Ok(())
}
