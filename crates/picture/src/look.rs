//! Paints and drawings by the names that scenes use, from the same files as the pages.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::LazyLock;

use serde::Deserialize;
use tiny_skia::{Path, PathBuilder, Transform};

const PALETTE: &str = include_str!("../../../web/src/look/palette.json");
const DRAWINGS: &str = include_str!("../../../web/src/look/drawings.json");

/// The shape of a figure: 60 by 100.
pub const FIGURE: [f32; 2] = [60.0, 100.0];

/// A colour as red, green and blue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rgb(pub [u8; 3]);

impl Rgb {
    /// A colour as CSS writes it: `#d8bb8e`.
    fn read(text: &str) -> Option<Rgb> {
        let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6)?;
        let part = |at: usize| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok();
        Some(Rgb([part(0)?, part(2)?, part(4)?]))
    }

    /// The colour in more or less light; in shadow warmer, as everything on this table.
    pub fn in_light(self, light: f32) -> Rgb {
        let [red, green, blue] = self.0.map(f32::from);
        let lit = |part: f32, warmth: f32| {
            let value = if light > 1.0 { part + (255.0 - part) * (light - 1.0) * 1.6 } else { part * light * warmth };
            value.round().clamp(0.0, 255.0) as u8
        };
        Rgb([lit(red, 1.0), lit(green, 1.0), lit(blue, 0.97)])
    }

    /// Whether the eye takes it for a light colour.
    pub fn is_light(self) -> bool {
        let [red, green, blue] = self.0.map(f32::from);
        0.3 * red + 0.59 * green + 0.11 * blue > 110.0
    }
}

#[derive(Deserialize)]
struct PaletteFile {
    table: HashMap<String, String>,
    paints: HashMap<String, PaintEntry>,
    finishes: HashMap<String, FinishEntry>,
}

#[derive(Deserialize)]
struct PaintEntry {
    light: String,
    finish: String,
}

#[derive(Deserialize)]
struct FinishEntry {
    grain: f32,
}

/// A paint: its colour, and how much of the wood's grain shows (0 none, 1 bare wood).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PaintLook {
    pub colour: Rgb,
    pub grain: f32,
}

const UNKNOWN_PAINT: PaintLook = PaintLook { colour: Rgb([0x9a, 0x91, 0x87]), grain: 0.0 };

/// Paints by name. The parts of the table itself are among them: `felt`, `feltFar`, `oak`.
static PAINTS: LazyLock<HashMap<String, PaintLook>> = LazyLock::new(|| {
    let file: PaletteFile = serde_json::from_str(PALETTE).expect("the palette is JSON");
    let look = |name: String, colour: &str, grain: f32| {
        (name, PaintLook { colour: Rgb::read(colour).unwrap_or(UNKNOWN_PAINT.colour), grain })
    };
    let table = file.table.into_iter().map(|(name, colour)| look(name, &colour, 0.0));
    let paints = file.paints.into_iter().map(|(name, paint)| {
        let grain = file.finishes.get(&paint.finish).map_or(0.0, |finish| finish.grain);
        look(name, &paint.light, grain)
    });
    paints.chain(table).collect()
});

/// The paint of this name; a neutral one if there is none.
pub fn paint(name: &str) -> PaintLook {
    PAINTS.get(name).copied().unwrap_or(UNKNOWN_PAINT)
}

/// The colour of the paint of this name.
pub fn colour(name: &str) -> Rgb {
    paint(name).colour
}

/// The colour of a rim around something in this ink: what differs most from it.
pub fn rim_of(ink: Rgb) -> Rgb {
    colour(if ink.is_light() { "ink" } else { "ivory" })
}

#[derive(Deserialize)]
struct DrawingsFile {
    drawings: HashMap<String, Vec<StrokeEntry>>,
    figures: Vec<String>,
}

#[derive(Deserialize)]
struct StrokeEntry {
    d: String,
    width: Option<f32>,
    rim: Option<f32>,
}

/// A part of a drawing, on a sheet of 100 by 100, y downwards.
#[derive(Clone, Debug)]
pub struct Stroke {
    pub path: Path,
    /// With a width it is a line, without it is filled (even-odd).
    pub width: Option<f32>,
    /// The width of the rim around it, in light or dark, whatever the ink is not.
    pub rim: Option<f32>,
}

struct Drawings {
    by_name: HashMap<String, Vec<Stroke>>,
    figures: Vec<Path>,
}

static ALL: LazyLock<Drawings> = LazyLock::new(|| {
    let file: DrawingsFile = serde_json::from_str(DRAWINGS).expect("the drawings are JSON");
    let stroke = |StrokeEntry { d, width, rim }: StrokeEntry| Some(Stroke { path: read_path(&d)?, width, rim });
    let drawing = |(name, strokes): (String, Vec<StrokeEntry>)| (name, strokes.into_iter().filter_map(stroke).collect());
    Drawings {
        by_name: file.drawings.into_iter().map(drawing).collect(),
        figures: file.figures.iter().filter_map(|figure| read_path(figure)).collect(),
    }
});

