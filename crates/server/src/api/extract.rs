//! Extractors: the key, the invitation, path, query and body of a request.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use serde::de::DeserializeOwned;
use tablee_core::text;
use tablee_protocol::{Code, Problem, explain, read_json};

use super::ApiError;
use crate::app_state::AppState;
use crate::limits::Address;
use crate::people::Authenticated;

/// How long a body may take to arrive.
const BODY_TIMEOUT: Duration = Duration::from_secs(20);

/// The header with the secret of an invitation.
pub const INVITE: &str = "tablee-invite";

/// The authenticated person. Requests without a key are refused.
pub struct Caller(pub Authenticated);

impl FromRequestParts<Arc<AppState>> for Caller {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<AppState>) -> Result<Caller, ApiError> {
        let MaybeCaller(signed) = MaybeCaller::from_request_parts(parts, app).await?;
        let why = || text!("this requires a key", "il faut une clé pour cela");
        Ok(Caller(signed.ok_or_else(|| Problem::new(Code::SignIn, why()))?))
    }
}

/// The authenticated person, if the request has a key. An invalid key is refused, rather than treated as none.
pub struct MaybeCaller(pub Option<Authenticated>);

impl FromRequestParts<Arc<AppState>> for MaybeCaller {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<AppState>) -> Result<MaybeCaller, ApiError> {
        let Some(said) = parts.headers.get(header::AUTHORIZATION) else { return Ok(MaybeCaller(None)) };
        let (scheme, key) = said.to_str().ok().and_then(|said| said.trim().split_once(' ')).unwrap_or_default();
        if !scheme.eq_ignore_ascii_case("bearer") {
            let why = text!("send the key as `Authorization: Bearer KEY`", "envoyez la clé ainsi : `Authorization: Bearer CLÉ`");
            return Err(Problem::new(Code::BadKey, why).into());
        }
        let signed = app.people.authenticate(key.trim()).await?;
        app.limits.request_of(&signed.me.id, body_length(&parts.headers))?;
        let Ok(address) = Address::from_request_parts(parts, app).await;
        app.people.note_address(&signed.me, address).await;
        app.hub.addresses().remember(&signed.me.id, address);
        Ok(MaybeCaller(Some(signed)))
    }
}

/// The secret of an invitation, if there is one.
pub struct Invite(pub Option<String>);

impl FromRequestParts<Arc<AppState>> for Invite {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &Arc<AppState>) -> Result<Invite, ApiError> {
        Ok(Invite(parts.headers.get(INVITE).and_then(|secret| secret.to_str().ok()).map(str::to_owned)))
    }
}

/// The part of the path that names a table, a person, a key or a game.
pub struct PathName(pub String);

impl FromRequestParts<Arc<AppState>> for PathName {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<AppState>) -> Result<PathName, ApiError> {
        let Path(name) = Path::from_request_parts(parts, app).await.map_err(|_| unknown())?;
        Ok(PathName(name))
    }
}

/// The refusal of an unknown name.
pub fn unknown() -> Problem {
    Problem::new(Code::Unknown, text!("there is nothing here", "il n’y a rien ici"))
}

/// The query of the URL.
pub struct QueryParams<T>(pub T);

impl<T: DeserializeOwned> FromRequestParts<Arc<AppState>> for QueryParams<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<AppState>) -> Result<QueryParams<T>, ApiError> {
        let asked = Query::from_request_parts(parts, app).await;
        let Query(asked) = asked.map_err(|error| {
            // "Failed to deserialize query string: FIELD: MESSAGE", where the field may be missing.
            let text = error.body_text();
            let message = text.split_once("string: ").map_or(text.as_str(), |(_, message)| message);
            match message.split_once(": ") {
                Some((field, message)) if !field.contains(' ') => explain(message, Some(field.to_owned())),
                _ => explain(message, None),
            }
        })?;
        Ok(QueryParams(asked))
    }
}

/// A JSON body.
pub struct Body<T>(pub T);

impl<T: DeserializeOwned> FromRequest<Arc<AppState>> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &Arc<AppState>) -> Result<Body<T>, ApiError> {
        // A page of another site cannot send this type without a CORS preflight, which we refuse.
        if !is_json(request.headers()) {
            let why = text!(
                "the body must be JSON, with `Content-Type: application/json`",
                "le corps doit être en JSON, avec `Content-Type: application/json`"
            );
            return Err(Problem::new(Code::Unreadable, why).into());
        }
        let Ok(bytes) = tokio::time::timeout(BODY_TIMEOUT, Bytes::from_request(request, app)).await else {
            let why = text!("the request did not arrive in time", "la requête n’est pas arrivée à temps");
            return Err(Problem::new(Code::Unreadable, why).into());
        };
        let bytes = bytes.map_err(|error| match error.status() {
            StatusCode::PAYLOAD_TOO_LARGE => {
                let most = super::MAX_BODY;
                let why = text!("the body may have at most {most} bytes", "le corps ne doit pas dépasser {most} octets");
                Problem::new(Code::TooLong, why)
            }
            _ => {
                let why = text!("the request is incomplete", "la requête est incomplète");
                Problem { detail: Some(error.body_text()), ..Problem::new(Code::Unreadable, why) }
            }
        })?;
        Ok(Body(read_json(&bytes)?))
    }
}

/// The length of a body, as far as the server reads it. A body without a length counts as the longest.
pub fn body_length(headers: &HeaderMap) -> u32 {
    let longest = super::MAX_BODY as u32;
    if headers.contains_key(header::TRANSFER_ENCODING) {
        return longest;
    }
    let length = headers.get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
    length.unwrap_or(0).min(longest)
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    kind.split(';').next().unwrap_or_default().trim().eq_ignore_ascii_case("application/json")
}
