//! The boxes of the scene: components of Rumis, with drawings on them.

use tablee_core::geometry::Square;
use tablee_core::scene::{Face, Mark, Solid};

use crate::board::Board;
use crate::options::{Options, RED};
use crate::set::Colour;
use crate::stone::Stone;

/// How thick a printed square is: so high lies the lowest cube.
const PRINT: f32 = 0.04;

/// How far a cube stays away from the sides of its cell, and a printed square from those of its.
const GAP: f32 = 0.02;

/// How wide a line is, and how far it rises above the squares.
const LINE: f32 = 0.07;
const RISE: f32 = 0.01;

/// How far the wood reaches beyond the squares, and how thick it is.
const FRAME: f32 = 0.5;
const WOOD: f32 = 0.2;

/// The names of the drawings of limits.
const DIGITS: [&str; 10] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"];

/// Where a cube begins: east, north, and how many levels up.
pub(crate) type Corner = [i32; 3];

/// A stone on the board, one box per cube, in this order: so a building can be opened level by level. See [`held`] for
/// what they look like.
pub(crate) fn laid(colour: Colour, cubes: &[Corner]) -> Vec<Solid> {
    held(colour, cubes).into_iter().map(|solid| solid.moved([0.0, 0.0, PRINT])).collect()
}

/// A stone, one box per cube. They touch each other and leave a gap to whatever else comes beside them; what can be
/// seen from above is marked with the emblem of the colour.
pub(crate) fn held(colour: Colour, cubes: &[Corner]) -> Vec<Solid> {
    let solid = |cube: &Corner| {
        let goes_on = |step: Corner| cubes.contains(&std::array::from_fn(|axis| cube[axis] + step[axis]));
        let gap = |step| if goes_on(step) { 0.0 } else { GAP };
        let [x, y, z] = cube.map(|step| step as f32);
        let (west, east, south, north) = (gap([-1, 0, 0]), gap([1, 0, 0]), gap([0, -1, 0]), gap([0, 1, 0]));
        let solid = Solid::new([x + west, y + south, z], [1.0 - west - east, 1.0 - south - north, 1.0], colour.name());
        if goes_on([0, 0, 1]) { solid } else { solid.with(Mark::new(Face::Top, colour.name(), "ivory", 0.3)) }
    };
    cubes.iter().map(solid).collect()
}

/// A stone as it stands in a hand: upright if it is flat, else with what is high at the back.
pub(crate) fn usual_pose(stone: Stone) -> Vec<Corner> {
    let cubes = || stone.cubes().iter().map(|cube| cube.map(i32::from));
    let high = cubes().find(|[_, _, up]| *up > 0);
    match high {
        None => cubes().map(|[east, north, _]| [east, 0, north]).collect(),
        // Half a turn on the table, so that it stays in the corner of its two by two cells.
        Some([_, 0, _]) => cubes().map(|[east, north, up]| [1 - east, 1 - north, up]).collect(),
        Some(_) => cubes().collect(),
    }
}

/// The board: wood, its squares with their limits, darker where nothing is laid with this number of players, and the
/// line around those in use.
pub(crate) fn board(options: &Options, board: &Board) -> Vec<Solid> {
    let plan = options.board();
    let [width, depth] = [plan.columns, plan.rows].map(|squares| f32::from(squares) + 2.0 * FRAME);
    let mut solids = vec![Solid::new([-FRAME, -FRAME, -WOOD], [width, depth, WOOD], "wood")];
    for (square, _) in &plan.squares {
        let limit = board.limit(*square);
        let side = 1.0 - 2.0 * GAP;
        let (at, size) = ([f32::from(square.col) + GAP, f32::from(square.row) + GAP, 0.0], [side, side, PRINT]);
        let print = Solid::new(at, size, if limit.is_some() { "paper" } else { "paper-dark" });
        let digit = limit.and_then(|limit| DIGITS.get(usize::from(limit)));
        solids.push(match digit {
            Some(digit) => print.with(Mark::new(Face::Top, digit, "line", 0.28)),
            None => print,
        });
    }
    if let Some(line) = options.line() {
        let paint = match line.name.as_str() {
            RED => "red-line",
            "blue" => "blue-line",
            _ => "line",
        };
        solids.extend(line.inside.iter().flat_map(|square| edges(*square, &line.inside, paint)));
    }
    solids
}

/// The pieces of a line on the sides of a square beyond which nothing is inside.
fn edges(square: Square, inside: &[Square], paint: &'static str) -> Vec<Solid> {
    let here = [i32::from(square.col), i32::from(square.row)];
    let is_inside = |[east, north]: [i32; 2]| {
        inside.iter().any(|other| [i32::from(other.col), i32::from(other.row)] == [here[0] + east, here[1] + north])
    };
    let outer = [[0, 1], [1, 0], [0, -1], [-1, 0]].into_iter().filter(|step| !is_inside(*step));
    let edge = |[east, north]: [i32; 2]| {
        let length = |across: i32| if across == 0 { 1.0 + LINE } else { LINE };
        let start = |axis: usize, step: i32| (here[axis] + i32::from(step > 0)) as f32 - LINE / 2.0;
        Solid::new([start(0, east), start(1, north), 0.0], [length(east), length(north), PRINT + RISE], paint)
    };
    outer.map(edge).collect()
}
