//! The file of `--resume`: the settings of a run on the first line, then a line for each finished game (`docs/arena.md`).

use std::fs::{File, TryLockError};
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use tablee_bots::arena::{Forfeit, Played, Schedule, Slot};
use tablee_core::lang::quote;
use tablee_core::{BySeat, Game, Knowledge, Seat, Text, text};
use tablee_games::lines::LINE_LIMIT;
use tablee_games::options::{all_values, to_json};
use tablee_games::shuffle::Bytes32;

use super::request::Entrant;
use crate::failure::Failure;
use crate::files::shown;

/// The version of the format that new journals have. Version 1 called the lists of a game `score` and `place`.
pub const VERSION: u64 = 2;

/// The settings that decide the games. The number of games is not one of them: a run can be made longer.
pub fn settings<G: Game>(options: &G::Options, bots: &[Entrant], ladder: bool, seed: &str) -> Value
where
    G::Position: Knowledge,
{
    let bot = |bot: &Entrant| json!({ "name": bot.to_string(), "plays": bot.meaning::<G::Position>() });
    json!({
        "arena": VERSION, "version": env!("CARGO_PKG_VERSION"), "game": G::ID, "options": to_json(&all_values::<G>(options)),
        // A set may change and keep its id.
        "set_sha256": Bytes32::from_words(&G::write_set(G::set(options))).to_string(),
        "bots": bots.iter().map(bot).collect::<Vec<_>>(), "ladder": ladder, "seed": seed,
    })
}

/// A file to which games are added as they end.
#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
    /// The version of the format: an older journal is continued in its own version.
    version: u64,
}

impl Journal {
    /// Opens or begins a journal, and reads the games that are in it. A last line that was cut off is dropped.
    pub fn open(path: &Path, settings: &Value, schedule: &Schedule) -> Result<(Journal, Vec<Played>), Failure> {
        let failed = |error| Failure::file(path, &error);
        let file = File::options().read(true).write(true).create(true).truncate(false).open(path).map_err(failed)?;
        match file.try_lock() {
            Ok(()) => (),
            Err(TryLockError::WouldBlock) => {
                let path = shown(path);
                return Err(Failure::Usage(text!(
                    "{path}: another run is writing to this file",
                    "{path} : une autre série écrit dans ce fichier"
                )));
            }
            // Not every file system can lock files.
            Err(TryLockError::Error(_)) => (),
        }
        let (games, version, end) = read(&file, settings, schedule).map_err(|problem| match problem {
            ReadError::File(error) => Failure::file(path, &error),
            ReadError::Content(text) => Failure::Usage(text.after(&shown(path))),
        })?;
        let mut journal = Journal { file, path: path.to_owned(), version };
        journal.file.set_len(end).map_err(failed)?;
        journal.file.seek(SeekFrom::Start(end)).map_err(failed)?;
        if end == 0 {
            journal.line(settings)?;
        }
        Ok((journal, games))
    }

    pub fn append(&mut self, played: &Played) -> Result<(), Failure> {
        self.line(&write_game(played, self.version))
    }

    /// Writes a line at once, so that a killed program cuts off at most one line.
    fn line(&mut self, value: &Value) -> Result<(), Failure> {
        self.file.write_all(format!("{value}\n").as_bytes()).map_err(|error| Failure::file(&self.path, &error))
    }
}

enum ReadError {
    File(std::io::Error),
    Content(Text),
}

/// The games of a journal, its version, and where its last complete line ends.
fn read(file: impl Read, settings: &Value, schedule: &Schedule) -> Result<(Vec<Played>, u64, u64), ReadError> {
    let mut file = BufReader::new(file);
    let (mut games, mut version, mut end) = (Vec::new(), VERSION, 0);
    for number in 1.. {
        let mut line = Vec::new();
        (&mut file).take(LINE_LIMIT as u64).read_until(b'\n', &mut line).map_err(ReadError::File)?;
        let at = |text: Text| {
            let Text { en, fr } = text;
            ReadError::Content(text!("line {number}: {en}", "ligne {number} : {fr}"))
        };
        let Some(whole) = line.strip_suffix(b"\n") else {
            // The end, or a line that was cut off. A file that is not a journal is left as it is.
            let begun = number > 1 || begins_settings(&line, settings);
            return if begun && line.len() < LINE_LIMIT { Ok((games, version, end)) } else { Err(at(no_journal())) };
        };
        let value: Value = serde_json::from_slice(whole).map_err(|_| at(no_journal()))?;
        if number == 1 {
            version = same_settings(&value, settings).map_err(ReadError::Content)?;
        } else {
            games.push(read_game(&value, version, schedule).ok_or_else(|| at(no_game()))?);
        }
        end += line.len() as u64;
    }
    Ok((games, version, end))
}

/// Whether a line is the beginning of these settings, in any version.
fn begins_settings(line: &[u8], settings: &Value) -> bool {
    let mut settings = settings.clone();
    (1..=VERSION).any(|version| {
        settings["arena"] = version.into();
        settings.to_string().as_bytes().starts_with(line)
    })
}

fn no_journal() -> Text {
    text!("this is not a file of `tablee arena --resume`", "ce n’est pas un fichier de `tablee arena --resume`")
}

