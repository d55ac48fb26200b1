//! What may be laid where.
//!
//! Each pose has the set of squares on which its foot may stand, as bits of a word. A pose fits where each of its
//! columns has the right height and enough room: that is an intersection of shifted sets. In the same way, a pose is
//! clear of a colour where each of its columns is. The foot is in the middle of a stone, so few columns around it are
//! possible ([`AROUND`](crate::stone::AROUND)). The rules are the same in all directions, so a pose and its three
//! quarter turns are computed side by side, in vector units.

use tablee_core::MAX_SEATS;

use crate::board::{Board, CELLS, LEVELS, Sector};
use crate::cells::{Bits, Cells, Four, Steps, Word};
use crate::legal_lays::{Columns, Condition, Hand, LegalLays, THICKEST, TURNS};
use crate::moves::Lay;
use crate::stone::Pose;

/// Nobody's colour is on top.
pub(crate) const NOBODY: u8 = u8::MAX;

/// How many binary digits the height of a square has on which something can be laid.
const DIGITS: usize = 3;

/// For each level, the squares where a cube has some neighbour. The last level is above everything that can be laid, so
/// that looking one level up needs no check.
pub(crate) type ByLevel = [Cells; LEVELS + 1];

/// The building on the board: heights, tops, and where stones touch.
#[derive(Clone)]
pub(crate) struct Building {
    /// By cell: how many cubes lie there.
    heights: [u8; CELLS],
    /// By cell: the seat whose cube is on top, or [`NOBODY`].
    tops: [u8; CELLS],
    /// By level: the squares that have a cube there.
    filled: [Cells; LEVELS],
    /// By seat and level: the squares where a cube would touch a cube of the seat, at its side or lying on it.
    contact: [ByLevel; MAX_SEATS],
}

impl Building {
    /// The bare board.
    pub(crate) fn new() -> Building {
        Building { heights: [0; CELLS], tops: [NOBODY; CELLS], filled: [0; LEVELS], contact: [[0; LEVELS + 1]; MAX_SEATS] }
    }

    /// How many cubes lie on a cell.
    #[inline]
    pub(crate) fn height(&self, cell: usize) -> u8 {
        self.heights[cell]
    }

    /// The number of the seat whose cube is on top of a cell, or [`NOBODY`].
    pub(crate) fn top(&self, cell: usize) -> u8 {
        self.tops[cell]
    }

    /// By level: the squares where a cube would touch a cube of a seat, at its side or lying on it.
    pub(crate) fn contact(&self, seat: usize) -> &ByLevel {
        &self.contact[seat]
    }

    /// Puts a stone of a seat that fits with its foot on a cell.
    #[inline(always)]
    pub(crate) fn put<W: Word>(&mut self, board: &Board, seat: usize, foot: usize, pose: Pose) {
        for column in pose.columns() {
            let cell = board.step(foot, column.east, column.north);
            self.raise::<W>(board, seat, cell, usize::from(column.thickness));
        }
    }

    /// Puts cubes of a seat on a cell, one upon the other.
    #[inline(always)]
    pub(crate) fn raise<W: Word>(&mut self, board: &Board, seat: usize, cell: usize, thickness: usize) {
        let here = W::cell(cell);
        let bottom = usize::from(self.heights[cell]);
        // Only an illegal stone could be higher; it must not panic.
        let top = (bottom + thickness).min(LEVELS);
        self.heights[cell] = top as u8;
        self.tops[cell] = seat as u8;
        let beside = all_beside(here, board.stride());
        for level in bottom..top {
            add(&mut self.filled[level], here);
            add(&mut self.contact[seat][level], beside);
        }
        add(&mut self.contact[seat][top], here);
    }

    /// Lists all places of the stones of a hand (R5).
    #[inline(always)]
    pub(crate) fn list_all<W: Word, const HIGHEST: usize>(&self, board: &Board, hand: Hand, lays: &mut LegalLays) {
        lays.add::<W, 0>(hand, &self.fitting::<W, HIGHEST>(board, Sector::First), &[]);
    }

    /// Lists the places where stones of a hand touch the seat's own colour (R7) or, `apart`, where they do not (R16).
    #[inline(always)]
    pub(crate) fn list_next<W: Word, const HIGHEST: usize>(
        &self,
        board: &Board,
        seat: usize,
        apart: bool,
        hand: Hand,
        lays: &mut LegalLays,
    ) {
        let fitting = self.fitting::<W, HIGHEST>(board, Sector::First);
        let clear = self.clear_of::<W, HIGHEST>(board, &self.contact[seat]);
        lays.add::<W, 1>(hand, &fitting, &[Condition { clear, touching: !apart }]);
    }

