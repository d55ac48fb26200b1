//! Chat at a table, apart from its events: it cannot make the history of a game longer.

use std::collections::HashMap;

use axum::extract::ws::Utf8Bytes;
use tablee_protocol::{ChatLine, Code, Person, Problem, QuickWord, ServerMessage, Who};

use super::{TableTask, encode, now};
use crate::cluster::TableNote;
use crate::connection::Connection;
use crate::limits::{MessageLimiter, Rate};
use crate::store::chat::{KeptLines, Text};
use crate::validation::validate_line;

/// The longest line, in characters.
const LONGEST_LINE: usize = 300;

/// How many lines of players are kept, the host included, and how many of spectators. However much one of them writes, the
/// other's lines stay.
const LINES_OF_PLAYERS: u32 = 500;
const LINES_OF_SPECTATORS: u32 = 200;

/// How many lines of each of them a new subscriber gets.
const RECENT_LINES: usize = 50;

/// How many lines go into one message. Their bytes are bounded by [`LONGEST_LINE`].
const LINES_PER_MESSAGE: usize = 25;

/// The chat of a table in memory.
#[derive(Default)]
pub(super) struct Chat {
    /// The latest lines, once they were read from the store.
    recent: Option<Vec<ChatLine>>,
    /// What its people said at the earlier tables of the series, once that was read from the store.
    earlier: Option<Vec<ChatLine>>,
    spectators: SpectatorLimits,
}

/// Limits of chat: for a spectator at one table, all spectators from one address, and all spectators together. Each is less
/// than the next, so that no person and no address silences the others. Players and the host have only their own limit.
const OF_SPECTATOR: Option<Rate> = Rate::new(5, 12);
const OF_ADDRESS: Option<Rate> = Rate::new(20, 60);
const OF_ALL: Option<Rate> = Rate::new(60, 180);

/// How many spectators and addresses are remembered. All together still have a limit when they are forgotten.
const MOST_REMEMBERED: usize = 500;

/// The limits of spectators who write at a table.
struct SpectatorLimits {
    by_person: HashMap<String, MessageLimiter>,
    by_address: HashMap<String, MessageLimiter>,
    all: MessageLimiter,
}

impl Default for SpectatorLimits {
    fn default() -> SpectatorLimits {
        SpectatorLimits { by_person: HashMap::new(), by_address: HashMap::new(), all: MessageLimiter::new(OF_ALL) }
    }
}

impl SpectatorLimits {
    /// Counts a line. An address may be unknown, and is empty then.
    fn check(&mut self, person: &str, address: &str) -> Result<(), Problem> {
        for (limits, who, rate) in [(&mut self.by_person, person, OF_SPECTATOR), (&mut self.by_address, address, OF_ADDRESS)] {
            if limits.len() >= MOST_REMEMBERED {
                limits.clear();
            }
            if !who.is_empty() {
                limits.entry(who.to_owned()).or_insert_with(|| MessageLimiter::new(rate)).check()?;
            }
        }
        self.all.check()
    }
}

impl TableTask {
    /// Stores a line of chat, and broadcasts it.
    pub(super) async fn say(&mut self, by: &Person, text: &str) -> Result<(), Problem> {
        let line = validate_line(text, LONGEST_LINE).map_err(|why| Problem::new(Code::Invalid, why))?;
        self.store_line(by, Text::from(line.as_str())).await
    }

    /// Stores a quick word, and broadcasts it.
    pub(super) async fn say_word(&mut self, by: &Person, word: QuickWord) -> Result<(), Problem> {
        self.store_line(by, Text { line: &word.line(), word: Some(word) }).await
    }

