//! `tablee trace`: random games as JSON lines.

use std::io::{BufWriter, Write, stdout};

use clap::{ArgMatches, Command};
use tablee_core::{Game, Lang};
use tablee_games::{trace, with_game};

use crate::arguments::{number_option, required, seed_option};
use crate::command::CliCommand;
use crate::failure::Failure;
use crate::game_arguments::GameArguments;

const SEED: &str = "seed";
const GAMES: &str = "games";

/// The arguments of `tablee trace`.
pub struct Trace {
    game: GameArguments,
    seed: String,
    games: u64,
}

impl CliCommand for Trace {
    const NAME: &'static str = "trace";

    fn declare(command: Command, lang: Lang) -> Command {
        let say = |en: &'static str, fr: &'static str| lang.pick(en, fr);
        let command = command.about(say(
            "Play random games and print them as JSON lines, to compare implementations of the rules",
            "Jouer des parties au hasard et les écrire en lignes JSON, pour comparer des implémentations des règles",
        ));
        GameArguments::declare(command, lang, |command, _| {
            command
                .arg(
                    seed_option(SEED, lang)
                        .required(true)
                        .help(say("random seed: any word", "graine aléatoire : un mot quelconque")),
                )
                .arg(
                    number_option(GAMES, 1..=1_000_000_000_u64, "1")
                        .help(say("number of games (default 1)", "nombre de parties (1 par défaut)")),
                )
        })
    }

    fn from_matches(matches: &ArgMatches) -> Result<Trace, Failure> {
        let (game, matches) = GameArguments::from_matches(matches);
        Ok(Trace { game, seed: required(matches, SEED), games: required(matches, GAMES) })
    }

    fn run(self, lang: Lang) -> Result<(), Failure> {
        with_game!(self.game.game, G => self.write::<G>(lang))
    }
}

impl Trace {
    fn write<G: Game>(&self, lang: Lang) -> Result<(), Failure> {
        let options = self.game.options::<G>(lang)?;
        let mut out = BufWriter::new(stdout().lock());
        for game in 0..self.games {
            trace::write::<G>(&options, &mut trace::dice(&self.seed, game), &mut out)?;
        }
        Ok(out.flush()?)
    }
}
