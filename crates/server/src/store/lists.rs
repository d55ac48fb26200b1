//! Lists and searches of tables, each by an index and with a cursor.
//!
//! The statements are the same in both databases; `plans.rs` asserts that they neither scan a table nor sort.

use async_trait::async_trait;
use tablee_core::Seat;
use tablee_games::GameId;
use tablee_protocol::{Progress, Summary};

use super::StoreError;
use super::rows::read_summaries;

/// How many names that begin with the wanted letters a search looks at, in alphabetical order.
pub const MOST_NAMES: u32 = 10;

/// The progress of tables that may go on.
pub(super) const UNFINISHED: [Progress; 2] = [Progress::Open, Progress::Playing];

/// The store of the lobby's lists: tables by progress, person and game.
#[async_trait]
pub trait ListStore: Send + Sync + 'static {
    /// A page of tables, latest first.
    async fn tables(&self, query: &TableQuery) -> Result<Vec<Summary>, StoreError>;

    /// The latest public tables of each of these hosts with this progress, at most so many of each.
    async fn tables_of_hosts(&self, state: Progress, hosts: &[String], most: u32) -> Result<Vec<HostedTable>, StoreError>;

    /// The latest public tables with this progress, in short.
    async fn latest_hosted(&self, state: Progress, most: u32) -> Result<Vec<HostedTable>, StoreError>;

    /// The latest open public tables with a clock of days, in short.
    async fn open_tables_of_days(&self, most: u32) -> Result<Vec<HostedTable>, StoreError>;

    /// The summaries of these tables. Unknown tables are left out.
    async fn summaries(&self, tables: &[String]) -> Result<Vec<Summary>, StoreError>;

    /// The summaries of these tables, with the seat to move where it was noted and nothing has happened since. Unknown
    /// tables are left out.
    async fn summaries_with_turn(&self, tables: &[String]) -> Result<Vec<Summary>, StoreError>;

    /// Notes the seats to move of tables with a game in progress. A note about a later version stays.
    async fn note_turns(&self, turns: &[TurnRow]) -> Result<(), StoreError>;

    /// The ids of unfinished tables where a person sits or that they opened, latest first, each once.
    async fn unfinished_of(&self, person: &str, most: u32) -> Result<Vec<String>, StoreError>;

    /// The ids of tables whose events name a person, in ascending order: those after a table, or from the beginning.
    async fn tables_naming(&self, person: &str, after: &str, most: u32) -> Result<Vec<String>, StoreError>;

    /// A page of all public tables with a game in progress, or of all others; those that changed first come first.
    async fn playing(&self, public: bool, after: Option<&Cursor>, most: u32) -> Result<Vec<Cursor>, StoreError>;

    /// The ids of all open tables whose game is about to begin by itself, in ascending order: those after a table, or from
    /// the beginning.
    async fn starting(&self, after: &str, most: u32) -> Result<Vec<String>, StoreError>;

    /// A page of all tables whose game is still to be rated, in the order in which they ended.
    async fn unrated(&self, after: Option<&Cursor>, most: u32) -> Result<Vec<Cursor>, StoreError>;
}

/// A public table, in short.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HostedTable {
    /// The id of its host.
    pub host: String,
    /// When it changed, in milliseconds since 1970.
    pub changed: u64,
    /// The id of the table.
    pub table: String,
}

impl HostedTable {
    pub(super) fn of_row((host, changed, table): (String, i64, String)) -> HostedTable {
        HostedTable { host, changed: changed.unsigned_abs(), table }
    }
}

/// The seat to move at a table, as it is noted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TurnRow {
    /// The id of the table.
    pub table: String,
    /// The version of its last event.
    pub version: u32,
    /// The seat to move after that event.
    pub seat: Seat,
}

/// A summary as stored, with the seat to move if that is known.
pub(super) type RowWithTurn = (String, Option<i32>);

/// Summaries with the seat to move, in the order of these tables.
pub(super) fn read_with_turn(tables: &[String], rows: Vec<RowWithTurn>) -> Vec<Summary> {
    let read = |(stored, turn): RowWithTurn| {
        let turn = turn.and_then(|turn| Seat::try_new(usize::try_from(turn).ok()?));
        read_summaries(&[stored]).pop().map(|summary| Summary { turn, ..summary })
    };
    let mut read: Vec<Summary> = rows.into_iter().filter_map(read).collect();
    read.sort_by_key(|summary| tables.iter().position(|table| *table == summary.table));
    read
}

