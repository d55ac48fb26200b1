//! Outages of PostgreSQL: stopped, killed under load, silent, or read-only.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use sqlx::{Connection, PgConnection};
use tablee_server::store::postgres::Postgres;
use tablee_server::store::{Append, Store, StoreError};
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};

use crate::store::fixtures::{all_at_once, chat, key_row, new_table, person_row, rating, stored_chat, summary};
use crate::store::{Place, postgres};

/// Whether a call fails as an outage, within a few seconds.
async fn is_outage<T>(asked: impl Future<Output = Result<T, StoreError>>) -> bool {
    let answer = tokio::time::timeout(Duration::from_secs(15), asked).await.expect("an answer in time, even without a database");
    matches!(answer, Err(StoreError::Unavailable(_)))
}

async fn everything_fails(store: &dyn Store, version: u32) {
    assert!(is_outage(store.append(chat("t1", version, &["lost"]))).await);
    assert!(is_outage(store.create(new_table(summary("t2", "Anna", &[])))).await);
    assert!(is_outage(store.load("t1")).await);
    assert!(is_outage(store.add_person(&person_row("Bob"), &key_row("k2", "Bob", 1))).await);
    assert!(is_outage(store.record_heartbeat(1)).await);
}

/// Waits until events can be stored again; returns how long it took.
async fn works_again(store: &dyn Store, version: u32, text: &str) -> Duration {
    let begin = Instant::now();
    let mut failed_before = false;
    while let Err(error) = store.append(chat("t1", version, &[text])).await {
        // An append whose answer was lost in the outage may have been stored anyway.
        let conflict = failed_before && matches!(error, StoreError::Conflict);
        if conflict && stored_chat(store, "t1").await.contains(&(version, text.to_owned())) {
            break;
        }
        assert!(matches!(error, StoreError::Unavailable(_)) && begin.elapsed() < Duration::from_secs(30), "{error:?}");
        failed_before = true;
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    begin.elapsed()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_store_recovers_from_outages_of_postgres() {
    let mut server = postgres();
    let store = Place::Address(server.url()).open().await;
    store.create(new_table(summary("t1", "Anna", &[]))).await.unwrap();
    store.append(chat("t1", 2, &["before"])).await.unwrap();

    server.stop().unwrap();
    everything_fails(&*store, 3).await;
    server.restart().unwrap();
    works_again(&*store, 3, "after").await;
    assert!(store.load("t2").await.unwrap().is_none() && store.person("idbob").await.unwrap().is_none());

    read_only(&server.url(), &*store).await;
    killed_under_load(&mut server, &store).await;
    silent(&server.url()).await;
    refused_at_start(&server.url()).await;
}

/// What a start says about a database that refuses it.
async fn refused_at_start(url: &str) {
    let mut connection = PgConnection::connect(url).await.unwrap();
    let refused = async |url: &str, cause: &str| {
        let said = Postgres::open(url, Default::default()).await.unwrap_err();
        assert!(said.fr.ends_with(&format!("est inutilisable\u{a0}: {cause}")), "{}", said.fr);
        assert!(!said.en.contains("secret") && !said.fr.contains("secret"), "{said:?}");
    };
    let (before, _) = url.rsplit_once('/').unwrap();
    refused(&format!("{before}/nothing"), "cette base n’existe pas\u{202f}; créez-la d’abord").await;
    refused(&format!("{url}?sslmode=require"), "le serveur n’accepte pas TLS").await;
    refused(&url.replace("//tablee@", "//nobody@"), "le serveur n’accepte pas cet utilisateur").await;
    // From now on everyone needs a password.
    let file: String = sqlx::query_scalar("SHOW hba_file").fetch_one(&mut connection).await.unwrap();
    std::fs::write(file, "host all all 127.0.0.1/32 scram-sha-256\n").unwrap();
    sqlx::raw_sql("SELECT pg_reload_conf()").execute(&mut connection).await.unwrap();
    let with_password = url.replace("//tablee@", "//tablee:secret@");
    // The server reads the file a moment later.
    while PgConnection::connect(&with_password).await.is_ok() {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    refused(&with_password, "le nom d’utilisateur ou le mot de passe est incorrect").await;
}

/// A read-only database, such as a standby.
async fn read_only(url: &str, store: &dyn Store) {
    let mut connection = PgConnection::connect(url).await.unwrap();
    let mut switch = async |statement: &'static str| {
        sqlx::raw_sql(statement).execute(&mut connection).await.unwrap();
        let others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()";
        sqlx::raw_sql(others).execute(&mut connection).await.unwrap();
    };
    switch("ALTER DATABASE tablee SET default_transaction_read_only = on").await;
    for _ in 0..2 {
        assert!(is_outage(store.append(chat("t1", 4, &["lost"]))).await);
        assert!(is_outage(store.record_heartbeat(1)).await);
    }
    assert_eq!(stored_chat(store, "t1").await.len(), 2);
    switch("SET default_transaction_read_only = off; ALTER DATABASE tablee RESET default_transaction_read_only").await;
    works_again(store, 4, "writable").await;
    assert_eq!(stored_chat(store, "t1").await.len(), 3);
}

/// Many tables append while the database crashes several times. Every acknowledged append is stored once, and none by
/// half.
async fn killed_under_load(server: &mut tablee_harness::postgres::Postgres, store: &Arc<dyn Store>) {
    let tables: Vec<String> = (0..40).map(|number| format!("load{number:02}")).collect();
    for table in &tables {
        store.create(new_table(summary(table, "Anna", &[]))).await.unwrap();
    }
    let stop = Arc::new(AtomicBool::new(false));
    let play = |table: String| {
        let (store, stop) = (store.clone(), stop.clone());
        async move {
            let (mut version, mut stored, mut failed) = (1, 0_u32, 0_u32);
            while !stop.load(Ordering::Relaxed) {
                let texts = [format!("{stored}"), "and the second half".to_owned()];
                let append = Append {
                    ratings: vec![rating(&format!("bot:{table}"), stored, 1500.0 + f64::from(stored))],
                    ..chat(&table, version + 1, &[&texts[0], &texts[1]])
                };
                match store.append(append).await {
                    Ok(()) => (version, stored) = (version + 2, stored + 1),
                    Err(StoreError::Conflict) => panic!("nobody else is at {table}"),
                    Err(StoreError::Unavailable(_) | StoreError::Damaged(_)) => {
                        failed += 1;
                        // As a table does: reload. More may be stored than was acknowledged.
                        let known = loop {
                            match store.load(&table).await {
                                Ok(known) => break known.unwrap(),
                                Err(_) if stop.load(Ordering::Relaxed) => return (table, version, stored, failed),
                                Err(_) => {}
                            }
                        };
                        let last = known.events.len() as u32;
                        assert!(last == version || last == version + 2, "{table} has {last} events after {version}");
                        (version, stored) = (last, (last - 1) / 2);
                    }
                }
            }
            (table, version, stored, failed)
        }
    };
    let playing = tokio::spawn(all_at_once(tables.into_iter().map(play).collect::<Vec<_>>().into_iter()));
    for _ in 0..3 {
        tokio::time::sleep(Duration::from_millis(700)).await;
        tokio::task::block_in_place(|| server.kill().and_then(|()| server.restart())).unwrap();
        works_again(&**store, 1 + last_version_after_recovery(&**store).await, "back").await;
    }
    tokio::time::sleep(Duration::from_millis(500)).await;
    stop.store(true, Ordering::Relaxed);
    let (mut appends, mut failures) = (0, 0);
    for (table, version, stored, failed) in playing.await.unwrap() {
        let known = stored_chat(&**store, &table).await;
        assert_eq!(known.last().map_or(1, |(v, _)| *v), version);
        let expected = (0..stored).flat_map(|n| [format!("{n}"), "and the second half".to_owned()]);
        assert!(known.into_iter().map(|(_, text)| text).eq(expected), "{table}");
        let rated = store.ratings_of(&format!("bot:{table}")).await.unwrap();
        assert!(rated.iter().map(|row| row.games).eq((stored > 0).then_some(stored)));
        (appends, failures) = (appends + stored, failures + failed);
    }
    assert!(appends > 0 && failures > 0, "{appends} stored, {failures} failed");
    eprintln!("{appends} stored, {failures} failed");
}

/// The last version of the first table, as soon as the database answers again.
async fn last_version_after_recovery(store: &dyn Store) -> u32 {
    for _ in 0..100 {
        if let Ok(versions) = store.versions(&["t1".to_owned()]).await {
            return versions[0].1;
        }
    }
    panic!("the database does not come back");
}

/// A network that drops all packets without closing connections.
async fn silent(url: &str) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let (host, database) = url.split_once('@').unwrap().1.split_once('/').unwrap();
    let (host, url) = (host.to_owned(), format!("postgres://tablee@127.0.0.1:{port}/{database}"));
    let carries = tokio::sync::watch::Sender::new(true);
    let watch = carries.subscribe();
    tokio::spawn(async move {
        while let Ok((mut here, _)) = listener.accept().await {
            let (host, mut carries) = (host.clone(), watch.clone());
            tokio::spawn(async move {
                let mut there = TcpStream::connect(host).await.unwrap();
                let carried = tokio::select! {
                    biased;
                    _ = carries.wait_for(|carries| !carries) => false,
                    _ = copy_bidirectional(&mut here, &mut there) => true,
                };
                drop(carries);
                if !carried {
                    // Packets on their way are lost, on both sides.
                    std::future::pending::<()>().await;
                }
            });
        }
    });
    let store = Place::Address(url).open().await;
    let last = last_version_after_recovery(&*store).await;
    store.append(chat("t1", last + 1, &["before"])).await.unwrap();
    carries.send_replace(false);
    // Only the listener listens: no connection carries anything any more.
    while carries.receiver_count() > 1 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    everything_fails(&*store, last + 2).await;
    carries.send_replace(true);
    works_again(&*store, last + 2, "after").await;
    assert_eq!(store.versions(&["t1".to_owned()]).await.unwrap()[0].1, last + 2);
}
