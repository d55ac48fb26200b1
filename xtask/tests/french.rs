//! French typography, in every French text of the project: pages, rules, `text!`, labels and commands.
//!
//! | rule | right | wrong |
//! |---|---|---|
//! | apostrophe U+2019 | `l’hôte` | `l'hôte` |
//! | narrow no-break space U+202F before `;` `!` `?` | `oui !` | `oui!`, or an ordinary space |
//! | no-break space U+00A0 before `:` and inside `« »` | `« oui »` | `"oui"`, `“oui”`, `«oui»` |
//! | decimal comma | `1,5` | `1.5` |
//! | one ellipsis | `…` | `...` |
//! | values in words | `{name}`, quoted by `quote` | `{name:?}` |

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

const NO_BREAK: char = '\u{a0}';
const NARROW: char = '\u{202f}';
/// Stands for anything that is not prose: code, an address, a value that is put in.
const HOLE: char = 'x';

/// The faults of one French text.
fn faults(text: &str) -> Vec<&'static str> {
    let prose: Vec<char> = without_code(text).chars().collect();
    let mut found = Vec::new();
    if text.contains(":?}") {
        found.push("a value as Rust writes it; put names in quotes with `lang::quote`");
    }
    for (at, &char) in prose.iter().enumerate() {
        let before = at.checked_sub(1).map(|at| prose[at]);
        let after = prose.get(at + 1).copied();
        found.extend(match char {
            '\'' => Some("' instead of ’"),
            '"' | '“' | '”' => Some("quotes other than « »"),
            ';' | '!' | '?' if !is_spaced(before, after, NARROW) => Some("no narrow no-break space (U+202F) before ; ! ?"),
            ':' if !is_spaced(before, after, NO_BREAK) => Some("no no-break space (U+00A0) before :"),
            '«' if after != Some(NO_BREAK) => Some("no no-break space (U+00A0) after «"),
            '»' if before.is_some() && before != Some(NO_BREAK) => Some("no no-break space (U+00A0) before »"),
            '.' if prose[at..].starts_with(&['.', '.', '.']) => Some("... instead of …"),
            '.' if is_decimal_point(&prose, at) => Some("a decimal point"),
            _ => None,
        });
    }
    found
}

/// Whether the sign between these two has its space, or needs none: at the beginning, inside `12:30`, after an opening bracket or
/// another such sign.
fn is_spaced(before: Option<char>, after: Option<char>, space: char) -> bool {
    let Some(before) = before else { return true };
    let ends_a_word = after.is_none_or(|after| after.is_whitespace() || ")]»,.".contains(after));
    before == space || "([!?/".contains(before) || (!ends_a_word && !before.is_whitespace())
}

/// Whether the point at this place is part of a number such as `1.5`. Versions such as `1.5.0`, the number of a licence and
/// notation such as `a1.1`, `0.5s` and `0.60:0.75` are none.
fn is_decimal_point(prose: &[char], at: usize) -> bool {
    let numeric = |char: &char| char.is_ascii_digit() || *char == '.';
    let start = prose[..at].iter().rposition(|char| !numeric(char)).map_or(0, |before| before + 1);
    let end = prose[at..].iter().position(|char| !numeric(char)).map_or(prose.len(), |length| at + length);
    let (whole, part) = (&prose[start..at], &prose[at + 1..end]);
    let notation = |char: Option<&char>| char.is_some_and(|char| char.is_alphanumeric() || ":-".contains(*char));
    let licence = prose[..start].iter().collect::<String>().ends_with("Apache ");
    let digits = |part: &[char]| !part.is_empty() && part.iter().all(char::is_ascii_digit);
    digits(whole) && digits(part) && !licence && !notation(prose.get(end)) && !notation(prose[..start].last())
}

