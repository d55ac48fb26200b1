//! The parts of the help that clap writes itself, in the reader's language.

use clap::{Arg, ArgAction, Command};
use tablee_core::Lang;
use tablee_games::GameId;

use crate::usage::GAME;

/// Where `--lang`, `--help` and `--version` stand in every list of options: after those of the command.
pub const LAST: usize = 900;

/// The command and its subcommands with headings, `--help` and `--version` in a language.
pub fn translated(command: Command, lang: Lang) -> Command {
    let template = template(&command, lang);
    let names: Vec<_> = command.get_subcommands().map(|command| command.get_name().to_owned()).collect();
    let with_values = command.get_arguments().filter(|arg| arg.get_action().takes_values());
    let with_values: Vec<_> = with_values.map(|arg| arg.get_id().clone()).collect();
    let subcommand = match has_games(&command) {
        true => lang.pick(GAME[0], GAME[1]),
        false => lang.pick("COMMAND", "COMMANDE"),
    };
    let mut command = command
        .help_template(template)
        .subcommand_value_name(subcommand)
        .disable_help_subcommand(true)
        .disable_help_flag(true)
        .disable_version_flag(true)
        .arg(help_flag(lang));
    if command.get_version().is_some() {
        command = command.arg(version_flag(lang));
    }
    for id in with_values {
        // The help of each argument says it, in the reader's language.
        command = command.mut_arg(id, |arg| arg.hide_possible_values(true).hide_default_value(true));
    }
    for name in names {
        command = command.mut_subcommand(name, |command| translated(command, lang));
    }
    command
}

/// The outline of a page of help. A heading is there only if something stands below it.
fn template(command: &Command, lang: Lang) -> String {
    let heading = |en: &str, fr: &str, part: &str| format!("{}\n{{{part}}}\n\n", lang.pick(en, fr));
    let usage = lang.pick("{about-with-newline}\nUsage: {usage}\n\n", "{about-with-newline}\nUsage : {usage}\n\n");
    let mut template = usage.to_owned();
    if has_games(command) {
        template += &heading("Games:", "Jeux :", "subcommands");
    } else if command.get_subcommands().next().is_some() {
        template += &heading("Commands:", "Commandes :", "subcommands");
    }
    if command.get_positionals().next().is_some() {
        template += &heading("Arguments:", "Arguments :", "positionals");
    }
    template + lang.pick("Options:\n{options}{after-help}", "Options :\n{options}{after-help}")
}

/// Whether the subcommands of a command are the games.
fn has_games(command: &Command) -> bool {
    command.get_subcommands().any(|command| GameId::from_name(command.get_name()).is_some())
}

fn help_flag(lang: Lang) -> Arg {
    let help = lang.pick("show this help", "afficher cette aide");
    Arg::new("help").long("help").short('h').action(ArgAction::Help).display_order(LAST + 1).help(help)
}

fn version_flag(lang: Lang) -> Arg {
    let help = lang.pick("show the version", "afficher la version");
    Arg::new("version").long("version").short('V').action(ArgAction::Version).display_order(LAST + 2).help(help)
}
