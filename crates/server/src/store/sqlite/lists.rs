//! Lists of tables in SQLite.

use async_trait::async_trait;
use tablee_protocol::{Progress, Summary};

use super::{Sqlite, rows};
use crate::store::lists::{MOST_NAMES, all_games, end_of_prefix, latest, merge, sql};
use crate::store::rows::read_summaries;
use crate::store::{Cursor, HostedTable, ListStore, StoreError, TableFilter, TableQuery};

/// Tables of a player with this name.
pub(in crate::store) const BY_NAME: &str = r#"SELECT changed, "table" FROM seats
    WHERE name <> '' AND name = $5 AND game = $6 AND state = $1 AND (changed, "table") < ($2, $3) AND changed >= $7
    ORDER BY changed DESC, "table" DESC LIMIT $4"#;

/// The summaries of these tables, in their order.
pub(in crate::store) const SUMMARIES: &str = "SELECT summary FROM json_each($1) CROSS JOIN tables ON tables.id = value";

/// Public tables of these hosts.
pub(in crate::store) const OF_HOSTS: &str = r#"SELECT subject, seats.changed, "table"
    FROM json_each($1) CROSS JOIN seats ON subject = value AND seats.state = $2 AND seat = -1
    CROSS JOIN tables ON tables.id = "table" AND public = TRUE"#;

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

    async fn tables_of_hosts(&self, state: Progress, hosts: &[String]) -> Result<Vec<HostedTable>, StoreError> {
        let query = sqlx::query_as(OF_HOSTS).bind(rows(hosts.iter())).bind(state.name());
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

    async fn unfinished_of(&self, person: &str, most: u32) -> Result<Vec<String>, StoreError> {
        let (changed, id) = Cursor::bound(None);
        let mut found = Vec::new();
        for state in ["open", "playing"] {
            // A host with a seat is found twice.
            let query = sqlx::query_as(sql::WITH_PERSON).bind(state).bind(changed).bind(id).bind(2 * most).bind(person);
            found.extend(query.fetch_all(&self.pool).await?);
        }
        Ok(merge(found, most))
    }

    async fn tables_naming(&self, person: &str, after: &str, most: u32) -> Result<Vec<String>, StoreError> {
        Ok(sqlx::query_scalar(sql::NAMING).bind(person).bind(after).bind(most).fetch_all(&self.pool).await?)
    }

    async fn playing(&self) -> Result<Vec<String>, StoreError> {
        Ok(sqlx::query_scalar(sql::PLAYING).fetch_all(&self.long_work).await?)
    }

    async fn starting(&self) -> Result<Vec<String>, StoreError> {
        Ok(sqlx::query_scalar(sql::STARTING).fetch_all(&self.long_work).await?)
    }

    async fn unrated(&self) -> Result<Vec<String>, StoreError> {
        Ok(sqlx::query_scalar(sql::UNRATED).fetch_all(&self.long_work).await?)
    }
}
