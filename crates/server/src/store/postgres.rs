//! The store in PostgreSQL, which several servers share.
//!
//! All events of a server go through one task with group commit (`postgres/write.rs`). Everything else goes through a
//! small pool of connections. Every query has a timeout: a database that does not answer is an outage.

use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPoolOptions, PgRow};
use sqlx::{ConnectOptions, Connection, PgPool, Row};
use tablee_core::{Text, text};
use tablee_games::shuffle::Bytes32;
use tablee_protocol::{Numbered, Summary};
use tokio::time::timeout;

use crate::causes::{OpenError, database_address_error, database_error, is_temporary_database_error};
use crate::metrics::Metrics;

use super::group_commit::{Change, CommitQueue};
use super::migrations;
use super::rows::encode_summary;
use super::{Append, NewTableRow, Store, StoreError, StoredEvent, StoredTable, TableStore};
use write::PostgresWriter;

mod chat;
pub(super) mod lists;
pub(super) mod people;
pub(super) mod ratings;
mod retention;
mod shares;
mod write;

/// Connections for reading, and for writing everything except events.
const CONNECTIONS: u32 = 8;

/// Connections for work that takes long, and for heartbeats. Lists cannot keep them busy.
const LONG_WORK_CONNECTIONS: u32 = 2;
const HEALTH_CONNECTIONS: u32 = 1;

/// The timeouts for a connection and for a query.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(3);
const QUERY_TIMEOUT: Duration = Duration::from_secs(5);

/// The store in PostgreSQL.
#[derive(Clone, Debug)]
pub struct Postgres {
    pub(super) pool: PgPool,
    pub(super) long_work: PgPool,
    pub(super) health: PgPool,
    queue: CommitQueue,
}

impl Postgres {
    /// Opens a database, such as `postgres://tablee@localhost/tablee`, and migrates it to the newest schema.
    ///
    /// # Errors
    /// Why the database cannot be used.
    pub async fn open(url: &str, metrics: Metrics) -> Result<Postgres, Text> {
        Postgres::try_open(url, metrics).await.map_err(|error| error.why)
    }

    /// The same; the error says whether waiting may help.
    ///
    /// # Errors
    /// Why the database cannot be used.
    pub async fn try_open(url: &str, metrics: Metrics) -> Result<Postgres, OpenError> {
        let options = PgConnectOptions::from_str(url).map_err(|error| {
            let Text { en, fr } = database_address_error(&error);
            let why = text!(
                "this is not a PostgreSQL address, such as postgres://tablee@localhost/tablee: {en}",
                "ce n’est pas une adresse PostgreSQL, comme postgres://tablee@localhost/tablee : {fr}"
            );
            OpenError { why, temporary: false }
        })?;
        // Not the whole address: it may contain a password.
        let (host, port, name) =
            (options.get_host(), options.get_port(), options.get_database().unwrap_or(options.get_username()));
        let broken = |error: sqlx::Error| {
            let Text { en, fr } = database_error(&error);
            let why = text!(
                "the database {name} at {host}:{port} cannot be used: {en}",
                "la base de données {name} de {host}:{port} est inutilisable : {fr}"
            );
            OpenError { why, temporary: is_temporary_database_error(&error) }
        };
        // A pool would only report a timeout; a single connection reports the reason.
        let first =
            timeout(CONNECT_TIMEOUT, options.connect()).await.unwrap_or(Err(sqlx::Error::PoolTimedOut)).map_err(broken)?;
        timeout(CONNECT_TIMEOUT, first.close()).await.unwrap_or(Err(sqlx::Error::PoolTimedOut)).map_err(broken)?;
        // Without a query timeout: a migration may take long, and other servers that start at the same time wait for
        // it.
        let unhurried = PgPoolOptions::new().max_connections(1).acquire_timeout(CONNECT_TIMEOUT).connect_with(options.clone());
        let unhurried = unhurried.await.map_err(broken)?;
        let migrated = migrations::postgres().run(&unhurried).await;
        migrated.map_err(|error| broken(error.into()))?;
        unhurried.close().await;

        let options = options.disable_statement_logging();
        let pool = |connections| pool(connections).connect_lazy_with(options.clone());
        let (long_work, health, pool) = (pool(LONG_WORK_CONNECTIONS), pool(HEALTH_CONNECTIONS), pool(CONNECTIONS));
        let queue = CommitQueue::new(PostgresWriter::new(options, metrics));
        Ok(Postgres { pool, long_work, health, queue })
    }
}

