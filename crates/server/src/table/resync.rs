//! What happens at a table on other nodes.

use tablee_protocol::{Numbered, Problem};

use super::{TableTask, broadcast, decide};
use crate::cluster::{TableNote, read_note};
use crate::store::StoreError;

impl TableTask {
    /// Takes in what another node says; tells whether the table goes on.
    pub(super) async fn on_note(&mut self, node: String, note: &[u8]) -> bool {
        let Some(note) = read_note(note) else { return true };
        match note {
            TableNote::Appended { events } => self.apply_remote(events).await,
            TableNote::Presence { people, watchers } => {
                if people.is_empty() && watchers == 0 {
                    self.remote_presence.remove(&node);
                } else {
                    self.remote_presence.insert(node, (people, watchers));
                }
                self.broadcast_presence();
            }
            TableNote::PresenceRequest => {
                if !self.subscribers.is_empty() {
                    self.publish_presence();
                }
            }
            TableNote::Unload => {
                self.unload();
                return false;
            }
        }
        self.on_store_result()
    }

    /// Takes in what another node has stored.
    async fn apply_remote(&mut self, mut events: Vec<Numbered>) {
        let known = self.state.shared().version();
        events.retain(|numbered| numbered.v > known);
        let Some(first) = events.first() else { return };
        if first.v != known + 1 {
            return self.try_resync().await;
        }
        self.apply_next(events).await;
    }

    /// Takes in what was stored elsewhere right after what is known here.
    async fn apply_next(&mut self, events: Vec<Numbered>) {
        if let Err(why) = events.iter().try_for_each(|numbered| self.state.apply(numbered.clone())) {
            tracing::error!(table = self.id, %why, "another server told what cannot be");
            self.reload().await;
            return self.note_due_job();
        }
        self.state.mark_stored();
        self.broadcast_locally(None, &events, &broadcast::bodies(&events));
        self.note_due_job();
    }

    /// Looks into the store for what happened elsewhere, if there are others.
    pub(super) async fn resync(&mut self) -> Result<(), StoreError> {
        if self.hub.cluster().is_some() {
            let events = self.hub.store().events_after(&self.id, self.state.shared().version()).await?;
            if !events.is_empty() {
                self.apply_next(events).await;
            }
        }
        Ok(())
    }

    /// The same; if it is not possible now, it will be later.
    pub(super) async fn try_resync(&mut self) {
        if let Err(error) = self.resync().await {
            tracing::warn!(table = self.id, ?error, "the store cannot be read");
        }
    }

    /// Whether somebody may see the table and talk there. Who is not known here may be known on another node since a moment ago.
    pub(super) async fn check_access(&mut self, person: Option<&str>, invite: Option<&str>) -> Result<(), Problem> {
        if decide::check_access(&self.state, person, invite).is_err() {
            self.try_resync().await;
        }
        decide::check_access(&self.state, person, invite)
    }
}
