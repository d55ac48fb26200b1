//! How many tables a person, an address and a network may watch at once.
//!
//! A table that is watched stays in memory. So it is tables that count, however many connections watch each of them.

use std::collections::HashMap;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tablee_core::text;
use tablee_protocol::{Code, Problem};

use super::Address;
use super::settings::LimitSettings;

/// The tables that are watched, by whom.
#[derive(Clone)]
pub(super) struct Watched {
    of_person: Option<NonZeroU32>,
    of_address: Option<NonZeroU32>,
    of_network: Option<NonZeroU32>,
    tables: Arc<Mutex<HashMap<Watcher, HashMap<String, u32>>>>,
}

/// Who watches.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Watcher {
    Person(String),
    Address(Address),
    Network(Address),
}

/// A table that counts as watched until the value is dropped.
pub struct WatchedTable {
    watched: Watched,
    watchers: Vec<Watcher>,
    table: String,
}

impl Watched {
    pub fn new(settings: &LimitSettings) -> Watched {
        let of_address = settings.watched_of_address;
        Watched {
            of_person: settings.watched_of_person,
            of_address,
            of_network: of_address.zip(settings.network_factor).map(|(most, factor)| most.saturating_mul(factor)),
            tables: Arc::default(),
        }
    }

    fn tables(&self) -> MutexGuard<'_, HashMap<Watcher, HashMap<String, u32>>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a table for a person and an address.
    ///
    /// # Errors
    /// If they watch too many others.
    pub fn open(&self, address: Address, person: Option<&str>, table: &str) -> Result<WatchedTable, Problem> {
        let caps = [
            person.map(|person| (Watcher::Person(person.to_owned()), self.of_person)),
            Some((Watcher::Address(address), self.of_address)),
            Some((Watcher::Network(address.network()), self.of_network)),
        ];
        let caps: Vec<_> = caps.into_iter().flatten().collect();
        let mut tables = self.tables();
        for (watcher, most) in &caps {
            let watched = tables.get(watcher);
            let others = watched.filter(|watched| !watched.contains_key(table)).map_or(0, HashMap::len);
            if most.is_some_and(|most| others >= most.get() as usize) {
                return Err(too_many(watcher, others));
            }
        }
        let watchers: Vec<_> = caps.into_iter().map(|(watcher, _)| watcher).collect();
        for watcher in &watchers {
            *tables.entry(watcher.clone()).or_default().entry(table.to_owned()).or_insert(0) += 1;
        }
        Ok(WatchedTable { watched: self.clone(), watchers, table: table.to_owned() })
    }
}

impl Drop for WatchedTable {
    fn drop(&mut self) {
        let mut tables = self.watched.tables();
        for watcher in &self.watchers {
            let Some(watched) = tables.get_mut(watcher) else { continue };
            if let Some(count) = watched.get_mut(&self.table) {
                *count -= 1;
                if *count == 0 {
                    watched.remove(&self.table);
                }
            }
            if watched.is_empty() {
                tables.remove(watcher);
            }
        }
    }
}

fn too_many(watcher: &Watcher, most: usize) -> Problem {
    let why = match watcher {
        Watcher::Person(_) => {
            text!("you watch {most} tables already: leave one first", "vous regardez déjà {most} tables : quittez-en une d’abord")
        }
        Watcher::Address(_) | Watcher::Network(_) => text!(
            "{most} tables are watched from your network already: try again later",
            "on regarde déjà {most} tables depuis votre réseau : réessayez plus tard"
        ),
    };
    Problem::new(Code::TooMuch, why)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_count_for_people_addresses_and_networks() {
        let caps = LimitSettings {
            watched_of_person: NonZeroU32::new(2),
            watched_of_address: NonZeroU32::new(3),
            network_factor: NonZeroU32::new(2),
            ..LimitSettings::none()
        };
        let watched = Watched::new(&caps);
        let address = |text: &str| Address::of(text.parse().unwrap(), 64);
        let here = address("2001:db8:1:1::1");
        let watch = |address, person, table| watched.open(address, person, table);
        let of_anna: Vec<_> = ["a", "b", "a", "b"].map(|table| watch(here, Some("anna"), table).ok()).into();
        assert!(of_anna.iter().all(Option::is_some), "connections do not count, tables do");
        let problem = watch(here, Some("anna"), "c").err().expect("she watches two");
        assert!(problem.why.en.starts_with("you watch 2 tables"), "{problem}");
        let _c = watch(here, Some("bob"), "c").expect("he watches none");
        assert!(watch(here, None, "d").err().is_some_and(|problem| problem.why.en.starts_with("3 tables are watched")));
        assert!(watch(here, None, "a").is_ok());
        // A neighbour has three more, and then the network has enough.
        let next = address("2001:db8:1:2::1");
        let _of_next: Vec<_> = ["d", "e", "f"].map(|table| watch(next, None, table).expect("a few")).into();
        assert!(watch(address("2001:db8:1:3::1"), None, "g").is_err());
        assert!(watch(address("2001:db8:2:3::1"), None, "g").is_ok());
        drop(of_anna);
        assert!(watch(here, Some("anna"), "d").is_ok());
        drop((_c, _of_next));
        assert!(watched.tables().is_empty());
    }
}
