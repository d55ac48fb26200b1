//! A first lesson: a few small tables, each with one thing to do, that together teach a game to someone who has never
//! seen it.
//!
//! A lesson is data beside the rules: pages and terminal show it without knowing the game, and a test plays it.

use crate::{Game, Label};

/// A game that can be learnt by doing.
pub trait Lessons: Game {
    /// The first lesson of the game.
    const LESSON: Lesson;
}

/// A lesson of about five minutes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lesson {
    /// The options of its tables, as people write them; what is not named has its default.
    pub options: &'static [(&'static str, &'static str)],
    /// The setup before the first ply, as [`Setup::read`](crate::Setup::read) reads it.
    pub setup: &'static str,
    /// The steps in the order in which they are played.
    pub steps: &'static [Step],
    /// For someone's first moves in a real game, one sentence or two for each. They hold with any options.
    pub tips: [Label; 3],
}

/// A step of a lesson: a table, and one thing to do or to see there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, tsify::Tsify))]
pub struct Step {
    /// The heading of the step.
    pub title: Label,
    /// What to see, what to do, and why.
    pub say: Label,
    /// The moves and draws from the start of the game to its table, in canonical spelling with spaces between. Several
    /// texts follow each other, because steps share their first moves.
    #[cfg_attr(feature = "wire", serde(skip))]
    pub way: &'static [&'static str],
    /// What the player has to do.
    pub goal: Goal,
}

impl Step {
    /// The moves that lead to its table.
    pub fn moves(&self) -> impl Iterator<Item = &'static str> {
        self.way.iter().flat_map(|passage| passage.split_whitespace())
    }
}

/// What the player to move has to do in a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, tsify::Tsify), serde(tag = "kind", rename_all = "lowercase"))]
pub enum Goal {
    /// Nothing but to look.
    Read,
    /// Any legal move.
    Any {
        /// Said when it is made.
        done: Label,
    },
    /// One of a few moves.
    Moves {
        /// The moves, in their canonical spelling.
        moves: &'static [&'static str],
        /// Said when one of them is made: what it did, by the rules and in the count.
        done: Label,
        /// Said when another legal move is made, which is then undone.
        otherwise: Label,
    },
}
