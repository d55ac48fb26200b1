//! The pages and the databases' schemas are compiled in: when they are new, so is this crate.

fn main() {
    println!("cargo::rerun-if-changed=../../web/dist");
    println!("cargo::rerun-if-changed=migrations");
}
