//! The commands of `tablee` with their help, in both languages.
//!
//! The options of a game come from the game itself, so a new game has all its flags, help and completions without a line here.

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, Command, ValueHint, value_parser};
use tablee_core::{Game, Lang, OptionKind, OptionSpec, Setup};
use tablee_games::{GameId, with_game};

use crate::serve::command::{backup, serve, worker};

/// The whole command line.
pub fn tablee(lang: Lang) -> Command {
    let say = |en: &'static str, fr: &'static str| lang.pick(en, fr);
    Command::new("tablee")
        .version(env!("CARGO_PKG_VERSION"))
        .about(say(
            "A home for four games of laying and stacking",
            "Une maison pour quatre jeux de pose et d'empilement",
        ))
        .after_help(say(
            "Begin with:\n  tablee play kumata              a game against a bot, here in the terminal\n  tablee rules kumata             its rules, clause by clause\n  tablee play kumata --help       its options\n\nExit codes: 0 all is well; 1 a check was made and the answer is no; 2 the question made no sense or a file cannot be read.",
            "Pour commencer :\n  tablee play kumata              une partie contre un robot, ici dans le terminal\n  tablee rules kumata             ses règles, clause par clause\n  tablee play kumata --help       ses options\n\nCodes de sortie : 0 tout va bien ; 1 une vérification a été faite et la réponse est non ; 2 la demande n'a pas de sens ou un fichier est illisible.",
        ))
        .subcommand_required(true)
        .arg_required_else_help(true)
        .arg(
            Arg::new("lang")
                .long("lang")
                .global(true)
                .value_name("en|fr")
                .value_parser(PossibleValuesParser::new(["en", "fr"]))
                .help(say("the language of all texts (else TABLEE_LANG or the locale)", "la langue de tous les textes (sinon TABLEE_LANG ou la locale)")),
        )
        .subcommands([play(lang), resume(lang), serve(lang), worker(lang), backup(lang), trace(lang), verify(lang), perft(lang), bench(lang), arena(lang), bot(lang), games(lang), rules(lang), sets(lang), completions(lang)])
        .in_the(lang)
}

fn play(lang: Lang) -> Command {
    let say = |en: &'static str, fr: &'static str| lang.pick(en, fr);
    let command = Command::new("play").about(say("Play a game in the terminal", "Jouer une partie dans le terminal"));
    with_games(command, lang, |command, game| {
        let command = command.args(setup(game, lang));
        command
            .arg(Arg::new("seats").long("seats").value_name(say("WHO,WHO,…", "QUI,QUI,…")).help(say(
                "who sits where: a name for each person; for a bot its level such as `level5`, or `engine:COMMAND` (default: you, then gentle bots)",
                "qui est assis où : un nom par personne ; pour un robot son niveau comme `level5`, ou `engine:COMMANDE` (par défaut : vous, puis des robots débonnaires)",
            )))
            .arg(seed(lang, false).help(say(
                "shuffle as this word says, to play the same deal again (default: a secret seed)",
                "mélanger comme ce mot le dit, pour rejouer la même donne (par défaut : une graine secrète)",
            )))
            .arg(Arg::new("salt").long("salt").value_name(say("WORD,WORD,…", "MOT,MOT,…")).help(say(
                "words that the people add to the shuffle, by seat; without it they are asked, once the commitment is shown",
                "mots que les personnes ajoutent au mélange, par place ; sinon on les demande, une fois l'engagement affiché",
            )))
            .arg(
                Arg::new("enter-draws").long("enter-draws").action(ArgAction::SetTrue).conflicts_with_all(["seed", "salt"]).help(
                    say("for the real box: you type in what is drawn", "pour la vraie boîte : vous saisissez ce qui est pioché"),
                ),
            )
            .arg(
                Arg::new("save")
                    .long("save")
                    .value_name(say("FILE", "FICHIER"))
                    .value_hint(ValueHint::FilePath)
                    .help(say("save after every move", "enregistrer après chaque coup")),
            )
    })
}

