//! Promises about people, keys, accounts and ratings.

use tablee_protocol::{Progress, Summary};
use tablee_server::store::people::{AccountKeys, AccountRow, PersonRow, RatingRow};
use tablee_server::store::ratings::AddressHashes;
use tablee_server::store::{Append, Cursor, RatingUpdate, Store, StoreError};

use crate::store::Place;
use crate::store::fixtures::{chat, is_conflict, key_row, new_table, person_row, rating, summary};

fn account(name: &str) -> AccountRow {
    AccountRow { name: name.to_owned(), keys: names_of(name), phrase: format!("$argon2id${name}") }
}

fn names_of(name: &str) -> AccountKeys {
    AccountKeys { account: name.to_lowercase(), looks: format!("looks {}", name.to_lowercase()) }
}

pub async fn people_keys_and_accounts(place: &Place) {
    let store = place.open().await;
    let (anna, bob) = (person_row("Anna"), person_row("Bob"));
    store.add_person(&anna, &key_row("k1", "Anna", 10)).await.unwrap();
    store.add_person(&bob, &key_row("k2", "Bob", 10)).await.unwrap();
    assert_eq!(store.person("idanna").await.unwrap(), Some(anna.clone()));
    for nobody in ["idcarl", "IDANNA", "idanna\0", ""] {
        assert_eq!(store.person(nobody).await.unwrap(), None);
        assert!(store.key(nobody).await.unwrap().is_none() && store.account(nobody).await.unwrap().is_none());
    }
    // A key id that is taken is a conflict, and the person is not stored.
    assert!(is_conflict(&store.add_person(&person_row("Carl"), &key_row("k1", "Carl", 10)).await));
    assert_eq!(store.person("idcarl").await.unwrap(), None);
    assert!(is_conflict(&store.add_person(&anna, &key_row("k9", "Anna", 10)).await));
    assert!(store.key("k9").await.unwrap().is_none());

    // Keys: oldest first, and nobody deletes another person's keys.
    store.add_key(&key_row("k4", "Anna", 5)).await.unwrap();
    store.add_key(&key_row("k3", "Anna", 10)).await.unwrap();
    assert!(is_conflict(&store.add_key(&key_row("k3", "Bob", 11)).await));
    assert!(matches!(store.add_key(&key_row("k5", "Nobody", 11)).await, Err(StoreError::Unavailable(_))));
    let keys = [key_row("k4", "Anna", 5), key_row("k1", "Anna", 10), key_row("k3", "Anna", 10)];
    assert_eq!(store.keys_of("idanna").await.unwrap(), keys);
    assert_eq!(store.key("k3").await.unwrap(), Some((keys[2].clone(), anna.clone())));
    assert!(!store.drop_key("idbob", "k3").await.unwrap());
    assert!(store.drop_key("idanna", "k3").await.unwrap());
    assert!(!store.drop_key("idanna", "k3").await.unwrap());
    assert!(store.key("k3").await.unwrap().is_none());

    // Accounts: one per person, and one per name.
    store.make_account("idanna", &account("Élodie")).await.unwrap();
    let elodie = PersonRow { name: "Élodie".to_owned(), account: true, ..anna };
    assert_eq!(store.account("élodie").await.unwrap(), Some((elodie.clone(), "$argon2id$Élodie".to_owned())));
    assert_eq!(store.key("k1").await.unwrap().unwrap().1, elodie);
    assert!(is_conflict(&store.make_account("idanna", &account("Other")).await));
    assert!(is_conflict(&store.make_account("idbob", &account("Élodie")).await));
    assert!(is_conflict(&store.make_account("idcarl", &account("Carl")).await));
    assert_eq!(store.person("idbob").await.unwrap(), Some(bob.clone()));
    store.make_account("idbob", &account("Bob")).await.unwrap();
    assert!(is_conflict(&store.rename("idbob", "Élodie", Some(&names_of("Élodie"))).await));
    let alike = AccountKeys { account: "elodie".to_owned(), ..names_of("Élodie") };
    assert!(is_conflict(&store.rename("idbob", "Elodie", Some(&alike)).await), "it looks like another account");
    assert!(store.accounts_without_looks(9).await.unwrap().is_empty());
    store.rename("idbob", "Robert", Some(&names_of("Robert"))).await.unwrap();
    assert_eq!(store.account_that_looks("looks robert").await.unwrap().as_deref(), Some("idbob"));
    assert!(store.account("bob").await.unwrap().is_none());
    assert_eq!(store.account("robert").await.unwrap().unwrap().1, "$argon2id$Bob");
    // Without a new key the account keeps its own.
    store.rename("idbob", "Rob", None).await.unwrap();
    assert_eq!(store.account("robert").await.unwrap().unwrap().0.name, "Rob");
}

