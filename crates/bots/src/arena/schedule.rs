//! Who sits where in which game.
//!
//! Games come in *deals*. All games of a deal have the same setup and the same luck. The bots change seats from game to
//! game until each has played every side once, so that luck helps all bots alike. The deal is the unit of all statistics.

use tablee_core::{BySeat, Knowledge, Seat};

/// The number of a game in the schedule.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Slot {
    /// The deal, from 0.
    pub deal: u32,
    /// The game of the deal, from 0.
    pub rotation: u32,
}

/// The seatings of a run. It has no end, so that a run can be made longer.
#[derive(Clone, Debug)]
pub struct Schedule {
    sides: BySeat<u8>,
    side_count: usize,
    /// The groups of bots that meet: every choice of as many bots as there are sides, or all bots.
    meetings: Vec<Vec<u8>>,
}

impl Schedule {
    /// The most bots of a run.
    pub const MOST_BOTS: usize = 16;

    /// A schedule for this number of bots in a game with the sides of `position`. One bot plays all seats of a side, so
    /// that no bot is measured by the play of its partner.
    ///
    /// # Panics
    /// If there is no bot, or more than [`Schedule::MOST_BOTS`].
    pub fn new<P: Knowledge>(table: &P, bots: usize) -> Schedule {
        Schedule::of(table, bots, |sides| choices(bots as u8, sides.min(bots)))
    }

    /// The same, but each bot meets only its neighbours: for levels, where the first against the last shows nothing.
    ///
    /// # Panics
    /// As [`Schedule::new`].
    pub fn ladder<P: Knowledge>(table: &P, bots: usize) -> Schedule {
        Schedule::of(table, bots, |sides| {
            (0..bots as u8).collect::<Vec<_>>().windows(sides.min(bots)).map(<[u8]>::to_vec).collect()
        })
    }

    fn of<P: Knowledge>(table: &P, bots: usize, meetings: impl Fn(usize) -> Vec<Vec<u8>>) -> Schedule {
        assert!((1..=Schedule::MOST_BOTS).contains(&bots), "a run has 1 to {} bots", Schedule::MOST_BOTS);
        // The position may number its sides with gaps; here there are none.
        let mut known = Vec::new();
        let sides = BySeat::from_fn(table.seats(), |seat| {
            let side = table.side(seat);
            known.iter().position(|known| *known == side).unwrap_or_else(|| {
                known.push(side);
                known.len() - 1
            }) as u8
        });
        let side_count = known.len();
        Schedule { sides, side_count, meetings: meetings(side_count) }
    }

    /// The side of each seat, numbered from 0 without gaps.
    pub fn sides(&self) -> &BySeat<u8> {
        &self.sides
    }

    /// How many sides there are.
    pub fn side_count(&self) -> usize {
        self.side_count
    }

    /// The number of games of a deal: one for each bot in it.
    pub fn games_a_deal(&self) -> u32 {
        self.meetings[0].len() as u32
    }

    /// The number of deals that have at least this many games.
    pub fn deals_for(&self, games: u32) -> u32 {
        games.div_ceil(self.games_a_deal())
    }

    /// The bot on each seat.
    ///
    /// If there are more bots than sides, the deals go through all groups in turn; if there are fewer, each bot has
    /// several sides. The next time the order is reversed, so that no bot always sits behind the same rival.
    pub fn seating(&self, slot: Slot) -> BySeat<u8> {
        let round = slot.deal as usize / self.meetings.len();
        let meeting = &self.meetings[slot.deal as usize % self.meetings.len()];
        let bots = meeting.len();
        self.sides.map(|side| {
            let place = (side as usize + slot.rotation as usize) % bots;
            meeting[if round.is_multiple_of(2) { place } else { bots - 1 - place }]
        })
    }

    /// All games of this number of deals, in order.
    pub fn slots(&self, deals: u32) -> impl Iterator<Item = Slot> + use<> {
        let games = self.games_a_deal();
        (0..deals).flat_map(move |deal| (0..games).map(move |rotation| Slot { deal, rotation }))
    }

    /// The first seat of a side.
    pub fn seat_of(&self, side: usize) -> Seat {
        self.sides.iter().find(|(_, of)| **of as usize == side).map_or(Seat::new(0), |(seat, _)| seat)
    }
}

/// Every choice of `k` of the numbers below `n`, each ascending.
fn choices(n: u8, k: usize) -> Vec<Vec<u8>> {
    if k == 0 {
        return vec![Vec::new()];
    }
    let with_last = |last: u8| {
        choices(last, k - 1).into_iter().map(move |mut choice| {
            choice.push(last);
            choice
        })
    };
    (0..n).flat_map(with_last).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::toy::Take;

    fn seatings(seats: usize, teams: bool, bots: usize, deals: u32) -> Vec<Vec<u8>> {
        let schedule = Schedule::new(&Take::new(seats, teams), bots);
        schedule.slots(deals).map(|slot| schedule.seating(slot).as_slice().to_vec()).collect()
    }

    #[test]
    fn two_bots_change_seats() {
        assert_eq!(seatings(2, false, 2, 1), [[0, 1], [1, 0]]);
    }

    #[test]
    fn one_bot_plays_each_deal_once() {
        assert_eq!(seatings(3, false, 1, 2), [[0, 0, 0], [0, 0, 0]]);
    }

    #[test]
    fn a_side_is_one_bot() {
        assert_eq!(seatings(4, true, 2, 1), [[0, 1, 0, 1], [1, 0, 1, 0]]);
    }

    #[test]
    fn fewer_bots_than_seats_fill_them_in_turn() {
        assert_eq!(seatings(3, false, 2, 1), [[0, 1, 0], [1, 0, 1]]);
    }

    #[test]
    fn more_bots_than_seats_all_meet() {
        let seatings = seatings(2, false, 4, 6);
        assert_eq!(seatings.len(), 12);
        for a in 0..4 {
            for b in (0..4).filter(|b| *b != a) {
                assert!(seatings.contains(&vec![a, b]), "{a} against {b}");
            }
        }
    }

    #[test]
    fn on_a_ladder_only_neighbours_meet() {
        let schedule = Schedule::ladder(&Take::new(2, false), 4);
        let seatings: Vec<_> = schedule.slots(3).map(|slot| schedule.seating(slot).as_slice().to_vec()).collect();
        assert_eq!(seatings, [[0, 1], [1, 0], [1, 2], [2, 1], [2, 3], [3, 2]]);
    }

    #[test]
    fn three_bots_follow_each_other_both_ways_round() {
        let mut orders = seatings(3, false, 3, 2);
        orders.sort();
        orders.dedup();
        assert_eq!(orders.len(), 6);
    }

    /// Within each deal every bot of it sits equally often on every seat.
    #[test]
    fn every_bot_sits_equally_often_on_every_seat() {
        for (seats, teams) in [(2, false), (3, false), (4, false), (4, true), (6, false), (6, true)] {
            for bots in 1..=7 {
                let schedule = Schedule::new(&Take::new(seats, teams), bots);
                let deals = schedule.meetings.len() as u32 * 2;
                let mut sat: BTreeMap<(u8, usize), u32> = BTreeMap::new();
                for slot in schedule.slots(deals) {
                    for (seat, bot) in schedule.seating(slot).iter() {
                        *sat.entry((*bot, seat.number())).or_default() += 1;
                    }
                }
                assert_eq!(sat.len(), bots * seats, "{bots} bots, {seats} seats");
                let counts: Vec<_> = sat.values().collect();
                assert!(counts.iter().all(|count| *count == counts[0]), "{bots} bots, {seats} seats: {sat:?}");
            }
        }
    }
}
