//! Draws what lies on a table: boxes with the drawings on them, and their shadows.

use tablee_core::scene::{Face, Mark, Solid, Tabletop};
use tiny_skia::{PathBuilder, Transform};

use crate::boxes::{Box3, Eye, Point, SIDES, Side, Vec3, back_to_front, clipped, quarter_turned, shadow_on};
use crate::canvas::{Canvas, Fill, add_outline, line, outline};
use crate::look::{PaintLook, Rgb, colour, drawing, paint};
use crate::noise::Noise;

/// The largest cell, in pixels: a table with few pieces is not blown up.
const LARGEST_CELL: f32 = 118.0;

/// The colour of shadows.
const SHADOW: Rgb = Rgb([0x14, 0x1a, 0x12]);

/// What rises less above a top is print, and throws no shadow on it.
const PRINT: f32 = 0.05;

/// The edges of a side, by the middle of each: below, right, above, left.
const EDGES: [[f32; 2]; 4] = [[0.5, 0.0], [1.0, 0.5], [0.5, 1.0], [0.0, 0.5]];

/// Draws a table into a rectangle of the canvas, as large as it fits.
pub fn draw(canvas: &mut Canvas, table: &Tabletop, at: Point, size: Point) {
    let board = table.board.iter().map(std::slice::from_ref);
    let pieces: Vec<_> = board.chain(table.pieces.iter().map(|piece| &piece.solids[..])).collect();
    let eye = Eye::for_solids(pieces.iter().copied().flatten());
    // A table without a board has no front: one may look at it from the side from which it appears larger.
    let turned: Vec<Vec<Solid>> = match table.board.is_empty() {
        true => pieces.iter().map(|solids| solids.iter().map(quarter_turned).collect()).collect(),
        false => Vec::new(),
    };
    let turned: Vec<_> = turned.iter().map(Vec::as_slice).collect();
    let [straight, aside] = [&pieces, &turned].map(|pieces| {
        let boxes = boxes_of(pieces, eye);
        (View::fitting(eye, &boxes, at, size), boxes)
    });
    let cell = |(view, _): &(Option<View>, _)| view.as_ref().map_or(0.0, |view| view.cell);
    let (Some(view), boxes) = (if cell(&aside) > cell(&straight) { aside } else { straight }) else { return };
    let boxes = back_to_front(boxes);
    ground_shadows(canvas, &view, &boxes);
    for one in &boxes {
        let piece: Vec<_> = boxes.iter().filter(|other| other.piece == one.piece).copied().collect();
        for side in SIDES {
            if !one.is_covered(side, &boxes) {
                draw_side(canvas, &view, one, side, &piece, &boxes);
            }
        }
    }
}

fn boxes_of<'a>(pieces: &[&'a [Solid]], eye: Eye) -> Vec<Box3<'a>> {
    let solids = pieces.iter().enumerate().flat_map(|(number, solids)| solids.iter().map(move |solid| (solid, number)));
    solids.map(|(solid, number)| Box3::new(solid, number, eye)).collect()
}

/// How space is shown: the eye, the size of a cell in pixels, and where the origin is.
struct View {
    eye: Eye,
    cell: f32,
    origin: Point,
    /// The height of the highest box.
    top: f32,
}

impl View {
    /// The view in which these boxes just fit into a rectangle.
    fn fitting(eye: Eye, boxes: &[Box3<'_>], at: Point, size: Point) -> Option<View> {
        let area = boxes.iter().map(|one| one.area).reduce(|[a, b, c, d], [e, f, g, h]| [a.min(e), b.min(f), c.max(g), d.max(h)]);
        let [left, top, right, bottom] = area?;
        let cell = (size[0] / (right - left)).min(size[1] / (bottom - top)).min(LARGEST_CELL);
        let middle = [(left + right) / 2.0, (top + bottom) / 2.0];
        let origin = std::array::from_fn(|axis| at[axis] + size[axis] / 2.0 - cell * middle[axis]);
        let top = boxes.iter().map(|one| one.high[2]).fold(0.5, f32::max);
        cell.is_finite().then_some(View { eye, cell, origin, top })
    }

    fn at(&self, point: Vec3) -> Point {
        let [x, y] = self.eye.project(point);
        [self.origin[0] + self.cell * x, self.origin[1] + self.cell * y]
    }
}

/// The shadows on the felt: a long soft one, and a short dark one where things touch it.
fn ground_shadows(canvas: &mut Canvas, view: &View, boxes: &[Box3<'_>]) {
    let ground = boxes.iter().map(|one| one.low[2]).fold(0.0, f32::min);
    let thrown = |one: &Box3<'_>| {
        let points: Vec<_> = shadow_on(ground, one.low, one.high).into_iter().map(|[x, y]| view.at([x, y, ground])).collect();
        outline(&points)
    };
    let long: Vec<_> = boxes.iter().filter_map(thrown).collect();
    canvas.shadow(&long, [0.0, 2.0], (view.cell * 0.1) as usize + 2, SHADOW, 0.5);
    let standing = boxes.iter().filter(|one| one.low[2] < ground + 0.05);
    let foot = |one: &Box3<'_>| {
        let [[west, south, _], [east, north, _]] = [one.low, one.high];
        outline(&[[west, south], [east, south], [east, north], [west, north]].map(|[x, y]| view.at([x, y, ground])))
    };
    let short: Vec<_> = standing.filter_map(foot).collect();
    canvas.shadow(&short, [0.0, 3.0], 3, SHADOW, 0.55);
}

