//! Requests from people: acts, subscribe and unsubscribe, views.

use std::sync::Arc;

use tablee_core::text;
use tablee_protocol::{Acted, ChatLine, Code, Command, Person, Problem, ServerMessage, TableView};

use super::broadcast::{PAGE, VIEW_PAGE, first_page};
use super::decide::Known;
use super::request::{PersonRequest, Reply, Subscribed};
use super::{Next, TableTask, decide, encode, now};
use crate::connection::Connection;
use crate::limits::{MessageLimiter, Rate};

/// How often a player may give time at a table.
const GIFTS: Option<Rate> = Rate::new(5, 10);

impl TableTask {
    /// Responds to a person's request.
    pub(super) async fn respond_to_person(&mut self, request: PersonRequest) -> Next {
        if let Some(person) = over_http(&request) {
            self.on_seen(person);
        }
        match request {
            PersonRequest::Act { by, command, reply } => return self.act(by, command, reply).await,
            PersonRequest::Subscribe { connection, invite, from, re, reply } => {
                let _ = reply.send(self.subscribe(connection, invite.as_deref(), from, re).await);
            }
            PersonRequest::Unsubscribe { connection } => self.unsubscribe(connection),
            PersonRequest::View { from, person, invite, may_invite, reply } => {
                let view = match self.check_access(person.as_deref(), invite.as_deref()).await {
                    Ok(()) => Ok(self.view(from, person.as_deref().filter(|_| may_invite)).await),
                    Err(problem) => Err(problem),
                };
                let _ = reply.send(view);
            }
            PersonRequest::Record { person, invite, reply } => {
                let allowed = self.check_access(person.as_deref(), invite.as_deref()).await;
                let _ = reply.send(allowed.and_then(|()| self.record()));
            }
            PersonRequest::LegalMoves { by, reply } => drop(reply.send(self.legal_moves(&by).await)),
            PersonRequest::Summary { reply } => {
                let shared = self.state.shared();
                let _ = reply.send(Ok((shared.summary(), shared.played())));
            }
            PersonRequest::Rematch { by, connection, reply } => {
                let table = self.rematch(&by, connection).await;
                return self.reply_after_append(|| drop(reply.send(table)));
            }
        }
        self.on_store_result()
    }

    /// Sends a connection the events after a version: a page of them, or all and from then on every new one.
    async fn subscribe(
        &mut self,
        connection: Arc<Connection>,
        invite: Option<&str>,
        from: u32,
        re: Option<u32>,
    ) -> Result<Subscribed, Problem> {
        let person = connection.person().map(|person| person.id.clone());
        self.check_access(person.as_deref(), invite).await?;
        if let Some(person) = connection.person() {
            self.check_not_back(person, invite).await?;
        }
        self.require_place_to_watch(&connection, invite)?;
        // A client that reconnects from another node may know more than this node.
        if from > self.state.shared().version() {
            self.try_resync().await;
        }
        let (page, rest) = first_page(self.state.events_after(from), PAGE);
        if let (Some(last), false) = (page.last(), rest.is_empty()) {
            let version = last.v;
            connection.send(self.encode_page(&page));
            // A new event now would leave a gap. The connection gets it with the last page.
            self.unsubscribe(connection.id());
            return Ok(Subscribed::Until(version));
        }
        connection.send(self.encode_events(&connection, re, &page));
        self.send_recent_lines(&connection).await;
        if !self.is_subscribed(&connection) {
            let of_player = self.is_player(&connection);
            self.subscribers.push(connection);
            self.on_presence_change(of_player);
            // A game of bots alone goes on when somebody watches.
            self.push_due_job();
        }
        Ok(Subscribed::Live)
    }

    fn unsubscribe(&mut self, connection: u64) {
        let Some(at) = self.subscribers.iter().position(|subscriber| subscriber.id() == connection) else { return };
        let gone = self.subscribers.remove(at);
        self.on_presence_change(self.is_player(&gone));
    }

    fn is_subscribed(&self, connection: &Connection) -> bool {
        self.subscribers.iter().any(|subscriber| subscriber.id() == connection.id())
    }

