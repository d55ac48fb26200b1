//! Tables: lists, opening, acts, records, and events as a stream.

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
use tablee_protocol::{
    Act, Acted, Analysis, Code, LegalMoves, NewTable, Problem, Progress, Scope, SeatPlan, SeatSummary, TableOpened, TableView,
    Tables, Who,
};
use utoipa::IntoParams;

use super::ApiError;
use super::extract::{Body, Caller, Invite, MaybeCaller, PathName, QueryParams};
use super::openapi::{BadRequest, Conflict, KeyRequired, NotFound, RetryLater};
use super::people::bad_cursor;
use crate::analysis as analyses;
use crate::app_state::AppState;
use crate::limits::Address;
use crate::store::{Cursor, TableFilter, TableQuery};

/// The size of a page of tables.
pub(super) const PAGE: u32 = 50;

/// How often a stream without events sends a comment, so that proxies keep it open.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// The parameters of a list of tables.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ListParams {
    /// `open` (the default: people can still sit down), `playing` or `over`.
    state: Option<Progress>,
    /// The id of a game.
    game: Option<String>,
    /// A player's name, or its beginning. If more than ten names begin so, the first ten in alphabetical order.
    player: Option<String>,
    /// For the next page: `next` of the last answer.
    next: Option<String>,
    /// Only tables that changed before this time, in milliseconds since 1970.
    before: Option<u64>,
}

/// Lists public tables, latest first.
#[utoipa::path(
    get, path = "/api/tables", tag = "tables", security(()), params(ListParams),
    responses((status = 200, description = "A page of tables", body = Tables), BadRequest, RetryLater)
)]
pub async fn list(
    State(app): State<Arc<AppState>>,
    address: Address,
    QueryParams(wanted): QueryParams<ListParams>,
) -> Result<Json<Tables>, ApiError> {
    let state = wanted.state.unwrap_or(Progress::Open);
    if state == Progress::Closed {
        let why = text!("`state` must be open, playing or over", "`state` doit être open, playing ou over");
        return Err(Problem::new(Code::Invalid, why).into());
    }
    let player = wanted.player.map(|player| player.trim().to_owned()).filter(|player| !player.is_empty());
    if player.is_some() {
        app.limits.search(address)?;
    }
    let filter = match (player, wanted.game) {
        (Some(name), game) => TableFilter::Player { name, game },
        (None, Some(game)) => TableFilter::Game(game),
        (None, None) => TableFilter::Public,
    };
    let before = cursor(wanted.next.as_deref(), wanted.before)?;
    page_of(&app, &TableQuery { state, filter, before, most: PAGE }).await
}

/// The cursor after which a page begins, from the query.
pub(super) fn cursor(next: Option<&str>, before: Option<u64>) -> Result<Option<Cursor>, Problem> {
    let Some(next) = next else { return Ok(before.map(|changed| Cursor { changed, table: String::new() })) };
    Cursor::read(next).map(Some).ok_or_else(bad_cursor)
}

async fn page_of(app: &AppState, query: &TableQuery) -> Result<Json<Tables>, ApiError> {
    let tables = app.store.tables(query).await?;
    let last = tables.last().filter(|_| tables.len() == query.most as usize);
    let (before, next) = (last.map(|last| last.changed), last.map(|last| Cursor::of(last).to_string()));
    Ok(Json(Tables { tables, before, next }))
}

/// Opens a table.
#[utoipa::path(
    post, path = "/api/tables", tag = "tables", security(("key" = ["play"])), request_body = NewTable,
    responses((status = 201, description = "The table, and the secret of its invitation", body = TableOpened), BadRequest, KeyRequired, RetryLater)
)]
pub async fn open(
    State(app): State<Arc<AppState>>,
    Caller(by): Caller,
    Body(new): Body<NewTable>,
) -> Result<(StatusCode, Json<TableOpened>), ApiError> {
    by.require_scope(Scope::Play)?;
    app.limits.new_table(&by.me.id)?;
    let with_bots = new.seats.iter().any(|seat| matches!(seat, SeatPlan::Bot(_)));
    app.may_open(&by.me.id, with_bots).await?;
    Ok((StatusCode::CREATED, Json(app.hub.open(&by, new).await?)))
}

/// Returns a table with its events, or a page of them if they are many: the next one begins at `next`.
#[utoipa::path(
    get, path = "/api/tables/{id}", tag = "tables", security((), ("key" = [])),
    params(
        ("id" = String, Path, description = "The id of the table"),
        From,
        ("Tablee-Invite" = Option<String>, Header, description = "The secret of the invitation, for private tables"),
    ),
    responses((status = 200, description = "The table", body = TableView), BadRequest, KeyRequired, NotFound, RetryLater)
)]
pub async fn view(
    State(app): State<Arc<AppState>>,
    MaybeCaller(by): MaybeCaller,
    Invite(invite): Invite,
    PathName(id): PathName,
    QueryParams(From { from }): QueryParams<From>,
) -> Result<Json<TableView>, ApiError> {
    Ok(Json(app.hub.view(&id, by.as_ref(), invite.as_deref(), from).await?))
}

/// Returns the legal moves, with the score of every seat right after each. Only the player whose turn it is may ask.
#[utoipa::path(
    get, path = "/api/tables/{id}/moves", tag = "tables", security(("key" = ["play"])),
    params(("id" = String, Path, description = "The id of the table")),
    responses((status = 200, description = "The moves, ascending by spelling", body = LegalMoves), KeyRequired, NotFound, Conflict, RetryLater)
)]
pub async fn moves(
    State(app): State<Arc<AppState>>,
    address: Address,
    Caller(by): Caller,
    PathName(id): PathName,
) -> Result<Json<LegalMoves>, ApiError> {
    by.require_scope(Scope::Play)?;
    app.limits.moves(address, &by.me.id)?;
    Ok(Json(app.hub.legal_moves(&id, &by, address).await?))
}

