//! The store of shared games in PostgreSQL.

use async_trait::async_trait;

use super::{Postgres, searchable, with_query_timeout};
use crate::store::StoreError;
use crate::store::shares::{ShareBounds, SharePlace, ShareStore, sql};

#[async_trait]
impl ShareStore for Postgres {
    async fn keep_share(&self, id: &str, record: &str, now: u64) -> Result<String, StoreError> {
        let query = sqlx::query_scalar(
            "INSERT INTO shares (id, read_at, size, record) VALUES ($1, $2, $3, $4)
             ON CONFLICT (id) DO UPDATE SET read_at = greatest(shares.read_at, excluded.read_at) RETURNING record",
        );
        let query = query.bind(id).bind(now as i64).bind(record.len() as i64).bind(record);
        with_query_timeout(query.fetch_one(&self.pool)).await
    }

    async fn share(&self, id: &str) -> Result<Option<(String, u64)>, StoreError> {
        let query = sqlx::query_as::<_, (String, i64)>("SELECT record, read_at FROM shares WHERE id = $1");
        let found = with_query_timeout(query.bind(searchable(id)).fetch_optional(&self.pool)).await?;
        Ok(found.map(|(record, read_at)| (record, read_at as u64)))
    }

    async fn renew_share(&self, id: &str, now: u64) -> Result<(), StoreError> {
        let query = sqlx::query("UPDATE shares SET read_at = greatest(read_at, $1) WHERE id = $2");
        with_query_timeout(query.bind(now as i64).bind(searchable(id)).execute(&self.pool)).await?;
        Ok(())
    }

    async fn share_beyond(&self, bounds: ShareBounds) -> Result<Option<SharePlace>, StoreError> {
        let query = sqlx::query_as(sql::BEYOND).bind(bounds.read_since as i64);
        let query = query.bind(i64::from(bounds.most)).bind(bounds.bytes as i64);
        Ok(with_query_timeout(query.fetch_optional(&self.long_work)).await?.map(SharePlace::of_row))
    }

    async fn delete_shares_from(&self, first: &SharePlace, batch: u32) -> Result<u64, StoreError> {
        let query = sqlx::query(sql::DELETE_FROM).bind(first.read_at as i64).bind(&first.id).bind(i64::from(batch));
        Ok(with_query_timeout(query.execute(&self.long_work)).await?.rows_affected())
    }
}
