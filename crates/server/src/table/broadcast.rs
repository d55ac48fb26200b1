//! Broadcasting: events and presence to subscribers and other nodes, and turn notices to the player to move.

use std::fmt::Write;
use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use tablee_core::Seat;
use tablee_protocol::{Event, Numbered, Person, ServerMessage, Shared, TableView};

use super::presence::Presence;
use super::{TableTask, decide};
use crate::cluster::TableNote;
use crate::connection::Connection;
use crate::store::StoredEvent;

impl TableTask {
    /// Broadcasts events that this node has just stored. The connection that asked for them gets them with the id of
    /// its request.
    pub(super) fn broadcast(&mut self, connection: Option<(Arc<Connection>, u32)>, events: &[Numbered], rows: &[StoredEvent]) {
        self.hub.metrics().events_stored(events);
        self.send_to_peers(rows);
        self.note_lobby_change(events);
        self.broadcast_locally(connection, events, rows);
        self.notify_turn_on_other_nodes();
    }

    /// Sends stored events to the other nodes that have the table in memory.
    pub(super) fn send_to_peers(&self, rows: &[StoredEvent]) {
        if let Some(cluster) = self.hub.cluster().filter(|_| !self.peers.is_empty()) {
            cluster.send_table_note(&self.peers, &self.id, &TableNote::Appended { events: rows.to_vec() });
        }
    }

    /// Says that the lobby may have changed, if these events change what it shows.
    pub(super) fn note_lobby_change(&self, events: &[Numbered]) {
        if self.state.shared().opened().public && events.iter().any(|numbered| numbered.event.changes_summary()) {
            self.hub.on_lobby_change();
        }
    }

    /// Broadcasts stored events to the subscribers on this node.
    pub(super) fn broadcast_locally(
        &mut self,
        connection: Option<(Arc<Connection>, u32)>,
        events: &[Numbered],
        rows: &[StoredEvent],
    ) {
        let before = self.subscribers.len();
        let player_lost = self.subscribers.iter().any(|subscriber| subscriber.is_closed() && self.is_player(subscriber));
        self.subscribers.retain(|subscriber| !subscriber.is_closed());
        let connection_lost = self.subscribers.len() != before;
        // Events that another node has stored may be many.
        let (pages, last) = pages(rows);
        for page in pages {
            let text = Utf8Bytes::from(encode_events(&self.id, None, page, After::UNKNOWN));
            self.subscribers.iter().for_each(|subscriber| subscriber.send(text.clone()));
        }
        let mut texts = Texts::new(&self.id, last, After::of(self.state.shared()));
        for subscriber in &self.subscribers {
            if connection.as_ref().is_none_or(|(asking, _)| asking.id() != subscriber.id()) {
                subscriber.send(texts.of(subscriber));
            }
        }
        if let Some((asking, re)) = connection {
            asking.send(texts.answer(&asking, re));
        }
        self.disconnect_uninvited(events);
        // A spectator who sits down counts as a player from now on.
        let seats_changed = events.iter().any(|numbered| matches!(numbered.event, Event::Sat { .. } | Event::Left { .. }));
        if connection_lost || seats_changed {
            self.on_presence_change(player_lost || seats_changed);
        }
        self.notify_turn();
    }

    /// Disconnects subscribers who may no longer watch: removed people, and at a private table those whose invitation is
    /// no longer valid. They learn the reason when they reconnect.
    fn disconnect_uninvited(&mut self, events: &[Numbered]) {
        let access_changes =
            |event: &Event| matches!(event, Event::Renewed { .. } | Event::Revoked { .. } | Event::Removed { .. });
        if !events.iter().any(|numbered| access_changes(&numbered.event)) {
            return;
        }
        let state = &self.state;
        self.subscribers.retain(|subscriber| {
            let person = subscriber.person().map(|person| person.id.as_str());
            let allowed = decide::check_access(state, person, None).is_ok();
            if !allowed {
                subscriber.close();
            }
            allowed
        });
        self.on_presence_change(true);
    }

