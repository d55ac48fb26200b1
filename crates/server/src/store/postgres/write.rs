//! Writing events to PostgreSQL, where other servers write at the same time.
//!
//! If two servers append the same event number, the database accepts one of them. The first event of each change is
//! inserted unless its number is taken; the rest of the change is written only if it was inserted. All servers lock
//! rows in the same order (events by table, then tables, seats, ratings), so there are no deadlocks.

use std::collections::{BTreeMap, HashSet};
use std::time::Instant;

use async_trait::async_trait;
use sqlx::postgres::{PgArguments, PgConnectOptions, PgConnection};
use sqlx::query::QueryScalar;
use sqlx::{ConnectOptions, Connection, Postgres as Database};
use tablee_protocol::Summary;

use crate::metrics::Metrics;
use crate::store::group_commit::{Change, PendingChange, Writer};
use crate::store::ratings::sql::{INSERT_NETWORK, INSERT_POINT};
use crate::store::rows::{encode_summary, seat_rows, seats_may_change};
use crate::store::{Append, RatingUpdate, StoreError, StoredEvent};

use super::{CONNECT_TIMEOUT, QUERY_TIMEOUT, configure, with_timeout};

/// The writer of all events of this server.
pub(super) struct PostgresWriter {
    options: PgConnectOptions,
    connection: Option<PgConnection>,
    metrics: Metrics,
}

/// The result of writing changes together.
struct Written {
    /// The tables of changes that are conflicts. Nothing of them is stored.
    conflicts: HashSet<String>,
    /// The number of events that the other changes stored; `None` if those must be written again.
    events: Option<usize>,
}

impl PostgresWriter {
    pub fn new(options: PgConnectOptions, metrics: Metrics) -> PostgresWriter {
        PostgresWriter { options, connection: None, metrics }
    }

    async fn write_batch(&mut self, batch: &mut Vec<PendingChange>) -> Result<(), StoreError> {
        let mut one_by_one = false;
        while !batch.is_empty() {
            let apart = if one_by_one { 1 } else { partition_batch(batch) };
            let connection = match &mut self.connection {
                Some(connection) => connection,
                None => self.connection.insert(connect(&self.options).await?),
            };
            let begin = Instant::now();
            let changes: Vec<&Change> = batch[..apart].iter().map(|pending| &pending.change).collect();
            match with_timeout(QUERY_TIMEOUT, write_together(connection, &changes)).await {
                Ok(Written { conflicts, events }) => {
                    if let Some(events) = events {
                        self.metrics.committed(events, begin.elapsed());
                    }
                    let others = batch.split_off(apart);
                    for pending in std::mem::take(batch) {
                        match (conflicts.contains(pending.change.table()), events) {
                            (true, _) => pending.done(Err(StoreError::Conflict)),
                            (false, Some(_)) => pending.done(Ok(())),
                            (false, None) => batch.push(pending),
                        }
                    }
                    batch.extend(others);
                }
                Err(StoreError::Conflict) if apart == 1 => batch.remove(0).done(Err(StoreError::Conflict)),
                // A number is taken that should have been free. Each is stored by itself, so that only that one fails.
                Err(StoreError::Conflict) => one_by_one = true,
                Err(unavailable) => return Err(unavailable),
            }
        }
        Ok(())
    }
}

#[async_trait]
impl Writer for PostgresWriter {
    async fn write(&mut self, batch: &mut Vec<PendingChange>) -> Result<(), StoreError> {
        let written = self.write_batch(batch).await;
        if written.is_err() {
            // The connection may be broken. The next batch begins with a new one.
            self.connection = None;
        }
        written
    }
}

async fn connect(options: &PgConnectOptions) -> Result<PgConnection, StoreError> {
    let connecting = async {
        let mut connection = options.connect().await?;
        configure(&mut connection, QUERY_TIMEOUT).await?;
        // Writes always touch a few rows by key. For a young or fast-growing database the planner chooses to scan whole
        // tables. One server made 9,500 moves per second with such scans and 13,500 without
        // (`cargo xtask load --nodes 1`).
        sqlx::query("SET enable_seqscan = off").execute(&mut connection).await?;
        Ok(connection)
    };
    with_timeout(CONNECT_TIMEOUT, connecting).await
}

