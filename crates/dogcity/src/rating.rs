//! How good moves look without looking ahead.
//!
//! Points come from nooks: empty places where a domino completes a round. Hands lie open, so all players see which
//! nooks they can fill. Filling one gives another turn, so the next player takes every nook that their hand fits. A
//! move is rated by the nooks that it fills, that it leaves to others, and that it keeps for its own player; it changes
//! only the nooks around it.

use tablee_core::geometry::Point;
use tablee_core::{Position as _, Seat, Turn};

use crate::moves::{Lay, Move};
use crate::nook::{Nook, corners_towards};
use crate::open_table::Completed;
use crate::placement::{Fingers, Placements, Wanted};
use crate::position::{Position, SEATS};
use crate::set::HAND;

/// What playing again is worth, in points.
pub(crate) const AGAIN: f32 = 1.0;

/// How likely a seat that can fill a nook does so in its turn: the first seat, and each one after it.
const TAKES: [f32; SEATS] = [0.9, 0.4, 0.4, 0.4];

/// An empty place beside a domino, as a rating looks at it.
struct Site {
    at: Point,
    wanted: Wanted,
    nook: Nook,
    /// The corners where one domino is lacking, and those where two are: a bit each.
    lacks_one: u8,
    lacks_two: u8,
    value: Value,
}

/// The worth of a nook to the player to move, in points ahead: by the finger that is no longer there, if the next
/// player comes first, and if the player does again.
#[derive(Clone, Copy, Default)]
struct Value([[f32; HAND]; 2]);

impl Value {
    #[inline]
    fn add(&mut self, other: &Value, sign: f32) {
        for (own, other) in self.0.as_flattened_mut().iter_mut().zip(other.0.as_flattened()) {
            *own += sign * other;
        }
    }
}

/// The hands around the table, as places are asked about them.
pub(crate) struct Hands {
    fingers: [Fingers; SEATS],
    seats: usize,
}

impl Hands {
    #[inline]
    pub(crate) fn new(position: &Position) -> Hands {
        Hands { fingers: position.hands.map(Fingers::new), seats: position.options.players }
    }

    /// By seat: what filling a nook is worth to it.
    #[inline]
    pub(crate) fn gains(&self, placements: &Placements, wanted: Wanted, nook: &Nook) -> [f32; SEATS] {
        let mut gains = [0.0; SEATS];
        for (gain, fingers) in gains.iter_mut().zip(&self.fingers[..self.seats]) {
            *gain = gain_of(placements, wanted, nook, *fingers);
        }
        gains
    }

    /// The points that each seat is likely to gain from a nook, in order from the first: earlier seats may have filled
    /// it.
    #[inline]
    pub(crate) fn share_out(&self, gains: &[f32; SEATS], first: usize, mut give: impl FnMut(usize, f32)) {
        let mut left = 1.0;
        let mut seat = first;
        for takes in TAKES.into_iter().take(self.seats) {
            if gains[seat] > 0.0 {
                give(seat, left * takes * gains[seat]);
                left -= left * takes;
            }
            seat += 1;
            if seat == self.seats {
                seat = 0;
            }
        }
    }

    /// By how much a nook brings a seat ahead of the others.
    #[inline]
    fn lead(&self, gains: &[f32; SEATS], seat: usize, first: usize) -> f32 {
        let (mut lead, each_rival) = (0.0, 1.0 / (self.seats - 1) as f32);
        self.share_out(gains, first, |who, points| lead += if who == seat { points } else { -each_rival * points });
        lead
    }
}

/// The gain of the best of these dominoes in a nook; 0 if none fits or none gains anything.
#[inline]
pub(crate) fn gain_of(placements: &Placements, wanted: Wanted, nook: &Nook, fingers: Fingers) -> f32 {
    let ways = placements.ways(wanted, fingers).iter(fingers);
    ways.map(|(domino, turns)| gain(nook.completed_by(placements.turned(domino, turns)))).fold(0.0, f32::max)
}

