//! Tables: lists, opening, acting, and events as a stream.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderName, StatusCode, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::{Stream, stream};
use serde::Deserialize;
use tablee_core::text;
use tablee_protocol::{Act, Acted, Analysis, Code, NewTable, Problem, Scope, TableOpened, TableStatus, TableView, Tables};
use utoipa::IntoParams;

use super::Refusal;
use super::extract::{Asked, Body, Invite, MaybeWho, Named, Who};
use super::openapi::{Busy, Clash, KeyWanted, NotReadable, NotThere};
use crate::app_state::AppState;
use crate::limits::Address;
use crate::store::TableQuery;
use crate::work_queue::Job;

/// How many tables one answer has at most.
const PAGE: u32 = 50;

/// How often a stream shows that it is still there while nothing happens.
const STILL_HERE: Duration = Duration::from_secs(15);

/// Which tables are wanted.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Wanted {
    /// `open` (people are still sitting down; so if it is left out), `playing` or `over`.
    state: Option<TableStatus>,
    /// The game's id.
    game: Option<String>,
    /// A player's name, or its beginning.
    player: Option<String>,
    /// Only those that changed before this, in thousandths of a second since 1970: `before` of the last answer, to go on from there.
    before: Option<u64>,
}

/// Tables that anyone may see, the latest first.
#[utoipa::path(
    get, path = "/api/tables", tag = "tables", security(()), params(Wanted),
    responses((status = 200, description = "A page of them", body = Tables), NotReadable, Busy)
)]
pub async fn list(State(app): State<Arc<AppState>>, Asked(wanted): Asked<Wanted>) -> Result<Json<Tables>, Refusal> {
    let state = wanted.state.unwrap_or(TableStatus::Open);
    if state == TableStatus::Closed {
        let why = text!("tables are open, playing or over", "une table est ouverte (open), en jeu (playing) ou terminée (over)");
        return Err(Problem::new(Code::Invalid, why).into());
    }
    let player = wanted.player.map(|player| player.trim().to_owned()).filter(|player| !player.is_empty());
    let query = TableQuery { state, game: wanted.game, player, before: wanted.before, most: PAGE };
    let tables = app.store.tables(&query).await?;
    let before = tables.last().filter(|_| tables.len() == PAGE as usize).map(|last| last.changed);
    Ok(Json(Tables { tables, before }))
}

/// The open tables and the games being played where one sits or that one opened, with whose turn it is.
#[utoipa::path(
    get, path = "/api/me/tables", tag = "tables", security(("key" = ["read"])),
    responses((status = 200, description = "All of them, the latest first", body = Tables), KeyWanted, Busy)
)]
pub async fn mine(State(app): State<Arc<AppState>>, Who(by): Who) -> Result<Json<Tables>, Refusal> {
    by.require_scope(Scope::Read)?;
    let tables = app.store.unfinished_of(&by.me.id).await?;
    Ok(Json(Tables { tables: app.hub.summaries(&tables).await?, before: None }))
}

/// Opens a table.
#[utoipa::path(
    post, path = "/api/tables", tag = "tables", security(("key" = ["play"])), request_body = NewTable,
    responses((status = 201, description = "The table, and the secret of its invitation", body = TableOpened), NotReadable, KeyWanted, Busy)
)]
pub async fn open(
    State(app): State<Arc<AppState>>,
    Who(by): Who,
    Body(new): Body<NewTable>,
) -> Result<(StatusCode, Json<TableOpened>), Refusal> {
    by.require_scope(Scope::Play)?;
    app.limits.new_table(&by.me.id)?;
    Ok((StatusCode::CREATED, Json(app.hub.open(&by, new).await?)))
}

/// A table in full, with all that happened there.
#[utoipa::path(
    get, path = "/api/tables/{id}", tag = "tables", security((), ("key" = [])),
    params(
        ("id" = String, Path, description = "The id of the table"),
        ("Tablee-Invite" = Option<String>, Header, description = "The secret of the invitation, if one needs it"),
    ),
    responses((status = 200, description = "The table", body = TableView), KeyWanted, NotThere, Busy)
)]
pub async fn view(
    State(app): State<Arc<AppState>>,
    MaybeWho(by): MaybeWho,
    Invite(invite): Invite,
    Named(id): Named,
) -> Result<Json<TableView>, Refusal> {
    Ok(Json(app.hub.view(&id, by.as_ref(), invite.as_deref()).await?))
}

