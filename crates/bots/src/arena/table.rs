//! The statistics of a run as text.

use std::fmt::Write as _;

use tablee_core::{Lang, Text, text};

use super::estimate::{Estimate, Observed};
use super::rating::Crosstable;
use super::sprt::{Sprt, Verdict};
use super::summary::Summary;

/// The names of bots and seats in a report.
#[derive(Clone, Debug)]
pub struct Names {
    /// By the number of the bot.
    pub bots: Vec<String>,
    /// By the number of the seat.
    pub seats: Vec<String>,
    /// How many columns of the terminal a text takes: some letters take two.
    pub width: fn(&str) -> usize,
}

impl Names {
    /// A name with spaces after it, up to the next column.
    fn cell(&self, name: &str) -> String {
        format!("{name}{}", " ".repeat(NAME.saturating_sub((self.width)(name))))
    }

    /// The heading of a column with results against a bot: what fits of its name, at the right.
    fn heading(&self, name: &str) -> String {
        let mut short = name.to_owned();
        while (self.width)(&short) > AGAINST {
            short.pop();
        }
        format!("{}{short}", " ".repeat(AGAINST - (self.width)(&short)))
    }
}

/// How wide names are written; longer ones push the columns.
const NAME: usize = 18;

/// How wide the columns with results against one bot are.
const AGAINST: usize = 9;

/// The whole report as text: bots (unless there is only one), seats, and the game itself.
pub fn table(summary: &Summary, names: &Names, lang: Lang) -> String {
    // Writing to a string cannot fail.
    let mut out = String::new();
    if summary.bots.len() > 1 {
        bot_rows(&mut out, summary, names, lang);
    }
    if let Some(crosstable) = &summary.crosstable {
        against(&mut out, crosstable, names, lang);
    }
    seat_rows(&mut out, summary, names, lang);
    let each = [
        (lang.pick("first to move wins", "victoires du premier"), {
            let (first, fair) = (summary.first, summary.fair * 100.0);
            let even = lang.pick("even:", "équitable :");
            format!("{:.1} %  {}  ({even} {fair:.1} %)", first.value * 100.0, marked(first, summary.fair))
        }),
        (lang.pick("shared victories", "victoires partagées"), format!("{:.1} %", summary.shared * 100.0)),
        (lang.pick("moves per game", "coups par partie"), spread(&summary.moves, lang)),
        (lang.pick("points per seat", "points par place"), spread(&summary.points, lang)),
        (lang.pick("lead of the winner", "avance du vainqueur"), spread(&summary.margin, lang)),
    ];
    for (what, value) in each {
        let _ = writeln!(out, "{what:<24} {value}");
    }
    for (slot, bot, forfeit) in &summary.forfeits {
        let (name, why) = (&names.bots[*bot], forfeit.why.say(lang));
        let (deal, rotation) = (slot.deal, slot.rotation);
        let given = text!(
            "{name} forfeited game {rotation} of deal {deal}: {why}",
            "{name} a perdu par forfait la partie {rotation} de la donne {deal} : {why}"
        );
        let _ = writeln!(out, "{}", given.say(lang));
    }
    lang.decimals(out)
}

/// One row per bot: how often it won, its points and its rating.
fn bot_rows(out: &mut String, summary: &Summary, names: &Names, lang: Lang) {
    let _ = writeln!(
        out,
        "{:<NAME$} {:>7} {:>9}  {:<15} {:>8} {:>8} {:>8}  95 %",
        lang.pick("bot", "robot"),
        lang.pick("games", "parties"),
        lang.pick("won", "victoires"),
        "95 %",
        "points",
        lang.pick("lead", "avance"),
        "Elo"
    );
    for (line, name) in summary.bots.iter().zip(&names.bots) {
        let _ = writeln!(
            out,
            "{} {:>7} {:>7.1} %  {:<15} {:>8.1} {:>+8.1} {:>8}  {}",
            names.cell(name),
            line.games,
            line.share.value * 100.0,
            marked(line.share, summary.even),
            line.points.value,
            line.lead.value,
            line.elo.map_or_else(String::new, |elo| signed(elo.value)),
            line.elo.map_or_else(String::new, |elo| format!("{} … {}", signed(elo.low), signed(elo.high))),
        );
    }
    out.push('\n');
}

/// One row per seat: how often it won, and its points.
fn seat_rows(out: &mut String, summary: &Summary, names: &Names, lang: Lang) {
    let _ = writeln!(
        out,
        "{:<NAME$} {:>7} {:>9}  {:<15} {:>8}  95 %",
        lang.pick("seat", "place"),
        lang.pick("first", "premier"),
        lang.pick("won", "victoires"),
        "95 %",
        "points"
    );
    for (line, name) in summary.seats.iter().zip(&names.seats) {
        let _ = writeln!(
            out,
            "{} {:>7} {:>7.1} %  {:<15} {:>8.1}  {:.1} – {:.1}",
            names.cell(name),
            line.first,
            line.share.value * 100.0,
            marked(line.share, summary.fair),
            line.points.value,
            line.points.low,
            line.points.high,
        );
    }
    out.push('\n');
}

