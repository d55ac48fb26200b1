//! The boxes of a table as the eye sees them: where they are in the picture, and which of them is in front.
//!
//! The same way as `web/src/stage/picture.ts` does it: no perspective, three visible sides, from the back to the front.

use tablee_core::scene::{Face, Mark, Solid};

pub type Vec3 = [f32; 3];
pub type Point = [f32; 2];

/// Boxes that are so near touch.
const TOUCHING: f32 = 1e-3;

/// The direction from which one looks: turned so far to the side, and so far down, in radians.
#[derive(Clone, Copy, Debug)]
pub struct Eye {
    around: [f32; 2],
    tilt: [f32; 2],
}

impl Eye {
    fn new(around: f32, tilt: f32) -> Eye {
        Eye { around: [around.sin(), around.cos()], tilt: [tilt.sin(), tilt.cos()] }
    }

    /// The eye for these boxes: higher if all of them are flat, because those show everything on top.
    pub fn for_solids<'a>(mut solids: impl Iterator<Item = &'a Solid>) -> Eye {
        if solids.all(|solid| solid.at[2] + solid.size[2] < 0.45) { Eye::new(0.3, 0.56) } else { Eye::new(0.46, 0.88) }
    }

    /// Where a point of space is in the picture, in cells, y downwards.
    pub fn project(self, [x, y, z]: Vec3) -> Point {
        let ([sa, ca], [st, ct]) = (self.around, self.tilt);
        [ca * x + sa * y, -(-ct * sa * x + ct * ca * y + st * z)]
    }
}

/// A side that can be seen.
#[derive(Clone, Copy, Debug)]
pub struct Side {
    pub face: Face,
    /// The axis that it faces along, and the two in which it extends: to the right, and up.
    pub axis: usize,
    pub right: usize,
    pub up: usize,
    /// How much light it gets.
    pub light: f32,
}

pub const SIDES: [Side; 3] = [
    Side { face: Face::South, axis: 1, right: 0, up: 2, light: 0.86 },
    Side { face: Face::East, axis: 0, right: 1, up: 2, light: 0.68 },
    Side { face: Face::Top, axis: 2, right: 0, up: 1, light: 1.06 },
];

/// A box, and what it covers of the picture.
#[derive(Clone, Copy, Debug)]
pub struct Box3<'a> {
    pub solid: &'a Solid,
    /// The number of the piece that it belongs to; each box of the board is a piece.
    pub piece: usize,
    pub low: Vec3,
    pub high: Vec3,
    /// Left, top, right, bottom.
    pub area: [f32; 4],
}

