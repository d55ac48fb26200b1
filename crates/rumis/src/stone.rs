//! The eleven stones of a colour, and the 104 ways in which they can lie.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::LazyLock;

use tablee_core::Label;

/// How many stones a colour has (R1).
pub const STONES: usize = 11;

/// In how many ways they can lie, in total.
pub const POSES: usize = 104;

/// In how many ways they can lie if quarter turns on the table are not counted apart.
pub(crate) const FAMILIES: usize = 33;

/// The most cubes of a stone, and so the most columns it can stand on.
const CUBES: usize = 4;

/// A stone: one of the eleven shapes of two to four cubes (R1). It does not know its colour; its owner does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Stone(u8);

/// Name and cubes of each, in one of their poses.
const SHAPES: [(&str, &[[i8; 3]]); STONES] = [
    ("I2", &[[0, 0, 0], [1, 0, 0]]),
    ("I3", &[[0, 0, 0], [1, 0, 0], [2, 0, 0]]),
    ("L3", &[[0, 0, 0], [1, 0, 0], [0, 1, 0]]),
    ("I4", &[[0, 0, 0], [1, 0, 0], [2, 0, 0], [3, 0, 0]]),
    ("L4", &[[0, 0, 0], [1, 0, 0], [2, 0, 0], [0, 1, 0]]),
    ("T4", &[[0, 0, 0], [1, 0, 0], [2, 0, 0], [1, 1, 0]]),
    ("O4", &[[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]]),
    ("S4", &[[0, 0, 0], [1, 0, 0], [1, 1, 0], [2, 1, 0]]),
    ("Y4", &[[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]),
    ("D4", &[[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 0, 1]]),
    ("G4", &[[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 1, 1]]),
];

/// What people call each, and whether that is feminine in French.
const NAMES: [(Label, bool); STONES] = [
    (Label::new("short bar", "petite barre"), true),
    (Label::new("bar", "barre"), true),
    (Label::new("elbow", "coude"), false),
    (Label::new("long bar", "grande barre"), true),
    (Label::new("L", "L"), false),
    (Label::new("T", "T"), false),
    (Label::new("slab", "dalle"), true),
    (Label::new("zigzag", "zigzag"), false),
    (Label::new("tripod", "trépied"), false),
    (Label::new("right screw", "vis droite"), true),
    (Label::new("left screw", "vis gauche"), true),
];

impl Stone {
    /// Every stone, in the order in which they are numbered.
    pub fn all() -> impl ExactSizeIterator<Item = Stone> + DoubleEndedIterator + Clone {
        (0..STONES as u8).map(Stone)
    }

    /// The stone of this name, in capitals or not.
    pub fn from_name(name: &str) -> Option<Stone> {
        Stone::all().find(|stone| stone.name().eq_ignore_ascii_case(name))
    }

    /// The stone that these cubes make, however it is turned; none if they make no stone (R1).
    pub fn from_cubes(cubes: &[[i8; 3]]) -> Option<Stone> {
        let cubes: Vec<_> = cubes.iter().map(|cube| cube.map(i32::from)).collect();
        Some(Pose::from_cubes(&cubes)?.0.stone())
    }

    /// What people call it: "long bar".
    pub const fn label(self) -> Label {
        NAMES[self.index()].0
    }

    /// Whether its French name is feminine.
    pub(crate) const fn is_feminine(self) -> bool {
        NAMES[self.index()].1
    }

    /// Whether it can lie flat: all its cubes in one plane.
    pub(crate) fn is_flat(self) -> bool {
        self.cubes().iter().all(|[_, _, up]| *up == 0)
    }

    /// Its name in notation: `T4`.
    pub const fn name(self) -> &'static str {
        SHAPES[self.index()].0
    }

    /// Its cubes in one of its poses.
    pub const fn cubes(self) -> &'static [[i8; 3]] {
        SHAPES[self.index()].1
    }

    /// Its number, from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Stone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A stone turned some way: a *family*, the poses that become each other by quarter turns on the table, and how many of
/// those.
///
/// The families are numbered stone by stone.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Pose(u8);

/// A pose as seen from its *foot*: one of its columns, and the lowest cube in it.
#[derive(Clone, Copy, Debug)]
struct Form {
    stone: Stone,
    cubes: [[i8; 3]; CUBES],
    cube_count: u8,
    columns: [Column; CUBES],
    column_count: u8,
    /// How many quarter turns there are before the stone lies as at first: 1, 2 or 4.
    turns: u8,
}

