//! The pages for the browser, built into `web/dist`.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::installed;
use crate::run::{StepResult, binary, output, root, run};
use crate::unchanged::unless_unchanged;
use crate::wasm::{self, Effort};

/// Builds engine and pages. Nothing is built again that has not changed.
pub fn build(effort: Effort) -> StepResult {
    install()?;
    wasm::build(effort)?;
    bundle()
}

/// Installs what the lock file asks for, unless it is there already.
pub fn install() -> StepResult {
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

/// Bundles the pages around the engine. Rules and sets are inside the engine, so these files are all that count.
fn bundle() -> StepResult {
    let web = root().join("web");
    let mut inputs: Vec<PathBuf> = ["index.html", "package-lock.json", "public", "src"].map(|name| web.join(name)).into();
    let files = fs::read_dir(&web).map_err(|error| format!("{}: {error}", web.display()))?;
    // The configuration and the scripts of the build.
    inputs.extend(files.filter_map(|file| Some(file.ok()?.path())).filter(|path| {
        path.is_file() && path.extension().is_some_and(|extension| ["json", "mjs", "ts"].iter().any(|known| extension == *known))
    }));
    unless_unchanged("pages", &inputs, &web.join("dist/index.html"), || run(&mut npm(&["run", "--silent", "build"])))
}

/// Checks the format of everything in `web`.
pub fn format() -> StepResult {
    run(&mut npm(&["run", "--silent", "format:check"]))
}

/// Checks types and components without running them. Needs the bindings of the engine.
pub fn types() -> StepResult {
    run(&mut npm(&["run", "--silent", "check"]))
}

/// Runs ESLint.
pub fn lint() -> StepResult {
    run(&mut npm(&["run", "--silent", "lint"]))
}

/// Runs the unit tests. Needs the bindings of the engine.
pub fn unit_tests() -> StepResult {
    run(&mut npm(&["run", "--silent", "unit"]))
}

/// Tests the pages in a real browser, served by the binary that the tests of Rust have built.
pub fn browser_tests() -> StepResult {
    let browser = installed::browser()?;
    let tablee = binary("debug", "tablee");
    run(npm(&["run", "--silent", "test"]).env("TABLEE_BINARY", tablee).env("CHROMIUM", browser))
}

/// npm, in the folder of the pages.
fn npm(arguments: &[&str]) -> Command {
    let mut command = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    command.args(arguments).current_dir(root().join("web"));
    command
}
