//! The state of a game, and playing.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use multiversion::multiversion;
use tablee_core::geometry::Square;
use tablee_core::{BySeat, Dice, MAX_SEATS, Seat, Turn};

use crate::board::{Board, LEVELS, Sector, Width};
use crate::cells::Word;
use crate::illegal::Illegal;
use crate::legal_lays::{Hand, LegalLays};
use crate::moves::{Cube, Lay, Move};
use crate::options::{Options, Rules, SectorEnd};
use crate::placement::Building;
use crate::stone::{Pose, STONES, Stone};

/// A stone in hand, on the board or taken off.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Spot {
    /// Not laid: in the hand, or put away with the hand after the first sector (R19).
    Hand,
    /// On the table, in this pose, with its foot on this cell and the lowest cube there at this level from 0.
    Table { pose: Pose, foot: u8, level: u8 },
    /// Taken off the first sector and set aside (R27).
    Aside,
}

/// What never changes during a game. All its positions share it.
pub(crate) struct Constants {
    pub(crate) board: Board,
    pub(crate) options: Options,
}

/// A position of Rumis.
///
/// The first fields are the facts; only they are compared and hashed. The fields after the empty line follow from them,
/// and are kept up to date.
#[derive(Clone)]
pub struct Position {
    pub(crate) constants: Arc<Constants>,
    pub(crate) spots: [[Spot; STONES]; MAX_SEATS],
    turn: Turn,
    /// The seats that are out (R11, R23, R27), as a set.
    out: u8,
    pub(crate) sector: Sector,
    /// In the first of two sectors: the seat that laid the last stone (R20).
    pub(crate) last: Seat,
    /// In the second sector: the intermediate score (R19).
    pub(crate) interim: [i8; 2],

    pub(crate) building: Building,
    /// By seat: the stones that are not laid.
    pub(crate) hands: [Hand; MAX_SEATS],
    /// The legal lays; in the second sector, after the stone has been taken.
    pub(crate) lays: LegalLays,
    /// In the second sector: the stones that can be taken but not laid (R27), as a set.
    pub(crate) stuck: u16,
}

impl Position {
    /// The position before the first ply: a bare board.
    pub fn new(options: &Options) -> Position {
        let mut position = Position::bare(options);
        position.begin_turn(Seat::new(0));
        position
    }

    /// A bare board, before anyone's turn has begun.
    pub(crate) fn bare(options: &Options) -> Position {
        Position {
            constants: Arc::new(Constants { board: Board::new(options), options: options.clone() }),
            spots: [[Spot::Hand; STONES]; MAX_SEATS],
            turn: Turn::Over,
            out: 0,
            sector: Sector::First,
            last: Seat::new(0),
            interim: [0; 2],
            building: Building::new(),
            hands: [Hand::FULL; MAX_SEATS],
            lays: LegalLays::NONE,
            stuck: 0,
        }
    }

    /// The squares in use.
    pub fn board(&self) -> &Board {
        &self.constants.board
    }

    /// The options of the game.
    pub fn options(&self) -> &Options {
        &self.constants.options
    }

    /// The sector in which stones are laid.
    pub fn sector(&self) -> Sector {
        self.sector
    }

    /// How many cubes lie on a square.
    pub fn height(&self, square: Square) -> u8 {
        self.board().cell(square).map_or(0, |cell| self.building.height(cell))
    }

    /// The seat whose colour is on top of a square; none if it is bare.
    pub fn top(&self, square: Square) -> Option<Seat> {
        let top = self.building.top(self.board().cell(square)?);
        (usize::from(top) < MAX_SEATS).then(|| Seat::new(top.into()))
    }

    /// The squares of a sector on top of which a seat is seen.
    pub fn tops(&self, seat: Seat, sector: Sector) -> impl Iterator<Item = Square> {
        let seen = move |square: &Square| self.top(*square) == Some(seat) && self.board().sector(*square) == Some(sector);
        self.board().squares().filter(seen)
    }

    /// The stones that a seat has not laid.
    pub fn hand(&self, seat: Seat) -> impl Iterator<Item = Stone> {
        Stone::all().filter(move |stone| self.spots[seat.number()][stone.index()] == Spot::Hand)
    }

    /// The stones of a seat that were set aside (R27).
    pub fn set_aside(&self, seat: Seat) -> impl Iterator<Item = Stone> {
        Stone::all().filter(move |stone| self.spots[seat.number()][stone.index()] == Spot::Aside)
    }

