//! What is written into rows, the same in all stores.

use tablee_protocol::{Summary, TableStatus, Who};

use super::StoreError;

/// How ratings are asked for: all of them, to reckon with.
pub(super) const ALL_RATINGS: &str = "SELECT game, subject, coalesce(name, '') AS name, rating, uncertainty, games
    FROM ratings LEFT JOIN people ON people.id = subject WHERE ";

/// Those that are shown. Names of erased people are gone; what is left of their ratings by a game that went on without them is not shown.
pub(super) const RATINGS: &str = "SELECT game, subject, coalesce(name, '') AS name, rating, uncertainty, games
    FROM ratings LEFT JOIN people ON people.id = subject
    WHERE (people.id IS NOT NULL OR subject LIKE 'bot:%') AND ";

/// A table in short, as it is stored.
pub(super) fn encode_summary(summary: &Summary) -> String {
    // Whose turn it is changes with every move; lists ask the table itself.
    serde_json::to_string(&Summary { turn: None, ..summary.clone() }).expect("summaries have a form in JSON")
}

/// It as it was.
pub(super) fn read_summary(stored: &str) -> Result<Summary, StoreError> {
    serde_json::from_str(stored).map_err(|error| StoreError::Unavailable(error.to_string()))
}

/// How far a table is, in a word.
pub(super) fn state_name(state: TableStatus) -> &'static str {
    match state {
        TableStatus::Open => "open",
        TableStatus::Playing => "playing",
        TableStatus::Over => "over",
        TableStatus::Closed => "closed",
    }
}

/// Whether seats may have changed with this: nobody changes seats once the game is on.
pub(super) fn seats_may_change(summary: &Summary) -> bool {
    matches!(summary.state, TableStatus::Open | TableStatus::Closed)
}

/// Who sits where: table, seat, subject, and the name by which finished games are searched.
pub(super) fn seat_rows(summary: &Summary) -> Vec<(&str, i64, String, String)> {
    const HOST: i64 = -1;
    let seated = summary.seats.iter().zip(0..).filter_map(|(seat, number)| Some((number, seat.who.clone()?)));
    let all = seated.chain([(HOST, Who::Person(summary.host.clone()))]);
    let row = |(seat, who): (i64, Who)| {
        let name = match &who {
            // Who opened a table without a seat has not played there.
            Who::Person(person) if seat != HOST => person.name.to_lowercase(),
            Who::Bot(bot) => bot.clone(),
            Who::Person(_) => String::new(),
        };
        (summary.table.as_str(), seat, subject(&who), name)
    };
    all.map(row).collect()
}

/// The one whose games and ratings are kept: a person's id, or `bot:level3`.
pub fn subject(who: &Who) -> String {
    match who {
        Who::Person(person) => person.id.clone(),
        Who::Bot(bot) => format!("bot:{bot}"),
    }
}

/// A fault of the database; a number that is taken is a conflict.
impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> StoreError {
        match &error {
            sqlx::Error::Database(fault) if fault.is_unique_violation() => StoreError::Conflict,
            _ => StoreError::Unavailable(error.to_string()),
        }
    }
}
