//! A table folded from its events, by the same code on the server and in every browser.

use std::str::FromStr;

use tablee_core::lang::quote;
use tablee_core::{BySeat, MAX_SEATS, Seat, Text, Turn, text};
use tablee_games::shuffle::{Bytes32, Salt, Shuffle};
use tablee_games::{AnyGame, DepartureReason, GameId, NewGame, Player, Settled, begin};

use crate::proposal::Unsettled;
use crate::{Chair, Clocks, Ending, Event, How, Invitations, Numbered, Opened, Progress, SeatSummary, Summary, Who};

/// A request to undo the last move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UndoRequest {
    /// The seat that asks.
    pub seat: Seat,
    /// The number of plies that would remain.
    pub plies: u32,
    /// The seats that have agreed.
    pub agreed: Vec<Seat>,
}

/// The progress of a table, with what only a part of them has.
enum Phase {
    Open,
    Playing,
    /// With the result, or without one: aborted.
    Over(Option<Ending>),
    Closed,
}

/// A shared table, folded from its events.
pub struct Shared {
    id: String,
    opened: Opened,
    game: GameId,
    version: u32,
    /// The version of the last event that changed the position. A move must answer this version or a later one.
    played: u32,
    opened_at: u64,
    changed_at: u64,
    chairs: BySeat<Chair>,
    phase: Phase,
    table: Option<Box<dyn AnyGame>>,
    clocks: Option<Clocks>,
    undo: Option<UndoRequest>,
    undone: bool,
    rematch: Option<String>,
    invitation: Invitations,
    /// The ids of people whom the host has removed.
    removed: Vec<String>,
    pub(crate) unsettled: Unsettled,
}

impl Shared {
    /// Opens a table with its first event.
    ///
    /// # Errors
    /// If the event is not `opened` with number 1, or names a game that does not exist.
    pub fn open(id: &str, first: &Numbered) -> Result<Shared, Text> {
        let Numbered { v: 1, at, event: Event::Opened(opened) } = first else {
            return Err(text!("the first event of a table opens it", "le premier événement d’une table est son ouverture"));
        };
        let game = GameId::from_name(&opened.game).ok_or_else(|| {
            let game = quote(&opened.game);
            text!("there is no game {game}", "il n’y a pas de jeu {game}")
        })?;
        let seats = usize::from(opened.seats);
        if seats == 0 || seats > MAX_SEATS {
            return Err(text!("no table has that many seats", "aucune table n’a autant de places"));
        }
        Ok(Shared {
            id: id.to_owned(),
            opened: opened.clone(),
            game,
            version: 1,
            played: 1,
            opened_at: *at,
            changed_at: *at,
            chairs: BySeat::from_fn(seats, |_| Chair::default()),
            phase: Phase::Open,
            table: None,
            clocks: None,
            undo: None,
            undone: false,
            rematch: None,
            invitation: Invitations::default(),
            removed: Vec::new(),
            unsettled: Unsettled::default(),
        })
    }

    /// Folds all events of a table.
    ///
    /// # Errors
    /// Names the first event that does not follow from the ones before it.
    pub fn from_events(id: &str, events: &[Numbered]) -> Result<Shared, Text> {
        let Some((first, others)) = events.split_first() else {
            return Err(text!("the first event of a table opens it", "le premier événement d’une table est son ouverture"));
        };
        let mut shared = Shared::open(id, first)?;
        others.iter().try_for_each(|event| shared.apply(event))?;
        Ok(shared)
    }

    /// Applies the next event.
    ///
    /// # Errors
    /// If it is not the next event, or does not follow from the table. The copy is then wrong and must be folded again.
    pub fn apply(&mut self, Numbered { v, at, event }: &Numbered) -> Result<(), Text> {
        let known = self.version;
        if *v != known + 1 {
            return Err(text!("event {v} does not follow event {known}", "l’événement {v} ne suit pas l’événement {known}"));
        }
        self.apply_event(*v, *at, event).map_err(|problem| problem.after(&format!("{} {v}", self.id)))?;
        Ok(())
    }

    /// Applies a new event, which gets the next number. A move may be in any spelling: the event that is returned has the
    /// canonical one.
    ///
    /// # Errors
    /// If it does not follow from the table, such as a move against the rules. Then nothing has changed.
    pub fn apply_new(&mut self, at: u64, mut event: Event) -> Result<Numbered, Text> {
        let v = self.version + 1;
        if let (Some(spelled), Event::Move { mv, .. } | Event::Drawn { mv }) = (self.apply_event(v, at, &event)?, &mut event) {
            *mv = spelled;
        }
        Ok(Numbered { v, at, event })
    }

