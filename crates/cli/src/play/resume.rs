//! `tablee resume`: continues a saved game.

use std::path::{Path, PathBuf};

use clap::{ArgMatches, Command};
use tablee_core::{Knowledge, Lang, Scenic, text};
use tablee_games::record::{self, Record, replay};
use tablee_games::with_game;

use super::bots::Bots;
use super::input::Input;
use super::terminal_game::TerminalGame;
use super::{announce, bot_dice};
use crate::arguments::{path_argument, required};
use crate::command::CliCommand;
use crate::failure::Failure;
use crate::files::{read_file, shown};

const FILE: &str = "file";

/// The arguments of `tablee resume`.
pub struct Resume {
    file: PathBuf,
}

impl CliCommand for Resume {
    const NAME: &'static str = "resume";

    fn declare(command: Command, lang: Lang) -> Command {
        let say = |en: &'static str, fr: &'static str| lang.pick(en, fr);
        command
            .about(say(
                "Continue a saved game, and save it to the same file after every move",
                "Reprendre une partie enregistrée, et l’enregistrer au même endroit après chaque coup",
            ))
            .arg(path_argument(FILE, lang).help(say("the saved game", "la partie enregistrée")))
    }

    fn from_matches(matches: &ArgMatches) -> Result<Resume, Failure> {
        Ok(Resume { file: required(matches, FILE) })
    }

    fn run(self, lang: Lang) -> Result<(), Failure> {
        let path = &self.file;
        let record = record::read(&read_file(path)?).map_err(|error| error.text().after(&shown(path)))?;
        if record.outcome.is_none() && record.shuffle.as_ref().is_some_and(|shuffle| shuffle.value.reveal.is_none()) {
            let problem = text!(
                "the seed of the shuffle is not in this record, so the game cannot continue here",
                "la graine du mélange n’est pas dans cette partie, qui ne peut donc pas continuer ici"
            );
            return Err(Failure::Usage(problem.after(&shown(path))));
        }
        with_game!(record.game, G => go_on::<G>(&record, path, lang))
    }
}

fn go_on<G: Scenic<Position: Knowledge>>(record: &Record, path: &Path, lang: Lang) -> Result<(), Failure> {
    let game = replay::<G>(record).map_err(|error| error.text().after(&shown(path)))?;
    let bots = Bots::seat(&game, bot_dice(None)?).map_err(|problem| problem.after(&shown(path)))?;
    announce::<G>(game.shuffle().map(|shuffle| shuffle.commitment), lang)?;
    TerminalGame::new(game, Input::new()?, bots, Some(path.to_owned()), lang).run()
}
