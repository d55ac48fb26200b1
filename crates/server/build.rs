//! The pages are compiled in: when they are built anew, or for the first time, so is this crate.

fn main() {
    println!("cargo::rerun-if-changed=../../web/dist");
}
