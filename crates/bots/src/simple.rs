//! Players that do not look ahead.

use tablee_core::{Dice, Knowledge, Position, Text, Turn, text};

use crate::bot::{Bot, Choice};
use crate::{FastDice, Stop};

/// Any legal move.
pub struct Random(pub FastDice);

impl<P: Position> Bot<P> for Random {
    fn choose(&mut self, position: &P, _: &Stop) -> Result<Choice<P::Move>, Text> {
        let Turn::Seat(_) = position.turn() else { return Err(nobody_on_turn()) };
        let mv = position.pick(&mut self.0, &mut Vec::new()).ok_or_else(nobody_on_turn)?;
        Ok(Choice { mv, evaluation: None })
    }
}

/// The move that looks best at first sight; one of them if several do.
pub struct Greedy(pub FastDice);

impl<P: Knowledge> Bot<P> for Greedy {
    fn choose(&mut self, position: &P, _: &Stop) -> Result<Choice<P::Move>, Text> {
        let Turn::Seat(_) = position.turn() else { return Err(nobody_on_turn()) };
        let (mut moves, mut ratings) = (Vec::new(), Vec::new());
        position.moves(&mut moves);
        position.rate(&moves, &mut ratings);
        let best = ratings.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let equal: Vec<_> = moves.iter().zip(&ratings).filter(|(_, rating)| **rating >= best).collect();
        let (mv, _) = equal.get(self.0.below(equal.len().max(1) as u32) as usize).ok_or_else(nobody_on_turn)?;
        Ok(Choice { mv: **mv, evaluation: None })
    }
}

/// A bot that now and then moves without thinking.
pub struct Slipping<T> {
    /// How it plays otherwise.
    pub bot: T,
    /// How often it does not think, in percent.
    pub slips: u8,
    /// What it does then, and its dice.
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

pub(crate) fn nobody_on_turn() -> Text {
    text!("nobody is on turn", "ce n’est le tour de personne")
}