/// The cubes of a pose over one square. They always lie one upon the other: a gap would take five cubes to go around.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Column {
    /// Where it is, seen from the foot.
    pub(crate) east: i8,
    pub(crate) north: i8,
    /// How much higher than the foot its lowest cube lies.
    pub(crate) rise: i8,
    /// How many cubes it has.
    pub(crate) thickness: u8,
}

/// All columns around the foot that families have in their first pose: that is how the first of the four turns is
/// chosen.
pub(crate) const AROUND: [Column; 12] = {
    const fn column(east: i8, north: i8, rise: i8, thickness: u8) -> Column {
        Column { east, north, rise, thickness }
    }
    [
        column(1, 0, 0, 1),
        column(0, 1, 0, 1),
        column(-1, 0, 0, 1),
        column(0, -1, 0, 1),
        column(1, 0, 1, 1),
        column(0, 1, 1, 1),
        column(-1, 0, 1, 1),
        column(1, 0, 2, 1),
        column(1, 0, -1, 2),
        column(1, 0, 0, 2),
        column(1, 1, 0, 1),
        column(2, 0, 0, 1),
    ]
};

/// By pose. Where a family has fewer than four turns, the rest repeat the same poses and are not used.
static FORMS: LazyLock<[[Form; 4]; FAMILIES]> = LazyLock::new(|| {
    let mut families = Vec::with_capacity(FAMILIES);
    for stone in Stone::all() {
        let mut known: Vec<Vec<[i32; 3]>> = Vec::new();
        for cubes in rotations(stone.cubes()) {
            if known.contains(&in_corner(&cubes).0) {
                continue;
            }
            let mut family = vec![from_foot(&cubes)];
            while family.len() < 4 {
                family.push(quarter_turn(&family[family.len() - 1]));
            }
            known.extend(family.iter().map(|turned| in_corner(turned).0));
            let is_first = |turned: &Vec<[i32; 3]>| Form::new(stone, turned, 0).columns()[1..].iter().all(|c| AROUND.contains(c));
            let first = family.iter().position(is_first).expect("every family has a first pose");
            family.rotate_left(first);
            let first = in_corner(&family[0]).0;
            let turns = 1 + family[1..].iter().take_while(|other| in_corner(other).0 != first).count();
            families.push(std::array::from_fn(|turn| Form::new(stone, &family[turn], turns as u8)));
        }
    }
    families.try_into().expect("the poses make 33 families")
});

/// By family: its number among those of its stone, the flattest first.
static TIPS: LazyLock<[u32; FAMILIES]> = LazyLock::new(|| {
    let mut tips = [0; FAMILIES];
    for stone in Stone::all() {
        let mut families: Vec<usize> = (0..FAMILIES).filter(|family| Pose::new(*family, 0).stone() == stone).collect();
        families.sort_by_key(|family| Pose::new(*family, 0).levels());
        families.into_iter().zip(0..).for_each(|(family, tip)| tips[family] = tip);
    }
    tips
});

impl Pose {
    /// Every pose, stone by stone.
    pub fn all() -> impl Iterator<Item = Pose> + Clone {
        (0..4 * FAMILIES as u8).map(Pose).filter(|pose| pose.0 % 4 < pose.turns())
    }

    /// The pose of a family after some quarter turns.
    #[inline]
    pub(crate) const fn new(family: usize, turns: usize) -> Pose {
        Pose((4 * family + turns) as u8)
    }

    /// Its number: the same for the same way to lie, and those next to each other are a quarter turn apart.
    pub(crate) fn number(self) -> u32 {
        u32::from(self.0)
    }

    /// On which side the stone lies: the same for poses that differ by a turn on the table only. Those of one stone are
    /// numbered from 0, the flattest first.
    pub(crate) fn tip(self) -> u32 {
        TIPS[usize::from(self.0 / 4)]
    }

    /// How many levels it takes.
    pub(crate) fn levels(self) -> u8 {
        let heights = || self.cubes().iter().map(|cube| cube[2]);
        heights().max().unwrap_or(0).abs_diff(heights().min().unwrap_or(0)) + 1
    }

