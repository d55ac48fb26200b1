//! A canvas to paint on: filled and stroked paths, gradients, soft shadows, and the result as PNG.

use tiny_skia::{
    Color, FillRule, GradientStop, LineCap, LineJoin, LinearGradient, Mask, Paint, Path, PathBuilder, Pixmap, Point as SkiaPoint,
    RadialGradient, Shader, SpreadMode, Stroke as SkiaStroke, Transform,
};

use crate::boxes::Point;
use crate::look::{Rgb, Stroke, rim_of};

/// How a path is coloured.
#[derive(Clone, Copy, Debug)]
pub enum Fill<'a> {
    Plain(Rgb),
    /// A translucent colour: 0 is invisible.
    Glaze(Rgb, f32),
    /// From one point to another.
    Linear(Point, Point, &'a [(f32, Rgb)]),
    /// From a point outwards to this radius.
    Radial(Point, f32, &'a [(f32, Rgb)]),
}

impl Fill<'_> {
    fn paint(self) -> Paint<'static> {
        let shader = match self {
            Fill::Plain(colour) => Some(Shader::SolidColor(opaque(colour))),
            Fill::Glaze(colour, alpha) => Some(Shader::SolidColor(glaze(colour, alpha))),
            Fill::Linear(from, to, stops) => {
                LinearGradient::new(point(from), point(to), gradient(stops), SpreadMode::Pad, Transform::identity())
            }
            Fill::Radial(middle, radius, stops) => {
                let (middle, spread) = (point(middle), SpreadMode::Pad);
                RadialGradient::new(middle, 0.0, middle, radius, gradient(stops), spread, Transform::identity())
            }
        };
        Paint { shader: shader.unwrap_or(Shader::SolidColor(Color::BLACK)), ..Paint::default() }
    }
}

fn opaque(Rgb([red, green, blue]): Rgb) -> Color {
    Color::from_rgba8(red, green, blue, u8::MAX)
}

fn glaze(Rgb([red, green, blue]): Rgb, alpha: f32) -> Color {
    Color::from_rgba8(red, green, blue, (alpha.clamp(0.0, 1.0) * 255.0).round() as u8)
}

fn point([x, y]: Point) -> SkiaPoint {
    SkiaPoint::from_xy(x, y)
}

fn gradient(stops: &[(f32, Rgb)]) -> Vec<GradientStop> {
    stops.iter().map(|(at, colour)| GradientStop::new(*at, opaque(*colour))).collect()
}

/// A picture in the making.
pub struct Canvas {
    pixmap: Pixmap,
}

impl Canvas {
    /// A black canvas of this many pixels; none if that is none or far too many.
    pub fn new(width: u32, height: u32) -> Option<Canvas> {
        let mut pixmap = Pixmap::new(width, height)?;
        pixmap.fill(Color::BLACK);
        Some(Canvas { pixmap })
    }

    /// Fills a path.
    pub fn fill(&mut self, path: &Path, fill: Fill<'_>) {
        self.pixmap.fill_path(path, &fill.paint(), FillRule::Winding, Transform::identity(), None);
    }

    /// Draws along a path, with round ends and corners.
    pub fn stroke(&mut self, path: &Path, width: f32, fill: Fill<'_>) {
        self.stroke_at(path, width, fill, Transform::identity());
    }

    fn stroke_at(&mut self, path: &Path, width: f32, fill: Fill<'_>, at: Transform) {
        let stroke = SkiaStroke { width, line_cap: LineCap::Round, line_join: LineJoin::Round, ..SkiaStroke::default() };
        self.pixmap.stroke_path(path, &fill.paint(), &stroke, at, None);
    }

    /// Draws a drawing in one ink, and first its rims.
    pub fn drawing(&mut self, strokes: &[Stroke], ink: Rgb, at: Transform) {
        for stroke in strokes {
            if let Some(rim) = stroke.rim {
                self.stroke_at(&stroke.path, rim, Fill::Plain(rim_of(ink)), at);
            }
        }
        for stroke in strokes {
            match stroke.width {
                Some(width) => self.stroke_at(&stroke.path, width, Fill::Plain(ink), at),
                None => {
                    let paint = Fill::Plain(ink).paint();
                    self.pixmap.fill_path(&stroke.path, &paint, FillRule::EvenOdd, at, None);
                }
            }
        }
    }