/// The text with a hole for each `code`, address and `{value}`.
fn without_code(text: &str) -> String {
    let mut prose = String::new();
    let mut rest = text;
    while let Some(char) = rest.chars().next() {
        let skipped = match char {
            '`' => rest[1..].find('`').map(|end| end + 2),
            '{' => rest.find('}').map(|end| end + 1),
            'h' if rest.starts_with("http://") || rest.starts_with("https://") => {
                Some(rest.find(|char: char| char.is_whitespace() || ")>\"".contains(char)).unwrap_or(rest.len()))
            }
            ']' if rest.starts_with("](") => rest.find(')').map(|end| end + 1),
            _ => None,
        };
        if skipped.is_some() {
            prose.push(HOLE);
        } else {
            prose.push(char);
        }
        rest = &rest[skipped.unwrap_or(char.len_utf8())..];
    }
    prose
}

/// A French text, with the line where it begins.
#[derive(Debug, PartialEq)]
struct French {
    line: usize,
    text: String,
}

/// The paragraphs of a French page, without code blocks and rulers of tables.
fn french_in_markdown(source: &str) -> Vec<French> {
    let mut found = Vec::new();
    let mut fenced = false;
    let mut paragraph: Option<French> = None;
    for (line, text) in (1..).zip(source.lines()) {
        let fence = text.trim_start().starts_with("```");
        let ruler = text.chars().all(|char| "|:- ".contains(char));
        if fence || fenced || ruler {
            found.extend(paragraph.take());
        } else {
            let paragraph = paragraph.get_or_insert_with(|| French { line, text: String::new() });
            paragraph.text += text;
            paragraph.text.push('\n');
        }
        fenced ^= fence;
    }
    found.extend(paragraph);
    found
}

/// The calls whose second argument is French.
const PAIRS: &[&str] = &["text!", "Label::new", "label", "say", "pick", "heading", "both"];
/// Letters that English words do not have.
const ACCENTS: &str = "àâçèéêëîïôùûœÀÂÇÈÉÊËÎÏÔÙÛŒ«»";

/// The French string literals of Rust or TypeScript. In a French file all are.
fn french_in_code(source: &str, all: bool) -> Vec<French> {
    let mut found = Vec::new();
    // For every open bracket: the name before it, and how many commas came since.
    let mut calls: Vec<(String, usize)> = Vec::new();
    let mut code = String::new();
    let mut rest = source;
    while let Some(char) = rest.chars().next() {
        let read = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if char == '"' || (char == '`' && all) {
            let (text, read) = read_literal(rest, char);
            let second = calls.iter().any(|(name, comma)| *comma == 1 && PAIRS.iter().any(|pair| name.ends_with(pair)));
            let before = code.trim_end().trim_end_matches('(').trim_end_matches("format!").trim_end();
            let named = ["fr:", "Lang::Fr =>", "Lang::Fr) =>"].iter().any(|name| before.ends_with(name))
                || calls.iter().any(|(name, _)| name.ends_with("Fr.plural"));
            if all || second || named || looks_french(&text) {
                found.push(French { line: source[..source.len() - rest.len()].matches('\n').count() + 1, text });
            }
            read
        } else if rest.starts_with("'\"'") || rest.starts_with("'\\") {
            // A character, and no beginning of a string.
            rest[2..].find('\'').map_or(1, |end| end + 3)
        } else if let Some(hashes) = raw_string(rest) {
            let end = format!("\"{hashes}");
            rest[hashes.len() + 2..].find(&end).map_or(rest.len(), |length| hashes.len() + 2 + length + end.len())
        } else {
            match char {
                '(' | '[' | '{' => calls.push((name_before(&code), 0)),
                ')' | ']' | '}' => drop(calls.pop()),
                ',' => calls.last_mut().into_iter().for_each(|(_, comma)| *comma += 1),
                _ => {}
            }
            code.push(char);
            char.len_utf8()
        };
        rest = &rest[read..];
    }
    found
}

/// The hashes of a raw string that begins here. Raw strings hold data and code, no prose.
fn raw_string(rest: &str) -> Option<&str> {
    let after = rest.strip_prefix('r')?;
    let hashes = &after[..after.find(|char| char != '#')?];
    after[hashes.len()..].starts_with('"').then_some(hashes)
}

