//! The store of shared games in SQLite.

use async_trait::async_trait;

use super::Sqlite;
use crate::store::StoreError;
use crate::store::shares::{ShareBounds, ShareStore, prune_shares};

#[async_trait]
impl ShareStore for Sqlite {
    async fn keep_share(&self, id: &str, record: &str, now: u64) -> Result<String, StoreError> {
        let query = sqlx::query_scalar(
            "INSERT INTO shares (id, read_at, size, record) VALUES (?, ?, ?, ?)
             ON CONFLICT (id) DO UPDATE SET read_at = max(read_at, excluded.read_at) RETURNING record",
        );
        Ok(query.bind(id).bind(now as i64).bind(record.len() as i64).bind(record).fetch_one(&self.pool).await?)
    }

    async fn share(&self, id: &str) -> Result<Option<(String, u64)>, StoreError> {
        let query = sqlx::query_as::<_, (String, i64)>("SELECT record, read_at FROM shares WHERE id = ?");
        Ok(query.bind(id).fetch_optional(&self.pool).await?.map(|(record, read_at)| (record, read_at as u64)))
    }

    async fn renew_share(&self, id: &str, now: u64) -> Result<(), StoreError> {
        let query = sqlx::query("UPDATE shares SET read_at = max(read_at, ?) WHERE id = ?");
        query.bind(now as i64).bind(id).execute(&self.pool).await?;
        Ok(())
    }

    async fn prune_shares(&self, bounds: ShareBounds, batch: u32) -> Result<u64, StoreError> {
        let query = sqlx::query(prune_shares!("?", "?", "?", "?"));
        let query = query.bind(bounds.read_since as i64).bind(bounds.most).bind(bounds.bytes as i64).bind(batch);
        Ok(query.execute(&self.pool).await?.rows_affected())
    }
}
