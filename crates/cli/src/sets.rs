//! `tablee sets`: checks set files, and shows our own.

use std::path::{Path, PathBuf};

use clap::{ArgMatches, Command};
use serde_json::json;
use tablee_core::data::{DataError, Document};
use tablee_core::lang::quote;
use tablee_core::{Game, Lang, Text, text};
use tablee_games::options::standard_set;
use tablee_games::{GameId, with_game};

use crate::arguments::{self, OutputFormat, optional, output_format, output_format_from, path_argument, required, required_game};
use crate::command::CliCommand;
use crate::failure::Failure;
use crate::files::{read_text_file, shown};
use crate::rows::RowWriter;
use crate::show::{print, print_line, warn};

const CHECK: &str = "check";
const SHOW: &str = "show";
const FILES: &str = "files";
const GAME: &str = "game";

/// The columns of `--csv`.
const COLUMNS: &[&str] = &["file", "ok", "game", "id", "line", "problem", "warning"];

/// The arguments of `tablee sets`.
pub enum Sets {
    /// `tablee sets check`.
    Check(Check),
    /// `tablee sets show`.
    Show { game: GameId },
}

/// The arguments of `tablee sets check`.
pub struct Check {
    files: Vec<PathBuf>,
    game: Option<GameId>,
    format: OutputFormat,
}

impl CliCommand for Sets {
    const NAME: &'static str = "sets";

    fn declare(command: Command, lang: Lang) -> Command {
        let say = |en: &'static str, fr: &'static str| lang.pick(en, fr);
        let check = Command::new(CHECK)
            .about(say(
                "Check set files; a problem is named with its line",
                "Vérifier des fichiers de matériel ; un problème est nommé avec sa ligne",
            ))
            .arg(path_argument(FILES, lang).num_args(1..).help(say("the set files", "les fichiers de matériel")))
            .arg(
                arguments::game(GAME, lang)
                    .long("game")
                    .help(say("their game (default: found from the keys)", "leur jeu (par défaut : reconnu aux clés)")),
            )
            .args(output_format(lang));
        let show = Command::new(SHOW)
            .about(say(
                "Print our set of a game, to start your own from",
                "Écrire notre matériel d’un jeu, comme point de départ pour le vôtre",
            ))
            .arg(required_game(GAME, lang));
        command
            .about(say("Check set files, or start one of your own", "Vérifier des fichiers de matériel, ou en commencer un"))
            .subcommand_required(true)
            .arg_required_else_help(true)
            .subcommand(check)
            .subcommand(show)
    }

    fn from_matches(matches: &ArgMatches) -> Result<Sets, Failure> {
        Ok(match matches.subcommand().expect("one of the two is required") {
            (SHOW, matches) => Sets::Show { game: required(matches, GAME) },
            (_, matches) => Sets::Check(Check {
                files: matches.get_many(FILES).expect("a file is required").cloned().collect(),
                game: optional(matches, GAME),
                format: output_format_from(matches),
            }),
        })
    }

    fn run(self, lang: Lang) -> Result<(), Failure> {
        match self {
            Sets::Show { game } => print(with_game!(game, G => G::STANDARD_SET)),
            Sets::Check(check) => check.run(lang),
        }
    }
}

/// A set file that could be read: its game, and the set or the problem with its line.
struct Checked {
    game: GameId,
    set: Result<SetSummary, DataError>,
}

/// The report about a valid set.
struct SetSummary {
    id: String,
    warning: Option<Text>,
}

impl Check {
    fn run(self, lang: Lang) -> Result<(), Failure> {
        let mut rows = RowWriter::new(self.format, COLUMNS);
        let mut failures = Vec::new();
        for file in &self.files {
            let reported = match check(file, self.game) {
                Ok(checked) => report(file, checked, rows.as_mut(), lang),
                Err(failure) => Err(failure),
            };
            match reported {
                Ok(()) => (),
                Err(Failure::ClosedPipe) => return Err(Failure::ClosedPipe),
                Err(failure) => failures.push(failure),
            }
        }
        if failures.is_empty() { Ok(()) } else { Err(Failure::Several(failures)) }
    }
}

