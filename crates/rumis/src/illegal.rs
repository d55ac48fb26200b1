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
                "{cube} lies outside the line to stay inside with so many players",
                "{cube} se trouve hors de la ligne à respecter à ce nombre de joueurs"
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
                text!("a first stone touches the board", "une première pierre touche le plateau")
            }
            Illegal::FirstAlone => text!(
                "a first stone shares a face with a stone of another player",
                "une première pierre touche par une face une pierre adverse"
            ),
            Illegal::FirstSharesFace { seat } => text!(
                "with 5 or 6 players a first stone touches others at corners only, and this one shares a face with seat {seat}",
                "à 5 ou 6, une première pierre ne touche les autres qu’aux coins, et celle-ci touche la place {seat} par une face"
            ),
            Illegal::FirstNotAtCorner => text!(
                "with 5 or 6 players a first stone touches another stone at an edge or a point",
                "à 5 ou 6, une première pierre touche une autre pierre par une arête ou un coin"
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
                text!("a stone is first taken off the first sector", "il faut d’abord enlever une pierre du premier secteur")
            }
            Illegal::NoStoneThere { cube } => text!("there is no stone at {cube}", "il n’y a pas de pierre en {cube}"),
            Illegal::NotFirstCube { cube, first } => text!(
                "the stone at {cube} is called by its first cube, {first}",
                "la pierre en {cube} se désigne par son premier cube, {first}"
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
                "la pierre {stone} ne peut être enlevée : une autre repose sur {cube}"
            ),
            Illegal::OtherStone { taken, laid } => text!(
                "the stone that is taken is laid: {taken} is taken, {laid} laid",
                "on pose la pierre qu’on enlève : {taken} est enlevée, {laid} posée"
            ),
            Illegal::CarriedOffBoard => text!(
                "one's first stone in the second sector touches the board",
                "sa première pierre du deuxième secteur touche le plateau"
            ),
            Illegal::CarriedAlone { .. } => text!(
                "one's first stone in the second sector shares a face with one of its colour in the first",
                "sa première pierre du deuxième secteur touche par une face une pierre de sa couleur dans le premier"
            ),
            Illegal::CarriedApart { .. } => text!(
                "the stone shares no face with one of its own colour in either sector",
                "la pierre ne touche par aucune face une pierre de sa couleur, dans aucun des deux secteurs"
            ),
            Illegal::CanBeLaid { stone } => text!(
                "the stone {stone} can be laid, so it is not set aside",
                "la pierre {stone} peut être posée : on ne la met pas de côté"
            ),
            _ => unreachable!("`text` has the other reasons"),
        }
    }
}

tablee_core::display_refusal!(Illegal);
