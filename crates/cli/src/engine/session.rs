//! The game of an engine.

use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

use tablee_bots::{Bot, BotSpec, Evaluation, Stop, reasons};
use tablee_core::game::MoveOf;
use tablee_core::lang::quote;
use tablee_core::{Game, Knowledge, Lang, OptionValues, Play, Position, Scenic, Seat, Setup, Text, Turn, text};
use tablee_games::options::{complete, find, standard_set};
use tablee_games::{refusal, spelled_moves};

/// The commands of the protocol about a game, whichever game it is.
pub trait EngineSession {
    fn option(&mut self, name: &str, value: &str) -> Result<(), Text>;
    fn set_line(&mut self, line: &str) -> Result<(), Text>;
    fn setup(&mut self, line: &str) -> Result<(), Text>;
    fn play(&mut self, who: &str, mv: &str) -> Result<(), Text>;
    fn undo(&mut self) -> Result<(), Text>;
    fn moves(&mut self) -> Result<Vec<String>, Text>;
    fn turn(&mut self) -> Result<String, Text>;
    fn score(&mut self) -> Result<String, Text>;
    fn board(&mut self, lang: Lang) -> Result<Vec<String>, Text>;
    /// The move chosen, and an `info` line.
    fn go(&mut self, limit: Option<Duration>, stop: &Stop) -> Result<(String, Option<String>), Text>;
    fn why(&self) -> Vec<Text>;
}

/// A session of one game.
pub struct SessionOf<G: Game> {
    bot: Box<dyn Bot<G::Position>>,
    values: OptionValues,
    set: String,
    setup: String,
    /// The game, once a command has needed it.
    begun: Option<Begun<G>>,
    why: Vec<Text>,
}

struct Begun<G: Game> {
    options: G::Options,
    position: G::Position,
    past: Vec<(MoveOf<G>, G::Position)>,
}

impl<G: Scenic<Position: Knowledge>> SessionOf<G> {
    pub fn new(spec: BotSpec, seed: u64) -> Result<SessionOf<G>, Text> {
        let threads = thread::available_parallelism().unwrap_or(std::num::NonZero::<usize>::MIN);
        let bot = spec.bot::<G::Position>(seed, threads)?;
        Ok(SessionOf { bot, values: OptionValues::new(), set: String::new(), setup: String::new(), begun: None, why: Vec::new() })
    }

    fn begun(&mut self) -> Result<&mut Begun<G>, Text> {
        if self.begun.is_none() {
            let set = match self.set.as_str() {
                "" => standard_set::<G>(),
                source => Arc::new(G::read_set(source).map_err(|error| error.text())?),
            };
            let options = complete::<G>(&self.values, set)?;
            let setup = G::Setup::read(&options, &self.setup)?;
            let position = G::start(&options, &setup);
            self.begun = Some(Begun { options, position, past: Vec::new() });
        }
        Ok(self.begun.as_mut().expect("it has just begun"))
    }

    fn not_begun(&self) -> Result<(), Text> {
        if self.begun.is_none() {
            return Ok(());
        }
        Err(text!(
            "the game has begun: say `game` to begin another",
            "la partie a commencé : envoyez `game` pour en commencer une autre"
        ))
    }
}

impl<G: Scenic<Position: Knowledge>> EngineSession for SessionOf<G> {
    fn option(&mut self, name: &str, value: &str) -> Result<(), Text> {
        self.not_begun()?;
        let spec = find::<G>(name)?;
        self.values.set(spec.name, spec.read(value)?);
        Ok(())
    }

    fn set_line(&mut self, line: &str) -> Result<(), Text> {
        self.not_begun()?;
        if self.set.len() + line.len() > tablee_games::lines::FILE_LIMIT {
            return Err(text!("the set is too long", "le fichier de matériel est trop long"));
        }
        self.set.push_str(line);
        self.set.push('\n');
        Ok(())
    }