    /// Sends the person to move a turn notice, on those of their connections that are not subscribed to this table.
    /// Once per turn, on this node.
    pub(super) fn notify_turn(&mut self) {
        let shared = self.state.shared();
        if self.turn_notified_at == Some(shared.played()) {
            return;
        }
        self.turn_notified_at = Some(shared.played());
        if let Some(person) = self.state.person_to_move() {
            let here = |connection: &Connection| self.subscribers.iter().any(|subscriber| subscriber.id() == connection.id());
            let turn =
                || encode(&ServerMessage::Turn { table: self.id.clone(), game: self.state.shared().opened().game.clone() });
            self.hub.send_to_person(&person.id, here, turn);
        }
    }

    /// Has nodes without this table in memory send the turn notice, unless the person to move is connected to the
    /// table.
    pub(super) fn notify_turn_on_other_nodes(&self) {
        let is_present = |person: &&Person| {
            let is_theirs = |subscriber: &Arc<Connection>| subscriber.person().is_some_and(|other| other.id == person.id);
            self.subscribers.iter().any(is_theirs) || self.remote_presence.values().any(|there| there.people.contains(&person.id))
        };
        if let Some(person) = self.state.person_to_move().filter(|person| !is_present(person)) {
            let shared = self.state.shared();
            self.hub.notify_turn_on_other_nodes(&person.id, &self.id, &shared.opened().game, shared.played());
        }
    }

    /// Presence on this node has changed: of a player, or only of spectators.
    pub(super) fn on_presence_change(&mut self, of_player: bool) {
        if self.presence_pace.on_change(true, of_player) {
            self.share_presence();
        }
    }

    /// Presence on another node has changed.
    pub(super) fn on_remote_presence_change(&mut self, of_player: bool) {
        if self.presence_pace.on_change(false, of_player) {
            self.share_presence();
        }
    }

    /// The player to move has gone, or is back: others may claim the game at another time. Each node knows that by itself.
    pub(super) fn on_claim_change(&mut self) {
        if self.presence_pace.on_change(false, false) {
            self.share_presence();
        }
    }

    /// Broadcasts presence to the subscribers, and what changed on this node to the other nodes.
    pub(super) fn share_presence(&mut self) {
        let changed_here = self.presence_pace.on_broadcast();
        self.broadcast_presence();
        if changed_here {
            self.publish_presence();
        }
    }

    /// Whether a connection is that of a person with a seat.
    pub(super) fn is_player(&self, connection: &Connection) -> bool {
        connection.person().is_some_and(|person| self.state.shared().seat_of(&person.id).is_some())
    }

    /// Broadcasts the presence on all nodes to the subscribers on this one. Only the host receives their names.
    pub(super) fn broadcast_presence(&self) {
        let mut presence = self.local_presence();
        self.remote_presence.values().for_each(|there| presence.add(there));
        let Presence { people, watchers, spectators } = presence;
        let host = &self.state.shared().opened().host.id;
        let (for_host, others): (Vec<_>, Vec<_>) =
            self.subscribers.iter().partition(|subscriber| subscriber.person().is_some_and(|person| person.id == *host));
        let (table, claim) = (&self.id, self.claim_in());
        let message = |spectators| {
            encode(&ServerMessage::Present { table: table.clone(), people: people.clone(), watchers, spectators, claim })
        };
        if !for_host.is_empty() {
            let text = message(spectators.into_iter().filter(|person| person.id != *host).collect());
            for_host.iter().for_each(|subscriber| subscriber.send(text.clone()));
        }
        let text = message(Vec::new());
        others.iter().for_each(|subscriber| subscriber.send(text.clone()));
    }

    /// Sends the presence on this node to the peers.
    pub(super) fn publish_presence(&self) {
        self.send_presence(&self.peers);
    }

