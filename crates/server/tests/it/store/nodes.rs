//! Concurrent appends: within one server, and of several servers that share a store.

use std::sync::Arc;

use tablee_server::store::{Append, Store, StoreError};

use crate::store::Place;
use crate::store::fixtures::{all_at_once, chat, is_conflict, new_table, rating, stored_chat, summary};

const TABLES: usize = 20;
const ROUNDS: u32 = 25;

fn table(number: usize) -> String {
    format!("t{number:02}")
}

async fn open_tables(store: &dyn Store) {
    for number in 0..TABLES {
        store.create(new_table(summary(&table(number), "Anna", &["Anna"]))).await.unwrap();
    }
}

/// Appends all of them concurrently, so that they share commits.
async fn append_all(store: &Arc<dyn Store>, appends: Vec<Append>) -> Vec<Result<(), StoreError>> {
    let one = |append| {
        let store = store.clone();
        async move { store.append(append).await }
    };
    all_at_once(appends.into_iter().map(one)).await
}

pub async fn one_of_many_concurrent_appends_wins(place: &Place) {
    let store = place.open().await;
    open_tables(&*store).await;
    for round in 0..ROUNDS {
        let (version, text) = (2 + round, |n: usize| format!("{round}/{n}"));
        let mut appends: Vec<Append> = (0..10).map(|n| chat("t00", version, &[&text(n)])).collect();
        appends.extend((1..TABLES).map(|number| chat(&table(number), version, &["other"])));
        let done = append_all(&store, appends).await;
        let (twins, others) = done.split_at(10);
        let winners: Vec<usize> = (0..10).filter(|n| twins[*n].is_ok()).collect();
        assert_eq!(winners.len(), 1, "{twins:?}");
        assert_eq!(twins.iter().filter(|done| is_conflict(done)).count(), 9, "{twins:?}");
        assert!(others.iter().all(Result::is_ok), "{others:?}");
        assert_eq!(stored_chat(&*store, "t00").await.last().unwrap().1, text(winners[0]));
    }
}

/// At every table both nodes append the same version concurrently, in opposite orders. Each also has a table of its
/// own, without conflicts.
pub async fn of_two_nodes_exactly_one_wins(place: &Place) {
    let nodes = [place.open().await, place.open().await];
    open_tables(&*nodes[0]).await;
    for own in ["own0", "own1"] {
        nodes[0].create(new_table(summary(own, "Anna", &[]))).await.unwrap();
    }
    let mut versions = [1; TABLES];
    let mut wins = [0; 2];
    for round in 0..ROUNDS {
        let attempt = |node: usize| {
            // Some appends have several events, and some a summary.
            let mut appends: Vec<Append> = (0..TABLES)
                .map(|number| {
                    let name = format!("{round} of node {node}");
                    let texts = vec![name.as_str(); 1 + (number + node + round as usize) % 3];
                    let now = (number % 4 == 0).then(|| summary(&table(number), "Anna", &[&format!("Node{node}")]));
                    Append { summary: now, ..chat(&table(number), versions[number] + 1, &texts) }
                })
                .collect();
            appends.push(chat(&format!("own{node}"), 2 + round, &["mine"]));
            if node == 1 {
                appends.reverse();
            }
            append_all(&nodes[node], appends)
        };
        let (first, mut second) = tokio::join!(attempt(0), attempt(1));
        second.reverse();
        assert!(first[TABLES].is_ok() && second[TABLES].is_ok(), "{first:?} {second:?}");
        for number in 0..TABLES {
            let results = [&first[number], &second[number]];
            let winner = results.iter().position(|result| result.is_ok()).unwrap_or_else(|| panic!("{results:?}"));
            assert!(is_conflict(results[1 - winner]), "{results:?}");
            wins[winner] += 1;
            // Everything of the winner is stored, and nothing of the other.
            let stored = nodes[1 - winner].events_after(&table(number), versions[number]).await.unwrap();
            assert_eq!(stored.len(), 1 + (number + winner + round as usize) % 3);
            versions[number] += stored.len() as u32;
            let name = format!("{round} of node {winner}");
            let stored = stored_chat(&*nodes[winner], &table(number)).await;
            assert!(
                stored.iter().rev().take_while(|(_, text)| text.starts_with(&format!("{round} "))).all(|(_, text)| *text == name)
            );
            if number % 4 == 0 {
                for node in 0..2 {
                    let sits = nodes[0].unfinished_of(&format!("idnode{node}"), 99).await.unwrap().contains(&table(number));
                    assert_eq!(sits, node == winner);
                }
            }
        }
    }
    let last: Vec<_> = (0..TABLES).map(|number| (table(number), versions[number])).collect();
    let mut known = nodes[0].versions(&last.iter().map(|(table, _)| table.clone()).collect::<Vec<_>>()).await.unwrap();
    known.sort();
    assert_eq!(known, last);
    eprintln!("  won: {wins:?}");
}

/// Both nodes update the same ratings at different tables.
pub async fn of_two_nodes_that_rate_the_same_exactly_one_wins(place: &Place) {
    let nodes = [place.open().await, place.open().await];
    open_tables(&*nodes[0]).await;
    let mut versions = [1; TABLES];
    for round in 0..ROUNDS {
        let attempt = |node: usize| {
            let rated = |number: usize| {
                // Tables 0 and 1, 2 and 3, … rate the same two players, in opposite orders.
                let mut ratings =
                    ["a", "b"].map(|side| rating(&format!("bot:{side}{}", number / 2), round, 1500.0 + number as f64)).to_vec();
                if node == 1 {
                    ratings.reverse();
                }
                Append { ratings, ..chat(&table(number), versions[number] + 1, &["ended", "rated"]) }
            };
            append_all(&nodes[node], (0..TABLES).filter(|number| number % 2 == node).map(rated).collect())
        };
        let (first, second) = tokio::join!(attempt(0), attempt(1));
        for pair in 0..TABLES / 2 {
            let results = [&first[pair], &second[pair]];
            let winner = results.iter().position(|result| result.is_ok()).unwrap_or_else(|| panic!("{results:?}"));
            assert!(is_conflict(results[1 - winner]), "{results:?}");
            versions[2 * pair + winner] += 2;
            let subjects = [format!("bot:a{pair}"), format!("bot:b{pair}")];
            let ratings = nodes[0].ratings("kumata", &subjects).await.unwrap();
            assert_eq!(ratings.len(), 2);
            assert!(ratings.iter().all(|row| row.games == round + 1 && row.rating == 1500.0 + (2 * pair + winner) as f64));
        }
    }
    for (number, version) in versions.iter().enumerate() {
        assert_eq!(stored_chat(&*nodes[0], &table(number)).await.len() as u32, version - 1);
    }
}

pub async fn nodes_start_concurrently(place: &Place) {
    let nodes = all_at_once((0..4).map(|_| place.clone()).map(|place| async move { place.open().await })).await;
    nodes[0].create(new_table(summary("t1", "Anna", &[]))).await.unwrap();
    assert!(nodes[3].load("t1").await.unwrap().is_some());
}

pub async fn every_heartbeat_grows(place: &Place) {
    let nodes = [place.open().await, place.open().await];
    nodes[0].record_heartbeat(10_000).await.unwrap();
    nodes[1].record_heartbeat(9_999).await.unwrap();
    // The clock of one node is behind; others still see its heartbeat.
    assert_eq!(nodes[1].last_heartbeat().await.unwrap(), Some(10_001));
    nodes[1].record_heartbeat(100_000).await.unwrap();
    assert_eq!(nodes[0].last_heartbeat().await.unwrap(), Some(100_000));
}
