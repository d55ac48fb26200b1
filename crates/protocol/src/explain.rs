//! Plain sentences, in both languages, for requests that cannot be read.
//!
//! Parsers explain themselves in English only, and in words of Rust. Here their message becomes a sentence that names the
//! field and what it must be. The message itself is kept beside it, in [`Problem::detail`].

use serde::de::DeserializeOwned;
use serde_json::Value;
use tablee_core::lang::quote;
use tablee_core::{MAX_SEATS, Text, text};

use crate::{Code, Problem};

/// The most values of a request that are looked at in search of the wrong one.
const MOST_VALUES: usize = 100;

/// The longest path of a field, and the longest detail, in characters: a request may have much longer names and values.
const LONGEST_PATH: usize = 80;
const LONGEST_DETAIL: usize = 300;

/// Reads a request in JSON.
///
/// # Errors
/// `unreadable` if it is not JSON; `invalid` with the field and a sentence if it is not the JSON of such a request.
pub fn read_json<T: DeserializeOwned>(source: &[u8]) -> Result<T, Problem> {
    serde_json::from_slice(source).map_err(|error| {
        let detail = Some(shorten(&error.to_string()));
        if !error.is_data() {
            let (line, column) = (error.line(), error.column());
            let why = text!(
                "this is not valid JSON (line {line}, column {column})",
                "ce n’est pas du JSON valide (ligne {line}, colonne {column})"
            );
            return Problem { detail, ..Problem::new(Code::Unreadable, why) };
        }
        // Unless it nests too deeply, the message is read again, to find the field.
        let value = serde_json::from_slice::<Value>(source).ok();
        let located = value.and_then(|value| T::deserialize(&value).err().map(|error| (value, error.to_string())));
        let (message, field) = match located {
            Some((value, message)) => {
                let field = find_field::<T>(&value, &message);
                (message, field)
            }
            None => (error.to_string(), None),
        };
        Problem { detail, ..explain(&message, field) }
    })
}

/// Puts the message of a parser into plain words. `field` is the path of the field, if it is known.
pub fn explain(message: &str, field: Option<String>) -> Problem {
    let short = |field: &String| field.chars().count() <= LONGEST_PATH;
    let field = field.or_else(|| named(message, "missing field").or_else(|| named(message, "unknown field"))).filter(short);
    let why = sentence(message, field.as_deref());
    Problem { field, detail: Some(shorten(message)), ..Problem::new(Code::Invalid, why) }
}

fn shorten(message: &str) -> String {
    message.chars().take(LONGEST_DETAIL).collect()
}

fn sentence(message: &str, field: Option<&str>) -> Text {
    let expected = message.rsplit_once(", expected ").map(|(_, expected)| expected);
    if let Some(missing) = named(message, "missing field") {
        let field = field.map_or(missing, str::to_owned);
        return text!("the field `{field}` is missing", "le champ `{field}` manque");
    }
    if let Some(unknown) = named(message, "unknown field") {
        let unknown = quote(&unknown);
        return match expected.and_then(choices) {
            Some(known) => text!(
                "there is no field {unknown} here; the fields are {known}",
                "il n’y a pas de champ {unknown} ici ; les champs sont {known}"
            ),
            None => text!("there is no field {unknown} here", "il n’y a pas de champ {unknown} ici"),
        };
    }
    let expected = match message {
        "invalid digit found in string" | "cannot parse integer from empty string" => Some("u64"),
        _ => expected,
    };
    match (expected.and_then(kind), field) {
        (Some(Text { en, fr }), Some(field)) => text!("the field `{field}` must be {en}", "le champ `{field}` doit être {fr}"),
        (Some(Text { en, fr }), None) => text!("the request must be {en}", "la requête doit être {fr}"),
        (None, Some(field)) => {
            text!("the value of the field `{field}` is not valid", "la valeur du champ `{field}` n’est pas valide")
        }
        (None, None) => text!("a value in the request is not valid", "une valeur de la requête n’est pas valide"),
    }
}

/// The name in backticks after these words.
fn named(message: &str, words: &str) -> Option<String> {
    let name = message.strip_prefix(words)?.strip_prefix(" `")?;
    name.split_once('`').map(|(name, _)| name.to_owned())
}

