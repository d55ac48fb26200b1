//! Retention in PostgreSQL.

use std::time::Duration;

use async_trait::async_trait;
use sqlx::{ConnectOptions, Connection, Executor};

use super::{CONNECT_TIMEOUT, Postgres, with_query_timeout, with_timeout};
use crate::store::retention::{IdleQuery, RetentionStore, people_named, sql};
use crate::store::{Cursor, StoreError};

/// All tables with rows about people.
const VACUUM: &str =
    "VACUUM events, tables, seats, mentions, chat, people, keys, addresses, ratings, rating_history, opponent_networks";

/// A connection that hangs must not stay open for ever.
const LONGEST_VACUUM: Duration = Duration::from_secs(6 * 60 * 60);

#[async_trait]
impl RetentionStore for Postgres {
    async fn take_lease(&self, name: &str, now: u64, until: u64) -> Result<bool, StoreError> {
        let query = sqlx::query(sql::TAKE_LEASE).bind(name).bind(until.to_string()).bind(now as i64);
        Ok(with_query_timeout(query.execute(&self.pool)).await?.rows_affected() == 1)
    }

    async fn idle_tables(&self, query: &IdleQuery, most: u32) -> Result<Vec<Cursor>, StoreError> {
        let (changed, id) = query.bound();
        let found = sqlx::query_as(sql::IDLE).bind(query.state.name()).bind(query.public).bind(query.since as i64);
        let found = found.bind(i64::from(most)).bind(changed).bind(id);
        Ok(with_query_timeout(found.fetch_all(&self.long_work)).await?.into_iter().map(Cursor::of_row).collect())
    }

    async fn delete_closed(&self, table: &str) -> Result<bool, StoreError> {
        with_query_timeout(async {
            let mut transaction = self.long_work.begin().await?;
            let bodies: Vec<String> = sqlx::query_scalar(sql::BODIES).bind(table).fetch_all(&mut *transaction).await?;
            // In the order in which appends lock: events before tables.
            for statement in [sql::DELETE_EVENTS, sql::DELETE_ANALYSIS] {
                sqlx::query(statement).bind(table).execute(&mut *transaction).await?;
            }
            for person in people_named(&bodies) {
                sqlx::query(sql::DELETE_MENTION).bind(person).bind(table).execute(&mut *transaction).await?;
            }
            let deleted = sqlx::query(sql::DELETE_CLOSED).bind(table).execute(&mut *transaction).await?.rows_affected() == 1;
            if deleted {
                transaction.commit().await?;
            } else {
                transaction.rollback().await?;
            }
            Ok(deleted)
        })
        .await
    }

    async fn note_key_use(&self, key: &str, now: u64) -> Result<(), StoreError> {
        with_query_timeout(sqlx::query(sql::NOTE_KEY_USE).bind(key).bind(now as i64).execute(&self.pool)).await?;
        Ok(())
    }

    async fn forget_guests(&self, since: u64, most: u32) -> Result<u64, StoreError> {
        let query = sqlx::query(sql::FORGET_GUESTS).bind(since as i64).bind(i64::from(most));
        Ok(with_query_timeout(query.execute(&self.long_work)).await?.rows_affected())
    }

    async fn forget_keys(&self, since: u64, most: u32) -> Result<u64, StoreError> {
        let query = sqlx::query(sql::FORGET_KEYS).bind(since as i64).bind(i64::from(most));
        Ok(with_query_timeout(query.execute(&self.long_work)).await?.rows_affected())
    }

    async fn note_erased(&self, people: &[String]) -> Result<(), StoreError> {
        for person in people {
            with_query_timeout(sqlx::query(sql::NOTE_ERASED).bind(person).execute(&self.long_work)).await?;
        }
        Ok(())
    }

    async fn still_to_erase(&self) -> Result<Vec<String>, StoreError> {
        with_query_timeout(sqlx::query_scalar(sql::STILL_TO_ERASE).fetch_all(&self.long_work)).await
    }

    async fn erased(&self, after: &str, most: u32) -> Result<Vec<String>, StoreError> {
        with_query_timeout(sqlx::query_scalar(sql::ALL_ERASED).bind(after).bind(i64::from(most)).fetch_all(&self.long_work)).await
    }

    async fn remove_remains(&self) -> Result<(), StoreError> {
        // Neither in a transaction nor with a timeout, so over a separate connection.
        let connect = self.long_work.connect_options();
        let mut connection = with_timeout(CONNECT_TIMEOUT, connect.connect()).await?;
        connection.execute("SET statement_timeout = 0").await?;
        with_timeout(LONGEST_VACUUM, connection.execute(VACUUM)).await?;
        with_timeout(CONNECT_TIMEOUT, connection.close()).await
    }
}