impl Store for Postgres {
    fn for_long_work(&self) -> Arc<dyn Store> {
        Arc::new(Postgres { pool: self.long_work.clone(), ..self.clone() })
    }
}

/// A pool of at most this many connections.
fn pool(connections: u32) -> PgPoolOptions {
    PgPoolOptions::new()
        .max_connections(connections)
        .acquire_timeout(CONNECT_TIMEOUT)
        .after_connect(|connection, _| Box::pin(configure(connection, QUERY_TIMEOUT)))
        // A connection whose query timed out may be stuck. It is closed unless it answers a ping.
        .after_release(|connection, _| {
            Box::pin(async { Ok(matches!(timeout(QUERY_TIMEOUT, connection.ping()).await, Ok(Ok(())))) })
        })
}

/// Configures a new connection, whatever the settings of the database are. A commit is synced to disk. Isolation is
/// read committed, so that a taken event number is a conflict and not an error. Statements have a timeout. A server
/// that hangs within a transaction does not block the others.
async fn configure(connection: &mut PgConnection, longest: Duration) -> Result<(), sqlx::Error> {
    sqlx::query(
        "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') <> 'remote_apply'",
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query(
        "SELECT set_config('default_transaction_isolation', 'read committed', false), set_config('statement_timeout', $1, false),
           set_config('idle_in_transaction_session_timeout', $2, false)",
    )
    .bind(longest.as_millis().to_string())
    .bind(QUERY_TIMEOUT.as_millis().to_string())
    .execute(connection)
    .await?;
    Ok(())
}

/// Runs a query with a timeout.
async fn with_timeout<T>(longest: Duration, asked: impl Future<Output = Result<T, sqlx::Error>>) -> Result<T, StoreError> {
    match timeout(longest, asked).await {
        Ok(answer) => Ok(answer?),
        Err(_) => Err(StoreError::Unavailable("the database does not answer".to_owned())),
    }
}

/// Runs a query with the usual timeout.
async fn with_query_timeout<T>(asked: impl Future<Output = Result<T, sqlx::Error>>) -> Result<T, StoreError> {
    with_timeout(QUERY_TIMEOUT, asked).await
}

/// A text to search for. PostgreSQL refuses a text with a zero. It is replaced by another control character, which is
/// in no stored text either, so nothing is found.
fn searchable(text: &str) -> String {
    text.replace('\0', "\u{1}")
}

fn read_event(row: &PgRow) -> Result<Numbered, StoreError> {
    StoredEvent {
        v: row.try_get::<i32, _>("version")? as u32,
        at: row.try_get::<i64, _>("at")? as u64,
        body: row.try_get("body")?,
        names: None,
    }
    .read()
}

#[async_trait]
impl TableStore for Postgres {
    async fn create(&self, new: NewTableRow) -> Result<(), StoreError> {
        self.queue.change(Change::Create(new)).await
    }

    async fn append(&self, append: Append) -> Result<(), StoreError> {
        self.queue.change(Change::Append(append)).await
    }

    async fn load(&self, table: &str) -> Result<Option<StoredTable>, StoreError> {
        let query = sqlx::query(
            r#"SELECT seed, invite, version, at, body FROM tables JOIN events ON events."table" = id WHERE id = $1 ORDER BY version"#,
        );
        let rows = with_query_timeout(query.bind(searchable(table)).fetch_all(&self.pool)).await?;
        let Some(row) = rows.first() else { return Ok(None) };
        let seed = row.try_get::<Option<Vec<u8>>, _>("seed")?;
        let seed = seed.map(|seed| <[u8; 32]>::try_from(seed).map(Bytes32)).transpose();
        Ok(Some(StoredTable {
            seed: seed.map_err(|_| StoreError::Damaged("a seed is not 32 bytes long".to_owned()))?,
            invite: row.try_get("invite")?,
            events: rows.iter().map(read_event).collect::<Result<_, _>>()?,
        }))
    }

    async fn events_after(&self, table: &str, version: u32) -> Result<Vec<Numbered>, StoreError> {
        let query = sqlx::query(r#"SELECT version, at, body FROM events WHERE "table" = $1 AND version > $2 ORDER BY version"#);
        let rows = with_query_timeout(query.bind(searchable(table)).bind(i64::from(version)).fetch_all(&self.pool)).await?;
        rows.iter().map(read_event).collect()
    }

    async fn versions(&self, tables: &[String]) -> Result<Vec<(String, u32)>, StoreError> {
        // Reads only the last entry per table from the index.
        let query = sqlx::query_as::<_, (String, i32)>(
            r#"SELECT id, version FROM UNNEST($1::text[]) AS wanted (id)
               CROSS JOIN LATERAL (SELECT version FROM events WHERE "table" = id ORDER BY version DESC LIMIT 1) AS latest"#,
        );
        let tables: Vec<String> = tables.iter().map(|table| searchable(table)).collect();
        let versions = with_query_timeout(query.bind(tables).fetch_all(&self.pool)).await?;
        Ok(versions.into_iter().map(|(table, version)| (table, version as u32)).collect())
    }

    async fn rewrite(&self, table: &str, events: &[Numbered], summary: &Summary) -> Result<(), StoreError> {
        let versions: Vec<i32> = events.iter().map(|numbered| numbered.v as i32).collect();
        let bodies: Vec<String> = events.iter().map(|Numbered { v, at, event }| StoredEvent::new(*v, *at, event).body).collect();
        with_query_timeout(async {
            let mut transaction = self.pool.begin().await?;
            // The row of the table first: concurrent rewrites wait there, and cannot deadlock.
            let query = sqlx::query("UPDATE tables SET summary = $1 WHERE id = $2");
            query.bind(encode_summary(summary)).bind(table).execute(&mut *transaction).await?;
            write::replace_seats(&mut transaction, &[summary]).await?;
            let query = sqlx::query(
                r#"UPDATE events SET body = new.body FROM UNNEST($2::int[], $3::text[]) AS new (version, body)
                   WHERE "table" = $1 AND events.version = new.version"#,
            );
            query.bind(table).bind(versions).bind(bodies).execute(&mut *transaction).await?;
            transaction.commit().await
        })
        .await
    }

    async fn analysis(&self, table: &str) -> Result<Option<String>, StoreError> {
        let query = sqlx::query_scalar(r#"SELECT body FROM analyses WHERE "table" = $1"#);
        with_query_timeout(query.bind(searchable(table)).fetch_optional(&self.pool)).await
    }

    async fn keep_analysis(&self, table: &str, body: &str) -> Result<(), StoreError> {
        let query = sqlx::query(r#"INSERT INTO analyses ("table", body) VALUES ($1, $2) ON CONFLICT DO NOTHING"#);
        with_query_timeout(query.bind(table).bind(body).execute(&self.pool)).await?;
        Ok(())
    }

    async fn record_heartbeat(&self, now: u64) -> Result<(), StoreError> {
        // The clocks of servers may differ. The value grows each time, so that a starting server sees that another is
        // alive.
        let query = sqlx::query(
            "INSERT INTO house (name, value) VALUES ('alive', $1)
             ON CONFLICT (name) DO UPDATE SET value = greatest(excluded.value::bigint, house.value::bigint + 1)::text",
        );
        with_query_timeout(query.bind(now.to_string()).execute(&self.health)).await?;
        Ok(())
    }

    async fn write_probe(&self, filler: &str) -> Result<(), StoreError> {
        let query = sqlx::query(
            "INSERT INTO house (name, value) VALUES ('probe', $1) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        );
        with_query_timeout(query.bind(filler).execute(&self.health)).await?;
        with_query_timeout(sqlx::query("DELETE FROM house WHERE name = 'probe'").execute(&self.health)).await?;
        Ok(())
    }

    async fn last_heartbeat(&self) -> Result<Option<u64>, StoreError> {
        let query = sqlx::query_scalar::<_, String>("SELECT value FROM house WHERE name = 'alive'");
        Ok(with_query_timeout(query.fetch_optional(&self.health)).await?.and_then(|value| u64::from_str(&value).ok()))
    }
}
