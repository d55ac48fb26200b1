//! A node among others: notes over the bus, heartbeats, and resync after lost notes.
//!
//! The store is the only source of truth. A node that appends events publishes a note, so that the other nodes need not
//! poll the store. Notes may be lost. So each node also compares its tables with the store now and then.
//!
//! Work grows with the nodes that care, not with all nodes. A table knows its peers: the other nodes that have it in
//! memory. Notes about its events and its presence go only to those, each under its own subject (`nodes.ID`). All
//! nodes subscribe to `tables`, where a node says which tables it has loaded, and to `house` for all other notes. The
//! subject `lobby` is for nodes where somebody looks at the lobby.
//!
//! | file | what is in it |
//! |---|---|
//! | `mod.rs` | sending and receiving notes, heartbeats, resync |
//! | `lobby.rs` | notes about the lobby, while somebody looks at it |
//! | `notes.rs` | the notes |
//!
//! A message is the name of its node, and then one note per line. Many notes share a message, and a note about a table
//! that is not in memory is skipped without parsing its JSON.

mod lobby;
mod notes;

use std::collections::HashMap;
use std::io::Write;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use bytes::Bytes;
use serde::Serialize;
use tablee_protocol::ServerMessage;
use tokio::sync::{Notify, watch};
use tokio::task::yield_now;
use tokio::time::sleep;

use crate::app_state::AppState;
use crate::bus::{Bus, BusError, Subscription};
use crate::hub::Hub;
use crate::secrets;
use crate::table::encode;
use notes::read_note;
pub use notes::{ClusterNote, Host, TableNote};

/// How often a node sends a heartbeat, and after how long without one it has left the cluster.
pub const HEARTBEAT: Duration = Duration::from_secs(1);
const NODE_TIMEOUT: Duration = Duration::from_secs(4);

/// How often a node compares its tables with the store. More often in an outage of the bus, when no notes arrive.
const RESYNC_EVERY: Duration = Duration::from_secs(2);
const RESYNC_EVERY_WITHOUT_BUS: Duration = Duration::from_millis(300);

/// How often a node scans for tables that need attention and are loaded on no node.
const SCAN_EVERY: Duration = Duration::from_secs(60);

/// How long to wait before a lost subscription is renewed.
const RETRY_AFTER: Duration = Duration::from_secs(1);

/// How many entries of rate limit usage go into one note: NATS limits the length of messages.
const MAX_USAGE_ENTRIES: usize = 1000;

/// How many bytes go into one message, unless a single note is longer. Enough for dozens of notes, and little enough
/// that messages queued for a slow subscriber do not fill the memory.
const MESSAGE_SIZE: usize = 16 * 1024;

/// This node of the cluster.
pub struct Cluster {
    node: String,
    bus: Arc<dyn Bus>,
    /// The notes to be sent, one per line, by subject.
    outboxes: Mutex<HashMap<String, Vec<u8>>>,
    /// There are notes to send.
    ready: Notify,
    /// When the last heartbeat of each other node arrived.
    seen: Seen,
}

/// The subject for which tables a node has loaded or unloaded.
const TABLES: &str = "tables";

/// The subject for all notes that are not about one table. Its name is older than that of the constant. It stays,
/// because nodes of two versions may share a bus.
const CLUSTER: &str = "house";

/// The subject for changes of the lobby.
const LOBBY: &str = "lobby";

/// Splits the notes of one subject into messages.
fn messages(node: &str, lines: &[u8]) -> Vec<Bytes> {
    let head = format!("{node}\n");
    let (mut messages, mut message) = (Vec::new(), Vec::new());
    for line in lines.split_inclusive(|byte| *byte == b'\n') {
        if !message.is_empty() && message.len() + line.len() > MESSAGE_SIZE {
            messages.push(std::mem::take(&mut message).into());
        }
        if message.is_empty() {
            message.extend_from_slice(head.as_bytes());
        }
        message.extend_from_slice(line);
    }
    if !message.is_empty() {
        messages.push(message.into());
    }
    messages
}

impl Cluster {
    /// A node with a random name, so that no two have the same.
    pub fn new(bus: Arc<dyn Bus>) -> Cluster {
        Cluster { node: secrets::random_id(), bus, outboxes: Mutex::default(), ready: Notify::new(), seen: Mutex::default() }
    }

    /// The id of this node.
    pub fn node(&self) -> &str {
        &self.node
    }

