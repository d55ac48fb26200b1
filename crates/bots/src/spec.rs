//! Bots by name, as on the command line and in records: `random`, `greedy`, `level4`, `search:2000`, `uct:0.5s`.

use std::fmt;
use std::num::NonZero;
use std::time::Duration;

use tablee_core::lang::quote;
use tablee_core::{Knowledge, Level, Text, Thinking, text};

use crate::{Bot, Budget, FastDice, Greedy, Random, Search, Uct, bot_of_level};

/// A bot as a name such as `search:0.5s` describes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BotSpec {
    /// Any legal move.
    Random,
    /// The move with the best rating.
    Greedy,
    /// A level of the game, from 1.
    Level(usize),
    /// Our tree search.
    Search(Effort),
    /// The textbook search.
    Uct(Effort),
}

/// The budget of a search per move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// A number of playouts.
    Playouts(u32),
    /// A time in milliseconds.
    Millis(u32),
}

impl Effort {
    const LONGEST_MILLIS: f64 = 3_600_000.0;

    /// `2000` or `0.5s`.
    fn read(text: &str) -> Option<Effort> {
        let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        match text.strip_suffix('s') {
            Some(seconds) => {
                let millis = seconds.parse::<f64>().ok().filter(|_| digits(seconds))? * 1000.0;
                (1.0..=Effort::LONGEST_MILLIS).contains(&millis).then_some(Effort::Millis(millis.round() as u32))
            }
            None => text.parse().ok().filter(|playouts| digits(text) && *playouts > 0).map(Effort::Playouts),
        }
    }

    fn budget(self) -> Budget {
        match self {
            Effort::Playouts(playouts) => Budget::playouts(playouts.into()),
            Effort::Millis(millis) => Budget::time(Duration::from_millis(millis.into())),
        }
    }
}

impl fmt::Display for Effort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Effort::Playouts(playouts) => write!(f, "{playouts}"),
            Effort::Millis(millis) => write!(f, "{}s", f64::from(*millis) / 1000.0),
        }
    }
}

/// The most levels that a game has.
pub(crate) const MOST_LEVELS: usize = 9;

impl BotSpec {
    /// Reads the name of a bot that plays this game.
    ///
    /// # Errors
    /// Why there is no such bot, with the names of the existing ones.
    pub fn read<P: Knowledge>(name: &str) -> Result<BotSpec, Text> {
        let levels = P::LEVELS.len();
        if let Some(number) = name.strip_prefix("level") {
            let plain = number.bytes().all(|byte| byte.is_ascii_digit());
            let level = number.parse().ok().filter(|level| plain && (1..=levels).contains(level));
            return level.map(BotSpec::Level).ok_or_else(|| {
                let name = quote(name);
                text!(
                    "there is no bot {name}: the levels are level1 to level{levels}",
                    "il n’y a pas de robot {name} : les niveaux vont de level1 à level{levels}"
                )
            });
        }
        let effort = |text| {
            Effort::read(text).ok_or_else(|| {
                let text = quote(text);
                text!(
                    "{text} is neither a number of playouts, such as 2000, nor a time from 0.001s to 3600s, such as 0.5s",
                    "{text} n’est ni un nombre de parties simulées, comme 2000, ni un temps de 0.001s à 3600s, comme 0.5s"
                )
                .after(name)
            })
        };
        match (name, name.split_once(':')) {
            ("random", _) => Ok(BotSpec::Random),
            ("greedy", _) => Ok(BotSpec::Greedy),
            (_, Some(("search", text))) => effort(text).map(BotSpec::Search),
            (_, Some(("uct", text))) => effort(text).map(BotSpec::Uct),
            _ => {
                let name = quote(name);
                Err(text!(
                    "there is no bot {name}; there are random, greedy, level1 to level{levels}, search:2000, search:0.5s, uct:2000, uct:0.5s",
                    "il n’y a pas de robot {name} ; il y a random, greedy, level1 à level{levels}, search:2000, search:0.5s, uct:2000, uct:0.5s"
                ))
            }
        }
    }

    /// Reads the name of a bot that is seated already. If its level no longer exists, the best level plays.
    ///
    /// # Errors
    /// Why there is no such bot.
    pub fn read_seated<P: Knowledge>(name: &str) -> Result<BotSpec, Text> {
        let gone = |level| (P::LEVELS.len() + 1..=MOST_LEVELS).contains(&level);
        match name.strip_prefix("level").and_then(|number| number.parse().ok()) {
            Some(level) if gone(level) => Ok(BotSpec::Level(P::LEVELS.len())),
            _ => BotSpec::read::<P>(name),
        }
    }

