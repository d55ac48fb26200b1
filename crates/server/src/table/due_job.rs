//! The job that a table waits for: a bot's move, or the rating of a finished game.
//!
//! Jobs are idempotent: each names the table and the version it is for, and does nothing if the table has moved on.

use tablee_core::{BySeat, Seat, text};
use tablee_protocol::{Code, Event, Problem, Progress, RatingChange};
use tokio::time::Instant;

use super::aggregate::TableAggregate;
use super::{ATTEMPTS, TableTask, now};
use crate::cores::Payer;
use crate::job_permits::JobPermit;
use crate::ratings::{
    LATELY, LEAST_MOVES, Rating, rate, rateable, rating_of_bot, weight, weight_of_network, weight_of_opponents, weighted,
};
use crate::store::{RatingUpdate, Store, StoreError, subject};
use crate::work_queue::Job;

/// Everyone whose network is not known shares one, as all do behind a proxy that the server does not know of.
const UNKNOWN_NETWORK: &str = "net:?";

/// The name of a bot, if this subject of ratings is one.
fn bot_of(subject: &str) -> Option<&str> {
    subject.strip_prefix("bot:")
}

/// Whether a subject of ratings is a person.
fn is_person(subject: &&String) -> bool {
    bot_of(subject).is_none()
}

/// The time since which games and addresses are remembered, in milliseconds since 1970.
fn lately() -> u64 {
    now().saturating_sub(LATELY.as_millis() as u64)
}

impl TableAggregate {
    /// The job that is due now.
    pub fn due_job(&self) -> Option<Job> {
        let shared = self.shared();
        let table = || shared.id().to_owned();
        let to_move = shared.seat_to_move().map(|seat| &shared.chairs()[seat]);
        if let Some(bot) = to_move.and_then(|chair| chair.bot()) {
            let payer = Payer { address: String::new(), person: shared.opened().host.id.clone() };
            let kind = format!("{} {bot}", shared.opened().game);
            return Some(Job::Think { table: table(), played: shared.played(), payer, kind, node: String::new() });
        }
        self.rating_is_due().then(|| Job::Rate { table: table(), node: String::new() })
    }

    /// The record of the game so far and the bot to move, if the last ply is still the one with this version.
    pub fn bot_position(&self, played: u32) -> Option<(String, String)> {
        let shared = self.shared();
        let seat = shared.seat_to_move().filter(|_| shared.played() == played)?;
        Some((shared.table()?.record(), shared.chairs()[seat].bot()?.to_owned()))
    }

    /// Whether only bots play: no seat has a person.
    pub fn is_bots_alone(&self) -> bool {
        let shared = self.shared();
        shared.progress() == Progress::Playing && shared.chairs().iter().all(|(_, chair)| chair.bot().is_some())
    }

    /// The subjects of ratings that began the game.
    fn subjects(&self) -> BySeat<String> {
        let chairs = self.shared().chairs();
        BySeat::from_fn(chairs.len(), |seat| chairs[seat].player.as_ref().map(subject).unwrap_or_default())
    }

    /// Whether the game is over and still to be rated.
    pub fn rating_is_due(&self) -> bool {
        let shared = self.shared();
        let rated = || self.events_after(0).iter().any(|numbered| matches!(numbered.event, Event::Rated { .. }));
        shared.progress() == Progress::Over
            && shared.ending().is_some()
            && shared.opened().rated
            && !shared.undone()
            && rateable(self.subjects().as_slice())
            && self.all_played()
            && !rated()
    }

    /// Whether every player who resigned or ran out of time had made a few moves before.
    fn all_played(&self) -> bool {
        let moves = |seat: Seat, out: u32| {
            let before = self.events_after(0).iter().take_while(|numbered| numbered.v < out);
            before.filter(|numbered| matches!(numbered.event, Event::Move { seat: by, .. } if by == seat)).count()
        };
        self.shared().chairs().iter().all(|(seat, chair)| chair.out.is_none_or(|out| moves(seat, out) >= LEAST_MOVES))
    }