/// A page of a list of tables.
#[derive(Clone, Debug)]
pub struct TableQuery {
    /// The progress that all tables of the list have.
    pub state: Progress,
    /// The tables to choose from.
    pub filter: TableFilter,
    /// Where the page before ended.
    pub before: Option<Cursor>,
    /// The greatest number of tables in the answer.
    pub most: u32,
}

impl TableQuery {
    /// The first page of all public tables.
    pub fn public(state: Progress, most: u32) -> TableQuery {
        TableQuery { state, filter: TableFilter::Public, before: None, most }
    }
}

/// Which tables to list. Private tables are listed only for a person who plays there.
#[derive(Clone, PartialEq, Debug)]
pub enum TableFilter {
    /// All public tables.
    Public,
    /// Public tables of a game, by its id.
    Game(String),
    /// Public tables with a player whose name begins so, of one game or of all.
    Player {
        /// The beginning of the name.
        name: String,
        /// The id of the game.
        game: Option<String>,
    },
    /// Tables with a seat of this person, of one game or of all.
    Person {
        /// The id of the person.
        person: String,
        /// The id of the game.
        game: Option<String>,
    },
}

/// The place of a table in a list: when it changed, and its id.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Cursor {
    /// When the table changed, in milliseconds since 1970.
    pub changed: u64,
    /// The id of the table. If it is empty, all tables that changed at that time are left out.
    pub table: String,
}

impl Cursor {
    /// The place of a table.
    pub fn of(summary: &Summary) -> Cursor {
        Cursor { changed: summary.changed, table: summary.table.clone() }
    }

    /// Reads a cursor as `Display` writes it.
    pub fn read(text: &str) -> Option<Cursor> {
        let (changed, table) = text.split_once('-')?;
        Some(Cursor { changed: changed.parse().ok()?, table: table.to_owned() })
    }

    /// The place after which a list goes on that begins with the oldest, as the database compares it.
    pub(super) fn lower_bound(after: Option<&Cursor>) -> (i64, &str) {
        after.map_or((-1, ""), |cursor| (i64::try_from(cursor.changed).unwrap_or(i64::MAX), cursor.table.as_str()))
    }

    /// A place that was read from the database.
    pub(super) fn of_row((changed, table): (i64, String)) -> Cursor {
        Cursor { changed: changed.unsigned_abs(), table }
    }

    /// The cursor as the database compares it.
    pub(super) fn bound(before: Option<&Cursor>) -> (i64, &str) {
        before.map_or((i64::MAX, ""), |cursor| (i64::try_from(cursor.changed).unwrap_or(i64::MAX), cursor.table.as_str()))
    }
}

impl std::fmt::Display for Cursor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}-{}", self.changed, self.table)
    }
}

/// Merges several lists, each latest first, into one without repetitions.
pub(super) fn merge(mut found: Vec<(i64, String)>, most: u32) -> Vec<String> {
    latest(&mut found, most);
    found.into_iter().map(|(_, table)| table).collect()
}

/// Keeps the latest tables, each once.
pub(super) fn latest(found: &mut Vec<(i64, String)>, most: u32) {
    found.sort_unstable_by(|one, other| other.cmp(one));
    found.dedup();
    found.truncate(most as usize);
}

/// The ids of all games. The index of names has the game before the time, so that a search asks for each game.
pub(super) fn all_games() -> Vec<String> {
    GameId::ALL.map(|game| game.name().to_owned()).to_vec()
}

/// The names that begin with some letters are those from the letters up to this.
pub(super) fn end_of_prefix(prefix: &str) -> String {
    format!("{prefix}{}", char::MAX)
}

/// The statements. `$1` to `$4` are always progress, time and id of the cursor, and the longest list.
pub(super) mod sql {
    pub const PUBLIC: &str = "SELECT summary FROM tables
        WHERE state = $1 AND public = TRUE AND (changed, id) < ($2, $3) ORDER BY changed DESC, id DESC LIMIT $4";

