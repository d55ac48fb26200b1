//! The state of a game, and playing.

use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;
use std::sync::Arc;

use tablee_core::{BySeat, Dice, Seat, Turn};

use crate::block::{Block, Blocks};
use crate::illegal::Illegal;
use crate::moves::{Lay, Move};
use crate::open_table::{Laid, OpenTable};
use crate::options::Options;
use crate::score::Tally;

/// The turn, and how far the round is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Phase {
    /// Hands are drawn for the round (C3): this seat draws next.
    Deal(Seat),
    /// A player is to move.
    Turn(Seat),
    /// The last round is over.
    Over,
}

/// What never changes during a game. All its positions share it.
#[derive(PartialEq, Eq)]
struct Constants {
    options: Options,
    team: BySeat<u8>,
}

/// Positions of different games need not hash differently, only be unequal.
impl Hash for Constants {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.team.hash(state);
    }
}

/// A position of Cuminos.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Position {
    constants: Arc<Constants>,
    pub(crate) table: OpenTable,
    pub(crate) hands: BySeat<Blocks>,
    pub(crate) tallies: BySeat<Tally>,
    /// The rounds that are over.
    pub(crate) rounds_over: u8,
    /// The seats that passed in this round though they could lay, as a set (C16).
    pub(crate) passed: u8,
    /// How many players have just done so one after another (C17).
    pub(crate) chain: u8,
    pub(crate) phase: Phase,
}

impl Position {
    /// The position before the first ply: the bags are full.
    pub fn new(options: &Options) -> Position {
        let players = options.players;
        Position {
            constants: Arc::new(Constants { options: options.clone(), team: options.team() }),
            table: OpenTable::new(),
            hands: BySeat::from_fn(players, |_| Blocks::NONE),
            tallies: BySeat::from_fn(players, |_| Tally::default()),
            rounds_over: 0,
            passed: 0,
            chain: 0,
            phase: Phase::Deal(Seat::new(0)),
        }
    }

    /// The options of the game.
    pub fn options(&self) -> &Options {
        &self.constants.options
    }

    /// The team of each seat; without teams everyone is their own (C24).
    pub fn team(&self) -> &BySeat<u8> {
        &self.constants.team
    }

    /// The number of the round, from 1. Those beyond the number of players are played to break a tie (C23).
    pub fn round(&self) -> usize {
        self.rounds_over as usize + 1
    }

    /// The seat that opens the round (C2).
    pub fn opener(&self) -> Seat {
        Seat::new(self.rounds_over as usize % self.options().players)
    }

    /// The blocks in a seat's hand, ascending.
    pub fn hand(&self, seat: Seat) -> impl Iterator<Item = Block> {
        self.hands[seat].iter()
    }

    /// The blocks on the table, ascending.
    pub fn laid(&self) -> &[Laid] {
        self.table.laid()
    }

    /// The rank of a block on the table (C12).
    pub fn rank(&self, laid: Laid) -> u8 {
        self.table.rank_of(laid.lay)
    }

    /// What a seat has counted in all rounds so far.
    pub fn tally(&self, seat: Seat) -> &Tally {
        &self.tallies[seat]
    }

    /// Whether a seat has used its right to pass in this round (C16).
    pub fn has_passed(&self, seat: Seat) -> bool {
        self.passed >> seat.number() & 1 == 1
    }

    /// The seat for which chance is about to draw.
    pub fn drawing(&self) -> Option<Seat> {
        match self.phase {
            Phase::Deal(seat) => Some(seat),
            _ => None,
        }
    }

    /// What is left in a seat's bag while hands are drawn: every round begins with a full bag (C3).
    #[inline]
    pub(crate) fn bag(&self, seat: Seat) -> Blocks {
        Blocks::ALL.without(self.hands[seat])
    }

    #[inline]
    fn draw(&mut self, seat: Seat, block: Block) {
        self.hands[seat].insert(block);
        let size = self.options().hand_size() + u32::from(seat == self.opener());
        if self.hands[seat].len() < size {
            return;
        }
        let last = seat.number() + 1 == self.options().players;
        self.phase = if last { Phase::Turn(self.opener()) } else { Phase::Deal(Seat::new(seat.number() + 1)) };
    }

    #[inline]
    fn lay(&mut self, seat: Seat, lay: Lay) {
        let (rank, faces) = self.table.lay(seat, lay);
        self.tallies[seat].count(rank, lay.stands(), faces);
        self.hands[seat].remove(lay.block());
        self.chain = 0;
        if self.hands[seat].is_empty() {
            let left = self.left_to_opponents(seat);
            let ends = &mut self.tallies[seat].ends;
            *ends = ends.saturating_add(left as u16);
            self.end_round();
        } else if self.is_stuck() {
            self.end_round();
        } else {
            self.phase = Phase::Turn(seat.next(self.options().players));
        }
    }

