//! `cargo xtask play`: from a clone to a table.

use std::path::PathBuf;
use std::process::Command;

use crate::plan::{Step, run_plan, step};
use crate::run::{StepResult, binary, cargo, root, run};
use crate::wasm::Effort;
use crate::web;

/// Optimises rules and bots, and compiles the rest quickly; see Cargo.toml.
const PROFILE: &str = "play";

/// Builds what is missing, then serves the pages, or plays in the terminal with these arguments.
pub fn play(arguments: &[&str]) -> StepResult {
    if arguments.is_empty() {
        let program = build_with_pages("play")?;
        return run(Command::new(program).arg("serve").current_dir(root()));
    }
    run_plan("play", vec![vec![vec![build_binary()]]])?;
    run(Command::new(program()).arg("play").args(arguments).current_dir(root()))
}

/// Builds pages and program quickly for a command, and returns the program.
pub fn build_with_pages(command: &'static str) -> Result<PathBuf, String> {
    // The libraries side by side with the pages, which only the binary needs. The binary's package is named too, though
    // it has no library: the dependencies get the features that it asks for, and are compiled once.
    let mut server = cargo(&["build", "--profile", PROFILE, "--lib"]);
    server.args(["cli", "server", "bots", "games"].map(|name| format!("--package=tablee-{name}")));
    let pages = step("pages", 150, || web::build(Effort::Quick));
    let server = step("server", 170, move || run(&mut server));
    run_plan(command, vec![vec![vec![pages], vec![server]], vec![vec![build_binary()]]])?;
    Ok(program())
}

fn build_binary() -> Step {
    let mut build = cargo(&["build", "--profile", PROFILE, "--package", "tablee-cli"]);
    step("binary", 20, move || run(&mut build))
}

fn program() -> PathBuf {
    binary(PROFILE, "tablee")
}
