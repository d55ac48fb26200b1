//! Refusals of a command line, in both languages.

use std::error::Error as _;

use clap::Error;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use tablee_core::lang::quote;
use tablee_core::suggest::{did_you_mean, nearest, with_suggestion};
use tablee_core::{Text, text};

use crate::failure::Failure;
use crate::show::print;

/// Where a command has a subcommand per game, in both languages (`help.rs`).
pub const GAME: [&str; 2] = ["GAME", "JEU"];

/// Prints help and version; turns every other error into a sentence.
pub fn explain(error: &Error) -> Result<(), Failure> {
    let found = |kind| error.get(kind).map(ToString::to_string).unwrap_or_default();
    let (argument, value) = (found(ContextKind::InvalidArg), found(ContextKind::InvalidValue));
    let known = found(ContextKind::ValidValue);
    Err(Failure::Usage(match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            return print(error.render().ansi());
        }
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            anstream::eprint!("{}", error.render().ansi());
            text!("a command is missing (see above)", "il manque une commande (voir ci-dessus)")
        }
        ErrorKind::MissingSubcommand => text!("a command is missing; see --help", "il manque une commande ; voir --help"),
        ErrorKind::UnknownArgument => {
            let said = if argument.starts_with('-') {
                text!("there is no option {argument} here", "il n’y a pas d’option {argument} ici")
            } else {
                let given = quote(&argument);
                text!("{given} is one argument too many", "{given} est un argument de trop")
            };
            suggest(said, &argument, error, ContextKind::SuggestedArg)
        }
        ErrorKind::InvalidSubcommand => {
            let name = found(ContextKind::InvalidSubcommand);
            let quoted = quote(&name);
            let said = if GAME.iter().any(|place| found(ContextKind::Usage).contains(place)) {
                text!("unknown game: {quoted}", "jeu inconnu : {quoted}")
            } else {
                text!("unknown command: {quoted}", "commande inconnue : {quoted}")
            };
            suggest(said, &name, error, ContextKind::SuggestedSubcommand)
        }
        ErrorKind::InvalidValue if value.is_empty() => text!("{argument} needs a value", "il manque une valeur à {argument}"),
        ErrorKind::InvalidValue => {
            let given = quote(&value);
            let said =
                text!("{argument}: {given} is not one of {known}", "{argument} : {given} n’est pas dans la liste : {known}");
            with_suggestion(said, &value, strings(error, ContextKind::ValidValue))
        }
        ErrorKind::ValueValidation => match error.source().and_then(|source| source.downcast_ref::<Text>()) {
            Some(why) => why.clone().after(&argument),
            None => {
                let given = quote(&value);
                text!("{argument}: {given} is not a valid value", "{argument} : {given} n’est pas une valeur valide")
            }
        },
        ErrorKind::MissingRequiredArgument => text!("{argument} is missing; see --help", "il manque {argument} ; voir --help"),
        ErrorKind::ArgumentConflict => text!(
            "{argument} is given twice, or conflicts with another option",
            "{argument} est donné deux fois, ou incompatible avec une autre option"
        ),
        ErrorKind::InvalidUtf8 => text!("the command line is not UTF-8 text", "la ligne de commande n’est pas du texte en UTF-8"),
        _ => {
            let whole = error.to_string();
            let whole = whole.trim_start_matches("error: ").lines().next().unwrap_or_default();
            text!("{whole}", "{whole}")
        }
    }))
}

/// The names that clap gives with an error.
fn strings(error: &Error, kind: ContextKind) -> Vec<&str> {
    match error.get(kind) {
        Some(ContextValue::String(name)) => vec![name],
        Some(ContextValue::Strings(names)) => names.iter().map(String::as_str).collect(),
        _ => Vec::new(),
    }
}

/// The sentence with clap's suggestion, or with a hint at the help. Only clap knows which names are possible, but it also
/// suggests names that have little in common with what was written.
fn suggest(said: Text, written: &str, error: &Error, kind: ContextKind) -> Text {
    match nearest(written, strings(error, kind)) {
        Some(name) => did_you_mean(said, Some(name)),
        None => {
            let Text { en, fr } = said;
            text!("{en}; see --help", "{fr} ; voir --help")
        }
    }
}
