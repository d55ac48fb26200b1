//! The job that a table waits for: a bot's move, or the rating of a finished game.
//!
//! Jobs are idempotent: each names the table and the version it is for, and does nothing if the table has moved on.

use tablee_core::text;
use tablee_protocol::{Code, Event, Phase, Problem, RatingChange};
use tokio::time::Instant;

use super::aggregate::TableAggregate;
use super::{ATTEMPTS, TableTask, now};
use crate::cores::Payer;
use crate::ratings::{Rating, rate, rateable};
use crate::store::{RatingUpdate, Store, StoreError, subject};
use crate::work_queue::Job;

impl TableAggregate {
    /// The job that is due now.
    pub fn due_job(&self) -> Option<Job> {
        let shared = self.shared();
        let table = || shared.id().to_owned();
        let to_move = shared.seat_to_move().map(|seat| &shared.chairs()[usize::from(seat)]);
        if let Some(bot) = to_move.and_then(|chair| chair.bot()) {
            let payer = Payer { address: String::new(), person: shared.opened().host.id.clone() };
            let kind = format!("{} {bot}", shared.opened().game);
            return Some(Job::Think { table: table(), played: shared.played(), payer, kind });
        }
        self.rating_is_due().then(|| Job::Rate { table: table() })
    }

    /// The record of the game so far and the bot to move, if the last ply is still the one with this version.
    pub fn bot_position(&self, played: u32) -> Option<(String, String)> {
        let shared = self.shared();
        let seat = shared.seat_to_move().filter(|_| shared.played() == played)?;
        Some((shared.table()?.record(), shared.chairs()[usize::from(seat)].bot()?.to_owned()))
    }

    /// Whether only bots play: no seat has a person.
    pub fn is_bots_alone(&self) -> bool {
        let shared = self.shared();
        *shared.phase() == Phase::Playing && shared.chairs().iter().all(|chair| chair.bot().is_some())
    }

    /// The subjects of ratings that began the game, by seat.
    fn subjects(&self) -> Vec<String> {
        let players = self.shared().chairs().iter().filter_map(|chair| chair.player.as_ref());
        players.map(subject).collect()
    }

    /// Whether the game is over and still to be rated.
    pub fn rating_is_due(&self) -> bool {
        let shared = self.shared();
        let rated = || self.events_after(0).iter().any(|numbered| matches!(numbered.event, Event::Rated { .. }));
        matches!(shared.phase(), Phase::Over { .. })
            && shared.opened().rated
            && !shared.undone()
            && rateable(&self.subjects())
            && !rated()
    }

    /// Computes the ratings after the game, and applies them as a pending event.
    pub async fn new_ratings(&mut self, store: &dyn Store) -> Result<Vec<RatingUpdate>, Problem> {
        let (shared, subjects) = (self.shared(), self.subjects());
        let places = self.events_after(0).iter().rev().find_map(|numbered| match &numbered.event {
            Event::Ended { places, .. } => Some(places.clone()),
            _ => None,
        });
        let places =
            places.ok_or_else(|| Problem::new(Code::NotBegun, text!("the game is not over", "la partie n’est pas finie")))?;
        let game = shared.opened().game.clone();
        let sides = shared.table().map(|table| table.sides()).unwrap_or_default();
        let known = store.ratings(&game, &subjects).await?;
        let rating_of = |subject: &String| {
            let row = known.iter().find(|row| row.subject == *subject);
            row.map_or_else(Rating::default, |row| Rating { rating: row.rating, uncertainty: row.uncertainty, games: row.games })
        };
        let before: Vec<Rating> = subjects.iter().map(rating_of).collect();
        let after = rate(&sides, &places, &before);
        let changes = before.iter().zip(&after).zip(0..);
        let changes = changes.map(|((before, after), seat)| RatingChange { seat, before: before.rating, after: after.rating });
        let event = Event::Rated { changes: changes.collect() };
        self.apply_new(event, now()).map_err(|why| Problem::new(Code::Unavailable, why))?;
        let updates = subjects.into_iter().zip(before.iter().zip(after));
        let updates = updates.map(|(subject, (before, after))| RatingUpdate {
            game: game.clone(),
            subject,
            games_before: before.games,
            rating: after.rating,
            uncertainty: after.uncertainty,
        });
        Ok(updates.collect())
    }
}

impl TableTask {
    /// Pushes the due job into the work queue, unless it was pushed before.
    pub(super) fn push_due_job(&mut self) {
        let due = self.due_job();
        if due.as_ref() == self.pending_job.as_ref().map(|(job, _)| job) {
            return;
        }
        self.note_due_job();
        if let Some(job) = due {
            let (hub, table) = (self.hub.clone(), self.id.clone());
            tokio::spawn(async move {
                // If this fails, the table retries after a while.
                if let Err(error) = hub.jobs().push(&job).await {
                    tracing::warn!(table, ?error, "cannot push a job");
                }
            });
        }
    }

    /// The job that is due now. A game of bots alone pauses while nobody watches.
    pub(super) fn due_job(&self) -> Option<Job> {
        let watched = || !self.subscribers.is_empty() || !self.remote_presence.is_empty();
        self.state.due_job().filter(|_| !self.state.is_bots_alone() || watched())
    }

    /// Waits for the due job without pushing it: the node or the worker that stored the last event has pushed it.
    pub(super) fn note_due_job(&mut self) {
        self.pending_job = self.due_job().map(|job| (job, Instant::now()));
    }

    /// Waits for the job that is due after events of another node or of a worker. Those do not know whether anyone
    /// watches a game of bots alone, so this node pushes its job.
    pub(super) fn await_due_job(&mut self) {
        if self.state.is_bots_alone() { self.push_due_job() } else { self.note_due_job() }
    }

    /// Pushes the due job once more, because it may have been lost.
    pub(super) fn push_job_again(&mut self) {
        self.pending_job = None;
        self.push_due_job();
    }

    /// Rates the game, if a rating is due.
    pub(super) async fn rate(&mut self) -> Result<(), Problem> {
        for _ in 0..ATTEMPTS {
            if !self.state.rating_is_due() {
                return Ok(());
            }
            let updates = self.state.new_ratings(self.hub.store()).await?;
            match self.append(updates).await {
                Ok(rows) => {
                    self.broadcast_stored(None, &rows);
                    return Ok(());
                }
                Err(StoreError::Conflict) => self.reload().await,
                Err(unavailable) => {
                    self.reload().await;
                    return Err(unavailable.into());
                }
            }
        }
        Err(StoreError::Conflict.into())
    }
}
