//! The house keeps its invariants: what ARCHITECTURE.md states and a program can check.

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the project").to_owned()
}

/// The crates that must be pure: the vocabulary, and every game, which is every crate that depends on nothing of the house but it.
fn pure_crates() -> Vec<String> {
    let mut crates: Vec<_> =
        fs::read_dir(root().join("crates")).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    crates.retain(|name| {
        !["bots", "games", "cli", "harness", "loadtest", "pages", "properties", "protocol", "server", "thought", "wasm"]
            .contains(&name.as_str())
    });
    crates.sort();
    assert!(crates.contains(&"core".to_owned()) && crates.contains(&"kumata".to_owned()), "{crates:?}");
    crates
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    files(folder, &["rs"])
}

/// The files of a folder and its folders that were written in these languages by hand.
fn files(folder: &Path, extensions: &[&str]) -> Vec<PathBuf> {
    let generated = ["node_modules", "dist", "pkg"];
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let named =
            |names: &[&str], name: Option<&std::ffi::OsStr>| name.is_some_and(|name| names.iter().any(|known| name == *known));
        if path.is_dir() {
            if !named(&generated, path.file_name()) {
                found.extend(files(&path, extensions));
            }
        } else if named(extensions, path.extension()) {
            found.push(path);
        }
    }
    found
}

/// Invariant 1: no I/O, clock, randomness, threads or serde, so nothing that could bring them in either.
#[test]
fn a_game_crate_depends_on_nothing_impure() {
    // toml only parses text here (its serde feature is off), and multiversion only picks a version of a loop.
    let allowed = ["tablee-core", "toml", "multiversion"];
    for name in pure_crates() {
        let manifest = fs::read_to_string(root().join("crates").join(&name).join("Cargo.toml")).unwrap();
        let manifest = toml::de::DeTable::parse(&manifest).unwrap().into_inner();
        for hidden in ["target", "build-dependencies"] {
            assert!(!manifest.contains_key(hidden), "{name} has {hidden}, where something impure could hide");
        }
        let Some(dependencies) = manifest.get("dependencies") else { continue };
        let toml::de::DeValue::Table(dependencies) = dependencies.get_ref() else { panic!("dependencies are a table") };
        for (dependency, asked) in dependencies {
            // How scenes look to TypeScript, which only the crate for the browser asks for.
            let wire = name == "core" && ["serde", "tsify", "wasm-bindgen"].contains(&dependency.get_ref().as_ref());
            assert!(
                allowed.contains(&dependency.get_ref().as_ref()) || (wire && is_optional(asked.get_ref())),
                "{name} depends on {}, and a game crate is pure",
                dependency.get_ref()
            );
        }
    }
    let workspace = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let toml_line = workspace.lines().find(|line| line.starts_with("toml = ")).unwrap();
    assert!(
        toml_line.contains("default-features = false") && !toml_line.contains("serde"),
        "toml comes without serde: {toml_line}"
    );
}

fn is_optional(dependency: &toml::de::DeValue<'_>) -> bool {
    let optional = dependency.get("optional").and_then(|optional| optional.get_ref().as_bool());
    optional == Some(true)
}

/// The same, for what the standard library would give them.
#[test]
fn a_game_crate_uses_nothing_impure_of_the_standard_library() {
    let impure = [
        "std::fs",
        "std::io",
        "std::net",
        "std::time",
        "std::thread",
        "std::process",
        "std::env",
        "println!",
        "static mut",
        "RandomState",
        "HashMap::new",
    ];
    for name in pure_crates() {
        for file in rust_files(&root().join("crates").join(&name).join("src")) {
            let source = fs::read_to_string(&file).unwrap();
            for word in impure {
                assert!(!source.contains(word), "{} uses {word}, and a game crate is pure", file.display());
            }
            assert!(
                !source.contains("use std::{"),
                "{}: std is used one module a line, so that this test can read it",
                file.display()
            );
        }
    }
}

/// A room with too much in it is two rooms.
#[test]
fn no_source_file_is_longer_than_600_lines() {
    for folder in ["crates", "web", "xtask"] {
        for file in files(&root().join(folder), &["css", "mjs", "rs", "svelte", "ts"]) {
            let lines = fs::read_to_string(&file).unwrap().lines().count();
            assert!(lines <= 600, "{} has {lines} lines", file.display());
        }
    }
}

/// A fresh clone builds from the public registry.
#[test]
fn the_lock_files_name_the_public_registry_only() {
    let lock = fs::read_to_string(root().join("Cargo.lock")).unwrap();
    for line in lock.lines().filter(|line| line.starts_with("source = ")) {
        assert_eq!(line, "source = \"registry+https://github.com/rust-lang/crates.io-index\"");
    }
    // npm's names no registry at all, but a checksum for every package.
    let lock = fs::read_to_string(root().join("web/package-lock.json")).unwrap();
    assert!(!lock.contains("\"resolved\"") && lock.contains("\"integrity\""), "web/package-lock.json names download addresses");
}

/// What the documents point to is there.
#[test]
fn every_link_of_the_documents_leads_somewhere() {
    let mut pages: Vec<_> =
        ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"].map(|page| root().join(page)).into();
    for folder in ["docs", "docs/rules"] {
        let entries = fs::read_dir(root().join(folder)).unwrap().map(|entry| entry.unwrap().path());
        pages.extend(entries.filter(|path| path.extension().is_some_and(|extension| extension == "md")));
    }
    for page in pages {
        let text = fs::read_to_string(&page).unwrap();
        for target in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let file = target.split('#').next().unwrap_or_default();
            let outside = target.starts_with("http") || file.is_empty();
            assert!(outside || page.parent().unwrap().join(file).exists(), "{} points to {target}", page.display());
        }
    }
}
