//! Counting every line of play to a depth: the quickest way to see that two implementations know the same rules.

use crate::{Play, Position};

/// The number of different sequences of `depth` moves, draws included. A game that ends sooner counts nothing.
pub fn perft<P: Position>(position: &P, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = position.legal_moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    moves
        .into_iter()
        .map(|mv| {
            let mut next = position.clone();
            next.play_unchecked(mv);
            perft(&next, depth - 1)
        })
        .sum()
}
