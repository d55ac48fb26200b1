//! The state of a game, and playing.

use std::sync::Arc;

use tablee_core::{BySeat, Dice, Seat, Turn};

use crate::board::{Board, PARCELS};
use crate::hand::{Hand, PILES, Pile, dominoes};
use crate::illegal::Illegal;
use crate::layout::Layout;
use crate::moves::{Lay, Move};
use crate::options::Options;
use crate::placement::{BARE, Fits, NOBODY, TOTEM, Top, members, nth};
use crate::set::Domino;

/// The most seats.
pub(crate) const SEATS: usize = 4;

/// Whose turn it is, and why.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Phase {
    /// The tops are being revealed before the first turn (K6): this seat's pile is next.
    Deal { seat: Seat, pile: u8 },
    /// A pile of this seat lost its top: the next is revealed (K12).
    Reveal { seat: Seat, pile: u8 },
    /// A player is to move.
    Turn(Seat),
    /// The game ended in this seat's turn (K26, K27).
    Over(Seat),
}

/// What never changes during a game. All its positions share it.
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Constants {
    pub(crate) board: Board,
    options: HashedOptions,
}

/// Options with a cheap hash: the board, which is hashed too, already tells nearly all games apart.
#[derive(PartialEq, Eq)]
struct HashedOptions(Options);

impl std::hash::Hash for HashedOptions {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.0.players.hash(state);
    }
}

/// A position of Kumata.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Position {
    pub(crate) constants: Arc<Constants>,
    pub(crate) fits: Fits,
    pub(crate) tops: [Top; PARCELS],
    pub(crate) hands: [Hand; SEATS],
    pub(crate) phase: Phase,
}

impl Position {
    /// The position before the first ply: the tiles lie, the piles are shuffled, no top is revealed.
    pub fn new(options: &Options, layout: &Layout) -> Position {
        let face = options.face();
        let mut hand = Hand::empty(face);
        hand.hidden_in[..face.piles()].fill(5);
        hand.pile_count = face.piles() as u8;
        hand.hidden = ((1u32 << face.dominoes()) - 1) as u16;
        Position::with_hands(options, layout, std::array::from_fn(|_| hand.clone()), Phase::Deal { seat: Seat::new(0), pile: 0 })
    }

    pub(crate) fn with_hands(options: &Options, layout: &Layout, mut hands: [Hand; SEATS], phase: Phase) -> Position {
        let board = Board::new(options, layout);
        let tops = std::array::from_fn(|parcel| {
            let printed = board.parcels()[parcel].printed;
            let seat = options.clans.iter().position(|clan| *clan == printed.clan);
            if let Some(seat) = seat {
                hands[seat].table_points += i16::from(printed.value);
            }
            Top { value: printed.value, owner: seat.map_or(NOBODY, |seat| seat as u8), ground: 1, piece: BARE + parcel as u8 }
        });
        let fits = Fits::new(&board, &tops);
        let constants = Arc::new(Constants { board, options: HashedOptions(options.clone()) });
        Position { constants, fits, tops, hands, phase }
    }

    /// The board with its parcels.
    pub fn board(&self) -> &Board {
        &self.constants.board
    }

    /// The options of the game.
    pub fn options(&self) -> &Options {
        &self.constants.options.0
    }

    /// The piles of a seat in the order of their creation; those that are gone have neither top nor hidden dominoes.
    pub fn piles(&self, seat: Seat) -> impl ExactSizeIterator<Item = Pile> {
        let hand = &self.hands[seat.number()];
        (0..hand.pile_count as usize).map(|pile| Pile {
            top: dominoes(hand.reserve).find(|domino| hand.pile_of[domino.index()] as usize == pile),
            hidden: hand.hidden_in[pile],
        })
    }

    /// The dominoes that lie hidden in a seat's piles: all of these, in an order that nobody knows.
    pub fn hidden(&self, seat: Seat) -> impl Iterator<Item = Domino> {
        dominoes(self.hands[seat.number()].hidden)
    }

    /// The levels of the totems a seat has played.
    pub fn totem_levels(&self, seat: Seat) -> impl Iterator<Item = u8> {
        self.hands[seat.number()].totem_levels.into_iter().filter(|level| *level > 0)
    }

    /// How many totems a seat has not played yet.
    pub fn totems_left(&self, seat: Seat) -> u8 {
        self.hands[seat.number()].totems_left
    }

    /// The visible value on a parcel.
    pub fn value(&self, parcel: usize) -> u8 {
        self.tops[parcel].value
    }

    /// The seat whose clan is visible on a parcel; none if nobody plays that clan.
    pub fn owner(&self, parcel: usize) -> Option<Seat> {
        let owner = self.tops[parcel].owner;
        (owner != NOBODY).then(|| Seat::new(owner as usize))
    }

    /// The level that is visible on a parcel: 1 is the board.
    pub fn level(&self, parcel: usize) -> u8 {
        self.tops[parcel].ground & !TOTEM
    }

