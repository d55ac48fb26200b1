//! The dice of a deal.

use tablee_core::{Dice, MAX_SEATS, Seat};

use crate::FastDice;

/// The dice of one game. Each draw uses the dice of the seat that moved last; before the first move, common ones.
///
/// With a single stream of numbers, one more draw in one game would shift all later draws, and the games of a deal
/// would soon have nothing in common.
pub(crate) struct Luck {
    common: FastDice,
    seats: [FastDice; MAX_SEATS],
    last: Option<Seat>,
}

impl Luck {
    /// The dice of a deal: the same for the same seed and deal, independent of the bots.
    pub(crate) fn new(seed: u64, deal: u32) -> Luck {
        let dice = |owner: u64| FastDice::new(mix(&[seed, deal.into(), owner]));
        Luck { common: dice(0), seats: std::array::from_fn(|seat| dice(1 + seat as u64)), last: None }
    }

    /// Notes that this seat has moved: the next draws use its dice.
    pub(crate) fn moved(&mut self, seat: Seat) {
        self.last = Some(seat);
    }
}

impl Dice for Luck {
    fn below(&mut self, n: u32) -> u32 {
        match self.last {
            None => self.common.below(n),
            Some(seat) => self.seats[seat.number()].below(n),
        }
    }
}

/// Mixes several numbers into one seed, so that every use has its own (the finishing steps of SplitMix64).
pub(crate) fn mix(numbers: &[u64]) -> u64 {
    numbers.iter().fold(0x7461_626c_6565, |state: u64, number| {
        let mut z = (state ^ number).wrapping_add(0x9e37_79b9_7f4a_7c15);
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seat_has_the_same_luck_however_the_play_interleaves() {
        let draws = |order: &[usize]| {
            let mut luck = Luck::new(7, 3);
            let mut drawn = [Vec::new(), Vec::new()];
            for seat in order {
                luck.moved(Seat::new(*seat));
                drawn[*seat].push(luck.below(1000));
            }
            drawn
        };
        assert_eq!(draws(&[0, 1, 0, 1, 0, 1]), draws(&[1, 1, 0, 0, 1, 0]));
        assert_ne!(draws(&[0, 1, 0, 1])[0], draws(&[0, 1, 0, 1])[1]);
    }

    #[test]
    fn deals_differ() {
        let first = |deal| Luck::new(7, deal).below(1 << 30);
        assert_ne!(first(0), first(1));
    }
}
