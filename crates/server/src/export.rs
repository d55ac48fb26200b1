//! The export of everything that is stored about a person: a stream of JSON, one table after the other.
//!
//! A person may have many tables with long histories. So only one of them is in memory at a time, and the next one is read
//! when the client has read this one.

use std::io;
use std::sync::Arc;

use axum::body::Bytes;
use futures_util::{Stream, stream};
use serde::Serialize;
use tablee_protocol::{Export, Problem, Scope, TableView, Who};

use crate::app_state::AppState;
use crate::people::Authenticated;
use crate::personal_data::{erase_from_event, rating_view, shared, unless_damaged};
use crate::store::StoredTable;

/// What comes after the tables, if there are none and no chat.
const END: &str = r#"],"chat":[]}"#;

/// An export that is being sent.
struct Exporting {
    app: Arc<AppState>,
    person: String,
    next: Part,
}

/// The next part of an export.
enum Part {
    /// The person, their keys and ratings.
    Beginning {
        text: String,
        tables: Vec<String>,
    },
    /// The tables that are left, last first.
    Tables {
        tables: Vec<String>,
        is_first: bool,
    },
    Nothing,
}

impl AppState {
    /// Exports everything that is stored about a person. An error in the middle ends the stream without its end.
    ///
    /// # Errors
    /// If the key lacks the scope, or the store does not answer.
    pub async fn export(
        self: Arc<AppState>,
        by: Authenticated,
    ) -> Result<impl Stream<Item = io::Result<Bytes>> + Send + 'static, Problem> {
        by.require_scope(Scope::Read)?;
        let id = &by.me.id;
        let since = self.long_work.person(id).await?.map_or(0, |person| person.made);
        let ratings = self.long_work.ratings_of(id).await?.into_iter().map(rating_view).collect();
        let mut tables = self.tables_naming(id).await?;
        tables.reverse();
        let keys = self.people.key_views(&by).await?;
        let person = id.clone();
        let without = Export { me: by.me, since, keys, ratings, tables: Vec::new(), chat: Vec::new() };
        let mut text = json(&without);
        text.truncate(text.strip_suffix(END).map_or(0, str::len));
        let exporting = Exporting { app: self, person, next: Part::Beginning { text, tables } };
        Ok(stream::try_unfold(exporting, async |mut exporting| {
            let part = exporting.part().await.map_err(|problem| {
                tracing::warn!(%problem, "an export ends in the middle");
                io::Error::other(problem.why.en)
            })?;
            Ok(part.map(|part| (Bytes::from(part), exporting)))
        }))
    }
}

impl Exporting {
    /// The next part, if there is one.
    async fn part(&mut self) -> Result<Option<String>, Problem> {
        match std::mem::replace(&mut self.next, Part::Nothing) {
            Part::Beginning { text, tables } => {
                self.next = Part::Tables { tables, is_first: true };
                Ok(Some(text))
            }
            Part::Tables { mut tables, is_first } => {
                while let Some(table) = tables.pop() {
                    if let Some(text) = self.table(&table).await? {
                        self.next = Part::Tables { tables, is_first: false };
                        return Ok(Some(if is_first { text } else { format!(",{text}") }));
                    }
                }
                let chat = self.app.long_work.lines_of(&self.person).await?;
                Ok(Some(format!(r#"],"chat":{}}}"#, json(&chat))))
            }
            Part::Nothing => Ok(None),
        }
    }

    /// A table in JSON; `None` if it is gone or damaged.
    async fn table(&self, table: &str) -> Result<Option<String>, Problem> {
        let stored = match self.app.long_work.load(table).await {
            Ok(Some(stored)) => stored,
            Ok(None) => return Ok(None),
            Err(error) => return unless_damaged(table, Err(error.into())),
        };
        let (person, id) = (self.person.clone(), table.to_owned());
        // The game is played through to know who sat there, which takes time.
        let text = tokio::task::spawn_blocking(move || visible_to(&person, &id, stored).map(|view| json(&view)));
        unless_damaged(table, text.await.unwrap_or_else(|error| Err(crate::blocking::failed(&error))))
    }
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("exports can be written as JSON")
}

/// A table as a person may see it in their export. Of a private table where they have no seat, only their own events.
fn visible_to(person: &str, table: &str, stored: StoredTable) -> Result<TableView, Problem> {
    let shared = shared(table, &stored.events)?;
    let opened = shared.opened();
    let there = |who: &Option<Who>| matches!(who, Some(Who::Person(who)) if who.id == person);
    let seated = shared.chairs().iter().any(|(_, chair)| there(&chair.who) || there(&chair.player));
    let mut view =
        TableView { summary: shared.summary(), events: stored.events, next: None, chat: Vec::new(), invite: None, watch: None };
    if !(opened.public || opened.host.id == person || seated) {
        view.events.retain(|numbered| erase_from_event(&mut numbered.event.clone(), person));
        view.summary.seats.clear();
    }
    Ok(view)
}

#[cfg(test)]
mod tests {
    use tablee_protocol::Me;

    use super::*;

    #[test]
    fn tables_and_chat_are_the_end_of_an_export() {
        let me = Me { id: "anna".to_owned(), name: "Anna".to_owned(), account: false, scopes: Vec::new() };
        let export = Export { me, since: 1, keys: Vec::new(), ratings: Vec::new(), tables: Vec::new(), chat: Vec::new() };
        assert!(json(&export).strip_suffix(END).is_some_and(|beginning| beginning.ends_with(r#""tables":["#)));
    }
}