fn resume(lang: Lang) -> Command {
    let say = |en: &'static str, fr: &'static str| lang.pick(en, fr);
    Command::new("resume")
        .about(say(
            "Go on with a saved game, and save it there after every move",
            "Reprendre une partie enregistrée, et l'y enregistrer après chaque coup",
        ))
        .arg(file(lang))
}

fn trace(lang: Lang) -> Command {
    let say = |en: &'static str, fr: &'static str| lang.pick(en, fr);
    let command = Command::new("trace").about(say(
        "Play random games and print them as JSON lines, to compare implementations of the rules",
        "Jouer des parties au hasard et les écrire en lignes JSON, pour comparer des programmes",
    ));
    with_games(command, lang, |command, _| {
        command.arg(seed(lang, true).help(say("the word that decides the games", "le mot qui décide des parties"))).arg(
            Arg::new("games")
                .long("games")
                .value_name("N")
                .default_value("1")
                .value_parser(value_parser!(u64).range(1..))
                .help(say("how many games (default 1)", "combien de parties (1 par défaut)")),
        )
    })
}

fn verify(lang: Lang) -> Command {
    let say = |en: &'static str, fr: &'static str| lang.pick(en, fr);
    Command::new("verify")
        .about(say(
            "Prove or disprove a record or a trace: every move, every draw, the count",
            "Prouver ou réfuter une partie enregistrée ou une trace : chaque coup, chaque pioche, le décompte",
        ))
        .arg(
            file(lang)
                .help(say("a record or a trace; `-` is standard input", "une partie ou une trace ; `-` est l'entrée standard")),
        )
        .arg(set_file(lang))
        .arg(json(lang))
}

fn perft(lang: Lang) -> Command {
    let say = |en: &'static str, fr: &'static str| lang.pick(en, fr);
    let command = Command::new("perft")
        .about(say("Count every line of play to a depth", "Compter toutes les suites de coups jusqu'à une profondeur"));
    with_games(command, lang, |command, _| {
        command
            .arg(
                Arg::new("depth")
                    .long("depth")
                    .value_name("N")
                    .default_value("3")
                    .value_parser(value_parser!(u32).range(1..=12))
                    .help(say("how many plies deep (default 3)", "profondeur en coups (3 par défaut)")),
            )
            .arg(seed(lang, false).default_value("1").help(say(
                "the word that decides the setup and the moves skipped",
                "le mot qui décide de la mise en place et des coups passés",
            )))
            .arg(
                Arg::new("skip").long("skip").value_name("N").default_value("0").value_parser(value_parser!(u32)).help(say(
                    "play so many random plies first (default 0)",
                    "jouer d'abord tant de coups au hasard (0 par défaut)",
                )),
            )
            .arg(json(lang))
    })
}

fn bench(lang: Lang) -> Command {
    let say = |en: &'static str, fr: &'static str| lang.pick(en, fr);
    Command::new("bench")
        .about(say(
            "Measure random playouts on one core, or the bots' search, a row for each game and set of options",
            "Mesurer des parties au hasard sur un cœur, ou la recherche des robots, une ligne par jeu et par jeu d'options",
        ))
        .arg(Arg::new("search").long("search").action(ArgAction::SetTrue).help(say(
            "measure the search: on one core, on all, and how fast it stops",
            "mesurer la recherche : sur un cœur, sur tous, et sa promptitude à s'arrêter",
        )))
        .arg(
            Arg::new("game")
                .value_name(say("GAME", "JEU"))
                .value_parser(game_names())
                .help(say("only this game", "seulement ce jeu")),
        )
        .arg(
            Arg::new("seconds")
                .long("seconds")
                .value_name("S")
                .default_value("0.5")
                .value_parser(value_parser!(f64))
                .help(say("how long each repeat lasts (default 0.5)", "la durée de chaque répétition (0.5 par défaut)")),
        )
        .arg(
            Arg::new("repeats")
                .long("repeats")
                .value_name("N")
                .default_value("7")
                .value_parser(value_parser!(u32).range(1..=1000))
                .help(say(
                    "how many repeats, whose median is shown (default 7)",
                    "le nombre de répétitions, dont on montre la médiane (7 par défaut)",
                )),
        )
        .arg(json(lang))
        .args_conflicts_with_subcommands(true)
        .subcommand(bench_server(lang))
}

