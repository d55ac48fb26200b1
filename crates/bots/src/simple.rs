//! Players that do not look ahead.

use tablee_core::{Dice, Knowledge, Position, Text, Turn, text};

use crate::bot::{Bot, Choice};
use crate::{FastDice, Stop};

/// Makes any legal move.
pub struct Random(pub FastDice);

impl<P: Position> Bot<P> for Random {
    fn choose(&mut self, position: &P, _: &Stop) -> Result<Choice<P::Move>, Text> {
        let Turn::Seat(_) = position.turn() else { return Err(nobody_to_move()) };
        let mv = position.pick(&mut self.0, &mut Vec::new()).ok_or_else(nobody_to_move)?;
        Ok(Choice { mv, evaluation: None })
    }
}

/// Makes the move with the best rating; a random one of them if several are equal.
pub struct Greedy(pub FastDice);

impl<P: Knowledge> Bot<P> for Greedy {
    fn choose(&mut self, position: &P, _: &Stop) -> Result<Choice<P::Move>, Text> {
        let Turn::Seat(_) = position.turn() else { return Err(nobody_to_move()) };
        let (mut moves, mut ratings) = (Vec::new(), Vec::new());
        position.moves(&mut moves);
        position.rate(&moves, &mut ratings);
        let best = ratings.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let equal: Vec<_> = moves.iter().zip(&ratings).filter(|(_, rating)| **rating >= best).collect();
        let (mv, _) = equal.get(self.0.below(equal.len().max(1) as u32) as usize).ok_or_else(nobody_to_move)?;
        Ok(Choice { mv: **mv, evaluation: None })
    }
}

/// A bot that sometimes makes a random move.
pub struct Slipping<T> {
    /// The bot that moves otherwise.
    pub bot: T,
    /// How often it makes a random move, in percent.
    pub slips: u8,
    /// Makes the random moves; its dice also decide when.
    pub random: Random,
}

impl<P: Position, T: Bot<P>> Bot<P> for Slipping<T> {
    fn choose(&mut self, position: &P, stop: &Stop) -> Result<Choice<P::Move>, Text> {
        if self.random.0.below(100) < self.slips.into() {
            return self.random.choose(position, stop);
        }
        self.bot.choose(position, stop)
    }

    fn saw(&mut self, before: &P, mv: P::Move) {
        self.bot.saw(before, mv);
    }
}

impl<P: Position, T: Bot<P> + ?Sized> Bot<P> for Box<T> {
    fn choose(&mut self, position: &P, stop: &Stop) -> Result<Choice<P::Move>, Text> {
        (**self).choose(position, stop)
    }

    fn saw(&mut self, before: &P, mv: P::Move) {
        (**self).saw(before, mv);
    }
}

pub(crate) fn nobody_to_move() -> Text {
    text!("it is nobody's turn", "ce n’est le tour de personne")
}