    /// Sends the presence on this node to some nodes.
    pub(super) fn send_presence<'a>(&self, nodes: impl IntoIterator<Item = &'a String>) {
        if let Some(cluster) = self.hub.cluster() {
            let Presence { people, watchers, spectators } = self.local_presence();
            let version = self.state.shared().version();
            cluster.send_table_note(nodes, &self.id, &TableNote::Presence { people, watchers, version, spectators });
        }
    }

    /// Announces to the other nodes that the table is in memory here. Those that have it too become peers.
    pub(super) fn announce(&self) {
        if let Some(cluster) = self.hub.cluster() {
            cluster.publish_table_note(&self.id, &TableNote::Loaded);
        }
    }

    /// The presence on this node.
    fn local_presence(&self) -> Presence {
        let shared = self.state.shared();
        let here = self.subscribers.iter().filter(|subscriber| !subscriber.is_closed());
        Presence::of(here.map(|subscriber| subscriber.person()), |person| shared.seat_of(&person.id).is_some())
    }

    /// A message with the last events, for a connection.
    pub(super) fn encode_events(&self, connection: &Connection, re: Option<u32>, events: &[StoredEvent]) -> Utf8Bytes {
        encode_events(&self.id, re, events, After::of(self.state.shared()).known_to(connection)).into()
    }

    /// A message with a page of the history, which is not the last.
    pub(super) fn encode_page(&self, page: &[StoredEvent]) -> Utf8Bytes {
        encode_events(&self.id, None, page, After::UNKNOWN).into()
    }
}

/// The size of a page of events: the most events, and the most bytes.
#[derive(Clone, Copy)]
pub(super) struct PageSize {
    pub(super) events: usize,
    bytes: usize,
}

/// A page over a socket or an event stream.
pub(super) const PAGE: PageSize = PageSize { events: 200, bytes: 64 * 1024 };

/// A page of `GET /api/tables/{id}`. All of most games fits into one.
pub(super) const VIEW_PAGE: PageSize = PageSize { events: 1000, bytes: 256 * 1024 };

/// The first page of events, as rows of the store, and the rest. A page has at least one event, if there is any. No event is
/// encoded twice.
pub(super) fn first_page(events: &[Numbered], size: PageSize) -> (Vec<StoredEvent>, &[Numbered]) {
    let mut rows = Vec::new();
    let lengths = events.iter().map(|numbered| {
        let row = row(numbered);
        let length = row.body.len();
        rows.push(row);
        length
    });
    let count = page_length(lengths, size);
    rows.truncate(count);
    (rows, &events[count..])
}

/// Shortens the events of a table to a page. It takes time for many, so the task of the table does not do it.
pub fn fit_into_page(view: &mut TableView) {
    let count = page_length(view.events.iter().map(|numbered| row(numbered).body.len()), VIEW_PAGE);
    if count < view.events.len() {
        view.events.truncate(count);
        view.next = view.events.last().map(|last| last.v);
    }
}

fn row(Numbered { v, at, event }: &Numbered) -> StoredEvent {
    StoredEvent::new(*v, *at, event)
}

/// Rows in pages: all but the last, and the last, which may be empty.
fn pages(rows: &[StoredEvent]) -> (Vec<&[StoredEvent]>, &[StoredEvent]) {
    let (mut pages, mut rest) = (Vec::new(), rows);
    loop {
        let (page, after) = rest.split_at(page_length(rest.iter().map(|row| row.body.len()), PAGE));
        if after.is_empty() {
            return (pages, page);
        }
        pages.push(page);
        rest = after;
    }
}

/// How many events of these lengths fit into a page.
fn page_length(lengths: impl Iterator<Item = usize>, size: PageSize) -> usize {
    let fits = |bytes: &mut usize, length: usize| {
        // Number, time and commas.
        *bytes += length + 40;
        Some(*bytes)
    };
    let fitting = lengths.take(size.events).scan(0, fits).enumerate();
    fitting.take_while(|(number, bytes)| *number == 0 || *bytes <= size.bytes).count()
}

