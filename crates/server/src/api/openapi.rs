//! The description of all this, for programs that write programs.

use std::sync::LazyLock;

use axum::http::{HeaderName, header};
use tablee_protocol::Problem;
use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityScheme};
use utoipa::{IntoResponses, Modify, OpenApi};

use super::{keys, people, tables};

/// The description.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Tablée",
        description = "Tables for Kumata, Rumis, Dog City and Cuminos, shared over the network. Everything that is refused is refused with \
                       a `Problem`, whose `code` never changes its meaning. What happens while one looks on is told over the socket at \
                       `/api/live`, which `docs/protocol.md` specifies, or as a stream of events."
    ),
    paths(
        openapi,
        people::new_person, people::profile, people::sign_in, people::sign_out, people::me, people::rename, people::erase,
        people::make_account, people::export, people::ratings,
        keys::list, keys::make, keys::revoke,
        tables::list, tables::mine, tables::open, tables::view, tables::record, tables::analysis, tables::act, tables::events,
    ),
    components(schemas(Problem)),
    tags(
        (name = "people", description = "Who one is, and who others are"),
        (name = "keys", description = "Keys for programs"),
        (name = "tables", description = "Tables, and what happens there"),
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
            "A key, as `POST /api/people`, `POST /api/sign-in` or `POST /api/me/keys` gave it. What it may be used for are its scopes: \
             `play`, `chat`, `read`, and `manage`, which only a browser's key has."
                .to_owned(),
        );
        api.components.get_or_insert_default().add_security_scheme("key", SecurityScheme::Http(scheme));
    }
}

static WRITTEN: LazyLock<String> =
    LazyLock::new(|| Description::openapi().to_json().expect("the description has a form in JSON"));

/// This description.
#[utoipa::path(
    get, path = "/api/openapi.json", tag = "about", security(()),
    responses((status = 200, description = "OpenAPI", content_type = "application/json", body = Object), Busy)
)]
pub async fn openapi() -> ([(HeaderName, &'static str); 1], &'static str) {
    ([(header::CONTENT_TYPE, "application/json")], &WRITTEN)
}

// The refusals there are. They are never made: they describe what the codes of problems become.

/// The request is refused for what it says.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "it only describes")]
pub enum NotReadable {
    /// Codes `unreadable`, `invalid`, `no-such-seat`: the request is not as it should be.
    #[response(status = 400)]
    Bad(Problem),
    /// Code `too-long`: a body has at most 64 KB.
    #[response(status = 413)]
    TooLong(Problem),
}

/// The request is refused for who asks.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "it only describes")]
pub enum KeyWanted {
    /// Codes `sign-in`, `bad-key`: a key is wanted, or this one is not valid.
    #[response(status = 401)]
    Nobody(Problem),
    /// Codes `scope`, `invitation`, `not-seated`, `not-host`, `not-your-turn`: others may do this.
    #[response(status = 403)]
    NotYou(Problem),
}

/// Code `wrong-phrase`: name and pass phrase do not go together.
#[derive(IntoResponses)]
#[response(status = 401)]
#[expect(dead_code, reason = "it only describes")]
pub struct WrongPhrase(Problem);

/// Code `unknown`: there is no such thing.
#[derive(IntoResponses)]
#[response(status = 404)]
#[expect(dead_code, reason = "it only describes")]
pub struct NotThere(Problem);

/// The request is refused for how things are.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "it only describes")]
pub enum Clash {
    /// Codes `name-taken`, `seat-taken`, `not-begun`, `begun`, `over`, `empty-seats`, `stale`, `cannot-undo`, `nothing-asked`: it is not
    /// possible as things are.
    #[response(status = 409)]
    NotNow(Problem),
    /// Code `illegal`: the move breaks a rule.
    #[response(status = 422)]
    Illegal(Problem),
}

/// The request is refused for the moment.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "it only describes")]
pub enum Busy {
    /// Code `too-much`: wait for as many seconds as `Retry-After` says.
    #[response(status = 429, headers(("Retry-After" = u32, description = "Seconds to wait")))]
    TooMuch(Problem),
    /// Code `unavailable`: the server cannot do it at the moment; nothing has changed.
    #[response(status = 503, headers(("Retry-After" = u32, description = "Seconds to wait")))]
    Away(Problem),
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
    fn every_route_is_described_and_nothing_else() {
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
    fn everything_it_refers_to_is_there() {
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
    fn every_operation_is_explained_and_can_be_refused() {
        let api = written();
        for (path, method) in ROUTES {
            let operation = &api["paths"][path][method];
            assert!(operation["summary"].is_string() || operation["description"].is_string(), "{method} {path}");
            assert!(operation["responses"]["429"].is_object(), "{method} {path}");
            assert!(operation["security"].is_array(), "{method} {path}");
        }
    }
}
