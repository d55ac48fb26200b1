//! Counting what is open at the same time: connections and sockets, by address or person.

use std::collections::HashMap;
use std::hash::Hash;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};

/// Counts what each client has open.
pub struct OpenCounter<K: Clone + Eq + Hash> {
    most: Option<NonZeroU32>,
    open: Arc<Mutex<HashMap<K, u32>>>,
}

impl<K: Clone + Eq + Hash> OpenCounter<K> {
    /// A counter with this cap; none is unlimited.
    pub fn new(most: Option<NonZeroU32>) -> OpenCounter<K> {
        OpenCounter { most, open: Arc::default() }
    }

    /// Counts one more, until the returned guard is dropped; none if the client has the most already.
    pub fn open(&self, who: K) -> Option<Open<K>> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let count = open.entry(who.clone()).or_insert(0);
        if self.most.is_some_and(|most| *count >= most.get()) {
            return None;
        }
        *count += 1;
        Some(Open { who, open: Arc::clone(&self.open) })
    }

    /// Whether nothing is open.
    #[cfg(test)]
    pub fn is_empty(&self) -> bool {
        self.open.lock().unwrap().is_empty()
    }
}

/// Something that counts while it is open.
pub struct Open<K: Clone + Eq + Hash> {
    who: K,
    open: Arc<Mutex<HashMap<K, u32>>>,
}

impl<K: Clone + Eq + Hash> Drop for Open<K> {
    fn drop(&mut self) {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = open.get_mut(&self.who) {
            *count -= 1;
            if *count == 0 {
                open.remove(&self.who);
            }
        }
    }
}
