//! Responding to the requests of other tasks: acts, subscribe and unsubscribe, views, jobs, notes of other nodes.

use std::sync::Arc;

use tablee_core::text;
use tablee_protocol::{Acted, Code, Command, LegalMoves, Person, Phase, Problem, ServerMessage, TableView};
use tokio::time::Instant;

use super::request::{Reply, Request};
use super::{Next, TableTask, decide, encode, now};
use crate::cluster::TableNote;
use crate::connection::Connection;
use crate::store::StoreError;

impl TableTask {
    /// Responds to one request.
    pub(super) async fn respond(&mut self, request: Request) -> Next {
        if request.counts_as_use() {
            self.last_used = Instant::now();
        }
        match request {
            Request::Act { by, command, reply } => return self.act(by, command, reply).await,
            Request::Subscribe { connection, invite, from, re, reply } => {
                let _ = reply.send(self.subscribe(connection, invite.as_deref(), from, re).await);
            }
            Request::Unsubscribe { connection } => self.unsubscribe(connection),
            Request::View { person, invite, reply } => {
                let allowed = self.check_access(person.as_deref(), invite.as_deref()).await;
                let _ = reply.send(allowed.map(|()| self.view(person.as_deref())));
            }
            Request::Record { person, invite, reply } => {
                let allowed = self.check_access(person.as_deref(), invite.as_deref()).await;
                let _ = reply.send(allowed.and_then(|()| self.record()));
            }
            Request::LegalMoves { by, reply } => drop(reply.send(self.legal_moves(&by).await)),
            Request::Summary { reply } => drop(reply.send(Ok(self.state.shared().summary()))),
            Request::PlanRematch { by, reply } => drop(reply.send(self.plan_rematch(&by))),
            Request::SetRematch { table, connection, reply } => {
                let agreed = self.set_rematch(table, connection).await;
                return self.reply_after_append(|| drop(reply.send(agreed)));
            }
            Request::FinishedRecord { reply } => {
                let record = self.resync_unless_found(TableTask::finished_record).await;
                let _ = reply.send(record.map_err(Problem::from));
            }
            Request::LoadPosition { played, reply } => {
                let position = self.resync_unless_found(|table| table.load_position(played)).await;
                let _ = reply.send(position.map_err(Problem::from));
            }
            Request::SubmitBotMove { played, mv, reply } => {
                let appended = self.decide_and_append(None, |state, now| decide::play_bot(state, played, &mv, now)).await;
                self.push_due_job();
                return self.reply_after_append(|| drop(reply.send(appended.map(drop))));
            }
            Request::Rate { reply } => {
                let due = self.resync_unless_found(|table| table.rating_is_due().then_some(())).await;
                let rated = match due {
                    Ok(_) => self.rate().await,
                    Err(error) => Err(error.into()),
                };
                self.push_due_job();
                return self.reply_after_append(|| drop(reply.send(rated)));
            }
            Request::Expire { since, reply } => {
                let ended = self.decide_and_append(None, |state, now| decide::expire(state, since, now)).await;
                self.push_due_job();
                return self.reply_after_append(|| drop(reply.send(ended.map(drop))));
            }
            Request::Note { node, note } => return self.on_note(node, &note).await,
            Request::StoredVersion { version } if version > self.state.shared().version() => self.try_resync().await,
            Request::StoredVersion { .. } => {}
            Request::NotifyTurn { played } if played == self.state.shared().played() => self.notify_turn(),
            Request::NotifyTurn { .. } => {}
            Request::Resync => self.resync_everything().await,
            Request::NodeJoined if !self.subscribers.is_empty() => self.request_presence(),
            Request::NodeJoined => {}
            Request::NodeLeft { node } => self.on_node_left(&node),
            Request::StoreRecovered => {
                if let Err(problem) = self.refund_outage().await {
                    tracing::warn!(table = self.id, %problem, "cannot refund the time of an outage");
                }
                // An append whose result was lost in the outage may have made it a bot's turn.
                self.push_due_job();
            }
            Request::Unload { reply } => {
                self.unload();
                if let Some(cluster) = self.hub.cluster() {
                    cluster.publish_table_note(&self.id, &TableNote::Unload);
                }
                let _ = reply.send(());
                return Next::Unload;
            }
        }
        self.on_store_result()
    }

    /// The legal moves, if it is this person's turn. Another node may have stored the move before theirs, so the table
    /// resyncs before it refuses.
    async fn legal_moves(&mut self, by: &Person) -> Result<LegalMoves, Problem> {
        let moves = decide::legal_moves(self.state.shared(), by);
        if moves.is_ok() {
            return moves;
        }
        self.try_resync().await;
        decide::legal_moves(self.state.shared(), by)
    }