    /// The domino visible on a parcel and whose it is; none on the bare board.
    pub fn domino_at(&self, parcel: usize) -> Option<(Seat, Domino)> {
        let piece = self.tops[parcel].piece;
        (piece < BARE).then(|| (Seat::new(usize::from(piece / 16)), Domino::from_index(piece % 16)))
    }

    /// Whether two parcels show the two halves of one domino.
    pub fn same_domino(&self, a: usize, b: usize) -> bool {
        self.tops[a].piece == self.tops[b].piece
    }

    /// Whether the domino visible on a parcel bears a totem.
    pub fn bears_totem(&self, parcel: usize) -> bool {
        self.tops[parcel].ground & TOTEM != 0
    }

    /// The seat whose turn ended the game (K38), once it is over.
    pub fn ended_by(&self) -> Option<Seat> {
        match self.phase {
            Phase::Over(seat) => Some(seat),
            _ => None,
        }
    }

    /// The seat and the pile (numbered from 1) whose next domino chance is about to reveal.
    pub fn revealing(&self) -> Option<(Seat, u8)> {
        match self.phase {
            Phase::Deal { seat, pile } | Phase::Reveal { seat, pile } => Some((seat, pile + 1)),
            _ => None,
        }
    }

    pub(crate) fn hand(&self, seat: Seat) -> &Hand {
        &self.hands[seat.number()]
    }

    /// Whether any domino of the reserve can be laid (K10).
    pub(crate) fn can_lay(&self, seat: Seat) -> Option<Domino> {
        dominoes(self.hand(seat).reserve).find(|domino| self.fits.of(*domino) != [0, 0])
    }

    /// Puts a domino on two parcels, and a totem on it if it is laid with one.
    #[inline(always)]
    pub(crate) fn put(&mut self, seat: Seat, lay: Lay) {
        let board = &self.constants.board;
        let parcels = lay.squares().map(|square| board.parcel_at(square).unwrap_or(0));
        let before = parcels.map(|parcel| self.tops[parcel].value);
        let piece = (seat.number() * 16 + lay.domino.index()) as u8;
        let level = self.tops[parcels[0]].ground + 1;
        let ground = level | if lay.totem { TOTEM } else { 0 };
        for (parcel, value) in parcels.into_iter().zip([lay.domino.high(), lay.domino.low()]) {
            let covered = self.tops[parcel];
            if let Some(hand) = self.hands.get_mut(covered.owner as usize) {
                hand.table_points -= i16::from(covered.value);
            }
            self.tops[parcel] = Top { value, owner: seat.number() as u8, ground, piece };
        }
        let hand = &mut self.hands[seat.number()];
        hand.table_points += lay.domino.points() as i16;
        if lay.totem {
            let played = usize::from(hand.totem_levels[0] > 0);
            hand.totem_levels[played] = level;
            hand.totems_left = hand.totems_left.saturating_sub(1);
        }
        self.fits.lay(board, &self.tops, parcels, before);
    }

    #[inline(always)]
    fn lay(&mut self, seat: Seat, lay: Lay) {
        self.put(seat, lay);
        let pile = self.hands[seat.number()].take(lay.domino);
        self.after_taking(seat, pile);
    }

    fn new_pile(&mut self, seat: Seat, pile: u8) {
        let hand = &mut self.hands[seat.number()];
        if let Some(top) = dominoes(hand.reserve).find(|domino| hand.pile_of[domino.index()] == pile - 1) {
            hand.pile_of[top.index()] = hand.pile_count;
            hand.pile_count += 1;
            self.after_taking(seat, pile as usize - 1);
        }
    }

    /// A pile lost its top: the next is revealed, or it is gone and the turn passes.
    #[inline(always)]
    fn after_taking(&mut self, seat: Seat, pile: usize) {
        if self.hand(seat).hidden_in[pile] > 0 {
            self.phase = Phase::Reveal { seat, pile: pile as u8 };
        } else {
            self.begin_turn(seat.next(self.options().players));
        }
    }

    #[inline(always)]
    fn reveal(&mut self, seat: Seat, pile: u8, domino: Domino) {
        let hand = &mut self.hands[seat.number()];
        hand.hidden_in[pile as usize] -= 1;
        hand.hidden &= !(1 << domino.index());
        hand.show(domino, pile);
    }

    #[inline(always)]
    fn draw(&mut self, domino: Domino) {
        let players = self.options().players;
        match self.phase {
            Phase::Deal { seat, pile } => {
                self.reveal(seat, pile, domino);
                if pile + 1 < self.hand(seat).pile_count {
                    self.phase = Phase::Deal { seat, pile: pile + 1 };
                } else if seat.number() + 1 < players {
                    self.phase = Phase::Deal { seat: seat.next(players), pile: 0 };
                } else {
                    self.begin_turn(self.first_player());
                }
            }
            Phase::Reveal { seat, pile } => {
                self.reveal(seat, pile, domino);
                self.begin_turn(seat.next(players));
            }
            Phase::Turn(_) | Phase::Over(_) => {}
        }
    }

