//! The trait of all bots, and what a bot says about its choice.

use tablee_core::{BySeat, Position, Text};

use crate::Stop;

/// A program that chooses moves.
pub trait Bot<P: Position>: Send {
    /// Chooses a move in a position where a seat is to move.
    ///
    /// # Errors
    /// Why there is none: no seat is to move, or the bot is an external program that failed.
    fn choose(&mut self, position: &P, stop: &Stop) -> Result<Choice<P::Move>, Text>;

    /// Shows the bot a ply. It is called for every move and every draw, before the next choice. Most bots need only the
    /// position and ignore this.
    fn saw(&mut self, _before: &P, _mv: P::Move) {}
}

/// A chosen move, with the evaluation of the search that found it.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice<M> {
    /// The chosen move. The arena checks it: an external engine may choose an illegal one.
    pub mv: M,
    /// What the search expects; none if the bot does not search.
    pub evaluation: Option<Evaluation<M>>,
}

/// What a search expects of a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Evaluation<M> {
    /// The number of playouts behind it.
    pub playouts: u64,
    /// By seat: how likely its side is to win, from 0 to 1.
    pub win: BySeat<f32>,
    /// By seat: the points it may expect.
    pub points: BySeat<f32>,
    /// The moves that were tried most often, the best first.
    pub ranking: Vec<Ranked<M>>,
}

/// A move in a ranking.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Ranked<M> {
    /// A legal move that the search has tried.
    pub mv: M,
    /// How often it was tried.
    pub visits: u64,
    /// How good it is for the seat that makes it, from 0 (a clear loss) to 1 (a clear win).
    pub value: f32,
}
