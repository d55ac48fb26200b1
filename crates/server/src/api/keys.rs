//! Keys for programs.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use tablee_protocol::{KeyView, NewToken, TokenMade};

use super::Refusal;
use super::extract::{Body, Named, Who};
use super::openapi::{Busy, KeyWanted, NotReadable, NotThere};
use crate::app_state::AppState;

/// The keys that one has, without their secrets.
#[utoipa::path(
    get, path = "/api/me/keys", tag = "keys", security(("key" = ["manage"])),
    responses((status = 200, description = "The keys, the oldest first", body = Vec<KeyView>), KeyWanted, Busy)
)]
pub async fn list(State(app): State<Arc<AppState>>, Who(by): Who) -> Result<Json<Vec<KeyView>>, Refusal> {
    Ok(Json(app.people.keys(&by).await?))
}

/// Makes a key for a program. It can be used for playing, chatting and reading, and never for changing who one is.
#[utoipa::path(
    post, path = "/api/me/keys", tag = "keys", security(("key" = ["manage"])), request_body = NewToken,
    responses((status = 201, description = "The key, whose secret is said this once", body = TokenMade), NotReadable, KeyWanted, Busy)
)]
pub async fn make(
    State(app): State<Arc<AppState>>,
    Who(by): Who,
    Body(asked): Body<NewToken>,
) -> Result<(StatusCode, Json<TokenMade>), Refusal> {
    Ok((StatusCode::CREATED, Json(app.people.make_key(&by, &asked).await?)))
}

/// Revokes a key.
#[utoipa::path(
    delete, path = "/api/me/keys/{id}", tag = "keys", security(("key" = ["manage"])),
    params(("id" = String, Path, description = "The id of the key")),
    responses((status = 204, description = "It can no longer be used"), KeyWanted, NotThere, Busy)
)]
pub async fn revoke(State(app): State<Arc<AppState>>, Who(by): Who, Named(id): Named) -> Result<StatusCode, Refusal> {
    app.people.revoke(&by, &id).await?;
    // Whoever came with it is dropped; with another key they come back by themselves.
    app.hub.disconnect(&by.me.id);
    Ok(StatusCode::NO_CONTENT)
}