    /// A node left the cluster: its people are away, and its worker may have had this table's job.
    fn on_node_left(&mut self, node: &str) {
        if self.remote_presence.remove(node).is_some() {
            self.broadcast_presence();
        }
        self.push_job_again();
    }

    /// Replies to a request that appended events. A table whose memory differs from the store is unloaded first, so
    /// that the sender's next request finds it loaded again.
    fn reply_after_append(&mut self, reply: impl FnOnce()) -> Next {
        let next = self.on_store_result();
        reply();
        next
    }

    /// Looks something up. If it is not there, the table may have missed events: it resyncs, and looks again.
    async fn resync_unless_found<T>(&mut self, look_up: impl Fn(&TableTask) -> Option<T>) -> Result<Option<T>, StoreError> {
        if let Some(found) = look_up(self) {
            return Ok(Some(found));
        }
        self.resync().await?;
        Ok(look_up(self))
    }

    /// Sends a connection all events after a version, and from then on every new one.
    async fn subscribe(
        &mut self,
        connection: Arc<Connection>,
        invite: Option<&str>,
        from: u32,
        re: Option<u32>,
    ) -> Result<(), Problem> {
        let person = connection.person().map(|person| person.id.clone());
        self.check_access(person.as_deref(), invite).await?;
        // A client that reconnects from another node may know more than this node.
        if from > self.state.shared().version() {
            self.try_resync().await;
        }
        connection.send(self.encode_events(re, self.state.events_after(from)));
        if !self.is_subscribed(&connection) {
            self.subscribers.push(connection);
            self.on_presence_change();
        }
        Ok(())
    }

    fn unsubscribe(&mut self, connection: u64) {
        let before = self.subscribers.len();
        self.subscribers.retain(|subscriber| subscriber.id() != connection);
        if self.subscribers.len() != before {
            self.on_presence_change();
        }
    }

    fn is_subscribed(&self, connection: &Connection) -> bool {
        self.subscribers.iter().any(|subscriber| subscriber.id() == connection.id())
    }

    /// Decides what a person asks, and replies.
    async fn act(&mut self, by: Person, command: Command, reply: Reply) -> Next {
        // A clock that ran out at the same moment comes first.
        if decide::overdue(self.state.shared(), now()).is_some() && self.on_deadline().await == Next::Unload {
            return Next::Unload;
        }
        let connection = match &reply {
            Reply::Connection(connection, re) => Some((connection.clone(), *re)),
            Reply::Waiting(_) => None,
        };
        // The access of subscribers was checked when they subscribed. All other acts need a seat or are the host's.
        let subscribed = connection.as_ref().is_some_and(|(asking, _)| self.is_subscribed(asking));
        let allowed = match &command {
            Command::Say { .. } if !subscribed => self.check_access(Some(&by.id), None).await,
            _ => Ok(()),
        };
        let acted = match allowed {
            Ok(()) => {
                let decide = |state: &mut _, now| decide::decide(state, &by, command.clone(), now);
                self.decide_and_append(connection, decide).await
            }
            Err(problem) => Err(problem),
        };
        match (reply, acted) {
            (Reply::Waiting(waiting), acted) => drop(waiting.send(acted)),
            (Reply::Connection(connection, re), Err(problem)) => {
                self.hub.metrics().refused(problem.code);
                connection.send(encode(&ServerMessage::Refused { re, problem }));
            }
            (Reply::Connection(connection, re), Ok(Acted { events, answer, .. })) => {
                // The events were sent with the id of the request, which is an answer already.
                if events.is_empty() || answer.is_some() {
                    connection.send(encode(&ServerMessage::Done { re, answer }));
                }
            }
        }
        self.push_due_job();
        self.on_store_result()
    }

    /// The table as one person may see it.
    fn view(&self, person: Option<&str>) -> TableView {
        let shared = self.state.shared();
        let insider = person.is_some_and(|person| shared.opened().host.id == person || shared.seat_of(person).is_some());
        TableView {
            summary: shared.summary(),
            events: self.state.events_after(0).to_vec(),
            invite: insider.then(|| self.state.invite().to_owned()),
        }
    }

    /// The record of the game, if it is over.
    fn finished_record(&self) -> Option<String> {
        matches!(self.state.shared().phase(), Phase::Over { .. }).then(|| self.record().ok()).flatten()
    }

    /// The record of the game so far.
    fn record(&self) -> Result<String, Problem> {
        let table = self.state.shared().table();
        table
            .map(|table| table.record())
            .ok_or_else(|| Problem::new(Code::NotBegun, text!("the game has not begun", "la partie n’a pas commencé")))
    }
}
