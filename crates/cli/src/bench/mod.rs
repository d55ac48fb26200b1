//! `tablee bench`: how fast the games, the bots and the server are.

mod playouts;
mod search;
mod server;

use clap::ArgMatches;
use tablee_core::{Game, Knowledge, Lang, OptionValues, text};
use tablee_games::{GameId, with_game};

use crate::failure::Failure;

/// How long to measure.
#[derive(Clone, Copy)]
struct Plan {
    seconds: f64,
    repeats: u32,
}

pub fn run(matches: &ArgMatches, lang: Lang) -> Result<(), Failure> {
    if let Some(("server", matches)) = matches.subcommand() {
        return server::run(matches, lang);
    }
    let only = matches.get_one::<String>("game").and_then(|name| GameId::from_name(name));
    let seconds = *matches.get_one::<f64>("seconds").expect("it has a default");
    if !(0.001..=3600.0).contains(&seconds) {
        return Err(Failure::Usage(text!("--seconds is not from 0.001 to 3600", "--seconds n'est pas de 0,001 à 3600")));
    }
    let plan = Plan { seconds, repeats: *matches.get_one::<u32>("repeats").expect("it has a default") };
    let (as_json, searching) = (matches.get_flag("json"), matches.get_flag("search"));
    if !as_json {
        if searching { search::heading(lang)? } else { playouts::heading(lang)? }
    }
    for game in GameId::ALL.into_iter().filter(|game| only.is_none_or(|only| only == *game)) {
        with_game!(game, G => rows::<G>(&plan, searching, as_json))?;
    }
    Ok(())
}

fn rows<G: Game<Position: Knowledge>>(plan: &Plan, searching: bool, as_json: bool) -> Result<(), Failure> {
    let row = if searching { search::row::<G> } else { playouts::row::<G> };
    G::samples().iter().try_for_each(|values| row(values, plan, as_json))
}

fn options_shown(values: &OptionValues) -> String {
    values.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(" ")
}
