//! The store of shared games in PostgreSQL.

use async_trait::async_trait;

use super::{Postgres, searchable, with_query_timeout};
use crate::store::StoreError;
use crate::store::shares::{ShareBounds, ShareStore, prune_shares};

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

    async fn prune_shares(&self, bounds: ShareBounds, batch: u32) -> Result<u64, StoreError> {
        let query = sqlx::query(prune_shares!("$1", "$2", "$3", "$4"));
        let query =
            query.bind(bounds.read_since as i64).bind(i64::from(bounds.most)).bind(bounds.bytes as i64).bind(i64::from(batch));
        Ok(with_query_timeout(query.execute(&self.pool)).await?.rows_affected())
    }
}
