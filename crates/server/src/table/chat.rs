//! Chat at a table, apart from its events: it cannot make the history of a game longer.

use axum::extract::ws::Utf8Bytes;
use tablee_protocol::{ChatLine, Code, Person, Problem, ServerMessage};

use super::{TableTask, encode, now};
use crate::cluster::TableNote;
use crate::connection::Connection;
use crate::limits::{MessageLimiter, Rate};
use crate::validation::validate_line;

/// The longest line, in characters.
const LONGEST_LINE: usize = 300;

/// How many lines of a table are kept.
const MOST_LINES: u32 = 500;

/// How many of them a new subscriber gets.
const RECENT_LINES: u32 = 100;

/// How many lines go into one message. Their bytes are bounded by [`LONGEST_LINE`].
const LINES_PER_MESSAGE: usize = 25;

/// What all spectators of a table together may write. Players and the host have only their own limit.
const SPECTATORS: Option<Rate> = Rate::new(20, 60);

/// The chat of a table in memory.
pub(super) struct Chat {
    /// The latest lines, once they were read from the store.
    recent: Option<Vec<ChatLine>>,
    spectators: MessageLimiter,
}

impl Default for Chat {
    fn default() -> Chat {
        Chat { recent: None, spectators: MessageLimiter::new(SPECTATORS) }
    }
}

impl TableTask {
    /// Stores a line of chat, and broadcasts it.
    pub(super) async fn say(&mut self, by: &Person, text: &str) -> Result<(), Problem> {
        let text = validate_line(text, LONGEST_LINE).map_err(|why| Problem::new(Code::Invalid, why))?;
        let shared = self.state.shared();
        if shared.seat_of(&by.id).is_none() && shared.opened().host.id != by.id {
            self.chat.spectators.check()?;
        }
        let line = self.hub.store().add_line(&self.id, now(), by, &text, MOST_LINES).await?;
        if let Some(cluster) = self.hub.cluster() {
            cluster.send_table_note(&self.peers, &self.id, &TableNote::Chat { line: line.clone() });
        }
        self.broadcast_line(line);
        Ok(())
    }

    /// Broadcasts a stored line to the subscribers on this node.
    pub(super) fn broadcast_line(&mut self, line: ChatLine) {
        let text = encode(&ServerMessage::Chat { table: self.id.clone(), lines: vec![line.clone()] });
        self.subscribers.iter().for_each(|subscriber| subscriber.send(text.clone()));
        if let Some(recent) = &mut self.chat.recent {
            recent.push(line);
            let surplus = recent.len().saturating_sub(RECENT_LINES as usize);
            recent.drain(..surplus);
        }
    }

    /// The latest lines. In an outage of the store there are none: chat is not worth refusing a subscription.
    pub(super) async fn recent_lines(&mut self) -> &[ChatLine] {
        if self.chat.recent.is_none() {
            match self.hub.store().latest_lines(&self.id, RECENT_LINES).await {
                Ok(lines) => self.chat.recent = Some(lines),
                Err(error) => tracing::warn!(table = self.id, ?error, "cannot read the chat of a table"),
            }
        }
        self.chat.recent.as_deref().unwrap_or_default()
    }

    /// Sends a new subscriber the latest lines.
    pub(super) async fn send_recent_lines(&mut self, connection: &Connection) {
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
