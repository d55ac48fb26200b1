//! Whom a table tells what: those who watch it here, the other nodes, and whoever waits elsewhere for their turn.

use std::fmt::Write;
use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use tablee_protocol::{Event, Numbered, Person, Tell, Who};

use super::TableTask;
use crate::cluster::TableNote;
use crate::connection::Connection;
use crate::store::StoredEvent;

impl TableTask {
    /// Tells everyone what was stored here just now; whoever asked for it, with the number of their request.
    pub(super) fn broadcast(&mut self, connection: Option<(Arc<Connection>, u32)>, events: &[Numbered], bodies: &[StoredEvent]) {
        self.hub.metrics().events_stored(events);
        if let Some(cluster) = self.hub.cluster() {
            cluster.publish_table_note(&self.id, &TableNote::Appended { events: events.to_vec() });
        }
        if events.iter().any(|numbered| numbered.event.changes_summary()) {
            self.hub.broadcast_lobby(self.state.shared().summary());
        }
        self.broadcast_locally(connection, events, bodies);
        self.tell_turn_elsewhere();
    }

    /// Tells those who watch on this node.
    pub(super) fn broadcast_locally(
        &mut self,
        connection: Option<(Arc<Connection>, u32)>,
        events: &[Numbered],
        bodies: &[StoredEvent],
    ) {
        let before = self.subscribers.len();
        self.subscribers.retain(|subscriber| !subscriber.is_closed());
        let somebody_left = self.subscribers.len() != before;
        let hash = self.state.shared().hash();
        let text = Utf8Bytes::from(encode_events(&self.id, None, bodies, hash));
        for subscriber in &self.subscribers {
            if connection.as_ref().is_none_or(|(asking, _)| asking.id() != subscriber.id()) {
                subscriber.send(text.clone());
            }
        }
        if let Some((asking, re)) = connection {
            asking.send(encode_events(&self.id, Some(re), bodies, hash).into());
        }
        // Whoever sits down is there, and no longer only watches.
        if somebody_left || events.iter().any(|numbered| matches!(numbered.event, Event::Sat { .. } | Event::Left { .. })) {
            self.on_presence_change();
        }
        self.notify_turn();
    }

    /// Who is on turn, if that is a person.
    fn person_to_move(&self) -> Option<&Person> {
        let shared = self.state.shared();
        match &shared.chairs()[usize::from(shared.on_turn()?)].who {
            Some(Who::Person(person)) => Some(person),
            _ => None,
        }
    }

    /// Tells the person on turn, if they are somewhere else on this node.
    pub(super) fn notify_turn(&mut self) {
        let shared = self.state.shared();
        if self.turn_notified_at == Some(shared.played()) {
            return;
        }
        self.turn_notified_at = Some(shared.played());
        if let Some(person) = self.person_to_move() {
            let here = |connection: &Connection| self.subscribers.iter().any(|subscriber| subscriber.id() == connection.id());
            let turn = || encode(&Tell::Turn { table: self.id.clone(), game: self.state.shared().opened().game.clone() });
            self.hub.send_to_person(&person.id, here, turn);
        }
    }

    /// Tells the nodes that do not have this table in memory; unless the person on turn is at the table already, on whatever node.
    fn tell_turn_elsewhere(&self) {
        let is_here = |person: &&Person| {
            let watches = |subscriber: &Arc<Connection>| subscriber.person().is_some_and(|watching| watching.id == person.id);
            self.subscribers.iter().any(watches) || self.remote_presence.values().any(|(people, _)| people.contains(&person.id))
        };
        if let Some(person) = self.person_to_move().filter(|person| !is_here(person)) {
            let shared = self.state.shared();
            self.hub.tell_turn_elsewhere(&person.id, &self.id, &shared.opened().game, shared.played());
        }
    }

    /// Who came or went: everyone is told, here and on the other nodes.
    pub(super) fn on_presence_change(&self) {
        self.broadcast_presence();
        self.publish_presence();
    }

    /// Tells those who watch here who is there, on all nodes.
    pub(super) fn broadcast_presence(&self) {
        let (mut people, mut watchers) = self.local_presence();
        for (others, count) in self.remote_presence.values() {
            people.extend(others.iter().filter(|person| !people.contains(person)).cloned().collect::<Vec<_>>());
            watchers += count;
        }
        let text = encode(&Tell::Present { table: self.id.clone(), people, watchers });
        self.subscribers.iter().for_each(|subscriber| subscriber.send(text.clone()));
    }

    /// Tells the other nodes who is there on this one.
    pub(super) fn publish_presence(&self) {
        if let Some(cluster) = self.hub.cluster() {
            let (people, watchers) = self.local_presence();
            cluster.publish_table_note(&self.id, &TableNote::Presence { people, watchers });
        }
    }

    /// Asks the other nodes who is there.
    pub(super) fn request_presence(&self) {
        if let Some(cluster) = self.hub.cluster() {
            cluster.publish_table_note(&self.id, &TableNote::PresenceRequest);
        }
    }

    /// Who is there on this node: those who sit, by their ids, and how many only watch.
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

    /// Events as they are told.
    pub(super) fn encode_events(&self, re: Option<u32>, events: &[Numbered]) -> Utf8Bytes {
        encode_events(&self.id, re, &bodies(events), self.state.shared().hash()).into()
    }
}

/// Events in the form in which they are stored.
pub(super) fn bodies(events: &[Numbered]) -> Vec<StoredEvent> {
    events.iter().map(|Numbered { v, at, event }| StoredEvent::new(*v, *at, event)).collect()
}

/// A message as it is sent.
pub fn encode(tell: &Tell) -> Utf8Bytes {
    serde_json::to_string(tell).expect("messages have a form in JSON").into()
}

/// The same as [`Tell::Events`], from events that are in JSON already: every move is told this way, to everyone.
fn encode_events(table: &str, re: Option<u32>, events: &[StoredEvent], hash: Option<u32>) -> String {
    let length = events.iter().map(|event| event.body.len() + 40).sum::<usize>() + 90;
    let mut text = String::with_capacity(length);
    text.push_str(r#"{"is":"events","#);
    // Writing to a string cannot fail.
    if let Some(re) = re {
        let _ = write!(text, r#""re":{re},"#);
    }
    let _ = write!(text, r#""table":"{table}","events":["#);
    for (number, StoredEvent { v, at, body }) in events.iter().enumerate() {
        let comma = if number == 0 { "" } else { "," };
        let _ = write!(text, r#"{comma}{{"v":{v},"at":{at},{}"#, &body[1..]);
    }
    text.push(']');
    if let Some(hash) = hash {
        let _ = write!(text, r#","hash":{hash}"#);
    }
    text.push('}');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_told_as_the_protocol_says() {
        let events = vec![
            Numbered { v: 7, at: 1_700_000_000_000, event: Event::Move { seat: 1, mv: "a\"b".to_owned(), ms: Some(5) } },
            Numbered { v: 8, at: 1_700_000_000_001, event: Event::Closed },
        ];
        let bodies: Vec<_> = events.iter().map(|numbered| StoredEvent::new(numbered.v, numbered.at, &numbered.event)).collect();
        for (re, hash) in [(None, None), (Some(3), Some(9)), (None, Some(1))] {
            let tell = Tell::Events { re, table: "abc".to_owned(), events: events.clone(), hash };
            let told: Tell = serde_json::from_str(&encode_events("abc", re, &bodies, hash)).expect("it is JSON");
            assert_eq!(told, tell);
        }
    }
}
