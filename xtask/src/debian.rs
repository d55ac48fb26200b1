//! Debian's Rust, downloaded without root and used without being installed: a second way to a compiler for browsers.
//!
//! Its standard library comes as source, so that cargo builds it together with the rules.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::run::{StepResult, output, run};

pub struct DebianRust {
    folder: PathBuf,
}

impl DebianRust {
    /// The cached compiler, if it still runs.
    pub fn cached() -> Option<DebianRust> {
        let rust = DebianRust { folder: cache()? };
        let mut rustc = Command::new(rust.rustc());
        rustc.arg("--version").env("LD_LIBRARY_PATH", rust.libraries()).stdout(Stdio::null()).stderr(Stdio::null());
        rustc.status().is_ok_and(|status| status.success()).then_some(rust)
    }

    /// Downloads it into the cache, completely or not at all.
    pub fn download() -> Result<DebianRust, String> {
        let folder = cache().ok_or("there is no home folder to keep it in")?;
        let packages = packages()?;
        println!("getting {} from Debian, into {}", packages.join(", "), folder.display());
        let part = folder.with_extension(format!("part-{}", std::process::id()));
        let unpacked = unpack(&packages, &part).and_then(|()| {
            // A cached compiler that does not run.
            let _ = fs::remove_dir_all(&folder);
            fs::rename(&part, &folder).map_err(|error| format!("{}: {error}", folder.display()))
        });
        let _ = fs::remove_dir_all(&part);
        unpacked?;
        DebianRust::cached().ok_or_else(|| format!("{}/usr/bin/rustc does not run", folder.display()))
    }

    /// Makes a cargo command compile with it.
    pub fn compile_with(&self, cargo: &mut Command, linker: &Path) {
        cargo.arg("-Zbuild-std=std,panic_abort");
        // The flag above is not stable yet; this allows it.
        cargo.env("RUSTC_BOOTSTRAP", "1");
        cargo.env("RUSTC", self.rustc()).env("LD_LIBRARY_PATH", self.libraries());
        cargo.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
    }

    fn rustc(&self) -> PathBuf {
        self.folder.join("usr/bin/rustc")
    }

    /// The folder of its libraries, which is named after the processor.
    fn libraries(&self) -> OsString {
        let folders = fs::read_dir(self.folder.join("usr/lib")).into_iter().flatten().flatten().map(|entry| entry.path());
        let inherited = std::env::var_os("LD_LIBRARY_PATH").unwrap_or_default();
        std::env::join_paths(folders.chain(std::env::split_paths(&inherited))).unwrap_or(inherited)
    }
}

fn cache() -> Option<PathBuf> {
    let set = std::env::var_os("XDG_CACHE_HOME").filter(|path| !path.is_empty()).map(PathBuf::from);
    let caches = set.or_else(|| Some(std::env::home_dir()?.join(".cache")))?;
    Some(caches.join("tablee/wasm-toolchain"))
}

/// The packages: the compiler, its source, and libraries that it needs and not every machine has.
fn packages() -> Result<Vec<String>, String> {
    for tool in ["apt-get", "apt-cache", "dpkg"] {
        output(Command::new(tool).arg("--version"))?;
    }
    let known = || output(Command::new("apt-cache").args(["show", "rustc-web"])).is_ok_and(|found| !found.is_empty());
    if !known() {
        if output(Command::new("id").arg("-u"))?.trim() == "0" {
            run(Command::new("apt-get").args(["update", "--quiet"]))?;
        }
        if !known() {
            return Err("apt knows no package rustc-web; `apt-get update` as root may help".to_owned());
        }
    }
    let mut packages = vec!["rust-web-src".to_owned(), "rustc-web".to_owned()];
    let mut next = 0;
    while let Some(package) = packages.get(next) {
        let depends = output(Command::new("apt-cache").args(["depends", "--important", package]))?;
        for name in depends.lines().filter_map(|line| line.trim().strip_prefix("Depends: ")) {
            let needed = name.starts_with("libstd-rust-web-") || name.starts_with("libllvm");
            if needed && !packages.iter().any(|package| package == name) {
                packages.push(name.to_owned());
            }
        }
        next += 1;
    }
    Ok(packages)
}

fn unpack(packages: &[String], folder: &Path) -> StepResult {
    let downloads = folder.join("debs");
    fs::create_dir_all(&downloads).map_err(|error| format!("{}: {error}", downloads.display()))?;
    run(Command::new("apt-get").args(["download", "--quiet"]).args(packages).current_dir(&downloads))?;
    for entry in fs::read_dir(&downloads).into_iter().flatten().flatten() {
        run(Command::new("dpkg").arg("-x").arg(entry.path()).arg(folder))?;
    }
    fs::remove_dir_all(&downloads).map_err(|error| format!("{}: {error}", downloads.display()))
}
