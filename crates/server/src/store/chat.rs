//! The store of chat: lines of a table, apart from its events.

use async_trait::async_trait;
use tablee_protocol::{ChatLine, OwnLine, Person, QuickWord};

use super::StoreError;

/// Lines of chat, the latest of each table.
#[async_trait]
pub trait ChatStore: Send + Sync + 'static {
    /// Stores a line, and deletes the oldest lines of the table that are too many. Returns the line with its number.
    async fn add_line(
        &self,
        table: &str,
        at: u64,
        by: &Person,
        text: Text<'_>,
        kept: KeptLines<'_>,
    ) -> Result<ChatLine, StoreError>;

    /// The latest lines of a table, oldest first.
    async fn latest_lines(&self, table: &str, most: u32) -> Result<Vec<ChatLine>, StoreError>;

    /// All lines of a person, oldest first.
    async fn lines_of(&self, person: &str) -> Result<Vec<OwnLine>, StoreError>;

    /// Deletes all lines of a person. Returns the ids of their tables.
    async fn erase_lines(&self, person: &str) -> Result<Vec<String>, StoreError>;
}

/// What a line says.
#[derive(Clone, Copy, Debug)]
pub struct Text<'a> {
    /// The line as people read it.
    pub line: &'a str,
    /// The quick word that it is.
    pub word: Option<QuickWord>,
}

impl<'a> From<&'a str> for Text<'a> {
    fn from(line: &'a str) -> Text<'a> {
        Text { line, word: None }
    }
}

/// How many lines of a table are kept. Those of players are apart from those of spectators, who could otherwise displace
/// them.
#[derive(Clone, Copy, Debug)]
pub struct KeptLines<'a> {
    /// The ids of the players.
    pub players: &'a [String],
    /// How many lines of players are kept.
    pub of_players: u32,
    /// How many lines of all others are kept.
    pub of_others: u32,
}

impl KeptLines<'_> {
    /// Whether a person is a player, and how many lines of such people are kept.
    pub(super) fn of(&self, person: &str) -> (bool, u32) {
        let plays = self.players.iter().any(|player| player == person);
        (plays, if plays { self.of_players } else { self.of_others })
    }
}

/// A row of chat: number, time, id and name of the person, whether it was a guest, the line, and the key
/// of a quick word.
pub(super) type LineRow = (i64, i64, String, String, bool, String, Option<String>);

/// Rows that were read latest first, as lines that begin with the oldest.
pub(super) fn oldest_first(rows: Vec<LineRow>) -> Vec<ChatLine> {
    let line = |(n, at, id, name, guest, text, word): LineRow| ChatLine {
        n: n as u64,
        at: at as u64,
        by: Person { id, name, guest },
        text,
        word: word.as_deref().and_then(QuickWord::read),
        table: None,
    };
    rows.into_iter().rev().map(line).collect()
}

pub(super) fn own_lines(rows: Vec<(String, i64, String)>) -> Vec<OwnLine> {
    rows.into_iter().map(|(table, at, text)| OwnLine { table, at: at as u64, text }).collect()
}

pub(super) fn distinct(mut tables: Vec<String>) -> Vec<String> {
    tables.sort_unstable();
    tables.dedup();
    tables
}

/// The statements, the same in both databases.
pub(super) mod sql {
    pub const LATEST_LINES: &str =
        r#"SELECT n, at, person, name, guest, line, word FROM chat WHERE "table" = $1 ORDER BY n DESC LIMIT $2"#;

    pub const LINES_OF: &str = r#"SELECT "table", at, line FROM chat WHERE person = $1 ORDER BY n"#;

    pub const ERASE_LINES: &str = r#"DELETE FROM chat WHERE person = $1 RETURNING "table""#;
}
