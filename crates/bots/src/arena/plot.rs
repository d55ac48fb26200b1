//! The statistics of a run as SVG, readable on light and dark backgrounds.

use std::fmt::Write as _;

use tablee_core::Lang;

use super::estimate::Estimate;
use super::summary::Summary;
use super::table::Names;

/// The width of the drawing.
const WIDTH: f64 = 760.0;
/// Names are left of `LEFT`, numbers right of `RIGHT`; the scale is between them.
const LEFT: f64 = 170.0;
const RIGHT: f64 = 560.0;
/// The height of a row.
const ROW: f64 = 26.0;

/// Colours that differ for colour-blind readers too (Okabe and Ito), and are visible on white and on near-black.
const COLOURS: [&str; 6] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"];

/// Without style variables: not every SVG viewer knows them.
const STYLE: &str = "text{font:13px system-ui,sans-serif;fill:#1b1b1b}.faint{fill:#666}.title{font-weight:600}\
.ground{fill:#fff}.grid{stroke:#ddd}.even{stroke:#888;stroke-dasharray:4 3}.bar{stroke-width:2.5}\
@media(prefers-color-scheme:dark){text{fill:#eee}.faint{fill:#aaa}.ground{fill:#16181c}.grid{stroke:#33373d}.even{stroke:#999}}";

/// Draws the bots with their Elo (or share of victories), the seats with their share, and a histogram of points.
pub fn plot(summary: &Summary, names: &Names, title: &str, about: &str, lang: Lang) -> String {
    let mut drawing = Drawing { out: String::new(), y: 28.0, lang };
    drawing.text(16.0, "title", "start", title);
    drawing.y += 18.0;
    drawing.text(16.0, "faint", "start", about);
    drawing.y += 12.0;
    if summary.bots.len() > 1 {
        let elo: Vec<Estimate> = summary.bots.iter().filter_map(|line| line.elo).collect();
        let finite = |elo: &Estimate| elo.low.is_finite() && elo.high.is_finite();
        if elo.len() == summary.bots.len() && elo.iter().all(finite) {
            drawing.bars("Elo", &elo, &names.bots, 0.0, Show { range: None, decimals: 0 });
        } else {
            let shares: Vec<_> = summary.bots.iter().map(|line| line.share.map(percent)).collect();
            let what = lang.pick("won by bot, in %", "victoires par robot, en %");
            drawing.bars(what, &shares, &names.bots, percent(summary.even), Show { range: Some((0.0, 100.0)), decimals: 1 });
        }
    }
    let shares: Vec<_> = summary.seats.iter().map(|line| line.share.map(percent)).collect();
    let what = lang.pick("won by seat, in %", "victoires par place, en %");
    drawing.bars(what, &shares, &names.seats, percent(summary.fair), Show { range: None, decimals: 1 });
    drawing.histogram(summary, names, lang);
    let Drawing { out, y, .. } = drawing;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {y:.0}\" width=\"{WIDTH}\" height=\"{y:.0}\" role=\"img\">\n\
         <title>{}</title>\n<style>{STYLE}</style>\n<rect class=\"ground\" width=\"{WIDTH}\" height=\"{y:.0}\"/>\n{out}</svg>\n",
        escape(title)
    )
}

fn percent(share: f64) -> f64 {
    share * 100.0
}

/// How rows of numbers are shown.
struct Show {
    /// The ends of the scale; none to fit the values.
    range: Option<(f64, f64)>,
    decimals: usize,
}

struct Drawing {
    out: String,
    /// The y of the next element.
    y: f64,
    lang: Lang,
}

/// A linear scale between [`LEFT`] and [`RIGHT`].
struct Scale {
    low: f64,
    high: f64,
    step: f64,
}

impl Scale {
    /// A scale that contains these values, with about five round marks.
    fn around(low: f64, high: f64) -> Scale {
        let rough = ((high - low).max(1e-6)) / 5.0;
        let power = 10f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|unit| unit * power).find(|step| *step >= rough).unwrap_or(power);
        Scale { low: (low / step).floor() * step, high: (high / step).ceil() * step, step }
    }

    fn x(&self, value: f64) -> f64 {
        LEFT + (value - self.low) / (self.high - self.low).max(1e-9) * (RIGHT - LEFT)
    }

    fn marks(&self) -> impl Iterator<Item = f64> {
        let (low, step) = (self.low, self.step);
        (0..=((self.high - low) / step).round() as u32).map(move |mark| low + f64::from(mark) * step)
    }
}

// Writing to a string cannot fail: the results are dropped.
impl Drawing {
    fn text(&mut self, x: f64, class: &str, anchor: &str, text: &str) {
        let (y, text) = (self.y, self.lang.decimals(escape(text)));
        let _ = writeln!(self.out, "<text x=\"{x:.1}\" y=\"{y:.1}\" class=\"{class}\" text-anchor=\"{anchor}\">{text}</text>");
    }

    /// Lines down through the next rows, and the numbers under them.
    fn grid(&mut self, scale: &Scale, rows: f64) {
        let (top, bottom) = (self.y - 4.0, self.y + rows);
        for mark in scale.marks() {
            let x = scale.x(mark);
            let _ = writeln!(self.out, "<line class=\"grid\" x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{top:.1}\" y2=\"{bottom:.1}\"/>");
            let (y, decimals) = (self.y, usize::from(scale.step < 1.0));
            self.y = bottom + 16.0;
            self.text(x, "faint", "middle", &format!("{mark:.decimals$}"));
            self.y = y;
        }
    }

