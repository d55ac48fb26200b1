//! Several servers that are one house: what the nodes tell each other, and how each notices what it missed.
//!
//! What happened is in the store, and only there. A node that appends tells the others over the bus, so that they need not ask; and each
//! compares its tables with the store now and then, so that nothing rests on a message.
//!
//! There are two subjects, and every node listens to both: what is about one table (`tables`), and what is about everything else
//! (`house`). A message is the name of the node that tells and then its notes, a line each: one message may tell of dozens of moves,
//! and to see that a note is about a table that nobody here has in mind costs next to nothing.

use std::collections::HashMap;
use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use bytes::Bytes;
use serde::{Deserialize, Serialize};
use tablee_protocol::{Numbered, Summary, Tell};
use tokio::sync::{Notify, watch};
use tokio::task::yield_now;
use tokio::time::sleep;

use crate::app_state::AppState;
use crate::bus::{Bus, BusError, Subscription};
use crate::hub::Hub;
use crate::limits::Usage;
use crate::secrets;
use crate::table::encode;

/// How often a node says that it is there, and after how long a silence it is thought to be gone.
pub const HEARTBEAT: Duration = Duration::from_secs(1);
const NODE_TIMEOUT: Duration = Duration::from_secs(4);

/// How often a node compares its tables with the store: seldom while the bus tells it everything, often while that is away.
const RESYNC_EVERY: Duration = Duration::from_secs(2);
const RESYNC_EVERY_WITHOUT_BUS: Duration = Duration::from_millis(300);

/// How often a node looks for games that nobody may be looking after.
const SCAN_EVERY: Duration = Duration::from_secs(60);

/// How long it waits before it tries to listen again.
const RETRY_AFTER: Duration = Duration::from_secs(1);

/// How much of what was asked for goes into one note, which may not be too long for NATS.
const MAX_USAGE_ENTRIES: usize = 1000;

/// How many bytes go into one message, unless a single note is longer: dozens of notes, and not so much that messages which wait for
/// somebody slow would fill the memory.
const MESSAGE_SIZE: usize = 16 * 1024;

/// What nodes tell each other about a table.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "lowercase")]
pub enum TableNote {
    /// This was stored.
    #[serde(rename = "happened")]
    Appended {
        /// The events, one after the other.
        events: Vec<Numbered>,
    },
    /// Who is there on the node that says so.
    #[serde(rename = "here")]
    Presence {
        /// The ids of those who sit.
        people: Vec<String>,
        /// How many watch.
        watchers: u32,
    },
    /// Who is there?
    #[serde(rename = "who")]
    PresenceRequest,
    /// What was stored has changed: let go of the table.
    #[serde(rename = "forget")]
    Unload,
}

/// What nodes tell each other about everything else.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "lowercase")]
pub enum ClusterNote {
    /// The node is there.
    #[serde(rename = "alive")]
    Heartbeat,
    /// A table changed, as the lobby shows it.
    Lobby {
        /// The table in short.
        table: Box<Summary>,
    },
    /// It is somebody's turn.
    Turn {
        /// Who.
        person: String,
        /// Where.
        table: String,
        /// The game's id.
        game: String,
        /// After this version.
        played: u32,
    },
    /// Somebody's name or keys are no longer what they were.
    #[serde(rename = "changed")]
    PersonChanged {
        /// Who.
        person: String,
    },
    /// What was asked for there lately, for the limits.
    #[serde(rename = "spent")]
    Usage {
        /// How much of what, by whom.
        spent: Vec<Usage>,
    },
}

/// A node among others.
pub struct Cluster {
    node: String,
    bus: Arc<dyn Bus>,
    tables: Outbox,
    other: Outbox,
    /// Something is to be told.
    ready: Notify,
}

/// Notes that are to be told under one subject, a line each.
struct Outbox {
    subject: &'static str,
    lines: Mutex<Vec<u8>>,
}

impl Outbox {
    fn new(subject: &'static str) -> Outbox {
        Outbox { subject, lines: Mutex::default() }
    }

    /// Puts in a note, after what it is about.
    fn put(&self, about: &str, note: &impl Serialize) {
        let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        // Writing to a vector cannot fail. There is no end of a line in JSON that is on one.
        let _ = write!(lines, "{about} ");
        serde_json::to_writer(&mut *lines, note).expect("notes have a form in JSON");
        lines.push(b'\n');
    }

    /// Takes out everything, as messages.
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

    /// Tells the other nodes something about a table.
    pub fn publish_table_note(&self, table: &str, note: &TableNote) {
        self.tables.put(table, note);
        self.ready.notify_one();
    }