fn bench_server(lang: Lang) -> Command {
    let say = |en: &'static str, fr: &'static str| lang.pick(en, fr);
    let number = |name: &'static str, default: &'static str, range: std::ops::RangeInclusive<i64>| {
        Arg::new(name).long(name).value_name("N").default_value(default).value_parser(value_parser!(u32).range(range))
    };
    Command::new("server")
        .about(say(
            "Measure the server, started as a second process and loaded over sockets",
            "Mesurer le serveur, lancé comme second processus et chargé par des connexions",
        ))
        .arg(number("matches", "200", 1..=5000).help(say(
            "matches of Rumis for two at once (default 200)",
            "parties de Rumis à deux en même temps (200 par défaut)",
        )))
        .arg(number("rate", "5000", 1..=1_000_000).help(say(
            "moves a second in the run at a fixed rate (default 5000)",
            "coups par seconde dans la mesure à cadence fixe (5000 par défaut)",
        )))
        .arg(number("sockets", "10000", 0..=50_000).help(say(
            "sockets in the run where nobody says anything (default 10000)",
            "connexions dans la mesure où personne ne dit rien (10000 par défaut)",
        )))
        .arg(
            Arg::new("seconds")
                .long("seconds")
                .value_name("S")
                .default_value("10")
                .value_parser(value_parser!(f64))
                .help(say("how long each run lasts (default 10)", "la durée de chaque mesure (10 par défaut)")),
        )
        .arg(number("nodes", "0", 0..=20).help(say(
            "instead of one server with a file, so many that share PostgreSQL and NATS, which are started for it (default 0)",
            "au lieu d'un serveur avec un fichier, tant de serveurs qui partagent PostgreSQL et NATS, lancés pour cela (0 par défaut)",
        )))
        .arg(
            Arg::new("cores-each")
                .long("cores-each")
                .value_name("N")
                .value_parser(value_parser!(f64))
                .help(say(
                    "hold each server to so many processors, such as 0.3, as if it had a machine of its own (Linux, as root)",
                    "limiter chaque serveur à tant de processeurs, comme 0.3, comme s'il avait sa propre machine (Linux, en root)",
                )),
        )
        .arg(number("kills", "0", 0..=10_000).help(say(
            "instead, kill it so many times under load, and prove that nothing was lost",
            "au lieu de cela, le tuer tant de fois sous la charge, et prouver que rien n'est perdu",
        )))
        .arg(json(lang))
}

fn bot(lang: Lang) -> Command {
    let say = |en: &'static str, fr: &'static str| lang.pick(en, fr);
    Command::new("bot")
        .about(say(
            "Speak the engine protocol: our bots for other programs (docs/engine-protocol.md)",
            "Parler le protocole des moteurs : nos robots pour d'autres programmes (docs/engine-protocol.md)",
        ))
        .arg(Arg::new("bot").value_name(say("BOT", "ROBOT")).help(say(
            "how it plays: `level5`, `greedy`, `search:2000` … (default: the strongest level)",
            "sa façon de jouer : `level5`, `greedy`, `search:2000` … (par défaut : le niveau le plus fort)",
        )))
        .arg(
            Arg::new("seed")
                .long("seed")
                .value_name("N")
                .default_value("1")
                .value_parser(value_parser!(u64))
                .help(say("what its dice follow (default 1)", "ce que suivent ses dés (1 par défaut)")),
        )
}

