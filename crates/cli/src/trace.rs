//! `tablee trace`.

use std::io::{BufWriter, Write, stdout};

use clap::ArgMatches;
use tablee_core::Game;
use tablee_games::{trace, with_game};

use crate::failure::Failure;
use crate::request;

pub fn run(matches: &ArgMatches) -> Result<(), Failure> {
    let (game, matches) = request::game(matches);
    with_game!(game, G => write::<G>(matches))
}

fn write<G: Game>(matches: &ArgMatches) -> Result<(), Failure> {
    let options = request::options::<G>(matches)?;
    let seed = matches.get_one::<String>("seed").expect("clap asks for a seed");
    let games = *matches.get_one::<u64>("games").expect("it has a default");
    let mut out = BufWriter::new(stdout().lock());
    for game in 0..games {
        trace::write::<G>(&options, &mut trace::dice(seed, game), &mut out)?;
    }
    Ok(out.flush()?)
}