/// What a parser expected, in plain words.
fn kind(expected: &str) -> Option<Text> {
    // The message of a parser that knows the line ends with it.
    let expected = expected.split(" at line ").next().unwrap_or(expected);
    Some(match expected {
        "a string" | "string" => text!("text in quotes", "un texte entre guillemets"),
        "a seat" => {
            let last = MAX_SEATS - 1;
            text!("a seat: a whole number from 0 to {last}", "une place : un nombre entier de 0 à {last}")
        }
        "u16" | "u32" | "u64" | "usize" => text!("a whole number, 0 or more", "un nombre entier, positif ou nul"),
        "i32" | "i64" => text!("a whole number", "un nombre entier"),
        "f32" | "f64" => text!("a number", "un nombre"),
        "a boolean" => text!("`true` or `false`", "`true` ou `false`"),
        "a sequence" => text!("a list", "une liste"),
        "a map" => text!("an object", "un objet"),
        "string or map" => text!("text in quotes or an object", "un texte entre guillemets ou un objet"),
        _ if expected.starts_with("struct ") || expected.starts_with("internally tagged enum ") => {
            text!("an object", "un objet")
        }
        _ => {
            let choices = choices(expected)?;
            text!("one of {choices}", "l’une des valeurs {choices}")
        }
    })
}

/// The names in a list such as ``one of `a`, `b`, `c` `` or `` `a` or `b` ``, as one list.
fn choices(expected: &str) -> Option<String> {
    let names: Vec<&str> = expected.split('`').skip(1).step_by(2).collect();
    (!names.is_empty()).then(|| names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", "))
}

/// The path of the field that a message is about, such as `options.players`. None if that is the whole request, or not sure.
fn find_field<T: DeserializeOwned>(request: &Value, message: &str) -> Option<String> {
    let says_the_same = |changed: &Value| T::deserialize(changed).err().is_some_and(|error| error.to_string() == message);
    let mut places = Vec::new();
    collect(request, String::new(), &mut places);
    // A field that is missing belongs where adding it changes the message.
    if let Some(name) = named(message, "missing field") {
        let lacks = places.iter().find(|place| {
            let mut changed = request.clone();
            let object = changed.pointer_mut(place).and_then(Value::as_object_mut);
            object.is_some_and(|object| object.insert(name.clone(), Value::Null).is_none()) && !says_the_same(&changed)
        })?;
        return Some(path(&format!("{lacks}/{}", escape(&name))));
    }
    // Anything else is wrong where the value is the one of the message, and the message changes without it.
    let is_meant = |place: &&String| {
        let (parent, name) = place.rsplit_once('/').unwrap_or_default();
        let found = match (named(message, "unknown field"), named(message, "unknown variant")) {
            (Some(unknown), _) => unescape(name) == unknown,
            (_, Some(variant)) => request.pointer(place).is_some_and(|value| holds(value, &variant)),
            _ => request.pointer(place).is_some_and(|value| {
                let found = message.strip_prefix("invalid type: ").or_else(|| message.strip_prefix("invalid value: "));
                found.and_then(|found| found.strip_prefix(&description(value))).is_some_and(|rest| rest.starts_with(','))
            }),
        };
        if !found {
            return false;
        }
        let mut changed = request.clone();
        let removed = match changed.pointer_mut(parent) {
            Some(Value::Object(object)) => object.shift_remove(&unescape(name)).is_some(),
            Some(Value::Array(list)) => match name.parse::<usize>() {
                Ok(index) if index < list.len() => {
                    list.remove(index);
                    true
                }
                _ => false,
            },
            _ => false,
        };
        removed && !says_the_same(&changed)
    };
    places.iter().filter(|place| !place.is_empty()).find(is_meant).map(|place| path(place))
}

/// Whether a value is this name of a choice: itself, or as the only key of an object.
fn holds(value: &Value, variant: &str) -> bool {
    match value {
        Value::String(text) => text == variant,
        Value::Object(object) => object.len() == 1 && object.contains_key(variant),
        _ => false,
    }
}

/// A value as the messages of parsers describe it.
fn description(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(is) => format!("boolean `{is}`"),
        Value::Number(number) if number.is_f64() => format!("floating point `{number}`"),
        Value::Number(number) => format!("integer `{number}`"),
        Value::String(text) => format!("string {text:?}"),
        Value::Array(_) => "sequence".to_owned(),
        Value::Object(_) => "map".to_owned(),
    }
}

/// The JSON pointers of a value and all values in it, the outer ones first.
fn collect(value: &Value, place: String, places: &mut Vec<String>) {
    if places.len() >= MOST_VALUES {
        return;
    }
    places.push(place.clone());
    match value {
        Value::Object(object) => {
            object.iter().for_each(|(name, value)| collect(value, format!("{place}/{}", escape(name)), places));
        }
        Value::Array(list) => {
            list.iter().enumerate().for_each(|(index, value)| collect(value, format!("{place}/{index}"), places));
        }
        _ => {}
    }
}

fn escape(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

fn unescape(name: &str) -> String {
    name.replace("~1", "/").replace("~0", "~")
}

/// A JSON pointer as a path with dots.
fn path(pointer: &str) -> String {
    pointer.trim_start_matches('/').split('/').map(unescape).collect::<Vec<_>>().join(".")
}
