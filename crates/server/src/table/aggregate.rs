//! A table as the server has it: what everyone knows, and the secrets.

use tablee_core::{Text, text};
use tablee_games::fair_setup;
use tablee_games::shuffle::{FairDice, Seed};
use tablee_protocol::{Event, Numbered, Shared};

use crate::secrets;
use crate::store::{StoredEvent, StoredTable};

/// A table with its secrets, and what has happened there since it was last stored.
pub struct TableAggregate {
    shared: Shared,
    /// Everything that happened, for whoever comes later.
    events: Vec<Numbered>,
    /// How many of the events are stored.
    stored: usize,
    seed: Option<Seed>,
    /// The dice of the seed and the players' salts, as they are after all draws so far.
    dice: Option<FairDice>,
    invite: String,
}

/// What a secret of an invitation lets one do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Invitation {
    /// Watch, and sit where nobody is awaited.
    Table,
    /// The same, and sit on the seat that is kept for one.
    Seat(u8),
}

impl TableAggregate {
    /// A new table, with the event of its opening not yet stored.
    ///
    /// # Errors
    /// If that is not how a table begins.
    pub fn open(id: &str, seed: Option<Seed>, invite: String, opening: Event, now: u64) -> Result<TableAggregate, Text> {
        let first = Numbered { v: 1, at: now, event: opening };
        let shared = Shared::open(id, &first)?;
        Ok(TableAggregate { shared, events: vec![first], stored: 0, seed, dice: None, invite })
    }

    /// A table as it was stored.
    ///
    /// # Errors
    /// The first event that cannot have happened: the store is damaged.
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

    /// Adds an event, and lets the dice fall as they must have.
    ///
    /// # Errors
    /// If it cannot have happened; the table is then to be loaded again.
    pub fn apply(&mut self, numbered: Numbered) -> Result<(), Text> {
        match &numbered.event {
            Event::Begun { setup } => {
                if let Some(seed) = &self.seed {
                    let mut dice = FairDice::new(seed, &self.shared.salts()?);
                    let options: Vec<_> = self.shared.opened().options.clone().into_iter().collect();
                    let due = fair_setup(self.shared.game(), &options, &mut dice)?;
                    self.dice = Some(dice);
                    same(&due, setup)?;
                }
            }
            Event::Drawn { mv } => {
                let due = self.shared.table().zip(self.dice.as_mut()).and_then(|(table, dice)| table.fair_draw(dice));
                same(&due.unwrap_or_default(), mv)?;
            }
            _ => {}
        }
        self.shared.apply(&numbered)?;
        self.events.push(numbered);
        Ok(())
    }

    /// Something happens. It is not yet stored, so nobody may be told.
    ///
    /// # Errors
    /// If it cannot happen; the table is then to be loaded again.
    pub fn apply_new(&mut self, event: Event, now: u64) -> Result<(), Text> {
        self.apply(Numbered { v: self.shared.version() + 1, at: now, event })
    }

    /// The setup that the shuffle gives.
    ///
    /// # Errors
    /// If a salt is not a word.
    pub fn setup(&self) -> Result<String, Text> {
        let Some(seed) = &self.seed else { return Ok(String::new()) };
        let mut dice = FairDice::new(seed, &self.shared.salts()?);
        let options: Vec<_> = self.shared.opened().options.clone().into_iter().collect();
        fair_setup(self.shared.game(), &options, &mut dice)
    }

    /// What the dice draw next, if chance is on turn.
    pub fn next_draw(&self) -> Option<String> {
        self.shared.table()?.fair_draw(&mut self.dice.clone()?)
    }

    /// What everyone knows.
    pub fn shared(&self) -> &Shared {
        &self.shared
    }

    /// The seed.
    pub fn seed(&self) -> Option<Seed> {
        self.seed
    }

    /// The secret of the invitation.
    pub fn invite(&self) -> &str {
        &self.invite
    }

    /// The secret of the invitation to one seat.
    pub fn invite_to(&self, seat: u8) -> String {
        secrets::derive(&self.invite, &format!("seat {seat}"))
    }

    /// What a secret lets one do.
    pub fn invitation(&self, word: &str) -> Option<Invitation> {
        if secrets::constant_time_eq(word, &self.invite) {
            return Some(Invitation::Table);
        }
        (0..self.shared.opened().seats).find(|seat| secrets::constant_time_eq(word, &self.invite_to(*seat))).map(Invitation::Seat)
    }

    /// Everything that happened after a version.
    pub fn events_after(&self, version: u32) -> &[Numbered] {
        &self.events[(version as usize).min(self.events.len())..]
    }

    /// What happened and is not yet stored.
    pub fn pending(&self) -> &[Numbered] {
        &self.events[self.stored..]
    }

    /// The same, in the form in which it is stored.
    pub fn pending_rows(&self) -> Vec<StoredEvent> {
        self.pending().iter().map(|Numbered { v, at, event }| StoredEvent::new(*v, *at, event)).collect()
    }

    /// Forgets what is not stored.
    ///
    /// # Errors
    /// The first event that cannot have happened.
    pub fn discard_pending(&mut self) -> Result<(), Text> {
        let events = self.events[..self.stored].to_vec();
        *self = TableAggregate::load(self.shared.id(), StoredTable { seed: self.seed, invite: self.invite.clone(), events })?;
        Ok(())
    }

    /// All of it is stored now.
    pub fn mark_stored(&mut self) {
        self.stored = self.events.len();
    }
}

fn same(due: &str, told: &str) -> Result<(), Text> {
    if due == told {
        return Ok(());
    }
    Err(text!("the shuffle gives {due}, not {told}", "le mélange donne {due}, pas {told}"))
}
