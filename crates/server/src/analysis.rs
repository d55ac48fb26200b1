//! Finished games looked at move by move, as a job: what a bot would have done, and how the game stood.

use std::num::NonZero;
use std::sync::Arc;

use tablee_bots::{BotSpec, Stop};
use tablee_core::{Game, Knowledge, Position, Text, Turn};
use tablee_games::record::{Record, replay};
use tablee_games::{read_record, with_game};
use tablee_protocol::{Analysis, Code, Judged, Problem};

use crate::hub::Hub;

/// Who looks at games: strong enough to see more than people at a glance, and done within seconds.
const ANALYST: &str = "search:2000";

/// Looks at the game of a table, and keeps what comes of it.
///
/// # Errors
/// If the table cannot be read or nothing can be kept.
pub async fn analyse(hub: &Hub, table: &str) -> Result<(), Problem> {
    // It may have been asked for twice.
    if hub.store().analysis(table).await?.is_some() {
        return Ok(());
    }
    let Some(record) = hub.finished_record(table).await? else { return Ok(()) };
    let moves = look_at(hub, &record).await.map_err(|why| Problem::new(Code::Invalid, why))?;
    let analysis = Analysis { bot: ANALYST.to_owned(), moves };
    let body = serde_json::to_string(&analysis).expect("an analysis has a form in JSON");
    Ok(hub.store().keep_analysis(table, &body).await?)
}

/// One move after the other: between them the core is free for bots that people wait for.
async fn look_at(hub: &Hub, record: &str) -> Result<Vec<Judged>, Text> {
    let record = Arc::new(read_record(record)?);
    let mut moves = Vec::new();
    for ply in 0.. {
        let record = record.clone();
        match hub.bots().on_a_core(move || with_game!(record.game, G => judge::<G>(&record, ply))).await? {
            Looked::At(judged) => moves.push(judged),
            Looked::AtDraw => {}
            Looked::AtAll => break,
        }
    }
    Ok(moves)
}

/// What was looked at.
enum Looked {
    At(Judged),
    AtDraw,
    AtAll,
}

fn judge<G: Game<Position: Knowledge>>(record: &Record, ply: usize) -> Result<Looked, Text> {
    let game = replay::<G>(record).map_err(|error| error.problem)?;
    let Some((mv, before)) = game.past().nth(ply) else { return Ok(Looked::AtAll) };
    let Turn::Seat(seat) = before.turn() else { return Ok(Looked::AtDraw) };
    let mut analyst = BotSpec::read::<G::Position>(ANALYST)?.bot::<G::Position>(1, NonZero::<usize>::MIN)?;
    let choice = analyst.choose(before, &Stop::new())?;
    let evaluation = choice.evaluation.as_ref();
    Ok(Looked::At(Judged {
        seat: seat.number() as u8,
        mv: G::write_move(before, mv),
        best: G::write_move(before, choice.mv),
        win: evaluation.map_or(Vec::new(), |evaluation| evaluation.win.as_slice().to_vec()),
        points: evaluation.map_or(Vec::new(), |evaluation| evaluation.points.as_slice().to_vec()),
    }))
}