    /// The pose that these cubes (east, north, up) show, in any order, and where its foot lies; none if they make no
    /// stone.
    pub fn from_cubes(cubes: &[[i32; 3]]) -> Option<(Pose, [i32; 3])> {
        if cubes.is_empty() || cubes.len() > CUBES {
            return None;
        }
        let (shape, corner) = in_corner(cubes);
        let (pose, foot_corner) = IN_CORNER.get(&shape)?;
        Some((*pose, std::array::from_fn(|axis| corner[axis] - foot_corner[axis])))
    }

    /// The stone that is turned so.
    #[inline]
    pub fn stone(self) -> Stone {
        self.form().stone
    }

    /// Its cubes (east, north, up), seen from its foot, in the order in which they are written: by height, letter,
    /// number.
    #[inline]
    pub fn cubes(self) -> &'static [[i8; 3]] {
        let form = self.form();
        &form.cubes[..usize::from(form.cube_count)]
    }

    /// Its columns, the foot first.
    #[inline]
    pub(crate) fn columns(self) -> &'static [Column] {
        self.form().columns()
    }

    /// How many poses its family has.
    pub(crate) fn turns(self) -> u8 {
        self.form().turns
    }

    #[inline]
    fn form(self) -> &'static Form {
        &FORMS[usize::from(self.0 / 4)][usize::from(self.0 % 4)]
    }
}

impl Form {
    /// The form of cubes seen from the foot.
    fn new(stone: Stone, seen: &[[i32; 3]], turns: u8) -> Form {
        let mut sorted = seen.to_vec();
        sorted.sort_unstable_by_key(|[east, north, up]| (*up, *east, *north));
        let mut cubes = [[0; 3]; CUBES];
        for (slot, cube) in cubes.iter_mut().zip(&sorted) {
            *slot = cube.map(|step| step as i8);
        }
        let (mut columns, mut column_count) = ([Column::default(); CUBES], 0);
        for (east, north) in footprint(seen) {
            let levels = seen.iter().filter(|cube| cube[..2] == [east, north]).map(|cube| cube[2]);
            let (rise, thickness) = (levels.clone().min().unwrap_or(0) as i8, levels.count() as u8);
            columns[column_count] = Column { east: east as i8, north: north as i8, rise, thickness };
            column_count += 1;
        }
        Form { stone, cubes, cube_count: seen.len() as u8, columns, column_count: column_count as u8, turns }
    }

    #[inline]
    fn columns(&self) -> &[Column] {
        &self.columns[..usize::from(self.column_count)]
    }
}

/// The squares below cubes, the one at the origin first.
fn footprint(cubes: &[[i32; 3]]) -> Vec<(i32, i32)> {
    let mut squares: Vec<_> = cubes.iter().map(|[east, north, _]| (*east, *north)).collect();
    squares.sort_unstable_by_key(|square| (*square != (0, 0), *square));
    squares.dedup();
    squares
}

/// The cubes as seen from their foot, which is the column with the most others beside it; of these the thickest, then
/// the highest.
///
/// So the foot is in the middle, and few columns around it are possible.
fn from_foot(cubes: &[[i32; 3]]) -> Vec<[i32; 3]> {
    let squares = footprint(cubes);
    let levels = |(east, north): (i32, i32)| cubes.iter().filter(move |cube| cube[..2] == [east, north]).map(|cube| cube[2]);
    let beside =
        |square: (i32, i32)| squares.iter().filter(|other| square.0.abs_diff(other.0) + square.1.abs_diff(other.1) == 1).count();
    let foot = squares.iter().copied().max_by_key(|square| (beside(*square), levels(*square).count(), levels(*square).min()));
    let (east, north) = foot.unwrap_or_default();
    let up = levels((east, north)).min().unwrap_or(0);
    cubes.iter().map(|cube| [cube[0] - east, cube[1] - north, cube[2] - up]).collect()
}

/// The cubes turned to the left.
fn quarter_turn(cubes: &[[i32; 3]]) -> Vec<[i32; 3]> {
    cubes.iter().map(|[east, north, up]| [-north, *east, *up]).collect()
}

/// Cubes as [`in_corner`] has them.
type Shape = Vec<[i32; 3]>;

/// Every pose by its shape, with the corner: every move that is read is looked up here.
static IN_CORNER: LazyLock<BTreeMap<Shape, (Pose, [i32; 3])>> = LazyLock::new(|| {
    let known = Pose::all().map(|pose| {
        let cubes: Vec<_> = pose.cubes().iter().map(|cube| cube.map(i32::from)).collect();
        let (shape, corner) = in_corner(&cubes);
        (shape, (pose, corner))
    });
    known.collect()
});

