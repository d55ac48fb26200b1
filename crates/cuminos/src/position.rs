//! The state of a game, and playing.

use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;
use std::sync::Arc;

use tablee_core::{BySeat, Dice, Seat, Turn};

use crate::block::{Block, Blocks};
use crate::illegal::Illegal;
use crate::lay::{Lay, Move};
use crate::options::Options;
use crate::score::Tally;
use crate::table::{Laid, Table};

/// Who acts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Stage {
    /// Hands are drawn for the round (C3): this seat draws next.
    Deal(Seat),
    /// A player is to move.
    Turn(Seat),
    /// The last round is over.
    Over,
}

/// What all positions of one game share.
#[derive(PartialEq, Eq)]
struct Shared {
    options: Options,
    team: BySeat<u8>,
}

/// Positions of different games need not hash differently, only be unequal.
impl Hash for Shared {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.team.hash(state);
    }
}

/// A position of Cuminos.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Position {
    shared: Arc<Shared>,
    pub(crate) table: Table,
    pub(crate) hands: BySeat<Blocks>,
    pub(crate) tallies: BySeat<Tally>,
    /// The rounds that are over.
    pub(crate) rounds_over: u8,
    /// The seats that passed in this round though they could lay, as a set (C16).
    pub(crate) passed: u8,
    /// How many players have just done so one after another (C17).
    pub(crate) chain: u8,
    pub(crate) stage: Stage,
}

impl Position {
    /// The position before the first ply: the bags are full.
    pub fn new(options: &Options) -> Position {
        let players = options.players;
        Position {
            shared: Arc::new(Shared { options: options.clone(), team: options.team() }),
            table: Table::new(),
            hands: BySeat::from_fn(players, |_| Blocks::NONE),
            tallies: BySeat::from_fn(players, |_| Tally::default()),
            rounds_over: 0,
            passed: 0,
            chain: 0,
            stage: Stage::Deal(Seat::new(0)),
        }
    }

    /// The options of the game.
    pub fn options(&self) -> &Options {
        &self.shared.options
    }

    /// The team of each seat; without teams everyone is their own (C24).
    pub fn team(&self) -> &BySeat<u8> {
        &self.shared.team
    }

    /// The number of the round, from 1. Those beyond the number of players are played to break a tie (C23).
    pub fn round(&self) -> usize {
        self.rounds_over as usize + 1
    }

    /// Who opens the round (C2).
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
        match self.stage {
            Stage::Deal(seat) => Some(seat),
            _ => None,
        }
    }

    /// What is left in a seat's bag while hands are drawn: every round begins with a full bag (C3).
    #[inline]
    fn bag(&self, seat: Seat) -> Blocks {
        Blocks::ALL.without(self.hands[seat])
    }

    /// Whether a seat that can lay may pass all the same (C4, C16, C17).
    #[inline]
    fn check_free_pass(&self, seat: Seat) -> Result<(), Illegal> {
        if self.table.is_bare() {
            Err(Illegal::OpenFirst { seat })
        } else if self.has_passed(seat) {
            Err(Illegal::AlreadyPassed { seat })
        } else if self.chain as usize + 1 >= self.options().players {
            Err(Illegal::AllOthersPassed { seat })
        } else {
            Ok(())
        }
    }

    fn check_lay(&self, seat: Seat, lay: Lay) -> Result<(), Illegal> {
        if !self.hands[seat].contains(lay.block()) {
            return Err(Illegal::NotInHand { block: lay.block(), seat });
        }
        self.table.check(lay)
    }

    #[inline]
    fn draw(&mut self, seat: Seat, block: Block) {
        self.hands[seat].insert(block);
        let size = self.options().hand_size() + u32::from(seat == self.opener());
        if self.hands[seat].len() < size {
            return;
        }
        let last = seat.number() + 1 == self.options().players;
        self.stage = if last { Stage::Turn(self.opener()) } else { Stage::Deal(Seat::new(seat.number() + 1)) };
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
            self.stage = Stage::Turn(seat.next(self.options().players));
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
        self.stage = Stage::Turn(seat.next(self.options().players));
    }

    /// After the last round, extra rounds follow while the first place is tied, at most one a player (C2, C22, C23).
    fn end_round(&mut self) {
        let (over, players) = (self.rounds_over as usize + 1, self.options().players);
        if over >= players && (!self.is_tied() || over >= 2 * players) {
            self.stage = Stage::Over;
            return;
        }
        self.rounds_over += 1;
        self.table = Table::new();
        self.hands = BySeat::from_fn(players, |_| Blocks::NONE);
        self.passed = 0;
        self.chain = 0;
        self.stage = Stage::Deal(Seat::new(0));
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
        match self.stage {
            Stage::Deal(_) => Turn::Chance,
            Stage::Turn(seat) => Turn::Seat(seat),
            Stage::Over => Turn::Over,
        }
    }

    fn moves(&self, out: &mut Vec<Move>) {
        out.clear();
        match self.stage {
            Stage::Deal(seat) => out.extend(self.bag(seat).iter().map(Move::Draw)),
            Stage::Turn(seat) => {
                self.list_turn(seat, out);
                out.sort_unstable();
            }
            Stage::Over => {}
        }
    }

    /// The n-th of the moves is found without sorting all of them.
    #[inline]
    fn pick(&self, dice: &mut impl Dice, scratch: &mut Vec<Move>) -> Option<Move> {
        match self.stage {
            Stage::Deal(seat) => {
                let bag = self.bag(seat);
                Some(Move::Draw(bag.nth(dice.below(bag.len()))))
            }
            Stage::Turn(seat) => {
                scratch.clear();
                self.list_turn(seat, scratch);
                let n = dice.below(scratch.len() as u32) as usize;
                Some(*scratch.select_nth_unstable(n).1)
            }
            Stage::Over => None,
        }
    }

    fn check(&self, mv: Move) -> Result<(), Illegal> {
        match (self.stage, mv) {
            (Stage::Over, _) => Err(Illegal::Over),
            (Stage::Deal(seat), Move::Draw(block)) if self.bag(seat).contains(block) => Ok(()),
            (Stage::Deal(seat), Move::Draw(block)) => Err(Illegal::NotInBag { block, seat }),
            (Stage::Deal(seat), _) => Err(Illegal::DrawFirst { seat }),
            (Stage::Turn(seat), Move::Draw(_)) => Err(Illegal::NothingToDraw { seat }),
            (Stage::Turn(seat), Move::Lay(lay)) => self.check_lay(seat, lay),
            (Stage::Turn(seat), Move::Pass) if self.table.takes_any(self.hands[seat]) => self.check_free_pass(seat),
            (Stage::Turn(_), Move::Pass) => Ok(()),
        }
    }

    #[inline]
    fn play_unchecked(&mut self, mv: Move) {
        match (self.stage, mv) {
            (Stage::Deal(seat), Move::Draw(block)) => self.draw(seat, block),
            (Stage::Turn(seat), Move::Lay(lay)) => self.lay(seat, lay),
            (Stage::Turn(seat), Move::Pass) => self.pass(seat),
            _ => {}
        }
    }

    fn score(&self) -> BySeat<i32> {
        self.points()
    }

    fn places(&self) -> BySeat<u8> {
        self.ranking()
    }
}

impl std::fmt::Debug for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}\n{}", self.stage, crate::sketch::draw(self, None, tablee_core::Lang::En))
    }
}
