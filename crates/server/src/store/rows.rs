//! Encoding of rows, the same in both stores.

use tablee_protocol::{Summary, TableStatus, Who};

use super::StoreError;

/// The query for all ratings, to compute new ones.
pub(super) const ALL_RATINGS: &str = "SELECT game, subject, coalesce(name, '') AS name, rating, uncertainty, games
    FROM ratings LEFT JOIN people ON people.id = subject WHERE ";

/// The query for ratings that are shown. A game that ends after a person was erased may leave a rating without a
/// person, which is not shown.
pub(super) const RATINGS: &str = "SELECT game, subject, coalesce(name, '') AS name, rating, uncertainty, games
    FROM ratings LEFT JOIN people ON people.id = subject
    WHERE (people.id IS NOT NULL OR subject LIKE 'bot:%') AND ";

/// A summary as JSON.
pub(super) fn encode_summary(summary: &Summary) -> String {
    // The turn changes with every move, so it is not stored. Lists that need it ask the table.
    serde_json::to_string(&Summary { turn: None, ..summary.clone() }).expect("summaries can be written as JSON")
}

/// A summary from JSON.
pub(super) fn read_summary(stored: &str) -> Result<Summary, StoreError> {
    serde_json::from_str(stored).map_err(|error| StoreError::Unavailable(error.to_string()))
}

/// The name of a status in the database.
pub(super) fn state_name(state: TableStatus) -> &'static str {
    match state {
        TableStatus::Open => "open",
        TableStatus::Playing => "playing",
        TableStatus::Over => "over",
        TableStatus::Closed => "closed",
    }
}

/// Whether this summary may have new seats. During a game the rows of seats stay.
pub(super) fn seats_may_change(summary: &Summary) -> bool {
    matches!(summary.state, TableStatus::Open | TableStatus::Closed)
}

/// The rows of seats: table, seat, subject, and the name by which games are searched. The host has a row too.
pub(super) fn seat_rows(summary: &Summary) -> Vec<(&str, i64, String, String)> {
    const HOST: i64 = -1;
    let seated = summary.seats.iter().zip(0..).filter_map(|(seat, number)| Some((number, seat.who.clone()?)));
    let all = seated.chain([(HOST, Who::Person(summary.host.clone()))]);
    let row = |(seat, who): (i64, Who)| {
        let name = match &who {
            // A host without a seat has not played, and is not found as a player.
            Who::Person(person) if seat != HOST => person.name.to_lowercase(),
            Who::Bot(bot) => bot.clone(),
            Who::Person(_) => String::new(),
        };
        (summary.table.as_str(), seat, subject(&who), name)
    };
    all.map(row).collect()
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
