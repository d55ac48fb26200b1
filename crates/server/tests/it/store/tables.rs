//! Promises about tables and their events.

use tablee_protocol::{Event, Progress, Summary};
use tablee_server::store::people::RatingRow;
use tablee_server::store::{Append, Cursor, NewTableRow, Store, TableFilter, TableQuery};

use crate::store::Place;
use crate::store::fixtures::{all_at_once, chat, is_conflict, new_table, rating, said, stored_chat, summary};

pub async fn a_table_is_loaded_as_it_was_stored(place: &Place) {
    let store = place.open().await;
    let mut row = new_table(summary("t1", "Anna", &["Anna"]));
    row.events.extend(chat("t1", 2, &["\"Zoë\" 李 🎲 \\ %", "\0\u{1}\n"]).events);
    store.create(row.clone()).await.unwrap();
    store.append(chat("t1", 4, &["more", "and more"])).await.unwrap();

    let stored = store.load("t1").await.unwrap().unwrap();
    assert_eq!((stored.seed, stored.invite.as_str()), (row.seed, "come in"));
    assert_eq!(stored.events[0], row.events[0].clone().read().unwrap());
    let rest = [said(2, "\"Zoë\" 李 🎲 \\ %"), said(3, "\0\u{1}\n"), said(4, "more"), said(5, "and more")];
    assert_eq!(stored.events[1..], rest);
    assert_eq!(store.events_after("t1", 3).await.unwrap(), rest[2..]);
    assert!(store.events_after("t1", 5).await.unwrap().is_empty());

    // Unknown ids are not found, whatever characters they have.
    for nowhere in ["t2", "", "T1", "t1\0", "t%", "' OR 1 = 1"] {
        assert!(store.load(nowhere).await.unwrap().is_none());
        assert!(store.events_after(nowhere, 0).await.unwrap().is_empty());
    }
    // A table without draws has no seed.
    store.create(NewTableRow { seed: None, ..new_table(summary("t0", "Anna", &[])) }).await.unwrap();
    assert_eq!(store.load("t0").await.unwrap().unwrap().seed, None);

    // A second table with the same id is a conflict, and the first is unchanged.
    let mut twin = new_table(summary("t1", "Bob", &["Bob"]));
    twin.invite = "another".to_owned();
    assert!(is_conflict(&store.create(twin).await));
    assert_eq!(store.load("t1").await.unwrap().unwrap().invite, "come in");
    assert!(store.unfinished_of("idbob", 9).await.unwrap().is_empty());

    // It is on disk: a new connection finds it.
    drop(store);
    assert_eq!(place.open().await.load("t1").await.unwrap().unwrap().events[1..], rest);
}

/// An append with everything that an append can have.
fn rich(from: u32, texts: &[&str], games_before: u32) -> Append {
    let mut now = summary("t1", "Anna", &["Anna", "Bob"]);
    (now.state, now.changed) = (Progress::Closed, 9_000);
    Append {
        summary: Some(now),
        ratings: vec![rating("bot:level1", games_before, 1600.25), rating("bot:level2", games_before, 1400.75)],
        rating_due: Some(true),
        ..chat("t1", from, texts)
    }
}

async fn rated_bots(store: &dyn Store) -> Vec<RatingRow> {
    let mut ratings = store.ratings("kumata", &["bot:level1", "bot:level2"].map(str::to_owned)).await.unwrap();
    ratings.sort_by(|one, other| one.subject.cmp(&other.subject));
    ratings
}

async fn unrated(store: &dyn Store, most: u32) -> Vec<String> {
    store.unrated(None, most).await.unwrap().into_iter().map(|place| place.table).collect()
}

