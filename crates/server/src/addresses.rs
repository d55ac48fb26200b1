//! From where people came lately: a game between two people at the same address does not count for ratings, games against
//! many people of one network count less and less, and people at one address share its part of the bots' thinking time.
//!
//! The store has salted hashes of people's addresses and networks, and forgets them after a few days. Memory has the
//! address of everyone's last request.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tablee_protocol::Me;
use tokio::task::JoinHandle;

use crate::limits::Address;
use crate::ratings::LATELY;
use crate::secrets;
use crate::store::ratings::{AddressHashes, NETWORK};
use crate::store::{Store, StoreError};
use crate::table::now;

/// The name of the salt among the facts of the store.
const SALT: &str = "address-salt";

/// How often the address of a person is noted.
const NOTE_EVERY: Duration = Duration::from_secs(60 * 60);

/// How often old addresses are forgotten.
const FORGET_EVERY: Duration = Duration::from_secs(10 * 60);

/// How many are remembered as noted.
const MOST_NOTED: usize = 8192;

/// How many people's last addresses are remembered.
const MOST_REMEMBERED: usize = 50_000;

/// The address of each person's last request to this node, as a salted hash.
pub struct LastAddresses {
    salt: String,
    /// The hashes of this machine's own addresses.
    local: [String; 3],
    by_person: Mutex<HashMap<String, LastSeen>>,
}

/// From where a person came, and when they last sent a request or disconnected.
struct LastSeen {
    address: String,
    /// `None` if they were not here since the start, and the address is from the store.
    at: Option<Instant>,
}

impl LastAddresses {
    /// None yet. All nodes that share a store have the same salt.
    ///
    /// # Errors
    /// If the store does not answer.
    pub async fn open(store: &dyn Store) -> Result<LastAddresses, StoreError> {
        let salt = store.keep_fact(SALT, &secrets::random_secret()).await?;
        let local = ["127.0.0.1", "::1", "::"].map(|address| secrets::derive(&salt, address));
        Ok(LastAddresses { salt, local, by_person: Mutex::default() })
    }

    /// Whether a hash is that of an address of this machine. Programs here have no address of their own.
    pub fn is_local(&self, hash: &str) -> bool {
        self.local.iter().any(|local| local == hash)
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
        self.insert(person, LastSeen { address: self.hash(address), at: Some(Instant::now()) });
    }

    fn insert(&self, person: &str, seen: LastSeen) {
        let mut by_person = self.by_person();
        if by_person.len() >= MOST_REMEMBERED {
            keep_later_half(&mut by_person, |seen| seen.at);
        }
        by_person.insert(person.to_owned(), seen);
    }

    /// Reads from the store from where a person last came, unless it is known: after a start, or if they are connected to
    /// another node.
    pub async fn recall(&self, store: &dyn Store, person: &str) {
        if self.by_person().contains_key(person) {
            return;
        }
        match store.last_address(person).await {
            Ok(Some(address)) => self.insert(person, LastSeen { address, at: None }),
            Ok(None) => {}
            // Until they send a request, they share a part with all others whose address is not known.
            Err(error) => tracing::warn!(?error, "cannot read the address of a person"),
        }
    }

    /// Notes that a person was here until now.
    pub fn note_seen(&self, person: &str) {
        if let Some(seen) = self.by_person().get_mut(person) {
            seen.at = Some(Instant::now());
        }
    }

    /// The people who were here within this time, with their addresses.
    pub fn seen_within(&self, time: Duration) -> HashMap<String, String> {
        let by_person = self.by_person();
        let lately = by_person.iter().filter(|(_, seen)| seen.at.is_some_and(|at| at.elapsed() < time));
        lately.map(|(person, seen)| (person.clone(), seen.address.clone())).collect()
    }

    /// The address of a person's last request; empty if it is not known.
    pub fn of(&self, person: &str) -> String {
        self.by_person().get(person).map(|seen| seen.address.clone()).unwrap_or_default()
    }
}

/// Forgets about half of the entries: those with the earliest times.
fn keep_later_half<K: Eq + Hash, V, T: Ord + Copy>(entries: &mut HashMap<K, V>, time: impl Fn(&V) -> T) {
    let mut times: Vec<T> = entries.values().map(&time).collect();
    if times.is_empty() {
        return;
    }
    let (_, middle, _) = times.select_nth_unstable(entries.len() / 2);
    let middle = *middle;
    entries.retain(|_, entry| time(entry) > middle);
}

/// The network of an address: one client can often use all addresses of it.
fn network(address: Address) -> String {
    let prefix = if address.0.is_ipv4() { 24 } else { 48 };
    format!("{}/{prefix}", address.network())
}

/// The hashes of an address, as the store has them.
fn hashes(salt: &str, address: Address) -> AddressHashes {
    let network = secrets::derive(salt, &network(address));
    AddressHashes { address: secrets::derive(salt, &address.to_string()), network: format!("{NETWORK}{network}") }
}

/// The addresses that were noted lately, and when.
#[derive(Default)]
pub struct NotedAddresses(Mutex<Noted>);

#[derive(Default)]
struct Noted {
    at: HashMap<(String, Address), u64>,
    /// When old addresses were last forgotten.
    forgotten: u64,
}

