//! A table set up by hand.

use tablee_core::{Refusal, Seat, Text, text};

use crate::dominoes::Dominoes;
use crate::moves::Lay;
use crate::options::Options;
use crate::position::{Phase, Position};
use crate::set::{DominoNumber, HAND};

/// A domino that lies on the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Laid {
    /// The seat that laid it, and so owns the rounds that it completed.
    pub seat: Seat,
    /// The domino, its place and its turn.
    pub lay: Lay,
}

/// A table set up by hand, for a puzzle, an editor or a test: it need not be reachable by play, and dominoes may be
/// missing.
#[derive(Clone, Debug)]
pub struct Arrangement {
    /// The options of the game that is set up.
    pub options: Options,
    /// The dominoes on the table, in an order in which they could have been laid.
    pub laid: Vec<Laid>,
    /// By seat, its hand: one to four dominoes.
    pub hands: Vec<Vec<DominoNumber>>,
    /// The draw pile.
    pub pile: Vec<DominoNumber>,
    /// The seat whose turn begins.
    pub turn: Seat,
}

impl Position {
    /// The position of a table set up by hand.
    ///
    /// # Errors
    /// The contradiction in it: a domino that is given twice, a seat or a hand that cannot be, a domino that does
    /// not fit.
    pub fn arrange(arrangement: &Arrangement) -> Result<Position, Text> {
        let Arrangement { options, laid, hands, pile, turn } = arrangement;
        let mut position = Position::with_phase(options, Dominoes::NONE, Phase::Turn(*turn));
        let mut left = options.set.numbers();
        let mut take = |domino: DominoNumber| {
            if !left.contains(domino) {
                return Err(text!("there is no domino {domino} left", "il n’y a plus de domino {domino}"));
            }
            left = left.without(domino);
            Ok(())
        };
        if let Some(seat) = laid.iter().map(|laid| laid.seat).chain([*turn]).find(|seat| seat.number() >= options.players) {
            return Err(text!("there is no seat {seat}", "il n’y a pas de place {seat}"));
        }
        if hands.len() != options.players {
            let (given, players) = (hands.len(), options.players);
            return Err(text!(
                "{given} hands are given for {players} players",
                "{given} mains sont données pour {players} joueurs"
            ));
        }
        for Laid { seat, lay } in laid {
            take(lay.domino)?;
            position.check_place(*lay).map_err(|illegal| illegal.text())?;
            position.put(*seat, *lay);
        }
        for (seat, hand) in Seat::all(options.players).zip(hands) {
            let held = hand.len();
            if !(1..=HAND).contains(&held) {
                return Err(text!(
                    "seat {seat} holds {held} dominoes, which is not from 1 to {HAND}",
                    "la place {seat} a {held} dominos en main, ce qui n’est pas de 1 à {HAND}"
                ));
            }
            hand.iter().try_for_each(|domino| take(*domino))?;
            position.hands[seat.number()] = hand.iter().copied().collect();
        }
        pile.iter().try_for_each(|domino| take(*domino))?;
        position.pile = pile.iter().copied().collect();
        position.begin_turn(*turn);
        Ok(position)
    }
}
