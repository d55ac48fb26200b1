//! Arguments that several commands have in common, parsers with ranges, and typed access to clap's matches.
//!
//! A command declares its arguments and reads them in one place: its own file. Shared arguments are declared here.

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Arg, ArgAction, ArgMatches, ValueHint, value_parser};
use tablee_core::lang::quote;
use tablee_core::{Lang, Text, text};
use tablee_games::GameId;

const JSON: &str = "json";
const CSV: &str = "csv";

/// The value of an argument that is required or has a default.
pub fn required<T: Clone + Send + Sync + 'static>(matches: &ArgMatches, id: &str) -> T {
    matches.get_one::<T>(id).cloned().expect("the argument is required or has a default")
}

/// The value of an argument that may be absent.
pub fn optional<T: Clone + Send + Sync + 'static>(matches: &ArgMatches, id: &str) -> Option<T> {
    matches.get_one::<T>(id).cloned()
}

/// An option whose value is a path; it need not be UTF-8.
pub fn path_option(id: &'static str, lang: Lang) -> Arg {
    Arg::new(id)
        .long(id)
        .value_name(lang.pick("FILE", "FICHIER"))
        .value_hint(ValueHint::FilePath)
        .value_parser(value_parser!(PathBuf))
}

/// A required argument that is a path; it need not be UTF-8.
pub fn path_argument(id: &'static str, lang: Lang) -> Arg {
    Arg::new(id)
        .required(true)
        .value_name(lang.pick("FILE", "FICHIER"))
        .value_hint(ValueHint::FilePath)
        .value_parser(value_parser!(PathBuf))
}

/// A word from which random numbers are derived.
pub fn seed_option(id: &'static str, lang: Lang) -> Arg {
    Arg::new(id).long(id).value_name(lang.pick("WORD", "MOT"))
}

/// A whole number within a range, with a default.
pub fn number_option<T>(id: &'static str, range: RangeInclusive<T>, default: &'static str) -> Arg
where
    T: FromStr + PartialOrd + std::fmt::Display + Clone + Send + Sync + 'static,
{
    Arg::new(id).long(id).value_name("N").default_value(default).allow_negative_numbers(true).value_parser(within(range))
}

/// A duration in seconds within a range, with a default.
pub fn seconds_option(id: &'static str, range: RangeInclusive<f64>, default: &'static str) -> Arg {
    Arg::new(id).long(id).value_name("S").default_value(default).allow_negative_numbers(true).value_parser(within(range))
}

/// Parses a number, and names the range if it is not within it.
pub fn within<T>(range: RangeInclusive<T>) -> impl Fn(&str) -> Result<T, Text> + Clone + Send + Sync + 'static
where
    T: FromStr + PartialOrd + std::fmt::Display + Clone + Send + Sync + 'static,
{
    move |written| match written.parse::<T>() {
        Ok(number) if range.contains(&number) => Ok(number),
        _ => {
            let (given, least, most) = (quote(written), range.start(), range.end());
            let (least_fr, most_fr) = (Lang::Fr.decimals(least.to_string()), Lang::Fr.decimals(most.to_string()));
            Err(text!("{given} is not a number from {least} to {most}", "{given} n’est pas un nombre de {least_fr} à {most_fr}"))
        }
    }
}

/// How results are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OutputFormat {
    /// For people.
    Text,
    /// `--json`.
    Json,
    /// `--csv`.
    Csv,
}

/// `--json` and `--csv`.
pub fn output_format(lang: Lang) -> [Arg; 2] {
    let json = Arg::new(JSON).long("json").action(ArgAction::SetTrue);
    let csv = Arg::new(CSV).long("csv").action(ArgAction::SetTrue).conflicts_with(JSON);
    [
        json.help(lang.pick("write JSON, for programs", "écrire du JSON, pour les programmes")),
        csv.help(lang.pick("write CSV, for spreadsheets", "écrire du CSV, pour les tableurs")),
    ]
}

/// The value of [`output_format`].
pub fn output_format_from(matches: &ArgMatches) -> OutputFormat {
    match (matches.get_flag(JSON), matches.get_flag(CSV)) {
        (true, _) => OutputFormat::Json,
        (_, true) => OutputFormat::Csv,
        _ => OutputFormat::Text,
    }
}

/// A game by its name.
pub fn game(id: &'static str, lang: Lang) -> Arg {
    let names = PossibleValuesParser::new(GameId::ALL.map(GameId::name));
    let parser = names.map(|name| GameId::from_name(&name).expect("the parser accepts names of games only"));
    Arg::new(id).value_name(lang.pick("GAME", "JEU")).value_parser(parser)
}

/// The same, where a game is required.
pub fn required_game(id: &'static str, lang: Lang) -> Arg {
    game(id, lang).required(true).help(lang.pick("the game (see `tablee games`)", "le jeu (voir `tablee games`)"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_outside_its_range_names_the_range() {
        assert_eq!(within(1..=12u32)("12"), Ok(12));
        for wrong in ["0", "13", "-1", "many", ""] {
            let said = within(1..=12u32)(wrong).unwrap_err();
            assert!(said.en.ends_with("is not a number from 1 to 12"), "{said}");
        }
        let said = within(0.001..=3600.0)("NaN").unwrap_err();
        assert!(said.en.contains("from 0.001 to 3600") && said.fr.contains("de 0,001 à 3600"), "{said:?}");
    }
}