    /// Draws the shadow of paths: moved, blurred over this many pixels, in a colour that lets the ground through.
    pub fn shadow(&mut self, paths: &[Path], by: Point, blur: usize, colour: Rgb, alpha: f32) {
        let Some([left, top, right, bottom]) = self.shadow_area(paths, by, blur) else { return };
        let Some(mut mask) = Mask::new((right - left) as u32, (bottom - top) as u32) else { return };
        let at = Transform::from_translate(by[0] - left as f32, by[1] - top as f32);
        paths.iter().for_each(|path| mask.fill_path(path, FillRule::EvenOdd, true, at));
        blurred(mask.data_mut(), right - left, blur);
        let (width, ink) = (self.pixmap.width() as usize, colour.0.map(u32::from));
        let strength = (alpha.clamp(0.0, 1.0) * 256.0) as u32;
        for (row, shades) in (top..bottom).zip(mask.data().chunks_exact(right - left)) {
            let begin = 4 * (row * width + left);
            for (pixel, shade) in self.pixmap.data_mut()[begin..].chunks_exact_mut(4).zip(shades) {
                // From 0 to 255 · 256.
                let ink_part = u32::from(*shade) * strength;
                for (part, ink) in pixel.iter_mut().zip(ink) {
                    *part = ((u32::from(*part) * (65_280 - ink_part) + ink * ink_part) / 65_280) as u8;
                }
            }
        }
    }

    /// The pixels that a shadow can touch: left, top, right, bottom.
    fn shadow_area(&self, paths: &[Path], by: Point, blur: usize) -> Option<[usize; 4]> {
        let reach = 3.0 * blur as f32 + 2.0;
        let bounds = paths.iter().map(Path::bounds).reduce(|a, b| a.join(&b).unwrap_or(a))?;
        let (width, height) = (self.pixmap.width() as f32, self.pixmap.height() as f32);
        let within = |value: f32, most: f32| value.clamp(0.0, most) as usize;
        let (left, top) = (within(bounds.left() + by[0] - reach, width), within(bounds.top() + by[1] - reach, height));
        let (right, bottom) = (within(bounds.right() + by[0] + reach, width), within(bounds.bottom() + by[1] + reach, height));
        (left < right && top < bottom).then_some([left, top, right, bottom])
    }

    /// The picture as PNG, without an alpha channel.
    pub fn png(&self) -> Vec<u8> {
        let pixels: Vec<u8> = self.pixmap.data().chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, self.pixmap.width(), self.pixmap.height());
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_compression(png::Compression::Balanced);
        let written = encoder.write_header().and_then(|mut writer| writer.write_image_data(&pixels));
        // Writing to memory fails only if the size of the data is wrong.
        written.expect("the picture has as many pixels as it says");
        file
    }
}

/// Blurs a mask: three box blurs in each direction are nearly a Gaussian one. Beyond its edges there is nothing.
fn blurred(data: &mut [u8], width: usize, radius: usize) {
    let mut before = vec![0; data.len()];
    for _ in 0..3 {
        before.copy_from_slice(data);
        for (to, from) in data.chunks_exact_mut(width).zip(before.chunks_exact(width)) {
            blur_row(from, to, radius);
        }
        before.copy_from_slice(data);
        blur_columns(&before, data, width, radius);
    }
}

/// Replaces each value of a row by the mean of its neighbourhood.
fn blur_row(from: &[u8], to: &mut [u8], radius: usize) {
    let at = |index: usize| u32::from(from.get(index).copied().unwrap_or(0));
    let size = 2 * radius as u32 + 1;
    let mut sum: u32 = (0..radius).map(at).sum();
    for (index, value) in to.iter_mut().enumerate() {
        sum += at(index + radius);
        *value = (sum / size) as u8;
        if index >= radius {
            sum -= at(index - radius);
        }
    }
}