async fn nothing_is_stored(store: &dyn Store, rated: usize) {
    assert_eq!(stored_chat(store, "t1").await, [(2, "two".to_owned())]);
    let open = TableQuery::public(Progress::Open, 9);
    assert_eq!(store.tables(&open).await.unwrap(), [summary("t1", "Anna", &["Anna"])]);
    assert!(store.unfinished_of("idbob", 9).await.unwrap().is_empty());
    assert!(unrated(store, 9).await.is_empty());
    assert_eq!(rated_bots(store).await.len(), rated);
}

pub async fn an_append_is_all_or_nothing(place: &Place) {
    let store = place.open().await;
    store.create(new_table(summary("t1", "Anna", &["Anna"]))).await.unwrap();
    store.append(chat("t1", 2, &["two"])).await.unwrap();

    // Its first number is taken.
    assert!(is_conflict(&store.append(rich(2, &["other", "three"], 0)).await));
    nothing_is_stored(&*store, 0).await;
    // A rating has changed meanwhile: of a subject without a rating, and the second of two.
    assert!(is_conflict(&store.append(rich(3, &["three"], 1)).await));
    nothing_is_stored(&*store, 0).await;
    store.create(new_table(Summary { public: false, ..summary("t2", "Carl", &[]) })).await.unwrap();
    let rated = Append { ratings: vec![rating("bot:level2", 0, 1300.0)], ..chat("t2", 2, &["rated"]) };
    store.append(rated).await.unwrap();
    assert!(is_conflict(&store.append(rich(3, &["three"], 0)).await));
    nothing_is_stored(&*store, 1).await;
    assert_eq!(rated_bots(&*store).await[0].rating, 1300.0);
    // A later number is taken, which should never happen. Concurrent appends are not affected.
    store.append(chat("t2", 5, &["five"])).await.unwrap();
    let gap = chat("t2", 3, &["three", "four", "other"]);
    let others = all_at_once((3..40).map(|n| {
        let (store, table) = (store.clone(), Summary { state: Progress::Over, ..summary(&format!("other{n:02}"), "Carl", &[]) });
        async move { store.create(new_table(table)).await }
    }));
    let (gap, others) = tokio::join!(store.append(gap), others);
    assert!(is_conflict(&gap) && others.iter().all(Result::is_ok));
    assert_eq!(stored_chat(&*store, "t2").await, [(2, "rated".to_owned()), (5, "five".to_owned())]);

    // With the right number everything is stored at once.
    let both = Append {
        ratings: vec![rating("bot:level1", 0, 1600.25), rating("bot:level2", 1, 1400.75)],
        ..rich(3, &["three", "four"], 0)
    };
    store.append(both).await.unwrap();
    assert_eq!(stored_chat(&*store, "t1").await.len(), 3);
    assert_eq!(unrated(&*store, 9).await, ["t1"]);
    let closed = TableQuery {
        state: Progress::Closed,
        filter: TableFilter::Player { name: "bob".to_owned(), game: None },
        before: None,
        most: 9,
    };
    assert_eq!(store.tables(&closed).await.unwrap(), [rich(0, &[], 0).summary.unwrap()]);
    let best = rated_bots(&*store).await;
    let best: Vec<_> = best.iter().map(|row| (row.subject.as_str(), row.rating, row.uncertainty, row.games)).collect();
    assert_eq!(best, [("bot:level1", 1600.25, 100.5, 1), ("bot:level2", 1400.75, 100.5, 2)]);
}

