//! Appending events: decide, store, broadcast; and what to do after a conflict or an outage.
//!
//! Concurrency is optimistic: nothing is locked, but the store accepts each event number of a table once. If another
//! node appended the same number first, the append is a conflict. The table is reloaded, and the change decided again.

use std::sync::Arc;

use tablee_protocol::{Acted, Code, Numbered, Problem};

use super::aggregate::TableAggregate;
use super::broadcast::{PAGE, first_page};
use super::decide::Decided;
use super::{ATTEMPTS, TableTask, load, now};
use crate::connection::Connection;
use crate::store::{RatingUpdate, StoreError, StoredEvent};

impl TableTask {
    /// Decides a change, appends its events to the store, and broadcasts them.
    ///
    /// `connection` asked for the change, with the id of its request.
    pub(super) async fn decide_and_append(
        &mut self,
        connection: Option<(Arc<Connection>, u32)>,
        mut decide: impl FnMut(&mut TableAggregate, u64) -> Decided,
    ) -> Result<Acted, Problem> {
        for _ in 0..ATTEMPTS {
            let answer = match decide(&mut self.state, now()) {
                Ok(answer) => answer,
                Err(problem) => {
                    if !self.state.pending().is_empty() {
                        self.reload().await;
                    }
                    // This copy may be old. A change that the stored events allow must not be refused.
                    let known = self.state.shared().version();
                    self.resync_before_refusal().await;
                    if self.state.shared().version() == known {
                        return Err(problem);
                    }
                    continue;
                }
            };
            if self.state.pending().is_empty() {
                return Ok(Acted { events: Vec::new(), answer, turn: self.state.shared().seat_to_move() });
            }
            match self.append(Vec::new()).await {
                Ok(rows) => {
                    let turn = self.state.shared().seat_to_move();
                    return Ok(Acted { events: self.broadcast_stored(connection, &rows), answer, turn });
                }
                Err(StoreError::Conflict) => self.reload().await,
                Err(unavailable) => {
                    self.reload().await;
                    return Err(unavailable.into());
                }
            }
        }
        Err(StoreError::Conflict.into())
    }

    /// Appends the pending events to the store, with the ratings that change with them. Returns the events as stored.
    pub(super) async fn append(&mut self, ratings: Vec<RatingUpdate>) -> Result<Vec<StoredEvent>, StoreError> {
        let append = self.state.pending_append(ratings);
        let events = append.events.clone();
        if let Err(error) = self.hub.store().append(append).await {
            if let StoreError::Unavailable(_) = error {
                self.hub.on_append_failed();
            }
            return Err(error);
        }
        Ok(events)
    }

    /// Marks the pending events as stored, and broadcasts them.
    pub(super) fn broadcast_stored(&mut self, connection: Option<(Arc<Connection>, u32)>, rows: &[StoredEvent]) -> Vec<Numbered> {
        let events = self.state.pending().to_vec();
        self.state.mark_stored();
        self.broadcast(connection, &events, rows);
        events
    }

    /// Loads the table again from the store. Pending events are lost; subscribers get the stored events they missed.
    pub(super) async fn reload(&mut self) {
        let known = self.state.shared().version() - self.state.pending().len() as u32;
        match load(&self.hub, &self.id).await {
            Ok(state) => {
                self.state = state;
                let mut missed = self.state.events_after(known);
                while !missed.is_empty() {
                    let (page, rest) = first_page(missed, PAGE);
                    for subscriber in &self.subscribers {
                        let last = rest.is_empty();
                        subscriber.send(if last { self.encode_events(subscriber, None, &page) } else { self.encode_page(&page) });
                    }
                    missed = rest;
                }
            }
            Err(problem) => {
                tracing::error!(table = self.id, %problem, "cannot reload a table");
                // Old events do no harm: the store refuses an append after a version that is not the last.
                if problem.code == Code::Unavailable
                    && let Err(why) = self.state.discard_pending()
                {
                    tracing::error!(table = self.id, %why, "a stored table is damaged");
                }
            }
        }
    }
}
