//! An external engine as a bot.

use std::io::{BufRead, BufReader, Read, Write};
use std::marker::PhantomData;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use tablee_bots::{Bot, Choice, Stop};
use tablee_core::game::MoveOf;
use tablee_core::lang::quote;
use tablee_core::{Game, Lang, Position, Text, Turn, text};
use tablee_games::options::all_values;
use tablee_games::{refusal, spelled_moves};
use tablee_server::causes::system_error;

use super::{LONGEST_LINE, VERSION};

/// Time limit for every command except `go`.
const PATIENCE: Duration = Duration::from_secs(10);

/// How often a thinking engine's controller looks whether it should stop.
const LOOK_AT_STOP: Duration = Duration::from_millis(50);

/// An engine that plays one game.
pub struct ExternalEngine<G: Game> {
    process: Child,
    input: ChildStdin,
    /// Its lines, as they come; an end when it has closed its output.
    lines: Receiver<String>,
    wants_legal: bool,
    seconds: f64,
    /// The error of an earlier `play`: reported when the engine has to move.
    trouble: Option<Text>,
    game: PhantomData<fn() -> G>,
}

impl<G: Game> ExternalEngine<G> {
    /// Starts an engine for a game before its first ply; the setup is written as in a record.
    ///
    /// # Errors
    /// If it cannot be started, does not speak the protocol, or does not play this game.
    pub fn start(command: &str, seconds: f64, options: &G::Options, setup: &str) -> Result<ExternalEngine<G>, Text> {
        let mut words = command.split_whitespace();
        let program = words
            .next()
            .ok_or_else(|| text!("there is no command after `engine:`", "il n’y a pas de commande après `engine:`"))?;
        let mut started = Command::new(program);
        started.args(words).stdin(Stdio::piped()).stdout(Stdio::piped());
        // Ctrl-C is for this program; it ends its engines itself.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut started, 0);
        let mut process = started.spawn().map_err(|error| {
            let (program, Text { en, fr }) = (quote(program), system_error(&error));
            text!("the engine {program} cannot be started: {en}", "le moteur {program} ne démarre pas : {fr}")
        })?;
        let (Some(input), Some(output)) = (process.stdin.take(), process.stdout.take()) else {
            unreachable!("both are pipes");
        };
        let lines = listen(output);
        let mut engine = ExternalEngine { process, input, lines, wants_legal: false, seconds, trouble: None, game: PhantomData };
        engine.introduce(options, setup)?;
        Ok(engine)
    }

    fn introduce(&mut self, options: &G::Options, setup: &str) -> Result<(), Text> {
        let (said, version) = self.ask(&format!("tablee {VERSION}"), PATIENCE)?;
        if version != format!("tablee {VERSION}") {
            let version = quote(&version);
            return Err(text!(
                "the engine speaks {version}, not version {VERSION}",
                "le moteur annonce {version}, et non la version {VERSION}"
            ));
        }
        self.wants_legal = said.iter().any(|line| line == "wants legal");
        self.tell(&format!("game {}", G::ID))?;
        let set = G::set(options);
        for (name, value) in all_values::<G>(options).iter() {
            self.tell(&format!("option {name} {value}"))?;
        }
        if G::read_set(G::STANDARD_SET).is_ok_and(|ours| ours != **set) {
            for line in G::write_set(set).lines() {
                self.tell(&format!("| {line}"))?;
            }
        }
        if !setup.is_empty() {
            self.tell(&format!("setup {setup}"))?;
        }
        Ok(())
    }

    fn tell(&mut self, command: &str) -> Result<(), Text> {
        self.ask(command, PATIENCE).map(|_| ())
    }

    /// Sends a command, and waits for its answer: the lines before the last, and what follows `=`.
    fn ask(&mut self, command: &str, patience: Duration) -> Result<(Vec<String>, String), Text> {
        self.ask_until(command, patience, &Stop::new())
    }