    /// The most points on the tops of the piles; on a tie, the youngest of those tied (K8).
    fn first_player(&self) -> Seat {
        let points = |seat: &Seat| self.hand(*seat).reserve_points;
        let most = self.options().youngest.iter().map(points).max().unwrap_or(0);
        let mut by_age = self.options().youngest.iter().copied();
        by_age.find(|seat| points(seat) == most).unwrap_or(Seat::new(0))
    }

    #[inline(always)]
    pub(crate) fn begin_turn(&mut self, seat: Seat) {
        let hand = self.hand(seat);
        // K26, K27. A player with hidden dominoes has a pile of two or more, and can make a new one.
        let stuck = hand.reserve == 0 || (hand.hidden == 0 && self.can_lay(seat).is_none());
        self.phase = if stuck { Phase::Over(seat) } else { Phase::Turn(seat) };
    }

    /// The piles that can give their top (K24), numbered from 1.
    fn giving_piles(&self, seat: Seat) -> impl Iterator<Item = u8> {
        self.piles(seat).enumerate().filter(|(_, pile)| pile.hidden > 0).map(|(index, _)| index as u8 + 1)
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
            Phase::Deal { .. } | Phase::Reveal { .. } => Turn::Chance,
            Phase::Turn(seat) => Turn::Seat(seat),
            Phase::Over(_) => Turn::Over,
        }
    }

    fn moves(&self, out: &mut Vec<Move>) {
        out.clear();
        match self.phase {
            Phase::Deal { seat, .. } | Phase::Reveal { seat, .. } => out.extend(self.hidden(seat).map(Move::Draw)),
            Phase::Turn(seat) => {
                let totem = self.hand(seat).totems_left > 0;
                for domino in dominoes(self.hand(seat).reserve) {
                    for (flipped, places) in [false, true].into_iter().zip(self.fits.of(domino)) {
                        for place in members(places) {
                            let lay = Lay { domino, flipped, squares: self.board().squares(place), totem: false };
                            out.push(Move::Lay(lay));
                            if totem {
                                out.push(Move::Lay(Lay { totem, ..lay }));
                            }
                        }
                    }
                }
                if out.is_empty() {
                    out.extend(self.giving_piles(seat).map(Move::NewPile));
                }
            }
            Phase::Over(_) => {}
        }
    }

    #[inline(always)]
    fn pick(&self, dice: &mut impl Dice, scratch: &mut Vec<Move>) -> Option<Move> {
        match self.phase {
            Phase::Deal { seat, .. } | Phase::Reveal { seat, .. } => {
                let hidden = self.hand(seat).hidden;
                let n = dice.below(hidden.count_ones());
                Some(Move::Draw(Domino::from_index(nth(u64::from(hidden), n) as u8)))
            }
            Phase::Turn(seat) => {
                let hand = self.hand(seat);
                let ways = if hand.totems_left > 0 { 2 } else { 1 };
                // Two numbers per domino: how many places it has unflipped, and flipped.
                let mut counts = [[0u8; 2]; PILES + 1];
                let mut count = 0;
                for (domino, counts) in dominoes(hand.reserve).zip(&mut counts) {
                    *counts = self.fits.of(domino).map(|places| places.count_ones() as u8);
                    count += u32::from(counts[0]) + u32::from(counts[1]);
                }
                if count == 0 {
                    self.moves(scratch);
                    return Some(scratch[dice.below(scratch.len() as u32) as usize]);
                }
                let chosen = dice.below(count * ways);
                let (mut n, totem) = if ways == 2 { (chosen / 2, chosen % 2 == 1) } else { (chosen, false) };
                let mut which = 0;
                while let Some(here) = counts.as_flattened().get(which).filter(|here| n >= u32::from(**here)) {
                    n -= u32::from(*here);
                    which += 1;
                }
                let domino = Domino::from_index(nth(u64::from(hand.reserve), which as u32 / 2) as u8);
                let places = self.fits.of(domino)[which % 2];
                let squares = self.board().squares(nth(places, n));
                Some(Move::Lay(Lay { domino, flipped: which % 2 == 1, squares, totem }))
            }
            Phase::Over(_) => None,
        }
    }

    fn check(&self, mv: Move) -> Result<(), Illegal> {
        self.check_move(mv)
    }

    #[inline(always)]
    fn play_unchecked(&mut self, mv: Move) {
        match (mv, self.phase) {
            (Move::Draw(domino), _) => self.draw(domino),
            (Move::Lay(lay), Phase::Turn(seat)) => self.lay(seat, lay),
            (Move::NewPile(pile), Phase::Turn(seat)) => self.new_pile(seat, pile),
            _ => {}
        }
    }

    fn score(&self) -> BySeat<i32> {
        self.points()
    }

    fn places(&self) -> BySeat<u8> {
        self.ranking()
    }

    /// The seat's own, or its team (K36).
    #[inline]
    fn side(&self, seat: Seat) -> usize {
        if self.options().teams { seat.number() % 2 } else { seat.number() }
    }
}

impl std::fmt::Debug for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}\n{}", self.phase, crate::sketch::draw(self, None, tablee_core::Lang::En))
    }
}
