//! A table folded from its events, with its secrets and the events that are not yet stored.

use tablee_core::{Seat, Text, text};
use tablee_games::fair_setup;
use tablee_games::shuffle::{FairDice, Seed};
use tablee_protocol::{Event, Invitations, Numbered, Person, Shared, Who};

use crate::secrets;
use crate::store::{Append, RatingUpdate, StoredEvent, StoredTable};

/// A table folded from its events (in event sourcing: an aggregate), with its secrets. Its last events may be pending,
/// which means not yet stored.
pub struct TableAggregate {
    shared: Shared,
    /// All events, for clients that subscribe later.
    events: Vec<Numbered>,
    /// How many of the events are stored; the others are pending.
    stored: usize,
    seed: Option<Seed>,
    /// The dice of the seed and the players' salts, after all draws so far.
    dice: Option<FairDice>,
    invite: String,
}

/// The rights that the secret of an invitation gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Invitation {
    /// To watch, and to take a seat that is not reserved.
    Table,
    /// The same, and to take this reserved seat.
    Seat(Seat),
    /// To watch and to chat, but not to sit down.
    Watch,
}

impl TableAggregate {
    /// A new table. Its first event is pending.
    ///
    /// # Errors
    /// If the event does not open a table.
    pub fn open(id: &str, seed: Option<Seed>, invite: String, opening: Event, now: u64) -> Result<TableAggregate, Text> {
        let first = Numbered { v: 1, at: now, event: opening };
        let shared = Shared::open(id, &first)?;
        Ok(TableAggregate { shared, events: vec![first], stored: 0, seed, dice: None, invite })
    }

    /// A stored table.
    ///
    /// # Errors
    /// The first event that does not fit: the store is damaged.
    pub fn load(id: &str, stored: StoredTable) -> Result<TableAggregate, Text> {
        let StoredTable { seed, invite, events } = stored;
        let Some(first) = events.first() else {
            return Err(text!("the table {id} has no events", "la table {id} n’a pas d’événements"));
        };
        let shared = Shared::open(id, first)?;
        let mut state = TableAggregate { shared, events: vec![first.clone()], stored: 0, seed, dice: None, invite };
        for event in &events[1..] {
            state.apply(event.clone())?;
        }
        state.stored = state.events.len();
        Ok(state)
    }

    /// Applies an event. A setup or a draw must be the one that the seed gives.
    ///
    /// # Errors
    /// If the event does not fit. The table must be loaded again then.
    pub fn apply(&mut self, numbered: Numbered) -> Result<(), Text> {
        match &numbered.event {
            Event::Begun { setup } => {
                if let Some(seed) = &self.seed {
                    let (due, dice) = self.deal(seed)?;
                    self.dice = Some(dice);
                    require_same(&due, setup)?;
                }
            }
            Event::Drawn { mv } => {
                let due = self.shared.table().zip(self.dice.as_mut()).and_then(|(table, dice)| table.fair_draw(dice));
                require_same(&due.unwrap_or_default(), mv)?;
            }
            _ => {}
        }
        self.shared.apply(&numbered)?;
        self.events.push(numbered);
        Ok(())
    }

    /// Applies a new event with the next number. It is pending: it must be stored before it is broadcast.
    ///
    /// # Errors
    /// If the event does not fit, such as a move against the rules. Then nothing has changed.
    pub fn apply_new(&mut self, event: Event, now: u64) -> Result<(), Text> {
        let numbered = self.shared.apply_new(now, event)?;
        self.events.push(numbered);
        Ok(())
    }

    /// Begins the game with the setup that the seed and the salts give.
    ///
    /// # Errors
    /// If a salt is not a word.
    pub fn begin(&mut self, now: u64) -> Result<(), Text> {
        let (setup, dice) = match &self.seed {
            None => (String::new(), None),
            Some(seed) => {
                let (setup, dice) = self.deal(seed)?;
                (setup, Some(dice))
            }
        };
        self.apply_new(Event::Begun { setup }, now)?;
        self.dice = dice;
        Ok(())
    }

    /// Draws, if it is chance's turn; returns whether it was.
    ///
    /// # Errors
    /// If the draw does not fit. The table must be loaded again then.
    pub fn draw(&mut self, now: u64) -> Result<bool, Text> {
        let due = self.shared.table().zip(self.dice.as_mut()).and_then(|(table, dice)| table.fair_draw(dice));
        let Some(mv) = due else { return Ok(false) };
        self.apply_new(Event::Drawn { mv }, now)?;
        Ok(true)
    }

