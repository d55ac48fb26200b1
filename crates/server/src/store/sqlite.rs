//! The store in SQLite: one file on disk, for a single server.
//!
//! All events go through one task with group commit: changes that arrive while a commit is synced to disk share the
//! next. Everything else goes through a small pool of connections.

use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use async_trait::async_trait;
use serde::Serialize;
use sqlx::query::Query;
use sqlx::sqlite::{
    SqliteArguments, SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePoolOptions, SqliteRow, SqliteSynchronous,
};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, Row, SqlitePool};
use tablee_core::{Text, text};
use tablee_games::shuffle::Bytes32;
use tablee_protocol::{Numbered, Summary};

use crate::causes::{database_error, system_error};
use crate::metrics::Metrics;

use super::group_commit::{Change, CommitQueue, PendingChange, Writer};
use super::migrations;
use super::ratings::sql::{INSERT_NETWORK, INSERT_POINT};
use super::rows::{encode_summary, seat_rows, seats_may_change};
use super::{Append, NewTableRow, RatingUpdate, Store, StoreError, StoredEvent, StoredTable, TableStore};

mod chat;
pub(super) mod lists;
pub(super) mod people;
pub(super) mod ratings;
mod retention;
mod shares;

/// Connections for reading, and for writing everything except events.
const CONNECTIONS: u32 = 4;

/// Connections for work that takes long, and for heartbeats. Lists cannot keep them busy.
const LONG_WORK_CONNECTIONS: u32 = 1;
const HEALTH_CONNECTIONS: u32 = 1;

/// How long one writer waits for another.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);

/// The store in SQLite.
#[derive(Clone, Debug)]
pub struct Sqlite {
    pub(crate) pool: SqlitePool,
    pub(super) long_work: SqlitePool,
    pub(super) health: SqlitePool,
    queue: CommitQueue,
}

impl Sqlite {
    /// Opens or creates the file, and migrates it to the newest schema.
    ///
    /// # Errors
    /// Why the file cannot be used.
    pub async fn open(path: &Path, metrics: Metrics) -> Result<Sqlite, Text> {
        let name = path.display().to_string();
        let broken = |error: sqlx::Error| {
            let (name, Text { en, fr }) = (&name, database_error(&error));
            text!("the database {name} cannot be used: {en}", "la base de données {name} est inutilisable : {fr}")
        };
        let options = SqliteConnectOptions::new()
            .filename(path)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            // Every commit is synced to disk before it is acknowledged.
            .synchronous(SqliteSynchronous::Full)
            .busy_timeout(BUSY_TIMEOUT)
            .foreign_keys(true)
            // Statement journals stay in memory: as files they were most of what a commit wrote.
            .pragma("temp_store", "MEMORY")
            // Deleted content is overwritten with zeros: nothing is left of people who asked to be erased.
            .pragma("secure_delete", "ON")
            .disable_statement_logging();
        let pool = pool(CONNECTIONS).connect_with(options.clone()).await.map_err(broken)?;
        migrations::sqlite().run(&pool).await.map_err(|error| broken(error.into()))?;
        let long_work = self::pool(LONG_WORK_CONNECTIONS).connect_lazy_with(options.clone());
        let health = self::pool(HEALTH_CONNECTIONS).connect_lazy_with(options.clone());
        let options = options.statement_cache_capacity(STATEMENTS);
        let queue = CommitQueue::new(SqliteWriter { options, connection: None, metrics });
        Ok(Sqlite { pool, long_work, health, queue })
    }
}

impl Store for Sqlite {
    fn for_long_work(&self) -> Arc<dyn Store> {
        Arc::new(Sqlite { pool: self.long_work.clone(), ..self.clone() })
    }
}

/// A pool of at most this many connections.
fn pool(connections: u32) -> SqlitePoolOptions {
    SqlitePoolOptions::new()
        .max_connections(connections)
        // A file does not go away as a server does.
        .test_before_acquire(false)
        // A connection whose commit failed, as on a full disk, is still in its transaction and cannot be used again.
        .after_release(|connection, _| Box::pin(async { Ok(!connection.is_in_transaction()) }))
}

