//! The contract that every game keeps.

#[test]
fn cuminos_keeps_the_contract() {
    tablee_core::contract::keep::<tablee_cuminos::Cuminos>(3);
}

#[test]
fn its_options_make_a_form() {
    tablee_core::contract::keep_forms::<tablee_cuminos::Cuminos>();
}

#[test]
fn its_lesson_can_be_played() {
    tablee_core::contract::keep_lessons::<tablee_cuminos::Cuminos>();
}
