//! `tablee bot`: reads commands, writes answers.

use std::io::{BufRead, Read, Write, stdin};
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;
use std::time::Duration;

use clap::{Arg, ArgMatches, Command};
use tablee_bots::{BotSpec, Stop};
use tablee_core::lang::quote;
use tablee_core::suggest::with_suggestion;
use tablee_core::{Game, Knowledge, Lang, Scenic, Seat, Text, text};
use tablee_games::{GameId, with_game};

use super::session::{EngineSession, SessionOf};
use super::{LONGEST_LINE, VERSION};
use crate::arguments::{number_option, optional, required};
use crate::bot_names::read_bot;
use crate::command::CliCommand;
use crate::failure::Failure;

/// A line from the controller, and a way to stop its command.
struct Line {
    text: Result<String, Text>,
    stop: Stop,
}

/// The answer to a command: lines, then its result.
struct Answer {
    lines: Vec<String>,
    result: Result<String, Text>,
}

impl From<Result<String, Text>> for Answer {
    fn from(result: Result<String, Text>) -> Answer {
        Answer { lines: Vec::new(), result }
    }
}

impl From<Text> for Answer {
    fn from(problem: Text) -> Answer {
        Answer { lines: Vec::new(), result: Err(problem) }
    }
}

impl From<Result<(), Text>> for Answer {
    fn from(result: Result<(), Text>) -> Answer {
        result.map(|()| String::new()).into()
    }
}

const BOT: &str = "bot";
const SEED: &str = "seed";

/// The arguments of `tablee bot`.
pub struct Bot {
    bot: Option<String>,
    seed: u64,
}

impl CliCommand for Bot {
    const NAME: &'static str = "bot";

    fn declare(command: Command, lang: Lang) -> Command {
        let say = |en: &'static str, fr: &'static str| lang.pick(en, fr);
        command
            .about(say(
                "Speak the engine protocol: our bots for other programs (docs/engine-protocol.md)",
                "Parler le protocole des moteurs : nos robots pour d’autres programmes (docs/engine-protocol.md)",
            ))
            .arg(Arg::new(BOT).value_name(say("BOT", "ROBOT")).help(say(
                "which bot: `level5`, `greedy`, `search:2000` … (default: the strongest level)",
                "quel robot : `level5`, `greedy`, `search:2000` … (par défaut : le niveau le plus fort)",
            )))
            .arg(number_option(SEED, 0..=u64::MAX, "1").help(say("random seed (default 1)", "graine aléatoire (1 par défaut)")))
    }

    fn from_matches(matches: &ArgMatches) -> Result<Bot, Failure> {
        Ok(Bot { bot: optional(matches, BOT), seed: required(matches, SEED) })
    }

    fn run(self, lang: Lang) -> Result<(), Failure> {
        if let Some(name) = &self.bot {
            check_known(name)?;
        }
        let mut engine = Engine { name: self.bot, seed: self.seed, session: None, lang };
        for Line { text, stop } in listen() {
            let answer = match text {
                Ok(text) => {
                    let text = text.trim();
                    if text.is_empty() {
                        continue;
                    }
                    if text == "quit" {
                        say(&Answer::from(Ok(String::new())), lang)?;
                        return Ok(());
                    }
                    engine.answer(text, &stop)
                }
                Err(problem) => problem.into(),
            };
            say(&answer, lang)?;
        }
        Ok(())
    }
}

fn say(answer: &Answer, lang: Lang) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    for line in &answer.lines {
        writeln!(out, "{line}")?;
    }
    match &answer.result {
        Ok(result) if result.is_empty() => writeln!(out, "=")?,
        Ok(result) => writeln!(out, "= {result}")?,
        Err(problem) => writeln!(out, "? {}", problem.say(lang))?,
    }
    Ok(out.flush()?)
}

