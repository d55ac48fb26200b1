//! A table that is in use: one task each, which does one thing after another.
//!
//! Something is decided, stored, and only then told. Whoever asks waits in line; nobody sees what is not stored.
//!
//! | file | what is in it |
//! |---|---|
//! | `mod.rs` | the task: who watches, what is asked, when time runs out, whom bots play for |
//! | `request.rs` | what can be asked of it, by other tasks |
//! | `state.rs` | the table with its secrets, and what is not yet stored |
//! | `decide.rs` | what follows from what people ask |

pub mod decide;
mod request;
pub mod state;

use std::fmt::Write;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use tablee_core::text;
use tablee_protocol::{
    Acted, Code, Command, Event, Numbered, Person, Problem, RatingChange, SeatPlan, Stage, TableView, Tell, Who,
};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep, sleep_until};

use crate::connection::Connection;
use crate::hub::Hub;
use crate::ratings::{Rating, rate, rateable};
use crate::store::{Append, RatingUpdate, StoreError, StoredEvent, sqlite::subject};
use decide::Decided;
pub use request::{Rematch, RematchPlan, Reply, Request};
use state::TableState;

/// How many requests may wait for a table; who comes then waits too.
const QUEUE: usize = 64;

/// How long a table that nobody needs stays in memory while people may come back to it, and once its game is over.
const IDLE: Duration = Duration::from_secs(60);
const IDLE_AT_THE_END: Duration = Duration::from_secs(2);

/// How often a change is decided anew when something else was stored in between.
const ATTEMPTS: usize = 5;

/// A table in use.
pub struct Table {
    id: String,
    hub: Hub,
    state: TableState,
    watchers: Vec<Arc<Connection>>,
    requests: mpsc::Receiver<Request>,
    /// For bots, which answer later.
    own: mpsc::WeakSender<Request>,
    /// The version about which a bot is thinking.
    thinking: Option<u32>,
    /// Who was last told that it is their turn.
    told_turn: Option<u32>,
}

impl Table {
    /// Starts the task of a table that was just stored.
    pub fn start(hub: Hub, state: TableState) -> mpsc::Sender<Request> {
        let (sender, requests) = mpsc::channel(QUEUE);
        let id = state.shared().id().to_owned();
        let own = sender.downgrade();
        let table = Table { id, hub, state, watchers: Vec::new(), requests, own, thinking: None, told_turn: None };
        tokio::spawn(table.run());
        sender
    }

    /// Starts the task of a table that is to be loaded. If there is none, everyone who asks is told so.
    pub fn load(hub: Hub, id: &str) -> mpsc::Sender<Request> {
        let (sender, mut requests) = mpsc::channel(QUEUE);
        let (id, own) = (id.to_owned(), sender.downgrade());
        tokio::spawn(async move {
            match load(&hub, &id).await {
                Ok(state) => {
                    let table = Table { id, hub, state, watchers: Vec::new(), requests, own, thinking: None, told_turn: None };
                    table.resumed().await;
                }
                Err(problem) => {
                    hub.remove(&id);
                    requests.close();
                    while let Some(request) = requests.recv().await {
                        request.refuse(&problem);
                    }
                }
            }
        });
        sender
    }

    /// Goes on where the table was when the server last stopped.
    async fn resumed(mut self) {
        if let Some(last_alive) = self.hub.away_since(self.state.shared()) {
            // If that cannot be stored now, the table is loaded again when it is needed.
            if self.change(None, |state, now| decide::resume(state, last_alive, now)).await.is_err() {
                self.hub.remove(&self.id);
                return;
            }
        }
        self.run().await;
    }

    async fn run(mut self) {
        self.wake_bot();
        loop {
            let due = decide::deadline(self.state.shared()).map(instant);
            let idle = self.watchers.is_empty() && self.thinking.is_none();
            let patience = match self.state.shared().stage() {
                Stage::Open | Stage::Playing => IDLE,
                Stage::Over { .. } | Stage::Closed => IDLE_AT_THE_END,
            };
            let going_on = tokio::select! {
                biased;
                request = self.requests.recv() => match request {
                    Some(request) => self.answer(request).await,
                    None => false,
                },
                () = sleep_until(due.unwrap_or_else(Instant::now)), if due.is_some() => self.flag().await,
                () = sleep(patience), if idle => !self.hub.remove_if(&self.id, || self.requests.is_empty()),
            };
            if !going_on {
                break;
            }
        }
        self.hub.remember_deadline(&self.id, decide::deadline(self.state.shared()));
    }

