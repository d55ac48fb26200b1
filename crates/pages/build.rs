//! The pages are compiled in: when they change, so does this crate.

fn main() {
    println!("cargo::rerun-if-changed=../../web/dist");
}
