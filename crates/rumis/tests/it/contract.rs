//! The contract that every game keeps.

use tablee_core::contract::sample_options;
use tablee_core::form::form;
use tablee_core::{OptionValue, OptionValues};
use tablee_rumis::Rumis;

#[test]
fn rumis_keeps_the_contract() {
    tablee_core::contract::keep::<tablee_rumis::Rumis>(2);
}

#[test]
fn its_options_make_a_form() {
    tablee_core::contract::keep_forms::<tablee_rumis::Rumis>();
}

#[test]
fn its_lesson_can_be_played() {
    tablee_core::contract::keep_lessons::<tablee_rumis::Rumis>();
}

#[test]
fn only_a_game_of_two_sectors_asks_when_the_first_one_ends() {
    let asks = |rules: &str, players| {
        let values =
            OptionValues::new().with("players", OptionValue::Number(players)).with("rules", OptionValue::Word(rules.to_owned()));
        let form = form::<Rumis>(&sample_options::<Rumis>(&values));
        form.iter().find(|field| field.name == "sector_end").expect("it is an option").matters
    };
    assert!(!asks("standard", 2));
    assert!(!asks("standard", 4));
    assert!(!asks("inverse", 6));
    assert!(asks("two-sector", 2));
}