fn check(file: &Path, game: Option<GameId>) -> Result<Checked, Failure> {
    let path = shown(file);
    let source = read_text_file(file)?;
    let game = match game {
        Some(game) => game,
        None => guess_game(&source).map_err(|error| error.text().after(&path))?.ok_or_else(|| {
            text!(
                "{path}: its keys do not tell its game; name it with --game",
                "{path} : ses clés ne disent pas quel est son jeu ; indiquez-le avec --game"
            )
        })?,
    };
    Ok(Checked { game, set: with_game!(game, G => check_as::<G>(&source)) })
}

fn check_as<G: Game>(source: &str) -> Result<SetSummary, DataError> {
    let set = G::read_set(source).map_err(|error| match set_of_another_game::<G>(source) {
        Some(problem) => DataError { line: error.line, problem },
        None => error,
    })?;
    Ok(SetSummary { id: G::set_id(&set).to_owned(), warning: keeps_our_id::<G>(&set) })
}

/// Reports one file: in a row, or in a sentence.
fn report(file: &Path, checked: Checked, rows: Option<&mut RowWriter>, lang: Lang) -> Result<(), Failure> {
    let (path, Checked { game, set }) = (shown(file), checked);
    let is_row = rows.is_some();
    if let Some(rows) = rows {
        let mut row = match &set {
            Ok(set) => json!({ "file": path, "ok": true, "game": game.name(), "id": set.id }),
            Err(error) => json!({
                "file": path, "ok": false, "game": game.name(), "line": error.line, "problem": error.problem.say(lang),
            }),
        };
        if let Some(warning) = set.as_ref().ok().and_then(|set| set.warning.as_ref()) {
            row["warning"] = warning.say(lang).into();
        }
        rows.write(&row)?;
    }
    match set {
        Ok(_) if is_row => Ok(()),
        Ok(SetSummary { id, warning }) => {
            if let Some(warning) = warning {
                warn(&warning.after(&path), lang);
            }
            let said = text!("{path}: a valid set of {game}, id {id}", "{path} : matériel valide pour {game}, identifiant {id}");
            print_line(said.say(lang))
        }
        Err(error) => {
            let Text { en, fr } = error.text();
            Err(Failure::CheckFailed(text!("{path}, as a set of {game}: {en}", "{path}, comme matériel de {game} : {fr}")))
        }
    }
}

/// Reads a set file for a game.
pub fn read_set<G: Game>(source: &str) -> Result<G::Set, Text> {
    G::read_set(source).map_err(|error| set_of_another_game::<G>(source).unwrap_or_else(|| error.text()))
}

/// The problem of a set file whose keys are those of another game.
fn set_of_another_game<G: Game>(source: &str) -> Option<Text> {
    let other = guess_game(source).ok().flatten().filter(|game| game.name() != G::ID)?;
    let (other, game) = (with_game!(other, O => O::NAME), G::NAME);
    Some(text!("this is a set of {other}, not of {game}", "c’est du matériel pour {other}, et non pour {game}"))
}

/// A warning for a set that differs from ours but has the same id: records and traces name a set by its id.
pub fn keeps_our_id<G: Game>(set: &G::Set) -> Option<Text> {
    let (ours, id) = (standard_set::<G>(), G::set_id(set));
    (id == G::set_id(&ours) && *set != *ours).then(|| {
        let quoted = quote(id);
        text!(
            "this set differs from ours, but has the same id {quoted}; give it its own id",
            "ce matériel diffère du nôtre, mais porte le même identifiant {quoted} ; donnez-lui le sien"
        )
    })
}

/// The game that knows most of the keys at the top of a set file; none if no game knows any but the id.
fn guess_game(source: &str) -> Result<Option<GameId>, DataError> {
    let keys = Document::parse(source)?.root().keys();
    let known = |game: GameId| {
        let known = with_game!(game, G => G::SET_KEYS);
        keys.iter().filter(|key| key.value != "id" && known.contains(&key.value.as_str())).count()
    };
    Ok(GameId::ALL.into_iter().rev().max_by_key(|game| known(*game)).filter(|game| known(*game) > 0))
}
