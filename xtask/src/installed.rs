//! Finds programs that the tests need besides Rust and Node.js, or installs them on Debian.

use std::path::{Path, PathBuf};
use std::process::Command;

use tablee_harness::program::find;

use crate::run::{StepResult, output, run};

/// Where Chromium may be installed. First without its own windows and menus: the tests take half as long.
const BROWSERS: [&str; 5] = [
    "/usr/bin/chromium-headless-shell",
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
    "/usr/bin/google-chrome-stable",
];

/// Finds Chromium: the path in `CHROMIUM`, or an installed one.
pub fn browser() -> Result<PathBuf, String> {
    let installed = || BROWSERS.iter().map(PathBuf::from).find(|path| path.exists());
    if let Some(found) = std::env::var_os("CHROMIUM").map(PathBuf::from).or_else(installed) {
        return Ok(found);
    }
    install("chromium-headless-shell").or_else(|_| install("chromium"))?;
    installed().ok_or_else(|| {
        "the tests of the pages need Chromium: install it (on Debian `apt-get install chromium-headless-shell`), \
         or set CHROMIUM to its path"
            .to_owned()
    })
}

/// Makes sure that PostgreSQL, NATS and HAProxy are installed.
pub fn services() -> StepResult {
    for (program, package) in [("initdb", "postgresql"), ("nats-server", "nats-server"), ("haproxy", "haproxy")] {
        if find(program, package).is_err() {
            install(package)?;
            find(program, package).map_err(|error| error.to_string())?;
        }
    }
    Ok(())
}

/// Installs a package if this is Debian and we are root; does nothing elsewhere.
fn install(package: &str) -> StepResult {
    let debian = Path::new("/etc/debian_version").exists();
    if debian && output(Command::new("id").arg("-u")).is_ok_and(|user| user.trim() == "0") {
        run(Command::new("apt-get").args(["--quiet", "update"]))?;
        run(Command::new("apt-get").args(["install", "--quiet", "-y", package]).env("DEBIAN_FRONTEND", "noninteractive"))?;
    }
    Ok(())
}
