//! `tablee play`: who plays, the shuffle, the first save.

use std::path::PathBuf;

use clap::{Arg, ArgAction, ArgMatches, Command};
use tablee_core::{Game, Knowledge, Lang, Scenic, Seat, Setup, Text, text};
use tablee_games::shuffle::{Bytes32, Salt, Shuffle};
use tablee_games::{GameId, GameInProgress, Player, Settled, check_name, with_game};

use super::bots::{Bots, GENTLE, check_engines, is_bot_name};
use super::input::Input;
use super::terminal_game::TerminalGame;
use super::{announce, bot_dice, save, secret_seed};
use crate::arguments::{optional, path_option, seed_option};
use crate::command::CliCommand;
use crate::failure::Failure;
use crate::game_arguments::GameArguments;
use crate::show::print_line;

const SETUP: &str = "setup";
const SEATS: &str = "seats";
const SEED: &str = "seed";
const SALT: &str = "salt";
const ENTER_DRAWS: &str = "enter-draws";
const SAVE: &str = "save";

/// The arguments of `tablee play`.
pub struct Play {
    game: GameArguments,
    setup: Option<String>,
    seats: Option<String>,
    seed: Option<String>,
    salt: Option<String>,
    enter_draws: bool,
    save: Option<PathBuf>,
}

impl CliCommand for Play {
    const NAME: &'static str = "play";

    fn declare(command: Command, lang: Lang) -> Command {
        let say = |en: &'static str, fr: &'static str| lang.pick(en, fr);
        let command = command.about(say("Play a game in the terminal", "Jouer une partie dans le terminal"));
        GameArguments::declare(command, lang, |command, game| {
            command
                .args(setup_option(game, lang))
                .arg(Arg::new(SEATS).long("seats").value_name(say("WHO,WHO,…", "QUI,QUI,…")).help(say(
                    "the players, one per seat: a person's name; a bot's level such as `level5`; or `engine:COMMAND` (default: you against easy bots)",
                    "les joueurs, un par place : le nom d’une personne ; le niveau d’un robot, comme `level5` ; ou `engine:COMMANDE` (par défaut : vous contre des robots faciles)",
                )))
                .arg(seed_option(SEED, lang).help(say(
                    "random seed of the shuffle, to play the same deal again (default: a secret seed)",
                    "graine du mélange, pour rejouer la même donne (par défaut : une graine secrète)",
                )))
                .arg(Arg::new(SALT).long("salt").value_name(say("WORD,WORD,…", "MOT,MOT,…")).help(say(
                    "words that people add to the shuffle, by seat (default: the game asks, once the commitment is shown)",
                    "mots que les personnes ajoutent au mélange, par place (par défaut : demandés une fois l’engagement affiché)",
                )))
                .arg(Arg::new(ENTER_DRAWS).long("enter-draws").action(ArgAction::SetTrue).conflicts_with_all([SEED, SALT]).help(
                    say("for the real box: you type what is drawn", "avec la vraie boîte : vous saisissez ce qui est tiré"),
                ))
                .arg(path_option(SAVE, lang).help(say("save to this file after every move", "enregistrer dans ce fichier après chaque coup")))
        })
    }

    fn from_matches(matches: &ArgMatches) -> Result<Play, Failure> {
        let (game, matches) = GameArguments::from_matches(matches);
        let has_setup = !setup_example(game.game).is_empty();
        Ok(Play {
            game,
            setup: if has_setup { optional(matches, SETUP) } else { None },
            seats: optional(matches, SEATS),
            seed: optional(matches, SEED),
            salt: optional(matches, SALT),
            enter_draws: matches.get_flag(ENTER_DRAWS),
            save: optional(matches, SAVE),
        })
    }

    fn run(self, lang: Lang) -> Result<(), Failure> {
        with_game!(self.game.game, G => self.begin::<G>(lang))
    }
}

/// A setup as an example; empty for a game that settles nothing before its first ply.
fn setup_example(game: GameId) -> &'static str {
    fn example<G: Game>() -> &'static str {
        <G::Setup as Setup<G::Options>>::EXAMPLE
    }
    with_game!(game, G => example::<G>())
}

/// `--setup`, for a game that settles something before its first ply.
fn setup_option(game: GameId, lang: Lang) -> Option<Arg> {
    let example = setup_example(game);
    let help = lang.pick(
        format!("the setup that you laid yourselves, written as in a record: \"{example}\""),
        format!("la mise en place que vous avez posée, écrite comme dans une partie enregistrée : « {example} »"),
    );
    (!example.is_empty()).then(|| Arg::new(SETUP).long("setup").value_name(lang.pick("TEXT", "TEXTE")).help(help))
}

