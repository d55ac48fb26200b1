//! The pages for the browser, built into `web/dist`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{Outcome, cargo, output, root, run, target_folder, wasm};

/// Where a browser may be that the tests can drive.
const BROWSERS: [&str; 4] =
    ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome", "/usr/bin/google-chrome-stable"];

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
    let browser = browser()?;
    run(&mut cargo(&["build", "--quiet", "--package", "tablee-cli"]))?;
    let binary = target_folder().join("debug").join(format!("tablee{}", std::env::consts::EXE_SUFFIX));
    run(npm(&["run", "--silent", "test"]).env("TABLEE_BINARY", binary).env("CHROMIUM", browser))
}

/// Chromium: the one that `CHROMIUM` names, one that is installed, or Debian's, where we may install it.
fn browser() -> Result<PathBuf, String> {
    let installed = || BROWSERS.iter().map(PathBuf::from).find(|path| path.exists());
    if let Some(found) = std::env::var_os("CHROMIUM").map(PathBuf::from).or_else(installed) {
        return Ok(found);
    }
    let may_install =
        Path::new("/etc/debian_version").exists() && output(Command::new("id").arg("-u")).is_ok_and(|user| user.trim() == "0");
    if may_install {
        run(Command::new("apt-get").args(["--quiet", "update"]))?;
        run(Command::new("apt-get").args(["install", "--quiet", "-y", "chromium"]).env("DEBIAN_FRONTEND", "noninteractive"))?;
    }
    installed().ok_or_else(|| {
        "the tests of the pages need Chromium: install it (on Debian `apt install chromium`), or say with CHROMIUM where it is"
            .to_owned()
    })
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
