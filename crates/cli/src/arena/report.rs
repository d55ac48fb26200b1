//! The results of a run, for people and for programs.

use serde_json::{Value, json};
use tablee_bots::arena::{
    Estimate, Names, Observed, SeatLine, Summary, line as summary_line, line_heading, plot, table, verdict,
};
use tablee_core::{Game, Ink, Knowledge, Lang, OptionValues, Seat, text};
use tablee_games::options::{all_values, to_json};

use super::Results;
use super::request::Request;
use crate::failure::Failure;
use crate::play::save;
use crate::show::{inked, print, print_line};

/// How wide options are written before a line.
const OPTIONS: usize = 42;

/// The whole report of one run, its drawing too, and the answer to its test.
pub fn whole<G: Game>(options: &G::Options, request: &Request, results: &Results, lang: Lang) -> Result<(), Failure>
where
    G::Position: Knowledge,
{
    let summary = &results.summary;
    let seats = Seat::all(summary.seats.len()).map(|seat| format!("{seat} {}", G::seat_name(options, seat).say(lang)));
    let names = Names { bots: request.bots.iter().map(ToString::to_string).collect(), seats: seats.collect() };
    let shown = shown(&all_values::<G>(options));
    let sentence = request.sprt.as_ref().zip(results.verdict).map(|(test, found)| (verdict(test, &found, &names.bots[0]), found));
    if request.json {
        print_line(json::<G>(options, request, results))?;
    } else {
        print_line(format_args!("{}  {shown}", inked(Ink::Strong, G::NAME)))?;
        let (games, deals, seed) = (summary.games, summary.deals, &request.seed);
        let each = if let [bot] = names.bots.as_slice() {
            text!("{bot} on every seat, {games} games, seed {seed}", "{bot} à chaque place, {games} parties, graine {seed}")
        } else {
            text!("{games} games in {deals} deals, seed {seed}", "{games} parties en {deals} donnes, graine {seed}")
        };
        print_line(each.say(lang))?;
        print_line("")?;
        print(table(summary, &names, lang))?;
        if let Some((sentence, _)) = sentence.as_ref().filter(|(_, found)| found.answer == Some(true)) {
            print_line(format_args!("\n{}", sentence.say(lang)))?;
        }
    }
    if let Some(path) = &request.svg {
        let title = format!("{}, {} {}", G::NAME, summary.games, lang.pick("games", "parties"));
        save::save(path, &plot(summary, &names, &title, &shown, lang))?;
    }
    match sentence {
        Some((sentence, found)) if found.answer != Some(true) => Err(Failure::Wrong(sentence)),
        _ => Ok(()),
    }
}

/// The heading over the lines of several runs.
pub fn heading(request: &Request, lang: Lang) -> Result<(), Failure> {
    if request.json {
        return Ok(());
    }
    print_line(format_args!("{:<OPTIONS$} {}", lang.pick("options", "options"), line_heading(lang)))
}

/// One run among several.
pub fn line<G: Game>(values: &OptionValues, options: &G::Options, request: &Request, results: &Results) -> Result<(), Failure>
where
    G::Position: Knowledge,
{
    if request.json {
        return print_line(json::<G>(options, request, results));
    }
    print_line(format_args!("{:<OPTIONS$} {}", shown(values), summary_line(&results.summary)))
}

fn shown(values: &OptionValues) -> String {
    values.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(" ")
}

fn json<G: Game>(options: &G::Options, request: &Request, results: &Results) -> Value
where
    G::Position: Knowledge,
{
    let Results { summary, verdict } = results;
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
