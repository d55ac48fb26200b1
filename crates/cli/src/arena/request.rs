//! A checked request: the arguments of the arena, read for a game.

use std::fmt;
use std::num::NonZero;
use std::path::PathBuf;

use tablee_bots::BotSpec;
use tablee_bots::arena::{Schedule, Sprt};
use tablee_core::lang::quote;
use tablee_core::{Knowledge, Text, text};

use super::arguments::ArenaCommand;
use super::cores;
use crate::arguments::OutputFormat;
use crate::bot_names::read_bot;
use crate::engine::ENGINE;

/// What to play, besides the game and its options.
pub struct Request {
    pub bots: Vec<Entrant>,
    pub ladder: bool,
    pub engine_seconds: f64,
    pub games: u32,
    pub seed: String,
    pub jobs: NonZero<usize>,
    /// The NATS server of the workers, if other machines play.
    pub workers: Option<String>,
    pub sprt: Option<Sprt>,
    pub resume: Option<PathBuf>,
    pub format: OutputFormat,
    pub svg: Option<PathBuf>,
}

/// A bot of ours, or an external engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Entrant {
    /// A bot of this program.
    Ours(BotSpec),
    /// An external engine, by its command.
    Engine(String),
}

impl Entrant {
    fn read<P: Knowledge>(name: &str) -> Result<Entrant, Text> {
        match name.strip_prefix(ENGINE) {
            Some(command) => Ok(Entrant::Engine(command.to_owned())),
            None => read_bot::<P>(name).map(Entrant::Ours),
        }
    }

    /// How it plays, if it is ours: see [`BotSpec::meaning`].
    pub fn meaning<P: Knowledge>(&self) -> String {
        match self {
            Entrant::Ours(bot) => bot.meaning::<P>(),
            Entrant::Engine(_) => self.to_string(),
        }
    }

    /// Whether its moves may depend on how fast the machine is.
    pub fn is_by_clock<P: Knowledge>(&self) -> bool {
        match self {
            Entrant::Ours(bot) => bot.is_by_clock::<P>(),
            Entrant::Engine(_) => true,
        }
    }
}

impl fmt::Display for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Entrant::Ours(bot) => bot.fmt(f),
            Entrant::Engine(command) => write!(f, "{ENGINE}{command}"),
        }
    }
}

impl Request {
    /// Checks the arguments for a game.
    pub fn new<P: Knowledge>(arguments: &ArenaCommand) -> Result<Request, Text> {
        let bots = read_bots::<P>(&arguments.bots)?;
        let here = bots.len();
        if arguments.balance && here != 1 {
            return Err(text!(
                "--balance takes one bot, which plays every seat; --bots names {here}",
                "--balance demande un seul robot, à toutes les places ; --bots en nomme {here}"
            ));
        }
        let sprt = arguments.sprt.as_deref().map(read_sprt).transpose()?;
        if sprt.is_some() && here != 2 {
            return Err(text!(
                "--sprt takes two bots; --bots names {here}",
                "--sprt demande deux robots ; --bots en nomme {here}"
            ));
        }
        if arguments.workers.is_some() && bots.iter().any(|bot| matches!(bot, Entrant::Engine(_))) {
            return Err(text!(
                "external engines play on this machine only, without --workers",
                "les moteurs externes ne jouent que sur cette machine, sans --workers"
            ));
        }
        Ok(Request {
            bots,
            ladder: arguments.ladder,
            engine_seconds: arguments.engine_seconds,
            games: arguments.games,
            seed: arguments.seed.clone(),
            jobs: arguments.jobs.unwrap_or_else(cores),
            workers: arguments.workers.clone(),
            sprt,
            resume: arguments.resume.clone(),
            format: arguments.format,
            svg: arguments.svg.clone(),
        })
    }
}

/// Parses a list of bots, such as `level3,uct:0.5s`.
pub fn read_bots<P: Knowledge>(list: &str) -> Result<Vec<Entrant>, Text> {
    let bots: Vec<_> = list.split(',').map(|name| Entrant::read::<P>(name.trim())).collect::<Result<_, _>>()?;
    let (here, most) = (bots.len(), Schedule::MOST_BOTS);
    if here > most {
        return Err(text!(
            "--bots names {here} bots, and at most {most} can play",
            "--bots nomme {here} robots ; {most} au plus peuvent jouer"
        ));
    }
    Ok(bots)
}

/// Parses the two shares of a test, such as `0.60:0.75`.
fn read_sprt(text: &str) -> Result<Sprt, Text> {
    let shares = text.split_once(':').and_then(|(p0, p1)| Some((p0.trim().parse().ok()?, p1.trim().parse().ok()?)));
    match shares {
        Some((p0, p1)) if 0.0 < p0 && p0 < p1 && p1 < 1.0 => Ok(Sprt { p0, p1 }),
        _ => {
            let text = quote(text);
            Err(text!(
                "--sprt needs two shares between 0 and 1, the smaller first, such as 0.60:0.75; not {text}",
                "--sprt attend deux parts entre 0 et 1, la plus petite d’abord, comme 0.60:0.75, et non {text}"
            ))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_is_two_shares() {
        assert_eq!(read_sprt("0.60:0.75"), Ok(Sprt { p0: 0.6, p1: 0.75 }));
        for wrong in ["", ":", "0.6", "0.75:0.6", "0.6:0.6", "0:0.5", "0.5:1", "NaN:0.5", "0.1:inf", "60:75"] {
            assert!(read_sprt(wrong).is_err(), "{wrong}");
        }
    }
}
