//! Requests that cannot be read are refused in plain words, with the field that is wrong.

use serde::de::DeserializeOwned;
use tablee_protocol::{Act, ClientMessage, Code, NewPerson, NewTable, Problem, read_json};

fn refusal<T: DeserializeOwned>(request: &str) -> Problem {
    match read_json::<T>(request.as_bytes()) {
        Ok(_) => panic!("{request} is accepted"),
        Err(problem) => problem,
    }
}

fn refused<T: DeserializeOwned>(request: &str, field: Option<&str>, en: &str, fr: &str) {
    let problem = refusal::<T>(request);
    assert_eq!((problem.why.en.as_str(), problem.why.fr.as_str()), (en, fr), "{request}");
    assert_eq!(problem.field.as_deref(), field, "{request}");
    assert!(problem.detail.is_some(), "{request}: what the parser said is kept apart");
}

#[test]
fn a_missing_field_is_named() {
    let (en, fr) = ("the field `mv` is missing", "le champ `mv` manque");
    refused::<Act>(r#"{"do":"move","v":1}"#, Some("mv"), en, fr);
    let (en, fr) = ("the field `act.mv` is missing", "le champ `act.mv` manque");
    refused::<ClientMessage>(r#"{"do":"act","id":1,"table":"a","act":{"do":"move","v":1}}"#, Some("act.mv"), en, fr);
    let (en, fr) = ("the field `do` is missing", "le champ `do` manque");
    refused::<Act>("{}", Some("do"), en, fr);
}

#[test]
fn a_field_that_does_not_exist_is_named() {
    let en = "there is no field \"admin\" here; the fields are `name`";
    let fr = "il n’y a pas de champ « admin » ici ; les champs sont `name`";
    refused::<NewPerson>(r#"{"name":"Anna","admin":true}"#, Some("admin"), en, fr);
}

#[test]
fn a_value_of_the_wrong_type_is_named_with_its_path() {
    let table = |options: &str, seats: &str| {
        format!(r#"{{"game":"rumis","options":{options},"public":true,"rated":false,"seats":{seats}}}"#)
    };
    let en = "the field `options.players` must be text in quotes";
    let fr = "le champ `options.players` doit être un texte entre guillemets";
    refused::<NewTable>(&table(r#"{"board":"2","players":2}"#, "[]"), Some("options.players"), en, fr);
    let en = "the field `seats.1` must be one of `open`, `me`, `bot`, `reserved`";
    let fr = "le champ `seats.1` doit être l’une des valeurs `open`, `me`, `bot`, `reserved`";
    refused::<NewTable>(&table("{}", r#"["me","everyone"]"#), Some("seats.1"), en, fr);
    let en = "the field `act.seat` must be a seat: a whole number from 0 to 5";
    let fr = "le champ `act.seat` doit être une place\u{a0}: un nombre entier de 0 à 5";
    for seat in ["\"1\"", "1.5", "6", "300", "-1", "18446744073709551615", "null", "[]"] {
        let ask = format!(r#"{{"do":"act","id":1,"table":"a","act":{{"do":"free","seat":{seat}}}}}"#);
        refused::<ClientMessage>(&ask, Some("act.seat"), en, fr);
    }
    let (en, fr) = ("the field `yes` must be `true` or `false`", "le champ `yes` doit être `true` ou `false`");
    refused::<Act>(r#"{"do":"answer","yes":"yes"}"#, Some("yes"), en, fr);
    let (en, fr) = ("the request must be an object", "la requête doit être un objet");
    refused::<NewPerson>("7", None, en, fr);
}

#[test]
fn an_act_that_does_not_exist_is_refused_with_the_list() {
    let problem = refusal::<Act>(r#"{"do":"dance"}"#);
    assert_eq!((problem.code, problem.field.as_deref()), (Code::Invalid, Some("do")));
    for lang in [&problem.why.en, &problem.why.fr] {
        assert!(lang.contains("`sit`, `leave`") && lang.contains("`rematch`"), "{lang}");
    }
}

#[test]
fn what_is_not_json_is_refused_with_the_place() {
    let problem = refusal::<NewPerson>("{\"name\": \"Anna\"");
    assert_eq!(problem.code, Code::Unreadable);
    assert_eq!(problem.why.fr, "ce n’est pas du JSON valide (ligne 1, colonne 15)");
}

/// No word of the parser, which speaks English, is in the sentences.
#[test]
fn no_sentence_has_the_words_of_the_parser() {
    for request in [
        "[]",
        "null",
        r#"{"do":1}"#,
        r#"{"do":"sit","seat":1.5}"#,
        r#"{"do":"move","v":-1,"mv":[]}"#,
        r#"{"do":"say","text":{}}"#,
        r#"{"do":"say","text":null}"#,
    ] {
        let problem = refusal::<Act>(request);
        for word in ["invalid type", "expected", "struct", "enum", "u8", "u32", "variant"] {
            assert!(!problem.why.en.contains(word) && !problem.why.fr.contains(word), "{request}: {:?}", problem.why);
        }
    }
}

/// Names and values of a request may be very long; a refusal is not.
#[test]
fn a_refusal_is_short() {
    let long = "x".repeat(60_000);
    for request in [format!(r#"{{"{long}":1}}"#), format!(r#"{{"name":["{long}"]}}"#), format!(r#"{{"name":"a","{long}":{{}}}}"#)]
    {
        let problem = refusal::<NewPerson>(&request);
        assert!(serde_json::to_string(&problem).unwrap().len() < 2_000);
    }
}
