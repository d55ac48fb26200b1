//! All that is kept about somebody, for them to take along or to have erased.

use std::time::Duration;

use tablee_protocol::{Code, Command, Event, Export, Numbered, Phase, Problem, RatingView, Scope, Shared, TableView, Who};

use crate::app_state::AppState;
use crate::people::Authenticated;
use crate::store::people::RatingRow;
use crate::store::{StoreError, StoredTable};

/// How often a table is written again if something happens there meanwhile.
const ATTEMPTS: usize = 8;

/// How long another node may take to hear that it is to forget a table, and to store what it was storing.
const ELSEWHERE: Duration = Duration::from_secs(2);

impl AppState {
    /// Everything that is kept about somebody.
    ///
    /// # Errors
    /// If the key may not see it.
    pub async fn export(&self, by: &Authenticated) -> Result<Export, Problem> {
        by.require_scope(Scope::Read)?;
        let id = &by.me.id;
        let since = self.store.person(id).await?.map_or(0, |person| person.made);
        let ratings = self.store.ratings_of(id).await?.into_iter().map(rating_view).collect();
        let mut tables = Vec::new();
        for table in self.store.tables_naming(id).await? {
            if let Some(stored) = self.store.load(&table).await? {
                tables.push(seen_by(id, &table, stored)?);
            }
        }
        Ok(Export { me: by.me.clone(), since, keys: self.people.key_views(by).await?, ratings, tables })
    }

    /// Erases somebody: they give up what they are playing, their name and words disappear from all tables, and they are forgotten.
    ///
    /// # Errors
    /// If the key may not. If the store goes away on the way, they can ask again.
    pub async fn erase(&self, by: &Authenticated) -> Result<(), Problem> {
        by.require_scope(Scope::Manage)?;
        // Other nodes that have the name in memory must hear of it, or they might write it again.
        if self.hub.cluster().is_some_and(|cluster| !cluster.is_connected()) {
            return Err(StoreError::Unavailable("the other servers cannot be told".to_owned()).into());
        }
        for table in self.store.unfinished_of(&by.me.id).await? {
            self.stand_up(by, &table).await?;
        }
        let tables = self.store.tables_naming(&by.me.id).await?;
        for table in &tables {
            self.erase_from_table(&by.me.id, table).await?;
        }
        if self.hub.cluster().is_some() {
            // What other nodes were storing just then may have the name in it.
            tokio::time::sleep(ELSEWHERE).await;
            for table in &tables {
                self.erase_from_table(&by.me.id, table).await?;
            }
        }
        self.people.erase(by).await
    }

    /// Gives up, leaves or closes the table, whatever ends one's part there.
    async fn stand_up(&self, by: &Authenticated, table: &str) -> Result<(), Problem> {
        let Some(stored) = self.store.load(table).await? else { return Ok(()) };
        let shared = shared(table, &stored.events)?;
        let seated = shared.seat_of(&by.me.id).is_some();
        let command = match shared.phase() {
            Phase::Open if shared.opened().host.id == by.me.id => Command::Close,
            Phase::Open if seated => Command::Leave,
            Phase::Playing if seated => Command::Resign,
            _ => return Ok(()),
        };
        match self.hub.act(table, by, command.into()).await {
            Err(problem) if problem.code == Code::Unavailable => Err(problem),
            // The game ended on its own just now, or the like.
            _ => Ok(()),
        }
    }

    /// Takes name and words out of the events of a table.
    async fn erase_from_table(&self, person: &str, table: &str) -> Result<(), Problem> {
        for _ in 0..ATTEMPTS {
            let Some(mut stored) = self.store.load(table).await? else { return Ok(()) };
            let before = stored.events.len();
            let mut changed = Vec::new();
            for numbered in &mut stored.events {
                if erase_from_event(&mut numbered.event, person) {
                    changed.push(numbered.clone());
                }
            }
            let summary = shared(table, &stored.events)?.summary();
            self.store.rewrite(table, &changed, &summary).await?;
            self.hub.unload(table).await;
            // The table itself knew the name until now: if anything happened there, it may have written it again.
            if self.store.events_after(table, before as u32).await?.is_empty() {
                return Ok(());
            }
        }
        Err(StoreError::Conflict.into())
    }
}

/// What a rating is for others.
pub fn rating_view(row: RatingRow) -> RatingView {
    let RatingRow { game, subject, name, rating, uncertainty, games } = row;
    let who = match subject.strip_prefix("bot:") {
        Some(bot) => Who::Bot(bot.to_owned()),
        None => Who::Person(tablee_protocol::Person { id: subject, name }),
    };
    RatingView { who, game, rating, uncertainty, games }
}

/// A table with what somebody may see of it: at a private one where they have no seat any more, only what they did themselves.
fn seen_by(person: &str, table: &str, stored: StoredTable) -> Result<TableView, Problem> {
    let shared = shared(table, &stored.events)?;
    let opened = shared.opened();
    let there = |who: &Option<Who>| matches!(who, Some(Who::Person(who)) if who.id == person);
    let seated = shared.chairs().iter().any(|chair| there(&chair.who) || there(&chair.player));
    let mut view = TableView { summary: shared.summary(), events: stored.events, invite: None };
    if !(opened.public || opened.host.id == person || seated) {
        view.events.retain(|numbered| erase_from_event(&mut numbered.event.clone(), person));
        view.summary.seats.clear();
    }
    Ok(view)
}

/// Takes somebody's name and words out of an event; tells whether they were in it.
fn erase_from_event(event: &mut Event, person: &str) -> bool {
    let (who, words) = match event {
        Event::Opened(opened) => (&mut opened.host, None),
        Event::Sat { who: Who::Person(who), .. } => (who, None),
        Event::Said { by, text } => (by, Some(text)),
        Event::Reserved { name, person: Some(awaited), .. } if awaited == person => {
            name.clear();
            return true;
        }
        _ => return false,
    };
    if who.id != person {
        return false;
    }
    who.name.clear();
    words.into_iter().for_each(|words| words.clear());
    true
}

fn shared(table: &str, events: &[Numbered]) -> Result<Shared, Problem> {
    Shared::from_events(table, events).map_err(|broken| StoreError::Unavailable(broken.en).into())
}
