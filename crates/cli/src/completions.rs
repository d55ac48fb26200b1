//! `tablee completions`: completions for shells.

use clap::{Arg, ArgMatches, Command, value_parser};
use clap_complete::Shell;
use tablee_core::Lang;

use crate::arguments::required;
use crate::command::{self, CliCommand};
use crate::failure::Failure;
use crate::show::print;

const SHELL: &str = "shell";

/// The arguments of `tablee completions`.
pub struct Completions {
    shell: Shell,
}

impl CliCommand for Completions {
    const NAME: &'static str = "completions";

    fn declare(command: Command, lang: Lang) -> Command {
        let say = |en: &'static str, fr: &'static str| lang.pick(en, fr);
        command.about(say("Print completions for a shell", "Afficher le script de complétion d’un shell")).arg(
            Arg::new(SHELL)
                .required(true)
                .value_name("SHELL")
                .value_parser(value_parser!(Shell))
                .help(say("bash, elvish, fish, powershell or zsh", "bash, elvish, fish, powershell ou zsh")),
        )
    }

    fn from_matches(matches: &ArgMatches) -> Result<Completions, Failure> {
        Ok(Completions { shell: required(matches, SHELL) })
    }

    fn run(self, lang: Lang) -> Result<(), Failure> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut command::tablee(lang), "tablee", &mut script);
        print(String::from_utf8_lossy(&script))
    }
}
