//! What a good player of a game knows beyond its rules.
//!
//! The bots are written once, for any game. Everything that is special about one game reaches them through
//! [`Knowledge`], which the game implements in its `knowledge.rs`, as pure as its rules.

use crate::{BySeat, Dice, Position, Seat, Text};

/// A game that bots can play well.
pub trait Knowledge: Position {
    /// The settings of the search for this game: found by measuring.
    const STYLE: Style;

    /// The levels of our bots, the weakest first: found by measuring (`docs/strength.md`).
    const LEVELS: &'static [Level];

    /// Which part of the game this is, such as a round. Nothing but the points carries over to the next part, so a
    /// search looks no further than the end of this one.
    #[inline]
    fn chapter(&self) -> u32 {
        0
    }

    /// Rates moves without looking ahead, in points: one rating per move, in the order of `moves`. The ratings replace
    /// the content of `ratings`. Only their differences matter. Negative infinity means that another of the moves is as
    /// good: a search leaves this one out.
    ///
    /// It must be the turn of a seat, and the moves must be legal.
    fn rate(&self, moves: &[Self::Move], ratings: &mut Vec<f32>);

    /// The fast policy of the playouts: a legal move, or none when the game is over. Draws are uniform, as in
    /// [`Position::pick`].
    ///
    /// A search calls this at every ply of every playout, so it must be cheap: ten careless moves are worth more than
    /// one careful one.
    #[inline]
    fn policy_move(&self, dice: &mut impl Dice, scratch: &mut Vec<Self::Move>) -> Option<Self::Move> {
        self.pick(dice, scratch)
    }

    /// The points that each seat may expect at the end. A search uses it where a playout is cut short
    /// ([`Style::horizon`], [`Knowledge::chapter`]).
    fn expected_points(&self) -> BySeat<f32> {
        self.score().map(|points| points as f32)
    }

    /// In how many ways a seat could lay something if it were its turn; none if the game cannot tell. Used to explain
    /// moves, so it need not be fast.
    fn openings(&self, seat: Seat) -> Option<u32>;

    /// Arguments for a move, in the words of the game. Each is a clause of a sentence, such as "nothing can be laid on
    /// it".
    fn remarks(&self, mv: Self::Move) -> Vec<Text>;
}

/// The settings of a search for one game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Style {
    /// The lead, in points, at which a game is nearly won. It decides how much one point is worth.
    pub safe_lead: f32,
    /// How much winning counts beside the lead, from 0 to 1.
    pub win_weight: f32,
    /// How much the search explores moves that it has seldom tried.
    pub curiosity: f32,
    /// The difference in rating, in points, at which a move looks almost three times as promising as another.
    pub rating_scale: f32,
    /// The visits after which a move's own results count as much as its results in other playouts (RAVE); 0 turns RAVE
    /// off.
    pub rave: f32,
    /// The visits after which a position is expanded into its moves.
    pub expand_after: u32,
    /// The most moves that are considered below the root.
    pub width: usize,
    /// The plies after which a playout is cut short.
    pub horizon: u32,
}

/// The strength of a bot.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Level {
    /// The algorithm of the level, with its budget.
    pub thinking: Thinking,
    /// How often it makes a random move instead, in percent.
    pub slips: u8,
    /// Its measured strength above level 1, in Elo.
    pub elo: u16,
}

/// The algorithm of a bot, with its budget if it has one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Thinking {
    /// Not at all: any legal move. It does not know what scoring is.
    Random,
    /// It takes the move with the best rating, and does not look ahead.
    Greedy,
    /// It searches, with this many playouts per move.
    Playouts(u32),
    /// It searches for this many milliseconds per move, on all cores that it is given.
    Millis(u32),
}

/// Rates moves by playing each and counting: what a side gains and what its best rival loses, in points.
///
/// Right for any game, but slow: a game with a faster way uses that.
pub fn rate_by_count<P: Knowledge>(position: &P, moves: &[P::Move], ratings: &mut Vec<f32>) {
    ratings.clear();
    let crate::Turn::Seat(seat) = position.turn() else { return };
    ratings.extend(moves.iter().map(|mv| {
        let mut after = position.clone();
        after.play_unchecked(*mv);
        lead(&after, seat, &after.score().map(|points| points as f32))
    }));
}

/// How far a seat's side is ahead of the best other side, given the points of the seats.
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
