//! The project's own commands. `cargo xtask` lists them.
//!
//! | file | what is in it |
//! |---|---|
//! | `web` | the pages for the browser |
//! | `wasm` | the rules and bots inside them |
//! | `cluster` | several servers that are one house, on this machine |
//! | `installed` | programs that the tests need: found, or installed |
//! | `debian` | a second way to a compiler that can build those |

mod cluster;
mod debian;
mod installed;
mod wasm;
mod web;

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, ExitStatus, Stdio};
use std::time::Instant;

const HELP: &str = "\
Usage: cargo xtask COMMAND

  play              build everything, pages included, and serve it to the browser
  play GAME …       build the program and sit down at a table in the terminal; arguments go to `tablee play`
  test              format, lints, documentation and all tests: what decides whether a change lands
  cluster           three servers, two workers, PostgreSQL and NATS on this machine, to try it by hand
  web               build the pages for the browser, rules and bots included, into web/dist
  wasm-speed        what WebAssembly's vector instructions bring: the bots' search with and without them, in Node.js
  golden            write the golden traces again, after a change of the rules that is meant
  audit             look for known weaknesses in what the program and the pages are built from (needs cargo-audit and the network)
  fuzz TARGET [S]   fuzz a reader for S seconds (default 60): record, set, notation, trace or protocol (needs a nightly toolchain)";

type Outcome = Result<(), String>;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = match words[..] {
        ["play", ref rest @ ..] => play(rest),
        ["test"] => test(),
        ["cluster"] => cluster::cluster(),
        ["web"] => web::build(),
        ["wasm-speed"] => wasm::speed(),
        ["golden"] => golden(),
        ["audit"] => audit(),
        ["fuzz", target] => fuzz(target, "60"),
        ["fuzz", target, seconds] => fuzz(target, seconds),
        [] | ["help" | "--help" | "-h"] => {
            println!("{HELP}");
            Ok(())
        }
        [other, ..] => Err(format!("there is no such command: {other}\n\n{HELP}")),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("xtask: {problem}");
            ExitCode::FAILURE
        }
    }
}

/// Cargo, at the root of the project.
fn cargo(arguments: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments).current_dir(root());
    command
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the project")
}

/// Where cargo puts what it builds.
fn target_folder() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), |folder| root().join(folder))
}

fn run(command: &mut Command) -> Outcome {
    let status = command.status();
    ended(command, status)
}

/// What a command prints.
fn output(command: &mut Command) -> Result<String, String> {
    let (status, printed) = match command.stderr(Stdio::inherit()).output() {
        Ok(output) => (Ok(output.status), output.stdout),
        Err(error) => (Err(error), Vec::new()),
    };
    ended(command, status)?;
    Ok(String::from_utf8_lossy(&printed).into_owned())
}

/// Whether it could be started and went well.
fn ended(command: &Command, status: io::Result<ExitStatus>) -> Outcome {
    let program = command.get_program().to_string_lossy();
    let shown =
        command.get_args().fold(program.into_owned(), |shown, argument| format!("{shown} {}", argument.to_string_lossy()));
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("`{shown}` ended with {status}")),
        Err(error) => Err(format!("`{shown}` cannot be started: {error}")),
    }
}

/// Whether a cargo subcommand is there.
fn has(subcommand: &str) -> bool {
    cargo(&[subcommand, "--version"]).stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}

fn play(rest: &[&str]) -> Outcome {
    if rest.is_empty() {
        web::build()?;
    }
    run(&mut cargo(&["build", "--release", "--package", "tablee-cli"]))?;
    let mut tablee = Command::new(target_folder().join("release/tablee"));
    if rest.is_empty() {
        tablee.arg("serve")
    } else {
        tablee.arg("play").args(rest)
    };
    run(tablee.current_dir(root()))
}

/// A part of the test command: its name, and how it is run.
type Step = (&'static str, fn() -> Outcome);

fn test() -> Outcome {
    for (tool, component) in [("fmt", "rustfmt"), ("clippy", "clippy")] {
        if !has(tool) {
            return Err(format!("cargo {tool} is missing; get it with `rustup component add {component}`"));
        }
    }
    let steps: [Step; 8] = [
        ("format", || run(&mut cargo(&["fmt", "--all", "--check"]))),
        // Before all that compiles the binary, which has the pages inside.
        ("pages", web::build),
        ("types of the pages", web::check),
        ("lints", || run(&mut cargo(&["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"]))),
        ("documentation", || run(cargo(&["doc", "--workspace", "--no-deps", "--quiet"]).env("RUSTDOCFLAGS", "-D warnings"))),
        ("tests", || {
            installed::services()?;
            // nextest runs them side by side and shows slow ones; without it the plain runner does.
            let runner: &[&str] =
                if has("nextest") { &["nextest", "run", "--workspace"] } else { &["test", "--workspace", "--all-targets"] };
            run(&mut cargo(runner))
        }),
        ("examples in the documentation", || run(&mut cargo(&["test", "--workspace", "--doc", "--quiet"]))),
        // Last: it is the slowest, and pointless while anything above fails.
        ("pages in a browser", web::test),
    ];
    let begin = Instant::now();
    for (name, step) in steps {
        println!("── {name}");
        let begin = Instant::now();
        step()?;
        println!("── {name}: {:.0} s\n", begin.elapsed().as_secs_f64());
    }
    println!("All is well, after {:.0} s.", begin.elapsed().as_secs_f64());
    Ok(())
}

fn golden() -> Outcome {
    run(cargo(&["test", "--package", "tablee-games", "--test", "traces", "--test", "perft", "golden"])
        .env("TABLEE_GOLDEN", "write"))
}

/// Compares both lock files with the lists of known weaknesses. No part of the tests: the lists change without us, and are not everywhere
/// to be reached.
fn audit() -> Outcome {
    if !has("audit") {
        return Err("cargo-audit is missing; get it with `cargo install --locked cargo-audit`".to_owned());
    }
    for lock in ["Cargo.lock", "fuzz/Cargo.lock"] {
        run(&mut cargo(&["audit", "--file", lock]))?;
    }
    run(Command::new("npm").args(["--prefix", "web", "audit"]).current_dir(root()))
}

fn fuzz(target: &str, seconds: &str) -> Outcome {
    if !has("fuzz") {
        return Err("cargo-fuzz is missing; get it with `cargo install cargo-fuzz`".to_owned());
    }
    // What the fuzzer finds goes into a folder of its own; the corpus is what people put there.
    let (found, corpus) = (root().join("fuzz/found").join(target), root().join("fuzz/corpus").join(target));
    std::fs::create_dir_all(&found).map_err(|error| format!("{}: {error}", found.display()))?;
    // Through rustup's own cargo: the one that runs this task is of the stable toolchain, which cannot fuzz.
    let mut command = Command::new("cargo");
    command.args(["+nightly", "fuzz", "run", target]).args([found, corpus]).arg("--");
    command.args([&format!("-max_total_time={seconds}"), "-max_len=65536"]);
    run(command.env_remove("CARGO").env_remove("RUSTUP_TOOLCHAIN").current_dir(root()))
}
