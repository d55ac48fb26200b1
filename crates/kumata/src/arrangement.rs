//! Tables set up by hand.

use tablee_core::{Refusal as _, Seat, Text, text};

use crate::hand::{Hand, Pile};
use crate::layout::Layout;
use crate::moves::{Lay, Move};
use crate::notation;
use crate::options::Options;
use crate::position::{Phase, Position, SEATS};
use crate::set::{Domino, Face};

/// A domino that lies on the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Laid {
    /// The seat that owns it.
    pub seat: Seat,
    /// What it is, where, and whether it bears a totem.
    pub lay: Lay,
}

/// A table set up by hand, for a puzzle, an editor or a test: it need not be reachable by play.
#[derive(Clone, Debug)]
pub struct Arrangement {
    /// The options of the game that is set up.
    pub options: Options,
    /// How the tiles lie.
    pub layout: Layout,
    /// The dominoes on the table, each after those under it.
    pub laid: Vec<Laid>,
    /// By seat, the piles in order of their creation.
    pub piles: Vec<Vec<Pile>>,
    /// By seat, the dominoes that lie hidden in the piles.
    pub hidden: Vec<Vec<Domino>>,
    /// The seat whose turn begins.
    pub turn: Seat,
}

impl Position {
    /// The position of a table set up by hand.
    ///
    /// # Errors
    /// The contradiction in it: a domino that is given twice, a pile without its dominoes, a domino in the air.
    pub fn arrange(arrangement: &Arrangement) -> Result<Position, Text> {
        let options = &arrangement.options;
        let face = options.face();
        let empty = Hand::empty(face);
        let mut position = Position::with_hands(
            options,
            &arrangement.layout,
            std::array::from_fn(|_| empty.clone()),
            Phase::Turn(arrangement.turn),
        );
        if arrangement.turn.number() >= options.players {
            let turn = arrangement.turn;
            return Err(text!("there is no seat {turn}", "il n’y a pas de place {turn}"));
        }
        let mut used = [0u16; SEATS];
        let mut take = |seat: Seat, domino: Domino| {
            let bit = 1u16 << domino.index();
            if seat.number() >= options.players || domino.index() >= face.dominoes() || used[seat.number()] & bit != 0 {
                return Err(text!("seat {seat} has no {domino} left", "la place {seat} n’a plus de {domino}"));
            }
            used[seat.number()] |= bit;
            Ok(())
        };
        for Laid { seat, lay } in &arrangement.laid {
            take(*seat, lay.domino)?;
            let checked = position.check_ground(*lay).and_then(|_| position.check_totem(*seat, *lay));
            checked.map_err(|illegal| illegal.text().after(&notation::write(Move::Lay(*lay))))?;
            position.put(*seat, *lay);
        }
        for seat in Seat::all(options.players) {
            let number = seat.number();
            let (piles, hidden) = match (arrangement.piles.get(number), arrangement.hidden.get(number)) {
                (Some(piles), Some(hidden)) if add_up(piles, hidden, face) => (piles, hidden),
                _ => {
                    let wrong =
                        text!("the piles of seat {seat} do not add up", "les piles de la place {seat} ne font pas le compte");
                    return Err(wrong);
                }
            };
            for (index, pile) in piles.iter().enumerate() {
                if let Some(top) = pile.top {
                    take(seat, top)?;
                    position.hands[number].show(top, index as u8);
                }
                position.hands[number].hidden_in[index] = pile.hidden;
            }
            for domino in hidden {
                take(seat, *domino)?;
                position.hands[number].hidden |= 1 << domino.index();
            }
            position.hands[number].pile_count = piles.len() as u8;
        }
        position.begin_turn(arrangement.turn);
        Ok(position)
    }
}

/// Whether piles hold these hidden dominoes, each pile under a visible one, and no more piles can come of them than
/// dominoes.
fn add_up(piles: &[Pile], hidden: &[Domino], face: Face) -> bool {
    piles.iter().all(|pile| pile.top.is_some() || pile.hidden == 0)
        && piles.iter().map(|pile| pile.hidden as usize).sum::<usize>() == hidden.len()
        && piles.len() + hidden.len() <= face.dominoes()
}
