//! What requests bring with them.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use serde::de::DeserializeOwned;
use tablee_core::{Text, text};
use tablee_protocol::{Code, Problem};

use super::Refusal;
use crate::app_state::AppState;
use crate::people::Authenticated;

/// How long a body may take to arrive.
const SLOWEST: Duration = Duration::from_secs(20);

/// The header that carries the secret of an invitation.
pub const INVITE: &str = "tablee-invite";

/// Who asks, by their key. Without one the request is refused.
pub struct Who(pub Authenticated);

impl FromRequestParts<Arc<AppState>> for Who {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<AppState>) -> Result<Who, Refusal> {
        let MaybeWho(signed) = MaybeWho::from_request_parts(parts, app).await?;
        let why = || text!("say who you are: this takes a key", "dites qui vous êtes : il faut une clé");
        Ok(Who(signed.ok_or_else(|| Problem::new(Code::SignIn, why()))?))
    }
}

/// Who asks, if they say so. A key that is not valid is refused all the same, so that nobody wonders why they see so little.
pub struct MaybeWho(pub Option<Authenticated>);

impl FromRequestParts<Arc<AppState>> for MaybeWho {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<AppState>) -> Result<MaybeWho, Refusal> {
        let Some(said) = parts.headers.get(header::AUTHORIZATION) else { return Ok(MaybeWho(None)) };
        let (scheme, key) = said.to_str().ok().and_then(|said| said.trim().split_once(' ')).unwrap_or_default();
        if !scheme.eq_ignore_ascii_case("bearer") {
            let why =
                text!("a key is sent as `Authorization: Bearer KEY`", "une clé s’envoie ainsi : `Authorization: Bearer CLÉ`");
            return Err(Problem::new(Code::BadKey, why).into());
        }
        let signed = app.people.authenticate(key.trim()).await?;
        app.limits.request_of(&signed.me.id)?;
        Ok(MaybeWho(Some(signed)))
    }
}

/// The secret of an invitation, if there is one.
pub struct Invite(pub Option<String>);

impl FromRequestParts<Arc<AppState>> for Invite {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, _: &Arc<AppState>) -> Result<Invite, Refusal> {
        Ok(Invite(parts.headers.get(INVITE).and_then(|secret| secret.to_str().ok()).map(str::to_owned)))
    }
}

/// The part of the address that names a table, a person, a key or a game.
pub struct Named(pub String);

impl FromRequestParts<Arc<AppState>> for Named {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<AppState>) -> Result<Named, Refusal> {
        let Path(name) = Path::from_request_parts(parts, app).await.map_err(|_| unknown())?;
        Ok(Named(name))
    }
}

/// Nothing goes by that name.
pub fn unknown() -> Problem {
    Problem::new(Code::Unknown, text!("there is no such thing", "il n’y a rien de tel"))
}

/// What stands after the question mark.
pub struct Asked<T>(pub T);

impl<T: DeserializeOwned> FromRequestParts<Arc<AppState>> for Asked<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<AppState>) -> Result<Asked<T>, Refusal> {
        let asked = Query::from_request_parts(parts, app).await;
        let Query(asked) = asked.map_err(|error| Problem::new(Code::Invalid, not_so(&error.body_text())))?;
        Ok(Asked(asked))
    }
}

/// A body in JSON.
pub struct Body<T>(pub T);

impl<T: DeserializeOwned> FromRequest<Arc<AppState>> for Body<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, app: &Arc<AppState>) -> Result<Body<T>, Refusal> {
        // No page of another site can send this without asking first, and we would not agree.
        if !is_json(request.headers()) {
            let why = text!(
                "a body is JSON, and says so: `Content-Type: application/json`",
                "un corps est en JSON et le dit : `Content-Type: application/json`"
            );
            return Err(Problem::new(Code::Unreadable, why).into());
        }
        let Ok(bytes) = tokio::time::timeout(SLOWEST, Bytes::from_request(request, app)).await else {
            let why = text!("the request did not arrive in time", "la requête n’est pas arrivée à temps");
            return Err(Problem::new(Code::Unreadable, why).into());
        };
        let bytes = bytes.map_err(|error| match error.status() {
            StatusCode::PAYLOAD_TOO_LARGE => {
                let most = super::LONGEST;
                let why = text!("a body has at most {most} bytes", "un corps compte au plus {most} octets");
                Problem::new(Code::TooLong, why)
            }
            _ => Problem::new(Code::Unreadable, not_so(&error.body_text())),
        })?;
        let read = serde_json::from_slice(&bytes);
        Ok(Body(read.map_err(|error| {
            let code = if error.is_data() { Code::Invalid } else { Code::Unreadable };
            Problem::new(code, not_so(&error.to_string()))
        })?))
    }
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    kind.split(';').next().unwrap_or_default().trim().eq_ignore_ascii_case("application/json")
}

fn not_so(error: &str) -> Text {
    text!("the request is not as it should be: {error}", "la requête n’est pas comme il faut : {error}")
}
