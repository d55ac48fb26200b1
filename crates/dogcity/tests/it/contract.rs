//! The contract that every game keeps.

#[test]
fn dog_city_domino_keeps_the_contract() {
    tablee_core::contract::keep::<tablee_dogcity::DogCity>(3);
}

#[test]
fn its_options_make_a_form() {
    tablee_core::contract::keep_forms::<tablee_dogcity::DogCity>();
}

#[test]
fn its_lesson_can_be_played() {
    tablee_core::contract::keep_lessons::<tablee_dogcity::DogCity>();
}
