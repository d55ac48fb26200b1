//! Why a move is refused.

use tablee_core::geometry::{Point, QuarterTurns};
use tablee_core::{Clause, Label, Refusal, Seat, Text, text};

use crate::position::{Drawing, End};
use crate::set::{Colour, DominoNumber};

/// Why a move is refused: the clause that it breaks, with the data to explain it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the sentence of each is in `text` below")]
pub enum Illegal {
    Over { end: End },
    DrawFirst { seat: Seat, drawing: Drawing },
    NotInPile { domino: DominoNumber, drawing: Drawing },
    NothingToDraw { seat: Seat },
    NoSuchDomino { domino: DominoNumber, count: u8 },
    NotInHand { domino: DominoNumber, seat: Seat },
    First { at: Point, turns: QuarterTurns },
    Taken { at: Point, there: DominoNumber },
    NotBeside { at: Point },
    OtherColour { corner: Label, at: Point, colour: Colour, there: Colour },
    LooksTheSame { domino: DominoNumber, turns: QuarterTurns, least: QuarterTurns },
    MustLay { domino: DominoNumber },
    PileTooSmall { left: u8, hand: u8 },
}

impl Refusal for Illegal {
    fn clause(&self) -> Clause {
        Clause(match self {
            Illegal::NoSuchDomino { .. } => "D1",
            Illegal::NotInHand { .. } => "D2",
            Illegal::DrawFirst { drawing, .. } | Illegal::NotInPile { drawing, .. } => match drawing {
                Drawing::Deal => "D2",
                Drawing::Refill { .. } => "D7",
                Drawing::Swap => "D13",
            },
            Illegal::First { .. } => "D4",
            Illegal::Taken { .. } | Illegal::NotBeside { .. } | Illegal::LooksTheSame { .. } => "D5",
            Illegal::OtherColour { .. } => "D6",
            Illegal::NothingToDraw { .. } => "D7",
            Illegal::MustLay { .. } => "D8",
            Illegal::PileTooSmall { .. } => "D14",
            Illegal::Over { end: End::LastDomino(_) } => "D18",
            Illegal::Over { end: End::AllPassed | End::NothingFits } => "D19",
        })
    }

    fn text(&self) -> Text {
        match *self {
            Illegal::Over { end: End::LastDomino(_) } => text!(
                "the game is over: a player has laid their last domino",
                "la partie est finie : un joueur a posé son dernier domino"
            ),
            Illegal::Over { end: End::AllPassed } => {
                text!("the game is over: everyone has passed", "la partie est finie : tout le monde a passé")
            }
            Illegal::Over { end: End::NothingFits } => text!(
                "the game is over: no domino fits anywhere any more",
                "la partie est finie : plus aucun domino ne peut être posé"
            ),
            Illegal::DrawFirst { .. } => text!("first a domino is drawn", "on pioche d’abord un domino"),
            Illegal::NotInPile { domino, .. } => {
                text!("domino {domino} is not in the draw pile", "le domino {domino} n’est pas dans la pioche")
            }
            Illegal::NothingToDraw { .. } => {
                text!("there is nothing to draw: it is a player’s turn", "il n’y a rien à piocher : c’est à un joueur de jouer")
            }
            Illegal::NoSuchDomino { domino, count } => text!(
                "there is no domino {domino}: they are 1 to {count}",
                "il n’y a pas de domino {domino} : ils vont de 1 à {count}"
            ),
            Illegal::NotInHand { domino, .. } => text!(
                "domino {domino} is not in the hand of the player to move",
                "le domino {domino} n’est pas dans la main du joueur dont c’est le tour"
            ),
            Illegal::First { .. } => text!(
                "the first domino lies in the middle of the table, not turned",
                "le premier domino se pose au milieu de la table, sans être tourné"
            ),
            Illegal::Taken { .. } => text!("a domino already lies there", "un domino est déjà posé là"),
            Illegal::NotBeside { .. } => {
                text!("no domino lies beside that place", "aucun domino n’est posé à côté de cette place")
            }
            Illegal::OtherColour { colour, there, .. } => {
                let (Label { en, fr }, there) = (colour.label(), there.label());
                let (theirs, leur) = (there.en, there.fr);
                text!("the corners do not match: {en} against {theirs}", "les coins ne s’accordent pas : {fr} contre {leur}")
            }
            Illegal::LooksTheSame { domino, turns, least } => {
                let (turns, least) = (turns.number(), least.number());
                text!(
                    "domino {domino} looks the same with r{turns} as with r{least}: write r{least}",
                    "le domino {domino} a le même aspect avec r{turns} qu’avec r{least} : écrivez r{least}"
                )
            }
            Illegal::MustLay { domino } => text!(
                "a player who can lay a domino must do so, and domino {domino} can be laid",
                "un joueur qui peut poser un domino doit le faire, et le domino {domino} peut être posé"
            ),
            Illegal::PileTooSmall { left, hand } => text!(
                "the draw pile is too small to exchange {hand}: it holds {left}",
                "la pioche est trop petite pour en échanger {hand} : il en reste {left}"
            ),
        }
    }
}

tablee_core::display_refusal!(Illegal);
