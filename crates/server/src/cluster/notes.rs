//! The notes that nodes send each other.

use serde::{Deserialize, Serialize};
use tablee_protocol::{ChatLine, Person};

use crate::limits::Usage;
use crate::store::StoredEvent;

/// A note about one table.
///
/// The names in JSON are older than those of the variants. They stay, because nodes of two versions may share a bus.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "lowercase")]
pub enum TableNote {
    /// The node has stored these events.
    #[serde(rename = "stored")]
    Appended {
        /// The events, in the order of their numbers.
        events: Vec<StoredEvent>,
    },
    /// A worker has stored these events. It sends them to the node that waited for them, which tells the others.
    #[serde(rename = "worked")]
    AppendedByWorker {
        /// The events, in the order of their numbers.
        events: Vec<StoredEvent>,
    },
    /// The node has stored this line of chat.
    Chat {
        /// The line, with its number.
        line: ChatLine,
    },
    /// The presence on the node, which has the table in memory.
    #[serde(rename = "here")]
    Presence {
        /// The ids of seated people.
        people: Vec<String>,
        /// The number of spectators.
        watchers: u32,
        /// The last version that the node knows.
        #[serde(default)]
        version: u32,
        /// The first spectators who have a name.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        spectators: Vec<Person>,
    },
    /// The node has loaded the table. Its peers answer with their presence.
    #[serde(rename = "who")]
    Loaded,
    /// The node has unloaded the table.
    #[serde(rename = "gone")]
    Unloaded,
    /// A person without a connection to the table has sent a request about it: they are not away.
    Seen {
        /// The id of the person.
        person: String,
    },
    /// Stored events were rewritten: unload the table.
    #[serde(rename = "forget")]
    Unload,
}

/// A note about events. Most notes are, and this type is read in one go: a choice by its tag is kept in memory first, and
/// then read again.
#[derive(Deserialize)]
struct AppendedNote {
    #[serde(rename = "is")]
    _is: StoredTag,
    events: Vec<StoredEvent>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum StoredTag {
    Stored,
}

impl TableNote {
    /// Reads a note about a table.
    pub fn read(note: &[u8]) -> Option<TableNote> {
        match read_note(note) {
            Some(AppendedNote { events, .. }) => Some(TableNote::Appended { events }),
            None => read_note(note),
        }
    }
}

/// A note that is not about one table, or also for nodes without the table in memory.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "lowercase")]
pub enum ClusterNote {
    /// The node is alive.
    #[serde(rename = "alive")]
    Heartbeat,
    /// The lobby may have changed.
    Lobby,
    /// Somebody looks at the lobby on the node. The others answer with the hosts who are connected to them.
    LobbyWatched,
    /// The hosts of open public tables and of games in progress who are connected to the node. The lobby may have changed.
    Hosts {
        /// The hosts who are connected to the node.
        hosts: Vec<Host>,
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

/// A host who is connected to a node.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Host {
    /// The id of the person.
    pub person: String,
    /// A hash of their address; empty if it is not known.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub address: String,
}

/// Reads a note. Unknown notes are ignored: a node of another version may have sent them, and nothing relies on notes.
pub fn read_note<'a, T: Deserialize<'a>>(note: &'a [u8]) -> Option<T> {
    serde_json::from_slice(note).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_are_written_as_they_always_were() {
        fn check<T: Serialize>(note: &T, written: &str) {
            assert_eq!(serde_json::to_string(note).unwrap(), written);
        }
        let event = StoredEvent { v: 3, at: 7, body: r#"{"is":"closed"}"#.to_owned(), names: None };
        let written = r#"{"is":"stored","events":[{"v":3,"at":7,"body":"{\"is\":\"closed\"}"}]}"#;
        check(&TableNote::Appended { events: vec![event.clone()] }, written);
        let written = r#"{"is":"worked","events":[{"v":3,"at":7,"body":"{\"is\":\"closed\"}"}]}"#;
        check(&TableNote::AppendedByWorker { events: vec![event] }, written);
        assert!(matches!(TableNote::read(written.as_bytes()), Some(TableNote::AppendedByWorker { .. })));
        let presence = |spectators| TableNote::Presence { people: Vec::new(), watchers: 2, version: 5, spectators };
        check(&presence(Vec::new()), r#"{"is":"here","people":[],"watchers":2,"version":5}"#);
        let zoe = Person { id: "z".to_owned(), name: "Zoé".to_owned(), guest: true };
        let written = r#"{"is":"here","people":[],"watchers":2,"version":5,"spectators":[{"id":"z","name":"Zoé","guest":true}]}"#;
        check(&presence(vec![zoe]), written);
        check(&TableNote::Loaded, r#"{"is":"who"}"#);
        check(&TableNote::Unloaded, r#"{"is":"gone"}"#);
        check(&TableNote::Unload, r#"{"is":"forget"}"#);
        check(&TableNote::Seen { person: "a".to_owned() }, r#"{"is":"seen","person":"a"}"#);
        check(&ClusterNote::Heartbeat, r#"{"is":"alive"}"#);
        check(&ClusterNote::Lobby, r#"{"is":"lobby"}"#);
        // Older nodes sent the summary of the table that had changed.
        assert!(matches!(read_note(br#"{"is":"lobby","table":{"game":"rumis"}}"#), Some(ClusterNote::Lobby)));
        check(&ClusterNote::LobbyWatched, r#"{"is":"lobbywatched"}"#);
        let hosts = vec![Host { person: "a".to_owned(), address: "x".to_owned() }];
        check(&ClusterNote::Hosts { hosts }, r#"{"is":"hosts","hosts":[{"person":"a","address":"x"}]}"#);
        check(&ClusterNote::PersonChanged { person: "a".to_owned() }, r#"{"is":"changed","person":"a"}"#);
        let usage = Usage { what: "chat".to_owned(), who: "a".to_owned(), times: 3 };
        let written = r#"{"is":"spent","spent":[{"what":"chat","who":"a","times":3}]}"#;
        check(&ClusterNote::Usage { spent: vec![usage] }, written);
        let (person, table, game) = ("a".to_owned(), "t".to_owned(), "rumis".to_owned());
        let written = r#"{"is":"turn","person":"a","table":"t","game":"rumis","played":7}"#;
        check(&ClusterNote::Turn { person, table, game, played: 7 }, written);
    }
}