/// Appends ratings with a line of chat.
async fn rate(store: &dyn Store, version: u32, ratings: &[(&str, u32, f64)]) -> Result<(), StoreError> {
    let ratings = ratings.iter().map(|(subject, before, after)| rating(subject, *before, *after)).collect();
    store.append(Append { ratings, ..chat("t1", version, &["rated"]) }).await
}

fn rated(rows: Vec<RatingRow>) -> Vec<(String, String, f64, u32)> {
    rows.into_iter().map(|row| (row.subject, row.name, row.rating, row.games)).collect()
}

pub async fn ratings(place: &Place) {
    let store = place.open().await;
    store.add_person(&person_row("Anna"), &key_row("k1", "Anna", 10)).await.unwrap();
    store.create(new_table(summary("t1", "Anna", &[]))).await.unwrap();
    rate(&*store, 2, &[("idanna", 0, 1500.125), ("bot:level3", 0, 1700.0)]).await.unwrap();
    rate(&*store, 3, &[("bot:level3", 1, 1400.0), ("idanna", 1, 1501.0 / 3.0)]).await.unwrap();
    // An update from an old number of games is a conflict.
    for old in [0, 1, 3] {
        assert!(is_conflict(&rate(&*store, 4, &[("idanna", old, 1.0)]).await), "{old}");
        assert!(is_conflict(&rate(&*store, 4, &[("bot:level3", 2, 1.0), ("idanna", old, 1.0)]).await), "{old}");
    }
    assert!(is_conflict(&rate(&*store, 4, &[("bot:level9", 1, 1.0)]).await));
    let anna = ("idanna".to_owned(), "Anna".to_owned(), 1501.0 / 3.0, 2);
    // After fewer than ten games a rating is provisional, and not among the best.
    assert!(store.best("kumata", 9).await.unwrap().is_empty());
    let asked = ["idanna", "bot:level9", "x\0"].map(str::to_owned);
    assert_eq!(rated(store.ratings("kumata", &asked).await.unwrap()), rated(store.ratings_of("idanna").await.unwrap()));
    assert_eq!(rated(store.ratings_of("idanna").await.unwrap()), [anna]);
    assert!(store.ratings("kumata", &[]).await.unwrap().is_empty());
    assert!(store.ratings("rumis", &asked).await.unwrap().is_empty());
    for games in 2..10 {
        rate(&*store, 2 + games, &[("bot:level3", games, 1400.0), ("idanna", games, 1300.0)]).await.unwrap();
    }
    let level3 = ("bot:level3".to_owned(), String::new(), 1400.0, 10);
    let anna = ("idanna".to_owned(), "Anna".to_owned(), 1300.0, 10);
    assert_eq!(rated(store.best("kumata", 9).await.unwrap()), [level3.clone(), anna]);
    assert_eq!(rated(store.best("kumata", 1).await.unwrap()), [level3]);
    assert!(store.best("rumis", 9).await.unwrap().is_empty());

    // The history has every change once, latest first, page by page.
    let (mut points, mut before) = (Vec::new(), None);
    loop {
        let page = store.rating_history("idanna", "kumata", before.as_ref(), 3).await.unwrap();
        let Some(last) = page.last() else { break };
        before = Some(Cursor { changed: last.at, table: last.table.clone() });
        points.extend(page);
    }
    assert_eq!(points.len(), 10);
    assert!(points.windows(2).all(|pair| pair[0].at > pair[1].at) && points[0].after == 1300.0);
    assert!(store.rating_history("idanna", "rumis", None, 3).await.unwrap().is_empty());
    assert_eq!(store.games_together("idanna", "bot:level3", 0).await.unwrap(), 10);
    assert_eq!(store.games_together("idanna", "bot:level3", 5_008).await.unwrap(), 2);
    assert_eq!(store.games_together("idanna", "idbob", 0).await.unwrap(), 0);
}