    /// The same, but gives up when `stop` is called.
    fn ask_until(&mut self, command: &str, patience: Duration, stop: &Stop) -> Result<(Vec<String>, String), Text> {
        writeln!(self.input, "{command}").and_then(|()| self.input.flush()).map_err(|_| ended())?;
        let mut said = Vec::new();
        loop {
            let line = self.line(patience, stop)?;
            if let Some(result) = line.strip_prefix('=') {
                return Ok((said, result.trim().to_owned()));
            }
            if let Some(problem) = line.strip_prefix('?') {
                let (command, problem) = (quote(command), problem.trim());
                return Err(text!("the engine refused {command}: {problem}", "le moteur a refusé {command} : {problem}"));
            }
            said.push(line);
        }
    }

    /// The next line of the engine.
    fn line(&self, patience: Duration, stop: &Stop) -> Result<String, Text> {
        let deadline = Instant::now() + patience;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left.min(LOOK_AT_STOP)) {
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Disconnected) => return Err(ended()),
                Err(RecvTimeoutError::Timeout) if stop.is_called() => {
                    return Err(text!("the engine was stopped", "le moteur a été arrêté"));
                }
                Err(RecvTimeoutError::Timeout) if left > LOOK_AT_STOP => (),
                Err(RecvTimeoutError::Timeout) => {
                    let seconds = format!("{:.1}", patience.as_secs_f64());
                    let secondes = Lang::Fr.decimals(seconds.clone());
                    return Err(text!(
                        "the engine did not answer within {seconds} s",
                        "le moteur n’a pas répondu en {secondes} s"
                    ));
                }
            }
        }
    }

    /// Sends every legal move, with the points of the seats right after it.
    fn tell_legal(&mut self, position: &G::Position) -> Result<(), Text> {
        let moves = spelled_moves::<G>(position);
        let mut command = format!("legal {}", moves.len());
        for (spelling, mv) in moves {
            let mut after = position.clone();
            after.play_unchecked(mv);
            command.push('\n');
            for points in after.score().as_slice() {
                command.push_str(&format!("{points} "));
            }
            command.push_str(&spelling);
        }
        self.tell(&command)
    }

    fn choose_now(&mut self, position: &G::Position, stop: &Stop) -> Result<MoveOf<G>, Text> {
        if let Some(trouble) = self.trouble.take() {
            return Err(trouble);
        }
        let Turn::Seat(seat) = position.turn() else {
            return Err(text!("no seat is to move", "ce n’est le tour de personne"));
        };
        if self.wants_legal {
            self.tell_legal(position)?;
        }
        let seconds = self.seconds;
        let patience = Duration::from_secs_f64(2.0 * seconds);
        let (_, spelling) = self.ask_until(&format!("go {seat} seconds {seconds}"), patience, stop)?;
        let mv = G::read_move(position, &spelling)?;
        position.check(mv).map_err(|illegal| refusal(&illegal).after(&spelling))?;
        Ok(mv)
    }
}

impl<G: Game> Bot<G::Position> for ExternalEngine<G> {
    fn choose(&mut self, position: &G::Position, stop: &Stop) -> Result<Choice<MoveOf<G>>, Text> {
        self.choose_now(position, stop).map(|mv| Choice { mv, evaluation: None })
    }

    fn saw(&mut self, before: &G::Position, mv: MoveOf<G>) {
        let who = match before.turn() {
            Turn::Seat(seat) => seat.to_string(),
            Turn::Chance | Turn::Over => "chance".to_owned(),
        };
        let sent = self.tell(&format!("play {who} {}", G::write_move(before, mv)));
        self.trouble = self.trouble.take().or(sent.err());
    }
}

fn ended() -> Text {
    text!("the engine has ended", "le moteur s’est arrêté")
}

/// Ends the engine with its game.
impl<G: Game> Drop for ExternalEngine<G> {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = writeln!(self.input, "quit").and_then(|()| self.input.flush());
        for _ in 0..20 {
            if matches!(self.process.try_wait(), Ok(Some(_))) {
                return;
            }
            thread::sleep(Duration::from_millis(10));
        }
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Reads an engine's lines on a separate thread, so that waiting for them can time out.
fn listen(output: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, receiver) = sync_channel(1024);
    thread::spawn(move || {
        let mut output = BufReader::new(output);
        loop {
            let mut bytes = Vec::new();
            let read = output.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes);
            if !matches!(read, Ok(1..)) || sender.send(String::from_utf8_lossy(&bytes).trim().to_owned()).is_err() {
                return;
            }
        }
    });
    receiver
}
