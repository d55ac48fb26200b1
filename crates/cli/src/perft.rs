//! `tablee perft`.

use std::time::Instant;

use clap::ArgMatches;
use serde_json::json;
use tablee_core::perft::perft;
use tablee_core::{Game, Lang, Position, Setup};
use tablee_games::{trace, with_game};

use crate::failure::Failure;
use crate::request;
use crate::show::print_line;

pub fn run(matches: &ArgMatches, lang: Lang) -> Result<(), Failure> {
    let (game, matches) = request::game(matches);
    with_game!(game, G => count::<G>(matches, lang))
}

fn count<G: Game>(matches: &ArgMatches, lang: Lang) -> Result<(), Failure> {
    let options = request::options::<G>(matches)?;
    let seed = matches.get_one::<String>("seed").expect("it has a default");
    let depth = *matches.get_one::<u32>("depth").expect("it has a default");
    let skip = *matches.get_one::<u32>("skip").expect("it has a default");
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
    if !matches.get_flag("json") {
        print_line(format_args!("{:>5} {:>16} {:>10}", lang.pick("depth", "prof."), lang.pick("lines", "suites"), "s"))?;
    }
    for depth in 1..=depth {
        let begin = Instant::now();
        let lines = perft(&position, depth);
        let seconds = begin.elapsed().as_secs_f64();
        if matches.get_flag("json") {
            print_line(json!({ "game": G::ID, "seed": seed, "skip": skip, "depth": depth, "lines": lines }))?;
        } else {
            print_line(format_args!("{depth:>5} {lines:>16} {seconds:>10.3}"))?;
        }
    }
    Ok(())
}
