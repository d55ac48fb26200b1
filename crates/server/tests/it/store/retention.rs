//! Promises about what ends.

use tablee_protocol::{Progress, Summary};
use tablee_server::store::chat::KeptLines;
use tablee_server::store::people::{AccountKeys, AccountRow};
use tablee_server::store::{Append, Cursor, IdleQuery, Store};

use crate::store::Place;
use crate::store::fixtures::{chat, key_row, new_table, person, person_row, summary};

pub async fn idle_tables_are_found(place: &Place) {
    let store = place.open().await;
    for (table, changed, public) in [("t1", 1_000, true), ("t2", 900, false), ("t3", 800, true)] {
        store.create(new_table(Summary { changed, public, ..summary(table, "Anna", &["Anna"]) })).await.unwrap();
    }
    // Its first event was at 1000. Somebody has chatted at the third table since.
    store.append(chat("t3", 2, &["hello"])).await.unwrap();
    let idle = async |state, public, since, after: Option<&Cursor>, most| {
        let query = IdleQuery { state, public, since, after: after.cloned() };
        store.idle_tables(&query, most).await.unwrap()
    };
    let ids = |found: Vec<Cursor>| found.into_iter().map(|cursor| cursor.table).collect::<Vec<_>>();
    let open = async |public, since, most| ids(idle(Progress::Open, public, since, None, most).await);
    assert_eq!((open(true, 1_001, 9).await, open(false, 1_001, 9).await), (vec!["t1".to_owned()], vec!["t2".to_owned()]));
    assert_eq!(open(true, 1_003, 9).await, ["t3", "t1"]);
    // The next batch goes on after the last table of the one before, whether that could be ended or not.
    let first = idle(Progress::Open, true, 1_003, None, 1).await;
    assert_eq!(ids(first.clone()), ["t3"]);
    assert_eq!(ids(idle(Progress::Open, true, 1_003, first.last(), 9).await), ["t1"]);
    assert!(open(true, 1_000, 9).await.is_empty());
    let playing = Summary { state: Progress::Playing, changed: 1_001, ..summary("t1", "Anna", &["Anna"]) };
    store.append(Append { summary: Some(playing), ..chat("t1", 2, &["so"]) }).await.unwrap();
    assert!(open(true, 1_001, 9).await.is_empty());
    assert_eq!(ids(idle(Progress::Playing, true, 2_000, None, 9).await), ["t1"]);
}

pub async fn a_closed_table_is_deleted_with_all_its_rows(place: &Place) {
    let store = place.open().await;
    let kept = KeptLines { players: &[], of_players: 9, of_others: 9 };
    for (table, state) in [("t1", Progress::Closed), ("t2", Progress::Over), ("t3", Progress::Open)] {
        store.create(new_table(Summary { state, ..summary(table, "Anna", &["Bob"]) })).await.unwrap();
        store.append(chat(table, 2, &["so"])).await.unwrap();
        store.add_line(table, 5, &person("Anna"), "hello".into(), kept).await.unwrap();
    }
    let naming = async || store.tables_naming("idanna", "", 9).await.unwrap();
    assert_eq!(naming().await, ["t1", "t2", "t3"]);
    assert!(store.delete_closed("t1").await.unwrap());
    for table in ["t1", "t2", "t3", "t4"] {
        assert!(!store.delete_closed(table).await.unwrap(), "{table}");
    }
    assert!(store.load("t1").await.unwrap().is_none() && store.events_after("t1", 0).await.unwrap().is_empty());
    assert!(store.summaries(&["t1".to_owned()]).await.unwrap().is_empty());
    assert_eq!(naming().await, ["t2", "t3"]);
    assert_eq!(store.load("t2").await.unwrap().expect("a game stays").events.len(), 2);
    // The id is free again, and nothing of the old table is found.
    store.create(new_table(summary("t1", "Carl", &["Carl"]))).await.unwrap();
    assert!(store.latest_lines("t1", 9).await.unwrap().is_empty());
    assert_eq!(store.lines_of("idanna").await.unwrap().len(), 2);
    assert_eq!(naming().await, ["t2", "t3"]);
}

pub async fn idle_guests_and_keys_are_forgotten(place: &Place) {
    let store = place.open().await;
    for (name, used) in [("Anna", 10), ("Bob", 20), ("Carl", 30)] {
        store.add_person(&person_row(name), &key_row(name, name, used)).await.unwrap();
    }
    store.add_key(&key_row("other", "Bob", 50)).await.unwrap();
    let keys = AccountKeys { account: "carl".to_owned(), looks: "carl".to_owned() };
    let account = AccountRow { name: "Carl".to_owned(), keys, phrase: String::new() };
    store.make_account("idcarl", &account).await.unwrap();

    // Anna is a guest who has not come back; Bob has, with another key; Carl has an account.
    assert_eq!(store.forget_guests(40, 9).await.unwrap(), 1);
    assert!(store.person("idanna").await.unwrap().is_none() && store.key("Anna").await.unwrap().is_none());
    assert_eq!(store.forget_guests(40, 9).await.unwrap(), 0);
    assert_eq!(store.forget_keys(40, 1).await.unwrap(), 1);
    assert!(store.key("Bob").await.unwrap().is_none(), "the oldest goes first");
    store.note_key_use("Carl", 60).await.unwrap();
    assert_eq!(store.forget_keys(40, 9).await.unwrap(), 0);
    assert_eq!(store.key("Carl").await.unwrap().unwrap().0.used, 60);
    assert_eq!(store.forget_guests(99, 9).await.unwrap(), 1);
    assert!(store.person("idcarl").await.unwrap().is_some());
}

pub async fn one_node_has_a_lease(place: &Place) {
    let (one, two) = (place.open().await, place.open().await);
    assert!(one.take_lease("job", 100, 200).await.unwrap());
    assert!(!two.take_lease("job", 150, 250).await.unwrap() && !one.take_lease("job", 150, 250).await.unwrap());
    assert!(two.take_lease("job", 200, 300).await.unwrap());
    assert!(one.take_lease("other", 150, 250).await.unwrap());
}

pub async fn erased_people_are_remembered(place: &Place) {
    let store = place.open().await;
    store.add_person(&person_row("Anna"), &key_row("k1", "Anna", 10)).await.unwrap();
    store.erase("idanna").await.unwrap();
    store.note_erased(&["idanna".to_owned(), "idbob".to_owned()]).await.unwrap();
    assert_eq!(still_to_erase(&*store).await, ["idbob"]);
    store.erase("idbob").await.unwrap();
    store.note_erased(&["idbob".to_owned()]).await.unwrap();
    assert!(still_to_erase(&*store).await.is_empty());
    let erased = async |after: &str, most| store.erased(after, most).await.unwrap();
    assert_eq!(
        (erased("", 9).await, erased("", 1).await),
        (vec!["idanna".to_owned(), "idbob".to_owned()], vec!["idanna".to_owned()])
    );
    assert_eq!(erased("idanna", 9).await, ["idbob"]);
}

async fn still_to_erase(store: &dyn Store) -> Vec<String> {
    store.still_to_erase().await.unwrap()
}
