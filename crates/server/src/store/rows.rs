//! Encoding of rows, the same in both stores.

use tablee_protocol::{Event, Progress, Summary, Who};

use super::StoreError;

/// A summary as JSON.
pub(super) fn encode_summary(summary: &Summary) -> String {
    // The turn changes with every move, so it is not stored. Lists that need it ask the table.
    serde_json::to_string(&Summary { turn: None, ..summary.clone() }).expect("summaries can be written as JSON")
}

/// Summaries from JSON. A damaged one is logged and left out: it must not hide the other tables of a list.
pub(super) fn read_summaries(stored: &[String]) -> Vec<Summary> {
    let read = |stored: &String| match serde_json::from_str(stored) {
        Ok(summary) => Some(summary),
        Err(error) => {
            tracing::error!(%error, "a stored summary of a table is damaged");
            None
        }
    };
    stored.iter().filter_map(read).collect()
}

/// Whether this summary may have new seats. During a game the rows of seats stay.
pub(super) fn seats_may_change(summary: &Summary) -> bool {
    matches!(summary.state, Progress::Open | Progress::Closed)
}

/// A row of a seat. It repeats what lists need of its table.
#[derive(serde::Serialize)]
pub(super) struct SeatRow<'a> {
    pub table: &'a str,
    /// The number of the seat; -1 for the host.
    pub seat: i32,
    pub subject: String,
    /// The name by which games are searched; empty if nobody may find it.
    pub name: String,
    pub game: &'a str,
    pub state: &'static str,
    pub changed: i64,
}

/// The rows of the seats of a table. The host has a row too.
pub(super) fn seat_rows(summary: &Summary) -> Vec<SeatRow<'_>> {
    const HOST: i32 = -1;
    let seated = summary.seats.iter().zip(0..).filter_map(|(seat, number)| Some((number, seat.who.clone()?)));
    let all = seated.chain([(HOST, Who::Person(summary.host.clone()))]);
    let row = |(seat, who): (i32, Who)| {
        let name = match &who {
            // A host without a seat has not played, and is not found as a player. Private tables are not searched.
            _ if seat == HOST || !summary.public => String::new(),
            Who::Person(person) => person.name.to_lowercase(),
            Who::Bot(bot) => bot.clone(),
        };
        SeatRow {
            table: &summary.table,
            seat,
            subject: subject(&who),
            name,
            game: &summary.game,
            state: summary.state.name(),
            changed: summary.changed as i64,
        }
    };
    all.map(row).collect()
}

/// The id of the person that an event names.
pub(super) fn person_named(event: &Event) -> Option<&str> {
    match event {
        Event::Opened(opened) => Some(&opened.host.id),
        Event::Sat { who: Who::Person(person), .. } => Some(&person.id),
        Event::Said { by, .. } => Some(&by.id),
        Event::Reserved { person, .. } => person.as_deref(),
        _ => None,
    }
}

/// The subject of ratings: a person's id, or a bot such as `bot:level3`.
pub fn subject(who: &Who) -> String {
    match who {
        Who::Person(person) => person.id.clone(),
        Who::Bot(bot) => format!("bot:{bot}"),
    }
}

/// A violated unique key, such as an event number that is taken, is a conflict. All other errors are outages.
impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> StoreError {
        match &error {
            sqlx::Error::Database(error) if error.is_unique_violation() => StoreError::Conflict,
            _ => StoreError::Unavailable(error.to_string()),
        }
    }
}