    /// Answers one request; tells whether the table goes on.
    async fn answer(&mut self, request: Request) -> bool {
        match request {
            Request::Act { by, command, reply } => return self.act(by, command, reply).await,
            Request::Enter { watcher, invite, from, re, reply } => {
                let person = watcher.person().map(|person| person.id.clone());
                let allowed = decide::may_enter(&self.state, person.as_deref(), invite.as_deref());
                if allowed.is_ok() {
                    watcher.tell(self.events_text(re, self.state.since(from)));
                    if !self.watchers.iter().any(|other| other.id() == watcher.id()) {
                        self.watchers.push(watcher);
                        self.tell_presence();
                    }
                }
                let _ = reply.send(allowed);
            }
            Request::Leave { connection } => {
                let before = self.watchers.len();
                self.watchers.retain(|watcher| watcher.id() != connection);
                if self.watchers.len() != before {
                    self.tell_presence();
                }
            }
            Request::View { person, invite, reply } => {
                let _ = reply.send(self.view(person.as_deref(), invite.as_deref()));
            }
            Request::Record { person, invite, reply } => {
                let allowed = decide::may_enter(&self.state, person.as_deref(), invite.as_deref());
                let _ = reply.send(allowed.and_then(|()| self.record()));
            }
            Request::Summary { reply } => {
                let _ = reply.send(self.state.shared().summary());
            }
            Request::Rematch { by, reply } => {
                let _ = reply.send(self.rematch(&by));
            }
            Request::Rematched { table, connection, reply } => {
                let there = self.state.shared().rematch().map(str::to_owned);
                let met = match there {
                    Some(there) => Ok(there),
                    None => self.change(connection, |state, now| rematched(state, &table, now)).await.map(|_| table),
                };
                let going_on = self.is_sound();
                let _ = reply.send(met);
                return going_on;
            }
            Request::BotChose { played, mv } => {
                self.thinking = None;
                if let Err(problem) = self.change(None, |state, now| decide::play_bot(state, played, &mv, now)).await {
                    tracing::warn!(table = self.id, %problem, mv, "a bot's move was refused");
                }
                self.wake_bot();
                return self.is_sound();
            }
            Request::Forget { reply } => {
                self.hub.remove(&self.id);
                self.watchers.iter().for_each(|watcher| watcher.close());
                let _ = reply.send(());
                return false;
            }
        }
        true
    }

    async fn act(&mut self, by: Person, command: Command, reply: Reply) -> bool {
        // Time that ran out in the same moment comes first.
        if decide::overdue(self.state.shared(), now()).is_some() && !self.flag().await {
            return false;
        }
        let connection = match &reply {
            Reply::Connection(connection, re) => Some((connection.clone(), *re)),
            Reply::Waiting(_) => None,
        };
        // Who watches was let in before; who only talks must be one of those who may.
        let watches =
            connection.as_ref().is_some_and(|(asking, _)| self.watchers.iter().any(|watcher| watcher.id() == asking.id()));
        let allowed = match &command {
            Command::Say { .. } if !watches => decide::may_enter(&self.state, Some(&by.id), None),
            _ => Ok(()),
        };
        let done = match allowed {
            Ok(()) => self.change(connection, |state, now| decide::decide(state, &by, command.clone(), now)).await,
            Err(problem) => Err(problem),
        };
        match (reply, done) {
            (Reply::Waiting(waiting), done) => drop(waiting.send(done)),
            (Reply::Connection(connection, re), Err(problem)) => {
                self.hub.metrics().refused(problem.code);
                connection.tell(written(&Tell::Refused { re, problem }));
            }
            (Reply::Connection(connection, re), Ok(Acted { events, answer })) => {
                // Events were told with the request's number; if there are none, or there is more to say, it is said here.
                if events.is_empty() || answer.is_some() {
                    connection.tell(written(&Tell::Done { re, answer }));
                }
            }
        }
        self.wake_bot();
        self.is_sound()
    }

    /// Somebody's time has run out.
    async fn flag(&mut self) -> bool {
        let flagged = self.change(None, |state, now| match decide::overdue(state.shared(), now) {
            Some(seat) => decide::flag(state, seat, now),
            None => Ok(None),
        });
        if let Err(problem) = flagged.await {
            tracing::warn!(table = self.id, %problem, "a clock that ran out could not be noted");
            sleep(Duration::from_secs(1)).await;
        }
        self.wake_bot();
        self.is_sound()
    }