    /// Decides what a person asks, and replies.
    async fn act(&mut self, by: Person, command: Command, reply: Reply) -> Next {
        // A clock that ran out at the same moment comes first, and so does a game that begins by itself.
        if decide::is_due(self.state.shared(), now()) && self.on_deadline().await == Next::Unload {
            return Next::Unload;
        }
        let connection = match &reply {
            Reply::Connection(connection, re) => Some((connection.clone(), *re)),
            Reply::Waiting(_) => None,
        };
        // The access of subscribers was checked when they subscribed. All other acts need a seat or are the host's.
        let subscribed = connection.as_ref().is_some_and(|(asking, _)| self.is_subscribed(asking));
        let allowed = match &command {
            Command::Say { .. } | Command::Quick { .. } if !subscribed => match self.check_access(Some(&by.id), None).await {
                Ok(()) => self.check_not_back(&by, None).await,
                refused => refused,
            },
            Command::Sit { invite, .. } => self.check_not_back(&by, invite.as_deref()).await,
            Command::Give { .. } => self.count_gift(&by.id),
            _ => Ok(()),
        };
        self.asker = Some(by.id.clone());
        let acted = match (allowed, &command) {
            (Ok(()), Command::Say { text }) => {
                let said = self.say(&by, text).await;
                said.map(|()| Acted { events: Vec::new(), answer: None, turn: self.state.shared().seat_to_move() })
            }
            (Ok(()), Command::Quick { word }) => {
                let said = self.say_word(&by, *word).await;
                said.map(|()| Acted { events: Vec::new(), answer: None, turn: self.state.shared().seat_to_move() })
            }
            (Ok(()), _) => {
                let known = self.known_for(&by, &command).await;
                let decide = |state: &mut _, now| decide::decide(state, &by, command.clone(), known, now);
                let acted = self.decide_and_append(connection, decide).await;
                if acted.is_ok() && matches!(command, Command::Sit { .. }) {
                    *self.sits.entry(self.hub.addresses().of(&by.id)).or_default() += 1;
                }
                acted
            }
            (Err(problem), _) => Err(problem),
        };
        self.asker = None;
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

    /// Collects the facts from outside the table that the command depends on.
    async fn known_for(&mut self, by: &Person, command: &Command) -> Known {
        match command {
            // Others are refused without waiting for a heartbeat.
            Command::Claim if self.state.shared().seat_of(&by.id).is_some() => {
                Known { away: self.away().await, ..Known::default() }
            }
            Command::Sit { .. } => {
                let address = Some(self.hub.addresses().of(&by.id)).filter(|address| !address.is_empty());
                let sits = address.and_then(|address| self.sits.get(&address).copied());
                Known { sits_of_address: sits.unwrap_or_default(), ..Known::default() }
            }
            _ => Known::default(),
        }
    }

    /// Counts that a person gives time.
    fn count_gift(&mut self, person: &str) -> Result<(), Problem> {
        if self.state.shared().seat_of(person).is_none() {
            // They are refused anyway, and need no counter.
            return Ok(());
        }
        self.gifts.entry(person.to_owned()).or_insert_with(|| MessageLimiter::new(GIFTS)).check()
    }

    /// The latest lines of chat, and before them what the people of a series said at its earlier tables.
    async fn all_lines(&mut self, person: Option<&str>) -> Vec<ChatLine> {
        let mut lines = self.earlier_lines(person).await.to_vec();
        lines.extend_from_slice(self.recent_lines().await);
        lines
    }

    /// The table as one person may see it, with the events after a version: a page of them. Those who may invite others
    /// get the invitation.
    async fn view(&mut self, from: u32, person: Option<&str>) -> TableView {
        let chat = if from == 0 { self.all_lines(person).await } else { Vec::new() };
        let shared = self.state.shared();
        let insider = person.is_some_and(|person| shared.opened().host.id == person || shared.seat_of(person).is_some());
        // How many of them fit into a page is measured elsewhere: see `fit_into_page`.
        let events = self.state.events_after(from);
        let (page, rest) = events.split_at(VIEW_PAGE.events.min(events.len()));
        TableView {
            summary: shared.summary(),
            events: page.to_vec(),
            next: page.last().filter(|_| !rest.is_empty()).map(|last| last.v),
            chat,
            invite: self.state.invite().filter(|_| insider),
            watch: self.state.watch_link().filter(|_| insider),
        }
    }

    /// The record of the game so far.
    pub(super) fn record(&self) -> Result<String, Problem> {
        let table = self.state.shared().table();
        table
            .map(|table| table.record())
            .ok_or_else(|| Problem::new(Code::NotBegun, text!("the game has not begun", "la partie n’a pas commencé")))
    }
}

/// The person who sends a request over HTTP, if it says who they are.
fn over_http(request: &PersonRequest) -> Option<&str> {
    match request {
        PersonRequest::Act { by, reply: Reply::Waiting(_), .. } | PersonRequest::LegalMoves { by, .. } => Some(&by.id),
        PersonRequest::View { person, .. } | PersonRequest::Record { person, .. } => person.as_deref(),
        _ => None,
    }
}
