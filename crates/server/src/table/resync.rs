//! Notes of other nodes about a table, and resync: catching up from the store after notes were lost.

use tablee_protocol::{Numbered, Problem};

use super::{Next, TableTask, broadcast, decide};
use crate::cluster::{TableNote, read_note};
use crate::store::StoreError;

impl TableTask {
    /// Handles a note of another node.
    pub(super) async fn on_note(&mut self, node: String, note: &[u8]) -> Next {
        let Some(note) = read_note(note) else { return Next::Continue };
        match note {
            TableNote::Appended { events } => self.apply_remote(events).await,
            TableNote::Chat { line } => self.broadcast_line(line),
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
                return Next::Unload;
            }
        }
        self.on_store_result()
    }

    /// Applies events that another node has stored. If some before them are missing here, the table resyncs.
    async fn apply_remote(&mut self, mut events: Vec<Numbered>) {
        let known = self.state.shared().version();
        events.retain(|numbered| numbered.v > known);
        let Some(first) = events.first() else { return };
        if first.v != known + 1 {
            return self.try_resync().await;
        }
        self.apply_next(events).await;
    }

    /// Applies stored events that follow the last one known here, and broadcasts them on this node.
    async fn apply_next(&mut self, events: Vec<Numbered>) {
        if let Err(why) = events.iter().try_for_each(|numbered| self.state.apply(numbered.clone())) {
            tracing::error!(table = self.id, %why, "events of another node do not fit; reloading the table");
            self.reload().await;
            return self.note_due_job();
        }
        self.state.mark_stored();
        self.broadcast_locally(None, &events, &broadcast::rows(&events));
        self.note_due_job();
    }

    /// Reads the events from the store that are missing here. Without a cluster there can be none.
    pub(super) async fn resync(&mut self) -> Result<(), StoreError> {
        if self.hub.cluster().is_some() {
            let events = self.hub.store().events_after(&self.id, self.state.shared().version()).await?;
            if !events.is_empty() {
                self.apply_next(events).await;
            }
        }
        Ok(())
    }

    /// Like [`TableTask::resync`]; if the store does not answer, a later resync catches up.
    pub(super) async fn try_resync(&mut self) {
        if let Err(error) = self.resync().await {
            tracing::warn!(table = self.id, ?error, "cannot resync: the store cannot be read");
        }
    }

    /// Catches up after an unknown number of notes was lost.
    pub(super) async fn resync_everything(&mut self) {
        // Known events may have changed as well: those of an erased person are rewritten. So all are read again.
        self.reload().await;
        self.resync_chat().await;
        // Connections that ended meanwhile are not reported again; those that are open are.
        self.remote_presence.clear();
        self.broadcast_presence();
        if !self.subscribers.is_empty() {
            self.publish_presence();
        }
        self.request_presence();
        if !self.hub.is_worker() {
            self.push_job_again();
        }
    }

    /// Checks that a person may see the table and chat there. A person who is unknown here may have sat down on another
    /// node a moment ago, so the table resyncs before it refuses.
    pub(super) async fn check_access(&mut self, person: Option<&str>, invite: Option<&str>) -> Result<(), Problem> {
        if decide::check_access(&self.state, person, invite).is_err() {
            self.try_resync().await;
        }
        decide::check_access(&self.state, person, invite)
    }
}
