//! A record that was replayed once, and can be asked about at every ply.

use std::num::NonZero;

use tablee_bots::reasons::{Reason, reasons};
use tablee_bots::{BotSpec, Stop, bot_name, level_of};
use tablee_core::{Knowledge, Position, Scenic, Seat, Text, Turn, text};
use tablee_games::record::{Record, replay};
use tablee_games::{GameInProgress, Player, read_record, with_game};

use crate::{Question, Thought};

/// Asks a bot about the position where a record ends.
///
/// # Errors
/// If the record is wrong, no seat is to move, or there is no such bot.
pub fn think(record: &str, question: &Question, stop: &Stop) -> Result<Thought, Text> {
    let game = RecordedGame::read(record)?;
    game.think(game.plies(), question, stop)
}

/// A recorded game with its position at every ply.
///
/// Reading replays the game, once. Any number of questions can follow.
pub struct RecordedGame(Box<dyn Replayed>);

impl RecordedGame {
    /// Reads and replays a record.
    ///
    /// # Errors
    /// The first line that is wrong, and why.
    pub fn read(record: &str) -> Result<RecordedGame, Text> {
        let record = read_record(record)?;
        with_game!(record.game, G => RecordedGame::replay::<G>(&record))
    }

    /// Replays a record as a game of a known type.
    pub(crate) fn replay<G: Scenic<Position: Knowledge>>(record: &Record) -> Result<RecordedGame, Text> {
        let game = replay::<G>(record).map_err(|error| error.text())?;
        Ok(RecordedGame(Box::new(game)))
    }

    /// The number of plies, draws included.
    pub fn plies(&self) -> usize {
        self.0.plies()
    }

    /// Whose turn it is after this many plies; none if the game has fewer.
    pub fn turn(&self, plies: usize) -> Option<Turn> {
        self.0.turn(plies)
    }

    /// The ply of this number, from 0, in its canonical spelling.
    pub fn played(&self, ply: usize) -> Option<String> {
        self.0.played(ply)
    }

    /// Asks a bot about the position after this many plies.
    ///
    /// # Errors
    /// If the game has fewer plies, no seat is to move there, or there is no such bot.
    pub fn think(&self, plies: usize, question: &Question, stop: &Stop) -> Result<Thought, Text> {
        self.0.think(plies, question, stop)
    }
}

/// A game in progress, without its type.
trait Replayed: Send + Sync {
    fn plies(&self) -> usize;
    fn turn(&self, plies: usize) -> Option<Turn>;
    fn played(&self, ply: usize) -> Option<String>;
    fn think(&self, plies: usize, question: &Question, stop: &Stop) -> Result<Thought, Text>;
}

/// What the player to move calls a seat: "you", a person's or a bot's name, or else the name of the seat.
fn name_for<G: Scenic>(game: &GameInProgress<G>, turn: Turn, seat: Seat) -> Text {
    if turn == Turn::Seat(seat) {
        return text!("you", "vous");
    }
    let name = match &game.players()[seat.number()] {
        Player::Human(name) => Some(name.as_str()).filter(|name| !name.is_empty()),
        Player::Bot(bot) => level_of(bot).and_then(|level| bot_name(level, seat)),
    };
    match name {
        Some(name) => text!("{name}", "{name}"),
        None => G::looks(game.options())[seat.number()].name.clone(),
    }
}

impl<G: Scenic<Position: Knowledge>> Replayed for GameInProgress<G> {
    fn plies(&self) -> usize {
        self.past().len()
    }

    fn turn(&self, plies: usize) -> Option<Turn> {
        self.position_after(plies).map(Position::turn)
    }

    fn played(&self, ply: usize) -> Option<String> {
        self.ply(ply).map(|(mv, before)| G::write_move(before, mv))
    }

    fn think(&self, plies: usize, question: &Question, stop: &Stop) -> Result<Thought, Text> {
        let Some(position) = self.position_after(plies) else {
            let here = self.past().len();
            return Err(text!("the game has only {here} plies", "la partie n’a que {here} coups"));
        };
        let spec = BotSpec::read_seated::<G::Position>(&question.bot)?;
        // One thread: the other cores have other bots to run.
        let mut bot = spec.bot::<G::Position>(question.seed, NonZero::<usize>::MIN)?;
        let choice = bot.choose(position, stop)?;
        let evaluation = choice.evaluation.as_ref();
        let name = |seat: Seat| name_for(self, position.turn(), seat);
        let mut said = Vec::new();
        if question.with_reasons {
            let all = reasons(position, choice.mv, G::gains, evaluation);
            said.extend(all.iter().filter(|reason| !matches!(reason, Reason::Expects { .. })).map(|reason| reason.text(name)));
        }
        Ok(Thought {
            mv: G::write_move(position, choice.mv),
            what: G::tell(position, choice.mv).named(|seat| (position.turn() != Turn::Seat(seat)).then(|| name(seat))),
            reasons: said,
            win: evaluation.map_or(Vec::new(), |evaluation| evaluation.win.as_slice().to_vec()),
            points: evaluation.map_or(Vec::new(), |evaluation| evaluation.points.as_slice().to_vec()),
        })
    }
}