/// The name that ends the code so far: `text!`, `Label::new`, `lang.pick`.
fn name_before(code: &str) -> String {
    let start = code.rfind(|char: char| !(char.is_alphanumeric() || "_:.!".contains(char))).map_or(0, |at| at + 1);
    code.get(start..).unwrap_or_default().to_owned()
}

/// The literal at the beginning of `source`, as a reader will see it, and its length in the source.
fn read_literal(source: &str, quote: char) -> (String, usize) {
    let mut text = String::new();
    let mut chars = source.char_indices().skip(1).peekable();
    while let Some((at, char)) = chars.next() {
        match char {
            _ if char == quote => return (text, at + 1),
            '$' if quote == '`' && chars.peek().is_some_and(|(_, char)| *char == '{') => {
                // Up to the bracket that closes the placeholder; what stands in it is code, with its own texts.
                let mut depth = 0;
                for (_, char) in chars.by_ref() {
                    depth += i32::from(char == '{') - i32::from(char == '}');
                    if depth == 0 {
                        break;
                    }
                }
                text.push(HOLE);
            }
            '\\' => match chars.next() {
                Some((_, '\n')) => while chars.next_if(|(_, char)| char.is_whitespace()).is_some() {},
                Some((_, 'n')) => text.push('\n'),
                Some((_, 'u')) => {
                    let code: String = chars.by_ref().map(|(_, char)| char).take_while(|char| *char != '}').collect();
                    text.extend(u32::from_str_radix(code.trim_start_matches('{'), 16).ok().and_then(char::from_u32));
                }
                Some((_, char)) => text.push(char),
                None => break,
            },
            _ => text.push(char),
        }
    }
    (text, source.len())
}

/// Whether a literal is French although no call says so.
fn looks_french(text: &str) -> bool {
    let text = text.replace("Tablée", "").replace("tablée", "");
    let elided = ["l'", "d'", "n'", "qu'", "s'", "c'", "L'", "D'", "C'", "l’", "d’", "n’", "qu’", "L’", "D’", "C’"];
    let mut words = text.split([' ', '(', '\u{a0}', '\u{202f}']);
    text.contains(char::is_alphabetic)
        && (text.contains(|char| ACCENTS.contains(char))
            || words.any(|word| elided.iter().any(|elided| word.starts_with(elided) && word.len() > elided.len())))
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the project").to_owned()
}

fn files(folder: &Path, wanted: &dyn Fn(&Path) -> bool) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path, wanted));
        } else if wanted(&path) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// Panics with all faults of these files.
fn check(files: &[PathBuf], french: &dyn Fn(&str) -> Vec<French>) {
    let mut report = String::new();
    let mut texts = 0;
    for file in files {
        for French { line, text } in french(&fs::read_to_string(file).unwrap()) {
            texts += 1;
            for fault in faults(&text) {
                let file = file.strip_prefix(root()).unwrap().display();
                let _ = writeln!(report, "{file}:{line}: {fault}: {}", text.trim());
            }
        }
    }
    assert!(texts > 50, "only {texts} French texts found: has the way changed in which they are written?");
    assert!(report.is_empty(), "\n{report}");
}

#[test]
fn texts_of_the_pages() {
    let files = files(&root().join("web/src/words/fr"), &|path| path.extension().is_some_and(|extension| extension == "ts"));
    check(&files, &|source| french_in_code(source, true));
}

#[test]
fn texts_of_the_crates() {
    let sources = |path: &Path| {
        path.extension().is_some_and(|extension| extension == "rs") && path.components().any(|part| part.as_os_str() == "src")
    };
    check(&files(&root().join("crates"), &sources), &|source| french_in_code(source, false));
}

#[test]
fn french_documents() {
    check(&files(&root().join("docs"), &|path| path.to_string_lossy().ends_with(".fr.md")), &french_in_markdown);
}