    /// Decides, stores, and tells. `connection` is who asked, with the number of the request.
    async fn change(
        &mut self,
        connection: Option<(Arc<Connection>, u32)>,
        mut decide: impl FnMut(&mut TableState, u64) -> Decided,
    ) -> Result<Acted, Problem> {
        for _ in 0..ATTEMPTS {
            let now = now();
            let decided = decide(&mut self.state, now);
            let answer = match decided {
                Ok(answer) => answer,
                Err(problem) => {
                    if !self.state.unstored().is_empty() {
                        self.reload().await;
                    }
                    return Err(problem);
                }
            };
            if self.state.unstored().is_empty() {
                return Ok(Acted { events: Vec::new(), answer });
            }
            let stored = match self.rate(now).await {
                Ok(ratings) => self.store(ratings).await,
                Err(error) => Err(error),
            };
            match stored {
                Ok(bodies) => {
                    let events = self.state.unstored().to_vec();
                    self.state.mark_stored();
                    self.tell(connection, &events, &bodies);
                    return Ok(Acted { events, answer });
                }
                Err(StoreError::Conflict) => self.reload().await,
                Err(away) => {
                    self.reload().await;
                    return Err(away.into());
                }
            }
        }
        Err(StoreError::Conflict.into())
    }

    async fn store(&self, ratings: Vec<RatingUpdate>) -> Result<Vec<StoredEvent>, StoreError> {
        let changed = self.state.unstored().iter().any(|numbered| numbered.event.changes_summary());
        let events = self.state.to_store();
        let append = Append {
            table: self.id.clone(),
            events: events.clone(),
            summary: changed.then(|| self.state.shared().summary()),
            ratings,
        };
        self.hub.store().append(append).await?;
        Ok(events)
    }

