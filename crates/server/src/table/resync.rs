//! Requests about other nodes: their notes, and resync: catching up from the store after notes were lost.

use tablee_protocol::{Numbered, Problem};

use super::presence::Presence;
use super::request::NodeRequest;
use super::{Next, TableTask, broadcast, decide};
use crate::cluster::TableNote;
use crate::store::{StoreError, StoredEvent};

impl TableTask {
    /// Responds to news about other nodes.
    pub(super) async fn respond_to_node(&mut self, request: NodeRequest) -> Next {
        match request {
            NodeRequest::Note { node, note } => return self.on_note(node, &note).await,
            NodeRequest::StoredVersion { version } if version > self.state.shared().version() => {
                self.try_resync().await;
                // A note was lost, perhaps because a peer does not know of this node.
                self.announce();
            }
            NodeRequest::StoredVersion { .. } => {}
            NodeRequest::NotifyTurn { played } if played == self.state.shared().played() => self.notify_turn(),
            NodeRequest::NotifyTurn { .. } => {}
            NodeRequest::Resync => self.resync_everything().await,
            NodeRequest::Joined => self.announce(),
            NodeRequest::Left { node, since } => self.on_node_left(&node, since).await,
        }
        self.on_store_result()
    }

    /// A node left the cluster: its people are away, and its worker may have had this table's job. If the player to move
    /// was connected to it only, they could not move since then, and get that time back.
    async fn on_node_left(&mut self, node: &str, since: u64) {
        let to_move = self.state.person_to_move().cloned();
        let was_there =
            to_move.filter(|person| self.remote_presence.get(node).is_some_and(|there| there.people.contains(&person.id)));
        self.forget_peer(node);
        if was_there.is_some_and(|person| !self.is_present(&person))
            && let Err(problem) = self.refund_silence(since).await
        {
            tracing::warn!(table = self.id, %problem, "cannot refund the time of a node that left");
        }
        self.push_job_again();
    }

    /// Another node no longer has the table in memory.
    fn forget_peer(&mut self, node: &str) {
        self.peers.remove(node);
        if let Some(there) = self.remote_presence.remove(node) {
            self.on_remote_presence_change(!there.people.is_empty());
        }
    }

    /// Handles a note of another node.
    async fn on_note(&mut self, node: String, note: &[u8]) -> Next {
        let Some(note) = TableNote::read(note) else { return Next::Continue };
        match note {
            TableNote::Appended { events } => {
                self.apply_remote(events).await;
                // The node that has told of the events pushes the job that follows.
                self.note_due_job();
            }
            TableNote::AppendedByWorker { events } => self.on_worker_append(events).await,
            TableNote::Chat { line } => self.broadcast_line(line),
            TableNote::Presence { people, watchers, version, spectators } => {
                self.peers.insert(node.clone());
                let now = Presence { people, watchers, spectators };
                let before = match now.is_empty() {
                    true => self.remote_presence.remove(&node),
                    false => self.remote_presence.insert(node, now.clone()),
                };
                let before = before.unwrap_or_default();
                if now != before {
                    self.on_remote_presence_change(now.people != before.people);
                    self.push_due_job();
                }
                // Events that the node stored before it knew of this one.
                if version > self.state.shared().version() {
                    self.try_resync().await;
                }
            }
            TableNote::Loaded => {
                // The table was only opened here, and is used at the other node.
                if self.unused && self.pending_job.is_none() && self.unload_if_idle() == Next::Unload {
                    return Next::Unload;
                }
                self.send_presence([&node]);
                self.peers.insert(node);
            }
            TableNote::Unloaded => self.forget_peer(&node),
            TableNote::Seen { person } => self.on_seen_elsewhere(&person),
            TableNote::Unload => {
                self.unload();
                return Next::Unload;
            }
        }
        self.on_store_result()
    }

    /// Applies events that another node has stored. If some before them are missing here, the table resyncs.
    async fn apply_remote(&mut self, mut rows: Vec<StoredEvent>) {
        let known = self.state.shared().version();
        rows.retain(|row| row.v > known);
        let Some(first) = rows.first() else { return };
        if first.v != known + 1 {
            return self.try_resync().await;
        }
        match rows.iter().map(StoredEvent::read).collect::<Result<Vec<_>, _>>() {
            Ok(events) => self.apply_next(events, &rows).await,
            // As from a node of another version.
            Err(_) => self.try_resync().await,
        }
    }

    /// A worker has done this node's job, and tells only this node.
    async fn on_worker_append(&mut self, rows: Vec<StoredEvent>) {
        let known = self.state.shared().version();
        self.send_to_peers(&rows);
        self.apply_remote(rows).await;
        let new = self.state.events_after(known);
        if !new.is_empty() {
            self.note_lobby_change(new);
            self.notify_turn_on_other_nodes();
        }
        self.push_due_job();
    }

    /// Applies stored events that follow the last one known here, and broadcasts them on this node.
    async fn apply_next(&mut self, events: Vec<Numbered>, rows: &[StoredEvent]) {
        if let Err(why) = events.iter().try_for_each(|numbered| self.state.apply(numbered.clone())) {
            tracing::error!(table = self.id, %why, "events of another node do not fit; reloading the table");
            return self.reload().await;
        }
        self.state.mark_stored();
        self.broadcast_locally(None, &events, rows);
    }

    /// Reads the events from the store that are missing here. Without a cluster there can be none.
    pub(super) async fn resync(&mut self) -> Result<(), StoreError> {
        if self.hub.cluster().is_some() {
            let events = self.hub.store().events_after(&self.id, self.state.shared().version()).await?;
            if !events.is_empty() {
                let rows = broadcast::rows(&events);
                self.apply_next(events, &rows).await;
                // A note was lost, and the node that would push the job that follows may be gone.
                self.push_due_job();
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

    /// Reads the events that are missing here before an act is refused, unless the acts of the person who asks were refused
    /// again and again: each of them would cost a read.
    pub(super) async fn resync_before_refusal(&mut self) {
        let person = self.asker.clone();
        if person.is_none() || self.may_resync_for(person.as_deref()) {
            self.try_resync().await;
        }
    }

    /// Whether the store may be read because something is about to be refused to a person.
    pub(super) fn may_resync_for(&self, person: Option<&str>) -> bool {
        let counts = || match person {
            Some(person) => self.hub.resyncs().allow(person, &self.hub.addresses().of(person)),
            // People without a key share the reads of this table.
            None => self.hub.resyncs().allow(&format!("table {}", self.id), ""),
        };
        self.hub.cluster().is_some() && counts()
    }

    /// Catches up after an unknown number of notes was lost.
    pub(super) async fn resync_everything(&mut self) {
        // Known events may have changed as well: those of an erased person are rewritten. So all are read again.
        self.reload().await;
        self.resync_chat().await;
        // Connections that ended meanwhile are not reported again; those that are open are.
        self.remote_presence.clear();
        self.forget_away();
        self.broadcast_presence();
        self.publish_presence();
        self.announce();
        self.push_job_again();
    }

    /// Checks that a person may see the table and chat there. A person who is unknown here may have sat down on another
    /// node a moment ago, so the table resyncs before it refuses.
    pub(super) async fn check_access(&mut self, person: Option<&str>, invite: Option<&str>) -> Result<(), Problem> {
        if decide::check_access(&self.state, person, invite).is_err() && self.may_resync_for(person) {
            self.try_resync().await;
        }
        decide::check_access(&self.state, person, invite)
    }
}
