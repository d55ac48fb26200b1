//! The analysis of finished games, as a job: for each move, what a bot would have played and what it expected.

use std::sync::Arc;

use tablee_core::{Text, Turn};
use tablee_protocol::{Analysis, Code, Judged, Problem};
use tablee_thought::{Question, RecordedGame, Stop};

use crate::bots::compute;
use crate::cores::{CoreRequest, Payer};
use crate::worker::Worker;

/// The bot that analyses: strong enough to see more than people do at a glance, and done within seconds.
const ANALYST: &str = "search:2000";

/// Analyses the game of a table, and stores the analysis. Idempotent: an analysis that is stored is not made again.
///
/// # Errors
/// If the table cannot be read or the analysis cannot be stored.
pub async fn analyse(worker: &Worker, table: &str) -> Result<(), Problem> {
    if worker.store.analysis(table).await?.is_some() {
        return Ok(());
    }
    let Some(record) = worker.tables.finished_record(table).await? else { return Ok(()) };
    let moves = analyse_record(worker, record).await.map_err(|why| Problem::new(Code::Invalid, why))?;
    let analysis = Analysis { bot: ANALYST.to_owned(), moves };
    let body = serde_json::to_string(&analysis).expect("an analysis has a form in JSON");
    Ok(worker.store.keep_analysis(table, &body).await?)
}

/// Asks the analyst about every move, one after the other: between two of them the core is free for bots that people wait
/// for.
async fn analyse_record(worker: &Worker, record: String) -> Result<Vec<Judged>, Text> {
    let request = CoreRequest { payer: Payer::default(), kind: "analysis".to_owned(), urgent: false };
    let game = Arc::new(compute(worker.bots.core(request.clone()).await, move || RecordedGame::read(&record)).await?);
    let question = Question { bot: ANALYST.to_owned(), seed: 1, with_reasons: false };
    let mut moves = Vec::new();
    for ply in 0..game.plies() {
        let (Some(Turn::Seat(seat)), Some(mv)) = (game.turn(ply), game.played(ply)) else { continue };
        let (game, question) = (game.clone(), question.clone());
        let core = worker.bots.core(request.clone()).await;
        let thought = compute(core, move || game.think(ply, &question, &Stop::new())).await?;
        moves.push(Judged { seat, mv, best: thought.mv, win: thought.win, points: thought.points });
    }
    Ok(moves)
}
