//! The state of a game, and playing.

use std::sync::Arc;

use tablee_core::geometry::Point;
use tablee_core::{BySeat, Dice, Seat, Turn};

use crate::dominoes::Dominoes;
use crate::illegal::Illegal;
use crate::moves::{Lay, Move};
use crate::open_table::{OpenTable, Place, Round, Spot};
use crate::options::Options;
use crate::placement::{Fingers, Placements, Ways};
use crate::set::{DominoNumber, HAND};

/// The most seats.
pub(crate) const SEATS: usize = 4;

/// Why dominoes are being drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Drawing {
    /// Before the first turn each seat draws four (D2).
    Deal,
    /// A domino was laid (D7); whether it completed a round, so that the player plays again (D10–D12).
    Refill {
        /// The player plays again.
        again: bool,
    },
    /// The hand is being exchanged (D13).
    Swap,
}

/// What ended a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum End {
    /// This seat laid its last domino (D18).
    LastDomino(Seat),
    /// Everyone passed (D19).
    AllPassed,
    /// No domino fits anywhere (D19).
    NothingFits,
}

/// Whose turn it is, and why.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Phase {
    Draw(Seat, Drawing),
    Turn(Seat),
    Over(End),
}

/// A position of Dog City Domino.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Position {
    pub(crate) options: Arc<Options>,
    pub(crate) table: OpenTable,
    pub(crate) hands: [Dominoes; SEATS],
    pub(crate) pile: Dominoes,
    /// The old dominoes of an exchange: nobody's, until the new ones are drawn (D13).
    aside: Dominoes,
    /// By seat: the points of its rounds (D11).
    pub(crate) won: [i16; SEATS],
    /// How many players have passed, one after another (D19).
    passes: u8,
    pub(crate) phase: Phase,
}

impl Position {
    /// The position before the first ply: the table is bare, all dominoes are in the draw pile.
    pub fn new(options: &Options) -> Position {
        let phase = Phase::Draw(Seat::new(0), Drawing::Deal);
        Position::with_phase(options, options.set.numbers(), phase)
    }

    pub(crate) fn with_phase(options: &Options, pile: Dominoes, phase: Phase) -> Position {
        Position {
            options: Arc::new(options.clone()),
            table: OpenTable::new(),
            hands: [Dominoes::NONE; SEATS],
            pile,
            aside: Dominoes::NONE,
            won: [0; SEATS],
            passes: 0,
            phase,
        }
    }

    /// The options of the game.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The dominoes that a seat holds, face up.
    pub fn hand(&self, seat: Seat) -> Dominoes {
        self.hands[seat.number()]
    }

    /// The dominoes of the draw pile: all of these, in an order that nobody knows.
    pub fn pile(&self) -> Dominoes {
        self.pile
    }

    /// The dominoes that are given back in an exchange, while the new ones are being drawn: they belong to nobody
    /// (D13).
    pub fn aside(&self) -> Dominoes {
        self.aside
    }

    /// Where a domino lies, if it is laid.
    pub fn place(&self, domino: DominoNumber) -> Option<Place> {
        self.table.place(domino)
    }

    /// The domino that lies at a place.
    pub fn domino_at(&self, at: Point) -> Option<DominoNumber> {
        self.table.domino_at(at)
    }

    /// Every domino on the table, by number.
    pub fn laid(&self) -> impl Iterator<Item = (DominoNumber, Place)> {
        self.options.set.numbers().filter_map(|domino| Some((domino, self.place(domino)?)))
    }

    /// The places where a domino can be laid as far as D4 and D5 go, ascending.
    pub fn open_places(&self) -> impl Iterator<Item = Point> {
        self.table.spots().iter().map(|spot| spot.at())
    }

    /// Every complete round.
    pub fn rounds(&self) -> impl Iterator<Item = Round> {
        self.table.rounds(self.placements())
    }

