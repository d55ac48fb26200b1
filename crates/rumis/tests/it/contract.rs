//! The contract that every game keeps.

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