    /// A row for each estimate: its name, a bar from end to end of the interval with a dot at the value, and the value.
    fn bars(&mut self, title: &str, values: &[Estimate], names: &[String], even: f64, show: Show) {
        self.y += 22.0;
        self.text(16.0, "title", "start", title);
        self.y += 14.0;
        let ends = values.iter().flat_map(|value| [value.low, value.high]).chain([even]);
        let (low, high) = ends.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), end| (low.min(end), high.max(end)));
        let (low, high) = show.range.unwrap_or((low, high));
        let (scale, decimals) = (Scale::around(low, high), show.decimals);
        let rows = ROW * values.len() as f64;
        self.grid(&scale, rows);
        let (x, top, bottom) = (scale.x(even), self.y - 4.0, self.y + rows);
        let _ = writeln!(self.out, "<line class=\"even\" x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{top:.1}\" y2=\"{bottom:.1}\"/>");
        for (index, (value, name)) in values.iter().zip(names).enumerate() {
            let (colour, middle) = (COLOURS[index % COLOURS.len()], self.y + ROW / 2.0 - 4.0);
            let (from, to, at) = (scale.x(value.low), scale.x(value.high), scale.x(value.value));
            let _ = writeln!(
                self.out,
                "<line class=\"bar\" stroke=\"{colour}\" x1=\"{from:.1}\" x2=\"{to:.1}\" y1=\"{middle:.1}\" y2=\"{middle:.1}\"/>\
                 <circle cx=\"{at:.1}\" cy=\"{middle:.1}\" r=\"5\" fill=\"{colour}\"/>"
            );
            self.y += ROW / 2.0;
            let short: String = name.chars().take(20).collect();
            self.text(16.0, "", "start", &short);
            self.text(RIGHT + 24.0, "", "start", &interval(*value, decimals));
            self.y += ROW / 2.0;
        }
        self.y += 22.0;
    }

    /// A histogram of points, with a line for each bot.
    fn histogram(&mut self, summary: &Summary, names: &Names, lang: Lang) {
        const HEIGHT: f64 = 120.0;
        const BINS: f64 = 24.0;
        let points = || summary.bots.iter().flat_map(|line| line.histogram.keys().copied());
        let (Some(least), Some(most)) = (points().min(), points().max()) else { return };
        self.y += 22.0;
        self.text(16.0, "title", "start", lang.pick("points, in % of the games", "points, en % des parties"));
        self.y += 14.0;
        let scale = Scale::around(f64::from(least), f64::from(most) + 1.0);
        // A bin has a whole number of points, so that no bin is empty only because no score falls into it.
        let width = ((scale.high - scale.low) / BINS).ceil().max(1.0);
        let bins = ((scale.high - scale.low) / width).ceil().max(1.0) as usize;
        let curves: Vec<Vec<f64>> = summary
            .bots
            .iter()
            .map(|line| {
                let mut curve = vec![0.0; bins];
                let all: u32 = line.histogram.values().sum();
                for (points, count) in &line.histogram {
                    let bin = ((f64::from(*points) - scale.low) / width) as usize;
                    curve[bin.min(bins - 1)] += f64::from(*count) / f64::from(all.max(1));
                }
                curve
            })
            .collect();
        let highest = curves.iter().flatten().copied().fold(1e-9, f64::max);
        self.grid(&scale, HEIGHT);
        let bottom = self.y + HEIGHT;
        for (index, (curve, name)) in curves.iter().zip(&names.bots).enumerate() {
            let colour = COLOURS[index % COLOURS.len()];
            let mut path = format!("M{:.1} {bottom:.1}", scale.x(scale.low));
            for (bin, part) in curve.iter().enumerate() {
                let end = (scale.low + (bin as f64 + 1.0) * width).min(scale.high);
                let _ = write!(path, "V{:.1}H{:.1}", bottom - part / highest * HEIGHT, scale.x(end));
            }
            let _ = writeln!(
                self.out,
                "<path d=\"{path}V{bottom:.1}\" fill=\"{colour}\" fill-opacity=\"0.15\" stroke=\"{colour}\" stroke-width=\"1.5\"/>"
            );
            let y = std::mem::replace(&mut self.y, bottom - HEIGHT + 12.0 + 18.0 * index as f64);
            let short: String = name.chars().take(18).collect();
            let dot = self.y - 4.0;
            let _ = writeln!(self.out, "<circle cx=\"{:.1}\" cy=\"{dot:.1}\" r=\"5\" fill=\"{colour}\"/>", RIGHT + 30.0);
            self.text(RIGHT + 42.0, "", "start", &short);
            self.y = y;
        }
        let y = std::mem::replace(&mut self.y, bottom - HEIGHT + 8.0);
        self.text(LEFT - 10.0, "faint", "end", &format!("{:.0} %", highest * 100.0));
        self.y = y + HEIGHT.max(18.0 * names.bots.len() as f64) + 34.0;
    }
}

fn interval(Estimate { value, low, high }: Estimate, decimals: usize) -> String {
    format!("{value:.decimals$}  ({low:.decimals$} … {high:.decimals$})")
}

/// Escapes a text for XML. Control characters, which XML does not allow, are left out.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars().filter(|c| !c.is_control()) {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            _ => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scale_has_round_marks_around_what_it_shows() {
        let scale = Scale::around(-37.0, 112.0);
        assert_eq!(scale.marks().collect::<Vec<_>>(), [-50.0, 0.0, 50.0, 100.0, 150.0]);
        assert_eq!((scale.x(-50.0), scale.x(150.0)), (LEFT, RIGHT));
        assert!(Scale::around(3.0, 3.0).marks().count() >= 1);
    }

    #[test]
    fn names_cannot_break_the_drawing() {
        assert_eq!(escape("a<b & \"c\"\n"), "a&lt;b &amp; &quot;c&quot;");
    }
}
