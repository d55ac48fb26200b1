//! Broadcasting: events and presence to subscribers and other nodes, and turn notices to the player to move.

use std::fmt::Write;
use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use tablee_protocol::{Event, Numbered, Person, ServerMessage, Shared, Who};

use super::TableTask;
use crate::cluster::TableNote;
use crate::connection::Connection;
use crate::store::StoredEvent;

impl TableTask {
    /// Broadcasts events that this node has just stored. The connection that asked for them gets them with the id of
    /// its request.
    pub(super) fn broadcast(&mut self, connection: Option<(Arc<Connection>, u32)>, events: &[Numbered], rows: &[StoredEvent]) {
        self.hub.metrics().events_stored(events);
        if let Some(cluster) = self.hub.cluster() {
            cluster.publish_table_note(&self.id, &TableNote::Appended { events: events.to_vec() });
        }
        if events.iter().any(|numbered| numbered.event.changes_summary()) {
            self.hub.broadcast_lobby(self.state.shared().summary());
        }
        self.broadcast_locally(connection, events, rows);
        self.notify_turn_on_other_nodes();
    }

    /// Broadcasts stored events to the subscribers on this node.
    pub(super) fn broadcast_locally(
        &mut self,
        connection: Option<(Arc<Connection>, u32)>,
        events: &[Numbered],
        rows: &[StoredEvent],
    ) {
        let before = self.subscribers.len();
        self.subscribers.retain(|subscriber| !subscriber.is_closed());
        let connection_lost = self.subscribers.len() != before;
        let after = After::of(self.state.shared());
        let text = Utf8Bytes::from(encode_events(&self.id, None, rows, after));
        for subscriber in &self.subscribers {
            if connection.as_ref().is_none_or(|(asking, _)| asking.id() != subscriber.id()) {
                subscriber.send(text.clone());
            }
        }
        if let Some((asking, re)) = connection {
            asking.send(encode_events(&self.id, Some(re), rows, after).into());
        }
        // A spectator who sits down counts as a player from now on.
        if connection_lost || events.iter().any(|numbered| matches!(numbered.event, Event::Sat { .. } | Event::Left { .. })) {
            self.on_presence_change();
        }
        self.notify_turn();
    }

    /// The person to move, unless a bot is to move.
    fn person_to_move(&self) -> Option<&Person> {
        let shared = self.state.shared();
        match &shared.chairs()[usize::from(shared.seat_to_move()?)].who {
            Some(Who::Person(person)) => Some(person),
            _ => None,
        }
    }

    /// Sends the person to move a turn notice, on those of their connections that are not subscribed to this table.
    /// Once per turn, on this node.
    pub(super) fn notify_turn(&mut self) {
        let shared = self.state.shared();
        if self.turn_notified_at == Some(shared.played()) {
            return;
        }
        self.turn_notified_at = Some(shared.played());
        if let Some(person) = self.person_to_move() {
            let here = |connection: &Connection| self.subscribers.iter().any(|subscriber| subscriber.id() == connection.id());
            let turn =
                || encode(&ServerMessage::Turn { table: self.id.clone(), game: self.state.shared().opened().game.clone() });
            self.hub.send_to_person(&person.id, here, turn);
        }
    }

    /// Has nodes without this table in memory send the turn notice, unless the person to move is connected to the
    /// table.
    fn notify_turn_on_other_nodes(&self) {
        let is_present = |person: &&Person| {
            let is_theirs = |subscriber: &Arc<Connection>| subscriber.person().is_some_and(|other| other.id == person.id);
            self.subscribers.iter().any(is_theirs) || self.remote_presence.values().any(|(people, _)| people.contains(&person.id))
        };
        if let Some(person) = self.person_to_move().filter(|person| !is_present(person)) {
            let shared = self.state.shared();
            self.hub.notify_turn_on_other_nodes(&person.id, &self.id, &shared.opened().game, shared.played());
        }
    }

    /// Presence on this node has changed.
    pub(super) fn on_presence_change(&self) {
        self.broadcast_presence();
        self.publish_presence();
    }

    /// Broadcasts the presence on all nodes to the subscribers on this one.
    pub(super) fn broadcast_presence(&self) {
        let (mut people, mut watchers) = self.local_presence();
        for (others, count) in self.remote_presence.values() {
            people.extend(others.iter().filter(|person| !people.contains(person)).cloned().collect::<Vec<_>>());
            watchers += count;
        }
        let text = encode(&ServerMessage::Present { table: self.id.clone(), people, watchers });
        self.subscribers.iter().for_each(|subscriber| subscriber.send(text.clone()));
    }

