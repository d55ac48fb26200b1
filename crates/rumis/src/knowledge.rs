//! `core::Knowledge` for Rumis: what bots know beyond the rules.

use tablee_core::naming::names;
use tablee_core::{Dice, Knowledge, Level, Seat, Style, Text, Thinking, Turn, text};

use crate::moves::{Cube, Lay, Move};
use crate::position::Position;

impl Knowledge for Position {
    // Found by matches. Expanding positions at once would be stronger for a few thousand playouts; but then the tree is
    // full long before three seconds are over.
    const STYLE: Style = Style {
        safe_lead: 5.0,
        win_weight: 0.5,
        curiosity: 0.5,
        rating_scale: 0.8,
        rave: 1000.0,
        expand_after: 4,
        width: 48,
        horizon: u32::MAX,
    };

    // Each level wins about four games in five against the one below. Smaller steps would need more levels.
    const LEVELS: &'static [Level] = &[
        Level { thinking: Thinking::Random, slips: 0, elo: 0 },
        Level { thinking: Thinking::Greedy, slips: 62, elo: 298 },
        Level { thinking: Thinking::Greedy, slips: 22, elo: 553 },
        Level { thinking: Thinking::Playouts(18), slips: 0, elo: 819 },
        Level { thinking: Thinking::Playouts(115), slips: 0, elo: 1104 },
        Level { thinking: Thinking::Playouts(800), slips: 0, elo: 1370 },
        Level { thinking: Thinking::Playouts(6_500), slips: 0, elo: 1661 },
        Level { thinking: Thinking::Playouts(40_000), slips: 0, elo: 1919 },
        Level { thinking: Thinking::Millis(3_000), slips: 0, elo: 2212 },
    ];

    fn rate(&self, moves: &[Move], ratings: &mut Vec<f32>) {
        self.rate_moves(moves, ratings);
    }

    #[inline(always)]
    fn policy_move(&self, dice: &mut impl Dice, scratch: &mut Vec<Move>) -> Option<Move> {
        self.choose_fast(dice, scratch)
    }

    fn openings(&self, seat: Seat) -> Option<u32> {
        let mut then = self.clone();
        then.begin_turn(seat);
        // A seat that could lay nothing would be out, and that may end the sector; moves of the next sector do not
        // count here.
        let to_move = then.turn_now() == Turn::Seat(seat) && then.sector() == self.sector();
        Some(if to_move { then.lays.count() + then.stuck.count_ones() } else { 0 })
    }

    fn remarks(&self, mv: Move) -> Vec<Text> {
        let (Move::Lay(lay) | Move::Carry { to: lay, .. }, Turn::Seat(seat)) = (mv, self.turn_now()) else { return Vec::new() };
        let rivals = Seat::all(self.options().players).filter(|rival| *rival != seat);
        let takes = rivals.clone().filter_map(|rival| self.takes_from(rival, lay));
        let walls_in = self.walled_in(rivals, mv);
        self.stays(lay).into_iter().chain(takes).chain(walls_in).collect()
    }
}

impl Position {
    /// Whether a stone reaches the limit, where nothing can cover it (R8).
    fn stays(&self, lay: Lay) -> Option<Text> {
        let tops = tops(lay).count();
        let full = tops_at_limit(self, lay);
        match full {
            0 => None,
            _ if full == tops => Some(text!("nothing can be laid on it", "rien ne peut la recouvrir")),
            _ => Some(text!(
                "nothing can be laid on {full} of its {tops} squares",
                "rien ne peut recouvrir {full} de ses {tops} cases"
            )),
        }
    }

    /// The squares that a rival loses to a stone.
    fn takes_from(&self, rival: Seat, lay: Lay) -> Option<Text> {
        let lost = tops(lay).filter(|cube| self.top(cube.square) == Some(rival)).count();
        let Text { en, fr } = names(&[rival]);
        match lost {
            0 => None,
            1 => Some(text!("it takes a square from {en}", "elle prend une case à {fr}")),
            _ => Some(text!("it takes {lost} squares from {en}", "elle prend {lost} cases à {fr}")),
        }
    }

    /// The rivals who could lay something before a move and cannot after it.
    fn walled_in(&self, rivals: impl Iterator<Item = Seat>, mv: Move) -> Vec<Text> {
        let mut after = self.clone();
        tablee_core::Position::play_unchecked(&mut after, mv);
        if after.sector() != self.sector() {
            return Vec::new();
        }
        let walled_in = rivals.filter(|rival| self.openings(*rival) > Some(0) && after.openings(*rival) == Some(0));
        let say = |rival| {
            let Text { en, fr } = names(&[rival]);
            text!("it leaves {en} no place to lay anything", "elle ne laisse à {fr} aucune place où poser")
        };
        walled_in.map(say).collect()
    }
}

/// The cubes of a stone that are seen from above.
fn tops(lay: Lay) -> impl Iterator<Item = Cube> {
    lay.cubes().filter(move |cube| !lay.cubes().any(|other| other.square == cube.square && other.height > cube.height))
}

/// How many of them are as high as their squares allow.
fn tops_at_limit(position: &Position, lay: Lay) -> usize {
    tops(lay).filter(|cube| position.board().limit(cube.square) == Some(cube.height)).count()
}
