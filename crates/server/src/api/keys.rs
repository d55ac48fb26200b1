//! Keys for programs.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use tablee_protocol::{KeyView, NewToken, TokenMade};

use super::ApiError;
use super::extract::{Body, Caller, PathName};
use super::openapi::{BadRequest, KeyRequired, NotFound, RetryLater};
use crate::app_state::AppState;
use crate::limits::Address;

/// Lists your keys, without their secrets.
#[utoipa::path(
    get, path = "/api/me/keys", tag = "keys", security(("key" = ["manage"])),
    responses((status = 200, description = "The keys, oldest first", body = Vec<KeyView>), KeyRequired, RetryLater)
)]
pub async fn list(State(app): State<Arc<AppState>>, Caller(by): Caller) -> Result<Json<Vec<KeyView>>, ApiError> {
    Ok(Json(app.people.keys(&by).await?))
}

/// Creates a key for a program. Its scopes are `play`, `chat` and `read`; only a browser's key can manage the account.
#[utoipa::path(
    post, path = "/api/me/keys", tag = "keys", security(("key" = ["manage"])), request_body = NewToken,
    responses((status = 201, description = "The key; its secret is shown only this once", body = TokenMade), BadRequest, KeyRequired, RetryLater)
)]
pub async fn make(
    State(app): State<Arc<AppState>>,
    address: Address,
    Caller(by): Caller,
    Body(asked): Body<NewToken>,
) -> Result<(StatusCode, Json<TokenMade>), ApiError> {
    app.limits.change(address, &by.me.id)?;
    Ok((StatusCode::CREATED, Json(app.people.make_key(&by, &asked).await?)))
}

/// Revokes a key.
#[utoipa::path(
    delete, path = "/api/me/keys/{id}", tag = "keys", security(("key" = ["manage"])),
    params(("id" = String, Path, description = "The id of the key")),
    responses((status = 204, description = "The key is revoked"), KeyRequired, NotFound, RetryLater)
)]
pub async fn revoke(
    State(app): State<Arc<AppState>>,
    address: Address,
    Caller(by): Caller,
    PathName(id): PathName,
) -> Result<StatusCode, ApiError> {
    app.limits.change(address, &by.me.id)?;
    app.people.revoke(&by, &id).await?;
    // All connections of the person are closed. Those with another key reconnect by themselves.
    app.hub.disconnect(&by.me.id);
    Ok(StatusCode::NO_CONTENT)
}
