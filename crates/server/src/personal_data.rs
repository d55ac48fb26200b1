//! Personal data: erasure of everything that is stored about a person. The export is in `export.rs`.

use std::sync::Arc;
use std::time::Duration;

use tablee_protocol::{Code, Command, Event, Me, Numbered, Problem, Progress, RatingView, Scope, Shared, Who};

use crate::app_state::AppState;
use crate::people::Authenticated;
use crate::ratings::PROVISIONAL_GAMES;
use crate::store::StoreError;
use crate::store::people::RatingRow;

/// How often a table is rewritten if events are appended meanwhile.
const ATTEMPTS: usize = 8;

/// How often the remains of deleted rows are removed at most.
const REMAINS_EVERY: Duration = Duration::from_secs(10 * 60);

/// How many tables are looked up at once.
const PAGE: u32 = 500;

/// How long another node may take to unload a table, and to finish an append.
const OTHER_NODES: Duration = Duration::from_secs(2);

impl AppState {
    /// Erases a person: they resign their games, their name and chat are removed from all tables, and their keys and
    /// ratings are deleted.
    ///
    /// # Errors
    /// If the key lacks the scope. After an outage half-way, the request can be repeated (it is idempotent).
    pub async fn erase(&self, by: &Authenticated) -> Result<(), Problem> {
        by.require_scope(Scope::Manage)?;
        // Other nodes may have the name in memory. They must get the note to unload, or they could store the name
        // again.
        if self.hub.cluster().is_some_and(|cluster| !cluster.is_connected()) {
            return Err(StoreError::Unavailable("the bus to the other nodes is disconnected".to_owned()).into());
        }
        let tables = self.tables_naming(&by.me.id).await?;
        for table in &tables {
            unless_damaged(table, self.stand_up(by, table).await)?;
        }
        for table in &tables {
            unless_damaged(table, self.erase_from_table(&by.me.id, table).await)?;
        }
        if self.hub.cluster().is_some() {
            // Appends of other nodes at that moment may contain the name.
            tokio::time::sleep(OTHER_NODES).await;
            for table in &tables {
                unless_damaged(table, self.erase_from_table(&by.me.id, table).await)?;
            }
        }
        self.erase_chat(&by.me.id).await?;
        self.erased_list.add(std::slice::from_ref(&by.me.id)).await?;
        self.people.erase(by).await?;
        // Lines that were written meanwhile. Without the person's keys there can be no more.
        self.erase_chat(&by.me.id).await?;
        self.remains.notify_one();
        Ok(())
    }

    /// Deletes a person's lines of chat. Tables in memory have them too, and are unloaded.
    async fn erase_chat(&self, person: &str) -> Result<(), Problem> {
        for table in self.long_work.erase_lines(person).await? {
            self.hub.unload(&table).await;
        }
        Ok(())
    }

    /// Keeps the list of erased people complete: other servers have erased some.
    ///
    /// # Errors
    /// If the store or the list cannot be read or written.
    pub async fn keep_erased_list(&self) -> Result<(), StoreError> {
        let mut after = String::new();
        loop {
            let page = self.long_work.erased(&after, PAGE).await?;
            self.erased_list.add(&page).await?;
            match page.into_iter().next_back() {
                Some(last) => after = last,
                None => return Ok(()),
            }
        }
    }

    /// Removes what is left of erased people in the database, for as long as the server runs. Not after each erasure: it
    /// reads much.
    pub async fn remove_remains(self: Arc<AppState>) {
        loop {
            self.remains.notified().await;
            if let Err(error) = self.long_work.remove_remains().await {
                tracing::warn!(?error, "cannot remove the remains of deleted rows; trying again later");
                self.remains.notify_one();
            }
            tokio::time::sleep(REMAINS_EVERY).await;
        }
    }

