//! What was wrong with a command line, in both languages.

use std::error::Error as _;

use clap::Error;
use clap::error::{ContextKind, ErrorKind};
use tablee_core::{Text, text};

use crate::failure::Failure;
use crate::show::print;

/// Help and version are printed; everything else is said in a sentence.
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
            text!("say which command (see above)", "dites quelle commande (voir ci-dessus)")
        }
        ErrorKind::MissingSubcommand => text!("say which command; see --help", "dites quelle commande ; voir --help"),
        ErrorKind::UnknownArgument => {
            text!("there is no option {argument} here; see --help", "il n’y a pas d’option {argument} ici ; voir --help")
        }
        ErrorKind::InvalidSubcommand => {
            let name = found(ContextKind::InvalidSubcommand);
            text!("there is no {name:?} here; see --help", "il n’y a pas de {name:?} ici ; voir --help")
        }
        ErrorKind::InvalidValue if value.is_empty() => text!("{argument} needs a value", "{argument} veut une valeur"),
        ErrorKind::InvalidValue => {
            text!("{argument}: {value:?} is not one of {known}", "{argument} : {value:?} n’est pas l’un de {known}")
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
