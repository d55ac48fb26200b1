//! The project keeps its own rules: what ARCHITECTURE.md and CONTRIBUTING.md state and a program can check.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the project").to_owned()
}

/// The crates that must be pure: `core` and every game. The catalogue uses these and no other crate of ours.
fn pure_crates() -> Vec<String> {
    let all = dependencies(&root().join("crates/games"), "dependencies");
    let crates: Vec<_> = all.iter().filter_map(|name| name.strip_prefix("tablee-")).map(str::to_owned).collect();
    assert!(crates.contains(&"core".to_owned()) && crates.contains(&"kumata".to_owned()), "{crates:?}");
    crates
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    files(folder, &["rs"])
}

/// All files in a folder, at any depth, with these extensions, without generated ones.
fn files(folder: &Path, extensions: &[&str]) -> Vec<PathBuf> {
    let generated = ["node_modules", "dist", "pkg", "target"];
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

/// No I/O, clock, randomness, threads or serde, and no dependency that could bring them in.
#[test]
fn a_game_crate_depends_on_nothing_impure() {
    // toml only parses text here (its serde feature is off); multiversion only picks a version of a loop.
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
            // Seats in JSON and types for TypeScript and OpenAPI, which only the crates around a table turn on.
            let described = ["serde", "tsify", "utoipa", "wasm-bindgen"];
            let wire = name == "core" && described.contains(&dependency.get_ref().as_ref());
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

/// The same for the standard library.
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

/// A file that is too long to read in one go becomes two.
#[test]
fn no_source_file_is_longer_than_500_lines() {
    let mut too_long = Vec::new();
    for folder in ["crates", "web", "xtask", "fuzz/fuzz_targets"] {
        for file in files(&root().join(folder), &["css", "mjs", "rs", "svelte", "ts"]) {
            let lines = fs::read_to_string(&file).unwrap().lines().count();
            if lines > 500 {
                too_long.push(format!("{} has {lines} lines", file.display()));
            }
        }
    }
    assert!(too_long.is_empty(), "{too_long:#?}");
}

/// For TypeScript and Svelte, ESLint checks the same.
#[test]
fn no_function_is_longer_than_80_lines() {
    let mut too_long = Vec::new();
    for folder in ["crates", "xtask"] {
        for file in rust_files(&root().join(folder)) {
            let source = fs::read_to_string(&file).unwrap();
            let long = functions(&source).into_iter().filter(|(_, lines)| *lines > 80);
            too_long.extend(long.map(|(name, lines)| format!("{}: {name} has {lines} lines", file.display())));
        }
    }
    assert!(too_long.is_empty(), "{too_long:#?}");
}

/// Names and lengths of all functions of a source file that rustfmt has formatted: a function ends with the first brace
/// at its own indentation.
fn functions(source: &str) -> Vec<(String, usize)> {
    let lines: Vec<&str> = source.lines().collect();
    let mut found = Vec::new();
    for (begin, line) in lines.iter().enumerate() {
        let text = line.trim_start();
        let Some(name) = function_name(text) else { continue };
        let indentation = &line[..line.len() - text.len()];
        let ends_here = line.ends_with('}') || line.ends_with(';');
        let brace = |line: &&str| line.strip_prefix(indentation).is_some_and(|rest| rest.starts_with('}'));
        let more = if ends_here { 0 } else { lines[begin..].iter().position(brace).unwrap_or(0) };
        found.push((name.to_owned(), more + 1));
    }
    found
}

/// The name of the function that begins on this line.
fn function_name(line: &str) -> Option<&str> {
    let (before, after) = line.split_once("fn ")?;
    let qualifiers = ["pub", "pub(crate)", "pub(super)", "const", "async", "unsafe", "extern"];
    before.split_whitespace().all(|word| qualifiers.contains(&word)).then_some(())?;
    after.split(|letter: char| !letter.is_alphanumeric() && letter != '_').next().filter(|name| !name.is_empty())
}

#[test]
fn the_length_of_a_function_is_counted_to_its_closing_brace() {
    let source = "impl A {\n    pub fn one(&self) -> u8 {\n        if a {\n        }\n        2\n    }\n\n    fn two() {}\n}\n";
    assert_eq!(functions(source), [("one".to_owned(), 5), ("two".to_owned(), 1)]);
}

/// Names and order of the games come from the catalogue, so that a new game appears by itself. The source names no game.
/// Tests may play a particular one, but do not list them: no line names two games, no five lines name three.
#[test]
fn no_file_of_the_pages_lists_the_games() {
    let games: Vec<_> = pure_crates().into_iter().filter(|name| name != "core").collect();
    let mut problems = Vec::new();
    for file in files(&root().join("web"), &["css", "html", "js", "json", "mjs", "svelte", "ts"]) {
        let source = fs::read_to_string(&file).unwrap();
        let is_test = ["unit", "tests"].iter().any(|folder| file.starts_with(root().join("web").join(folder)));
        let listed = lines_with_a_list(&source, &games, is_test);
        problems.extend(listed.into_iter().map(|line| format!("{}:{line}", file.display())));
    }
    assert!(problems.is_empty(), "take the games from the catalogue: {problems:#?}");
}

/// The lines, numbered from 1, where a list of these names begins: in a test the second name within a line or the third
/// within five lines, elsewhere any name.
fn lines_with_a_list(source: &str, names: &[String], is_test: bool) -> Vec<usize> {
    let lines: Vec<String> = source.lines().map(str::to_lowercase).collect();
    let named = |lines: &[String]| names.iter().filter(|name| lines.iter().any(|line| line.contains(*name))).count();
    let (in_a_line, in_five) = if is_test { (2, 3) } else { (1, 1) };
    let begins = |at: &usize| {
        let here = named(&lines[*at..=*at]);
        here >= in_a_line || (here > 0 && named(&lines[*at..lines.len().min(at + 5)]) >= in_five)
    };
    (0..lines.len()).filter(begins).map(|at| at + 1).collect()
}

#[test]
fn a_list_of_games_is_found() {
    let names = ["go", "chess", "draughts"].map(str::to_owned);
    let found = |source: &str, is_test| lines_with_a_list(source, &names, is_test);
    assert_eq!(found("a\n[\"Go\", \"chess\"]\n", true), [2]);
    assert_eq!(found("a\n\"go\",\n\"chess\",\n\"draughts\",\n", true), [2]);
    assert_eq!(found("play(\"go\")\nplay(\"chess\")\n\n\n\nplay(\"draughts\")\n", true), [0; 0]);
    assert_eq!(found("a\nif (game === \"go\")\n", false), [2]);
}

/// `lib.rs` or `main.rs` lists every file or folder beside it, and nothing that is not there.
#[test]
fn every_crate_has_a_complete_table_of_its_files() {
    let mut folders = crates();
    folders.push(root().join("xtask"));
    let mut problems = Vec::new();
    for folder in folders {
        let source_folder = folder.join("src");
        let main = ["lib.rs", "main.rs"].map(|name| source_folder.join(name)).into_iter().find(|path| path.exists()).unwrap();
        let source = fs::read_to_string(&main).unwrap();
        let modules: BTreeSet<&str> = source.lines().filter_map(module_name).collect();
        let rows = source.lines().filter_map(|line| line.strip_prefix("//! | ")).filter(|row| !row.starts_with("file |"));
        let mut listed = BTreeSet::new();
        for row in rows {
            let cell = row.split(" | ").next().unwrap();
            for name in cell.split('`').skip(1).step_by(2).filter(|name| *name != "lib.rs" && *name != "main.rs") {
                let exists = source_folder.join(name).exists() || source_folder.join(format!("{name}.rs")).exists();
                if !exists {
                    problems.push(format!("{} lists {name}, which is not there", main.display()));
                }
                let top = name.split('/').next().unwrap();
                listed.insert(top.trim_end_matches(".rs").to_owned());
            }
        }
        for module in modules.iter().filter(|module| **module != "tests") {
            if !listed.contains(*module) {
                problems.push(format!("the table of files in {} has no {module}", main.display()));
            }
        }
    }
    assert!(problems.is_empty(), "{problems:#?}");
}

/// The module that a line declares, if it lies in a separate file.
fn module_name(line: &str) -> Option<&str> {
    let line = line.trim_start_matches("pub ").trim_start_matches("pub(crate) ");
    line.strip_prefix("mod ")?.strip_suffix(';')
}

/// The folders of all crates.
fn crates() -> Vec<PathBuf> {
    let mut folders: Vec<_> = fs::read_dir(root().join("crates")).unwrap().map(|entry| entry.unwrap().path()).collect();
    folders.sort();
    folders
}

/// The name of a crate's folder, which is what ARCHITECTURE.md calls it.
fn short_name(folder: &Path) -> String {
    folder.file_name().unwrap().to_str().unwrap().to_owned()
}

/// The dependencies of a crate in one section of its manifest.
fn dependencies(folder: &Path, section: &str) -> BTreeSet<String> {
    let text = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
    let manifest = toml::de::DeTable::parse(&text).unwrap().into_inner();
    assert!(!manifest.contains_key("target"), "{}: this test does not read [target]", folder.display());
    let Some(section) = manifest.get(section) else { return BTreeSet::new() };
    let toml::de::DeValue::Table(table) = section.get_ref() else { panic!("dependencies are a table") };
    table.keys().map(|name| name.get_ref().to_string()).collect()
}

/// The rows of the table in ARCHITECTURE.md that begins with this line, as cells.
fn table_of_architecture(head: &str) -> Vec<Vec<String>> {
    let page = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let rows: Vec<_> = page
        .lines()
        .skip_while(|line| *line != head)
        .skip(2)
        .take_while(|line| line.starts_with('|'))
        .map(|line| line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect())
        .collect();
    assert!(!rows.is_empty(), "ARCHITECTURE.md has no table {head}");
    rows
}

#[test]
fn crates_use_each_other_as_the_architecture_says() {
    let mut written = BTreeMap::new();
    for row in table_of_architecture("| crate | may use |") {
        let uses: BTreeSet<_> = row[1].split(", ").filter(|name| *name != "nothing").map(str::to_owned).collect();
        written.insert(row[0].clone(), uses);
    }
    let mut actual = BTreeMap::new();
    for folder in crates().into_iter().chain([root().join("xtask")]) {
        let all = dependencies(&folder, "dependencies");
        let ours = all.iter().filter_map(|name| name.strip_prefix("tablee-")).map(str::to_owned).collect();
        actual.insert(short_name(&folder), ours);
    }
    for name in written.keys().chain(actual.keys()) {
        assert_eq!(written.get(name), actual.get(name), "{name}: left is ARCHITECTURE.md, right is its manifest");
    }
}

#[test]
fn every_dependency_has_its_reason_in_the_architecture() {
    let mut written: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for row in table_of_architecture("| crate | where | why |") {
        assert!(!row[2].is_empty(), "{} has no reason", row[0]);
        written.entry(row[0].clone()).or_default().extend(row[1].split(", ").map(str::to_owned));
    }
    let mut actual: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for folder in crates().into_iter().chain([root().join("xtask")]) {
        let member = short_name(&folder);
        let normal: BTreeSet<_> =
            ["dependencies", "build-dependencies"].iter().flat_map(|section| dependencies(&folder, section)).collect();
        let tests = dependencies(&folder, "dev-dependencies");
        let tests = tests.difference(&normal).map(|name| (name.clone(), format!("{member} (tests)")));
        let normal = normal.iter().map(|name| (name.clone(), member.clone()));
        for (name, place) in normal.chain(tests).filter(|(name, _)| !name.starts_with("tablee-")) {
            actual.entry(name).or_default().insert(place);
        }
    }
    for name in written.keys().chain(actual.keys()) {
        assert_eq!(written.get(name), actual.get(name), "{name}: left is ARCHITECTURE.md, right are the manifests");
    }
}

/// Every package of the pages is in the table of the architecture, and the other way round.
#[test]
fn every_package_of_the_pages_has_its_reason() {
    let rows = table_of_architecture("| package | for | why |");
    let written: BTreeSet<_> = rows.iter().flat_map(|row| row[0].split(", ")).map(str::to_owned).collect();
    let text = fs::read_to_string(root().join("web/package.json")).unwrap();
    let mut actual = BTreeSet::new();
    for section in ["\"dependencies\": {", "\"devDependencies\": {"] {
        let list = text.split(section).nth(1).unwrap().split('}').next().unwrap();
        actual.extend(list.lines().filter_map(|line| line.trim().strip_prefix('"')?.split('"').next()).map(str::to_owned));
    }
    assert_eq!(written, actual);
}

#[test]
fn no_line_of_a_document_is_longer_than_120_characters_and_no_row_than_140() {
    for page in documents() {
        let mut in_code = false;
        for (index, line) in fs::read_to_string(&page).unwrap().lines().enumerate() {
            in_code ^= line.trim_start().starts_with("```");
            // A link or a line of code cannot be broken; nor can a row of a table, so it may be a little longer.
            let breakable = !in_code && !line.contains("](http");
            let most = if line.starts_with('|') { 140 } else { 120 };
            let length = line.chars().count();
            assert!(length <= most || !breakable, "{}:{}: {length} characters", page.display(), index + 1);
        }
    }
}

/// All documents of the project.
fn documents() -> Vec<PathBuf> {
    let top = fs::read_dir(root()).unwrap().map(|entry| entry.unwrap().path());
    let mut pages: Vec<_> = top.filter(|path| path.extension().is_some_and(|extension| extension == "md")).collect();
    pages.extend(files(&root().join("docs"), &["md"]));
    pages
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

#[test]
fn every_link_of_the_documents_leads_somewhere() {
    for page in documents() {
        let text = fs::read_to_string(&page).unwrap();
        for target in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let file = target.split('#').next().unwrap_or_default();
            let outside = target.starts_with("http") || file.is_empty();
            assert!(outside || page.parent().unwrap().join(file).exists(), "{} points to {target}", page.display());
        }
    }
}

/// Files and folders of the crates that the documents name are there. `GAME` stands for any game.
#[test]
fn every_path_of_the_documents_exists() {
    for page in documents() {
        let text = fs::read_to_string(&page).unwrap();
        for path in text.split('`').filter(|part| part.starts_with("crates/") && !part.contains("GAME")) {
            assert!(root().join(path).exists(), "{} names {path}", page.display());
        }
    }
}