impl<'a> Box3<'a> {
    pub fn new(solid: &'a Solid, piece: usize, eye: Eye) -> Box3<'a> {
        let low = solid.at;
        let high = std::array::from_fn(|axis| low[axis] + solid.size[axis]);
        let corners = corners(low, high).map(|corner| eye.project(corner));
        let (xs, ys) = (corners.map(|[x, _]| x), corners.map(|[_, y]| y));
        let least = |values: [f32; 8]| values.into_iter().fold(f32::INFINITY, f32::min);
        let most = |values: [f32; 8]| values.into_iter().fold(f32::NEG_INFINITY, f32::max);
        Box3 { solid, piece, low, high, area: [least(xs), least(ys), most(xs), most(ys)] }
    }

    /// The point of a side at these parts of its width and height.
    pub fn point_on(&self, side: Side, u: f32, v: f32) -> Vec3 {
        let mut point = self.low;
        if side.face != Face::South {
            point[side.axis] = self.high[side.axis];
        }
        point[side.right] += u * self.solid.size[side.right];
        point[side.up] += v * self.solid.size[side.up];
        point
    }

    fn contains(&self, point: Vec3) -> bool {
        (0..3).all(|axis| self.low[axis] < point[axis] && point[axis] < self.high[axis])
    }

    fn overlaps(&self, other: &Box3<'_>) -> bool {
        let ([left, top, right, bottom], [l, t, r, b]) = (self.area, other.area);
        left < r && l < right && top < b && t < bottom
    }

    /// Whether it has to be drawn before `other`: a plane between them has `other` on the eye's side, which is south, east
    /// and above. If another plane says the opposite they do not cover each other at all.
    fn is_behind(&self, other: &Box3<'_>) -> bool {
        let planes = |a: &Box3<'_>, b: &Box3<'_>| {
            b.low[0] >= a.high[0] - TOUCHING || a.low[1] >= b.high[1] - TOUCHING || b.low[2] >= a.high[2] - TOUCHING
        };
        let (behind, before) = (planes(self, other), planes(other, self));
        // If neither, they run into each other, such as a printed line into its field: the higher one is seen.
        if behind == before { !behind && self.high[2] < other.high[2] } else { behind }
    }

    /// Whether another box lies right against this side and covers all of it.
    pub fn is_covered(&self, side: Side, boxes: &[Box3<'_>]) -> bool {
        boxes.iter().any(|other| {
            let gap = match side.face {
                Face::South => self.low[side.axis] - other.high[side.axis],
                _ => other.low[side.axis] - self.high[side.axis],
            };
            let covers =
                |axis: usize| other.low[axis] <= self.low[axis] + TOUCHING && other.high[axis] >= self.high[axis] - TOUCHING;
            gap.abs() < TOUCHING && covers(side.right) && covers(side.up)
        })
    }

    /// Whether the same piece goes on in the same plane beyond an edge of a side, so that there is no edge to be seen. The
    /// edge is the one at this part of the side's width and height, which are 0, ½ or 1.
    pub fn goes_on(&self, side: Side, [u, v]: [f32; 2], piece: &[Box3<'_>]) -> bool {
        let mut beyond = self.point_on(side, u, v);
        beyond[side.right] += (u - 0.5) * 0.04;
        beyond[side.up] += (v - 0.5) * 0.04;
        let out = if side.face == Face::South { -0.02 } else { 0.02 };
        let (mut inside, mut outside) = (beyond, beyond);
        inside[side.axis] -= out;
        outside[side.axis] += out;
        piece.iter().any(|other| other.contains(inside)) && !piece.iter().any(|other| other.contains(outside))
    }
}

/// A box after the whole table was turned clockwise by a quarter, as seen from above.
pub fn quarter_turned(solid: &Solid) -> Solid {
    let ([x, y, z], [width, depth, height]) = (solid.at, solid.size);
    let turned = |mark: &Mark| {
        let face = match mark.face {
            Face::Top => Face::Top,
            Face::North => Face::East,
            Face::East => Face::South,
            Face::South => Face::West,
            Face::West => Face::North,
        };
        // A side goes round as it is, and what is drawn on it with it.
        let [u, v] = mark.at;
        match mark.face {
            Face::Top => Mark { face, at: [v, 1.0 - u], turns: mark.turns + 1, ..mark.clone() },
            _ => Mark { face, ..mark.clone() },
        }
    };
    Solid {
        marks: solid.marks.iter().map(turned).collect(),
        ..Solid::new([y, -x - width, z], [depth, width, height], solid.paint)
    }
}

/// The eight corners of a box.
fn corners(low: Vec3, high: Vec3) -> [Vec3; 8] {
    std::array::from_fn(|bits| std::array::from_fn(|axis| if bits >> axis & 1 == 1 { high[axis] } else { low[axis] }))
}

/// The boxes from the back to the front.
pub fn back_to_front(mut boxes: Vec<Box3<'_>>) -> Vec<Box3<'_>> {
    // Where nothing decides, from afar to near: so pictures do not depend on the order of the list.
    boxes.sort_by(|a, b| {
        let key = |one: &Box3<'_>| [one.low[2], -one.low[1], one.low[0]];
        key(a).partial_cmp(&key(b)).unwrap_or(std::cmp::Ordering::Equal)
    });
    let mut order = Vec::with_capacity(boxes.len());
    let mut done = vec![false; boxes.len()];
    for start in 0..boxes.len() {
        // Depth first, with our own stack: a box comes after all boxes behind it.
        let mut stack = vec![(start, 0)];
        while let Some((index, from)) = stack.pop() {
            if from == 0 && std::mem::replace(&mut done[index], true) {
                continue;
            }
            let one = &boxes[index];
            let behind = |other: &usize| !done[*other] && one.overlaps(&boxes[*other]) && boxes[*other].is_behind(one);
            match (from..boxes.len()).find(behind) {
                Some(other) => stack.extend([(index, other + 1), (other, 0)]),
                None => order.push(*one),
            }
        }
    }
    order
}

/// The shadow that a box throws on a plane below its top: a convex outline in x and y. The light comes from the left, the
/// front and above, as the light of the sides.
pub fn shadow_on(plane: f32, low: Vec3, high: Vec3) -> Vec<Point> {
    const FALL: Point = [0.42, 0.3];
    let (near, far) = ((low[2] - plane).max(0.0), high[2] - plane);
    let [west, south, east, north] = [low[0], low[1], high[0], high[1]];
    let at = |x: f32, y: f32, above: f32| [x + FALL[0] * above, y + FALL[1] * above];
    // The light moves everything to the north-east, so two corners of each end are inside of the outline.
    vec![
        at(west, south, near),
        at(east, south, near),
        at(east, south, far),
        at(east, north, far),
        at(west, north, far),
        at(west, north, near),
    ]
}

/// The part of a convex outline inside of a rectangle.
pub fn clipped(outline: Vec<Point>, low: Point, high: Point) -> Vec<Point> {
    let planes = [(0, low[0], 1.0), (0, high[0], -1.0), (1, low[1], 1.0), (1, high[1], -1.0)];
    planes.into_iter().fold(outline, |outline, (axis, limit, sign)| {
        let depth = |point: Point| (point[axis] - limit) * sign;
        let mut inside = Vec::with_capacity(outline.len() + 1);
        for (index, &point) in outline.iter().enumerate() {
            let before = outline[(index + outline.len() - 1) % outline.len()];
            let (from, to) = (depth(before), depth(point));
            if (from < 0.0) != (to < 0.0) {
                let part = from / (from - to);
                inside.push([0, 1].map(|axis| before[axis] + part * (point[axis] - before[axis])));
            }
            if to >= 0.0 {
                inside.push(point);
            }
        }
        inside
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(solids: &[Solid]) -> Vec<usize> {
        let eye = Eye::for_solids(solids.iter());
        let boxes = solids.iter().enumerate().map(|(index, solid)| Box3::new(solid, index, eye)).collect();
        back_to_front(boxes).iter().map(|one| one.piece).collect()
    }

    #[test]
    fn what_stands_in_front_is_drawn_later() {
        let cube = |x: f32, y: f32, z: f32| Solid::new([x, y, z], [1.0; 3], "wood");
        // South is nearer than north, east nearer than west, above covers below.
        assert_eq!(order(&[cube(0.0, -1.0, 0.0), cube(0.0, 0.0, 0.0)]), [1, 0]);
        assert_eq!(order(&[cube(1.0, 0.0, 0.0), cube(0.0, 0.0, 0.0)]), [1, 0]);
        assert_eq!(order(&[cube(0.0, 0.0, 1.0), cube(0.0, 0.0, 0.0)]), [1, 0]);
        let board = Solid::new([-3.0, -3.0, -0.2], [8.0, 8.0, 0.2], "wood");
        assert_eq!(order(&[cube(0.0, 0.0, 0.0), board, cube(0.0, 0.0, 1.0), cube(1.0, -1.0, 0.0)])[0], 1);
    }

    #[test]
    fn the_order_does_not_depend_on_the_list_and_nothing_is_lost() {
        let mut solids: Vec<_> = (0..60)
            .map(|number: u16| {
                let [x, y, z] = [number % 5, number / 5 % 4, number / 20].map(f32::from);
                Solid::new([x, y, z], [0.98, 0.98, 1.0], "red")
            })
            .collect();
        let eye = Eye::for_solids(solids.iter());
        let sorted = |solids: &[Solid]| -> Vec<Vec3> {
            back_to_front(solids.iter().map(|solid| Box3::new(solid, 0, eye)).collect()).iter().map(|one| one.low).collect()
        };
        let first = sorted(&solids);
        solids.reverse();
        assert_eq!(sorted(&solids), first);
        assert_eq!(first.len(), 60);
    }

    #[test]
    fn a_side_is_covered_only_by_what_hides_all_of_it() {
        let (low, high) = (Solid::new([0.0; 3], [1.0; 3], "red"), Solid::new([0.0, 0.0, 1.0], [1.0; 3], "red"));
        let small = Solid::new([0.2, 0.2, 1.0], [0.5; 3], "red");
        let eye = Eye::for_solids([&low].into_iter());
        let [low, high, small] = [&low, &high, &small].map(|solid| Box3::new(solid, 0, eye));
        assert!(low.is_covered(SIDES[2], &[low, high]) && !low.is_covered(SIDES[2], &[low, small]));
        assert!(!low.is_covered(SIDES[0], &[low, high]) && !high.is_covered(SIDES[2], &[low, high]));
        // The south sides of both are one surface: there is no edge between them, but one below.
        assert!(low.goes_on(SIDES[0], [0.5, 1.0], &[low, high]) && !low.goes_on(SIDES[0], [0.5, 0.0], &[low, high]));
    }

    #[test]
    fn four_quarter_turns_change_nothing() {
        let solid = Solid::new([1.0, 2.0, 0.0], [3.0, 1.0, 0.5], "red")
            .with(Mark { at: [0.25, 0.75], ..Mark::new(Face::Top, "1", "ink", 0.5) })
            .with(Mark::new(Face::North, "2", "ink", 0.5));
        let once = quarter_turned(&solid);
        // What pointed to the east points to the south, and the north side is in the east.
        assert_eq!((once.at, once.size), ([2.0, -4.0, 0.0], [1.0, 3.0, 0.5]));
        assert_eq!((once.marks[0].at, once.marks[1].face), ([0.75, 0.75], Face::East));
        let mut around = (0..3).fold(once, |solid, _| quarter_turned(&solid));
        around.marks[0].turns %= 4;
        assert_eq!(around, solid);
    }

    #[test]
    fn an_outline_is_clipped_to_a_rectangle() {
        let square = vec![[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]];
        assert_eq!(clipped(square.clone(), [-1.0, -1.0], [3.0, 3.0]), square);
        let corner = clipped(square.clone(), [1.0, 1.0], [5.0, 5.0]);
        assert!(corner.len() == 4 && corner.iter().flatten().all(|value| (1.0..=2.0).contains(value)), "{corner:?}");
        assert!(clipped(square, [4.0, 4.0], [5.0, 5.0]).is_empty());
        let shadow = shadow_on(0.0, [0.0; 3], [1.0; 3]);
        assert!(shadow.contains(&[1.42, 1.3]) && shadow.contains(&[0.0, 0.0]));
    }
}