fn draw_side(canvas: &mut Canvas, view: &View, one: &Box3<'_>, side: Side, piece: &[Box3<'_>], boxes: &[Box3<'_>]) {
    let look = paint(one.solid.paint);
    let at = |u: f32, v: f32| view.at(one.point_on(side, u, v));
    let corners = [at(0.0, 0.0), at(1.0, 0.0), at(1.0, 1.0), at(0.0, 1.0)];
    let Some(path) = outline(&corners) else { return };
    let [low, high] = [one.low[2], one.high[2]].map(|height| look.colour.in_light(light_at(view, side, height)));
    if side.face == Face::Top {
        canvas.fill(&path, Fill::Plain(high));
    } else {
        canvas.fill(&path, Fill::Linear(corners[0], at(0.0, 1.0), &[(0.0, low), (1.0, high)]));
    }
    // A line in its colour closes the hairlines between neighbours.
    canvas.stroke(&path, 0.8, Fill::Plain(high));
    if look.grain > 0.5 {
        draw_grain(canvas, view, one, side, look);
    }
    if side.face == Face::Top {
        shade_top(canvas, view, one, boxes);
    }
    for (index, edge) in EDGES.into_iter().enumerate() {
        if !one.goes_on(side, edge, piece)
            && let Some(path) = line(&[corners[index], corners[(index + 1) % 4]])
        {
            // The edges of the top towards the eye catch the light.
            let near = side.face == Face::Top && index < 2;
            let light = light_at(view, side, one.high[2]);
            let light = if near { light + 0.16 } else { light * 0.84 };
            canvas.stroke(&path, if near { 1.3 } else { 0.9 }, Fill::Plain(look.colour.in_light(light)));
        }
    }
    for mark in one.solid.marks.iter().filter(|mark| mark.face == side.face) {
        draw_mark(canvas, view, one, side, mark);
    }
}

/// How much light a side gets at this height: near the ground less, so that towers stand out.
fn light_at(view: &View, side: Side, height: f32) -> f32 {
    side.light - 0.1 * (1.0 - (height / view.top).clamp(0.0, 1.0))
}

/// The shadows of other boxes on the top of a box.
fn shade_top(canvas: &mut Canvas, view: &View, one: &Box3<'_>, boxes: &[Box3<'_>]) {
    let plane = one.high[2];
    let ([west, south], [east, north]) = ([one.low[0], one.low[1]], [one.high[0], one.high[1]]);
    let mut path = PathBuilder::new();
    for other in boxes.iter().filter(|other| other.high[2] > plane + PRINT) {
        let shadow = clipped(shadow_on(plane, other.low, other.high), [west, south], [east, north]);
        add_outline(&mut path, &shadow.into_iter().map(|[x, y]| view.at([x, y, plane])).collect::<Vec<_>>());
    }
    // All outlines turn the same way round, so what lies in several shadows is not darker.
    if let Some(path) = path.finish() {
        canvas.fill(&path, Fill::Glaze(SHADOW, 0.26));
    }
}

/// Streaks of the grain along a side. They follow from the place of the box, so a picture is always the same.
fn draw_grain(canvas: &mut Canvas, view: &View, one: &Box3<'_>, side: Side, look: PaintLook) {
    let size = one.solid.size;
    let along_right = size[side.right] >= size[side.up];
    let (length, width) = if along_right { (size[side.right], size[side.up]) } else { (size[side.up], size[side.right]) };
    let mut noise = Noise::at(one.low, side.axis);
    let dark = look.colour.in_light(light_at(view, side, one.high[2]) * 0.74);
    for _ in 0..((width * view.cell / 5.0) as usize).min(80) {
        let (across, begin) = (noise.next(), noise.next() * 0.7 - 0.2);
        let end = begin + 0.25 + noise.next() * 0.7;
        let bend = (noise.next() - 0.5) * 0.12 / width.max(0.2) * length.min(1.0);
        let at = |along: f32, shift: f32| {
            let (along, across) = (along.clamp(0.0, 1.0), (across + shift).clamp(0.01, 0.99));
            let [u, v] = if along_right { [along, across] } else { [across, along] };
            view.at(one.point_on(side, u, v))
        };
        if let Some(path) = line(&[at(begin, 0.0), at((begin + end) / 2.0, bend), at(end, bend * 0.4)]) {
            canvas.stroke(&path, 0.6 + noise.next(), Fill::Glaze(dark, 0.05 + 0.13 * look.grain * noise.next()));
        }
    }
}

fn draw_mark(canvas: &mut Canvas, view: &View, one: &Box3<'_>, side: Side, mark: &Mark) {
    let unit = |axis: usize| {
        let mut way = [0.0; 3];
        way[axis] = view.cell * mark.size / 100.0;
        view.eye.project(way)
    };
    let (right, up) = (unit(side.right), unit(side.up));
    let (cos, sin) = [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)][usize::from(mark.turns % 4)];
    // The drawing's own y goes down.
    let x = [0, 1].map(|axis| cos * right[axis] - sin * up[axis]);
    let y = [0, 1].map(|axis| -(sin * right[axis] + cos * up[axis]));
    let middle = view.at(one.point_on(side, mark.at[0], mark.at[1]));
    let corner = [0, 1].map(|axis| middle[axis] - 50.0 * (x[axis] + y[axis]));
    let ink = colour(mark.ink).in_light((light_at(view, side, one.high[2]) + 0.06).min(1.0));
    canvas.drawing(&drawing(mark.drawing), ink, Transform::from_row(x[0], x[1], y[0], y[1], corner[0], corner[1]));
}
