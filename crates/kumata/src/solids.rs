//! The boxes of the scene: components of Kumata, with drawings on them.

use tablee_core::geometry::Square;
use tablee_core::scene::{Cell, Face, Mark, Solid};

use crate::board::Board;
use crate::set::{Clan, Domino, Printed};

/// How thick a board tile is, with its print.
const TILE: f32 = 0.1;

/// How thick the print on it is.
const PRINT: f32 = 0.02;

/// How thick a domino is: so thick that one can count how many lie on each other.
const DOMINO: f32 = 0.3;

/// How far a domino stays away from the sides of its cells, and a tile from those of its.
const GAP: f32 = 0.03;

/// The names of the drawings of values; an empty half or parcel shows none.
const DIGITS: [&str; 5] = ["0", "1", "2", "3", "4"];

/// Half of a domino: the value it shows, where it lies, and the level of what it lies on (0 is the table itself).
#[derive(Clone, Copy)]
pub(crate) struct Half {
    pub(crate) value: u8,
    pub(crate) cell: Cell,
    pub(crate) on: u8,
}

impl Half {
    /// Both halves of a domino, the higher value first.
    pub(crate) fn both(domino: Domino, cells: [Cell; 2], on: [u8; 2]) -> [Half; 2] {
        let values = [domino.high(), domino.low()];
        [0, 1].map(|half| Half { value: values[half], cell: cells[half], on: on[half] })
    }
}

/// How high above the table a level reaches: 1 is the board (K30).
fn top_of_level(level: u8) -> f32 {
    match level.checked_sub(1) {
        None => 0.0,
        Some(dominoes) => TILE + DOMINO * f32::from(dominoes),
    }
}

/// A domino, one box per half, which touch each other. If only one half is known, only that one.
pub(crate) fn domino(clan: Clan, halves: &[Half]) -> Vec<Solid> {
    let towards = |half: &Half| {
        let mut others = halves.iter().map(|other| [other.cell[0] - half.cell[0], other.cell[1] - half.cell[1]]);
        others.find(|[x, y]| x.abs() + y.abs() == 1).unwrap_or([0, 0])
    };
    let solids = halves.iter().map(|half| {
        let mut solid = slab(half.cell, top_of_level(half.on), DOMINO, towards(half), clan.name());
        solid.marks = marks(Printed { clan, value: half.value }, "ivory");
        // An empty half still shows its clan.
        if half.value == 0 {
            solid.marks.push(Mark::new(Face::Top, clan.name(), "ivory", 0.36));
        }
        solid
    });
    solids.collect()
}

/// A totem in the middle of a domino, which lies on this level: so it stands over the middle of no cell, and hides no
/// value.
pub(crate) fn totem(clan: Clan, [first, second]: [Cell; 2], on: u8) -> Vec<Solid> {
    let middle = [0, 1].map(|axis| (first[axis] + second[axis] + 1) as f32 / 2.0);
    let mut foot = top_of_level(on.saturating_add(1));
    let mut upright = |width: f32, height: f32, paint| {
        let solid = Solid::new([middle[0] - width / 2.0, middle[1] - width / 2.0, foot], [width, width, height], paint);
        foot += height;
        solid
    };
    let (base, trunk, head) = (upright(0.34, 0.1, "totem"), upright(0.22, 0.34, clan.name()), upright(0.3, 0.26, "totem"));
    vec![base, trunk, Face::ALL.into_iter().fold(head, |head, face| head.with(Mark::new(face, clan.name(), clan.name(), 0.22)))]
}

/// Unknown dominoes on a cell, from the level above the board up to this one.
pub(crate) fn unknown(cell: Cell, highest: u8) -> Vec<Solid> {
    (1..highest).map(|on| slab(cell, top_of_level(on), DOMINO, [0, 0], "back")).collect()
}

/// The back of a domino, as it lies in a hand.
pub(crate) fn face_down() -> Vec<Solid> {
    [([0, 0], [1, 0]), ([1, 0], [-1, 0])].map(|(cell, towards)| slab(cell, 0.0, DOMINO, towards, "back")).to_vec()
}

/// The tiles, and on them the parcels with what is printed on them. The clans that nobody plays are printed too (K5).
pub(crate) fn board(board: &Board) -> Vec<Solid> {
    let mut solids = Vec::new();
    for (index, parcel) in board.parcels().iter().enumerate() {
        // The first parcel of a tile is its south-west one: squares are ordered by letter, then number.
        let corner = !board.parcels()[..index].iter().any(|earlier| earlier.tile == parcel.tile);
        let [x, y] = cell(parcel.square).map(|step| step as f32);
        if corner {
            solids.push(Solid::new([x + GAP, y + GAP, 0.0], [2.0 - 2.0 * GAP, 2.0 - 2.0 * GAP, TILE - PRINT], "wood"));
        }
        let side = 1.0 - 4.0 * GAP;
        let mut print = Solid::new([x + 2.0 * GAP, y + 2.0 * GAP, TILE - PRINT], [side, side, PRINT], pale(parcel.printed.clan));
        print.marks = marks(parcel.printed, parcel.printed.clan.name());
        solids.push(print);
    }
    solids
}

/// The cell of a square.
pub(crate) fn cell(square: Square) -> Cell {
    [i32::from(square.col), i32::from(square.row)]
}

/// The value, large, with the emblem of the clan beside it. An empty half or parcel has neither.
fn marks(Printed { clan, value }: Printed, ink: &'static str) -> Vec<Mark> {
    let Some(digit) = DIGITS.get(usize::from(value)).filter(|_| value > 0) else { return Vec::new() };
    let digit = Mark { at: [0.6, 0.42], ..Mark::new(Face::Top, digit, ink, 0.5) };
    vec![digit, Mark { at: [0.24, 0.76], ..Mark::new(Face::Top, clan.name(), ink, 0.28) }]
}

/// A box on a cell with a gap to its sides, except the one towards a neighbour, if any.
fn slab(cell: Cell, z: f32, height: f32, towards: [i32; 2], paint: &'static str) -> Solid {
    let low = [0, 1].map(|axis| cell[axis] as f32 + if towards[axis] < 0 { 0.0 } else { GAP });
    let high = [0, 1].map(|axis| (cell[axis] + 1) as f32 - if towards[axis] > 0 { 0.0 } else { GAP });
    Solid::new([low[0], low[1], z], [high[0] - low[0], high[1] - low[1], height], paint)
}

/// The paint of the parcels of a clan: paler than its dominoes, so that one sees which is which.
const fn pale(clan: Clan) -> &'static str {
    match clan {
        Clan::Monkeys => "monkeys-pale",
        Clan::Snakes => "snakes-pale",
        Clan::Toucans => "toucans-pale",
        Clan::Tigers => "tigers-pale",
        Clan::Hippos => "hippos-pale",
        Clan::Crocodiles => "crocodiles-pale",
    }
}