/// `--jobs`.
pub fn jobs(lang: Lang) -> Arg {
    Arg::new("jobs").long("jobs").value_name("N").value_parser(value_parser!(u16).range(1..=1024)).help(lang.pick(
        "how many games of the arena at once (default: one a core)",
        "combien de parties de l'arène à la fois (par défaut : une par cœur)",
    ))
}

fn arena(lang: Lang) -> Command {
    let say = |en: &'static str, fr: &'static str| lang.pick(en, fr);
    let command = Command::new("arena").about(say(
        "Let bots play each other, to measure them; or one bot against itself, to measure the seats of a board",
        "Faire jouer des robots entre eux, pour les mesurer ; ou un robot contre lui-même, pour mesurer les places d'un plateau",
    ));
    with_games(command, lang, |command, _| {
        command
            .arg(Arg::new("bots").long("bots").required(true).value_name(say("BOT,BOT,…", "ROBOT,ROBOT,…")).help(say(
                "who plays: random, greedy, level1 and on, search:2000 (playouts), search:0.5s (seconds), uct:2000, uct:0.5s, engine:COMMAND",
                "qui joue : random, greedy, level1 et suivants, search:2000 (parties simulées), search:0.5s (secondes), uct:2000, uct:0.5s, engine:COMMANDE",
            )))
            .arg(Arg::new("ladder").long("ladder").action(ArgAction::SetTrue).help(say(
                "each bot meets only those next to it in the list",
                "chaque robot ne rencontre que ses voisins dans la liste",
            )))
            .arg(
                Arg::new("engine-seconds")
                    .long("engine-seconds")
                    .value_name("S")
                    .default_value("5")
                    .value_parser(value_parser!(f64))
                    .help(say(
                        "how long other people's engines may think about a move (default 5)",
                        "combien de temps les moteurs des autres peuvent réfléchir à un coup (5 par défaut)",
                    )),
            )
            .arg(
                Arg::new("games")
                    .long("games")
                    .value_name("N")
                    .default_value("200")
                    .value_parser(value_parser!(u32).range(1..=10_000_000))
                    .help(say(
                        "how many games, rounded up to whole deals (default 200)",
                        "combien de parties, arrondi aux donnes entières (200 par défaut)",
                    )),
            )
            .arg(seed(lang, false).default_value("1").help(say(
                "the word that decides the deals and the dice of the bots (default 1)",
                "le mot qui décide des donnes et des dés des robots (1 par défaut)",
            )))
            .arg(jobs(lang))
            .arg(Arg::new("workers").long("workers").value_name("nats://…").conflicts_with("jobs").help(say(
                "have the games played by all who work there: on any machine, `tablee worker --bus` with the same address",
                "faire jouer les parties par tous ceux qui y travaillent : sur n'importe quelle machine, `tablee worker --bus` avec la même adresse",
            )))
            .arg(Arg::new("sprt").long("sprt").value_name("P0:P1").conflicts_with("all-options").help(say(
                "end as soon as it is certain whether the first of two bots wins more or less, such as 0.60:0.75; exit code 1 if not more",
                "finir dès qu'il est sûr que le premier de deux robots gagne plus ou moins, comme 0.60:0.75 ; code de sortie 1 si ce n'est pas plus",
            )))
            .arg(Arg::new("balance").long("balance").action(ArgAction::SetTrue).help(say(
                "how fair the seats are, with one bot on all of them (as with a single bot in --bots)",
                "si les places sont égales, avec un seul robot partout (comme avec un seul robot dans --bots)",
            )))
            .arg(
                Arg::new("all-options").long("all-options").action(ArgAction::SetTrue).conflicts_with_all(["resume", "svg"]).help(say(
                    "a line for each sample of the game's options (those that have the options given here)",
                    "une ligne par exemple d'options du jeu (ceux qui ont les options données ici)",
                )),
            )
            .arg(
                Arg::new("resume")
                    .long("resume")
                    .value_name(say("FILE", "FICHIER"))
                    .value_hint(ValueHint::FilePath)
                    .help(say(
                        "keep every finished game in this file, and go on where it ends",
                        "garder chaque partie finie dans ce fichier, et reprendre là où il s'arrête",
                    )),
            )
            .arg(
                Arg::new("svg")
                    .long("svg")
                    .value_name(say("FILE", "FICHIER"))
                    .value_hint(ValueHint::FilePath)
                    .help(say("draw the results into this file", "dessiner les résultats dans ce fichier")),
            )
            .arg(json(lang))
    })
}

