//! The store of people in SQLite.

use async_trait::async_trait;
use sqlx::Row;
use sqlx::sqlite::{SqliteConnection, SqliteRow};
use tablee_protocol::Scope;

use super::{Sqlite, rows};
use crate::store::StoreError;
use crate::store::people::{AccountKeys, AccountRow, KeyRow, PeopleStore, PersonRow, RatingRow, sql};
use crate::store::retention::sql::ERASED;

/// Ratings of these subjects at a game, to compute new ones.
pub(in crate::store) const RATINGS: &str = sql::ratings!("game = $1 AND subject IN (SELECT value FROM json_each($2))");

#[async_trait]
impl PeopleStore for Sqlite {
    async fn add_person(&self, person: &PersonRow, key: &KeyRow) -> Result<(), StoreError> {
        let mut transaction = self.pool.begin_with("BEGIN IMMEDIATE").await?;
        let query = sqlx::query("INSERT INTO people (id, name, made) VALUES (?, ?, ?)");
        query.bind(&person.id).bind(&person.name).bind(person.made as i64).execute(&mut *transaction).await?;
        insert_key(&mut transaction, key).await?;
        Ok(transaction.commit().await?)
    }

    async fn person(&self, id: &str) -> Result<Option<PersonRow>, StoreError> {
        let query = sqlx::query("SELECT id AS person, name, account, made AS since FROM people WHERE id = ?");
        query.bind(id).fetch_optional(&self.pool).await?.as_ref().map(read_person).transpose()
    }

    async fn rename(&self, id: &str, name: &str, keys: Option<&AccountKeys>) -> Result<(), StoreError> {
        let query =
            sqlx::query("UPDATE people SET name = ?, account = coalesce(?, account), looks = coalesce(?, looks) WHERE id = ?");
        let query = query.bind(name).bind(keys.map(|keys| &keys.account)).bind(keys.map(|keys| &keys.looks));
        query.bind(id).execute(&self.pool).await?;
        Ok(())
    }

    async fn make_account(&self, id: &str, account: &AccountRow) -> Result<(), StoreError> {
        let query =
            sqlx::query("UPDATE people SET name = ?, account = ?, looks = ?, phrase = ? WHERE id = ? AND account IS NULL");
        let AccountRow { name, keys, phrase } = account;
        let query = query.bind(name).bind(&keys.account).bind(&keys.looks).bind(phrase).bind(id);
        if query.execute(&self.pool).await?.rows_affected() == 1 { Ok(()) } else { Err(StoreError::Conflict) }
    }

    async fn account(&self, account: &str) -> Result<Option<(PersonRow, String)>, StoreError> {
        let query = sqlx::query("SELECT id AS person, name, account, made AS since, phrase FROM people WHERE account = ?");
        let row = query.bind(account).fetch_optional(&self.pool).await?;
        row.map(|row| Ok((read_person(&row)?, row.try_get("phrase")?))).transpose()
    }

    async fn account_that_looks(&self, looks: &str) -> Result<Option<String>, StoreError> {
        Ok(sqlx::query_scalar("SELECT id FROM people WHERE looks = ?").bind(looks).fetch_optional(&self.pool).await?)
    }

    async fn accounts_without_looks(&self, most: u32) -> Result<Vec<(String, String)>, StoreError> {
        let query = sqlx::query_as("SELECT id, name FROM people WHERE account IS NOT NULL AND looks IS NULL LIMIT ?");
        Ok(query.bind(most).fetch_all(&self.pool).await?)
    }

    async fn add_key(&self, key: &KeyRow) -> Result<(), StoreError> {
        insert_key(&mut *self.pool.acquire().await?, key).await
    }

    async fn key(&self, id: &str) -> Result<Option<(KeyRow, PersonRow)>, StoreError> {
        let query = sqlx::query(
            "SELECT keys.id, person, hash, label, scopes, keys.made, used, name, account, people.made AS since
             FROM keys JOIN people ON people.id = person WHERE keys.id = ?",
        );
        let row = query.bind(id).fetch_optional(&self.pool).await?;
        row.map(|row| Ok((read_key(&row)?, read_person(&row)?))).transpose()
    }

    async fn keys_of(&self, person: &str) -> Result<Vec<KeyRow>, StoreError> {
        sqlx::query(sql::KEYS_OF).bind(person).fetch_all(&self.pool).await?.iter().map(read_key).collect()
    }