    /// The stones of a seat that lie on the table, in either sector.
    pub fn laid(&self, seat: Seat) -> impl Iterator<Item = Lay> {
        self.spots[seat.number()].iter().filter_map(|spot| match *spot {
            Spot::Table { pose, foot, level } => Some(Lay::fitting(pose, self.board().square(foot.into()), level + 1)),
            Spot::Hand | Spot::Aside => None,
        })
    }

    /// Every stone on the table, and whose it is.
    pub fn stones(&self) -> impl Iterator<Item = (Seat, Lay)> {
        Seat::all(self.options().players).flat_map(|seat| self.laid(seat).map(move |lay| (seat, lay)))
    }

    /// The stone of which a cube is part, and whose it is.
    pub fn stone_at(&self, cube: Cube) -> Option<(Seat, Lay)> {
        if self.height(cube.square) < cube.height {
            return None;
        }
        self.stones().find(|(_, lay)| lay.cubes().any(|own| own == cube))
    }

    /// Whether a seat is out: it could not lay, or take, a stone on its turn (R11, R23), or had to set one aside (R27).
    pub fn is_out(&self, seat: Seat) -> bool {
        self.out >> seat.number() & 1 == 1
    }

    /// The sector in which a stone lies. No stone lies in both (R26).
    pub fn sector_of(&self, lay: Lay) -> Sector {
        self.board().sector(lay.foot().square).unwrap_or(Sector::First)
    }

    pub(crate) fn turn_now(&self) -> Turn {
        self.turn
    }

    /// Whether a seat has not laid any stone yet.
    pub(crate) fn is_first_stone(&self, seat: Seat) -> bool {
        self.hands[seat.number()] == Hand::FULL
    }

    /// Whether nobody has laid any stone yet.
    pub(crate) fn is_bare(&self) -> bool {
        self.hands[..self.options().players].iter().all(|hand| *hand == Hand::FULL)
    }

    pub(crate) fn set_out(&mut self, seat: Seat) {
        self.out |= 1 << seat.number();
    }

    #[inline(always)]
    fn lay(&mut self, seat: Seat, lay: Lay) {
        let Position { constants, building, .. } = self;
        let (number, pose) = (seat.number(), lay.pose());
        let Some(foot) = constants.board.cell(lay.foot().square) else { return };
        let spot = Spot::Table { pose, foot: foot as u8, level: building.height(foot) };
        match constants.board.width() {
            Width::W32 => building.put::<u32>(&constants.board, number, foot, pose),
            Width::W64 => building.put::<u64>(&constants.board, number, foot, pose),
            Width::W128 => building.put::<u128>(&constants.board, number, foot, pose),
        }
        self.spots[number][pose.stone().index()] = spot;
        self.hands[number].remove(pose.stone());
        if self.options().rules == Rules::TwoSector {
            self.last = seat;
        }
        self.begin_turn(seat.next(self.options().players));
    }

    /// Gives the turn to the first seat, from this one on, that can lay. A seat that cannot is out (R10–R12, R23).
    #[inline]
    pub(crate) fn begin_turn(&mut self, first: Seat) {
        let players = self.options().players;
        let mut seat = first;
        for _ in 0..players {
            if !self.is_out(seat) {
                match self.sector {
                    Sector::First => find_lays(self, seat),
                    Sector::Second => self.find_carries(seat),
                }
                if self.lays.count() > 0 || self.stuck != 0 {
                    self.turn = Turn::Seat(seat);
                    return;
                }
                self.set_out(seat);
                if self.first_sector_ends_with_one() {
                    break;
                }
            }
            seat = seat.next(players);
        }
        self.turn = Turn::Over;
        if self.options().rules == Rules::TwoSector && self.sector == Sector::First {
            self.out = 0;
            self.open_second_sector();
        }
    }

    /// The same position with the turn of another seat; none if the game is over, or if that seat is out or not there.
    pub(crate) fn with_turn_of(&self, seat: Seat) -> Option<Position> {
        let plays = self.turn != Turn::Over && seat.number() < self.options().players && !self.is_out(seat);
        plays.then(|| {
            let mut position = self.clone();
            position.turn = Turn::Seat(seat);
            match position.sector {
                Sector::First => find_lays(&mut position, seat),
                Sector::Second => position.find_carries(seat),
            }
            position
        })
    }

    /// Whether the first sector ends as soon as one player is blocked (R18).
    fn first_sector_ends_with_one(&self) -> bool {
        let Options { rules, sector_end, .. } = self.options();
        *rules == Rules::TwoSector && self.sector == Sector::First && *sector_end == SectorEnd::FirstBlocked
    }