/// What completing rounds is worth.
#[inline]
pub(crate) fn gain(completed: Completed) -> f32 {
    f32::from(completed.points) + AGAIN
}

/// Rates the moves of one position, for the seat whose turn it is.
pub(crate) struct MoveRater<'p> {
    placements: &'p Placements,
    hands: Hands,
    /// The seat whose turn it is, and the next.
    own: usize,
    next: usize,
    sites: Vec<Site>,
    /// The values of all sites, and of having laid a finger.
    all: Value,
}

impl<'p> MoveRater<'p> {
    pub(crate) fn new(position: &'p Position, seat: Seat) -> MoveRater<'p> {
        let hands = Hands::new(position);
        let next = seat.next(hands.seats).number();
        let mut rater = MoveRater {
            placements: position.placements(),
            hands,
            own: seat.number(),
            next,
            sites: Vec::new(),
            all: Value::default(),
        };
        // A domino that is laid costs nothing in the end (D20, D21).
        let each = position.cost_of_holding();
        for (finger, domino) in position.hand(seat).enumerate() {
            let cost =
                each * position.options.set.domino(domino).map_or(0.0, |domino| position.options.cost_in_hand(domino) as f32);
            rater.all.0.iter_mut().for_each(|by_finger| by_finger[finger] += cost);
        }
        rater.sites.reserve_exact(position.table.spots().len());
        for spot in position.table.spots() {
            let nook = Nook::at(&position.table, rater.placements, spot.at());
            let [lacks_one, lacks_two] = [nook.corners_with(3), nook.corners_with(2)];
            let value = if lacks_one == 0 { Value::default() } else { rater.value(spot.wanted(), &nook) };
            rater.all.add(&value, 1.0);
            rater.sites.push(Site { at: spot.at(), wanted: spot.wanted(), nook, lacks_one, lacks_two, value });
        }
        rater
    }

    /// What a nook is worth as it is.
    fn value(&self, wanted: Wanted, nook: &Nook) -> Value {
        let mut gains = self.hands.gains(self.placements, wanted, nook);
        let mut value = Value::default();
        if gains.iter().all(|gain| *gain == 0.0) {
            return value;
        }
        let best = gains[self.own];
        for finger in 0..HAND {
            let others = self.hands.fingers[self.own].without(finger);
            gains[self.own] = if best > 0.0 { gain_of(self.placements, wanted, nook, others) } else { 0.0 };
            for (again, first) in [self.next, self.own].into_iter().enumerate() {
                value.0[again][finger] = self.hands.lead(&gains, self.own, first);
            }
        }
        value
    }

    /// Adds the ratings of ways to lay something at one place.
    pub(crate) fn rate_place(&self, at: Point, lays: impl Iterator<Item = Lay>, ratings: &mut Vec<f32>) {
        // What lies around the place, which sites a domino there changes into nooks, and what all others are worth.
        let mut here = None;
        let mut rest = self.all;
        let (mut changed, mut count) = ([0u8; 8], 0);
        for (index, site) in self.sites.iter().enumerate() {
            let distance = site.at - at;
            if distance.x.abs() > 1 || distance.y.abs() > 1 {
                continue;
            }
            if site.lacks_one > 0 {
                rest.add(&site.value, -1.0);
            }
            if distance == Point::default() {
                here = Some(site);
            } else if site.lacks_one | (site.lacks_two & corners_towards(at - site.at)) > 0 {
                changed[count] = index as u8;
                count += 1;
            }
        }
        let Some(here) = here else { return };
        for lay in lays {
            let turned = self.placements.turned(lay.domino, lay.turns);
            let completed = if here.lacks_one > 0 { here.nook.completed_by(turned) } else { Completed::default() };
            let again = completed.rounds > 0;
            let first = if again { self.own } else { self.next };
            let finger = self.hands.fingers[self.own].finger_of(lay.domino);
            let mut rating = rest.0[usize::from(again)][finger];
            if again {
                rating += gain(completed);
            }
            for site in changed[..count].iter().map(|index| &self.sites[*index as usize]) {
                let mut nook = site.nook;
                nook.join(at - site.at, turned);
                let wanted = site.wanted.and(turned.gives_to(site.at - at));
                let mut gains = [0.0; SEATS];
                for (seat, fingers) in self.hands.fingers[..self.hands.seats].iter().enumerate() {
                    let fingers = if seat == self.own { fingers.without(finger) } else { *fingers };
                    gains[seat] = gain_of(self.placements, wanted, &nook, fingers);
                }
                rating += self.hands.lead(&gains, self.own, first);
            }
            ratings.push(rating);
        }
    }
}

impl Position {
    /// Rates the moves of the seat whose turn it is, in points.
    pub(crate) fn rate_moves(&self, moves: &[Move], ratings: &mut Vec<f32>) {
        ratings.clear();
        let Turn::Seat(seat) = self.turn() else { return };
        let rater = MoveRater::new(self, seat);
        let mut left = moves;
        while let Some(mv) = left.first() {
            let Move::Lay(Lay { at, .. }) = *mv else {
                // New dominoes are better than those that do not fit.
                ratings.push(if *mv == Move::Swap { AGAIN } else { 0.0 });
                left = &left[1..];
                continue;
            };
            // Moves to one place follow each other.
            let lay = |mv: &Move| if let Move::Lay(lay) = mv { Some(*lay) } else { None };
            let count = left.iter().take_while(|mv| lay(mv).is_some_and(|lay| lay.at == at)).count();
            rater.rate_place(at, left[..count].iter().filter_map(lay), ratings);
            left = &left[count..];
        }
    }
}

#[cfg(test)]
mod tests {
    use tablee_core::chance::TestDice;
    use tablee_core::contract::sample_options;
    use tablee_core::{Game as _, Knowledge as _, Play as _};

