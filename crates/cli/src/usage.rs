//! Refusals of a command line, in both languages.

use std::error::Error as _;

use clap::Error;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use tablee_core::{Text, text};

use crate::failure::Failure;
use crate::show::print;
use crate::suggest::did_you_mean;

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
            let said = text!("there is no option {argument} here", "il n’y a pas d’option {argument} ici");
            suggest(said, error, ContextKind::SuggestedArg)
        }
        ErrorKind::InvalidSubcommand => {
            let name = found(ContextKind::InvalidSubcommand);
            let said = text!("there is no {name:?} here", "il n’y a pas de « {name} » ici");
            suggest(said, error, ContextKind::SuggestedSubcommand)
        }
        ErrorKind::InvalidValue if value.is_empty() => text!("{argument} needs a value", "il manque une valeur à {argument}"),
        ErrorKind::InvalidValue => {
            let said =
                text!("{argument}: {value:?} is not one of {known}", "{argument} : « {value} » n’est pas dans la liste {known}");
            did_you_mean(said, suggested(error, ContextKind::SuggestedValue).as_deref())
        }
        ErrorKind::ValueValidation => match error.source().and_then(|source| source.downcast_ref::<Text>()) {
            Some(why) => why.clone().after(&argument),
            None => text!("{argument}: {value:?} is not a valid value", "{argument} : {value:?} n’est pas une valeur valable"),
        },
        ErrorKind::MissingRequiredArgument => text!("{argument} is missing; see --help", "il manque {argument} ; voir --help"),
        ErrorKind::ArgumentConflict => text!(
            "{argument} is given twice, or conflicts with another option",
            "{argument} est donné deux fois, ou contredit une autre option"
        ),
        ErrorKind::InvalidUtf8 => text!("the command line is not UTF-8 text", "la ligne de commande n’est pas du texte en UTF-8"),
        _ => {
            let whole = error.to_string();
            let whole = whole.trim_start_matches("error: ").lines().next().unwrap_or_default();
            text!("{whole}", "{whole}")
        }
    }))
}

/// The name that clap suggests.
fn suggested(error: &Error, kind: ContextKind) -> Option<String> {
    match error.get(kind)? {
        ContextValue::String(name) => Some(name.clone()),
        ContextValue::Strings(names) => names.last().cloned(),
        _ => None,
    }
}

/// The sentence with clap's suggestion, or with a hint at the help.
fn suggest(said: Text, error: &Error, kind: ContextKind) -> Text {
    match suggested(error, kind) {
        Some(name) => did_you_mean(said, Some(&name)),
        None => {
            let Text { en, fr } = said;
            text!("{en}; see --help", "{fr} ; voir --help")
        }
    }
}
