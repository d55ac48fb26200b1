//! Lists of tables in PostgreSQL.

use async_trait::async_trait;
use tablee_protocol::{Progress, Summary};

use super::{Postgres, searchable, with_query_timeout};
use crate::store::lists::{MOST_NAMES, UNFINISHED, all_games, end_of_prefix, merge, read_with_turn, sql};
use crate::store::rows::read_summaries;
use crate::store::{Cursor, HostedTable, ListStore, StoreError, TableFilter, TableQuery, TurnRow};

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

/// The same with the seat to move, where it was noted at the last event.
pub(in crate::store) const WITH_TURN: &str = r#"SELECT summary,
        CASE WHEN turn_at = (SELECT max(version) FROM events WHERE "table" = id) THEN turn END
    FROM UNNEST($1::text[]) AS wanted CROSS JOIN LATERAL (
        SELECT id, summary, turn, turn_at FROM tables WHERE id = wanted
    ) AS found"#;

/// Notes seats to move. It waits for no row that another statement has locked, so there are no deadlocks.
pub(in crate::store) const NOTE_TURNS: &str = "UPDATE tables SET turn_at = new.version, turn = new.seat
    FROM UNNEST($1::text[], $2::int[], $3::int[]) AS new (id, version, seat) CROSS JOIN LATERAL (
        SELECT id FROM tables AS free WHERE free.id = new.id AND (turn_at IS NULL OR turn_at < new.version)
        FOR NO KEY UPDATE SKIP LOCKED
    ) AS free
    WHERE tables.id = free.id";

/// The latest public tables of each of these hosts.
pub(in crate::store) const OF_HOSTS: &str = r#"SELECT found.subject, found.changed, found."table"
    FROM UNNEST($1::text[]) AS wanted (host) CROSS JOIN LATERAL (
        SELECT subject, seats.changed, "table" FROM seats JOIN tables ON id = "table"
        WHERE subject = host AND seats.state = $2 AND seat = -1 AND public = TRUE
        ORDER BY seats.changed DESC, "table" DESC LIMIT $3
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

    async fn tables_of_hosts(&self, state: Progress, hosts: &[String], most: u32) -> Result<Vec<HostedTable>, StoreError> {
        let query = sqlx::query_as(OF_HOSTS).bind(hosts).bind(state.name()).bind(i64::from(most));
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

    async fn summaries_with_turn(&self, tables: &[String]) -> Result<Vec<Summary>, StoreError> {
        let query = sqlx::query_as(WITH_TURN).bind(tables);
        Ok(read_with_turn(tables, with_query_timeout(query.fetch_all(&self.pool)).await?))
    }

    async fn note_turns(&self, turns: &[TurnRow]) -> Result<(), StoreError> {
        let tables: Vec<&str> = turns.iter().map(|turn| turn.table.as_str()).collect();
        let versions: Vec<i32> = turns.iter().map(|turn| turn.version as i32).collect();
        let seats: Vec<i32> = turns.iter().map(|turn| turn.seat.number() as i32).collect();
        let query = sqlx::query(NOTE_TURNS).bind(tables).bind(versions).bind(seats);
        with_query_timeout(query.execute(&self.long_work)).await?;
        Ok(())
    }

    async fn unfinished_of(&self, person: &str, most: u32) -> Result<Vec<String>, StoreError> {
        let (changed, id) = Cursor::bound(None);
        let mut found = Vec::new();
        for state in UNFINISHED {
            // A host with a seat is found twice.
            let query = sqlx::query_as::<_, (i64, String)>(sql::WITH_PERSON).bind(state.name()).bind(changed).bind(id);
            let query = query.bind(2 * i64::from(most)).bind(searchable(person));
            found.extend(with_query_timeout(query.fetch_all(&self.pool)).await?);
        }
        Ok(merge(found, most))
    }

    async fn tables_naming(&self, person: &str, after: &str, most: u32) -> Result<Vec<String>, StoreError> {
        let query = sqlx::query_scalar(sql::NAMING).bind(searchable(person)).bind(searchable(after)).bind(i64::from(most));
        with_query_timeout(query.fetch_all(&self.pool)).await
    }

    async fn playing(&self, public: bool, after: Option<&Cursor>, most: u32) -> Result<Vec<Cursor>, StoreError> {
        let (changed, id) = Cursor::lower_bound(after);
        let query = sqlx::query_as(sql::PLAYING).bind(public).bind(changed).bind(id).bind(i64::from(most));
        Ok(with_query_timeout(query.fetch_all(&self.long_work)).await?.into_iter().map(Cursor::of_row).collect())
    }

    async fn starting(&self, after: &str, most: u32) -> Result<Vec<String>, StoreError> {
        let query = sqlx::query_scalar(sql::STARTING).bind(after).bind(i64::from(most));
        with_query_timeout(query.fetch_all(&self.long_work)).await
    }

    async fn unrated(&self, after: Option<&Cursor>, most: u32) -> Result<Vec<Cursor>, StoreError> {
        let (changed, id) = Cursor::lower_bound(after);
        let query = sqlx::query_as(sql::UNRATED).bind(changed).bind(id).bind(i64::from(most));
        Ok(with_query_timeout(query.fetch_all(&self.long_work)).await?.into_iter().map(Cursor::of_row).collect())
    }
}