fn games(lang: Lang) -> Command {
    Command::new("games")
        .about(lang.pick("List the games with their options", "Lister les jeux et leurs options"))
        .arg(json(lang))
}

fn rules(lang: Lang) -> Command {
    let say = |en: &'static str, fr: &'static str| lang.pick(en, fr);
    Command::new("rules")
        .about(say("Show the rules of a game, clause by clause", "Afficher les règles d'un jeu, clause par clause"))
        .arg(
            Arg::new("game")
                .required(true)
                .value_name(say("GAME", "JEU"))
                .value_parser(game_names())
                .help(say("the game (see `tablee games`)", "le jeu (voir `tablee games`)")),
        )
        .arg(
            Arg::new("clause")
                .value_name("CLAUSE")
                .help(say("only this clause, such as K14", "seulement cette clause, comme K14")),
        )
}

fn sets(lang: Lang) -> Command {
    let say = |en: &'static str, fr: &'static str| lang.pick(en, fr);
    Command::new("sets")
        .about(say("Check set files, or begin one of your own", "Vérifier des jeux de pièces, ou en commencer un"))
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommand(
            Command::new("check")
                .about(say(
                    "Say whether a set file is right, else what is wrong and where",
                    "Dire si un fichier de pièces est juste, sinon ce qui ne va pas et où",
                ))
                .arg(file(lang))
                .arg(
                    Arg::new("game")
                        .long("game")
                        .value_name(say("GAME", "JEU"))
                        .value_parser(game_names())
                        .help(say("the game it is for (else it is guessed)", "le jeu concerné (sinon on le devine)")),
                )
                .arg(json(lang)),
        )
        .subcommand(
            Command::new("show")
                .about(say(
                    "Print the house set of a game, to begin your own from",
                    "Écrire le jeu de pièces de la maison, pour partir de là",
                ))
                .arg(
                    Arg::new("game")
                        .required(true)
                        .value_name(say("GAME", "JEU"))
                        .value_parser(game_names())
                        .help(say("the game (see `tablee games`)", "le jeu (voir `tablee games`)")),
                ),
        )
}

fn completions(lang: Lang) -> Command {
    let say = |en: &'static str, fr: &'static str| lang.pick(en, fr);
    Command::new("completions").about(say("Print completions for a shell", "Écrire la complétion pour un shell")).arg(
        Arg::new("shell")
            .required(true)
            .value_name("SHELL")
            .value_parser(value_parser!(clap_complete::Shell))
            .help(say("bash, elvish, fish, powershell or zsh", "bash, elvish, fish, powershell ou zsh")),
    )
}

/// The file that a command is about.
pub fn file(lang: Lang) -> Arg {
    Arg::new("file")
        .required(true)
        .value_name(lang.pick("FILE", "FICHIER"))
        .value_hint(ValueHint::FilePath)
        .help(lang.pick("the file", "le fichier"))
}

fn set_file(lang: Lang) -> Arg {
    Arg::new("set").long("set").value_name(lang.pick("FILE", "FICHIER")).value_hint(ValueHint::FilePath).help(
        lang.pick("a set file of your own instead of the house's", "un fichier de pièces à vous au lieu de celui de la maison"),
    )
}

fn json(lang: Lang) -> Arg {
    Arg::new("json")
        .long("json")
        .action(ArgAction::SetTrue)
        .help(lang.pick("write JSON, for programs", "écrire du JSON, pour les programmes"))
}

fn seed(lang: Lang, required: bool) -> Arg {
    Arg::new("seed").long("seed").required(required).value_name(lang.pick("WORD", "MOT"))
}

