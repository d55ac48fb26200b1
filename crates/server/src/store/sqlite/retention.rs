//! Retention in SQLite.

use async_trait::async_trait;

use super::Sqlite;
use crate::store::retention::{IdleQuery, RetentionStore, people_named, sql};
use crate::store::{Cursor, StoreError};

#[async_trait]
impl RetentionStore for Sqlite {
    async fn take_lease(&self, name: &str, now: u64, until: u64) -> Result<bool, StoreError> {
        let query = sqlx::query(sql::TAKE_LEASE).bind(name).bind(until.to_string()).bind(now as i64);
        Ok(query.execute(&self.pool).await?.rows_affected() == 1)
    }

    async fn idle_tables(&self, query: &IdleQuery, most: u32) -> Result<Vec<Cursor>, StoreError> {
        let (changed, id) = query.bound();
        let found = sqlx::query_as(sql::IDLE).bind(query.state.name()).bind(query.public).bind(query.since as i64);
        let found = found.bind(most).bind(changed).bind(id);
        Ok(found.fetch_all(&self.long_work).await?.into_iter().map(Cursor::of_row).collect())
    }

    async fn delete_closed(&self, table: &str) -> Result<bool, StoreError> {
        let mut transaction = self.long_work.begin_with("BEGIN IMMEDIATE").await?;
        let bodies: Vec<String> = sqlx::query_scalar(sql::BODIES).bind(table).fetch_all(&mut *transaction).await?;
        for person in people_named(&bodies) {
            sqlx::query(sql::DELETE_MENTION).bind(person).bind(table).execute(&mut *transaction).await?;
        }
        for statement in [sql::DELETE_EVENTS, sql::DELETE_ANALYSIS] {
            sqlx::query(statement).bind(table).execute(&mut *transaction).await?;
        }
        let deleted = sqlx::query(sql::DELETE_CLOSED).bind(table).execute(&mut *transaction).await?.rows_affected() == 1;
        if deleted {
            transaction.commit().await?;
        } else {
            transaction.rollback().await?;
        }
        Ok(deleted)
    }

    async fn note_key_use(&self, key: &str, now: u64) -> Result<(), StoreError> {
        sqlx::query(sql::NOTE_KEY_USE).bind(key).bind(now as i64).execute(&self.pool).await?;
        Ok(())
    }

    async fn forget_guests(&self, since: u64, most: u32) -> Result<u64, StoreError> {
        let query = sqlx::query(sql::FORGET_GUESTS).bind(since as i64).bind(most);
        Ok(query.execute(&self.long_work).await?.rows_affected())
    }

    async fn forget_keys(&self, since: u64, most: u32) -> Result<u64, StoreError> {
        let query = sqlx::query(sql::FORGET_KEYS).bind(since as i64).bind(most);
        Ok(query.execute(&self.long_work).await?.rows_affected())
    }

    async fn note_erased(&self, people: &[String]) -> Result<(), StoreError> {
        for person in people {
            sqlx::query(sql::NOTE_ERASED).bind(person).execute(&self.long_work).await?;
        }
        Ok(())
    }

    async fn still_to_erase(&self) -> Result<Vec<String>, StoreError> {
        Ok(sqlx::query_scalar(sql::STILL_TO_ERASE).fetch_all(&self.long_work).await?)
    }

    async fn erased(&self, after: &str, most: u32) -> Result<Vec<String>, StoreError> {
        Ok(sqlx::query_scalar(sql::ALL_ERASED).bind(after).bind(most).fetch_all(&self.long_work).await?)
    }

    async fn remove_remains(&self) -> Result<(), StoreError> {
        // What is deleted is overwritten at once (`secure_delete`).
        Ok(())
    }
}
