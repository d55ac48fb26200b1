//! The contract that every game keeps.

#[test]
fn rumis_keeps_the_contract() {
    tablee_core::contract::keep::<tablee_rumis::Rumis>(2);
}