    /// Lists the places at corners of a seat's first stone (R15).
    pub(crate) fn list_corner_places(&self, seat: Seat, lays: &mut LegalLays) {
        self.building.list_first_at_corners::<u128, LEVELS>(self.board(), self.hands[seat.number()], lays);
    }
}

/// Finds where a seat may lay its stones in the first sector, which is the whole of a game without sectors.
///
/// Most time of a game is spent here. So it is compiled twice, and the better code for the processor is chosen at run
/// time.
#[multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))]
fn find_lays(position: &mut Position, seat: Seat) {
    match (position.constants.board.width(), position.constants.board.levels() <= 4) {
        (Width::W32, true) => find_lays_in::<u32, 4>(position, seat),
        (Width::W32, false) => find_lays_in::<u32, LEVELS>(position, seat),
        (Width::W64, true) => find_lays_in::<u64, 4>(position, seat),
        (Width::W64, false) => find_lays_in::<u64, LEVELS>(position, seat),
        (Width::W128, true) => find_lays_in::<u128, 4>(position, seat),
        (Width::W128, false) => find_lays_in::<u128, LEVELS>(position, seat),
    }
}

/// The same, in words of the board's width and with no more levels than it has.
#[inline(always)]
fn find_lays_in<W: Word, const HIGHEST: usize>(position: &mut Position, seat: Seat) {
    let Position { constants, building, lays, hands, .. } = position;
    let (Constants { board, options }, hand) = (&**constants, hands[seat.number()]);
    lays.clear();
    if hand != Hand::FULL {
        building.list_next::<W, HIGHEST>(board, seat.number(), options.rules == Rules::Inverse, hand, lays);
    } else if hands[..options.players].iter().all(|hand| *hand == Hand::FULL) {
        building.list_all::<W, HIGHEST>(board, hand, lays);
    } else {
        if options.corners_only() {
            building.list_first_at_corners::<W, HIGHEST>(board, hand, lays);
        }
        if lays.count() == 0 {
            building.list_first::<W, HIGHEST>(board, hand, lays);
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
        self.turn
    }

    fn moves(&self, out: &mut Vec<Move>) {
        out.clear();
        if let Turn::Seat(seat) = self.turn {
            out.extend(self.lays.iter().map(|(pose, cell)| self.move_of(seat, pose, cell)));
            out.extend(self.set_asides(seat));
        }
    }

    #[inline(always)]
    fn pick(&self, dice: &mut impl Dice, _: &mut Vec<Move>) -> Option<Move> {
        let Turn::Seat(seat) = self.turn else { return None };
        let lays = self.lays.count();
        let n = dice.below(lays + self.stuck.count_ones());
        if n >= lays {
            return self.set_asides(seat).nth((n - lays) as usize);
        }
        self.lays.nth(n).map(|(pose, cell)| self.move_of(seat, pose, cell))
    }

    fn check(&self, mv: Move) -> Result<(), Illegal> {
        self.check_move(mv)
    }

    #[inline(always)]
    fn play_unchecked(&mut self, mv: Move) {
        match (mv, self.turn) {
            (Move::Lay(lay), Turn::Seat(seat)) => self.lay(seat, lay),
            (Move::Carry { to, .. }, Turn::Seat(seat)) => self.carry(seat, to),
            (Move::SetAside { from }, Turn::Seat(seat)) => self.put_aside(seat, from),
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

impl Position {
    /// The move that lays a pose with its foot on a cell.
    #[inline(always)]
    fn move_of(&self, seat: Seat, pose: Pose, cell: usize) -> Move {
        let lay = Lay::fitting(pose, self.board().square(cell), self.building.height(cell) + 1);
        match self.sector {
            Sector::First => Move::Lay(lay),
            Sector::Second => self.carry_of(seat, lay),
        }
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        let same_game = Arc::ptr_eq(&self.constants, &other.constants) || self.options() == other.options();
        same_game
            && (self.spots, self.turn, self.out, self.sector, self.last, self.interim)
                == (other.spots, other.turn, other.out, other.sector, other.last, other.interim)
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.spots, self.turn, self.out, self.sector, self.last, self.interim).hash(state);
    }
}

impl std::fmt::Debug for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?} {:?}\n{}", self.sector, self.turn, crate::sketch::draw(self, None, tablee_core::Lang::En))
    }
}
