//! `core::Knowledge` for Cuminos: what bots know beyond the rules.
//!
//! Hands lie open, so a round is a game of pure skill once it is dealt, and the next one begins with new hands. So a
//! search looks to the end of the round. It gets far because the ratings leave out mirror images and look-alikes of
//! other moves, and put moves last that give the next player a good place.

use std::ops::ControlFlow;

use tablee_core::{Dice, Knowledge, Level, Position as _, Seat, Style, Text, Thinking, text};

use crate::block::Blocks;
use crate::moves::{Lay, Move};
use crate::position::{Phase, Position};

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
        Level { thinking: Thinking::Random, slips: 0, elo: 0 },
        Level { thinking: Thinking::Greedy, slips: 55, elo: 217 },
        Level { thinking: Thinking::Greedy, slips: 8, elo: 381 },
        Level { thinking: Thinking::Playouts(25), slips: 0, elo: 636 },
        Level { thinking: Thinking::Playouts(100), slips: 0, elo: 783 },
        Level { thinking: Thinking::Playouts(300), slips: 0, elo: 924 },
        Level { thinking: Thinking::Playouts(1_500), slips: 0, elo: 1129 },
        Level { thinking: Thinking::Playouts(8_000), slips: 0, elo: 1320 },
        Level { thinking: Thinking::Millis(3_000), slips: 0, elo: 1527 },
    ];

    /// The rounds that are over: new hands are drawn for each (C3).
    #[inline]
    fn chapter(&self) -> u32 {
        self.rounds_over.into()
    }

    fn rate(&self, moves: &[Move], ratings: &mut Vec<f32>) {
        self.rate_moves(moves, ratings);
    }

    #[inline]
    fn policy_move(&self, dice: &mut impl Dice, scratch: &mut Vec<Move>) -> Option<Move> {
        self.choose_fast(dice, scratch)
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
        match (self.phase, mv) {
            (Phase::Turn(seat), Move::Lay(lay)) => self.remarks_on_laying(seat, lay),
            (Phase::Turn(seat), Move::Pass) if self.table.takes_any(self.hands[seat]) => {
                vec![text!("it waits for a better place", "c’est attendre une meilleure occasion")]
            }
            (Phase::Turn(_), Move::Pass) => {
                vec![text!("nothing in hand fits anywhere", "aucun bloc en main ne va nulle part")]
            }
            _ => Vec::new(),
        }
    }
}

impl Position {
    /// The points for laying any block if it is the last (C21).
    #[inline]
    pub(crate) fn gain_for_ending(&self, seat: Seat) -> i32 {
        if self.hands[seat].len() == 1 { self.left_to_opponents(seat) as i32 } else { 0 }
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
                "it ends the round and scores {left} for what the opponents still hold",
                "il finit la manche et rapporte {left} pour ce qui reste aux adversaires"
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
