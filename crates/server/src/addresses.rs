//! From where people with an account came in the last days: a game between two people at the same address does not count
//! for ratings.
//!
//! The store has a salted hash of each address, and forgets it after a few days.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tablee_protocol::Me;

use crate::limits::Address;
use crate::ratings::LATELY;
use crate::secrets;
use crate::store::Store;
use crate::table::now;

/// How often the address of a person is noted.
const NOTE_EVERY: Duration = Duration::from_secs(60 * 60);

/// How many are remembered as noted.
const MOST_NOTED: usize = 8192;

/// The addresses that were noted lately, and when.
#[derive(Default)]
pub struct NotedAddresses(Mutex<HashMap<(String, Address), u64>>);

impl NotedAddresses {
    /// Notes the address of a person with an account. Programs on the server's own machine have no address of their
    /// own.
    pub fn note(&self, store: &Arc<dyn Store>, me: &Me, address: Address) {
        if !me.account || address.0.is_loopback() || address.0.is_unspecified() || !self.is_due(&me.id, address) {
            return;
        }
        let (store, person, now) = (store.clone(), me.id.clone(), now());
        tokio::spawn(async move {
            let noted = async {
                let salt = store.keep_fact("address-salt", &secrets::random_secret()).await?;
                store.note_address(&person, &secrets::derive(&salt, &address.to_string()), now).await?;
                store.forget_addresses(now.saturating_sub(LATELY.as_millis() as u64)).await
            };
            if let Err(error) = noted.await {
                tracing::warn!(?error, "cannot note the address of a person");
            }
        });
    }

    /// Whether an address was not noted lately. It counts as noted from now on.
    fn is_due(&self, person: &str, address: Address) -> bool {
        let now = now();
        let mut noted = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (person.to_owned(), address);
        if noted.get(&key).is_some_and(|since| now.saturating_sub(*since) < NOTE_EVERY.as_millis() as u64) {
            return false;
        }
        if noted.len() >= MOST_NOTED {
            noted.clear();
        }
        noted.insert(key, now);
        true
    }
}
