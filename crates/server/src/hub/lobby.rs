//! The lobby: public tables with a host who is there, and games in progress; only a few of one host, and of one address
//! if there are many.
//!
//! What it shows follows from the store and from who is connected. After a change it is read again, but not more often
//! than [`PACE`], and the difference is sent to all subscribers. So its cost does not grow with the number of changes.
//! The first change after a pause is sent at once.
//!
//! A host is there while they are connected to any node, and for a moment after their last request. Nodes where somebody
//! looks at the lobby say so to the others, which answer with the hosts who are connected to them.

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use tablee_protocol::{Problem, Progress, ServerMessage, Summary};
use tokio::sync::{Notify, watch};
use tokio::time::{Instant, sleep, timeout};

use super::{Hub, lock};
use crate::cluster::{ClusterNote, Host};
use crate::connection::Connection;
use crate::store::{HostedTable, StoreError};
use crate::table::encode;

/// How many open tables the lobby shows at most, and how many with a game in progress.
const LOBBY: usize = 100;

/// How many tables of one host it shows at most.
const LOBBY_OF_HOST: u32 = 3;

/// How many of the latest tables are considered whose hosts need not be there.
const MOST_LATEST: u32 = 1000;

/// The address of hosts who have left, if it is not known. No hash of an address looks like this.
const GONE: &str = "gone";

/// How many tables go into one message. Names and options bound the bytes of each.
const LOBBY_PAGE: usize = 20;

/// The least time between two updates. If reading takes long, the pause is longer.
const PACE: Duration = Duration::from_millis(250);
const LONGEST_PACE: Duration = Duration::from_secs(3);

/// How often the lobby is read again without a change of a table: hosts come and go.
const REFRESH_EVERY: Duration = Duration::from_secs(5);

/// How often a node says that somebody there looks at the lobby, and for how long that and the answers are valid.
pub const LOBBY_WATCHED_EVERY: Duration = Duration::from_secs(5);
const VALID_FOR: Duration = Duration::from_secs(15);

/// For how long a host counts as there after their last request.
const LATELY: Duration = Duration::from_secs(60);

/// How many hosts a node names at most.
const MOST_HOSTS: usize = 1000;

/// How long a new subscriber waits for the bus.
const BUS_TIMEOUT: Duration = Duration::from_secs(2);

/// The lobby of a node.
#[derive(Default)]
pub struct Lobby {
    subscribers: Mutex<HashMap<u64, Arc<Connection>>>,
    /// Whether there are any, or one is about to be.
    watched: watch::Sender<bool>,
    /// Whether notes about the lobby arrive from other nodes.
    bus_ready: watch::Sender<bool>,
    /// The list that the subscribers were sent.
    shown: tokio::sync::Mutex<Vec<Summary>>,
    /// Something has changed since the lobby was last read.
    changed: Notify,
    /// Whether the other nodes are to be told which hosts are here: one of them has asked, or a table has changed here.
    tell_hosts: AtomicBool,
    /// The hosts who are connected to other nodes, by node, and when the node said so.
    elsewhere: Mutex<HashMap<String, (Instant, Vec<Host>)>>,
    /// When another node last said that somebody looks at the lobby there.
    watched_elsewhere: Mutex<Option<Instant>>,
}

impl Lobby {
    /// Removes a subscriber.
    pub(super) fn unsubscribe(&self, connection: &Connection) {
        // Most connections do not subscribe, and one that is about to subscribe must not be forgotten.
        if lock(&self.subscribers).remove(&connection.id()).is_some() {
            self.unset_watched();
        }
    }

    /// Nobody looks at the lobby, unless there are subscribers.
    fn unset_watched(&self) {
        let empty = lock(&self.subscribers).is_empty();
        self.watched.send_if_modified(|watched| std::mem::replace(watched, !empty) == empty);
    }

    fn set_watched(&self) {
        self.watched.send_if_modified(|watched| !std::mem::replace(watched, true));
    }

    fn is_watched_elsewhere(&self) -> bool {
        lock(&self.watched_elsewhere).is_some_and(|said| said.elapsed() < VALID_FOR)
    }
}

