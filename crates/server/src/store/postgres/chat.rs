//! The store of chat in PostgreSQL.

use async_trait::async_trait;
use tablee_protocol::{ChatLine, OwnLine, Person, QuickWord};

use super::{Postgres, searchable, with_query_timeout};
use crate::store::StoreError;
use crate::store::chat::{ChatStore, KeptLines, LineRow, Text, distinct, oldest_first, own_lines, sql};

#[async_trait]
impl ChatStore for Postgres {
    async fn add_line(
        &self,
        table: &str,
        at: u64,
        by: &Person,
        text: Text<'_>,
        kept: KeptLines<'_>,
    ) -> Result<ChatLine, StoreError> {
        let (plays, most) = kept.of(&by.id);
        // One statement. The deletion does not see the new line, which therefore counts as one of the `most`.
        let query = sqlx::query_scalar::<_, i64>(
            "WITH oldest AS (
               DELETE FROM chat WHERE \"table\" = $1 AND (person = ANY($8)) = $9 AND n <= (
                 SELECT n FROM chat WHERE \"table\" = $1 AND (person = ANY($8)) = $9 ORDER BY n DESC LIMIT 1 OFFSET $6 - 1
               )
             )
             INSERT INTO chat (\"table\", at, person, name, line, guest, word) VALUES ($1, $2, $3, $4, $5, $7, $10) RETURNING n",
        );
        let query =
            query.bind(table).bind(at as i64).bind(&by.id).bind(&by.name).bind(text.line).bind(i64::from(most)).bind(by.guest);
        let query = query.bind(kept.players).bind(plays).bind(text.word.map(QuickWord::key));
        let n = with_query_timeout(query.fetch_one(&self.pool)).await?;
        Ok(ChatLine { n: n as u64, at, by: by.clone(), text: text.line.to_owned(), word: text.word, table: None })
    }

    async fn latest_lines(&self, table: &str, most: u32) -> Result<Vec<ChatLine>, StoreError> {
        let query = sqlx::query_as::<_, LineRow>(sql::LATEST_LINES);
        let query = query.bind(searchable(table)).bind(i64::from(most));
        Ok(oldest_first(with_query_timeout(query.fetch_all(&self.pool)).await?))
    }

    async fn lines_of(&self, person: &str) -> Result<Vec<OwnLine>, StoreError> {
        let query = sqlx::query_as(sql::LINES_OF);
        Ok(own_lines(with_query_timeout(query.bind(searchable(person)).fetch_all(&self.pool)).await?))
    }

    async fn erase_lines(&self, person: &str) -> Result<Vec<String>, StoreError> {
        let query = sqlx::query_scalar(sql::ERASE_LINES);
        Ok(distinct(with_query_timeout(query.bind(searchable(person)).fetch_all(&self.pool)).await?))
    }
}
