//! The store of people in PostgreSQL.

use async_trait::async_trait;
use sqlx::Row;
use sqlx::postgres::{PgConnection, PgRow};
use tablee_protocol::Scope;

use super::{Postgres, searchable, with_query_timeout};
use crate::store::StoreError;
use crate::store::people::{AccountKeys, AccountRow, KeyRow, PeopleStore, PersonRow, RatingRow, sql};
use crate::store::retention::sql::ERASED;

/// Ratings of these subjects at a game, to compute new ones.
pub(in crate::store) const RATINGS: &str = sql::ratings!("game = $1 AND subject = ANY($2)");

#[async_trait]
impl PeopleStore for Postgres {
    async fn add_person(&self, person: &PersonRow, key: &KeyRow) -> Result<(), StoreError> {
        with_query_timeout(async {
            let mut transaction = self.pool.begin().await?;
            let query = sqlx::query("INSERT INTO people (id, name, made) VALUES ($1, $2, $3)");
            query.bind(&person.id).bind(&person.name).bind(person.made as i64).execute(&mut *transaction).await?;
            insert_key(&mut transaction, key).await?;
            transaction.commit().await
        })
        .await
    }

    async fn person(&self, id: &str) -> Result<Option<PersonRow>, StoreError> {
        let query =
            sqlx::query("SELECT id AS person, name, account, made AS since FROM people WHERE id = $1").bind(searchable(id));
        with_query_timeout(query.fetch_optional(&self.pool)).await?.as_ref().map(read_person).transpose()
    }

    async fn rename(&self, id: &str, name: &str, keys: Option<&AccountKeys>) -> Result<(), StoreError> {
        let query = sqlx::query(
            "UPDATE people SET name = $1, account = coalesce($2, account), looks = coalesce($3, looks) WHERE id = $4",
        );
        let query = query.bind(name).bind(keys.map(|keys| &keys.account)).bind(keys.map(|keys| &keys.looks));
        with_query_timeout(query.bind(id).execute(&self.pool)).await?;
        Ok(())
    }

    async fn make_account(&self, id: &str, account: &AccountRow) -> Result<(), StoreError> {
        let query =
            sqlx::query("UPDATE people SET name = $1, account = $2, looks = $3, phrase = $4 WHERE id = $5 AND account IS NULL");
        let AccountRow { name, keys, phrase } = account;
        let query = query.bind(name).bind(&keys.account).bind(&keys.looks).bind(phrase).bind(id);
        if with_query_timeout(query.execute(&self.pool)).await?.rows_affected() == 1 { Ok(()) } else { Err(StoreError::Conflict) }
    }

    async fn account(&self, account: &str) -> Result<Option<(PersonRow, String)>, StoreError> {
        let query = sqlx::query("SELECT id AS person, name, account, made AS since, phrase FROM people WHERE account = $1");
        let row = with_query_timeout(query.bind(searchable(account)).fetch_optional(&self.pool)).await?;
        row.map(|row| Ok((read_person(&row)?, row.try_get("phrase")?))).transpose()
    }

    async fn account_that_looks(&self, looks: &str) -> Result<Option<String>, StoreError> {
        let query = sqlx::query_scalar("SELECT id FROM people WHERE looks = $1").bind(searchable(looks));
        with_query_timeout(query.fetch_optional(&self.pool)).await
    }

    async fn accounts_without_looks(&self, most: u32) -> Result<Vec<(String, String)>, StoreError> {
        let query = sqlx::query_as("SELECT id, name FROM people WHERE account IS NOT NULL AND looks IS NULL LIMIT $1");
        with_query_timeout(query.bind(i64::from(most)).fetch_all(&self.pool)).await
    }

    async fn add_key(&self, key: &KeyRow) -> Result<(), StoreError> {
        with_query_timeout(async { insert_key(&mut *self.pool.acquire().await?, key).await }).await
    }

    async fn key(&self, id: &str) -> Result<Option<(KeyRow, PersonRow)>, StoreError> {
        let query = sqlx::query(
            "SELECT keys.id, person, hash, label, scopes, keys.made, used, name, account, people.made AS since
             FROM keys JOIN people ON people.id = person WHERE keys.id = $1",
        );
        let row = with_query_timeout(query.bind(searchable(id)).fetch_optional(&self.pool)).await?;
        row.map(|row| Ok((read_key(&row)?, read_person(&row)?))).transpose()
    }