/// The same for columns, all of them at once: so memory is read in its order.
fn blur_columns(from: &[u8], to: &mut [u8], width: usize, radius: usize) {
    let row = |index: usize| from.get(index * width..(index + 1) * width).unwrap_or(&[]);
    let size = 2 * radius as u32 + 1;
    let mut sums = vec![0; width];
    let add = |sums: &mut [u32], row: &[u8]| sums.iter_mut().zip(row).for_each(|(sum, value)| *sum += u32::from(*value));
    (0..radius).for_each(|index| add(&mut sums, row(index)));
    for (index, values) in to.chunks_exact_mut(width).enumerate() {
        add(&mut sums, row(index + radius));
        values.iter_mut().zip(&sums).for_each(|(value, sum)| *value = (sum / size) as u8);
        if index >= radius {
            sums.iter_mut().zip(row(index - radius)).for_each(|(sum, value)| *sum -= u32::from(*value));
        }
    }
}

/// A closed outline through points.
pub fn outline(points: &[Point]) -> Option<Path> {
    let mut path = PathBuilder::new();
    add_outline(&mut path, points);
    path.finish()
}

/// Adds a closed outline to a path.
pub fn add_outline(path: &mut PathBuilder, points: &[Point]) {
    let Some(([x, y], others)) = points.split_first() else { return };
    path.move_to(*x, *y);
    others.iter().for_each(|[x, y]| path.line_to(*x, *y));
    path.close();
}

/// A line through points.
pub fn line(points: &[Point]) -> Option<Path> {
    let mut path = PathBuilder::new();
    let ([x, y], others) = points.split_first()?;
    path.move_to(*x, *y);
    others.iter().for_each(|[x, y]| path.line_to(*x, *y));
    path.finish()
}

/// A rectangle with round corners.
pub fn rounded([x, y]: Point, [width, height]: Point, radius: f32) -> Option<Path> {
    let radius = radius.min(width / 2.0).min(height / 2.0);
    let near = radius * (1.0 - 0.5523);
    let (right, bottom) = (x + width, y + height);
    let mut path = PathBuilder::new();
    path.move_to(x + radius, y);
    path.line_to(right - radius, y);
    path.cubic_to(right - near, y, right, y + near, right, y + radius);
    path.line_to(right, bottom - radius);
    path.cubic_to(right, bottom - near, right - near, bottom, right - radius, bottom);
    path.line_to(x + radius, bottom);
    path.cubic_to(x + near, bottom, x, bottom - near, x, bottom - radius);
    path.line_to(x, y + radius);
    path.cubic_to(x, y + near, x + near, y, x + radius, y);
    path.close();
    path.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_blur_spreads_light_and_keeps_its_amount() {
        let mut data = vec![0; 41 * 41];
        data[20 * 41 + 20] = 255;
        (18..=22).for_each(|row| data[row * 41 + 18..=row * 41 + 22].fill(255));
        let before: u32 = data.iter().map(|value| u32::from(*value)).sum();
        blurred(&mut data, 41, 2);
        let after: u32 = data.iter().map(|value| u32::from(*value)).sum();
        assert!(data[20 * 41 + 20] < 255 && data[20 * 41 + 14] > 0 && data[0] == 0);
        assert!(after <= before && after * 10 > before * 8, "{before} {after}");
    }

    #[test]
    fn a_png_says_its_size() {
        let mut canvas = Canvas::new(30, 20).unwrap();
        canvas.fill(&rounded([2.0, 2.0], [20.0, 10.0], 4.0).unwrap(), Fill::Plain(Rgb([200, 10, 10])));
        let png = canvas.png();
        assert_eq!((&png[..8], &png[16..24]), (&b"\x89PNG\r\n\x1a\n"[..], &[0, 0, 0, 30, 0, 0, 0, 20][..]));
        assert!(Canvas::new(0, 20).is_none());
    }
}