impl Hub {
    /// A public table was opened or has changed on this node.
    pub fn on_lobby_change(&self) {
        self.0.lobby.tell_hosts.store(true, Ordering::Relaxed);
        self.0.lobby.changed.notify_one();
    }

    /// A public table may have changed on another node.
    pub fn on_lobby_change_elsewhere(&self) {
        self.0.lobby.changed.notify_one();
    }

    /// Another node says that somebody looks at the lobby there.
    pub fn on_lobby_watched_elsewhere(&self) {
        *lock(&self.0.lobby.watched_elsewhere) = Some(Instant::now());
        self.on_lobby_change();
    }

    /// Another node says which hosts are connected to it.
    pub fn on_hosts_elsewhere(&self, node: &str, hosts: Vec<Host>) {
        lock(&self.0.lobby.elsewhere).insert(node.to_owned(), (Instant::now(), hosts));
        self.on_lobby_change_elsewhere();
    }

    /// Whether somebody on this node looks at the lobby, and each change of it.
    pub fn lobby_watched(&self) -> watch::Receiver<bool> {
        self.0.lobby.watched.subscribe()
    }

    /// Notes whether notes about the lobby arrive from other nodes.
    pub fn set_lobby_ready(&self, ready: bool) {
        self.0.lobby.bus_ready.send_replace(ready);
    }

