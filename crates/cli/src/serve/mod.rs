//! `tablee serve`, `tablee worker` and `tablee backup`.
//!
//! | file | what is in it |
//! |---|---|
//! | `mod.rs` | `tablee serve` |
//! | `worker.rs` | `tablee worker` |
//! | `backup.rs` | `tablee backup` |
//! | `settings.rs` | every setting: its name, its help, how it is read and shown |
//! | `rate_limits.rs` | the same for the rate limits |
//! | `values.rs` | reading and showing the values of settings |
//! | `flags.rs` | the flags of the settings |
//! | `gather.rs` | settings from flags, the environment and a file |
//! | `log.rs` | structured logging |

mod backup;
mod flags;
mod gather;
mod log;
mod rate_limits;
mod settings;
mod values;
mod worker;

pub use backup::Backup;
pub use worker::{Work, say_working};

use clap::{Arg, ArgAction, ArgMatches, Command};
use tablee_core::Lang;
use tablee_pages::Pages;
use tablee_server::Server;

use crate::command::CliCommand;
use crate::failure::Failure;
use crate::show::{print, print_line};
use flags::Flags;
use settings::Chosen;

const PRINT_CONFIG: &str = "print-config";

/// The arguments of `tablee serve`.
pub struct Serve {
    flags: Flags,
    print_config: bool,
}

impl CliCommand for Serve {
    const NAME: &'static str = "serve";

    fn declare(command: Command, lang: Lang) -> Command {
        let say = |en: &'static str, fr: &'static str| lang.pick(en, fr);
        let command = command
            .about(say(
                "Serve tables and pages to browsers and programs, until Ctrl-C",
                "Servir tables et pages aux navigateurs et aux programmes, jusqu’à Ctrl-C",
            ))
            .after_help(say(
                "\nEach setting can also come from the environment (TABLEE_BOT_PACE for --bot-pace) or from the file (bot_pace = 600;\nlimits in a section [limits]). Flags take precedence over the environment, and the environment over the file.\nSee docs/operating.md.",
                "\nChaque réglage peut aussi venir de l’environnement (TABLEE_BOT_PACE pour --bot-pace) ou du fichier (bot_pace = 600 ;\nles limites dans une section [limits]). Les options priment sur l’environnement, et l’environnement sur le fichier.\nVoir docs/operating.md.",
            ));
        Flags::declare(command, lang, |_| true).arg(Arg::new(PRINT_CONFIG).long("print-config").action(ArgAction::SetTrue).help(
            say(
                "print all settings in the format of the file, each with its origin, and exit",
                "écrire tous les réglages au format du fichier, chacun avec sa provenance, et quitter",
            ),
        ))
    }

    fn from_matches(matches: &ArgMatches) -> Result<Serve, Failure> {
        Ok(Serve { flags: Flags::from_matches(matches, |_| true), print_config: matches.get_flag(PRINT_CONFIG) })
    }

    fn run(self, lang: Lang) -> Result<(), Failure> {
        let gathered = gather::gather(&self.flags)?;
        if self.print_config {
            return print(gathered.as_file(lang));
        }
        let Chosen { server: settings, log_level, log_format } = &gathered.chosen;
        log::start(*log_level, *log_format);
        for name in &gathered.unknown_variables {
            tracing::warn!(name, "there is no such setting, so this variable of the environment has no effect");
        }
        more_open_files();
        let server = Server::with_pages::<Pages>(settings)?;
        if !tablee_pages::built() {
            tracing::warn!("this program was built without its pages, so it only serves the API; `cargo xtask play` builds them");
        }
        // The address of a database may contain a password.
        let data = if settings.store.is_some() { "PostgreSQL".to_owned() } else { settings.data.display().to_string() };
        let nodes = settings.bus.is_some();
        tracing::info!(version = env!("CARGO_PKG_VERSION"), address = %server.address(), data, nodes, "serving");
        print_line(format_args!("http://{}", server.address()))?;
        Ok(server.run()?)
    }
}

/// Raises the limit of open files: every socket is one, and systems allow few by default.
fn more_open_files() {
    match rlimit::increase_nofile_limit(u64::MAX) {
        Ok(most) => tracing::info!(most, "limit of open files and sockets"),
        Err(error) => tracing::warn!(%error, "the limit of open files could not be raised"),
    }
}
