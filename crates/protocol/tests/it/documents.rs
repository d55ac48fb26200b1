//! The JSON in docs/protocol.md and docs/api.md is what the types read and write, so that the pages stay true.
//!
//! A block of code that begins with `json TYPE` has a value of that type on every line. A `text` block with lines that begin with
//! `>` and `<` is a conversation over the socket.

use std::collections::BTreeSet;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tablee_protocol::{
    Act, Acted, Analysis, ClientMessage, Code, LegalMoves, NewPerson, NewShare, NewTable, NewToken, Numbered, Opponent, Problem,
    Profile, ServerMessage, ShareMade, SignedIn, Summary, TableOpened, TokenMade,
};

const PROTOCOL: &str = include_str!("../../../../docs/protocol.md");
const API: &str = include_str!("../../../../docs/api.md");

/// Every example of a page: the name of its type, and its JSON.
fn examples(page: &str) -> Vec<(String, String)> {
    let mut examples = Vec::new();
    let mut block: Option<String> = None;
    for line in page.lines() {
        if let Some(info) = line.strip_prefix("```") {
            block = if block.is_some() { None } else { Some(info.to_owned()) };
            continue;
        }
        match block.as_deref() {
            Some(info) if info.starts_with("json ") => examples.push((info["json ".len()..].to_owned(), line.to_owned())),
            Some("text") => {
                examples.extend(line.strip_prefix("> ").map(|json| ("ClientMessage".to_owned(), json.to_owned())));
                examples.extend(line.strip_prefix("< ").map(|json| ("ServerMessage".to_owned(), json.to_owned())));
            }
            Some("json") => panic!("{line}: say of which type it is, after `json`"),
            _ => {}
        }
    }
    examples
}

/// Reads an example, and writes it again: what was there must be there again, except what is null.
fn check<T: DeserializeOwned + Serialize>(json: &str) {
    let read: T = serde_json::from_str(json).unwrap_or_else(|error| panic!("{json}: {error}"));
    let (mut written, mut given) = (serde_json::to_value(&read).unwrap(), serde_json::from_str(json).unwrap());
    for value in [&mut written, &mut given] {
        drop_nulls(value);
    }
    assert_eq!(written, given, "{json}");
}

fn drop_nulls(value: &mut Value) {
    match value {
        Value::Object(object) => {
            object.retain(|_, value| !value.is_null());
            object.values_mut().for_each(drop_nulls);
        }
        Value::Array(list) => list.iter_mut().for_each(drop_nulls),
        _ => {}
    }
}

fn check_page(page: &str) -> BTreeSet<String> {
    let mut types = BTreeSet::new();
    for (name, json) in examples(page) {
        match name.as_str() {
            "Act" => check::<Act>(&json),
            "Acted" => check::<Acted>(&json),
            "Analysis" => check::<Analysis>(&json),
            "ClientMessage" => check::<ClientMessage>(&json),
            "LegalMoves" => check::<LegalMoves>(&json),
            "NewPerson" => check::<NewPerson>(&json),
            "NewShare" => check::<NewShare>(&json),
            "NewTable" => check::<NewTable>(&json),
            "NewToken" => check::<NewToken>(&json),
            "Numbered" => check::<Numbered>(&json),
            "Opponent" => check::<Opponent>(&json),
            "Problem" => check::<Problem>(&json),
            "Profile" => check::<Profile>(&json),
            "ShareMade" => check::<ShareMade>(&json),
            "SignedIn" => check::<SignedIn>(&json),
            "Summary" => check::<Summary>(&json),
            "TableOpened" => check::<TableOpened>(&json),
            "ServerMessage" => check::<ServerMessage>(&json),
            "TokenMade" => check::<TokenMade>(&json),
            _ => panic!("{json}: {name} is not one of the types that are checked here"),
        }
        types.insert(name);
    }
    types
}

#[test]
fn every_example_is_read_and_written_as_it_stands() {
    let types = check_page(PROTOCOL);
    assert_eq!(types.into_iter().collect::<Vec<_>>(), ["Act", "ClientMessage", "Numbered", "Problem", "ServerMessage"]);
    let types = check_page(API);
    for name in ["NewPerson", "NewShare", "NewTable", "ShareMade", "TableOpened", "Acted", "LegalMoves", "Summary", "Problem"] {
        assert!(types.contains(name), "docs/api.md has no example of {name}");
    }
}

/// Every kind of message, act and event that the samples have is shown, and every field is explained.
#[test]
fn every_kind_has_an_example_and_every_field_is_explained() {
    let samples = concat!(
        include_str!("../../samples/v1-asks.jsonl"),
        include_str!("../../samples/v1-asks-0.2.jsonl"),
        include_str!("../../samples/v1-tells.jsonl"),
        include_str!("../../samples/v1-tells-0.2.jsonl"),
        include_str!("../../samples/v1-events.jsonl"),
        include_str!("../../samples/v1-events-0.2.jsonl"),
    );
    let shown: Vec<Value> = examples(PROTOCOL).iter().map(|(_, json)| serde_json::from_str(json).unwrap()).collect();
    let kind = |value: &Value| value.get("do").or_else(|| value.get("is")).cloned();
    for sample in samples.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()) {
        assert!(shown.iter().any(|value| kind(value) == kind(&sample)), "docs/protocol.md has no example of {sample}");
        if let Some(act) = sample.get("act") {
            assert!(shown.iter().any(|value| kind(value) == kind(act)), "docs/protocol.md has no example of {act}");
        }
        let mut fields = BTreeSet::new();
        collect_fields(&sample, &mut fields);
        for field in fields {
            let explained =
                PROTOCOL.lines().chain(API.lines()).any(|line| line.starts_with('|') && line.contains(&format!("`{field}`")));
            assert!(explained, "no table explains the field {field} of {sample}");
        }
    }
}

/// The names of all fields, except those of options, which depend on the game.
fn collect_fields(value: &Value, fields: &mut BTreeSet<String>) {
    match value {
        Value::Object(object) => {
            for (name, value) in object {
                fields.insert(name.clone());
                if name != "options" {
                    collect_fields(value, fields);
                }
            }
        }
        Value::Array(list) => list.iter().for_each(|value| collect_fields(value, fields)),
        _ => {}
    }
}

#[test]
fn every_code_is_explained_with_its_status() {
    let mut codes = 0;
    for line in PROTOCOL.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let (name, Some(Ok(status))) = (cells[1].trim_matches('`'), cells.get(2).map(|cell| cell.parse::<u16>())) else {
            continue;
        };
        let code: Code = serde_json::from_value(name.into()).unwrap_or_else(|_| panic!("{name} is not a code"));
        assert_eq!(code.status(), status, "{name}");
        codes += 1;
    }
    // A refusal with a code that is not listed lists all that there are.
    let known = serde_json::from_str::<Code>("\"none\"").unwrap_err().to_string();
    assert_eq!(codes, known.matches('`').count() / 2 - 1, "{known}");
}
