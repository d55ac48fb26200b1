//! `tablee worker`: does the work of servers that share a store and a bus, or plays games of the arena.

use std::num::NonZero;

use clap::{ArgMatches, Command};
use tablee_core::{Lang, text};
use tablee_server::WorkerProcess;

use super::flags::Flags;
use super::settings::{Chosen, Setting};
use super::{gather, log};
use crate::arena::{self, jobs_from, jobs_option};
use crate::command::CliCommand;
use crate::failure::Failure;
use crate::show::print_line;

/// The arguments of `tablee worker`.
pub struct Work {
    flags: Flags,
    jobs: Option<NonZero<usize>>,
}

/// Whether a setting concerns a worker.
fn wanted(setting: &Setting) -> bool {
    ["store", "bus", "bot_pace", "log", "log_format"].contains(&setting.key)
}

impl CliCommand for Work {
    const NAME: &'static str = "worker";

    fn declare(command: Command, lang: Lang) -> Command {
        let say = |en: &'static str, fr: &'static str| lang.pick(en, fr);
        let command = command
            .about(say(
                "Work for servers that share a store and a bus, or for tournaments (`tablee arena --workers`), until Ctrl-C",
                "Travailler pour des serveurs qui partagent une base et un bus, ou pour des tournois (`tablee arena --workers`), jusqu’à Ctrl-C",
            ))
            .after_help(say(
                "\nWith --store and --bus: bots' moves, ratings, analyses of finished games. With --bus alone: games of tournaments.\nThe settings can also come from the environment or from the file, as for `tablee serve`. See docs/operating.md.",
                "\nAvec --store et --bus : coups des robots, cotes, analyses de parties terminées. Avec --bus seul : parties de tournois.\nLes réglages peuvent aussi venir de l’environnement ou du fichier, comme pour `tablee serve`. Voir docs/operating.md.",
            ));
        Flags::declare(command, lang, wanted).arg(jobs_option(lang))
    }

    fn from_matches(matches: &ArgMatches) -> Result<Work, Failure> {
        Ok(Work { flags: Flags::from_matches(matches, wanted), jobs: jobs_from(matches) })
    }

    fn run(self, lang: Lang) -> Result<(), Failure> {
        let Chosen { server: settings, log_level, log_format } = gather::gather(&self.flags)?.chosen;
        log::start(log_level, log_format);
        // A worker with a store serves the people who play there; tournaments must not keep it busy.
        if let (None, Some(bus)) = (&settings.store, &settings.bus) {
            return arena::work(bus, self.jobs, lang);
        }
        let worker = WorkerProcess::open(&settings)?;
        tracing::info!(version = env!("CARGO_PKG_VERSION"), "working");
        say_working(lang)?;
        worker.run();
        Ok(())
    }
}

/// Prints the only line of a worker: it tells the program that started it that it is ready.
pub fn say_working(lang: Lang) -> Result<(), Failure> {
    print_line(text!("working", "au travail").say(lang))
}
