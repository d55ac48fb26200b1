//! What a bot is, and what it says of its choice.

use tablee_core::{BySeat, Position, Text};

use crate::Stop;

/// Someone, or something, that chooses moves.
pub trait Bot<P: Position>: Send {
    /// Chooses a move in a position where someone is on turn.
    ///
    /// # Errors
    /// Why there is none: nobody is on turn, or the bot is an outside program that fails.
    fn choose(&mut self, position: &P, stop: &Stop) -> Result<Choice<P::Move>, Text>;

    /// Sees a ply: everyone's moves and all draws, each before the next choice. Most bots need only the position.
    fn saw(&mut self, _before: &P, _mv: P::Move) {}
}

/// A choice, and what was seen on the way to it.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice<M> {
    /// The move.
    pub mv: M,
    /// What the search expects; none if nothing was searched.
    pub evaluation: Option<Evaluation<M>>,
}

/// What a search expects.
#[derive(Clone, PartialEq, Debug)]
pub struct Evaluation<M> {
    /// How many playouts it rests on.
    pub playouts: u64,
    /// By seat: how likely its side is to win, from 0 to 1.
    pub win: BySeat<f32>,
    /// By seat: the points it may expect.
    pub points: BySeat<f32>,
    /// The moves that were tried most, the best first.
    pub ranking: Vec<Ranked<M>>,
}

/// A move among others.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Ranked<M> {
    /// The move.
    pub mv: M,
    /// How often it was tried.
    pub visits: u64,
    /// How good it is for who makes it, from 0 (all is lost) to 1 (the game is won by far).
    pub value: f32,
}
