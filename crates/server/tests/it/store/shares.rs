//! Promises about games that were shared by a short link.

use tablee_server::store::Store;
use tablee_server::store::shares::ShareBounds;

use crate::store::Place;
use crate::store::fixtures::all_at_once;

const EVERYTHING: ShareBounds = ShareBounds { read_since: 0, most: u32::MAX, bytes: u32::MAX as u64 };

async fn kept(store: &dyn Store, ids: &[&str]) -> Vec<String> {
    let mut kept = Vec::new();
    for id in ids {
        kept.extend(store.share(id).await.unwrap().map(|_| (*id).to_owned()));
    }
    kept
}

/// Deletes a batch of what is beyond the bounds. Returns how many were deleted.
async fn prune(store: &dyn Store, bounds: ShareBounds, batch: u32) -> u64 {
    match store.share_beyond(bounds).await.unwrap() {
        Some(first) => store.delete_shares_from(&first, batch).await.unwrap(),
        None => 0,
    }
}

pub async fn a_share_is_kept_once(place: &Place) {
    let store = place.open().await;
    let record = "tablee record 1\nseat 0 human <b>Zoë</b> 'x' \"y\"\nend\n";
    assert_eq!(store.keep_share("one", record, 1_000).await.unwrap(), record);
    assert_eq!(store.share("one").await.unwrap(), Some((record.to_owned(), 1_000)));
    for nothing in ["two", "ONE", "one\0", "", "%"] {
        assert_eq!(store.share(nothing).await.unwrap(), None, "{nothing:?}");
    }
    // The first record stays; the answer tells which one that is. Being shared again counts as being read.
    assert_eq!(store.keep_share("one", "another", 2_000).await.unwrap(), record);
    assert_eq!(store.share("one").await.unwrap(), Some((record.to_owned(), 2_000)));
    // A clock that is behind takes nothing back.
    store.keep_share("one", record, 500).await.unwrap();
    store.renew_share("one", 600).await.unwrap();
    assert_eq!(store.share("one").await.unwrap().unwrap().1, 2_000);
    store.renew_share("one", 3_000).await.unwrap();
    store.renew_share("nothing", 3_000).await.unwrap();
    assert_eq!(store.share("one").await.unwrap().unwrap().1, 3_000);
    // Several servers at the same time.
    let writers = (0..20).map(|number| {
        let store = store.clone();
        async move { store.keep_share("many", "the same", number).await.unwrap() }
    });
    assert!(all_at_once(writers).await.iter().all(|stored| stored == "the same"));
}

pub async fn shares_beyond_the_bounds_are_pruned(place: &Place) {
    let store = place.open().await;
    let ids = ["a", "b", "c", "d", "e", "f"];
    for (id, read_at) in ids.into_iter().zip(1_000..) {
        store.keep_share(id, &"x".repeat(100), read_at).await.unwrap();
    }
    assert_eq!(prune(&*store, EVERYTHING, 10).await, 0);
    // By age: games that were read in time stay, even old ones.
    store.renew_share("a", 5_000).await.unwrap();
    assert_eq!(prune(&*store, ShareBounds { read_since: 1_002, ..EVERYTHING }, 10).await, 1);
    assert_eq!(kept(&*store, &ids).await, ["a", "c", "d", "e", "f"]);
    // By number, in batches, from the one that was not read for the longest time.
    let three = ShareBounds { most: 3, ..EVERYTHING };
    assert_eq!(prune(&*store, three, 1).await, 1);
    assert_eq!(kept(&*store, &ids).await, ["a", "d", "e", "f"]);
    assert_eq!(prune(&*store, three, 10).await, 1);
    assert_eq!(prune(&*store, three, 10).await, 0);
    // By size: one long record counts as much as many short ones.
    store.keep_share("g", &"y".repeat(1_000), 4_000).await.unwrap();
    let small = ShareBounds { bytes: 1_150, ..EVERYTHING };
    assert_eq!(prune(&*store, small, 10).await, 2);
    assert_eq!(kept(&*store, &["a", "e", "f", "g"]).await, ["a", "g"]);
    // A record that was read meanwhile stays; of several that were read at the same time, the first ones by id stay.
    for (id, read_at) in [("b", 6_000), ("c", 4_000)] {
        store.keep_share(id, "short", read_at).await.unwrap();
    }
    let first = store.share_beyond(ShareBounds { most: 3, ..EVERYTHING }).await.unwrap().unwrap();
    assert_eq!((first.id.as_str(), first.read_at), ("g", 4_000));
    store.renew_share("g", 7_000).await.unwrap();
    assert_eq!(store.delete_shares_from(&first, 10).await.unwrap(), 0);
    assert_eq!(prune(&*store, ShareBounds { most: 2, ..EVERYTHING }, 10).await, 2);
    assert_eq!(kept(&*store, &["a", "b", "c", "g"]).await, ["b", "g"]);
    assert_eq!(prune(&*store, ShareBounds { most: 0, ..EVERYTHING }, 10).await, 2);
}