    /// Tells the other nodes something about the house.
    pub fn publish_note(&self, note: &ClusterNote) {
        self.other.put("", note);
        self.ready.notify_one();
    }

    /// Whether the others can be heard, and each change of it.
    pub fn connected(&self) -> watch::Receiver<bool> {
        self.bus.connected()
    }

    /// Whether the others can be told.
    pub fn is_connected(&self) -> bool {
        *self.bus.connected().borrow()
    }

    /// Sends what is to be told, for as long as the program runs.
    pub async fn send_loop(&self) {
        loop {
            self.ready.notified().await;
            // Whoever else has something to tell comes first: what was stored together is told together.
            yield_now().await;
            self.send_now();
        }
    }

    fn send_now(&self) {
        for outbox in [&self.tables, &self.other] {
            outbox.take(&self.node).into_iter().for_each(|message| self.bus.publish(outbox.subject, message));
        }
    }

    /// Sends what is still to be told, at the end of the program, and waits until it is on its way.
    pub async fn flush(&self) {
        self.send_now();
        self.bus.flush().await;
    }

    /// All messages about tables from now on.
    ///
    /// # Errors
    /// If the bus is away.
    pub async fn subscribe_to_table_notes(&self) -> Result<Subscription, BusError> {
        self.bus.subscribe(self.tables.subject).await
    }

    /// All messages about everything else from now on.
    ///
    /// # Errors
    /// If the bus is away.
    pub async fn subscribe_to_notes(&self) -> Result<Subscription, BusError> {
        self.bus.subscribe(self.other.subject).await
    }

    /// Listens again, as soon as that is possible.
    async fn resubscribe(&self, outbox: &Outbox) -> Subscription {
        loop {
            sleep(RETRY_AFTER).await;
            match self.bus.subscribe(outbox.subject).await {
                Ok(messages) => return messages,
                Err(error) => tracing::warn!(?error, "the other servers cannot be heard"),
            }
        }
    }

