//! From where people came lately: a game between two people at the same address does not count for ratings, and people
//! at one address share its part of the bots' thinking time.
//!
//! The store has a salted hash of the addresses of accounts, and forgets it after a few days. The address of everyone's
//! last request is in memory only.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tablee_protocol::Me;

use crate::limits::Address;
use crate::ratings::LATELY;
use crate::secrets;
use crate::store::{Store, StoreError};
use crate::table::now;

/// The name of the salt among the facts of the store.
const SALT: &str = "address-salt";

/// How often the address of a person is noted.
const NOTE_EVERY: Duration = Duration::from_secs(60 * 60);

/// How many are remembered as noted.
const MOST_NOTED: usize = 8192;

/// How many people's last addresses are remembered.
const MOST_REMEMBERED: usize = 50_000;

/// The address of each person's last request to this node, as a salted hash.
pub struct LastAddresses {
    salt: String,
    by_person: Mutex<HashMap<String, LastSeen>>,
}

/// From where a person came, and when they last sent a request or disconnected.
struct LastSeen {
    address: String,
    at: Instant,
}

impl LastAddresses {
    /// None yet. All nodes that share a store have the same salt.
    ///
    /// # Errors
    /// If the store does not answer.
    pub async fn open(store: &dyn Store) -> Result<LastAddresses, StoreError> {
        let salt = store.keep_fact(SALT, &secrets::random_secret()).await?;
        Ok(LastAddresses { salt, by_person: Mutex::default() })
    }

    fn by_person(&self) -> MutexGuard<'_, HashMap<String, LastSeen>> {
        self.by_person.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The hash of an address.
    pub fn hash(&self, address: Address) -> String {
        secrets::derive(&self.salt, &address.to_string())
    }

    /// Remembers the address of a person who sends a request.
    pub fn remember(&self, person: &str, address: Address) {
        let seen = LastSeen { address: self.hash(address), at: Instant::now() };
        let mut by_person = self.by_person();
        // It is only about fairness, so forgetting everybody now and then does no harm.
        if by_person.len() >= MOST_REMEMBERED {
            by_person.clear();
        }
        by_person.insert(person.to_owned(), seen);
    }

    /// Notes that a person was here until now.
    pub fn note_seen(&self, person: &str) {
        if let Some(seen) = self.by_person().get_mut(person) {
            seen.at = Instant::now();
        }
    }

    /// The people who were here within this time, with their addresses.
    pub fn seen_within(&self, time: Duration) -> HashMap<String, String> {
        let by_person = self.by_person();
        let lately = by_person.iter().filter(|(_, seen)| seen.at.elapsed() < time);
        lately.map(|(person, seen)| (person.clone(), seen.address.clone())).collect()
    }

    /// The address of a person's last request; empty if there was none lately.
    pub fn of(&self, person: &str) -> String {
        self.by_person().get(person).map(|seen| seen.address.clone()).unwrap_or_default()
    }
}

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
                let salt = store.keep_fact(SALT, &secrets::random_secret()).await?;
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
