//! The contract of forms: what can be chosen can be played, what cannot is refused in words, and what means nothing
//! changes nothing.

use std::sync::Arc;

use super::sample_options;
use crate::chance::TestDice;
use crate::form::{Field, Forms, form, settle};
use crate::{OptionSpec, OptionValue, Play, Position, Setup};

/// Checks the form of every sample of options, and every choice in it.
///
/// # Panics
/// With what is broken, and the options.
pub fn keep_forms<G: Forms>() {
    let mut mattering = Vec::new();
    for sample in G::samples() {
        let options = sample_options::<G>(&sample);
        let (values, set) = (G::option_values(&options), G::set(&options));
        for (field, spec) in form::<G>(&options).into_iter().zip(G::OPTIONS) {
            let at = format!("{} {sample:?}, {}", G::ID, field.name);
            assert_eq!(field.name, spec.name, "a form does not follow the options: {at}");
            assert!(!field.title.en.is_empty() && !field.title.fr.is_empty(), "no heading: {at}");
            if field.matters {
                mattering.push(field.name);
            } else {
                keep_meaningless::<G>(&options, spec, &field, &at);
            }
            let known = |value: &str| field.choices.iter().any(|choice| choice.value == value);
            let shown = if field.by_seat { field.value.split(',').all(known) } else { known(&field.value) || is_order(spec) };
            assert!(shown, "{} is not among the choices: {at}", field.value);
            for choice in field.choices.iter().filter(|_| !field.by_seat) {
                let chosen = spec.read(&choice.value).expect("a choice can be read");
                let settled = settle::<G>(&values.clone().with(spec.name, chosen.clone()), spec.name, &Arc::clone(set));
                match (&choice.refusal, settled) {
                    (None, Ok(settled)) => {
                        assert_eq!(G::option_values(&settled).get(spec.name), Some(&chosen), "another choice: {at}");
                    }
                    (None, Err(refusal)) => panic!("{} is offered and refused: {refusal}, {at}", choice.value),
                    (Some(refusal), _) => assert!(!refusal.fr.is_empty(), "no reason: {at}"),
                }
            }
        }
    }
    for spec in G::OPTIONS {
        assert!(mattering.contains(&spec.name), "{}: the option {} never matters", G::ID, spec.name);
    }
}

/// Checks that the same dice lead to the same game, whatever is chosen.
fn keep_meaningless<G: Forms>(options: &G::Options, spec: &OptionSpec, field: &Field, at: &str) {
    let (values, set) = (G::option_values(options), G::set(options));
    let played = |choice: &str| {
        let chosen = values.clone().with(spec.name, spec.read(choice).expect("a choice can be read"));
        let options = G::options(&chosen, Arc::clone(set)).expect("what means nothing is not refused");
        let mut dice = TestDice::new(7);
        let mut position = G::start(&options, &G::Setup::random(&options, &mut dice));
        let mut moves = Vec::new();
        while let Some(mv) = position.pick(&mut dice, &mut Vec::new()) {
            moves.push(G::write_move(&position, mv));
            position.play_unchecked(mv);
        }
        (moves, position.outcome())
    };
    for choice in &field.choices {
        assert_eq!(played(&choice.value), played(&field.value), "{} changes the game: {at}", choice.value);
    }
}

/// Whether an option is an order of seats, of which not every one is a choice.
fn is_order(spec: &OptionSpec) -> bool {
    matches!(spec.read("0,1"), Ok(OptionValue::Seats(_)))
}
