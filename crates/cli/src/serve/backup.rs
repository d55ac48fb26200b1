//! `tablee backup`: a snapshot of the database of a server, while it runs.

use std::path::PathBuf;

use clap::{ArgMatches, Command};
use tablee_core::{Lang, text};
use tablee_server::Settings;

use super::flags::Flags;
use super::gather;
use super::settings::Setting;
use crate::arguments::{path_argument, required};
use crate::command::CliCommand;
use crate::failure::Failure;
use crate::show::print_line;

const FILE: &str = "file";

/// The arguments of `tablee backup`.
pub struct Backup {
    flags: Flags,
    file: PathBuf,
}

/// Whether a setting concerns a backup.
fn wanted(setting: &Setting) -> bool {
    setting.key == "data"
}

impl CliCommand for Backup {
    const NAME: &'static str = "backup";

    fn declare(command: Command, lang: Lang) -> Command {
        let say = |en: &'static str, fr: &'static str| lang.pick(en, fr);
        let command = command.about(say(
            "Copy the whole database of a server to a file, while the server runs",
            "Copier toute la base d’un serveur dans un fichier, pendant qu’il tourne",
        ));
        Flags::declare(command, lang, wanted).arg(
            path_argument(FILE, lang)
                .help(say("the file to create; it must not exist yet", "le fichier à créer ; il ne doit pas encore exister")),
        )
    }

    fn from_matches(matches: &ArgMatches) -> Result<Backup, Failure> {
        Ok(Backup { flags: Flags::from_matches(matches, wanted), file: required(matches, FILE) })
    }

    fn run(self, lang: Lang) -> Result<(), Failure> {
        let Settings { data, store, .. } = gather::gather(&self.flags)?.chosen.server;
        if store.is_some() {
            // A file may be left from before the server moved to PostgreSQL, but it is out of date.
            return Err(Failure::Usage(text!(
                "everything is in PostgreSQL (store), and nothing in a file: use pg_dump",
                "tout est dans PostgreSQL (store), et rien dans un fichier : utilisez pg_dump"
            )));
        }
        tablee_server::backup(&data, &self.file)?;
        let (data, file) = (data.display(), self.file.display());
        print_line(text!("{data} has been copied to {file}", "{data} a été copié dans {file}").say(lang))
    }
}