    /// The bot itself. The same seed gives the same moves, unless it thinks by the clock.
    ///
    /// # Errors
    /// If the game has no such level.
    pub fn bot<P: Knowledge>(self, seed: u64, threads: NonZero<usize>) -> Result<Box<dyn Bot<P>>, Text> {
        Ok(match self {
            BotSpec::Random => Box::new(Random(FastDice::new(seed))),
            BotSpec::Greedy => Box::new(Greedy(FastDice::new(seed))),
            BotSpec::Level(_) => bot_of_level(self.level::<P>()?, seed, threads),
            BotSpec::Search(effort @ Effort::Millis(_)) => Box::new(Search::new(effort.budget().on(threads), P::STYLE, seed)),
            BotSpec::Search(effort) => Box::new(Search::new(effort.budget(), P::STYLE, seed)),
            BotSpec::Uct(effort) => Box::new(Uct { budget: effort.budget(), dice: FastDice::new(seed) }),
        })
    }

    /// Whether its moves depend on the speed of the machine, and not on its seed alone.
    pub fn is_by_clock<P: Knowledge>(self) -> bool {
        match self {
            BotSpec::Search(Effort::Millis(_)) | BotSpec::Uct(Effort::Millis(_)) => true,
            BotSpec::Level(_) => matches!(self.level::<P>(), Ok(Level { thinking: Thinking::Millis(_), .. })),
            _ => false,
        }
    }

    /// How it plays, without the names of levels, whose meaning may change: `search:400, slips 5 %`.
    pub fn meaning<P: Knowledge>(self) -> String {
        let Ok(level) = self.level::<P>() else { return self.to_string() };
        let spec = match level.thinking {
            Thinking::Random => BotSpec::Random,
            Thinking::Greedy => BotSpec::Greedy,
            Thinking::Playouts(playouts) => BotSpec::Search(Effort::Playouts(playouts)),
            Thinking::Millis(millis) => BotSpec::Search(Effort::Millis(millis)),
        };
        if level.slips == 0 { spec.to_string() } else { format!("{spec}, slips {} %", level.slips) }
    }

    fn level<P: Knowledge>(self) -> Result<Level, Text> {
        let BotSpec::Level(number) = self else { return Err(no_level()) };
        number.checked_sub(1).and_then(|index| P::LEVELS.get(index)).copied().ok_or_else(no_level)
    }
}

fn no_level() -> Text {
    text!("the game has no such level", "le jeu n’a pas ce niveau")
}

/// As [`BotSpec::read`] reads it.
impl fmt::Display for BotSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BotSpec::Random => f.write_str("random"),
            BotSpec::Greedy => f.write_str("greedy"),
            BotSpec::Level(number) => write!(f, "level{number}"),
            BotSpec::Search(effort) => write!(f, "search:{effort}"),
            BotSpec::Uct(effort) => write!(f, "uct:{effort}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::Take;

    fn read(name: &str) -> Result<BotSpec, String> {
        BotSpec::read::<Take>(name).map_err(|text| text.en)
    }

    #[test]
    fn every_name_is_written_as_it_is_read() {
        for name in ["random", "greedy", "level1", "level3", "search:2000", "search:0.5s", "uct:1", "uct:12.25s"] {
            let spec = read(name).unwrap();
            assert_eq!(spec.to_string(), name);
            assert!(spec.bot::<Take>(1, NonZero::<usize>::MIN).is_ok());
        }
    }

    #[test]
    fn an_unknown_bot_is_refused_with_the_known_names() {
        for wrong in ["", "Random", "level0", "level4", "level+1", "search", "search:", "search:0", "search:-1", "search:0s"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
        for wrong in ["uct:1e9s", "uct:NaNs", "uct:infs", "uct:5000s", "uct:99999999999", "engine:stockfish", "search:+5"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
        assert_eq!(read("level4").unwrap_err(), "there is no bot \"level4\": the levels are level1 to level3");
        assert!(read("search:fast").unwrap_err().starts_with("search:fast: \"fast\" is neither a number of playouts"));
        assert!(read("deep").unwrap_err().starts_with("there is no bot \"deep\"; there are random, greedy, level1 to level3"));
        assert!(BotSpec::read::<Take>("deep").unwrap_err().fr.starts_with("il n’y a pas de robot « deep »"));
    }

    #[test]
    fn a_seat_with_a_removed_level_plays_on_as_the_best() {
        for (name, plays) in [("level2", "level2"), ("level4", "level3"), ("level9", "level3"), ("search:5", "search:5")] {
            assert_eq!(BotSpec::read_seated::<Take>(name).unwrap().to_string(), plays);
        }
        for wrong in ["level0", "level10", "level", "deep"] {
            assert!(BotSpec::read_seated::<Take>(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_level_says_what_it_means_and_whether_it_goes_by_the_clock() {
        assert_eq!(read("level1").unwrap().meaning::<Take>(), "greedy, slips 50 %");
        assert_eq!(read("level2").unwrap().meaning::<Take>(), "search:40");
        assert!(!read("level2").unwrap().is_by_clock::<Take>());
        assert!(read("level3").unwrap().is_by_clock::<Take>());
        assert!(read("uct:1s").unwrap().is_by_clock::<Take>());
    }
}
