//! The API over HTTP, under `/api`. `docs/api.md` introduces it, and `/api/openapi.json` describes it in full.
//!
//! | file | what is in it |
//! |---|---|
//! | `mod.rs` | the routes, and what all responses have in common |
//! | `extract.rs` | extractors: key, invitation, path, query, body |
//! | `people.rs` | people, accounts, ratings |
//! | `histories.rs` | profiles, the games of a person, recent opponents |
//! | `keys.rs` | keys for programs |
//! | `shares.rs` | games shared by a short link |
//! | `tables.rs` | tables: lists, opening, acts, records, events as a stream |
//! | `openapi.rs` | the OpenAPI description |

pub mod extract;
mod histories;
mod keys;
mod openapi;
mod people;
mod shares;
mod tables;

use std::sync::Arc;

use axum::Router;
use axum::body::{Body, Bytes, HttpBody as _, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{self, MethodRouter};
use tablee_core::text;
use tablee_protocol::{Code, Problem};

use crate::app_state::AppState;
use crate::limits::{Address, Limits, OpenOfAddress};
use crate::store::StoreError;

/// The longest body of a request, in bytes.
const MAX_BODY: usize = 64 * 1024;

/// From how many bytes on a response counts until its client has read it.
const LONG_RESPONSE: u64 = 32 * 1024;

/// Defines the router and a list of its routes, so that a test can check that OpenAPI describes them all.
macro_rules! routes {
    ($($path:literal: $($method:ident $handler:path),+;)+) => {
        /// Every path with a method.
        #[cfg(test)]
        const ROUTES: &[(&str, &str)] = &[$($(($path, stringify!($method)),)+)+];

        fn routes() -> Router<Arc<AppState>> {
            Router::new()$(.route($path, MethodRouter::new()$(.$method($handler))+))+
        }
    };
}

routes! {
    "/api/openapi.json": get openapi::openapi;
    "/api/people": post people::new_person;
    "/api/people/{id}": get histories::profile;
    "/api/people/{id}/tables": get histories::of_person;
    "/api/people/{id}/ratings/{game}": get people::rating_history;
    "/api/sign-in": post people::sign_in;
    "/api/sign-out": post people::sign_out;
    "/api/me": get people::me, patch people::rename, delete people::erase;
    "/api/me/account": post people::make_account;
    "/api/me/export": get people::export;
    "/api/me/tables": get histories::mine;
    "/api/me/opponents": get histories::opponents;
    "/api/me/keys": get keys::list, post keys::make;
    "/api/me/keys/{id}": delete keys::revoke;
    "/api/tables": get tables::list, post tables::open;
    "/api/tables/{id}": get tables::view, post tables::act;
    "/api/tables/{id}/moves": get tables::moves;
    "/api/tables/{id}/record": get tables::record;
    "/api/tables/{id}/analysis": get tables::analysis;
    "/api/tables/{id}/events": get tables::events;
    "/api/ratings/{game}": get people::ratings;
    "/api/shares": post shares::share;
    "/api/shares/{id}": get shares::record;
}

/// All routes under `/api`, except the socket.
pub fn router(app: Arc<AppState>) -> Router {
    routes()
        .route("/api", routing::any(not_found))
        .route("/api/", routing::any(not_found))
        .route("/api/{*rest}", routing::any(not_found))
        .method_not_allowed_fallback(method_not_allowed)
        .layer(from_fn_with_state(app.clone(), rate_limited))
        .with_state(app)
}

/// Applies the rate limit of addresses to every request, counts the bytes of its answer, and forbids caching of responses that do not allow it.
pub async fn rate_limited(State(app): State<Arc<AppState>>, address: Address, request: Request, next: Next) -> Response {
    let mut response = match app.limits.request(address, extract::body_length(request.headers())) {
        Ok(()) => {
            let response = next.run(request).await;
            app.limits.answered(address, response.body().size_hint().exact().unwrap_or(0));
            count_until_read(&app.limits, address, response).await
        }
        Err(problem) => refused(problem),
    };
    response.headers_mut().entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

/// Counts a long response until its client has read it, and refuses it if the address has too many of them. Their bytes are
/// in memory until then. Streams are made as they are read, and count their bytes themselves.
async fn count_until_read(limits: &Limits, address: Address, response: Response) -> Response {
    if response.body().size_hint().exact().is_none_or(|length| length < LONG_RESPONSE) {
        return response;
    }
    let unread = match limits.unread_response(address) {
        Ok(unread) => unread,
        Err(problem) => return refused(problem),
    };
    let (parts, body) = response.into_parts();
    match to_bytes(body, usize::MAX).await {
        Ok(bytes) => Response::from_parts(parts, Body::from(Bytes::from_owner(Unread { bytes, _counted: unread }))),
        Err(error) => {
            tracing::error!(%error, "a response cannot be read");
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
}

/// The bytes of a response that counts until they are dropped.
struct Unread {
    bytes: Bytes,
    _counted: OpenOfAddress,
}

impl AsRef<[u8]> for Unread {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

async fn not_found() -> Response {
    refused(Problem::new(Code::Unknown, text!("there is nothing at this address", "il n’y a rien à cette adresse")))
}

/// The response to a method that an address does not have. The router adds `Allow`.
pub async fn method_not_allowed() -> Response {
    let why = text!("this method is not allowed at this address", "cette méthode n’est pas autorisée à cette adresse");
    let mut response = refused(Problem::new(Code::Unknown, why));
    *response.status_mut() = StatusCode::METHOD_NOT_ALLOWED;
    response
}

/// The response to a refused request.
pub fn refused(problem: Problem) -> Response {
    let status = StatusCode::from_u16(problem.code.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let mut response = (status, axum::Json(&problem)).into_response();
    // For the metrics, which count refusals by code.
    response.extensions_mut().insert(problem.code);
    let headers = response.headers_mut();
    if let Some(wait) = problem.wait {
        headers.insert(header::RETRY_AFTER, HeaderValue::from(wait));
    }
    if status == StatusCode::UNAUTHORIZED {
        headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
    }
    response
}

/// The error type of handlers.
pub struct ApiError(Problem);

impl From<Problem> for ApiError {
    fn from(problem: Problem) -> ApiError {
        ApiError(problem)
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> ApiError {
        if let StoreError::Unavailable(error) = &error {
            tracing::error!(%error, "store outage");
        }
        ApiError(error.into())
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        refused(self.0)
    }
}