    /// Applies an event with its number and its time. Returns the canonical spelling of a move.
    fn apply_event(&mut self, v: u32, at: u64, event: &Event) -> Result<Option<String>, Text> {
        let spelled = match event {
            Event::Move { seat, mv, ms } => {
                self.chair_mut(*seat)?;
                let spelled = self.table_mut()?.play(mv)?;
                if let (Some(clocks), Some(ms)) = (&mut self.clocks, ms) {
                    clocks.left[*seat] = *ms;
                }
                self.position_changed(v, at);
                Some(spelled)
            }
            Event::Drawn { mv } => {
                let spelled = self.table_mut()?.play(mv)?;
                self.position_changed(v, at);
                Some(spelled)
            }
            _ => {
                self.apply_around_the_game(v, at, event)?;
                None
            }
        };
        self.version = v;
        if event.changes_summary() {
            self.changed_at = at;
        }
        Ok(spelled)
    }

    /// Applies an event that is not a move.
    fn apply_around_the_game(&mut self, v: u32, at: u64, event: &Event) -> Result<(), Text> {
        match event {
            Event::Opened(_) => return Err(text!("the table is open already", "la table est déjà ouverte")),
            Event::Sat { seat, who, salt } => {
                let chair = self.chair_mut(*seat)?;
                chair.take(who, salt.as_deref());
                match (&mut self.table, who) {
                    (Some(table), Who::Bot(bot)) => drop(table.replace(*seat, bot)),
                    (Some(table), Who::Person(_)) => {
                        table.come_back(*seat)?;
                        self.chair_mut(*seat)?.out = None;
                    }
                    (None, _) => {}
                }
                self.seats_changed();
            }
            Event::Reserved { seat, name, person } => {
                let (reserved, awaited) = (Some(name.clone()), person.clone());
                *self.chair_mut(*seat)? = Chair { reserved, awaited, reserved_at: Some(*seat), ..Chair::default() };
                self.seats_changed();
            }
            Event::Left { seat } => {
                *self.chair_mut(*seat)? = Chair::default();
                self.seats_changed();
            }
            Event::Begun { setup } => {
                self.table = Some(self.set_up(setup)?);
                for seat in self.chairs.seats() {
                    let chair = &mut self.chairs[seat];
                    chair.player.clone_from(&chair.who);
                    (chair.ready, chair.requests) = (None, 0);
                }
                self.seats_changed();
                self.phase = Phase::Playing;
                self.played = v;
                let left = self.opened.clock.at_start();
                self.clocks =
                    left.map(|left| Clocks { left: BySeat::from_fn(self.chairs.len(), |_| left), since: at, stand: false });
            }
            Event::Asked { seat, plies } => {
                self.chair_mut(*seat)?;
                self.undo = Some(UndoRequest { seat: *seat, plies: *plies, agreed: Vec::new() });
            }
            Event::Answered { seat, yes: true } => self.undo.iter_mut().for_each(|undo| undo.agreed.push(*seat)),
            Event::Answered { yes: false, .. } => self.undo = None,
            Event::Undone { plies } => {
                let table = self.table_mut()?;
                while table.plies() > *plies as usize {
                    table.undo();
                }
                self.undone = true;
                self.position_changed(v, at);
            }
            Event::Resigned { seat } => self.leave(v, *seat, DepartureReason::Resigned)?,
            Event::Flagged { seat } => self.leave(v, *seat, DepartureReason::Time)?,
            Event::Claimed { seat, .. } => self.leave(v, *seat, DepartureReason::Away)?,
            Event::Clock { ms } => {
                self.clocks = Some(Clocks { left: self.by_seat(ms)?, since: at, stand: self.unsettled.paused });
            }
            Event::Ended { how, places, scores, seed } => {
                let (places, scores) = (self.by_seat(places)?, self.by_seat(scores)?);
                self.game_over(v, seed.as_deref(), Some(Ending { how: *how, places, scores }))?;
            }
            Event::Aborted { seed, .. } => self.game_over(v, seed.as_deref(), None)?,
            Event::Renewed { watch } => self.invitation.change(*watch, true),
            Event::Revoked { watch } => self.invitation.change(*watch, false),
            Event::Removed { person } => self.removed.push(person.clone()),
            Event::Rematch { table } => self.rematch = Some(table.clone()),
            Event::Closed => self.phase = Phase::Closed,
            _ => self.apply_settling(at, event)?,
        }
        Ok(())
    }

