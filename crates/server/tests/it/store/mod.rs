//! The suite that every store passes: SQLite in a file, and a real PostgreSQL that the test starts.
//!
//! | file | what is in it |
//! |---|---|
//! | `mod.rs` | the stores |
//! | `fixtures.rs` | tables and people to store |
//! | `tables.rs` | promises about tables and their events |
//! | `chat.rs` | promises about lines of chat |
//! | `lists.rs` | promises about finding tables |
//! | `people.rs` | promises about people, keys, accounts and ratings |
//! | `retention.rs` | promises about what ends |
//! | `shares.rs` | promises about games that were shared by a short link |
//! | `nodes.rs` | several servers that share a store |
//! | `outage.rs` | outages of PostgreSQL |

mod chat;
mod fixtures;
mod lists;
mod nodes;
mod outage;
mod people;
mod retention;
mod shares;
mod tables;

use std::path::PathBuf;
use std::sync::Arc;

use tablee_harness::postgres::Postgres as PostgresServer;
use tablee_server::store::Store;
use tablee_server::store::postgres::Postgres;
use tablee_server::store::sqlite::Sqlite;

/// The place of a store. Each call of `open` is another node.
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

/// A PostgreSQL for the test. If none is installed, the test says what to install.
fn postgres() -> PostgresServer {
    PostgresServer::start().unwrap_or_else(|error| panic!("{error}"))
}

/// Runs the suite, each test with a new database.
async fn keeps_every_promise(mut place: impl FnMut(&str) -> Place) {
    macro_rules! kept {
        ($($file:ident :: $promise:ident),+ $(,)?) => {$(
            eprintln!("{}", stringify!($promise));
            $file::$promise(&place(stringify!($promise))).await;
        )+};
    }
    kept!(
        tables::a_table_is_loaded_as_it_was_stored,
        tables::an_append_is_all_or_nothing,
        tables::a_table_is_rewritten_without_names,
        tables::versions_analyses_and_due_ratings,
        chat::the_latest_lines_of_each_table_are_kept,
        chat::spectators_do_not_displace_lines_of_players,
        chat::lines_of_a_person_are_found_and_erased,
        lists::tables_are_listed,
        lists::players_are_found_by_the_beginning_of_their_names,
        lists::pages_leave_nothing_out,
        lists::a_search_is_bounded,
        lists::public_tables_are_found_with_their_hosts,
        people::people_keys_and_accounts,
        people::ratings,
        people::addresses_are_compared_and_forgotten,
        people::games_against_a_network_are_counted_and_forgotten,
        people::tables_with_bots_of_an_address_are_counted,
        people::erased_people_are_gone,
        retention::idle_tables_are_found,
        retention::a_closed_table_is_deleted_with_all_its_rows,
        retention::idle_guests_and_keys_are_forgotten,
        retention::one_node_has_a_lease,
        retention::erased_people_are_remembered,
        shares::a_share_is_kept_once,
        shares::shares_beyond_the_bounds_are_pruned,
        nodes::one_of_many_concurrent_appends_wins,
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
    nodes::nodes_start_concurrently(&Place::Address(server.database("start").unwrap())).await;
    nodes::every_heartbeat_grows(&Place::Address(server.database("alive").unwrap())).await;
}
