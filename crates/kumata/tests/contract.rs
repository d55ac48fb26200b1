//! The contract that every game keeps.

#[test]
fn kumata_keeps_the_contract() {
    tablee_core::contract::keep::<tablee_kumata::Kumata>(3);
}
