//! A node among others: notes over the bus, heartbeats, and resync after lost notes.
//!
//! The store is the only source of truth. A node that appends events publishes a note, so that the other nodes need not
//! poll the store. Notes may be lost. So each node also compares its tables with the store now and then.
//!
//! There are two subjects, and every node subscribes to both: `tables` for notes about one table, and `house` for all
//! other notes. A message is the name of its node, and then one note per line. Many notes share a message, and a note
//! about a table that is not in memory is skipped without parsing its JSON.

use std::collections::HashMap;
use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use bytes::Bytes;
use serde::{Deserialize, Serialize};
use tablee_protocol::{ChatLine, Numbered, ServerMessage, Summary};
use tokio::sync::{Notify, watch};
use tokio::task::yield_now;
use tokio::time::sleep;

use crate::app_state::AppState;
use crate::bus::{Bus, BusError, Subscription};
use crate::hub::Hub;
use crate::limits::Usage;
use crate::secrets;
use crate::table::encode;

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

/// A note about one table.
///
/// The names in JSON are older than those of the variants. They stay, because nodes of two versions may share a bus.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "lowercase")]
pub enum TableNote {
    /// The node has stored these events.
    #[serde(rename = "happened")]
    Appended {
        /// The events, in the order of their numbers.
        events: Vec<Numbered>,
    },
    /// The node has stored this line of chat.
    Chat {
        /// The line, with its number.
        line: ChatLine,
    },
    /// The presence on the node.
    #[serde(rename = "here")]
    Presence {
        /// The ids of seated people.
        people: Vec<String>,
        /// The number of spectators.
        watchers: u32,
    },
    /// The other nodes should publish their presence.
    #[serde(rename = "who")]
    PresenceRequest,
    /// Stored events were rewritten: unload the table.
    #[serde(rename = "forget")]
    Unload,
}

/// A note that is not about one table, or also for nodes without the table in memory.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "lowercase")]
pub enum ClusterNote {
    /// The node is alive.
    #[serde(rename = "alive")]
    Heartbeat,
    /// A public table has changed.
    Lobby {
        /// Its new summary, for the lobby.
        table: Box<Summary>,
    },
    /// It is a person's turn.
    Turn {
        /// The id of the person.
        person: String,
        /// The id of the table.
        table: String,
        /// The id of the game.
        game: String,
        /// The version of the last ply.
        played: u32,
    },
    /// A person's name or keys have changed: forget what is cached, and disconnect them.
    #[serde(rename = "changed")]
    PersonChanged {
        /// The id of the person.
        person: String,
    },
    /// The usage of rate limits on the node since its last note.
    #[serde(rename = "spent")]
    Usage {
        /// The usage, by limit and client.
        spent: Vec<Usage>,
    },
}

/// This node of the cluster.
pub struct Cluster {
    node: String,
    bus: Arc<dyn Bus>,
    tables: Outbox,
    other: Outbox,
    /// There are notes to send.
    ready: Notify,
}

/// The notes to be sent under one subject, one per line.
struct Outbox {
    subject: &'static str,
    lines: Mutex<Vec<u8>>,
}

impl Outbox {
    fn new(subject: &'static str) -> Outbox {
        Outbox { subject, lines: Mutex::default() }
    }

    /// Adds a note, after the id of the table that it is about.
    fn put(&self, about: &str, note: &impl Serialize) {
        let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        // Writing to a vector cannot fail. Compact JSON contains no line breaks.
        let _ = write!(lines, "{about} ");
        serde_json::to_writer(&mut *lines, note).expect("notes can be written as JSON");
        lines.push(b'\n');
    }

    /// Takes all notes, as messages.
    fn take(&self, node: &str) -> Vec<Bytes> {
        let lines = std::mem::take(&mut *self.lines.lock().unwrap_or_else(PoisonError::into_inner));
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
}

impl Cluster {
    /// A new node.
    pub fn new(bus: Arc<dyn Bus>) -> Cluster {
        let (tables, other) = (Outbox::new("tables"), Outbox::new("house"));
        Cluster { node: secrets::random_id(), bus, tables, other, ready: Notify::new() }
    }

    /// Publishes a note about a table. It is sent soon, together with others.
    pub fn publish_table_note(&self, table: &str, note: &TableNote) {
        self.tables.put(table, note);
        self.ready.notify_one();
    }

    /// Publishes a note that is not about one table.
    pub fn publish_note(&self, note: &ClusterNote) {
        self.other.put("", note);
        self.ready.notify_one();
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
        for outbox in [&self.tables, &self.other] {
            outbox.take(&self.node).into_iter().for_each(|message| self.bus.publish(outbox.subject, message));
        }
    }

    /// Sends the last notes before the process ends, and waits until the bus has them.
    pub async fn flush(&self) {
        self.send_now();
        self.bus.flush().await;
    }

    /// Subscribes to notes about tables.
    ///
    /// # Errors
    /// If the bus does not answer.
    pub async fn subscribe_to_table_notes(&self) -> Result<Subscription, BusError> {
        self.bus.subscribe(self.tables.subject).await
    }

    /// Subscribes to all other notes.
    ///
    /// # Errors
    /// If the bus does not answer.
    pub async fn subscribe_to_notes(&self) -> Result<Subscription, BusError> {
        self.bus.subscribe(self.other.subject).await
    }