    async fn store_line(&mut self, by: &Person, text: Text<'_>) -> Result<(), Problem> {
        let players = self.players_and_host();
        if !players.contains(&by.id) {
            self.chat.spectators.check(&by.id, &self.hub.addresses().of(&by.id))?;
        }
        let kept = KeptLines { players: &players, of_players: LINES_OF_PLAYERS, of_others: LINES_OF_SPECTATORS };
        let line = self.hub.store().add_line(&self.id, now(), by, text, kept).await?;
        if let Some(cluster) = self.hub.cluster() {
            cluster.send_table_note(&self.peers, &self.id, &TableNote::Chat { line: line.clone() });
        }
        self.broadcast_line(line);
        Ok(())
    }

    /// The ids of the players and of the host.
    fn players_and_host(&self) -> Vec<String> {
        let shared = self.state.shared();
        // A player who resigned still counts as a player, although a bot has the seat.
        let people = shared.chairs().iter().flat_map(|(_, chair)| [&chair.who, &chair.player]).filter_map(|who| match who {
            Some(Who::Person(person)) => Some(person.id.clone()),
            _ => None,
        });
        people.chain([shared.opened().host.id.clone()]).collect()
    }

    /// Broadcasts a stored line to the subscribers on this node.
    pub(super) fn broadcast_line(&mut self, line: ChatLine) {
        let text = encode(&ServerMessage::Chat { table: self.id.clone(), lines: vec![line.clone()] });
        self.subscribers.iter().for_each(|subscriber| subscriber.send(text.clone()));
        let players = self.players_and_host();
        if let Some(recent) = &mut self.chat.recent {
            recent.push(line);
            keep_recent(recent, &players);
        }
    }

    /// The latest lines. In an outage of the store there are none: chat is not worth refusing a subscription.
    pub(super) async fn recent_lines(&mut self) -> &[ChatLine] {
        if self.chat.recent.is_none() {
            match self.hub.store().latest_lines(&self.id, LINES_OF_PLAYERS + LINES_OF_SPECTATORS).await {
                Ok(mut lines) => {
                    keep_recent(&mut lines, &self.players_and_host());
                    self.chat.recent = Some(lines);
                }
                Err(error) => tracing::warn!(table = self.id, ?error, "cannot read the chat of a table"),
            }
        }
        self.chat.recent.as_deref().unwrap_or_default()
    }

    /// What the people of this table said at the earlier tables of the series, oldest first. Only they get it: those whom
    /// an event here names, so that their erasure unloads this table too.
    pub(super) async fn earlier_lines(&mut self, person: Option<&str>) -> &[ChatLine] {
        let people = self.people_of_series();
        if !person.is_some_and(|person| people.iter().any(|known| known == person)) {
            return &[];
        }
        if self.chat.earlier.is_none() {
            self.chat.earlier = self.read_earlier_lines(&people).await;
        }
        self.chat.earlier.as_deref().unwrap_or_default()
    }

    /// The people who play here, or for whom a seat is reserved, and the host.
    fn people_of_series(&self) -> Vec<String> {
        let awaited = self.state.shared().chairs().iter().filter_map(|(_, chair)| chair.awaited.clone());
        let people: Vec<String> = awaited.chain(self.players_and_host()).collect();
        let score = self.state.shared().opened().series.iter().flat_map(|series| &series.score);
        score.map(|score| score.person.clone()).filter(|person| people.contains(person)).collect()
    }

    async fn read_earlier_lines(&self, people: &[String]) -> Option<Vec<ChatLine>> {
        let series = self.state.shared().opened().series.as_ref()?;
        let mut lines: Vec<ChatLine> = Vec::new();
        for table in &series.tables {
            let mut earlier = match self.hub.store().latest_lines(table, LINES_OF_PLAYERS + LINES_OF_SPECTATORS).await {
                Ok(earlier) => earlier,
                Err(error) => {
                    tracing::warn!(table = self.id, ?error, "cannot read the chat of a series");
                    return None;
                }
            };
            earlier.retain(|line| people.contains(&line.by.id));
            earlier.iter_mut().for_each(|line| line.table = Some(table.clone()));
            earlier.append(&mut lines);
            lines = earlier;
            if lines.len() >= RECENT_LINES {
                break;
            }
        }
        lines.drain(..lines.len().saturating_sub(RECENT_LINES));
        Some(lines)
    }