/// The drawing of this name; a number from 0 to 99 is drawn as itself; empty if there is none.
pub fn drawing(name: &str) -> Cow<'static, [Stroke]> {
    match ALL.by_name.get(name) {
        Some(strokes) => Cow::Borrowed(strokes),
        None => Cow::Owned(number_drawing(name)),
    }
}

/// The outline of a digit, in a box of [`FIGURE`]: a line, to be drawn with a width.
pub fn figure(digit: u8) -> Option<&'static Path> {
    ALL.figures.get(usize::from(digit))
}

/// A number on a sheet, as `web/src/look/digits.ts` places it.
fn number_drawing(name: &str) -> Vec<Stroke> {
    let digits: Vec<u8> = name.bytes().map(|byte| byte.wrapping_sub(b'0')).collect();
    let placed = |digit: u8, left: f32, top: f32, scale: f32, width: f32| {
        let path = figure(digit)?.clone().transform(Transform::from_row(scale, 0.0, 0.0, scale, left, top))?;
        Some(Stroke { path, width: Some(width), rim: None })
    };
    let strokes = match digits[..] {
        [tens, ones] => vec![placed(tens, 1.0, 10.0, 0.8, 11.0), placed(ones, 51.0, 10.0, 0.8, 11.0)],
        // Seen from across the table these two are each other's image.
        [digit @ (6 | 9)] => {
            let bar = read_path("M36 93L64 93").map(|path| Stroke { path, width: Some(8.0), rim: None });
            vec![placed(digit, 24.0, -2.0, 0.87, 12.0), bar]
        }
        [digit] => vec![placed(digit, 20.0, 0.0, 1.0, 13.0)],
        _ => Vec::new(),
    };
    strokes.into_iter().collect::<Option<_>>().unwrap_or_default()
}

/// Reads path data with absolute M, L, C and z; none if it has anything else.
pub fn read_path(data: &str) -> Option<Path> {
    let mut path = PathBuilder::new();
    let mut rest = data.trim_start();
    while let Some(command) = rest.chars().next() {
        let end = rest.get(1..)?.find(|letter: char| letter.is_ascii_alphabetic()).map_or(rest.len(), |at| at + 1);
        let numbers = rest[1..end].split_whitespace().map(|number| number.parse().ok()).collect::<Option<Vec<f32>>>()?;
        match (command, &numbers[..]) {
            ('M', [x, y]) => path.move_to(*x, *y),
            ('L', [x, y]) => path.line_to(*x, *y),
            ('C', [a, b, c, d, x, y]) => path.cubic_to(*a, *b, *c, *d, *x, *y),
            ('z', []) => path.close(),
            _ => return None,
        }
        rest = rest[end..].trim_start();
    }
    path.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_paint_and_drawing_of_the_files_can_be_read() {
        let palette: PaletteFile = serde_json::from_str(PALETTE).unwrap();
        for (name, paint) in &palette.paints {
            assert!(Rgb::read(&paint.light).is_some() && palette.finishes.contains_key(&paint.finish), "{name}");
        }
        assert_eq!(colour("wood"), Rgb([0xd8, 0xbb, 0x8e]));
        assert!(["felt", "feltFar", "oak"].iter().all(|name| palette.table.get(*name).is_some_and(|it| Rgb::read(it).is_some())));
        let drawings: DrawingsFile = serde_json::from_str(DRAWINGS).unwrap();
        for (name, strokes) in &drawings.drawings {
            assert_eq!(drawing(name).len(), strokes.len(), "{name} has path data that cannot be read");
        }
        assert_eq!(ALL.figures.len(), 10);
    }

    #[test]
    fn numbers_are_drawn_and_other_names_are_not() {
        let lengths = ["0", "7", "6", "42", "99", "100", "-1", "x", ""].map(|name| drawing(name).len());
        assert_eq!(lengths, [1, 1, 2, 2, 2, 0, 0, 0, 0]);
    }

    #[test]
    fn path_data_is_read_or_refused() {
        let [left, top, right, bottom] = {
            let bounds = read_path("M10 20L30 20C30 25 -5 30 10 40z M1 1L2 2").unwrap().bounds();
            [bounds.left(), bounds.top(), bounds.right(), bounds.bottom()]
        };
        assert_eq!([left, top, right, bottom], [-5.0, 1.0, 30.0, 40.0]);
        for wrong in ["", "M1", "M1 2L3", "m1 2l3 4", "M0 0A1 1 0 0 1 2 2", "M0 0L1e9x 2", "hello"] {
            assert!(read_path(wrong).is_none(), "{wrong}");
        }
    }
}