    /// Lists the places where a first stone must touch the board and shares a face with a stone of another player (R6).
    #[inline(always)]
    pub(crate) fn list_first<W: Word, const HIGHEST: usize>(&self, board: &Board, hand: Hand, lays: &mut LegalLays) {
        self.list_on_board::<W, HIGHEST>(board, Sector::First, &self.faces(), hand, lays);
    }

    /// Lists the places where stones have a cube among these and one on the board (R6, R24).
    #[inline(always)]
    pub(crate) fn list_on_board<W: Word, const HIGHEST: usize>(
        &self,
        board: &Board,
        sector: Sector,
        near: &ByLevel,
        hand: Hand,
        lays: &mut LegalLays,
    ) {
        let fitting = self.fitting::<W, HIGHEST>(board, sector);
        let near = Condition { clear: self.clear_of::<W, HIGHEST>(board, near), touching: true };
        let on_board = Condition { clear: self.clear_of::<W, HIGHEST>(board, &ground(board)), touching: true };
        lays.add::<W, 2>(hand, &fitting, &[near, on_board]);
    }

    /// Lists the places where stones have a cube among these (R25).
    #[inline(always)]
    pub(crate) fn list_near<W: Word, const HIGHEST: usize>(
        &self,
        board: &Board,
        sector: Sector,
        near: &ByLevel,
        hand: Hand,
        lays: &mut LegalLays,
    ) {
        let clear = self.clear_of::<W, HIGHEST>(board, near);
        lays.add::<W, 1>(hand, &self.fitting::<W, HIGHEST>(board, sector), &[Condition { clear, touching: true }]);
    }

    /// Lists the places where a first stone touches others at edges or points, and shares a face with none (R15).
    #[inline(always)]
    pub(crate) fn list_first_at_corners<W: Word, const HIGHEST: usize>(&self, board: &Board, hand: Hand, lays: &mut LegalLays) {
        let fitting = self.fitting::<W, HIGHEST>(board, Sector::First);
        let faces = Condition { clear: self.clear_of::<W, HIGHEST>(board, &self.faces()), touching: false };
        let corners = Condition { clear: self.clear_of::<W, HIGHEST>(board, &self.corners(board)), touching: true };
        // Where no face is shared nothing lies below: the stone is on the board.
        lays.add::<W, 2>(hand, &fitting, &[faces, corners]);
    }

    /// The places of cubes that would share a face with a stone.
    fn faces(&self) -> ByLevel {
        std::array::from_fn(|level| self.contact.iter().fold(0, |cells, contact| cells | contact[level]))
    }

    /// The places of cubes that would share an edge or a point with a stone; some share a face as well.
    fn corners(&self, board: &Board) -> ByLevel {
        let filled = |level: Option<usize>| level.and_then(|level| self.filled.get(level)).copied().unwrap_or(0);
        let steps = board.steps();
        std::array::from_fn(|level| {
            let (here, around) = (filled(Some(level)), filled(level.checked_sub(1)) | filled(Some(level + 1)));
            let union = |sets: [Cells; TURNS]| sets.into_iter().fold(0, |cells, set| cells | set);
            let (beside, across) = (Cells::beside([around; TURNS], steps), Cells::across([here | around; TURNS], steps));
            union(beside) | union(across)
        })
    }

    /// Where a column fits: its square is as much higher than the foot as the column is, and there is room for it (R8,
    /// R9).
    #[inline(always)]
    fn fitting<W: Word, const HIGHEST: usize>(&self, board: &Board, sector: Sector) -> W::ByPart<Columns<W::Part>> {
        let room = self.room::<W>(board, sector);
        let digits = self.digits::<W, HIGHEST>();
        let around = if W::SIDE_BY_SIDE {
            Around::fitting_side_by_side(&room, digits, board.steps())
        } else {
            Around::fitting_from_both_ends(&room, digits, board)
        };
        around.columns(room)
    }

