//! The flags of the settings, for the commands that have some of them.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use clap::{Arg, ArgMatches, Command, ValueHint, value_parser};
use tablee_core::Lang;

use super::settings::{Kind, Setting, settings};
use crate::arguments::{optional, path_option};

const CONFIG: &str = "config";

/// The settings that were given as flags, as they were written, and the file with others.
#[derive(Default)]
pub struct Flags {
    /// `--config`.
    pub config: Option<PathBuf>,
    given: Vec<(&'static str, OsString)>,
}

impl Flags {
    /// Declares `--config`, and a flag for each of the settings that a command has.
    pub fn declare(command: Command, lang: Lang, wanted: fn(&Setting) -> bool) -> Command {
        let flags = settings().filter(|setting| wanted(setting)).map(|setting| flag(setting, lang));
        command.args(flags).arg(path_option(CONFIG, lang).help(lang.pick(
            "settings in a TOML file (default: TABLEE_CONFIG)",
            "des réglages dans un fichier TOML (par défaut : TABLEE_CONFIG)",
        )))
    }

    /// Reads them; `wanted` must be the same.
    pub fn from_matches(matches: &ArgMatches, wanted: fn(&Setting) -> bool) -> Flags {
        let keys = settings().filter(|setting| wanted(setting)).map(|setting| setting.key);
        let given = keys.filter_map(|key| Some((key, optional(matches, key)?))).collect();
        Flags { config: optional(matches, CONFIG), given }
    }

    /// The value of a setting, if it was given.
    pub fn get(&self, key: &str) -> Option<&OsStr> {
        self.given.iter().find(|(given, _)| *given == key).map(|(_, value)| value.as_os_str())
    }
}

/// The flag of a setting. Its value is read later, like those from the environment and the file.
fn flag(setting: &Setting, lang: Lang) -> Arg {
    let arg = Arg::new(setting.key).long(setting.flag()).value_name(setting.shape.say(lang)).help(setting.help.say(lang));
    let arg = arg.value_parser(value_parser!(OsString));
    match setting.kind {
        Kind::Flag => arg.num_args(0..=1).default_missing_value("true"),
        Kind::Folder => arg.value_hint(ValueHint::DirPath),
        Kind::Text | Kind::Whole | Kind::WholeOrText => arg,
    }
}
