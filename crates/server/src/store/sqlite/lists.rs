//! Lists of tables in SQLite.

use async_trait::async_trait;
use tablee_protocol::{Progress, Summary};

use super::{Sqlite, rows};
use crate::store::lists::{MOST_NAMES, UNFINISHED, all_games, end_of_prefix, latest, merge, read_with_turn, sql};
use crate::store::rows::read_summaries;
use crate::store::{Cursor, HostedTable, ListStore, StoreError, TableFilter, TableQuery, TurnRow};

/// Tables of a player with this name.
pub(in crate::store) const BY_NAME: &str = r#"SELECT changed, "table" FROM seats
    WHERE name <> '' AND name = $5 AND game = $6 AND state = $1 AND (changed, "table") < ($2, $3) AND changed >= $7
    ORDER BY changed DESC, "table" DESC LIMIT $4"#;

/// The summaries of these tables, in their order.
pub(in crate::store) const SUMMARIES: &str = "SELECT summary FROM json_each($1) CROSS JOIN tables ON tables.id = value";

/// The same with the seat to move, where it was noted at the last event.
pub(in crate::store) const WITH_TURN: &str = r#"SELECT summary,
        CASE WHEN turn_at = (SELECT max(version) FROM events WHERE "table" = tables.id) THEN turn END
    FROM json_each($1) CROSS JOIN tables ON tables.id = value"#;

/// Notes seats to move: rows of a table, its version and its seat.
pub(in crate::store) const NOTE_TURNS: &str = "UPDATE tables SET turn_at = value ->> 1, turn = value ->> 2 FROM json_each($1)
    WHERE tables.id = value ->> 0 AND (turn_at IS NULL OR turn_at < value ->> 1)";

/// The latest public tables of each of these hosts.
pub(in crate::store) const OF_HOSTS: &str = r#"SELECT hosted.subject, hosted.changed, hosted."table"
    FROM json_each($1) CROSS JOIN seats AS hosted ON hosted.seat = -1 AND hosted."table" IN (
        SELECT mine."table" FROM seats AS mine CROSS JOIN tables ON tables.id = mine."table" AND public = TRUE
        WHERE mine.subject = json_each.value AND mine.state = $2 AND mine.seat = -1
        ORDER BY mine.changed DESC, mine."table" DESC LIMIT $3
    )"#;

impl Sqlite {
    async fn tables_of_player(&self, query: &TableQuery, name: &str, games: &[String]) -> Result<Vec<String>, StoreError> {
        let prefix = name.to_lowercase();
        let names = sqlx::query_scalar::<_, String>(sql::NAMES).bind(&prefix).bind(end_of_prefix(&prefix)).bind(MOST_NAMES);
        // One connection for all questions, since handing it out costs more than a question.
        let mut connection = self.pool.acquire().await?;
        let (changed, id) = Cursor::bound(query.before.as_ref());
        let mut found: Vec<(i64, String)> = Vec::new();
        // Once there are enough, older tables are not asked for.
        let mut oldest = 0;
        for name in names.fetch_all(&mut *connection).await? {
            for game in games {
                let asked = sqlx::query_as(BY_NAME).bind(query.state.name()).bind(changed).bind(id).bind(query.most);
                found.extend(asked.bind(&name).bind(game).bind(oldest).fetch_all(&mut *connection).await?);
            }
            latest(&mut found, query.most);
            oldest = found.get(query.most as usize - 1).map_or(0, |(changed, _)| *changed);
        }
        let tables = rows(found.iter().map(|(_, table)| table));
        Ok(sqlx::query_scalar(SUMMARIES).bind(tables).fetch_all(&mut *connection).await?)
    }
}