fn game_names() -> PossibleValuesParser {
    PossibleValuesParser::new(GameId::ALL.map(GameId::name))
}

/// The flag for a setup laid by the players themselves, for a game that has one.
fn setup(game: GameId, lang: Lang) -> Option<Arg> {
    fn example<G: Game>() -> &'static str {
        <G::Setup as Setup<G::Options>>::EXAMPLE
    }
    let example = with_game!(game, G => example::<G>());
    let help = lang.pick(
        format!("what lies on the table at the start, laid by yourselves, as a record writes it: \"{example}\""),
        format!("ce qui est sur la table au début, posé par vous-mêmes, comme dans une partie enregistrée : « {example} »"),
    );
    (!example.is_empty()).then(|| Arg::new("setup").long("setup").value_name(lang.pick("TEXT", "TEXTE")).help(help))
}

/// A subcommand for each game, with the game's own options and those of the command.
fn with_games(command: Command, lang: Lang, arguments: impl Fn(Command, GameId) -> Command) -> Command {
    let games = GameId::ALL.map(|game| {
        let (about, specs) = with_game!(game, G => (G::ABOUT.say(lang), G::OPTIONS));
        let options = specs.iter().map(|spec| option(spec, lang));
        arguments(Command::new(game.name()).about(about).args(options).arg(set_file(lang)), game)
    });
    command.subcommand_required(true).arg_required_else_help(true).subcommands(games)
}

/// The flag of a game's option. Its value is read by the game's own words later, so that every face says the same about it.
fn option(spec: &OptionSpec, lang: Lang) -> Arg {
    let arg = Arg::new(spec.name).long(spec.name.replace('_', "-")).help(spec.help.say(lang));
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

/// What clap itself writes, in the reader's language.
trait InTheLanguage {
    fn in_the(self, lang: Lang) -> Self;
}

impl InTheLanguage for Command {
    fn in_the(self, lang: Lang) -> Command {
        // Each part has its heading only where there is something under it.
        let heading = |en: &str, fr: &str, part: &str| format!("{}\n{{{part}}}\n\n", lang.pick(en, fr));
        let mut template =
            lang.pick("{about-with-newline}\nUsage: {usage}\n\n", "{about-with-newline}\nUsage : {usage}\n\n").to_owned();
        if self.get_subcommands().next().is_some() {
            template += &heading("Commands:", "Commandes :", "subcommands");
        }
        if self.get_positionals().next().is_some() {
            template += &heading("Arguments:", "Arguments :", "positionals");
        }
        template += lang.pick("Options:\n{options}{after-help}", "Options :\n{options}{after-help}");
        let names: Vec<_> = self.get_subcommands().map(|command| command.get_name().to_owned()).collect();
        let arguments: Vec<_> =
            self.get_arguments().filter(|arg| arg.get_action().takes_values()).map(|arg| arg.get_id().clone()).collect();
        let mut command = self
            .help_template(template)
            .subcommand_value_name(lang.pick("COMMAND", "COMMANDE"))
            .disable_help_subcommand(true)
            .disable_help_flag(true)
            .disable_version_flag(true)
            .arg(
                Arg::new("help")
                    .long("help")
                    .short('h')
                    .action(ArgAction::Help)
                    .help(lang.pick("show this help", "afficher cette aide")),
            );
        if command.get_version().is_some() {
            command = command.arg(
                Arg::new("version")
                    .long("version")
                    .short('V')
                    .action(ArgAction::Version)
                    .help(lang.pick("show the version", "afficher la version")),
            );
        }
        for argument in arguments {
            // The help of each argument says it, in the reader's language.
            command = command.mut_arg(argument, |arg| arg.hide_possible_values(true).hide_default_value(true));
        }
        for name in names {
            command = command.mut_subcommand(name, |command| command.in_the(lang));
        }
        command
    }
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
    fn every_help_is_there_in_both_languages() {
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