    /// A player is out.
    fn leave(&mut self, v: u32, seat: Seat, why: DepartureReason) -> Result<(), Text> {
        self.table_mut()?.leave(seat, why)?;
        self.chair_mut(seat)?.out = Some(v);
        (self.undo, self.unsettled.proposal) = (None, None);
        Ok(())
    }

    /// The game is over, with this result or aborted, and the seed of its shuffle is revealed.
    fn game_over(&mut self, v: u32, seed: Option<&str>, ending: Option<Ending>) -> Result<(), Text> {
        if let Some(seed) = seed {
            let seed = Bytes32::from_str(seed).map_err(|()| bad_seed())?;
            if !self.table_mut()?.reveal(seed) {
                return Err(bad_seed());
            }
        }
        self.phase = Phase::Over(ending);
        (self.undo, self.unsettled) = (None, Unsettled::default());
        self.played = v;
        Ok(())
    }

    fn position_changed(&mut self, v: u32, at: u64) {
        self.played = v;
        self.undo = None;
        if let Some(clocks) = &mut self.clocks {
            clocks.since = at;
        }
    }

    /// Sets the game up for the first ply.
    fn set_up(&self, setup: &str) -> Result<Box<dyn AnyGame>, Text> {
        let options: Vec<_> = self.opened.options.clone().into_iter().collect();
        let players = self.chairs.iter().map(|(_, chair)| match &chair.who {
            Some(Who::Person(person)) => Player::Human(person.name.clone()),
            Some(Who::Bot(bot)) => Player::Bot(bot.clone()),
            None => Player::Human(String::new()),
        });
        let shuffle = match &self.opened.commitment {
            None => None,
            Some(commitment) => Some(Shuffle {
                commitment: Bytes32::from_str(commitment).map_err(|()| bad_seed())?,
                salts: self.salts()?,
                reveal: None,
            }),
        };
        begin(NewGame {
            game: self.game,
            options: &options,
            set: None,
            players: players.collect(),
            shuffle,
            settled: Settled::Told(setup),
        })
    }

    /// Looks at the table as if a move had been played: for optimistic updates.
    ///
    /// # Errors
    /// Why the move would be refused.
    pub fn preview<T>(&mut self, mv: &str, look: impl FnOnce(&dyn AnyGame) -> T) -> Result<T, Text> {
        let table = self.table_mut()?;
        table.play(mv)?;
        let seen = look(&**table);
        table.undo();
        Ok(seen)
    }

    /// The salts of the players, by seat.
    ///
    /// # Errors
    /// If one is not a single word.
    pub fn salts(&self) -> Result<Vec<Salt>, Text> {
        self.chairs.iter().filter_map(|(seat, chair)| Some(Salt::new(seat, chair.salt.as_deref()?))).collect()
    }

    pub(crate) fn clocks_mut(&mut self) -> Option<&mut Clocks> {
        self.clocks.as_mut()
    }

    pub(crate) fn chair_mut(&mut self, seat: Seat) -> Result<&mut Chair, Text> {
        let number = seat.number() + 1;
        self.chairs.get_mut(seat).ok_or_else(|| text!("the table has no seat {number}", "la table n’a pas de place {number}"))
    }

    /// A list of an event, which has a value for each seat of the table.
    fn by_seat<T: Copy + Default>(&self, values: &[T]) -> Result<BySeat<T>, Text> {
        let (seats, here) = (self.chairs.len(), values.len());
        if here != seats {
            return Err(text!("there are {seats} seats and {here} values", "il y a {seats} places et {here} valeurs"));
        }
        Ok(BySeat::from_fn(seats, |seat| values[seat.number()]))
    }

    fn table_mut(&mut self) -> Result<&mut Box<dyn AnyGame>, Text> {
        self.table.as_mut().ok_or_else(|| text!("the game has not begun", "la partie n’a pas commencé"))
    }

    /// The id of the table.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The settings that it was opened with.
    pub fn opened(&self) -> &Opened {
        &self.opened
    }

    /// The game that is played here.
    pub fn game(&self) -> GameId {
        self.game
    }

    /// The number of the last event.
    pub fn version(&self) -> u32 {
        self.version
    }

    /// The version of the last event that changed the position.
    pub fn played(&self) -> u32 {
        self.played
    }

    /// The chairs, by seat.
    pub fn chairs(&self) -> &BySeat<Chair> {
        &self.chairs
    }

