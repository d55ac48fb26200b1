//! What a bot knows about Cuminos beyond its rules.
//!
//! Hands lie open, so a round is a game of pure skill once it is dealt; and the next one begins with new hands, whatever was
//! done in this. So a search looks to the end of the round, and it comes far if it is told what not to look at: moves that hand
//! the next player a good place, mirror images of others, and look-alikes.

use std::ops::ControlFlow;

use tablee_core::{Dice, Knowledge, Level, Position as _, Seat, Style, Text, Thinking, Turn, text};

use crate::block::Blocks;
use crate::lay::{Lay, Move, Symmetry};
use crate::position::{Position, Stage};
use crate::table::Table;

/// How often a hasty player takes the most points, in percent; any move otherwise. Much more, and all playouts are the same.
const GREED: u32 = 60;

// What to rate a move by, besides the points that it brings; all found by measuring.
/// What a point is worth that the next player could then lay.
const NEXT_POINT: f32 = 1.0;
/// What it is worth to keep a block that fits somewhere.
const OWN_FIT: f32 = 0.3;
/// What it is worth that a block of the next player fits nowhere.
const NEXT_FIT: f32 = 0.3;

impl Knowledge for Position {
    const STYLE: Style = Style {
        safe_lead: 6.0,
        win_weight: 0.8,
        curiosity: 1.0,
        rating_scale: 2.0,
        rave: 0.0,
        expand_after: 4,
        width: usize::MAX,
        horizon: u32::MAX,
    };

    const LEVELS: &'static [Level] = &[
        Level { thinking: Thinking::Random, slips: 0 },
        Level { thinking: Thinking::Greedy, slips: 55 },
        Level { thinking: Thinking::Greedy, slips: 8 },
        Level { thinking: Thinking::Playouts(25), slips: 0 },
        Level { thinking: Thinking::Playouts(100), slips: 0 },
        Level { thinking: Thinking::Playouts(300), slips: 0 },
        Level { thinking: Thinking::Playouts(1_500), slips: 0 },
        Level { thinking: Thinking::Playouts(8_000), slips: 0 },
        Level { thinking: Thinking::Millis(3_000), slips: 0 },
    ];

    /// Its team (C24).
    #[inline]
    fn side(&self, seat: Seat) -> usize {
        self.team()[seat].into()
    }

    /// The rounds that are over: hands are drawn anew for each (C3).
    #[inline]
    fn chapter(&self) -> u32 {
        self.rounds_over.into()
    }

    /// The points of a move, what it leaves to oneself, and what it hands to the next player. Most blocks fit in many ways that differ in
    /// nothing of this, such as to the left or to the right of an end: of those one is enough.
    fn rate(&self, moves: &[Move], ratings: &mut Vec<f32>) {
        ratings.clear();
        let Turn::Seat(seat) = self.turn() else { return };
        let symmetries = Symmetry::OTHERS.map(|symmetry| self.table.keeps_under(symmetry).then_some(symmetry));
        let is_image = |lay: Lay| symmetries.into_iter().flatten().any(|symmetry| symmetry.image(lay) < lay);
        let (hand, next) = (self.hands[seat], self.hands[seat.next(self.seats())]);
        ratings.extend(moves.iter().map(|mv| match *mv {
            Move::Lay(lay) if is_image(lay) => f32::NEG_INFINITY,
            Move::Lay(lay) => {
                let mut after = self.table.clone();
                after.lay(seat, lay);
                let mut left = hand;
                left.remove(lay.block());
                self.gain(seat, lay) as f32 + Prospects::of(&after, left, next).rating()
            }
            _ => Prospects::of(&self.table, hand, next).rating(),
        }));
        self.leave_out_look_alikes(moves, ratings);
    }

    /// The most points at once, more often than not. A block counts by its place alone, so this takes no longer than to list them.
    #[inline]
    fn policy_move(&self, dice: &mut impl Dice, scratch: &mut Vec<Move>) -> Option<Move> {
        match self.stage {
            Stage::Turn(seat) if dice.below(100) < GREED => Some(self.greedy(seat, dice, scratch)),
            _ => self.pick(dice, scratch),
        }
    }

    fn openings(&self, seat: Seat) -> Option<u32> {
        let (hand, mut ways) = (self.hands[seat], 0);
        // The visitor never stops.
        let _ = self.table.placements(hand, |placement| {
            ways += placement.fitting(hand).len() + placement.fitting_reversed(hand).len();
            ControlFlow::Continue(())
        });
        Some(ways)
    }

    fn remarks(&self, mv: Move) -> Vec<Text> {
        match (self.stage, mv) {
            (Stage::Turn(seat), Move::Lay(lay)) => self.remarks_on_laying(seat, lay),
            (Stage::Turn(seat), Move::Pass) if self.table.takes_any(self.hands[seat]) => {
                vec![text!("it waits for a better place", "c'est attendre une meilleure occasion")]
            }
            (Stage::Turn(_), Move::Pass) => {
                vec![text!("nothing in hand fits anywhere", "aucun bloc en main ne convient nulle part")]
            }
            _ => Vec::new(),
        }
    }
}

