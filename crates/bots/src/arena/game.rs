//! One game of the arena.

use tablee_core::{BySeat, Dice, Knowledge, Play, Seat, Text, Turn, text};

use super::luck::{Luck, mix};
use super::schedule::{Schedule, Slot};
use crate::{Bot, Stop};

/// Makes a bot from a seed and the setup of its game. The same seed makes the same bot, unless it plays by the clock.
pub type Maker<P> = Box<dyn Fn(u64, &str) -> Result<Box<dyn Bot<P>>, Text> + Send + Sync>;

/// A bot that takes part: one of ours, or an external program.
pub struct Contender<P> {
    /// Its name, in reports.
    pub name: String,
    /// Makes it, for one seat of one game.
    pub make: Maker<P>,
}

/// Makes the setup with these dice: the position before the first ply, and the setup as a record writes it.
pub type Deal<'a, P> = &'a (dyn Fn(&mut dyn Dice) -> (P, String) + Sync);

/// Everything that decides what is played.
pub struct Arena<'a, P> {
    /// Makes the setup of a deal.
    pub deal: Deal<'a, P>,
    /// The bots that play each other.
    pub contenders: &'a [Contender<P>],
    /// Which bot sits on which seat.
    pub schedule: &'a Schedule,
    /// The seed of all deals and of the bots' dice.
    pub seed: u64,
}

/// A game that was played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// Its number in the schedule.
    pub slot: Slot,
    /// The bot on each seat.
    pub bots: BySeat<u8>,
    /// Each seat's points.
    pub score: BySeat<i32>,
    /// Each seat's place.
    pub place: BySeat<u8>,
    /// The number of moves, without draws.
    pub moves: u32,
    /// The seat that moved first.
    pub first: Seat,
    /// The seat that forfeited, if any.
    pub forfeit: Option<Forfeit>,
}

/// A game that was lost because a bot made no legal move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Forfeit {
    /// Whose turn it was.
    pub seat: Seat,
    /// The reason, for the report: an illegal move, silence, a crash.
    pub why: Text,
}

/// The bots' dice differ in all games, even in the same deal, so that two equal bots do not play alike.
const BOTS: u64 = u64::MAX;

impl<P: Knowledge> Arena<'_, P> {
    /// Plays a game; none if it was stopped before the end.
    pub fn play(&self, slot: Slot, stop: &Stop) -> Option<Played> {
        let mut luck = Luck::new(self.seed, slot.deal);
        let (mut position, setup) = (self.deal)(&mut luck);
        let seating = self.schedule.seating(slot);
        let seed = |seat: Seat| mix(&[self.seed, BOTS, slot.deal.into(), slot.rotation.into(), seat.number() as u64]);
        let mut bots: Vec<_> =
            seating.iter().map(|(seat, bot)| (self.contenders[*bot as usize].make)(seed(seat), &setup)).collect();
        let (mut moves, mut first, mut scratch) = (0, None, Vec::new());
        let forfeit = loop {
            let before = position.clone();
            let mv = match position.turn() {
                Turn::Over => break None,
                Turn::Chance => match position.pick(&mut luck, &mut scratch) {
                    Some(draw) => {
                        position.play_unchecked(draw);
                        draw
                    }
                    None => break None,
                },
                Turn::Seat(seat) => {
                    first = first.or(Some(seat));
                    let choice = match &mut bots[seat.number()] {
                        Ok(bot) => bot.choose(&position, stop),
                        Err(why) => Err(why.clone()),
                    };
                    if stop.is_called() {
                        return None;
                    }
                    let done = choice.and_then(|choice| match position.play(choice.mv) {
                        Ok(()) => Ok(choice.mv),
                        Err(illegal) => Err(refused(&illegal)),
                    });
                    luck.moved(seat);
                    moves += 1;
                    match done {
                        Ok(mv) => mv,
                        Err(why) => break Some(Forfeit { seat, why }),
                    }
                }
            };
            bots.iter_mut().flatten().for_each(|bot| bot.saw(&before, mv));
        };
        let place = match &forfeit {
            None => position.places(),
            Some(forfeit) => self.places_after(forfeit.seat),
        };
        let first = first.unwrap_or(Seat::new(0));
        Some(Played { slot, bots: seating, score: position.score(), place, moves, first, forfeit })
    }

    /// The side that forfeits is last; the others share the victory, since none of them has beaten another.
    fn places_after(&self, loser: Seat) -> BySeat<u8> {
        let sides = self.schedule.sides();
        sides.map(|side| if side == sides[loser] { self.schedule.side_count() as u8 } else { 1 })
    }
}

fn refused(illegal: &impl tablee_core::Refusal) -> Text {
    let (clause, Text { en, fr }) = (illegal.clause(), illegal.text());
    text!("illegal move: {en} ({clause})", "coup non permis : {fr} ({clause})")
}