    /// Sends a new subscriber the latest lines, and the people of a series what they said before.
    pub(super) async fn send_recent_lines(&mut self, connection: &Connection) {
        let (table, person) = (self.id.clone(), connection.person().map(|person| person.id.clone()));
        for lines in self.earlier_lines(person.as_deref()).await.chunks(LINES_PER_MESSAGE) {
            connection.send(encode(&ServerMessage::Chat { table: table.clone(), lines: lines.to_vec() }));
        }
        self.encode_recent_lines().await.into_iter().for_each(|message| connection.send(message));
    }

    /// Sends all subscribers the latest lines again, because notes about some may have been lost.
    pub(super) async fn resync_chat(&mut self) {
        if self.chat.recent.take().is_some() {
            for message in self.encode_recent_lines().await {
                self.subscribers.iter().for_each(|subscriber| subscriber.send(message.clone()));
            }
        }
    }

    async fn encode_recent_lines(&mut self) -> Vec<Utf8Bytes> {
        let table = self.id.clone();
        let message = |lines: &[ChatLine]| encode(&ServerMessage::Chat { table: table.clone(), lines: lines.to_vec() });
        self.recent_lines().await.chunks(LINES_PER_MESSAGE).map(message).collect()
    }
}

/// Drops the oldest lines of players and of spectators beyond [`RECENT_LINES`] of each.
fn keep_recent(lines: &mut Vec<ChatLine>, players: &[String]) {
    let plays = |line: &ChatLine| players.contains(&line.by.id);
    let of_players = lines.iter().filter(|line| plays(line)).count();
    let mut surplus = [lines.len() - of_players, of_players].map(|count| count.saturating_sub(RECENT_LINES));
    lines.retain(|line| {
        let left = &mut surplus[usize::from(plays(line))];
        let keep = *left == 0;
        *left = left.saturating_sub(1);
        keep
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn accepted(limits: &mut SpectatorLimits, times: usize, person: &str, address: &str) -> usize {
        (0..times).filter(|_| limits.check(person, address).is_ok()).count()
    }

    #[test]
    fn no_spectator_and_no_address_silences_the_others() {
        let mut limits = SpectatorLimits::default();
        let loud: usize = (0..3).map(|number| accepted(&mut limits, 100, &format!("guest{number}"), "home")).sum();
        assert_eq!(loud, 15, "each has a limit");
        assert_eq!(accepted(&mut limits, 1, "zoe", "home"), 1, "somebody else there may still write");
        let many: usize = (3..50).map(|number| accepted(&mut limits, 100, &format!("guest{number}"), "home")).sum();
        assert_eq!(loud + 1 + many, 20, "all of an address have a limit");
        assert_eq!(accepted(&mut limits, 2, "max", "elsewhere"), 2);
        let everywhere: usize =
            (0..50).map(|number| accepted(&mut limits, 9, &format!("x{number}"), &format!("y{number}"))).sum();
        assert!((38..=45).contains(&everywhere), "all together have a limit: {everywhere}");
    }

    #[test]
    fn spectators_do_not_displace_what_players_said() {
        let line = |n: u64, who: &str| ChatLine {
            n,
            at: n,
            by: Person { id: who.to_owned(), name: who.to_owned(), guest: true },
            text: String::new(),
            word: None,
            table: None,
        };
        let players = ["anna".to_owned()];
        let mut lines: Vec<_> = (0..60).map(|n| line(n, "anna")).chain((60..300).map(|n| line(n, "zoe"))).collect();
        keep_recent(&mut lines, &players);
        let numbers: Vec<_> = lines.iter().map(|line| line.n).collect();
        assert_eq!(numbers, (10..60).chain(250..300).collect::<Vec<_>>());
        lines.push(line(300, "anna"));
        keep_recent(&mut lines, &players);
        assert_eq!((lines.len(), lines[0].n, lines[99].n), (100, 11, 300));
    }
}