    /// Whether another node that has not left was not heard of for so long.
    pub fn some_node_is_silent_for(&self, time: Duration) -> bool {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner).values().any(|last| last.elapsed() >= time)
    }

    fn outboxes(&self) -> MutexGuard<'_, HashMap<String, Vec<u8>>> {
        self.outboxes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Queues a note under some subjects, after the id of the table that it is about. It is sent soon, together with
    /// others.
    fn put(&self, subjects: impl IntoIterator<Item = String>, about: &str, note: &impl Serialize) {
        // Writing to a vector cannot fail. Compact JSON contains no line breaks.
        let mut line = Vec::with_capacity(256);
        let _ = write!(line, "{about} ");
        serde_json::to_writer(&mut line, note).expect("notes can be written as JSON");
        line.push(b'\n');
        let mut outboxes = self.outboxes();
        for subject in subjects {
            outboxes.entry(subject).or_default().extend_from_slice(&line);
        }
        drop(outboxes);
        self.ready.notify_one();
    }

    /// Publishes a note about a table to all nodes.
    pub fn publish_table_note(&self, table: &str, note: &TableNote) {
        self.put([TABLES.to_owned()], table, note);
    }

    /// Sends a note about a table to some nodes.
    pub fn send_table_note<N: AsRef<str>>(&self, nodes: impl IntoIterator<Item = N>, table: &str, note: &TableNote) {
        self.put(nodes.into_iter().map(|node| node_subject(node.as_ref())), table, note);
    }

    /// Publishes a note that is not about one table.
    pub fn publish_note(&self, note: &ClusterNote) {
        let subject = if matches!(note, ClusterNote::Lobby | ClusterNote::Hosts { .. }) { LOBBY } else { CLUSTER };
        self.put([subject.to_owned()], "", note);
    }

    /// Whether the bus is connected, and each change of it.
    pub fn connected(&self) -> watch::Receiver<bool> {
        self.bus.connected()
    }

    /// Whether the bus is connected.
    pub fn is_connected(&self) -> bool {
        *self.bus.connected().borrow()
    }

    /// Sends notes, for as long as the process runs.
    pub async fn send_loop(&self) {
        loop {
            self.ready.notified().await;
            // Let other tasks run first: tables that shared a commit then share a message.
            yield_now().await;
            self.send_now();
        }
    }

    fn send_now(&self) {
        let outboxes = std::mem::take(&mut *self.outboxes());
        for (subject, lines) in outboxes {
            messages(&self.node, &lines).into_iter().for_each(|message| self.bus.publish(&subject, message));
        }
    }

    /// Sends the last notes before the process ends, and waits until the bus has them.
    pub async fn flush(&self) {
        self.send_now();
        self.bus.flush().await;
    }

    /// The subjects of notes about tables: those for all nodes, and those for this one.
    pub fn table_subjects(&self) -> [String; 2] {
        [TABLES.to_owned(), node_subject(&self.node)]
    }

    /// Subscribes to a subject.
    ///
    /// # Errors
    /// If the bus does not answer.
    pub async fn subscribe(&self, subject: &str) -> Result<Subscription, BusError> {
        self.bus.subscribe(subject).await
    }

    /// Subscribes to the notes that are not about tables.
    ///
    /// # Errors
    /// If the bus does not answer.
    pub async fn subscribe_to_notes(&self) -> Result<Subscription, BusError> {
        self.bus.subscribe(CLUSTER).await
    }

    /// Renews a subscription, as soon as the bus answers.
    async fn resubscribe(&self, subject: &str) -> Subscription {
        loop {
            sleep(RETRY_AFTER).await;
            match self.bus.subscribe(subject).await {
                Ok(messages) => return messages,
                Err(error) => tracing::warn!(?error, "cannot subscribe to the notes of other nodes; retrying"),
            }
        }
    }

    /// The node of a message, and its notes, each with the id of its table. `None` for messages of this node itself.
    fn read<'a>(&self, message: &'a [u8]) -> Option<(&'a str, impl Iterator<Item = (&'a str, &'a [u8])>)> {
        let mut lines = message.split(|byte| *byte == b'\n');
        let node = std::str::from_utf8(lines.next()?).ok().filter(|node| *node != self.node)?;
        let notes = lines.filter_map(|line| {
            let end = line.iter().position(|byte| *byte == b' ')?;
            Some((std::str::from_utf8(&line[..end]).ok()?, &line[end + 1..]))
        });
        Some((node, notes))
    }
}

/// The subject for notes to one node.
fn node_subject(node: &str) -> String {
    format!("nodes.{node}")
}

/// Delivers notes under one subject to the tables in memory, for as long as the process runs.
pub async fn receive_table_notes(hub: Hub, subject: String, mut messages: Subscription) {
    let Some(cluster) = hub.cluster() else { return };
    loop {
        while let Some(message) = messages.next().await {
            if let Some((node, notes)) = cluster.read(&message) {
                notes.for_each(|(table, note)| hub.registry().deliver_note(table, node, note));
            }
        }
        messages = cluster.resubscribe(&subject).await;
    }
}

