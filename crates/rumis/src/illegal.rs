//! Why a move is refused.

use tablee_core::{Clause, Refusal, Seat, Text, text};

use crate::moves::Cube;
use crate::stone::Stone;
use crate::telling::the;

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
            Illegal::AlreadyLaid { stone, .. } => {
                let Text { en, fr } = the(stone);
                text!("{en} is no longer in hand", "{fr} n’est plus en main")
            }
            Illegal::NoSquare { .. } => {
                text!("it would not lie wholly on the board", "elle ne serait pas entièrement sur le plateau")
            }
            Illegal::OutsideLine { .. } => text!(
                "part of it would lie outside the line for this number of players",
                "une partie serait hors de la ligne prévue pour ce nombre de joueurs"
            ),
            Illegal::OutsideFirstSector { .. } => {
                text!("part of it would lie outside the red line", "une partie serait hors de la ligne rouge")
            }
            Illegal::OutsideSecondSector { .. } => {
                text!("part of it would lie inside the red line", "une partie serait à l’intérieur de la ligne rouge")
            }
            Illegal::TooHigh { limit, .. } => {
                text!("it would be too high: the limit there is {limit}", "elle serait trop haute : la limite y est de {limit}")
            }
            Illegal::Occupied { .. } => text!("another stone is in the way", "une autre pierre est déjà là"),
            Illegal::Floating { .. } => {
                text!("there would be an empty space below it", "il y aurait un vide en dessous")
            }
            Illegal::FirstOffBoard => {
                text!("a first stone must touch the board", "une première pierre doit toucher le plateau")
            }
            Illegal::FirstAlone => text!(
                "a first stone must share a face with another player's stone",
                "une première pierre doit toucher par une face une pierre adverse"
            ),
            Illegal::FirstSharesFace { .. } => text!(
                "with 5 or 6 players a first stone may touch others at corners only, and this one shares a face",
                "à 5 ou 6, une première pierre ne doit toucher les autres qu’aux coins, et celle-ci en touche une par une face"
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
                "on ne prend de pierres qu’une fois le second secteur commencé"
            ),
            Illegal::TakeFirst => {
                text!("first take a stone from the first sector", "prenez d’abord une pierre du premier secteur")
            }
            Illegal::NoStoneThere { cube } => text!("there is no stone at {cube}", "il n’y a pas de pierre en {cube}"),
            Illegal::NotFirstCube { cube, first } => text!(
                "name the stone at {cube} by its first cube, {first}",
                "désignez la pierre en {cube} par son premier cube, {first}"
            ),
            Illegal::NotOwnStone { .. } => {
                text!("the stone belongs to another player", "la pierre appartient à un autre joueur")
            }
            Illegal::AlreadyCarried { stone } => {
                let Text { en, fr } = the(stone);
                text!("{en} already lies in the second sector", "{fr} se trouve déjà dans le second secteur")
            }
            Illegal::Covered { stone, .. } => {
                let Text { en, fr } = the(stone);
                text!(
                    "{en} cannot be taken: another stone rests on it",
                    "on ne peut pas prendre {fr} : une autre pierre repose dessus"
                )
            }
            Illegal::OtherStone { taken, laid } => {
                let (taken, laid) = (the(taken), the(laid));
                let (Text { en, fr }, Text { en: other, fr: autre }) = (taken, laid);
                text!(
                    "lay the stone that you took: {en}, not {other}",
                    "posez la pierre que vous avez prise : {fr}, et non {autre}"
                )
            }
            Illegal::CarriedOffBoard => text!(
                "a player's first stone in the second sector must touch the board",
                "la première pierre d’un joueur dans le second secteur doit toucher le plateau"
            ),
            Illegal::CarriedAlone { .. } => text!(
                "a player's first stone in the second sector must share a face with one of its colour in the first",
                "la première pierre d’un joueur dans le second secteur doit toucher par une face une pierre de sa couleur dans le premier"
            ),
            Illegal::CarriedApart { .. } => text!(
                "the stone shares no face with one of its own colour in either sector",
                "la pierre ne touche par aucune face une pierre de sa couleur, dans aucun des deux secteurs"
            ),
            Illegal::CanBeLaid { .. } => text!(
                "the stone can be laid, so it may not be set aside",
                "la pierre peut être posée : elle ne peut pas être mise de côté"
            ),
            _ => unreachable!("`text` has the other reasons"),
        }
    }
}

tablee_core::display_refusal!(Illegal);
