//! The arguments of a command that has one subcommand per game: the game, its options and its set.
//!
//! The options of a game come from the game itself, so a new game has its options, help and completions without a line
//! here.

use std::path::PathBuf;
use std::sync::Arc;

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgMatches, Command};
use tablee_core::{Game, Lang, OptionKind, OptionSpec, OptionValues};
use tablee_games::options::{complete, standard_set};
use tablee_games::{GameId, with_game};

use crate::arguments::{optional, path_option};
use crate::failure::Failure;
use crate::files::{read_text_file, shown};
use crate::sets::{keeps_our_id, read_set};
use crate::show::warn;

const SET: &str = "set";

/// A game with what the command line says about it.
pub struct GameArguments {
    /// The game that the subcommand names.
    pub game: GameId,
    /// The options that were given, as they were written.
    written: Vec<(&'static OptionSpec, String)>,
    /// The file of `--set`.
    set: Option<PathBuf>,
}

impl GameArguments {
    /// A subcommand for each game, with the options of the game and the arguments of the command.
    pub fn declare(command: Command, lang: Lang, arguments: impl Fn(Command, GameId) -> Command) -> Command {
        let games = GameId::ALL.map(|game| {
            let (about, specs) = with_game!(game, G => (G::ABOUT.say(lang), G::OPTIONS));
            let options = specs.iter().map(|spec| option(spec, lang));
            arguments(Command::new(game.name()).about(about).args(options).arg(set_file(lang)), game)
        });
        command.subcommand_required(true).arg_required_else_help(true).subcommands(games)
    }

    /// The game, and the matches that hold the arguments of the command itself.
    pub fn from_matches(matches: &ArgMatches) -> (GameArguments, &ArgMatches) {
        let (name, matches) = matches.subcommand().expect("a game is required");
        let game = GameId::from_name(name).expect("each of these subcommands is a game");
        let specs = with_game!(game, G => G::OPTIONS);
        let written = |spec: &'static OptionSpec| Some((spec, matches.get_one::<String>(spec.name)?.clone()));
        let written = specs.iter().filter_map(written).collect();
        (GameArguments { game, written, set: optional(matches, SET) }, matches)
    }

    /// The set of `--set`, or our own. Warns about a set that is not ours but has the id of ours.
    pub fn set<G: Game>(&self, lang: Lang) -> Result<Arc<G::Set>, Failure> {
        let Some(path) = &self.set else { return Ok(standard_set::<G>()) };
        let set = read_set::<G>(&read_text_file(path)?).map_err(|problem| problem.after(&shown(path)))?;
        if let Some(warning) = keeps_our_id::<G>(&set) {
            warn(&warning.after(&shown(path)), lang);
        }
        Ok(Arc::new(set))
    }

    /// The options that were given.
    pub fn values(&self) -> Result<OptionValues, Failure> {
        let mut values = OptionValues::new();
        for (spec, written) in &self.written {
            values.set(spec.name, spec.read(written)?);
        }
        Ok(values)
    }

    /// All options of the game, with defaults where nothing was given.
    pub fn options<G: Game>(&self, lang: Lang) -> Result<G::Options, Failure> {
        Ok(complete::<G>(&self.values()?, self.set::<G>(lang)?)?)
    }
}

/// `--set`.
pub fn set_file(lang: Lang) -> Arg {
    path_option(SET, lang)
        .help(lang.pick("a set file of your own instead of ours", "votre propre fichier de matériel au lieu du nôtre"))
}

/// The file of `--set`, for commands that have it without a game.
pub fn set_path(matches: &ArgMatches) -> Option<PathBuf> {
    optional(matches, SET)
}

/// The flag of a game's option. The game reads its value, so that every interface gives the same refusal.
fn option(spec: &'static OptionSpec, lang: Lang) -> Arg {
    // Checked here already, so that a refusal names the flag.
    let checked = move |written: &str| spec.read_unnamed(written).map(|_| written.to_owned());
    let arg = Arg::new(spec.name).long(spec.name.replace('_', "-")).help(spec.help.say(lang));
    let arg = arg.value_parser(checked);
    match spec.kind {
        OptionKind::Number { .. } => arg.value_name("N"),
        OptionKind::Flag => arg.value_name(lang.pick("yes|no", "oui|non")).num_args(0..=1).default_missing_value("true"),
        // Known words are given to clap too, so that shells complete them.
        OptionKind::Word(known) if !known.is_empty() => {
            arg.value_name(known.join("|")).value_parser(PossibleValuesParser::new(known))
        }
        OptionKind::Word(_) => arg.value_name(lang.pick("WORD", "MOT")),
        OptionKind::Words(_) => arg.value_name(lang.pick("WORD,WORD,…", "MOT,MOT,…")),
        OptionKind::Seats => arg.value_name(lang.pick("SEATS", "PLACES")),
    }
}