/// Returns the record of a game, as `docs/record.md` specifies it.
#[utoipa::path(
    get, path = "/api/tables/{id}/record", tag = "tables", security((), ("key" = [])),
    params(
        ("id" = String, Path, description = "The id of the table"),
        ("Tablee-Invite" = Option<String>, Header, description = "The secret of the invitation, for private tables"),
    ),
    responses((status = 200, description = "The record", body = String, content_type = "text/plain"), KeyRequired, NotFound, Conflict, RetryLater)
)]
pub async fn record(
    State(app): State<Arc<AppState>>,
    MaybeCaller(by): MaybeCaller,
    Invite(invite): Invite,
    PathName(id): PathName,
) -> Result<([(HeaderName, &'static str); 1], String), ApiError> {
    let record = app.hub.record(&id, by.as_ref(), invite.as_deref()).await?;
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], record))
}

/// Returns the analysis of a finished game, move by move. The first request starts the analysis, within a budget: retry
/// after the time that `Retry-After` says, which costs nothing.
#[utoipa::path(
    get, path = "/api/tables/{id}/analysis", tag = "tables", security((), ("key" = [])),
    params(
        ("id" = String, Path, description = "The id of the table"),
        ("Tablee-Invite" = Option<String>, Header, description = "The secret of the invitation, for private tables"),
    ),
    responses(
        (status = 200, description = "Every move, with the move that a bot would have played", body = Analysis),
        (status = 202, description = "The analysis is not finished yet"),
        KeyRequired, NotFound, Conflict, RetryLater
    )
)]
pub async fn analysis(
    State(app): State<Arc<AppState>>,
    address: Address,
    MaybeCaller(by): MaybeCaller,
    Invite(invite): Invite,
    PathName(id): PathName,
) -> Result<Response, ApiError> {
    // Of the events nothing is needed.
    let view = app.hub.view(&id, by.as_ref(), invite.as_deref(), u32::MAX).await?;
    if view.summary.state != Progress::Over {
        let why = text!("the game is not over yet", "la partie n’est pas encore finie");
        return Err(Problem::new(Code::NotBegun, why).into());
    }
    if let Some(body) = app.store.analysis(&id).await? {
        return Ok(([(header::CONTENT_TYPE, "application/json")], body).into_response());
    }
    let person = by.as_ref().map(|by| by.me.id.as_str());
    let is_asker = |seat: &SeatSummary| matches!(&seat.who, Some(Who::Person(who)) if person == Some(&who.id));
    analyses::ask(&app, &id, address, person, view.summary.seats.iter().any(is_asker)).await?;
    Ok((StatusCode::ACCEPTED, [(header::RETRY_AFTER, "2")]).into_response())
}

/// Acts at a table: sit down, move, chat, and so on. Chat needs the scope `chat`, all other acts `play`.
#[utoipa::path(
    post, path = "/api/tables/{id}", tag = "tables", security(("key" = ["play"]), ("key" = ["chat"])), request_body = Act,
    params(("id" = String, Path, description = "The id of the table")),
    responses((status = 200, description = "The events that follow", body = Acted), BadRequest, KeyRequired, NotFound, Conflict, RetryLater)
)]
pub async fn act(
    State(app): State<Arc<AppState>>,
    Caller(by): Caller,
    PathName(id): PathName,
    Body(act): Body<Act>,
) -> Result<Json<Acted>, ApiError> {
    by.require_scope_for(&act)?;
    app.limits.act(&by.me.id, &act)?;
    app.may_act(&by.me.id, &id, &act).await?;
    Ok(Json(app.hub.act(&id, &by, act).await?))
}

/// The version after which a stream of events begins.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct From {
    /// The last version that the client knows. Without it, the first event comes first.
    #[serde(default)]
    from: u32,
}

/// Subscribes to a table: a stream of server-sent events, first those after `from`, then all new ones. Each `data` is a
/// message of the live protocol (`docs/protocol.md`). Messages whose `is` is not `events` can be ignored.
#[utoipa::path(
    get, path = "/api/tables/{id}/events", tag = "tables", security((), ("key" = [])),
    params(
        ("id" = String, Path, description = "The id of the table"),
        From,
        ("Tablee-Invite" = Option<String>, Header, description = "The secret of the invitation, for private tables"),
    ),
    responses(
        (status = 200, description = "Server-sent events, until the client disconnects", body = String, content_type = "text/event-stream"),
        BadRequest, KeyRequired, NotFound, RetryLater
    )
)]
pub async fn events(
    State(app): State<Arc<AppState>>,
    address: Address,
    MaybeCaller(by): MaybeCaller,
    Invite(invite): Invite,
    PathName(id): PathName,
    QueryParams(From { from }): QueryParams<From>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, ApiError> {
    let open = (app.limits.connect(address)?, by.as_ref().map(|by| app.limits.connect_person(&by.me.id)).transpose()?);
    let watched = app.limits.watch(address, by.as_ref().map(|by| by.me.id.as_str()), &id)?;
    let stream = app.hub.subscribe(&id, by.as_ref(), address, invite.as_deref(), from).await?;
    let guards = (app, open, watched);
    let messages = stream::unfold((stream, address, guards), async |(mut stream, address, guards)| {
        let message = stream.next().await?;
        guards.0.limits.answered(address, message.len() as u64);
        Some((Ok(Event::default().data(&*message)), (stream, address, guards)))
    });
    Ok(Sse::new(messages).keep_alive(KeepAlive::new().interval(KEEP_ALIVE)))
}