/// The cubes moved to the corner of all axes and sorted, so that the same shape is always the same; and the corner
/// where they were.
fn in_corner(cubes: &[[i32; 3]]) -> (Shape, [i32; 3]) {
    let corner: [i32; 3] = std::array::from_fn(|axis| cubes.iter().map(|cube| cube[axis]).min().unwrap_or(0));
    let mut moved: Shape = cubes.iter().map(|cube| std::array::from_fn(|axis| cube[axis] - corner[axis])).collect();
    moved.sort_unstable();
    (moved, corner)
}

/// The 24 ways to turn cubes, never mirrored: those signed permutations of the axes whose determinant is 1.
fn rotations(cubes: &[[i8; 3]]) -> impl Iterator<Item = Vec<[i32; 3]>> {
    const AXES: [([usize; 3], i32); 6] =
        [([0, 1, 2], 1), ([1, 2, 0], 1), ([2, 0, 1], 1), ([0, 2, 1], -1), ([2, 1, 0], -1), ([1, 0, 2], -1)];
    let signs = (0..8).map(|bits: i32| [0, 1, 2].map(|axis| 1 - 2 * (bits >> axis & 1)));
    signs
        .flat_map(|signs| AXES.map(|(axes, parity)| (signs, axes, parity * signs[0] * signs[1] * signs[2])))
        .filter(|(.., determinant)| *determinant == 1)
        .map(|(signs, axes, _)| {
            let turn = |cube: &[i8; 3]| std::array::from_fn(|axis| signs[axis] * i32::from(cube[axes[axis]]));
            cubes.iter().map(turn).collect()
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn poses_are_read_from_their_cubes() {
        for pose in Pose::all() {
            let mut cubes: Vec<_> =
                pose.cubes().iter().map(|cube| [i32::from(cube[0]) + 7, i32::from(cube[1]), i32::from(cube[2]) - 2]).collect();
            cubes.reverse();
            assert_eq!(Pose::from_cubes(&cubes), Some((pose, [7, 0, -2])));
        }
    }

    #[test]
    fn poses_that_differ_by_a_turn_on_the_table_have_one_tip() {
        let shape = |pose: Pose| -> Vec<[i32; 3]> { pose.cubes().iter().map(|cube| cube.map(i32::from)).collect() };
        for pose in Pose::all() {
            for other in Pose::all().filter(|other| other.stone() == pose.stone()) {
                let mut spun = vec![shape(other)];
                (0..3).for_each(|turn| spun.push(quarter_turn(&spun[turn])));
                let same = spun.iter().any(|turned| in_corner(turned).0 == in_corner(&shape(pose)).0);
                assert_eq!(pose.tip() == other.tip(), same, "{pose:?} {other:?}");
            }
        }
    }

    #[test]
    fn the_flattest_tip_comes_first() {
        let tips = |name: &str| -> Vec<(u32, u8)> {
            let stone = Stone::from_name(name).unwrap();
            let mut tips: Vec<_> =
                Pose::all().filter(|pose| pose.stone() == stone).map(|pose| (pose.tip(), pose.levels())).collect();
            tips.sort_unstable();
            tips.dedup();
            tips
        };
        assert_eq!(tips("I4"), [(0, 1), (1, 4)]);
        assert_eq!(tips("O4"), [(0, 1), (1, 2)]);
        assert_eq!(tips("T4"), [(0, 1), (1, 2), (2, 2), (3, 3)]);
        for stone in Stone::all() {
            assert!(tips(stone.name()).iter().map(|(_, levels)| *levels).is_sorted(), "{stone}");
        }
    }

    #[test]
    fn every_stone_has_a_name_of_its_own() {
        for stone in Stone::all() {
            let alike = |other: &Stone| other.label().en == stone.label().en || other.label().fr == stone.label().fr;
            assert_eq!(Stone::all().filter(alike).count(), 1, "{stone}");
        }
    }

    #[test]
    fn every_pose_stands_on_its_foot() {
        for pose in Pose::all() {
            let foot = pose.columns()[0];
            assert_eq!((foot.east, foot.north, foot.rise), (0, 0, 0));
            let cubes: u8 = pose.columns().iter().map(|column| column.thickness).sum();
            assert_eq!(usize::from(cubes), pose.cubes().len());
        }
    }
}
