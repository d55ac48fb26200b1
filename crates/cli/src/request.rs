//! The game, options and set that a command asks for.

use std::fs::File;
use std::io::Read;
use std::sync::Arc;

use clap::ArgMatches;
use tablee_core::{Game, OptionValues};
use tablee_games::GameId;
use tablee_games::lines::{FILE_LIMIT, read_text};
use tablee_games::options::{complete, house_set};

use crate::failure::Failure;

/// The game of a command that has one subcommand a game, and the arguments after it.
pub fn game(matches: &ArgMatches) -> (GameId, &ArgMatches) {
    let (name, matches) = matches.subcommand().expect("clap asks for a game");
    (GameId::from_name(name).expect("clap knows the games"), matches)
}

/// A whole file, or standard input for `-`, but no more of it than a file of ours can have.
pub fn read_file(path: &str) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let limit = FILE_LIMIT as u64 + 1;
    let read = match path {
        "-" => std::io::stdin().take(limit).read_to_end(&mut bytes),
        _ => File::open(path).and_then(|file| file.take(limit).read_to_end(&mut bytes)),
    };
    read.map_err(|error| Failure::file(path, &error))?;
    Ok(bytes)
}

/// A text file.
pub fn read_text_file(path: &str) -> Result<String, Failure> {
    let bytes = read_file(path)?;
    Ok(read_text(&bytes).map_err(|error| error.text().after(path))?.to_owned())
}

/// The house set, or the one of `--set`.
pub fn set<G: Game>(matches: &ArgMatches) -> Result<Arc<G::Set>, Failure> {
    match matches.get_one::<String>("set") {
        None => Ok(house_set::<G>()),
        Some(path) => Ok(Arc::new(G::read_set(&read_text_file(path)?).map_err(|error| error.text().after(path))?)),
    }
}

/// The options that are given on a command line.
pub fn values<G: Game>(matches: &ArgMatches) -> Result<OptionValues, Failure> {
    let mut values = OptionValues::new();
    for spec in G::OPTIONS {
        if let Some(value) = matches.get_one::<String>(spec.name) {
            values.set(spec.name, spec.read(value)?);
        }
    }
    Ok(values)
}

/// The complete options that a command line asks for, with the house set or the one of `--set`.
pub fn options<G: Game>(matches: &ArgMatches) -> Result<G::Options, Failure> {
    Ok(complete::<G>(&values::<G>(matches)?, set::<G>(matches)?)?)
}