    /// How much the game counts: nothing if a player has no account, or if two opponents are at the same address; less
    /// and less if the same players have met often lately, or a player has met many others of an opponent's network.
    async fn rating_weight(
        store: &dyn Store,
        subjects: &BySeat<String>,
        sides: &BySeat<u8>,
        networks: &BySeat<Vec<String>>,
    ) -> Result<f64, StoreError> {
        for subject in subjects.as_slice().iter().filter(is_person) {
            if store.person(subject).await?.is_none_or(|person| !person.account) {
                return Ok(0.0);
            }
        }
        let since = lately();
        let mut least = 1.0_f64;
        for (seat, person) in subjects.iter().filter(|(_, subject)| is_person(subject)) {
            for (other_seat, other) in subjects.iter().filter(|(other, _)| sides[*other] != sides[seat]) {
                let met = store.games_together(person, other, since).await?;
                least = least.min(weight(met));
                if !is_person(&other) {
                    continue;
                }
                if store.same_address(person, other, since).await? {
                    return Ok(0.0);
                }
                let of_network = store.games_against_networks(person, &networks[other_seat], since).await?;
                least = least.min(weight_of_network(of_network.saturating_sub(met)));
            }
        }
        Ok(least)
    }

    /// The networks that each player came from lately; none for bots.
    async fn networks(store: &dyn Store, subjects: &BySeat<String>) -> Result<BySeat<Vec<String>>, StoreError> {
        let mut networks = BySeat::from_fn(subjects.len(), |_| Vec::new());
        for (seat, person) in subjects.iter().filter(|(_, subject)| is_person(subject)) {
            networks[seat] = store.networks_of(person, lately()).await?;
            if networks[seat].is_empty() {
                networks[seat].push(UNKNOWN_NETWORK.to_owned());
            }
        }
        Ok(networks)
    }

    /// Computes the ratings after the game, and applies them as a pending event. It has no changes if the game does not
    /// count.
    pub async fn new_ratings(&mut self, store: &dyn Store) -> Result<Vec<RatingUpdate>, Problem> {
        let (shared, subjects) = (self.shared(), self.subjects());
        let (Some(ending), Some(table)) = (shared.ending(), shared.table()) else {
            return Err(Problem::new(Code::NotBegun, text!("the game is not over", "la partie n’est pas finie")));
        };
        let (game, places, sides) = (shared.opened().game.clone(), ending.places, table.sides());
        let known = store.ratings(&game, subjects.as_slice()).await?;
        let stored = |subject: &String| known.iter().find(|row| row.subject == *subject);
        let rating_of = |subject: &String| match (bot_of(subject), stored(subject)) {
            (Some(bot), _) => rating_of_bot(&game, bot),
            (None, Some(row)) => Rating { rating: row.rating, uncertainty: row.uncertainty, games: row.games },
            (None, None) => Rating::default(),
        };
        let before = BySeat::from_fn(subjects.len(), |seat| rating_of(&subjects[seat]));
        let networks = TableAggregate::networks(store, &subjects).await?;
        let weight = TableAggregate::rating_weight(store, &subjects, &sides, &networks).await?;
        let at = now();
        if weight == 0.0 {
            let rated = Event::Rated { changes: Vec::new() };
            self.apply_new(rated, at).map_err(|why| Problem::new(Code::Unavailable, why))?;
            return Ok(Vec::new());
        }
        let after = rate(&sides, &places, &before);
        let opponents = |seat: Seat| subjects.seats().filter(move |other| sides[*other] != sides[seat]);
        let after = BySeat::from_fn(after.len(), |seat| {
            if !is_person(&&subjects[seat]) {
                return before[seat];
            }
            let others: Vec<Rating> = opponents(seat).map(|other| before[other]).collect();
            weighted(before[seat], after[seat], weight * weight_of_opponents(before[seat], &others))
        });
        // A bot meets everyone; of its opponents nothing is remembered.
        let met = |seat: Seat| -> Vec<String> {
            opponents(seat).filter(|_| is_person(&&subjects[seat])).flat_map(|other| networks[other].clone()).collect()
        };
        let change = |seat| RatingChange { seat, before: before[seat].rating, after: after[seat].rating };
        let event = Event::Rated { changes: subjects.seats().map(change).collect() };
        self.apply_new(event, at).map_err(|why| Problem::new(Code::Unavailable, why))?;
        let update = |(seat, subject): (Seat, &String)| RatingUpdate {
            game: game.clone(),
            subject: subject.clone(),
            games_before: stored(subject).map_or(0, |row| row.games),
            before: before[seat].rating,
            at,
            rating: after[seat].rating,
            uncertainty: after[seat].uncertainty,
            networks: met(seat),
        };
        Ok(subjects.iter().map(update).collect())
    }
}