    /// By thickness minus one: the squares of a sector with room for that many cubes (R8).
    #[inline(always)]
    fn room<W: Word>(&self, board: &Board, sector: Sector) -> [W; THICKEST] {
        let mut room = [W::NONE; THICKEST];
        for (limit, cells) in board.by_limit(sector) {
            for (less, room) in room.iter_mut().enumerate() {
                // The greatest height at which that many cubes still fit below the limit.
                if let Some(level) = limit.checked_sub(less + 1) {
                    *room |= W::of(*cells & !self.filled[level]);
                }
            }
        }
        room
    }

    /// The heights as binary numbers: for each digit, the squares whose height has it. Full squares are of no interest.
    #[inline(always)]
    fn digits<W: Word, const HIGHEST: usize>(&self) -> [W; DIGITS] {
        let mut digits = [W::NONE; DIGITS];
        for height in 1..HIGHEST {
            let so_high = W::of(self.filled[height - 1] & !self.filled[height]);
            for (digit, cells) in digits.iter_mut().enumerate() {
                if height >> digit & 1 == 1 {
                    *cells |= so_high;
                }
            }
        }
        digits
    }

    /// Where a column has no cube among these, given that it stands on the stones below. No square is higher than
    /// `HIGHEST`.
    #[inline(always)]
    fn clear_of<W: Word, const HIGHEST: usize>(&self, board: &Board, cubes: &ByLevel) -> W::ByPart<Columns<W::Part>> {
        let mut reached = [W::NONE; THICKEST];
        let mut below = W::of(board.all);
        for height in 0..HIGHEST {
            let filled = W::of(self.filled[height]);
            let level = below & !filled;
            below = filled;
            for above in 0..THICKEST.min(HIGHEST - height) {
                reached[above] |= level & W::of(cubes[height + above]);
            }
        }
        for thickness in 1..THICKEST {
            let thinner = reached[thickness - 1];
            reached[thickness] |= thinner;
        }
        let clear = reached.map(|reached| !reached);
        let steps = board.steps();
        let [one, two] = [clear[0], clear[1]].map(|cells| W::beside([cells; TURNS], steps));
        let across = W::across([clear[0]; TURNS], steps);
        let beyond = W::beyond([clear[0]; TURNS], steps);
        Around { level: one, up: one, two_up: one, down: two, thick: two, across, beyond }.columns(clear)
    }
}

/// Squares from which a column around the foot is in order: for each kind, in the four directions from the east to the
/// left.
struct Around<W> {
    level: [W; TURNS],
    up: [W; TURNS],
    two_up: [W; TURNS],
    down: [W; TURNS],
    thick: [W; TURNS],
    across: [W; TURNS],
    beyond: [W; TURNS],
}

impl<W: Word> Around<W> {
    /// Where columns fit, with four directions at once.
    #[inline(always)]
    fn fitting_side_by_side(room: &[W; THICKEST], digits: [W; DIGITS], steps: &Steps) -> Around<W> {
        let four = |cells: W| Four([cells; TURNS]);
        let [one, two] = [room[0], room[1]].map(|cells| Four(W::beside([cells; TURNS], steps)));
        let one_across = Four(W::across([room[0]; TURNS], steps));
        let slope = Slope::new(digits.map(four), digits.map(|digit| Four(W::beside([digit; TURNS], steps))));
        let level_across = same(digits.map(four), digits.map(|digit| Four(W::across([digit; TURNS], steps))));
        let level = slope.level & one;
        Around {
            level: level.0,
            up: (slope.up & one).0,
            two_up: (slope.two_up & one).0,
            down: (slope.down & two).0,
            thick: (slope.level & two).0,
            across: (level_across & one_across).0,
            // A stone that reaches two squares away lies flat on the one between as well.
            beyond: (level & Four(W::beside(level.0, steps))).0,
        }
    }