/// An address of the town.
fn hashes(address: &str) -> AddressHashes {
    AddressHashes { address: address.to_owned(), network: "net:town".to_owned() }
}

pub async fn games_against_a_network_are_counted_and_forgotten(place: &Place) {
    let store = place.open().await;
    store.create(new_table(summary("t1", "Anna", &[]))).await.unwrap();
    store.create(new_table(summary("t2", "Anna", &[]))).await.unwrap();
    let play = async |table: &str, games_before: u32, networks: &[&str]| {
        let networks = networks.iter().map(|network| (*network).to_owned()).collect();
        let ratings = vec![RatingUpdate { networks, ..rating("idanna", games_before, 1500.0) }];
        store.append(Append { ratings, ..chat(table, 2, &["rated"]) }).await.unwrap();
    };
    play("t1", 0, &["net:town", "net:sea"]).await;
    play("t2", 1, &["net:town"]).await;
    let games = async |networks: &[&str], since| {
        let networks: Vec<_> = networks.iter().map(|network| (*network).to_owned()).collect();
        store.games_against_networks("idanna", &networks, since).await.unwrap()
    };
    assert_eq!(games(&["net:town"], 0).await, 2);
    assert_eq!(games(&["net:town", "net:sea"], 0).await, 2, "a game counts once");
    assert_eq!(games(&["net:sea", "net:other"], 0).await, 1);
    assert_eq!((games(&[], 0).await, games(&["net:town"], 5_001).await), (0, 1));
    store.forget_addresses(5_001).await.unwrap();
    assert_eq!(games(&["net:town"], 0).await, 1);
    store.erase("idanna").await.unwrap();
    assert_eq!(games(&["net:town"], 0).await, 0);
}

pub async fn tables_with_bots_of_an_address_are_counted(place: &Place) {
    let store = place.open().await;
    for name in ["Anna", "Bob", "Carl"] {
        store.add_person(&person_row(name), &key_row(name, name, 10)).await.unwrap();
    }
    for (person, address) in [("idanna", "home"), ("idbob", "home"), ("idcarl", "work")] {
        store.note_address(person, &hashes(address), 10).await.unwrap();
    }
    let open = async |table: &str, host: &str, seats: &[&str], state: Progress| {
        let summary = Summary { state, ..summary(table, host, seats) };
        store.create(new_table(summary)).await.unwrap();
    };
    open("t1", "Anna", &["Anna", "bot:level3"], Progress::Open).await;
    open("t2", "Bob", &["bot:level9", "bot:level9"], Progress::Playing).await;
    // Those do not count: over, without a bot, and of another host, where a person of the address only plays.
    open("t3", "Anna", &["Anna", "bot:level3"], Progress::Over).await;
    open("t4", "Anna", &["Anna", "Bob"], Progress::Playing).await;
    open("t5", "Carl", &["Anna", "bot:level3"], Progress::Playing).await;
    let count = async |address: &str, since, most| store.tables_with_bots_from(address, since, most).await.unwrap();
    assert_eq!((count("home", 10, 9).await, count("work", 10, 9).await), (2, 1));
    assert_eq!((count("home", 10, 1).await, count("home", 11, 9).await, count("nowhere", 0, 9).await), (1, 0, 0));
    let all = async |address: &str, since, most| store.tables_from(address, since, most).await.unwrap();
    assert_eq!(
        (all("home", 10, 9).await, all("home", 10, 2).await, all("work", 10, 9).await, all("home", 11, 9).await),
        (3, 2, 1, 0)
    );
}

