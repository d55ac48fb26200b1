//! A cache that is bounded by the bytes of what it holds.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A cache by key: beyond its bound, the least recently used entry is dropped.
pub struct Cache<V> {
    most: usize,
    inner: Mutex<Inner<V>>,
}

struct Inner<V> {
    entries: HashMap<String, Entry<V>>,
    bytes: usize,
    /// Counts uses.
    uses: u64,
}

struct Entry<V> {
    value: V,
    bytes: usize,
    used: u64,
}

impl<V: Clone> Cache<V> {
    /// An empty cache for this many bytes.
    pub fn new(most: usize) -> Cache<V> {
        Cache { most, inner: Mutex::new(Inner { entries: HashMap::new(), bytes: 0, uses: 0 }) }
    }

    /// Nothing that panics happens while it is locked.
    fn lock(&self) -> MutexGuard<'_, Inner<V>> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The value of a key, if it is there.
    pub fn get(&self, key: &str) -> Option<V> {
        let mut inner = self.lock();
        inner.uses += 1;
        let now = inner.uses;
        let entry = inner.entries.get_mut(key)?;
        entry.used = now;
        Some(entry.value.clone())
    }

    /// Adds a value of this size. One that is too large by itself is not kept.
    pub fn insert(&self, key: &str, value: V, bytes: usize) {
        let bytes = bytes + key.len();
        if bytes > self.most {
            return;
        }
        let mut inner = self.lock();
        inner.uses += 1;
        let used = inner.uses;
        if let Some(old) = inner.entries.insert(key.to_owned(), Entry { value, bytes, used }) {
            inner.bytes -= old.bytes;
        }
        inner.bytes += bytes;
        while inner.bytes > self.most {
            let oldest = inner.entries.iter().min_by_key(|(_, entry)| entry.used).map(|(key, _)| key.clone());
            let Some(dropped) = oldest.and_then(|key| inner.entries.remove(&key)) else { break };
            inner.bytes -= dropped.bytes;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_not_used_for_the_longest_time_is_dropped() {
        let cache = Cache::new(100);
        for (key, value) in [("a", 1), ("b", 2), ("c", 3)] {
            cache.insert(key, value, 30);
        }
        assert_eq!(cache.get("a"), Some(1));
        cache.insert("d", 4, 30);
        assert_eq!(["a", "b", "c", "d"].map(|key| cache.get(key)), [Some(1), None, Some(3), Some(4)]);
        // A new value of the same key takes the place of the old one.
        cache.insert("d", 5, 20);
        assert_eq!((cache.get("a"), cache.get("c"), cache.get("d")), (Some(1), Some(3), Some(5)));
        assert_eq!(cache.lock().bytes, 31 + 31 + 21);
        cache.insert("e", 6, 1000);
        assert_eq!((cache.get("e"), cache.get("a")), (None, Some(1)));
    }
}
