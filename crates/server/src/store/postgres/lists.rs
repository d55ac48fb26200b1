//! Lists of tables in PostgreSQL.

use async_trait::async_trait;
use tablee_protocol::{Progress, Summary};

use super::{Postgres, searchable, with_query_timeout};
use crate::store::lists::{MOST_NAMES, all_games, end_of_prefix, merge, sql};
use crate::store::rows::read_summaries;
use crate::store::{Cursor, HostedTable, ListStore, StoreError, TableFilter, TableQuery};

/// The latest tables of each of these names at each of these games.
pub(in crate::store) const BY_NAMES: &str = r#"SELECT found.changed, found."table"
    FROM UNNEST($5::text[]) AS wanted (player) CROSS JOIN UNNEST($6::text[]) AS played (game)
    CROSS JOIN LATERAL (
        SELECT changed, "table" FROM seats
        WHERE name <> '' AND name = player AND seats.game = played.game AND state = $1 AND (changed, "table") < ($2, $3)
        ORDER BY changed DESC, "table" DESC LIMIT $4
    ) AS found"#;

/// The summaries of these tables, in their order.
pub(in crate::store) const SUMMARIES: &str =
    "SELECT (SELECT summary FROM tables WHERE id = wanted) FROM UNNEST($1::text[]) AS wanted";

/// Public tables of these hosts.
pub(in crate::store) const OF_HOSTS: &str = r#"SELECT found.subject, found.changed, found."table"
    FROM UNNEST($1::text[]) AS wanted (host) CROSS JOIN LATERAL (
        SELECT subject, seats.changed, "table" FROM seats JOIN tables ON id = "table"
        WHERE subject = host AND seats.state = $2 AND seat = -1 AND public = TRUE
    ) AS found"#;

impl Postgres {
    async fn tables_of_player(&self, query: &TableQuery, name: &str, games: &[String]) -> Result<Vec<String>, StoreError> {
        let prefix = searchable(&name.to_lowercase());
        let names = sqlx::query_scalar::<_, String>(sql::NAMES).bind(&prefix).bind(end_of_prefix(&prefix));
        let names = with_query_timeout(names.bind(MOST_NAMES as i32).fetch_all(&self.pool)).await?;
        let (changed, id) = Cursor::bound(query.before.as_ref());
        let found = sqlx::query_as::<_, (i64, String)>(BY_NAMES).bind(query.state.name()).bind(changed);
        let found = found.bind(searchable(id)).bind(i64::from(query.most)).bind(names).bind(games);
        let found = merge(with_query_timeout(found.fetch_all(&self.pool)).await?, query.most);
        let summaries = sqlx::query_scalar::<_, Option<String>>(SUMMARIES).bind(found);
        Ok(with_query_timeout(summaries.fetch_all(&self.pool)).await?.into_iter().flatten().collect())
    }
}

#[async_trait]
impl ListStore for Postgres {
    async fn tables(&self, query: &TableQuery) -> Result<Vec<Summary>, StoreError> {
        let (changed, id) = Cursor::bound(query.before.as_ref());
        let page = |statement: &'static str| {
            let asked = sqlx::query_scalar::<_, String>(statement).bind(query.state.name()).bind(changed);
            asked.bind(searchable(id)).bind(i64::from(query.most))
        };
        let summaries = match &query.filter {
            TableFilter::Public => with_query_timeout(page(sql::PUBLIC).fetch_all(&self.pool)).await?,
            TableFilter::Game(game) => {
                with_query_timeout(page(sql::OF_GAME).bind(searchable(game)).fetch_all(&self.pool)).await?
            }
            TableFilter::Person { person, game: None } => {
                with_query_timeout(page(sql::OF_PERSON).bind(searchable(person)).fetch_all(&self.pool)).await?
            }
            TableFilter::Person { person, game: Some(game) } => {
                let query = page(sql::OF_PERSON_AND_GAME).bind(searchable(person)).bind(searchable(game));
                with_query_timeout(query.fetch_all(&self.pool)).await?
            }
            TableFilter::Player { name, game } => {
                let games = game.as_deref().map_or_else(all_games, |game| vec![searchable(game)]);
                self.tables_of_player(query, name, &games).await?
            }
        };
        Ok(read_summaries(&summaries))
    }

    async fn tables_of_hosts(&self, state: Progress, hosts: &[String]) -> Result<Vec<HostedTable>, StoreError> {
        let query = sqlx::query_as(OF_HOSTS).bind(hosts).bind(state.name());
        let found = with_query_timeout(query.fetch_all(&self.pool)).await?;
        Ok(found.into_iter().map(HostedTable::of_row).collect())
    }

    async fn latest_hosted(&self, state: Progress, most: u32) -> Result<Vec<HostedTable>, StoreError> {
        let query = sqlx::query_as(sql::LATEST_HOSTED).bind(state.name()).bind(i64::from(most));
        let found = with_query_timeout(query.fetch_all(&self.pool)).await?;
        Ok(found.into_iter().map(HostedTable::of_row).collect())
    }

    async fn open_tables_of_days(&self, most: u32) -> Result<Vec<HostedTable>, StoreError> {
        let query = sqlx::query_as(sql::OPEN_OF_DAYS).bind(i64::from(most));
        let found = with_query_timeout(query.fetch_all(&self.pool)).await?;
        Ok(found.into_iter().map(HostedTable::of_row).collect())
    }

    async fn summaries(&self, tables: &[String]) -> Result<Vec<Summary>, StoreError> {
        let query = sqlx::query_scalar::<_, Option<String>>(SUMMARIES).bind(tables);
        let found: Vec<String> = with_query_timeout(query.fetch_all(&self.pool)).await?.into_iter().flatten().collect();
        Ok(read_summaries(&found))
    }

    async fn unfinished_of(&self, person: &str, most: u32) -> Result<Vec<String>, StoreError> {
        let (changed, id) = Cursor::bound(None);
        let mut found = Vec::new();
        for state in ["open", "playing"] {
            // A host with a seat is found twice.
            let query = sqlx::query_as::<_, (i64, String)>(sql::WITH_PERSON).bind(state).bind(changed).bind(id);
            let query = query.bind(2 * i64::from(most)).bind(searchable(person));
            found.extend(with_query_timeout(query.fetch_all(&self.pool)).await?);
        }
        Ok(merge(found, most))
    }

    async fn tables_naming(&self, person: &str, after: &str, most: u32) -> Result<Vec<String>, StoreError> {
        let query = sqlx::query_scalar(sql::NAMING).bind(searchable(person)).bind(searchable(after)).bind(i64::from(most));
        with_query_timeout(query.fetch_all(&self.pool)).await
    }

    async fn playing(&self) -> Result<Vec<String>, StoreError> {
        with_query_timeout(sqlx::query_scalar(sql::PLAYING).fetch_all(&self.long_work)).await
    }

    async fn starting(&self) -> Result<Vec<String>, StoreError> {
        with_query_timeout(sqlx::query_scalar(sql::STARTING).fetch_all(&self.long_work)).await
    }

    async fn unrated(&self) -> Result<Vec<String>, StoreError> {
        with_query_timeout(sqlx::query_scalar(sql::UNRATED).fetch_all(&self.long_work)).await
    }
}