    /// Sends a connection the tables of the lobby, and from then on every change.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn subscribe_lobby(&self, connection: &Arc<Connection>, re: u32) -> Result<(), Problem> {
        let lobby = &self.0.lobby;
        lobby.set_watched();
        if self.cluster().is_some() {
            // In an outage of the bus, the list is shown without later changes of other nodes.
            let mut ready = lobby.bus_ready.subscribe();
            let _ = timeout(BUS_TIMEOUT, ready.wait_for(|ready| *ready)).await;
        }
        // While the lock is held no update is sent. So the connection misses none.
        let mut shown = lobby.shown.lock().await;
        if lock(&lobby.subscribers).is_empty() {
            match self.read_lobby().await {
                Ok(tables) => *shown = tables,
                Err(error) => {
                    lobby.unset_watched();
                    return Err(error.into());
                }
            }
        }
        // The first message is the answer, and replaces the list that the client may have. The others add to it.
        let (first, rest) = shown.split_at(shown.len().min(LOBBY_PAGE));
        connection.send(encode(&ServerMessage::Lobby { re: Some(re), tables: first.to_vec(), gone: Vec::new() }));
        messages(rest, Vec::new()).into_iter().for_each(|message| connection.send(message));
        lock(&lobby.subscribers).insert(connection.id(), connection.clone());
        lobby.set_watched();
        Ok(())
    }

    /// Updates the lobby after changes, for as long as the process runs.
    pub(super) async fn lobby_loop(self) {
        loop {
            let _ = timeout(REFRESH_EVERY, self.0.lobby.changed.notified()).await;
            let begin = Instant::now();
            if let Err(error) = self.update_lobby().await {
                tracing::warn!(?error, "cannot update the lobby: the store cannot be read");
                sleep(REFRESH_EVERY).await;
            }
            sleep((begin.elapsed() * 10).clamp(PACE, LONGEST_PACE)).await;
        }
    }

    /// Sends the other nodes the hosts who are here, and the subscribers on this node what has changed; each only if
    /// somebody looks at the lobby there.
    async fn update_lobby(&self) -> Result<(), StoreError> {
        let lobby = &self.0.lobby;
        let tell = lobby.tell_hosts.swap(false, Ordering::Relaxed) && lobby.is_watched_elsewhere();
        if let Some(cluster) = self.cluster().filter(|_| tell) {
            cluster.publish_note(&ClusterNote::Hosts { hosts: self.hosts_here().await? });
        }
        if !*lobby.watched.borrow() {
            return Ok(());
        }
        let mut shown = lobby.shown.lock().await;
        let now = self.read_lobby().await?;
        let (mut changed, mut gone) = difference(&shown, &now);
        // A table that has ended is sent one last time.
        let left = if gone.is_empty() { Vec::new() } else { self.0.store.summaries(&gone).await? };
        let ended = left.into_iter().filter(|table| matches!(table.state, Progress::Over | Progress::Closed));
        for table in ended {
            gone.retain(|gone| *gone != table.table);
            changed.push(table);
        }
        *shown = now;
        let messages = messages(&changed, gone);
        for connection in lock(&lobby.subscribers).values() {
            messages.iter().for_each(|message| connection.send(message.clone()));
        }
        Ok(())
    }

    /// The current list of the lobby.
    async fn read_lobby(&self) -> Result<Vec<Summary>, StoreError> {
        let mut there = self.people_here();
        for host in self.hosts_elsewhere() {
            there.entry(host.person).or_insert(host.address);
        }
        let people: Vec<String> = there.keys().cloned().collect();
        let mut tables = self.0.store.tables_of_hosts(Progress::Open, &people, LOBBY_OF_HOST).await?;
        // A game of days does not need its host to be there.
        tables.extend(self.0.store.open_tables_of_days(MOST_LATEST).await?);
        let open = self.choose_of(tables, &there, Progress::Open).await?;
        // Hosts who are there are asked for, because any number of later games may come before theirs.
        let mut tables = self.0.store.tables_of_hosts(Progress::Playing, &people, LOBBY_OF_HOST).await?;
        tables.extend(self.0.store.latest_hosted(Progress::Playing, MOST_LATEST).await?);
        let playing = self.choose_of(tables, &there, Progress::Playing).await?;
        Ok([open, playing].concat())
    }

    /// Chooses the tables to show of those with one progress.
    async fn choose_of(
        &self,
        tables: Vec<HostedTable>,
        there: &HashMap<String, String>,
        state: Progress,
    ) -> Result<Vec<Summary>, StoreError> {
        let address = |host: &String| match there.get(host) {
            Some(address) => address.clone(),
            // Where a host came from who has left is not known for long. All of those share one part.
            None => Some(self.addresses().of(host)).filter(|address| !address.is_empty()).unwrap_or_else(|| GONE.to_owned()),
        };
        let address_of = tables.iter().map(|table| (table.host.clone(), address(&table.host))).collect();
        let mut shown = self.0.store.summaries(&choose(tables, &address_of)).await?;
        // It may have changed since.
        shown.retain(|table| table.state == state);
        Ok(shown)
    }

    /// The people who are connected to this node, or were until lately, each with their address.
    fn people_here(&self) -> HashMap<String, String> {
        let mut here = self.addresses().seen_within(LATELY);
        for person in self.0.connections.people() {
            let address = self.addresses().of(&person);
            here.entry(person).or_insert(address);
        }
        here
    }

    /// Those of them who host an open public table, or a game in progress.
    async fn hosts_here(&self) -> Result<Vec<Host>, StoreError> {
        let here = self.people_here();
        let people: Vec<_> = here.keys().cloned().collect();
        let mut open = self.0.store.tables_of_hosts(Progress::Open, &people, LOBBY_OF_HOST).await?;
        open.extend(self.0.store.tables_of_hosts(Progress::Playing, &people, LOBBY_OF_HOST).await?);
        open.sort_unstable_by_key(|table| Reverse(table.changed));
        let mut seen = BTreeSet::new();
        let hosts = open.into_iter().map(|table| table.host).filter(|host| seen.insert(host.clone()));
        let mut hosts: Vec<_> =
            hosts.map(|person| Host { address: here.get(&person).cloned().unwrap_or_default(), person }).collect();
        if hosts.len() > MOST_HOSTS {
            let mut of_address = HashMap::new();
            hosts.sort_by_cached_key(|Host { person, address }| {
                count(&mut of_address, if address.is_empty() { person } else { address })
            });
            hosts.truncate(MOST_HOSTS);
        }
        Ok(hosts)
    }

    /// The hosts who are connected to other nodes.
    fn hosts_elsewhere(&self) -> Vec<Host> {
        let mut elsewhere = lock(&self.0.lobby.elsewhere);
        // In an outage of the bus no node can say anything, so what they said stays valid.
        if self.cluster().is_some_and(|cluster| cluster.is_connected()) {
            elsewhere.retain(|_, (said, _)| said.elapsed() < VALID_FOR);
        }
        elsewhere.values().flat_map(|(_, hosts)| hosts.clone()).collect()
    }
}