    /// Renews a subscription, as soon as the bus answers.
    async fn resubscribe(&self, outbox: &Outbox) -> Subscription {
        loop {
            sleep(RETRY_AFTER).await;
            match self.bus.subscribe(outbox.subject).await {
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

/// Reads a note. Unknown notes are ignored: a node of another version may have sent them, and nothing relies on notes.
pub fn read_note<'a, T: Deserialize<'a>>(note: &'a [u8]) -> Option<T> {
    serde_json::from_slice(note).ok()
}

/// Delivers notes to the tables in memory, for as long as the process runs.
pub async fn receive_table_notes(hub: Hub, mut messages: Subscription) {
    let Some(cluster) = hub.cluster() else { return };
    loop {
        while let Some(message) = messages.next().await {
            if let Some((node, notes)) = cluster.read(&message) {
                notes.for_each(|(table, note)| hub.deliver_note(table, node, note));
            }
        }
        messages = cluster.resubscribe(&cluster.tables).await;
    }
}

/// Runs the node of a server: receives notes, resyncs, and sends heartbeats. The subscription is made before, so that
/// no note is missed at the start.
pub async fn run(app: Arc<AppState>, messages: Subscription) {
    let Some(cluster) = app.hub.cluster() else { return };
    let seen = Mutex::default();
    tokio::join!(
        receive_notes(&app, cluster, messages, &seen),
        resync_loop(&app, cluster, &seen),
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
        messages = cluster.resubscribe(&cluster.other).await;
    }
}

fn apply_note(app: &AppState, note: ClusterNote) {
    match note {
        ClusterNote::Heartbeat => {}
        ClusterNote::Lobby { table } => app.hub.broadcast_lobby_locally(*table),
        // A table in memory sends its turn notices itself, once.
        ClusterNote::Turn { table, played, .. } if app.hub.forward_turn_to_table(&table, played) => {}
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
        let left: Vec<String> = {
            let mut seen = seen.lock().unwrap_or_else(PoisonError::into_inner);
            // Without the bus no heartbeats arrive, so nothing is known of the other nodes.
            if !*connected.borrow() {
                seen.values_mut().for_each(|last| *last = Instant::now());
            }
            let left = seen.iter().filter(|(_, last)| last.elapsed() > NODE_TIMEOUT).map(|(node, _)| node.clone()).collect();
            seen.retain(|_, last| last.elapsed() <= NODE_TIMEOUT);
            left
        };
        for node in &left {
            tracing::warn!(node, "another node has left the cluster");
            app.hub.on_node_left(node).await;
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
            (other.subscribe_to_table_notes().await.unwrap(), other.subscribe_to_notes().await.unwrap());
        for number in 0..20 {
            one.publish_table_note(
                &format!("table{number}"),
                &TableNote::Presence { people: vec!["a b\n".to_owned()], watchers: number },
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
                matches!(note, Some(TableNote::Presence { people, watchers }) if people == ["a b\n"] && watchers == number as u32)
            );
        }
        assert_eq!(notes(&other, &tables).len(), 20);
        let heartbeat = heartbeat.unwrap();
        let heartbeat = notes(&other, &heartbeat);
        assert!(matches!(read_note(heartbeat[0].1), Some(ClusterNote::Heartbeat)));
        assert_eq!((heartbeat.len(), heartbeat[0].0), (1, ""));
    }

    #[test]
    fn notes_are_written_as_they_always_were() {
        fn check<T: Serialize>(note: &T, written: &str) {
            assert_eq!(serde_json::to_string(note).unwrap(), written);
        }
        check(&TableNote::Appended { events: Vec::new() }, r#"{"is":"happened","events":[]}"#);
        check(&TableNote::Presence { people: Vec::new(), watchers: 2 }, r#"{"is":"here","people":[],"watchers":2}"#);
        check(&TableNote::PresenceRequest, r#"{"is":"who"}"#);
        check(&TableNote::Unload, r#"{"is":"forget"}"#);
        check(&ClusterNote::Heartbeat, r#"{"is":"alive"}"#);
        check(&ClusterNote::PersonChanged { person: "a".to_owned() }, r#"{"is":"changed","person":"a"}"#);
        let usage = Usage { what: "chat".to_owned(), who: "a".to_owned(), times: 3 };
        let written = r#"{"is":"spent","spent":[{"what":"chat","who":"a","times":3}]}"#;
        check(&ClusterNote::Usage { spent: vec![usage] }, written);
        let (person, table, game) = ("a".to_owned(), "t".to_owned(), "rumis".to_owned());
        let written = r#"{"is":"turn","person":"a","table":"t","game":"rumis","played":7}"#;
        check(&ClusterNote::Turn { person, table, game, played: 7 }, written);
    }

    #[test]
    fn no_message_is_too_long_and_no_note_is_lost() {
        let [one, other] = [(); 2].map(|()| Cluster::new(Arc::new(LocalBus::default())));
        let lengths = [10, MESSAGE_SIZE - 100, 10, 3 * MESSAGE_SIZE, MESSAGE_SIZE / 2, MESSAGE_SIZE / 3, MESSAGE_SIZE / 3, 1];
        for length in lengths {
            one.publish_table_note("t", &TableNote::Presence { people: vec!["x".repeat(length)], watchers: 0 });
        }
        let messages = one.tables.take(&one.node);
        assert!(messages.iter().all(|message| message.len() <= MESSAGE_SIZE || notes(&other, message).len() == 1));
        let read = messages.iter().flat_map(|message| notes(&other, message)).map(|(_, note)| match read_note(note) {
            Some(TableNote::Presence { people, .. }) => people[0].len(),
            _ => panic!("it is another note"),
        });
        assert_eq!(read.collect::<Vec<_>>(), lengths);
        assert!(one.tables.take(&one.node).is_empty());
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
