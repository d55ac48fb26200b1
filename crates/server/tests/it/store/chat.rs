//! Promises about lines of chat.

use tablee_server::store::Store;
use tablee_server::store::chat::KeptLines;

use crate::store::Place;
use crate::store::fixtures::{new_table, person, summary};

async fn lines(store: &dyn Store, table: &str, most: u32) -> Vec<String> {
    store.latest_lines(table, most).await.unwrap().into_iter().map(|line| line.text).collect()
}

/// As many lines of players as of others, of whom nobody plays.
fn few(most: u32) -> KeptLines<'static> {
    KeptLines { players: &[], of_players: most, of_others: most }
}

pub async fn spectators_do_not_displace_lines_of_players(place: &Place) {
    let store = place.open().await;
    store.create(new_table(summary("one", "Anna", &["Anna", "Bob"]))).await.unwrap();
    let players = ["idanna".to_owned(), "idbob".to_owned()];
    let kept = KeptLines { players: &players, of_players: 3, of_others: 2 };
    for (number, name) in ["Anna", "Bob", "Zoe", "Zoe", "Max", "Zoe", "Anna", "Max", "Bob", "Zoe"].into_iter().enumerate() {
        store.add_line("one", 5, &person(name), format!("{name} {number}").as_str().into(), kept).await.unwrap();
    }
    assert_eq!(lines(&*store, "one", 100).await, ["Bob 1", "Anna 6", "Max 7", "Bob 8", "Zoe 9"]);
}

pub async fn the_latest_lines_of_each_table_are_kept(place: &Place) {
    let store = place.open().await;
    for table in ["one", "two"] {
        store.create(new_table(summary(table, "Anna", &["Anna", "Bob"]))).await.unwrap();
    }
    let mut last = 0;
    for number in 1..=7 {
        for table in ["one", "two"] {
            let text = format!("{table} {number} '<b>\"");
            let line = store.add_line(table, 1_000 + number, &person("Bob"), text.as_str().into(), few(5)).await.unwrap();
            assert!(line.n > last && line.at == 1_000 + number && line.by == person("Bob") && line.text == text);
            last = line.n;
        }
    }
    assert_eq!(lines(&*store, "one", 2).await, ["one 6 '<b>\"", "one 7 '<b>\""]);
    assert_eq!(lines(&*store, "two", 100).await.len(), 5);
    assert!(lines(&*store, "three", 100).await.is_empty() && lines(&*store, "one\0", 100).await.is_empty());
    // Another node reads the same.
    assert_eq!(lines(&*place.open().await, "one", 100).await, lines(&*store, "one", 100).await);
}

pub async fn lines_of_a_person_are_found_and_erased(place: &Place) {
    let store = place.open().await;
    for table in ["one", "two", "three"] {
        store.create(new_table(summary(table, "Anna", &["Anna", "Bob"]))).await.unwrap();
    }
    for (table, name, text) in [("one", "Anna", "a"), ("two", "Bob", "b"), ("three", "Bob", "c"), ("two", "Bob", "d")] {
        store.add_line(table, 5, &person(name), text.into(), few(100)).await.unwrap();
    }
    let own = store.lines_of("idbob").await.unwrap();
    let own: Vec<_> = own.iter().map(|line| (line.table.as_str(), line.at, line.text.as_str())).collect();
    assert_eq!(own, [("two", 5, "b"), ("three", 5, "c"), ("two", 5, "d")]);
    assert_eq!(store.erase_lines("idbob").await.unwrap(), ["three", "two"]);
    assert!(store.erase_lines("idbob").await.unwrap().is_empty() && store.lines_of("idbob").await.unwrap().is_empty());
    assert!(lines(&*store, "two", 100).await.is_empty());
    assert_eq!(lines(&*store, "one", 100).await, ["a"]);
}
