//! Games so small that every line of play can be looked at.

use std::collections::HashMap;
use std::hash::Hash;

use tablee_core::position::Refusal;
use tablee_core::{BySeat, Clause, Dice, Knowledge, Level, Position, Seat, Style, Text, Turn, text};

/// A style for games that are about winning alone.
pub const TO_WIN: Style = Style {
    safe_lead: 1.0,
    win_weight: 1.0,
    curiosity: 1.0,
    rating_scale: 1.0,
    rave: 0.0,
    expand_after: 1,
    width: usize::MAX,
    horizon: u32::MAX,
};

/// The only refusal.
#[derive(Clone, PartialEq, Debug)]
pub struct NotHere;

impl std::fmt::Display for NotHere {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("not here")
    }
}

impl std::error::Error for NotHere {}

impl Refusal for NotHere {
    fn clause(&self) -> Clause {
        Clause("T1")
    }
    fn text(&self) -> Text {
        text!("not here", "pas ici")
    }
}

/// Takes 1 to 3 stones from a heap in turn; who takes the last one wins alone.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Heap {
    pub stones: u32,
    pub seats: usize,
    pub turn: Seat,
}

impl Heap {
    pub fn new(stones: u32, seats: usize) -> Heap {
        Heap { stones, seats, turn: Seat::new(0) }
    }
}

impl Position for Heap {
    type Move = u32;
    type Illegal = NotHere;

    fn seats(&self) -> usize {
        self.seats
    }
    fn turn(&self) -> Turn {
        if self.stones == 0 { Turn::Over } else { Turn::Seat(self.turn) }
    }
    fn moves(&self, out: &mut Vec<u32>) {
        out.clear();
        out.extend(1..=self.stones.min(3));
    }
    fn check(&self, mv: u32) -> Result<(), NotHere> {
        if (1..=self.stones.min(3)).contains(&mv) { Ok(()) } else { Err(NotHere) }
    }
    fn play_unchecked(&mut self, mv: u32) {
        self.stones -= mv;
        self.turn = self.turn.next(self.seats);
    }
    fn score(&self) -> BySeat<i32> {
        let last = Seat::new((self.turn.number() + self.seats - 1) % self.seats);
        BySeat::from_fn(self.seats, |seat| i32::from(self.stones == 0 && seat == last))
    }
    fn places(&self) -> BySeat<u8> {
        let score = self.score();
        let best = score.as_slice().iter().max().copied();
        score.map(|points| if Some(points) == best { 1 } else { 2 })
    }
}

/// A heap from which each number of stones can be taken in two ways, with the right or the left hand; but after the
/// first move nobody is to take any with the left.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TwoHands {
    pub heap: Heap,
    pub begun: bool,
}

/// What is added to the number of stones if the left hand takes them.
pub const LEFT: u32 = 10;

impl Position for TwoHands {
    type Move = u32;
    type Illegal = NotHere;

    fn seats(&self) -> usize {
        self.heap.seats()
    }
    fn turn(&self) -> Turn {
        self.heap.turn()
    }
    fn moves(&self, out: &mut Vec<u32>) {
        self.heap.moves(out);
        let right = out.len();
        out.extend_from_within(..);
        out[right..].iter_mut().for_each(|mv| *mv += LEFT);
    }
    fn check(&self, mv: u32) -> Result<(), NotHere> {
        self.heap.check(mv % LEFT)
    }
    fn play_unchecked(&mut self, mv: u32) {
        assert!(mv < LEFT || !self.begun, "looking ahead, the left hand need not be looked at");
        self.heap.play_unchecked(mv % LEFT);
        self.begun = true;
    }
    fn score(&self) -> BySeat<i32> {
        self.heap.score()
    }
    fn places(&self) -> BySeat<u8> {
        self.heap.places()
    }
}

/// It is known that the left hand does nothing that the right one does not, and the fast policy is right-handed.
impl Knowledge for TwoHands {
    const STYLE: Style = TO_WIN;
    const LEVELS: &'static [Level] = &[];
    fn rate(&self, moves: &[u32], ratings: &mut Vec<f32>) {
        ratings.clear();
        ratings.extend(moves.iter().map(|mv| if *mv > LEFT { f32::NEG_INFINITY } else { 0.0 }));
    }
    fn policy_move(&self, dice: &mut impl Dice, scratch: &mut Vec<u32>) -> Option<u32> {
        self.heap.pick(dice, scratch)
    }
    fn openings(&self, _: Seat) -> Option<u32> {
        None
    }
    fn remarks(&self, _: u32) -> Vec<Text> {
        Vec::new()
    }
}

/// What may be done in [`Wager`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Bet {
    /// Two points for sure.
    Safe,
    /// Whatever is drawn.
    Risky,
    /// Chance: this many points.
    Drawn(u8),
}

/// Two players in turn take 2 points, or what they draw: 0, 1, 4 or 5. The most points win.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Wager {
    pub turns: u8,
    pub seat: Seat,
    pub drawing: bool,
    pub points: [i32; 2],
}

