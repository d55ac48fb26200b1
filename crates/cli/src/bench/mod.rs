//! `tablee bench`: how fast the games and the bots are.
//!
//! | file | what is in it |
//! |---|---|
//! | `playouts.rs` | random playouts on one core |
//! | `search.rs` | `--search`: the bots' search |

mod playouts;
mod search;

use clap::{Arg, ArgAction, ArgMatches, Command};
use tablee_core::{Game, Knowledge, Lang, OptionValues};
use tablee_games::{GameId, with_game};

use crate::arguments::{
    self, OutputFormat, number_option, optional, output_format, output_format_from, required, seconds_option,
};
use crate::command::CliCommand;
use crate::failure::Failure;
use crate::rows::RowWriter;

const GAME: &str = "game";
const SEARCH: &str = "search";
const SECONDS: &str = "seconds";
const REPEATS: &str = "repeats";

/// The arguments of `tablee bench`.
pub struct Bench {
    game: Option<GameId>,
    search: bool,
    plan: BenchTime,
    format: OutputFormat,
}

/// The time of a measurement, and how often it is repeated.
#[derive(Clone, Copy)]
struct BenchTime {
    seconds: f64,
    repeats: u32,
}

impl CliCommand for Bench {
    const NAME: &'static str = "bench";

    fn declare(command: Command, lang: Lang) -> Command {
        let say = |en: &'static str, fr: &'static str| lang.pick(en, fr);
        command
            .about(say(
                "Measure random playouts on one core, or the bots' search: a row per game and set of options",
                "Mesurer des parties jouées au hasard sur un cœur, ou la recherche des robots : une ligne par jeu et par choix d’options",
            ))
            .arg(Arg::new(SEARCH).long("search").action(ArgAction::SetTrue).help(say(
                "measure the search: on one core, on all cores, and how quickly it stops",
                "mesurer la recherche : sur un cœur, sur tous les cœurs, et le temps qu’elle met à s’arrêter",
            )))
            .arg(arguments::game(GAME, lang).help(say("only this game", "seulement ce jeu")))
            .arg(seconds_option(SECONDS, 0.001..=3600.0, "0.5").help(say(
                "length of each repeat in seconds (default 0.5)",
                "durée de chaque répétition en secondes (`0.5` par défaut)",
            )))
            .arg(number_option(REPEATS, 1..=1000u32, "7").help(say(
                "number of repeats, of which the median is shown (default 7)",
                "nombre de répétitions, dont la médiane est affichée (7 par défaut)",
            )))
            .args(output_format(lang))
    }

    fn from_matches(matches: &ArgMatches) -> Result<Bench, Failure> {
        Ok(Bench {
            game: optional(matches, GAME),
            search: matches.get_flag(SEARCH),
            plan: BenchTime { seconds: required(matches, SECONDS), repeats: required(matches, REPEATS) },
            format: output_format_from(matches),
        })
    }

    fn run(self, lang: Lang) -> Result<(), Failure> {
        let Bench { game: only, search, plan, format } = self;
        let mut rows = RowWriter::new(format, if search { search::COLUMNS } else { playouts::COLUMNS });
        if rows.is_none() {
            if search { search::heading(lang)? } else { playouts::heading(lang)? }
        }
        for game in GameId::ALL.into_iter().filter(|game| only.is_none_or(|only| only == *game)) {
            with_game!(game, G => measure::<G>(&plan, search, rows.as_mut(), lang))?;
        }
        Ok(())
    }
}

fn measure<G: Game<Position: Knowledge>>(
    plan: &BenchTime,
    searching: bool,
    mut rows: Option<&mut RowWriter>,
    lang: Lang,
) -> Result<(), Failure> {
    let row = if searching { search::row::<G> } else { playouts::row::<G> };
    G::samples().iter().try_for_each(|values| row(values, plan, rows.as_deref_mut(), lang))
}

fn options_shown(values: &OptionValues) -> String {
    values.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(" ")
}