    /// The same with two directions: to the west and the south all is as to the east and the north, seen from the other
    /// end.
    #[inline(always)]
    fn fitting_from_both_ends(room: &[W; THICKEST], digits: [W; DIGITS], board: &Board) -> Around<W> {
        let (one, two, stride) = (room[0], room[1], board.stride());
        let [east, north] = [stride, 1].map(|shift| Slope::new(digits, digits.map(|digit| digit >> shift)));
        let fits = |room: W, ahead: fn(&Slope<W>) -> W, back: fn(&Slope<W>) -> W| {
            let (room_east, room_north) = (room >> stride, room >> 1);
            let (west, south) = ((back(&east) & room) << stride, (back(&north) & room) << 1);
            [ahead(&east) & room_east, ahead(&north) & room_north, west, south]
        };
        let level = fits(one, |slope| slope.level, |slope| slope.level);
        // Towards the north-east, and towards the south-east.
        let [rising, falling] = [stride + 1, stride - 1].map(|shift| same(digits, digits.map(|digit| digit >> shift)));
        let next = W::beside(level, board.steps());
        Around {
            level,
            up: fits(one, |slope| slope.up, |slope| slope.down),
            two_up: fits(one, |slope| slope.two_up, |slope| slope.two_down),
            down: fits(two, |slope| slope.down, |slope| slope.up),
            thick: fits(two, |slope| slope.level, |slope| slope.level),
            across: [
                rising & (one >> (stride + 1)),
                (falling & one) << (stride - 1),
                (rising & one) << (stride + 1),
                falling & (one >> (stride - 1)),
            ],
            beyond: std::array::from_fn(|turn| level[turn] & next[turn]),
        }
    }

    /// All columns, the foot before those of [`AROUND`](crate::stone::AROUND) in their order: what lies in a direction
    /// before a quarter turn to the left lies in the next one after it.
    #[inline(always)]
    fn columns(self, foot: [W; THICKEST]) -> W::ByPart<Columns<W::Part>> {
        let turned = |[a, b, c, d]: [W; TURNS], turns: usize| match turns {
            0 => [a, b, c, d],
            1 => [b, c, d, a],
            2 => [c, d, a, b],
            _ => [d, a, b, c],
        };
        let [one, two, three, four] = foot.map(|cells| [cells; TURNS]);
        let columns = [
            one,
            two,
            three,
            four,
            self.level,
            turned(self.level, 1),
            turned(self.level, 2),
            turned(self.level, 3),
            self.up,
            turned(self.up, 1),
            turned(self.up, 2),
            self.two_up,
            self.down,
            self.thick,
            self.across,
            self.beyond,
        ];
        W::by_part(|part| Columns(columns.map(|cells| cells.map(|cells| cells.part(part)))))
    }
}

/// The slope of the building from each square to the next: the squares from which it goes a number of cubes up or down.
struct Slope<B> {
    level: B,
    up: B,
    two_up: B,
    down: B,
    two_down: B,
}

impl<B: Bits> Slope<B> {
    /// The slope from the heights here to those there.
    #[inline(always)]
    fn new([a, b, c]: [B; DIGITS], there: [B; DIGITS]) -> Slope<B> {
        // A sum beyond three digits, or below zero, would look like another: the squares that have it are left out.
        Slope {
            level: same(there, [a, b, c]),
            up: same(there, [!a, a ^ b, (a & b) ^ c]) & !(a & b & c),
            two_up: same(there, [a, !b, b ^ c]) & !(b & c),
            down: same(there, [!a, !(a ^ b), !(a | b) ^ c]) & (a | b | c),
            two_down: same(there, [a, !b, !b ^ c]) & (b | c),
        }
    }
}

/// The squares where two numbers are the same.
#[inline(always)]
fn same<B: Bits>(a: [B; DIGITS], b: [B; DIGITS]) -> B {
    !(a[0] ^ b[0] | a[1] ^ b[1] | a[2] ^ b[2])
}

/// The places of cubes on the board.
fn ground(board: &Board) -> ByLevel {
    std::array::from_fn(|level| if level == 0 { board.all } else { 0 })
}

/// The squares that share a side with one of these.
#[inline(always)]
fn all_beside<W: Word>(cells: W, stride: u32) -> W {
    cells << 1 | cells >> 1 | cells << stride | cells >> stride
}

/// Adds squares to a set.
#[inline(always)]
fn add<W: Word>(cells: &mut Cells, more: W) {
    *cells |= more.cells();
}

/// The places of cubes that would touch one of these stones at its side or lying on it.
pub(crate) fn contact_of(board: &Board, stones: impl Iterator<Item = Lay>) -> ByLevel {
    let mut contact = [0; LEVELS + 1];
    for cube in stones.flat_map(Lay::cubes) {
        if let Some(cell) = board.cell(cube.square) {
            let level = usize::from(cube.height - 1).min(LEVELS - 1);
            contact[level] |= all_beside::<Cells>(1 << cell, board.stride());
            contact[level + 1] |= 1 << cell;
        }
    }
    contact
}
