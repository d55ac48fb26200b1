//! Why a move is refused.

use tablee_core::{Clause, Refusal, Seat, Text, text};

use crate::moves::Cube;
use crate::stone::Stone;

/// Why a move is refused: the clause that it breaks, with the data to explain it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the sentence of each is in `text` below")]
pub enum Illegal {
    Over,
    AlreadyLaid { stone: Stone, seat: Seat },
    NoSquare { cube: Cube },
    OutsideLine { cube: Cube },
    OutsideFirstSector { cube: Cube },
    OutsideSecondSector { cube: Cube },
    TooHigh { cube: Cube, limit: u8 },
    Occupied { cube: Cube },
    Floating { cube: Cube },
    FirstOffBoard,
    FirstAlone,
    FirstSharesFace { seat: Seat },
    FirstNotAtCorner,
    NotBesideOwn { seat: Seat },
    BesideOwn { seat: Seat },
    NothingToTake,
    TakeFirst,
    NoStoneThere { cube: Cube },
    NotFirstCube { cube: Cube, first: Cube },
    NotOwnStone { cube: Cube, owner: Seat },
    AlreadyCarried { stone: Stone },
    Covered { stone: Stone, cube: Cube },
    OtherStone { taken: Stone, laid: Stone },
    CarriedOffBoard,
    CarriedAlone { seat: Seat },
    CarriedApart { seat: Seat },
    CanBeLaid { stone: Stone },
}

impl Refusal for Illegal {
    fn clause(&self) -> Clause {
        Clause(match self {
            Illegal::Over => "R12",
            Illegal::AlreadyLaid { .. } => "R1",
            Illegal::NoSquare { .. } | Illegal::OutsideLine { .. } | Illegal::TooHigh { .. } => "R8",
            Illegal::OutsideFirstSector { .. } => "R17",
            Illegal::OutsideSecondSector { .. } => "R26",
            Illegal::Occupied { .. } | Illegal::Floating { .. } => "R9",
            Illegal::FirstOffBoard | Illegal::FirstAlone => "R6",
            Illegal::FirstSharesFace { .. } | Illegal::FirstNotAtCorner => "R15",
            Illegal::NotBesideOwn { .. } => "R7",
            Illegal::BesideOwn { .. } => "R16",
            Illegal::NothingToTake
            | Illegal::TakeFirst
            | Illegal::NoStoneThere { .. }
            | Illegal::NotFirstCube { .. }
            | Illegal::NotOwnStone { .. }
            | Illegal::AlreadyCarried { .. }
            | Illegal::OtherStone { .. } => "R21",
            Illegal::Covered { .. } => "R22",
            Illegal::CarriedOffBoard | Illegal::CarriedAlone { .. } => "R24",
            Illegal::CarriedApart { .. } => "R25",
            Illegal::CanBeLaid { .. } => "R27",
        })
    }