    async fn drop_key(&self, person: &str, id: &str) -> Result<bool, StoreError> {
        let query = sqlx::query("DELETE FROM keys WHERE person = ? AND id = ?");
        Ok(query.bind(person).bind(id).execute(&self.pool).await?.rows_affected() == 1)
    }

    async fn ratings(&self, game: &str, subjects: &[String]) -> Result<Vec<RatingRow>, StoreError> {
        let query = sqlx::query(RATINGS).bind(game).bind(rows(subjects.iter()));
        query.fetch_all(&self.pool).await?.iter().map(read_rating).collect()
    }

    async fn best(&self, game: &str, most: u32) -> Result<Vec<RatingRow>, StoreError> {
        let query = sqlx::query(sql::BEST).bind(game).bind(most);
        query.fetch_all(&self.pool).await?.iter().map(read_rating).collect()
    }

    async fn ratings_of(&self, subject: &str) -> Result<Vec<RatingRow>, StoreError> {
        let query = sqlx::query(sql::RATINGS_OF).bind(subject);
        query.fetch_all(&self.pool).await?.iter().map(read_rating).collect()
    }

    async fn erase(&self, person: &str) -> Result<(), StoreError> {
        let mut transaction = self.pool.begin_with("BEGIN IMMEDIATE").await?;
        sqlx::query("DELETE FROM ratings WHERE subject = ?").bind(person).execute(&mut *transaction).await?;
        sqlx::query("DELETE FROM mentions WHERE person = ?").bind(person).execute(&mut *transaction).await?;
        sqlx::query("DELETE FROM rating_history WHERE subject = ?").bind(person).execute(&mut *transaction).await?;
        sqlx::query("DELETE FROM opponent_networks WHERE person = ?").bind(person).execute(&mut *transaction).await?;
        // Their keys are deleted with them (foreign key).
        sqlx::query("DELETE FROM people WHERE id = ?").bind(person).execute(&mut *transaction).await?;
        sqlx::query(ERASED).bind(person).execute(&mut *transaction).await?;
        transaction.commit().await?;
        // What was deleted is overwritten in the file (`secure_delete`). The log of changes still has it, and is emptied.
        let query = sqlx::query_scalar::<_, i64>("PRAGMA wal_checkpoint(TRUNCATE)");
        if query.fetch_one(&self.pool).await? != 0 {
            tracing::warn!("the write-ahead log is in use; erased data stay there until the next checkpoint");
        }
        Ok(())
    }
}

async fn insert_key(connection: &mut SqliteConnection, key: &KeyRow) -> Result<(), StoreError> {
    sqlx::query("INSERT INTO keys (id, person, hash, label, scopes, made, used) VALUES (?, ?, ?, ?, ?, ?, ?)")
        .bind(&key.id)
        .bind(&key.person)
        .bind(&key.hash[..])
        .bind(&key.label)
        .bind(serde_json::to_string(&key.scopes).expect("scopes can be written as JSON"))
        .bind(key.made as i64)
        .bind(key.used as i64)
        .execute(connection)
        .await?;
    Ok(())
}

fn read_person(row: &SqliteRow) -> Result<PersonRow, StoreError> {
    Ok(PersonRow {
        id: row.try_get("person")?,
        name: row.try_get("name")?,
        account: row.try_get::<Option<String>, _>("account")?.is_some(),
        made: row.try_get::<i64, _>("since")? as u64,
    })
}

fn read_key(row: &SqliteRow) -> Result<KeyRow, StoreError> {
    let broken = |what: &str| StoreError::Unavailable(format!("{what} of a key cannot be read"));
    let scopes: Vec<Scope> = serde_json::from_str(row.try_get("scopes")?).map_err(|_| broken("the scopes"))?;
    Ok(KeyRow {
        id: row.try_get("id")?,
        person: row.try_get("person")?,
        hash: row.try_get::<&[u8], _>("hash")?.try_into().map_err(|_| broken("the hash"))?,
        label: row.try_get("label")?,
        scopes,
        made: row.try_get::<i64, _>("made")? as u64,
        used: row.try_get::<i64, _>("used")? as u64,
    })
}

fn read_rating(row: &SqliteRow) -> Result<RatingRow, StoreError> {
    Ok(RatingRow {
        game: row.try_get("game")?,
        subject: row.try_get("subject")?,
        name: row.try_get("name")?,
        rating: row.try_get("rating")?,
        uncertainty: row.try_get("uncertainty")?,
        games: row.try_get("games")?,
    })
}
