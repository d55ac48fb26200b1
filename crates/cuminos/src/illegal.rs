//! Why a move is refused.

use tablee_core::{Clause, Refusal, Seat, Text, text};

use crate::block::Block;
use crate::moves::Cube;

/// Why a move is refused: the clause that it breaks, with the data to explain it. The sentences name no cubes: the
/// pages light them instead.
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
                "the first block of a round stands in the middle: it is the source",
                "le premier bloc d’une manche se dresse au milieu : c’est la source"
            ),
            Illegal::NotAtTheSource => text!(
                "the block after the source touches its lower half, on the first rank",
                "le bloc qui suit la source touche sa moitié inférieure, au premier rang"
            ),
            Illegal::Taken { .. } => text!("there is a block already", "il y a déjà un bloc"),
            Illegal::LiesApart => text!(
                "on the first rank a block touches the lower half of the source or an open end",
                "au premier rang, un bloc touche la moitié inférieure de la source ou une extrémité libre"
            ),
            Illegal::StandsApart => text!(
                "on the first rank the lower half of a standing block touches the lower half of the source or an open end",
                "au premier rang, la moitié inférieure d’un bloc debout touche celle de la source ou une extrémité libre"
            ),
            Illegal::NoEnd { .. } => text!(
                "that is not an open end: a branch grows only from its end",
                "ce n’est pas une extrémité libre : une branche ne se prolonge qu’à son bout"
            ),
            Illegal::DeadEnd { .. } => {
                text!("a standing block is a dead end on the first rank", "un bloc debout est une impasse au premier rang")
            }
            Illegal::StandsOnLying { .. } => {
                text!("on the second rank blocks must lie", "au deuxième rang, on ne pose que couché")
            }
            Illegal::StandsOnStanding { .. } => text!(
                "a block may stand on the second rank, not on the first",
                "un bloc ne se dresse que sur le deuxième rang, pas sur le premier"
            ),
            Illegal::InTheAir { .. } => text!("one half has nothing under it", "une moitié n’a rien dessous"),
            Illegal::FourthRank { .. } => {
                text!("nothing may be laid on the third rank", "on ne pose rien sur le troisième rang")
            }
            Illegal::OtherMark { mark, other, .. } => text!(
                "the marks differ: a {mark} would touch a {other}",
                "les marques diffèrent : un {mark} toucherait un {other}"
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