    use super::*;
    use crate::DogCity;

    /// The rating of a move, by making it and looking at the whole table.
    fn rated_by_playing(position: &Position, seat: Seat, lay: Lay) -> f32 {
        let mut after = position.clone();
        after.play(Move::Lay(lay)).unwrap();
        let seats = position.options.players;
        let again = after.rounds().count() > position.rounds().count();
        let first = if again { seat } else { seat.next(seats) };
        let hands = Hands::new(&after);
        let mut rating = if again { f32::from(after.won[seat.number()] - position.won[seat.number()]) + AGAIN } else { 0.0 };
        for (spot, nook) in after.nooks(|_| true) {
            rating += hands.lead(&hands.gains(after.placements(), spot.wanted(), &nook), seat.number(), first.number());
        }
        let printed = position.options.set.domino(lay.domino).unwrap();
        rating + position.cost_of_holding() * position.options.cost_in_hand(printed) as f32
    }

    #[test]
    fn a_rating_is_what_the_table_is_worth_after_the_move() {
        let (mut compared, mut ratings) = (0, Vec::new());
        for (seed, values) in DogCity::samples().into_iter().enumerate() {
            let mut position = DogCity::start(&sample_options::<DogCity>(&values), &());
            let mut dice = TestDice::new(seed as u64);
            while let Some(mv) = position.policy_move(&mut dice, &mut Vec::new()) {
                if let Turn::Seat(seat) = position.turn() {
                    let moves = position.legal_moves();
                    position.rate(&moves, &mut ratings);
                    for (mv, rating) in moves.iter().zip(&ratings) {
                        let Move::Lay(lay) = mv else { continue };
                        let expected = rated_by_playing(&position, seat, *lay);
                        assert!((rating - expected).abs() < 1e-3, "{mv:?}: {rating}, not {expected}\n{position:?}");
                        compared += 1;
                    }
                }
                position.play(mv).unwrap();
            }
        }
        assert!(compared > 5000, "{compared}");
    }
}