fn no_game() -> Text {
    text!("this is not a game of this run", "ce n’est pas une partie de cette série")
}

/// Returns the version of the journal, or names the first setting that differs.
fn same_settings(there: &Value, here: &Value) -> Result<u64, Text> {
    let version = there.get("arena").ok_or_else(no_journal)?;
    let Some(version) = version.as_u64().filter(|version| (1..=VERSION).contains(version)) else {
        return Err(text!(
            "this file is of version {version}, and only versions 1 to {VERSION} are known here",
            "ce fichier est en version {version}, et seules les versions 1 à {VERSION} sont connues ici"
        ));
    };
    for (name, here) in here.as_object().into_iter().flatten().filter(|(name, _)| *name != "arena") {
        let there = there.get(name).unwrap_or(&Value::Null);
        if there != here {
            let (name, there, here) = difference(name, there, here);
            return Err(text!(
                "these games were played with other settings: {name} is {there} there and {here} here; choose another file",
                "ces parties ont été jouées avec d’autres réglages : {name} y est {there}, et ici {here} ; choisissez un autre fichier"
            ));
        }
    }
    Ok(version)
}

/// A setting that differs, in words: its name, and both values. Of several options, the first that differs.
fn difference(name: &str, there: &Value, here: &Value) -> (String, String, String) {
    if let (Some(options), Some(others)) = (here.as_object(), there.as_object())
        && let Some((option, here)) = options.iter().find(|(option, value)| others.get(*option) != Some(value))
    {
        return difference(option, others.get(option).unwrap_or(&Value::Null), here);
    }
    // Bots by their names, unless only the meaning of a name differs.
    let same_names = names(there).is_some() && names(there) == names(here);
    let shown = |value: &Value| match names(value) {
        Some(names) if !same_names => names,
        _ => in_words(value),
    };
    (name.to_owned(), shown(there), shown(here))
}

/// The names of a list of bots.
fn names(value: &Value) -> Option<String> {
    let names: Option<Vec<_>> = value.as_array()?.iter().map(|bot| bot.get("name")?.as_str()).collect();
    names.map(|names| names.join(","))
}

/// A value without the signs of JSON.
fn in_words(value: &Value) -> String {
    match value {
        Value::String(text) => quote(text),
        Value::Array(items) => items.iter().map(in_words).collect::<Vec<_>>().join(","),
        Value::Object(fields) => fields.values().map(in_words).collect::<Vec<_>>().join(" "),
        other => other.to_string(),
    }
}

/// What a version calls the lists of scores and places of a game.
fn list_names(version: u64) -> (&'static str, &'static str) {
    if version == 1 { ("score", "place") } else { ("scores", "places") }
}

/// A game as a line of a journal of this version.
pub fn write_game(played: &Played, version: u64) -> Value {
    let (scores, places) = list_names(version);
    let mut line = json!({
        "deal": played.slot.deal, "rotation": played.slot.rotation, "bots": played.bots.as_slice(),
        scores: played.score.as_slice(), places: played.place.as_slice(), "moves": played.moves, "first": played.first.number(),
    });
    if let Some(Forfeit { seat, why }) = &played.forfeit {
        line["forfeit"] = json!({ "seat": seat.number(), "en": why.en, "fr": why.fr });
    }
    line
}

/// The game of such a line, if it is one of the schedule.
pub fn read_game(line: &Value, version: u64, schedule: &Schedule) -> Option<Played> {
    let (scores, places) = list_names(version);
    let seats = schedule.sides().len();
    let number = |value: &Value, name: &str| value.get(name)?.as_u64()?.try_into().ok();
    let seat = |value: &Value, name: &str| {
        let seat = usize::try_from(value.get(name)?.as_u64()?).ok().and_then(Seat::try_new);
        seat.filter(|seat| seat.number() < seats)
    };
    let slot = Slot { deal: number(line, "deal")?, rotation: number(line, "rotation")? };
    let bots: BySeat<u8> = list(line, "bots", seats)?;
    let place: BySeat<u8> = list(line, places, seats)?;
    let possible = slot.rotation < schedule.games_a_deal()
        && bots == schedule.seating(slot)
        && place.as_slice().iter().all(|place| (1..=seats).contains(&usize::from(*place)));
    let forfeit = match line.get("forfeit") {
        None => None,
        Some(forfeit) => {
            let say = |name| Some(forfeit.get(name)?.as_str()?.to_owned());
            Some(Forfeit { seat: seat(forfeit, "seat")?, why: Text { en: say("en")?, fr: say("fr")? } })
        }
    };
    let played = Played {
        slot,
        bots,
        score: list(line, scores, seats)?,
        place,
        moves: number(line, "moves")?,
        first: seat(line, "first")?,
        forfeit,
    };
    possible.then_some(played)
}

fn list<T: TryFrom<i64> + Copy + Default>(line: &Value, name: &str, seats: usize) -> Option<BySeat<T>> {
    let items = line.get(name)?.as_array().filter(|items| items.len() == seats)?;
    let numbers = items.iter().map(|item| item.as_i64()?.try_into().ok()).collect::<Option<Vec<T>>>()?;
    Some(BySeat::from_fn(seats, |seat| numbers[seat.number()]))
}