impl Play {
    fn begin<G: Scenic<Position: Knowledge>>(&self, lang: Lang) -> Result<(), Failure> {
        let options = self.game.options::<G>(lang)?;
        let seats = G::option_values(&options).number("players", 2) as usize;
        let players = read_players::<G::Position>(self.seats.as_deref(), seats, lang)?;
        let laid = self.setup.as_deref().map(|line| <G::Setup as Setup<_>>::read(&options, line)).transpose()?;
        if let Some(path) = &self.save {
            save::check_new(path)?;
            save::check_writable(path)?;
        }
        check_engines::<G>(&players, &options)?;
        let mut input = Input::new()?;
        let shuffle = self.shuffle::<G>(&players, laid.is_some(), &mut input, lang)?;
        let bots = bot_dice(self.seed.as_deref())?;
        let settled = laid.map_or(Settled::Shuffled, Settled::Laid);
        let game = GameInProgress::<G>::begin(options, players, shuffle, settled)?;
        let bots = Bots::seat(&game, bots)?;
        if let Some(path) = &self.save {
            save::save(path, &game.record().to_string())?;
        }
        TerminalGame::new(game, input, bots, self.save.clone(), lang).run()
    }

    /// The shuffle; none in a game without chance, and none if people enter what they draw.
    fn shuffle<G: Game>(
        &self,
        players: &[Player],
        laid: bool,
        input: &mut Input,
        lang: Lang,
    ) -> Result<Option<Shuffle>, Failure> {
        let example = <G::Setup as Setup<G::Options>>::EXAMPLE;
        if self.enter_draws && G::CHANCE && !laid && !example.is_empty() {
            return Err(Failure::Usage(text!(
                "--enter-draws also needs --setup: what lies on the table, such as \"{example}\"",
                "--enter-draws demande aussi --setup : ce qui est sur la table, comme « {example} »"
            )));
        }
        if self.enter_draws || !G::CHANCE {
            announce::<G>(None, lang)?;
            return Ok(None);
        }
        let seed = self.seed.as_deref().map_or_else(secret_seed, |word| Ok(Bytes32::from_words(word)))?;
        // First the commitment, then the salts: so nobody can choose one to suit the other.
        announce::<G>(Some(seed.commitment()), lang)?;
        let salts = match &self.salt {
            Some(list) => read_salts(list, players.len())?,
            None if self.seed.is_none() && input.is_terminal() => ask_salts(players, input, lang)?,
            None => Vec::new(),
        };
        Ok(Some(Shuffle::revealed(seed, salts)))
    }
}

/// The players by seat: `Anne,level5`. Without a list, a person on the first seat and bots on the others.
fn read_players<P: Knowledge>(list: Option<&str>, seats: usize, lang: Lang) -> Result<Vec<Player>, Text> {
    let Some(list) = list else {
        let you = Player::Human(lang.pick("You", "Vous").to_owned());
        return Ok(std::iter::once(you).chain((1..seats).map(|_| Player::Bot(GENTLE.to_owned()))).collect());
    };
    let names: Vec<_> = list.split(',').map(str::trim).collect();
    if names.len() != seats || names.contains(&"") {
        return Err(text!(
            "--seats does not name a player for each of the {seats} seats",
            "--seats ne nomme pas un joueur pour chacune des {seats} places"
        ));
    }
    let player = |name| {
        let name = check_name(name)?.to_owned();
        Ok(if is_bot_name::<P>(&name)? { Player::Bot(name) } else { Player::Human(name) })
    };
    names.into_iter().map(player).collect()
}

fn read_salts(list: &str, seats: usize) -> Result<Vec<Salt>, Text> {
    let words: Vec<_> = list.split(',').collect();
    if words.len() > seats {
        let given = words.len();
        return Err(text!("--salt has {given} words for {seats} seats", "--salt a {given} mots pour {seats} places"));
    }
    words
        .into_iter()
        .enumerate()
        .filter(|(_, word)| !word.is_empty())
        .map(|(seat, word)| Salt::new(Seat::new(seat), word))
        .collect()
}

/// Asks each person for a word to add to the shuffle.
fn ask_salts(players: &[Player], input: &mut Input, lang: Lang) -> Result<Vec<Salt>, Failure> {
    let mut salts = Vec::new();
    for (seat, player) in players.iter().enumerate() {
        let Player::Human(name) = player else { continue };
        let prompt = lang.pick(
            format!("{name}: a word to add to the shuffle (Enter for none) > "),
            format!("{name} : un mot à ajouter au mélange (Entrée pour aucun) > "),
        );
        while let Some(word) = input.line(&prompt, &[])? {
            if word.trim().is_empty() {
                break;
            }
            match Salt::new(Seat::new(seat), word.trim()) {
                Ok(salt) => {
                    salts.push(salt);
                    break;
                }
                Err(problem) => print_line(problem.say(lang))?,
            }
        }
    }
    Ok(salts)
}
