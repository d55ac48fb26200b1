//! What happens at a table on other nodes.

use tablee_protocol::{Numbered, Problem};

use super::{Table, decide, telling};
use crate::cluster::{TableNote, read_note};
use crate::store::StoreError;

impl Table {
    /// Takes in what another node says; tells whether the table goes on.
    pub(super) async fn hear(&mut self, node: String, note: &[u8]) -> bool {
        let Some(note) = read_note(note) else { return true };
        match note {
            TableNote::Happened { events } => self.take_in(events).await,
            TableNote::Here { people, watchers } => {
                if people.is_empty() && watchers == 0 {
                    self.elsewhere.remove(&node);
                } else {
                    self.elsewhere.insert(node, (people, watchers));
                }
                self.tell_presence();
            }
            TableNote::Who => {
                if !self.watchers.is_empty() {
                    self.announce();
                }
            }
            TableNote::Forget => {
                self.let_go();
                return false;
            }
        }
        self.is_sound()
    }

    /// Takes in what another node has stored.
    async fn take_in(&mut self, mut events: Vec<Numbered>) {
        let known = self.state.shared().version();
        events.retain(|numbered| numbered.v > known);
        let Some(first) = events.first() else { return };
        if first.v != known + 1 {
            return self.look_elsewhere().await;
        }
        self.take_in_next(events).await;
    }

    /// Takes in what was stored elsewhere right after what is known here.
    async fn take_in_next(&mut self, events: Vec<Numbered>) {
        if let Err(why) = events.iter().try_for_each(|numbered| self.state.take(numbered.clone())) {
            tracing::error!(table = self.id, %why, "another server told what cannot be");
            self.reload().await;
            return self.note_work();
        }
        self.state.mark_stored();
        self.tell_here(None, &events, &telling::bodies(&events));
        self.note_work();
    }

    /// Looks into the store for what happened elsewhere, if there are others.
    pub(super) async fn catch_up(&mut self) -> Result<(), StoreError> {
        if self.hub.cluster().is_some() {
            let events = self.hub.store().events_after(&self.id, self.state.shared().version()).await?;
            if !events.is_empty() {
                self.take_in_next(events).await;
            }
        }
        Ok(())
    }

    /// The same; if it is not possible now, it will be later.
    pub(super) async fn look_elsewhere(&mut self) {
        if let Err(error) = self.catch_up().await {
            tracing::warn!(table = self.id, ?error, "the store cannot be read");
        }
    }

    /// Whether somebody may see the table and talk there. Who is not known here may be known on another node since a moment ago.
    pub(super) async fn may_enter(&mut self, person: Option<&str>, invite: Option<&str>) -> Result<(), Problem> {
        if decide::may_enter(&self.state, person, invite).is_err() {
            self.look_elsewhere().await;
        }
        decide::may_enter(&self.state, person, invite)
    }
}