    async fn keys_of(&self, person: &str) -> Result<Vec<KeyRow>, StoreError> {
        let query = sqlx::query(sql::KEYS_OF);
        with_query_timeout(query.bind(searchable(person)).fetch_all(&self.pool)).await?.iter().map(read_key).collect()
    }

    async fn drop_key(&self, person: &str, id: &str) -> Result<bool, StoreError> {
        let query = sqlx::query("DELETE FROM keys WHERE person = $1 AND id = $2").bind(searchable(person)).bind(searchable(id));
        Ok(with_query_timeout(query.execute(&self.pool)).await?.rows_affected() == 1)
    }

    async fn ratings(&self, game: &str, subjects: &[String]) -> Result<Vec<RatingRow>, StoreError> {
        let subjects: Vec<String> = subjects.iter().map(|subject| searchable(subject)).collect();
        let query = sqlx::query(RATINGS).bind(searchable(game)).bind(subjects);
        with_query_timeout(query.fetch_all(&self.pool)).await?.iter().map(read_rating).collect()
    }

    async fn best(&self, game: &str, most: u32) -> Result<Vec<RatingRow>, StoreError> {
        let query = sqlx::query(sql::BEST).bind(searchable(game)).bind(i64::from(most));
        with_query_timeout(query.fetch_all(&self.pool)).await?.iter().map(read_rating).collect()
    }

    async fn ratings_of(&self, subject: &str) -> Result<Vec<RatingRow>, StoreError> {
        let query = sqlx::query(sql::RATINGS_OF).bind(searchable(subject));
        with_query_timeout(query.fetch_all(&self.pool)).await?.iter().map(read_rating).collect()
    }

    async fn erase(&self, person: &str) -> Result<(), StoreError> {
        with_query_timeout(async {
            let mut transaction = self.pool.begin().await?;
            // In the order in which finished games update them, to avoid deadlocks.
            let query = sqlx::query("SELECT FROM ratings WHERE subject = $1 ORDER BY game FOR UPDATE");
            query.bind(person).execute(&mut *transaction).await?;
            sqlx::query("DELETE FROM ratings WHERE subject = $1").bind(person).execute(&mut *transaction).await?;
            sqlx::query("DELETE FROM mentions WHERE person = $1").bind(person).execute(&mut *transaction).await?;
            sqlx::query("DELETE FROM rating_history WHERE subject = $1").bind(person).execute(&mut *transaction).await?;
            sqlx::query("DELETE FROM opponent_networks WHERE person = $1").bind(person).execute(&mut *transaction).await?;
            // Their keys are deleted with them (foreign key).
            sqlx::query("DELETE FROM people WHERE id = $1").bind(person).execute(&mut *transaction).await?;
            sqlx::query(ERASED).bind(person).execute(&mut *transaction).await?;
            transaction.commit().await
        })
        .await
    }
}

async fn insert_key(connection: &mut PgConnection, key: &KeyRow) -> Result<(), sqlx::Error> {
    sqlx::query("INSERT INTO keys (id, person, hash, label, scopes, made, used) VALUES ($1, $2, $3, $4, $5, $6, $7)")
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

fn read_person(row: &PgRow) -> Result<PersonRow, StoreError> {
    Ok(PersonRow {
        id: row.try_get("person")?,
        name: row.try_get("name")?,
        account: row.try_get::<Option<String>, _>("account")?.is_some(),
        made: row.try_get::<i64, _>("since")? as u64,
    })
}

fn read_key(row: &PgRow) -> Result<KeyRow, StoreError> {
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

fn read_rating(row: &PgRow) -> Result<RatingRow, StoreError> {
    Ok(RatingRow {
        game: row.try_get("game")?,
        subject: row.try_get("subject")?,
        name: row.try_get("name")?,
        rating: row.try_get("rating")?,
        uncertainty: row.try_get("uncertainty")?,
        games: row.try_get::<i32, _>("games")? as u32,
    })
}