#[async_trait]
impl ListStore for Sqlite {
    async fn tables(&self, query: &TableQuery) -> Result<Vec<Summary>, StoreError> {
        let (changed, id) = Cursor::bound(query.before.as_ref());
        let page = |statement: &'static str| {
            sqlx::query_scalar::<_, String>(statement).bind(query.state.name()).bind(changed).bind(id).bind(query.most)
        };
        let summaries = match &query.filter {
            TableFilter::Public => page(sql::PUBLIC).fetch_all(&self.pool).await?,
            TableFilter::Game(game) => page(sql::OF_GAME).bind(game).fetch_all(&self.pool).await?,
            TableFilter::Person { person, game: None } => page(sql::OF_PERSON).bind(person).fetch_all(&self.pool).await?,
            TableFilter::Person { person, game: Some(game) } => {
                page(sql::OF_PERSON_AND_GAME).bind(person).bind(game).fetch_all(&self.pool).await?
            }
            TableFilter::Player { name, game } => {
                let games = game.clone().map_or_else(all_games, |game| vec![game]);
                self.tables_of_player(query, name, &games).await?
            }
        };
        Ok(read_summaries(&summaries))
    }

    async fn tables_of_hosts(&self, state: Progress, hosts: &[String], most: u32) -> Result<Vec<HostedTable>, StoreError> {
        let query = sqlx::query_as(OF_HOSTS).bind(rows(hosts.iter())).bind(state.name()).bind(most);
        Ok(query.fetch_all(&self.pool).await?.into_iter().map(HostedTable::of_row).collect())
    }

    async fn latest_hosted(&self, state: Progress, most: u32) -> Result<Vec<HostedTable>, StoreError> {
        let query = sqlx::query_as(sql::LATEST_HOSTED).bind(state.name()).bind(most);
        Ok(query.fetch_all(&self.pool).await?.into_iter().map(HostedTable::of_row).collect())
    }

    async fn open_tables_of_days(&self, most: u32) -> Result<Vec<HostedTable>, StoreError> {
        let query = sqlx::query_as(sql::OPEN_OF_DAYS).bind(most);
        Ok(query.fetch_all(&self.pool).await?.into_iter().map(HostedTable::of_row).collect())
    }

    async fn summaries(&self, tables: &[String]) -> Result<Vec<Summary>, StoreError> {
        let summaries: Vec<String> = sqlx::query_scalar(SUMMARIES).bind(rows(tables.iter())).fetch_all(&self.pool).await?;
        Ok(read_summaries(&summaries))
    }

    async fn summaries_with_turn(&self, tables: &[String]) -> Result<Vec<Summary>, StoreError> {
        let query = sqlx::query_as(WITH_TURN).bind(rows(tables.iter()));
        Ok(read_with_turn(tables, query.fetch_all(&self.pool).await?))
    }

    async fn note_turns(&self, turns: &[TurnRow]) -> Result<(), StoreError> {
        let turns = rows(turns.iter().map(|turn| (&turn.table, turn.version, turn.seat.number())));
        sqlx::query(NOTE_TURNS).bind(turns).execute(&self.long_work).await?;
        Ok(())
    }

    async fn unfinished_of(&self, person: &str, most: u32) -> Result<Vec<String>, StoreError> {
        let (changed, id) = Cursor::bound(None);
        let mut found = Vec::new();
        for state in UNFINISHED {
            // A host with a seat is found twice.
            let query = sqlx::query_as(sql::WITH_PERSON).bind(state.name()).bind(changed).bind(id).bind(2 * most).bind(person);
            found.extend(query.fetch_all(&self.pool).await?);
        }
        Ok(merge(found, most))
    }

    async fn tables_naming(&self, person: &str, after: &str, most: u32) -> Result<Vec<String>, StoreError> {
        Ok(sqlx::query_scalar(sql::NAMING).bind(person).bind(after).bind(most).fetch_all(&self.pool).await?)
    }

    async fn playing(&self, public: bool, after: Option<&Cursor>, most: u32) -> Result<Vec<Cursor>, StoreError> {
        let (changed, id) = Cursor::lower_bound(after);
        let query = sqlx::query_as(sql::PLAYING).bind(public).bind(changed).bind(id).bind(most);
        Ok(query.fetch_all(&self.long_work).await?.into_iter().map(Cursor::of_row).collect())
    }

    async fn starting(&self, after: &str, most: u32) -> Result<Vec<String>, StoreError> {
        Ok(sqlx::query_scalar(sql::STARTING).bind(after).bind(most).fetch_all(&self.long_work).await?)
    }

    async fn unrated(&self, after: Option<&Cursor>, most: u32) -> Result<Vec<Cursor>, StoreError> {
        let (changed, id) = Cursor::lower_bound(after);
        let query = sqlx::query_as(sql::UNRATED).bind(changed).bind(id).bind(most);
        Ok(query.fetch_all(&self.long_work).await?.into_iter().map(Cursor::of_row).collect())
    }
}
