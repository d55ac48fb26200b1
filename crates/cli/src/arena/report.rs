//! The results of a run, for people and for programs.

use serde_json::{Value, json};
use tablee_bots::arena::{
    Estimate, Names, Observed, SeatLine, Summary, line as summary_line, line_heading, plot, table, verdict,
};
use tablee_core::{Game, Ink, Knowledge, Lang, OptionValues, Seat, Text, text};
use tablee_games::options::{all_values, to_json};
use unicode_width::UnicodeWidthStr;

use super::Results;
use super::request::Request;
use crate::arguments::OutputFormat;
use crate::failure::Failure;
use crate::play::save;
use crate::rows::RowWriter;
use crate::show::{cell, fit, inked, print, print_line};

/// How wide options are written before a line.
const OPTIONS: usize = 42;

/// How wide a name may be in the tables.
const NAME: usize = 18;

/// The columns of `--csv`: a row per bot, then a row per seat.
pub const COLUMNS: &[&str] = &[
    "game",
    "options",
    "seed",
    "kind",
    "name",
    "games",
    "won",
    "won_low",
    "won_high",
    "points",
    "points_low",
    "points_high",
    "lead",
    "lead_low",
    "lead_high",
    "elo",
    "elo_low",
    "elo_high",
    "first",
];

/// The whole report of one run, with its drawing and the verdict of its test.
pub fn whole<G: Game>(
    options: &G::Options,
    request: &Request,
    results: &Results,
    rows: Option<&mut RowWriter>,
    lang: Lang,
) -> Result<(), Failure>
where
    G::Position: Knowledge,
{
    let summary = &results.summary;
    let (names, long_names) = names::<G>(options, request, summary.seats.len(), lang);
    let shown = shown(&all_values::<G>(options));
    let bot = request.bots[0].to_string();
    let sentence = request.sprt.as_ref().zip(results.verdict).map(|(test, found)| (verdict(test, &found, &bot), found));
    if let Some(rows) = rows {
        write_rows::<G>(options, request, results, rows)?;
    } else {
        print_line(format_args!("{}  {shown}", inked(Ink::Strong, G::NAME)))?;
        print_line(extent(summary, request).say(lang))?;
        print(long_names)?;
        if summary.deals > 0 {
            print_line("")?;
            print(table(summary, &names, lang))?;
        }
        if let Some((sentence, _)) = sentence.as_ref().filter(|(_, found)| found.answer == Some(true)) {
            print_line(format_args!("\n{}", sentence.say(lang)))?;
        }
    }
    if let Some(path) = &request.svg {
        let title = format!("{}, {} {}", G::NAME, summary.games, lang.plural(summary.games.into(), one_game(lang), games(lang)));
        save::save(path, &plot(summary, &names, &title, &shown, lang))?;
    }
    match sentence {
        Some((sentence, found)) if found.answer != Some(true) => Err(Failure::CheckFailed(sentence)),
        _ => Ok(()),
    }
}

fn one_game(lang: Lang) -> &'static str {
    lang.pick("game", "partie")
}

fn games(lang: Lang) -> &'static str {
    lang.pick("games", "parties")
}

/// How many games and deals a report is about.
fn extent(summary: &Summary, request: &Request) -> Text {
    let (games, deals, seed) = (summary.games, summary.deals, &request.seed);
    let count = |lang: Lang| format!("{games} {}", lang.plural(games.into(), one_game(lang), self::games(lang)));
    let (games_en, games_fr) = (count(Lang::En), count(Lang::Fr));
    if let [bot] = request.bots.as_slice() {
        return text!("{bot} on every seat, {games_en}, seed {seed}", "{bot} à chaque place, {games_fr}, graine {seed}");
    }
    let (deals_en, deals_fr) = (Lang::En.plural(deals.into(), "deal", "deals"), Lang::Fr.plural(deals.into(), "donne", "donnes"));
    text!("{games_en} in {deals} {deals_en}, seed {seed}", "{games_fr} en {deals} {deals_fr}, graine {seed}")
}

/// The names in the tables. If a bot's name is too long for them, all bots are numbered, and the full names are listed.
fn names<G: Game>(options: &G::Options, request: &Request, seats: usize, lang: Lang) -> (Names, String) {
    let seats = Seat::all(seats).map(|seat| fit(&format!("{seat} {}", G::seat_name(options, seat).say(lang)), NAME)).collect();
    let full: Vec<_> = request.bots.iter().map(ToString::to_string).collect();
    if full.iter().all(|name| fit(name, NAME) == *name) {
        return (Names { bots: full, seats, width: UnicodeWidthStr::width }, String::new());
    }
    let numbered = full.iter().enumerate().map(|(number, name)| format!("{} {name}", number + 1));
    let bots = numbered.clone().map(|name| fit(&name, NAME)).collect();
    (Names { bots, seats, width: UnicodeWidthStr::width }, numbered.map(|name| format!("  {name}\n")).collect())
}

