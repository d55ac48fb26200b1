//! `tablee sets`: checks set files, and shows our own.

use std::path::PathBuf;

use clap::{ArgMatches, Command};
use serde_json::json;
use tablee_core::data::{DataError, Document};
use tablee_core::{Game, Lang, Text, text};
use tablee_games::{GameId, with_game};

use crate::arguments::{self, JSON, json as json_flag, optional, path_argument, required, required_game};
use crate::command::CliCommand;
use crate::failure::Failure;
use crate::files::{read_text_file, shown};
use crate::show::{print, print_line};

const CHECK: &str = "check";
const SHOW: &str = "show";
const FILE: &str = "file";
const GAME: &str = "game";

/// The arguments.
pub enum Sets {
    /// `tablee sets check`.
    Check(Check),
    /// `tablee sets show`.
    Show { game: GameId },
}

/// The arguments of `tablee sets check`.
pub struct Check {
    file: PathBuf,
    game: Option<GameId>,
    json: bool,
}

impl CliCommand for Sets {
    const NAME: &'static str = "sets";

    fn declare(command: Command, lang: Lang) -> Command {
        let say = |en: &'static str, fr: &'static str| lang.pick(en, fr);
        let check = Command::new(CHECK)
            .about(say(
                "Check a set file, and name each problem with its line",
                "Vérifier un fichier de matériel, et nommer chaque problème avec sa ligne",
            ))
            .arg(path_argument(FILE, lang).help(say("the set file", "le fichier de matériel")))
            .arg(
                arguments::game(GAME, lang)
                    .long("game")
                    .help(say("its game (default: found from its keys)", "son jeu (par défaut : reconnu à ses clés)")),
            )
            .arg(json_flag(lang));
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
            (_, matches) => {
                Sets::Check(Check { file: required(matches, FILE), game: optional(matches, GAME), json: matches.get_flag(JSON) })
            }
        })
    }

    fn run(self, lang: Lang) -> Result<(), Failure> {
        match self {
            Sets::Show { game } => print(with_game!(game, G => G::HOUSE_SET)),
            Sets::Check(check) => check.run(lang),
        }
    }
}

impl Check {
    fn run(self, lang: Lang) -> Result<(), Failure> {
        let path = shown(&self.file);
        let source = read_text_file(&self.file)?;
        let game = match self.game {
            Some(game) => game,
            None => guess_game(&source).map_err(|error| error.text().after(&path))?.ok_or_else(|| {
                text!(
                    "{path}: nothing tells for which game this is; say it with --game",
                    "{path} : rien ne dit pour quel jeu c’est ; dites-le par --game"
                )
            })?,
        };
        let result = with_game!(game, G => read_set_id::<G>(&source));
        if self.json {
            print_line(match &result {
                Ok(id) => json!({ "ok": true, "game": game.name(), "id": id }),
                Err(error) => json!({ "ok": false, "game": game.name(), "line": error.line, "problem": error.problem.say(lang) }),
            })?;
        }
        match result {
            Ok(_) if self.json => Ok(()),
            Ok(id) => {
                let said = text!(
                    "{path}: a set of {game}, {id}: all is right",
                    "{path} : un jeu de pièces de {game}, {id} : tout est juste"
                );
                print_line(said.say(lang))
            }
            Err(error) => {
                let Text { en, fr } = error.text();
                Err(Failure::Wrong(text!("{path}, as a set of {game}: {en}", "{path}, comme jeu de pièces de {game} : {fr}")))
            }
        }
    }
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

fn read_set_id<G: Game>(source: &str) -> Result<String, DataError> {
    G::read_set(source).map(|set| G::set_id(&set).to_owned())
}