/// Moves changes to the front that have neither a table nor a rating in common, sorted by table; returns their number.
fn partition_batch(batch: &mut Vec<PendingChange>) -> usize {
    batch.sort_by(|one, other| one.change.table().cmp(other.change.table()));
    let (mut apart, mut others, mut rated) = (Vec::with_capacity(batch.len()), Vec::new(), HashSet::new());
    for pending in batch.drain(..) {
        let ratings: Vec<_> = pending.change.ratings().iter().map(key).collect();
        let same_table = |last: Option<&PendingChange>| last.is_some_and(|last| last.change.table() == pending.change.table());
        if same_table(apart.last()) || same_table(others.last()) || ratings.iter().any(|key| rated.contains(key)) {
            others.push(pending);
        } else {
            rated.extend(ratings);
            apart.push(pending);
        }
    }
    let first = apart.len();
    batch.append(&mut apart);
    batch.append(&mut others);
    first
}

/// The key of a rating's row.
fn key(update: &RatingUpdate) -> (String, String) {
    (update.game.clone(), update.subject.clone())
}

impl Change {
    fn table(&self) -> &str {
        match self {
            Change::Create(new) => &new.table,
            Change::Append(append) => &append.table,
        }
    }

    fn events(&self) -> &[StoredEvent] {
        match self {
            Change::Create(new) => &new.events,
            Change::Append(append) => &append.events,
        }
    }

    fn ratings(&self) -> &[RatingUpdate] {
        match self {
            Change::Create(_) => &[],
            Change::Append(append) => &append.ratings,
        }
    }

    /// Whether it has only events that name nobody, as most changes do.
    fn is_only_events(&self) -> bool {
        match self {
            Change::Create(_) => false,
            Change::Append(Append { events, summary, ratings, rating_due, .. }) => {
                let names_nobody = events.iter().all(|event| event.names.is_none());
                names_nobody && summary.is_none() && ratings.is_empty() && rating_due.is_none()
            }
        }
    }
}

/// Writes changes of different tables in one commit.
async fn write_together(connection: &mut PgConnection, changes: &[&Change]) -> Result<Written, sqlx::Error> {
    let stored = |conflicts: &HashSet<String>| -> Vec<&Change> {
        changes.iter().copied().filter(|change| !conflicts.contains(change.table())).collect()
    };
    // A single statement is its own commit. A round trip to the database costs more than a row, so there is only one.
    if changes.iter().all(|change| change.ratings().is_empty()) {
        let only_events = changes.iter().all(|change| change.is_only_events());
        let conflicts =
            if only_events { insert_events(connection, changes).await? } else { write_all(connection, changes).await? };
        let events = count_events(stored(&conflicts).iter());
        return Ok(Written { conflicts, events: Some(events) });
    }
    let mut transaction = connection.begin().await?;
    let mut conflicts = write_all(&mut transaction, changes).await?;
    let outdated = update_ratings(&mut transaction, &stored(&conflicts)).await?;
    if !outdated.is_empty() {
        // Their events are written already. Everything is rolled back, and the other changes are written again without
        // them.
        transaction.rollback().await?;
        conflicts.extend(outdated);
        return Ok(Written { conflicts, events: None });
    }
    transaction.commit().await?;
    let events = count_events(stored(&conflicts).iter());
    Ok(Written { conflicts, events: Some(events) })
}

fn count_events<'a>(changes: impl Iterator<Item = &'a &'a Change>) -> usize {
    changes.map(|change| change.events().len()).sum()
}

/// Rows of events, as columns.
#[derive(Default)]
struct EventColumns<'a> {
    tables: Vec<&'a str>,
    versions: Vec<i32>,
    times: Vec<i64>,
    bodies: Vec<&'a str>,
}

impl<'a> EventColumns<'a> {
    fn push(&mut self, table: &'a str, event: &'a StoredEvent) {
        self.tables.push(table);
        self.versions.push(event.v as i32);
        self.times.push(event.at as i64);
        self.bodies.push(&event.body);
    }
}

