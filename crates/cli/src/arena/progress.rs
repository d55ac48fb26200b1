//! Progress of a run: a bar on a terminal, elsewhere a line every half minute. On standard error, so that results can
//! be piped.

use std::fmt::Write;
use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use tablee_core::{Lang, text};

/// Time between two lines where there is no terminal.
const SILENCE: Duration = Duration::from_secs(30);

/// The progress of a run.
pub struct RunProgress {
    /// None where there is no terminal.
    bar: Option<ProgressBar>,
    begin: Instant,
    said: Instant,
    to_play: usize,
    played: usize,
    lang: Lang,
}

impl RunProgress {
    /// A bar for `to_play` games, of a run of which `before` games were played earlier.
    pub fn new(to_play: usize, before: usize, lang: Lang) -> RunProgress {
        let bar = (to_play > 0 && std::io::stderr().is_terminal()).then(|| {
            let bar = ProgressBar::new((to_play + before) as u64).with_position(before as u64);
            // Time left by what is played now, not by what was read from a file.
            bar.reset_eta();
            let template = lang.pick(
                "{bar:30} {pos} of {len} games, {gone} elapsed, {left} left",
                "{bar:30} {pos} parties sur {len}, {gone} écoulées, {left} restantes",
            );
            let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
            bar.set_style(
                style
                    .with_key("gone", |state: &ProgressState, out: &mut dyn Write| write_short(out, state.elapsed()))
                    .with_key("left", |state: &ProgressState, out: &mut dyn Write| write_short(out, state.eta())),
            );
            bar.enable_steady_tick(Duration::from_millis(500));
            bar
        });
        let now = Instant::now();
        RunProgress { bar, begin: now, said: now, to_play, played: 0, lang }
    }

    /// One more game has ended.
    pub fn step(&mut self) {
        self.played += 1;
        if let Some(bar) = &self.bar {
            bar.inc(1);
        } else if self.said.elapsed() >= SILENCE {
            self.said = Instant::now();
            let (played, to_play) = (self.played, self.to_play);
            let left = self.begin.elapsed().as_secs_f64() / played as f64 * (to_play - played.min(to_play)) as f64;
            let left = short(Duration::from_secs_f64(left));
            let said = text!("{played} of {to_play} games, {left} left", "{played} parties sur {to_play}, {left} restantes");
            anstream::eprintln!("{}", said.say(self.lang));
        }
    }

    /// The run has ended: removes the bar.
    pub fn end(self) {
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
    }
}

fn write_short(out: &mut dyn Write, duration: Duration) {
    // A bar that is not drawn does not stop a run.
    let _ = out.write_str(&short(duration));
}

/// A duration in the largest unit of which there are at least two.
fn short(duration: Duration) -> String {
    match duration.as_secs() {
        seconds @ 0..120 => format!("{seconds}\u{a0}s"),
        seconds @ 120..7200 => format!("{}\u{a0}min", seconds / 60),
        seconds => format!("{}\u{a0}h", seconds / 3600),
    }
}