    /// If a rated game has just ended, its ratings: told as an event, and stored with it.
    async fn rate(&mut self, now: u64) -> Result<Vec<RatingUpdate>, StoreError> {
        let shared = self.state.shared();
        let Some(places) = self.state.unstored().iter().find_map(|numbered| match &numbered.event {
            Event::Ended { places, .. } => Some(places.clone()),
            _ => None,
        }) else {
            return Ok(Vec::new());
        };
        let subjects: Vec<String> = shared.chairs().iter().filter_map(|chair| chair.player.as_ref()).map(subject).collect();
        if !shared.opened().rated || shared.undone() || !rateable(&subjects) {
            return Ok(Vec::new());
        }
        let game = shared.opened().game.clone();
        let sides = shared.table().map(|table| table.sides()).unwrap_or_default();
        let known = self.hub.store().ratings(&game, &subjects).await?;
        let rating_of = |subject: &String| {
            let row = known.iter().find(|row| row.subject == *subject);
            row.map_or_else(Rating::default, |row| Rating { rating: row.rating, uncertainty: row.uncertainty, games: row.games })
        };
        let before: Vec<Rating> = subjects.iter().map(rating_of).collect();
        let after = rate(&sides, &places, &before);
        let changes = before.iter().zip(&after).zip(0..);
        let changes = changes.map(|((before, after), seat)| RatingChange { seat, before: before.rating, after: after.rating });
        let event = Event::Rated { changes: changes.collect() };
        self.state.happen(event, now).map_err(|why| StoreError::Away(why.to_string()))?;
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

    /// Goes back to what is stored; those who watch are told what they have missed.
    async fn reload(&mut self) {
        let known = self.state.shared().version() - self.state.unstored().len() as u32;
        match load(&self.hub, &self.id).await {
            Ok(state) => {
                self.state = state;
                let missed = self.state.since(known);
                if !missed.is_empty() {
                    let text = self.events_text(None, missed);
                    self.watchers.iter().for_each(|watcher| watcher.tell(text.clone()));
                }
            }
            Err(problem) => tracing::error!(table = self.id, %problem, "a table cannot be loaded again"),
        }
    }

    /// Whether what is in memory is what is stored. If not, the table is let go, and those who watch come back to it.
    fn is_sound(&self) -> bool {
        let sound = self.state.unstored().is_empty();
        if !sound {
            self.hub.remove(&self.id);
            self.watchers.iter().for_each(|watcher| watcher.close());
        }
        sound
    }

    /// Tells everyone what happened; whoever asked for it, with the number of their request.
    fn tell(&mut self, connection: Option<(Arc<Connection>, u32)>, events: &[Numbered], bodies: &[StoredEvent]) {
        self.watchers.retain(|watcher| !watcher.is_closed());
        let hash = self.state.shared().hash();
        let text = Utf8Bytes::from(events_text(&self.id, None, bodies, hash));
        for watcher in &self.watchers {
            if connection.as_ref().is_none_or(|(asking, _)| asking.id() != watcher.id()) {
                watcher.tell(text.clone());
            }
        }
        if let Some((asking, re)) = connection {
            asking.tell(events_text(&self.id, Some(re), bodies, hash).into());
        }
        self.hub.metrics().happened(events);
        if events.iter().any(|numbered| numbered.event.changes_summary()) {
            self.hub.tell_lobby(self.state.shared().summary());
        }
        // Whoever sits down is there, and no longer only watches.
        if events.iter().any(|numbered| matches!(numbered.event, Event::Sat { .. } | Event::Left { .. })) {
            self.tell_presence();
        }
        self.tell_turn();
    }

    /// Tells the person on turn, if they are somewhere else.
    fn tell_turn(&mut self) {
        let shared = self.state.shared();
        let Some(seat) = shared.on_turn().filter(|_| self.told_turn != Some(shared.played())) else { return };
        self.told_turn = Some(shared.played());
        if let Some(Who::Person(person)) = &shared.chairs()[usize::from(seat)].who {
            let here = |connection: &Connection| self.watchers.iter().any(|watcher| watcher.id() == connection.id());
            let turn = || written(&Tell::Turn { table: self.id.clone(), game: shared.opened().game.clone() });
            self.hub.tell_person(&person.id, here, turn);
        }
    }

    fn tell_presence(&self) {
        let shared = self.state.shared();
        let seated = |person: &Person| shared.seat_of(&person.id).is_some();
        let (mut people, mut watchers) = (Vec::new(), 0);
        for watcher in self.watchers.iter().filter(|watcher| !watcher.is_closed()) {
            match watcher.person().filter(|person| seated(person)) {
                Some(person) if !people.contains(&person.id) => people.push(person.id.clone()),
                Some(_) => {}
                None => watchers += 1,
            }
        }
        let text = written(&Tell::Present { table: self.id.clone(), people, watchers });
        self.watchers.iter().for_each(|watcher| watcher.tell(text.clone()));
    }

    /// Events as they are told.
    fn events_text(&self, re: Option<u32>, events: &[Numbered]) -> Utf8Bytes {
        let bodies: Vec<_> = events.iter().map(|Numbered { v, at, event }| StoredEvent::new(*v, *at, event)).collect();
        events_text(&self.id, re, &bodies, self.state.shared().hash()).into()
    }

    fn view(&self, person: Option<&str>, invite: Option<&str>) -> Result<TableView, Problem> {
        decide::may_enter(&self.state, person, invite)?;
        let shared = self.state.shared();
        let insider = person.is_some_and(|person| shared.opened().host.id == person || shared.seat_of(person).is_some());
        Ok(TableView {
            summary: shared.summary(),
            events: self.state.since(0).to_vec(),
            invite: insider.then(|| self.state.invite().to_owned()),
        })
    }

    fn record(&self) -> Result<String, Problem> {
        let table = self.state.shared().table();
        table
            .map(|table| table.record())
            .ok_or_else(|| Problem::new(Code::NotBegun, text!("the game has not begun", "la partie n'a pas commencé")))
    }

    /// The same people at a new table, everyone one seat further on: whoever began last time does not begin again.
    fn rematch(&self, by: &Person) -> Result<Rematch, Problem> {
        let shared = self.state.shared();
        if let Some(table) = shared.rematch() {
            return Ok(Rematch::At(table.to_owned()));
        }
        let summary = shared.summary();
        let played = summary.seats.iter().any(|seat| matches!(&seat.who, Some(Who::Person(person)) if person.id == by.id));
        if !played {
            return Err(Problem::new(
                Code::NotSeated,
                text!("you have no seat at this table", "vous n'avez pas de place à cette table"),
            ));
        }
        if summary.state != tablee_protocol::TableState::Over {
            return Err(Problem::new(Code::NotBegun, text!("the game is not over yet", "la partie n'est pas encore finie")));
        }
        let seats = summary.seats.iter().map(|seat| match &seat.who {
            Some(Who::Person(person)) if person.id == by.id => (SeatPlan::Me, None),
            Some(Who::Person(person)) => (SeatPlan::Reserved(person.name.clone()), Some(person.id.clone())),
            Some(Who::Bot(bot)) => (SeatPlan::Bot(bot.clone()), None),
            None => (SeatPlan::Open, None),
        });
        let mut seats: Vec<_> = seats.collect();
        seats.rotate_right(1);
        Ok(Rematch::Plan(Box::new(RematchPlan { summary, seats })))
    }

    /// If a bot is on turn, it begins to think; its answer comes back as a request.
    fn wake_bot(&mut self) {
        let shared = self.state.shared();
        let played = shared.played();
        let Some(bot) = shared.on_turn().and_then(|seat| shared.chairs()[usize::from(seat)].bot()) else { return };
        if self.thinking == Some(played) {
            return;
        }
        let record = shared.table().expect("somebody is on turn").record();
        let (bot, bots, own, id) = (bot.to_owned(), self.hub.bots().clone(), self.own.clone(), self.id.clone());
        self.thinking = Some(played);
        let thinking = self.hub.metrics().bot_thinks();
        tokio::spawn(async move {
            let _thinking = thinking;
            match bots.think(record, bot).await {
                Ok(mv) => {
                    if let Some(own) = own.upgrade() {
                        let _ = own.send(Request::BotChose { played, mv }).await;
                    }
                }
                Err(why) => tracing::error!(table = id, %why, "a bot cannot think"),
            }
        });
    }
}

fn rematched(state: &mut TableState, table: &str, now: u64) -> Decided {
    if state.shared().rematch().is_none() {
        state.happen(Event::Rematch { table: table.to_owned() }, now).map_err(|why| Problem::new(Code::Unavailable, why))?;
    }
    Ok(None)
}

async fn load(hub: &Hub, id: &str) -> Result<TableState, Problem> {
    let stored = hub.store().load(id).await?;
    let stored =
        stored.ok_or_else(|| Problem::new(Code::Unknown, text!("there is no such table", "cette table n'existe pas")))?;
    TableState::load(id, stored).map_err(|why| {
        tracing::error!(table = id, %why, "a table is damaged");
        Problem::new(Code::Unavailable, why)
    })
}

/// A message as it is sent.
pub fn written(tell: &Tell) -> Utf8Bytes {
    serde_json::to_string(tell).expect("messages have a form in JSON").into()
}

/// The same as [`Tell::Events`], from events that are in JSON already: every move is told this way, to everyone.
fn events_text(table: &str, re: Option<u32>, events: &[StoredEvent], hash: Option<u32>) -> String {
    let length = events.iter().map(|event| event.body.len() + 40).sum::<usize>() + 90;
    let mut text = String::with_capacity(length);
    text.push_str(r#"{"is":"events","#);
    // Writing to a string cannot fail.
    if let Some(re) = re {
        let _ = write!(text, r#""re":{re},"#);
    }
    let _ = write!(text, r#""table":"{table}","events":["#);
    for (number, StoredEvent { v, at, body }) in events.iter().enumerate() {
        let comma = if number == 0 { "" } else { "," };
        let _ = write!(text, r#"{comma}{{"v":{v},"at":{at},{}"#, &body[1..]);
    }
    text.push(']');
    if let Some(hash) = hash {
        let _ = write!(text, r#","hash":{hash}"#);
    }
    text.push('}');
    text
}

/// What time it is, in thousandths of a second since 1970.
pub fn now() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

/// When that time will be.
fn instant(due: u64) -> Instant {
    Instant::now() + Duration::from_millis(due.saturating_sub(now()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_told_as_the_protocol_says() {
        let events = vec![
            Numbered { v: 7, at: 1_700_000_000_000, event: Event::Move { seat: 1, mv: "a\"b".to_owned(), ms: Some(5) } },
            Numbered { v: 8, at: 1_700_000_000_001, event: Event::Closed },
        ];
        let bodies: Vec<_> = events.iter().map(|numbered| StoredEvent::new(numbered.v, numbered.at, &numbered.event)).collect();
        for (re, hash) in [(None, None), (Some(3), Some(9)), (None, Some(1))] {
            let tell = Tell::Events { re, table: "abc".to_owned(), events: events.clone(), hash };
            let told: Tell = serde_json::from_str(&events_text("abc", re, &bodies, hash)).expect("it is JSON");
            assert_eq!(told, tell);
        }
    }
}