#[test]
fn good_french_has_no_faults() {
    for good in [
        "C’est à vous : « oui » ou « non\u{202f}!\u{a0}»\u{202f}?".replace("« ", "«\u{a0}").replace(" »", "\u{a0}»").as_str(),
        "À vous\u{a0}: de 12:30 à 14 h 05\u{202f}; 1,5 s… (?)",
        "licence Apache 2.0, version 0.2.0, case a1.1, parts 0.60:0.75, durée search:0.5s",
        "écrivez `4-3:e1d1; \"x\"`\u{a0}: voir https://example.org/a?b:c;d",
        "{name}\u{a0}: {value:.1} points",
        "[règle K1\u{202f}; suite](kumata.fr.md?x:y)",
        "\u{a0}: ",
    ] {
        assert_eq!(faults(&good.replace("vous :", "vous\u{a0}:")), [""; 0], "{good}");
    }
}

#[test]
fn bad_french_has_faults() {
    for (bad, fault) in [
        ("l'hôte", "' instead of ’"),
        ("dites \"oui\"", "quotes other than « »"),
        ("dites “oui”", "quotes other than « »"),
        ("oui !", "no narrow no-break space (U+202F) before ; ! ?"),
        ("oui?", "no narrow no-break space (U+202F) before ; ! ?"),
        ("oui; non", "no narrow no-break space (U+202F) before ; ! ?"),
        ("oui\u{a0}; non", "no narrow no-break space (U+202F) before ; ! ?"),
        ("oui : non", "no no-break space (U+00A0) before :"),
        ("{name}: non", "no no-break space (U+00A0) before :"),
        ("une fin\n: non", "no no-break space (U+00A0) before :"),
        ("« oui\u{a0}»", "no no-break space (U+00A0) after «"),
        ("«\u{a0}oui»", "no no-break space (U+00A0) before »"),
        ("environ 1.5 seconde", "a decimal point"),
        ("réflexion...", "... instead of …"),
        ("pas de {name:?}", "a value as Rust writes it; put names in quotes with `lang::quote`"),
    ] {
        assert!(faults(bad).contains(&fault), "{bad:?} has the faults {:?}", faults(bad));
    }
}

#[test]
fn french_is_found_in_code() {
    let texts = |source, all| french_in_code(source, all).into_iter().map(|french| french.text).collect::<Vec<_>>();
    assert_eq!(texts(r#"text!("one, two", "un, deux") // l'an"#, false), ["un, deux"]);
    assert_eq!(texts("Label::new(\n  \"a\",\n  \"le jeu \\\n   de \\\"x\\\"\",\n)", false), ["le jeu de \"x\""]);
    assert_eq!(texts(r#"lang.pick(format!("a {x}"), format!("un {x}"))"#, false), ["un {x}"]);
    assert_eq!(texts(r#"Text { en: "a".into(), fr: "un".into() }"#, false), ["un"]);
    assert_eq!(texts(r#"Text { en: a, fr: format!("{a} : {b}") }"#, false), ["{a} : {b}"]);
    assert_eq!(texts(r#"["std::fs", "std::io", "Tablée", "it's"]"#, false), [""; 0]);
    assert_eq!(texts(r#"f("n'a pas"); f('"'); f("déjà"); f('\''); f("l\u{2019}an")"#, false), ["n'a pas", "déjà", "l’an"]);
    assert_eq!(texts(r##"read(r#"é "x" "#); f("é")"##, false), ["é"]);
    assert_eq!(texts("a: \"oui\", b: (n) => `${n.map((x) => { x })} : ${n}`", true), ["oui", "x : x"]);
    let at_a_line = french_in_code("\n\nlabel(\"a\",\n\"b\")", false);
    assert_eq!(at_a_line, [French { line: 4, text: "b".to_owned() }]);
}

#[test]
fn code_blocks_are_no_prose() {
    let page = "# Titre\n\n| a | b |\n|:--|--:|\n\nun\n```\nl'an ; \"x\"\n```\ndeux\n";
    let texts: String = french_in_markdown(page).into_iter().map(|french| french.text).collect();
    assert!(faults(&texts).is_empty() && texts.contains("deux") && !texts.contains("l'an"), "{texts}");
}