/// Runs the node of a server: receives notes, resyncs, and sends heartbeats. The subscription is made before, so that
/// no note is missed at the start.
pub async fn run(app: Arc<AppState>, messages: Subscription) {
    let Some(cluster) = app.hub.cluster() else { return };
    let seen = &cluster.seen;
    tokio::join!(
        receive_notes(&app, cluster, messages, seen),
        lobby::receive(&app, cluster),
        resync_loop(&app, cluster, seen),
        send_heartbeats(&app, cluster)
    );
}

/// When the last heartbeat of each other node arrived.
type Seen = Mutex<HashMap<String, Instant>>;

async fn receive_notes(app: &AppState, cluster: &Cluster, mut messages: Subscription, seen: &Seen) {
    loop {
        while let Some(message) = messages.next().await {
            let Some((node, notes)) = cluster.read(&message) else { continue };
            for note in notes.filter_map(|(_, note)| read_note(note)) {
                match note {
                    // Only servers send heartbeats. Workers have no connections, so it does not matter when they leave.
                    ClusterNote::Heartbeat => {
                        let known = seen.lock().unwrap_or_else(PoisonError::into_inner).insert(node.to_owned(), Instant::now());
                        if known.is_none() {
                            // A node that was only late has been dropped with its presence, which is now needed again.
                            let hub = app.hub.clone();
                            tokio::spawn(async move { hub.on_node_joined().await });
                        }
                    }
                    note => apply_note(app, note),
                }
            }
        }
        messages = cluster.resubscribe(CLUSTER).await;
    }
}

fn apply_note(app: &AppState, note: ClusterNote) {
    match note {
        ClusterNote::Heartbeat | ClusterNote::Hosts { .. } => {}
        ClusterNote::Lobby => app.hub.on_lobby_change_elsewhere(),
        ClusterNote::LobbyWatched => app.hub.on_lobby_watched_elsewhere(),
        // A table in memory sends its turn notices itself, once.
        ClusterNote::Turn { table, played, .. } if app.hub.registry().forward_turn(&table, played) => {}
        ClusterNote::Turn { person, table, game, .. } => {
            app.hub.send_to_person(
                &person,
                |_| false,
                || encode(&ServerMessage::Turn { table: table.clone(), game: game.clone() }),
            );
        }
        ClusterNote::PersonChanged { person } => {
            app.people.invalidate(&person);
            app.hub.disconnect_locally(&person);
        }
        ClusterNote::Usage { spent } => app.limits.add_remote_usage(&spent),
    }
}

/// Sends heartbeats, and the usage of rate limits.
async fn send_heartbeats(app: &AppState, cluster: &Cluster) {
    loop {
        cluster.publish_note(&ClusterNote::Heartbeat);
        for _ in 0..4 {
            sleep(HEARTBEAT / 4).await;
            for usage in app.limits.take_local_usage().chunks(MAX_USAGE_ENTRIES) {
                cluster.publish_note(&ClusterNote::Usage { spent: usage.to_vec() });
            }
        }
    }
}