impl Position {
    /// The points that a seat gains by laying a block: what it counts, and what the opponents hold if it is the last (C18–C21).
    #[inline]
    fn gain(&self, seat: Seat, lay: Lay) -> i32 {
        self.table.worth_at(lay.cubes()) + self.gain_for_ending(seat)
    }

    /// The points for laying any block if it is the last (C21).
    #[inline]
    fn gain_for_ending(&self, seat: Seat) -> i32 {
        if self.hands[seat].len() == 1 { self.left_to_opponents(seat) as i32 } else { 0 }
    }

    /// Rates a lay as one that a search leaves out if another before it, of the same block, looks the same: as high, standing or
    /// lying alike, and with the same rating.
    ///
    /// A search that does this wins five games of eight against one that does not, with as many playouts. It is weaker if ratings need only
    /// be close.
    fn leave_out_look_alikes(&self, moves: &[Move], ratings: &mut [f32]) {
        let looks = |lay: Lay| (lay.stands(), lay.bottom(), self.table.rank_at(lay.cubes()));
        // The looks of the lays of one block, which follow each other.
        let (mut block, mut seen) = (None, Vec::new());
        for (mv, rating) in moves.iter().zip(ratings) {
            let Move::Lay(lay) = *mv else { continue };
            if block != Some(lay.block()) {
                block = Some(lay.block());
                seen.clear();
            }
            let look = (looks(lay), *rating);
            if seen.contains(&look) {
                *rating = f32::NEG_INFINITY;
            } else {
                seen.push(look);
            }
        }
    }

    /// One of the moves with the most points.
    #[inline]
    fn greedy(&self, seat: Seat, dice: &mut impl Dice, scratch: &mut Vec<Move>) -> Move {
        scratch.clear();
        let (hand, mut most) = (self.hands[seat], 0);
        // The visitor never stops.
        let _ = self.table.placements(hand, |placement| {
            let (ahead, reversed) = (placement.fitting(hand), placement.fitting_reversed(hand));
            if ahead.union(reversed).is_empty() {
                return ControlFlow::Continue(());
            }
            let worth = self.table.worth_at(placement.cubes);
            if worth < most {
                return ControlFlow::Continue(());
            }
            if worth > most {
                most = worth;
                scratch.clear();
            }
            let [first, second] = placement.cubes;
            scratch.extend(ahead.iter().map(|block| Move::Lay(Lay::ordered(block, first, second))));
            scratch.extend(reversed.iter().map(|block| Move::Lay(Lay::ordered(block, second, first))));
            ControlFlow::Continue(())
        });
        if scratch.is_empty() {
            return Move::Pass;
        }
        scratch[dice.below(scratch.len() as u32) as usize]
    }

    fn remarks_on_laying(&self, seat: Seat, lay: Lay) -> Vec<Text> {
        let mut remarks = Vec::new();
        match self.table.faces_touched(lay.cubes()) {
            _ if self.table.worth_at(lay.cubes()) == 0 => {}
            0..=2 => {}
            3 => remarks.push(text!("it touches three faces and counts double", "il touche trois faces et compte double")),
            _ => remarks.push(text!("it touches four faces and counts triple", "il touche quatre faces et compte triple")),
        }
        if self.hands[seat].len() == 1 {
            let left = self.gain_for_ending(seat);
            remarks.push(text!(
                "it ends the round and counts {left} for what the opponents hold",
                "il finit la manche et compte {left} pour ce que tiennent les adversaires"
            ));
            return remarks;
        }
        let mut after = self.table.clone();
        let (rank, _) = after.lay(seat, lay);
        let others = Seat::all(self.seats()).filter(|other| self.side(*other) != self.side(seat));
        let others = others.fold(Blocks::NONE, |held, other| held.union(self.hands[other]));
        if !after.takes_any(others) {
            remarks.push(text!("no opponent can lay anything then", "aucun adversaire ne peut plus rien poser ensuite"));
        } else if rank < 3 && !after.takes_any_on(lay, others) {
            remarks.push(text!("no opponent can lay anything on it", "aucun adversaire ne peut rien poser dessus"));
        }
        if rank == 1 && lay.stands() && self.laid().len() > 1 {
            remarks.push(text!("it closes a branch", "il ferme une branche"));
        }
        remarks
    }
}