/// A job that a table waits for.
pub(super) struct PendingJob {
    job: Job,
    /// Since when, or when it was last pushed again.
    pub since: Instant,
    /// The permit of the one who pays, if this node pushes a bot's job. It is held until the job is done.
    permit: Option<JobPermit>,
}

impl TableTask {
    /// Pushes the due job into the work queue, unless it was pushed before.
    pub(super) fn push_due_job(&mut self) {
        if !self.pending_job_is_due() {
            self.note_due_job();
            self.push_pending_job();
        }
    }

    /// Whether the due job is the one that the table waits for.
    fn pending_job_is_due(&self) -> bool {
        self.due_job().map(|job| job.id()) == self.pending_job.as_ref().map(|pending| pending.job.id())
    }

    /// Pushes the job that the table waits for. A bot's job is pushed when there is a permit for it.
    fn push_pending_job(&mut self) {
        let Some(pending) = &mut self.pending_job else { return };
        let permits = self.hub.job_permits();
        let mut granted = match &pending.job {
            Job::Think { payer, .. } => Some(pending.permit.get_or_insert_with(|| permits.request(payer)).granted()),
            Job::Rate { .. } | Job::Analyse { .. } => None,
        };
        let (hub, table, job) = (self.hub.clone(), self.id.clone(), pending.job.clone());
        tokio::spawn(async move {
            if let Some(granted) = &mut granted
                && granted.wait_for(|granted| *granted).await.is_err()
            {
                // The table no longer waits for the job.
                return;
            }
            // If this fails, the table retries after a while.
            if let Err(error) = hub.jobs().push(&job).await {
                tracing::warn!(table, ?error, "cannot push a job");
            }
        });
    }

    /// The job that is due now. A game of bots alone pauses while nobody watches.
    pub(super) fn due_job(&self) -> Option<Job> {
        let watched = || !self.subscribers.is_empty() || !self.remote_presence.is_empty();
        let mut due = self.state.due_job().filter(|_| !self.state.is_bots_alone() || watched())?;
        if let Job::Think { payer, .. } = &mut due {
            payer.address = self.hub.addresses().of(&payer.person);
        }
        if let (Job::Think { node, .. } | Job::Rate { node, .. }, Some(cluster)) = (&mut due, self.hub.cluster()) {
            cluster.node().clone_into(node);
        }
        Some(due)
    }

    /// Waits for the due job without pushing it.
    pub(super) fn note_due_job(&mut self) {
        if !self.pending_job_is_due() {
            self.pending_job = self.due_job().map(|job| PendingJob { job, since: Instant::now(), permit: None });
        }
    }

    /// Pushes the due job again, because it may have been lost. A permit is kept, and so is the place of one who
    /// waits for it.
    pub(super) fn push_job_again(&mut self) {
        if !self.pending_job_is_due() {
            return self.push_due_job();
        }
        let Some(pending) = &mut self.pending_job else { return };
        pending.since = Instant::now();
        if pending.permit.as_ref().is_none_or(JobPermit::is_granted) {
            self.push_pending_job();
        }
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