/// Chooses the tables to show: the latest, but only a few of one host. If there are too many, each address has the same
/// part of them.
fn choose(mut open: Vec<HostedTable>, address_of: &HashMap<String, String>) -> Vec<String> {
    open.sort_unstable_by(|one, other| (other.changed, &other.table).cmp(&(one.changed, &one.table)));
    let mut seen = BTreeSet::new();
    open.retain(|table| seen.insert(table.table.clone()));
    let mut of_host = HashMap::new();
    open.retain(|table| count(&mut of_host, &table.host) <= LOBBY_OF_HOST);
    if open.len() > LOBBY {
        let mut of_address = HashMap::new();
        open.sort_by_cached_key(|table| {
            let address = address_of.get(&table.host).filter(|address| !address.is_empty());
            count(&mut of_address, address.unwrap_or(&table.host))
        });
        open.truncate(LOBBY);
    }
    open.into_iter().map(|table| table.table).collect()
}

/// Counts one more under a key, and returns how many there are.
fn count(counts: &mut HashMap<String, u32>, key: &str) -> u32 {
    let count = counts.entry(key.to_owned()).or_insert(0);
    *count += 1;
    *count
}

/// The tables that are new or have changed, and the ids of those that are no longer shown.
fn difference(before: &[Summary], after: &[Summary]) -> (Vec<Summary>, Vec<String>) {
    let known: HashMap<&str, &Summary> = before.iter().map(|table| (table.table.as_str(), table)).collect();
    let still: BTreeSet<&str> = after.iter().map(|table| table.table.as_str()).collect();
    let changed = after.iter().filter(|table| known.get(table.table.as_str()) != Some(table)).cloned().collect();
    let gone = before.iter().filter(|table| !still.contains(table.table.as_str())).map(|table| table.table.clone()).collect();
    (changed, gone)
}

/// The messages of an update, each of a bounded length.
fn messages(tables: &[Summary], gone: Vec<String>) -> Vec<Utf8Bytes> {
    let page = |tables: &[Summary]| encode(&ServerMessage::Lobby { re: None, tables: tables.to_vec(), gone: Vec::new() });
    let mut messages: Vec<_> = tables.chunks(LOBBY_PAGE).map(page).collect();
    if !gone.is_empty() {
        messages.push(encode(&ServerMessage::Lobby { re: None, tables: Vec::new(), gone }));
    }
    messages
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(host: &str, changed: u64) -> HostedTable {
        HostedTable { host: host.to_owned(), changed, table: format!("{host} {changed}") }
    }

    #[test]
    fn the_latest_tables_are_chosen_but_few_of_one_host() {
        let tables = vec![open("anna", 1), open("bob", 9), open("anna", 4), open("anna", 2), open("anna", 3)];
        assert_eq!(choose(tables, &HashMap::new()), ["bob 9", "anna 4", "anna 3", "anna 2"]);
    }

    #[test]
    fn one_address_with_many_guests_does_not_fill_the_lobby() {
        let mut tables: Vec<_> = (0..1000).map(|number| open(&format!("guest {number}"), 1000 + number)).collect();
        let mut address_of: HashMap<_, _> = tables.iter().map(|table| (table.host.clone(), "a".to_owned())).collect();
        address_of.insert("anna".to_owned(), "b".to_owned());
        address_of.insert("bob".to_owned(), String::new());
        tables.extend([open("anna", 1), open("anna", 2), open("bob", 3)]);
        let chosen = choose(tables, &address_of);
        assert_eq!(chosen.len(), LOBBY);
        assert_eq!(chosen[..5], ["guest 999 1999", "bob 3", "anna 2", "guest 998 1998", "anna 1"]);
    }

    #[test]
    fn a_table_that_is_found_twice_counts_once() {
        let tables = vec![open("anna", 1), open("anna", 3), open("anna", 2), open("anna", 3), open("anna", 2)];
        assert_eq!(choose(tables, &HashMap::new()), ["anna 3", "anna 2", "anna 1"]);
    }
}
