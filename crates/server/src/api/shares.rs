//! Games shared by a short link.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderName, StatusCode, header};
use tablee_protocol::{NewShare, ShareMade};

use super::ApiError;
use super::extract::{Body, PathName};
use super::openapi::{BadRequest, NotFound, RetryLater};
use crate::app_state::AppState;
use crate::limits::Address;

/// A record never changes under its id.
const KEEP: &str = "public, max-age=31536000, immutable";

/// Shares a game: proves its record, stores it, and returns a short link. The same game always has the same link.
#[utoipa::path(
    post, path = "/api/shares", tag = "shares", security(()), request_body = NewShare,
    responses((status = 201, description = "The link", body = ShareMade), BadRequest, NotFound, RetryLater)
)]
pub async fn share(
    State(app): State<Arc<AppState>>,
    address: Address,
    Body(new): Body<NewShare>,
) -> Result<(StatusCode, Json<ShareMade>), ApiError> {
    app.limits.new_share(address)?;
    let id = app.shares.share(&app.previews.pool, address, new.record).await?;
    let url = format!("/s/{id}");
    Ok((StatusCode::CREATED, Json(ShareMade { id, url })))
}

/// Returns the record of a shared game, as `docs/record.md` specifies it.
#[utoipa::path(
    get, path = "/api/shares/{id}", tag = "shares", security(()),
    params(("id" = String, Path, description = "The id of the shared game")),
    responses((status = 200, description = "The record", body = String, content_type = "text/plain"), NotFound, RetryLater)
)]
pub async fn record(
    State(app): State<Arc<AppState>>,
    PathName(id): PathName,
) -> Result<([(HeaderName, &'static str); 2], String), ApiError> {
    let record = app.shares.read(&id).await?;
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8"), (header::CACHE_CONTROL, KEEP)], record))
}