impl NotedAddresses {
    /// Notes the address of a person, beside the request that they send. Returns the task if the request should wait for
    /// it: a rated game must not end before it is known from where its players come. Programs on the server's own machine
    /// have no address of their own.
    pub fn note(&self, store: &Arc<dyn Store>, me: &Me, address: Address) -> Option<JoinHandle<()>> {
        if address.0.is_loopback() || address.0.is_unspecified() || !self.is_due(&me.id, address) {
            return None;
        }
        let (store, person, now, forget) = (store.clone(), me.id.clone(), now(), self.forget_is_due());
        let noting = tokio::spawn(async move {
            let noted = async {
                let salt = store.keep_fact(SALT, &secrets::random_secret()).await?;
                store.note_address(&person, &hashes(&salt, address), now).await?;
                if forget {
                    store.forget_addresses(now.saturating_sub(LATELY.as_millis() as u64)).await?;
                }
                Ok::<(), StoreError>(())
            };
            if let Err(error) = noted.await {
                tracing::warn!(?error, "cannot note the address of a person");
            }
        });
        me.account.then_some(noting)
    }

    fn noted(&self) -> MutexGuard<'_, Noted> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether an address was not noted lately. It counts as noted from now on.
    fn is_due(&self, person: &str, address: Address) -> bool {
        let now = now();
        let mut noted = self.noted();
        let key = (person.to_owned(), address);
        if noted.at.get(&key).is_some_and(|since| now.saturating_sub(*since) < NOTE_EVERY.as_millis() as u64) {
            return false;
        }
        if noted.at.len() >= MOST_NOTED {
            keep_later_half(&mut noted.at, |at| *at);
        }
        noted.at.insert(key, now);
        true
    }

    /// Whether old addresses were not forgotten lately. They count as forgotten from now on.
    fn forget_is_due(&self) -> bool {
        let (now, mut noted) = (now(), self.noted());
        let due = now.saturating_sub(noted.forgotten) >= FORGET_EVERY.as_millis() as u64;
        if due {
            noted.forgotten = now;
        }
        due
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metrics::Metrics;
    use crate::store::people::{KeyRow, PersonRow};
    use crate::store::sqlite::Sqlite;
    use crate::store::{PeopleStore, RatingStore};

    fn address(text: &str) -> Address {
        Address::of(text.parse().unwrap(), 64)
    }

    #[test]
    fn neighbours_are_in_one_network() {
        let same = |one: &str, other: &str| network(address(one)) == network(address(other));
        assert!(same("203.0.113.1", "203.0.113.254") && !same("203.0.113.1", "203.0.112.1"));
        assert!(same("2001:db8:1:2::3", "2001:db8:1:ffff::9") && !same("2001:db8:1::", "2001:db8:2::"));
        let [one, other] = ["203.0.113.1", "203.0.113.254"].map(|text| hashes("salt", address(text)));
        assert!(one.network == other.network && one.address != other.address && !one.network.contains("203"));
    }

    #[tokio::test]
    async fn when_memory_is_full_those_who_came_last_are_remembered() {
        let folder = tempfile::tempdir().unwrap();
        let store = Sqlite::open(&folder.path().join("tablee.db"), Metrics::default()).await.unwrap();
        let addresses = LastAddresses::open(&store).await.unwrap();
        for number in 0..=MOST_REMEMBERED {
            addresses.remember(&format!("person {number}"), address("203.0.113.1"));
        }
        let known = addresses.by_person().len();
        assert!((MOST_REMEMBERED / 4..MOST_REMEMBERED).contains(&known), "{known}");
        for number in [MOST_REMEMBERED - 100, MOST_REMEMBERED] {
            assert!(!addresses.of(&format!("person {number}")).is_empty(), "{number}");
        }
        assert!(addresses.of("person 0").is_empty());
    }

    #[tokio::test]
    async fn after_a_start_the_store_says_from_where_a_person_came() {
        let folder = tempfile::tempdir().unwrap();
        let store = Sqlite::open(&folder.path().join("tablee.db"), Metrics::default()).await.unwrap();
        let person = PersonRow { id: "anna".to_owned(), name: "Anna".to_owned(), account: false, made: 1 };
        let key = KeyRow {
            id: "k".to_owned(),
            person: person.id.clone(),
            hash: [0; 32],
            label: String::new(),
            scopes: Vec::new(),
            made: 1,
            used: 1,
        };
        store.add_person(&person, &key).await.unwrap();
        let before = LastAddresses::open(&store).await.unwrap();
        before.remember("anna", address("203.0.113.1"));
        let salt = store.keep_fact(SALT, "another").await.unwrap();
        store.note_address("anna", &hashes(&salt, address("203.0.113.1")), 10).await.unwrap();

        let after = LastAddresses::open(&store).await.unwrap();
        assert!(after.of("anna").is_empty());
        after.recall(&store, "anna").await;
        assert_eq!(after.of("anna"), before.of("anna"));
        assert!(after.seen_within(Duration::from_secs(60)).is_empty(), "she is not here");
        after.recall(&store, "nobody").await;
        assert!(after.of("nobody").is_empty());
    }
}