    /// Publishes the presence on this node to the other nodes.
    pub(super) fn publish_presence(&self) {
        if let Some(cluster) = self.hub.cluster() {
            let (people, watchers) = self.local_presence();
            cluster.publish_table_note(&self.id, &TableNote::Presence { people, watchers });
        }
    }

    /// Asks the other nodes for their presence.
    pub(super) fn request_presence(&self) {
        if let Some(cluster) = self.hub.cluster() {
            cluster.publish_table_note(&self.id, &TableNote::PresenceRequest);
        }
    }

    /// The presence on this node: the ids of seated people, and the number of spectators.
    fn local_presence(&self) -> (Vec<String>, u32) {
        let shared = self.state.shared();
        let seated = |person: &Person| shared.seat_of(&person.id).is_some();
        let (mut people, mut watchers) = (Vec::new(), 0);
        for subscriber in self.subscribers.iter().filter(|subscriber| !subscriber.is_closed()) {
            match subscriber.person().filter(|person| seated(person)) {
                Some(person) if !people.contains(&person.id) => people.push(person.id.clone()),
                Some(_) => {}
                None => watchers += 1,
            }
        }
        (people, watchers)
    }

    /// A message with events.
    pub(super) fn encode_events(&self, re: Option<u32>, events: &[Numbered]) -> Utf8Bytes {
        encode_events(&self.id, re, &rows(events), After::of(self.state.shared())).into()
    }
}

/// Events as rows of the store.
pub(super) fn rows(events: &[Numbered]) -> Vec<StoredEvent> {
    events.iter().map(|Numbered { v, at, event }| StoredEvent::new(*v, *at, event)).collect()
}

/// A message in JSON, as it is sent.
pub fn encode(tell: &ServerMessage) -> Utf8Bytes {
    serde_json::to_string(tell).expect("messages can be written as JSON").into()
}

/// What a message with events says of the position after them.
#[derive(Clone, Copy)]
struct After {
    /// The hash of the position.
    hash: Option<u32>,
    /// The seat to move.
    turn: Option<u8>,
}

impl After {
    fn of(shared: &Shared) -> After {
        After { hash: shared.hash(), turn: shared.seat_to_move() }
    }
}

/// [`ServerMessage::Events`] in JSON, from rows that are JSON already. Every move is sent this way, so events are encoded only
/// once: for the store.
fn encode_events(table: &str, re: Option<u32>, events: &[StoredEvent], After { hash, turn }: After) -> String {
    let length = events.iter().map(|event| event.body.len() + 40).sum::<usize>() + 100;
    let mut text = String::with_capacity(length);
    text.push_str(r#"{"is":"events","#);
    // Writing to a string cannot fail.
    if let Some(re) = re {
        let _ = write!(text, r#""re":{re},"#);
    }
    let _ = write!(text, r#""table":"{table}","events":["#);
    for (number, StoredEvent { v, at, body, .. }) in events.iter().enumerate() {
        let comma = if number == 0 { "" } else { "," };
        let _ = write!(text, r#"{comma}{{"v":{v},"at":{at},{}"#, &body[1..]);
    }
    text.push(']');
    if let Some(hash) = hash {
        let _ = write!(text, r#","hash":{hash}"#);
    }
    if let Some(turn) = turn {
        let _ = write!(text, r#","turn":{turn}"#);
    }
    text.push('}');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encoded_events_are_as_the_protocol_says() {
        let events = vec![
            Numbered { v: 7, at: 1_700_000_000_000, event: Event::Move { seat: 1, mv: "a\"b".to_owned(), ms: Some(5) } },
            Numbered { v: 8, at: 1_700_000_000_001, event: Event::Closed },
        ];
        let rows: Vec<_> = events.iter().map(|numbered| StoredEvent::new(numbered.v, numbered.at, &numbered.event)).collect();
        for (re, hash, turn) in [(None, None, None), (Some(3), Some(9), Some(0)), (None, Some(1), None), (None, Some(1), Some(3))]
        {
            let tell = ServerMessage::Events { re, table: "abc".to_owned(), events: events.clone(), hash, turn };
            let decoded: ServerMessage =
                serde_json::from_str(&encode_events("abc", re, &rows, After { hash, turn })).expect("it is JSON");
            assert_eq!(decoded, tell);
        }
    }
}
