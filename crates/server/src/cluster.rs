//! Several servers that are one house: what the nodes tell each other, and how each notices what it missed.
//!
//! What happened is in the store, and only there. A node that appends tells the others over the bus, so that they need not ask; and each
//! compares its tables with the store now and then, so that nothing rests on a message.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use tablee_protocol::{Numbered, Summary, Tell};
use tokio::time::sleep;

use crate::bus::{Bus, BusError, Listener};
use crate::house::House;
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

/// How much of what was asked for goes into one message, which may not be too long for NATS.
const AT_ONCE: usize = 1000;

/// The subject of everything that is not about one table.
const HOUSE: &str = "house";

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
}

impl Cluster {
    /// A new node.
    pub fn new(bus: Arc<dyn Bus>) -> Cluster {
        Cluster { node: secret::id(), bus }
    }

    /// Tells the other nodes something about a table.
    pub fn tell_table(&self, table: &str, note: TableNote) {
        self.tell(&format!("table.{table}"), note);
    }

    /// Tells the other nodes something about the house.
    pub fn tell_house(&self, note: HouseNote) {
        self.tell(HOUSE, note);
    }

    /// Whether the others can be told.
    pub fn is_connected(&self) -> bool {
        *self.bus.connected().borrow()
    }

    fn tell<T: Serialize>(&self, subject: &str, note: T) {
        // The node stands before the note, so that what oneself has said need not be read to be known as that.
        let mut message = format!("{}\n", self.node).into_bytes();
        serde_json::to_writer(&mut message, &note).expect("notes have a form in JSON");
        self.bus.tell(subject, message.into());
    }

    /// Everything that is told about a table from now on.
    ///
    /// # Errors
    /// If the bus is away.
    pub async fn listen_to_table(&self, table: &str) -> Result<Listener, BusError> {
        self.bus.listen(&format!("table.{table}")).await
    }

    /// Everything else that is told from now on.
    ///
    /// # Errors
    /// If the bus is away.
    pub async fn listen_to_house(&self) -> Result<Listener, BusError> {
        self.bus.listen(HOUSE).await
    }

    /// A note of another node, with its name. What this node said itself is none, and neither is what cannot be read: another version of
    /// the program may have written it, and what matters is in the store.
    pub fn read<T: DeserializeOwned>(&self, message: &[u8]) -> Option<(String, T)> {
        let end = message.iter().position(|byte| *byte == b'\n')?;
        let node = std::str::from_utf8(&message[..end]).ok().filter(|node| *node != self.node)?;
        Some((node.to_owned(), serde_json::from_slice(&message[end + 1..]).ok()?))
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
            match cluster.read(&message) {
                // Only servers say this; workers tell things too, and nobody misses them.
                Some((node, HouseNote::Alive)) => {
                    seen.lock().unwrap_or_else(PoisonError::into_inner).insert(node, Instant::now());
                }
                Some((_, note)) => take_note(house, note),
                None => {}
            }
        }
        ears = loop {
            sleep(PAUSE).await;
            match cluster.listen_to_house().await {
                Ok(ears) => break ears,
                Err(error) => tracing::warn!(?error, "the other servers cannot be heard"),
            }
        };
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
        cluster.tell_house(HouseNote::Alive);
        for _ in 0..4 {
            sleep(HEARTBEAT / 4).await;
            for spent in house.limits.spent_here().chunks(AT_ONCE) {
                cluster.tell_house(HouseNote::Spent { spent: spent.to_vec() });
            }
        }
    }
}

/// Notices what was missed: events, nodes that are gone, games that nobody looks after.
async fn look_after(house: &House, cluster: &Cluster, seen: &Seen) {
    let mut connected = cluster.bus.connected();
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
