//! The tabletop: felt in a frame of oak.

use tiny_skia::PathBuilder;

use crate::boxes::Point;
use crate::canvas::{Canvas, Fill, add_outline, line, outline};
use crate::look::{Rgb, colour};
use crate::noise::Noise;

/// How wide the frame is.
pub const FRAME: f32 = 24.0;

const OAK_DARK: Rgb = Rgb([0x62, 0x3f, 0x1e]);
const OAK_LIGHT: Rgb = Rgb([0xf0, 0xd2, 0xa2]);
const NIGHT: Rgb = Rgb([0x0c, 0x12, 0x0e]);

/// Draws the tabletop over the whole canvas; the lamp hangs over this point.
pub fn draw(canvas: &mut Canvas, [width, height]: Point, lamp: Point) {
    let corners = [[0.0, 0.0], [width, 0.0], [width, height], [0.0, height]];
    let inner = [[FRAME, FRAME], [width - FRAME, FRAME], [width - FRAME, height - FRAME], [FRAME, height - FRAME]];
    if let Some(felt) = outline(&corners) {
        let (near, far) = (colour("felt"), colour("feltFar"));
        let stops = [(0.0, near.in_light(0.98)), (0.5, far), (1.0, far.in_light(0.66))];
        canvas.fill(&felt, Fill::Radial(lamp, width * 0.66, &stops));
    }
    // The frame stands higher than the felt and throws a shadow on it.
    let mut frame = PathBuilder::new();
    add_outline(&mut frame, &corners);
    add_outline(&mut frame, &inner);
    if let Some(frame) = frame.finish() {
        canvas.shadow(&[frame], [3.0, 5.0], 6, NIGHT, 0.7);
    }
    for side in 0..4 {
        let next = (side + 1) % 4;
        draw_board(canvas, side, [corners[side], corners[next], inner[next], inner[side]]);
    }
}

/// A board of the frame with mitred ends: two outer corners, then the two inner ones.
fn draw_board(canvas: &mut Canvas, number: usize, [a, b, c, d]: [Point; 4]) {
    let Some(path) = outline(&[a, b, c, d]) else { return };
    // The boards in the front and on the right are turned away from the light.
    let light = [1.0, 0.9, 0.95, 1.02][number];
    let across = if number.is_multiple_of(2) { [a[0], d[1]] } else { [d[0], a[1]] };
    // Round across its width.
    let oak = [(0.0, 0.82), (0.4, 1.02), (1.0, 0.86)].map(|(at, round)| (at, colour("oak").in_light(light * round)));
    canvas.fill(&path, Fill::Linear(a, across, &oak));
    let mut noise = Noise::new(number as u32 + 7);
    for _ in 0..70 {
        let (depth, begin) = (0.04 + 0.92 * noise.next(), noise.next() * 1.1 - 0.1);
        let end = begin + 0.05 + 0.3 * noise.next();
        let at = |along: f32, depth: f32| {
            let (from, to) = (between(a, d, depth), between(b, c, depth));
            between(from, to, along.clamp(0.0, 1.0))
        };
        let bend = (depth + (noise.next() - 0.5) * 0.14).clamp(0.02, 0.98);
        let (width, alpha) = (0.5 + 0.8 * noise.next(), 0.06 + 0.2 * noise.next());
        if let Some(path) = line(&[at(begin, depth), at((begin + end) / 2.0, bend), at(end, (depth + bend) / 2.0)]) {
            canvas.stroke(&path, width, Fill::Glaze(OAK_DARK, alpha));
        }
    }
    let strokes = [
        ([a, d], 1.2, OAK_DARK, 0.55),
        ([d, c], 2.2, OAK_DARK, 0.7),
        ([between(d, a, 0.1), between(c, b, 0.1)], 1.4, OAK_LIGHT, 0.75),
    ];
    for (points, width, ink, alpha) in strokes {
        if let Some(path) = line(&points) {
            canvas.stroke(&path, width, Fill::Glaze(ink, alpha));
        }
    }
}

fn between(from: Point, to: Point, part: f32) -> Point {
    [0, 1].map(|axis| from[axis] + part * (to[axis] - from[axis]))
}
