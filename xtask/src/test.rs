//! `cargo xtask test`: what decides whether a change lands.

use crate::plan::{run_plan, step};
use crate::run::{StepResult, cargo, has, run};
use crate::wasm::Effort;
use crate::{installed, web};

/// Format, lints, documentation and all tests.
pub fn test() -> StepResult {
    for (tool, component) in [("fmt", "rustfmt"), ("clippy", "clippy")] {
        if !has(tool) {
            return Err(format!("cargo {tool} is missing; get it with `rustup component add {component}`"));
        }
    }
    let pages = vec![
        // Before anything that compiles the binary, which has the pages inside.
        step("pages", 110, || web::build(Effort::Quick)),
        step("format of the pages", 10, web::format),
        step("types of the pages", 20, web::types),
        step("lints of the pages", 25, web::lint),
        step("unit tests of the pages", 10, web::unit_tests),
    ];
    let mut rust = vec![
        step("format", 2, format),
        step("programs for the tests", 10, || {
            installed::services()?;
            installed::browser().map(|_| ())
        }),
        step("lints", 150, lints),
        step("documentation", 40, documentation),
    ];
    if has("deny") {
        rust.push(step("licences", 2, licences));
    } else {
        println!("── licences are not checked: cargo-deny is not installed (`cargo install --locked cargo-deny`)");
    }
    let tests = vec![
        step("tests", 480, tests),
        step("examples in the documentation", 60, || run(&mut cargo(&["test", "--workspace", "--doc", "--quiet"]))),
        // Last: they are the slowest, and pointless while anything above fails.
        step("tests in a browser", 300, web::browser_tests),
    ];
    run_plan("test", vec![vec![pages, rust], vec![tests]])
}

/// Whether rustfmt would change anything.
pub fn format() -> StepResult {
    run(&mut cargo(&["fmt", "--all", "--check"]))
}

fn lints() -> StepResult {
    run(&mut cargo(&["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"]))
}

fn documentation() -> StepResult {
    run(cargo(&["doc", "--workspace", "--no-deps", "--quiet"]).env("RUSTDOCFLAGS", "-D warnings"))
}

/// Licences and sources of all dependencies, offline.
fn licences() -> StepResult {
    run(&mut cargo(&["deny", "--offline", "check", "licenses", "bans", "sources"]))
}

/// All tests of Rust, and the binary that the browser tests use: nextest builds it because the tests of the command
/// line use it too.
fn tests() -> StepResult {
    // nextest runs them side by side and shows slow ones; without it the plain runner does.
    let runner: &[&str] =
        if has("nextest") { &["nextest", "run", "--workspace"] } else { &["test", "--workspace", "--all-targets"] };
    run(&mut cargo(runner))
}
