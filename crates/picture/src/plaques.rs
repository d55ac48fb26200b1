//! The plaques of the seats: emblem and points, the winners first and marked.

use tiny_skia::Transform;

use crate::boxes::Point;
use crate::canvas::{Canvas, Fill, line, rounded};
use crate::look::{FIGURE, Rgb, Stroke, colour, drawing, figure};
use crate::{Emblem, Plaque};

/// How wide a plaque is.
pub const WIDTH: f32 = 232.0;

const CARD: [Rgb; 2] = [Rgb([0xff, 0xfa, 0xee]), Rgb([0xf0, 0xe6, 0xcf])];
const CARD_EDGE: Rgb = Rgb([0xc9, 0xb5, 0x8e]);
const BRASS: [Rgb; 3] = [Rgb([0xf6, 0xd9, 0x84]), Rgb([0xd9, 0xa4, 0x3b]), Rgb([0x9c, 0x6d, 0x1c])];
const SHADOW: Rgb = Rgb([0x0c, 0x12, 0x0e]);

/// Draws the plaques in a column, in the middle of this height.
pub fn draw(canvas: &mut Canvas, plaques: &[Plaque], [x, y]: Point, height: f32) {
    let count = plaques.len().max(1) as f32;
    let each = (height / count).min(124.0);
    let gap = (each * 0.16).min(18.0);
    let top = y + (height - each * count) / 2.0;
    for (index, plaque) in plaques.iter().enumerate() {
        draw_plaque(canvas, plaque, [x, top + each * index as f32 + gap / 2.0], [WIDTH, each - gap]);
    }
}

fn draw_plaque(canvas: &mut Canvas, plaque: &Plaque, [x, y]: Point, [width, height]: Point) {
    let radius = height * 0.17;
    let Some(card) = rounded([x, y], [width, height], radius) else { return };
    canvas.shadow(std::slice::from_ref(&card), [3.0, 5.0], 5, SHADOW, 0.6);
    if plaque.winner
        && let Some(rim) = rounded([x - 4.0, y - 4.0], [width + 8.0, height + 8.0], radius + 4.0)
    {
        let brass = [(0.0, BRASS[0]), (0.5, BRASS[1]), (1.0, BRASS[2])];
        canvas.fill(&rim, Fill::Linear([x, y - 4.0], [x, y + height + 4.0], &brass));
    }
    canvas.fill(&card, Fill::Linear([x, y], [x, y + height], &[(0.0, CARD[0]), (1.0, CARD[1])]));
    canvas.stroke(&card, 1.2, Fill::Plain(if plaque.winner { BRASS[2] } else { CARD_EDGE }));
    let (middle, right) = (y + height / 2.0, x + width - height * 0.2);
    let digits = height * if plaque.emblems.len() > 1 { 0.4 } else { 0.5 };
    let left = match plaque.points {
        Some(points) => draw_number(canvas, points, [right, middle], digits),
        None => right,
    };
    // A team's emblems share the room that the points leave.
    let count = plaque.emblems.len().max(1) as f32;
    let each = height.min((left - x - height * 0.06) / count);
    for (number, emblem) in plaque.emblems.iter().enumerate() {
        draw_emblem(canvas, emblem, plaque.winner, [x + each * (number as f32 + 0.5), middle], each);
    }
    if plaque.turn {
        let lamp = if plaque.points.is_some() { (x + each * count + left) / 2.0 } else { right - height * 0.2 };
        draw_lamp(canvas, [lamp, middle], height * 0.1);
    }
}

/// A tile of the seat's paint with its emblem; for winners a disc in a wreath of laurel.
fn draw_emblem(canvas: &mut Canvas, emblem: &Emblem, winner: bool, middle: Point, height: f32) {
    let (size, round) = if winner { (height * 0.6, 0.5) } else { (height * 0.72, 0.2) };
    let [x, y] = middle.map(|value| value - size / 2.0);
    if winner {
        let scale = height * 0.98 / 100.0;
        let at = middle.map(|value| value - 50.0 * scale);
        canvas.drawing(&drawing("laurel"), BRASS[1].in_light(0.92), scaled(scale, [at[0], at[1] + 2.0 * scale]));
    }
    let paint = colour(emblem.paint);
    let Some(tile) = rounded([x, y], [size, size], size * round) else { return };
    let lit = [(0.0, paint.in_light(1.1)), (0.2, paint), (1.0, paint.in_light(0.88))];
    canvas.fill(&tile, Fill::Linear([x, y], [x, y + size], &lit));
    canvas.stroke(&tile, 1.0, Fill::Plain(paint.in_light(0.72)));
    let ink = colour(if is_pale(paint) { "ink" } else { "ivory" });
    let part = if winner { 0.62 } else { 0.66 };
    // A rim is for what lies on many colours.
    let bare: Vec<Stroke> = drawing(emblem.drawing).iter().map(|stroke| Stroke { rim: None, ..stroke.clone() }).collect();
    let inset = size * (1.0 - part) / 2.0;
    canvas.drawing(&bare, ink, scaled(size * part / 100.0, [x + inset, y + inset]));
}

/// A sheet in this size, with its left upper corner here.
fn scaled(scale: f32, [x, y]: Point) -> Transform {
    Transform::from_row(scale, 0.0, 0.0, scale, x, y)
}

/// Whether ivory could not be read on a colour.
fn is_pale(Rgb([red, green, blue]): Rgb) -> bool {
    0.3 * f32::from(red) + 0.59 * f32::from(green) + 0.11 * f32::from(blue) > 190.0
}

/// Draws a number that ends at this point on the right, in the middle of its height; returns where it begins.
fn draw_number(canvas: &mut Canvas, number: i32, [right, middle]: Point, height: f32) -> f32 {
    let scale = height / FIGURE[1];
    let advance = (FIGURE[0] + 8.0) * scale;
    let ink = colour("ink");
    let mut x = right;
    for digit in number.unsigned_abs().to_string().bytes().rev().map(|byte| byte - b'0') {
        x -= advance;
        if let Some(path) = figure(digit) {
            let stroke = Stroke { path: path.clone(), width: Some(13.0), rim: None };
            canvas.drawing(&[stroke], ink, scaled(scale, [x + 4.0 * scale, middle - height / 2.0]));
        }
    }
    if number < 0 {
        x -= advance * 0.7;
        if let Some(minus) = line(&[[x + advance * 0.12, middle], [x + advance * 0.58, middle]]) {
            canvas.stroke(&minus, 13.0 * scale, Fill::Plain(ink));
        }
    }
    x
}

/// A little lamp, which shines: it is this seat's turn.
fn draw_lamp(canvas: &mut Canvas, middle: Point, radius: f32) {
    let at = middle.map(|value| value - radius);
    let Some(lamp) = rounded(at, [2.0 * radius; 2], radius) else { return };
    canvas.shadow(std::slice::from_ref(&lamp), [0.0, 0.0], 4, BRASS[1], 0.9);
    canvas.fill(&lamp, Fill::Radial(middle, radius, &[(0.0, BRASS[0]), (1.0, BRASS[1])]));
}
