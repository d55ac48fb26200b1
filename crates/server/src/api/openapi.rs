//! The OpenAPI description of the API, generated from the handlers and types.

use std::sync::LazyLock;

use axum::http::{HeaderName, header};
use tablee_protocol::Problem;
use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityScheme};
use utoipa::{IntoResponses, Modify, OpenApi};

use super::{keys, people, shares, tables};

/// The OpenAPI description.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Tablée",
        description = "Shared tables for Kumata, Rumis, Dog City and Cuminos. Every refusal is a `Problem`, whose `code` never \
                       changes its meaning. New events come over the socket at `/api/live`, which `docs/protocol.md` \
                       specifies, or as a stream of server-sent events."
    ),
    paths(
        openapi,
        people::new_person, people::profile, people::sign_in, people::sign_out, people::me, people::rename, people::erase,
        people::make_account, people::export, people::ratings, people::rating_history,
        keys::list, keys::make, keys::revoke,
        tables::list, tables::mine, tables::open, tables::view, tables::moves, tables::record, tables::analysis, tables::act, tables::events,
        shares::share, shares::record,
    ),
    components(schemas(Problem)),
    tags(
        (name = "people", description = "People, accounts and ratings"),
        (name = "keys", description = "Keys for programs"),
        (name = "tables", description = "Tables and their events"),
        (name = "shares", description = "Games shared by a short link"),
        (name = "about", description = "This description"),
    ),
    modifiers(&KeyScheme)
)]
struct Description;

struct KeyScheme;

impl Modify for KeyScheme {
    fn modify(&self, api: &mut utoipa::openapi::OpenApi) {
        let mut scheme = Http::new(HttpAuthScheme::Bearer);
        scheme.description = Some(
            "A key from `POST /api/people`, `POST /api/sign-in` or `POST /api/me/keys`. Its scopes say what it is for: `play`, \
             `chat`, `read`, and `manage`, which only a browser's key has."
                .to_owned(),
        );
        api.components.get_or_insert_default().add_security_scheme("key", SecurityScheme::Http(scheme));
    }
}

static WRITTEN: LazyLock<String> =
    LazyLock::new(|| Description::openapi().to_json().expect("the description can be written as JSON"));

/// Returns this description.
#[utoipa::path(
    get, path = "/api/openapi.json", tag = "about", security(()),
    responses((status = 200, description = "OpenAPI", content_type = "application/json", body = Object), RetryLater)
)]
pub async fn openapi() -> ([(HeaderName, &'static str); 1], &'static str) {
    ([(header::CONTENT_TYPE, "application/json")], &WRITTEN)
}

// The refusals by HTTP status. The types are never constructed: they only describe.

/// The request is wrong.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "it only describes")]
pub enum BadRequest {
    /// Codes `unreadable`, `invalid`, `no-such-seat`: the request is not valid.
    #[response(status = 400)]
    Invalid(Problem),
    /// Code `too-long`: a body has at most 64 KB.
    #[response(status = 413)]
    TooLong(Problem),
}

/// The person may not do this.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "it only describes")]
pub enum KeyRequired {
    /// Codes `sign-in`, `bad-key`: the key is missing or not valid.
    #[response(status = 401)]
    NoKey(Problem),
    /// Codes `scope`, `invitation`, `not-seated`, `not-host`, `not-your-turn`: only others may do this.
    #[response(status = 403)]
    Forbidden(Problem),
}

/// Code `wrong-phrase`: name or passphrase are wrong.
#[derive(IntoResponses)]
#[response(status = 401)]
#[expect(dead_code, reason = "it only describes")]
pub struct WrongCredentials(Problem);

/// Code `unknown`: not found.
#[derive(IntoResponses)]
#[response(status = 404)]
#[expect(dead_code, reason = "it only describes")]
pub struct NotFound(Problem);

/// The request does not fit the present state.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "it only describes")]
pub enum Conflict {
    /// Codes `name-taken`, `seat-taken`, `not-begun`, `begun`, `over`, `empty-seats`, `stale`, `cannot-undo`,
    /// `nothing-asked`: not possible in the present state.
    #[response(status = 409)]
    NotNow(Problem),
    /// Code `illegal`: the move breaks a rule.
    #[response(status = 422)]
    Illegal(Problem),
}

/// The request may be retried later.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "it only describes")]
pub enum RetryLater {
    /// Code `too-much`: over a rate limit. `Retry-After` says how many seconds to wait.
    #[response(status = 429, headers(("Retry-After" = u32, description = "Seconds to wait")))]
    RateLimited(Problem),
    /// Code `unavailable`: an outage. Nothing has changed; retry later.
    #[response(status = 503, headers(("Retry-After" = u32, description = "Seconds to wait")))]
    Unavailable(Problem),
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::Value;

    use super::*;
    use crate::api::ROUTES;

    fn written() -> Value {
        serde_json::from_str(&WRITTEN).expect("it is JSON")
    }

    #[test]
    fn exactly_the_routes_are_described() {
        let api = written();
        let described: BTreeSet<_> = api["paths"]
            .as_object()
            .into_iter()
            .flatten()
            .flat_map(|(path, methods)| {
                methods.as_object().into_iter().flatten().map(|(method, _)| (path.clone(), method.clone()))
            })
            .collect();
        let routes = ROUTES.iter().map(|(path, method)| ((*path).to_owned(), (*method).to_owned())).collect();
        assert_eq!(described, routes);
    }

    #[test]
    fn every_reference_exists() {
        fn check(api: &Value, part: &Value) {
            match part {
                Value::Object(members) => {
                    if let Some(Value::String(name)) = members.get("$ref") {
                        let place = name.strip_prefix('#').expect("it refers to itself");
                        assert!(api.pointer(place).is_some(), "{name}");
                    }
                    members.values().for_each(|member| check(api, member));
                }
                Value::Array(list) => list.iter().for_each(|member| check(api, member)),
                _ => {}
            }
        }
        let api = written();
        check(&api, &api);
        assert_eq!(api.pointer("/components/securitySchemes/key/scheme"), Some(&Value::from("bearer")));
        assert!(api.pointer("/components/schemas/Problem").is_some() && api.pointer("/components/schemas/Code").is_some());
    }

    #[test]
    fn every_operation_has_a_summary_and_its_refusals() {
        let api = written();
        for (path, method) in ROUTES {
            let operation = &api["paths"][path][method];
            assert!(operation["summary"].is_string() || operation["description"].is_string(), "{method} {path}");
            assert!(operation["responses"]["429"].is_object(), "{method} {path}");
            assert!(operation["security"].is_array(), "{method} {path}");
        }
    }
}
