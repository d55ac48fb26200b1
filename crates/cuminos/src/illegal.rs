//! Why a move is refused.

use tablee_core::{Clause, Refusal, Seat, Text, text};

use crate::block::Block;
use crate::moves::Cube;

/// Why a move is refused: the clause that it breaks, with the data to explain it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the sentence of each is in `text` below")]
pub enum Illegal {
    Over,
    DrawFirst { seat: Seat },
    NothingToDraw { seat: Seat },
    NotInBag { block: Block, seat: Seat },
    NotInHand { block: Block, seat: Seat },
    NotJoined { first: Cube, second: Cube },
    OpenFirst { seat: Seat },
    NotTheSource,
    NotAtTheSource,
    Taken { cube: Cube },
    LiesApart,
    StandsApart,
    NoEnd { cube: Cube },
    DeadEnd { cube: Cube },
    StandsOnLying { cube: Cube },
    StandsOnStanding { cube: Cube },
    InTheAir { cube: Cube },
    FourthRank { cube: Cube },
    OtherMark { mark: u8, cube: Cube, other: u8, at: Cube },
    AlreadyPassed { seat: Seat },
    AllOthersPassed { seat: Seat },
}

impl Refusal for Illegal {
    fn clause(&self) -> Clause {
        Clause(match self {
            Illegal::NotJoined { .. } => "C1",
            Illegal::DrawFirst { .. } | Illegal::NothingToDraw { .. } | Illegal::NotInBag { .. } => "C3",
            Illegal::OpenFirst { .. } | Illegal::NotTheSource => "C4",
            Illegal::NotAtTheSource => "C5",
            Illegal::NotInHand { .. } | Illegal::Taken { .. } => "C6",
            Illegal::OtherMark { .. } => "C8",
            Illegal::LiesApart => "C9",
            Illegal::NoEnd { .. } => "C10",
            Illegal::StandsApart | Illegal::DeadEnd { .. } => "C11",
            Illegal::StandsOnLying { .. } => "C12",
            Illegal::StandsOnStanding { .. } => "C13",
            Illegal::InTheAir { .. } => "C14",
            Illegal::FourthRank { .. } => "C15",
            Illegal::AlreadyPassed { .. } => "C16",
            Illegal::AllOthersPassed { .. } => "C17",
            Illegal::Over => "C22",
        })
    }

    fn text(&self) -> Text {
        match *self {
            Illegal::Over => {
                text!("the game is over: all rounds are played", "la partie est finie : toutes les manches sont jouées")
            }
            Illegal::DrawFirst { seat } => {
                text!("first seat {seat} draws its blocks for the round", "la place {seat} tire d’abord ses blocs pour la manche")
            }
            Illegal::NothingToDraw { seat } => text!(
                "there is nothing to draw: it is the turn of seat {seat}",
                "il n’y a rien à tirer : c’est le tour de la place {seat}"
            ),
            Illegal::NotInBag { block, seat } => {
                text!("{block} is not in the bag of seat {seat}", "{block} n’est pas dans le sac de la place {seat}")
            }
            Illegal::NotInHand { block, seat } => {
                text!("seat {seat} does not hold {block}", "la place {seat} n’a pas {block} en main")
            }
            Illegal::NotJoined { first, second } => text!(
                "a block covers two cubes side by side, or one above the other, not {first} and {second}",
                "un bloc couvre deux cubes côte à côte ou l’un sur l’autre, pas {first} et {second}"
            ),
            Illegal::OpenFirst { seat } => {
                text!("seat {seat} opens the round and stands the source", "la place {seat} ouvre la manche et dresse la source")
            }
            Illegal::NotTheSource => text!(
                "the first block of a round stands at 0,0: it is the source",
                "le premier bloc d’une manche se dresse en 0,0 : c’est la source"
            ),
            Illegal::NotAtTheSource => text!(
                "the block after the source touches its lower half, on the first rank",
                "le bloc qui suit la source touche sa moitié inférieure, au premier rang"
            ),
            Illegal::Taken { cube } => text!("{cube} is taken", "{cube} est occupé"),
            Illegal::LiesApart => text!(
                "on the first rank a block touches the lower half of the source or an open end",
                "au premier rang, un bloc touche la moitié inférieure de la source ou une extrémité libre"
            ),
            Illegal::StandsApart => text!(
                "on the first rank the lower half of a standing block touches the lower half of the source or an open end",
                "au premier rang, la moitié inférieure d’un bloc debout touche celle de la source ou une extrémité libre"
            ),
            Illegal::NoEnd { cube } => text!(
                "{cube} is not an open end: a branch grows only from its end",
                "{cube} n’est pas une extrémité libre : une branche ne se prolonge qu’à son bout"
            ),
            Illegal::DeadEnd { cube } => text!(
                "the block standing at {cube} is a dead end on the first rank",
                "le bloc debout en {cube} est une impasse au premier rang"
            ),
            Illegal::StandsOnLying { cube } => text!(
                "{cube} belongs to the first rank, and on the second rank blocks must lie",
                "{cube} appartient au premier rang, et au deuxième rang on ne pose que couché"
            ),
            Illegal::StandsOnStanding { cube } => text!(
                "{cube} belongs to the first rank: a block may stand only on the second rank",
                "{cube} appartient au premier rang : un bloc ne se dresse que sur le deuxième rang"
            ),
            Illegal::InTheAir { cube } => text!("nothing is under {cube}", "il n’y a rien sous {cube}"),
            Illegal::FourthRank { cube } => text!(
                "{cube} belongs to the third rank, and nothing may be laid on it",
                "{cube} appartient au troisième rang, et l’on ne pose rien dessus"
            ),
            Illegal::OtherMark { mark, cube, other, at } => text!(
                "the marks differ: {mark} at {cube} would touch {other} at {at}",
                "les marques diffèrent : {mark} en {cube} toucherait {other} en {at}"
            ),
            Illegal::AlreadyPassed { seat } => text!(
                "seat {seat} can lay a block, and has used its pass of this round",
                "la place {seat} peut poser un bloc, et a déjà passé une fois dans cette manche"
            ),
            Illegal::AllOthersPassed { seat } => text!(
                "all the others have just passed, so seat {seat} must lay a block",
                "tous les autres viennent de passer : la place {seat} doit poser un bloc"
            ),
        }
    }
}

tablee_core::display_refusal!(Illegal);
