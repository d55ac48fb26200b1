//! The arguments of `tablee arena`.

use std::num::NonZero;
use std::path::PathBuf;

use clap::{Arg, ArgAction, ArgMatches, Command};
use tablee_core::Lang;
use tablee_games::with_game;

use crate::arguments::{
    OutputFormat, number_option, optional, output_format, output_format_from, path_option, required, seconds_option, seed_option,
    within,
};
use crate::command::CliCommand;
use crate::failure::Failure;
use crate::game_arguments::GameArguments;

const BOTS: &str = "bots";
const LADDER: &str = "ladder";
const ENGINE_SECONDS: &str = "engine-seconds";
const GAMES: &str = "games";
const SEED: &str = "seed";
const JOBS: &str = "jobs";
const WORKERS: &str = "workers";
const SPRT: &str = "sprt";
const BALANCE: &str = "balance";
const ALL_OPTIONS: &str = "all-options";
const RESUME: &str = "resume";
const SVG: &str = "svg";

/// The arguments of `tablee arena`.
pub struct ArenaCommand {
    pub game: GameArguments,
    pub bots: String,
    pub ladder: bool,
    pub engine_seconds: f64,
    pub games: u32,
    pub seed: String,
    pub jobs: Option<NonZero<usize>>,
    pub workers: Option<String>,
    pub sprt: Option<String>,
    pub balance: bool,
    pub all_options: bool,
    pub resume: Option<PathBuf>,
    pub svg: Option<PathBuf>,
    pub format: OutputFormat,
}

impl CliCommand for ArenaCommand {
    const NAME: &'static str = "arena";

    fn declare(command: Command, lang: Lang) -> Command {
        let command = command.about(lang.pick(
            "Let bots play each other to measure them, or one bot against itself to measure how fair the seats are",
            "Faire jouer des robots entre eux pour les mesurer, ou un robot contre lui-même pour mesurer l’équité des places",
        ));
        GameArguments::declare(command, lang, |command, _| {
            command.args(players(lang)).args(extent(lang)).args(questions(lang)).args(output(lang))
        })
    }

    fn from_matches(matches: &ArgMatches) -> Result<ArenaCommand, Failure> {
        let (game, matches) = GameArguments::from_matches(matches);
        Ok(ArenaCommand {
            game,
            bots: required(matches, BOTS),
            ladder: matches.get_flag(LADDER),
            engine_seconds: required(matches, ENGINE_SECONDS),
            games: required(matches, GAMES),
            seed: required(matches, SEED),
            jobs: jobs_from(matches),
            workers: optional(matches, WORKERS),
            sprt: optional(matches, SPRT),
            balance: matches.get_flag(BALANCE),
            all_options: matches.get_flag(ALL_OPTIONS),
            resume: optional(matches, RESUME),
            svg: optional(matches, SVG),
            format: output_format_from(matches),
        })
    }

    fn run(self, lang: Lang) -> Result<(), Failure> {
        with_game!(self.game.game, G => {
            if self.all_options { super::all_options::<G>(&self, lang) } else { super::one::<G>(&self, lang) }
        })
    }
}

/// The options that say which bots play: `--bots`, `--ladder`, `--engine-seconds`.
fn players(lang: Lang) -> [Arg; 3] {
    let say = |en: &'static str, fr: &'static str| lang.pick(en, fr);
    [
        Arg::new(BOTS).long("bots").required(true).value_name(say("BOT,BOT,…", "ROBOT,ROBOT,…")).help(say(
            "the bots: random, greedy, level1, level2 …, search:2000 (playouts), search:0.5s (seconds), uct:2000, uct:0.5s, engine:COMMAND",
            "les robots : random, greedy, level1, level2 …, search:2000 (parties simulées), search:0.5s (secondes), uct:2000, uct:0.5s, engine:COMMANDE",
        )),
        Arg::new(LADDER).long("ladder").action(ArgAction::SetTrue).help(say(
            "each bot meets only its neighbours in the list",
            "chaque robot ne rencontre que ses voisins dans la liste",
        )),
        seconds_option(ENGINE_SECONDS, 0.01..=3600.0, "5").help(say(
            "thinking time of external engines per move, in seconds (default 5)",
            "temps de réflexion des moteurs externes par coup, en secondes (5 par défaut)",
        )),
    ]
}

/// How many games, which, and where they are played.
fn extent(lang: Lang) -> [Arg; 4] {
    let say = |en: &'static str, fr: &'static str| lang.pick(en, fr);
    [
        number_option(GAMES, 1..=10_000_000u32, "200").help(say(
            "number of games, rounded up to complete deals (default 200)",
            "nombre de parties, arrondi à des donnes complètes (200 par défaut)",
        )),
        seed_option(SEED, lang)
            .default_value("1")
            .help(say("random seed of the deals and of the bots (default 1)", "graine des donnes et des robots (1 par défaut)")),
        jobs_option(lang),
        Arg::new(WORKERS).long("workers").value_name("nats://…").conflicts_with(JOBS).help(say(
            "let workers on other machines play the games: run `tablee worker --bus` there with the same address",
            "faire jouer les parties par d’autres machines : lancez-y `tablee worker --bus` avec la même adresse",
        )),
    ]
}

/// What is asked of the games.
fn questions(lang: Lang) -> [Arg; 3] {
    let say = |en: &'static str, fr: &'static str| lang.pick(en, fr);
    [
        Arg::new(SPRT).long("sprt").value_name("P0:P1").conflicts_with(ALL_OPTIONS).help(say(
            "stop as soon as it is certain whether the first of two bots wins at least P1 or at most P0, for example 0.60:0.75; exit code 1 if not P1",
            "s’arrêter dès qu’il est certain que le premier de deux robots gagne au moins P1 ou au plus P0, par exemple 0.60:0.75 ; code de sortie 1 si ce n’est pas P1",
        )),
        Arg::new(BALANCE).long("balance").action(ArgAction::SetTrue).help(say(
            "measure how fair the seats are, with one bot on all of them (as with a single bot in --bots)",
            "mesurer l’équité des places, le même robot les occupant toutes (comme avec un seul robot dans --bots)",
        )),
        Arg::new(ALL_OPTIONS).long("all-options").action(ArgAction::SetTrue).conflicts_with_all([RESUME, SVG]).help(say(
            "a line for each sample of the game's options (only samples with the options given here)",
            "une ligne pour chaque exemple d’options du jeu (seulement ceux qui ont les options données ici)",
        )),
    ]
}

/// Where the results go.
fn output(lang: Lang) -> [Arg; 4] {
    let say = |en: &'static str, fr: &'static str| lang.pick(en, fr);
    let [json, csv] = output_format(lang);
    [
        path_option(RESUME, lang).help(say(
            "append every finished game to this file, and continue the run that is in it",
            "ajouter chaque partie terminée à ce fichier, et continuer la série qui s’y trouve",
        )),
        path_option(SVG, lang).help(say("draw the results into this file", "dessiner les résultats dans ce fichier")),
        json,
        csv,
    ]
}

/// `--jobs`.
pub fn jobs_option(lang: Lang) -> Arg {
    Arg::new(JOBS).long("jobs").value_name("N").value_parser(within(1..=1024u16)).help(lang.pick(
        "number of arena games at the same time (default: one per core)",
        "nombre de parties de l’arène en même temps (par défaut : une par cœur)",
    ))
}

/// The value of [`jobs_option`], if it is given.
pub fn jobs_from(matches: &ArgMatches) -> Option<NonZero<usize>> {
    optional::<u16>(matches, JOBS).and_then(|jobs| NonZero::new(usize::from(jobs)))
}
