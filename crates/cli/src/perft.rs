//! `tablee perft`: counts every line of play to a depth.

use std::time::Instant;

use clap::{ArgMatches, Command};
use serde_json::json;
use tablee_core::perft::perft;
use tablee_core::{Game, Lang, Position, Setup};
use tablee_games::{trace, with_game};

use crate::arguments::{OutputFormat, number_option, output_format, output_format_from, required, seed_option};
use crate::command::CliCommand;
use crate::failure::Failure;
use crate::game_arguments::GameArguments;
use crate::rows::RowWriter;
use crate::show::print_line;

const DEPTH: &str = "depth";
const SEED: &str = "seed";
const SKIP: &str = "skip";

/// The arguments of `tablee perft`.
pub struct Perft {
    game: GameArguments,
    depth: u32,
    seed: String,
    skip: u32,
    format: OutputFormat,
}

impl CliCommand for Perft {
    const NAME: &'static str = "perft";

    fn declare(command: Command, lang: Lang) -> Command {
        let say = |en: &'static str, fr: &'static str| lang.pick(en, fr);
        let command = command.about(say(
            "Count every line of play to a depth, to check an implementation of the rules",
            "Compter toutes les suites de coups jusqu’à une profondeur, pour vérifier une implémentation des règles",
        ));
        GameArguments::declare(command, lang, |command, _| {
            command
                .arg(
                    number_option(DEPTH, 1..=12u32, "3")
                        .help(say("depth in plies (default 3)", "profondeur en coups (3 par défaut)")),
                )
                .arg(seed_option(SEED, lang).default_value("1").help(say(
                    "random seed of the setup and of the skipped plies (default 1)",
                    "graine de la mise en place et des coups passés (1 par défaut)",
                )))
                .arg(number_option(SKIP, 0..=u32::MAX, "0").help(say(
                    "first play this many random plies (default 0)",
                    "jouer d’abord ce nombre de coups au hasard (0 par défaut)",
                )))
                .args(output_format(lang))
        })
    }

    fn from_matches(matches: &ArgMatches) -> Result<Perft, Failure> {
        let (game, matches) = GameArguments::from_matches(matches);
        Ok(Perft {
            game,
            depth: required(matches, DEPTH),
            seed: required(matches, SEED),
            skip: required(matches, SKIP),
            format: output_format_from(matches),
        })
    }

    fn run(self, lang: Lang) -> Result<(), Failure> {
        with_game!(self.game.game, G => self.count::<G>(lang))
    }
}

impl Perft {
    fn count<G: Game>(&self, lang: Lang) -> Result<(), Failure> {
        let (seed, skip) = (&self.seed, self.skip);
        let options = self.game.options::<G>(lang)?;
        let mut dice = trace::dice(seed, 0);
        let setup = G::Setup::random(&options, &mut dice);
        let mut position = G::start(&options, &setup);
        let mut scratch = Vec::new();
        for _ in 0..skip {
            match position.pick(&mut dice, &mut scratch) {
                Some(mv) => position.play_unchecked(mv),
                None => break,
            }
        }
        let mut rows = RowWriter::new(self.format, &["game", "seed", "skip", "depth", "lines"]);
        if rows.is_none() {
            print_line(format_args!("{:>5} {:>16} {:>10}", lang.pick("depth", "prof."), lang.pick("lines", "suites"), "s"))?;
        }
        for depth in 1..=self.depth {
            let begin = Instant::now();
            let lines = perft(&position, depth);
            let seconds = begin.elapsed().as_secs_f64();
            match &mut rows {
                Some(rows) => {
                    rows.write(&json!({ "game": G::ID, "seed": seed, "skip": skip, "depth": depth, "lines": lines }))?;
                }
                None => print_line(lang.decimals(format!("{depth:>5} {lines:>16} {seconds:>10.3}")))?,
            }
        }
        Ok(())
    }
}