    fn setup(&mut self, line: &str) -> Result<(), Text> {
        self.not_begun()?;
        line.clone_into(&mut self.setup);
        Ok(())
    }

    fn play(&mut self, who: &str, mv: &str) -> Result<(), Text> {
        let Begun { position, past, .. } = self.begun()?;
        let now = turn_word(position);
        if who != now {
            let who = quote(who);
            return Err(text!("it is not the turn of {who} but of {now}", "ce n’est pas le tour de {who} mais de {now}"));
        }
        let mv = G::read_move(position, mv)?;
        let before = position.clone();
        position.play(mv).map_err(|illegal| refusal(&illegal))?;
        past.push((mv, before));
        Ok(())
    }

    fn undo(&mut self) -> Result<(), Text> {
        let Begun { position, past, .. } = self.begun()?;
        let (_, before) = past.pop().ok_or_else(|| text!("there is nothing to undo", "il n’y a rien à annuler"))?;
        *position = before;
        Ok(())
    }

    fn moves(&mut self) -> Result<Vec<String>, Text> {
        Ok(spelled_moves::<G>(&self.begun()?.position).into_iter().map(|(spelling, _)| spelling).collect())
    }

    fn turn(&mut self) -> Result<String, Text> {
        Ok(turn_word(&self.begun()?.position))
    }

    fn score(&mut self) -> Result<String, Text> {
        Ok(numbers(self.begun()?.position.score().as_slice().iter()))
    }

    fn board(&mut self, lang: Lang) -> Result<Vec<String>, Text> {
        let Begun { position, past, .. } = self.begun()?;
        let sheet = G::draw(position, past.last().map(|(mv, _)| *mv), lang);
        Ok(sheet.to_string().lines().map(str::to_owned).collect())
    }

    fn go(&mut self, limit: Option<Duration>, stop: &Stop) -> Result<(String, Option<String>), Text> {
        self.begun()?;
        let Begun { options, position, .. } = self.begun.as_ref().expect("it has just begun");
        let choice = within(limit, stop, |stop| self.bot.choose(position, stop))?;
        let name = |seat: Seat| Text::from(G::seat_name(options, seat));
        let why = reasons::reasons(position, choice.mv, G::gains, choice.evaluation.as_ref());
        self.why = why.iter().map(|reason| reason.text(name)).collect();
        Ok((G::write_move(position, choice.mv), choice.evaluation.as_ref().map(info)))
    }

    fn why(&self) -> Vec<Text> {
        self.why.clone()
    }
}

/// Lets a bot think no longer than a limit.
fn within<T>(limit: Option<Duration>, stop: &Stop, think: impl FnOnce(&Stop) -> T) -> T {
    let Some(limit) = limit else { return think(stop) };
    thread::scope(|scope| {
        let (done, waiting) = mpsc::channel::<()>();
        scope.spawn(move || {
            // Nothing is ever sent: the channel closes when the thinking ends.
            if waiting.recv_timeout(limit) == Err(mpsc::RecvTimeoutError::Timeout) {
                stop.call();
            }
        });
        let thought = think(stop);
        drop(done);
        thought
    })
}

fn turn_word(position: &impl Position) -> String {
    match position.turn() {
        Turn::Seat(seat) => seat.to_string(),
        Turn::Chance => "chance".to_owned(),
        Turn::Over => "over".to_owned(),
    }
}

fn numbers<T: std::fmt::Display>(values: impl Iterator<Item = T>) -> String {
    values.map(|value| value.to_string()).collect::<Vec<_>>().join(" ")
}

fn info<M>(evaluation: &Evaluation<M>) -> String {
    let win = numbers(evaluation.win.as_slice().iter().map(|win| format!("{win:.3}")));
    let points = numbers(evaluation.points.as_slice().iter().map(|points| format!("{points:.1}")));
    format!("info playouts {} win {win} points {points}", evaluation.playouts)
}