/// Reads lines on a separate thread, so that `stop` takes effect while the bot thinks. The end of the input stops it too.
fn listen() -> Receiver<Line> {
    // Backpressure: a controller that does not wait for answers is held up here.
    let (sender, receiver) = sync_channel(64);
    thread::spawn(move || {
        let mut input = stdin().lock();
        let mut thinking = Stop::new();
        loop {
            let text = match read_line(&mut input) {
                Ok(Some(text)) => text,
                Ok(None) | Err(_) => {
                    thinking.call();
                    return;
                }
            };
            if text.as_ref().is_ok_and(|text| text.trim() == "stop") {
                thinking.call();
                continue;
            }
            thinking = Stop::new();
            if sender.send(Line { text, stop: thinking.clone() }).is_err() {
                return;
            }
        }
    });
    receiver
}

/// The next line; none at the end. A line that is too long, or not UTF-8, is an error.
fn read_line(input: &mut impl BufRead) -> std::io::Result<Option<Result<String, Text>>> {
    let mut bytes = Vec::new();
    input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes)?;
    if bytes.is_empty() {
        return Ok(None);
    }
    if bytes.len() as u64 == LONGEST_LINE && bytes.last() != Some(&b'\n') {
        input.skip_until(b'\n')?;
        return Ok(Some(Err(text!("the line is longer than 64 KiB", "la ligne dépasse 64 Kio"))));
    }
    Ok(Some(String::from_utf8(bytes).map_err(|_| text!("the line is not UTF-8", "la ligne n’est pas de l’UTF-8"))))
}

/// Refuses a name that is not a bot in any game.
fn check_known(name: &str) -> Result<(), Text> {
    let known = GameId::ALL.map(|game| with_game!(game, G => read_bot::<<G as Game>::Position>(name).map(|_| ())));
    known.into_iter().max_by_key(Result::is_ok).unwrap_or(Ok(()))
}

/// The engine: how it plays, and its current game.
struct Engine {
    /// Its name; the strongest level if it has none.
    name: Option<String>,
    seed: u64,
    session: Option<Box<dyn EngineSession>>,
    lang: Lang,
}

impl Engine {
    fn answer(&mut self, line: &str, stop: &Stop) -> Answer {
        let (command, rest) = line.split_once(' ').map_or((line, ""), |(command, rest)| (command, rest.trim()));
        match command {
            "tablee" => self.introduce(rest),
            "game" => self.game(rest).into(),
            _ => match self.session.as_deref_mut() {
                Some(session) => answer_about(session, command, rest, stop, self.lang),
                None if command == "|" || COMMANDS.contains(&command) => {
                    text!("say first which game: `game kumata`", "indiquez d’abord le jeu : `game kumata`").into()
                }
                None => unknown(command),
            },
        }
    }

    fn introduce(&self, version: &str) -> Answer {
        match version.parse::<u32>() {
            Ok(theirs) if theirs >= 1 => {
                let ours = VERSION.min(theirs);
                Answer {
                    lines: vec![format!("name Tablée {}", self.name.as_deref().unwrap_or("strongest"))],
                    result: Ok(format!("tablee {ours}")),
                }
            }
            _ => {
                let version = quote(version);
                text!("{version} is not a version: say `tablee 1`", "{version} n’est pas une version : envoyez `tablee 1`").into()
            }
        }
    }

    fn game(&mut self, name: &str) -> Result<(), Text> {
        let game = GameId::read(name)?;
        // The seed moves on, so that not every game is the same; the first is.
        self.seed = self.seed.wrapping_add(1);
        let (name, seed) = (self.name.as_deref(), self.seed);
        let session = with_game!(game, G => session::<G>(name, seed))?;
        self.session = Some(session);
        Ok(())
    }
}

fn session<G: Scenic<Position: Knowledge>>(name: Option<&str>, seed: u64) -> Result<Box<dyn EngineSession>, Text> {
    let spec = match name {
        Some(name) => BotSpec::read::<G::Position>(name)?,
        None => BotSpec::Level(G::Position::LEVELS.len()),
    };
    Ok(Box::new(SessionOf::<G>::new(spec, seed)?))
}

