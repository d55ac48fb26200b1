//! Retention in SQLite.

use async_trait::async_trait;
use tablee_protocol::Progress;

use super::Sqlite;
use crate::store::StoreError;
use crate::store::retention::{RetentionStore, sql};

#[async_trait]
impl RetentionStore for Sqlite {
    async fn take_lease(&self, name: &str, now: u64, until: u64) -> Result<bool, StoreError> {
        let query = sqlx::query(sql::TAKE_LEASE).bind(name).bind(until.to_string()).bind(now as i64);
        Ok(query.execute(&self.pool).await?.rows_affected() == 1)
    }

    async fn idle_tables(&self, state: Progress, since: u64, most: u32) -> Result<Vec<String>, StoreError> {
        let mut idle = Vec::new();
        for public in [true, false] {
            let query = sqlx::query_scalar(sql::IDLE).bind(state.name()).bind(public).bind(since as i64).bind(most);
            idle.extend(query.fetch_all(&self.long_work).await?);
        }
        Ok(idle)
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
}