/// The record of a game, as `docs/record.md` specifies it.
#[utoipa::path(
    get, path = "/api/tables/{id}/record", tag = "tables", security((), ("key" = [])),
    params(
        ("id" = String, Path, description = "The id of the table"),
        ("Tablee-Invite" = Option<String>, Header, description = "The secret of the invitation, if one needs it"),
    ),
    responses((status = 200, description = "The record", body = String, content_type = "text/plain"), KeyWanted, NotThere, Clash, Busy)
)]
pub async fn record(
    State(app): State<Arc<AppState>>,
    MaybeWho(by): MaybeWho,
    Invite(invite): Invite,
    Named(id): Named,
) -> Result<([(HeaderName, &'static str); 1], String), Refusal> {
    let record = app.hub.record(&id, by.as_ref(), invite.as_deref()).await?;
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], record))
}

/// A finished game looked at move by move. The first time it is asked for it is not there yet, and is worked out: ask again after a
/// moment, as `Retry-After` says.
#[utoipa::path(
    get, path = "/api/tables/{id}/analysis", tag = "tables", security((), ("key" = [])),
    params(
        ("id" = String, Path, description = "The id of the table"),
        ("Tablee-Invite" = Option<String>, Header, description = "The secret of the invitation, if one needs it"),
    ),
    responses(
        (status = 200, description = "Every move, with what a bot would have done", body = Analysis),
        (status = 202, description = "It is being worked out"),
        KeyWanted, NotThere, Clash, Busy
    )
)]
pub async fn analysis(
    State(app): State<Arc<AppState>>,
    MaybeWho(by): MaybeWho,
    Invite(invite): Invite,
    Named(id): Named,
) -> Result<Response, Refusal> {
    let view = app.hub.view(&id, by.as_ref(), invite.as_deref()).await?;
    if view.summary.state != TableStatus::Over {
        let why = text!("the game is not over yet", "la partie n’est pas encore finie");
        return Err(Problem::new(Code::NotBegun, why).into());
    }
    if let Some(body) = app.store.analysis(&id).await? {
        return Ok(([(header::CONTENT_TYPE, "application/json")], body).into_response());
    }
    let asked = app.hub.analyses().push(&Job::Analyse { table: id }).await;
    asked.map_err(|error| Problem { wait: Some(1), ..Problem::new(Code::Unavailable, error.into()) })?;
    Ok((StatusCode::ACCEPTED, [(header::RETRY_AFTER, "2")]).into_response())
}

/// Does something at a table: sits down, plays, talks, and so on. Talking takes the scope `chat`, all else `play`.
#[utoipa::path(
    post, path = "/api/tables/{id}", tag = "tables", security(("key" = ["play"]), ("key" = ["chat"])), request_body = Act,
    params(("id" = String, Path, description = "The id of the table")),
    responses((status = 200, description = "What happened because of it", body = Acted), NotReadable, KeyWanted, NotThere, Clash, Busy)
)]
pub async fn act(
    State(app): State<Arc<AppState>>,
    Who(by): Who,
    Named(id): Named,
    Body(act): Body<Act>,
) -> Result<Json<Acted>, Refusal> {
    by.require_scope_for(&act)?;
    app.limits.act(&by.me.id, &act)?;
    Ok(Json(app.hub.act(&id, &by, act).await?))
}

/// From where on a stream is wanted.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct From {
    /// The last version that one knows; all events if it is left out.
    #[serde(default)]
    from: u32,
}

/// What happens at a table, as a stream: first what one does not know yet, then everything as it happens. Each `data` is a message of
/// the live protocol (`docs/protocol.md`); those whose `is` is not `events` can be ignored.
#[utoipa::path(
    get, path = "/api/tables/{id}/events", tag = "tables", security((), ("key" = [])),
    params(
        ("id" = String, Path, description = "The id of the table"),
        From,
        ("Tablee-Invite" = Option<String>, Header, description = "The secret of the invitation, if one needs it"),
    ),
    responses(
        (status = 200, description = "Server-sent events, without end", body = String, content_type = "text/event-stream"),
        NotReadable, KeyWanted, NotThere, Busy
    )
)]
pub async fn events(
    State(app): State<Arc<AppState>>,
    address: Address,
    MaybeWho(by): MaybeWho,
    Invite(invite): Invite,
    Named(id): Named,
    Asked(From { from }): Asked<From>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Refusal> {
    let open = app.limits.connect(address)?;
    let stream = app.hub.subscribe(&id, by.as_ref(), invite.as_deref(), from).await?;
    let told = stream::unfold((stream, open), async |(mut stream, open)| {
        let message = stream.next().await?;
        Some((Ok(Event::default().data(&*message)), (stream, open)))
    });
    Ok(Sse::new(told).keep_alive(KeepAlive::new().interval(STILL_HERE)))
}
