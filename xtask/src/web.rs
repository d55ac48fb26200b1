//! The pages for the browser, built into `web/dist`.

use std::fs;
use std::process::Command;

use crate::{Outcome, cargo, installed, output, root, run, target_folder, wasm};

pub fn build() -> Outcome {
    wasm::build()?;
    install()?;
    run(&mut npm(&["run", "--silent", "build"]))
}

/// Types and components, checked without running them. Needs the bindings, which [`build`] leaves.
pub fn check() -> Outcome {
    run(&mut npm(&["run", "--silent", "check"]))
}

/// The pages in a real browser, served by the real binary. Needs what [`build`] leaves.
pub fn test() -> Outcome {
    let browser = installed::browser()?;
    run(&mut cargo(&["build", "--quiet", "--package", "tablee-cli"]))?;
    let binary = target_folder().join("debug").join(format!("tablee{}", std::env::consts::EXE_SUFFIX));
    run(npm(&["run", "--silent", "test"]).env("TABLEE_BINARY", binary).env("CHROMIUM", browser))
}

/// What the lock file asks for, unless it is there already.
fn install() -> Outcome {
    let (lock, stamp) = (root().join("web/package-lock.json"), root().join("web/node_modules/.installed-lock.json"));
    let wanted = fs::read(&lock).map_err(|error| format!("{}: {error}", lock.display()))?;
    if fs::read(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    if output(&mut npm(&["--version"])).is_err() {
        return Err("npm is missing; it comes with Node.js 20.19 or newer, from https://nodejs.org".to_owned());
    }
    run(&mut npm(&["ci", "--no-audit", "--no-fund"]))?;
    fs::write(&stamp, wanted).map_err(|error| format!("{}: {error}", stamp.display()))
}

/// npm, in the folder of the pages.
fn npm(arguments: &[&str]) -> Command {
    let mut command = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    command.args(arguments).current_dir(root().join("web"));
    command
}
