//! Settings from flags, the environment and a file, in this order of precedence.

use std::ffi::OsStr;
use std::fmt::Write;
use std::path::PathBuf;

use tablee_core::data::{DataError, Document, Section, Single};
use tablee_core::{Lang, Text, text};

use super::flags::Flags;
use super::settings::{Chosen, Kind, Setting, settings};
use crate::failure::Failure;
use crate::files::{read_text_file, shown};

/// The variable that names the file.
const CONFIG: &str = "TABLEE_CONFIG";

/// Our variables that are not settings of the server.
const OTHER_VARIABLES: [&str; 4] = [CONFIG, "TABLEE_LANG", "TABLEE_GOLDEN", "TABLEE_KILLS"];

/// Settings with where they come from.
pub struct Gathered {
    /// The settings, from flags, environment and file.
    pub chosen: Chosen,
    /// The origin of each setting: a flag, variable or file; none for a default.
    sources: Vec<Option<String>>,
    /// Unknown variables that begin with `TABLEE_`: mostly typos.
    pub unknown_variables: Vec<String>,
}

/// All settings: from the flags, else the environment, else the file, else the defaults.
pub fn gather(flags: &Flags) -> Result<Gathered, Failure> {
    let mut gathered = Gathered {
        chosen: Chosen::default(),
        sources: vec![None; settings().count()],
        unknown_variables: unknown_variables(std::env::vars_os().filter_map(|(name, _)| name.into_string().ok())),
    };
    if let Some(path) = flags.config.clone().or_else(|| std::env::var_os(CONFIG).map(PathBuf::from)) {
        let (file, path) = (read_text_file(&path)?, shown(&path));
        let read = Document::parse(&file).and_then(|document| gathered.take_file(&document.root(), &path));
        read.map_err(|error| error.text().after(&path))?;
    }
    for (number, setting) in settings().enumerate() {
        let (name, long) = (setting.variable(), format!("--{}", setting.flag()));
        for (source, value) in [(name.clone(), std::env::var_os(&name)), (long, flags.get(setting.key).map(OsStr::to_owned))] {
            if let Some(value) = value {
                set(setting, &mut gathered.chosen, &value).map_err(|why| why.after(&source))?;
                gathered.sources[number] = Some(source);
            }
        }
    }
    Ok(gathered)
}

/// Sets a setting from a flag or a variable.
fn set(setting: &Setting, chosen: &mut Chosen, value: &OsStr) -> Result<(), Text> {
    match value.to_str() {
        Some(text) => (setting.set)(chosen, text),
        // The data folder is the only one.
        None if setting.kind == Kind::Folder => {
            chosen.server.data = PathBuf::from(value);
            Ok(())
        }
        None => Err(text!("this is not UTF-8 text", "ce n’est pas du texte en UTF-8")),
    }
}

fn unknown_variables(names: impl Iterator<Item = String>) -> Vec<String> {
    let ours = |name: &str| OTHER_VARIABLES.contains(&name) || settings().any(|setting| setting.variable() == name);
    names.filter(|name| name.starts_with("TABLEE_") && !ours(name)).collect()
}

/// The section and the name in it of a key.
fn section(key: &str) -> (Option<&str>, &str) {
    key.split_once('.').map_or((None, key), |(section, name)| (Some(section), name))
}

impl Gathered {
    fn take_file(&mut self, root: &Section<'_>, path: &str) -> Result<(), DataError> {
        let names_in = |wanted: Option<&str>| -> Vec<&str> {
            let mut names: Vec<_> = settings().map(|setting| section(setting.key)).collect();
            names.retain(|(section, _)| *section == wanted);
            names.into_iter().map(|(_, name)| name).collect()
        };
        let mut at_root = names_in(None);
        at_root.push("limits");
        root.only(&at_root)?;
        let limits = if root.has("limits") { Some(root.table("limits")?) } else { None };
        if let Some(limits) = &limits {
            limits.only(&names_in(Some("limits")))?;
        }
        for (number, setting) in settings().enumerate() {
            let (section, name) = section(setting.key);
            let table = if section.is_none() { Some(root) } else { limits.as_ref() };
            let Some(table) = table.filter(|table| table.has(name)) else { continue };
            let item = table.single(name)?;
            let wrong = |problem: Text| table.error(item.line, problem);
            let value = match (&item.value, setting.kind) {
                (Single::Text(text), Kind::Text | Kind::Folder | Kind::WholeOrText) => text.clone(),
                (Single::Whole(number), Kind::Whole | Kind::WholeOrText) => number.to_string(),
                (Single::Flag(flag), Kind::Flag) => flag.to_string(),
                (_, kind) => return Err(wrong(mistyped(name, kind))),
            };
            (setting.set)(&mut self.chosen, &value).map_err(|why| wrong(why.after(name)))?;
            self.sources[number] = Some(path.to_owned());
        }
        Ok(())
    }

