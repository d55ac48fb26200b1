//! Security headers: on every answer, whatever it is.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;

use crate::app_state::AppState;
use crate::limits::peer;

/// No sniffing, no referrer for other sites, no access to devices, and no content at all: pages have a policy of their
/// own, which stays.
const HEADERS: [(HeaderName, &str); 5] = [
    (header::CONTENT_SECURITY_POLICY, "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "same-origin"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
];

/// How long browsers reach the server over TLS only, once it was reached so: a year.
const TLS_ONLY: &str = "max-age=31536000";

/// Adds the headers to an answer.
pub async fn secure(State(app): State<Arc<AppState>>, request: Request, next: Next) -> Response {
    let tls = app.limits.is_tls(peer(request.extensions()), request.headers());
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    if tls {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, HeaderValue::from_static(TLS_ONLY));
    }
    response
}