    /// The progress of the table.
    pub fn progress(&self) -> Progress {
        match self.phase {
            Phase::Open => Progress::Open,
            Phase::Playing => Progress::Playing,
            Phase::Over(_) => Progress::Over,
            Phase::Closed => Progress::Closed,
        }
    }

    /// How the game ended, if it is over and has a result.
    pub fn ending(&self) -> Option<&Ending> {
        if let Phase::Over(ending) = &self.phase { ending.as_ref() } else { None }
    }

    /// How the game ended, if it is over: with a result, or aborted.
    pub fn how(&self) -> Option<How> {
        match &self.phase {
            Phase::Over(Some(ending)) => Some(ending.how),
            Phase::Over(None) => Some(How::Aborted),
            Phase::Open | Phase::Playing | Phase::Closed => None,
        }
    }

    /// The game on the table, once it has begun.
    pub fn table(&self) -> Option<&dyn AnyGame> {
        self.table.as_deref()
    }

    /// The clocks, if there are any and the game is on.
    pub fn clocks(&self) -> Option<&Clocks> {
        self.clocks.as_ref().filter(|_| self.progress() == Progress::Playing)
    }

    /// The open request to undo a move.
    pub fn undo(&self) -> Option<&UndoRequest> {
        self.undo.as_ref()
    }

    /// Whether a move was ever undone.
    pub fn undone(&self) -> bool {
        self.undone
    }

    /// The id of the table of the rematch.
    pub fn rematch(&self) -> Option<&str> {
        self.rematch.as_deref()
    }

    /// Which invitation is valid.
    pub fn invitation(&self) -> Invitations {
        self.invitation
    }

    /// The ids of people whom the host has removed.
    pub fn removed(&self) -> &[String] {
        &self.removed
    }

    /// Whether the host has removed this person.
    pub fn is_removed(&self, person: &str) -> bool {
        self.removed.iter().any(|removed| removed == person)
    }

    /// The seat of a person.
    pub fn seat_of(&self, person: &str) -> Option<Seat> {
        self.chairs.iter().find(|(_, chair)| chair.belongs_to(person)).map(|(seat, _)| seat)
    }

    /// The seat to move, while the game is on.
    pub fn seat_to_move(&self) -> Option<Seat> {
        match self.table.as_ref()?.turn() {
            Turn::Seat(seat) if self.progress() == Progress::Playing => Some(seat),
            _ => None,
        }
    }

    /// The hash of the position, once the game has begun.
    pub fn hash(&self) -> Option<u32> {
        self.table.as_ref().map(|table| table.fingerprint())
    }

    /// The number of plies that remain if this seat undoes its last move; none if it has made none, or a draw came since.
    pub fn undo_to(&self, seat: Seat) -> Option<u32> {
        let table = self.table.as_ref().filter(|_| self.progress() == Progress::Playing)?;
        for ply in (0..table.plies()).rev() {
            match table.turn_of(ply)? {
                Turn::Chance => return None,
                Turn::Seat(mover) if mover == seat => return Some(ply as u32),
                _ => {}
            }
        }
        None
    }

    /// The seats that must agree before a move is undone: all other people who still play.
    pub fn must_agree(&self, asker: Seat) -> Vec<Seat> {
        let others = self.chairs.iter().filter(|(seat, chair)| *seat != asker && chair.out.is_none());
        others.filter(|(_, chair)| chair.bot().is_none()).map(|(seat, _)| seat).collect()
    }

    /// The table in short, as lists show it.
    pub fn summary(&self) -> Summary {
        let seats = self.chairs.iter().map(|(seat, chair)| SeatSummary {
            who: chair.player.clone().or_else(|| chair.who.clone()),
            reserved: chair.reserved.clone(),
            place: self.ending().map(|ending| ending.places[seat]),
            score: self.ending().map(|ending| ending.scores[seat]),
        });
        Summary {
            table: self.id.clone(),
            game: self.opened.game.clone(),
            options: self.opened.options.clone(),
            state: self.progress(),
            host: self.opened.host.clone(),
            seats: seats.collect(),
            clock: self.opened.clock,
            public: self.opened.public,
            rated: self.opened.rated,
            opened: self.opened_at,
            changed: self.changed_at,
            turn: self.seat_to_move(),
            how: self.how(),
            begins: self.begins(),
        }
    }
}

fn bad_seed() -> Text {
    text!("the seed is not the one committed to", "la graine n’est pas celle de l’engagement")
}