    /// The setup that a seed and the salts give, and the dice after it.
    fn deal(&self, seed: &Seed) -> Result<(String, FairDice), Text> {
        let mut dice = FairDice::new(seed, &self.shared.salts()?);
        let options: Vec<_> = self.shared.opened().options.clone().into_iter().collect();
        let setup = fair_setup(self.shared.game(), &options, &mut dice)?;
        Ok((setup, dice))
    }

    /// The public part of the table.
    pub fn shared(&self) -> &Shared {
        &self.shared
    }

    /// The person to move, unless a bot is to move.
    pub fn person_to_move(&self) -> Option<&Person> {
        match &self.shared.chairs()[self.shared.seat_to_move()?].who {
            Some(Who::Person(person)) => Some(person),
            _ => None,
        }
    }

    /// The seed of all draws, if the game has any.
    pub fn seed(&self) -> Option<Seed> {
        self.seed
    }

    /// The secret of the invitation to the table; `None` while it is revoked. Renewed secrets are derived from the first
    /// one, so that all of them follow from the events.
    pub fn invite(&self) -> Option<String> {
        match self.shared.invitation() {
            Invitations { revoked: true, .. } => None,
            Invitations { generation: 0, .. } => Some(self.invite.clone()),
            Invitations { generation, .. } => Some(secrets::derive(&self.invite, &format!("renewed {generation}"))),
        }
    }

    /// The secret of the invitation to one seat.
    pub fn invite_to(&self, seat: Seat) -> Option<String> {
        Some(secrets::derive(&self.invite()?, &format!("seat {seat}")))
    }

    /// The rights that a secret gives, if it is of an invitation to this table.
    pub fn invitation(&self, word: &str) -> Option<Invitation> {
        let is = |secret: Option<String>| secret.is_some_and(|secret| secrets::constant_time_eq(word, &secret));
        if is(self.invite()) {
            return Some(Invitation::Table);
        }
        if is(self.watch_link()) {
            return Some(Invitation::Watch);
        }
        self.shared.chairs().seats().find(|seat| is(self.invite_to(*seat))).map(Invitation::Seat)
    }

    /// The secret of the watch-only link, if there is one. It lives apart from the invitation: renewing one does not end
    /// the other.
    pub fn watch_link(&self) -> Option<String> {
        let Invitations { watch, watch_generation, .. } = self.shared.invitation();
        watch.then(|| secrets::derive(&self.invite, &format!("watch {watch_generation}")))
    }

    /// All events after a version.
    pub fn events_after(&self, version: u32) -> &[Numbered] {
        &self.events[(version as usize).min(self.events.len())..]
    }

    /// The events that are not yet stored.
    pub fn pending(&self) -> &[Numbered] {
        &self.events[self.stored..]
    }

    /// The pending events as rows of the store.
    pub fn pending_rows(&self) -> Vec<StoredEvent> {
        self.pending().iter().map(|Numbered { v, at, event }| StoredEvent::new(*v, *at, event)).collect()
    }

    /// The pending events as a change of the store, with the ratings that change with them.
    pub fn pending_append(&self, ratings: Vec<RatingUpdate>) -> Append {
        let summary_changes = self.pending().iter().any(|numbered| numbered.event.changes_summary());
        let ends = self.pending().iter().any(|numbered| matches!(numbered.event, Event::Ended { .. }));
        // Most appends leave the column `rating_due` as it is.
        let rated = self.pending().iter().any(|numbered| matches!(numbered.event, Event::Rated { .. }));
        let due_changes = (ends && self.rating_is_due()) || rated;
        Append {
            table: self.shared.id().to_owned(),
            events: self.pending_rows(),
            summary: summary_changes.then(|| self.shared.summary()),
            rating_due: due_changes.then(|| self.rating_is_due()),
            ratings,
        }
    }

    /// Discards the pending events.
    ///
    /// # Errors
    /// The first event that does not fit.
    pub fn discard_pending(&mut self) -> Result<(), Text> {
        let events = self.events[..self.stored].to_vec();
        *self = TableAggregate::load(self.shared.id(), StoredTable { seed: self.seed, invite: self.invite.clone(), events })?;
        Ok(())
    }

    /// The pending events are stored now.
    pub fn mark_stored(&mut self) {
        self.stored = self.events.len();
    }
}

fn require_same(due: &str, told: &str) -> Result<(), Text> {
    if due == told {
        return Ok(());
    }
    Err(text!("the shuffle gives {due}, not {told}", "le mélange donne {due}, pas {told}"))
}
