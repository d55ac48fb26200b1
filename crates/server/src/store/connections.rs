//! Tests that long work, lists, appends and heartbeats have connections of their own: while all of one kind are busy, the
//! others go on.

use std::time::Duration;

use sqlx::{Database, Pool};
use tablee_harness::postgres::Postgres as PostgresServer;
use tablee_protocol::Progress;
use tokio::time::timeout;

use super::plans::table;
use super::postgres::Postgres;
use super::sqlite::Sqlite;
use super::{Store, TableQuery, TableStore};

/// Less than a pool waits for a connection.
const SOON: Duration = Duration::from_secs(2);

/// Takes all connections of a pool, so that everything else that needs one of them waits.
async fn take_all<D: Database>(pool: &Pool<D>) -> Vec<sqlx::pool::PoolConnection<D>> {
    let mut taken = Vec::new();
    while taken.len() < pool.options().get_max_connections() as usize {
        taken.push(pool.acquire().await.unwrap());
    }
    taken
}

async fn lists_and_appends_go_on(store: &dyn Store, number: u64) {
    let list = TableQuery::public(Progress::Open, 9);
    timeout(SOON, store.tables(&list)).await.expect("a list does not wait").unwrap();
    timeout(SOON, store.create(table(number))).await.expect("an append does not wait").unwrap();
}

async fn heartbeats_go_on(store: &dyn Store) {
    timeout(SOON, store.record_heartbeat(1)).await.expect("a heartbeat does not wait").unwrap();
    timeout(SOON, store.last_heartbeat()).await.expect("a heartbeat does not wait").unwrap();
}

async fn long_work_goes_on(store: &dyn Store) {
    let long_work = store.for_long_work();
    timeout(SOON, long_work.tables_naming("person7", "", 9)).await.expect("long work does not wait").unwrap();
    timeout(SOON, long_work.load("table000001")).await.expect("long work does not wait").unwrap();
}

macro_rules! nobody_waits {
    ($store:expr) => {
        let store = $store;
        store.create(table(1)).await.unwrap();
        let taken = take_all(&store.long_work).await;
        lists_and_appends_go_on(&store, 2).await;
        heartbeats_go_on(&store).await;
        drop(taken);
        let taken = take_all(&store.pool).await;
        timeout(SOON, store.create(table(3))).await.expect("an append does not wait").unwrap();
        heartbeats_go_on(&store).await;
        long_work_goes_on(&store).await;
        drop(taken);
        let taken = take_all(&store.health).await;
        lists_and_appends_go_on(&store, 4).await;
        long_work_goes_on(&store).await;
        drop(taken);
    };
}

#[tokio::test(flavor = "multi_thread")]
async fn in_sqlite_nobody_waits_for_other_work() {
    let folder = tempfile::tempdir().unwrap();
    nobody_waits!(Sqlite::open(&folder.path().join("tablee.db"), Default::default()).await.unwrap());
}

#[tokio::test(flavor = "multi_thread")]
async fn in_postgres_nobody_waits_for_other_work() {
    let server = PostgresServer::start().unwrap_or_else(|error| panic!("{error}"));
    nobody_waits!(Postgres::open(&server.url(), Default::default()).await.unwrap());
}