    pub const OF_GAME: &str = "SELECT summary FROM tables
        WHERE state = $1 AND public = TRUE AND game = $5 AND (changed, id) < ($2, $3) ORDER BY changed DESC, id DESC LIMIT $4";

    pub const OF_PERSON: &str = r#"SELECT (SELECT summary FROM tables WHERE id = seats."table") FROM seats
        WHERE subject = $5 AND state = $1 AND seat >= 0 AND (changed, "table") < ($2, $3)
        ORDER BY changed DESC, "table" DESC LIMIT $4"#;

    pub const OF_PERSON_AND_GAME: &str = r#"SELECT (SELECT summary FROM tables WHERE id = seats."table") FROM seats
        WHERE subject = $5 AND state = $1 AND game = $6 AND seat >= 0 AND (changed, "table") < ($2, $3)
        ORDER BY changed DESC, "table" DESC LIMIT $4"#;

    /// Tables of a person with this progress, whether they sit there or opened it.
    pub const WITH_PERSON: &str = r#"SELECT changed, "table" FROM seats
        WHERE subject = $5 AND state = $1 AND (changed, "table") < ($2, $3) ORDER BY changed DESC, "table" DESC LIMIT $4"#;

    /// The first names from `$1` up to `$2`, at most `$3`. Each step jumps to the next name in the index.
    pub const NAMES: &str = "WITH RECURSIVE names (number, name) AS (
            SELECT 1, (SELECT name FROM seats WHERE name <> '' AND name >= $1 AND name < $2 ORDER BY name LIMIT 1)
            UNION ALL
            SELECT number + 1,
                (SELECT name FROM seats WHERE name <> '' AND name > names.name AND name < $2 ORDER BY name LIMIT 1)
            FROM names WHERE name IS NOT NULL AND number < $3
        )
        SELECT name FROM names WHERE name IS NOT NULL";

    pub const NAMING: &str = r#"SELECT "table" FROM mentions WHERE person = $1 AND "table" > $2 ORDER BY "table" LIMIT $3"#;

    pub const LATEST_HOSTED: &str = r#"SELECT subject, tables.changed, id FROM tables JOIN seats ON "table" = id AND seat = -1
        WHERE tables.state = $1 AND public = TRUE ORDER BY tables.changed DESC, id DESC LIMIT $2"#;

    /// An index has only these tables. Its condition must be written as here.
    pub const OPEN_OF_DAYS: &str = r#"SELECT subject, tables.changed, id FROM tables JOIN seats ON "table" = id AND seat = -1
        WHERE tables.state = 'open' AND public = TRUE AND summary LIKE '%"clock":{"kind":"days"%'
        ORDER BY tables.changed DESC, id DESC LIMIT $1"#;

    pub const PLAYING: &str = "SELECT changed, id FROM tables
        WHERE state = 'playing' AND public = $1 AND (changed, id) > ($2, $3) ORDER BY changed, id LIMIT $4";

    /// An index has only these tables. Its condition must be written as here.
    pub const STARTING: &str =
        r#"SELECT id FROM tables WHERE state = 'open' AND summary LIKE '%"begins":%' AND id > $1 ORDER BY id LIMIT $2"#;

    pub const UNRATED: &str =
        "SELECT changed, id FROM tables WHERE rating_due AND (changed, id) > ($1, $2) ORDER BY changed, id LIMIT $3";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_is_read_as_it_is_written() {
        let cursor = Cursor { changed: 1_700_000_000_000, table: "abc".to_owned() };
        assert_eq!(Cursor::read(&cursor.to_string()), Some(cursor));
        assert_eq!(Cursor::read("12-"), Some(Cursor { changed: 12, table: String::new() }));
        assert!(["", "12", "-abc", "x-abc"].iter().all(|text| Cursor::read(text).is_none()));
    }

    #[test]
    fn merged_lists_are_latest_first_and_have_no_repetitions() {
        let found = [(3, "a"), (1, "b"), (3, "c"), (3, "a")].map(|(changed, table)| (changed, table.to_owned()));
        assert_eq!(merge(found.to_vec(), 2), ["c", "a"]);
    }
}