/// All commands, for suggestions. A line of the set begins with `|`, which nobody mistypes.
const COMMANDS: [&str; 14] =
    ["tablee", "game", "option", "setup", "play", "undo", "go", "moves", "turn", "score", "board", "why", "stop", "quit"];

fn answer_about(session: &mut dyn EngineSession, command: &str, rest: &str, stop: &Stop, lang: Lang) -> Answer {
    match command {
        "option" => {
            let (name, value) = rest.split_once(' ').unwrap_or((rest, ""));
            session.option(name, value.trim()).into()
        }
        "|" => session.set_line(rest).into(),
        "setup" => session.setup(rest).into(),
        "play" => {
            let (who, mv) = rest.split_once(' ').unwrap_or((rest, ""));
            session.play(who, mv.trim()).into()
        }
        "undo" => session.undo().into(),
        "go" => go(session, rest, stop),
        "moves" => match session.moves() {
            Ok(moves) => {
                let count = moves.len().to_string();
                Answer { lines: moves.into_iter().map(|mv| format!("move {mv}")).collect(), result: Ok(count) }
            }
            Err(problem) => problem.into(),
        },
        "turn" => session.turn().into(),
        "score" => session.score().into(),
        "board" => match session.board(lang) {
            Ok(lines) => {
                Answer { lines: lines.into_iter().map(|line| format!("board {line}")).collect(), result: Ok(String::new()) }
            }
            Err(problem) => problem.into(),
        },
        "why" => {
            let lines = session.why().iter().map(|reason| format!("reason {}", reason.say(lang))).collect();
            Answer { lines, result: Ok(String::new()) }
        }
        _ => unknown(command),
    }
}

fn unknown(command: &str) -> Answer {
    let given = quote(command);
    let said = text!("there is no command {given}", "il n’y a pas de commande {given}");
    with_suggestion(said, command, COMMANDS).into()
}

fn go(session: &mut dyn EngineSession, rest: &str, stop: &Stop) -> Answer {
    match read_limit(rest).and_then(|limit| session.go(limit, stop)) {
        Ok((mv, info)) => Answer { lines: info.into_iter().collect(), result: Ok(mv) },
        Err(problem) => problem.into(),
    }
}

/// Reads `[SEAT] [seconds S]`.
fn read_limit(words: &str) -> Result<Option<Duration>, Text> {
    let mut words = words.split_whitespace().peekable();
    words.next_if(|word| word.parse::<Seat>().is_ok());
    let seconds = match (words.next(), words.next(), words.next()) {
        (None, ..) => return Ok(None),
        (Some("seconds"), Some(seconds), None) => seconds.parse::<f64>().ok(),
        _ => None,
    };
    match seconds {
        Some(seconds) if (0.0..=86_400.0).contains(&seconds) => Ok(Some(Duration::from_secs_f64(seconds))),
        _ => Err(text!("say `go`, `go 0` or `go 0 seconds 3`", "envoyez `go`, `go 0` ou `go 0 seconds 3`")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_is_read() {
        assert_eq!(read_limit(""), Ok(None));
        assert_eq!(read_limit("1"), Ok(None));
        assert_eq!(read_limit("1 seconds 0.5"), Ok(Some(Duration::from_millis(500))));
        for wrong in ["seconds", "seconds -1", "seconds NaN", "seconds 1e99", "quickly", "0 1", "0 seconds 1 2", "9 seconds 1"] {
            assert!(read_limit(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_line_too_long_is_refused_whole() {
        let long = format!("{}\ngame kumata\n", "x".repeat(100_000));
        let mut input = long.as_bytes();
        assert!(read_line(&mut input).unwrap().unwrap().is_err());
        assert_eq!(read_line(&mut input).unwrap().unwrap().unwrap(), "game kumata\n");
        assert!(read_line(&mut input).unwrap().is_none());
    }
}
