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

use crate::bus::{Bus, BusError, Listener};
use crate::house::House;
use crate::hub::Hub;
use crate::limits::Spent;
use crate::secret;
use crate::table::written;

/// How often a node says that it is there, and after how long a silence it is thought to be gone.
pub const HEARTBEAT: Duration = Duration::from_secs(1);
const GONE_AFTER: Duration = Duration::from_secs(4);

/// How often a node compares its tables with the store: seldom while the bus tells it everything, often while that is away.
const LOOK: Duration = Duration::from_secs(2);
const LOOK_WITHOUT_BUS: Duration = Duration::from_millis(300);

/// How often a node looks for games that nobody may be looking after.
const SWEEP: Duration = Duration::from_secs(60);

/// How long it waits before it tries to listen again.
const PAUSE: Duration = Duration::from_secs(1);

/// How much of what was asked for goes into one note, which may not be too long for NATS.
const AT_ONCE: usize = 1000;

/// How many bytes go into one message, unless a single note is longer: dozens of notes, and not so much that messages which wait for
/// somebody slow would fill the memory.
const MESSAGE: usize = 16 * 1024;

/// What nodes tell each other about a table.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "lowercase")]
pub enum TableNote {
    /// This was stored.
    Happened {
        /// The events, one after the other.
        events: Vec<Numbered>,
    },
    /// Who is there on the node that says so.
    Here {
        /// The ids of those who sit.
        people: Vec<String>,
        /// How many watch.
        watchers: u32,
    },
    /// Who is there?
    Who,
    /// What was stored has changed: let go of the table.
    Forget,
}

/// What nodes tell each other about everything else.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "lowercase")]
pub enum HouseNote {
    /// The node is there.
    Alive,
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
    Changed {
        /// Who.
        person: String,
    },
    /// What was asked for there lately, for the limits.
    Spent {
        /// How much of what, by whom.
        spent: Vec<Spent>,
    },
}

/// A node among others.
pub struct Cluster {
    node: String,
    bus: Arc<dyn Bus>,
    tables: Outbox,
    house: Outbox,
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
            if !message.is_empty() && message.len() + line.len() > MESSAGE {
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
        let (tables, house) = (Outbox::new("tables"), Outbox::new("house"));
        Cluster { node: secret::id(), bus, tables, house, ready: Notify::new() }
    }

    /// Tells the other nodes something about a table.
    pub fn tell_table(&self, table: &str, note: &TableNote) {
        self.tables.put(table, note);
        self.ready.notify_one();
    }

