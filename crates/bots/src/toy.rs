//! A tiny game for the tests: stones are drawn onto the table, and each player in turn takes one, two or three of them.
//!
//! A turn: chance lays one or two stones on the heap, then the seat takes. Each stone is a point; the last of all
//! stones is worth three more. It has chance, points, ties, and two to six seats, in teams if wanted.

use std::fmt;

use tablee_core::knowledge::rate_by_count;
use tablee_core::outcome::{rank, rank_teams};
use tablee_core::{BySeat, Clause, Knowledge, Level, Position, Refusal, Seat, Style, Text, Thinking, Turn, text};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Take {
    /// Stones in the bag, on the table, and each seat's.
    bag: u8,
    heap: u8,
    taken: BySeat<i32>,
    turn: Seat,
    drawn: bool,
    teams: bool,
}

impl Take {
    pub(crate) fn new(seats: usize, teams: bool) -> Take {
        Take { bag: 10, heap: 4, taken: BySeat::from_fn(seats, |_| 0), turn: Seat::new(0), drawn: false, teams }
    }
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Greed;

impl fmt::Display for Greed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("T1 there are not so many")
    }
}

impl std::error::Error for Greed {}

impl Refusal for Greed {
    fn clause(&self) -> Clause {
        Clause("T1")
    }

    fn text(&self) -> Text {
        text!("there are not so many", "il n’y en a pas tant")
    }
}

impl Position for Take {
    type Move = u8;
    type Illegal = Greed;

    fn seats(&self) -> usize {
        self.taken.len()
    }

    fn turn(&self) -> Turn {
        if self.bag > 0 && !self.drawn {
            Turn::Chance
        } else if self.heap > 0 {
            Turn::Seat(self.turn)
        } else {
            Turn::Over
        }
    }

    fn moves(&self, out: &mut Vec<u8>) {
        out.clear();
        match self.turn() {
            Turn::Chance => out.extend(1..=self.bag.min(2)),
            Turn::Seat(_) => out.extend(1..=self.heap.min(3)),
            Turn::Over => (),
        }
    }

    fn check(&self, mv: u8) -> Result<(), Greed> {
        let mut moves = Vec::new();
        self.moves(&mut moves);
        if moves.contains(&mv) { Ok(()) } else { Err(Greed) }
    }

    fn play_unchecked(&mut self, mv: u8) {
        match self.turn() {
            Turn::Chance => {
                self.bag -= mv;
                self.heap += mv;
                self.drawn = true;
            }
            Turn::Seat(seat) => {
                self.heap -= mv;
                self.taken[seat] += i32::from(mv);
                if self.heap == 0 && self.bag == 0 {
                    self.taken[seat] += 3;
                }
                self.turn = seat.next(self.seats());
                self.drawn = false;
            }
            Turn::Over => (),
        }
    }

    fn score(&self) -> BySeat<i32> {
        self.taken
    }

    fn places(&self) -> BySeat<u8> {
        if !self.teams {
            return rank(&self.taken);
        }
        let team = BySeat::from_fn(self.seats(), |seat| self.side(seat) as u8);
        rank_teams(&team, |team| {
            self.taken.iter().filter(|(seat, _)| self.side(*seat) == team as usize).map(|(_, points)| *points).sum::<i32>()
        })
    }

    fn side(&self, seat: Seat) -> usize {
        if self.teams { seat.number() % 2 } else { seat.number() }
    }
}

impl Knowledge for Take {
    const STYLE: Style = Style {
        safe_lead: 6.0,
        win_weight: 0.7,
        curiosity: 0.5,
        rating_scale: 2.0,
        rave: 0.0,
        expand_after: 1,
        width: 8,
        horizon: 40,
    };
    const LEVELS: &'static [Level] = &[
        Level { thinking: Thinking::Greedy, slips: 50, elo: 0 },
        Level { thinking: Thinking::Playouts(40), slips: 0, elo: 100 },
        Level { thinking: Thinking::Millis(5), slips: 0, elo: 200 },
    ];

    fn rate(&self, moves: &[u8], ratings: &mut Vec<f32>) {
        rate_by_count(self, moves, ratings);
    }

    fn openings(&self, _: Seat) -> Option<u32> {
        None
    }

    fn remarks(&self, _: u8) -> Vec<Text> {
        Vec::new()
    }
}