    /// All settings in the format of the file, each with its help and its origin.
    pub fn as_file(&self, lang: Lang) -> String {
        let mut file = String::new();
        let mut last = None;
        for (setting, source) in settings().zip(&self.sources) {
            let (section, name) = section(setting.key);
            // Writing to a string cannot fail.
            if section != last {
                let _ = writeln!(file, "\n[{}]", section.unwrap_or_default());
                last = section;
            }
            let _ = writeln!(file, "# {}", setting.help.say(lang));
            if let Some(source) = source {
                let _ = writeln!(file, "# {}", lang.pick(format!("from {source}"), format!("de {source}")));
            }
            let _ = writeln!(file, "{name} = {}", written(setting, &self.chosen));
        }
        file
    }
}

fn mistyped(name: &str, kind: Kind) -> Text {
    let (en, fr) = match kind {
        Kind::Text | Kind::Folder => ("a text in quotes", "un texte entre guillemets"),
        Kind::Flag => ("true or false", "true ou false"),
        Kind::Whole => ("a whole number", "un nombre entier"),
        Kind::WholeOrText => ("a whole number or a text in quotes", "un nombre entier ou un texte entre guillemets"),
    };
    text!("{name} is not {en}", "{name} n’est pas {fr}")
}

/// A value as the file has it.
fn written(setting: &Setting, chosen: &Chosen) -> String {
    let value = (setting.get)(chosen);
    let bare = match setting.kind {
        Kind::Flag | Kind::Whole => true,
        Kind::WholeOrText => value.bytes().all(|byte| byte.is_ascii_digit()),
        Kind::Text | Kind::Folder => false,
    };
    // A text in JSON is a text in TOML too.
    if bare { value } else { serde_json::Value::String(value).to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(file: &str) -> Result<Gathered, String> {
        let mut gathered =
            Gathered { chosen: Chosen::default(), sources: vec![None; settings().count()], unknown_variables: Vec::new() };
        let document = Document::parse(file).map_err(|error| error.to_string())?;
        gathered.take_file(&document.root(), "FILE").map_err(|error| error.to_string())?;
        Ok(gathered)
    }

    #[test]
    fn a_printed_file_gives_the_same_settings() {
        let gathered = read("address = '[::1]:80'\nbot_pace = 5\n[limits]\nchat = 'off'\nsockets_of_address = 'off'").unwrap();
        for lang in Lang::ALL {
            let printed = gathered.as_file(lang);
            // Where a value comes from is said in a comment: from the defaults before, and now from the file.
            let values = |file: &str| file.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect::<Vec<_>>();
            assert_eq!(values(&read(&printed).unwrap().as_file(lang)), values(&printed));
            assert!(printed.contains("address = \"[::1]:80\"") && printed.contains("chat = \"off\""), "{printed}");
        }
    }

    #[test]
    fn a_mistake_in_a_file_is_named_with_its_line() {
        for (file, said) in [
            (
                "\nadress = 'x'",
                "line 2: unknown key \"adress\" (known keys: address, data, store, bus, behind_proxy, trusted_proxies, proxy_hops, ipv6_prefix, bot_pace, log, log_format, metrics, public_url, shared_games, shared_games_days, claim_seconds, open_table_days, closed_table_days, abandoned_game_days, guest_days, key_days, wait, limits); did you mean \"address\"?",
            ),
            ("behind_proxy = 'yes'", "line 1: behind_proxy is not true or false"),
            ("bot_pace = 'slow'", "line 1: bot_pace is not a whole number"),
            ("bot_pace = -1", "line 1: bot_pace: \"-1\" is not a whole number from 0 to 60000"),
            ("log = 'loud'", "line 1: log: \"loud\" is not one of off, error, warn, info, debug, trace"),
            (
                "[limits]\nchat = '0+1/min'",
                "line 2: chat: \"0+1/min\" is neither `off` nor like 10+30/min: 10 at once, then 30 per minute, both at least 1",
            ),
            ("limits = 1", "line 1: limits is not a table"),
            ("log = ['x']", "line 1: log is not a text in quotes, a whole number, true or false"),
        ] {
            assert_eq!(read(file).err().as_deref(), Some(said), "{file}");
        }
        let unknown = read("[limits]\nchats = 'off'").err().unwrap();
        assert!(unknown.starts_with("line 2: unknown key \"chats\" (known keys: requests_of_address, "), "{unknown}");
    }

    #[test]
    fn a_typo_in_the_environment_is_noticed() {
        let names = ["TABLEE_ADDRESS", "TABLEE_ADRESS", "TABLEE_LANG", "PATH"].map(str::to_owned);
        assert_eq!(unknown_variables(names.into_iter()), ["TABLEE_ADRESS"]);
    }
}
