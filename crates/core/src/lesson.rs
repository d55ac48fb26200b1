//! A first lesson: a few small tables, each with one thing to do, that together teach a game to someone who has never seen it.
//!
//! A lesson is data beside the rules, so that a face can give it without knowing the game, and a test can play it.

use crate::{Game, Label};

/// A game that can be learnt by doing.
pub trait Lessons: Game {
    /// The lesson.
    const LESSON: Lesson;
}

/// A lesson: five minutes for whoever takes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lesson {
    /// The options of its tables, as people write them; what is not named has its default.
    pub options: &'static [(&'static str, &'static str)],
    /// What is settled before the first ply, as [`Setup::read`](crate::Setup::read) reads it.
    pub setup: &'static str,
    /// Its steps, in order.
    pub steps: &'static [Step],
}

/// A step of a lesson: a table, and one thing to do or to see there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, tsify::Tsify))]
pub struct Step {
    /// Its heading.
    pub title: Label,
    /// What there is to see, what to do, and why.
    pub say: Label,
    /// The way to its table from the very start, so that a step stands by itself: passages of moves, draws among them, in their
    /// canonical spelling with spaces between. Steps share passages.
    #[cfg_attr(feature = "wire", serde(skip))]
    pub way: &'static [&'static str],
    /// What is to be done.
    pub goal: Goal,
}

impl Step {
    /// The moves that lead to its table.
    pub fn moves(&self) -> impl Iterator<Item = &'static str> {
        self.way.iter().flat_map(|passage| passage.split_whitespace())
    }
}

/// What is to be done in a step, by whoever is on turn there.
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
        /// Which, in their canonical spelling.
        moves: &'static [&'static str],
        /// Said when one of them is made: what it did, by the rules and in the count.
        done: Label,
        /// Said when another legal move is made, which is then taken back.
        otherwise: Label,
    },
}