impl Position for Wager {
    type Move = Bet;
    type Illegal = NotHere;

    fn seats(&self) -> usize {
        2
    }
    fn turn(&self) -> Turn {
        match (self.drawing, self.turns) {
            (true, _) => Turn::Chance,
            (false, 0) => Turn::Over,
            (false, _) => Turn::Seat(self.seat),
        }
    }
    fn moves(&self, out: &mut Vec<Bet>) {
        out.clear();
        match self.turn() {
            Turn::Over => {}
            Turn::Chance => out.extend([0, 1, 4, 5].map(Bet::Drawn)),
            Turn::Seat(_) => out.extend([Bet::Safe, Bet::Risky]),
        }
    }
    fn check(&self, mv: Bet) -> Result<(), NotHere> {
        let mut moves = Vec::new();
        self.moves(&mut moves);
        if moves.contains(&mv) { Ok(()) } else { Err(NotHere) }
    }
    fn play_unchecked(&mut self, mv: Bet) {
        let points = match mv {
            Bet::Risky => {
                self.drawing = true;
                return;
            }
            Bet::Safe => 2,
            Bet::Drawn(points) => points,
        };
        self.points[self.seat.number()] += i32::from(points);
        self.drawing = false;
        self.turns -= 1;
        self.seat = self.seat.next(2);
    }
    fn score(&self) -> BySeat<i32> {
        BySeat::from_fn(2, |seat| self.points[seat.number()])
    }
    fn places(&self) -> BySeat<u8> {
        let best = self.points.iter().max().copied();
        self.score().map(|points| if Some(points) == best { 1 } else { 2 })
    }
}

/// A first ply of a thousand moves, one of which (`good`) leaves the rival without a way to win at once.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Crowd {
    pub good: u32,
    /// The first move; the second, with which the rival wins if it is the same.
    pub played: Vec<u32>,
}

/// How many moves [`Crowd`] has.
pub const CROWD: u32 = 1000;

impl Position for Crowd {
    type Move = u32;
    type Illegal = NotHere;

    fn seats(&self) -> usize {
        2
    }
    fn turn(&self) -> Turn {
        if self.played.len() == 2 { Turn::Over } else { Turn::Seat(Seat::new(self.played.len())) }
    }
    fn moves(&self, out: &mut Vec<u32>) {
        out.clear();
        match self.played.len() {
            0 => out.extend(0..CROWD),
            1 => out.extend(0..3),
            _ => {}
        }
    }
    fn check(&self, mv: u32) -> Result<(), NotHere> {
        let most = [CROWD, 3, 0][self.played.len()];
        if mv < most { Ok(()) } else { Err(NotHere) }
    }
    fn play_unchecked(&mut self, mv: u32) {
        self.played.push(mv);
    }
    fn score(&self) -> BySeat<i32> {
        // The rival wins with one answer in three, unless the first move was the good one.
        let lost = matches!(self.played[..], [first, 0] if first != self.good);
        BySeat::from_fn(2, |seat| i32::from((seat.number() == 1) == lost))
    }
    fn places(&self) -> BySeat<u8> {
        self.score().map(|points| if points == 1 { 1 } else { 2 })
    }
}

/// Nothing is known of these games beyond their rules.
macro_rules! nothing_known {
    ($($game:ty),*) => {$(
        impl Knowledge for $game {
            const STYLE: Style = TO_WIN;
            const LEVELS: &'static [Level] = &[];
            fn rate(&self, moves: &[Self::Move], ratings: &mut Vec<f32>) {
                ratings.clear();
                ratings.resize(moves.len(), 0.0);
            }
            fn openings(&self, _: Seat) -> Option<u32> {
                None
            }
            fn remarks(&self, _: Self::Move) -> Vec<Text> {
                Vec::new()
            }
        }
    )*};
}

nothing_known!(Heap, Wager, Crowd);

/// What each seat can expect of a victory if everyone plays as well as can be: every line of play is looked at.
pub fn exhaustive<P: Position>(position: &P, known: &mut HashMap<P, BySeat<f64>>) -> BySeat<f64> {
    if let Some(value) = known.get(position) {
        return *value;
    }
    let mut moves = Vec::new();
    position.moves(&mut moves);
    let mut after = |mv: &P::Move| {
        let mut next = position.clone();
        next.play_unchecked(*mv);
        exhaustive(&next, known)
    };
    let value = match position.turn() {
        Turn::Over => {
            let places = position.places();
            let winners = places.as_slice().iter().filter(|place| **place == 1).count() as f64;
            places.map(|place| if place == 1 { 1.0 / winners } else { 0.0 })
        }
        Turn::Chance => {
            let all: Vec<_> = moves.iter().map(&mut after).collect();
            BySeat::from_fn(position.seats(), |seat| all.iter().map(|value| value[seat]).sum::<f64>() / all.len() as f64)
        }
        Turn::Seat(seat) => {
            moves.iter().map(after).max_by(|a, b| a[seat].total_cmp(&b[seat])).expect("the seat to move has a move")
        }
    };
    known.insert(position.clone(), value);
    value
}