/// Resyncs with the store, detects nodes that have left, and scans for unattended tables.
async fn resync_loop(app: &AppState, cluster: &Cluster, seen: &Seen) {
    let mut connected = cluster.connected();
    let mut scanned = Instant::now();
    loop {
        let pause = if *connected.borrow() { RESYNC_EVERY } else { RESYNC_EVERY_WITHOUT_BUS };
        // A short disconnect counts as a change too, because notes may have been lost.
        let changed = tokio::select! {
            () = sleep(pause) => false,
            Ok(()) = connected.changed() => true,
        };
        app.hub.resync_with_store().await;
        if changed && *connected.borrow_and_update() {
            app.people.invalidate_all();
            app.hub.on_bus_reconnect().await;
        }
        let left: Vec<(String, Duration)> = {
            let mut seen = seen.lock().unwrap_or_else(PoisonError::into_inner);
            // Without the bus no heartbeats arrive, so nothing is known of the other nodes.
            if !*connected.borrow() {
                seen.values_mut().for_each(|last| *last = Instant::now());
            }
            let silent = seen.iter().filter(|(_, last)| last.elapsed() > NODE_TIMEOUT);
            let left = silent.map(|(node, last)| (node.clone(), last.elapsed())).collect();
            seen.retain(|_, last| last.elapsed() <= NODE_TIMEOUT);
            left
        };
        for (node, silent) in &left {
            tracing::warn!(node, "another node has left the cluster");
            app.hub.on_node_left(node, *silent).await;
        }
        // The tables of a node that has left need another one: clocks run, and bots are to move. The scan has a task of
        // its own, since it takes a while with many tables.
        if !left.is_empty() || scanned.elapsed() > SCAN_EVERY {
            scanned = Instant::now();
            let (hub, all) = (app.hub.clone(), !left.is_empty());
            tokio::spawn(async move { hub.wake_unattended_tables(all).await });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bus::local::LocalBus;

    /// The notes of a message, as another node reads them.
    fn notes<'a>(reader: &Cluster, message: &'a Bytes) -> Vec<(&'a str, &'a [u8])> {
        let (_, notes) = reader.read(message).expect("it is from another node");
        notes.collect()
    }

    #[tokio::test]
    async fn notes_share_a_message_and_a_node_ignores_its_own() {
        let bus = LocalBus::default();
        let [one, other] = [(); 2].map(|()| Cluster::new(Arc::new(bus.clone())));
        let (mut table_notes, mut other_notes) =
            (other.subscribe(TABLES).await.unwrap(), other.subscribe_to_notes().await.unwrap());
        for number in 0..20 {
            one.publish_table_note(
                &format!("table{number}"),
                &TableNote::Presence { people: vec!["a b\n".to_owned()], watchers: number, version: 1, spectators: Vec::new() },
            );
        }
        one.publish_note(&ClusterNote::Heartbeat);
        let sending = tokio::time::timeout(Duration::from_millis(50), one.send_loop());
        let (_, tables, heartbeat) = tokio::join!(sending, table_notes.next(), other_notes.next());

        let tables = tables.unwrap();
        assert!(one.read(&tables).is_none());
        assert_eq!(other.read(&tables).unwrap().0, one.node);
        for (number, (about, note)) in notes(&other, &tables).into_iter().enumerate() {
            assert_eq!(about, format!("table{number}"));
            let note = read_note(note);
            assert!(
                matches!(note, Some(TableNote::Presence { people, watchers, .. }) if people == ["a b\n"] && watchers == number as u32)
            );
        }
        assert_eq!(notes(&other, &tables).len(), 20);
        let heartbeat = heartbeat.unwrap();
        let heartbeat = notes(&other, &heartbeat);
        assert!(matches!(read_note(heartbeat[0].1), Some(ClusterNote::Heartbeat)));
        assert_eq!((heartbeat.len(), heartbeat[0].0), (1, ""));
    }

    #[test]
    fn no_message_is_too_long_and_no_note_is_lost() {
        let [one, other] = [(); 2].map(|()| Cluster::new(Arc::new(LocalBus::default())));
        let lengths = [10, MESSAGE_SIZE - 100, 10, 3 * MESSAGE_SIZE, MESSAGE_SIZE / 2, MESSAGE_SIZE / 3, MESSAGE_SIZE / 3, 1];
        for length in lengths {
            let people = vec!["x".repeat(length)];
            one.publish_table_note("t", &TableNote::Presence { people, watchers: 0, version: 1, spectators: Vec::new() });
        }
        let lines = one.outboxes().remove(TABLES).unwrap();
        let messages = messages(&one.node, &lines);
        assert!(messages.iter().all(|message| message.len() <= MESSAGE_SIZE || notes(&other, message).len() == 1));
        let read = messages.iter().flat_map(|message| notes(&other, message)).map(|(_, note)| match read_note(note) {
            Some(TableNote::Presence { people, .. }) => people[0].len(),
            _ => panic!("it is another note"),
        });
        assert_eq!(read.collect::<Vec<_>>(), lengths);
    }

    #[tokio::test]
    async fn a_note_to_some_nodes_reaches_no_other() {
        let bus = LocalBus::default();
        let [one, two, three] = [(); 3].map(|()| Cluster::new(Arc::new(bus.clone())));
        let [_, inbox_of_two] = two.table_subjects();
        let [_, inbox_of_three] = three.table_subjects();
        let mut to_two = two.subscribe(&inbox_of_two).await.unwrap();
        let mut to_three = three.subscribe(&inbox_of_three).await.unwrap();
        one.send_table_note([&two.node], "t", &TableNote::Unload);
        one.send_table_note([&two.node, &three.node], "u", &TableNote::Unload);
        one.send_now();
        let about = |reader: &Cluster, message: &Bytes| -> Vec<String> {
            notes(reader, message).into_iter().map(|(about, _)| about.to_owned()).collect()
        };
        assert_eq!(about(&two, &to_two.next().await.unwrap()), ["t", "u"]);
        assert_eq!(about(&three, &to_three.next().await.unwrap()), ["u"]);
    }

    proptest::proptest! {
        #[test]
        fn arbitrary_bytes_on_the_bus_do_no_harm(bytes in proptest::collection::vec(proptest::prelude::any::<u8>(), 0..200)) {
            let cluster = Cluster::new(Arc::new(LocalBus::default()));
            if let Some((_, notes)) = cluster.read(&bytes) {
                for (_, note) in notes {
                    let _ = (read_note::<TableNote>(note), read_note::<ClusterNote>(note));
                }
            }
        }
    }
}
