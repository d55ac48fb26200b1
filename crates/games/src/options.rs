//! Options from words and from JSON, and back: the same for every game.

use std::any::Any;
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::{Map, Value};
use tablee_core::lang::quote;
use tablee_core::options::SET;
use tablee_core::suggest::with_suggestion;
use tablee_core::{Game, OptionKind, OptionSpec, OptionValue, OptionValues, Seat, Text, text};

/// The set that comes with a game. It is parsed once, because a server begins many games per second.
pub fn standard_set<G: Game>() -> Arc<G::Set> {
    static READ: Mutex<Vec<(&str, Arc<dyn Any + Send + Sync>)>> = Mutex::new(Vec::new());
    let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, set)) = read.iter().find(|(game, _)| *game == G::ID) {
        return set.clone().downcast().expect("each game has its own id");
    }
    let set = Arc::new(G::read_set(G::STANDARD_SET).expect("the standard sets are tested"));
    read.push((G::ID, set.clone()));
    set
}

/// The option of this name, in the spelling of files (`cat_in_hand`).
///
/// # Errors
/// If the game has no such option; the sentence lists the existing ones.
pub fn find<G: Game>(name: &str) -> Result<&'static OptionSpec, Text> {
    if name == SET.name {
        return Ok(&SET);
    }
    G::OPTIONS.iter().find(|spec| spec.name == name).ok_or_else(|| {
        let names: Vec<_> = G::OPTIONS.iter().map(|spec| spec.name).chain([SET.name]).collect();
        let (game, given, known) = (G::NAME, quote(name), names.join(", "));
        let said = text!("{game} has no option {given} (it has {known})", "{game} n’a pas d’option {given} (il y a {known})");
        with_suggestion(said, name, names)
    })
}

/// Completes and checks options for a set.
///
/// # Errors
/// Which options conflict; also if the options name another set.
pub fn complete<G: Game>(values: &OptionValues, set: Arc<G::Set>) -> Result<G::Options, Text> {
    if let Some(wanted) = values.word(SET.name).filter(|wanted| *wanted != G::set_id(&set)) {
        let (wanted, here) = (quote(wanted), quote(G::set_id(&set)));
        return Err(text!(
            "the set {wanted} is not available here, only {here}; give its file with --set",
            "le matériel {wanted} n’est pas disponible ici, seulement {here} ; donnez son fichier avec --set"
        ));
    }
    G::options(values, set)
}

/// Every option with its value, the set last.
pub fn all_values<G: Game>(options: &G::Options) -> OptionValues {
    G::option_values(options).with(SET.name, OptionValue::Word(G::set_id(G::set(options)).to_owned()))
}

/// Options as a trace writes them.
pub fn to_json(values: &OptionValues) -> Value {
    let json = |value: &OptionValue| match value {
        OptionValue::Number(number) => Value::from(*number),
        OptionValue::Flag(flag) => Value::from(*flag),
        OptionValue::Word(word) => Value::from(word.as_str()),
        OptionValue::Words(words) => Value::from(words.clone()),
        OptionValue::Seats(seats) => seats.iter().map(|seat| seat.number()).collect(),
    };
    Value::Object(values.iter().map(|(name, value)| (name.to_owned(), json(value))).collect())
}

/// Reads options as a trace writes them.
///
/// # Errors
/// Which option is unknown or has an impossible value.
pub fn from_json<G: Game>(json: &Map<String, Value>) -> Result<OptionValues, Text> {
    let mut values = OptionValues::new();
    for (name, value) in json {
        let spec = find::<G>(name)?;
        let read = match json_value(value) {
            Some(read) if is_of_kind(&read, spec.kind) => {
                spec.check(&read)?;
                read
            }
            // A value of another type is refused as JSON writes it: "3" is not 3.
            _ => return Err(spec.read(&value.to_string()).err().unwrap_or_else(|| impossible(name, value))),
        };
        values.set(spec.name, read);
    }
    Ok(values)
}

/// Whether a value has the type of an option.
fn is_of_kind(value: &OptionValue, kind: OptionKind) -> bool {
    matches!(
        (value, kind),
        (OptionValue::Number(_), OptionKind::Number { .. })
            | (OptionValue::Flag(_), OptionKind::Flag)
            | (OptionValue::Word(_), OptionKind::Word(_))
            | (OptionValue::Words(_), OptionKind::Words(_))
            | (OptionValue::Seats(_), OptionKind::Seats)
    )
}

fn impossible(name: &str, value: &Value) -> Text {
    let value = quote(&value.to_string());
    text!("option {name}: {value} is not possible", "option {name} : {value} n’est pas possible")
}

fn json_value(value: &Value) -> Option<OptionValue> {
    match value {
        Value::Number(number) => number.as_i64().map(OptionValue::Number),
        Value::Bool(flag) => Some(OptionValue::Flag(*flag)),
        Value::String(word) => Some(OptionValue::Word(word.clone())),
        Value::Array(items) if items.iter().all(Value::is_string) => {
            Some(OptionValue::Words(items.iter().filter_map(Value::as_str).map(str::to_owned).collect()))
        }
        Value::Array(items) => {
            let seat = |item: &Value| Seat::try_new(usize::try_from(item.as_u64()?).ok()?);
            items.iter().map(seat).collect::<Option<_>>().map(OptionValue::Seats)
        }
        Value::Null | Value::Object(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kumata::Kumata;

    fn read(json: &str) -> Result<OptionValues, String> {
        from_json::<Kumata>(&serde_json::from_str(json).unwrap()).map_err(|text| text.en)
    }

    #[test]
    fn options_round_trip_through_json() {
        for values in Kumata::samples() {
            let options = complete::<Kumata>(&values, standard_set::<Kumata>()).unwrap();
            let all = all_values::<Kumata>(&options);
            let Value::Object(json) = to_json(&all) else { panic!("options are an object") };
            assert_eq!(from_json::<Kumata>(&json), Ok(all));
        }
    }

    #[test]
    fn impossible_options_are_named() {
        assert_eq!(read(r#"{"players":5}"#).unwrap_err(), "option players: \"5\" is not a number from 2 to 4");
        assert!(read(r#"{"colour":"red"}"#).unwrap_err().starts_with("Kumata has no option \"colour\""));
        assert!(read(r#"{"teams":"maybe"}"#).unwrap_err().contains("is not yes or no"));
        assert_eq!(
            read(r#"{"layout":"mazes"}"#).unwrap_err(),
            "option layout: \"mazes\" is not one of square, maze; did you mean \"maze\"?"
        );
        assert!(read(r#"{"clans":["tigers","snaeks"]}"#).unwrap_err().ends_with("; did you mean \"snakes\"?"));
        assert!(read(r#"{"layuot":"maze"}"#).unwrap_err().ends_with("youngest, set); did you mean \"layout\"?"));
        assert!(read(r#"{"youngest":[7]}"#).unwrap_err().starts_with("option youngest"));
        let other = OptionValues::new().with("set", OptionValue::Word("mine".to_owned()));
        assert!(complete::<Kumata>(&other, standard_set::<Kumata>()).unwrap_err().en.contains("\"mine\" is not available here"));
    }
}