/// The heading over the lines of several runs.
pub fn heading(lang: Lang) -> Result<(), Failure> {
    print_line(format_args!("{} {}", cell(lang.pick("options", "options"), OPTIONS), line_heading(lang)))
}

/// A line of the overview of several runs.
pub fn line<G: Game>(
    values: &OptionValues,
    options: &G::Options,
    request: &Request,
    results: &Results,
    rows: Option<&mut RowWriter>,
    lang: Lang,
) -> Result<(), Failure>
where
    G::Position: Knowledge,
{
    match rows {
        Some(rows) => write_rows::<G>(options, request, results, rows),
        None if results.summary.deals == 0 => Ok(()),
        None => print_line(format_args!("{} {}", cell(&shown(values), OPTIONS), summary_line(&results.summary, lang))),
    }
}

/// One object in JSON; in CSV a row per bot and per seat.
fn write_rows<G: Game>(options: &G::Options, request: &Request, results: &Results, rows: &mut RowWriter) -> Result<(), Failure>
where
    G::Position: Knowledge,
{
    let report = json::<G>(options, request, results);
    if request.format == OutputFormat::Json {
        return rows.write(&report);
    }
    for (kind, lines) in [("bot", &report["bots"]), ("seat", &report["seats"])] {
        for (number, line) in lines.as_array().into_iter().flatten().enumerate() {
            let mut row = json!({
                "game": report["game"], "options": report["options"], "seed": report["seed"], "kind": kind, "first": line["first"],
            });
            row["name"] = if kind == "bot" { line["name"].clone() } else { number.into() };
            row["games"] = if kind == "bot" { line["games"].clone() } else { report["games"].clone() };
            for figure in ["won", "points", "lead", "elo"] {
                row[figure] = line[figure]["value"].clone();
                for end in ["low", "high"] {
                    row[format!("{figure}_{end}")] = line[figure][end].clone();
                }
            }
            rows.write(&row)?;
        }
    }
    Ok(())
}

fn shown(values: &OptionValues) -> String {
    values.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(" ")
}

fn json<G: Game>(options: &G::Options, request: &Request, results: &Results) -> Value
where
    G::Position: Knowledge,
{
    let Results { summary, verdict, .. } = results;
    let bots = summary.bots.iter().zip(&request.bots).map(|(line, bot)| {
        json!({
            "name": bot.to_string(), "plays": bot.meaning::<G::Position>(), "by_clock": bot.is_by_clock::<G::Position>(),
            "games": line.games, "won": estimate(line.share), "points": estimate(line.points), "lead": estimate(line.lead),
            "elo": line.elo.map(estimate), "histogram": line.histogram.iter().collect::<Vec<_>>(),
        })
    });
    let seat = |line: &SeatLine| json!({ "won": estimate(line.share), "points": estimate(line.points), "first": line.first });
    let forfeits = summary.forfeits.iter().map(|(slot, bot, forfeit)| {
        json!({ "deal": slot.deal, "rotation": slot.rotation, "bot": bot, "seat": forfeit.seat.number(), "why": forfeit.why.en })
    });
    let sprt = request.sprt.zip(*verdict).map(|(test, found)| {
        json!({ "p0": test.p0, "p1": test.p1, "llr": rounded(found.llr), "deals": found.deals, "answer": found.answer })
    });
    json!({
        "game": G::ID, "options": to_json(&all_values::<G>(options)), "seed": request.seed,
        "games": summary.games, "deals": summary.deals,
        "even": rounded(summary.even), "bots": bots.collect::<Vec<_>>(), "ahead": ahead(summary),
        "fair": rounded(summary.fair), "seats": summary.seats.iter().map(seat).collect::<Vec<_>>(),
        "first_wins": estimate(summary.first), "shared": rounded(summary.shared),
        "moves": observed(&summary.moves), "points": observed(&summary.points), "margin": observed(&summary.margin),
        "forfeits": forfeits.collect::<Vec<_>>(), "sprt": sprt,
    })
}

/// How often the bot of the row came in ahead of that of the column, halves for equal places.
fn ahead(summary: &Summary) -> Option<Vec<Vec<f64>>> {
    let table = summary.crosstable.as_ref()?;
    let bots = 0..summary.bots.len();
    Some(bots.clone().map(|a| bots.clone().map(|b| table.won(a, b)).collect()).collect())
}

fn estimate(estimate: Estimate) -> Value {
    json!({ "value": rounded(estimate.value), "low": rounded(estimate.low), "high": rounded(estimate.high) })
}

fn observed(observed: &Observed) -> Value {
    json!({
        "mean": rounded(observed.mean()), "deviation": rounded(observed.deviation()),
        "least": observed.least(), "most": observed.most(),
    })
}

/// More digits would say nothing. What is infinite becomes null.
fn rounded(number: f64) -> f64 {
    (number * 1e6).round() / 1e6
}
