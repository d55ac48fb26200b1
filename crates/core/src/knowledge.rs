//! What a player of a game knows beyond its rules.
//!
//! The bots are written once, for any game; all that they are told about this one in particular goes through [`Knowledge`]. A game
//! implements it beside its rules, as pure as they are, in `knowledge.rs`.

use crate::{BySeat, Dice, Position, Seat, Text};

/// A game that bots can play well.
pub trait Knowledge: Position {
    /// How a search goes about this game: found by measuring.
    const STYLE: Style;

    /// The levels of the house's bots, the weakest first: found by measuring (`docs/strength.md`).
    const LEVELS: &'static [Level];

    /// The side that a seat plays for: its own, unless there are teams.
    #[inline]
    fn side(&self, seat: Seat) -> usize {
        seat.number()
    }

    /// Which part of the game this is. What is done in one part changes nothing in the next but the points with which it begins: so
    /// nobody need look further than to its end.
    #[inline]
    fn chapter(&self) -> u32 {
        0
    }

    /// How good moves look to someone who does not look ahead, in points: one rating a move, in the order of `moves`, which replace
    /// the content of `ratings`. Only their differences matter. Negative infinity says that another of the moves seems to do as
    /// well: a search that looks ahead leaves this one out.
    ///
    /// Someone is on turn, and the moves are legal.
    fn rate(&self, moves: &[Self::Move], ratings: &mut Vec<f32>);

    /// A legal move that a hasty player would make; none when the game is over. Draws are uniform, as in [`Position::pick`].
    ///
    /// This is called at every ply of every playout, so it may cost little: better ten moves of a careless player than one of a careful one.
    #[inline]
    fn hasty(&self, dice: &mut impl Dice, scratch: &mut Vec<Self::Move>) -> Option<Self::Move> {
        self.pick(dice, scratch)
    }

    /// The points that each seat may expect in the end. It is asked where a playout is cut short ([`Style::horizon`], [`Knowledge::chapter`]).
    fn promise(&self) -> BySeat<f32> {
        self.score().map(|points| points as f32)
    }

    /// In how many ways a seat could lay something, were it on turn now; none if that cannot be told. For reasons, not for speed.
    fn openings(&self, seat: Seat) -> Option<u32>;

    /// What else is to be said for a move, in terms of the table: each a clause of a sentence, such as "nothing can be laid on it".
    fn remarks(&self, mv: Self::Move) -> Vec<Text>;
}

/// How a search goes about a game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Style {
    /// The lead, in points, at which a game is nearly won: what one point is worth follows from it.
    pub safe_lead: f32,
    /// How much winning counts beside the lead, from 0 to 1.
    pub win_weight: f32,
    /// How curious the search is about moves that it has seldom tried.
    pub curiosity: f32,
    /// The difference in rating, in points, at which a move looks almost three times as promising as another.
    pub rating_scale: f32,
    /// As many visits of its own it takes a move to count as much as its part in other playouts did; 0 if that tells nothing here.
    pub rave: f32,
    /// The visits after which a position is looked at move by move.
    pub expand_after: u32,
    /// The most moves that are considered anywhere but at the root.
    pub width: usize,
    /// The plies after which a playout is cut short.
    pub horizon: u32,
}

/// How strong a bot is to be.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Level {
    /// How it thinks.
    pub wits: Wits,
    /// How often it moves without thinking, in percent.
    pub slips: u8,
}

/// How a bot thinks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wits {
    /// Not at all: any legal move. It does not know what scoring is.
    Random,
    /// It takes the move with the best rating, and does not look ahead.
    Greedy,
    /// It searches, with so many playouts a move.
    Playouts(u32),
    /// It searches for so many thousandths of a second a move, on as many cores as it is given.
    Millis(u32),
}

/// Rates moves by playing each and counting: what a side gains and what its best rival loses, in points.
///
/// Right for any game, and slow: a game that can tell faster does so.
pub fn rate_by_count<P: Knowledge>(position: &P, moves: &[P::Move], ratings: &mut Vec<f32>) {
    ratings.clear();
    let crate::Turn::Seat(seat) = position.turn() else { return };
    ratings.extend(moves.iter().map(|mv| {
        let mut after = position.clone();
        after.play_unchecked(*mv);
        lead(&after, seat, &after.score().map(|points| points as f32))
    }));
}

/// How far a seat's side is ahead of the best of the others, by these points of the seats.
#[inline]
pub fn lead<P: Knowledge>(position: &P, seat: Seat, points: &BySeat<f32>) -> f32 {
    let mut sides = [f32::NEG_INFINITY; crate::MAX_SEATS];
    for (seat, points) in points.iter() {
        let side = &mut sides[position.side(seat)];
        *side = if *side == f32::NEG_INFINITY { *points } else { *side + *points };
    }
    let own = position.side(seat);
    let best =
        sides.iter().enumerate().filter(|(side, _)| *side != own).map(|(_, points)| *points).fold(f32::NEG_INFINITY, f32::max);
    sides[own] - best
}
