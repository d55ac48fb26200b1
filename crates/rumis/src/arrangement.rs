//! A table set up by hand, for a puzzle, an editor or a test.

use tablee_core::{Refusal, Seat, Text, text};

use crate::board::Sector;
use crate::moves::Lay;
use crate::options::{Options, Rules};
use crate::position::{Position, Spot};
use crate::stone::Stone;

/// A table set up by hand. It need not be reachable by play.
#[derive(Clone, Debug)]
pub struct Arrangement {
    /// The options of the game that is set up.
    pub options: Options,
    /// The stones on the table and whose they are, in any order.
    pub stones: Vec<(Seat, Lay)>,
    /// The seats that are out.
    pub out: Vec<Seat>,
    /// Whose turn begins. In the first of two sectors the other player laid the last stone.
    pub turn: Seat,
    /// In the two-sector game, once the second sector has begun.
    pub second: Option<SecondSector>,
}

/// What is known in the second sector besides the stones on the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SecondSector {
    /// The intermediate score of each seat (R19).
    pub interim: [i8; 2],
    /// The stones that were set aside (R27).
    pub aside: Vec<(Seat, Stone)>,
}

impl Position {
    /// The position of a table set up by hand.
    ///
    /// # Errors
    /// The contradiction in it: a stone that is given twice, in the air, in another stone, or outside the board.
    pub fn arrange(arrangement: &Arrangement) -> Result<Position, Text> {
        let Arrangement { options, stones, out, turn, second } = arrangement;
        let mut position = Position::bare(options);
        let named = stones.iter().map(|(seat, _)| seat).chain(out).chain([turn]);
        if let Some(seat) = named.into_iter().find(|seat| seat.number() >= options.players) {
            return Err(text!("there is no seat {seat}", "il n’y a pas de place {seat}"));
        }
        if let Some(second) = second {
            if options.rules != Rules::TwoSector {
                return Err(text!(
                    "only the two-sector game has a second sector",
                    "seule la variante à deux secteurs en a un deuxième"
                ));
            }
            position.interim = second.interim;
            for (seat, stone) in &second.aside {
                position.take_spot(*seat, *stone, Spot::Aside)?;
            }
        }
        // From the ground up, each stone is laid on the stones before it.
        let mut left = stones.clone();
        while !left.is_empty() {
            let check = |lay| position.check_ground(lay, position.sector_of(lay));
            let Some(standing) = left.iter().position(|(_, lay)| check(*lay).is_ok()) else {
                check(left[0].1).map_err(|illegal| illegal.text())?;
                break;
            };
            let (seat, lay) = left.swap_remove(standing);
            let foot = position.board().cell(lay.foot().square).unwrap_or(0) as u8;
            let spot = Spot::Table { pose: lay.pose(), foot, level: lay.foot().height - 1 };
            position.take_spot(seat, lay.stone(), spot)?;
            position.rebuild();
        }
        if second.is_some() {
            position.sector = Sector::Second;
        } else if options.rules == Rules::TwoSector {
            position.last = turn.next(options.players);
        }
        out.iter().for_each(|seat| position.set_out(*seat));
        position.begin_turn(*turn);
        Ok(position)
    }

    fn take_spot(&mut self, seat: Seat, stone: Stone, spot: Spot) -> Result<(), Text> {
        if seat.number() >= self.options().players || self.spots[seat.number()][stone.index()] != Spot::Hand {
            return Err(text!("seat {seat} has no {stone} left", "la place {seat} n’a plus de {stone}"));
        }
        self.spots[seat.number()][stone.index()] = spot;
        self.hands[seat.number()].remove(stone);
        Ok(())
    }
}
