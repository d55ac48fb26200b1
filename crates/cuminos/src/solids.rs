//! The boxes of the scene: blocks with their marks.

use tablee_core::scene::{Face, Mark, Solid};

use crate::block::MARKS;
use crate::moves::Lay;
use crate::set::Colour;

/// The gap around a block, so that one can tell it from its neighbours.
const MARGIN: f32 = 0.02;

const MARK_DRAWINGS: [&str; MARKS as usize] = ["mark-1", "mark-2", "mark-3", "mark-4", "mark-5", "mark-6"];

/// From each half the way to the other: to the east, to the north, upwards.
pub(crate) fn directions(lay: Lay) -> [[i16; 3]; 2] {
    let [from, to] = lay.cubes();
    let way = to.point() - from.point();
    let up = i16::from(to.z()) - i16::from(from.z());
    [[way.x, way.y, up], [-way.x, -way.y, -up]]
}

/// A cube for each half. They touch each other, and leave a gap around the block.
pub(crate) fn solids(colour: Colour, lay: Lay) -> Vec<Solid> {
    let (cubes, marks, ways) = (lay.cubes(), lay.marks(), directions(lay));
    let corners = cubes.map(|cube| {
        let (point, z) = (cube.point(), f32::from(cube.z()) - 1.0);
        [f32::from(point.x), f32::from(point.y), z]
    });
    (0..2).map(|half| half_solid(colour, corners[half], marks[half], ways[half])).collect()
}

/// The half of a block that begins at this corner of space, with the other half in this direction.
pub(crate) fn half_solid(colour: Colour, corner: [f32; 3], mark: u8, other: [i16; 3]) -> Solid {
    // Nothing is left out above and below: blocks rest on each other.
    let gaps = |axis: usize, side: i16| if axis == 2 || other[axis] == side { 0.0 } else { MARGIN };
    let at = std::array::from_fn(|axis| corner[axis] + gaps(axis, -1));
    let size = std::array::from_fn(|axis| 1.0 - gaps(axis, -1) - gaps(axis, 1));
    let mut solid = Solid::new(at, size, colour.name());
    let (ink, drawing) = (ink_on(colour), MARK_DRAWINGS[usize::from(mark - 1) % MARK_DRAWINGS.len()]);
    for face in Face::ALL.into_iter().filter(|face| outwards(*face) != other) {
        solid.marks.push(Mark::new(face, drawing, ink, 0.56));
        if face == Face::Top {
            solid.marks.push(Mark { at: [0.86, 0.86], ..Mark::new(face, colour.name(), ink, 0.14) });
        }
    }
    solid
}

fn outwards(face: Face) -> [i16; 3] {
    match face {
        Face::Top => [0, 0, 1],
        Face::North => [0, 1, 0],
        Face::East => [1, 0, 0],
        Face::South => [0, -1, 0],
        Face::West => [-1, 0, 0],
    }
}

/// What can be read on a colour.
fn ink_on(colour: Colour) -> &'static str {
    match colour {
        Colour::Yellow | Colour::Orange | Colour::White | Colour::Pink => "ink",
        _ => "ivory",
    }
}
