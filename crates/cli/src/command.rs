//! The list of all commands. Each declares, reads and runs its own arguments in its own file.

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgMatches, Command};
use tablee_core::Lang;

use crate::failure::Failure;
use crate::{arena, bench, engine, help, play, serve};
use crate::{completions, games, perft, rules, sets, trace, verify};

/// A command of `tablee`: its arguments, and what it does with them.
pub trait CliCommand: Sized {
    /// Its name on the command line.
    const NAME: &'static str;

    /// Declares its help and its arguments, in a language.
    fn declare(command: Command, lang: Lang) -> Command;

    /// Reads its arguments, as [`CliCommand::declare`] declared them.
    fn from_matches(matches: &ArgMatches) -> Result<Self, Failure>;

    /// Runs the command, with texts in this language.
    fn run(self, lang: Lang) -> Result<(), Failure>;
}

/// An entry of the list.
struct Entry {
    name: &'static str,
    declare: fn(Command, Lang) -> Command,
    run: fn(&ArgMatches, Lang) -> Result<(), Failure>,
}

impl Entry {
    const fn of<C: CliCommand>() -> Entry {
        Entry { name: C::NAME, declare: C::declare, run: |matches, lang| C::from_matches(matches)?.run(lang) }
    }
}

/// All commands, in the order of the help.
const COMMANDS: [Entry; 15] = [
    Entry::of::<play::Play>(),
    Entry::of::<play::Resume>(),
    Entry::of::<serve::Serve>(),
    Entry::of::<serve::Work>(),
    Entry::of::<serve::Backup>(),
    Entry::of::<trace::Trace>(),
    Entry::of::<verify::Verify>(),
    Entry::of::<perft::Perft>(),
    Entry::of::<bench::Bench>(),
    Entry::of::<arena::ArenaCommand>(),
    Entry::of::<engine::Bot>(),
    Entry::of::<games::Games>(),
    Entry::of::<rules::Rules>(),
    Entry::of::<sets::Sets>(),
    Entry::of::<completions::Completions>(),
];

/// The whole command line.
pub fn tablee(lang: Lang) -> Command {
    let say = |en: &'static str, fr: &'static str| lang.pick(en, fr);
    let language = Arg::new("lang")
        .long("lang")
        .global(true)
        .display_order(help::LAST)
        .value_name("en|fr")
        .value_parser(PossibleValuesParser::new(Lang::ALL.map(Lang::code)))
        .help(say(
            "the language of all texts (default: TABLEE_LANG, else the locale)",
            "la langue de tous les textes (par défaut : TABLEE_LANG, sinon la locale)",
        ));
    let command = Command::new("tablee")
        .version(env!("CARGO_PKG_VERSION"))
        .about(say(
            "Four board games of laying and stacking: play, host, measure bots, verify games",
            "Quatre jeux de pose et d’empilement : jouer, héberger, mesurer des robots, vérifier des parties",
        ))
        .after_help(say(
            "Getting started:\n  tablee play kumata              a game against a bot, here in the terminal\n  tablee rules kumata             its rules, clause by clause\n  tablee play kumata --help       its options\n\nExit codes: 0 success; 1 a check failed; 2 invalid usage, or a file that cannot be read.",
            "Pour commencer :\n  tablee play kumata              une partie contre un robot, ici dans le terminal\n  tablee rules kumata             ses règles, clause par clause\n  tablee play kumata --help       ses options\n\nCodes de sortie : 0 succès ; 1 une vérification a échoué ; 2 commande incorrecte ou fichier illisible.",
        ))
        .subcommand_required(true)
        .arg_required_else_help(true)
        .arg(language)
        .subcommands(COMMANDS.iter().map(|entry| (entry.declare)(Command::new(entry.name), lang)));
    help::translated(command, lang)
}

/// Runs the command that was given.
pub fn run(matches: &ArgMatches, lang: Lang) -> Result<(), Failure> {
    let (name, matches) = matches.subcommand().expect("a command is required");
    let entry = COMMANDS.iter().find(|entry| entry.name == name).expect("only commands of the list are declared");
    (entry.run)(matches, lang)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent_in_both_languages() {
        for lang in Lang::ALL {
            tablee(lang).debug_assert();
        }
    }

    /// Every command and argument has its help, and it is not the same text twice.
    #[test]
    fn every_command_and_argument_has_help_in_both_languages() {
        fn compare(en: &Command, fr: &Command) {
            let about = |command: &Command| command.get_about().map(ToString::to_string);
            assert!(about(en).is_some_and(|text| !text.is_empty()), "{} has no help", en.get_name());
            assert_ne!(about(en), about(fr), "{} has one help for both languages", en.get_name());
            for (en_arg, fr_arg) in en.get_arguments().zip(fr.get_arguments()) {
                let help = |arg: &Arg| arg.get_help().map(ToString::to_string);
                assert!(help(en_arg).is_some_and(|text| !text.is_empty()), "{} {} has no help", en.get_name(), en_arg.get_id());
                assert_ne!(help(en_arg), help(fr_arg), "{} {} has one help for both languages", en.get_name(), en_arg.get_id());
            }
            for (en, fr) in en.get_subcommands().zip(fr.get_subcommands()) {
                compare(en, fr);
            }
        }
        compare(&tablee(Lang::En), &tablee(Lang::Fr));
    }
}