/// Events as rows of the store.
pub(super) fn rows(events: &[Numbered]) -> Vec<StoredEvent> {
    events.iter().map(row).collect()
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
    turn: Option<Seat>,
}

impl After {
    /// Before the last page of a history, the position is not known.
    const UNKNOWN: After = After { hash: None, turn: None };

    fn of(shared: &Shared) -> After {
        After { hash: shared.hash(), turn: shared.seat_to_move() }
    }

    /// A client that keeps a copy of the table knows from it who is to move.
    fn known_to(self, connection: &Connection) -> After {
        After { turn: self.turn.filter(|_| !connection.keeps_copy()), ..self }
    }
}

/// The same events as text: each form is encoded once, for all connections that get it.
struct Texts<'a> {
    table: &'a str,
    events: &'a [StoredEvent],
    after: After,
    /// For clients that do not keep a copy of the table, and for those that do.
    encoded: [Option<Utf8Bytes>; 2],
}

impl<'a> Texts<'a> {
    fn new(table: &'a str, events: &'a [StoredEvent], after: After) -> Texts<'a> {
        Texts { table, events, after, encoded: [None, None] }
    }

    fn of(&mut self, connection: &Connection) -> Utf8Bytes {
        let after = self.after.known_to(connection);
        let encoded = &mut self.encoded[usize::from(connection.keeps_copy())];
        encoded.get_or_insert_with(|| encode_events(self.table, None, self.events, after).into()).clone()
    }

    /// The answer to the request that caused the events.
    fn answer(&self, connection: &Connection, re: u32) -> Utf8Bytes {
        encode_events(self.table, Some(re), self.events, self.after.known_to(connection)).into()
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
    fn pages_are_bounded_in_events_and_bytes() {
        let event = |v: u32, length: usize| Event::Begun { setup: format!("{v}{}", "x".repeat(length)) };
        let events = |count: u32, length| (1..=count).map(move |v| Numbered { v, at: 0, event: event(v, length) });
        for (count, length, pages_of) in
            [(0, 1, vec![]), (200, 1, vec![200]), (450, 1, vec![200, 200, 50]), (3, 100_000, vec![1; 3])]
        {
            let all: Vec<_> = events(count, length).collect();
            let (mut rest, mut lengths) = (all.as_slice(), Vec::new());
            while !rest.is_empty() {
                let (page, after) = first_page(rest, PAGE);
                lengths.push(page.len());
                rest = after;
            }
            assert_eq!(lengths, pages_of);
            let rows = rows(&all);
            let (paged, last) = pages(&rows);
            assert_eq!(paged.iter().map(|page| page.len()).sum::<usize>() + last.len(), all.len());
            assert_eq!(paged.len() + 1, pages_of.len().max(1));
        }
        let all: Vec<_> = events(100, 1000).collect();
        let (page, rest) = first_page(&all, PAGE);
        assert!((50..65).contains(&page.len()) && page.len() + rest.len() == 100);
    }

    #[test]
    fn encoded_events_are_as_the_protocol_says() {
        let events = vec![
            Numbered {
                v: 7,
                at: 1_700_000_000_000,
                event: Event::Move { seat: Seat::new(1), mv: "a\"b".to_owned(), ms: Some(5) },
            },
            Numbered { v: 8, at: 1_700_000_000_001, event: Event::Closed },
        ];
        let rows: Vec<_> = events.iter().map(|numbered| StoredEvent::new(numbered.v, numbered.at, &numbered.event)).collect();
        for (re, hash, turn) in [
            (None, None, None),
            (Some(3), Some(9), Some(Seat::new(0))),
            (None, Some(1), None),
            (None, Some(1), Some(Seat::new(3))),
        ] {
            let tell = ServerMessage::Events { re, table: "abc".to_owned(), events: events.clone(), hash, turn };
            let decoded: ServerMessage =
                serde_json::from_str(&encode_events("abc", re, &rows, After { hash, turn })).expect("it is JSON");
            assert_eq!(decoded, tell);
        }
    }
}
