//! Why a move is refused.

use tablee_core::geometry::Square;
use tablee_core::{Clause, Refusal, Seat, Text, text};

use crate::set::Domino;

/// Why a move is refused: the clause that it breaks, with the data to explain it. The sentences name no parcels: the
/// pages light them instead.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the sentence of each is in `text` below")]
pub enum Illegal {
    NoReserveLeft { seat: Seat },
    Blocked { seat: Seat },
    DrawFirst { seat: Seat },
    NothingToDraw { seat: Seat },
    NotHidden { domino: Domino, seat: Seat },
    NotInReserve { domino: Domino, seat: Seat },
    Void { square: Square },
    NotBeside { first: Square, second: Square },
    OtherHeight { first: Square, level: u8, second: Square, other: u8 },
    SameDomino,
    Totem { square: Square },
    OtherValue { half: u8, square: Square, value: u8 },
    NoTotemLeft { seat: Seat },
    MustLay { domino: Domino },
    NoSuchPile { pile: u8 },
    LonePile { pile: u8 },
}

impl Refusal for Illegal {
    fn clause(&self) -> Clause {
        Clause(match self {
            Illegal::NoReserveLeft { .. } => "K26",
            Illegal::Blocked { .. } => "K27",
            Illegal::DrawFirst { .. } | Illegal::NothingToDraw { .. } => "K12",
            Illegal::NotHidden { .. } => "K6",
            Illegal::NotInReserve { .. } => "K10",
            Illegal::Void { .. } | Illegal::OtherHeight { .. } => "K20",
            Illegal::NotBeside { .. } => "K13",
            Illegal::SameDomino => "K21",
            Illegal::Totem { .. } => "K22",
            Illegal::OtherValue { .. } => "K14",
            Illegal::NoTotemLeft { .. } => "K25",
            Illegal::MustLay { .. } | Illegal::NoSuchPile { .. } => "K23",
            Illegal::LonePile { .. } => "K24",
        })
    }

    fn text(&self) -> Text {
        match *self {
            Illegal::NoReserveLeft { seat } => text!(
                "the game is over: seat {seat} began a turn with an empty reserve",
                "la partie est finie : la place {seat} a commencé son tour sans réserve"
            ),
            Illegal::Blocked { seat } => text!(
                "the game is over: seat {seat} could lay nothing and make no new pile",
                "la partie est finie : la place {seat} ne pouvait rien poser ni faire de nouvelle pile"
            ),
            Illegal::DrawFirst { seat } => text!(
                "first the next domino of seat {seat} is revealed",
                "on découvre d’abord le prochain domino de la place {seat}"
            ),
            Illegal::NothingToDraw { seat } => text!(
                "there is nothing to reveal: it is the turn of seat {seat}",
                "il n’y a rien à découvrir : c’est le tour de la place {seat}"
            ),
            Illegal::NotHidden { domino, seat } => text!(
                "{domino} is not among the hidden dominoes of seat {seat}",
                "{domino} n’est pas parmi les dominos cachés de la place {seat}"
            ),
            Illegal::NotInReserve { domino, seat } => {
                text!("{domino} is not in the reserve of seat {seat}", "{domino} n’est pas dans la réserve de la place {seat}")
            }
            Illegal::Void { .. } => text!("it would not lie wholly on the board", "il ne serait pas entièrement sur le plateau"),
            Illegal::NotBeside { first, second } => {
                text!("{first} and {second} are not side by side", "{first} et {second} ne sont pas côte à côte")
            }
            Illegal::OtherHeight { level, other, .. } => text!(
                "the heights differ: one half on level {level}, the other on level {other}",
                "les hauteurs diffèrent : une moitié au niveau {level}, l’autre au niveau {other}"
            ),
            Illegal::SameDomino => {
                text!("that would cover a single domino completely", "cela recouvrirait entièrement un seul domino")
            }
            Illegal::Totem { .. } => {
                text!("nothing may cover a domino that bears a totem", "rien ne peut recouvrir un domino qui porte un totem")
            }
            Illegal::OtherValue { half, value, .. } => {
                text!("the values differ: a {half} on a {value}", "les valeurs diffèrent : un {half} sur un {value}")
            }
            Illegal::NoTotemLeft { seat } => text!("seat {seat} has no totem left", "la place {seat} n’a plus de totem"),
            Illegal::MustLay { domino } => text!(
                "a new pile is allowed only when nothing can be laid, and {domino} can be",
                "une nouvelle pile n’est permise que si rien ne peut être posé, et {domino} peut l’être"
            ),
            Illegal::NoSuchPile { pile } => text!("there is no pile {pile}", "il n’y a pas de pile {pile}"),
            Illegal::LonePile { pile } => text!(
                "pile {pile} is a single domino: moving it makes no new pile",
                "la pile {pile} n’a qu’un domino : le déplacer ne fait pas de nouvelle pile"
            ),
        }
    }
}

tablee_core::display_refusal!(Illegal);
