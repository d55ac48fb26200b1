//! What is asked and told over HTTP, under `/api`. `docs/api.md` introduces it, `/api/openapi.json` describes it in full.
//!
//! | file | what is in it |
//! |---|---|
//! | `mod.rs` | which address leads where, and what all answers have in common |
//! | `extract.rs` | what requests bring with them: a key, an invitation, a body |
//! | `people.rs` | who one is, and who others are |
//! | `keys.rs` | keys for programs |
//! | `tables.rs` | tables: lists, opening, acting, and events as a stream |
//! | `openapi.rs` | the description |

pub mod extract;
mod keys;
mod openapi;
mod people;
mod tables;

use std::sync::Arc;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{self, MethodRouter};
use tablee_core::text;
use tablee_protocol::{Code, Problem};

use crate::app_state::AppState;
use crate::limits::Address;
use crate::store::StoreError;

/// The longest body of a request.
const LONGEST: usize = 64 * 1024;

/// Makes the router, and the list of what is in it, so that a test can see whether all of it is described.
macro_rules! routes {
    ($($path:literal: $($method:ident $handler:path),+;)+) => {
        /// Every address with a method.
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
    "/api/people/{id}": get people::profile;
    "/api/sign-in": post people::sign_in;
    "/api/sign-out": post people::sign_out;
    "/api/me": get people::me, patch people::rename, delete people::erase;
    "/api/me/account": post people::make_account;
    "/api/me/export": get people::export;
    "/api/me/tables": get tables::mine;
    "/api/me/keys": get keys::list, post keys::make;
    "/api/me/keys/{id}": delete keys::revoke;
    "/api/tables": get tables::list, post tables::open;
    "/api/tables/{id}": get tables::view, post tables::act;
    "/api/tables/{id}/record": get tables::record;
    "/api/tables/{id}/analysis": get tables::analysis;
    "/api/tables/{id}/events": get tables::events;
    "/api/ratings/{game}": get people::ratings;
}

/// Everything under `/api` but the socket.
pub fn router(app: Arc<AppState>) -> Router {
    routes()
        .route("/api", routing::any(nothing_here))
        .route("/api/", routing::any(nothing_here))
        .route("/api/{*rest}", routing::any(nothing_here))
        .method_not_allowed_fallback(not_so)
        .layer(DefaultBodyLimit::max(LONGEST))
        .layer(from_fn_with_state(app.clone(), limited))
        .with_state(app)
}

/// Each request counts for its address, and no answer is kept by anyone on the way.
async fn limited(State(app): State<Arc<AppState>>, address: Address, request: Request, next: Next) -> Response {
    let mut response = match app.limits.request(address) {
        Ok(()) => next.run(request).await,
        Err(problem) => refused(problem),
    };
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

async fn nothing_here() -> Response {
    refused(Problem::new(Code::Unknown, text!("there is nothing at this address", "il n’y a rien à cette adresse")))
}

async fn not_so() -> Response {
    let why = text!("this address does not answer to this method", "cette adresse ne répond pas à cette méthode");
    let mut response = refused(Problem::new(Code::Unknown, why));
    *response.status_mut() = StatusCode::METHOD_NOT_ALLOWED;
    response
}

/// A refusal as an answer.
pub fn refused(problem: Problem) -> Response {
    let status = StatusCode::from_u16(problem.code.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let mut response = (status, axum::Json(&problem)).into_response();
    // For counting refusals by their code.
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

/// A refusal, on its way out of a handler.
pub struct Refusal(Problem);

impl From<Problem> for Refusal {
    fn from(problem: Problem) -> Refusal {
        Refusal(problem)
    }
}

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Refusal {
        if let StoreError::Unavailable(error) = &error {
            tracing::error!(%error, "the store is away");
        }
        Refusal(error.into())
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        refused(self.0)
    }
}