pub async fn a_table_is_rewritten_without_names(place: &Place) {
    let store = place.open().await;
    store.create(new_table(summary("t1", "Anna", &["Anna", "Bob"]))).await.unwrap();
    store.append(chat("t1", 2, &["my address", "yours", "and mine"])).await.unwrap();
    store.create(new_table(summary("t2", "Anna", &["Anna"]))).await.unwrap();
    store.append(chat("t2", 2, &["elsewhere"])).await.unwrap();
    let mut nameless = summary("t1", "Anna", &["Anna", "Bob"]);
    nameless.host.name.clear();
    nameless.seats.remove(0);
    store.rewrite("t1", &[said(2, ""), said(4, "")], &nameless).await.unwrap();
    let texts = [(2, String::new()), (3, "yours".to_owned()), (4, String::new())];
    assert_eq!(stored_chat(&*store, "t1").await, texts);
    assert_eq!(stored_chat(&*store, "t2").await, [(2, "elsewhere".to_owned())]);
    let found = |player: &str| TableQuery {
        state: Progress::Open,
        filter: TableFilter::Player { name: player.to_owned(), game: None },
        before: None,
        most: 9,
    };
    assert_eq!(store.tables(&found("Bob")).await.unwrap(), [nameless]);
    assert_eq!(store.tables(&found("Anna")).await.unwrap(), [summary("t2", "Anna", &["Anna"])]);
    // The host is still found by id.
    let mut of_anna = store.unfinished_of("idanna", 9).await.unwrap();
    of_anna.sort();
    assert_eq!(of_anna, ["t1", "t2"]);
    // Rewriting nothing is not an error.
    store.rewrite("t2", &[], &summary("t2", "Anna", &["Anna"])).await.unwrap();
}

pub async fn versions_analyses_and_due_ratings(place: &Place) {
    let store = place.open().await;
    for table in ["t1", "t2", "t3"] {
        store.create(new_table(summary(table, "Anna", &[]))).await.unwrap();
    }
    store.append(chat("t1", 2, &["a", "b", "c"])).await.unwrap();
    store.append(chat("t2", 2, &["a"])).await.unwrap();

    let asked = ["t2", "t1", "nowhere", "t1\0"].map(str::to_owned);
    let mut versions = store.versions(&asked).await.unwrap();
    versions.sort();
    assert_eq!(versions, [("t1".to_owned(), 4), ("t2".to_owned(), 2)]);
    assert!(store.versions(&[]).await.unwrap().is_empty());

    assert_eq!(store.analysis("t1").await.unwrap(), None);
    store.keep_analysis("t1", r#"{"plies":[1,"é"]}"#).await.unwrap();
    store.keep_analysis("t1", "another").await.unwrap();
    assert_eq!(store.analysis("t1").await.unwrap().as_deref(), Some(r#"{"plies":[1,"é"]}"#));
    assert_eq!(store.analysis("t2").await.unwrap(), None);

    // Games that are still to be rated, in the order in which they ended.
    let due = |table: &str, version, changed: u64| {
        let ended = Summary { state: Progress::Over, changed, ..summary(table, "Anna", &[]) };
        Append { summary: Some(ended), rating_due: Some(true), ..chat(table, version, &["over"]) }
    };
    assert!(unrated(&*store, 9).await.is_empty());
    store.append(due("t1", 5, 3_000)).await.unwrap();
    store.append(due("t2", 3, 2_000)).await.unwrap();
    assert_eq!(unrated(&*store, 9).await, ["t2", "t1"]);
    store.append(chat("t2", 4, &["talk"])).await.unwrap();
    assert_eq!(unrated(&*store, 9).await, ["t2", "t1"]);
    assert_eq!(unrated(&*store, 1).await, ["t2"]);
    let after = Cursor { changed: 2_000, table: "t2".to_owned() };
    assert_eq!(store.unrated(Some(&after), 9).await.unwrap()[0].table, "t1");
    store.append(Append { rating_due: Some(false), ..chat("t2", 5, &["rated"]) }).await.unwrap();
    assert_eq!(unrated(&*store, 9).await, ["t1"]);

    assert_eq!(store.last_heartbeat().await.unwrap(), None);
    store.record_heartbeat(1_763_000_000_000).await.unwrap();
    store.record_heartbeat(1_763_000_000_001).await.unwrap();
    assert_eq!(store.last_heartbeat().await.unwrap(), Some(1_763_000_000_001));
    assert!(matches!(store.load("t3").await.unwrap().unwrap().events[0].event, Event::Opened(_)));
}
