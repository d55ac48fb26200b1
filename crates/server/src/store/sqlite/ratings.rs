//! The history of ratings in SQLite.

use async_trait::async_trait;

use super::{Sqlite, rows};
use crate::store::ratings::{AddressHashes, RatingPointRow, RatingStore, sql};
use crate::store::{Cursor, StoreError};

/// Games of a person against opponents from these networks.
pub(in crate::store) const AGAINST_NETWORKS: &str = r#"SELECT count(DISTINCT "table")
    FROM json_each($3) CROSS JOIN opponent_networks ON person = $1 AND network = value AND at >= $2"#;

#[async_trait]
impl RatingStore for Sqlite {
    async fn rating_history(
        &self,
        subject: &str,
        game: &str,
        before: Option<&Cursor>,
        most: u32,
    ) -> Result<Vec<RatingPointRow>, StoreError> {
        let (at, table) = Cursor::bound(before);
        let query = sqlx::query_as::<_, (i64, String, f64, f64)>(sql::HISTORY).bind(subject).bind(game);
        let rows = query.bind(at).bind(table).bind(most).fetch_all(&self.pool).await?;
        let row = |(at, table, before, after)| RatingPointRow { at: at as u64, table, before, after };
        Ok(rows.into_iter().map(row).collect())
    }

    async fn games_together(&self, person: &str, other: &str, since: u64) -> Result<u32, StoreError> {
        let query = sqlx::query_scalar::<_, i64>(sql::TOGETHER).bind(person).bind(since as i64).bind(other);
        Ok(query.fetch_one(&self.pool).await? as u32)
    }

    async fn games_against_networks(&self, person: &str, networks: &[String], since: u64) -> Result<u32, StoreError> {
        let query = sqlx::query_scalar::<_, i64>(AGAINST_NETWORKS).bind(person).bind(since as i64).bind(rows(networks.iter()));
        Ok(query.fetch_one(&self.pool).await? as u32)
    }

    async fn note_address(&self, person: &str, hashes: &AddressHashes, now: u64) -> Result<(), StoreError> {
        let mut transaction = self.pool.begin_with("BEGIN IMMEDIATE").await?;
        for hash in [&hashes.address, &hashes.network] {
            sqlx::query(sql::NOTE_ADDRESS).bind(person).bind(hash).bind(now as i64).execute(&mut *transaction).await?;
        }
        Ok(transaction.commit().await?)
    }

    async fn last_address(&self, person: &str) -> Result<Option<String>, StoreError> {
        Ok(sqlx::query_scalar(sql::LAST_ADDRESS).bind(person).fetch_optional(&self.pool).await?)
    }

    async fn networks_of(&self, person: &str, since: u64) -> Result<Vec<String>, StoreError> {
        Ok(sqlx::query_scalar(sql::NETWORKS_OF).bind(person).bind(since as i64).fetch_all(&self.pool).await?)
    }

    async fn tables_from(&self, address: &str, since: u64, most: u32) -> Result<u32, StoreError> {
        let query = sqlx::query_scalar::<_, i64>(sql::TABLES_FROM).bind(address).bind(since as i64).bind(most);
        Ok(query.fetch_one(&self.pool).await? as u32)
    }

    async fn tables_with_bots_from(&self, address: &str, since: u64, most: u32) -> Result<u32, StoreError> {
        let query = sqlx::query_scalar::<_, i64>(sql::BOT_TABLES_FROM).bind(address).bind(since as i64).bind(most);
        Ok(query.fetch_one(&self.pool).await? as u32)
    }

    async fn came_from(&self, person: &str, hash: &str) -> Result<bool, StoreError> {
        let query = sqlx::query_scalar::<_, i64>(sql::CAME_FROM).bind(person).bind(hash);
        Ok(query.fetch_one(&self.pool).await? > 0)
    }

    async fn same_address(&self, one: &str, other: &str, since: u64) -> Result<bool, StoreError> {
        let query = sqlx::query_scalar::<_, i64>(sql::SAME_ADDRESS).bind(one).bind(other).bind(since as i64);
        Ok(query.fetch_one(&self.pool).await? > 0)
    }

    async fn forget_addresses(&self, since: u64) -> Result<(), StoreError> {
        for statement in [sql::FORGET_ADDRESSES, sql::FORGET_NETWORKS] {
            sqlx::query(statement).bind(since as i64).execute(&self.pool).await?;
        }
        Ok(())
    }

    async fn keep_fact(&self, name: &str, value: &str) -> Result<String, StoreError> {
        sqlx::query(sql::KEEP_FACT).bind(name).bind(value).execute(&self.pool).await?;
        Ok(sqlx::query_scalar(sql::FACT).bind(name).fetch_one(&self.pool).await?)
    }
}
