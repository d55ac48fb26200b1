//! What every release sent and stored is still read, and written again as it was.

use std::collections::BTreeSet;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tablee_protocol::{ClientMessage, Code, Numbered, ServerMessage};

fn tags<T: DeserializeOwned + Serialize>(samples: &str, tag: &str) -> BTreeSet<String> {
    let tag_of = |line: &str| {
        let value: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"));
        let read: T = serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!(serde_json::to_value(&read).unwrap(), value, "{line}");
        let inner = value.get("act").unwrap_or(&value);
        inner[tag].as_str().unwrap_or_else(|| panic!("{line}: no {tag}")).to_owned()
    };
    samples.lines().map(tag_of).collect()
}

/// The samples show every kind of message. A new kind needs a sample in the file of its release.
#[test]
fn version_1_as_of_0_1_is_read_and_written_as_it_was() {
    let asks = tags::<ClientMessage>(include_str!("../../samples/v1-asks.jsonl"), "do");
    assert_eq!(asks.len(), 4 + 1 + 13, "{asks:?}");
    let tells = tags::<ServerMessage>(include_str!("../../samples/v1-tells.jsonl"), "is");
    assert_eq!(tells.len(), 8, "{tells:?}");
    let events = tags::<Numbered>(include_str!("../../samples/v1-events.jsonl"), "is");
    assert_eq!(events.len(), 18, "{events:?}");
}

/// What 0.2 added to version 1: clients of 0.1 ignore it.
#[test]
fn version_1_as_of_0_2_is_read_and_written_as_it_was() {
    let asks = tags::<ClientMessage>(include_str!("../../samples/v1-asks-0.2.jsonl"), "do");
    assert_eq!(
        asks.into_iter().collect::<Vec<_>>(),
        [
            "abort", "agree", "arrange", "claim", "give", "hello", "moves", "pause", "quick", "ready", "remove", "renew",
            "resume", "return", "revoke", "swap"
        ]
    );
    let tells = tags::<ServerMessage>(include_str!("../../samples/v1-tells-0.2.jsonl"), "is");
    assert_eq!(tells.into_iter().collect::<Vec<_>>(), ["chat", "events", "lobby", "moves", "present", "refused", "welcome"]);
    let events = tags::<Numbered>(include_str!("../../samples/v1-events-0.2.jsonl"), "is");
    assert_eq!(
        events.into_iter().collect::<Vec<_>>(),
        ["agreed", "given", "opened", "paused", "proposed", "ready", "renewed", "resumed", "revoked", "starting", "swapped"]
    );
}

/// Clients skip an event that they do not know: it changes neither position nor turn.
#[test]
fn an_event_of_a_later_version_is_skipped() {
    let events = concat!(
        r#"[{"v":1,"at":0,"is":"opened","game":"rumis","options":{"players":"2"},"seats":2,"host":{"id":"a","name":"A"},"#,
        r#""clock":{"kind":"none"},"public":true,"rated":false,"later":{"x":1}},"#,
        r#"{"v":2,"at":0,"is":"danced","seat":7,"steps":["left","right"]},{"v":3,"at":0,"is":"left","seat":0}]"#
    );
    let events: Vec<Numbered> = serde_json::from_str(events).unwrap();
    assert_eq!(events[1].event, tablee_protocol::Event::Unknown);
    assert_eq!(tablee_protocol::Shared::from_events("t", &events).map(|shared| shared.version()), Ok(3));
}

#[test]
fn what_is_left_out_of_a_request_has_a_meaning_and_what_is_too_much_has_none() {
    assert_eq!(
        serde_json::from_str::<ClientMessage>(r#"{"do":"hello","id":1,"protocol":1}"#).ok(),
        Some(ClientMessage::Hello { id: 1, protocol: 1, key: None, copy: false })
    );
    for wrong in [
        r#"{"do":"hello","id":1,"protocol":1,"cookie":"x"}"#,
        r#"{"do":"act","id":1,"table":"a","act":{"do":"move","v":1,"mv":"x","seat":0}}"#,
        r#"{"do":"act","id":1,"table":"a","act":{"do":"drawn","mv":"+1-1"}}"#,
        r#"{"do":"act","id":1,"table":"a","act":{"do":"ended"}}"#,
        r#"{"do":"watch","id":1,"table":"a","from":-1}"#,
        r#"{"id":1}"#,
    ] {
        assert!(serde_json::from_str::<ClientMessage>(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn every_code_is_a_word_with_a_status() {
    for (code, word, status) in
        [(Code::Stale, "stale", 409), (Code::NotYourTurn, "not-your-turn", 403), (Code::TooMuch, "too-much", 429)]
    {
        assert_eq!(serde_json::to_value(code).unwrap(), word);
        assert_eq!(code.status(), status);
    }
}

/// Moves are read by a separate type, which must not differ.
#[test]
fn a_request_to_move_is_read_as_any_other() {
    let samples = [include_str!("../../samples/v1-asks.jsonl"), include_str!("../../samples/v1-asks-0.2.jsonl")].concat();
    let odd = [
        r#"{"act":{"mv":"x","v":1,"do":"move"},"table":"a","id":1,"do":"act"}"#,
        r#"{"do":"act","id":1,"table":"a","act":{"do":"move","v":1,"mv":"x","mv":"y"}}"#,
        r#"{"do":"act","id":1,"table":"a","act":{"do":"move","v":1,"mv":"x","seat":0}}"#,
        r#"{"do":"act","id":1,"table":"a","act":{"do":"move","v":-1,"mv":"x"}}"#,
        r#"{"do":"act","id":1,"table":"a","act":{"do":"say","v":1,"mv":"x"}}"#,
        r#"{"do":"watch","id":1,"table":"a","act":{"do":"move","v":1,"mv":"x"}}"#,
        r#"{"do":"act","id":1,"table":"a","act":{"do":"move","v":1,"mv":"x"}} x"#,
    ];
    for line in samples.lines().chain(odd) {
        assert_eq!(ClientMessage::read(line).ok(), serde_json::from_str(line).ok(), "{line}");
    }
}
