//! Whom a table tells what: those who watch it here, the other nodes, and whoever waits elsewhere for their turn.

use std::fmt::Write;
use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use tablee_protocol::{Event, Numbered, Person, Tell, Who};

use super::Table;
use crate::cluster::TableNote;
use crate::connection::Connection;
use crate::store::StoredEvent;

impl Table {
    /// Tells everyone what was stored here just now; whoever asked for it, with the number of their request.
    pub(super) fn tell(&mut self, connection: Option<(Arc<Connection>, u32)>, events: &[Numbered], bodies: &[StoredEvent]) {
        self.hub.metrics().happened(events);
        if let Some(cluster) = self.hub.cluster() {
            cluster.tell_table(&self.id, &TableNote::Happened { events: events.to_vec() });
        }
        if events.iter().any(|numbered| numbered.event.changes_summary()) {
            self.hub.tell_lobby(self.state.shared().summary());
        }
        self.tell_here(connection, events, bodies);
        self.tell_turn_elsewhere();
    }

    /// Tells those who watch on this node.
    pub(super) fn tell_here(&mut self, connection: Option<(Arc<Connection>, u32)>, events: &[Numbered], bodies: &[StoredEvent]) {
        let before = self.watchers.len();
        self.watchers.retain(|watcher| !watcher.is_closed());
        let somebody_left = self.watchers.len() != before;
        let hash = self.state.shared().hash();
        let text = Utf8Bytes::from(events_text(&self.id, None, bodies, hash));
        for watcher in &self.watchers {
            if connection.as_ref().is_none_or(|(asking, _)| asking.id() != watcher.id()) {
                watcher.tell(text.clone());
            }
        }
        if let Some((asking, re)) = connection {
            asking.tell(events_text(&self.id, Some(re), bodies, hash).into());
        }
        // Whoever sits down is there, and no longer only watches.
        if somebody_left || events.iter().any(|numbered| matches!(numbered.event, Event::Sat { .. } | Event::Left { .. })) {
            self.presence_changed();
        }
        self.tell_turn();
    }

    /// Who is on turn, if that is a person.
    fn person_on_turn(&self) -> Option<&Person> {
        let shared = self.state.shared();
        match &shared.chairs()[usize::from(shared.on_turn()?)].who {
            Some(Who::Person(person)) => Some(person),
            _ => None,
        }
    }

    /// Tells the person on turn, if they are somewhere else on this node.
    pub(super) fn tell_turn(&mut self) {
        let shared = self.state.shared();
        if self.told_turn == Some(shared.played()) {
            return;
        }
        self.told_turn = Some(shared.played());
        if let Some(person) = self.person_on_turn() {
            let here = |connection: &Connection| self.watchers.iter().any(|watcher| watcher.id() == connection.id());
            let turn = || written(&Tell::Turn { table: self.id.clone(), game: self.state.shared().opened().game.clone() });
            self.hub.tell_person(&person.id, here, turn);
        }
    }

    /// Tells the nodes that do not have this table in memory; unless the person on turn is at the table already, on whatever node.
    fn tell_turn_elsewhere(&self) {
        let is_here = |person: &&Person| {
            let watches = |watcher: &Arc<Connection>| watcher.person().is_some_and(|watching| watching.id == person.id);
            self.watchers.iter().any(watches) || self.elsewhere.values().any(|(people, _)| people.contains(&person.id))
        };
        if let Some(person) = self.person_on_turn().filter(|person| !is_here(person)) {
            let shared = self.state.shared();
            self.hub.tell_turn_elsewhere(&person.id, &self.id, &shared.opened().game, shared.played());
        }
    }

    /// Who came or went: everyone is told, here and on the other nodes.
    pub(super) fn presence_changed(&self) {
        self.tell_presence();
        self.announce();
    }

    /// Tells those who watch here who is there, on all nodes.
    pub(super) fn tell_presence(&self) {
        let (mut people, mut watchers) = self.here();
        for (others, count) in self.elsewhere.values() {
            people.extend(others.iter().filter(|person| !people.contains(person)).cloned().collect::<Vec<_>>());
            watchers += count;
        }
        let text = written(&Tell::Present { table: self.id.clone(), people, watchers });
        self.watchers.iter().for_each(|watcher| watcher.tell(text.clone()));
    }

    /// Tells the other nodes who is there on this one.
    pub(super) fn announce(&self) {
        if let Some(cluster) = self.hub.cluster() {
            let (people, watchers) = self.here();
            cluster.tell_table(&self.id, &TableNote::Here { people, watchers });
        }
    }

    /// Asks the other nodes who is there.
    pub(super) fn ask_who_is_there(&self) {
        if let Some(cluster) = self.hub.cluster() {
            cluster.tell_table(&self.id, &TableNote::Who);
        }
    }

    /// Who is there on this node: those who sit, by their ids, and how many only watch.
    fn here(&self) -> (Vec<String>, u32) {
        let shared = self.state.shared();
        let seated = |person: &Person| shared.seat_of(&person.id).is_some();
        let (mut people, mut watchers) = (Vec::new(), 0);
        for watcher in self.watchers.iter().filter(|watcher| !watcher.is_closed()) {
            match watcher.person().filter(|person| seated(person)) {
                Some(person) if !people.contains(&person.id) => people.push(person.id.clone()),
                Some(_) => {}
                None => watchers += 1,
            }
        }
        (people, watchers)
    }

    /// Events as they are told.
    pub(super) fn events_text(&self, re: Option<u32>, events: &[Numbered]) -> Utf8Bytes {
        events_text(&self.id, re, &bodies(events), self.state.shared().hash()).into()
    }
}

/// Events in the form in which they are stored.
pub(super) fn bodies(events: &[Numbered]) -> Vec<StoredEvent> {
    events.iter().map(|Numbered { v, at, event }| StoredEvent::new(*v, *at, event)).collect()
}

/// A message as it is sent.
pub fn written(tell: &Tell) -> Utf8Bytes {
    serde_json::to_string(tell).expect("messages have a form in JSON").into()
}

/// The same as [`Tell::Events`], from events that are in JSON already: every move is told this way, to everyone.
fn events_text(table: &str, re: Option<u32>, events: &[StoredEvent], hash: Option<u32>) -> String {
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
            let told: Tell = serde_json::from_str(&events_text("abc", re, &bodies, hash)).expect("it is JSON");
            assert_eq!(told, tell);
        }
    }
}
