//! The engine for the browser: rules and bots compiled to WebAssembly, with bindings for TypeScript, into
//! `web/src/engine/pkg`.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use wasm_bindgen_cli_support::Bindgen;

use crate::debian::DebianRust;
use crate::run::{StepResult, cargo, output, root, run, target_folder};
use crate::unchanged::unless_unchanged;

const TARGET: &str = "wasm32-unknown-unknown";

/// Vector instructions, which every browser since 2023 has.
const VECTORS: &str = "-Ctarget-feature=+simd128";

/// How much time the compiler may take.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Effort {
    /// For a first look and for tests: no link-time optimisation.
    Quick,
    /// For releases and measurements.
    Release,
}

impl Effort {
    /// The profile in Cargo.toml.
    fn profile(self) -> &'static str {
        match self {
            Self::Quick => "wasm-quick",
            Self::Release => "wasm",
        }
    }
}

/// Builds the engine for the pages.
pub fn build(effort: Effort) -> StepResult {
    compile(effort, VECTORS, &target_folder().join("wasm"), &bindings())
}

/// Where the pages find the engine.
pub fn bindings() -> PathBuf {
    root().join("web/src/engine/pkg")
}

/// Tables whose speed is measured besides those of every game with its usual options.
const MORE_TABLES: [&str; 1] = ["rumis players=6 board=huaca"];

/// Measures what the vector instructions bring: the same searches with and without them, in one run.
pub fn speed() -> StepResult {
    build(Effort::Release)?;
    let plain = target_folder().join("wasm-plain");
    compile(Effort::Release, "-Ctarget-feature=-simd128", &plain, &plain.join("pkg"))?;
    let script = root().join("web/tests/support/search-speed.mjs");
    run(Command::new("node").arg(script).arg(bindings()).arg(plain.join("pkg")).args(MORE_TABLES))
}

fn compile(effort: Effort, features: &str, folder: &Path, bindings: &Path) -> StepResult {
    let profile = effort.profile();
    let mut build = cargo(&["build", "--profile", profile, "--package", "tablee-wasm", "--target", TARGET]);
    // A separate target folder: another compiler than the usual one may build this, and it can run side by side with
    // a build for this machine.
    build.arg("--target-dir").arg(folder);
    // Replaces flags from the environment, which are meant for this machine.
    build.env("CARGO_ENCODED_RUSTFLAGS", flags(features));
    if !usual_rust_can()? {
        let linker = usual_linker()?;
        debian_rust()?.compile_with(&mut build, &linker);
    }
    run(&mut build)?;
    let wasm = folder.join(TARGET).join(profile).join("tablee_wasm.wasm");
    let name = format!("bindings-{}", bindings.parent().and_then(Path::file_name).unwrap_or_default().display());
    unless_unchanged(&name, std::slice::from_ref(&wasm), bindings, || bind(&wasm, bindings))
}

/// Compiler flags. Paths in panic messages name no folder of this machine.
fn flags(features: &str) -> String {
    let home = std::env::home_dir().map(|home| format!("--remap-path-prefix={}=~", home.display()));
    let project = format!("--remap-path-prefix={}=tablee", root().display());
    // The last match wins, so the inner folder comes last. Cargo separates flags by this character.
    [features.to_owned()].into_iter().chain(home).chain([project]).collect::<Vec<_>>().join("\u{1f}")
}

/// Writes the JavaScript and TypeScript around the engine. The library of wasm-bindgen does it, so that nobody needs to
/// install its program.
fn bind(wasm: &Path, folder: &Path) -> StepResult {
    let mut bindgen = Bindgen::new();
    bindgen.input_path(wasm).typescript(true).remove_name_section(true).remove_producers_section(true);
    bindgen
        .web(true)
        .and_then(|bindgen| bindgen.generate(folder))
        .map_err(|error| format!("no bindings for {}: {error:#}", wasm.display()))
}

/// Whether the usual compiler can build for browsers; tries to add the target if not.
fn usual_rust_can() -> Result<bool, String> {
    if sysroot()?.join("lib/rustlib").join(TARGET).is_dir() {
        return Ok(true);
    }
    if DebianRust::cached().is_some() {
        return Ok(false);
    }
    println!("getting Rust's standard library for {TARGET}");
    let added = Command::new("rustup").args(["target", "add", TARGET]).stderr(Stdio::null()).status();
    Ok(added.is_ok_and(|status| status.success()))
}

/// For machines that reach Debian's packages but not Rust's.
fn debian_rust() -> Result<DebianRust, String> {
    match DebianRust::cached() {
        Some(cached) => Ok(cached),
        None => DebianRust::download().map_err(|problem| {
            format!(
                "Rust's standard library for browsers is missing; get it with `rustup target add {TARGET}` \
                 (Debian's would do as well, but: {problem})"
            )
        }),
    }
}

fn rustc() -> Command {
    Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
}

fn sysroot() -> Result<PathBuf, String> {
    Ok(output(rustc().args(["--print", "sysroot"]))?.trim().into())
}

/// Debian's compiler comes without a linker for WebAssembly; the usual one has it.
fn usual_linker() -> Result<PathBuf, String> {
    let about = output(rustc().arg("-vV"))?;
    let host = about.lines().find_map(|line| line.strip_prefix("host: ")).unwrap_or_default();
    let linker = sysroot()?.join("lib/rustlib").join(host).join("bin/rust-lld");
    if linker.is_file() { Ok(linker) } else { Err(format!("the linker for WebAssembly is missing: {}", linker.display())) }
}
