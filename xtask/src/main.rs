//! The project's own commands. `cargo xtask` lists them.
//!
//! | file | what is in it |
//! |---|---|
//! | `play` | `play`: build what is missing and serve it |
//! | `test` | `test`: what decides whether a change lands |
//! | `check` | `check`: a quick look at what changed |
//! | `cluster` | `cluster`: several servers on this machine |
//! | `web` | the pages for the browser |
//! | `wasm` | the engine inside the pages |
//! | `plan` | steps of a command, with the time left |
//! | `run` | starting other programs |
//! | `unchanged` | skipping a step whose inputs have not changed |
//! | `installed` | finds programs that the tests need, or installs them on Debian |
//! | `debian` | a second way to a compiler for WebAssembly |

mod check;
mod cluster;
mod debian;
mod installed;
mod plan;
mod play;
mod run;
mod test;
mod unchanged;
mod wasm;
mod web;

use std::process::{Command, ExitCode};

use run::{StepResult, binary, cargo, has, root, run};
use wasm::Effort;

const HELP: &str = "\
Usage: cargo xtask COMMAND

  play              build everything and serve it to the browser
  play GAME …       build the program and play in the terminal; arguments go to `tablee play`
  check [COMMIT]    format, lints, types and unit tests of what changed since a commit (default: HEAD)
  test              format, lints, documentation and all tests: decides whether a change lands
  cluster           three servers behind a proxy, two workers, PostgreSQL and NATS on this machine, to try them
  load …            load and fault tests of the server; `cargo xtask load --help` lists the options
  web               build the pages as they are released, into web/dist
  wasm-speed        the bots' search with and without WebAssembly's vector instructions, in Node.js
  golden            write the golden traces again, after an intended change of the rules
  audit             look for known vulnerabilities of dependencies (needs cargo-audit and the network)
  fuzz TARGET [S]   fuzz a reader for S seconds (default 60): record, set, notation, trace or protocol (needs a
                    nightly toolchain)";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = match words[..] {
        ["play", ref rest @ ..] => play::play(rest),
        ["check"] => check::check("HEAD"),
        ["check", commit] => check::check(commit),
        ["test"] => test::test(),
        ["cluster"] => cluster::cluster(),
        ["load", ref rest @ ..] => load(rest),
        ["web"] => web::build(Effort::Release),
        ["wasm-speed"] => wasm::speed(),
        ["golden"] => golden(),
        ["audit"] => audit(),
        ["fuzz", target] => fuzz(target, "60"),
        ["fuzz", target, seconds] => fuzz(target, seconds),
        [] | ["help" | "--help" | "-h"] => {
            println!("{HELP}");
            Ok(())
        }
        [other, ..] => Err(format!("unknown command: {other}\n\n{HELP}")),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("xtask: {problem}");
            ExitCode::FAILURE
        }
    }
}

/// Load and fault tests of the server, with these options.
fn load(options: &[&str]) -> StepResult {
    run(&mut cargo(&["build", "--release", "--package", "tablee-cli", "--package", "tablee-loadtest"]))?;
    run(Command::new(binary("release", "tablee-loadtest")).args(options).current_dir(root()))
}

fn golden() -> StepResult {
    run(cargo(&["test", "--package", "tablee-games", "--test", "it", "golden"]).env("TABLEE_GOLDEN", "write"))
}

/// Compares all lock files with lists of known vulnerabilities. Not part of the tests: the lists change without us and
/// need the network.
fn audit() -> StepResult {
    if !has("audit") {
        return Err("cargo-audit is missing; get it with `cargo install --locked cargo-audit`".to_owned());
    }
    for lock in ["Cargo.lock", "fuzz/Cargo.lock"] {
        run(&mut cargo(&["audit", "--file", lock]))?;
    }
    run(Command::new("npm").args(["--prefix", "web", "audit"]).current_dir(root()))
}

fn fuzz(target: &str, seconds: &str) -> StepResult {
    if !has("fuzz") {
        return Err("cargo-fuzz is missing; get it with `cargo install cargo-fuzz`".to_owned());
    }
    // What the fuzzer finds goes into its own folder; people maintain the corpus.
    let (found, corpus) = (root().join("fuzz/found").join(target), root().join("fuzz/corpus").join(target));
    std::fs::create_dir_all(&found).map_err(|error| format!("{}: {error}", found.display()))?;
    // Through rustup's own cargo: the one that runs this task belongs to the stable toolchain, which cannot fuzz.
    let mut command = Command::new("cargo");
    command.args(["+nightly", "fuzz", "run", target]).args([found, corpus]).arg("--");
    command.args([&format!("-max_total_time={seconds}"), "-max_len=65536"]);
    run(command.env_remove("CARGO").env_remove("RUSTUP_TOOLCHAIN").current_dir(root()))
}
