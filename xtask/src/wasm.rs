//! The rules and the bots for the browser: compiled to WebAssembly, with bindings for TypeScript, into `web/src/engine/pkg`.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use wasm_bindgen_cli_support::Bindgen;

use crate::debian::DebianRust;
use crate::{Outcome, cargo, output, root, run, target_folder};

/// What browsers run.
const TARGET: &str = "wasm32-unknown-unknown";

/// Every browser since 2023 has these instructions.
const VECTORS: &str = "-Ctarget-feature=+simd128";

/// For the pages.
pub fn build() -> Outcome {
    compile(VECTORS, &target_folder().join("wasm"), &root().join("web/src/engine/pkg"))
}

/// What the vector instructions bring: the same searches with and without them, side by side in one run.
pub fn speed() -> Outcome {
    build()?;
    let plain = target_folder().join("wasm-plain");
    compile("-Ctarget-feature=-simd128", &plain, &plain.join("pkg"))?;
    let script = root().join("web/tests/support/speed.mjs");
    run(Command::new("node").arg(script).arg(root().join("web/src/engine/pkg")).arg(plain.join("pkg")))
}

fn compile(features: &str, folder: &Path, bindings: &Path) -> Outcome {
    // A folder of its own: what is built here for this machine may be built by another compiler than the usual one.
    let mut build = cargo(&["build", "--profile", "wasm", "--package", "tablee-wasm", "--target", TARGET, "--target-dir"]);
    // Replaces whatever flags the surroundings have set, which are meant for this machine.
    build.arg(folder).env("CARGO_ENCODED_RUSTFLAGS", flags(features));
    if !usual_rust_can()? {
        let linker = usual_linker()?;
        debian_rust()?.compile_with(&mut build, &linker);
    }
    run(&mut build)?;
    bind(&folder.join(TARGET).join("wasm/tablee_wasm.wasm"), bindings)
}

/// Also, where a panic says where it happened, no folder of this machine is named.
fn flags(features: &str) -> String {
    let home = std::env::home_dir().map(|home| format!("--remap-path-prefix={}=~", home.display()));
    let project = format!("--remap-path-prefix={}=tablee", root().display());
    // The last that fits counts, so the inner folder comes last. Cargo wants this character between them.
    [features.to_owned()].into_iter().chain(home).chain([project]).collect::<Vec<_>>().join("\u{1f}")
}

/// The JavaScript and TypeScript around the rules. The library of wasm-bindgen does it, so that nobody needs to install its program.
fn bind(wasm: &Path, folder: &Path) -> Outcome {
    let mut bindgen = Bindgen::new();
    bindgen.input_path(wasm).typescript(true).remove_name_section(true).remove_producers_section(true);
    bindgen
        .web(true)
        .and_then(|bindgen| bindgen.generate(folder))
        .map_err(|error| format!("no bindings for {}: {error:#}", wasm.display()))
}

/// Whether the compiler that builds everything else can build for browsers too, or learns it now.
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
                "Rust's standard library for browsers is missing; get it with `rustup target add {TARGET}` (Debian's does as well, but: {problem})"
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
