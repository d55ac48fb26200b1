//! Extractors: the key, the invitation, path, query and body of a request.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use futures_util::StreamExt as _;
use serde::de::DeserializeOwned;
use tablee_core::text;
use tablee_protocol::{Code, Problem, explain, read_json};

use super::{ApiError, MAX_BODY};
use crate::app_state::AppState;
use crate::limits::Address;
use crate::people::Authenticated;

/// How long a body may take to arrive.
const BODY_TIMEOUT: Duration = Duration::from_secs(20);

/// How much of a body that is too long is read, and discarded.
const MOST_DISCARDED: usize = 4 * MAX_BODY;

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

    async fn from_request(request: Request, _: &Arc<AppState>) -> Result<Body<T>, ApiError> {
        let is_json = is_json(request.headers());
        // The body is read in any case: otherwise the connection ends with the answer, and the client's next request with it.
        let Ok(bytes) = tokio::time::timeout(BODY_TIMEOUT, read_body(request)).await else {
            let why = text!("the request did not arrive in time", "la requête n’est pas arrivée à temps");
            return Err(Problem::new(Code::Unreadable, why).into());
        };
        // A page of another site cannot send this type without a CORS preflight, which we refuse.
        if !is_json {
            let why = text!(
                "the body must be JSON, with `Content-Type: application/json`",
                "le corps doit être en JSON, avec `Content-Type: application/json`"
            );
            return Err(Problem::new(Code::Unreadable, why).into());
        }
        Ok(Body(read_json(&bytes?)?))
    }
}

/// Reads a body. Of a long one more is read than kept, because a client that is still sending would not see the refusal.
async fn read_body(request: Request) -> Result<Vec<u8>, Problem> {
    let (mut bytes, mut length) = (Vec::new(), 0);
    let mut parts = request.into_body().into_data_stream();
    while let Some(part) = parts.next().await {
        let part = part.map_err(|error| {
            let why = text!("the request is incomplete", "la requête est incomplète");
            Problem { detail: Some(error.to_string()), ..Problem::new(Code::Unreadable, why) }
        })?;
        length += part.len();
        if length <= MAX_BODY {
            bytes.extend_from_slice(&part);
        } else if length > MOST_DISCARDED {
            break;
        }
    }
    if length <= MAX_BODY {
        return Ok(bytes);
    }
    let why = text!("the body may have at most {MAX_BODY} bytes", "le corps ne doit pas dépasser {MAX_BODY} octets");
    Err(Problem::new(Code::TooLong, why))
}

/// The length of a body, as far as the server reads it. A body without a length counts as the longest.
pub fn body_length(headers: &HeaderMap) -> u32 {
    let longest = MAX_BODY as u32;
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
