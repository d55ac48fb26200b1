//! Tables and people to store in tests.

use tablee_games::shuffle::Bytes32;
use tablee_protocol::{Clock, Event, Numbered, Opened, Person, Progress, Scope, SeatSummary, Summary, Who};
use tablee_server::store::people::{KeyRow, PersonRow};
use tablee_server::store::{Append, NewTableRow, RatingUpdate, Store, StoreError, StoredEvent};

pub fn person(name: &str) -> Person {
    Person { id: format!("id{}", name.to_lowercase()), name: name.to_owned(), guest: false }
}

pub fn who(name: &str) -> Who {
    match name.strip_prefix("bot:") {
        Some(bot) => Who::Bot(bot.to_owned()),
        None => Who::Person(person(name)),
    }
}

/// The summary of a table of this host, with these players on its seats.
pub fn summary(table: &str, host: &str, seats: &[&str]) -> Summary {
    let seat = |name: &&str| SeatSummary { who: Some(who(name)), reserved: None, place: None, score: None };
    Summary {
        table: table.to_owned(),
        game: "kumata".to_owned(),
        options: [("players".to_owned(), "2".to_owned())].into(),
        state: Progress::Open,
        host: person(host),
        seats: seats.iter().map(seat).collect(),
        clock: Clock::None,
        public: true,
        rated: true,
        opened: 1_000,
        changed: 1_000,
        turn: None,
        how: None,
        begins: None,
    }
}

/// A new table with its first event.
pub fn new_table(summary: Summary) -> NewTableRow {
    let opened = Event::Opened(Opened {
        game: summary.game.clone(),
        options: summary.options.clone(),
        seats: 2,
        host: summary.host.clone(),
        clock: summary.clock,
        public: summary.public,
        rated: summary.rated,
        commitment: None,
        series: None,
    });
    NewTableRow {
        table: summary.table.clone(),
        seed: Some(Bytes32([7; 32])),
        invite: "come in".to_owned(),
        events: vec![StoredEvent::new(1, 1_000, &opened)],
        summary,
    }
}

/// An event with a line of chat, the simplest of events.
pub fn said(v: u32, text: &str) -> Numbered {
    Numbered { v, at: 1_000 + u64::from(v), event: Event::Said { by: person("Anna"), text: text.to_owned() } }
}

/// An append of lines of chat, the first with this version.
pub fn chat(table: &str, from: u32, texts: &[&str]) -> Append {
    let events = (from..).zip(texts).map(|(v, text)| {
        let Numbered { v, at, event } = said(v, text);
        StoredEvent::new(v, at, &event)
    });
    Append { table: table.to_owned(), events: events.collect(), summary: None, ratings: Vec::new(), rating_due: None }
}

/// The lines of chat at a table, with their versions.
pub async fn stored_chat(store: &dyn Store, table: &str) -> Vec<(u32, String)> {
    let events = store.events_after(table, 1).await.unwrap();
    let text = |numbered: Numbered| match numbered.event {
        Event::Said { text, .. } => (numbered.v, text),
        other => panic!("{other:?}"),
    };
    events.into_iter().map(text).collect()
}

pub fn rating(subject: &str, games_before: u32, rating: f64) -> RatingUpdate {
    RatingUpdate {
        game: "kumata".to_owned(),
        subject: subject.to_owned(),
        games_before,
        before: 1000.0,
        at: 5_000 + u64::from(games_before),
        rating,
        uncertainty: 100.5,
        networks: Vec::new(),
    }
}

pub fn person_row(name: &str) -> PersonRow {
    let Person { id, name, .. } = person(name);
    PersonRow { id, name, account: false, made: 123_456_789_012 }
}

pub fn key_row(id: &str, name: &str, made: u64) -> KeyRow {
    KeyRow {
        id: id.to_owned(),
        person: person(name).id,
        hash: [9; 32],
        label: "a bot's".to_owned(),
        scopes: vec![Scope::Play, Scope::Chat],
        made,
        used: made,
    }
}

pub fn is_conflict(result: &Result<(), StoreError>) -> bool {
    matches!(result, Err(StoreError::Conflict))
}

/// Runs all futures concurrently, and returns their results.
pub async fn all_at_once<F>(all: impl Iterator<Item = F>) -> Vec<F::Output>
where
    F: Future<Output: Send> + Send + 'static,
{
    let tasks: Vec<_> = all.map(tokio::spawn).collect();
    let mut done = Vec::with_capacity(tasks.len());
    for task in tasks {
        done.push(task.await.unwrap());
    }
    done
}