/// Writes a snapshot of a database into a new file: all of it at one moment, while a server may be using it.
///
/// # Errors
/// Why it cannot be copied. No file is left then.
pub async fn backup(database: &Path, file: &Path) -> Result<(), Text> {
    let (from, to) = (database.display().to_string(), file.display().to_string());
    let failed = |cause: Text| {
        let Text { en, fr } = cause;
        text!("{from} cannot be copied to {to}: {en}", "impossible de copier {from} vers {to} : {fr}")
    };
    if file.exists() {
        return Err(text!("{to} already exists and is left unchanged", "{to} existe déjà et n’est pas modifié"));
    }
    if !database.exists() {
        return Err(text!("there is no database {from}", "il n’y a pas de base de données {from}"));
    }
    // The file gets its name when it is complete. Only its owner may read it, because it has secrets.
    let mut name = file.as_os_str().to_owned();
    name.push(".partial");
    let partial = PathBuf::from(name);
    let path = partial
        .to_str()
        .ok_or_else(|| failed(text!("SQLite needs a file name in UTF-8", "SQLite demande un nom de fichier en UTF-8")))?;
    let made = private_file(&partial).map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => failed(text!("there is no such folder", "ce dossier n’existe pas")),
        _ => failed(system_error(&error)),
    })?;
    let copied = async {
        let options = SqliteConnectOptions::new().filename(database).busy_timeout(BUSY_TIMEOUT);
        let mut connection = SqliteConnection::connect_with(&options).await?;
        sqlx::query("VACUUM INTO ?").bind(path).execute(&mut connection).await?;
        connection.close().await?;
        made.sync_all()?;
        Ok::<(), sqlx::Error>(std::fs::rename(&partial, file)?)
    };
    copied.await.map_err(|error| {
        let _ = std::fs::remove_file(&partial);
        failed(database_error(&error))
    })
}