    /// Erases people again whom a restored backup has brought back.
    ///
    /// # Errors
    /// If the store or the file cannot be read or written.
    pub async fn erase_again(&self) -> Result<(), Problem> {
        self.long_work.note_erased(&self.erased_list.read().await?).await?;
        for id in self.long_work.still_to_erase().await? {
            tracing::warn!(person = id, "a person who was erased is back, as after the restore of a backup; erasing again");
            let name = self.long_work.person(&id).await?.map_or_else(String::new, |person| person.name);
            let me = Me { id, name, account: false, scopes: vec![Scope::Manage] };
            self.erase(&Authenticated { me, key: String::new() }).await?;
        }
        self.keep_erased_list().await?;
        Ok(())
    }

    /// The ids of all tables whose events name a person.
    pub(crate) async fn tables_naming(&self, person: &str) -> Result<Vec<String>, StoreError> {
        let mut tables: Vec<String> = Vec::new();
        loop {
            let after = tables.last().map_or("", String::as_str);
            let page = self.long_work.tables_naming(person, after, PAGE).await?;
            let last = page.len() < PAGE as usize;
            tables.extend(page);
            if last {
                return Ok(tables);
            }
        }
    }

    /// Ends a person's part at a table: they close it, stand up, or resign.
    async fn stand_up(&self, by: &Authenticated, table: &str) -> Result<(), Problem> {
        let Some(stored) = self.long_work.load(table).await? else { return Ok(()) };
        let shared = shared(table, &stored.events)?;
        let seated = shared.seat_of(&by.me.id).is_some();
        let command = match shared.progress() {
            Progress::Open if shared.opened().host.id == by.me.id => Command::Close,
            Progress::Open if seated => Command::Leave,
            Progress::Playing if seated => Command::Resign,
            _ => return Ok(()),
        };
        match self.hub.act(table, by, command.into()).await {
            Err(problem) if problem.code == Code::Unavailable => Err(problem),
            // Refused, for example because the game has just ended.
            _ => Ok(()),
        }
    }

    /// Removes a person's name and chat from the events of a table.
    async fn erase_from_table(&self, person: &str, table: &str) -> Result<(), Problem> {
        for _ in 0..ATTEMPTS {
            let Some(mut stored) = self.long_work.load(table).await? else { return Ok(()) };
            let before = stored.events.len();
            let mut changed = Vec::new();
            for numbered in &mut stored.events {
                if erase_from_event(&mut numbered.event, person) {
                    changed.push(numbered.clone());
                }
            }
            let summary = shared(table, &stored.events)?.summary();
            self.long_work.rewrite(table, &changed, &summary).await?;
            self.hub.unload(table).await;
            // The table had the name in memory until now. If it appended events meanwhile, they may contain the name.
            if self.long_work.events_after(table, before as u32).await?.is_empty() {
                return Ok(());
            }
        }
        Err(StoreError::Conflict.into())
    }
}

/// The result, or nothing for a table whose data are damaged: the other tables still count.
pub(crate) fn unless_damaged<T>(table: &str, done: Result<T, Problem>) -> Result<Option<T>, Problem> {
    match done {
        Ok(done) => Ok(Some(done)),
        Err(problem) if problem.code == Code::Damaged => {
            tracing::error!(table, %problem, "a damaged table is left out of an export or an erasure");
            Ok(None)
        }
        Err(problem) => Err(problem),
    }
}

/// A rating as the API shows it.
pub fn rating_view(row: RatingRow) -> RatingView {
    let RatingRow { game, subject, name, rating, uncertainty, games } = row;
    let who = match subject.strip_prefix("bot:") {
        Some(bot) => Who::Bot(bot.to_owned()),
        // Guests have no ratings that are shown as such: rated games are for accounts.
        None => Who::Person(tablee_protocol::Person { id: subject, name, guest: false }),
    };
    let provisional = games < PROVISIONAL_GAMES;
    RatingView { who, game, rating, uncertainty, games, provisional }
}

/// Removes a person's name and chat from an event; returns whether it contained them.
pub(crate) fn erase_from_event(event: &mut Event, person: &str) -> bool {
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

pub(crate) fn shared(table: &str, events: &[Numbered]) -> Result<Shared, Problem> {
    Shared::from_events(table, events).map_err(|broken| StoreError::Damaged(broken.en).into())
}
