//! The fast policy of the playouts.

use tablee_core::{Dice, Position as _};

use crate::hand::{PILES, dominoes};
use crate::moves::{Lay, Move};
use crate::placement::nth;
use crate::position::{Phase, Position};
use crate::set::Domino;

/// How many lays the policy looks at before it takes the best of them.
const GLANCES: u32 = 3;

impl Position {
    /// Takes the best of a few random lays, by the points that they cover. This makes a fifth fewer playouts than
    /// random moves, but each tells more.
    #[inline(always)]
    pub(crate) fn choose_fast(&self, dice: &mut impl Dice, scratch: &mut Vec<Move>) -> Option<Move> {
        let Phase::Turn(seat) = self.phase else { return self.pick(dice, scratch) };
        let hand = self.hand(seat);
        let mut counts = [[0u8; 2]; PILES + 1];
        let mut count = 0;
        for (domino, counts) in dominoes(hand.reserve).zip(&mut counts) {
            *counts = self.fits.of(domino).map(|places| places.count_ones() as u8);
            count += u32::from(counts[0]) + u32::from(counts[1]);
        }
        if count == 0 {
            return self.pick(dice, scratch);
        }
        let board = self.board();
        let mut most = i8::MIN;
        let mut best = (Domino::from_index(0), false, 0);
        for _ in 0..GLANCES {
            let mut n = dice.below(count);
            let mut which = 0;
            while let Some(here) = counts.as_flattened().get(which).filter(|here| n >= u32::from(**here)) {
                n -= u32::from(*here);
                which += 1;
            }
            let domino = Domino::from_index(nth(u64::from(hand.reserve), which as u32 / 2) as u8);
            let place = nth(self.fits.of(domino)[which % 2], n);
            let [low, high] = board.parcels_of(place);
            let gain = self.gain_on(seat, self.tops[low]) + self.gain_on(seat, self.tops[high]);
            if gain > most {
                most = gain;
                best = (domino, which % 2 == 1, place);
            }
        }
        let (domino, flipped, place) = best;
        // High or on many points, and towards the end anywhere: a totem that is never played costs a point.
        let level = u32::from(self.tops[board.parcels_of(place)[0]].ground) + 1;
        let totem = hand.totems_left > 0 && 4 * level + domino.points() as u32 >= 2 * hand.left();
        Some(Move::Lay(Lay { domino, flipped, squares: board.squares(place), totem }))
    }
}
