//! The contract that every game keeps.

#[test]
fn cuminos_keeps_the_contract() {
    tablee_core::contract::keep::<tablee_cuminos::Cuminos>(3);
}
