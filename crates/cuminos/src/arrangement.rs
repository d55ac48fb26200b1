//! A table set up by hand.

use tablee_core::{BySeat, Refusal, Seat, Text, text};

use crate::block::{Block, Blocks};
use crate::open_table::{Laid, MOST_BLOCKS};
use crate::options::Options;
use crate::position::{Phase, Position};
use crate::score::Tally;

/// A table set up by hand in the middle of a round, for a puzzle, an editor or a test: it need not be reachable by
/// play.
#[derive(Clone, Debug)]
pub struct Arrangement {
    /// The options of the game that is set up.
    pub options: Options,
    /// The number of the round, from 1.
    pub round: usize,
    /// The blocks on the table, the source first, each where it could be laid after those before it.
    pub laid: Vec<Laid>,
    /// By seat, the blocks in hand.
    pub hands: Vec<Vec<Block>>,
    /// By seat, what was counted so far.
    pub tallies: Vec<Tally>,
    /// The seats that have used their right to pass (C16).
    pub passed: Vec<Seat>,
    /// How many of them have just done so one after another (C17).
    pub chain: usize,
    /// The seat to move.
    pub turn: Seat,
}

impl Position {
    /// The position of a table set up by hand.
    ///
    /// # Errors
    /// The contradiction in it: a block that is given twice, one that could not be laid, a round that would be
    /// over.
    pub fn arrange(arrangement: &Arrangement) -> Result<Position, Text> {
        let Arrangement { options, round, laid, hands, tallies, passed, chain, turn } = arrangement;
        let players = options.players;
        let mut position = Position::new(options);
        if !(1..=2 * players).contains(round) {
            return Err(text!("there is no round {round}", "il n’y a pas de manche {round}"));
        }
        position.rounds_over = (round - 1) as u8;
        if hands.len() != players || tallies.len() != players {
            return Err(text!(
                "there is not one hand and one count for each of {players} players",
                "il n’y a pas une main et un compte pour chacun des {players} joueurs"
            ));
        }
        if laid.len() + hands.iter().map(Vec::len).sum::<usize>() > MOST_BLOCKS {
            return Err(text!("there are more than {MOST_BLOCKS} blocks", "il y a plus de {MOST_BLOCKS} blocs"));
        }
        let present = |seat: Seat| match seat.number() < players {
            true => Ok(()),
            false => Err(text!("there is no seat {seat}", "il n’y a pas de place {seat}")),
        };
        let mut used: BySeat<Blocks> = BySeat::from_fn(players, |_| Blocks::NONE);
        let mut take = |seat: Seat, block: Block| {
            present(seat)?;
            if used[seat].contains(block) {
                return Err(text!("{block} of seat {seat} appears twice", "{block} de la place {seat} figure deux fois"));
            }
            used[seat].insert(block);
            Ok(())
        };
        for Laid { lay, seat } in laid {
            take(*seat, lay.block())?;
            position.table.check(*lay).map_err(|illegal| illegal.text().after(&format!("{lay:?}")))?;
            position.table.lay(*seat, *lay);
        }
        for seat in Seat::all(players) {
            for block in &hands[seat.number()] {
                take(seat, *block)?;
            }
            position.hands[seat] = hands[seat.number()].iter().copied().collect();
            position.tallies[seat] = tallies[seat.number()];
            if position.hands[seat].is_empty() {
                return Err(text!(
                    "seat {seat} holds nothing: the round is over",
                    "la place {seat} n’a plus rien : la manche est finie"
                ));
            }
        }
        for seat in passed {
            present(*seat)?;
            position.passed |= 1 << seat.number();
        }
        if *chain >= players || *chain > passed.len() {
            return Err(text!(
                "{chain} players cannot have passed one after another",
                "{chain} joueurs ne peuvent avoir passé à la suite"
            ));
        }
        position.chain = *chain as u8;
        present(*turn)?;
        position.phase = Phase::Turn(*turn);
        if position.table.is_bare() && *turn != position.opener() {
            let opener = position.opener();
            return Err(text!("seat {opener} opens the round", "la place {opener} ouvre la manche"));
        }
        if position.is_stuck() {
            return Err(text!("nobody can lay a block: the round is over", "personne ne peut poser : la manche est finie"));
        }
        Ok(position)
    }
}
