//! Programs that the tests need besides Rust and Node.js: found, or installed from Debian where we may.

use std::path::{Path, PathBuf};
use std::process::Command;

use tablee_harness::program::find;

use crate::run::{Outcome, output, run};

/// Where a browser may be that the tests can drive.
const BROWSERS: [&str; 4] =
    ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome", "/usr/bin/google-chrome-stable"];

/// Chromium: the one that `CHROMIUM` names, or one that is installed.
pub fn browser() -> Result<PathBuf, String> {
    let installed = || BROWSERS.iter().map(PathBuf::from).find(|path| path.exists());
    if let Some(found) = std::env::var_os("CHROMIUM").map(PathBuf::from).or_else(installed) {
        return Ok(found);
    }
    install("chromium")?;
    installed().ok_or_else(|| {
        "the tests of the pages need Chromium: install it (on Debian `apt-get install chromium`), or say with CHROMIUM where it is"
            .to_owned()
    })
}

/// PostgreSQL and NATS.
pub fn services() -> Outcome {
    for (program, package) in [("initdb", "postgresql"), ("nats-server", "nats-server")] {
        if find(program, package).is_err() {
            install(package)?;
            find(program, package).map_err(|error| error.to_string())?;
        }
    }
    Ok(())
}

/// Installs a package of Debian, if this is one and we may.
fn install(package: &str) -> Outcome {
    let debian = Path::new("/etc/debian_version").exists();
    if debian && output(Command::new("id").arg("-u")).is_ok_and(|user| user.trim() == "0") {
        run(Command::new("apt-get").args(["--quiet", "update"]))?;
        run(Command::new("apt-get").args(["install", "--quiet", "-y", package]).env("DEBIAN_FRONTEND", "noninteractive"))?;
    }
    Ok(())
}