pub async fn addresses_are_compared_and_forgotten(place: &Place) {
    let store = place.open().await;
    for name in ["Anna", "Bob", "Carl"] {
        store.add_person(&person_row(name), &key_row(name, name, 10)).await.unwrap();
    }
    for (person, hash, now) in [("idanna", "home", 10), ("idbob", "home", 20), ("idbob", "work", 30), ("idcarl", "work", 30)] {
        store.note_address(person, &hashes(hash), now).await.unwrap();
    }
    assert_eq!(store.last_address("idbob").await.unwrap().as_deref(), Some("work"));
    assert_eq!(store.last_address("idnobody").await.unwrap(), None);
    assert_eq!(store.networks_of("idbob", 0).await.unwrap(), ["net:town"]);
    assert!(store.networks_of("idbob", 31).await.unwrap().is_empty());
    assert!(store.same_address("idanna", "idbob", 10).await.unwrap());
    assert!(!store.same_address("idanna", "idbob", 11).await.unwrap(), "it is too long ago");
    assert!(!store.same_address("idanna", "idcarl", 0).await.unwrap());
    assert!(store.came_from("idbob", "work").await.unwrap() && !store.came_from("idanna", "work").await.unwrap());
    store.note_address("idanna", &hashes("home"), 25).await.unwrap();
    assert!(store.same_address("idbob", "idanna", 20).await.unwrap());
    store.forget_addresses(26).await.unwrap();
    assert!(!store.same_address("idanna", "idbob", 0).await.unwrap() && store.same_address("idbob", "idcarl", 0).await.unwrap());
    store.erase("idcarl").await.unwrap();
    assert!(!store.same_address("idbob", "idcarl", 0).await.unwrap());
    // A fact is kept as it was first said.
    assert_eq!(store.keep_fact("salt", "one").await.unwrap(), "one");
    assert_eq!(store.keep_fact("salt", "two").await.unwrap(), "one");
}

pub async fn erased_people_are_gone(place: &Place) {
    let store = place.open().await;
    for name in ["Anna", "Bob"] {
        store.add_person(&person_row(name), &key_row(name, name, 10)).await.unwrap();
    }
    store.make_account("idanna", &account("Anna")).await.unwrap();
    store.create(new_table(summary("t1", "Anna", &[]))).await.unwrap();
    rate(&*store, 2, &[("idanna", 0, 1500.0), ("idbob", 0, 1500.0)]).await.unwrap();
    store.erase("idanna").await.unwrap();
    assert_eq!(store.person("idanna").await.unwrap(), None);
    assert!(store.key("Anna").await.unwrap().is_none() && store.account("anna").await.unwrap().is_none());
    assert!(store.keys_of("idanna").await.unwrap().is_empty() && store.ratings_of("idanna").await.unwrap().is_empty());
    // A game that ends after the erasure leaves no rating that is shown.
    rate(&*store, 3, &[("idanna", 0, 1500.0), ("idbob", 1, 1600.0)]).await.unwrap();
    assert!(store.ratings_of("idanna").await.unwrap().is_empty());
    assert_eq!(rated(store.ratings_of("idbob").await.unwrap()), [("idbob".to_owned(), "Bob".to_owned(), 1600.0, 2)]);
    // But the rating is used for the next one, or that update would be a conflict.
    let known = store.ratings("kumata", &["idanna".to_owned()]).await.unwrap();
    assert_eq!(rated(known), [("idanna".to_owned(), String::new(), 1500.0, 1)]);
    rate(&*store, 4, &[("idanna", 1, 1400.0)]).await.unwrap();
    // Other people are not affected, the name is free, and erasing again is not an error (idempotent).
    store.make_account("idbob", &account("Anna")).await.unwrap();
    store.erase("idanna").await.unwrap();
    assert!(store.key("Bob").await.unwrap().is_some());
}
