//! `cargo xtask play`: from a clone to a table.

use std::process::Command;

use crate::plan::{run_plan, step};
use crate::run::{Outcome, binary, cargo, root, run};
use crate::wasm::Effort;
use crate::web;

/// Optimises rules and bots, and compiles the rest quickly; see Cargo.toml.
const PROFILE: &str = "play";

/// Builds what is missing, then serves the pages, or plays in the terminal with these arguments.
pub fn play(arguments: &[&str]) -> Outcome {
    let tablee = || {
        let mut build = cargo(&["build", "--profile", PROFILE, "--package", "tablee-cli"]);
        step("binary", 20, move || run(&mut build))
    };
    let plan = if arguments.is_empty() {
        // The libraries side by side with the pages, which only the binary needs. The binary's package is named too, though
        // it has no library: the dependencies get the features that it asks for, and are compiled once.
        let mut server = cargo(&["build", "--profile", PROFILE, "--lib"]);
        server.args(["cli", "server", "bots", "games"].map(|name| format!("--package=tablee-{name}")));
        let pages = step("pages", 150, || web::build(Effort::Quick));
        vec![vec![vec![pages], vec![step("server", 170, move || run(&mut server))]], vec![vec![tablee()]]]
    } else {
        vec![vec![vec![tablee()]]]
    };
    run_plan("play", plan)?;
    let mut command = Command::new(binary(PROFILE, "tablee"));
    if arguments.is_empty() {
        command.arg("serve")
    } else {
        command.arg("play").args(arguments)
    };
    run(command.current_dir(root()))
}
