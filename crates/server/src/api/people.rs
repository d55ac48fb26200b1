//! People, accounts and ratings.

use std::sync::Arc;

use axum::Json;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::{HeaderName, StatusCode, header};
use futures_util::StreamExt as _;
use serde::Deserialize;
use tablee_core::text;
use tablee_games::GameId;
use tablee_protocol::{
    Code, Credentials, Export, Me, NewPerson, Problem, RatingHistory, RatingPoint, RatingView, Scope, SignedIn,
};
use utoipa::IntoParams;

use super::ApiError;
use super::extract::{Body as JsonBody, Caller, PathName, QueryParams, unknown};
use super::openapi::{BadRequest, Conflict, KeyRequired, NotFound, RetryLater, WrongCredentials};
use crate::app_state::AppState;
use crate::limits::Address;
use crate::personal_data::rating_view;
use crate::store::Cursor;
use crate::store::ratings::RatingPointRow;
use crate::validation::account_key_from_input;

/// How many ratings the list of the best has.
const MOST_RATINGS: u32 = 100;

/// Creates a guest: a name, and a secret key to authenticate with. No account is needed.
#[utoipa::path(
    post, path = "/api/people", tag = "people", security(()), request_body = NewPerson,
    responses((status = 201, description = "The key; its secret is shown only this once", body = SignedIn), BadRequest, Conflict, RetryLater)
)]
pub async fn new_person(
    State(app): State<Arc<AppState>>,
    address: Address,
    JsonBody(new): JsonBody<NewPerson>,
) -> Result<(StatusCode, Json<SignedIn>), ApiError> {
    app.limits.new_person(address)?;
    Ok((StatusCode::CREATED, Json(app.people.new_guest(&new.name).await?)))
}

/// Signs in to an account with name and passphrase, and creates a new key.
#[utoipa::path(
    post, path = "/api/sign-in", tag = "people", security(()), request_body = Credentials,
    responses((status = 200, description = "The key; its secret is shown only this once", body = SignedIn), BadRequest, WrongCredentials, RetryLater)
)]
pub async fn sign_in(
    State(app): State<Arc<AppState>>,
    address: Address,
    JsonBody(said): JsonBody<Credentials>,
) -> Result<Json<SignedIn>, ApiError> {
    let mut attempt = app.limits.sign_in(address, &said.name)?;
    if let Err(too_many) = attempt.count_in_all() {
        let refused = match signed_in_from(&app, &said.name, address).await {
            Ok(true) => None,
            Ok(false) => Some(too_many),
            Err(unavailable) => Some(unavailable),
        };
        if let Some(problem) = refused {
            attempt.refund();
            return Err(problem.into());
        }
    }
    let signed_in = app.people.sign_in(&said).await;
    if signed_in.as_ref().is_err_and(|problem| problem.code == Code::WrongPhrase) {
        drop(attempt);
    } else {
        attempt.refund();
    }
    Ok(Json(signed_in?))
}

/// Whether the person with this account came from this address lately.
async fn signed_in_from(app: &AppState, name: &str, address: Address) -> Result<bool, Problem> {
    let Some((person, _)) = app.store.account(&account_key_from_input(name)).await? else { return Ok(false) };
    Ok(app.store.came_from(&person.id, &app.hub.addresses().hash(address)).await?)
}

/// Revokes the key of this request.
#[utoipa::path(
    post, path = "/api/sign-out", tag = "people", security(("key" = [])),
    responses((status = 204, description = "The key is revoked"), KeyRequired, RetryLater)
)]
pub async fn sign_out(State(app): State<Arc<AppState>>, Caller(by): Caller) -> Result<StatusCode, ApiError> {
    app.people.sign_out(&by).await?;
    app.hub.disconnect(&by.me.id);
    Ok(StatusCode::NO_CONTENT)
}

/// Returns the person that the key belongs to.
#[utoipa::path(
    get, path = "/api/me", tag = "people", security(("key" = [])),
    responses((status = 200, description = "You", body = Me), KeyRequired, RetryLater)
)]
pub async fn me(Caller(by): Caller) -> Json<Me> {
    Json(by.me)
}

/// Changes your name. Tables where you already sit keep the old one.
#[utoipa::path(
    patch, path = "/api/me", tag = "people", security(("key" = ["manage"])), request_body = NewPerson,
    responses((status = 200, description = "You, after the change", body = Me), BadRequest, KeyRequired, Conflict, RetryLater)
)]
pub async fn rename(
    State(app): State<Arc<AppState>>,
    address: Address,
    Caller(by): Caller,
    JsonBody(new): JsonBody<NewPerson>,
) -> Result<Json<Me>, ApiError> {
    app.limits.change(address, &by.me.id)?;
    let me = app.people.rename(&by, &new.name).await?;
    // Clients reconnect by themselves, under the new name.
    app.hub.disconnect(&me.id);
    Ok(Json(me))
}