    /// The notes of another node, each with what it is about, and that node's name. What this node said itself is nothing.
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

/// What a note says. Nothing, if it cannot be read: another version of the program may have encode it, and what matters is in the store.
pub fn read_note<'a, T: Deserialize<'a>>(note: &'a [u8]) -> Option<T> {
    serde_json::from_slice(note).ok()
}

/// Lets the tables in memory hear what is about them, for as long as the program runs.
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

/// Takes part in the house for as long as the program runs. It listens already, so nothing is missed from the beginning.
pub async fn run(app: Arc<AppState>, messages: Subscription) {
    let Some(cluster) = app.hub.cluster() else { return };
    let seen = Mutex::default();
    tokio::join!(
        receive_notes(&app, cluster, messages, &seen),
        resync_loop(&app, cluster, &seen),
        send_heartbeats(&app, cluster)
    );
}

/// When each of the other nodes was last heard of.
type Seen = Mutex<HashMap<String, Instant>>;

async fn receive_notes(app: &AppState, cluster: &Cluster, mut messages: Subscription, seen: &Seen) {
    loop {
        while let Some(message) = messages.next().await {
            let Some((node, notes)) = cluster.read(&message) else { continue };
            for note in notes.filter_map(|(_, note)| read_note(note)) {
                match note {
                    // Only servers say this; workers tell things too, and nobody misses them.
                    ClusterNote::Heartbeat => {
                        let known = seen.lock().unwrap_or_else(PoisonError::into_inner).insert(node.to_owned(), Instant::now());
                        if known.is_none() {
                            // It may have been thought to be gone, and those who are there with it too.
                            let tables = app.hub.clone();
                            tokio::spawn(async move { tables.on_node_joined().await });
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
        // Where the table is in memory it tells its people itself, once.
        ClusterNote::Turn { table, played, .. } if app.hub.forward_turn_to_table(&table, played) => {}
        ClusterNote::Turn { person, table, game, .. } => {
            app.hub.send_to_person(&person, |_| false, || encode(&Tell::Turn { table: table.clone(), game: game.clone() }));
        }
        ClusterNote::PersonChanged { person } => {
            app.people.invalidate(&person);
            app.hub.disconnect_here(&person);
        }
        ClusterNote::Usage { spent } => app.limits.add_remote_usage(&spent),
    }
}

/// Says that this node is there, and what was asked for here.
async fn send_heartbeats(app: &AppState, cluster: &Cluster) {
    loop {
        cluster.publish_note(&ClusterNote::Heartbeat);
        for _ in 0..4 {
            sleep(HEARTBEAT / 4).await;
            for spent in app.limits.take_local_usage().chunks(MAX_USAGE_ENTRIES) {
                cluster.publish_note(&ClusterNote::Usage { spent: spent.to_vec() });
            }
        }
    }
}

/// Notices what was missed: events, nodes that are gone, games that nobody looks after.
async fn resync_loop(app: &AppState, cluster: &Cluster, seen: &Seen) {
    let mut connected = cluster.connected();
    let mut swept = Instant::now();
    loop {
        let pause = if *connected.borrow() { RESYNC_EVERY } else { RESYNC_EVERY_WITHOUT_BUS };
        // Also if it went and came while something else was done.
        let changed = tokio::select! {
            () = sleep(pause) => false,
            Ok(()) = connected.changed() => true,
        };
        app.hub.resync_with_store().await;
        if changed && *connected.borrow_and_update() {
            app.people.invalidate_all();
            app.hub.on_bus_reconnect().await;
        }
        let gone: Vec<String> = {
            let mut seen = seen.lock().unwrap_or_else(PoisonError::into_inner);
            // While the bus is away nobody is heard of, which says nothing.
            if !*connected.borrow() {
                seen.values_mut().for_each(|last| *last = Instant::now());
            }
            let gone = seen.iter().filter(|(_, last)| last.elapsed() > NODE_TIMEOUT).map(|(node, _)| node.clone()).collect();
            seen.retain(|_, last| last.elapsed() <= NODE_TIMEOUT);
            gone
        };
        for node in &gone {
            tracing::warn!(node, "another server is gone");
            app.hub.on_node_left(node).await;
        }
        // What the other looked after is now for those who are left: clocks that run, and bots on turn. Beside this, since it takes a
        // while if there are many.
        if !gone.is_empty() || swept.elapsed() > SCAN_EVERY {
            swept = Instant::now();
            let (tables, all) = (app.hub.clone(), !gone.is_empty());
            tokio::spawn(async move { tables.wake_unattended_tables(all).await });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bus::local::LocalBus;

    /// All that is in a message, as another node reads it.
    fn notes<'a>(reader: &Cluster, message: &'a Bytes) -> Vec<(&'a str, &'a [u8])> {
        let (_, notes) = reader.read(message).expect("somebody else told it");
        notes.collect()
    }

    #[tokio::test]
    async fn what_is_told_together_is_one_message_and_not_heard_by_oneself() {
        let bus = LocalBus::default();
        let [one, other] = [(); 2].map(|()| Cluster::new(Arc::new(bus.clone())));
        let (mut of_tables, mut of_house) =
            (other.subscribe_to_table_notes().await.unwrap(), other.subscribe_to_notes().await.unwrap());
        for number in 0..20 {
            one.publish_table_note(
                &format!("table{number}"),
                &TableNote::Presence { people: vec!["a b\n".to_owned()], watchers: number },
            );
        }
        one.publish_note(&ClusterNote::Heartbeat);
        let telling = tokio::time::timeout(Duration::from_millis(50), one.send_loop());
        let (_, tables, app) = tokio::join!(telling, of_tables.next(), of_house.next());

        let tables = tables.unwrap();
        assert!(one.read(&tables).is_none());
        assert_eq!(other.read(&tables).unwrap().0, one.node);
        for (number, (about, note)) in notes(&other, &tables).into_iter().enumerate() {
            assert_eq!(about, format!("table{number}"));
            let told = read_note(note);
            assert!(
                matches!(told, Some(TableNote::Presence { people, watchers }) if people == ["a b\n"] && watchers == number as u32)
            );
        }
        assert_eq!(notes(&other, &tables).len(), 20);
        let app = app.unwrap();
        let app = notes(&other, &app);
        assert!(matches!(read_note(app[0].1), Some(ClusterNote::Heartbeat)));
        assert_eq!((app.len(), app[0].0), (1, ""));
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
        let heard = messages.iter().flat_map(|message| notes(&other, message)).map(|(_, note)| match read_note(note) {
            Some(TableNote::Presence { people, .. }) => people[0].len(),
            _ => panic!("it was about who is there"),
        });
        assert_eq!(heard.collect::<Vec<_>>(), lengths);
        assert!(one.tables.take(&one.node).is_empty());
    }

    proptest::proptest! {
        #[test]
        fn whatever_comes_over_the_bus_is_read_or_left_alone(bytes in proptest::collection::vec(proptest::prelude::any::<u8>(), 0..200)) {
            let cluster = Cluster::new(Arc::new(LocalBus::default()));
            if let Some((_, notes)) = cluster.read(&bytes) {
                for (_, note) in notes {
                    let _ = (read_note::<TableNote>(note), read_note::<ClusterNote>(note));
                }
            }
        }
    }
}
