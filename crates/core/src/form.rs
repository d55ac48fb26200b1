//! Options as a form: the choices in words, and which of them do not go together. Both come from the game.

use std::sync::Arc;

use crate::{Game, Label, OptionKind, OptionSpec, OptionValue, OptionValues, Seat, Text, text};

/// A game whose options can be shown to people.
pub trait Forms: Game {
    /// The heading of an option: "Board".
    fn title(option: &str) -> Label;

    /// The words that an option can have with this set, in the order in which to show them, each with its name.
    fn words(set: &Self::Set, option: &str) -> Vec<(String, Text)>;

    /// Whether an option changes anything, given the others. A form leaves out one that does not.
    fn matters(_options: &Self::Options, _option: &str) -> bool {
        true
    }
}

/// One option of a form.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, tsify::Tsify))]
pub struct Field {
    /// The option, by [`OptionSpec::name`].
    pub name: &'static str,
    /// The heading above the field.
    pub title: Text,
    /// Its value now, as [`OptionSpec::read`] reads it.
    pub value: String,
    /// The values that it could have. If each seat has one, they are joined by commas in the order of the seats.
    pub choices: Vec<FieldChoice>,
    /// Whether each seat has one of the choices.
    pub by_seat: bool,
    /// Whether it changes anything, given the other options.
    pub matters: bool,
}

/// A value that an option could have.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, tsify::Tsify))]
pub struct FieldChoice {
    /// The value, as [`OptionSpec::read`] reads it.
    pub value: String,
    /// The value in words.
    pub label: Text,
    /// Why it cannot be chosen now.
    pub refusal: Option<Text>,
}

/// Options that go together: what `changed` has now is kept, and with it as much of the rest as possible.
///
/// # Errors
/// If nothing goes with it.
pub fn settle<G: Game>(values: &OptionValues, changed: &str, set: &Arc<G::Set>) -> Result<G::Options, Text> {
    let refusal = match G::options(values, Arc::clone(set)) {
        Ok(options) => return Ok(options),
        Err(refusal) => refusal,
    };
    // One by one the others go back to their defaults, the number of players last.
    let mut kept: Vec<&str> = G::OPTIONS.iter().map(|spec| spec.name).filter(|name| *name != changed).collect();
    while kept.pop().is_some() {
        let fewer = values.iter().filter(|(name, _)| *name == changed || kept.contains(name));
        let fewer = fewer.fold(OptionValues::new(), |fewer, (name, value)| fewer.with(name, value.clone()));
        if let Ok(options) = G::options(&fewer, Arc::clone(set)) {
            return Ok(options);
        }
    }
    Err(refusal)
}

/// The form for options that go together.
pub fn form<G: Forms>(options: &G::Options) -> Vec<Field> {
    let (values, set) = (G::option_values(options), G::set(options));
    let seats = values.number("players", 2) as usize;
    let field = |spec: &OptionSpec| {
        let (title, value) = (G::title(spec.name), values.get(spec.name).map_or(String::new(), OptionValue::to_string));
        let by_seat = matches!(spec.kind, OptionKind::Words(_));
        let choices = choices_of::<G>(spec, set, seats).into_iter().map(|(value, label)| {
            let refusal = if by_seat { None } else { refusal_of::<G>(spec, &value, &values, set) };
            FieldChoice { value, label, refusal }
        });
        let matters = G::matters(options, spec.name);
        Field { name: spec.name, title: title.into(), value, choices: choices.collect(), by_seat, matters }
    };
    G::OPTIONS.iter().map(field).collect()
}

fn choices_of<G: Forms>(spec: &OptionSpec, set: &G::Set, seats: usize) -> Vec<(String, Text)> {
    match spec.kind {
        OptionKind::Number { min, max } => (min..=max).map(|n| (n.to_string(), text!("{n}", "{n}"))).collect(),
        OptionKind::Flag => vec![("false".to_owned(), text!("no", "non")), ("true".to_owned(), text!("yes", "oui"))],
        OptionKind::Word(_) | OptionKind::Words(_) => G::words(set, spec.name),
        // Any of them may come first; the others follow in the order of the table.
        OptionKind::Seats => Seat::all(seats)
            .map(|first| {
                let order = Seat::all(seats).map(|seat| Seat::new((first.number() + seat.number()) % seats)).collect();
                let number = first.number() + 1;
                (OptionValue::Seats(order).to_string(), text!("seat {number}", "place {number}"))
            })
            .collect(),
    }
}

/// Why a value cannot be chosen, even if all options but the number of players change for it.
fn refusal_of<G: Game>(spec: &OptionSpec, value: &str, values: &OptionValues, set: &Arc<G::Set>) -> Option<Text> {
    let value = match spec.read(value) {
        Ok(value) => value,
        Err(refusal) => return Some(refusal),
    };
    let all = values.clone().with(spec.name, value.clone());
    if spec.name == "players" {
        return settle::<G>(&all, spec.name, set).err();
    }
    let only = OptionValues::new().with("players", OptionValue::Number(values.number("players", 2))).with(spec.name, value);
    G::options(&all, Arc::clone(set)).or_else(|refusal| G::options(&only, Arc::clone(set)).map_err(|_| refusal)).err()
}