    /// How many blocks the opponents of a seat hold (C21, C25).
    pub(crate) fn left_to_opponents(&self, seat: Seat) -> u32 {
        let team = self.team();
        self.hands.iter().filter(|(other, _)| team[*other] != team[seat]).map(|(_, hand)| hand.len()).sum()
    }

    /// Whether nobody at the table can lay any block (C7).
    #[inline]
    pub(crate) fn is_stuck(&self) -> bool {
        let held = self.hands.as_slice().iter().fold(Blocks::NONE, |held, hand| held.union(*hand));
        !self.table.takes_any(held)
    }

    #[inline]
    fn pass(&mut self, seat: Seat) {
        if self.table.takes_any(self.hands[seat]) {
            self.passed |= 1 << seat.number();
            self.chain += 1;
        } else {
            self.chain = 0;
        }
        self.phase = Phase::Turn(seat.next(self.options().players));
    }

    /// After the last round, extra rounds follow while the first place is tied, at most one per player (C2, C22, C23).
    fn end_round(&mut self) {
        let (over, players) = (self.rounds_over as usize + 1, self.options().players);
        if over >= players && (!self.is_tied() || over >= 2 * players) {
            self.phase = Phase::Over;
            return;
        }
        self.rounds_over += 1;
        self.table = OpenTable::new();
        self.hands = BySeat::from_fn(players, |_| Blocks::NONE);
        self.passed = 0;
        self.chain = 0;
        self.phase = Phase::Deal(Seat::new(0));
    }

    /// Appends what a seat may do, in any order.
    #[inline]
    fn list_turn(&self, seat: Seat, out: &mut Vec<Move>) {
        let hand = self.hands[seat];
        // The visitor never stops.
        let _ = self.table.placements(hand, |placement| {
            let [first, second] = placement.cubes;
            out.extend(placement.fitting(hand).iter().map(|block| Move::Lay(Lay::ordered(block, first, second))));
            out.extend(placement.fitting_reversed(hand).iter().map(|block| Move::Lay(Lay::ordered(block, second, first))));
            ControlFlow::Continue(())
        });
        if out.is_empty() || self.check_free_pass(seat).is_ok() {
            out.push(Move::Pass);
        }
    }
}

impl tablee_core::Position for Position {
    type Move = Move;
    type Illegal = Illegal;

    fn seats(&self) -> usize {
        self.options().players
    }

    #[inline]
    fn turn(&self) -> Turn {
        match self.phase {
            Phase::Deal(_) => Turn::Chance,
            Phase::Turn(seat) => Turn::Seat(seat),
            Phase::Over => Turn::Over,
        }
    }

    fn moves(&self, out: &mut Vec<Move>) {
        out.clear();
        match self.phase {
            Phase::Deal(seat) => out.extend(self.bag(seat).iter().map(Move::Draw)),
            Phase::Turn(seat) => {
                self.list_turn(seat, out);
                out.sort_unstable();
            }
            Phase::Over => {}
        }
    }

    /// The n-th of the moves is found without sorting all of them.
    #[inline]
    fn pick(&self, dice: &mut impl Dice, scratch: &mut Vec<Move>) -> Option<Move> {
        match self.phase {
            Phase::Deal(seat) => {
                let bag = self.bag(seat);
                Some(Move::Draw(bag.nth(dice.below(bag.len()))))
            }
            Phase::Turn(seat) => {
                scratch.clear();
                self.list_turn(seat, scratch);
                let n = dice.below(scratch.len() as u32) as usize;
                Some(*scratch.select_nth_unstable(n).1)
            }
            Phase::Over => None,
        }
    }

    fn check(&self, mv: Move) -> Result<(), Illegal> {
        self.check_move(mv)
    }

    #[inline]
    fn play_unchecked(&mut self, mv: Move) {
        match (self.phase, mv) {
            (Phase::Deal(seat), Move::Draw(block)) => self.draw(seat, block),
            (Phase::Turn(seat), Move::Lay(lay)) => self.lay(seat, lay),
            (Phase::Turn(seat), Move::Pass) => self.pass(seat),
            _ => {}
        }
    }

    fn score(&self) -> BySeat<i32> {
        self.points()
    }

    fn places(&self) -> BySeat<u8> {
        self.ranking()
    }

    /// Its team (C24).
    #[inline]
    fn side(&self, seat: Seat) -> usize {
        self.team()[seat].into()
    }
}

impl std::fmt::Debug for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}\n{}", self.phase, crate::sketch::draw(self, None, tablee_core::Lang::En))
    }
}
