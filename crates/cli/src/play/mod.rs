//! `tablee play` and `tablee resume`: a game in the terminal.

mod input;
mod table;
mod words;

use std::path::{Path, PathBuf};

use clap::ArgMatches;
use tablee_core::{Game, Lang, OptionValue, Seat, Setup, Text, text};
use tablee_games::record::{self, replay};
use tablee_games::shuffle::{Bytes32, Salt, Seed, Shuffle};
use tablee_games::{Player, Sitting, with_game};

use crate::failure::Failure;
use crate::request;
use table::Table;

/// The only bot there is yet.
const RANDOM: &str = "random";

pub fn play(matches: &ArgMatches, lang: Lang) -> Result<(), Failure> {
    let (game, matches) = request::game(matches);
    with_game!(game, G => begin::<G>(matches, lang))
}

fn begin<G: Game>(matches: &ArgMatches, lang: Lang) -> Result<(), Failure> {
    let options = request::options::<G>(matches)?;
    let word = |name: &str| matches.get_one::<String>(name).map(String::as_str);
    let seats = match G::option_values(&options).get("players") {
        Some(OptionValue::Number(players)) => *players as usize,
        _ => 2,
    };
    let players = read_players(word("seats"), seats, lang)?;
    let laid = word("setup").map(|line| G::Setup::read(&options, line)).transpose()?;
    let shuffle = if matches.get_flag("enter-draws") {
        None
    } else {
        let seed = match word("seed") {
            Some(word) => Bytes32::from_words(word),
            None => secret_seed()?,
        };
        Some(Shuffle::revealed(seed, read_salts(word("salt"), seats)?))
    };
    let sitting = Sitting::<G>::begin(options, players, shuffle, laid)?;
    let save = word("save").map(PathBuf::from);
    if let Some(path) = &save {
        save_to(path, &sitting.record().to_string())?;
    }
    Table::new(sitting, save, lang)?.run()
}

pub fn resume(matches: &ArgMatches, lang: Lang) -> Result<(), Failure> {
    let path = matches.get_one::<String>("file").expect("clap asks for a file");
    let record = record::read(&request::read_file(path)?).map_err(|error| error.text().after(path))?;
    with_game!(record.game, G => {
        let sitting = replay::<G>(&record).map_err(|error| error.text().after(path))?;
        Table::new(sitting, Some(PathBuf::from(path)), lang)?.run()
    })
}

/// Who sits where: `Anne,random`. Alone at the table, the first seat is a person's and the others are bots'.
fn read_players(list: Option<&str>, seats: usize, lang: Lang) -> Result<Vec<Player>, Text> {
    let Some(list) = list else {
        let you = Player::Human(lang.pick("You", "Vous").to_owned());
        return Ok(std::iter::once(you).chain((1..seats).map(|_| Player::Bot(RANDOM.to_owned()))).collect());
    };
    let names: Vec<_> = list.split(',').map(str::trim).collect();
    if names.len() != seats {
        let given = names.len();
        return Err(text!(
            "--seats names {given} players for {seats} seats",
            "--seats nomme {given} joueurs pour {seats} places"
        ));
    }
    names
        .into_iter()
        .map(|name| match name {
            RANDOM => Ok(Player::Bot(name.to_owned())),
            _ if name.is_empty() || name.chars().count() > 80 || name.chars().any(char::is_control) => {
                Err(text!("--seats: a name has 1 to 80 letters", "--seats : un nom a de 1 à 80 lettres"))
            }
            _ => Ok(Player::Human(name.to_owned())),
        })
        .collect()
}

fn read_salts(list: Option<&str>, seats: usize) -> Result<Vec<Salt>, Text> {
    let words: Vec<_> = list.map(|list| list.split(',').collect()).unwrap_or_default();
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

fn secret_seed() -> Result<Seed, Text> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes)
        .map_err(|error| text!("the system gives no random numbers: {error}", "le système ne donne pas de hasard : {error}"))?;
    Ok(Bytes32(bytes))
}

/// Writes a file whole or not at all: an interrupted save never costs the game that was there.
fn save_to(path: &Path, content: &str) -> Result<(), Failure> {
    let shown = path.display().to_string();
    let mut beside = path.as_os_str().to_owned();
    beside.push(".new");
    std::fs::write(&beside, content).and_then(|()| std::fs::rename(&beside, path)).map_err(|error| Failure::file(&shown, &error))
}