    /// The seat for which chance is about to draw, and why.
    pub fn drawing(&self) -> Option<(Seat, Drawing)> {
        match self.phase {
            Phase::Draw(seat, drawing) => Some((seat, drawing)),
            _ => None,
        }
    }

    /// What ended the game, once it is over.
    pub fn end(&self) -> Option<End> {
        match self.phase {
            Phase::Over(end) => Some(end),
            _ => None,
        }
    }

    #[inline]
    pub(crate) fn placements(&self) -> &Placements {
        &self.options.set.placements
    }

    /// The first of some dominoes that fits anywhere.
    #[inline]
    pub(crate) fn first_that_fits(&self, mut dominoes: Dominoes) -> Option<DominoNumber> {
        let placements = self.placements();
        dominoes.find(|domino| self.table.spots().iter().any(|spot| placements.fits(spot.wanted(), *domino)))
    }

    #[inline]
    fn lay(&mut self, seat: Seat, lay: Lay) {
        let hand = &mut self.hands[seat.number()];
        if !hand.contains(lay.domino) {
            return;
        }
        *hand = hand.without(lay.domino);
        let hand_is_empty = hand.is_empty();
        let completed = self.put(seat, lay);
        self.passes = 0;
        if !self.pile.is_empty() {
            self.phase = Phase::Draw(seat, Drawing::Refill { again: completed });
        } else if hand_is_empty {
            self.phase = Phase::Over(End::LastDomino(seat));
        } else {
            self.end_turn(seat, completed);
        }
    }

    /// Puts a domino on the table, and returns whether it completed a round (D9).
    #[inline]
    pub(crate) fn put(&mut self, seat: Seat, lay: Lay) -> bool {
        let completed = self.table.lay(&self.options.set.placements, seat, lay.domino, lay.at, lay.turns);
        self.won[seat.number()] += completed.points;
        completed.rounds > 0
    }

    #[inline]
    fn draw(&mut self, seat: Seat, drawing: Drawing, domino: DominoNumber) {
        if !self.pile.contains(domino) {
            return;
        }
        self.pile = self.pile.without(domino);
        let hand = &mut self.hands[seat.number()];
        *hand = hand.with(domino);
        let held = hand.len();
        match drawing {
            Drawing::Refill { again } => self.end_turn(seat, again),
            Drawing::Deal if held == HAND && seat.number() + 1 == self.options.players => {
                self.begin_turn(self.options.youngest[0])
            }
            Drawing::Deal if held == HAND => self.phase = Phase::Draw(seat.next(self.options.players), Drawing::Deal),
            Drawing::Swap if held == self.aside.len() => {
                self.pile = self.pile.and(self.aside);
                self.aside = Dominoes::NONE;
                self.end_turn(seat, false);
            }
            Drawing::Deal | Drawing::Swap => {}
        }
    }

    fn swap(&mut self, seat: Seat) {
        self.passes = 0;
        self.aside = std::mem::take(&mut self.hands[seat.number()]);
        self.phase = Phase::Draw(seat, Drawing::Swap);
    }

    fn pass(&mut self, seat: Seat) {
        self.passes += 1;
        if self.passes as usize == self.options.players {
            self.phase = Phase::Over(End::AllPassed);
        } else {
            self.end_turn(seat, false);
        }
    }

    #[inline]
    fn end_turn(&mut self, seat: Seat, again: bool) {
        self.begin_turn(if again { seat } else { seat.next(self.options.players) });
    }

    /// Gives a player the turn, if there is still anything that anyone could ever lay (D19).
    #[inline]
    pub(crate) fn begin_turn(&mut self, seat: Seat) {
        let stuck = self.first_that_fits(self.hand(seat)).is_none() && {
            let everything = self.hands.into_iter().fold(self.pile, Dominoes::and);
            self.first_that_fits(everything).is_none()
        };
        self.phase = if stuck { Phase::Over(End::NothingFits) } else { Phase::Turn(seat) };
    }