/// Erases everything about you: you resign your games, your name and chat are removed from all tables, your ratings and
/// keys are deleted.
#[utoipa::path(
    delete, path = "/api/me", tag = "people", security(("key" = ["manage"])),
    responses((status = 204, description = "Everything is erased"), KeyRequired, RetryLater)
)]
pub async fn erase(State(app): State<Arc<AppState>>, address: Address, Caller(by): Caller) -> Result<StatusCode, ApiError> {
    app.limits.change(address, &by.me.id)?;
    app.erase(&by).await?;
    app.hub.disconnect(&by.me.id);
    Ok(StatusCode::NO_CONTENT)
}

/// Creates an account for a guest, to sign in from other devices.
#[utoipa::path(
    post, path = "/api/me/account", tag = "people", security(("key" = ["manage"])), request_body = Credentials,
    responses((status = 200, description = "You, after the change", body = Me), BadRequest, KeyRequired, Conflict, RetryLater)
)]
pub async fn make_account(
    State(app): State<Arc<AppState>>,
    address: Address,
    Caller(by): Caller,
    JsonBody(said): JsonBody<Credentials>,
) -> Result<Json<Me>, ApiError> {
    app.limits.new_account(address)?;
    let me = app.people.make_account(&by, &said).await?;
    app.hub.disconnect(&me.id);
    Ok(Json(me))
}

/// Exports everything that is stored about you.
#[utoipa::path(
    get, path = "/api/me/export", tag = "people", security(("key" = ["read"])),
    responses((status = 200, description = "All your data", body = Export), KeyRequired, RetryLater)
)]
pub async fn export(
    State(app): State<Arc<AppState>>,
    address: Address,
    Caller(by): Caller,
) -> Result<([(HeaderName, &'static str); 2], Body), ApiError> {
    by.require_scope(Scope::Read)?;
    let open = app.limits.export(address, &by.me.id)?;
    let headers =
        [(header::CONTENT_TYPE, "application/json"), (header::CONTENT_DISPOSITION, "attachment; filename=\"tablee.json\"")];
    let parts = app.clone().export(by).await?.map(move |part| {
        // The export is open until the last part is sent, or the client has gone.
        let _open = &open;
        part.inspect(|part| app.limits.answered(address, part.len() as u64))
    });
    Ok((headers, Body::from_stream(parts)))
}

/// The page of a history.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct HistoryParams {
    /// For the next page: `next` of the last answer.
    next: Option<String>,
}

/// Returns how the rating of a person at a game changed, latest first.
#[utoipa::path(
    get, path = "/api/people/{id}/ratings/{game}", tag = "people", security(()),
    params(
        ("id" = String, Path, description = "The id of the person"),
        ("game" = String, Path, description = "The id of the game", example = "kumata"),
        HistoryParams,
    ),
    responses((status = 200, description = "A page of at most a hundred changes", body = RatingHistory), BadRequest, NotFound, RetryLater)
)]
pub async fn rating_history(
    State(app): State<Arc<AppState>>,
    Path((id, game)): Path<(String, String)>,
    QueryParams(wanted): QueryParams<HistoryParams>,
) -> Result<Json<RatingHistory>, ApiError> {
    GameId::from_name(&game).ok_or_else(unknown)?;
    app.store.person(&id).await?.ok_or_else(unknown)?;
    let before = wanted.next.as_deref().map(|next| Cursor::read(next).ok_or_else(bad_cursor)).transpose()?;
    let rows = app.store.rating_history(&id, &game, before.as_ref(), MOST_RATINGS).await?;
    let last = rows.last().filter(|_| rows.len() == MOST_RATINGS as usize);
    let next = last.map(|last| Cursor { changed: last.at, table: last.table.clone() }.to_string());
    let point = |row: RatingPointRow| RatingPoint { at: row.at, table: row.table, before: row.before, after: row.after };
    Ok(Json(RatingHistory { points: rows.into_iter().map(point).collect(), next }))
}

/// The refusal of a cursor that no page gave.
pub(super) fn bad_cursor() -> Problem {
    let why = text!("`next` must be the value of the page before", "`next` doit être la valeur donnée par la page précédente");
    Problem::new(Code::Invalid, why)
}

/// Lists the best at a game, people and bots, best first. Provisional ratings are left out.
#[utoipa::path(
    get, path = "/api/ratings/{game}", tag = "people", security(()),
    params(("game" = String, Path, description = "The id of the game", example = "kumata")),
    responses((status = 200, description = "At most a hundred ratings", body = Vec<RatingView>), NotFound, RetryLater)
)]
pub async fn ratings(State(app): State<Arc<AppState>>, PathName(game): PathName) -> Result<Json<Vec<RatingView>>, ApiError> {
    GameId::from_name(&game).ok_or_else(unknown)?;
    Ok(Json(app.store.best(&game, MOST_RATINGS).await?.into_iter().map(rating_view).collect()))
}