fn private_file(path: &Path) -> std::io::Result<std::fs::File> {
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// The writer of all events.
struct SqliteWriter {
    options: SqliteConnectOptions,
    connection: Option<SqliteConnection>,
    metrics: Metrics,
}

#[async_trait]
impl Writer for SqliteWriter {
    async fn write(&mut self, batch: &mut Vec<PendingChange>) -> Result<(), StoreError> {
        let written = self.write_batch(batch).await;
        if written.is_err() {
            // As on a full disk. Closing the connection rolls back whatever is left of the transaction.
            self.connection = None;
        }
        written
    }
}

impl SqliteWriter {
    async fn write_batch(&mut self, batch: &mut Vec<PendingChange>) -> Result<(), StoreError> {
        let connection = match &mut self.connection {
            Some(connection) => connection,
            None => self.connection.insert(SqliteConnection::connect_with(&self.options).await?),
        };
        let begin = Instant::now();
        match write_together(connection, batch).await {
            Ok(events) => {
                self.metrics.committed(events, begin.elapsed());
                batch.drain(..).for_each(|pending| pending.done(Ok(())));
            }
            // One of them is a conflict. Each is stored by itself, so that only that one fails.
            Err(StoreError::Conflict) => {
                while let Some(pending) = batch.last() {
                    let begin = Instant::now();
                    let written = match write_together(connection, std::slice::from_ref(pending)).await {
                        Err(StoreError::Unavailable(error)) => return Err(StoreError::Unavailable(error)),
                        written => written.map(|events| self.metrics.committed(events, begin.elapsed())),
                    };
                    if let Some(pending) = batch.pop() {
                        pending.done(written);
                    }
                }
            }
            Err(unavailable) => return Err(unavailable),
        }
        Ok(())
    }
}

/// Inserts events. The rows are one JSON array of arrays, which `json_each` splits.
macro_rules! insert_events {
    () => {
        r#"INSERT INTO events ("table", version, at, body)
           SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3 FROM json_each(?);"#
    };
}

/// So many events are inserted as bound values, and more of them as JSON: a statement for each number of rows stays in
/// memory. SQLite parses no JSON for those, and plans nothing again.
const MOST_VALUES: usize = 128;

/// How many statements the writer keeps: one for each number of events, and all others.
const STATEMENTS: usize = MOST_VALUES + 32;

/// Commits so many events, as bound values.
fn commit_values(events: usize) -> String {
    let rows = vec!["(?,?,?,?)"; events].join(",");
    format!(r#"BEGIN IMMEDIATE;INSERT INTO events ("table", version, at, body) VALUES {rows};COMMIT"#)
}

/// Writes everything else: new tables, summaries, seats, who is named, and whether games are still to be rated.
macro_rules! write_tables {
    () => {
        r#"INSERT INTO tables (id, game, state, public, opened, changed, summary, seed, invite)
           SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, unhex(value ->> 7), value ->> 8
           FROM json_each(?);
           UPDATE tables SET state = value ->> 1, changed = value ->> 2, summary = value ->> 3
           FROM json_each(?) WHERE tables.id = value ->> 0;
           UPDATE seats SET state = value ->> 1, changed = value ->> 2 FROM json_each(?) WHERE "table" = value ->> 0;
           DELETE FROM seats WHERE "table" IN (SELECT value FROM json_each(?));
           INSERT INTO seats ("table", seat, subject, name, game, state, changed)
           SELECT value ->> 'table', value ->> 'seat', value ->> 'subject', value ->> 'name', value ->> 'game', value ->> 'state',
               value ->> 'changed' FROM json_each(?);
           INSERT OR IGNORE INTO mentions (person, "table") SELECT value ->> 0, value ->> 1 FROM json_each(?);
           UPDATE tables SET rating_due = value ->> 1 FROM json_each(?) WHERE tables.id = value ->> 0;"#
    };
}

/// Most commits have only events that name nobody.
const COMMIT_EVENTS: &str = concat!("BEGIN IMMEDIATE;", insert_events!(), "COMMIT");
const COMMIT_ALL: &str = concat!("BEGIN IMMEDIATE;", write_tables!(), insert_events!(), "COMMIT");
const WRITE_ALL: &str = concat!(write_tables!(), insert_events!());

/// Writes changes in one commit; returns the number of events.
///
/// All statements are sent together, since each round trip to the database's thread costs more than a row.
async fn write_together(connection: &mut SqliteConnection, batch: &[PendingChange]) -> Result<usize, StoreError> {
    let (mut new, mut changed, mut ratings, mut due, mut events) = (Vec::new(), Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for pending in batch {
        match &pending.change {
            Change::Create(row) => {
                new.push(row);
                events.extend(row.events.iter().map(|event| (&row.table, event)));
            }
            Change::Append(append) => {
                changed.extend(&append.summary);
                ratings.extend(append.ratings.iter().map(|update| (&append.table, update)));
                due.extend(append.rating_due.map(|due| (&append.table, due)));
                events.extend(append.events.iter().map(|event| (&append.table, event)));
            }
        }
    }
    let count = events.len();
    let named: Vec<_> = events.iter().filter_map(|(table, event)| Some((event.names.as_ref()?, *table))).collect();
    let only_events = new.is_empty() && changed.is_empty() && ratings.is_empty() && due.is_empty() && named.is_empty();
    if only_events && count <= MOST_VALUES {
        let mut query = sqlx::query(AssertSqlSafe(commit_values(count)));
        for (table, event) in &events {
            query = query.bind(table.as_str()).bind(event.v).bind(event.at as i64).bind(event.body.as_str());
        }
        commit(connection, query).await?;
        return Ok(count);
    }
    let events = rows(events.iter().map(|(table, event)| (table, event.v, event.at, &event.body)));
    if only_events {
        commit(connection, sqlx::query(COMMIT_EVENTS).bind(events)).await?;
        return Ok(count);
    }
    // Seats are written again while they may change. Later only what they repeat of their table changes.
    let (moving, staying): (Vec<&Summary>, Vec<&Summary>) =
        changed.iter().copied().partition(|summary| seats_may_change(summary));
    let moving: Vec<_> = new.iter().map(|row| &row.summary).chain(moving).collect();
    let all = |text: &'static str| {
        sqlx::query(text)
            .bind(rows(new.iter().map(|new| table_row(new))))
            .bind(rows(changed.iter().map(|summary| summary_row(summary))))
            .bind(rows(staying.iter().map(|summary| (&summary.table, summary.state.name(), summary.changed))))
            .bind(rows(moving.iter().map(|summary| &summary.table)))
            .bind(rows(moving.iter().flat_map(|summary| seat_rows(summary))))
            .bind(rows(named.iter()))
            .bind(rows(due.iter()))
            .bind(events)
    };
    if ratings.is_empty() {
        commit(connection, all(COMMIT_ALL)).await?;
    } else {
        let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
        for (table, update) in ratings {
            update_rating(&mut transaction, table, update).await?;
        }
        all(WRITE_ALL).execute(&mut *transaction).await?;
        transaction.commit().await?;
    }
    Ok(count)
}

/// Runs statements that begin and commit their own transaction. If one fails, all are rolled back.
async fn commit(
    connection: &mut SqliteConnection,
    statements: Query<'_, sqlx::Sqlite, SqliteArguments>,
) -> Result<(), StoreError> {
    if let Err(error) = statements.execute(&mut *connection).await {
        let error = StoreError::from(error);
        // After other errors the connection is closed, which rolls back too.
        if let StoreError::Conflict = error {
            sqlx::query("ROLLBACK").execute(connection).await?;
        }
        return Err(error);
    }
    Ok(())
}

/// Rows as JSON, for one statement.
fn rows<T: Serialize>(rows: impl Iterator<Item = T>) -> String {
    serde_json::to_string(&rows.collect::<Vec<T>>()).expect("rows can be written as JSON")
}

fn table_row(new: &NewTableRow) -> impl Serialize {
    let NewTableRow { table, seed, invite, summary, .. } = new;
    let (seed, state) = (seed.map(|seed| seed.to_string()), summary.state.name());
    (table, &summary.game, state, summary.public, summary.opened, summary.changed, encode_summary(summary), seed, invite)
}

fn summary_row(summary: &Summary) -> impl Serialize {
    (&summary.table, summary.state.name(), summary.changed, encode_summary(summary))
}

async fn update_rating(connection: &mut SqliteConnection, table: &str, update: &RatingUpdate) -> Result<(), StoreError> {
    let query = if update.games_before == 0 {
        sqlx::query("INSERT INTO ratings (rating, uncertainty, games, game, subject) VALUES (?, ?, ? + 1, ?, ?)")
    } else {
        sqlx::query(
            "UPDATE ratings SET rating = ?, uncertainty = ?, games = games + 1 WHERE games = ? AND game = ? AND subject = ?",
        )
    };
    let changed = query
        .bind(update.rating)
        .bind(update.uncertainty)
        .bind(update.games_before)
        .bind(&update.game)
        .bind(&update.subject)
        .execute(&mut *connection)
        .await?;
    if changed.rows_affected() != 1 {
        return Err(StoreError::Conflict);
    }
    let point = sqlx::query(INSERT_POINT).bind(&update.subject).bind(&update.game).bind(update.at as i64).bind(table);
    point.bind(update.before).bind(update.rating).execute(&mut *connection).await?;
    for network in &update.networks {
        let query = sqlx::query(INSERT_NETWORK).bind(&update.subject).bind(network).bind(table).bind(update.at as i64);
        query.execute(&mut *connection).await?;
    }
    Ok(())
}

fn read_event(row: &SqliteRow) -> Result<Numbered, StoreError> {
    let (v, at) = (row.try_get("version")?, row.try_get::<i64, _>("at")? as u64);
    StoredEvent { v, at, body: row.try_get("body")?, names: None }.read()
}

#[async_trait]
impl TableStore for Sqlite {
    async fn create(&self, new: NewTableRow) -> Result<(), StoreError> {
        self.queue.change(Change::Create(new)).await
    }

    async fn append(&self, append: Append) -> Result<(), StoreError> {
        self.queue.change(Change::Append(append)).await
    }

    async fn load(&self, table: &str) -> Result<Option<StoredTable>, StoreError> {
        let row = sqlx::query("SELECT seed, invite FROM tables WHERE id = ?").bind(table).fetch_optional(&self.pool).await?;
        let Some(row) = row else { return Ok(None) };
        let seed = row.try_get::<Option<Vec<u8>>, _>("seed")?;
        let seed = seed.map(|seed| <[u8; 32]>::try_from(seed).map(Bytes32)).transpose();
        Ok(Some(StoredTable {
            seed: seed.map_err(|_| StoreError::Damaged("a seed is not 32 bytes long".to_owned()))?,
            invite: row.try_get("invite")?,
            events: self.events_after(table, 0).await?,
        }))
    }

    async fn events_after(&self, table: &str, version: u32) -> Result<Vec<Numbered>, StoreError> {
        let query = sqlx::query(r#"SELECT version, at, body FROM events WHERE "table" = ? AND version > ? ORDER BY version"#);
        let rows = query.bind(table).bind(version).fetch_all(&self.pool).await?;
        rows.iter().map(read_event).collect()
    }

    async fn versions(&self, tables: &[String]) -> Result<Vec<(String, u32)>, StoreError> {
        let tables = rows(tables.iter());
        let query = sqlx::query_as(
            r#"SELECT value, (SELECT max(version) FROM events WHERE "table" = value) AS version FROM json_each(?)
               WHERE version IS NOT NULL"#,
        );
        Ok(query.bind(tables).fetch_all(&self.pool).await?)
    }

    async fn rewrite(&self, table: &str, events: &[Numbered], summary: &Summary) -> Result<(), StoreError> {
        let mut transaction = self.pool.begin_with("BEGIN IMMEDIATE").await?;
        for Numbered { v, at, event } in events {
            let body = StoredEvent::new(*v, *at, event).body;
            let query = sqlx::query(r#"UPDATE events SET body = ? WHERE "table" = ? AND version = ?"#);
            query.bind(body).bind(table).bind(*v).execute(&mut *transaction).await?;
        }
        sqlx::query(r#"DELETE FROM seats WHERE "table" = ?"#).bind(table).execute(&mut *transaction).await?;
        for row in seat_rows(summary) {
            let query = sqlx::query(
                r#"INSERT INTO seats ("table", seat, subject, name, game, state, changed) VALUES (?, ?, ?, ?, ?, ?, ?)"#,
            );
            let query = query.bind(row.table).bind(row.seat).bind(row.subject).bind(row.name);
            query.bind(row.game).bind(row.state).bind(row.changed).execute(&mut *transaction).await?;
        }
        let query = sqlx::query("UPDATE tables SET summary = ? WHERE id = ?");
        query.bind(encode_summary(summary)).bind(table).execute(&mut *transaction).await?;
        Ok(transaction.commit().await?)
    }

    async fn analysis(&self, table: &str) -> Result<Option<String>, StoreError> {
        let query = sqlx::query_scalar(r#"SELECT body FROM analyses WHERE "table" = ?"#);
        Ok(query.bind(table).fetch_optional(&self.pool).await?)
    }

    async fn keep_analysis(&self, table: &str, body: &str) -> Result<(), StoreError> {
        let query = sqlx::query(r#"INSERT INTO analyses ("table", body) VALUES (?, ?) ON CONFLICT DO NOTHING"#);
        query.bind(table).bind(body).execute(&self.pool).await?;
        Ok(())
    }

    async fn record_heartbeat(&self, now: u64) -> Result<(), StoreError> {
        let query =
            sqlx::query("INSERT INTO house (name, value) VALUES ('alive', ?1) ON CONFLICT (name) DO UPDATE SET value = ?1");
        query.bind(now.to_string()).execute(&self.health).await?;
        Ok(())
    }

    async fn write_probe(&self, filler: &str) -> Result<(), StoreError> {
        let query =
            sqlx::query("INSERT INTO house (name, value) VALUES ('probe', ?1) ON CONFLICT (name) DO UPDATE SET value = ?1");
        query.bind(filler).execute(&self.health).await?;
        sqlx::query("DELETE FROM house WHERE name = 'probe'").execute(&self.health).await?;
        Ok(())
    }

    async fn last_heartbeat(&self) -> Result<Option<u64>, StoreError> {
        let query = sqlx::query_scalar::<_, String>("SELECT value FROM house WHERE name = 'alive'");
        let value = query.fetch_optional(&self.health).await?;
        Ok(value.and_then(|value| u64::from_str(&value).ok()))
    }
}
