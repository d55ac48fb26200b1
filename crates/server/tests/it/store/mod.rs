//! What every store promises, held against each of them: SQLite in a file, and a real PostgreSQL that the test starts.
//!
//! | file | what is in it |
//! |---|---|
//! | `mod.rs` | the stores |
//! | `fixtures.rs` | tables and people to store |
//! | `tables.rs` | promises about tables and their events |
//! | `lists.rs` | promises about finding tables |
//! | `people.rs` | promises about people, keys, accounts and ratings |
//! | `nodes.rs` | several servers that share a store |
//! | `outage.rs` | a PostgreSQL that goes away and comes back |

mod fixtures;
mod lists;
mod nodes;
mod outage;
mod people;
mod tables;

use std::path::PathBuf;
use std::sync::Arc;

use tablee_harness::postgres::Postgres as PostgresServer;
use tablee_server::store::Store;
use tablee_server::store::postgres::Postgres;
use tablee_server::store::sqlite::Sqlite;

/// Where a store is; each server that opens it is a node.
#[derive(Clone)]
enum Place {
    File(PathBuf),
    Address(String),
}

impl Place {
    async fn open(&self) -> Arc<dyn Store> {
        match self {
            Place::File(path) => Arc::new(Sqlite::open(path, Default::default()).await.unwrap()),
            Place::Address(url) => Arc::new(Postgres::open(url, Default::default()).await.unwrap()),
        }
    }
}

/// A PostgreSQL for the test; without one the test says what to install.
fn postgres() -> PostgresServer {
    PostgresServer::start().unwrap_or_else(|error| panic!("{error}"))
}

/// Holds a store to every promise, each in a place of its own.
async fn keeps_every_promise(mut place: impl FnMut(&str) -> Place) {
    macro_rules! kept {
        ($($file:ident :: $promise:ident),+ $(,)?) => {$(
            eprintln!("{}", stringify!($promise));
            $file::$promise(&place(stringify!($promise))).await;
        )+};
    }
    kept!(
        tables::a_table_comes_back_as_it_was,
        tables::an_append_is_all_or_nothing,
        tables::a_table_is_written_again_without_names,
        tables::small_facts_are_kept,
        lists::tables_are_found,
        lists::players_are_found_by_the_beginning_of_their_names,
        people::people_keys_and_accounts,
        people::ratings,
        people::who_is_erased_is_gone,
        nodes::one_of_many_at_once_wins,
        nodes::of_two_nodes_exactly_one_wins,
        nodes::of_two_nodes_that_rate_the_same_exactly_one_wins,
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn sqlite_keeps_every_promise() {
    let folder = tempfile::tempdir().unwrap();
    keeps_every_promise(|name| Place::File(folder.path().join(name))).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn postgres_keeps_every_promise() {
    let server = postgres();
    keeps_every_promise(|name| Place::Address(server.database(name).unwrap())).await;
    nodes::nodes_start_at_the_same_moment(&Place::Address(server.database("start").unwrap())).await;
    nodes::the_latest_sign_of_life_counts(&Place::Address(server.database("alive").unwrap())).await;
}