    fn text(&self) -> Text {
        match *self {
            Illegal::Over => text!("the game is over: everyone is out", "la partie est finie : plus personne ne joue"),
            Illegal::AlreadyLaid { stone, seat } => {
                text!("seat {seat} has already laid the stone {stone}", "la place {seat} a déjà posé la pierre {stone}")
            }
            Illegal::NoSquare { cube } => {
                text!("{cube} lies outside the board", "{cube} se trouve hors du plateau")
            }
            Illegal::OutsideLine { cube } => text!(
                "{cube} lies outside the line for this number of players",
                "{cube} se trouve hors de la ligne prévue pour ce nombre de joueurs"
            ),
            Illegal::OutsideFirstSector { cube } => {
                text!("{cube} lies outside the red line", "{cube} se trouve hors de la ligne rouge")
            }
            Illegal::OutsideSecondSector { cube } => {
                text!("{cube} lies inside the red line", "{cube} se trouve à l’intérieur de la ligne rouge")
            }
            Illegal::TooHigh { cube, limit } => {
                text!("{cube} is too high: the limit there is {limit}", "{cube} est trop haut : la limite y est {limit}")
            }
            Illegal::Occupied { cube } => text!("there is a stone at {cube}", "il y a déjà une pierre en {cube}"),
            Illegal::Floating { cube } => {
                text!("{cube} would lie above an empty space", "{cube} se trouverait au-dessus d’un vide")
            }
            Illegal::FirstOffBoard => {
                text!("a first stone must touch the board", "une première pierre doit toucher le plateau")
            }
            Illegal::FirstAlone => text!(
                "a first stone must share a face with another player's stone",
                "une première pierre doit toucher par une face une pierre adverse"
            ),
            Illegal::FirstSharesFace { seat } => text!(
                "with 5 or 6 players a first stone may touch others at corners only, and this one shares a face with seat {seat}",
                "à 5 ou 6, une première pierre ne doit toucher les autres qu’aux coins, et celle-ci touche la place {seat} par une face"
            ),
            Illegal::FirstNotAtCorner => text!(
                "with 5 or 6 players a first stone must touch another stone at an edge or a corner",
                "à 5 ou 6, une première pierre doit toucher une autre pierre par une arête ou un coin"
            ),
            Illegal::NotBesideOwn { .. } => text!(
                "the stone shares no face with one of its own colour",
                "la pierre ne touche par aucune face une pierre de sa couleur"
            ),
            Illegal::BesideOwn { .. } => text!(
                "the stone shares a face with one of its own colour",
                "la pierre touche par une face une pierre de sa propre couleur"
            ),
            Illegal::NothingToTake
            | Illegal::TakeFirst
            | Illegal::NoStoneThere { .. }
            | Illegal::NotFirstCube { .. }
            | Illegal::NotOwnStone { .. }
            | Illegal::AlreadyCarried { .. }
            | Illegal::Covered { .. }
            | Illegal::OtherStone { .. }
            | Illegal::CarriedOffBoard
            | Illegal::CarriedAlone { .. }
            | Illegal::CarriedApart { .. }
            | Illegal::CanBeLaid { .. } => self.second_sector_text(),
        }
    }
}

impl Illegal {
    /// The reasons that exist in the two-sector game only.
    fn second_sector_text(&self) -> Text {
        match *self {
            Illegal::NothingToTake => text!(
                "stones are taken only once the second sector has begun",
                "on n’enlève de pierres qu’une fois le deuxième secteur commencé"
            ),
            Illegal::TakeFirst => {
                text!("first take a stone from the first sector", "il faut d’abord enlever une pierre du premier secteur")
            }
            Illegal::NoStoneThere { cube } => text!("there is no stone at {cube}", "il n’y a pas de pierre en {cube}"),
            Illegal::NotFirstCube { cube, first } => text!(
                "name the stone at {cube} by its first cube, {first}",
                "désignez la pierre en {cube} par son premier cube, {first}"
            ),
            Illegal::NotOwnStone { cube, owner } => {
                text!("the stone at {cube} belongs to seat {owner}", "la pierre en {cube} appartient à la place {owner}")
            }
            Illegal::AlreadyCarried { stone } => text!(
                "the stone {stone} already lies in the second sector",
                "la pierre {stone} se trouve déjà dans le deuxième secteur"
            ),
            Illegal::Covered { stone, cube } => text!(
                "the stone {stone} cannot be taken: another rests on {cube}",
                "la pierre {stone} ne peut pas être enlevée : une autre repose sur {cube}"
            ),
            Illegal::OtherStone { taken, laid } => text!(
                "lay the stone that you took: {taken} was taken, {laid} laid",
                "posez la pierre que vous avez enlevée : {taken} a été enlevée, {laid} posée"
            ),
            Illegal::CarriedOffBoard => text!(
                "a player's first stone in the second sector must touch the board",
                "la première pierre d’un joueur dans le deuxième secteur doit toucher le plateau"
            ),
            Illegal::CarriedAlone { .. } => text!(
                "a player's first stone in the second sector must share a face with one of its colour in the first",
                "la première pierre d’un joueur dans le deuxième secteur doit toucher par une face une pierre de sa couleur dans le premier"
            ),
            Illegal::CarriedApart { .. } => text!(
                "the stone shares no face with one of its own colour in either sector",
                "la pierre ne touche par aucune face une pierre de sa couleur, dans aucun des deux secteurs"
            ),
            Illegal::CanBeLaid { stone } => text!(
                "the stone {stone} can be laid, so it may not be set aside",
                "la pierre {stone} peut être posée : elle ne peut pas être mise de côté"
            ),
            _ => unreachable!("`text` has the other reasons"),
        }
    }
}

tablee_core::display_refusal!(Illegal);
