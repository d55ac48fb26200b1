//! `cargo xtask check [COMMIT]`: a quick look at what changed, for every few minutes of work.

use std::collections::BTreeSet;
use std::process::Command;

use crate::plan::{Group, run_plan, step};
use crate::run::{StepResult, cargo, has, output, root, run};
use crate::{test, wasm, web};

/// Format, lints, types and unit tests of what changed since a commit, committed or not.
pub fn check(commit: &str) -> StepResult {
    let changed = changed_files(commit)?;
    let Changes { packages, everything, pages } = Changes::new(&changed);
    let mut group: Group = Vec::new();
    if everything || !packages.is_empty() {
        let selected: Vec<String> = if everything {
            vec!["--workspace".to_owned()]
        } else {
            packages.iter().map(|name| format!("--package={name}")).collect()
        };
        // All packages: a change may break one that uses the changed one. Unchanged ones cost nothing.
        let mut lints = cargo(&["clippy", "--quiet", "--workspace", "--all-targets", "--", "-D", "warnings"]);
        let mut tests = if has("nextest") {
            cargo(&["nextest", "run", "--profile", "check", "--no-tests", "pass"])
        } else {
            cargo(&["test", "--lib", "--bins"])
        };
        tests.args(&selected);
        let mut lane = vec![
            step("format", 2, test::format),
            step("types and lints", 25, move || run(&mut lints)),
            step("unit tests", 25, move || run(&mut tests)),
        ];
        if !has("nextest") {
            // They are neither of a library nor of a binary.
            lane.push(step("tests of all files", 5, || run(&mut cargo(&["test", "--package", "xtask", "--test", "*"]))));
        }
        group.push(lane);
    }
    if pages {
        let mut lane = vec![step("format of the pages", 8, web::format), step("lints of the pages", 15, web::lint)];
        if !wasm::bindings().exists() {
            lane.insert(0, step("pages", 100, || web::build(wasm::Effort::Quick)));
        }
        lane.push(step("types of the pages", 15, web::types));
        lane.push(step("unit tests of the pages", 5, web::unit_tests));
        group.push(lane);
    }
    println!("{} files changed since {commit}", changed.len());
    if group.is_empty() {
        return Ok(());
    }
    if pages {
        web::install()?;
    }
    run_plan("check", vec![group])
}

/// Paths of all files that differ from a commit, new ones included.
fn changed_files(commit: &str) -> Result<Vec<String>, String> {
    let git = |arguments: &[&str]| output(Command::new("git").args(arguments).current_dir(root()));
    let known = git(&["diff", "--name-only", commit, "--"])?;
    let new = git(&["ls-files", "--others", "--exclude-standard"])?;
    Ok(known.lines().chain(new.lines()).map(str::to_owned).collect())
}

/// What a list of changed files asks for.
#[derive(Debug, PartialEq, Eq)]
struct Changes {
    /// The packages of the workspace that have a changed file.
    packages: BTreeSet<String>,
    /// Something changed that may concern any package.
    everything: bool,
    /// Something in `web/` changed.
    pages: bool,
}

impl Changes {
    fn new(files: &[String]) -> Self {
        let mut changes = Self { packages: BTreeSet::new(), everything: false, pages: false };
        if !files.is_empty() {
            // Its tests read all sources and documents: typography, lengths, tables of files.
            changes.packages.insert("xtask".to_owned());
        }
        for file in files {
            match file.split('/').collect::<Vec<_>>()[..] {
                ["crates", name, _, ..] => {
                    changes.packages.insert(format!("tablee-{name}"));
                }
                ["web", _, ..] => changes.pages = true,
                ["Cargo.toml" | "Cargo.lock" | "rust-toolchain.toml" | "rustfmt.toml"] | ["docs" | "sets", _, ..] => {
                    changes.everything = true;
                }
                _ => {}
            }
        }
        changes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changes(files: &[&str]) -> Changes {
        Changes::new(&files.iter().map(|&file| file.to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn a_file_of_a_crate_asks_for_its_package() {
        let found = changes(&["crates/kumata/src/lib.rs", "crates/kumata/tests/it/main.rs"]);
        assert_eq!(found.packages, BTreeSet::from(["tablee-kumata".to_owned(), "xtask".to_owned()]));
        assert!(!found.everything && !found.pages);
    }

    #[test]
    fn sets_rules_and_manifests_ask_for_everything() {
        for file in ["sets/kumata.toml", "docs/rules/kumata.en.md", "Cargo.lock"] {
            assert!(changes(&[file]).everything, "{file}");
        }
        assert!(changes(&["web/src/app.ts"]).pages);
        assert!(!changes(&["LICENSE-MIT"]).everything);
    }

    #[test]
    fn every_change_asks_for_the_tests_of_all_files() {
        for file in ["web/src/app.ts", "crates/kumata/src/lib.rs", "docs/glossary.md", "LICENSE-MIT"] {
            assert!(changes(&[file]).packages.contains("xtask"), "{file}");
        }
        assert!(changes(&[]).packages.is_empty());
    }
}