/// The results of each bot against each other, in percent.
fn against(out: &mut String, crosstable: &Crosstable, names: &Names, lang: Lang) {
    let _ = write!(out, "{:<NAME$}", lang.pick("ahead of, in %", "devant, en %"));
    for name in &names.bots {
        let _ = write!(out, " {}", names.heading(name));
    }
    out.push('\n');
    for (a, name) in names.bots.iter().enumerate() {
        let _ = write!(out, "{}", names.cell(name));
        for b in 0..names.bots.len() {
            let met = crosstable.met(a, b);
            let cell = if met > 0.0 { format!("{:.1}", crosstable.won(a, b) / met * 100.0) } else { "·".to_owned() };
            let _ = write!(out, " {cell:>AGAINST$}");
        }
        out.push('\n');
    }
    out.push('\n');
}

/// The heading over [`line()`]s.
pub fn line_heading(lang: Lang) -> String {
    format!(
        "{:>6} {:>7} {:>7} {:>6} {:>7} {:>7}  {}",
        lang.pick("games", "part."),
        lang.pick("first", "premier"),
        lang.pick("shared", "partagé"),
        lang.pick("moves", "coups"),
        "points",
        lang.pick("spread", "écart"),
        lang.pick("won, in % (* not even)", "victoires, en % (* écart significatif)")
    )
}

/// The report in one line: the shares by bot, or by seat if there is only one bot.
pub fn line(summary: &Summary, lang: Lang) -> String {
    let shares: Vec<(Estimate, f64)> = if summary.bots.len() > 1 {
        summary.bots.iter().map(|line| (line.share, summary.even)).collect()
    } else {
        summary.seats.iter().map(|line| (line.share, summary.fair)).collect()
    };
    let share = |(share, even): &(Estimate, f64)| {
        let mark = if share.holds(*even) { ' ' } else { '*' };
        format!("{:>5.1} ±{:<4.1}{mark}", share.value * 100.0, (share.high - share.low) * 50.0)
    };
    let shares = shares.iter().map(share).collect::<Vec<_>>().join(" ");
    let line = format!(
        "{:>6} {:>6.1}{} {:>7.1} {:>6.1} {:>7.1} {:>7.1}  {shares}",
        summary.games,
        summary.first.value * 100.0,
        if summary.first.holds(summary.fair) { ' ' } else { '*' },
        summary.shared * 100.0,
        summary.moves.mean(),
        summary.points.mean(),
        summary.points.deviation(),
    );
    lang.decimals(line.trim_end().to_owned())
}

/// The state of a test, in a sentence.
pub fn verdict(test: &Sprt, verdict: &Verdict, name: &str) -> Text {
    let (p0, p1) = (test.p0 * 100.0, test.p1 * 100.0);
    let (llr, deals) = (verdict.llr, verdict.deals);
    let (lower, upper) = Sprt::bounds();
    let count = i64::from(deals);
    let (deals_en, deals_fr) = (Lang::En.plural(count, "deal", "deals"), Lang::Fr.plural(count, "donne", "donnes"));
    let said = match verdict.answer {
        Some(true) => text!(
            "{name} wins more than {p0:.1} %, tested against {p1:.1} %: certain at 95 % after {deals} {deals_en} (LLR {llr:+.2})",
            "{name} gagne plus de {p0:.1} %, testé contre {p1:.1} % : sûr à 95 % après {deals} {deals_fr} (LLR {llr:+.2})"
        ),
        Some(false) => text!(
            "{name} wins less than {p1:.1} %, tested against {p0:.1} %: certain at 95 % after {deals} {deals_en} (LLR {llr:+.2})",
            "{name} gagne moins de {p1:.1} %, testé contre {p0:.1} % : sûr à 95 % après {deals} {deals_fr} (LLR {llr:+.2})"
        ),
        None => text!(
            "it is not certain after {deals} {deals_en} whether {name} wins {p0:.1} % or {p1:.1} % (LLR {llr:+.2}, bounds {lower:.2} and {upper:.2})",
            "après {deals} {deals_fr}, on ne sait pas si {name} gagne {p0:.1} % ou {p1:.1} % (LLR {llr:+.2}, bornes {lower:.2} et {upper:.2})"
        ),
    };
    Text { fr: Lang::Fr.decimals(said.fr), ..said }
}

/// The interval of a share, with a star if the even share is outside.
fn marked(share: Estimate, even: f64) -> String {
    let mark = if share.holds(even) { "" } else { " *" };
    format!("{:.1} – {:.1}{mark}", share.low * 100.0, share.high * 100.0)
}

fn spread(observed: &Observed, lang: Lang) -> String {
    let (mean, deviation, least, most) = (observed.mean(), observed.deviation(), observed.least(), observed.most());
    let said = text!(
        "{mean:.1}  (spread {deviation:.1}, from {least:.0} to {most:.0})",
        "{mean:.1}  (écart type {deviation:.1}, de {least:.0} à {most:.0})"
    );
    said.say(lang).to_owned()
}

/// An Elo, without decimals: they would never be certain.
fn signed(elo: f64) -> String {
    match elo {
        f64::INFINITY => "+∞".to_owned(),
        f64::NEG_INFINITY => "-∞".to_owned(),
        _ if elo.round() == 0.0 => "0".to_owned(),
        _ => format!("{elo:+.0}"),
    }
}
