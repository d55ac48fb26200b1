//! What a domino completes on an empty place, found without laying it.

use tablee_core::geometry::Point;

use crate::open_table::{Completed, OpenTable};
use crate::placement::{Placements, Turned};
use crate::set::Animal;

/// What a corner of a domino adds to a round, as numbers that are added without a branch: animals are unpredictable.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Quarter {
    /// The points of its animal, were it the first of its colour.
    points: i8,
    /// The bit of its dog's colour.
    dog: u8,
}

impl Quarter {
    pub(crate) fn new(animal: Option<Animal>) -> Quarter {
        match animal {
            None => Quarter::default(),
            Some(Animal::Cat) => Quarter { points: -2, dog: 0 },
            Some(Animal::Dog(colour)) => Quarter { points: 1, dog: 1 << colour },
        }
    }
}

/// The dominoes that already meet at a corner of an empty place.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Meeting {
    laid: u8,
    /// The points of the animals that are there.
    points: i8,
    /// The colours of the dogs that are there.
    dogs: u8,
}

impl Meeting {
    #[inline]
    fn join(&mut self, quarter: Quarter) {
        self.points = self.points_with(quarter);
        self.dogs |= quarter.dog;
        self.laid += 1;
    }

    /// The points of the round with one more quarter: a second dog of a colour counts 2, and so does each after it
    /// (D15).
    #[inline]
    fn points_with(self, quarter: Quarter) -> i8 {
        self.points + quarter.points + i8::from(self.dogs & quarter.dog != 0)
    }
}

/// The corners of a place that are also corners of a place at some distance from it (one at most each way), each as
/// what it is to both.
#[inline]
fn shared_corners(distance: Point) -> &'static [(u8, u8)] {
    match (distance.x, distance.y) {
        (-1, -1) => &[(3, 1)],
        (-1, 0) => &[(0, 1), (3, 2)],
        (-1, 1) => &[(0, 2)],
        (0, -1) => &[(2, 1), (3, 0)],
        (0, 1) => &[(0, 3), (1, 2)],
        (1, -1) => &[(2, 0)],
        (1, 0) => &[(1, 0), (2, 3)],
        (1, 1) => &[(1, 3)],
        _ => &[],
    }
}

/// The places around a place, as distances.
pub(crate) const BESIDE: [Point; 8] = [
    Point::new(-1, -1),
    Point::new(-1, 0),
    Point::new(-1, 1),
    Point::new(0, -1),
    Point::new(0, 1),
    Point::new(1, -1),
    Point::new(1, 0),
    Point::new(1, 1),
];

/// The corners of a place that are also corners of a place at some distance from it (one at most each way): a bit each.
#[inline]
pub(crate) fn corners_towards(distance: Point) -> u8 {
    shared_corners(distance).iter().fold(0, |corners, (own, _)| corners | 1 << own)
}

/// What is around an empty place, corner by corner, clockwise from the north-west.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Nook {
    meetings: [Meeting; 4],
}

impl Nook {
    /// What is around a place beside a domino.
    #[inline]
    pub(crate) fn at(table: &OpenTable, placements: &Placements, at: Point) -> Nook {
        let mut nook = Nook::default();
        for distance in BESIDE {
            if let Some(domino) = table.domino_near(at + distance) {
                nook.join(distance, table.turned(placements, domino));
            }
        }
        nook
    }

    /// What it becomes when a domino is laid beside it, at this distance from it (diagonally too).
    #[inline]
    pub(crate) fn join(&mut self, distance: Point, domino: &Turned) {
        for (own, other) in shared_corners(distance) {
            self.meetings[*own as usize].join(domino.quarters[*other as usize]);
        }
    }

    /// The corners where `count` dominoes meet already: a bit each. At those with three, a domino completes a round.
    #[inline]
    pub(crate) fn corners_with(&self, laid: u8) -> u8 {
        self.meetings.iter().enumerate().fold(0, |corners, (corner, meeting)| corners | u8::from(meeting.laid == laid) << corner)
    }

    /// The rounds that a domino completes here, and their points (D9, D15–D17).
    #[inline]
    pub(crate) fn completed_by(&self, domino: &Turned) -> Completed {
        let mut completed = Completed::default();
        for (meeting, quarter) in self.meetings.iter().zip(domino.quarters) {
            let complete = meeting.laid == 3;
            completed.rounds += u8::from(complete);
            completed.points += i16::from(complete) * i16::from(meeting.points_with(quarter));
        }
        completed
    }
}

#[cfg(test)]
mod tests {
    use tablee_core::chance::TestDice;
    use tablee_core::contract::sample_options;
    use tablee_core::{Game as _, Play as _, Position as _, Turn};

    use super::*;
    use crate::placement::CORNERS;
    use crate::{DogCity, Move};

    #[test]
    fn corners_are_shared_where_they_are_the_same_point() {
        for dx in -1..=1 {
            for dy in -1..=1 {
                let mut shared = Vec::new();
                for (own, (x, y)) in CORNERS.into_iter().enumerate() {
                    for (other, (other_x, other_y)) in CORNERS.into_iter().enumerate() {
                        if (x, y) == (dx + other_x, dy + other_y) && (dx, dy) != (0, 0) {
                            shared.push((own as u8, other as u8));
                        }
                    }
                }
                assert_eq!(shared_corners(Point::new(dx, dy)), shared, "{dx},{dy}");
            }
        }
    }

    #[test]
    fn a_nook_tells_what_laying_there_completes() {
        let mut several = 0;
        for (seed, values) in DogCity::samples().into_iter().enumerate() {
            let mut position = DogCity::start(&sample_options::<DogCity>(&values), &());
            let mut dice = TestDice::new(seed as u64);
            while let Some(mv) = position.pick(&mut dice, &mut Vec::new()) {
                for mv in position.legal_moves() {
                    let (Turn::Seat(seat), Move::Lay(lay)) = (position.turn(), mv) else { break };
                    let nook = Nook::at(&position.table, position.placements(), lay.at);
                    let told = nook.completed_by(position.placements().turned(lay.domino, lay.turns));
                    let mut after = position.clone();
                    after.play(mv).unwrap();
                    let number = seat.number();
                    assert_eq!(told.points, after.won[number] - position.won[number], "{mv:?}\n{position:?}");
                    assert_eq!(usize::from(told.rounds), after.rounds().count() - position.rounds().count());
                    several += usize::from(told.rounds > 1);
                }
                position.play(mv).unwrap();
            }
        }
        assert!(several > 100, "{several}");
    }
}
