//! The store of chat in SQLite.

use async_trait::async_trait;
use tablee_protocol::{ChatLine, OwnLine, Person, QuickWord};

use super::Sqlite;
use crate::store::StoreError;
use crate::store::chat::{ChatStore, KeptLines, LineRow, Text, distinct, oldest_first, own_lines, sql};

#[async_trait]
impl ChatStore for Sqlite {
    async fn add_line(
        &self,
        table: &str,
        at: u64,
        by: &Person,
        text: Text<'_>,
        kept: KeptLines<'_>,
    ) -> Result<ChatLine, StoreError> {
        let (plays, most) = kept.of(&by.id);
        let players = serde_json::to_string(kept.players).unwrap_or_default();
        let mut transaction = self.pool.begin_with("BEGIN IMMEDIATE").await?;
        let line = sqlx::query_scalar::<_, i64>(
            "INSERT INTO chat (\"table\", at, person, name, guest, line, word) VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING n",
        );
        let line = line
            .bind(table)
            .bind(at as i64)
            .bind(&by.id)
            .bind(&by.name)
            .bind(by.guest)
            .bind(text.line)
            .bind(text.word.map(QuickWord::key));
        let n = line.fetch_one(&mut *transaction).await?;
        let oldest = sqlx::query(
            "DELETE FROM chat WHERE \"table\" = ?1 AND (person IN (SELECT value FROM json_each(?3))) = ?4 AND n <= (
               SELECT n FROM chat WHERE \"table\" = ?1 AND (person IN (SELECT value FROM json_each(?3))) = ?4
               ORDER BY n DESC LIMIT 1 OFFSET ?2
             )",
        );
        oldest.bind(table).bind(most).bind(players).bind(plays).execute(&mut *transaction).await?;
        transaction.commit().await?;
        Ok(ChatLine { n: n as u64, at, by: by.clone(), text: text.line.to_owned(), word: text.word, table: None })
    }

    async fn latest_lines(&self, table: &str, most: u32) -> Result<Vec<ChatLine>, StoreError> {
        let query = sqlx::query_as::<_, LineRow>(sql::LATEST_LINES);
        Ok(oldest_first(query.bind(table).bind(most).fetch_all(&self.pool).await?))
    }

    async fn lines_of(&self, person: &str) -> Result<Vec<OwnLine>, StoreError> {
        let query = sqlx::query_as(sql::LINES_OF);
        Ok(own_lines(query.bind(person).fetch_all(&self.pool).await?))
    }

    async fn erase_lines(&self, person: &str) -> Result<Vec<String>, StoreError> {
        let query = sqlx::query_scalar(sql::ERASE_LINES);
        Ok(distinct(query.bind(person).fetch_all(&self.pool).await?))
    }
}