    /// The same position with the turn of another seat; none before the first turn, after the end, or if there is no
    /// such seat.
    pub(crate) fn with_turn_of(&self, seat: Seat) -> Option<Position> {
        let plays = match self.phase {
            Phase::Draw(_, drawing) => drawing != Drawing::Deal,
            Phase::Turn(_) => true,
            Phase::Over(_) => false,
        };
        (plays && seat.number() < self.options.players).then(|| Position { phase: Phase::Turn(seat), ..self.clone() })
    }

    /// The moves of a player who can lay nothing (D13, D14).
    pub(crate) fn idle_moves(&self, seat: Seat) -> &'static [Move] {
        if self.pile.len() >= self.hand(seat).len() { &[Move::Swap, Move::Pass] } else { &[Move::Pass] }
    }
}

/// The ways to lay one of a hand on a spot, as moves, ascending.
#[inline]
fn lays(spot: Spot, ways: Ways, hand: Fingers) -> impl Iterator<Item = Move> {
    ways.iter(hand).map(move |(domino, turns)| Move::Lay(Lay { at: spot.at(), domino, turns }))
}

impl tablee_core::Position for Position {
    type Move = Move;
    type Illegal = Illegal;

    fn seats(&self) -> usize {
        self.options.players
    }

    #[inline]
    fn turn(&self) -> Turn {
        match self.phase {
            Phase::Draw(..) => Turn::Chance,
            Phase::Turn(seat) => Turn::Seat(seat),
            Phase::Over(_) => Turn::Over,
        }
    }

    fn moves(&self, out: &mut Vec<Move>) {
        out.clear();
        match self.phase {
            Phase::Draw(..) => self.pile.for_each(|domino| out.push(Move::Draw(domino))),
            Phase::Turn(seat) => {
                let (placements, hand) = (self.placements(), Fingers::new(self.hand(seat)));
                for spot in self.table.spots() {
                    lays(*spot, placements.ways(spot.wanted(), hand), hand).for_each(|lay| out.push(lay));
                }
                if out.is_empty() {
                    out.extend(self.idle_moves(seat));
                }
            }
            Phase::Over(_) => {}
        }
    }

    #[inline]
    fn pick(&self, dice: &mut impl Dice, _: &mut Vec<Move>) -> Option<Move> {
        match self.phase {
            Phase::Draw(..) => {
                let n = dice.below(self.pile.len() as u32);
                self.pile.nth(n as usize).map(Move::Draw)
            }
            Phase::Turn(seat) => {
                let (placements, hand) = (self.placements(), Fingers::new(self.hand(seat)));
                let count = self.table.spots().iter().map(|spot| placements.count(spot.wanted(), hand)).sum();
                if count == 0 {
                    let moves = self.idle_moves(seat);
                    return moves.get(dice.below(moves.len() as u32) as usize).copied();
                }
                let mut n = dice.below(count);
                for spot in self.table.spots() {
                    let here = placements.count(spot.wanted(), hand);
                    if n < here {
                        return lays(*spot, placements.ways(spot.wanted(), hand), hand).nth(n as usize);
                    }
                    n -= here;
                }
                None
            }
            Phase::Over(_) => None,
        }
    }

    fn check(&self, mv: Move) -> Result<(), Illegal> {
        self.check_move(mv)
    }

    #[inline]
    fn play_unchecked(&mut self, mv: Move) {
        match (self.phase, mv) {
            (Phase::Draw(seat, drawing), Move::Draw(domino)) => self.draw(seat, drawing, domino),
            (Phase::Turn(seat), Move::Lay(lay)) => self.lay(seat, lay),
            (Phase::Turn(seat), Move::Swap) => self.swap(seat),
            (Phase::Turn(seat), Move::Pass) => self.pass(seat),
            _ => {}
        }
    }

    fn score(&self) -> BySeat<i32> {
        self.points()
    }

    fn places(&self) -> BySeat<u8> {
        tablee_core::outcome::rank(&self.points())
    }
}

impl std::fmt::Debug for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}\n{}", self.phase, crate::sketch::draw(self, None, tablee_core::Lang::En))
    }
}