/// Inserts the events of all changes whose first number is free.
///
/// If the first number of a change is free, so are the next ones, because no server numbers on from an event that is
/// not stored. If another server is just inserting the same number, the database waits for its commit.
macro_rules! insert_events {
    () => {
        r#"WITH first AS (
               INSERT INTO events ("table", version, at, body)
               SELECT * FROM UNNEST($1::text[], $2::int[], $3::bigint[], $4::text[])
               ON CONFLICT DO NOTHING RETURNING "table"
           ), further AS (
               INSERT INTO events ("table", version, at, body)
               SELECT * FROM UNNEST($5::text[], $6::int[], $7::bigint[], $8::text[]) AS further ("table", version, at, body)
               WHERE "table" IN (SELECT "table" FROM first)
           )"#
    };
}

const INSERT_EVENTS: &str = concat!(insert_events!(), r#"SELECT "table" FROM first"#);

/// The same, with new tables, changed summaries, seats, and who is named.
///
/// Seats are written only where the row of the table was written before (`noted`). That is always so. But PostgreSQL
/// runs parts that do not depend on each other in any order, and a rewrite locks the row of a table before its seats.
const WRITE_ALL: &str = concat!(
    insert_events!(),
    r#", opened AS (
           INSERT INTO tables (id, game, state, public, opened, changed, summary, seed, invite)
           SELECT * FROM UNNEST(
               $9::text[], $10::text[], $11::text[], $12::bool[], $13::bigint[], $14::bigint[], $15::text[], $16::bytea[], $17::text[]
           ) AS new (id, game, state, public, opened, changed, summary, seed, invite)
           WHERE id IN (SELECT "table" FROM first)
           RETURNING id
       ), changed AS (
           UPDATE tables SET
               state = coalesce(new.state, tables.state),
               changed = coalesce(new.changed, tables.changed),
               summary = coalesce(new.summary, tables.summary),
               rating_due = coalesce(new.rating_due, tables.rating_due)
           FROM UNNEST($18::text[], $19::text[], $20::bigint[], $21::text[], $22::bool[])
               AS new (id, state, changed, summary, rating_due)
           WHERE tables.id = new.id AND new.id IN (SELECT "table" FROM first)
           RETURNING tables.id
       ), noted AS (
           SELECT id FROM opened UNION ALL SELECT id FROM changed
       ), got_up AS (
           DELETE FROM seats
           WHERE "table" = ANY($23::text[]) AND "table" IN (SELECT id FROM noted)
               AND ("table", seat) NOT IN (SELECT * FROM UNNEST($24::text[], $25::int[]))
       ), sat AS (
           INSERT INTO seats ("table", seat, subject, name, game, state, changed)
           SELECT * FROM UNNEST($24::text[], $25::int[], $26::text[], $27::text[], $28::text[], $29::text[], $30::bigint[])
               AS new ("table", seat, subject, name, game, state, changed)
           WHERE "table" IN (SELECT id FROM noted)
           ON CONFLICT ("table", seat) DO UPDATE
           SET subject = excluded.subject, name = excluded.name, state = excluded.state, changed = excluded.changed
       ), went_on AS (
           UPDATE seats SET state = new.state, changed = new.changed
           FROM UNNEST($18::text[], $19::text[], $20::bigint[]) AS new (id, state, changed)
           WHERE seats."table" = new.id AND new.state IS NOT NULL AND new.id <> ALL ($23::text[])
               AND new.id IN (SELECT id FROM noted)
       ), named AS (
           INSERT INTO mentions (person, "table")
           SELECT DISTINCT person, "table" FROM UNNEST($31::text[], $32::text[]) AS new (person, "table")
           WHERE "table" IN (SELECT "table" FROM first)
           ON CONFLICT DO NOTHING
       )
       SELECT "table" FROM first"#
);

/// Writes only events; returns the tables of conflicts.
async fn insert_events(connection: &mut PgConnection, changes: &[&Change]) -> Result<HashSet<String>, sqlx::Error> {
    conflicts_of(connection, changes, with_events(INSERT_EVENTS, changes)).await
}