/// What a player and the next could do with a table, were it their turn.
struct Prospects {
    /// How many of the player's own blocks fit somewhere.
    own_fit: u32,
    /// The same for the next player.
    next_fit: u32,
    /// The most points that the next player could lay.
    next_most: i32,
}

impl Prospects {
    #[inline]
    fn of(table: &Table, own: Blocks, next: Blocks) -> Prospects {
        let (mut own_fit, mut next_fit, mut next_most) = (Blocks::NONE, Blocks::NONE, 0);
        // The visitor never stops.
        let _ = table.placements(own.union(next), |placement| {
            let fits = |hand| placement.fitting(hand).union(placement.fitting_reversed(hand));
            own_fit = own_fit.union(fits(own));
            let fits = fits(next);
            if !fits.is_empty() {
                next_fit = next_fit.union(fits);
                next_most = next_most.max(table.worth_at(placement.cubes));
            }
            ControlFlow::Continue(())
        });
        Prospects { own_fit: own_fit.len(), next_fit: next_fit.len(), next_most }
    }

    #[inline]
    fn rating(&self) -> f32 {
        OWN_FIT * self.own_fit as f32 - NEXT_FIT * self.next_fit as f32 - NEXT_POINT * self.next_most as f32
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tablee_core::chance::TestDice;
    use tablee_core::{Game, Play};

    use super::*;
    use crate::game::Cuminos;

    #[test]
    fn whatever_is_not_looked_at_has_a_twin_that_is() {
        let set = Arc::new(Cuminos::read_set(Cuminos::HOUSE_SET).expect("the house set is right"));
        let (mut dice, mut scratch, mut ratings) = (TestDice::new(7), Vec::new(), Vec::new());
        let mut left_out = 0;
        for values in Cuminos::samples() {
            let mut position = Position::new(&Cuminos::options(&values, Arc::clone(&set)).expect("a sample is right"));
            while let Some(mv) = position.policy_move(&mut dice, &mut scratch) {
                if let Turn::Seat(seat) = position.turn() {
                    let moves = position.legal_moves();
                    position.rate(&moves, &mut ratings);
                    let (seen, unseen): (Vec<_>, Vec<_>) =
                        moves.iter().zip(&ratings).partition(|(_, rating)| **rating > f32::NEG_INFINITY);
                    for (mv, _) in unseen {
                        let Move::Lay(lay) = *mv else { panic!("a pass was left out in {position:?}") };
                        let look = |lay: Lay| (lay.block(), lay.stands(), lay.bottom(), position.gain(seat, lay));
                        let is_twin = |mv: &Move| matches!(*mv, Move::Lay(other) if look(other) == look(lay));
                        assert!(seen.iter().any(|(mv, _)| is_twin(mv)), "{lay:?} in {position:?}");
                        left_out += 1;
                    }
                }
                position.play_unchecked(mv);
            }
        }
        assert!(left_out > 1000, "only {left_out} were left out");
    }

    #[test]
    fn a_gain_is_what_playing_and_counting_gives() {
        let set = Arc::new(Cuminos::read_set(Cuminos::HOUSE_SET).expect("the house set is right"));
        let (mut dice, mut scratch) = (TestDice::new(7), Vec::new());
        for values in Cuminos::samples() {
            let mut position = Position::new(&Cuminos::options(&values, Arc::clone(&set)).expect("a sample is right"));
            while let Some(mv) = position.policy_move(&mut dice, &mut scratch) {
                if let Turn::Seat(seat) = position.turn() {
                    for other in position.legal_moves() {
                        let Move::Lay(lay) = other else { continue };
                        let mut after = position.clone();
                        after.play_unchecked(other);
                        assert_eq!(
                            position.gain(seat, lay),
                            after.score()[seat] - position.score()[seat],
                            "{lay:?} in {position:?}"
                        );
                    }
                }
                position.play_unchecked(mv);
            }
        }
    }
}
