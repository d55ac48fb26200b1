//! The command line itself: help, completions, refusals, and drawings of tables.

use crate::common::{Folder, plain, tablee};

#[test]
fn every_shell_gets_its_completions() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let completions = tablee(&["completions", shell], "");
        assert!(completions.code == 0 && completions.out.contains("kumata"), "{shell}");
    }
}

#[test]
fn invalid_usage_is_answered_in_one_sentence() {
    for (arguments, expected) in [
        (&["paly"][..], "unknown command: \"paly\"; did you mean \"play\"?"),
        (&["trace", "kumata"], "--seed <WORD> is missing"),
        (&["trace", "chess", "--seed", "1"], "unknown game: \"chess\"; see --help"),
        (&["play", "kumta"], "unknown game: \"kumta\"; did you mean \"kumata\"?"),
        (&["play", "kumata", "--players", "9"], "--players <N>: \"9\" is not a number from 2 to 4"),
        (&["--lang", "de", "games"], "\"de\" is not one of en, fr"),
        (&["bench", "--repeats"], "--repeats <N> needs a value"),
    ] {
        let run = tablee(arguments, "");
        assert!(run.code == 2 && run.err.contains(expected), "{arguments:?}: {}", run.err);
    }
    let french = tablee(&["--lang", "fr", "paly"], "");
    assert!(plain(&french.err).contains("commande inconnue : « paly » ; vouliez-vous dire « play » ?"), "{}", french.err);
    let nothing = tablee(&[], "");
    assert!(nothing.code == 2 && nothing.err.contains("Usage: tablee"), "{}", nothing.err);
}

/// `tablee … | head -1`: the reader may close the pipe early, whatever the command.
#[test]
#[cfg(unix)]
fn a_closed_pipe_is_not_an_error() {
    for command in [
        "trace kumata --seed 1 --games 50",
        "rules kumata",
        "sets show dogcity",
        "completions bash",
        "perft kumata --json",
        "games",
        "--help",
    ] {
        let script = format!("{} {command} | true; exit ${{PIPESTATUS[0]}}", env!("CARGO_BIN_EXE_tablee"));
        let run = std::process::Command::new("bash").args(["-c", &script]).output().unwrap();
        assert!(run.status.success() && run.stderr.is_empty(), "{command}: {}", String::from_utf8_lossy(&run.stderr));
    }
}

/// A file name may be any bytes; other arguments that are not UTF-8 are refused in a sentence.
#[test]
#[cfg(unix)]
fn a_file_name_need_not_be_utf_8() {
    use std::os::unix::ffi::OsStrExt;
    let run = |arguments: &[&std::ffi::OsStr]| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_tablee"));
        command.env("TABLEE_LANG", "en").args(arguments).output().unwrap()
    };
    let name = |bytes| std::ffi::OsStr::from_bytes(bytes);
    let folder = Folder::new();
    let file = std::path::Path::new(&folder.path("")).join(name(b"\xff.toml"));
    std::fs::write(&file, tablee(&["sets", "show", "rumis"], "").out).unwrap();
    let checked = run(&[name(b"sets"), name(b"check"), file.as_os_str()]);
    assert_eq!(checked.status.code(), Some(0), "{}", String::from_utf8_lossy(&checked.stderr));
    let traced = run(&[name(b"trace"), name(b"rumis"), name(b"--seed"), name(b"1"), name(b"--set"), file.as_os_str()]);
    assert_eq!(traced.status.code(), Some(0), "{}", String::from_utf8_lossy(&traced.stderr));
    let mut data = std::ffi::OsString::from("--data=");
    data.push(std::path::Path::new(&folder.path("")).join(name(b"\xff")));
    let printed = run(&[name(b"serve"), name(b"--print-config"), &data]);
    assert_eq!(printed.status.code(), Some(0), "{}", String::from_utf8_lossy(&printed.stderr));
    let refused = run(&[name(b"serve"), name(b"--print-config"), name(b"--log=\xff")]);
    assert!(String::from_utf8_lossy(&refused.stderr).contains("--log: this is not UTF-8 text"));
    let refused = run(&[name(b"rules"), name(b"rumis"), name(b"\xff")]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("not UTF-8 text"));
}

/// The help is part of the program: what people learn from is read in the diff when it changes.
#[test]
fn the_help_is_as_it_was() {
    insta::assert_snapshot!("help-en", tablee(&["--help"], "").out);
    insta::assert_snapshot!("help-fr", plain(&tablee(&["--lang", "fr", "play", "kumata", "--help"], "").out));
}

/// What a terminal shows of a table is read in the diff when it changes.
#[test]
fn the_table_is_drawn_as_it_was() {
    let shown = |arguments: &[&str]| tablee(&[arguments, &["--seed", "m"]].concat(), "1\n1\n1\nquit\n").out;
    insta::assert_snapshot!("kumata-maze", shown(&["play", "kumata", "--players", "3", "--layout", "maze"]));
    insta::assert_snapshot!("rumis", shown(&["play", "rumis", "--board", "huaca", "--players", "3"]));
    insta::assert_snapshot!("dogcity", shown(&["play", "dogcity", "--players", "3"]));
    insta::assert_snapshot!("cuminos-fr", plain(&shown(&["--lang", "fr", "play", "cuminos"])));
}