/// Writes everything except ratings; returns the tables of conflicts.
async fn write_all(connection: &mut PgConnection, changes: &[&Change]) -> Result<HashSet<String>, sqlx::Error> {
    let (mut new, mut appended) = (Vec::new(), Vec::new());
    for change in changes {
        match change {
            Change::Create(row) => new.push(row),
            Change::Append(append) => appended.push(append),
        }
    }
    let opened = new.iter().map(|new| &new.summary);
    let changed = appended.iter().filter(|append| append.summary.is_some() || append.rating_due.is_some());
    let summaries = changed.clone().map(|append| append.summary.as_ref());
    let moving = appended.iter().filter_map(|append| append.summary.as_ref()).filter(|summary| seats_may_change(summary));
    let moving: Vec<_> = opened.clone().chain(moving).collect();
    let seats: Vec<_> = moving.iter().flat_map(|summary| seat_rows(summary)).collect();
    let query = with_events(WRITE_ALL, changes)
        .bind(new.iter().map(|new| new.table.as_str()).collect::<Vec<_>>())
        .bind(opened.clone().map(|summary| summary.game.as_str()).collect::<Vec<_>>())
        .bind(opened.clone().map(|summary| summary.state.name()).collect::<Vec<_>>())
        .bind(opened.clone().map(|summary| summary.public).collect::<Vec<_>>())
        .bind(opened.clone().map(|summary| summary.opened as i64).collect::<Vec<_>>())
        .bind(opened.clone().map(|summary| summary.changed as i64).collect::<Vec<_>>())
        .bind(opened.map(encode_summary).collect::<Vec<_>>())
        .bind(new.iter().map(|new| new.seed.map(|seed| seed.0.to_vec())).collect::<Vec<_>>())
        .bind(new.iter().map(|new| new.invite.as_str()).collect::<Vec<_>>())
        .bind(changed.clone().map(|append| append.table.as_str()).collect::<Vec<_>>())
        .bind(summaries.clone().map(|summary| summary.map(|summary| summary.state.name())).collect::<Vec<_>>())
        .bind(summaries.clone().map(|summary| summary.map(|summary| summary.changed as i64)).collect::<Vec<_>>())
        .bind(summaries.map(|summary| summary.map(encode_summary)).collect::<Vec<_>>())
        .bind(changed.map(|append| append.rating_due).collect::<Vec<_>>())
        .bind(moving.iter().map(|summary| summary.table.as_str()).collect::<Vec<_>>())
        .bind(seats.iter().map(|row| row.table).collect::<Vec<_>>())
        .bind(seats.iter().map(|row| row.seat).collect::<Vec<_>>())
        .bind(seats.iter().map(|row| row.subject.as_str()).collect::<Vec<_>>())
        .bind(seats.iter().map(|row| row.name.as_str()).collect::<Vec<_>>())
        .bind(seats.iter().map(|row| row.game).collect::<Vec<_>>())
        .bind(seats.iter().map(|row| row.state).collect::<Vec<_>>())
        .bind(seats.iter().map(|row| row.changed).collect::<Vec<_>>());
    let (people, named): (Vec<&str>, Vec<&str>) = changes.iter().flat_map(|change| named_in(change)).unzip();
    conflicts_of(connection, changes, query.bind(people).bind(named)).await
}

/// The people whom a change names, each with the table.
fn named_in(change: &Change) -> impl Iterator<Item = (&str, &str)> {
    change.events().iter().filter_map(|event| Some((event.names.as_deref()?, change.table())))
}

type Statement<'a> = QueryScalar<'a, Database, String, PgArguments>;

