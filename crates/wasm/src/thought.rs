//! What a bot would do, and why.

use std::num::NonZero;

use serde::Serialize;
use tablee_bots::reasons::{Reason, reasons};
use tablee_bots::{BotSpec, Stop};
use tablee_core::{Knowledge, Scenic, Text};
use tablee_games::record::{Record, replay};
use tablee_games::{read_record, with_game};
use tsify::Tsify;

/// What a bot would do.
#[derive(Clone, Debug, Serialize, Tsify)]
pub struct Thought {
    /// The move, in its canonical spelling.
    pub mv: String,
    /// The move in words.
    pub what: Text,
    /// What speaks for it, the weightiest first; without what the search expects.
    pub reasons: Vec<Text>,
    /// By seat: how likely it is to win, from 0 to 1; empty if nothing was searched.
    pub win: Vec<f32>,
    /// By seat: the points it may expect.
    pub points: Vec<f32>,
}

/// What a bot would do in the position where a record ends.
///
/// # Errors
/// If the record is not right, nobody is on turn, or there is no such bot.
pub fn think(record: &str, bot: &str, seed: u64) -> Result<Thought, Text> {
    let record = read_record(record)?;
    with_game!(record.game, G => think_game::<G>(&record, bot, seed))
}

fn think_game<G: Scenic<Position: Knowledge>>(record: &Record, bot: &str, seed: u64) -> Result<Thought, Text> {
    let game = replay::<G>(record).map_err(|error| error.problem)?;
    let position = game.position();
    let mut bot = BotSpec::read_seated::<G::Position>(bot)?.bot::<G::Position>(seed, NonZero::<usize>::MIN)?;
    let choice = bot.choose(position, &Stop::new())?;
    let looks = G::looks(game.options());
    let name = |seat: tablee_core::Seat| looks[seat.number()].name.clone();
    let said = reasons(position, choice.mv, choice.evaluation.as_ref());
    let said = said.iter().filter(|reason| !matches!(reason, Reason::Expects { .. })).map(|reason| reason.text(name));
    Ok(Thought {
        mv: G::write_move(position, choice.mv),
        what: G::tell(position, choice.mv),
        reasons: said.collect(),
        win: choice.evaluation.as_ref().map_or(Vec::new(), |evaluation| evaluation.win.as_slice().to_vec()),
        points: choice.evaluation.as_ref().map_or(Vec::new(), |evaluation| evaluation.points.as_slice().to_vec()),
    })
}
