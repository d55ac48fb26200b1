//! Retention: ends abandoned tables and games, idle guests and unused keys. Open tables close, players who do not come
//! back lose, guests and keys are deleted, and so are closed tables where no game ever began. Games stay for ever.
//!
//! One node at a time does it (a lease in the store). Every step is idempotent, by index, and in batches.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use tablee_protocol::{Problem, Progress};

use crate::app_state::AppState;
use crate::store::{Cursor, IdleQuery, StoreError};
use crate::table::now;

/// How often it is done.
const EVERY: Duration = Duration::from_secs(10 * 60);

/// How much is done at once, how often in a row, and the pause between: others need the store too.
const BATCH: u32 = 100;
const MOST_BATCHES: usize = 100;
const PAUSE: Duration = Duration::from_millis(100);

/// After how many days abandoned tables and games, idle guests and unused keys end; 0 is never.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RetentionSettings {
    /// An open table where nothing happens closes.
    pub open_tables: u32,
    /// A closed table, where no game ever began, is deleted.
    pub closed_tables: u32,
    /// In a game without a clock, the player to move is out.
    pub abandoned_games: u32,
    /// A guest who does not come back is forgotten. The name stays at tables.
    pub guests: u32,
    /// A key that is not used is revoked.
    pub keys: u32,
}

impl Default for RetentionSettings {
    fn default() -> RetentionSettings {
        RetentionSettings { open_tables: 3, closed_tables: 30, abandoned_games: 30, guests: 180, keys: 400 }
    }
}

/// Where to go on the next time, by progress of tables and whether they are public: at the beginning, unless there were
/// more than were looked at.
type Places = HashMap<(Progress, bool), Option<Cursor>>;

/// Ends abandoned tables and games, idle guests and unused keys, for as long as the server runs.
pub async fn upkeep(app: Arc<AppState>, settings: RetentionSettings) {
    let mut places = Places::default();
    loop {
        if let Err(error) = app.keep_erased_list().await {
            tracing::warn!(?error, "cannot keep the list of erased people; trying again later");
        }
        let (begin, lease) = (now(), EVERY.as_millis() as u64);
        match app.store.take_lease("retention", begin, begin + lease).await {
            Ok(true) => {
                if let Err(problem) = run(&app, settings, begin, &mut places).await {
                    tracing::warn!(%problem, "retention failed; trying again later");
                }
            }
            Ok(false) => {}
            Err(error) => tracing::warn!(?error, "cannot take the lease of retention"),
        }
        tokio::time::sleep(EVERY).await;
    }
}

/// Ends everything that is due at this time.
async fn run(app: &AppState, settings: RetentionSettings, now: u64, places: &mut Places) -> Result<(), Problem> {
    let since = |days: u32| (days > 0).then(|| now.saturating_sub(u64::from(days) * 24 * 60 * 60 * 1000));
    for (state, days) in [(Progress::Open, settings.open_tables), (Progress::Playing, settings.abandoned_games)] {
        if let Some(since) = since(days) {
            for public in [true, false] {
                let place = places.entry((state, public)).or_default();
                expire_tables(app, IdleQuery { state, public, since, after: place.take() }, place).await?;
            }
        }
    }
    if let Some(since) = since(settings.closed_tables) {
        for public in [true, false] {
            let place = places.entry((Progress::Closed, public)).or_default();
            delete_closed(app, IdleQuery { state: Progress::Closed, public, since, after: place.take() }, place).await?;
        }
    }
    for _ in 0..MOST_BATCHES {
        let guests = match since(settings.guests) {
            Some(since) => app.long_work.forget_guests(since, BATCH).await?,
            None => 0,
        };
        let keys = match since(settings.keys) {
            Some(since) => app.long_work.forget_keys(since, BATCH).await?,
            None => 0,
        };
        if guests.max(keys) < u64::from(BATCH) {
            break;
        }
        tokio::time::sleep(PAUSE).await;
    }
    Ok(())
}

/// Deletes tables that were closed long ago, batch after batch, each table by itself: appends wait for none of it.
async fn delete_closed(app: &AppState, mut query: IdleQuery, place: &mut Option<Cursor>) -> Result<(), StoreError> {
    for _ in 0..MOST_BATCHES {
        let batch = app.long_work.idle_tables(&query, BATCH).await?;
        for Cursor { table, .. } in &batch {
            // Somebody may be watching it.
            app.hub.unload(table).await;
            app.long_work.delete_closed(table).await?;
        }
        tracing::debug!(tables = batch.len(), "closed tables were deleted");
        if batch.len() < BATCH as usize {
            return Ok(());
        }
        query.after = batch.into_iter().next_back();
        tokio::time::sleep(PAUSE).await;
    }
    *place = query.after;
    Ok(())
}

/// Ends idle tables, batch after batch. Tables that cannot be ended, such as damaged ones, do not hold up the others.
/// `place` is where to go on the next time.
async fn expire_tables(app: &AppState, mut query: IdleQuery, place: &mut Option<Cursor>) -> Result<(), StoreError> {
    for _ in 0..MOST_BATCHES {
        let batch = app.long_work.idle_tables(&query, BATCH).await?;
        for Cursor { table, .. } in &batch {
            if let Err(problem) = app.hub.expire(table, query.since).await {
                tracing::warn!(table, %problem, "cannot end an idle table");
            }
        }
        tracing::debug!(state = ?query.state, tables = batch.len(), "idle tables were looked at");
        if batch.len() < BATCH as usize {
            return Ok(());
        }
        query.after = batch.into_iter().next_back();
        tokio::time::sleep(PAUSE).await;
    }
    *place = query.after;
    Ok(())
}