/// Binds the events of changes to a statement.
fn with_events<'a>(statement: &'static str, changes: &[&'a Change]) -> Statement<'a> {
    let (mut first, mut further) = (EventColumns::default(), EventColumns::default());
    for change in changes {
        let mut events = change.events().iter();
        events.next().into_iter().for_each(|event| first.push(change.table(), event));
        events.for_each(|event| further.push(change.table(), event));
    }
    let query = sqlx::query_scalar(statement).bind(first.tables).bind(first.versions).bind(first.times).bind(first.bodies);
    query.bind(further.tables).bind(further.versions).bind(further.times).bind(further.bodies)
}

/// Runs a statement that returns the tables whose events it stored; returns the other tables, which are conflicts.
async fn conflicts_of(
    connection: &mut PgConnection,
    changes: &[&Change],
    statement: Statement<'_>,
) -> Result<HashSet<String>, sqlx::Error> {
    let mut conflicts: HashSet<String> = changes.iter().map(|change| change.table().to_owned()).collect();
    for table in statement.fetch_all(connection).await? {
        conflicts.remove(&table);
    }
    Ok(conflicts)
}

/// Updates ratings; returns the tables whose ratings have changed meanwhile, which are conflicts.
async fn update_ratings(connection: &mut PgConnection, changes: &[&Change]) -> Result<HashSet<String>, sqlx::Error> {
    let updates = changes.iter().flat_map(|change| change.ratings().iter().map(|update| (key(update), (change.table(), update))));
    // Sorted by game and subject, as on all servers, to avoid deadlocks.
    let updates: BTreeMap<_, _> = updates.collect();
    if updates.is_empty() {
        return Ok(HashSet::new());
    }
    let column = updates.values().map(|(_, update)| *update);
    let query = sqlx::query_as::<_, (String, String)>(
        "INSERT INTO ratings (game, subject, rating, uncertainty, games)
         SELECT game, subject, rating, uncertainty, before + 1
         FROM UNNEST($1::text[], $2::text[], $3::float8[], $4::float8[], $5::int[]) AS new (game, subject, rating, uncertainty, before)
         WHERE before = 0 OR EXISTS (SELECT FROM ratings WHERE ratings.game = new.game AND ratings.subject = new.subject)
         ON CONFLICT (game, subject) DO UPDATE
         SET rating = excluded.rating, uncertainty = excluded.uncertainty, games = excluded.games
         WHERE ratings.games = excluded.games - 1
         RETURNING game, subject",
    )
    .bind(column.clone().map(|update| update.game.as_str()).collect::<Vec<_>>())
    .bind(column.clone().map(|update| update.subject.as_str()).collect::<Vec<_>>())
    .bind(column.clone().map(|update| update.rating).collect::<Vec<_>>())
    .bind(column.clone().map(|update| update.uncertainty).collect::<Vec<_>>())
    .bind(column.map(|update| update.games_before as i32).collect::<Vec<_>>());
    let changed: HashSet<(String, String)> = query.fetch_all(&mut *connection).await?.into_iter().collect();
    let outdated = updates.iter().filter(|(key, _)| !changed.contains(key));
    let outdated: HashSet<String> = outdated.map(|(_, (table, _))| (*table).to_owned()).collect();
    if outdated.is_empty() {
        for (table, update) in updates.values() {
            let point = sqlx::query(INSERT_POINT).bind(&update.subject).bind(&update.game).bind(update.at as i64).bind(table);
            point.bind(update.before).bind(update.rating).execute(&mut *connection).await?;
            for network in &update.networks {
                let query = sqlx::query(INSERT_NETWORK).bind(&update.subject).bind(network).bind(table).bind(update.at as i64);
                query.execute(&mut *connection).await?;
            }
        }
    }
    Ok(outdated)
}

/// Replaces the rows of seats and hosts of these tables.
pub(super) async fn replace_seats(connection: &mut PgConnection, summaries: &[&Summary]) -> Result<(), sqlx::Error> {
    if summaries.is_empty() {
        return Ok(());
    }
    let tables: Vec<&str> = summaries.iter().map(|summary| summary.table.as_str()).collect();
    sqlx::query(r#"DELETE FROM seats WHERE "table" = ANY($1)"#).bind(tables).execute(&mut *connection).await?;
    let seats: Vec<_> = summaries.iter().flat_map(|summary| seat_rows(summary)).collect();
    sqlx::query(
        r#"INSERT INTO seats ("table", seat, subject, name, game, state, changed)
           SELECT * FROM UNNEST($1::text[], $2::int[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[])"#,
    )
    .bind(seats.iter().map(|row| row.table).collect::<Vec<_>>())
    .bind(seats.iter().map(|row| row.seat).collect::<Vec<_>>())
    .bind(seats.iter().map(|row| row.subject.as_str()).collect::<Vec<_>>())
    .bind(seats.iter().map(|row| row.name.as_str()).collect::<Vec<_>>())
    .bind(seats.iter().map(|row| row.game).collect::<Vec<_>>())
    .bind(seats.iter().map(|row| row.state).collect::<Vec<_>>())
    .bind(seats.iter().map(|row| row.changed).collect::<Vec<_>>())
    .execute(connection)
    .await?;
    Ok(())
}
