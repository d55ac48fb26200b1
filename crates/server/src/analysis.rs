//! The analysis of finished games, as a job: for each move, what a bot would have played and what it expected.
//!
//! Anyone who may see a game may ask for its analysis, within a budget. The queue is bounded; players of the game come
//! first, and everybody else has a fair share.

use std::sync::Arc;

use tablee_core::{Text, Turn, text};
use tablee_protocol::{Analysis, Code, Judged, Problem};
use tablee_thought::{Question, RecordedGame, Stop};

use crate::app_state::AppState;
use crate::bots::compute;
use crate::cores::{CoreRequest, Payer};
use crate::limits::Address;
use crate::work_queue::{Job, QueueError};
use crate::worker::Worker;

/// The bot that analyses: strong enough to see more than people do at a glance, and done within seconds.
const ANALYST: &str = "search:2000";

/// How many analyses may wait or run; and how many until only players of their game may ask for more.
pub const MOST: usize = 200;
const MOST_OF_OTHERS: usize = MOST / 2;

/// When to ask again if too many analyses wait, in seconds.
const RETRY_AFTER: u32 = 60;

/// Queues the analysis of a finished game, unless it is queued already: then the request costs nothing.
///
/// # Errors
/// If the client is over their budget, too many analyses wait, or the queue does not answer.
pub async fn ask(app: &AppState, table: &str, address: Address, person: Option<&str>, by_player: bool) -> Result<(), Problem> {
    let payer = Payer { address: app.hub.addresses().hash(address), person: person.unwrap_or_default().to_owned() };
    let job = Job::Analyse { table: table.to_owned(), payer, by_player };
    let queue = app.hub.analyses();
    if queue.contains(&job).await.map_err(out_of_order)? {
        return Ok(());
    }
    let most = if by_player { MOST } else { MOST_OF_OTHERS };
    if queue.count().await.map_err(out_of_order)? >= most as u64 {
        let why = text!(
            "many games are waiting for their analysis; try again in a few minutes",
            "beaucoup de parties attendent leur analyse ; réessayez dans quelques minutes"
        );
        return Err(Problem { wait: Some(RETRY_AFTER), ..Problem::new(Code::Unavailable, why) });
    }
    app.limits.analysis(address, person)?;
    queue.push(&job).await.map_err(out_of_order)
}

/// The refusal if the queue does not answer.
fn out_of_order(error: QueueError) -> Problem {
    tracing::warn!(?error, "cannot queue an analysis");
    let why = text!("the analysis cannot start at the moment", "l’analyse ne peut pas commencer pour le moment");
    Problem { wait: Some(1), ..Problem::new(Code::Unavailable, why) }
}

/// Analyses the game of a table, and stores the analysis. Idempotent: an analysis that is stored is not made again.
///
/// # Errors
/// If the table cannot be read or the analysis cannot be stored.
pub async fn analyse(worker: &Worker, table: &str, payer: &Payer, by_player: bool) -> Result<(), Problem> {
    let request = CoreRequest { payer: payer.clone(), kind: "analysis".to_owned(), urgent: by_player };
    let _slot = worker.bots.analysis_slot(request.clone()).await;
    if worker.store.analysis(table).await?.is_some() {
        return Ok(());
    }
    let Some(record) = worker.tables.finished_record(table).await? else { return Ok(()) };
    // A table may wait for a core, and nobody at a table waits for an analysis.
    let request = CoreRequest { urgent: false, ..request };
    let moves = analyse_record(worker, record, request).await.map_err(|why| Problem::new(Code::Invalid, why))?;
    let analysis = Analysis { bot: ANALYST.to_owned(), moves };
    let body = serde_json::to_string(&analysis).expect("an analysis has a form in JSON");
    Ok(worker.store.keep_analysis(table, &body).await?)
}

/// Asks the analyst about every move, one after the other: between two of them the core is free for bots that people wait
/// for.
async fn analyse_record(worker: &Worker, record: String, request: CoreRequest) -> Result<Vec<Judged>, Text> {
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