    /// Tells the other nodes something about the house.
    pub fn tell_house(&self, note: &HouseNote) {
        self.house.put("", note);
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
    pub async fn send_out(&self) {
        loop {
            self.ready.notified().await;
            // Whoever else has something to tell comes first: what was stored together is told together.
            yield_now().await;
            self.send_now();
        }
    }

    fn send_now(&self) {
        for outbox in [&self.tables, &self.house] {
            outbox.take(&self.node).into_iter().for_each(|message| self.bus.tell(outbox.subject, message));
        }
    }

    /// Sends what is still to be told, at the end of the program, and waits until it is on its way.
    pub async fn send_the_last(&self) {
        self.send_now();
        self.bus.sent().await;
    }

    /// All messages about tables from now on.
    ///
    /// # Errors
    /// If the bus is away.
    pub async fn listen_to_tables(&self) -> Result<Listener, BusError> {
        self.bus.listen(self.tables.subject).await
    }

    /// All messages about everything else from now on.
    ///
    /// # Errors
    /// If the bus is away.
    pub async fn listen_to_house(&self) -> Result<Listener, BusError> {
        self.bus.listen(self.house.subject).await
    }

    /// Listens again, as soon as that is possible.
    async fn listen_again(&self, outbox: &Outbox) -> Listener {
        loop {
            sleep(PAUSE).await;
            match self.bus.listen(outbox.subject).await {
                Ok(ears) => return ears,
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

/// What a note says. Nothing, if it cannot be read: another version of the program may have written it, and what matters is in the store.
pub fn read_note<'a, T: Deserialize<'a>>(note: &'a [u8]) -> Option<T> {
    serde_json::from_slice(note).ok()
}

/// Lets the tables in memory hear what is about them, for as long as the program runs.
pub async fn hear_of_tables(hub: Hub, mut ears: Listener) {
    let Some(cluster) = hub.cluster() else { return };
    loop {
        while let Some(message) = ears.next().await {
            if let Some((node, notes)) = cluster.read(&message) {
                notes.for_each(|(table, note)| hub.tell_if_in_memory(table, node, note));
            }
        }
        ears = cluster.listen_again(&cluster.tables).await;
    }
}

/// Takes part in the house for as long as the program runs. It listens already, so nothing is missed from the beginning.
pub async fn take_part(house: Arc<House>, ears: Listener) {
    let Some(cluster) = house.tables.cluster() else { return };
    let seen = Mutex::default();
    tokio::join!(hear(&house, cluster, ears, &seen), look_after(&house, cluster, &seen), beat(&house, cluster));
}

/// When each of the other nodes was last heard of.
type Seen = Mutex<HashMap<String, Instant>>;

async fn hear(house: &House, cluster: &Cluster, mut ears: Listener, seen: &Seen) {
    loop {
        while let Some(message) = ears.next().await {
            let Some((node, notes)) = cluster.read(&message) else { continue };
            for note in notes.filter_map(|(_, note)| read_note(note)) {
                match note {
                    // Only servers say this; workers tell things too, and nobody misses them.
                    HouseNote::Alive => {
                        let known = seen.lock().unwrap_or_else(PoisonError::into_inner).insert(node.to_owned(), Instant::now());
                        if known.is_none() {
                            // It may have been thought to be gone, and those who are there with it too.
                            let tables = house.tables.clone();
                            tokio::spawn(async move { tables.node_is_there().await });
                        }
                    }
                    note => take_note(house, note),
                }
            }
        }
        ears = cluster.listen_again(&cluster.house).await;
    }
}

fn take_note(house: &House, note: HouseNote) {
    match note {
        HouseNote::Alive => {}
        HouseNote::Lobby { table } => house.tables.tell_lobby_here(*table),
        // Where the table is in memory it tells its people itself, once.
        HouseNote::Turn { table, played, .. } if house.tables.hand_on_turn(&table, played) => {}
        HouseNote::Turn { person, table, game, .. } => {
            house.tables.tell_person(&person, |_| false, || written(&Tell::Turn { table: table.clone(), game: game.clone() }));
        }
        HouseNote::Changed { person } => {
            house.people.forget(&person);
            house.tables.disconnect_here(&person);
        }
        HouseNote::Spent { spent } => house.limits.spent_elsewhere(&spent),
    }
}

/// Says that this node is there, and what was asked for here.
async fn beat(house: &House, cluster: &Cluster) {
    loop {
        cluster.tell_house(&HouseNote::Alive);
        for _ in 0..4 {
            sleep(HEARTBEAT / 4).await;
            for spent in house.limits.spent_here().chunks(AT_ONCE) {
                cluster.tell_house(&HouseNote::Spent { spent: spent.to_vec() });
            }
        }
    }
}

/// Notices what was missed: events, nodes that are gone, games that nobody looks after.
async fn look_after(house: &House, cluster: &Cluster, seen: &Seen) {
    let mut connected = cluster.connected();
    let mut swept = Instant::now();
    loop {
        let pause = if *connected.borrow() { LOOK } else { LOOK_WITHOUT_BUS };
        // Also if it went and came while something else was done.
        let changed = tokio::select! {
            () = sleep(pause) => false,
            Ok(()) = connected.changed() => true,
        };
        house.tables.compare_with_store().await;
        if changed && *connected.borrow_and_update() {
            house.people.forget_all();
            house.tables.bus_is_back().await;
        }
        let gone: Vec<String> = {
            let mut seen = seen.lock().unwrap_or_else(PoisonError::into_inner);
            // While the bus is away nobody is heard of, which says nothing.
            if !*connected.borrow() {
                seen.values_mut().for_each(|last| *last = Instant::now());
            }
            let gone = seen.iter().filter(|(_, last)| last.elapsed() > GONE_AFTER).map(|(node, _)| node.clone()).collect();
            seen.retain(|_, last| last.elapsed() <= GONE_AFTER);
            gone
        };
        for node in &gone {
            tracing::warn!(node, "another server is gone");
            house.tables.node_is_gone(node).await;
        }
        // What the other looked after is now for those who are left: clocks that run, and bots on turn. Beside this, since it takes a
        // while if there are many.
        if !gone.is_empty() || swept.elapsed() > SWEEP {
            swept = Instant::now();
            let (tables, all) = (house.tables.clone(), !gone.is_empty());
            tokio::spawn(async move { tables.look_after_games(all).await });
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
        let (mut of_tables, mut of_house) = (other.listen_to_tables().await.unwrap(), other.listen_to_house().await.unwrap());
        for number in 0..20 {
            one.tell_table(&format!("table{number}"), &TableNote::Here { people: vec!["a b\n".to_owned()], watchers: number });
        }
        one.tell_house(&HouseNote::Alive);
        let telling = tokio::time::timeout(Duration::from_millis(50), one.send_out());
        let (_, tables, house) = tokio::join!(telling, of_tables.next(), of_house.next());

        let tables = tables.unwrap();
        assert!(one.read(&tables).is_none());
        assert_eq!(other.read(&tables).unwrap().0, one.node);
        for (number, (about, note)) in notes(&other, &tables).into_iter().enumerate() {
            assert_eq!(about, format!("table{number}"));
            let told = read_note(note);
            assert!(
                matches!(told, Some(TableNote::Here { people, watchers }) if people == ["a b\n"] && watchers == number as u32)
            );
        }
        assert_eq!(notes(&other, &tables).len(), 20);
        let house = house.unwrap();
        let house = notes(&other, &house);
        assert!(matches!(read_note(house[0].1), Some(HouseNote::Alive)));
        assert_eq!((house.len(), house[0].0), (1, ""));
    }

    #[test]
    fn no_message_is_too_long_and_no_note_is_lost() {
        let [one, other] = [(); 2].map(|()| Cluster::new(Arc::new(LocalBus::default())));
        let lengths = [10, MESSAGE - 100, 10, 3 * MESSAGE, MESSAGE / 2, MESSAGE / 3, MESSAGE / 3, 1];
        for length in lengths {
            one.tell_table("t", &TableNote::Here { people: vec!["x".repeat(length)], watchers: 0 });
        }
        let messages = one.tables.take(&one.node);
        assert!(messages.iter().all(|message| message.len() <= MESSAGE || notes(&other, message).len() == 1));
        let heard = messages.iter().flat_map(|message| notes(&other, message)).map(|(_, note)| match read_note(note) {
            Some(TableNote::Here { people, .. }) => people[0].len(),
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
                    let _ = (read_note::<TableNote>(note), read_note::<HouseNote>(note));
                }
            }
        }
    }
}
