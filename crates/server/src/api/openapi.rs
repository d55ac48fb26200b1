//! The OpenAPI description of the API, generated from the handlers and types.

use std::sync::LazyLock;

use axum::http::{HeaderName, header};
use serde_json::Value;
use tablee_core::{Game, Lang};
use tablee_games::{GameId, with_game};
use tablee_protocol::Problem;
use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityScheme};
use utoipa::{IntoResponses, Modify, OpenApi};

use super::{histories, keys, people, shares, tables};

/// The OpenAPI description.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Tablée",
        description = "Every refusal is a `Problem`, whose `code` never changes its meaning. New events come over the \
                       socket at `/api/live`, which `docs/protocol.md` specifies, or as a stream of server-sent events."
    ),
    paths(
        openapi,
        people::new_person, histories::profile, histories::of_person, histories::opponents,
        people::sign_in, people::sign_out, people::me, people::rename, people::erase,
        people::make_account, people::export, people::ratings, people::rating_history,
        keys::list, keys::make, keys::revoke,
        tables::list, histories::mine,
        tables::open, tables::view, tables::moves, tables::record, tables::analysis, tables::act, tables::events,
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

static WRITTEN: LazyLock<String> = LazyLock::new(|| {
    let mut api = serde_json::to_value(Description::openapi()).expect("the description can be written as JSON");
    complete(&mut api);
    api.to_string()
});

/// Completes what the types cannot say: the names of the games, ids of operations that are unique, and the greatest
/// length of every string that a client sends.
fn complete(api: &mut Value) {
    let names = GameId::ALL.map(|game| with_game!(game, G => G::NAME));
    let (games, rest) = (Lang::En.list(&names), api["info"]["description"].as_str().unwrap_or_default());
    api["info"]["description"] = format!("Shared tables for {games}. {rest}").into();
    let paths = api["paths"].as_object_mut().into_iter().flat_map(|paths| paths.values_mut());
    for operation in paths.flat_map(|path| path.as_object_mut().into_iter().flat_map(|path| path.values_mut())) {
        // Handlers of two tags may have the same name.
        let (tag, name) = (operation["tags"][0].as_str().unwrap_or_default(), operation["operationId"].as_str());
        operation["operationId"] = format!("{tag}_{}", name.unwrap_or_default()).into();
        for parameter in operation.get_mut("parameters").and_then(Value::as_array_mut).into_iter().flatten() {
            let most = if parameter["in"] == "header" { LONGEST_SECRET } else { LONGEST_NAME };
            bound_strings(&mut parameter["schema"], most);
        }
    }
    for name in SENT {
        let schema = api.pointer_mut(&format!("/components/schemas/{name}")).expect("clients send it");
        bound_strings(schema, super::MAX_BODY);
    }
}

/// Sets the greatest length of every string in a schema that has none.
fn bound_strings(schema: &mut Value, most: usize) {
    match schema {
        Value::Object(members) => {
            let is_string =
                |kind: &Value| kind == "string" || kind.as_array().is_some_and(|kinds| kinds.contains(&"string".into()));
            if members.get("type").is_some_and(is_string) && !members.contains_key("enum") {
                members.entry("maxLength").or_insert_with(|| most.into());
            }
            members.values_mut().for_each(|member| bound_strings(member, most));
        }
        Value::Array(list) => list.iter_mut().for_each(|member| bound_strings(member, most)),
        _ => {}
    }
}

/// The longest id, name or word in an address, and the longest secret in a header.
const LONGEST_NAME: usize = 32;
const LONGEST_SECRET: usize = 64;

/// The schemas of what clients send. No string of theirs is longer than a body.
const SENT: [&str; 7] = ["NewPerson", "Credentials", "NewToken", "NewTable", "SeatPlan", "NewShare", "Command"];

/// Returns this description.
#[utoipa::path(
    get, path = "/api/openapi.json", tag = "about", security(()),
    responses((status = 200, description = "OpenAPI", content_type = "application/json", body = Object), RetryLater)
)]
pub async fn openapi() -> ([(HeaderName, &'static str); 1], &'static str) {
    ([(header::CONTENT_TYPE, "application/json")], &WRITTEN)
}

// The refusals by HTTP status. The types are never constructed: they only describe.

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
    /// Codes `scope`, `invitation`, `removed`, `not-seated`, `not-host`, `not-your-turn`: only others may do this.
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

    use serde_json::json;

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

    /// The official schema of OpenAPI 3.1, from <https://spec.openapis.org/oas/3.1/schema/2022-10-07> (Apache-2.0).
    const OPENAPI: &str = include_str!("../../tests/openapi-3.1.json");

    /// What a validator says of a description: of the whole by OpenAPI's schema, and of the schemas in it by JSON Schema's
    /// own.
    fn faults(api: &Value) -> Vec<String> {
        let openapi: Value = serde_json::from_str(OPENAPI).expect("it is JSON");
        let id = openapi["$id"].as_str().expect("it has a name").to_owned();
        // Schemas in the description are found by this anchor, as the specification's `schema-base` does it.
        let dialect = "https://json-schema.org/draft/2020-12/schema";
        let with_schemas = json!({
            "$schema": dialect, "$id": "https://tablee.invalid/openapi", "$ref": id,
            "$defs": { "schema": { "$dynamicAnchor": "meta", "$ref": dialect } },
        });
        let registry = jsonschema::Registry::new().add(&id, openapi).and_then(|named| named.prepare()).expect("it is a schema");
        let validator = jsonschema::options().with_registry(&registry).build(&with_schemas).expect("it is a schema");
        validator.iter_errors(api).map(|error| format!("{}: {error}", error.instance_path())).collect()
    }

    #[test]
    fn a_validator_finds_no_fault() {
        assert_eq!(faults(&written()), Vec::<String>::new());
    }

    #[test]
    fn a_validator_finds_faults() {
        let faults_after = |place: &str, value: Value| {
            let mut api = written();
            *api.pointer_mut(place).unwrap_or_else(|| panic!("{place}")) = value;
            faults(&api)
        };
        for (place, value) in [
            ("/info", json!({ "title": "no version" })),
            ("/paths/~1api~1tables/get", json!({ "responses": { "ok": {} } })),
            ("/paths/~1api~1people~1{id}/get/parameters/0/in", json!("nowhere")),
            ("/components/schemas/NewPerson", json!({ "type": "strong" })),
            ("/components/schemas/NewPerson/properties/name/maxLength", json!("long")),
        ] {
            assert!(!faults_after(place, value).is_empty(), "{place}");
        }
    }

    #[test]
    fn the_description_is_valid() {
        let api = oas3::from_json(WRITTEN.as_str()).expect("it is OpenAPI 3.1");
        api.validate_version().expect("the version is known");
        assert_eq!(api.operations().count(), ROUTES.len());
        for (path, method, operation) in api.operations() {
            let parameters = operation.parameters(&api).unwrap_or_else(|error| panic!("{method} {path}: {error}"));
            // Every part of the path in braces is a parameter, and the other way round.
            let in_path = parameters.iter().filter(|parameter| parameter.location == oas3::spec::ParameterIn::Path);
            let named: BTreeSet<_> = in_path.map(|parameter| format!("{{{}}}", parameter.name)).collect();
            let braces: BTreeSet<_> = path.split('/').filter(|part| part.starts_with('{')).map(str::to_owned).collect();
            assert_eq!(named, braces, "{method} {path}");
            assert!(operation.responses(&api).values().all(|response| response.description.is_some()), "{method} {path}");
        }
    }

    #[test]
    fn operations_have_ids_of_their_own() {
        let api = written();
        let ids: BTreeSet<_> =
            ROUTES.iter().map(|(path, method)| api["paths"][path][method]["operationId"].to_string()).collect();
        assert_eq!(ids.len(), ROUTES.len(), "{ids:?}");
        assert!(ids.contains("\"tables_record\"") && ids.contains("\"shares_record\""), "{ids:?}");
    }

    #[test]
    fn every_string_that_is_sent_has_a_greatest_length() {
        fn check(api: &Value, schema: &Value, place: &str) {
            match schema {
                Value::Object(members) => {
                    if let Some(Value::String(name)) = members.get("$ref") {
                        return check(api, api.pointer(&name[1..]).expect("it exists"), name);
                    }
                    let is_string = members.get("type").is_some_and(|kind| kind.to_string().contains("\"string\""));
                    assert!(!is_string || members.contains_key("enum") || members.contains_key("maxLength"), "{place}: {schema}");
                    members.iter().for_each(|(name, member)| check(api, member, &format!("{place}.{name}")));
                }
                Value::Array(list) => list.iter().for_each(|member| check(api, member, place)),
                _ => {}
            }
        }
        let api = written();
        for (path, method) in ROUTES {
            let operation = &api["paths"][path][method];
            check(&api, &operation["requestBody"], path);
            for parameter in operation["parameters"].as_array().into_iter().flatten() {
                check(&api, &parameter["schema"], &format!("{path} {}", parameter["name"]));
            }
        }
        assert_eq!(api.pointer("/components/schemas/NewPerson/properties/name/maxLength"), Some(&24.into()));
    }

    #[test]
    fn the_description_names_every_game() {
        let api = written();
        let description = api["info"]["description"].as_str().unwrap();
        for game in GameId::ALL {
            let name = with_game!(game, G => G::NAME);
            assert!(description.contains(name), "{name}: {description}");
        }
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
