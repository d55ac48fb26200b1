//! `tablee play` and `tablee resume`: a game in the terminal.

mod bots;
mod input;
pub mod save;
mod table;
mod words;

use std::path::PathBuf;

use clap::ArgMatches;
use tablee_core::{Game, Ink, Knowledge, Lang, Seat, Setup, Text, text};
use tablee_games::record::{self, Record, replay};
use tablee_games::shuffle::{Bytes32, Commitment, FairDice, Salt, Seed, Shuffle};
use tablee_games::{GameInProgress, Player, Settled, check_name, with_game};

use crate::failure::Failure;
use crate::request;
use crate::show::{inked, print_line};
use bots::{Bots, GENTLE, is_bot_name};
use input::Input;
use table::Table;

pub fn play(matches: &ArgMatches, lang: Lang) -> Result<(), Failure> {
    let (game, matches) = request::game(matches);
    with_game!(game, G => begin::<G>(matches, lang))
}

fn begin<G: Game<Position: Knowledge>>(matches: &ArgMatches, lang: Lang) -> Result<(), Failure> {
    let options = request::options::<G>(matches)?;
    let word = |name: &str| matches.try_get_one::<String>(name).ok().flatten().map(String::as_str);
    let seats = G::option_values(&options).number("players", 2) as usize;
    let players = read_players::<G::Position>(word("seats"), seats, lang)?;
    let laid = word("setup").map(|line| <G::Setup as Setup<_>>::read(&options, line)).transpose()?;
    let save = word("save").map(PathBuf::from);
    if let Some(path) = &save {
        save::check_new(path)?;
    }
    let mut input = Input::new()?;
    let shuffle = if !G::CHANCE {
        announce::<G>(None, lang)?;
        None
    } else if matches.get_flag("enter-draws") {
        if laid.is_none() && !<G::Setup as Setup<G::Options>>::EXAMPLE.is_empty() {
            let example = <G::Setup as Setup<G::Options>>::EXAMPLE;
            return Err(Failure::Usage(text!(
                "--enter-draws needs --setup too: what lies on the table, such as \"{example}\"",
                "--enter-draws veut aussi --setup : ce qui est sur la table, comme « {example} »"
            )));
        }
        announce::<G>(None, lang)?;
        None
    } else {
        let seed = word("seed").map_or_else(secret_seed, |word| Ok(Bytes32::from_words(word)))?;
        // First the commitment, then the salts: so nobody can have chosen the one to suit the other.
        announce::<G>(Some(seed.commitment()), lang)?;
        let salts = match word("salt") {
            Some(list) => read_salts(list, seats)?,
            None if word("seed").is_none() && input.is_terminal() => ask_salts(&players, &mut input, lang)?,
            None => Vec::new(),
        };
        Some(Shuffle::revealed(seed, salts))
    };
    let bots = bot_dice(word("seed"))?;
    let settled = laid.map_or(Settled::Shuffled, Settled::Laid);
    let game = GameInProgress::<G>::begin(options, players, shuffle, settled)?;
    let bots = Bots::seat(&game, bots)?;
    if let Some(path) = &save {
        save::save(path, &game.record().to_string())?;
    }
    Table::new(game, input, bots, save, lang).run()
}

pub fn resume(matches: &ArgMatches, lang: Lang) -> Result<(), Failure> {
    let path = matches.get_one::<String>("file").expect("clap asks for a file");
    let record = record::read(&request::read_file(path)?).map_err(|error| error.text().after(path))?;
    if record.outcome.is_none() && record.shuffle.as_ref().is_some_and(|shuffle| shuffle.value.reveal.is_none()) {
        let problem = text!(
            "the seed of the shuffle is not in this record, so the game cannot go on here",
            "la graine du mélange n'est pas dans cette partie, qui ne peut donc pas continuer ici"
        );
        return Err(Failure::Usage(problem.after(path)));
    }
    with_game!(record.game, G => go_on::<G>(&record, path, lang))
}

fn go_on<G: Game<Position: Knowledge>>(record: &Record, path: &str, lang: Lang) -> Result<(), Failure> {
    let game = replay::<G>(record).map_err(|error| error.text().after(path))?;
    let bots = Bots::seat(&game, bot_dice(None)?).map_err(|problem| problem.after(path))?;
    announce::<G>(game.shuffle().map(|shuffle| shuffle.commitment), lang)?;
    Table::new(game, Input::new()?, bots, Some(PathBuf::from(path)), lang).run()
}

/// The name of the game, and the commitment to its shuffle.
fn announce<G: Game>(commitment: Option<Commitment>, lang: Lang) -> Result<(), Failure> {
    print_line(inked(Ink::Strong, G::NAME))?;
    let Some(commitment) = commitment else { return Ok(()) };
    let said = text!(
        "The shuffle is settled: the SHA-256 of its seed is {commitment}",
        "Le mélange est décidé : le SHA-256 de sa graine est {commitment}"
    );
    print_line(said.say(lang))
}

/// Who sits where: `Anne,level5`. Alone at the table, the first seat is a person's and the others are bots'.
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

/// Asks each person for a word of their own.
fn ask_salts(players: &[Player], input: &mut Input, lang: Lang) -> Result<Vec<Salt>, Failure> {
    let mut salts = Vec::new();
    for (seat, player) in players.iter().enumerate() {
        let Player::Human(name) = player else { continue };
        let prompt = lang.pick(
            format!("{name}: a word of your own for the shuffle (Enter for none) > "),
            format!("{name} : un mot à vous pour le mélange (Entrée pour aucun) > "),
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

fn secret_seed() -> Result<Seed, Text> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes)
        .map_err(|error| text!("the system gives no random numbers: {error}", "le système ne donne pas de hasard : {error}"))?;
    Ok(Bytes32(bytes))
}

/// The bots throw dice of their own, so that they neither see nor disturb those of the shuffle.
fn bot_dice(seed: Option<&str>) -> Result<FairDice, Text> {
    let seed = seed.map_or_else(secret_seed, |word| Ok(Bytes32::from_words(&format!("bots {word}"))))?;
    Ok(FairDice::new(&seed, &[]))
}
